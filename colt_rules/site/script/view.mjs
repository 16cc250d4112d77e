/**
 * Who sees what, as in colt_rules.views: states and events as a seat, a spectator or the referee may know them.
 *
 * Every field of a view is filled by name, so nothing new in a state is shown before its audience is decided. What a
 * role may not know is null. Open decisions follow from the rules, which the browser does not have: nothing is awaited
 * here, and nobody looks through a deck to take a card of choice. Modules take part through the points of
 * `visibility.mjs`.
 *
 * Pure: states and events are never changed.
 */

import { kindOf, sortedBy, lookUp } from "./names.mjs";
import { REFEREE, VISIBILITY, allOpen, bulletsAmong, isHidden, knowsOf, only, rolesOf, seatsIn } from "./visibility.mjs";

/**
 * The game at any moment as this role sees it, without open decisions.
 *
 * `open` is a table of colt_rules/site/audiences.py: for each record that a module adds to a state, the fields that
 * everybody sees. The `view` of the module adds what this role sees of the others.
 */
export function glimpse(state, role, open) {
  knownRole(state, role);
  const { options, figures, cards } = state;
  const seen = {
    role,
    options: only(options, "edition", "modules", "seats", "powers", "happenings", "stations", "rulings"),
    ...only(state, "phase", "train", "marshal", "neutral"),
    bandits: banditsBySeat(state).map((bandit) => banditView(state, role, bandit, figures[bandit])),
    seats: seatsIn(state, cards).map((seat) => seatView(state, role, seat)),
    floor: Object.fromEntries(
      Object.entries(state.floor).map(([place, tokens]) => [place, tokenViews(state, role, tokens)]),
    ),
    aside: tokenViews(state, role, state.aside),
    rounds_left: state.rounds.length,
    rounds: roundDeckView(state, role),
    round: roundView(state, role),
    awaiting: [],
    ranking: state.ranking.map((standing) => only(standing, "rank", "seat", "money", "bullets")),
    ...(state.agreed && { agreed: only(state.agreed, "rounds", "stations") }), // unset where the table was not asked
    ...Object.fromEntries(openParts(state, open)),
  };
  return [...VISIBILITY.values()].reduce((before, { view }) => ({ ...before, ...view?.(state, role, before) }), seen);
}

/** The open fields of the record of each module in play. An unset field is left out. */
function openParts(state, open) {
  const played = Object.entries(open).filter(([part]) => Object.hasOwn(state, part));
  return played.map(([part, names]) => [part, only(state[part], ...names.filter((name) => name in state[part]))]);
}

function knownRole(state, role) {
  const known = rolesOf(state);
  if (!known.includes(role)) {
    throw new Error(`expected a role of this game, one of ${known.join(", ")}; got ${JSON.stringify(role)}`);
  }
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

/** Everybody sees which tokens are there; only its owner sees the value of a purse, and nobody while it has none. */
function tokenViews(state, role, tokens, owner = null) {
  const looksInside = knowsOf(state, role, owner);
  return tokens.map((token) => {
    const kind = kindOf(token);
    const known = looksInside || isOpen(state, kind);
    return { token, kind, value: known ? (lookUp(state.values, token) ?? null) : null };
  });
}

/** Whether such loot shows its value; kinds that are not listed hide it. */
function isOpen(state, kind) {
  return !isHidden(state, kind) && [...VISIBILITY.values()].some(({ openKinds }) => openKinds?.includes(kind));
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

/** Who sees a field: nobody by default. The referee always does. */
function audienceOf(name, after, data) {
  return saidOf("audiences", name)?.(after, data) ?? [];
}

/** A module's function of this name at a point. */
function saidOf(point, name) {
  return [...VISIBILITY.values()].map((module) => lookUp(module[point], name)).find(Boolean);
}

function lookingInto(after, token, ...owners) {
  return isOpen(after, kindOf(token)) ? rolesOf(after) : owners.map((bandit) => lookUp(after.figures, bandit)?.seat);
}

VISIBILITY.set("base", {
  openKinds: ["jewel", "strongbox"],
  audiences: {
    everybody: rolesOf,
    nobody: () => [],
    player: (after, { seat }) => [seat],
    player_if_face_down: (after, { seat, face_down }) => (face_down === false ? rolesOf(after) : [seat]),
    nobody_if_purse: (after, { token }) => lookingInto(after, token),
    owner_if_purse: (after, { token, bandit }) => lookingInto(after, token, bandit),
    owners_if_purse: (after, { token, bandit, by }) => lookingInto(after, token, bandit, by),
  },
  facts: {
    value: (after, { token }) => lookUp(after.values, token),
  },
});
