/**
 * The small steps of which events are made: one thing of the state is replaced, the others are shared.
 *
 * What an event names must be there; if not, the step throws, where JavaScript alone would go on with `undefined`.
 */

function missing(item, there) {
  return new Error(`expected one of [${there.join(", ")}], got ${item}; the event does not fit the state`);
}

export function entry(things, id) {
  if (!Object.hasOwn(things, id)) throw missing(id, Object.keys(things));
  return things[id];
}

export function without(list, ...items) {
  return items.reduce((left, item) => {
    const index = left.indexOf(item);
    if (index < 0) throw missing(item, left);
    return [...left.slice(0, index), ...left.slice(index + 1)];
  }, list);
}

/** The step of an event that changes nothing. */
export const nothing = (game) => game;

export function withRound(game, parts) {
  return { ...game, round: { ...game.round, ...parts } };
}

export function withFigure(game, bandit, parts) {
  return { ...game, figures: { ...game.figures, [bandit]: { ...entry(game.figures, bandit), ...parts } } };
}

export function withCards(game, seat, parts) {
  return { ...game, cards: { ...game.cards, [seat]: { ...entry(game.cards, seat), ...parts } } };
}

export function withValue(game, token, value) {
  return { ...game, values: { ...game.values, [token]: value } };
}

export function onTop(game, seat, cards) {
  return withCards(game, seat, { deck: [...cards, ...entry(game.cards, seat).deck] });
}

export function drawn(game, seat, cards) {
  const { hand, deck } = entry(game.cards, seat);
  return withCards(game, seat, { hand: [...hand, ...cards], deck: deck.slice(cards.length) });
}

export function dealt(game, seat) {
  return withRound(game, { undealt: without(game.round.undealt, seat) });
}

export function onPile(game, { seat, card, face_down }) {
  return withRound(withCards(game, seat, { hand: without(entry(game.cards, seat).hand, card) }), {
    pile: [...game.round.pile, { seat, card, face_down }],
  });
}

export function onDiscard(game, seat, cards) {
  return withCards(game, seat, { discard: [...entry(game.cards, seat).discard, ...cards] });
}

export function carriedOut(game) {
  return withRound(game, { current: null, acted: false });
}

export function laid(game, place, token) {
  return { ...game, floor: { ...game.floor, [place]: [...(game.floor[place] ?? []), token] } };
}

export function lifted(game, place, token) {
  const { [place]: here, ...elsewhere } = game.floor;
  const left = without(here ?? [], token);
  return { ...game, floor: left.length ? { ...elsewhere, [place]: left } : elsewhere };
}

export function gained(game, bandit, token) {
  return withFigure(game, bandit, { loot: [...entry(game.figures, bandit).loot, token] });
}

export function lost(game, bandit, token) {
  return withFigure(game, bandit, { loot: without(entry(game.figures, bandit).loot, token) });
}

/** What an event takes for granted in a module's part of the state. */
export function going(game, module, part) {
  const there = game[module]?.[part];
  if (!there) throw new Error(`expected a ${part}, got none; the event does not fit the state`);
  return there;
}
