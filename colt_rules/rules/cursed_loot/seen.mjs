/** Where cursed loot is mixed in, no jewel and no strongbox tells its value by its look, as seen.py has it. */

import { SEEN } from "../../site/script/seeing.mjs";

SEEN.set("cursed-loot", { hiddenKinds: ["jewel", "strongbox"] });
