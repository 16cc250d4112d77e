/** What the events of horses and whisky change, in the order of the table in events/modules. */

import { drawn, entry, going, laid, lost, nothing, onPile, withRound, withValue, without } from "../steps.mjs";

/** What horses and whisky add to the state, from the first of their events on. */
const NO_HORSES = { stands: {}, flasks: {}, attack: null, pour: null };

function withHorses(game, parts) {
  return { ...game, horses: { ...(game.horses ?? NO_HORSES), ...parts } };
}

export function stands(game, horse, car) {
  return withHorses(game, { stands: { ...game.horses?.stands, [horse]: car } });
}

export function horsesGone(game, horses) {
  return withHorses(game, { stands: leftOf(game.horses?.stands ?? {}, horses) });
}

export function flaskSeen(game, token) {
  const flasks = game.horses?.flasks ?? {};
  return withHorses(game, { flasks: { ...flasks, [token]: { ...entry(flasks, token), used: true } } });
}

function leftOf(things, gone) {
  return Object.fromEntries(Object.entries(things).filter(([id]) => !gone.includes(id)));
}

export const CHANGES = {
  FlaskPlaced: (game, { token, kind, place }) =>
    withHorses(withValue(laid(game, place, token), token, 0), {
      flasks: { ...game.horses?.flasks, [token]: { kind, used: false } },
    }),
  AttackReached: (game, { car, riders }) => withHorses(game, { attack: { car, riders, hidden: {} } }),
  BoardingSealed: (game, { seat, boards }) => {
    const attack = going(game, "horses", "attack");
    return withHorses(game, { attack: { ...attack, hidden: { ...attack.hidden, [seat]: boards } } });
  },
  BoardingShown: nothing,
  HorseLeft: (game, { bandit, horse, car }) => {
    const attack = going(game, "horses", "attack");
    return withHorses(stands(game, horse, car), { attack: { ...attack, riders: without(attack.riders, bandit) } });
  },
  AttackEnded: (game) => withHorses(game, { attack: null }),
  HorseRidden: (game, { horse, to }) => stands(game, horse, to),
  FlaskUsed: (game, { seat, kind, draw, cards }) => withHorses(game, { pour: { seat, kind, draw, cards } }),
  FlaskTurned: (game, { token }) => flaskSeen(game, token),
  FlaskEmptied: (game, { bandit, token }) => flaskSeen(lost(game, bandit, token), token),
  FlaskCardsDrawn: (game, { seat, cards }) =>
    withHorses(drawn(game, seat, cards), { pour: { ...going(game, "horses", "pour"), draw: false } }),
  FlaskCardPlayed: (game, { left, answered, ...played }) =>
    withHorses(
      withRound(onPile(game, played), {
        order: left ? game.round.order : without(game.round.order, played.seat),
        answered,
      }),
      { pour: left ? { ...going(game, "horses", "pour"), cards: left } : null },
    ),
  FlaskCardMissing: (game, { seat }) =>
    withHorses(withRound(game, { order: without(game.round.order, seat), answered: game.round.pile.length }), {
      pour: null,
    }),
};
