/**
 * What a player can choose, and what is left of it when something on the board or in the hand is picked.
 *
 * Choices are commands as an engine lists them. No rule is known here: a picked name leaves the choices in which it
 * stands. A choice with a field such as `{of, lengths}` is open: the player fills in a list.
 *
 * Pure.
 */

/** The choices of an engine, with those that differ in one field written out. */
export function choicesOf(ways) {
  return ways.flatMap((way) => {
    const [field, { one_of: values } = {}] = Object.entries(way).find(([, value]) => value?.one_of) ?? [];
    return field ? choicesOf(values.map((value) => ({ ...way, [field]: value }))) : [way];
  });
}

/** The field of an open choice that holds a list, as `[name, {of, lengths, sorted, repeated, needed}]`; or undefined. */
export function openField(choice) {
  return Object.entries(choice).find(([, value]) => value?.of);
}

/** Everything that a choice names, except its type and actor. */
export function namesIn(choice) {
  const { type, actor, ...fields } = choice;
  return Object.values(fields).flat().filter((value) => typeof value === "string" && value);
}

/** The choices that name everything picked. A place also stands for its car. */
export function matching(choices, picked) {
  return choices.filter((choice) => picked.every((name) => isNamed(namesIn(choice), name)));
}

const isNamed = (names, picked) => names.some((name) => name === picked || name === carOf(picked));

const carOf = (place) => (/\.(?:inside|roof)$/.test(place) ? place.slice(0, place.lastIndexOf(".")) : null);

/** The names that can be picked next: those that some of the choices have, but not all. */
export function pickable(choices, picked) {
  const left = matching(choices, picked);
  const names = new Set(left.flatMap(namesIn));
  return new Set([...names].filter((name) => left.length === 1 || !left.every((choice) => namesIn(choice).includes(name))));
}

/**
 * What is picked after a tap on a name: a name tapped twice is put back, one that goes with nothing picked begins anew;
 * null if no choice has it.
 */
export function pickedAfter(choices, picked, name) {
  if (picked.includes(name)) return picked.filter((one) => one !== name);
  return [[...picked, name], [name]].find((names) => matching(choices, names).length) ?? null;
}

/** Whether tapping a lit card of the hand stands for this choice, so that no sentence needs to. */
export function isDealtWith(choice, hand, lit) {
  return !openField(choice) && namesIn(choice).some((name) => hand.includes(name) && lit.has(name));
}

/** What kind of thing a name is: enough to see in which field of a command it could stand. */
export function sortOf(name, { bandits }) {
  if (bandits.includes(name)) return "bandit";
  if (/\.(?:inside|roof)$/.test(name)) return "place";
  const [owner, rest] = [name.slice(0, name.indexOf("-")), name.slice(name.indexOf("-") + 1)];
  if (/^\d+$/.test(name.slice(name.lastIndexOf("-") + 1)) && !rest.startsWith("bullet")) return "token";
  return owner && rest ? "card" : "other";
}

/**
 * The command that a player tries by picking a name that no choice has: the first choice left, with the name in the
 * field that holds such a thing; null if there is none.
 */
export function attempt(choices, picked, name, known) {
  const sort = sortOf(name, known);
  for (const choice of [...matching(choices, picked), ...choices]) {
    const field = Object.keys(choice).find((key) => key !== "type" && key !== "actor"
      && typeof choice[key] === "string" && sortOf(choice[key], known) === sort);
    if (field && !openField(choice)) return { ...choice, [field]: name };
  }
  return null;
}

/** Whether a list can stand in an open field. */
export function isWhole({ of, lengths, repeated = false, needed = [] }, items) {
  const left = [...of];
  const isThere = items.every((item) => {
    const at = left.indexOf(item);
    if (at < 0) return false;
    if (!repeated) left.splice(at, 1);
    return true;
  });
  return isThere && lengths.includes(items.length) && needed.every((item) => items.includes(item));
}

/** An open choice with this list. */
export function filledIn(choice, items) {
  const [field, { sorted }] = openField(choice);
  return { ...choice, [field]: sorted ? [...items].sort() : items };
}
