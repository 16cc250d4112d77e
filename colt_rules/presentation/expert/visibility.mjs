/** Who sees what discard piles hold; see visibility.py. */

import { VISIBILITY, only, rolesOf } from "../../site/script/visibility.mjs";

VISIBILITY.set("expert", {
  view: (state, role, { seats }) =>
    discardsOpen(state) && { seats: seats.map((one) => ({ ...one, ...only(state.cards[one.seat], "discard") })) },
  audiences: { player_or_all: (after, { seat }) => (discardsOpen(after) ? rolesOf(after) : [seat]) },
});

/** Only its owner may look into a discard pile, unless the table agrees that everybody may. */
function discardsOpen({ options }) {
  return options.rulings.includes("ruling.expert.discard-secret=open");
}
