"""What modules change for each other is computed, and every pair that meets has a case that shows it."""

from itertools import combinations

import pytest

from colt_rules.conformance.cases.case import Case
from colt_rules.conformance.cases.interactions import ModulePair, interactions
from colt_rules.conformance.cases.suite import suite
from colt_rules.modules import MODULES
from colt_rules.players.play import variants
from colt_rules.registry.registry import registry
from colt_rules.rules.interactions import hands
from colt_rules.rules.module import Change, Module
from colt_rules.rules.rulebook import module

CASES = [written.case for written in suite().cases.values()]
BY_ID = {case.id: case for case in CASES}
PAIRS = {(pair.first, pair.second): pair for pair in interactions(registry(), CASES)}


def modules_of(case: Case) -> set[str]:
    return {name for side in case.sides for name in side.modules or case.modules}


def without(*left_out: str) -> list[str]:
    """What the suite lacks without these cases."""
    pairs = interactions(registry(), [case for case in CASES if case.id not in left_out])
    return [lack for pair in pairs for lack in pair.lacking()]


def test_there_is_every_pair_of_modules_and_none_lacks_a_case() -> None:
    assert list(PAIRS) == list(combinations(MODULES, 2))
    assert [lack for pair in PAIRS.values() for lack in pair.lacking()] == []


@pytest.mark.parametrize("pair", PAIRS.values(), ids=lambda pair: f"{pair.first}-{pair.second}")
def test_what_is_told_of_a_pair_is_so(pair: ModulePair) -> None:
    both = {pair.first, pair.second}
    assert pair.together == any(both <= set(game) for game in variants().values())
    for id, case in pair.clauses.items():
        assert id in BY_ID[case].exercised
        assert id in pair.refusals or both <= modules_of(BY_ID[case])
    assert set(pair.clauses.values()) <= set(pair.cases)
    assert set(pair.refusals) <= set(pair.clauses)
    for meeting in pair.meetings:
        assert meeting.case in pair.cases
        assert both <= modules_of(BY_ID[meeting.case])
    assert bool(pair.example) == bool(pair.cases)
    assert pair.touches or not (pair.clauses or pair.meetings)


def test_an_exception_to_a_clause_of_another_module_is_about_both() -> None:
    assert PAIRS["horses", "stagecoach"].clauses["ride.into-stagecoach"] == "ride.into-stagecoach/instead-of-the-car"
    assert "fire.target" not in PAIRS["base", "stagecoach"].clauses


def test_a_ruling_on_clauses_of_both_is_about_both_only_where_both_are_played() -> None:
    ruling = "ruling.hostage.minister-hands"
    assert {"expert", "duo", "team"} < {registry().clause(id).module for id in registry().rulings[ruling].completes}
    assert ruling in PAIRS["expert", "stagecoach"].clauses
    assert ruling not in PAIRS["expert", "duo"].clauses


def test_a_clause_that_is_exercised_only_with_another_module_is_about_both() -> None:
    assert "horses.expert.no-plan" in PAIRS["expert", "stagecoach"].clauses
    assert "horses.expert.no-plan" not in PAIRS["expert", "horses"].clauses, "they come with the stagecoach"
    assert "whisky.first-use" not in PAIRS["horses", "stagecoach"].clauses, "it brings the horses along"


def test_a_clause_that_names_one_of_several_modules_is_about_that_one() -> None:
    assert "marshal-player.ride" in PAIRS["horses", "marshal"].clauses
    assert "marshal-player.ride" not in PAIRS["stagecoach", "marshal"].clauses


def test_modules_that_are_kept_apart_say_by_what() -> None:
    pair = PAIRS["duo", "team"]
    assert (pair.together, pair.refusals, pair.meetings) == (False, ("ruling.duo.not-with-team",), ())
    pair = PAIRS["expert", "duo"]
    assert (pair.together, pair.refusals) == (True, ("ruling.duo.not-with-expert",))


def test_a_module_that_needs_the_other_is_named() -> None:
    assert PAIRS["horses", "stagecoach"].needing == ("stagecoach",)
    assert PAIRS["duo", "stagecoach"].needing == ()


def test_a_pair_without_an_interaction_says_so() -> None:
    pair = PAIRS["expert", "mei"]
    assert not pair.touches
    assert (pair.clauses, pair.meetings, pair.cases, pair.example) == ({}, (), (), "")


def test_a_choice_that_both_change_is_made_in_a_case_with_both() -> None:
    assert without("prisoner.own-companion/beside-the-shotgun") == [
        "stagecoach and marshal: both change the choice robbery: expected a case with both modules and clauses of "
        "both that makes it, got none"
    ]


def test_modules_that_meet_without_any_case_are_told() -> None:
    assert without(*PAIRS["team", "mei"].cases) == [
        "team and mei: both change the seating: expected a case with both modules and clauses of both, got none"
    ]


def test_modules_that_are_kept_apart_without_a_case_are_told() -> None:
    (lack,) = without(*PAIRS["duo", "mei"].cases)
    assert lack == "duo and mei: no game has both: expected a clause that says so and a case of it, got none"


def test_a_module_that_comes_is_asked_for_cases_with_those_it_meets() -> None:
    """The last module as one that only bars answers to a choice and has no case yet."""
    *others, last = map(module, MODULES)
    coming = Module(name=last.name, changes=(Change("floor-change", forbidden=lambda *_: ()),))
    old = [case for case in CASES if last.name not in modules_of(case)]
    asked = {
        lack
        for pair in interactions(registry(), old, [*others, coming])
        for lack in pair.lacking()
        if pair.second == last.name and pair.together
    }
    wanted = "both change the choice floor-change: expected a case with both modules and clauses of both that makes it"
    assert asked == {
        f"{other.name} and {last.name}: {wanted}, got none"
        for other in others
        if "choice floor-change" in hands(other) and PAIRS[other.name, last.name].together
    }
    assert asked
