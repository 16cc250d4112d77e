/**
 * What a picture shows of a game, and the same in words: who stands where, what lies where, and what is known of it.
 *
 * A scene is the train and all that is on it, of a whole state or of the view of a role. Its names are sorted, because
 * two engines may write one state in different orders and it is still one picture. How things are called is data from
 * colt_rules/site/drawing.py, here called `drawing`.
 */

import { capitalized, kindOf, lookUp, sortedBy } from "./names.mjs";

/** The stagecoach, named like a car: its places are its inside and its roof. */
export const COACH = "stagecoach";
/** Where a bandit is who has ridden away: a place that is near to no other. */
export const AWAY = "away";
/** Tokens of this kind are flasks. */
export const FLASK = "whisky";
export const BESIDE = "beside the train";

export const roofOf = (car) => `${car}.roof`;
export const insideOf = (car) => `${car}.inside`;

/** A whole game with all it knows; a state with a mistake in it as far as it goes, so that the mistake is seen. */
export function sceneOfState({ train, marshal, figures, floor, values, aside, horses, stagecoach }) {
  const token = (id) => lootOf(kindOf(id), lookUp(values, id), lookUp(horses?.flasks, id));
  const bandits = entriesByName(figures);
  return {
    train,
    marshal,
    bandits: new Map(bandits.map(([bandit, { place }]) => [bandit, place])),
    carried: new Map(bandits.map(([bandit, { loot }]) => [bandit, loot.map(token)])),
    floor: new Map(entriesByName(floor).map(([place, tokens]) => [place, tokens.map(token)])),
    aside: aside.map(token),
    ...sceneBeside(horses, stagecoach),
  };
}

/** The view of a role with no more than the role may know. */
export function sceneOfView({ train, marshal, bandits, floor, aside, horses, stagecoach }) {
  const loot = ({ token, kind, value }) => lootOf(kind, value, lookUp(horses?.flasks, token));
  const sorted = sortedBy(bandits, ({ bandit }) => bandit);
  return {
    train,
    marshal,
    bandits: new Map(sorted.map(({ bandit, place }) => [bandit, place])),
    carried: new Map(sorted.map(({ bandit, tokens }) => [bandit, tokens.map(loot)])),
    floor: new Map(entriesByName(floor).map(([place, tokens]) => [place, tokens.map(loot)])),
    aside: aside.map(loot),
    ...sceneBeside(horses, stagecoach),
  };
}

/** What stands beside the train; no horses at all where the game has none. */
function sceneBeside(horses, stagecoach) {
  return {
    horses: horses ? counted(Object.values(horses.stands)) : null,
    coach: stagecoach?.car ?? "",
    shotgun: stagecoach?.shotgun ?? "",
    hostages: stagecoach?.hostages ?? [],
    captors: new Map(entriesByName(stagecoach?.captors ?? {})),
  };
}

/** A token; of a flask what is in it, since it has no value. */
function lootOf(kind, value, flask) {
  if (kind === FLASK) return { kind, value: null, whisky: flask?.kind, half: flask?.used };
  return { kind, value: value ?? null };
}

/** What things hold by name, in the order of the names. */
function entriesByName(things) {
  return sortedBy(Object.entries(things), ([name]) => name);
}

/** How often each name is there. */
function counted(names) {
  return names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map());
}

// --- who is where

/** The bandits at a place. */
export function banditsAt({ bandits }, place) {
  return [...bandits.keys()].filter((bandit) => bandits.get(bandit) === place);
}

/** Where on the board the first of these names is: a bandit, or a place itself; nothing if none of them is one. */
export function placeOf({ bandits }, names) {
  const isPlace = (name) => /\.(?:inside|roof)$/.test(name);
  const found = names.find((name) => bandits.has(name) || isPlace(name)) ?? "";
  return bandits.get(found) ?? found;
}

/** The places that somebody or something is at and that are not in the picture; nowhere is one of them. */
export function placesBeside({ train, coach, marshal, bandits, floor }) {
  const cars = [...train, ...coachesOf({ train, coach })];
  const drawnPlaces = [...cars.map(roofOf), ...cars.map(insideOf), AWAY];
  const places = new Set([...bandits.values(), ...(marshal ? [marshal] : []), ...floor.keys()]);
  return [...places].filter((place) => !drawnPlaces.includes(place));
}

/** The stagecoach, if it is drawn. */
function coachesOf({ train, coach }) {
  return train.includes(coach) ? [COACH] : [];
}

// --- in words

/** The whole picture for those who cannot see it. */
export function inWords(scene, drawing) {
  const { train, carried, captors, aside, hostages } = scene;
  const called = (bandit) => lookUp(drawing.characters, bandit)?.name ?? bandit;
  const hostageName = (hostage) => lookUp(drawing.hostages, hostage)?.toLowerCase() ?? hostage;
  const at = (place) => placeInWords(scene, place, called);
  const car = (name) => carInWords(scene, name, drawing.cars, at);
  const loaded = [...carried].filter(([, loot]) => loot.length);
  const beside = [
    ...placesBeside(scene).flatMap(at),
    ...aside.map(lootInWords),
    ...hostages.map((hostage) => `the ${hostageName(hostage)}`),
  ];
  return [
    ...(train.length ? train.map(car) : ["There is no train yet."]),
    ...coachesOf(scene).map(car),
    ...loaded.map(([bandit, loot]) => `${called(bandit)} carries ${loot.map(lootInWords).join(", ")}.`),
    ...[...captors].map(([bandit, hostage]) => `${called(bandit)} has the ${hostageName(hostage)}.`),
    ...(beside.length ? [`${capitalized(BESIDE)}: ${beside.join(", ")}.`] : []),
    ...banditsAt(scene, AWAY).map((bandit) => `${called(bandit)} rode away.`),
  ].join(" ");
}

function carInWords(scene, car, names, at) {
  const nameOf = (id) => lookUp(names, id) ?? String(id);
  const [above, below] = [roofOf(car), insideOf(car)].map((place) => at(place).join(", ") || "nothing");
  const horses = scene.horses?.get(car) ?? 0;
  const beside = horses ? `; beside it ${horses} horse${horses === 1 ? "" : "s"}` : "";
  const name = car === COACH ? `Stagecoach beside the ${nameOf(scene.coach).toLowerCase()}` : nameOf(car);
  return `${name}: on the roof ${above}; inside ${below}${beside}.`;
}

function placeInWords(scene, place, called) {
  return [
    ...banditsAt(scene, place).map(called),
    ...(scene.marshal === place ? ["the Marshal"] : []),
    ...(place && scene.shotgun === place ? ["the Shotgun"] : []),
    ...(scene.floor.get(place) ?? []).map(lootInWords),
  ];
}

function lootInWords({ kind, value, whisky, half }) {
  if (kind === FLASK) return `a ${half ? "half-empty " : ""}flask${whisky ? ` of ${whisky} whisky` : ""}`;
  return `a ${kind}${value === null ? "" : ` of $${value}`}`;
}
