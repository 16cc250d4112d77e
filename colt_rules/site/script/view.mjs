/**
 * Who sees what, as in colt_rules.views: states and events as a seat, a spectator or the referee may know them.
 *
 * The tables of colt_rules/site/audiences.py name the audience of each field of an event or of a module's record; the
 * functions of these names are in `visibility.mjs` of the module. A field that is not in the table is left out. The
 * base game's part of a view is filled by name here, so nothing new in a state is shown before its audience is decided.
 * What a role may not know is null. Open decisions follow from the rules, which the browser does not have: nothing is
 * awaited here, and nobody looks through a deck to take a card of choice.
 *
 * Pure: states and events are never changed.
 */

import { kindOf, sortedBy, lookUp } from "./names.mjs";
import { REFEREE, VISIBILITY, allOpen, bulletsAmong, isOpen, knowsOf, only, rolesOf, seatsIn } from "./visibility.mjs";

/**
 * The game at any moment as this role sees it, without open decisions.
 *
 * `records` is the table of the records that modules add to a state: who sees each field.
 */
export function glimpse(state, role, records) {
  knownRole(state, role);
  const { options, figures, cards } = state;
  const seen = {
    role,
    options: only(options, "edition", "modules", "seats", "powers", "happenings", "stations", "rulings"),
    ...only(state, "phase", "train", "marshal", "neutral"),
    bandits: banditsBySeat(state).map((bandit) => banditView(state, role, bandit, figures[bandit])),
    seats: seatsIn(state, cards).map((seat) => seatView(state, role, seat)),
    floor: mapped(state.floor, (tokens) => tokenViews(state, tokens, allOpen(state, role))),
    aside: tokenViews(state, state.aside, allOpen(state, role)),
    rounds_left: state.rounds.length,
    rounds: roundDeckView(state, role),
    round: roundView(state, role),
    awaiting: [],
    ranking: state.ranking.map((standing) => only(standing, "rank", "seat", "money", "bullets")),
    ...(state.agreed && { agreed: only(state.agreed, "rounds", "stations") }), // unset where the table was not asked
    ...Object.fromEntries(
      Object.entries(records)
        .filter(([name]) => state[name])
        .map(([name, fields]) => [name, recordView(state, role, state[name], fields)]),
    ),
  };
  return [...VISIBILITY.values()].reduce((before, { view }) => ({ ...before, ...view?.(state, role, before) }), seen);
}

function knownRole(state, role) {
  const known = rolesOf(state);
  if (!known.includes(role)) {
    throw new Error(`expected a role of this game, one of ${known.join(", ")}; got ${JSON.stringify(role)}`);
  }
}

// --- records of modules

/** A record as this role sees it; `key` is the key of the mapping that holds it. An unset field is left out. */
function recordView(state, role, record, fields, key = "") {
  const present = Object.entries(fields).filter(([name, { fact }]) => fact || Object.hasOwn(record, name));
  return Object.fromEntries(
    present.flatMap(([name, field]) => {
      const value = field.fact ? saidOf("facts", field.fact)(state, record) : record[name];
      const seen = [name, fieldView(state, role, record, field, value, key)];
      return field.count ? [seen, [field.count, field.each ? mapped(value, sizeOf) : sizeOf(value)]] : [seen];
    }),
  );
}

function fieldView(state, role, record, { audience, each, values, fields }, value, key) {
  const knows = (id) => allOpen(state, role) || audienceOf(audience, state, record, id).includes(role);
  const inside = (one, id) => (fields && one ? recordView(state, role, one, fields, id) : one);
  const seen = (one, id) => (knows(id) ? inside(one, id) : null);
  if (values) return tokenViews(state, value, knows(key));
  return each ? mapped(value, seen) : seen(value, key);
}

const sizeOf = (things) => things?.length ?? 0;

