/** Cursed loot brings no event of its own: what is worth how much is told by those of the base game. */
export const CHANGES = {};
