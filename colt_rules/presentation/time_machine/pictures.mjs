/** The time machine in a picture; see pictures.py. */

import { lookUp } from "../../site/script/names.mjs";
import { PICTURES, thingOf } from "../../site/script/slots.mjs";

/** The time machine, named like a car without a roof. */
const NAME = "time-machine";
/** The place of a hiding bandit, near to no other place. */
const BENEATH = "beneath";
/** From its middle to the walls of its cabin, to its nose and to its tail; from its floor to its underside. */
const [HALF, NOSE, TAIL, SILL] = [47, 96, 72, 14];

PICTURES.set("time_machine", {
  scene: ({ hidden, car }, drawing) => ({
    figures: hidden && car ? [figureOf(drawing, hidden, car)] : [],
    fronts: [{ name: NAME, title: "Time machine", drawnHull }],
  }),
  elsewhere: [[BENEATH, thingOf("label", "", "hides", { width: 60 })]],
});

/** The outline of a bandit in the car beneath which it hides. */
function figureOf({ characters }, bandit, car) {
  const { name, colour } = lookUp(characters, bandit) ?? { name: bandit, colour: "grey" };
  const thing = thingOf("hiding", colour, "", { width: 30, height: 46 });
  return { place: `${car}.inside`, thing, words: `${name} in hiding beneath it` };
}

/** The car with its bonnet at the left, a door like a wing, lightning above its tail and fire behind its wheels. */
function drawnHull(middle, top, floor, rail) {
  const [left, right, front, back] = [middle - HALF, middle + HALF, middle - NOSE, middle + TAIL];
  const door = `M${middle + 10} ${top - 6}L${middle - 30} ${top - 36}l8 -5L${middle + 24} ${top - 6}z`;
  const tail = `M${right} ${top}L${back - 8} ${floor - 24}H${back}V${floor + SILL}H${right}z`;
  const vent = `M${right + 4} ${floor - 44}h12v16h-12z`;
  const windscreen = `M${left} ${top}L${left - 18} ${floor - 13}H${left}z`;
  const room = `M${left} ${top}H${right}V${floor}H${left}z`;
  const bonnet = `M${left} ${floor}V${floor - 13}H${left - 18}L${front} ${floor - 1}`;
  const sill = `${bonnet}V${floor + SILL}H${back}V${floor}z`;
  const roof = `M${left - 2} ${top}l6 -6H${right - 6}l6 6z`;
  const stripe = `M${front} ${floor + 7}H${back}`;
  const bolt = `M${right + 16} ${top - 42}l-15 20h9l-7 18l19 -24h-9l8 -14z`;
  const fire = `M${back - 18} ${rail - 1}q-2 -9 4 -13q1 5 5 5q-1 -6 4 -9q0 9 5 17z`;
  const wheel = (x) => `<use href="#colt-rim" class="metal" x="${x}" y="${rail - 12}"/>`;
  return [
    `<path class="fire" d="${fire}"/><path class="steel" d="${door}${tail}"/><path class="metal" d="${vent}"/>`,
    `<path class="glass" d="${windscreen}"/><path class="room" d="${room}"/><path class="steel" d="${sill}${roof}"/>`,
    `<path class="stripe" d="${stripe}"/><path class="yellow" d="${bolt}"/>`,
    wheel(front + 26),
    wheel(back - 30),
  ].join("");
}
