/** The balloon in a picture, as pictures.py has it. */

import { lookUp } from "../../site/script/names.mjs";
import { PICTURES, thingOf } from "../../site/script/slots.mjs";

const SANDBAG = "sandbag";

PICTURES.set("balloon_ride", {
  scene: () => ({ vehicles: [{ name: "balloon", title: "Balloon", car: "locomotive", drawnHull }] }),
  tokens: { [SANDBAG]: faceOf },
});

/** The basket, from the height of its roof to that of its floor. */
function drawnHull(middle, roofs, floor) {
  return `<path class="basket" d="M${middle - 50} ${roofs}h100V${floor}h-100z"/>`;
}

/** A sandbag with its weight, as far as that is known. */
function faceOf(balloon, token) {
  const kind = String(lookUp(balloon?.sandbags, token) ?? "");
  return { thing: thingOf("sandbag", SANDBAG, kind.slice(0, 1).toUpperCase()), words: `a ${`${kind} ${SANDBAG}`.trimStart()}` };
}
