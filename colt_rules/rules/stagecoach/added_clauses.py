"""The clauses of the stagecoach that events of other modules also cite."""

from colt_rules.events import (
    ActionIdle,
    BanditMoved,
    BulletGiven,
    Event,
    GameEnded,
    HappeningStarted,
    LootDropped,
    LootTaken,
    NeutralBulletsStacked,
    RoundCardsAgreed,
    RoundCardsDrawn,
    StationDrawn,
)
from colt_rules.model.names import Bandit, Cites, Place, car_of, is_roof, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import setup
from colt_rules.rules.base.actions.fire import in_reach
from colt_rules.rules.base.agreeing import agree_on_round_cards
from colt_rules.rules.base.scoring import uncounted_bandits
from colt_rules.rules.base.setup import are_mixed_in, has_named
from colt_rules.rules.editions import settled
from colt_rules.rules.horses.events import HorseRidden
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.actions import BEHIND, hidden
from colt_rules.rules.stagecoach.follows import leads_past
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of
from colt_rules.rules.stagecoach.places import ON_TOP, WITHIN
from colt_rules.rules.stagecoach.round_end import LAST_ROUND, is_over_before
from colt_rules.rules.stagecoach.setup import STRONGBOX, drawn_from

CARRIED_OUT_BY: CarriedOutBy = {
    "horses.setup.rounds.mixed": (setup.round_cards, setup.stations),
    "horses.setup.rounds.all-mixed": (agree_on_round_cards,),
    "ruling.escape.half-a-side": (uncounted_bandits,),
}
"""The general rules of the base game that implement these clauses.

It draws from all round cards, does not ask the table in an edition that mixes all cards, and leaves bandits who cannot
win out of the score.
"""


