/** Where cursed loot is mixed in, no jewel and no strongbox tells its value by its look, as visibility.py has it. */

import { VISIBILITY } from "../../site/script/visibility.mjs";

VISIBILITY.set("cursed-loot", { hiddenKinds: ["jewel", "strongbox"] });
