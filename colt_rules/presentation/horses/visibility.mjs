/** Who sees what of horses and whisky, as visibility.py has it. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, allOpen, knowsOf, only, seatsIn } from "../../site/script/visibility.mjs";

VISIBILITY.set("horses", {
  view: (state, role) => state.horses && { horses: horsesView(state, role, state.horses) },
  openKinds: ["whisky"],
  audiences: { owner: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat] },
  facts: { whisky: (after, { token }) => lookUp(after.horses?.flasks, token)?.kind },
});

/** Where horses stand and which flasks are half empty everybody sees. */
function horsesView(state, role, { stands, flasks, attack, pour }) {
  return {
    stands,
    flasks: Object.fromEntries(
      Object.entries(flasks).map(([token, flask]) => [token, flaskView(state, role, token, flask)]),
    ),
    attack: attack && attackView(state, role, attack),
    pour: pour && only(pour, "seat", "kind", "draw", "cards"),
  };
}

/** Into a full flask looks who has it, and nobody while it lies about; what a half-empty one holds all know. */
function flaskView(state, role, token, { kind, used }) {
  const mine = Object.values(state.figures).some(({ seat, loot }) => seat === role && loot.includes(token));
  return { kind: used || mine || allOpen(state, role) ? kind : null, used };
}

/** Who has chosen everybody sees, what is in the hand its player alone. */
function attackView(state, role, { car, riders, hidden }) {
  const boards = (seat) => (knowsOf(state, role, seat) ? hidden[seat] : null);
  return { car, riders, hidden: seatsIn(state, hidden).map((seat) => ({ seat, boards: boards(seat) })) };
}
