"""Where the code of two modules meets: what both of them change, found in what they give to the extension points."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import Attribute, fields

from colt_rules.rules.module import Module

Hands: TypeAlias = Mapping[str, tuple[str, ...]]
"""By what a module changes: the points through which it does."""

CHOICE = "choice "
"""Before the name of a choice."""
KINDS = {
    "choices": "choice",
    "turns": "turn",
    "happenings": "happening",
    "early": "phase",
    "phases": "phase",
    "order": "phase",
}
"""By points that speak of something by name: what it is. The steps of a phase are asked one after another."""
SHARED = {"disabled_cards": "action cards", "acts_as": "action cards", "deck": "action cards"}
"""By points that speak of the same without naming it: what that is. Each point left is about one thing, its own."""
CHANGE_NOTHING = frozenset({"name", "since", "evolve", "forbids", "added_clauses", "replaces"})
"""What changes nothing for a module beside it.

Two modules cannot fold one event, what is kept apart does not meet, added clauses are only cited, and what is replaced
stands at another point as well.
"""


def hands(module: Module) -> Hands:
    """All that a module changes."""
    found: dict[str, tuple[str, ...]] = {}
    for point in fields(Module):
        if point.name not in CHANGE_NOTHING:
            for what in _changed(module, point):
                found[what] = (*found.get(what, ()), point.name)
    return found


def _changed(module: Module, point: "Attribute[object]") -> Iterator[str]:
    """What a module changes through one point."""
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
    """By what both modules change: the points of either."""
    one, other = hands(first), hands(second)
    return {what: (points, other[what]) for what, points in one.items() if what in other}


def commands_of(what: str, modules: Iterable[Module]) -> frozenset[type]:
    """The commands that answer a choice, whichever of the modules let it be answered so; none of what is no choice."""
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
