"""Every store loses nothing, lets one of two writers win, finds what was tampered with, and says what it cannot do."""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from threading import Barrier, Thread
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from colt_rules.commands import Command
from colt_rules.events import Cited
from colt_rules.kernel.evolve import evolve
from colt_rules.log import store as store_module
from colt_rules.log.entries import Head, Header, Recording, Seal, closing_of, hash_of, new_header, recording
from colt_rules.log.errors import LogError, Malformed
from colt_rules.log.lines import parse_lines
from colt_rules.log.replay import replay
from colt_rules.log.seals import seal_of
from colt_rules.log.store import Conflict, NotImported, Search, Store, StoreError, UnknownGame
from colt_rules.log.tables import STEP, step_row
from colt_rules.log.verifying import Verified, check
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from tests.logs import end_of, lines_of, played, text_of
from tests.rules.sittings import sitting
from tests.stores import KEPT, TABLES, Place, cut, fill, steps_of
from tests.tables import play


def renamed(log: Recording, name: str) -> Recording:
    """The same game under another name."""
    return recording(msgspec.structs.replace(log.header, game=name), steps_of(log))


@cache
def states(seed: int) -> list[Game]:
    """The state after each event of a game, from none to all."""
    return list(accumulate([one.event for one in played(seed).events], evolve, initial=NEW))


def next_step(log: Recording, commands: int) -> tuple[Command, list[Cited]]:
    """The command that comes after so many, and its events."""
    return steps_of(log)[commands]


# --- what goes in comes out


def test_a_game_is_read_as_it_was_appended(kept: Place) -> None:
    with kept.open() as store:
        for seed in KEPT:
            log = played(seed)
            assert store.read(log.header.game) == log
            assert b"".join(store.pieces(log.header.game)) == text_of(log)
            assert store.state(log.header.game) == replay(log)
            assert store.verify(log.header.game).sound


def test_the_head_of_a_game_is_where_its_log_ends(kept: Place) -> None:
    log = played(1)
    last = lines_of(log)[-2].rstrip(b"\n")
    with kept.open() as store:
        assert store.head("game-1") == Head(len(log.commands), len(log.events), hash_of(last))


def test_the_position_at_every_event_is_the_fold_of_the_events_up_to_it(kept: Place) -> None:
    with kept.open() as store:
        for at, state in enumerate(states(1)):
            position = store.position("game-1", at)
            assert (position.seq, position.game) == (at, state)
        assert store.position("game-1").seq == len(states(1)) - 1


@pytest.mark.parametrize("at", [-1, 392, 10**9])
def test_there_is_no_position_before_the_beginning_or_after_the_end(kept: Place, at: int) -> None:
    with kept.open() as store, pytest.raises(StoreError, match=rf"game-1: expected an event from 0 to 391, got {at}"):
        store.position("game-1", at)


def test_a_game_without_commands_is_a_game(store: Store) -> None:
    store.create(played().header)
    assert store.position("game-1").game == NEW
    assert store.read("game-1").entries == ()
    assert store.verify("game-1").sound
    assert b"".join(store.pieces("game-1")) == text_of(cut(played(), 0))


def test_the_store_lists_its_games_in_the_order_of_their_beginning(kept: Place) -> None:
    unfinished = new_header("another", "ru-full", ("base",), ("doc", "tuco", "belle"))
    with kept.open() as store:
        store.create(unfinished)
        games = store.games()
    assert [one.game for one in games] == ["game-1", "game-2", "another"]
    assert [one.over for one in games] == [True, True, False]
    assert [one.winners for one in games] == [("django",), ("cheyenne",), ()]
    assert [one.events for one in games] == [len(played(1).events), len(played(2).events), 0]
    assert [one.commands for one in games] == [len(played(1).commands), len(played(2).commands), 0]
    assert games[2].seats == ("doc", "tuco", "belle")
    assert all(one.begun.endswith("+00:00") and one.begun <= one.changed for one in games)
    assert {(one.seals, one.damage) for one in games} == {(0, "")}


def test_one_row_shows_one_event(kept: Place) -> None:
    log = played(1)
    rows = kept.ask("SELECT seq, type, v, command, actor, prev FROM events WHERE game = 1 ORDER BY seq")
    assert rows == [(one.seq, one.type, one.version, one.command, one.actor, one.prev) for one in log.events]


def test_one_row_shows_one_command(kept: Place) -> None:
    log = played(1)
    rows = kept.ask("SELECT number, actor, type, v, prev FROM commands WHERE game = 1 ORDER BY number")
    assert rows == [(one.number, one.actor, one.type, one.version, one.prev) for one in log.commands]


def test_the_data_of_an_event_can_be_asked_for_with_sql(kept: Place) -> None:
    seats = kept.ask("SELECT data ->> 'seat' FROM events WHERE game = 1 AND type = 'SeatTaken' ORDER BY seq")
    assert seats == [("ghost",), ("cheyenne",), ("django",)]
    (found,) = kept.ask("SELECT count(*) FROM events WHERE game = 1 AND CAST(cites AS TEXT) LIKE '%\"fire.target\"%'")
    assert found == (sum("fire.target" in one.cites for one in played(1).events),)
    assert found > (0,)


