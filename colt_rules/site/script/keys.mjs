/** Which key is meant, whatever the layout of the keyboard, and whether what has the focus needs it itself. */

/** What is written into takes every key. */
const WRITTEN = "textarea, [contenteditable], input:not([type=range], [type=file], [type=button], [type=checkbox], [type=radio])";

/** What is pressed with the space bar. */
const PRESSED = "button, select, summary, input:not([type=range])";

/** The names of keys by their place on the keyboard: a Russian layout has letters where others have brackets. */
const BY_PLACE = { KeyK: "k", BracketLeft: "[", BracketRight: "]", Minus: "-", Equal: "+" };

/** The name of the key in an event: letters are small, "=" is the key of "+", and only keys without a sign have Shift. */
export function keyOf({ key, code, shiftKey }) {
  if (key.length > 1) return shiftKey ? `Shift+${key}` : key;
  if (key > "\u007f") return BY_PLACE[code] ?? key;
  return key === "=" ? "+" : key.toLowerCase();
}

/** Whether a key is meant for the page: not together with others, and not where the focus writes or is pressed. */
export function pressedOn(event, key) {
  const { target } = event;
  const isSign = event.getModifierState("AltGraph"); // with which some layouts write brackets
  if (event.metaKey || ((event.altKey || event.ctrlKey) && !isSign)) return false;
  if (!target.closest) return true; // the document itself
  if (target.closest(`dialog, ${WRITTEN}`) || isUnfolded(target)) return false;
  return key !== " " || !target.closest(PRESSED);
}

/** Whether the list of a choice is open, in which keys choose. */
function isUnfolded(target) {
  return target.matches("select") && CSS.supports("selector(:open)") && target.matches(":open");
}
