/** Who sees what of the Marshal's sheet and of what is paid for being freed; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, allOrPlayers, bulletsAmong, playersOf } from "../../site/script/visibility.mjs";

const MARSHAL = "marshal";

VISIBILITY.set(MARSHAL, {
  view: (state, role, { marshal_player, seats }) =>
    marshal_player && { seats: seats.map((one) => ({ ...one, bullets: received(state, one) })) },
  audiences: {
    the_marshal: () => [MARSHAL],
    loser_and_marshal: (after, { bandit }) => [...playersOf(after, bandit), MARSHAL],
    freed_and_liberator: (after, { bandit, liberator }) => playersOf(after, bandit, liberator),
    freed_and_liberator_if_face_down: (after, { token, bandit, liberator }) =>
      allOrPlayers(after, token, bandit, liberator),
  },
});

/** A lasting bullet is received from the moment of the shot, though it joins the deck only at the round's end. */
function received({ figures, marshal_player }, { seat, bullets }) {
  const wounded = Object.keys(marshal_player.wounds).filter((bandit) => lookUp(figures, bandit)?.seat === seat);
  return bulletsAmong([...bullets, ...wounded.flatMap((bandit) => marshal_player.wounds[bandit])]);
}
