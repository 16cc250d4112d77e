"""Ride: a bandit rides a horse up to three cars along the train and gets off inside a car."""

from colt_rules.commands import Command
from colt_rules.decisions import shared
from colt_rules.events import BanditMoved, Cited
from colt_rules.model.names import LOCOMOTIVE, Bandit, Car, Cites, Reasons, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.horses.events import HorseRidden
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.places import BESIDE, GALLOP, RIDE
from colt_rules.rules.module import Choice, Rules

GOT_OFF = ("ride.dismount",)

_gallop = shared(Ride)


@clause(*GALLOP, "ride.dismount", "ruling.ride.locomotive")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The bandit gets off inside any car up to three cars away, either way.

    Modules can add other places where a Ride ends.
    """
    figure = game.figures[bandit]
    if not horses_beside(rules, game, bandit):
        return []
    return [_gallop(figure.seat, place) for place in rules.graph(game).relations[RIDE][figure.place]]


@clause("ride.mount", "attack.horses-nobodys")
def horses_beside(rules: Rules, game: Game, bandit: Bandit) -> list[str]:
    """The bandit can mount any horse beside its car, from inside or from the roof, whoever rode it before."""
    car = rules.graph(game).relations[BESIDE].get(game.figures[bandit].place)
    return [horse for horse, stands in horses_of(game).stands.items() if stands == car]


@clause("ruling.ride.which-horse")
def mounted(rules: Rules, game: Game, bandit: Bandit) -> tuple[str, Car, Cites]:
    """The horse that the bandit mounts, the car beside which it stands, and the clauses for the choice.

    Horses are alike, so of several the one with the smallest number is taken.
    """
    there = horses_beside(rules, game, bandit)
    horse = min(there, key=lambda each: (len(each), each))
    return horse, horses_of(game).stands[horse], ("ruling.ride.which-horse",) if len(there) > 1 else ()


def refusal(rules: Rules, game: Game, bandit: Bandit, command: Ride) -> Cites:
    """A Ride never ends on a roof, farther than three cars away or beyond either end of the train."""
    relations = rules.graph(game).relations
    near = {relations[BESIDE][place] for place in relations[RIDE][game.figures[bandit].place]}
    reasons = GOT_OFF if is_roof(command.to) else ()
    return reasons if relations[BESIDE].get(command.to) in near else (rules.stated_by(GALLOP), *reasons)


@clause("ride.mount", *GALLOP, "ride.dismount", "ruling.ride.locomotive")
def happens(rules: Rules, game: Game, bandit: Bandit, command: Ride) -> list[Cited]:
    """The bandit and the horse go along the train; the bandit gets off inside a car, and the horse stays beside it."""
    start = game.figures[bandit].place
    horse, mount, which = mounted(rules, game, bandit)
    stop: Car = rules.graph(game).relations[BESIDE][command.to]
    locomotive: Cites = ("ruling.ride.locomotive",) if LOCOMOTIVE in (mount, stop) else ()
    cites = ("ride.mount", rules.stated_by(GALLOP), "attack.horses-nobodys", *GOT_OFF, *which, *locomotive)
    ridden: Cited = (HorseRidden(bandit, horse, mount, stop), cites)
    if command.to == start:
        return [ridden]  # the bandit got on and off in the same place
    return [ridden, (BanditMoved(bandit, start, command.to, "ride"), GOT_OFF + locomotive)]


@clause("ride.no-horse")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """If no horse stands beside the bandit's car, the card has no effect."""
    return () if horses_beside(rules, game, bandit) else ("ride.no-horse",)


ACTION = action("ride", Choice((Ride,), answers, refusal, happens), idle)
