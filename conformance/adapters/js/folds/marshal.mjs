/** What the events of Marshal & Prisoners change, in the order of the table in events/modules. */

import {
  entry,
  gained,
  going,
  laid,
  lifted,
  lost,
  onPile,
  onTop,
  withCards,
  withFigure,
  withRound,
  without,
} from "../steps.mjs";

const FIELD = "marshal_player";
const ANGRY_ACTIONS = 2;

/** What Marshal & Prisoners adds to the state, from the first of its events on. */
const NO_MARSHAL = {
  turns: {},
  loads: {},
  printed: [],
  named: false,
  brawlers: [],
  cylinders: {},
  goals_drawn: [],
  future: null,
  current: [],
  shown: [],
  posters: [],
  mailbags: [],
  recaptured: [],
  prisoners: null,
  companions: {},
  punches: {},
  wounds: {},
  last_card: null,
  plus: 0,
  searching: "",
  payment: null,
  holding: null,
  reflexes: null,
  anger: null,
  rumoured: 0,
  drank: 0,
  met: null,
};

function marshalOf(game) {
  return game[FIELD] ?? NO_MARSHAL;
}

function withMarshal(game, parts) {
  return { ...game, [FIELD]: { ...marshalOf(game), ...parts } };
}

/** The things without the one of this id. */
function except(things, gone) {
  return Object.fromEntries(Object.entries(things).filter(([id]) => id !== gone));
}

/** The rows by id, with one thing more at the end of this one. */
function added(rows, id, thing) {
  return { ...rows, [id]: [...(rows[id] ?? []), thing] };
}

function withPowers(game, bandit, change) {
  return withFigure(game, bandit, { powers: change(entry(game.figures, bandit).powers) });
}

function reflexOver(game, seat) {
  const reflexes = going(game, FIELD, "reflexes");
  return withMarshal(game, { reflexes: { ...reflexes, waiting: without(reflexes.waiting, seat) } });
}

/** Who is still to act in a turn when one has; one whom nobody waited for takes nobody's place. */
function afterTurn(order, seat) {
  return order.includes(seat) ? without(order, seat) : order;
}

