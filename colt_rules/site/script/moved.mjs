/**
 * A position with something moved. What may stand where, the engine decides.
 *
 * Pure.
 */

/** Everything that can be moved: the Marshal, bandits, and loot wherever it is. */
export function movable({ marshal, figures, floor, aside }) {
  const carried = Object.values(figures).flatMap(({ loot }) => loot);
  return [...(marshal ? ["marshal"] : []), ...Object.keys(figures), ...Object.values(floor).flat(), ...carried, ...aside];
}

/** The cards that can be carried out: every action card in the game, once. */
export function playable({ cards }) {
  const all = Object.values(cards).flatMap(({ hand, deck, discard }) => [...hand, ...deck, ...discard]);
  return [...new Set(all)].filter((card) => !card.includes("-bullet")).sort();
}

/** The position with a thing at another place, or loot with a bandit; null if nothing changes. */
export function moved(state, what, where) {
  if (what === "marshal") return state.marshal === where ? null : { ...state, marshal: where };
  const figure = state.figures[what];
  if (figure) return figure.place === where ? null : withFigure(state, what, { place: where });
  const without = lifted(state, what);
  const bandit = without.figures[where];
  if (bandit) return withFigure(without, where, { loot: [...bandit.loot, what] });
  return { ...without, floor: { ...without.floor, [where]: [...(without.floor[where] ?? []), what] } };
}

function withFigure(state, bandit, changes) {
  return { ...state, figures: { ...state.figures, [bandit]: { ...state.figures[bandit], ...changes } } };
}

function lifted(state, token) {
  const left = (tokens) => tokens.filter((one) => one !== token);
  const floor = Object.entries(state.floor).map(([place, tokens]) => [place, left(tokens)]);
  const figures = Object.entries(state.figures).map(([bandit, figure]) => [bandit, { ...figure, loot: left(figure.loot) }]);
  return {
    ...state,
    floor: Object.fromEntries(floor.filter(([, tokens]) => tokens.length)),
    figures: Object.fromEntries(figures),
    aside: left(state.aside),
  };
}
