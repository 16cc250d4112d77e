/** Who sees what is chosen in a melee; see visibility.py. */

import { VISIBILITY, rolesOf } from "../../site/script/visibility.mjs";

VISIBILITY.set("stagecoach", {
  audiences: {
    player_until_shown: untilShown,
    player_until_shown_face_up: (state, sealed, seat) => (sealed.face_down ? [seat] : untilShown(state, sealed, seat)),
  },
  facts: { draws: (state, { card }) => card === null },
});

/** Only its player knows a choice until the cards are shown or the player draws. */
function untilShown(state, sealed, seat) {
  const { turn, drawing, draws } = state.round;
  const isDrawn = seat === drawing || draws.some((draw) => draw.seat === seat && draw.turn === turn);
  return isDrawn || state.stagecoach.melee.shown ? rolesOf(state) : [seat];
}
