"""What is told of the time machine: a sentence for each event and command.

What changed is told by the base game, and no more: where a bandit hides is not for everybody.
"""

from collections.abc import Callable, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.referee.wording import car_name, name_of, names_of, to
from colt_rules.rules.time_machine import commands as c
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.model import BENEATH, NAME

CARS = {NAME: "the time machine"}
PLACES = {BENEATH: "hidden beneath the train"}


def _hidden(it: Any) -> str:
    """Where a bandit hides, for those who may know it."""
    where = "somewhere beneath the train" if it.car is None else f"beneath {car_name(it.car)}"
    return f"{name_of(it.bandit)} travelled in time and hides {where}"


def _crowded(it: Any) -> str:
    return f"{names_of(it.bandits)} are in the time machine at the end of round {it.round}, so nobody travels"


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    e.TimeMachinePlaced: lambda it: "the time machine stands in front of the locomotive",
    e.TimeMachineCrowded: _crowded,
    e.BanditHidden: _hidden,
    e.BanditReappeared: lambda it: f"{name_of(it.bandit)} came out of hiding {to(it.place)}",
    e.TravellerRewarded: lambda it: f"{name_of(it.bandit)} is alone in the time machine and gets ${it.amount:,}",
}
COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    c.HideBandit: lambda it: f"hides {name_of(it.bandit)} beneath {car_name(it.car)}",
}
