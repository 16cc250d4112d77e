/** Starts the players of a page. Without a page, as in a test, it does nothing. */

import { startCases } from "./cases.mjs";
import { startGuided } from "./guided.mjs";
import { startReplay } from "./replay.mjs";

function start() {
  startCases();
  startReplay();
  startGuided();
}

if (globalThis.document) {
  if (document.readyState === "complete") start();
  else document.addEventListener("DOMContentLoaded", start);
}
