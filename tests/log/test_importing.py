"""Logs are imported into a store, all of them or none, and every fault of one is reported."""

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from colt_rules.log.entries import Recording, closing_of, recording
from colt_rules.log.importing import CheckedLog, check_log
from colt_rules.log.lines import pieces_of
from colt_rules.log.opening import open_store
from colt_rules.log.store import NotImported, Store
from colt_rules.model.record import changed
from tests.logs import end_of, kept_games, lines_of, played, text_of
from tests.stores import KEPT, SEAL, TABLES, Place, cut, next_step, renamed, states


def refused(store: Store, *logs: tuple[str, bytes]) -> dict[str, list[str]]:
    """The problems of these logs; checks that the store then has none of their games."""
    before = [store.rows(f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in TABLES]
    with pytest.raises(NotImported) as error:
        store.add([(name, [text]) for name, text in logs])
    assert [store.rows(f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in TABLES] == before
    told = {name: [str(problem) for problem in one.problems] for name, one in error.value.refused.items()}
    assert str(error.value).splitlines() == [f"{name}: {one}" for name, ones in told.items() for one in ones]
    return told


def test_a_log_that_was_exported_can_be_imported(kept: Place, store: Store) -> None:
    texts = [(f"{seed}.jsonl", [b"".join(store.pieces(f"game-{seed}"))]) for seed in KEPT]
    for table in reversed(TABLES):
        kept.tamper(f"DELETE FROM {table}")
    assert store.add(texts) == ["game-1", "game-2"]
    for seed in KEPT:
        assert b"".join(store.pieces(f"game-{seed}")) == text_of(played(seed))
        assert store.position(f"game-{seed}").game == states(seed)[-1]
        assert store.verify(f"game-{seed}").sound


def test_an_import_leaves_the_same_rows_as_playing_does(kept: Place) -> None:
    """Apart from the name, and from what hangs on it."""
    with kept.open() as store:
        store.add([("a", [text_of(renamed(played(1), "game-3"))])])
        again = store.games()[2]
    assert (again.over, again.winners, again.commands, again.events) == (True, ("django",), 118, 391)
    for query in (
        "SELECT kind, word FROM words WHERE game = {} ORDER BY kind, word",
        "SELECT seq, command, shape, state FROM snapshots WHERE game = {} ORDER BY seq",
        "SELECT command, seq FROM steps WHERE game = {} ORDER BY command",
    ):
        rows = kept.ask(query.format(1))
        assert rows
        assert rows == kept.ask(query.format(3))


def test_a_log_can_come_in_pieces_of_any_size(store: Store) -> None:
    lines = lines_of(played())
    assert store.add([("one", (line for line in lines))]) == ["game-1"]
    assert store.read("game-1") == played()


def test_a_game_that_was_imported_goes_on(store: Store) -> None:
    store.add([("half", [text_of(cut(played(), 50))])])
    seq = store.position("game-1").seq
    for number in range(50, len(played().commands)):
        seq = store.append("game-1", seq, *next_step(played(), number))
    assert b"".join(store.pieces("game-1")) == text_of(played())
    assert store.verify("game-1").sound


def test_every_fault_of_every_log_is_reported_and_none_is_imported(kept: Place, store: Store) -> None:
    good, other = lines_of(played(3)), lines_of(played(4))
    torn = [*good[:5], good[5].replace(b'"seq":', b'"sec":'), *good[6:9], b"{}\n", *good[10:]]
    broken = [*other[:7], other[7].replace(b'"actor":"', b'"actor":"x'), *other[8:]]
    told = refused(
        store,
        ("good", text_of(played(5))),
        ("torn", b"".join(torn)),
        ("broken", b"".join(broken)),
        ("letter", b"dear aunt,\n"),
        ("empty", b""),
    )
    assert list(told) == ["torn", "broken", "letter", "empty"]
    assert list(dict.fromkeys(one.partition(":")[0] for one in told["torn"]))[:2] == ["line 6", "line 10"]
    assert told["broken"][0].startswith("line 8: ")
    assert any("chain: expected a line with the hash" in one for one in told["broken"])
    assert told["letter"][0].startswith("line 1: ")
    assert "an empty file" in told["empty"][0]
    assert store.add([("good", [text_of(played(5))])]) == ["game-5"]


@pytest.mark.parametrize(
    ("damaged", "words"),
    [
        (lambda lines: lines[:-1], "expected the closing line, got the end of the file"),
        (lambda lines: [*lines[:-1], lines[-1][:-1]], "line: expected a line feed at its end"),
        (lambda lines: [*lines[:30], *lines[31:]], "chain: expected a line with the hash"),
        (lambda lines: [*lines[:30], lines[31], lines[30], *lines[32:]], "chain: expected a line with the hash"),
        (lambda lines: [*lines[:30], lines[30], *lines[30:]], "chain: expected a line with the hash"),
        (
            lambda lines: [*lines[:60], lines[-1]],
            "count: expected 118 commands and 391 events, as the closing line says",
        ),
        (lambda lines: [*lines, lines[-1]], "expected nothing after the closing line"),
        (lambda lines: [lines[0].replace(b"ghost", b"belle"), *lines[1:]], "header: expected"),
        (lambda lines: [b'{"a":1}\n', *lines[1:]], "line 1: "),
    ],
)
def test_a_log_that_is_broken_is_not_taken_in(store: Store, damaged: object, words: str) -> None:
    assert callable(damaged)
    told = refused(store, ("log", b"".join(damaged(lines_of(played())))))
    assert any(words in one for one in told["log"])


def test_a_broken_copy_of_a_game_that_is_there_is_not_called_the_same(store: Store) -> None:
    store.add([("first", [text_of(played(1))])])
    broken = text_of(played(1)).replace(b'"seq":90,', b'"seq":91,', 1)
    told = refused(store, ("second", broken))["second"]
    assert told[0] == f"line 1: expected a new game, got game-1, which is already in {store.where}"
    assert len(told) > 1


def test_a_log_against_the_rules_is_taken_in_and_found_by_verify(store: Store) -> None:
    """To take it in and to judge it are two things: a referee needs the logs of cheats too."""
    steps = [next_step(played(), number) for number in (*range(9), 8)]
    store.add([("cheat", [text_of(recording(played().header, steps))])])
    assert store.verify("game-1", rules=False).sound
    assert store.verify("game-1").departures[0].kind == "refused"


SEALED = changed(played(1), closing=closing_of(end_of(played(1)), (SEAL,)))
TWICE = r"line 1: expected a new game, got game-1, which is already in .*; "


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (played(1), played(1), "the two logs are equal"),
        (cut(played(1), 40), played(1), "this log continues that one after event 111"),
        (played(1), cut(played(1), 40), "that log continues this one after event 111"),
        (played(1), renamed(played(2), "game-1"), "the two logs differ"),
        (played(1), cut(renamed(played(2), "game-1"), 40), "the two logs differ"),
        (cut(played(1), 0), played(1), "this log continues that one after event 0"),
        (played(1), SEALED, "the two logs differ only in their seals"),
    ],
    ids=["same", "goes on", "went on", "different", "different and shorter", "only begun", "sealed"],
)
def test_a_game_that_is_there_already_is_compared(
    store: Store, first: Recording, second: Recording, words: str
) -> None:
    store.add([("first", [text_of(first)])])
    told = refused(store, ("new", text_of(played(3))), ("second", text_of(second)))
    assert list(told) == ["second"]
    assert told["second"] == [f"line 1: expected a new game, got game-1, which is already in {store.where}; {words}"]
    assert store.read("game-1") == first


