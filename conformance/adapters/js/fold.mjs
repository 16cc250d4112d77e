/**
 * The state of a game of Colt Rules as the sum of its events, as events/README.md tells it.
 *
 * Here are the events of the base game; each other module has a file of its own in folds/.
 * Pure: no state and no event given is ever changed, and only files of this folder are imported, so a browser runs it.
 * An event is taken to fit its schema in events/schemas/events; nothing here knows a rule of the game.
 */

import { FOLDS, UPCASTS } from "./folds/index.mjs";
import {
  carriedOut,
  dealt,
  drawn,
  entry,
  gained,
  laid,
  lifted,
  lost,
  nothing,
  onPile,
  onTop,
  withCards,
  withFigure,
  withRound,
  withValue,
  without,
} from "./steps.mjs";

/** The empty state, with which every game begins. */
export const NEW = {
  options: {
    edition: "",
    modules: [],
    seats: [],
    powers: false,
    happenings: false,
    stations: false,
    train: [],
    rulings: [],
  },
  phase: "new",
  train: [],
  marshal: "",
  figures: {},
  cards: {},
  floor: {},
  values: {},
  aside: [],
  neutral: -1,
  rounds: [],
  round: {
    number: 0,
    card: "",
    first: "",
    undealt: [],
    turn: -1,
    order: [],
    hidden: false,
    draws: [],
    pile: [],
    current: null,
    acted: false,
    happened: false,
    due: [],
    drawing: "",
    keeping: [],
    answered: 0,
  },
  ranking: [],
  teams: [],
  sealed: {},
};

/** The cards of a player without a bandit. */
const NO_CARDS = { hand: [], deck: [], discard: [], borrowed: [], uncounted: 0 };

/** The state after these events. An error names the event, counted from 1. */
export function fold(events, start = NEW) {
  return events.reduce((game, event, index) => {
    try {
      return evolve(game, event);
    } catch (error) {
      throw new Error(`event ${index + 1}, ${event?.type}: ${error.message}`, { cause: error });
    }
  }, start);
}

/** The state after one event, `{type, v, data}` of any version; other fields of a log line may be there. */
export function evolve(game, event) {
  const { type } = event;
  if (!Object.hasOwn(CHANGES, type)) {
    throw new Error(
      `expected one of the ${Object.keys(CHANGES).length} event types of this fold, got ${JSON.stringify(type)}; ` +
        "the log may come from a newer version of colt-rules",
    );
  }
  return CHANGES[type](game, upcast(event).data);
}

/** An event or a command of a log, `{type, v, data}` of any version, in the newest version of its type. */
export function upcast(entry) {
  const { type, v } = entry;
  const steps = Object.hasOwn(UPCASTS, type) ? UPCASTS[type] : [];
  const newest = steps.length + 1;
  if (!Number.isInteger(v) || v < 1 || v > newest) {
    throw new Error(
      `expected version ${newest} of ${type}${newest > 1 ? " or an earlier one" : ""}, got ${JSON.stringify(v)}; ` +
        "the log may come from a newer version of colt-rules",
    );
  }
  return steps.slice(v - 1).reduce(toNext, entry);
}

/** The same in the next version. A field that is hidden in a redacted log is hidden there, too. */
function toNext({ data, hidden, ...others }, { added, renamed }) {
  const newName = (name) => (Object.hasOwn(renamed, name) ? renamed[name] : name);
  const fields = Object.fromEntries(Object.entries(data).map(([name, value]) => [newName(name), value]));
  const next = { ...others, v: others.v + 1, data: { ...fields, ...added } };
  return hidden ? { ...next, hidden: hidden.map(newName) } : next;
}

// --- what each event changes, in the order of the table in events/README.md

const acted = (game) => withRound(game, { acted: true });

