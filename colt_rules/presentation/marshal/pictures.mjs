/** The Marshal in a picture; see pictures.py. */

import { entriesByName, lookUp } from "../../site/script/names.mjs";
import { PICTURES, thingOf } from "../../site/script/slots.mjs";

/** The Marshal's figure. */
const MARSHAL = "marshal";
const FIGURE = { thing: thingOf("marshal", "badge", "", { width: 30, height: 46 }), words: "the Marshal" };
const [PRISON, CELL] = ["prison", "prison.cell"];
/** The place of somebody who was thrown off the train, near to no other place. */
const FALLEN = "fallen";
const MAILBAG = "mailbag";
/** The distance from the wall to the first bar of the cell, and between bars. */
const [BARS, PITCH] = [3, 14];
const BULLET = "marshal-bullet-";

PICTURES.set("marshal_player", {
  scene: (marshal, drawing) => ({
    items: (marshal.prisoners ?? []).map((prisoner) => prisonerOf(drawing, prisoner)),
    owned: [...sheetOf(marshal, drawing).map((item) => [MARSHAL, item]), ...ownedByBandits(marshal, drawing)],
    rooms: [{ place: CELL, car: PRISON, words: "in the cell", drawnWall }],
  }),
  people: { [MARSHAL]: FIGURE },
  has: thingsOf,
  elsewhere: [[FALLEN, thingOf("label", "", "fell off the train", { width: 165 })]],
});

/** What bandits have of this module: prisoners, brawler cards, open bullets. */
function ownedByBandits({ companions, punches, wounds }, drawing) {
  return [
    ...entriesByName(companions).map(([bandit, prisoner]) => [bandit, prisonerOf(drawing, prisoner)]),
    ...entriesByName(punches).flatMap(([bandit, cards]) => cards.map((card) => [bandit, brawlerOf(drawing, card)])),
    ...entriesByName(wounds).flatMap(([bandit, cards]) => cards.map((card) => [bandit, woundOf(drawing, card)])),
  ];
}

/** What is on his sheet: brawler cards, cylinders, achievements, and the visible goals. */
function sheetOf(marshal, drawing) {
  const called = (bandit) => lookUp(drawing.characters, bandit)?.name ?? bandit;
  return [
    ...marshal.brawlers.map((brawler) => brawlerOf(drawing, brawler)),
    ...entriesByName(marshal.cylinders_count ?? marshal.cylinders).map(([name, left]) => cylinderOf(name, left.length ?? left)),
    ...marshal.posters.map((bandit) => cardOf(`Wanted: ${called(bandit)}`, `poster of ${called(bandit)}`)),
    ...marshal.mailbags.map(() => ({ thing: thingOf(MAILBAG, MAILBAG), name: MAILBAG })),
    ...marshal.recaptured.map((prisoner) => prisonerOf(drawing, prisoner)),
    ...goalsOf(marshal, drawing),
  ];
}

/** The visible current goals, the number of hidden ones, and the number to come. */
function goalsOf(marshal, drawing) {
  const { current, current_count, future, future_count, goals_drawn, goals_drawn_count, shown, met } = marshal;
  const seen = current ?? shown;
  const hidden = Math.max((current_count ?? seen.length) - seen.length, 0);
  const toCome = (future_count ?? future?.length) || (goals_drawn_count ?? goals_drawn.length);
  const cards = seen.map((goal) => {
    const isMet = met === null ? "" : met.includes(goal) ? " (met)" : " (not met)";
    const name = lookUp(drawing.goals, goal) ?? goal;
    return cardOf(`${name}${isMet}`, `goal ${name}${isMet}`);
  });
  return [
    ...cards,
    ...(hidden ? [cardOf(`${hidden} face down`, `${numberOf(hidden, "goal")} face down`)] : []),
    ...(toCome ? [cardOf(`${toCome} to come`, `${numberOf(toCome, "goal")} to come`)] : []),
  ];
}

const numberOf = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

function cardOf(sign, name) {
  return { thing: thingOf("card", "paper", sign, { width: 104, letters: 9, room: 92 }), name };
}

function cylinderOf(name, left) {
  const thing = thingOf("cylinder", "steel", left, { width: 30, letters: 1 });
  return { thing, name: `${name} cylinder with ${numberOf(left, "bullet")}` };
}

function prisonerOf({ prisoners }, prisoner) {
  const name = lookUp(prisoners, prisoner) ?? prisoner;
  return cardOf(name, name);
}

function brawlerOf({ brawlers }, brawler) {
  const name = lookUp(brawlers, brawler) ?? brawler;
  return cardOf(name, `brawler card ${name}`);
}

function woundOf({ wounds }, card) {
  const name = lookUp(wounds, kindOfBullet(card)) ?? card;
  return cardOf(name, `open bullet ${name}`);
}

const kindOfBullet = (card) => (String(card).startsWith(BULLET) ? String(card).slice(BULLET.length) : card);

/** The bars of the cell, behind those who are in it. */
function drawnWall(left, top, width, floor) {
  const bars = [];
  for (let x = left + BARS; x < left + width; x += PITCH) bars.push(`M${x} ${top}V${floor}`);
  return `<path class="bars" d="${bars.join("")}"/>`;
}

/** What a figure has besides loot, as pairs of a word of the page and an id. */
function thingsOf(marshal, bandit) {
  const { companions, punches, wounds, brawlers, posters, recaptured, current, shown } = marshal;
  const ids = (word, list) => list.map((id) => [word, id]);
  if (bandit !== MARSHAL) {
    return [
      ...(lookUp(companions, bandit) ? [["prisoner", companions[bandit]]] : []),
      ...ids("brawler", lookUp(punches, bandit) ?? []),
      ...ids("open-bullet", (lookUp(wounds, bandit) ?? []).map(kindOfBullet)),
    ];
  }
  return [
    ...ids("brawler", brawlers),
    ...ids("poster", posters),
    ...ids("prisoner", recaptured),
    ...ids("goal", current ?? shown),
  ];
}
