/** What the events of the balloon change, in the order of the table in events/modules. */

import { laid, lost, withRound, withValue, without } from "../steps.mjs";

/** What the balloon adds to the state, from the first of its events on. */
const NO_BALLOON = { sandbags: {}, height: 0 };

function withBalloon(game, parts) {
  return { ...game, balloon_ride: { ...(game.balloon_ride ?? NO_BALLOON), ...parts } };
}

export const CHANGES = {
  SandbagPlaced: (game, { token, kind, place }) =>
    withBalloon(withValue(laid(game, place, token), token, 0), {
      sandbags: { ...game.balloon_ride?.sandbags, [token]: kind },
    }),
  SandbagThrown: (game, { seat, bandit, token, height }) => {
    const { [token]: thrown, ...sandbags } = game.balloon_ride.sandbags;
    const order = without(game.round.order, seat);
    return withBalloon(withRound(lost(game, bandit, token), { order }), { sandbags, height });
  },
};
