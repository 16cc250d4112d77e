"""Finds what two modules both change, from the extension points that they fill."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import Attribute, fields

from colt_rules.rules.module import Module

Hands: TypeAlias = Mapping[str, tuple[str, ...]]
"""By each thing that a module changes: the extension points that change it."""

CHOICE = "choice "
"""The prefix of the name of a choice."""
KINDS = {
    "choices": "choice",
    "turns": "turn",
    "happenings": "happening",
    "early": "phase",
    "phases": "phase",
    "order": "phase",
}
"""By extension points whose entries have names: the kind of thing that the names stand for.

The steps of a phase count as one thing because they are asked one after another.
"""
SHARED = {"disabled_cards": "action cards", "acts_as": "action cards", "deck": "action cards", "last_cars": "cars"}
"""By extension points that concern the same thing without naming it: that thing. Every other point is its own subject.
"""
CHANGE_NOTHING = frozenset({"name", "since", "evolve", "forbids", "added_clauses", "replaces"})
"""The extension points that change nothing for other modules.

Two modules cannot fold the same event; modules that forbid each other never meet; added clauses are only cited; and an
entry that is replaced also appears at another point.
"""


def hands(module: Module) -> Hands:
    """Everything that a module changes, with the extension points that change it."""
    found: dict[str, tuple[str, ...]] = {}
    for point in fields(Module):
        if point.name not in CHANGE_NOTHING:
            for what in _changed(module, point):
                found[what] = (*found.get(what, ()), point.name)
    return found


def _changed(module: Module, point: "Attribute[object]") -> Iterator[str]:
    """What a module changes through one extension point."""
    given = getattr(module, point.name)
    if not given:
        return
    if point.name == "changes":
        yield from dict.fromkeys(f"{CHOICE}{change.choice}" for change in given)
    elif point.name in KINDS:
        yield from (f"{KINDS[point.name]} {name}" for name in given)
    else:
        yield SHARED.get(point.name, point.name.replace("_", " "))


def meetings(first: Module, second: Module) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By each thing that both modules change: the extension points of the first and of the second."""
    one, other = hands(first), hands(second)
    return {what: (points, other[what]) for what, points in one.items() if what in other}


def commands_of(what: str, modules: Iterable[Module]) -> frozenset[type]:
    """The commands that answer a choice in any of these modules; empty if ``what`` is not a choice."""
    name = what.removeprefix(CHOICE)
    if name == what:
        return frozenset()
    found = [
        choice
        for module in modules
        for choice in (module.choices.get(name), *(each.added for each in module.changes if each.choice == name))
        if choice
    ]
    return frozenset(kind for choice in found for kind in choice.commands)
