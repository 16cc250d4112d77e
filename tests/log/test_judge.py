"""Whatever comes from outside gets a verdict."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import Accepted, Refused
from colt_rules.log.judge import judge

GAME = board("roof | | doc |\ninside | M | tuco purse | ghost |".replace("doc |", "doc | |"), pile=["tuco-robbery"])
FORM = ("ruling.command.form",)


def test_a_command_that_stands_is_accepted() -> None:
    for command in (
        {"type": "Rob", "actor": "tuco", "token": "purse-1"},
        b'{"type":"Rob","actor":"tuco","token":"purse-1"}',
    ):
        assert isinstance(judge(GAME, command), Accepted)


@pytest.mark.clause("robbery.take-one")
def test_a_command_that_the_rules_forbid_is_refused_by_their_clauses() -> None:
    verdict = judge(GAME, {"type": "Rob", "actor": "tuco", "token": "jewel-1"})
    assert isinstance(verdict, Refused)
    assert verdict.clauses == ("robbery.take-one",)


@pytest.mark.clause("ruling.command.form")
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ({"type": "Rob", "actor": "tuco"}, "token"),
        ({"type": "Rob", "actor": "tuco", "token": 5}, "token"),
        ({"type": "Rob", "actor": "tuco", "token": "purse-1", "why": "greed"}, "why"),
        ({"type": "Steal", "actor": "tuco"}, "Steal"),
        ({"actor": "tuco"}, "type"),
        ({"type": "Deal", "actor": "chance", "what": "deck", "subject": "tuco", "outcome": [1]}, "outcome"),
        ([], "object"),
        (None, "object"),
        (b"{", "JSON"),
        (b"[" * 100_000, ""),
        (b'{"type":"Rob","actor":"tuco","token":' + b"9" * 5000 + b"}", "out of range"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_place_and_the_reason(command: Any, told: str) -> None:
    verdict = judge(GAME, command)
    assert isinstance(verdict, Refused)
    assert verdict.clauses == FORM
    assert told in verdict.message
    assert len(verdict.message) < 1000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.clause("ruling.command.form")
@settings(max_examples=200, deadline=None)
@given(
    JSON
    | st.fixed_dictionaries(
        {"type": st.sampled_from(["Rob", "Fire", "Deal", "Punch", "StartGame", "Nap"]), "actor": JSON},
        optional={"token": JSON, "target": JSON, "to": JSON, "keep": JSON, "outcome": JSON, "seats": JSON},
    )
    | st.binary()
)
def test_anything_at_all_gets_a_verdict_and_a_refusal_has_clauses(command: Any) -> None:
    verdict = judge(GAME, command)
    assert isinstance(verdict, Accepted) or verdict.clauses
