/** The one list of what is in this folder: the only file beside it that names an expansion. */

import { CHANGES as horses } from "./horses.mjs";
import { CHANGES as stagecoach } from "./stagecoach.mjs";

/** What each event of a module changes, by module. */
export const FOLDS = { horses, stagecoach };

/** The editions whose games this client follows. */
export const EDITIONS = ["ru-full", "ru-base", "pl-base", "fr-horses"];
