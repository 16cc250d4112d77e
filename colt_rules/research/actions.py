"""Actions with fixed numbers: a command is chosen name by name, from one table for every game.

A command can name several things: whom to punch, which token falls, where to; a list of cards to keep. So an action
is a step: it names the command, or the next thing in it, where the choices still differ. The steps of "punch Doc, he
drops a jewel, to the next car" are ``Punch``, ``seat2``, ``jewel``, ``car1``. ``Steps`` tells which actions there are
now and which choice the taken ones have led to. Every choice can be reached, by just one row of steps.

**The number of an action is the number of its line in ``actions.txt``**, from 0: the same in every game, with any
modules, on either engine. New names come at the end.

========================= ============================================================================================
``PlayCard`` …            a command, if there are several
``fire``, ``bullet`` …    what a card does; whose it is follows as a bandit if that is open
``seat1``, ``bandit0``    a bandit: its seat clockwise from one's own, ``seat0``; then which of its bandits
``car0``, ``roof`` …      a place: its car from the locomotive, then the level; a car that is not coupled by its name
``purse``, ``$300``       a token: its kind, then its value as far as the seat sees it, else ``unseen``
``tuco``, ``poodle`` …    anything else by its own name
``yes``, ``no``           a field that is true or false
``none``, ``end``         no token; the end of a list
``which0`` … ``which9``   which of several that look alike to the seat, in the order of the choices, digit by digit
========================= ============================================================================================
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import Any

import attrs

from colt_rules.commands import COMMANDS
from colt_rules.model.names import is_bullet, owner_and_action
from colt_rules.research.observing import BULLET, LEVELS, UNSEEN, Layout, Sight
from colt_rules.research.session import Data, NoSuchChoice, as_int
from colt_rules.safe_text import clipped

WHICH, END = "which", "end"


@cache
def names() -> tuple[str, ...]:
    """The name of every action; its place is its number."""
    return tuple(files(__package__).joinpath("actions.txt").read_text(encoding="utf-8").split())


@cache
def _numbers() -> dict[str, int]:
    return {name: number for number, name in enumerate(names())}


class Steps:
    """A choice that is being made step by step. It is made from the view and the choices of the seat alone."""

    def __init__(self, layout: Layout, seen: Data, choices: Sequence[Data]) -> None:
        """Begin a choice among these commands; there is at least one."""
        sight = Sight(layout, seen)
        self.taken: list[int] = []
        """The actions that were taken."""
        self._left = _told_apart([(*_names_of_command(command, sight), END) for command in choices])
        self._at = self._same()

    @property
    def chosen(self) -> int | None:
        """The index of the choice, as soon as the steps leave only one."""
        return next(iter(self._left)) if len(self._left) == 1 else None

    @property
    def actions(self) -> list[int]:
        """The numbers of the actions that can be taken, in order; none if the choice is made."""
        if self.chosen is not None:
            return []
        return sorted({_numbers()[names[self._at]] for names in self._left.values()})

    def take(self, action: object) -> None:
        """Take an action; raises ``NoSuchChoice`` for any other than ``actions``."""
        number, can = as_int(action), self.actions
        if number not in can:
            raise no_such_action(can, action)
        self._left = {index: row for index, row in self._left.items() if row[self._at] == names()[number]}
        self.taken.append(number)
        self._at = self._same()

    def _same(self) -> int:
        """Up to where the names of all choices that are left are the same."""
        return sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, zip(*self._left.values(), strict=False)))


def no_such_action(can: Sequence[int], action: object) -> NoSuchChoice:
    """The error for an action that cannot be taken; ``can``: those that can."""
    possible = ", ".join(f"{each} ({names()[each]})" for each in can) or "none, since the choice is made"
    return NoSuchChoice(f"expected one of the actions {clipped(possible, 400)}; got {action!r}")


def _told_apart(rows: Sequence[tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """By index: the names of each choice; those that have the same get further names, for the digits of a number."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for index, row in enumerate(rows):
        alike.setdefault(row, []).append(index)
    return {
        index: (*row, *_which(number, len(same))) for row, same in alike.items() for number, index in enumerate(same)
    }


def _which(number: int, many: int) -> list[str]:
    """The names for the digits of a number below ``many``; none if there is only one."""
    return [f"{WHICH}{digit}" for digit in f"{number:0{len(str(many - 1))}}"] if many > 1 else []


def _names_of_command(command: Data, sight: Sight) -> Iterator[str]:
    yield command["type"]
    for field in _fields(command["type"]):
        yield from _names_of(command[field], sight)


@cache
def _fields(type: str) -> list[str]:
    """The fields of a command but for who gives it, in their order."""
    return [field.name for field in attrs.fields(COMMANDS[type]) if field.name != "actor"]


def _names_of(value: Any, sight: Sight) -> Iterator[str]:
    """The names of a value of a command; one without a name of its own in the table is left to ``which``."""
    if isinstance(value, list):
        for each in value:
            yield from _names_of(each, sight)
        yield END
    elif value is None:
        yield "none"
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif value in sight.tokens:
        token = sight.tokens[value]
        yield from _known(token["kind"], UNSEEN if token["value"] is None else f"${token['value']}")
    elif value in sight.bandits:
        seat, number = sight.bandits[value]
        yield from _known(sight.seat(seat), f"bandit{number}")
    elif value.rpartition(".")[2] in LEVELS:
        car, _, level = value.rpartition(".")
        yield from (*_names_of_car(car, sight), level)
    elif is_bullet(value):
        yield BULLET
    elif owner_and_action(value)[0] in sight.bandits:
        owner, action = owner_and_action(value)
        yield from _known(action)
        yield from _names_of(owner, sight)
    else:
        yield from _names_of_car(value, sight)


def _names_of_car(car: str, sight: Sight) -> Iterator[str]:
    yield from _known(f"car{sight.train.index(car)}" if car in sight.train else car)


def _known(*given: str) -> Iterator[str]:
    return (name for name in given if name in _numbers())
