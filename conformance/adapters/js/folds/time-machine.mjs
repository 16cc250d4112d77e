/** What the events of the time machine change, in the order of the table in events/modules. */

import { withFigure } from "../steps.mjs";

/** What the time machine adds to the state, from the first of its events on. */
const NO_TIME_MACHINE = { hidden: "", car: "", crowded: 0, rewarded: "" };
/** Where a bandit is who hides. */
const BENEATH = "beneath";

function withMachine(game, parts) {
  return { ...game, time_machine: { ...(game.time_machine ?? NO_TIME_MACHINE), ...parts } };
}

export const CHANGES = {
  TimeMachinePlaced: (game) => ({ ...game, time_machine: NO_TIME_MACHINE }),
  TimeMachineCrowded: (game, { round }) => withMachine(game, { crowded: round }),
  TravellerStayed: (game, { round }) => withMachine(game, { crowded: round }),
  BanditHidden: (game, { bandit, car }) =>
    withMachine(withFigure(game, bandit, { place: BENEATH }), { hidden: bandit, car }),
  BanditReappeared: (game, { bandit, place }) =>
    withMachine(withFigure(game, bandit, { place }), { hidden: "", car: "" }),
  TravellerRewarded: (game, { bandit }) => withMachine(game, { rewarded: bandit }),
};
