/** The stagecoach in a picture; see pictures.py. */

import { entriesByName, lookUp } from "../../site/script/names.mjs";
import { PICTURES, halfOf, thingOf } from "../../site/script/slots.mjs";

/** The stagecoach, named like a car: its places are its inside and its roof. */
const COACH = "stagecoach";
/** The place of a bandit who has ridden away, near to no other place. */
const AWAY = "away";
const SHOTGUN = thingOf("shotgun", "orange", "", { width: 30, height: 46 });
/** The width of the stagecoach, the thickness of its walls and its roof, the depth of its body. */
const [BODY, WALL, SLAB, AXLE] = [108, 7, 7, 12];

PICTURES.set("stagecoach", {
  scene: ({ car, shotgun, hostages, captors }, drawing) => ({
    figures: shotgun ? [{ place: shotgun, thing: SHOTGUN, words: "the Shotgun" }] : [],
    items: (hostages ?? []).map((hostage) => itemOf(drawing, hostage)),
    owned: entriesByName(captors).map(([bandit, hostage]) => [bandit, itemOf(drawing, hostage)]),
    vehicles: [{ name: COACH, title: "Stagecoach", car, drawnHull }],
  }),
  has: ({ captors }, bandit) => (lookUp(captors, bandit) ? [["hostage", captors[bandit]]] : []),
  elsewhere: [[AWAY, thingOf("label", "", "rode away", { width: 104 })]],
});

/** A hostage as a card with its name. */
function itemOf({ hostages }, hostage) {
  const name = lookUp(hostages, hostage);
  const thing = thingOf("card", "paper", name ?? hostage, { width: 104, letters: 9, room: 92 });
  return { thing, name: name?.toLowerCase() ?? hostage };
}

/** The stagecoach with its pole and its wheels. */
function drawnHull(middle, roofs, floor) {
  const left = middle - halfOf(BODY);
  const room = `M${left + WALL} ${roofs + SLAB}h${BODY - 2 * WALL}V${floor}h${2 * WALL - BODY}z`;
  const sides = [
    `M${left} ${roofs + SLAB}h${BODY}V${floor}q-3 ${AXLE} -18 ${AXLE}h${36 - BODY}q-15 0 -18 ${-AXLE}z`,
    `M${left - 5} ${roofs}h${BODY + 10}l-4 ${SLAB}h${-BODY - 2}z`,
  ].join("");
  const pole = `M${left + 10} ${floor + 8}L${left - 20} ${floor + 14}`;
  const wheel = (x) => `<use href="#colt-spokes" class="metal" x="${x}" y="${floor + AXLE}"/>`;
  return [
    `<path class="rail" d="${pole}"/><path class="coach" d="${sides}"/><path class="room" d="${room}"/>`,
    wheel(left + 18),
    wheel(left + BODY - 18),
  ].join("");
}
