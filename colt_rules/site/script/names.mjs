/**
 * How names are read, looked up, sorted and written, the same as in Python.
 *
 * A name may come from a log that somebody made up: it is never taken for a property that every object has, and it
 * never becomes markup.
 */

/** What kind of loot a token is: `purse` of `purse-7`. */
export function kindOf(token) {
  return String(token).split("-", 1)[0];
}

/** What things hold under a name, or undefined; only what was put there counts, not what every object has. */
export function lookUp(things, name) {
  return things && Object.hasOwn(things, name) ? things[name] : undefined;
}

/** A list in the order of what `name` takes from each item: by code points, where JavaScript alone sorts by halves. */
export function sortedBy(list, name = (item) => item) {
  return [...list].sort((one, other) => byCodePoints(String(name(one)), String(name(other))));
}

/** What things hold by name, in the order of the names. */
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

/** A text that stands for itself in markup, between tags and between quotes. */
export function htmlEscaped(text) {
  return String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** A text with a large first letter and small ones after it. */
export function capitalized(text) {
  const [first = "", ...rest] = text;
  const [big = "", ...more] = first.toUpperCase();
  return big + [...more, ...rest].join("").toLowerCase();
}
