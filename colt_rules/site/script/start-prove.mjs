/** Starts the page on which the suite runs in the browser. */

import { ProvePage } from "./prove.mjs";
import { colt } from "./shared.mjs";

const holder = globalThis.document?.getElementById("colt-prove");
if (holder) {
  colt.provePage = new ProvePage(holder);
  colt.provePage.start();
}
