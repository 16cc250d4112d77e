/**
 * The one list of what is in this folder: the only file beside it that names a module.
 *
 * Made by `colt conformance contract --write` from the classes of commands and events. Do not edit.
 */

import { CHANGES as expert } from "./expert.mjs";
import { CHANGES as duo } from "./duo.mjs";
import { CHANGES as team } from "./team.mjs";
import { CHANGES as horses } from "./horses.mjs";
import { CHANGES as stagecoach } from "./stagecoach.mjs";
import { CHANGES as marshal } from "./marshal.mjs";
import { CHANGES as timeMachine } from "./time-machine.mjs";

/** What each event of a module changes, by module; some have no events. */
export const FOLDS = {
  "expert": expert,
  "duo": duo,
  "team": team,
  "horses": horses,
  "stagecoach": stagecoach,
  "mei": {},
  "marshal": marshal,
  "time-machine": timeMachine,
  "cursed-loot": {},
};

/** What the next version of a command or an event changes, by type: see events/README.md. */
export const UPCASTS = {};

/** The editions whose games this client follows. */
export const EDITIONS = ["ru-full", "fr-horses", "pl-base", "ru-base"];
