/** Who sees what of the time machine and of a hiding bandit; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, knowsOf, only } from "../../site/script/visibility.mjs";

VISIBILITY.set("time-machine", {
  view: (state, role) => state.time_machine && { time_machine: machineView(state, role, state.time_machine) },
  audiences: { hider: (after, { bandit }) => [lookUp(after.figures, bandit)?.seat] },
});

/** Everybody sees that a bandit hides; only the player sees where. */
function machineView(state, role, machine) {
  const { hidden, car } = machine;
  const known = !hidden || knowsOf(state, role, lookUp(state.figures, hidden)?.seat);
  return { ...only(machine, "hidden", "crowded", "rewarded"), car: known ? car : null };
}
