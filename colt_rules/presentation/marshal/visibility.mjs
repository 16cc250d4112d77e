/** Who sees what of the Marshal's sheet, of prisoners and of held-back cards; see visibility.py. */

import { kindOf, lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, allOpen, bulletsAmong, isHidden, knowsOf, rolesOf, seatsIn } from "../../site/script/visibility.mjs";

const MARSHAL = "marshal";

/** Whether such loot hides its value. */
function isFaceDown(state, kind) {
  return ["purse", "mailbag"].includes(kind) || isHidden(state, kind);
}

function freedAndLiberator(after, { bandit, liberator }) {
  return [bandit, liberator].map((one) => lookUp(after.figures, one)?.seat);
}

VISIBILITY.set(MARSHAL, {
  view: (state, role, { marshal_player, seats }) =>
    marshal_player && {
      marshal_player: { ...marshal_player, ...sheetSeen(state, role, state.marshal_player) },
      seats: seats.map((one) => ({ ...one, bullets: received(state, one) })),
    },
  audiences: {
    the_marshal: () => [MARSHAL],
    loser_and_marshal: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat, MARSHAL],
    freed_and_liberator: freedAndLiberator,
    freed_and_liberator_if_face_down: (after, data) =>
      isFaceDown(after, kindOf(data.token)) ? freedAndLiberator(after, data) : rolesOf(after),
  },
});

function mapped(things, change) {
  return Object.fromEntries(Object.entries(things).map(([id, thing]) => [id, change(thing)]));
}

/** A lasting bullet is received from the moment of the shot, though it joins the deck only at the round's end. */
function received({ figures, marshal_player }, { seat, bullets }) {
  const wounded = Object.keys(marshal_player.wounds).filter((bandit) => lookUp(figures, bandit)?.seat === seat);
  return bulletsAmong([...bullets, ...wounded.flatMap((bandit) => marshal_player.wounds[bandit])]);
}

/** What lies on the Marshal's sheet he may look at; of his goals to come even he sees only how many they are. */
function sheetSeen(state, role, { loads, cylinders, future, goals_drawn, current, mailbags, holding }) {
  const knows = knowsOf(state, role, MARSHAL);
  const toCome = future?.length ? future : goals_drawn;
  return {
    loads: mapped(loads, (kinds) => (knows ? kinds : null)),
    cylinders: mapped(cylinders, (bullets) => ({ bullets: knows ? bullets : null, left: bullets.length })),
    future: allOpen(state, role) ? toCome : null,
    future_count: toCome.length,
    current: knows ? current : null,
    current_count: current.length,
    mailbags: mailbags.map((token) => ({ token, value: knows ? (lookUp(state.values, token) ?? null) : null })),
    holding: holding && holdingView(state, role, holding),
  };
}

/** Only the player knows which cards are held back; everybody sees how many. */
function holdingView(state, role, { round, waiting, plans, held }) {
  const cards = (seat) => (knowsOf(state, role, seat) ? held[seat] : null);
  const said = seatsIn(state, held);
  return { round, waiting, plans, held: said.map((seat) => ({ seat, cards: cards(seat), count: held[seat].length })) };
}
