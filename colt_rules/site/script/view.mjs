/**
 * Who sees what, as colt_rules.views has it: states and events as a seat, a spectator or the referee may know them.
 *
 * Every field of a view is filled by name, so nothing new in a state is shown before somebody decides who may see it.
 * What a role may not know is null. What a game waits for follows from the rules; there are none in a browser, so
 * nothing is awaited here, and nobody looks through a deck to take a card of choice.
 *
 * Pure: no state and no event given is ever changed.
 */

import { kindOf, sortedBy, lookUp } from "./names.mjs";

const SPECTATOR = "spectator";
const REFEREE = "referee";

/** Loot whose value its look tells; of every other kind the value is on the hidden face. */
const OPEN_KINDS = ["jewel", "strongbox", "whisky"];

/** Everybody who can look at this game: each seat, the spectator and the referee. */
export function rolesOf(state) {
  return [...state.options.seats, SPECTATOR, REFEREE];
}

/** The game at any moment in the eyes of this role, without what it waits for. */
export function glimpse(state, role) {
  knownRole(state, role);
  const { options, figures, cards, sealed, horses, stagecoach } = state;
  return {
    role,
    options: only(options, "edition", "modules", "seats", "powers", "happenings", "stations", "rulings"),
    ...only(state, "phase", "train", "marshal", "neutral", "teams"),
    bandits: banditsBySeat(state).map((bandit) => banditView(state, role, bandit, figures[bandit])),
    seats: options.seats.filter((seat) => Object.hasOwn(cards, seat)).map((seat) => seatView(state, role, seat)),
    floor: Object.fromEntries(
      Object.entries(state.floor).map(([place, tokens]) => [place, tokenViews(state, role, tokens)]),
    ),
    aside: tokenViews(state, role, state.aside),
    rounds_left: state.rounds.length,
    rounds: roundDeckView(state, role),
    round: roundView(state, role),
    awaiting: [],
    ranking: state.ranking.map((standing) => only(standing, "rank", "seat", "money", "bullets")),
    pawns: options.seats.filter((seat) => Object.hasOwn(sealed, seat)).map((seat) => pawnsView(state, role, seat)),
    ...(horses && { horses: horsesView(state, role, horses) }),
    ...(stagecoach && { stagecoach: stagecoachView(state, role, stagecoach) }),
  };
}

function knownRole(state, role) {
  const known = rolesOf(state);
  if (!known.includes(role)) {
    throw new Error(`expected a role of this game, one of ${known.join(", ")}; got ${JSON.stringify(role)}`);
  }
}

/** The referee sees everything; when the game is over, so does everybody. */
function allOpen(state, role) {
  return role === REFEREE || state.phase === "over";
}

/** These fields of a thing and no others. */
function only(thing, ...fields) {
  return Object.fromEntries(fields.map((field) => [field, lookUp(thing, field)]));
}

// --- bandits and loot

function banditsBySeat({ options, figures }) {
  const seatOf = (bandit) => options.seats.indexOf(figures[bandit].seat);
  return sortedBy(Object.keys(figures)).sort((one, other) => seatOf(one) - seatOf(other));
}

function banditView(state, role, bandit, figure) {
  return {
    bandit,
    ...only(figure, "seat", "place", "bullets", "powers", "ransom"),
    tokens: tokenViews(state, role, figure.loot, figure.seat),
  };
}

/** Everybody sees which tokens lie there; into a purse looks its owner, and nobody while it has none. */
function tokenViews(state, role, tokens, owner = null) {
  const looksInside = allOpen(state, role) || role === owner;
  return tokens.map((token) => {
    const kind = kindOf(token);
    const known = looksInside || OPEN_KINDS.includes(kind);
    return { token, kind, value: known ? (lookUp(state.values, token) ?? null) : null };
  });
}

/** What is in a closed hand only its player knows; when the bandits stand on the train everybody does. */
function pawnsView(state, role, seat) {
  const [last, before] = state.sealed[seat];
  const known = role === seat || Boolean(lookUp(state.figures, last)?.place) || allOpen(state, role);
  return { seat, last: known ? last : null, before: known ? before : null };
}

// --- cards

