/** Who sees what of the time machine and of a hiding bandit; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, knowsOf } from "../../site/script/visibility.mjs";

VISIBILITY.set("time-machine", {
  view: (state, role, { time_machine }) =>
    time_machine && { time_machine: { ...time_machine, car: carSeen(state, role, state.time_machine) } },
  audiences: { hider: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat] },
});

/** That a bandit hides everybody sees, and where its player alone. */
function carSeen(state, role, { hidden, car }) {
  return !hidden || knowsOf(state, role, lookUp(state.figures, hidden)?.seat) ? car : null;
}
