"""The differences of two editions follow from how each differs from the baseline."""

from pathlib import Path

import attrs
import pytest

from colt_rules.registry.differences import PointOfDifference, differences_between
from colt_rules.registry.editions import EditionDifference
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry, load

ROOT = Path(__file__).parents[2] / "spec"


@pytest.fixture(scope="module")
def real() -> Registry:
    return load(ROOT)


def parting(registry: Registry, first: str, second: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(point.first, point.second) for point in differences_between(registry, first, second)]


def with_difference(registry: Registry, edition: str, clause: str, *instead_of: str) -> Registry:
    """The registry with one more difference in an edition."""
    more = EditionDifference(clause=clause, instead_of=instead_of, note=Localized(f"{edition} has {clause}."))
    changed = attrs.evolve(registry.editions[edition], differences=(*registry.editions[edition].differences, more))
    return attrs.evolve(registry, editions={**registry.editions, edition: changed})


def test_an_edition_does_not_differ_from_itself(real: Registry) -> None:
    for edition in real.editions:
        assert differences_between(real, edition, edition) == []


def test_each_side_names_what_holds_there_only(real: Registry) -> None:
    assert (("tuco.upward-only",), ("tuco.through-the-roof",)) in parting(real, "ru-base", "pl-base")
    assert (("tuco.through-the-roof",), ("tuco.upward-only",)) in parting(real, "pl-base", "ru-base")


def test_what_one_book_adds_the_other_lacks(real: Registry) -> None:
    assert ((), ("neutral-bullets.pile-removed",)) in parting(real, "ru-full", "pl-base")


def test_what_both_editions_say_is_no_difference(real: Registry) -> None:
    both = {id for sides in parting(real, "pl-base", "fr-horses") for side in sides for id in side}
    assert "setup.rounds.station-always" not in both


def test_a_module_that_one_of_them_does_not_play_is_left_out(real: Registry) -> None:
    ids = {id for sides in parting(real, "fr-horses", "pl-base") for side in sides for id in side}
    assert not [id for id in ids if id.startswith("team.")]
    assert (("team.partner-card.stays",), ("team.partner-card.joins",)) in parting(real, "ru-full", "fr-horses")


def test_two_replacements_of_one_clause_are_one_point(real: Registry) -> None:
    """Two editions replace `tuco.through-the-roof`, each by another clause: one difference is listed.

    `pl-base` is altered for this test.
    """
    other = with_difference(real, "pl-base", "neutral-bullets.pile-removed", "tuco.through-the-roof")
    assert [one for one in differences_between(other, "ru-base", "pl-base") if "tuco.upward-only" in one.first] == [
        PointOfDifference(
            first=("tuco.upward-only",),
            second=("neutral-bullets.pile-removed",),
            notes=(
                *(one.note for one in real.editions["ru-base"].differences if one.clause == "tuco.upward-only"),
                Localized("pl-base has neutral-bullets.pile-removed."),
            ),
        )
    ]


def test_every_difference_of_two_editions_is_listed(real: Registry) -> None:
    told = {id for sides in parting(real, "ru-full", "pl-base") for id in sides[1]}
    assert told == real.editions["pl-base"].clauses