/** A hand is seen by its player, a deck by nobody; sizes and the bullets received are open. */
function seatView(state, role, seat) {
  const { hand, deck, discard, borrowed, uncounted } = state.cards[seat];
  const mine = allOpen(state, role) || role === seat;
  return {
    seat,
    hand: mine ? hand : null,
    hand_size: hand.length,
    deck: allOpen(state, role) ? deck : null,
    deck_size: deck.length,
    bullets: bulletsReceived(state, seat),
    uncounted,
    discard: mine || discardsOpen(state) || !discard.length ? discard : null,
    discard_size: discard.length,
    borrowed: mine || !borrowed.length ? borrowed : null,
  };
}

/** Who received which bullet is open. Where it is now is not: a partner may have drawn it. */
function bulletsReceived({ options, cards }, seat) {
  const { hand, deck, discard, borrowed } = cards[seat];
  const received = [...hand, ...deck, ...discard];
  if (options.modules.includes("team")) {
    received.push(...(lookUp(cards, partnerOf(options.seats, seat))?.borrowed ?? []));
    for (const card of borrowed) {
      if (received.includes(card)) received.splice(received.indexOf(card), 1);
    }
  }
  return sortedBy(received.filter((card) => card.includes("-bullet")));
}

/** Of two seats in a row, counted from the first one, each is the other's partner. */
function partnerOf(seats, seat) {
  const at = seats.indexOf(seat);
  return seats[at % 2 === 0 ? at + 1 : at - 1];
}

/** Into a discard pile only its owner looks, unless the table claims that all may. */
function discardsOpen({ options }) {
  return options.rulings.includes("ruling.expert.discard-secret=open");
}

/** The round deck lies face down: how many rounds are to come is open, which ones is not. */
function roundDeckView(state, role) {
  if (allOpen(state, role)) return state.rounds;
  return state.options.rulings.includes("ruling.rounds.face-down=face-up") ? state.rounds.slice(0, 1) : null;
}

/** The round, with what lies face down on the pile hidden. */
function roundView(state, role) {
  const { round } = state;
  return {
    ...only(round, "number", "card", "first", "turn", "order", "due", "drawing", "keeping", "answered"),
    face_down: round.hidden,
    pile: round.pile.map((played) => playedView(state, role, played)),
    current: round.current && only(round.current, "seat", "card", "face_down"),
  };
}

/** A card played face up is open, one played face down is known to its player until it is carried out. */
function playedView(state, role, { seat, card, face_down }) {
  const known = !face_down || role === seat || allOpen(state, role);
  return { seat, card: known ? card : null, face_down };
}

// --- horses and stagecoach

/** Where horses stand and which flasks are half empty everybody sees. */
function horsesView(state, role, { stands, flasks, attack, pour }) {
  return {
    stands,
    flasks: Object.fromEntries(
      Object.entries(flasks).map(([token, flask]) => [token, flaskView(state, role, token, flask)]),
    ),
    attack: attack && attackView(state, role, attack),
    pour: pour && only(pour, "seat", "kind", "draw", "cards"),
  };
}

/** Into a full flask looks who has it, and nobody while it lies about; what a half-empty one holds all know. */
function flaskView(state, role, token, { kind, used }) {
  const mine = Object.values(state.figures).some(({ seat, loot }) => seat === role && loot.includes(token));
  return { kind: used || mine || allOpen(state, role) ? kind : null, used };
}

/** Who has chosen everybody sees, what is in the hand its player alone. */
function attackView(state, role, { car, riders, hidden }) {
  const chosen = state.options.seats.filter((seat) => Object.hasOwn(hidden, seat));
  const boards = (seat) => (role === seat || allOpen(state, role) ? hidden[seat] : null);
  return { car, riders, hidden: chosen.map((seat) => ({ seat, boards: boards(seat) })) };
}

/** The stagecoach, the Shotgun and the hostages with what they bring stand on the table. */
function stagecoachView(state, role, mine) {
  const { agreed, melee, plan, drink } = mine;
  return {
    ...only(mine, "car", "shotgun", "hostages", "captors", "running", "fell_back", "bitten", "remembered"),
    agreed: agreed && only(agreed, "rounds", "stations"),
    melee: melee && meleeView(state, role, melee),
    plan: plan && planView(state, role, plan),
    drink: drink && only(drink, "round", "to"),
    ...(mine.tolerated && only(mine, "tolerated")), // unset unless somebody ever could stay beside the Shotgun
  };
}