export const CHANGES = {
  TurnsNamed: (game, { card, turns }) => withMarshal(game, { turns: { ...marshalOf(game).turns, [card]: turns } }),
  SymbolsNamed: (game, { card, symbols }) =>
    withMarshal(game, { symbols: { ...marshalOf(game).symbols, [card]: symbols } }),
  BulletsNamed: (game, { cylinder, bullets }) =>
    withMarshal(game, { loads: { ...marshalOf(game).loads, [cylinder]: bullets } }),
  LootNamed: (game, { loot }) => withMarshal(game, { printed: loot }),
  NamingFinished: (game) => withMarshal(game, { named: true }),
  MarshalSeated: (game, { seat, cards, brawlers }) =>
    withMarshal(
      {
        ...game,
        figures: { ...game.figures, marshal: { seat, place: "", loot: [], bullets: 0, powers: [], ransom: 0 } },
        cards: { ...game.cards, [seat]: { hand: [], deck: cards, discard: [], borrowed: [], uncounted: 0 } },
      },
      { brawlers },
    ),
  CylinderLoaded: (game, { cylinder, bullets }) =>
    withMarshal(withFigure(game, "marshal", { bullets: entry(game.figures, "marshal").bullets + bullets.length }), {
      cylinders: { ...marshalOf(game).cylinders, [cylinder]: bullets },
    }),
  PrisonersDrawn: (game, { prisoners }) => withMarshal(game, { prisoners }),
  GoalsDrawn: (game, { goals }) => withMarshal(game, { goals_drawn: [...marshalOf(game).goals_drawn, ...goals] }),
  GoalsDealt: (game, { goals }) => withMarshal(game, { goals_drawn: [], future: goals }),

  GoalCameUp: (game, { goal }) => {
    const { future, current } = marshalOf(game);
    return withMarshal(game, { future: without(future ?? [], goal), current: [...current, goal] });
  },
  PlusOffered: (game, { cards }) => withMarshal(game, { plus: cards }),
  PlusCardPlayed: (game, { seat, card }) => withMarshal(onPile(game, { seat, card, face_down: false }), { plus: 0 }),
  PlusDeclined: (game) => withMarshal(game, { plus: 0 }),
  IdeaFound: (game, { seat, card, discarded }) => {
    const { hand, deck, discard } = entry(game.cards, seat);
    const found = discarded ? { discard: without(discard, card) } : { deck: without(deck, card) };
    const { draws, turn, order } = game.round;
    const drawn = { draws: [...draws, { seat, turn }], order: afterTurn(order, seat) };
    const searched = withRound(withCards(game, seat, { hand: [...hand, card], ...found }), drawn);
    return discarded ? searched : withMarshal(searched, { searching: seat });
  },
  ShuffleDue: (game, { seat }) => withMarshal(game, { searching: seat }),
  SearchedDeckShuffled: (game, { seat, deck }) => withMarshal(withCards(game, seat, { deck }), { searching: "" }),
  HoldingStarted: (game, { round, seats, plans }) =>
    withMarshal(game, { holding: { round, waiting: seats, plans, held: {} } }),
  CardsHeld: (game, { seat, cards }) => {
    const holding = going(game, FIELD, "holding");
    const held = { ...holding.held, [seat]: cards };
    return withMarshal(game, { holding: { ...holding, waiting: without(holding.waiting, seat), held } });
  },
  PileMeasured: (game, { round, turn, laid }) => {
    const before = (marshalOf(game).measured ?? []).filter((one) => one.round === round);
    return withMarshal(game, { measured: [...before, { round, turn, laid }] });
  },

  LastCardNoted: (game, { round, bandit, action }) => withMarshal(game, { last_card: { round, bandit, action } }),
  PosterTaken: (game, { bandit }) => withMarshal(game, { posters: [...marshalOf(game).posters, bandit] }),
  CylinderFired: (game, { cylinder }) => {
    const { cylinders } = marshalOf(game);
    return withMarshal(game, { cylinders: { ...cylinders, [cylinder]: entry(cylinders, cylinder).slice(1) } });
  },
  BulletLaidOpen: (game, { bandit, seat, bullet }) =>
    withMarshal(withCards(game, seat, { deck: without(entry(game.cards, seat).deck, bullet) }), {
      wounds: added(marshalOf(game).wounds, bandit, bullet),
    }),
  BulletsReturned: (game, { bandit, seat, bullets }) =>
    withMarshal(onTop(game, seat, bullets), { wounds: except(marshalOf(game).wounds, bandit) }),
  PrisonerFreed: (game, { bandit, prisoner, power }) => {
    const { prisoners, companions } = marshalOf(game);
    const freed = power ? withPowers(game, bandit, (powers) => [...powers, power]) : game;
    return withMarshal(freed, {
      prisoners: without(prisoners ?? [], prisoner),
      companions: { ...companions, [bandit]: prisoner },
    });
  },
  PrisonerRecaptured: (game, { bandit, prisoner, power }) => {
    const { companions, recaptured } = marshalOf(game);
    const taken = power ? withPowers(game, bandit, (powers) => without(powers, power)) : game;
    return withMarshal(taken, { companions: except(companions, bandit), recaptured: [...recaptured, prisoner] });
  },
  MailbagSecured: (game, { bandit, token }) =>
    withMarshal(lost(game, bandit, token), { mailbags: [...marshalOf(game).mailbags, token] }),
  BrawlerTaken: (game, { bandit, brawler }) => {
    const { brawlers, punches } = marshalOf(game);
    return withMarshal(game, { brawlers: without(brawlers, brawler), punches: added(punches, bandit, brawler) });
  },
  PaymentOwed: (game, { freed, liberator }) => withMarshal(game, { payment: { freed, liberator } }),
  LiberatorPaid: (game, { bandit, token, liberator }) =>
    withMarshal(gained(lost(game, bandit, token), liberator, token), { payment: null }),
  ThrownOff: (game, { bandit }) => withFigure(game, bandit, { place: "fallen" }),

  LootCarriedUp: (game, { token, start, to }) => laid(lifted(game, start, token), to, token),
  GoalRumoured: (game, { round, goal }) =>
    withMarshal(game, { shown: [...marshalOf(game).shown, goal], rumoured: round }),
  ReflexesStarted: (game, { round, seats }) => withMarshal(game, { reflexes: { round, waiting: seats, over: false } }),
  ReflexPlayed: (game, { seat, card }) => reflexOver(onPile(game, { seat, card, face_down: false }), seat),
  ReflexDeclined: (game, { seat }) => reflexOver(game, seat),
  ReflexesEnded: (game) => withMarshal(game, { reflexes: { ...going(game, FIELD, "reflexes"), over: true } }),
  AngerSpent: (game, { round, actions }) => {
    const due = actions < ANGRY_ACTIONS ? game.round.due : without(game.round.due, "marshal");
    return withMarshal(withRound(game, { due }), { anger: { round, actions } });
  },
  FlaskKept: (game, { round, token, place }) =>
    withMarshal(gained(lifted(game, place, token), "marshal", token), { drank: round }),
  NoFlaskFound: (game, { round }) => withMarshal(game, { drank: round }),

  LeftoversSecured: (game, { prisoners, mailbags }) => {
    const marshal = marshalOf(game);
    const rest = Object.entries(game.floor).map(([place, tokens]) => [
      place,
      tokens.filter((token) => !mailbags.includes(token)),
    ]);
    return withMarshal(
      { ...game, floor: Object.fromEntries(rest.filter(([, tokens]) => tokens.length)) },
      {
        prisoners: (marshal.prisoners ?? []).filter((prisoner) => !prisoners.includes(prisoner)),
        recaptured: [...marshal.recaptured, ...prisoners],
        mailbags: [...marshal.mailbags, ...mailbags],
      },
    );
  },
  GoalsJudged: (game, { goals, met }) => withMarshal(game, { shown: goals, met }),
};
