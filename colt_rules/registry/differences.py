"""Compares two editions: which clauses hold in one of them but not in the other."""

from attrs import frozen

from colt_rules.registry.editions import EditionDifference
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry


@frozen(kw_only=True)
class PointOfDifference:
    """One point at which two editions differ."""

    first: tuple[str, ...]
    """The clauses that hold in the first edition only."""
    second: tuple[str, ...]
    """The clauses that hold in the second edition only."""
    notes: tuple[Localized, ...]
    """The effect on play, compared with the baseline."""


def differences_between(registry: Registry, first: str, second: str) -> list[PointOfDifference]:
    """Every point at which two editions differ, in the modules that both play.

    An edition lists only its differences from the baseline. Where both editions replace the same clause of the
    baseline, that is one point.
    """
    points: list[list[EditionDifference]] = []
    for edition, other in ((first, second), (second, first)):
        for difference in registry.editions[edition].differences:
            if _parts(registry, difference, other):
                own = set(difference.instead_of)
                same = [point for point in points if any(own & {*there.instead_of} for there in point)]
                if same:
                    same[0].append(difference)
                else:
                    points.append([difference])
    return [_point(registry, point, first, second) for point in points]


def _parts(registry: Registry, difference: EditionDifference, other: str) -> bool:
    """Whether the other edition plays the module but the clause does not hold there."""
    plays = registry.clause(difference.clause).module in registry.editions[other].modules
    return plays and not registry.holds(difference.clause, other)


def _point(registry: Registry, point: list[EditionDifference], first: str, second: str) -> PointOfDifference:
    ids = dict.fromkeys(id for difference in point for id in (difference.clause, *difference.instead_of))
    here = {id for id in ids if registry.holds(id, first)}
    there = {id for id in ids if registry.holds(id, second)}
    return PointOfDifference(
        first=tuple(id for id in ids if id in here - there),
        second=tuple(id for id in ids if id in there - here),
        notes=tuple(difference.note for difference in point),
    )