/** A choice is its player's alone until the cards are shown or it draws; a card laid face down stays so. */
function meleeView(state, role, { sealed, shown }) {
  const { turn, drawing, draws: drawn } = state.round;
  const draws = (seat) => seat === drawing || drawn.some((draw) => draw.seat === seat && draw.turn === turn);
  const choice = (seat) => {
    const { card, face_down } = sealed[seat];
    const mine = role === seat || allOpen(state, role);
    if (!mine && !shown && !draws(seat)) return { seat, draws: null, card: null, face_down: null };
    return { seat, draws: card === null, card: mine || !face_down ? card : null, face_down };
  };
  return { sealed: state.options.seats.filter((seat) => Object.hasOwn(sealed, seat)).map(choice), shown };
}

/** Which cards are kept their player alone knows, how many everybody sees. */
function planView(state, role, { round, waiting, plans, kept }) {
  const cards = (seat) => (role === seat || allOpen(state, role) ? kept[seat] : null);
  const said = state.options.seats.filter((seat) => Object.hasOwn(kept, seat));
  return {
    round,
    waiting,
    plans,
    kept: said.map((seat) => ({ seat, cards: cards(seat), count: kept[seat].length })),
  };
}

// --- events

/**
 * The event in the eyes of this role, or null where the role does not learn of it.
 *
 * `after` is the state right after the event or at any later moment; the answer is the same. `seen` is the table of
 * colt_rules/site/seen.py: by event type the audience of each field and of what is added. A field that is not in it is
 * hidden, and an event of a type that is not in it is seen by nobody but the referee.
 */
export function seenEvent({ type, data, cites = [] }, role, after, seen) {
  knownRole(after, role);
  const listed = lookUp(seen, type);
  if (!listed && role !== REFEREE) return null;
  const { fields, added } = listed ?? { fields: {}, added: {} };
  const told = [
    ...Object.keys({ ...fields, ...data }).map((name) => [name, lookUp(data, name), lookUp(fields, name)]),
    ...Object.entries(added).map(([name, { fact, audience }]) => [name, FACTS[fact](after, data), audience]),
  ].filter(([, value]) => value !== undefined);
  const known = ([, , audience]) => role === REFEREE || audienceOf(audience, after, data).includes(role);
  return {
    type,
    data: Object.fromEntries(told.filter(known)),
    hidden: told.filter((one) => !known(one)).map(([name]) => name),
    cites,
  };
}

/** Who sees a field; nobody, unless somebody said who. The referee always does. */
function audienceOf(name, after, data) {
  return Object.hasOwn(AUDIENCES, name) ? AUDIENCES[name](after, data) : [];
}

const AUDIENCES = {
  everybody: rolesOf,
  nobody: () => [],
  player: (after, { seat }) => [seat],
  player_or_all: (after, { seat }) => (discardsOpen(after) ? rolesOf(after) : [seat]),
  player_if_face_down: (after, { seat, face_down }) => (face_down === false ? rolesOf(after) : [seat]),
  nobody_if_purse: (after, { token }) => lookingInto(after, token),
  owner_if_purse: (after, { token, bandit }) => lookingInto(after, token, bandit),
  owners_if_purse: (after, { token, bandit, by }) => lookingInto(after, token, bandit, by),
  owner: (after, { bandit }) => seatsOf(after, bandit),
};

function lookingInto(after, token, ...owners) {
  return OPEN_KINDS.includes(kindOf(token)) ? rolesOf(after) : seatsOf(after, ...owners);
}

function seatsOf(after, ...bandits) {
  return bandits.map((bandit) => lookUp(after.figures, bandit)?.seat);
}

/** What can be seen in an event and is no field of it; nothing where there is nothing of the kind to see. */
const FACTS = {
  count: (after, { cards }) => cards?.length,
  kept: (after, { kept }) => kept?.length,
  discarded: (after, { discarded }) => discarded?.length,
  deck_size: (after, { deck }) => deck?.length,
  value: (after, { token }) => lookUp(after.values, token),
  whisky: (after, { token }) => lookUp(after.horses?.flasks, token)?.kind,
};
