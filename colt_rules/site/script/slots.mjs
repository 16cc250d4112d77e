/**
 * The slots of a picture: what a module can add to a scene, as colt_rules/pictures/slots.py says.
 *
 * The file `pictures.mjs` in the folder of a module fills them when it is loaded.
 */

import { lookUp } from "./names.mjs";

/**
 * By the field that a module adds to a state and to a view: what it adds to pictures. All of it may be left out.
 *
 * - `scene(added, drawing)` makes, of what the module adds to a state or a view, its `figures`, `rows`, `items`,
 *   `owned`, `vehicles`, `rooms` and `fronts`.
 * - `tokens`, by kind: `(added, token)` makes the face of such a token, a `thing`, `words` and an `id`.
 * - `people`, by figure that is no character: a `thing` and `words`.
 * - `has(added, bandit)`: pairs of a word and an id, for what a bandit has that is no loot.
 * - `elsewhere`: pairs of a place that is nowhere on the board and the label of those who are there.
 */
export const PICTURES = new Map();

/** The module that gives tokens of this kind a face instead of a value, by its name and with what it adds. */
export function moduleOfFace(kind) {
  return [...PICTURES].find(([, { tokens }]) => lookUp(tokens, kind));
}

/** How a figure that is no character looks and is called, or undefined. */
export function personOf(bandit) {
  return [...PICTURES.values()].map(({ people }) => lookUp(people, bandit)).find(Boolean);
}

/** The colour of a character, or of a figure that a module draws. */
export function colourOf(characters, bandit) {
  return lookUp(characters, bandit)?.colour ?? personOf(bandit)?.thing.colour ?? "grey";
}

/** Somebody or something on the board, as a shape of a colour with a sign on it. */
export function thingOf(shape, colour, sign = "", looks = {}) {
  return { shape, colour, sign: String(sign), width: 45, height: 28, letters: 3, room: 36, font: "", ...looks };
}

export const halfOf = (number) => Math.floor(number / 2);

/** How often each name is there. */
export function counted(names) {
  return names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map());
}
