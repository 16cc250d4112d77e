"""The settings in which a case runs: editions, modules and agreed answers, with the name of each run."""

from functools import cache, lru_cache

from attrs import frozen

from colt_rules.commands import StartGame
from colt_rules.conformance.cases.case import NOT, Case, Given, Side
from colt_rules.model.names import TABLE
from colt_rules.modules import MODULES
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import what_goes_with
from colt_rules.rules.editions import EDITIONS, PUBLISHED, holds
from colt_rules.rules.rulebook import is_module_set, what_keeps_apart


@frozen
class Setting:
    """A case in one edition, and the side that applies there."""

    case: Case
    side: Side
    edition: str
    name: str
    """The unique name of this run: the id of the case, followed in all runs but the first by what differs."""

    @property
    def exact_name(self) -> str:
        """The name with its edition, even where the name is the id of the case alone."""
        return self.name if "@" in self.name else f"{self.name}@{self.edition}"

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules in play."""
        return self.side.modules or self.case.modules

    @property
    def rulings(self) -> tuple[str, ...]:
        """The answers that the table agrees on."""
        return (*self.case.given.rulings, *self.side.rulings)


def settings_of(case: Case) -> tuple[Setting, ...]:
    """Every setting of a case, in the order of the editions, the baseline first, and without house rules first.

    The order does not depend on the order of the sides in the file, so names do not change with it.
    """
    found = sorted(
        (
            (edition, side)
            for side in case.sides
            for edition in dict.fromkeys(side.editions) or derived_editions(case, side)
        ),
        key=lambda one: (EDITIONS.index(one[0]), one[1].rulings),
    )
    return tuple(
        Setting(case, side, edition, f"{case.id}@{'+'.join([edition, *side.rulings])}" if number else case.id)
        for number, (edition, side) in enumerate(found)
    )


def derived_editions(case: Case, side: Side) -> tuple[str, ...]:
    """The editions in which a side can be played and its clauses hold."""
    return tuple(edition for edition in EDITIONS if not obstacles(case, side, edition))


def obstacles(case: Case, side: Side, edition: str) -> list[str]:
    """Why a side cannot be for an edition, in words: what is not played, does not hold, or cannot be agreed on."""
    modules, known = side.modules or case.modules, registry()
    reasons = [f"{edition} does not play {', '.join(modules)} ({why})" for why in _unplayed(edition, modules)]
    reasons += [f"{id} does not hold in {edition}" for id in side.clauses if not is_in_force(id, edition)]
    reasons += [f"{edition} does not meet `where: {one}`" for one in side.where if not _is_met(one, edition)]
    for house_rule in (*case.given.rulings, *side.rulings):
        id, _, answer = house_rule.partition("=")
        if answer not in known.rulings[id].house_rules(edition):
            reasons.append(f"{house_rule} cannot be agreed on in {edition}")
    if not _is_agreed(case.given, edition):
        reasons.append(f"{edition} is always played with powers and happenings")
    return reasons


def _is_met(condition: str, edition: str) -> bool:
    """Whether a condition of ``where`` is met in an edition."""
    return is_in_force(condition.removeprefix(NOT), edition) != condition.startswith(NOT)


def is_played(edition: str, modules: tuple[str, ...]) -> bool:
    """Whether an edition plays these modules, and plays them together."""
    return not _unplayed(edition, modules)


@lru_cache(maxsize=256)
def _unplayed(edition: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    """Why an edition does not play these modules, or not together; empty if it does."""
    if not is_module_set(modules):
        return (f"expected {MODULES[0]} and others of {', '.join(MODULES)}, in this order",)
    if unpublished := [name for name in modules if name not in PUBLISHED[edition].modules]:
        return (f"it has no {', '.join(unpublished)}",)
    apart = what_keeps_apart(StartGame(TABLE, edition, modules, (), True, True, True, ()))
    return (f"{', '.join(apart)}: {what_goes_with(edition, modules)}",) if apart else ()


@cache
def is_in_force(id: str, edition: str) -> bool:
    """Whether a clause holds in an edition; a ruling holds unless the edition's book answers the question itself."""
    known = registry()
    return known.holds(id, edition) and not (id in known.rulings and edition in known.rulings[id].settled_in)


def _is_agreed(given: Given, edition: str) -> bool:
    """Whether games of the edition can have the powers and happenings of a drawn board."""
    return given.board is None or (given.powers and given.happenings) or not holds("setup.advanced.always", edition)