function mapped(things, change) {
  return Object.fromEntries(Object.entries(things).map(([id, thing]) => [id, change(thing, id)]));
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
    tokens: tokenViews(state, figure.loot, knowsOf(state, role, figure.seat)),
  };
}

/** Everybody sees which tokens are there; `knows` is whether the role knows the value of those that hide it. */
function tokenViews(state, tokens, knows) {
  return tokens.map((token) => {
    const kind = kindOf(token);
    const known = knows || isOpen(state, kind);
    return { token, kind, value: known ? (lookUp(state.values, token) ?? null) : null };
  });
}

// --- cards

/** Only its player sees a hand, nobody a deck; sizes and received bullets are open. */
function seatView(state, role, seat) {
  const { hand, deck, discard, borrowed, uncounted } = state.cards[seat];
  const mine = knowsOf(state, role, seat);
  return {
    seat,
    hand: mine ? hand : null,
    hand_size: hand.length,
    deck: allOpen(state, role) ? deck : null,
    deck_size: deck.length,
    bullets: bulletsAmong([...hand, ...deck, ...discard]),
    uncounted,
    discard: mine || !discard.length ? discard : null,
    discard_size: discard.length,
    borrowed: mine || !borrowed.length ? borrowed : null,
  };
}

/** The round deck is face down: the number of rounds to come is open, their cards are not. */
function roundDeckView(state, role) {
  if (allOpen(state, role)) return state.rounds;
  return state.options.rulings.includes("ruling.rounds.face-down=face-up") ? state.rounds.slice(0, 1) : null;
}

/** The round, without the face-down cards of the pile. */
function roundView(state, role) {
  const { round } = state;
  return {
    ...only(round, "number", "card", "first", "turn", "order", "due", "drawing", "keeping", "answered"),
    face_down: round.hidden,
    pile: round.pile.map((played) => playedView(state, role, played)),
    current: round.current && only(round.current, "seat", "card", "face_down"),
  };
}

/** A card played face up is open; one played face down is known to its player until it is carried out. */
function playedView(state, role, { seat, card, face_down }) {
  const known = !face_down || knowsOf(state, role, seat);
  return { seat, card: known ? card : null, face_down };
}

// --- events

/**
 * The event as this role sees it, or null if the role does not learn of it.
 *
 * `after` is the state right after the event or at any later moment; the answer is the same. `seen` is the table of
 * colt_rules/site/audiences.py: by event type the audience of each field and of each added fact. A field that is not in
 * it is hidden, and an event of an unlisted type is seen by the referee only.
 */
export function seenEvent({ type, data, cites = [] }, role, after, seen) {
  knownRole(after, role);
  const listed = lookUp(seen, type);
  if (!listed && role !== REFEREE) return null;
  const { fields, added } = listed ?? { fields: {}, added: {} };
  const told = [
    ...Object.keys({ ...fields, ...data }).map((name) => [name, lookUp(data, name), lookUp(fields, name)]),
    ...Object.entries(added).map(([name, one]) => [name, factOf(after, data, one), one.audience]),
  ].filter(([, value]) => value !== undefined);
  const known = ([, , audience]) => role === REFEREE || audienceOf(audience, after, data).includes(role);
  return {
    type,
    data: Object.fromEntries(told.filter(known)),
    hidden: told.filter((one) => !known(one)).map(([name]) => name),
    cites,
  };
}

/** What is seen in an event and is no field of it: how many things a field holds, or a fact of a module. */
function factOf(after, data, { counts, fact }) {
  return counts ? lookUp(data, counts)?.length : saidOf("facts", fact)(after, data);
}

/** Who sees a field of an event or a record: nobody by default. The referee always does. */
function audienceOf(name, state, thing, key) {
  return saidOf("audiences", name)?.(state, thing, key) ?? [];
}

/** A module's function of this name at a point. */
function saidOf(point, name) {
  return [...VISIBILITY.values()].map((module) => lookUp(module[point], name)).find(Boolean);
}
