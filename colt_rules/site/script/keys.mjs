/** Which key is pressed, in any keyboard layout, and whether the focused element needs it. */

/** Elements for typing, which need every key. */
const WRITTEN = "textarea, [contenteditable], input:not([type=range], [type=file], [type=button], [type=checkbox], [type=radio])";

/** Elements that the space bar activates. */
const PRESSED = "button, select, summary, input:not([type=range])";

/** Keys by their position on the keyboard: a Russian layout has letters where others have brackets. */
const BY_PLACE = { KeyK: "k", BracketLeft: "[", BracketRight: "]", Minus: "-", Equal: "+" };

/** The name of the key in an event: letters in lower case, "=" as "+", and Shift only for keys without a character. */
export function keyOf({ key, code, shiftKey }) {
  if (key.length > 1) return shiftKey ? `Shift+${key}` : key;
  if (key > "\u007f") return BY_PLACE[code] ?? key;
  return key === "=" ? "+" : key.toLowerCase();
}

/** Whether a key is for the page: without modifiers, and not needed by the focused element. */
export function pressedOn(event, key) {
  const { target } = event;
  const isSign = event.getModifierState("AltGraph"); // some layouts need it for brackets
  if (event.metaKey || ((event.altKey || event.ctrlKey) && !isSign)) return false;
  if (!target.closest) return true; // the document itself
  if (target.closest(`dialog, ${WRITTEN}`) || isUnfolded(target)) return false;
  return key !== " " || !target.closest(PRESSED);
}

/** Whether the list of a select is open, in which keys choose. */
function isUnfolded(target) {
  return target.matches("select") && CSS.supports("selector(:open)") && target.matches(":open");
}
