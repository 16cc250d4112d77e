/** Horses and whisky in a picture; see pictures.py. */

import { lookUp } from "../../site/script/names.mjs";
import { PICTURES, counted, thingOf } from "../../site/script/slots.mjs";

const HORSE = thingOf("horse", "horse", "", { height: 36 });
/** Tokens of this kind are flasks. */
const FLASK = "whisky";

PICTURES.set("horses", {
  scene: ({ stands }) => ({ rows: [{ thing: HORSE, name: "horse", numbers: counted(Object.values(stands)) }] }),
  tokens: { [FLASK]: faceOf },
});

/** A flask with its content, if that is known. */
function faceOf(horses, token) {
  const { kind, used } = lookUp(horses?.flasks, token) ?? {};
  const whisky = String(kind ?? "");
  return {
    thing: thingOf(used ? "half" : "flask", FLASK, whisky, { font: [...whisky].length > 3 ? "small" : "" }),
    words: `a ${used ? "half-empty " : ""}flask${whisky ? ` of ${whisky} whisky` : ""}`,
    id: whisky ? `${whisky}-${FLASK}` : FLASK,
  };
}
