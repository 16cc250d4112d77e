/**
 * The state of a game of Colt Rules as the sum of its events, as events/README.md tells it.
 *
 * Pure: no state and no event given is ever changed, and nothing is imported, so a browser runs this file as it is.
 * An event is taken to fit its schema in events/schemas/events; nothing here knows a rule of the game.
 */

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

/** What horses and whisky add to the state, from the first of their events on. */
const NO_HORSES = { stands: {}, flasks: {}, attack: null, pour: null };

/** What the stagecoach adds to the state, from the first of its events on. */
const NO_STAGECOACH = {
  car: "",
  shotgun: "",
  hostages: null,
  captors: {},
  running: [],
  fell_back: 0,
  bitten: 0,
  agreed: null,
  melee: null,
  plan: null,
  drink: null,
  remembered: {},
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

function without(list, ...items) {
  return items.reduce((left, item) => {
    const index = left.indexOf(item);
    if (index < 0) throw missing(item, left);
    return [...left.slice(0, index), ...left.slice(index + 1)];
  }, list);
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

function dealt(game, seat) {
  return withRound(game, { undealt: without(game.round.undealt, seat) });
}

function onPile(game, { seat, card, face_down }) {
  return withRound(withCards(game, seat, { hand: without(entry(game.cards, seat).hand, card) }), {
    pile: [...game.round.pile, { seat, card, face_down }],
  });
}

function onDiscard(game, seat, cards) {
  return withCards(game, seat, { discard: [...entry(game.cards, seat).discard, ...cards] });
}

function carriedOut(game) {
  return withRound(game, { current: null, acted: false });
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

function withHorses(game, parts) {
  return { ...game, horses: { ...(game.horses ?? NO_HORSES), ...parts } };
}

function withStagecoach(game, parts) {
  return { ...game, stagecoach: { ...(game.stagecoach ?? NO_STAGECOACH), ...parts } };
}

/** A part of the state that an event takes for granted. */
function going(game, module, part) {
  const there = game[module]?.[part];
  if (!there) throw new Error(`expected a ${part}, got none; the event does not fit the state`);
  return there;
}

function stands(game, horse, car) {
  return withHorses(game, { stands: { ...game.horses?.stands, [horse]: car } });
}

function horsesGone(game, horses) {
  return withHorses(game, { stands: leftOf(game.horses?.stands ?? {}, horses) });
}

function flaskSeen(game, token) {
  const flasks = game.horses?.flasks ?? {};
  return withHorses(game, { flasks: { ...flasks, [token]: { ...entry(flasks, token), used: true } } });
}

function leftOf(things, gone) {
  return Object.fromEntries(Object.entries(things).filter(([id]) => !gone.includes(id)));
}

// --- what each event changes, in the order of the table in events/README.md

const nothing = (game) => game;
const acted = (game) => withRound(game, { acted: true });
const sameRow = (one, other) => one.length === other.length && one.every((item, index) => item === other[index]);

const CHANGES = {
  RulingClaimed: (game, { ruling, answer }) => ({
    ...game,
    options: { ...game.options, rulings: [...game.options.rulings, `${ruling}=${answer}`] },
  }),
  GameStarted: (game, options) => ({
    ...game,
    options: { ...options, rulings: game.options.rulings },
    phase: "setup",
  }),
  TrainBuilt: (game, { cars }) => ({ ...game, train: cars }),
  TeamsDrawn: (game, { teams }) => ({ ...game, teams }),
  TeamChosen: (game, { bandits }) => ({ ...game, teams: game.teams.filter((team) => !team.every((one) => bandits.includes(one))) }),
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
  PawnsHidden: (game, { seat, last, before }) => ({ ...game, sealed: { ...game.sealed, [seat]: [last, before] } }),
  BanditPlaced: (game, { bandit, place }) => withFigure(game, bandit, { place }),

  RoundStarted: (game, { number, card, first, order }) => ({
    ...game,
    phase: "schemin",
    rounds: card ? game.rounds.slice(1) : game.rounds,
    round: { ...NEW.round, number, card, first, undealt: order },
  }),
  RoundCardRevealed: (game, { card }) => withRound({ ...game, rounds: game.rounds.slice(1) }, { card }),
  CardChosen: (game, { seat, card }) => {
    const { hand, deck } = entry(game.cards, seat);
    return withCards(game, seat, { hand: [...hand, card], deck: without(deck, card) });
  },
  DeckShuffled: (game, { seat, deck }) => dealt(withCards(game, seat, { deck }), seat),
  PartnerCardDrawn: (game, { seat, partner, card }) => {
    const { hand, borrowed } = entry(game.cards, seat);
    const left = withCards(game, partner, { deck: entry(game.cards, partner).deck.slice(1) });
    return withCards(left, seat, { hand: [...hand, card], borrowed: [...borrowed, card] });
  },
  HandDrawn: (game, { seat, cards }) => drawn(game, seat, cards),
  HandFilled: (game, { seat, cards }) => dealt(drawn(game, seat, cards), seat),
  DiscardShuffled: (game, { seat, cards }) =>
    withCards(game, seat, { deck: [...entry(game.cards, seat).deck, ...cards], discard: [] }),
  BulletsDiscarded: (game, { seat, cards }) =>
    withCards(onDiscard(game, seat, cards), seat, { hand: without(entry(game.cards, seat).hand, ...cards) }),
  TurnStarted: (game, { turn, order, face_down }) => withRound(game, { turn, order, hidden: face_down }),
  CardPlayed: (game, played) => withRound(onPile(game, played), { order: game.round.order.slice(1) }),
  CardAdded: (game, { answered, ...played }) => withRound(onPile(game, played), { answered }),
  NoCardAdded: (game, { answered }) => withRound(game, { answered }),
  DrawAnnounced: (game, { seat }) => withRound(game, { drawing: seat }),
  CardsDrawn: (game, { seat, cards }) =>
    withRound(drawn(game, seat, cards), {
      draws: [...game.round.draws, { seat, turn: game.round.turn }],
      order: without(game.round.order, seat),
      drawing: "",
    }),
  HandReturned: (game, { seat, cards }) =>
    withCards(onTop(game, seat, cards), seat, { hand: without(entry(game.cards, seat).hand, ...cards) }),
  KeepingStarted: (game, { seats }) => withRound(game, { keeping: seats }),
  HandKept: (game, { seat, kept, discarded }) =>
    withRound(withCards(onDiscard(game, seat, discarded), seat, { hand: kept }), {
      keeping: without(game.round.keeping, seat),
    }),
  PileTurned: (game) => ({ ...game, phase: "stealin" }),

  CardRevealed: (game) => {
    const [current, ...pile] = game.round.pile;
    if (!current) throw new Error("expected a card on the pile, got an empty pile; the event does not fit the state");
    return withRound(game, { current, pile });
  },
  CardReturned: (game, { seat, card }) => carriedOut(onTop(game, seat, [card])),
  CardDiscarded: (game, { seat, card }) => carriedOut(onDiscard(game, seat, [card])),
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

  RoundCardsAgreed: (game, { rounds, stations }) => withStagecoach(game, { agreed: { rounds, stations } }),
  StagecoachPlaced: (game, { car }) => withStagecoach(game, { car }),
  ShotgunPlaced: (game, { place }) => withStagecoach(game, { shotgun: place }),
  HostagesDrawn: (game, { hostages }) => withStagecoach(game, { hostages }),
  StagecoachMoved: (game, { to }) => withStagecoach(game, { car: to }),
  StagecoachFellBack: (game, { to }) => withStagecoach(game, { car: to, fell_back: game.round.number }),
  StagecoachStayed: (game) => withStagecoach(game, { fell_back: game.round.number }),
  ShotgunThrown: (game, { to }) => withStagecoach(game, { shotgun: to }),
  ShotgunMoved: (game, { to }) => withStagecoach(game, { shotgun: to }),
  ShotgunMet: (game, { bandits }) => withStagecoach(game, { running: bandits }),
  ShotgunTolerated: (game, { bandits }) => withStagecoach(game, { tolerated: bandits }),
  BanditRan: (game, { bandit, to }) =>
    withStagecoach(withFigure(game, bandit, { place: to }), {
      running: without(game.stagecoach?.running ?? [], bandit),
    }),
  HostageTaken: (game, { bandit, hostage }) =>
    withStagecoach(game, {
      hostages: without(game.stagecoach?.hostages ?? [], hostage),
      captors: { ...game.stagecoach?.captors, [bandit]: hostage },
    }),
  PowersLost: (game, { bandit, powers }) =>
    withFigure(game, bandit, { powers: without(entry(game.figures, bandit).powers, ...powers) }),
  PoodleBit: (game, { round }) => withStagecoach(game, { bitten: round }),
  ChoiceSealed: (game, { seat, card, face_down }) => {
    const melee = game.stagecoach?.melee ?? { sealed: {}, shown: false };
    return withStagecoach(game, { melee: { ...melee, sealed: { ...melee.sealed, [seat]: { card, face_down } } } });
  },
  MeleeShown: (game, { order }) =>
    withStagecoach(withRound(game, { order }), { melee: { ...going(game, "stagecoach", "melee"), shown: true } }),
  MeleeEnded: (game) => withStagecoach(game, { melee: null }),
  PlanStarted: (game, { round, seats, plans }) =>
    withStagecoach(game, { plan: { round, waiting: seats, plans, kept: {} } }),
  CardsKept: (game, { seat, cards }) => {
    const plan = going(game, "stagecoach", "plan");
    const kept = { ...plan.kept, [seat]: cards };
    return withStagecoach(game, { plan: { ...plan, waiting: without(plan.waiting, seat), kept } });
  },
  HorsesRemoved: (game, { horses }) => horsesGone(game, horses),
  HorseMoved: (game, { horse, to }) => stands(game, horse, to),
  FlaskDrunk: (game, { round, token, place, to }) =>
    withStagecoach(flaskSeen(lifted(game, place, token), token), { drink: { round, to } }),
  NothingToDrink: (game, { round, place }) => withStagecoach(game, { drink: { round, to: place } }),
  BanditEscaped: (game, { bandit, horse }) => horsesGone(withFigure(game, bandit, { place: "away" }), [horse]),
  BulletRemembered: (game, { bandit, count }) =>
    withStagecoach(game, { remembered: { ...game.stagecoach?.remembered, [bandit]: count } }),
};
