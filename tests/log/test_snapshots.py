"""A long game opens as fast as a short one, at any event, and a wrong snapshot is never used."""

from functools import cache
from itertools import accumulate
from typing import Any

import pytest

from colt_rules.events import Event
from colt_rules.kernel.evolve import evolve
from colt_rules.log import lines
from colt_rules.log.entries import Head, recording
from colt_rules.log.errors import LogError
from colt_rules.log.replay import replay
from colt_rules.log.snapshots import EVERY, Snapshot, shape, snapshot_of
from colt_rules.log.statements import crc_of
from colt_rules.log.store import Store, StoreError
from colt_rules.log.submission import submit
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from tests.logs import long_log, played, text_of
from tests.stores import TABLES, Place, cut, fill, steps_of

LONG = 2_500
GAME = f"long-{LONG}"


@cache
def states() -> list[Game]:
    """The state after each event of the long game."""
    return list(accumulate([one.event for one in long_log(LONG).events], evolve, initial=NEW))


@pytest.fixture
def long(store: Store) -> Store:
    """A store with a long game."""
    store.add([("long", [text_of(long_log(LONG))])])
    return store


def snapshots(place: Place) -> list[int]:
    return [seq for (seq,) in place.ask("SELECT seq FROM snapshots ORDER BY seq")]


def test_a_snapshot_gives_the_state_back() -> None:
    for game in (NEW, *states()[:210:5]):
        snapshot = snapshot_of(Head(3, 5, "a"), game)
        assert snapshot.is_intact
        assert snapshot.game == game


@pytest.mark.parametrize("change", [{"head": Head(3, 6, "a")}, {"head": Head(3, 5, "b")}, {"state": "{}"}])
def test_a_snapshot_with_anything_changed_is_not_whole(change: dict[str, Any]) -> None:
    snapshot = snapshot_of(Head(3, 5, "a"), NEW)
    parts: dict[str, Any] = {"head": snapshot.head, "state": snapshot.state, "digest": snapshot.digest}
    assert not Snapshot(**parts | change).is_intact


def test_the_shape_is_the_same_each_time() -> None:
    assert len(shape()) == 16
    assert shape() == shape.__wrapped__()


def test_a_snapshot_is_written_when_a_game_passes_each_thousand_events(place: Place, long: Store) -> None:
    first, second = snapshots(place)
    assert EVERY == 1_000
    assert EVERY <= first < EVERY + 4
    assert 2 * EVERY <= second < 2 * EVERY + 4


def test_appending_writes_the_same_snapshots_as_importing(place: Place, long: Store) -> None:
    """A game comes in up to shortly before a snapshot, and goes on by itself."""
    everything = "SELECT seq, command, hash, shape, state, digest FROM snapshots ORDER BY seq"
    imported = place.ask(everything)
    for table in reversed(TABLES):
        place.tamper(f"DELETE FROM {table}")
    log = long_log(LONG)
    steps = steps_of(log)
    near = next(entry.command for entry in log.events if entry.seq == 2 * EVERY - 5)
    long.add([("near", [text_of(recording(log.header, steps[:near]))])])
    seq = long.head(GAME).events
    for command, events in steps[near : near + 10]:
        seq = long.append(GAME, seq, command, events)
    assert seq > 2 * EVERY
    assert place.ask(everything) == imported


def test_a_short_game_has_none(place: Place, store: Store) -> None:
    fill(store, played())
    assert snapshots(place) == []


def test_a_long_game_can_be_opened_at_any_event(long: Store) -> None:
    for at in (*range(0, LONG, 97), 999, 1000, 1001, 1002, 1003, 1004, 1999, 2000, 2001, 2002, 2003, 2004, 2499, 2500):
        position = long.position(GAME, at)
        assert (position.seq, position.game) == (at, states()[at])


