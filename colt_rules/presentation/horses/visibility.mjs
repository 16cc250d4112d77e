/** Who sees what of horses and whisky; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, playersOf, rolesOf, seatsIn } from "../../site/script/visibility.mjs";

VISIBILITY.set("horses", {
  openKinds: ["whisky"],
  audiences: {
    owner: (after, { bandit }) => playersOf(after, bandit),
    owner_until_used: (state, { used }, token) => (used ? rolesOf(state) : ownersOf(state, token)),
  },
  facts: {
    chosen: (state, { hidden }) => seatsIn(state, hidden),
    whisky: (after, { token }) => lookUp(after.horses?.flasks, token)?.kind,
  },
});

function ownersOf({ figures }, token) {
  const owners = Object.values(figures).filter(({ loot }) => loot.includes(token));
  return owners.map(({ seat }) => seat);
}
