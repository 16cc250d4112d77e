/** With cursed loot mixed in, no jewel and no strongbox shows its value; see visibility.py. */

import { VISIBILITY } from "../../site/script/visibility.mjs";

VISIBILITY.set("cursed-loot", { hiddenKinds: ["jewel", "strongbox"] });
