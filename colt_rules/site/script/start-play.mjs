/** Starts the page on which a game is played. */

import { openEngine } from "./engine.mjs";
import { PlayPage } from "./play.mjs";

const holder = globalThis.document?.getElementById("colt-play");
if (holder) new PlayPage(holder, (progress) => openEngine({ progress })).start();
