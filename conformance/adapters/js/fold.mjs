/**
 * The state of a game of Colt Rules as the sum of its events, as events/README.md tells it.
 *
 * Pure: no state and no event given is ever changed, and nothing is imported, so a browser runs this file as it is.
 * An event is taken to fit its schema in events/schemas/events; nothing here knows a rule of the game.
 */

/** The empty state, with which every game begins. */
export const NEW = {
  options: { edition: "", modules: [], seats: [], powers: false, happenings: false, stations: false, train: [] },
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
  },
  ranking: [],
};

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

/** The state after one event, `{type, v, data}`; other fields of a log line may be there. */
export function evolve(game, { type, v, data }) {
  if (!Object.hasOwn(CHANGES, type)) {
    throw new Error(
      `expected one of the ${Object.keys(CHANGES).length} event types of this fold, got ${JSON.stringify(type)}; ` +
        "the log may come from a newer version of colt-rules",
    );
  }
  if (v !== VERSION) {
    throw new Error(
      `expected version ${VERSION} of ${type}, got ${JSON.stringify(v)}; ` +
        "the log may come from a newer version of colt-rules",
    );
  }
  return CHANGES[type](game, data);
}

/** The version that every event type has today. */
const VERSION = 1;

// --- what an event names must be there: JavaScript alone would go on with `undefined`

function missing(item, there) {
  return new Error(`expected one of [${there.join(", ")}], got ${item}; the event does not fit the state`);
}

function entry(things, id) {
  if (!Object.hasOwn(things, id)) throw missing(id, Object.keys(things));
  return things[id];
}

function without(list, item) {
  const index = list.indexOf(item);
  if (index < 0) throw missing(item, list);
  return [...list.slice(0, index), ...list.slice(index + 1)];
}

// --- one thing of the state replaced

function withRound(game, parts) {
  return { ...game, round: { ...game.round, ...parts } };
}

function withFigure(game, bandit, parts) {
  return { ...game, figures: { ...game.figures, [bandit]: { ...entry(game.figures, bandit), ...parts } } };
}

function withCards(game, seat, parts) {
  return { ...game, cards: { ...game.cards, [seat]: { ...entry(game.cards, seat), ...parts } } };
}

function withValue(game, token, value) {
  return { ...game, values: { ...game.values, [token]: value } };
}

function onTop(game, seat, cards) {
  return withCards(game, seat, { deck: [...cards, ...entry(game.cards, seat).deck] });
}

function drawn(game, seat, cards) {
  const { hand, deck } = entry(game.cards, seat);
  return withCards(game, seat, { hand: [...hand, ...cards], deck: deck.slice(cards.length) });
}

function laid(game, place, token) {
  return { ...game, floor: { ...game.floor, [place]: [...(game.floor[place] ?? []), token] } };
}

function lifted(game, place, token) {
  const { [place]: here, ...elsewhere } = game.floor;
  const left = without(here ?? [], token);
  return { ...game, floor: left.length ? { ...elsewhere, [place]: left } : elsewhere };
}

function gained(game, bandit, token) {
  return withFigure(game, bandit, { loot: [...entry(game.figures, bandit).loot, token] });
}

function lost(game, bandit, token) {
  return withFigure(game, bandit, { loot: without(entry(game.figures, bandit).loot, token) });
}

// --- what each event changes, in the order of the table in events/README.md

const nothing = (game) => game;
const acted = (game) => withRound(game, { acted: true });

const CHANGES = {
  GameStarted: (game, options) => ({ ...game, options, phase: "setup" }),
  TrainBuilt: (game, { cars }) => ({ ...game, train: cars }),
  SeatTaken: (game, { seat, bandit, cards, bullets, powers, purse, value }) => ({
    ...withValue(game, purse, value),
    figures: { ...game.figures, [bandit]: { seat, place: "", loot: [purse], bullets, powers, ransom: 0 } },
    cards: { ...game.cards, [seat]: { hand: [], deck: cards } },
  }),
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
    rounds: game.rounds.slice(1),
    round: { ...NEW.round, number, card, first, undealt: order },
  }),
  DeckShuffled: (game, { seat, deck }) =>
    withRound(withCards(game, seat, { deck }), { undealt: without(game.round.undealt, seat) }),
  HandDrawn: (game, { seat, cards }) => drawn(game, seat, cards),
  TurnStarted: (game, { turn, order, face_down }) => withRound(game, { turn, order, hidden: face_down }),
  CardPlayed: (game, { seat, card, face_down }) =>
    withRound(withCards(game, seat, { hand: without(entry(game.cards, seat).hand, card) }), {
      pile: [...game.round.pile, { seat, card, face_down }],
      order: game.round.order.slice(1),
    }),
  CardsDrawn: (game, { seat, cards }) =>
    withRound(drawn(game, seat, cards), {
      draws: [...game.round.draws, { seat, turn: game.round.turn }],
      order: game.round.order.slice(1),
    }),
  HandReturned: (game, { seat, cards }) => withCards(onTop(game, seat, cards), seat, { hand: [] }),
  PileTurned: (game) => ({ ...game, phase: "stealin" }),

  CardRevealed: (game) => {
    const [current, ...pile] = game.round.pile;
    if (!current) throw new Error("expected a card on the pile, got an empty pile; the event does not fit the state");
    return withRound(game, { current, pile });
  },
  CardReturned: (game, { seat, card }) => withRound(onTop(game, seat, [card]), { current: null, acted: false }),
  ActionTaken: acted,
  ActionIdle: acted,
  BanditMoved: (game, { bandit, to }) => withFigure(game, bandit, { place: to }),
  BanditStayed: nothing,
  BulletGiven: (game, { shooter, seat, bullet, left }) =>
    onTop(withFigure(game, shooter, { bullets: left }), seat, [bullet]),
  NeutralBulletGiven: (game, { seat, left }) => ({ ...onTop(game, seat, ["neutral-bullet"]), neutral: left }),
  NeutralBulletsShort: nothing,
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
};
