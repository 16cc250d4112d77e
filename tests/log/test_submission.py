"""Any input gets a verdict, and accepted commands are stored."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import Accepted, Refused
from colt_rules.log.codec import command_object
from colt_rules.log.entries import new_header
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import Conflict
from colt_rules.log.submission import judge, submit
from tests.logs import played

GAME = board("roof | | doc |\ninside | M | tuco purse | ghost |".replace("doc |", "doc | |"), pile=["tuco-robbery"])
FORM = ("ruling.command.form",)


def test_a_legal_command_is_accepted() -> None:
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


# --- and what stands is kept


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store with a game that has just begun."""
    header = played().header
    with SqliteStore(tmp_path / "games.db") as opened:
        opened.create(new_header("game", header.edition, header.modules, header.seats))
        yield opened


COMMANDS = [command_object(entry.command) for entry in played().commands]


def test_a_whole_game_can_be_submitted_command_by_command(store: SqliteStore) -> None:
    for command in COMMANDS:
        assert isinstance(submit(store, "game", command), Accepted)
    found = store.verify("game")
    assert found.sound
    assert found.over
    assert [(one.event, one.cites) for one in store.read("game").events] == [
        (one.event, one.cites) for one in played().events
    ]


def test_what_is_refused_is_not_kept(store: SqliteStore) -> None:
    submit(store, "game", COMMANDS[0])
    before = store.head("game")
    for command in (COMMANDS[0], {"type": "Fire"}, b"\xff", None):
        assert isinstance(submit(store, "game", command), Refused)
    assert store.head("game") == before


def test_who_was_not_fast_enough_is_judged_again_in_the_new_position(store: SqliteStore, tmp_path: Path) -> None:
    """Somebody else deals the same train while this writer decides: there is nothing left to deal then."""
    submit(store, "game", COMMANDS[0])
    tries = []

    class Slow(SqliteStore):
        def append(self, *args: Any) -> int:
            tries.append(args)
            if len(tries) == 1:
                submit(store, "game", COMMANDS[1])
            return super().append(*args)

    with Slow(tmp_path / "games.db") as slow:
        verdict = submit(slow, "game", COMMANDS[1])
    assert isinstance(verdict, Refused)
    assert len(tries) == 1
    assert store.head("game").commands == 2
    with pytest.raises(Conflict):
        store.append("game", 1, played().commands[1].command, [(played().events[1].event, ())])
