"""Finds the things that two modules both change, from the extension points that they fill."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from colt_rules.rules.module import Module, points

Hands: TypeAlias = Mapping[str, tuple[str, ...]]
"""By thing that a module changes, such as ``choice fire``: the extension points that change it."""

CHOICE = "choice "
"""The prefix of the name of a choice."""
KINDS = {
    "choices": "choice",
    "turns.kinds": "turn",
    "happenings": "happening",
    "steps": "phase",
    "turns.order": "phase",
}
"""By path of an extension point whose entries two modules can share by name: what kind of thing an entry is.

The steps of a phase count as one thing because they are asked one after another.
"""
ACTION_CARDS = frozenset({"action_cards.deck", "action_cards.acts_as", "action_cards.disabled"})
"""The extension points that all concern the same action cards. Every other point is its own subject."""
CHANGE_NOTHING = frozenset({"name", "since", "evolve", "forbids", "added_clauses", "replaces"})
"""The extension points that change nothing for other modules.

Two modules cannot fold the same event; modules that forbid each other never meet; added clauses are only cited; and an
entry that is replaced also appears at another point.
"""


def hands(module: Module) -> Hands:
    """Everything that a module changes, with the extension points that change it."""
    found: dict[str, tuple[str, ...]] = {}
    for point, _, given in points(module):
        if given and point not in CHANGE_NOTHING:
            for what in _changed(point, given):
                found[what] = (*found.get(what, ()), point)
    return found


def _changed(point: str, given: Any) -> Iterator[str]:
    """What a module changes through one extension point."""
    if point == "changes":
        yield from dict.fromkeys(f"{CHOICE}{change.choice}" for change in given)
    elif point in KINDS:
        yield from (f"{KINDS[point]} {name}" for name in given)
    else:
        yield "action cards" if point in ACTION_CARDS else point.rpartition(".")[2].replace("_", " ")


def meetings(first: Module, second: Module) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By each thing that both modules change: the extension points of the first and of the second."""
    one, other = hands(first), hands(second)
    return {what: (own, other[what]) for what, own in one.items() if what in other}


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