def test_a_duplicate_game_in_one_import_is_reported_with_both_names(store: Store) -> None:
    told = refused(store, ("a.jsonl", text_of(played(1))), ("b.jsonl", text_of(cut(played(1), 40))))
    assert told == {
        "b.jsonl": [
            "line 1: expected a new game, got game-1, which is already in a.jsonl, imported before it; "
            "that log continues this one after event 111"
        ]
    }
    assert store.games() == []


# --- logs that another process has checked


def checked(log: Recording) -> CheckedLog:
    found = check_log(pieces_of(BytesIO(text_of(log))), 10_000_000)
    assert found is not None
    sent: CheckedLog = pickle.loads(pickle.dumps(found))
    return sent


def rows_of(store: Store) -> list[list[tuple[Any, ...]]]:
    """All rows, except the times when the games came into the store, and the digests of these."""
    games = store.rows("SELECT id, name, header, commands, events, hash, over, winners, seals FROM games ORDER BY id")
    return [games, *(store.rows(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in TABLES[1:])]


def test_a_log_that_was_checked_elsewhere_leaves_the_same_rows(tmp_path: Path) -> None:
    logs = [played(1), kept_games()["sealed"], kept_games()["all-boxes-eight"], cut(played(2), 30)]
    with open_store(tmp_path / "here.db") as here, open_store(tmp_path / "sent.db") as sent:
        here.add([(log.header.game, [text_of(log)]) for log in logs])
        sent.add([(log.header.game, checked(log)) for log in logs])
        assert rows_of(here) == rows_of(sent)
        assert here.rows("SELECT * FROM snapshots")
        assert any(row.seals for row in sent.games())
        assert all(sent.verify(log.header.game).sound for log in logs)


def test_a_log_that_was_checked_elsewhere_and_is_there_already_is_compared(store: Store) -> None:
    store.add([("a", checked(played(1)))])
    with pytest.raises(NotImported) as error:
        store.add([("b", checked(cut(played(1), 50))), ("c", checked(played(2))), ("d", checked(played(2)))])
    told = [one.problems[0].message.rpartition("already in ")[2] for one in error.value.refused.values()]
    assert told == [
        f"{store.where}; that log continues this one after event 170",
        "c, imported before it; the two logs are equal",
    ]


def test_what_is_not_sound_or_too_long_is_not_sent() -> None:
    text = text_of(played(1))
    at = text.index(b'"prev":"')
    for wrong in (
        b"",
        text[:-1],
        text[: text.rindex(b"{")],
        text + b"{}\n",
        text[: at + 8] + b"0" + text[at + 9 :],
        text.replace(b"EndOfLog", b"EndofLog"),
        b"[" * 100_000 + b"\n",
    ):
        assert check_log([wrong], 10_000_000) is None
    assert check_log([text], len(text)) is not None
    assert check_log([text], len(text) - 1) is None
    assert check_log([text, b"{}\n"], len(text)) is None