def test_what_was_appended_is_seen_by_others_at_once(place: Place, store: Store) -> None:
    with place.open() as other:
        seq = fill(store, played(), commands=3)
        assert other.head("game-1").events == seq
        assert other.read("game-1").entries == store.read("game-1").entries


def test_a_reader_does_not_wait_for_a_writer(kept: Place) -> None:
    with kept.open() as writer, kept.open(read_only=True) as reader, writer.writing():
        writer.rows("UPDATE games SET events = events + 1, digest = '' WHERE name = 'game-1'")
        writer.rows("DELETE FROM steps WHERE game = 1 AND command > 40")
        assert reader.read("game-1") == played(1)
        assert reader.position("game-1").game == states(1)[-1]
        assert reader.verify("game-1").sound
        assert len(reader.games()) == 2


# --- all of a command or nothing, and only on top of what the writer has seen


@pytest.mark.parametrize("expected", [0, 1, 10**6, -1])
def test_a_writer_who_has_not_seen_everything_is_told(store: Store, expected: int) -> None:
    seq = fill(store, played(), commands=4)
    before = store.read("game-1")
    with pytest.raises(Conflict, match=f"after event {expected}, but it has {seq}; read the game again"):
        store.append("game-1", expected, *next_step(played(), 4))
    assert store.read("game-1") == before


def test_of_two_writers_the_other_can_try_again(place: Place, store: Store) -> None:
    seq = fill(store, played(), commands=8)
    with place.open() as other:
        after = other.append("game-1", seq, *next_step(played(), 8))
        with pytest.raises(Conflict):
            store.append("game-1", seq, *next_step(played(), 8))
        seen = store.position("game-1")
        assert (seen.seq, seen.game) == (after, states(1)[after])
        store.append("game-1", seen.seq, *next_step(played(), 9))
        assert other.read("game-1").entries == cut(played(), 10).entries


def test_a_command_that_fails_halfway_leaves_nothing(store: Store) -> None:
    seq = fill(store, played(), commands=1)
    before, words = store.read("game-1"), store.rows("SELECT * FROM words")

    def torn() -> Iterator[Cited]:
        yield played().events[6].event, ("x.y",)
        raise OSError("the light went out")

    with pytest.raises(OSError, match="light"):
        store.append("game-1", seq, played().commands[1].command, torn())
    assert store.read("game-1") == before
    assert store.rows("SELECT * FROM words") == words
    command, events = next_step(played(), 1)
    assert store.append("game-1", seq, command, events) == seq + len(events)


