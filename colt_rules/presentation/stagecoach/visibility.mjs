/** Who sees what of the stagecoach, its guard and its hostages, of melees and plans; see visibility.py. */

import { VISIBILITY, knowsOf, seatsIn } from "../../site/script/visibility.mjs";

VISIBILITY.set("stagecoach", {
  view: (state, role, { stagecoach }) =>
    stagecoach && { stagecoach: { ...stagecoach, ...choicesSeen(state, role, state.stagecoach) } },
});

function choicesSeen(state, role, { melee, plan }) {
  return { melee: melee && meleeView(state, role, melee), plan: plan && planView(state, role, plan) };
}

/** Only the player knows a choice until the cards are shown or it draws; a face-down card stays hidden. */
function meleeView(state, role, { sealed, shown }) {
  const { turn, drawing, draws: drawn } = state.round;
  const draws = (seat) => seat === drawing || drawn.some((draw) => draw.seat === seat && draw.turn === turn);
  const choice = (seat) => {
    const { card, face_down } = sealed[seat];
    const mine = knowsOf(state, role, seat);
    if (!mine && !shown && !draws(seat)) return { seat, draws: null, card: null, face_down: null };
    return { seat, draws: card === null, card: mine || !face_down ? card : null, face_down };
  };
  return { sealed: seatsIn(state, sealed).map(choice), shown };
}

/** Only the player knows which cards are kept; everybody sees how many. */
function planView(state, role, { round, waiting, plans, kept }) {
  const cards = (seat) => (knowsOf(state, role, seat) ? kept[seat] : null);
  const said = seatsIn(state, kept);
  return { round, waiting, plans, kept: said.map((seat) => ({ seat, cards: cards(seat), count: kept[seat].length })) };
}
