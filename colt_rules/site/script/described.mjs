/**
 * A picture in words: its labels in the reader's language, and a description for those who cannot see it.
 *
 * The same as colt_rules/pictures/described.py. English phrases are in the data of all drawings; those of another
 * language are in its vocabulary.
 */

import { capitalized, lookUp } from "./names.mjs";
import { banditsAt, elsewhere, figuresAt, insideOf, placesBeside, roofOf } from "./scene.mjs";
import { filled, word } from "./sentences.mjs";
import { personOf } from "./slots.mjs";

// --- words

/** The words of a picture: those of a vocabulary, or English ones if it has none for pictures. */
export function wordsOf(drawing, told) {
  return told?.picture ? toldWords(drawing, told) : englishWords(drawing);
}

function englishWords({ phrases, characters, cars, longest }) {
  return {
    longest,
    phrase: (key, data = {}) => phrases[key].replace(/\{(\w+)\}/g, (sign, field) => data[field]),
    person: (bandit) => personOf(bandit)?.words ?? lookUp(characters, bandit)?.name ?? bandit,
    initials: (bandit) => lookUp(characters, bandit)?.initials ?? capitalized([...String(bandit)].slice(0, 2).join("")),
    car: (car) => lookUp(cars, car) ?? String(car),
    number: (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`,
    worth: (value) => `$${value}`,
    sign: String,
    written: (sign) => sign,
    added: (words) => words,
  };
}

function toldWords(drawing, told) {
  const english = englishWords(drawing);
  const added = (words) => translated(told.labels, String(words));
  const named = (id, kind, otherwise) => {
    const name = word(told, String(id), kind);
    return name === String(id) ? otherwise(id) : name;
  };
  return {
    longest: told.longest,
    phrase: (key, data = {}) => filled(told, told.picture[key], data),
    person: (bandit) =>
      personOf(bandit) ? added(english.person(bandit)) : named(bandit, "who", (id) => added(english.person(id))),
    initials: (bandit) => lookUp(told.initials, bandit) ?? english.initials(bandit),
    car: (car) => capital(named(car, "car", () => "")) || String(car),
    number: (number, name) => added(number > 1 ? english.number(number, name) : name),
    worth: (value) => filled(told, "{value:money}", { value }),
    sign: (id) => word(told, String(id), "sign"),
    written: (sign, id) => (sign ? named(id, "sign", () => added(sign)) : ""),
    added,
  };
}

function capital(text) {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

// --- English texts of modules

const HELD = /(\{\w\})/;
const patterns = new Map();

/** Translates an English text of a module; one without a translation stays unchanged. */
function translated(labels, words) {
  const name = lookUp(labels.names, words);
  if (name !== undefined) return name;
  for (const [english, text] of labels.texts) {
    const found = patternOf(english).exec(words);
    if (found) {
      const held = (piece) => (HELD.test(piece) ? translatedParts(labels, found.groups[piece[1]]) : piece);
      return text.split(HELD).map(held).join("");
    }
  }
  return words;
}

/** Translates the content of a recognised text: names in a row, or a text. */
function translatedParts(labels, words) {
  const told = translated(labels, words);
  return told === words ? words.split(", ").map((one) => translated(labels, one)).join(", ") : told;
}

function patternOf(english) {
  if (!patterns.has(english)) patterns.set(english, new RegExp(`^${english.split(HELD).map(pieceOf).join("")}$`, "s"));
  return patterns.get(english);
}

function pieceOf(piece) {
  if (!HELD.test(piece)) return piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return `(?<${piece[1]}>${"nmk".includes(piece[1]) ? "\\d+" : ".*?"})`;
}

/** The scene with all English texts of modules translated. */
export function translatedScene(scene, words) {
  const itemOf = (item) => ({ ...item, thing: { ...item.thing, sign: words.added(item.thing.sign) }, name: words.added(item.name) });
  const tokenOf = (token) => (token.face ? { ...token, face: faceIn(token.face, words) } : token);
  const lootIn = (loot) => new Map([...loot].map(([where, tokens]) => [where, tokens.map(tokenOf)]));
  const worded = (list) => list.map((one) => ({ ...one, words: words.added(one.words) }));
  const titled = (list) => list.map((one) => ({ ...one, title: words.added(one.title) }));
  return {
    ...scene,
    carried: lootIn(scene.carried),
    floor: lootIn(scene.floor),
    aside: scene.aside.map(tokenOf),
    figures: worded(scene.figures),
    items: scene.items.map(itemOf),
    owned: scene.owned.map(([bandit, item]) => [bandit, itemOf(item)]),
    vehicles: titled(scene.vehicles),
    rooms: worded(scene.rooms),
    fronts: titled(scene.fronts),
  };
}

function faceIn({ thing, words, id }, said) {
  return { thing: { ...thing, sign: said.written(thing.sign, id) }, words: said.added(words) };
}

// --- the whole picture

/** A description of the whole picture for those who cannot see it. */
export function inWords(scene, words) {
  const { train, fronts, vehicles, carried, owned, aside, items } = scene;
  const { phrase } = words;
  const first = (bandit) => firstInSentence(words.person(bandit), bandit);
  const loot = (tokens) => tokens.map((token) => lootInWords(token, words));
  const named = (things) => things.map(({ name }) => phrase("item", { item: name }));
  const ownedBy = (owner) => named(owned.filter(([bandit]) => bandit === owner).map(([, item]) => item)).join(", ");
  const loaded = [...carried].filter(([, tokens]) => tokens.length);
  const at = (place) => placeInWords(scene, place, words);
  const beside = [...placesBeside(scene).flatMap(at), ...loot(aside), ...named(items)];
  return [
    ...fronts.map(({ name, title }) => phrase("front", { front: title, there: at(insideOf(name)).join(", ") || phrase("nothing") })),
    ...(train.length ? train.map((car) => carInWords(scene, car, words)) : [phrase("no-train")]),
    ...vehicles.map(({ name }) => carInWords(scene, name, words)),
    ...loaded.map(([bandit, tokens]) => phrase("carries", { who: first(bandit), bandit, loot: loot(tokens).join(", ") })),
    ...[...new Set(owned.map(([bandit]) => bandit))].map((bandit) =>
      phrase("owns", { who: first(bandit), bandit, items: ownedBy(bandit) })),
    ...(beside.length ? [phrase("beside-are", { things: beside.join(", ") })] : []),
    ...elsewhere().flatMap(([place, { sign }]) =>
      banditsAt(scene, place).map((one) => phrase("gone", { who: first(one), gone: words.added(sign) }))),
  ].join(" ");
}

function firstInSentence(called, bandit) {
  return personOf(bandit) ? capital(called) : called;
}

function carInWords(scene, car, words) {
  const { rows, vehicles, rooms } = scene;
  const { phrase } = words;
  const at = (place, none) => placeInWords(scene, place, words).join(", ") || phrase(none);
  const numbers = rows.map(({ name, numbers }) => [numbers.get(car) ?? 0, name]).filter(([number]) => number);
  const things = numbers.map(([number, name]) => words.number(number, name)).join(", ");
  const vehicle = vehicles.find(({ name }) => name === car);
  const room = rooms.find((one) => one.car === car);
  return phrase("car", {
    car: vehicle ? facingInWords(vehicle, words) : words.car(car),
    above: at(roofOf(car), "nothing"),
    below: at(insideOf(car), "nothing"),
    room: room ? phrase("room", { room: room.words, there: at(room.place, "nobody") }) : "",
    beside: things ? phrase("by-it", { things }) : "",
  });
}

function facingInWords({ title, car }, { phrase, car: named }) {
  return phrase("facing", { vehicle: title, car: named(car).toLowerCase(), id: String(car) });
}

function placeInWords(scene, place, words) {
  return [
    ...banditsAt(scene, place).map(words.person),
    ...(scene.marshal === place ? [words.phrase("the-marshal")] : []),
    ...figuresAt(scene, place).map((figure) => figure.words),
    ...(scene.floor.get(place) ?? []).map((token) => lootInWords(token, words)),
  ];
}

function lootInWords({ kind, value, face }, { phrase, sign, worth }) {
  if (face) return face.words;
  return value === null ? phrase("loot", { kind: sign(kind) }) : phrase("loot-of", { kind: sign(kind), worth: worth(value) });
}
