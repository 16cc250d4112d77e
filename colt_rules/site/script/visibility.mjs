/**
 * Who sees what of a module, as in colt_rules/rules/visibility.py, and shared helpers.
 *
 * The file `visibility.mjs` of a module registers itself when it is loaded; what is not listed is hidden.
 */

import { lookUp, sortedBy } from "./names.mjs";

export const SPECTATOR = "spectator";
export const REFEREE = "referee";

/**
 * By module: who sees what. Everything is optional.
 *
 * - `view(state, role, before)`: the fields that it adds to, or replaces in, the view of a role; nothing if it is not
 *   in play. `before` has the open fields of its record.
 * - `openKinds`: kinds of its loot that show their value.
 * - `hiddenKinds`: kinds of loot that hide their value if it is in play, whichever module lists them.
 * - `audiences`, by name: `(after, data)` returns the roles that see a field of an event.
 * - `facts`, by name: `(after, data)` returns what can be seen in an event besides its fields and their counts.
 */
export const VISIBILITY = new Map();

/** Every role of this game: each seat, the spectator and the referee. */
export function rolesOf(state) {
  return [...state.options.seats, SPECTATOR, REFEREE];
}

/** Whether a role sees everything: the referee, and everybody when the game is over. */
export function allOpen(state, role) {
  return role === REFEREE || state.phase === "over";
}

/** Whether a role knows what only this player does. */
export function knowsOf(state, role, seat) {
  return role === seat || allOpen(state, role);
}

/** Whether a module in play hides the value of such loot. */
export function isHidden({ options }, kind) {
  return options.modules.some((module) => VISIBILITY.get(module)?.hiddenKinds?.includes(kind));
}

/** The seats that have an entry here, in order. */
export function seatsIn(state, things) {
  return state.options.seats.filter((seat) => Object.hasOwn(things, seat));
}

/** Only these fields of an object. */
export function only(thing, ...fields) {
  return Object.fromEntries(fields.map((field) => [field, lookUp(thing, field)]));
}

/** The bullets among these cards, sorted. */
export function bulletsAmong(cards) {
  return sortedBy(cards.filter((card) => card.includes("-bullet")));
}
