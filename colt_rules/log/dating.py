"""Checks the specification version that a log names: it must have everything that the game uses.

Corrections after that version can explain departures from the current rules. Nothing proves the version, so it is
compared with the game: a module names the version that introduced it, and an answer that was the default until a
correction could not be agreed on before.
"""

from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias

from colt_rules.log.errors import Departure
from colt_rules.model.record import record
from colt_rules.modules import MODULES
from colt_rules.registry.corrections import FIRST_VERSION, Correction, in_numbers
from colt_rules.registry.published import corrections
from colt_rules.rules.rulebook import module

Remark: TypeAlias = Literal["", "later", "unknown"]
"""What is odd about the version that a log names: it is later than ours, or no specification ever had it."""


@record
class Earliest:
    """The first version of the specification that has everything in a game."""

    version: str
    what: str
    """What earlier versions lack."""


@cache
def earliest(modules: tuple[str, ...], house_rules: tuple[str, ...] = ()) -> Earliest:
    """The first version with these modules in which these answers, each ``ruling=answer``, can be agreed on."""
    found = [Earliest(module(name).since, name) for name in MODULES if name in (MODULES[0], *modules)]
    found += [
        Earliest(one.version, house_rule)
        for one in corrections().correction
        for house_rule in one.former_defaults
        if house_rule in house_rules
    ]
    return max(found, key=lambda one: in_numbers(one.version))


def applying(
    some: Iterable[Correction], modules: tuple[str, ...], house_rules: tuple[str, ...]
) -> tuple[Correction, ...]:
    """The corrections that are later than everything in a game with these modules and house rules."""
    first = in_numbers(earliest(modules, house_rules).version)
    return tuple(one for one in some if in_numbers(one.version) > first)


def version_departures(version: str, modules: tuple[str, ...], house_rules: tuple[str, ...] = ()) -> list[Departure]:
    """A departure if a log names a version of the specification that lacks something the game uses."""
    first = earliest(modules, house_rules)
    if in_numbers(version) >= in_numbers(first.version):
        return []
    return [
        Departure("version", 1, 0, 0, f"{first.version} or later, the first version with {first.what}", version, ())
    ]


def version_remark(version: str) -> Remark:
    """What is odd about the version that a log names; it is no fault."""
    ours = corrections()
    if in_numbers(version) > in_numbers(ours.version):
        return "later"
    return "" if version in (FIRST_VERSION, ours.version, *(one.version for one in ours.correction)) else "unknown"