OF_THE_TRAIN = ("swivel-arm", "braking", "passengers-rebellion", "conductor", "pickpocketing")
"""Happenings that affect bandits by car, by roof or by who is with them."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    match event:
        case BanditMoved(start=start, to=to, how=how) if COACH in (car_of(start), car_of(to)):
            return _moved(rules, game, start, to, how)
        case BanditMoved(start=start, to=to, how=how) if how != "move" and leads_past(rules, game, start, to):
            return _carried_past(rules, game, event.bandit)
        case ActionIdle(bandit=bandit, action="fire"):
            return _nobody_in_sight(rules, game, bandit)
        case HorseRidden(bandit=bandit) if car_of(game.figures[bandit].place) == COACH:
            return _mounted(game)
        case BulletGiven(shooter=shooter, target=target):
            return _shot(game, shooter, target)
        case LootTaken(token=token, place=place) if car_of(place) == COACH:
            return _taken(token)
        case LootDropped(place=place) if car_of(place) == COACH:
            return _dropped()
        case HappeningStarted(happening=name) if name in OF_THE_TRAIN:
            return _spared(rules, game)
        case NeutralBulletsStacked():
            return _sixteen()
        case GameEnded() if is_over_before(rules, game):
            return _not_any_more(rules, game)
        case RoundCardsAgreed(rounds=rounds):
            return drawn_from(rules, are_mixed_in(rules, bool(rounds)))
        case RoundCardsDrawn() | StationDrawn():
            return drawn_from(rules, are_mixed_in(rules, has_named(game)))
    return ()


@clause("ruling.stagecoach.last-round")
def _not_any_more(rules: Rules, game: Game) -> Cites:
    """By a house rule the stagecoach does not fall back after the last round.

    Beside the last car it would stay anyway; then the ruling is not cited.
    """
    return LAST_ROUND if roof(stagecoach_of(game).car) in rules.graph(game).backward else ()


@clause("horses.setup.neutral-bullets.sixteen")
def _sixteen() -> Cites:
    """Three more neutral bullets join the pile."""
    return ("horses.setup.neutral-bullets.sixteen",)


def _moved(rules: Rules, game: Game, start: Place, to: Place, how: str) -> Cites:
    """The clauses by which a bandit moved to the stagecoach, within it, or from it to the train."""
    if how == "ride":
        return _ridden(rules, game, start, to)
    if how == "push":
        return (*_pushed(start), *_beside_the_shotgun(game, to))
    crossing = {"climb": "stagecoach.stairs", "move": "stagecoach.roof.move"}.get(how)
    return (*((crossing,) if crossing else ()), *_beside_the_shotgun(game, to))


@clause("shotgun.inactive")
def _beside_the_shotgun(game: Game, to: Place) -> Cites:
    """Bandits can stand beside the Shotgun as long as he is on the stagecoach."""
    return ("shotgun.inactive",) if to == ON_TOP == stagecoach_of(game).shotgun else ()


@clause("ruling.shotgun.passing-only-by-move")
def _carried_past(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    """A bandit who is moved past the Shotgun other than by a Move gets no bullet."""
    return ("ruling.shotgun.passing-only-by-move",) if bandit in rules.bandits(game) else ()


@clause("shotgun.blocks-sight", "shotgun.no-target")
def _nobody_in_sight(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    """The clauses by which there is no target although the Shotgun, or a bandit behind him, is on a line of fire."""
    graph, start, shotgun = rules.graph(game), game.figures[bandit].place, stagecoach_of(game).shotgun
    if start not in graph.sight or in_reach(rules, game, bandit):
        return ()
    seen = any(shotgun in line for line in graph.sight[start])
    behind = [figure for figure in game.figures.values() if hidden(rules, game, start, figure.place) == BEHIND]
    return (*(("shotgun.no-target",) if seen else ()), *(BEHIND if behind else ()))


@clause("stagecoach.inside.push", "stagecoach.roof.push", "ruling.stagecoach.like-a-car")
def _pushed(start: Place) -> Cites:
    """A push crosses between the stagecoach and the car it faces; a Punch on the stagecoach works as in a car."""
    cites: Cites = ("stagecoach.roof.push" if is_roof(start) else "stagecoach.inside.push",)
    return (*cites, "ruling.stagecoach.like-a-car") if car_of(start) == COACH else cites


@clause("ride.into-stagecoach", "ride.go-between", "ruling.ride.from-the-stagecoach")
def _ridden(rules: Rules, game: Game, start: Place, to: Place) -> Cites:
    """A Ride can end in the stagecoach, begin there, or lead between it and the car it faces."""
    facing = stagecoach_of(game).car
    into = ("ride.into-stagecoach",) if to == WITHIN else ()
    between = ("ride.go-between",) if {car_of(start), car_of(to)} == {COACH, facing} else ()
    out = _mounted(game) if car_of(start) == COACH else ()
    return tuple(dict.fromkeys((*into, *between, *out)))


@clause("ruling.ride.from-the-stagecoach", "ride.go-between")
def _mounted(game: Game) -> Cites:
    """A horse beside the facing car can be mounted from the stagecoach; one book says so, elsewhere a ruling does."""
    is_settled = settled("ruling.ride.from-the-stagecoach", game.options.edition)
    return ("ride.go-between",) if is_settled else ("ruling.ride.from-the-stagecoach",)


@clause("stagecoach.inside.fire", "stagecoach.roof.fire", "ruling.stagecoach.like-a-car")
def _shot(game: Game, shooter: Bandit, target: Bandit) -> Cites:
    """A shot can cross between the stagecoach and the train, or go through the stagecoach's own roof."""
    start, place = game.figures[shooter].place, game.figures[target].place
    if COACH not in (car_of(start), car_of(place)):
        return ()
    if car_of(start) == car_of(place):
        return ("ruling.stagecoach.like-a-car",)
    return ("stagecoach.roof.fire",) if is_roof(start) else ("stagecoach.inside.fire",)


@clause("ruling.stagecoach.like-a-car", "shotgun.thrown-off")
def _taken(token: str) -> Cites:
    """Loot can be taken there as in a car; the strongbox of the stagecoach only after the Shotgun has left it."""
    cites: Cites = ("ruling.stagecoach.like-a-car",)
    return (*cites, "shotgun.thrown-off") if token == STRONGBOX else cites


@clause("stagecoach.two-places")
def _dropped() -> Cites:
    """Loot can lie inside the stagecoach and on its roof."""
    return ("stagecoach.two-places",)


@clause("ruling.happenings.stagecoach")
def _spared(rules: Rules, game: Game) -> Cites:
    """Happenings that affect the train leave out the stagecoach; who is alone there is decided as in a car."""
    there = any(car_of(figure.place) == COACH for figure in rules.bandits(game).values())
    return ("ruling.happenings.stagecoach",) if there else ()
