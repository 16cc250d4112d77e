"""The clauses about the time machine that events of other modules also cite."""

from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    BulletGiven,
    Event,
    GameEnded,
    GameStarted,
    HappeningStarted,
    LootDropped,
    LootTaken,
    PickpocketAnswered,
)
from colt_rules.model.names import Cites, Place, is_roof, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.setup import STRONGBOX
from colt_rules.rules.base.stealin import acting
from colt_rules.rules.horses.events import AttackReached, HorseRidden
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.marshal import fall
from colt_rules.rules.marshal.events import ThrownOff
from colt_rules.rules.marshal.scoring import is_played
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.events import BanditEscaped, BanditRan
from colt_rules.rules.stagecoach.hostages import ONE_ROOF, burdened
from colt_rules.rules.stagecoach.places import ON_TOP, WITHIN
from colt_rules.rules.time_machine.actions import DEADLY_FALL, FLIGHT, LIKE_A_ROOF, RIDING
from colt_rules.rules.time_machine.model import MACHINE
from colt_rules.rules.time_machine.places import BY_HAPPENING, CAB, DJANGO_INSIDE, NO_CAR, TOP
from colt_rules.rules.time_machine.round_end import travellers
from colt_rules.rules.time_machine.scoring import got_away

CARRIED_OUT_BY: CarriedOutBy = {
    "ruling.time-machine.deadly-fall": (fall.SHOOT_OFF.answers, fall.THROW_OFF.answers),
}
"""The general rules that implement this clause throw targets only off the roofs of the train."""

PASSED_BY = ("swivel-arm", "passengers-rebellion", "conductor", "higher-speed", "shotgun-rage")
"""The happenings that affect or pay bandits inside cars or on roofs; the time machine is neither a car nor a roof."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of another module also cites."""
    match event:
        case GameStarted(modules=modules):
            return ("ruling.time-machine.goes-with",) if len(modules) > 2 else ()  # the base game, this one, and more
        case BanditMoved(bandit=bandit, start=start, to=to, how=how) if MACHINE in (start, to):
            return (*_came(start, to, how), *(_slowly(game, bandit, start, to) if how == "move" else ()))
        case BanditMoved(start=start, how="knock") | BanditStayed(place=start, how="knock"):
            return _knocked(game, start)
        case BanditRan(start=start) if start == TOP:
            return FLIGHT
        case BulletGiven(shooter=shooter, target=target):
            return _shot(game.figures[shooter].place, game.figures[target].place)
        case HorseRidden(bandit=bandit) if game.figures[bandit].place == MACHINE:
            return ("time-machine.ride", RIDING)
        case BanditEscaped(start=start) if start == MACHINE:
            return (RIDING,)
        case AttackReached() if not horses_of(game).attack:
            return ("ruling.time-machine.attack",)
        case HappeningStarted(happening=name) if travellers(rules, game):
            passed_by = name in PASSED_BY or (name == "pickpocketing" and rules.agreed(NO_CAR))
            return (BY_HAPPENING,) if passed_by else ()
        case PickpocketAnswered(bandit=bandit) if game.figures[bandit].place == MACHINE:
            return (BY_HAPPENING,)
        case LootDropped(place=place) | LootTaken(place=place) if place == MACHINE:
            return ("time-machine.one-place",)
        case ThrownOff(start=start, how="knock") if start == TOP:
            return DEADLY_FALL
        case GameEnded():
            return (*_shared(rules, game), *got_away(rules, game))
    return ()


def _came(start: Place, to: Place, how: str) -> Cites:
    """The clauses by which a bandit gets into the time machine or out of it."""
    other = to if start == MACHINE else start
    match how:
        case "move":
            return ("time-machine.move", *(LIKE_A_ROOF if is_roof(other) and other != TOP else ()))
        case "ride":
            return ("time-machine.ride", RIDING)
        case "push":
            return ("time-machine.push-out",) if start == MACHINE else ("time-machine.push-in",)
        case "knock":
            return ("time-machine.django",) if start == TOP else (DJANGO_INSIDE,)
        case "braking":
            return ("time-machine.braking",)
    return ()


@clause("ruling.time-machine.like-a-roof")
def _slowly(game: Game, bandit: str, start: Place, to: Place) -> Cites:
    """The old lady's captor moves one step, between the time machine and the roof of the locomotive."""
    slow = TOP in (start, to) and burdened(game, bandit, "one-roof")
    return (*(ONE_ROOF if start == MACHINE else ()), *LIKE_A_ROOF) if slow else ()


@clause("ruling.time-machine.django-from-it", "ruling.time-machine.django-inside")
def _knocked(game: Game, place: Place) -> Cites:
    """The clauses about Django's shots from the time machine, into it, and at the cab from inside a car."""
    shooter = game.figures.get(acting(game))
    if shooter is None:
        return ()
    if MACHINE in (shooter.place, place):
        return ("ruling.time-machine.django-from-it",)
    return (DJANGO_INSIDE,) if place == CAB and shooter.place != WITHIN else ()


@clause("ruling.time-machine.happenings")
def _shared(rules: Rules, game: Game) -> Cites:
    """The ruling that bandits in the time machine share a strongbox as bandits in a car do."""
    owned = (token for bandit in travellers(rules, game) for token in game.figures[bandit].loot)
    asked = is_played(rules, game, "sharing-the-loot") and any(kind_of(token) == STRONGBOX for token in owned)
    return (BY_HAPPENING,) if asked else ()


def _shot(start: Place, place: Place) -> Cites:
    """The clauses by which a shot reaches into the time machine or out of it."""
    if MACHINE not in (start, place):
        return ()
    other = place if start == MACHINE else start
    if other == ON_TOP:
        return ("time-machine.fire.stagecoach",)
    return ("time-machine.fire", *(("time-machine.fire.line-of-sight",) if is_roof(other) else ()))