def test_writers_who_take_turns_write_what_one_of_them_would(place: Place, often: None) -> None:
    """Each remembers what it wrote last, and nothing of what it remembers gets into a log that has gone on."""
    log = played(1)
    with place.open() as one, place.open() as other:
        one.create(log.header)
        seq = 0
        for number, (command, events) in enumerate(steps_of(log)):
            seq = (one, one, other)[number % 3].append("game-1", seq, command, events)
        assert one.rows("SELECT count(*) FROM snapshots") == [(len(log.events) // 100,)]
        assert one.read("game-1") == log
        assert one.verify("game-1").sound


def test_a_game_starts_as_it_was_created_or_not_at_all(store: Store) -> None:
    """Header and start say the same, or no log of the game would ever be sound."""
    store.create(new_header("other", "ru-full", ("base",), ("tuco", "doc", "belle")))
    command, events = steps_of(played(1))[0]
    with pytest.raises(StoreError, match=r"expected the game to start .* seats tuco, doc, belle; got .* seats ghost"):
        store.append("other", 0, command, events)
    assert store.head("other").events == 0


def test_a_broken_copy_of_a_game_that_is_there_is_not_called_the_same(store: Store) -> None:
    store.add([("first", [text_of(played(1))])])
    broken = text_of(played(1)).replace(b'"seq":90,', b'"seq":91,', 1)
    told = refused(store, ("second", broken))["second"]
    assert told[0] == f"line 1: expected a game that is new, got game-1, which {store.where} has already"
    assert len(told) > 1


@pytest.mark.parametrize("table", ["steps", "words", "snapshots", "games"])
def test_a_command_whose_last_row_fails_leaves_nothing(
    kept: Place, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """Whichever of its rows cannot be written, none of the others is."""
    with kept.open() as store:
        log = renamed(played(1), "torn")
        commands = next(entry.number for entry in log.commands if log.events[100 - 1].command == entry.number)
        fill(store, log, commands - 1)
    with kept.open() as store:
        before = [kept.ask(f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in TABLES]
        write = store.write_many

        def writes(sql: str, rows: object) -> int:
            written = write(sql, rows)  # type: ignore[arg-type]
            if sql.startswith((f"INSERT INTO {table}", f"UPDATE {table}")):
                raise StoreError("the light went out")
            return written

        monkeypatch.setattr(store, "write_many", writes)
        seq = store.head("torn").events
        with pytest.raises(StoreError, match="light"):
            store.append("torn", seq, *next_step(log, commands - 1))
        monkeypatch.undo()
        after = [kept.ask(f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in TABLES]
    assert after == before


def test_a_command_without_events_is_refused(store: Store) -> None:
    seq = fill(store, played(), commands=8)
    with pytest.raises(StoreError, match="game-1: expected a command with the events it led to, got no event"):
        store.append("game-1", seq, played().commands[8].command, [])
    assert store.head("game-1").commands == 8


def test_of_writers_at_the_same_moment_one_wins_each_time(place: Place, store: Store) -> None:
    """Four writers, each with a connection of its own, repeat one command until there are twelve of it."""
    start, events = next_step(played(), 0)
    store.create(played().header)
    wins: list[int] = []
    barrier = Barrier(4)

    def write() -> None:
        with place.open() as mine:
            barrier.wait()
            while (head := mine.head("game-1")).commands < 12:
                try:
                    wins.append(mine.append("game-1", head.events, start, events))
                except Conflict:
                    continue

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = store.read("game-1")
    assert sorted(wins)[:12] == [len(events) * number for number in range(1, 13)]
    assert len(wins) == len(log.commands)
    assert [entry.number for entry in log.commands] == list(range(1, len(wins) + 1))
    assert not [one for one in check(log) if one.kind in ("chain", "order", "count")]


def test_a_name_is_given_once(store: Store) -> None:
    store.create(played().header)
    with pytest.raises(StoreError, match=r"already has a game game-1; give the new one another name"):
        store.create(played().header)


@pytest.mark.parametrize("name", ["", "../up", "a b", "x" * 101, "<b>", "é", "a\n", "'; DROP TABLE games; --"])
def test_a_name_that_could_do_harm_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Malformed, match="game: expected a name"):
        store.create(Header(name, "ru-full", ("base",), ("doc",)))
    with pytest.raises(UnknownGame):
        store.head(name)


def test_a_store_that_is_only_read_cannot_be_written(kept: Place) -> None:
    header = new_header("new", "ru-full", ("base",), ("doc",))
    with kept.open(read_only=True) as store:
        for write in (
            lambda: store.create(header),
            lambda: store.append("game-1", 391, *next_step(played(1), 0)),
            lambda: store.add([("new.jsonl", [text_of(played(3))])]),
            lambda: store.seal("game-1", Seal("0" * 64, "0" * 128)),
            lambda: store.rebuild("game-1"),
        ):
            with pytest.raises(StoreError, match="cannot be written to"):
                write()
        assert store.read("game-1") == played(1)
        assert [one.game for one in store.games()] == ["game-1", "game-2"]


def test_a_missing_game_is_told_with_the_nearest_name(kept: Place) -> None:
    with kept.open() as store:
        with pytest.raises(UnknownGame, match=r"has no game 'gam-1'; did you mean game-1\?"):
            store.read("gam-1")
        with pytest.raises(UnknownGame, match="it has game-2, game-1"):
            store.state("zzz")
        with pytest.raises(UnknownGame):
            store.append("zzz", 0, *next_step(played(), 0))
        for ask in (store.head, store.pieces, store.verify, store.rebuild):
            with pytest.raises(UnknownGame):
                ask("zzz")


# --- whole logs are taken in, all of them or none


def refused(store: Store, *logs: tuple[str, bytes]) -> dict[str, list[str]]:
    """What speaks against each of these logs; nothing of them is in the store then."""
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


def test_every_fault_of_every_log_is_told_and_none_is_taken_in(kept: Place, store: Store) -> None:
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
        (lambda lines: [*lines[:60], lines[-1]], "count: expected 118 commands and 391 events, by its end"),
        (lambda lines: [*lines, lines[-1]], "expected nothing after the closing line"),
        (lambda lines: [lines[0].replace(b"ghost", b"belle"), *lines[1:]], "header: expected"),
        (lambda lines: [b'{"a":1}\n', *lines[1:]], "line 1: "),
    ],
)
def test_a_log_that_is_broken_is_not_taken_in(store: Store, damaged: object, words: str) -> None:
    assert callable(damaged)
    told = refused(store, ("log", b"".join(damaged(lines_of(played())))))
    assert any(words in one for one in told["log"])


def test_a_log_against_the_rules_is_taken_in_and_found_by_verify(store: Store) -> None:
    """To take it in and to judge it are two things: a referee needs the logs of cheats too."""
    steps = [next_step(played(), number) for number in (*range(9), 8)]
    store.add([("cheat", [text_of(recording(played().header, steps))])])
    assert store.verify("game-1", rules=False).sound
    assert store.verify("game-1").departures[0].kind == "refused"


SEAL = seal_of(Ed25519PrivateKey.from_private_bytes(b"k" * 32), "game-1", end_of(played(1)))
SEALED = changed(played(1), closing=closing_of(end_of(played(1)), (SEAL,)))
TWICE = r"line 1: expected a game that is new, got game-1, which .* has already; "


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (played(1), played(1), "it is the same to the last line"),
        (cut(played(1), 40), played(1), "this one goes on after its last event, 111"),
        (played(1), cut(played(1), 40), "that one goes on after event 111, the last one here"),
        (played(1), renamed(played(2), "game-1"), "they are not the same"),
        (played(1), cut(renamed(played(2), "game-1"), 40), "they are not the same"),
        (cut(played(1), 0), played(1), "this one goes on after its last event, 0"),
        (played(1), SEALED, "it is the same but for its seals"),
    ],
    ids=["same", "goes on", "went on", "different", "different and shorter", "only begun", "sealed"],
)
def test_a_game_that_is_there_already_is_compared(
    store: Store, first: Recording, second: Recording, words: str
) -> None:
    store.add([("first", [text_of(first)])])
    told = refused(store, ("new", text_of(played(3))), ("second", text_of(second)))
    assert list(told) == ["second"]
    assert told["second"] == [
        f"line 1: expected a game that is new, got game-1, which {store.where} has already; {words}"
    ]
    assert store.read("game-1") == first


