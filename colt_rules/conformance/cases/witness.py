"""Witnesses: the same position and commands with different results by edition or by agreed answer."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from colt_rules.conformance.cases.case import Case, Side
from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.setting import Setting, settings_of
from colt_rules.decisions import Arrangements
from colt_rules.kernel import awaiting, legal
from colt_rules.log.codec import to_data
from colt_rules.model.names import TABLE
from colt_rules.model.state import Game
from colt_rules.registry.editions import BASELINE, EditionDifference
from colt_rules.registry.registry import Registry
from colt_rules.views import roles, view

AGREED = ("edition", "modules", "rulings", "cites")
"""Fields that describe a game rather than its events; they always differ between editions or house rules."""


def overlapping_editions(case: Case) -> list[str]:
    """Editions, with the same house rules, that several sides are for, in words."""
    settings = settings_of(case)
    names = [(one.edition, tuple(sorted(one.rulings))) for one in settings]
    return [
        f"differs: expected each edition on one side, got {' with '.join([edition, *rulings])} on several"
        for edition, rulings in dict.fromkeys(name for name in names if names.count(name) > 1)
    ]


def equal_sides(runs: Sequence[Run]) -> list[str]:
    """Pairs of sides that do not differ in their events nor in the choices and views afterwards, in words."""
    seen = [(run, _happened(run)) for run in runs]
    return [
        f"differs: expected different results in {one.name} and {other.name}, got the same"
        for (one, first), (other, second) in combinations(seen, 2)
        if one.side is not other.side and first == second and _outcome(one) == _outcome(other)
    ]


def _happened(run: Run) -> Any:
    """The events of a run, by which nearly all sides differ, without the names of edition and house rules."""
    return _bare([bool(run.observed.refusals), to_data(run.log)])


def _outcome(run: Run) -> Any:
    """The position, choices and views after a run, without the names of edition and house rules."""
    choices = [
        to_data(list(options)) if not isinstance(options, Arrangements) else to_data(options.items)
        for actor in dict.fromkeys(decision.actor for decision in awaiting(run.after))
        if actor != TABLE
        for options in [legal(run.after, actor)]
    ]
    views = [to_data(view(run.after, role)) for role in roles(run.after)]
    return _bare([choices, views, _position(run.after)])


def _position(game: Game) -> Any:
    return {name: part for name, part in to_data(game).items() if name != "options"}


def _bare(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _bare(value) for name, value in data.items() if name not in AGREED}
    return [_bare(item) for item in data] if isinstance(data, list) else data


# --- what witnesses show


def shows_difference(settings: Sequence[Setting], difference: EditionDifference, edition: str) -> bool:
    """Whether a witness shows what an edition changes: on a side without house rules and on one of the baseline."""
    return any(
        one.edition == edition
        and not one.rulings
        and _names(one.side, difference)
        and any(other.edition == BASELINE and other.side is not one.side for other in settings)
        for one in settings
    )


def _names(side: Side, difference: EditionDifference) -> bool:
    return difference.clause in side.clauses or not set(difference.instead_of).isdisjoint(side.without)


def agrees_on(case: Case, house_rule: str) -> bool:
    """Whether a side of a witness agrees on this answer."""
    return any(house_rule in side.rulings for side in case.differs)


def editions_without_side(case: Case, clause: str, known: Registry) -> list[str]:
    """The editions that play the module of a clause but are on no side of its witness."""
    module, spoken_of = known.clauses[clause].module, {setting.edition for setting in settings_of(case)}
    return [id for id, edition in known.editions.items() if module in edition.modules and id not in spoken_of]


def unwitnessed(cases: Sequence[Case], known: Registry) -> Iterator[str]:
    """Differences of editions and agreed answers that no witness shows in full, in words."""
    witnesses = [(case, settings_of(case)) for case in cases if case.differs]
    for id, edition in known.editions.items():
        for difference in edition.differences:
            found = [case for case, settings in witnesses if shows_difference(settings, difference, id)]
            if not found:
                yield f"{difference.clause}: expected a witness with a side for {id} and one for {BASELINE}, got none"
            elif all(editions_without_side(case, difference.clause, known) for case in found):
                left = ", ".join(editions_without_side(found[0], difference.clause, known))
                yield f"{difference.clause}: expected a side for each edition, got none for {left} in {found[0].id}"
    for ruling in known.rulings.values():
        for other in ruling.rejected:
            house_rule = f"{ruling.id}={other.id}"
            if other.house_rule and not any(agrees_on(case, house_rule) for case, _ in witnesses):
                yield f"{house_rule}: expected a witness with a side that agrees on it, got none"
