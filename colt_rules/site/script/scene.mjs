/**
 * What a picture shows of a game: who is where, what is where, and what is known of it.
 *
 * A scene is the train with everything on it, from a whole state or from the view of a role. Names are sorted, because
 * two engines may write the same state in different orders. The names of things are data from
 * colt_rules/site/drawing.py, here called `drawing`.
 */

import { entriesByName, kindOf, lookUp, sortedBy } from "./names.mjs";
import { PICTURES, moduleOfFace } from "./slots.mjs";

export const roofOf = (car) => `${car}.roof`;
export const insideOf = (car) => `${car}.inside`;

/** The scene of a whole game; of an invalid state as much as possible, so that the mistake is visible. */
export function sceneOfState(state, drawing) {
  const { train, marshal, figures, floor, values, aside } = state;
  const token = (id) => lootOf(state, id, kindOf(id), lookUp(values, id));
  const bandits = entriesByName(figures);
  return {
    train,
    marshal,
    bandits: new Map(bandits.map(([bandit, { place }]) => [bandit, place])),
    carried: new Map(bandits.map(([bandit, { loot }]) => [bandit, loot.map(token)])),
    floor: new Map(entriesByName(floor).map(([place, tokens]) => [place, tokens.map(token)])),
    aside: aside.map(token),
    ...addedTo(state, drawing),
  };
}

/** The scene of a role's view. */
export function sceneOfView(view, drawing) {
  const { train, marshal, bandits, floor, aside } = view;
  const loot = ({ token, kind, value }) => lootOf(view, token, kind, value);
  const sorted = sortedBy(bandits, ({ bandit }) => bandit);
  return {
    train,
    marshal,
    bandits: new Map(sorted.map(({ bandit, place }) => [bandit, place])),
    carried: new Map(sorted.map(({ bandit, tokens }) => [bandit, tokens.map(loot)])),
    floor: new Map(entriesByName(floor).map(([place, tokens]) => [place, tokens.map(loot)])),
    aside: aside.map(loot),
    ...addedTo(view, drawing),
  };
}

/** What the modules in play add to a scene. */
function addedTo(position, drawing) {
  const played = [...PICTURES].filter(([module, { scene }]) => scene && position[module]);
  const added = played.map(([module, { scene }]) => scene(position[module], drawing));
  const slot = (name) => added.flatMap((one) => one[name] ?? []);
  const isPlayed = drawing.looks.some((module) => position.options?.modules?.includes?.(module));
  return {
    shaped: isPlayed || [...PICTURES.keys()].some((module) => position[module]),
    figures: slot("figures"),
    rows: slot("rows"),
    items: slot("items"),
    owned: slot("owned"),
    vehicles: slot("vehicles").filter(({ car }) => position.train.includes(car)),
    rooms: slot("rooms").filter(({ car }) => position.train.includes(car)),
    fronts: position.train.length ? slot("fronts").reverse() : [], // the foremost first
  };
}

/** A token with what is known of it; some modules give theirs a face. */
function lootOf(position, token, kind, value) {
  const [module, { tokens } = {}] = moduleOfFace(kind) ?? [];
  return { id: token, kind, value: value ?? null, face: tokens?.[kind](position[module], token) };
}

// --- who is where

/** The bandits at a place. */
export function banditsAt({ bandits }, place) {
  return [...bandits.keys()].filter((bandit) => bandits.get(bandit) === place);
}

/** The figures at a place other than bandits and Marshal. */
export function figuresAt({ figures }, place) {
  return figures.filter((figure) => figure.place === place);
}

/** The place of the first of these names that is a bandit or a place itself; empty if none is. */
export function placeOf({ bandits }, names) {
  const isPlace = (name) => /\.(?:inside|roof)$/.test(name);
  const found = names.find((name) => bandits.has(name) || isPlace(name)) ?? "";
  return bandits.get(found) ?? found;
}

/** Pairs of a place outside the board and the label of those who are there. */
export function elsewhere() {
  return [...PICTURES.values()].flatMap((module) => module.elsewhere ?? []);
}

/** The occupied places that are not in the picture, including nowhere. */
export function placesBeside({ train, vehicles, rooms, fronts, marshal, bandits, floor }) {
  const cars = [...train, ...vehicles.map(({ name }) => name)];
  const ahead = fronts.map(({ name }) => insideOf(name));
  const others = [...rooms.map(({ place }) => place), ...ahead, ...elsewhere().map(([place]) => place)];
  const drawnPlaces = [...cars.map(roofOf), ...cars.map(insideOf), ...others];
  const places = new Set([...bandits.values(), ...(marshal ? [marshal] : []), ...floor.keys()]);
  return [...places].filter((place) => !drawnPlaces.includes(place));
}