def test_a_game_that_comes_twice_in_one_import_is_told_with_both_names(store: Store) -> None:
    told = refused(store, ("a.jsonl", text_of(played(1))), ("b.jsonl", text_of(cut(played(1), 40))))
    assert told == {
        "b.jsonl": [
            "line 1: expected a game that is new, got game-1, which a.jsonl, which comes before it, has already; "
            "that one goes on after event 111, the last one here"
        ]
    }
    assert store.games() == []


# --- games are found


@pytest.fixture
def library(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Three games by three editions, put in on three days."""
    duo = sitting("fr-horses", "duo")
    header = new_header("duo", duo.edition, duo.modules, duo.seats)
    steps = [(command, verdict.events) for _, command, verdict in play(duo, 3)]
    for day, log in enumerate((played(1), recording(header, steps), cut(played(2), 60)), 1):
        monkeypatch.setattr(store_module, "_now", lambda day=day: f"2031-05-0{day}T10:00:00+00:00")
        store.add([("log", [text_of(log)])])
    return store


def test_games_are_found_by_what_they_hold(library: Store) -> None:
    for search, found in (
        (Search(), ["game-1", "duo", "game-2"]),
        (Search(player="ghost"), ["game-1", "duo", "game-2"]),
        (Search(player="player-1"), ["duo"]),
        (Search(player="nobody"), []),
        (Search(winner="django"), ["game-1"]),
        (Search(winner="ghost"), []),
        (Search(edition="ru-full"), ["game-1", "game-2"]),
        (Search(edition="fr-horses"), ["duo"]),
        (Search(module="base"), ["game-1", "duo", "game-2"]),
        (Search(module="duo"), ["duo"]),
        (Search(event="GameEnded"), ["game-1", "duo"]),
        (Search(event="BanditMoved"), ["game-1", "duo", "game-2"]),
        (Search(event="banditmoved"), []),
        (Search(clause="duo.players"), ["duo"]),
        (Search(over=True), ["game-1", "duo"]),
        (Search(over=False), ["game-2"]),
        (Search(since="2031-05-02"), ["duo", "game-2"]),
        (Search(since="2031-05-02T10:00:00+00:00"), ["duo", "game-2"]),
        (Search(since="2031-05-02T10:00:01"), ["game-2"]),
        (Search(before="2031-05-02"), ["game-1"]),
        (Search(before="2032"), ["game-1", "duo", "game-2"]),
        (Search(since="2031-05-02", before="2031-05-03"), ["duo"]),
        (Search(player="' OR 1=1 --"), []),
    ):
        assert [one.game for one in library.games(search)] == found, search


def test_all_that_is_asked_must_be_true(library: Store) -> None:
    everything = Search(
        player="ghost",
        winner="django",
        edition="ru-full",
        module="base",
        event="TrainBuilt",
        clause="end.richest-wins",
        over=True,
        since="2031-05-01",
        before="2031-05-02",
    )
    assert [one.game for one in library.games(everything)] == ["game-1"]
    others: dict[str, Any] = {
        "player": "player-1",
        "winner": "ghost",
        "edition": "fr-horses",
        "module": "duo",
        "event": "CardPlayedd",
        "clause": "duo.players",
        "over": False,
        "since": "2031-05-02",
        "before": "2031-05-01",
    }
    for field, other in others.items():
        assert library.games(changed(everything, **{field: other})) == [], field


def test_whoever_plays_a_bandit_in_duo_is_found_by_its_name(library: Store) -> None:
    (info,) = library.games(Search(module="duo"))
    assert info.seats == ("player-1", "player-2")
    taken = [one.event for one in library.read("duo").events if one.type == "SeatTaken"]
    assert len(taken) == 4
    for event in taken:
        bandit = getattr(event, "bandit")  # noqa: B009 - of whichever event it is
        assert "duo" in [one.game for one in library.games(Search(player=bandit))]


def test_only_so_many_are_told(library: Store) -> None:
    assert [one.game for one in library.games(limit=2)] == ["game-1", "duo"]
    assert [one.game for one in library.games(Search(over=False), limit=2)] == ["game-2"]
    assert library.games(limit=0) == []


@pytest.mark.parametrize("page", [1, 2, 3, 500])
def test_games_come_page_by_page_and_after_any_of_them(
    library: Store, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr("colt_rules.log.store.LIST_PAGE", page)
    games = library.games()
    assert len(games) == library.count(Search()) == 3
    for at, one in enumerate(games):
        assert list(library.each_game(Search(), after=one.game)) == games[at + 1 :]
        assert list(library.each_game(Search(), 1, after=one.game)) == games[at + 1 : at + 2]
    assert library.games(Search(over=True)) == [one for one in games if one.over]
    assert library.count(Search(over=True)) == sum(one.over for one in games)
    with pytest.raises(UnknownGame):
        next(library.each_game(Search(), after="nobody"))


def test_a_game_is_found_by_what_happens_in_it_as_soon_as_it_happens(store: Store) -> None:
    seq = fill(store, played(), commands=len(played().commands) - 1)
    assert store.games(Search(event="GameEnded")) == store.games(Search(winner="django")) == []
    store.append("game-1", seq, *next_step(played(), len(played().commands) - 1))
    (info,) = store.games(Search(event="GameEnded", winner="django", over=True))
    assert (info.over, info.winners) == (True, ("django",))


# --- seals


@pytest.fixture
def seal() -> Seal:
    """One that a store can keep; ``test_seals`` asks whether it is a good one."""
    return SEAL


def test_a_seal_is_kept_and_told(kept: Place, seal: Seal) -> None:
    with kept.open() as store:
        store.seal("game-1", seal)
        store.seal("game-1", seal)
        closing = store.read("game-1").closing
        assert closing is not None
        assert closing.seals == (seal,)
        assert [one.seals for one in store.games()] == [1, 0]
        assert store.verify("game-1").sound
        assert store.position("game-1").game == states(1)[-1]


def test_a_seal_is_not_taken_away_by_changing_one_row(kept: Place, seal: Seal) -> None:
    """Though the digest of the row is counted again; and what is told, ``rebuild`` does not hush up."""
    with kept.open() as store:
        store.seal("game-1", seal)
        store.rebuild("game-1")
        assert store.verify("game-1").sound
        stripped = changed(store._known("game-1"), seals="[]")
        store._keep_row(stripped)
        for rules in (True, False):
            (departure,) = store.verify("game-1", rules).departures
            assert (departure.kind, departure.expected) == ("row", f"the seal by {seal.key}")
        store.seal("game-1", seal)
        assert store.verify("game-1").sound


def test_nothing_is_appended_after_a_seal(kept: Place, seal: Seal) -> None:
    with kept.open() as store:
        store.seal("game-1", seal)
        with pytest.raises(StoreError, match="game-1 is over and sealed; nothing can be appended"):
            store.append("game-1", 391, *next_step(played(1), 0))
        assert store.head("game-1").events == 391


def test_a_game_that_is_not_over_cannot_be_sealed(store: Store, seal: Seal) -> None:
    fill(store, played(), commands=20)
    with pytest.raises(StoreError, match="game-1 is not over; only a finished game can be sealed"):
        store.seal("game-1", seal)
    assert [one.seals for one in store.games()] == [0]


def test_a_seal_goes_with_the_log(kept: Place, store: Store, seal: Seal) -> None:
    store.seal("game-1", seal)
    text = b"".join(store.pieces("game-1"))
    for table in reversed(TABLES):
        kept.tamper(f"DELETE FROM {table}")
    store.add([("sealed", [text])])
    assert [one.seals for one in store.games()] == [1]
    assert b"".join(store.pieces("game-1")) == text


def test_a_seal_of_something_else_is_found(kept: Place, seal: Seal) -> None:
    with kept.open() as store:
        store.seal("game-2", seal)
        assert [one.kind for one in store.verify("game-2").departures] == ["seal"]


# --- what somebody did to the tables is found

ROWS = {
    entry.number: [
        line
        for line, one in zip(lines_of(played(1))[1:-1], played(1).entries, strict=True)
        if one.number == entry.number
    ]
    for entry in played(1).commands
}
"""The lines of each command of the first game."""

FIRST = {number: 2 + sum(len(ROWS[before]) for before in range(1, number)) for number in range(1, len(ROWS) + 1)}
"""Where in the file each command stands."""


def put(command: int, *lines: bytes) -> str:
    """The statement that gives a command these lines."""
    return f"UPDATE steps SET lines = decode('{b''.join(lines).hex()}', 'hex') WHERE game = 1 AND command = {command}"


def edited(command: int, index: int, old: str, new: str) -> str:
    """The statement that changes something in one line of a command."""
    lines = list(ROWS[command])
    lines[index] = lines[index].replace(old.encode(), new.encode())
    assert lines != ROWS[command]
    return put(command, *lines)


def steps(change: str, command: int = 48) -> str:
    return f"UPDATE steps SET {change} WHERE game = 1 AND command = {command}"


def snapshots(change: str) -> str:
    return f"UPDATE snapshots SET {change} WHERE game = 1 AND seq = (SELECT min(seq) FROM snapshots WHERE game = 1)"


OTHERS = "(SELECT lines FROM steps WHERE game = 2 AND command = 48)"
ROW, ROW_47 = ROWS[48], ROWS[47]
FALSE_SEAL = f'[{{"key":"{"0" * 64}","signature":"{"0" * 128}"}}]'
AWAY = "UPDATE steps SET command = -1 WHERE game = 1 AND command = 47"

TAMPERED: list[tuple[str, list[str], str, int]] = [
    # what, the statements, the kind of what is found first, its line
    ("data of an event", [edited(48, 2, '"how":"move"', '"how":"push"')], "chain", FIRST[48] + 2),
    ("data of a command", [edited(48, 0, '"to":"', '"to":"x')], "chain", FIRST[48]),
    ("clauses", [edited(48, 2, '"cites":["', '"cites":["x.')], "chain", FIRST[48] + 2),
    ("actor", [edited(48, 1, '"actor":"ghost"', '"actor":"doc"')], "order", FIRST[48] + 1),
    ("number of an event", [edited(48, 3, '"seq":150', '"seq":151')], "order", FIRST[48] + 3),
    ("number of a command", [edited(48, 0, '"command":48', '"command":47')], "order", FIRST[48]),
    ("hash", [edited(48, 1, '"prev":"', '"prev":"00')], "malformed", FIRST[48] + 1),
    ("version", [edited(48, 1, '"v":1', '"v":9')], "malformed", FIRST[48] + 1),
    ("type", [edited(48, 2, '"type":"BanditMoved"', '"type":"Teleported"')], "malformed", FIRST[48] + 2),
    ("no JSON", [edited(48, 2, "{", "")], "malformed", FIRST[48] + 2),
    ("no UTF-8", [put(48, *ROW[:2], b"\xff\n", *ROW[3:])], "malformed", FIRST[48] + 2),
    ("another form", [edited(48, 2, ",", ", ")], "malformed", FIRST[48] + 2),
    ("nothing there", ["UPDATE steps SET lines = decode('', 'hex') WHERE game = 1 AND command = 48"], "chain", 195),
    ("no line feed", [put(48, b"".join(ROW)[:-1])], "malformed", FIRST[49] - 1),
    ("an event less", [put(48, *ROW[:3], *ROW[4:])], "chain", FIRST[48] + 2),
    ("the last event less", [put(48, *ROW[:-1])], "chain", FIRST[49] - 2),
    ("an event twice", [put(48, *ROW[:3], *ROW[2:])], "chain", FIRST[48] + 2),
    ("two events swapped", [put(48, *ROW[:2], ROW[3], ROW[2], *ROW[4:])], "chain", FIRST[48] + 1),
    ("lines of two commands swapped", [put(47, *ROW), put(48, *ROW_47)], "chain", FIRST[47] - 1),
    ("two commands swapped", [AWAY, steps("command = 47"), steps("command = 48", -1)], "chain", FIRST[47] - 1),
    ("lines of another game", [steps(f"lines = {OTHERS}")], "chain", FIRST[48] - 1),
    ("a line that closes", [put(48, *ROW[:2], lines_of(played(1))[-1], *ROW[2:])], "chain", FIRST[48] + 1),
    ("first command gone", ["DELETE FROM steps WHERE game = 1 AND command = 1"], "chain", 1),
    ("a command gone", ["DELETE FROM steps WHERE game = 1 AND command = 48"], "chain", FIRST[48] - 1),
    ("last command gone", ["DELETE FROM steps WHERE game = 1 AND command = 118"], "chain", FIRST[118] - 1),
    ("all commands gone", ["DELETE FROM steps WHERE game = 1"], "chain", 1),
    ("a command of another game", ["DELETE FROM steps WHERE game = 1 AND command = 48",
      "UPDATE steps SET game = 1 WHERE game = 2 AND command = 48"], "chain", FIRST[48] - 1),
    ("column game", [steps("game = 2, command = 1000")], "chain", FIRST[48] - 1),
    ("column command", [steps("command = 1000")], "chain", FIRST[48] - 1),
    ("column command of the first", [steps("command = 0", 1)], "chain", 1),
    ("column seq", [steps("seq = seq + 1")], "row", FIRST[48]),
    ("column crc", [steps("crc = crc + 1")], "row", FIRST[48]),
    ("a command after the end", ["INSERT INTO steps SELECT game, command + 118, seq + 391, crc, lines FROM steps"
      " WHERE game = 1 AND command = 48"], "row", 511),
    ("a command before the first", ["INSERT INTO steps SELECT game, 0, 0, crc, lines FROM steps"
      " WHERE game = 1 AND command = 48"], "row", 511),
    ("a command far before the first", ["INSERT INTO steps SELECT game, -7, seq, crc, lines FROM steps"
      " WHERE game = 1 AND command = 48"], "row", 511),
    ("column header", ["UPDATE games SET header = replace(header, 'ghost', 'belle') WHERE id = 1"], "chain", 1),
    ("column header, no JSON", ["UPDATE games SET header = 'x' WHERE id = 1"], "malformed", 1),
    ("column hash", ["UPDATE games SET hash = (SELECT hash FROM games WHERE id = 2) WHERE id = 1"], "chain", 510),
    ("column commands", ["UPDATE games SET commands = commands + 1 WHERE id = 1"], "count", 511),
    ("column commands, less", ["UPDATE games SET commands = commands - 1 WHERE id = 1"], "chain", FIRST[118] - 1),
    ("column events", ["UPDATE games SET events = events + 1 WHERE id = 1"], "count", 511),
    ("column over", ["UPDATE games SET over = 0 WHERE id = 1"], "row", 1),
    ("column winners", ["UPDATE games SET winners = 'ghost' WHERE id = 1"], "row", 1),
    ("column begun", ["UPDATE games SET begun = '2001-01-01T00:00:00+00:00' WHERE id = 1"], "row", 1),
    ("column changed", ["UPDATE games SET changed = '2101-01-01T00:00:00+00:00' WHERE id = 1"], "row", 1),
    ("column seals", [f"UPDATE games SET seals = '{FALSE_SEAL}' WHERE id = 1"], "seal", 511),
    ("column seals, no JSON", ["UPDATE games SET seals = 'x' WHERE id = 1"], "row", 1),
    ("column digest", ["UPDATE games SET digest = (SELECT digest FROM games WHERE id = 2) WHERE id = 1"], "row", 1),
    ("snapshot: state", [snapshots("state = replace(state, 'roof', 'inside')")], "snapshot", 0),
    ("snapshot: state, no JSON", [snapshots("state = 'x'")], "snapshot", 0),
    ("snapshot: seq", [snapshots("seq = seq + 40")], "snapshot", 0),
    ("snapshot: command", [snapshots("command = command + 1")], "snapshot", 0),
    ("snapshot: hash", [snapshots("hash = (SELECT hash FROM games WHERE id = 2)")], "snapshot", 0),
    ("snapshot: digest", [snapshots("digest = 'x'")], "snapshot", 0),
    ("a snapshot of another game", ["DELETE FROM snapshots WHERE game = 1",
      "UPDATE snapshots SET game = 1 WHERE game = 2"], "snapshot", 0),
    ("a snapshot after the end", ["INSERT INTO snapshots SELECT game, seq + 4000, shape, command, hash, state, digest"
      " FROM snapshots WHERE game = 1"], "snapshot", 0),
    ("word: kind", ["UPDATE words SET kind = 'winner' WHERE game = 1 AND word = 'ghost'"], "search", 1),
    ("word: word", ["UPDATE words SET word = 'belle' WHERE game = 1 AND word = 'ghost'"], "search", 1),
    ("word: game", ["DELETE FROM words WHERE game = 2 AND word = 'django'",
      "UPDATE words SET game = 2 WHERE game = 1 AND kind = 'winner'"], "search", 1),
    ("a word gone", ["DELETE FROM words WHERE game = 1 AND word = 'ghost'"], "search", 1),
    ("all words gone", ["DELETE FROM words WHERE game = 1"], "search", 1),
    ("a word more", ["INSERT INTO words (kind, word, game) VALUES ('winner', 'ghost', 1)"], "search", 1),
]  # fmt: skip


def first_found(found: Verified) -> tuple[str, int]:
    """What is wrong first, and in which line."""
    problems = [("malformed", problem.line) for problem in found.problems[:1]]
    departures = [(one.kind, one.line) for one in found.departures]
    return min([*problems, *departures[:1]], key=lambda one: one[1])


POSITIONS = [(1, at) for at in (0, 30, 99, 102, 145, 150, 157, 205, None)] + [(2, at) for at in (101, 150, None)]
"""Seeds and events: before, in and after what is changed, with and without a snapshot between."""


@pytest.mark.parametrize(
    ("statements", "kind", "line"), [one[1:] for one in TAMPERED], ids=[one[0] for one in TAMPERED]
)
def test_whatever_was_changed_is_found_and_leads_to_no_wrong_position(
    kept: Place, statements: list[str], kind: str, line: int
) -> None:
    """``verify`` names the first line; a position is the right one or refused; a reader is told what makes no sense."""
    kept.tamper(*statements)
    with kept.open(read_only=True) as store:
        found = store.verify("game-1")
        if kind == "snapshot":
            assert {one.kind for one in found.departures} == {"snapshot"}
        else:
            assert first_found(found) == (kind, line)

        told = 0
        for seed, at in POSITIONS:
            try:
                position = store.position(f"game-{seed}", at)
            except (StoreError, LogError):
                continue
            assert position.seq == (at if at is not None else len(states(seed)) - 1)
            assert position.game == states(seed)[position.seq]
            told += 1
        assert told >= 2, "what was not touched can still be read"

        if found.problems:
            with pytest.raises(LogError) as error:
                store.read("game-1")
            assert error.value.problems == found.problems
        else:
            assert store.read("game-1") == parse_lines([b"".join(store.pieces("game-1"))])
        assert len(store.games()) == 2


@pytest.mark.parametrize("column", ["name", "over", "winners", "begun", "changed", "seals"])
def test_the_list_of_games_tells_a_row_that_was_changed(kept: Place, column: str) -> None:
    value = "0" if column == "over" else "'2001'"
    kept.tamper(f"UPDATE games SET {column} = {value} WHERE id = 1")
    with kept.open(read_only=True) as store:
        assert [bool(one.damage) for one in store.games()] == [True, False]
        name = store.games()[0].game
        with pytest.raises(StoreError, match=r"expected the row of .* as it was written, got another one"):
            store.position(name)
        assert "row" in {one.kind for one in store.verify(name).departures}


def test_a_header_that_makes_no_sense_is_told_in_the_list(kept: Place) -> None:
    kept.tamper("UPDATE games SET header = '{}' WHERE id = 1")
    with kept.open() as store:
        first, second = store.games()
    assert "the header was changed; " in first.damage
    assert (first.game, second.damage) == ("game-1", "")


def test_nothing_is_appended_to_a_row_that_was_changed(kept: Place) -> None:
    kept.tamper("UPDATE games SET winners = 'ghost' WHERE id = 1")
    with kept.open() as store, pytest.raises(StoreError, match="as it was written, got another one"):
        store.append("game-1", 391, *next_step(played(1), 0))


def test_rows_that_could_be_taken_for_one_another_are_not(kept: Place) -> None:
    """Swap the lines of any two commands together with their checksums: every pair is told."""
    with kept.open() as store:
        rows = {row[0]: row for row in store.rows("SELECT command, seq, crc, lines FROM steps WHERE game = 1")}
    for one, (_, seq, crc, lines) in rows.items():
        for other, (_, other_seq, *_) in rows.items():
            if one != other:
                assert step_row(1, other, other_seq, lines.split(b"\n")[:-1])[3] != crc, (one, other, seq)


# --- a forger who knows how


def forged(store: Store, log: Recording) -> None:
    """Put the rows of another log in the place of a game, with all checksums and hashes right."""
    rows: dict[int, list[bytes]] = {}
    for line, entry in zip(lines_of(log)[1:-1], log.entries, strict=True):
        rows.setdefault(entry.number, []).append(line.rstrip(b"\n"))
    seqs = {entry.command: entry.seq for entry in log.events}
    row, closing = store._known(log.header.game), log.closing
    assert closing
    with store.writing():
        store.rows("DELETE FROM steps WHERE game = ?", row.id)
        store.write_many(STEP, [step_row(row.id, number, seqs[number], lines) for number, lines in rows.items()])
        store._keep_row(changed(row, commands=closing.commands, events=closing.events, hash=closing.prev))


def test_a_forged_game_is_found_by_the_rules(kept: Place) -> None:
    steps = steps_of(played(1))
    steps[47] = (steps[47][0], [*steps[47][1][:3], *steps[47][1][4:]])
    with kept.open() as store:
        forged(store, recording(played(1).header, steps))
        assert store.verify("game-1", rules=False).sound
        found = store.verify("game-1")
    assert first_found(found) == ("event", FIRST[48] + 4)


def test_a_forged_winner_is_found(kept: Place) -> None:
    with kept.open() as store:
        row = store._known("game-1")
        with store.writing():
            store._keep_row(changed(row, winners="ghost"))
        assert [one.kind for one in store.verify("game-1").departures] == ["row"]
        store.rebuild("game-1")
        assert [one.winners for one in store.games()] == [("django",), ("cheyenne",)]
        assert store.verify("game-1").sound


def test_a_forged_end_is_found(store: Store) -> None:
    fill(store, played(), commands=20)
    with store.writing():
        store._keep_row(changed(store._known("game-1"), over=1))
    assert [one.kind for one in store.verify("game-1").departures] == ["row"]
    store.rebuild("game-1")
    assert [one.over for one in store.games()] == [False]


@pytest.mark.parametrize("change", [{"seq": 1}, {"command": 1}])
def test_forged_numbers_of_a_row_are_found(kept: Place, change: dict[str, int]) -> None:
    with kept.open() as store:
        command, seq = 48 + change.get("command", 0) * 1000, 156 + change.get("seq", 0)
        row = step_row(1, command, seq, [line.rstrip(b"\n") for line in ROW])
        store.rows("DELETE FROM steps WHERE game = 1 AND command = 48")
        store.write_many(STEP, [row])
        assert not store.verify("game-1").sound
        assert not store.verify("game-1", rules=False).sound


# --- what is derived can be made anew


@pytest.mark.parametrize("table", ["words", "snapshots"])
@pytest.mark.parametrize("change", ["gone", "changed"])
def test_what_is_derived_from_a_log_can_be_made_anew(kept: Place, table: str, change: str) -> None:
    column = "word" if table == "words" else "digest"
    before = kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3")
    kept.tamper(
        f"DELETE FROM {table} WHERE game = 1"
        if change == "gone"
        else f"UPDATE {table} SET {column} = {column} || 'x' WHERE game = 1"
    )
    with kept.open() as store:
        store.rebuild("game-1")
        assert kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3") == before
        assert store.verify("game-1").sound


def test_nothing_is_made_from_a_log_that_is_broken(kept: Place) -> None:
    kept.tamper(edited(48, 2, '"how":"move"', '"how":"push"'))
    with kept.open() as store:
        before = [kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in ("words", "snapshots", "games")]
        with pytest.raises(LogError, match=rf"^line {FIRST[48] + 2}: chain: "):
            store.rebuild("game-1")
        assert before == [
            kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in ("words", "snapshots", "games")
        ]
