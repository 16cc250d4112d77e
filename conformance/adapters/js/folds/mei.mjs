/** Mei brings no event of her own: what happens to her is told by those of the base game. */
export const CHANGES = {};
