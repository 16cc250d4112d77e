/**
 * How names are read, looked up, sorted and written, as in Python.
 *
 * A name may come from a forged log: it is never mistaken for a property that every object has, and never becomes
 * markup.
 */

/** The kind of a loot token: `purse` for `purse-7`. */
export function kindOf(token) {
  return String(token).split("-", 1)[0];
}

/** The value under a name, or undefined; inherited properties do not count. */
export function lookUp(things, name) {
  return things && Object.hasOwn(things, name) ? things[name] : undefined;
}

/** A list sorted by `name(item)`, by code points, where JavaScript alone sorts by code units. */
export function sortedBy(list, name = (item) => item) {
  return [...list].sort((one, other) => byCodePoints(String(name(one)), String(name(other))));
}

/** The entries of an object, sorted by name. */
export function entriesByName(things) {
  return sortedBy(Object.entries(things ?? {}), ([name]) => name);
}

function byCodePoints(one, other) {
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((sign, index) => sign !== right[index]);
  if (at < 0) return left.length - right.length;
  return at < right.length ? left[at].codePointAt(0) - right[at].codePointAt(0) : 1;
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** A text escaped for markup, between tags and in attributes. */
export function htmlEscaped(text) {
  return String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** A text with an upper-case first letter and lower case after it. */
export function capitalized(text) {
  const [first = "", ...rest] = text;
  const [big = "", ...more] = first.toUpperCase();
  return big + [...more, ...rest].join("").toLowerCase();
}
