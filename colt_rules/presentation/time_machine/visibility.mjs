/** Who sees where a bandit hides; see visibility.py. */

import { VISIBILITY, playersOf, rolesOf } from "../../site/script/visibility.mjs";

VISIBILITY.set("time-machine", {
  audiences: {
    hider: (after, { bandit }) => playersOf(after, bandit),
    whoever_hides: (state, { hidden }) => (hidden ? playersOf(state, hidden) : rolesOf(state)),
  },
});
