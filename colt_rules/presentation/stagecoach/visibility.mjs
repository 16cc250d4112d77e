/** Who sees what of the stagecoach, its guard and its hostages, of melees and plans, as visibility.py has it. */

import { VISIBILITY, knowsOf, only, seatsIn } from "../../site/script/visibility.mjs";

VISIBILITY.set("stagecoach", {
  view: (state, role) => state.stagecoach && { stagecoach: stagecoachView(state, role, state.stagecoach) },
});

/** The stagecoach, the Shotgun and the hostages with what they bring stand on the table. */
function stagecoachView(state, role, mine) {
  const { melee, plan, drink } = mine;
  return {
    ...only(mine, "car", "shotgun", "hostages", "captors", "running", "fell_back", "bitten", "remembered"),
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
    const mine = knowsOf(state, role, seat);
    if (!mine && !shown && !draws(seat)) return { seat, draws: null, card: null, face_down: null };
    return { seat, draws: card === null, card: mine || !face_down ? card : null, face_down };
  };
  return { sealed: seatsIn(state, sealed).map(choice), shown };
}

/** Which cards are kept their player alone knows, how many everybody sees. */
function planView(state, role, { round, waiting, plans, kept }) {
  const cards = (seat) => (knowsOf(state, role, seat) ? kept[seat] : null);
  const said = seatsIn(state, kept);
  return { round, waiting, plans, kept: said.map((seat) => ({ seat, cards: cards(seat), count: kept[seat].length })) };
}
