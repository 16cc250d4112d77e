"""What is told of the stagecoach: a sentence for each event and command, and for what changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.model.names import car_of
from colt_rules.model.state import Game
from colt_rules.referee.wording import (
    at,
    car_name,
    card_name,
    cards_of,
    lowered,
    name_of,
    names_of,
    number_of,
    off,
    row,
    to,
    token_name,
)
from colt_rules.rules.horses.told import horse_name, whisky_name
from colt_rules.rules.stagecoach import commands as c
from colt_rules.rules.stagecoach import events as e
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.model import AWAY, COACH, stagecoach_of

CARS = {COACH: "the stagecoach"}
PLACES = {AWAY: "far away"}


def hostage_name(hostage: str) -> str:
    """What a hostage is called."""
    return f"the {lowered(EXTRAS.hostages[hostage].name.en)}" if hostage in EXTRAS.hostages else hostage


def _sealed(it: Any) -> str:
    """A choice in a melee: whether it is a card at all is hidden together with it."""
    if it.face_down is None:
        chosen = "made a choice"
    elif it.card is None:
        chosen = "chose to draw"
    else:
        chosen = f"chose {card_name(it.card, it.seat)}{', to lie face down,' if it.face_down else ''}"
    return f"{name_of(it.seat)} {chosen} in secret"


def _plan_started(it: Any) -> str:
    most = f"up to {number_of(it.plans, 'card')}"
    return f"a plan of attack is made: {names_of(it.seats)} may keep {most} for the next round"


def _flask_drunk(it: Any) -> str:
    way = f", which leads him as far as {car_name(car_of(it.to) or it.to)}" if it.to != it.place else ""
    return f"the Marshal emptied {token_name(it.token)} {at(it.place)}, {whisky_name(it.kind)}{way}"


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    e.StagecoachPlaced: lambda it: f"the stagecoach stands beside {car_name(it.car)}",
    e.ShotgunPlaced: lambda it: f"the Shotgun stands {at(it.place)}",
    e.HostagesDrawn: lambda it: f"hostages lie beside the train: {row(map(hostage_name, it.hostages), 'none')}",
    e.StagecoachMoved: lambda it: f"the stagecoach went from {car_name(it.start)} to {car_name(it.to)}",
    e.StagecoachFellBack: lambda it: f"the stagecoach fell back from {car_name(it.start)} to {car_name(it.to)}",
    e.StagecoachStayed: lambda it: f"the stagecoach stays beside {car_name(it.car)}: the train ends there",
    e.ShotgunThrown: lambda it: f"{name_of(it.by)} punched the Shotgun, who landed {at(it.to)}",
    e.ShotgunMoved: lambda it: f"the Shotgun went {off(it.start)} {to(it.to)}",
    e.ShotgunMet: lambda it: f"{names_of(it.bandits)} met the Shotgun and must run",
    e.ShotgunTolerated: lambda it: f"beside the Shotgun, who came to them, may stay: {names_of(it.bandits)}",
    e.BanditRan: lambda it: f"{name_of(it.bandit)} ran from the Shotgun {to(it.to)}",
    e.HostageTaken: lambda it: f"{name_of(it.bandit)} took {hostage_name(it.hostage)} hostage",
    e.PowersLost: lambda it: f"{name_of(it.bandit)} lost the power of {names_of(it.powers)} for good",
    e.PoodleBit: lambda it: f"round {it.round} begins, and the poodle bites {name_of(it.bandit)}",
    e.ChoiceSealed: _sealed,
    e.MeleeShown: lambda it: f"all have chosen, and the cards are shown and laid in this order: {names_of(it.order)}",
    e.MeleeEnded: lambda it: "the melee is over",
    e.PlanStarted: _plan_started,
    e.CardsKept: lambda it: f"{name_of(it.seat)} keeps {cards_of(it)} for the next round",
    e.HorsesRemoved: lambda it: f"{row(map(horse_name, it.horses), 'no horse')} left the game",
    e.HorseMoved: lambda it: f"{horse_name(it.horse)} went from {car_name(it.start)} to {car_name(it.to)}",
    e.FlaskDrunk: _flask_drunk,
    e.NothingToDrink: lambda it: f"the Marshal finds no flask {at(it.place)}",
    e.BanditEscaped: lambda it: f"{name_of(it.bandit)} rode away on {horse_name(it.horse)} and is out of the game",
    e.BulletRemembered: lambda it: f"that is mortal bullet {it.count} of {name_of(it.bandit)}, paid for at the end",
}
COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    c.PunchShotgun: lambda it: "punches the Shotgun",
    c.Run: lambda it: f"runs from the Shotgun {to(it.to)}",
    c.TakeHostage: lambda it: f"takes {hostage_name(it.hostage)} hostage",
    c.RideAway: lambda it: "rides away for good",
}
DEALS = {"hostages": hostage_name}


def changes(before: Game, after: Game) -> Iterator[str]:
    """What changed of the stagecoach, the Shotgun and the hostages."""
    was, now = stagecoach_of(before), stagecoach_of(after)
    if was.car != now.car:
        yield f"the stagecoach is beside {car_name(now.car)}"
    if was.shotgun != now.shotgun:
        yield f"the Shotgun is {at(now.shotgun)}"
    for bandit, hostage in now.captors.items():
        if bandit not in was.captors:
            yield f"{name_of(bandit)} has {hostage_name(hostage)} as hostage"
    if was.running != now.running:
        yield f"still to run from the Shotgun: {names_of(now.running)}"
