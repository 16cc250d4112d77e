/** Who sees what of horses and whisky; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, allOpen, knowsOf, seatsIn } from "../../site/script/visibility.mjs";

VISIBILITY.set("horses", {
  view: (state, role) => state.horses && { horses: horsesView(state, role, state.horses) },
  openKinds: ["whisky"],
  audiences: { owner: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat] },
  facts: { whisky: (after, { token }) => lookUp(after.horses?.flasks, token)?.kind },
});

/** Everybody sees where horses are and which flasks are half empty. */
function horsesView(state, role, { stands, flasks, attack, pour }) {
  return {
    stands,
    flasks: Object.fromEntries(
      Object.entries(flasks).map(([token, flask]) => [token, flaskView(state, role, token, flask)]),
    ),
    attack: attack && attackView(state, role, attack),
    pour,
  };
}

/** Only its owner sees the content of a full flask; everybody knows that of a half-empty one. */
function flaskView(state, role, token, { kind, used }) {
  const mine = Object.values(state.figures).some(({ seat, loot }) => seat === role && loot.includes(token));
  return { kind: used || mine || allOpen(state, role) ? kind : null, used };
}

/** Everybody sees who has chosen; only the player sees the choice. */
function attackView(state, role, { car, riders, hidden }) {
  const boards = (seat) => (knowsOf(state, role, seat) ? hidden[seat] : null);
  return { car, riders, hidden: seatsIn(state, hidden).map((seat) => ({ seat, boards: boards(seat) })) };
}
