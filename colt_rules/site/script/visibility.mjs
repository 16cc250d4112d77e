/**
 * Who sees what of a module, as in colt_rules/rules/visibility.py, and shared helpers.
 *
 * The file `visibility.mjs` of a module registers itself when it is loaded; what is not listed is hidden.
 */

import { kindOf, lookUp, sortedBy } from "./names.mjs";

export const SPECTATOR = "spectator";
export const REFEREE = "referee";

/**
 * By module: who sees what. Everything is optional.
 *
 * - `audiences`, by name: the roles that see a field. For an event it gets the state and the data of the event; for a
 *   record in a state, the state, the record and the key of the mapping that holds the value or the record.
 * - `facts`, by name: `(state, thing)` returns what can be seen in an event or a record besides its fields and counts.
 * - `openKinds`: kinds of its loot that show their value.
 * - `hiddenKinds`: kinds of loot that hide their value if it is in play, whichever module lists them.
 * - `view(state, role, before)`: changes to the base game's part of a view; nothing if the module is not in play.
 */
export const VISIBILITY = new Map();

/** Every role of this game: each seat, the spectator and the referee. */
export function rolesOf(state) {
  return [...state.options.seats, SPECTATOR, REFEREE];
}

/** The players of these bandits. */
export function playersOf({ figures }, ...bandits) {
  return bandits.map((bandit) => lookUp(figures, bandit)?.seat);
}

/** Whether a role sees everything: the referee, and everybody when the game is over. */
export function allOpen(state, role) {
  return role === REFEREE || state.phase === "over";
}

/** Whether a role knows what only this player does. */
export function knowsOf(state, role, seat) {
  return role === seat || allOpen(state, role);
}

/** Whether the look of such loot shows its value; kinds that no module lists hide it. */
export function isOpen({ options }, kind) {
  const isHidden = options.modules.some((module) => VISIBILITY.get(module)?.hiddenKinds?.includes(kind));
  return !isHidden && [...VISIBILITY.values()].some(({ openKinds }) => openKinds?.includes(kind));
}

/** Whoever knows the value of a token: everybody if its look shows the value, else the players of these bandits. */
export function allOrPlayers(state, token, ...bandits) {
  return isOpen(state, kindOf(token)) ? rolesOf(state) : playersOf(state, ...bandits);
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
