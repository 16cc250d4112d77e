/** Who sees how heavy a sandbag is, as visibility.py has it. */

import { VISIBILITY } from "../../site/script/visibility.mjs";

VISIBILITY.set("balloon-ride", {
  openKinds: ["sandbag"],
  audiences: {
    carrier: ({ figures }, balloon, token) => {
      const carriers = Object.values(figures).filter(({ loot }) => loot.includes(token));
      return carriers.map(({ seat }) => seat);
    },
  },
});
