/** Who sees where a bandit hides; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, rolesOf } from "../../site/script/visibility.mjs";

VISIBILITY.set("time-machine", {
  audiences: {
    hider: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat],
    whoever_hides: (state, { hidden }) => (hidden ? [lookUp(state.figures, hidden)?.seat] : rolesOf(state)),
  },
});