def test_opening_any_position_reads_at_most_a_thousand_events(long: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(number: int, steps: list[bytes]) -> list[Event]:
        events = lines.events_in(number, steps)
        read.append(len(events))
        return events

    monkeypatch.setattr("colt_rules.log.store.events_in", counted)
    for at in range(0, LONG + 1, 100):
        assert long.state(GAME, at) == states()[at]
    assert len(read) == LONG // 100 + 1
    assert max(read) <= EVERY + 4
    assert read[-1] <= 500


def test_a_position_rests_on_the_snapshot_before_it(place: Place, long: Store) -> None:
    """What stands before a snapshot is not read again, and what comes after it does not touch it."""
    place.tamper("UPDATE steps SET crc = crc + 1 WHERE seq < 900")
    assert long.state(GAME) == states()[-1]
    assert long.state(GAME, 1100) == states()[1100]
    with pytest.raises(StoreError, match="expected command 1 of long-2500 as it was written, got a changed row"):
        long.state(GAME, 950)


def test_a_snapshot_of_another_shape_is_ignored(place: Place, long: Store) -> None:
    """It was written by another version of the program, whose states hold more or less."""
    place.tamper("UPDATE snapshots SET shape = 'older', state = '{}' WHERE seq > 2000")
    assert long.state(GAME) == states()[-1]
    place.tamper("UPDATE snapshots SET shape = 'older', state = '{}'")
    assert long.state(GAME) == states()[-1]
    place.tamper("DELETE FROM snapshots")
    assert long.state(GAME) == states()[-1]


def test_a_damaged_snapshot_is_refused_with_advice_that_mends_it(place: Place, long: Store) -> None:
    for change in (
        "state = replace(state, 'roof', 'inside')",
        "state = 'x'",
        "state = ''",
        "seq = seq + 100",
        "command = command + 1",
        "hash = digest",
        "digest = hash",
    ):
        place.tamper(f"UPDATE snapshots SET {change} WHERE seq > 2000")
        told = r"expected the snapshot of .*; `colt log rebuild long-2500` rebuilds it"
        with pytest.raises(StoreError, match=told):
            long.state(GAME)
        assert long.state(GAME, 1500) == states()[1500]
        long.rebuild(GAME)
        assert long.state(GAME) == states()[-1], change


def test_a_whole_snapshot_of_another_game_is_refused(place: Place, long: Store) -> None:
    long.add([("other", [text_of(long_log(1_900))])])
    place.tamper(
        "DELETE FROM snapshots WHERE game = (SELECT id FROM games WHERE name = 'long-2500')",
        "UPDATE snapshots SET game = (SELECT id FROM games WHERE name = 'long-2500')",
    )
    with pytest.raises(StoreError, match="expected the snapshot of long-2500 after event"):
        long.state(GAME)
    assert long.state("long-1900") == states()[1900]


@pytest.mark.parametrize("command", [32, 48, 118])
def test_a_forged_snapshot_is_found(kept: Place, command: int) -> None:
    """In the place of a right one, between two of them, after the last: all its hashes are right, but not the state."""
    log = cut(played(1), command)
    assert log.closing
    seq = log.closing.events
    with kept.open() as store:
        store.rows("DELETE FROM snapshots WHERE game = 1 AND seq = ?", seq)
        store.write_snapshot(1, snapshot_of(Head(command, seq, log.closing.prev), NEW))
        with kept.open(read_only=True) as looking:
            assert looking.state("game-1", seq) == NEW, "nobody can see that without folding the whole game"
        with pytest.raises(StoreError, match=r"expected the snapshot .*; `colt log rebuild game-1` rebuilds it"):
            store.state("game-1", seq)
        assert [(one.kind, one.event) for one in store.verify("game-1").departures] == [("snapshot", seq)]
        store.rebuild("game-1")
        assert store.verify("game-1").sound
        assert store.state("game-1", seq) == replay(log)


def enrich(place: Place, seq: int) -> None:
    """Let every purse be worth $99,999 by the snapshot after an event, and count its digest again."""
    ((command, hash, state),) = place.ask(f"SELECT command, hash, state FROM snapshots WHERE seq = {seq}")
    head = Head(command, seq, hash)
    game = Snapshot(head, state, "").game
    forged = snapshot_of(head, changed(game, values=dict.fromkeys(game.values, 99_999)))
    place.tamper(f"UPDATE snapshots SET state = '{forged.state}', digest = '{forged.digest}' WHERE seq = {seq}")


def test_a_game_cannot_go_on_from_a_forged_snapshot(place: Place, long: Store) -> None:
    """This holds for a store that opens the game, one that has read the right snapshot, and one that has written it."""
    last = snapshots(place)[-1]
    told = rf"expected the snapshot of {GAME} after event {last} as it was written, got a changed one"
    assert long.state(GAME) == states()[-1]
    enrich(place, last)
    with place.open() as another:
        for store in (long, another):
            with pytest.raises(StoreError, match=told):
                submit(store, GAME, {"type": "Rob", "actor": "tuco", "token": "purse-1"})
        another.rebuild(GAME)
    assert long.state(GAME) == states()[-1]
    (first, *_) = snapshots(place)
    enrich(place, first)
    assert long.state(GAME) == states()[-1], "it rests on the last one alone"
    with pytest.raises(StoreError, match=f"expected the snapshot of {GAME} after event {first}"):
        long.state(GAME, first + 1)


def test_what_a_writer_has_appended_is_not_believed_when_it_comes_back_forged(place: Place, store: Store) -> None:
    fill(store, long_log(LONG))
    assert store.state(GAME) == states()[-1]
    enrich(place, snapshots(place)[-1])
    with pytest.raises(StoreError, match="expected the snapshot"):
        store.state(GAME)


def test_a_snapshot_cannot_be_forged_without_forging_the_chain(place: Place, long: Store) -> None:
    """Rows that lead to a forged snapshot, with their checksums, but not every hash after them."""
    assert long.state(GAME) == states()[-1]
    ((id, command, seq, text),) = place.ask("SELECT game, command, seq, lines FROM steps WHERE command = 20")
    other = bytes(text).replace(b'"cites":["', b'"cites":["fire","')
    long.rows("UPDATE steps SET lines = ?, crc = ? WHERE command = 20", other, crc_of(id, command, seq, other))
    with place.open() as another, pytest.raises(LogError, match="chain: expected a line with the hash"):
        another.state(GAME)


def test_a_writer_looks_through_a_whole_game_once(place: Place, long: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """And then never again, though it asks for the state before each command; one who only looks never does."""
    looked: list[str] = []
    whole = Store._right_snapshots

    def watched(store: Store, row: Any) -> Any:
        looked.append(row.name)
        return whole(store, row)

    monkeypatch.setattr(Store, "_right_snapshots", watched)
    for at in (None, 1_500, 2_400, None, None):
        long.state(GAME, at)
    assert looked == [GAME]
    with place.open(read_only=True) as looking:
        assert looking.state(GAME) == states()[-1]
    assert looked == [GAME]


def test_what_other_writers_add_is_checked_from_where_one_knows_the_game(
    place: Place, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a game with several writers would be read in full again and again, while all the others wait."""
    log = long_log(LONG)
    steps = steps_of(log)
    near = next(entry.command for entry in log.events if entry.seq == EVERY + 5)
    store.add([("near", [text_of(recording(log.header, steps[:near]))])])
    with place.open() as another:
        seq = store.head(GAME).events
        assert another.state(GAME) == states()[seq]
        for command, events in steps[near:]:
            seq = store.append(GAME, seq, command, events)
        monkeypatch.setattr(Store, "_right_snapshots", None)
        assert another.state(GAME) == states()[-1]
        enrich(place, snapshots(place)[-1])
        with pytest.raises(StoreError, match="expected the snapshot"):
            another.state(GAME)


def test_a_log_whose_events_do_not_fit_is_kept_without_a_snapshot(place: Place, store: Store) -> None:
    """Only ``verify`` judges a log; asking for the state raises."""
    log = long_log(LONG)
    wrong = recording(log.header, steps_of(log)[1:])
    store.add([("wrong", [text_of(wrong)])])
    assert snapshots(place) == []
    with pytest.raises(LogError, match=r"^line 2: the events up to \d+ do not fit one another; `colt log verify"):
        store.state(GAME)
    assert not store.verify(GAME).sound
