/** What the events of the stagecoach change, in the order of the table in events/modules. */

import { entry, going, lifted, withFigure, withRound, without } from "../steps.mjs";
import { flaskSeen, horsesGone, stands } from "./horses.mjs";

/** What the stagecoach adds to the state, from the first of its events on. */
const NO_STAGECOACH = {
  car: "",
  shotgun: "",
  hostages: null,
  captors: {},
  running: [],
  fell_back: 0,
  bitten: 0,
  melee: null,
  plan: null,
  drink: null,
  remembered: {},
};

function withStagecoach(game, parts) {
  return { ...game, stagecoach: { ...(game.stagecoach ?? NO_STAGECOACH), ...parts } };
}


export const CHANGES = {
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
