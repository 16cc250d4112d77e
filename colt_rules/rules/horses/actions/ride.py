"""Ride: on the back of a horse none to three cars along the train, and inside."""

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
    """Inside any car that is none to three cars away, either way, and whatever else can be reached on horseback."""
    figure = game.figures[bandit]
    if not horses_beside(rules, game, bandit):
        return []
    return [_gallop(figure.seat, place) for place in rules.graph(game).relations[RIDE][figure.place]]


@clause("ride.mount", "attack.horses-nobodys")
def horses_beside(rules: Rules, game: Game, bandit: Bandit) -> list[str]:
    """The horses beside a bandit's car, whoever came on them; they can be mounted from inside and from the roof."""
    car = rules.graph(game).relations[BESIDE].get(game.figures[bandit].place)
    return [horse for horse, stands in horses_of(game).stands.items() if stands == car]


@clause("ruling.ride.which-horse")
def mounted(rules: Rules, game: Game, bandit: Bandit) -> tuple[str, Car, Cites]:
    """The horse that is taken, the car that it stands beside, and why it: horses are alike, so the first of them."""
    there = horses_beside(rules, game, bandit)
    horse = min(there, key=lambda each: (len(each), each))
    return horse, horses_of(game).stands[horse], ("ruling.ride.which-horse",) if len(there) > 1 else ()


def refusal(rules: Rules, game: Game, bandit: Bandit, command: Ride) -> Cites:
    """One never gets off on a roof, nor beyond three cars or the ends of the train."""
    relations = rules.graph(game).relations
    near = {relations[BESIDE][place] for place in relations[RIDE][game.figures[bandit].place]}
    reasons = GOT_OFF if is_roof(command.to) else ()
    return reasons if relations[BESIDE].get(command.to) in near else (rules.stated_by(GALLOP), *reasons)


@clause("ride.mount", *GALLOP, "ride.dismount", "ruling.ride.locomotive")
def happens(rules: Rules, game: Game, bandit: Bandit, command: Ride) -> list[Cited]:
    """Rider and horse go along the train; the bandit gets inside there, and the horse stays opposite."""
    start = game.figures[bandit].place
    horse, mount, which = mounted(rules, game, bandit)
    stop: Car = rules.graph(game).relations[BESIDE][command.to]
    locomotive: Cites = ("ruling.ride.locomotive",) if LOCOMOTIVE in (mount, stop) else ()
    cites = ("ride.mount", rules.stated_by(GALLOP), "attack.horses-nobodys", *GOT_OFF, *which, *locomotive)
    ridden: Cited = (HorseRidden(bandit, horse, mount, stop), cites)
    if command.to == start:
        return [ridden]  # in the saddle and out of it again, where nothing has changed
    return [ridden, (BanditMoved(bandit, start, command.to, "ride"), GOT_OFF + locomotive)]


@clause("ride.no-horse")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """Where no horse stands beside the bandit's car the card does nothing."""
    return () if horses_beside(rules, game, bandit) else ("ride.no-horse",)


ACTION = action("ride", Choice((Ride,), answers, refusal, happens), idle)
