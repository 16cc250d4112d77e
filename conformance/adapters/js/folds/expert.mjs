/** What the events of the expert variant change, in the order of the table in events/modules. */

import { carriedOut, dealt, drawn, entry, onDiscard, withCards, withRound, without } from "../steps.mjs";

export const CHANGES = {
  HandFilled: (game, { seat, cards }) => dealt(drawn(game, seat, cards), seat),
  DiscardShuffled: (game, { seat, cards }) =>
    withCards(game, seat, { deck: [...entry(game.cards, seat).deck, ...cards], discard: [] }),
  BulletsDiscarded: (game, { seat, cards }) =>
    withCards(onDiscard(game, seat, cards), seat, { hand: without(entry(game.cards, seat).hand, ...cards) }),
  DrawAnnounced: (game, { seat }) => withRound(game, { drawing: seat }),
  KeepingStarted: (game, { seats }) => withRound(game, { keeping: seats }),
  HandKept: (game, { seat, kept, discarded }) =>
    withRound(withCards(onDiscard(game, seat, discarded), seat, { hand: kept }), {
      keeping: without(game.round.keeping, seat),
    }),
  CardDiscarded: (game, { seat, card }) => carriedOut(onDiscard(game, seat, [card])),
};
