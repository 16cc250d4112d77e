"""Lists are shown side by side, and what the other side lacks is marked."""

from typing import Any

import pytest

from colt_rules.conformance.reports.sides import sides
from colt_rules.conformance.running.results import Result, Status

MOVED = {
    "type": "BanditMoved",
    "data": {"bandit": "tuco", "to": "mail.roof"},
    "v": 1,
    "cites": ["move.inside.adjacent"],
}
ENDED = {"type": "StealinEnded", "data": {}, "v": 1, "cites": ["game.two-phases"]}
FIRE = {"type": "Fire", "actor": "tuco", "target": "doc"}
PASS = {"type": "Pickpocket", "actor": "tuco", "token": None}


def result(kind: str, expected: Any, got: Any) -> Result:
    return Result("id", "level", Status.FAIL, "", expected, got, kind)


def test_an_event_that_the_other_side_lacks_is_marked_on_its_side() -> None:
    wanted = [{"type": "BanditMoved", "data": {"bandit": "tuco"}}, {"type": "LootKept", "data": {}}]
    assert sides(result("events", wanted, [MOVED, ENDED])) == (
        [("BanditMoved bandit=tuco", False), ("LootKept", True)],
        [("BanditMoved bandit=tuco to=mail.roof", False), ("StealinEnded", True)],
    )


def test_where_any_events_may_come_none_is_marked_as_too_many() -> None:
    wanted = [{"any": True}, {"type": "LootKept", "data": {}}]
    assert sides(result("events", wanted, [MOVED])) == (
        [("...", False), ("LootKept", True)],
        [("BanditMoved bandit=tuco to=mail.roof", False)],
    )


def test_options_are_shown_as_they_are_spoken() -> None:
    expected = {"actor": "tuco", "are": [FIRE]}
    assert sides(result("legal", expected, {"commands": [PASS]})) == (
        [("Fire by tuco target=doc", True)],
        [("Pickpocket by tuco token=nothing", True)],
    )


def test_options_that_must_and_must_not_be_there_are_told_apart() -> None:
    expected = {"actor": "tuco", "include": [FIRE], "exclude": [PASS]}
    assert sides(result("legal", expected, {"commands": [PASS]})) == (
        [("Fire by tuco target=doc", True), ("not: Pickpocket by tuco token=nothing", True)],
        [("Pickpocket by tuco token=nothing", True)],
    )


def test_the_rows_of_chance_are_one_line_each() -> None:
    rows = {"what": "deck", "subject": "doc", "items": ["a", "b"], "count": 2}
    line = "what=deck subject=doc items=[a, b] count=2"
    assert sides(result("legal", {"actor": "chance", "rows": rows}, {"rows": rows})) == (
        [(line, False)],
        [(line, False)],
    )


def test_exactly_the_clauses_of_a_refusal_are_wanted() -> None:
    assert sides(result("refused-clauses", ["a", "b"], ["b", "c"])) == (
        [("a", True), ("b", False)],
        [("b", False), ("c", True)],
    )


@pytest.mark.parametrize("kind", ["clauses", "view-clauses"])
def test_clauses_that_are_cited_beside_those_of_the_case_are_not_marked(kind: str) -> None:
    assert sides(result(kind, ["a", "b"], ["b", "c"])) == ([("a", True), ("b", False)], [("b", False), ("c", False)])


def test_citations_are_shown_for_the_events_that_are_asked_about() -> None:
    expected = {"BanditMoved": ["move.roof.one-to-three"]}
    assert sides(result("cites", expected, [MOVED, ENDED])) == (
        [("BanditMoved: move.roof.one-to-three", True)],
        [("BanditMoved: move.inside.adjacent", True)],
    )


@pytest.mark.parametrize("kind", ["state", "view", "fold", "refused", ""])
def test_what_is_no_list_has_no_sides(kind: str) -> None:
    assert sides(result(kind, {"a": 1}, {"a": 2})) is None


@pytest.mark.parametrize("got", [None, {"type": "refused"}, "<html>"])
def test_an_answer_of_another_kind_has_no_sides(got: Any) -> None:
    assert sides(result("events", [{"type": "LootKept", "data": {}}], got)) is None
