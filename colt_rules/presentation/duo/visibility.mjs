/** Who sees pawns in closed hands and the teams that can still be taken; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, knowsOf, only, seatsIn } from "../../site/script/visibility.mjs";

VISIBILITY.set("duo", {
  view: (state, role) => ({
    ...only(state, "teams"),
    pawns: seatsIn(state, state.sealed).map((seat) => pawnsView(state, role, seat)),
  }),
});

/** Only its player knows the content of a closed hand; once the bandits are on the train everybody does. */
function pawnsView(state, role, seat) {
  const [last, before] = state.sealed[seat];
  const known = Boolean(lookUp(state.figures, last)?.place) || knowsOf(state, role, seat);
  return { seat, last: known ? last : null, before: known ? before : null };
}
