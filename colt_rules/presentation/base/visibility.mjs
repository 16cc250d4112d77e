/** The audiences that any module can name, and who knows the value of a loot token; see visibility.py. */

import { lookUp } from "../../site/script/names.mjs";
import { VISIBILITY, allOrPlayers, rolesOf } from "../../site/script/visibility.mjs";

VISIBILITY.set("base", {
  openKinds: ["jewel", "strongbox"],
  audiences: {
    everybody: rolesOf,
    nobody: () => [],
    player: (after, { seat }) => [seat],
    player_if_face_down: (after, { seat, face_down }) => (face_down === false ? rolesOf(after) : [seat]),
    its_player: (state, record, seat) => [seat],
    nobody_if_purse: (after, { token }) => allOrPlayers(after, token),
    owner_if_purse: (after, { token, bandit }) => allOrPlayers(after, token, bandit),
    owners_if_purse: (after, { token, bandit, by }) => allOrPlayers(after, token, bandit, by),
  },
  facts: {
    value: (after, { token }) => lookUp(after.values, token),
  },
});
