/** What the events of teams change, in the order of the table in events/modules. */

import { entry, withCards } from "../steps.mjs";

export const CHANGES = {
  PartnerCardDrawn: (game, { seat, partner, card }) => {
    const { hand, borrowed } = entry(game.cards, seat);
    const left = withCards(game, partner, { deck: entry(game.cards, partner).deck.slice(1) });
    return withCards(left, seat, { hand: [...hand, card], borrowed: [...borrowed, card] });
  },
};
