/** Who sees what of the balloon, as visibility.py has it. */

import { VISIBILITY, allOpen } from "../../site/script/visibility.mjs";

VISIBILITY.set("balloon-ride", {
  view: (state, role) => state.balloon_ride && { balloon_ride: balloonView(state, role, state.balloon_ride) },
  openKinds: ["sandbag"],
});

/** How heavy a sandbag is knows who has it, and nobody while it lies about. */
function balloonView(state, role, { sandbags, height }) {
  const mine = Object.values(state.figures).flatMap(({ seat, loot }) => (seat === role ? loot : []));
  const known = (token) => mine.includes(token) || allOpen(state, role);
  const seen = Object.entries(sandbags).map(([token, kind]) => [token, known(token) ? kind : null]);
  return { sandbags: Object.fromEntries(seen), height };
}