const CHANGES = {
  RulingAgreed: (game, { ruling, answer }) => ({
    ...game,
    options: { ...game.options, rulings: [...game.options.rulings, `${ruling}=${answer}`] },
  }),
  GameStarted: (game, options) => ({
    ...game,
    options: { ...options, rulings: game.options.rulings },
    phase: "setup",
  }),
  RoundCardsAgreed: (game, { rounds, stations }) => ({ ...game, agreed: { rounds, stations } }),
  TrainBuilt: (game, { cars }) => ({ ...game, train: cars }),
  SeatTaken: (game, { seat, bandit, cards, bullets, powers, purse, value }) => {
    const mine = game.cards[seat] ?? NO_CARDS;
    return {
      ...withValue(game, purse, value),
      figures: { ...game.figures, [bandit]: { seat, place: "", loot: [purse], bullets, powers, ransom: 0 } },
      cards: { ...game.cards, [seat]: { ...mine, deck: [...mine.deck, ...cards] } },
    };
  },
  LootPlaced: (game, { token, value, place }) => withValue(laid(game, place, token), token, value),
  LootSetAside: (game, { token, value }) => ({ ...withValue(game, token, value), aside: [...game.aside, token] }),
  MarshalPlaced: (game, { place }) => ({ ...game, marshal: place }),
  NeutralBulletsStacked: (game, { count }) => ({ ...game, neutral: count }),
  RoundCardsDrawn: (game, { cards }) => ({ ...game, rounds: cards }),
  StationDrawn: (game, { card }) => ({ ...game, rounds: [...game.rounds, card] }),
  FirstPlayerDrawn: (game, { seat }) => withRound(game, { first: seat }),
  BanditPlaced: (game, { bandit, place }) => withFigure(game, bandit, { place }),

  RoundStarted: (game, { number, card, first, order }) => ({
    ...game,
    phase: "schemin",
    rounds: card ? game.rounds.slice(1) : game.rounds,
    round: { ...NEW.round, number, card, first, undealt: order },
  }),
  RoundCardRevealed: (game, { card }) => withRound({ ...game, rounds: game.rounds.slice(1) }, { card }),
  DeckShuffled: (game, { seat, deck }) => dealt(withCards(game, seat, { deck }), seat),
  HandDrawn: (game, { seat, cards }) => drawn(game, seat, cards),
  TurnStarted: (game, { turn, order, face_down }) => withRound(game, { turn, order, hidden: face_down }),
  CardPlayed: (game, played) => withRound(onPile(game, played), { order: game.round.order.slice(1) }),
  CardsDrawn: (game, { seat, cards }) =>
    withRound(drawn(game, seat, cards), {
      draws: [...game.round.draws, { seat, turn: game.round.turn }],
      order: without(game.round.order, seat),
      drawing: "",
    }),
  HandReturned: (game, { seat, cards }) =>
    withCards(onTop(game, seat, cards), seat, { hand: without(entry(game.cards, seat).hand, ...cards) }),
  PileTurned: (game) => ({ ...game, phase: "stealin" }),

  CardRevealed: (game) => {
    const [current, ...pile] = game.round.pile;
    if (!current) throw new Error("expected a card on the pile, got an empty pile; the event does not fit the state");
    return withRound(game, { current, pile });
  },
  CardReturned: (game, { seat, card }) => carriedOut(onTop(game, seat, [card])),
  ActionTaken: acted,
  ActionIdle: acted,
  BanditMoved: (game, { bandit, to }) => withFigure(game, bandit, { place: to }),
  BanditStayed: nothing,
  BulletGiven: (game, { shooter, seat, bullet, left }) =>
    onTop(withFigure(game, shooter, { bullets: left }), seat, [bullet]),
  NeutralBulletGiven: (game, { seat, left }) => ({ ...onTop(game, seat, ["neutral-bullet"]), neutral: left }),
  BulletUncounted: (game, { seat }) => withCards(game, seat, { uncounted: entry(game.cards, seat).uncounted + 1 }),
  NeutralBulletsShort: nothing,
  NeutralBulletsRemoved: (game) => ({ ...game, neutral: 0 }),
  LootTaken: (game, { bandit, token, place }) => gained(lifted(game, place, token), bandit, token),
  LootDropped: (game, { bandit, token, place }) => laid(lost(game, bandit, token), place, token),
  LootSnatched: (game, { bandit, token, by }) => gained(lost(game, bandit, token), by, token),
  LootLost: (game, { bandit, token }) => lost(game, bandit, token),
  LootKept: nothing,
  StrongboxBrought: (game, { token, place }) => ({ ...laid(game, place, token), aside: without(game.aside, token) }),
  MarshalMoved: (game, { to }) => ({ ...game, marshal: to }),
  MarshalStayed: nothing,

  StealinEnded: (game) => ({ ...game, phase: "round-end" }),
  HappeningStarted: (game, { due }) => withRound(game, { happened: true, due }),
  PickpocketAnswered: (game, { bandit }) => withRound(game, { due: without(game.round.due, bandit) }),
  RansomPaid: (game, { bandit, amount }) =>
    withFigure(game, bandit, { ransom: entry(game.figures, bandit).ransom + amount }),
  RoundEnded: nothing,
  GameEnded: (game, { ranking }) => ({ ...game, phase: "over", ranking }),

  ...Object.assign({}, ...Object.values(FOLDS)),
};
