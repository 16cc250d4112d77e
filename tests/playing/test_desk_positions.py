"""The desk judges any position, of no game, in the reader's language, and writes it as a case."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.suite import load_file
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import to_data
from colt_rules.playing.desk import Desk

CHARACTERS = load_file(suite_folder() / "cases" / "base" / "12-characters.yaml")
STATE = to_data(CHARACTERS.runs_of("tuco.through-the-roof/down")[0].given)
"""Tuco stands on the roof of the dining car above Doc, with a Fire to carry out."""
THROUGH = {"type": "Fire", "actor": "tuco", "target": "doc"}


def asked(lang: str = "en", **request: Any) -> Any:
    return json.loads(Desk().answer(json.dumps({"lang": lang, **request})))


def in_edition(edition: str) -> dict[str, Any]:
    return {**STATE, "options": {**STATE["options"], "edition": edition}}


def test_editions_differ_on_the_shot_through_the_roof() -> None:
    assert asked(ask="judge", state=in_edition("ru-full"), command=THROUGH) == {"allowed": True}
    refused = asked(ask="judge", state=in_edition("ru-base"), command=THROUGH)
    assert [one["id"] for one in refused["clauses"]] == ["tuco.upward-only"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_is_told_in_the_language_asked(lang: str) -> None:
    refused = asked(lang, ask="judge", state=STATE, command={**THROUGH, "target": "tuco"})
    assert not refused["allowed"]
    assert refused["text"]
    assert all(one["title"] and one["text"] for one in refused["clauses"])


def test_a_position_and_what_was_tried_is_a_case() -> None:
    case = yaml.safe_load(asked(ask="write-case", state=STATE, commands=[THROUGH])["case"])
    assert case["when"] == ["Fire by tuco target=doc"]
    assert "tuco" in case["given"]["board"]
    assert case["clauses"][-1] == "tuco.through-the-roof"
    assert "BulletGiven" in str(case["then"])


def test_another_card_comes_to_be_carried_out() -> None:
    drawn = asked(ask="redraw", state=STATE, card="doc-floor-change")["state"]
    assert drawn["round"]["current"]["card"] == "doc-floor-change"
    assert {seat: len(one["deck"] + one["hand"]) for seat, one in drawn["cards"].items() if seat != "doc"}
    moved = {**STATE["figures"], "doc": {**STATE["figures"]["doc"], "place": "locomotive.roof"}}
    after = asked(ask="redraw", state={**STATE, "figures": moved}, card="")["state"]
    assert after["figures"]["doc"]["place"] == "locomotive.roof"


def test_a_card_that_does_not_exist_is_told() -> None:
    assert "problem" in asked(ask="redraw", state=STATE, card="nobody-fire")


def test_a_position_that_no_board_shows_is_told() -> None:
    told = asked("fr", ask="write-case", state={**STATE, "phase": "round-end"}, commands=[])
    assert told["problem"]["text"].startswith("La notation")


def test_a_figure_off_the_board_is_told() -> None:
    figures = {**STATE["figures"], "tuco": {**STATE["figures"]["tuco"], "place": "moon.inside"}}
    told = asked(ask="judge", state={**STATE, "figures": figures}, command=THROUGH)
    assert "moon.inside" in told["problem"]["text"]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a position."""
    yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(item, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = replaced(value[key], tuple(rest), new)
    return copy


STRANGE: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, -1, 10**9, "", "nobody", "moon.roof", [], {}, ["tuco", "tuco"], True]
)


@given(st.sampled_from([*leaves(STATE)]), STRANGE)
def test_a_broken_position_is_answered_with_json(path: tuple[Any, ...], strange: Any) -> None:
    state = replaced(STATE, path, strange)
    assert {*asked(ask="judge", state=state, command=THROUGH)} <= {"allowed", "text", "clauses", "problem"}
    assert {*asked(ask="write-case", state=state, commands=[THROUGH])} <= {"case", "problem"}
    assert {*asked(ask="redraw", state=state, card="doc-move")} <= {"state", "problem"}
