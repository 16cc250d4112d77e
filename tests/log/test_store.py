"""Every store loses nothing, lets one of two writers win, finds what was tampered with, and says what it cannot do."""

from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any

import pytest

from colt_rules.events import Cited
from colt_rules.log import rows as rows_module
from colt_rules.log.entries import Head, Header, Seal, hash_of, new_header, recording
from colt_rules.log.errors import Malformed
from colt_rules.log.replay import replay
from colt_rules.log.store import Conflict, Search, Store, StoreError, UnknownGame
from colt_rules.log.verifying import check
from colt_rules.model.record import changed
from colt_rules.model.state import NEW
from tests.logs import lines_of, played, text_of
from tests.rules.sittings import sitting
from tests.stores import KEPT, SEAL, TABLES, Place, cut, fill, next_step, renamed, states, steps_of
from tests.tables import play

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
def test_a_writer_with_an_old_position_gets_a_conflict(store: Store, expected: int) -> None:
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


def test_alternating_writers_write_the_same_as_one(place: Place, often: None) -> None:
    """Each remembers what it wrote last, and drops that when another writer has appended."""
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
    with pytest.raises(
        StoreError, match=r"expected the start of the game .* seats tuco, doc, belle; got .* seats ghost"
    ):
        store.append("other", 0, command, events)
    assert store.head("other").events == 0


@pytest.mark.parametrize("table", ["steps", "words", "snapshots", "games"])
def test_a_command_whose_last_row_fails_leaves_nothing(
    kept: Place, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """If any row of a command cannot be written, no row of it is."""
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
    with pytest.raises(StoreError, match="game-1: expected a command with the events that it led to, got no event"):
        store.append("game-1", seq, played().commands[8].command, [])
    assert store.head("game-1").commands == 8


def test_of_writers_at_the_same_moment_one_wins_each_time(place: Place, store: Store) -> None:
    """Four writers, each with its own connection, repeat one command until the log has it twelve times."""
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
        store.create(Header(name, "ru-full", ("base",), ("doc",), "1.0.0"))
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


def test_a_missing_game_is_reported_with_the_nearest_name(kept: Place) -> None:
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


# --- games are found


@pytest.fixture
def library(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Three games by three editions, put in on three days."""
    duo = sitting("fr-horses", "duo")
    header = new_header("duo", duo.edition, duo.modules, duo.seats)
    steps = [(command, verdict.events) for _, command, verdict in play(duo, 3)]
    for day, log in enumerate((played(1), recording(header, steps), cut(played(2), 60)), 1):
        monkeypatch.setattr(rows_module, "now", lambda day=day: f"2031-05-0{day}T10:00:00+00:00")
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


def test_a_duo_game_is_found_by_the_names_of_its_bandits(library: Store) -> None:
    (info,) = library.games(Search(module="duo"))
    assert info.seats == ("player-1", "player-2")
    taken = [one.event for one in library.read("duo").events if one.type == "SeatTaken"]
    assert len(taken) == 4
    for event in taken:
        bandit = getattr(event, "bandit")  # noqa: B009 - of whichever event it is
        assert "duo" in [one.game for one in library.games(Search(player=bandit))]


def test_the_limit_bounds_the_list(library: Store) -> None:
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
    """A seal that a store can keep; ``test_seals`` tests whether a seal is valid."""
    return SEAL


def test_a_seal_is_stored_and_listed(kept: Place, seal: Seal) -> None:
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
    """The digest of the row is recomputed too; ``rebuild`` does not remove the departure."""
    with kept.open() as store:
        store.seal("game-1", seal)
        store.rebuild("game-1")
        assert store.verify("game-1").sound
        stripped = changed(store.known("game-1"), seals="[]")
        store.keep_row(stripped)
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
