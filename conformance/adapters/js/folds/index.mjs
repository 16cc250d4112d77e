/** The one list of what is in this folder: the only file beside it that names a module. */

import { CHANGES as cursedLoot } from "./cursed-loot.mjs";
import { CHANGES as duo } from "./duo.mjs";
import { CHANGES as expert } from "./expert.mjs";
import { CHANGES as horses } from "./horses.mjs";
import { CHANGES as marshal } from "./marshal.mjs";
import { CHANGES as mei } from "./mei.mjs";
import { CHANGES as stagecoach } from "./stagecoach.mjs";
import { CHANGES as team } from "./team.mjs";
import { CHANGES as timeMachine } from "./time-machine.mjs";

/** What each event of a module changes, by module. */
export const FOLDS = {
  expert,
  duo,
  team,
  horses,
  stagecoach,
  mei,
  marshal,
  "time-machine": timeMachine,
  "cursed-loot": cursedLoot,
};

/** The editions whose games this client follows. */
export const EDITIONS = ["ru-full", "ru-base", "pl-base", "fr-horses"];
