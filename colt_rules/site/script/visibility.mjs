/**
 * What a module says of who sees what, as colt_rules/rules/seeing.py has it, and what all of them share.
 *
 * The file `visibility.mjs` in the folder of a module says it when it is loaded; whatever nobody lists is hidden.
 */

import { lookUp, sortedBy } from "./names.mjs";

export const SPECTATOR = "spectator";
export const REFEREE = "referee";

/**
 * By module: what it says of who sees what. All of it may be left out.
 *
 * - `view(state, role, before)`: the fields that it adds to the view of a role, or puts in the place of those that the
 *   view had before; nothing where it is not played.
 * - `openKinds`: kinds of its loot whose look tells their value.
 * - `hiddenKinds`: kinds of loot whose look does not tell their value where it is played, whoever lists them.
 * - `audiences`, by name: `(after, data)` names the roles that see a field of an event.
 * - `facts`, by name: `(after, data)` makes what can be seen in an event and is no field of it.
 */
export const VISIBILITY = new Map();

/** Everybody who can look at this game: each seat, the spectator and the referee. */
export function rolesOf(state) {
  return [...state.options.seats, SPECTATOR, REFEREE];
}

/** The referee sees everything; when the game is over, so does everybody. */
export function allOpen(state, role) {
  return role === REFEREE || state.phase === "over";
}

/** Whether a role knows what only this player does. */
export function knowsOf(state, role, seat) {
  return role === seat || allOpen(state, role);
}

/** Whether a module that is played hides what such loot is worth. */
export function isHidden({ options }, kind) {
  return options.modules.some((module) => VISIBILITY.get(module)?.hiddenKinds?.includes(kind));
}

/** The seats that have an entry here, in their order. */
export function seatsIn(state, things) {
  return state.options.seats.filter((seat) => Object.hasOwn(things, seat));
}

/** These fields of a thing and no others. */
export function only(thing, ...fields) {
  return Object.fromEntries(fields.map((field) => [field, lookUp(thing, field)]));
}

/** The bullets among these cards, sorted. */
export function bulletsAmong(cards) {
  return sortedBy(cards.filter((card) => card.includes("-bullet")));
}
