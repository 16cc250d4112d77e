/** What the events of games with two bandits a player change, in the order of the table in events/modules. */

import { entry, onPile, withCards, withRound, without } from "../steps.mjs";

export const CHANGES = {
  TeamsDrawn: (game, { teams }) => ({ ...game, teams }),
  TeamChosen: (game, { bandits }) => ({ ...game, teams: game.teams.filter((team) => !team.every((one) => bandits.includes(one))) }),
  PawnsHidden: (game, { seat, last, before }) => ({ ...game, sealed: { ...game.sealed, [seat]: [last, before] } }),
  CardChosen: (game, { seat, card }) => {
    const { hand, deck } = entry(game.cards, seat);
    return withCards(game, seat, { hand: [...hand, card], deck: without(deck, card) });
  },
  CardAdded: (game, { answered, ...played }) => withRound(onPile(game, played), { answered }),
  NoCardAdded: (game, { answered }) => withRound(game, { answered }),
};
