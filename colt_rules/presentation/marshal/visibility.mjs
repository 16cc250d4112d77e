/** Who sees what of the Marshal's sheet and of what is paid for being freed; see visibility.py. */

import { kindOf, lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, bulletsAmong, isHidden, rolesOf } from "../../site/script/visibility.mjs";

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
    marshal_player && { seats: seats.map((one) => ({ ...one, bullets: received(state, one) })) },
  audiences: {
    the_marshal: () => [MARSHAL],
    loser_and_marshal: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat, MARSHAL],
    freed_and_liberator: freedAndLiberator,
    freed_and_liberator_if_face_down: (after, data) =>
      isFaceDown(after, kindOf(data.token)) ? freedAndLiberator(after, data) : rolesOf(after),
  },
});

/** A lasting bullet is received from the moment of the shot, though it joins the deck only at the round's end. */
function received({ figures, marshal_player }, { seat, bullets }) {
  const wounded = Object.keys(marshal_player.wounds).filter((bandit) => lookUp(figures, bandit)?.seat === seat);
  return bulletsAmong([...bullets, ...wounded.flatMap((bandit) => marshal_player.wounds[bandit])]);
}
