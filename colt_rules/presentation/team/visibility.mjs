/** Who has received which bullet when partners draw from each other; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, bulletsAmong } from "../../site/script/visibility.mjs";

const TEAM = "team";

VISIBILITY.set(TEAM, {
  view: (state, role, { seats }) =>
    state.options.modules.includes(TEAM) && {
      seats: seats.map((one) => ({ ...one, bullets: bulletsReceived(state, one.seat) })),
    },
});

/** Who received which bullet is open. Where it is now is hidden: a partner may have drawn it. */
function bulletsReceived({ options, cards }, seat) {
  const { hand, deck, discard, borrowed } = cards[seat];
  const received = [...hand, ...deck, ...discard];
  received.push(...(lookUp(cards, partnerOf(options.seats, seat))?.borrowed ?? []));
  for (const card of borrowed) {
    if (received.includes(card)) received.splice(received.indexOf(card), 1);
  }
  return bulletsAmong(received);
}

/** Consecutive pairs of seats, from the first, are partners. */
function partnerOf(seats, seat) {
  const at = seats.indexOf(seat);
  return seats[at % 2 === 0 ? at + 1 : at - 1];
}
