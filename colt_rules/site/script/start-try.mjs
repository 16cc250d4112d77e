/** Starts the page on which a position is tried. */

import { openEngine } from "./engine.mjs";
import { TryPage } from "./try.mjs";

const holder = globalThis.document?.getElementById("colt-try");
if (holder) new TryPage(holder, (progress) => openEngine({ progress })).start();
