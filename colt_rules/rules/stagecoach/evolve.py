"""What the events of the stagecoach change in the state."""

from typing import Any

from colt_rules.model.changes import at_place, figure_changed, with_part, with_round, without
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.evolve import flask_used, with_horses
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.module import Fold
from colt_rules.rules.stagecoach import events as e
from colt_rules.rules.stagecoach.model import AWAY, Drink, Melee, Plan, Sealed, stagecoach_of


def _with(game: Game, **fields: Any) -> Game:
    """The game with these fields of its stagecoach changed."""
    return with_part(game, "stagecoach", changed(stagecoach_of(game), **fields))


# --- stagecoach and Shotgun


def _bandit_ran(game: Game, event: e.BanditRan) -> Game:
    moved = figure_changed(game, event.bandit, at_place(game.figures[event.bandit], event.to))
    return _with(moved, running=without(stagecoach_of(game).running, event.bandit))


# --- hostages


def _hostage_taken(game: Game, event: e.HostageTaken) -> Game:
    coach = stagecoach_of(game)
    left = without(coach.hostages or (), event.hostage)
    return _with(game, hostages=left, captors={**coach.captors, event.bandit: event.hostage})


def _powers_lost(game: Game, event: e.PowersLost) -> Game:
    figure = game.figures[event.bandit]
    return figure_changed(game, event.bandit, changed(figure, powers=without(figure.powers, *event.powers)))


# --- melee and plan of attack


def _choice_sealed(game: Game, event: e.ChoiceSealed) -> Game:
    melee = stagecoach_of(game).melee or Melee({}, False)
    return _with(game, melee=changed(melee, sealed={**melee.sealed, event.seat: Sealed(event.card, event.face_down)}))


def _melee_shown(game: Game, event: e.MeleeShown) -> Game:
    melee = stagecoach_of(game).melee
    assert melee, "choices are shown only after they are sealed"
    return _with(with_round(game, changed(game.round, order=event.order)), melee=changed(melee, shown=True))


def _plan_started(game: Game, event: e.PlanStarted) -> Game:
    return _with(game, plan=Plan(event.round, event.seats, event.plans, {}))


def _cards_kept(game: Game, event: e.CardsKept) -> Game:
    plan = stagecoach_of(game).plan
    assert plan, "cards are kept only after PlanStarted"
    waiting, kept = without(plan.waiting, event.seat), {**plan.kept, event.seat: event.cards}
    return _with(game, plan=changed(plan, waiting=waiting, kept=kept))


# --- end of the round


def _horses_removed(game: Game, event: e.HorsesRemoved) -> Game:
    stands = {horse: car for horse, car in horses_of(game).stands.items() if horse not in event.horses}
    return with_horses(game, stands=stands)


def _flask_drunk(game: Game, event: e.FlaskDrunk) -> Game:
    floor = dict(game.floor)
    left = without(floor.pop(event.place), event.token)
    if left:
        floor[event.place] = left
    return _with(flask_used(changed(game, floor=floor), event.token), drink=Drink(event.round, event.to))


def _bandit_escaped(game: Game, event: e.BanditEscaped) -> Game:
    stands = {horse: car for horse, car in horses_of(game).stands.items() if horse != event.horse}
    gone = figure_changed(game, event.bandit, at_place(game.figures[event.bandit], AWAY))
    return with_horses(gone, stands=stands)


def _bullet_remembered(game: Game, event: e.BulletRemembered) -> Game:
    return _with(game, remembered={**stagecoach_of(game).remembered, event.bandit: event.count})


EVOLVE: dict[type, Fold] = {
    e.StagecoachPlaced: lambda game, event: _with(game, car=event.car),
    e.ShotgunPlaced: lambda game, event: _with(game, shotgun=event.place),
    e.HostagesDrawn: lambda game, event: _with(game, hostages=event.hostages),
    e.StagecoachMoved: lambda game, event: _with(game, car=event.to),
    e.StagecoachFellBack: lambda game, event: _with(game, car=event.to, fell_back=game.round.number),
    e.StagecoachStayed: lambda game, event: _with(game, fell_back=game.round.number),
    e.ShotgunThrown: lambda game, event: _with(game, shotgun=event.to),
    e.ShotgunMoved: lambda game, event: _with(game, shotgun=event.to),
    e.ShotgunMet: lambda game, event: _with(game, running=event.bandits),
    e.ShotgunTolerated: lambda game, event: _with(game, tolerated=event.bandits),
    e.BanditRan: _bandit_ran,
    e.HostageTaken: _hostage_taken,
    e.PowersLost: _powers_lost,
    e.PoodleBit: lambda game, event: _with(game, bitten=event.round),
    e.ChoiceSealed: _choice_sealed,
    e.MeleeShown: _melee_shown,
    e.MeleeEnded: lambda game, event: _with(game, melee=None),
    e.PlanStarted: _plan_started,
    e.CardsKept: _cards_kept,
    e.HorsesRemoved: _horses_removed,
    e.HorseMoved: lambda game, event: with_horses(game, stands={**horses_of(game).stands, event.horse: event.to}),
    e.FlaskDrunk: _flask_drunk,
    e.NothingToDrink: lambda game, event: _with(game, drink=Drink(event.round, event.place)),
    e.BanditEscaped: _bandit_escaped,
    e.BulletRemembered: _bullet_remembered,
}
