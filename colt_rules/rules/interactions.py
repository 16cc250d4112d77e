"""Where the code of two modules meets: what both of them change, found in what they give to the extension points."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from colt_rules.rules.module import Module, points

Hands: TypeAlias = Mapping[str, tuple[str, ...]]
"""By what a module changes: the points through which it does."""

CHOICE = "choice "
"""Before the name of a choice."""
KINDS = {
    "choices": "choice",
    "turns.kinds": "turn",
    "happenings": "happening",
    "steps": "phase",
    "turns.order": "phase",
}
"""By path of a point whose entries two modules can share by name: what an entry is."""
ACTION_CARDS = frozenset({"action_cards.deck", "action_cards.acts_as", "action_cards.disabled"})
"""The points that are all about the same action cards. Every other point is about its own subject."""
CHANGE_NOTHING = frozenset({"name", "since", "evolve", "forbids", "added_clauses", "replaces"})
"""What changes nothing for a module beside it.

Two modules cannot fold one event, what is kept apart does not meet, added clauses are only cited, and what is replaced
stands at another point as well.
"""


def hands(module: Module) -> Hands:
    """All that a module changes."""
    found: dict[str, tuple[str, ...]] = {}
    for point, _, given in points(module):
        if given and point not in CHANGE_NOTHING:
            for what in _changed(point, given):
                found[what] = (*found.get(what, ()), point)
    return found


def _changed(point: str, given: Any) -> Iterator[str]:
    """What a module changes through one point."""
    if point == "changes":
        yield from dict.fromkeys(f"{CHOICE}{change.choice}" for change in given)
    elif point in KINDS:
        yield from (f"{KINDS[point]} {name}" for name in given)
    else:
        yield "action cards" if point in ACTION_CARDS else point.rpartition(".")[2].replace("_", " ")


def meetings(first: Module, second: Module) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By what both modules change: the points of either."""
    one, other = hands(first), hands(second)
    return {what: (own, other[what]) for what, own in one.items() if what in other}


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
