/**
 * The slots of a picture: what a module can add to a scene; see colt_rules/pictures/slots.py.
 *
 * The file `pictures.mjs` of a module fills them when it is loaded.
 */

import { lookUp } from "./names.mjs";

/**
 * By the field that a module adds to a state and to a view: what it adds to pictures. Everything is optional.
 *
 * - `scene(added, drawing)` makes its `figures`, `rows`, `items`, `owned`, `vehicles`, `rooms` and `fronts` from what
 *   the module adds to a state or a view.
 * - `tokens`, by kind: `(added, token)` makes the face of such a token, a `thing`, `words` and an `id`.
 * - `people`, by figure that is not a character: a `thing` and `words`.
 * - `has(added, bandit)`: pairs of a word and an id, for what a bandit has besides loot.
 * - `elsewhere`: pairs of a place outside the board and the label of those who are there.
 */
export const PICTURES = new Map();

/** The module that gives tokens of this kind a face instead of a value, as its name and its slots. */
export function moduleOfFace(kind) {
  return [...PICTURES].find(([, { tokens }]) => lookUp(tokens, kind));
}

/** The thing and words of a figure that is not a character, or undefined. */
export function personOf(bandit) {
  return [...PICTURES.values()].map(({ people }) => lookUp(people, bandit)).find(Boolean);
}

/** The colour of a character, or of a figure that a module draws. */
export function colourOf(characters, bandit) {
  return lookUp(characters, bandit)?.colour ?? personOf(bandit)?.thing.colour ?? "grey";
}

/** A thing on the board: a shape with a colour and a sign. */
export function thingOf(shape, colour, sign = "", looks = {}) {
  return { shape, colour, sign: String(sign), width: 45, height: 28, letters: 3, room: 36, font: "", ...looks };
}

export const halfOf = (number) => Math.floor(number / 2);

/** The number of occurrences of each name. */
export function counted(names) {
  return names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map());
}
