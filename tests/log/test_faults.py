"""Faults that the log must survive: whatever happens to the process, the disk or a file, nothing is lost or accepted
that is not whole."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt as command_line
from colt_rules.commands import Command, MoveMarshal
from colt_rules.events import Cited, Event, MarshalPlaced
from colt_rules.kernel.fold import fold
from colt_rules.log.codec import to_json
from colt_rules.log.entries import Recording, hash_of, new_header, recording
from colt_rules.log.errors import Departure, LogError
from colt_rules.log.lines import pieces_of
from colt_rules.log.opening import open_store
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import Conflict, NotImported, Search, Store, StoredPosition, StoreError
from colt_rules.log.verifying import Verified, verify
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Game
from tests.log.faults.children import Child, Tell, children
from tests.log.faults.measured import ROOT, Colt, Ended
from tests.logs import lines_of, long_log, played, text_of
from tests.stores import TABLES, Place, PostgresqlPlace, SqlitePlace, fill
from tests.tables import play, table

pytestmark = pytest.mark.thorough

ENDURANCE = float(os.environ.get("COLT_ENDURANCE_SECONDS", "4"))
"""Seconds that eight processes write at once."""

FULL = "the disk is full; nothing was written; free some space and try again"

Step = tuple[Command, tuple[Cited, ...]]


def verified(text: bytes, rules: bool = False) -> Verified:
    """What is wrong with a file."""
    return verify(pieces_of(BytesIO(text)), rules=rules)


def exported(store: Store, game: str) -> bytes:
    """The file of a game."""
    return b"".join(store.pieces(game))


def add(store: Store, *texts: bytes) -> list[str]:
    """Import these files, which are named 1, 2 and so on."""
    return store.add((str(name), pieces_of(BytesIO(text))) for name, text in enumerate(texts, 1))


# --- the process is killed


@cache
def steps() -> tuple[list[Step], list[Game]]:
    """A whole game, and the state after each of its commands and before the first."""
    told = [(command, verdict.events, verdict.after) for _, command, verdict in play(table(3, stations=True), 1)]
    return [(command, events) for command, events, _ in told], [NEW, *(after for *_, after in told)]


@cache
def numbered(number: int) -> Recording:
    """The game of these tests under the name ``game-NUMBER``."""
    start = table(3, stations=True)
    return recording(new_header(f"game-{number}", start.edition, start.modules, start.seats), steps()[0])


@cache
def file_of(number: int, commands: int) -> bytes:
    """The interchange file of a numbered game with its first ``commands`` commands."""
    return text_of(recording(numbered(number).header, steps()[0][:commands]))


def write_on(where: str) -> Callable[[Tell], None]:
    """The work of a process that plays game after game, from where the store says it was left."""

    def work(tell: Tell) -> None:
        with open_store(where) as store:
            number = max(1, len(store.games()))
            while True:
                if len(store.games()) < number:
                    store.create(numbered(number).header)
                    tell(f"{number} 0")
                name = f"game-{number}"
                head = store.head(name)
                seq = head.events
                for done, (command, events) in enumerate(steps()[0][head.commands :], head.commands + 1):
                    seq = store.append(name, seq, command, events)
                    tell(f"{number} {done}")
                number += 1

    return work


@pytest.mark.parametrize("place", ["sqlite", "postgresql"], indirect=True)
def test_what_was_acknowledged_survives_a_kill_at_any_moment(place: Place) -> None:
    """200 kills for a file, spread over opening, the whole of an append, and what is between two of them."""
    kills = 200 if isinstance(place, SqlitePlace) else 60
    random = Random(5)
    acknowledged: Counter[int] = Counter()
    took = time_of_an_append(place, acknowledged)
    check_all_is_there(place, acknowledged, rules=True)
    moments: Counter[str] = Counter()
    for kill in range(kills):
        writer = Child(write_on(place.where))
        if kill % 4 == 0:  # at any moment, be it before the store is open
            sleep(random.uniform(0, 0.02 + 2 * took))
        else:
            writer.listen(seconds=30, lines=random.randint(1, 3))
            wait_until = perf_counter() + took * 1.2 * kill / kills
            while perf_counter() < wait_until:
                pass
        writer.kill()
        told = [tuple(map(int, line.split())) for line in writer.lines]
        for number, commands in told:
            acknowledged[number] = commands
        more = check_all_is_there(place, acknowledged, rules=kill % 20 == 0)
        moments["before" if not told else "unheard" if more else "between"] += 1
    assert sum(moments.values()) == kills
    assert min(moments["before"], moments["between"]) > 0, moments
    with place.open() as store:
        names = [one.game for one in store.games()]
        assert sum(one.commands for one in store.games()) > kills
        for name in names:
            assert store.verify(name).sound
    print(f"{kills} kills, {took * 1000:.1f} ms an append, {dict(moments)}, {len(names)} games")


def time_of_an_append(place: Place, acknowledged: Counter[int]) -> float:
    """The time of an append in seconds, measured with a writer that runs alone."""
    writer = Child(write_on(place.where))
    writer.listen(seconds=30, lines=5)
    start = perf_counter()
    writer.listen(seconds=30, lines=25)
    took = (perf_counter() - start) / 20
    writer.kill()
    for line in writer.lines:
        number, commands = map(int, line.split())
        acknowledged[number] = commands
    return took


def check_all_is_there(place: Place, acknowledged: Counter[int], rules: bool) -> bool:
    """The store holds what was acknowledged and at most one command more, whole; tells whether there is one more."""
    if isinstance(place, PostgresqlPlace):
        wait_for_the_server(place)
    with place.open() as store:
        games = store.games()
        number = len(games)
        assert [one.game for one in games] == [f"game-{one}" for one in range(1, number + 1)]
        assert number >= len(acknowledged)
        for one in range(1, number):
            assert games[one - 1].commands == len(steps()[0]), "a game is written to its end before the next"
        if not number:
            return False
        name, head = f"game-{number}", store.head(f"game-{number}")
        assert acknowledged[number] <= head.commands <= acknowledged[number] + 1
        assert exported(store, name) == file_of(number, head.commands)
        assert store.position(name) == StoredPosition(head.events, steps()[1][head.commands])
        assert store.verify(name, rules).sound
        more = head.commands > acknowledged[number] or (number not in acknowledged)
        acknowledged[number] = head.commands
        return more


def wait_for_the_server(place: PostgresqlPlace) -> None:
    """Wait until the server notices that its client is gone: what was on its way may still be written."""
    end = monotonic() + 30
    others = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'"
    )
    while place.ask(others) != [(0,)]:
        assert monotonic() < end, "a client is still there"
        sleep(0.001)


# --- eight processes at once


WRITERS = 8


def started(writer: int, number: int) -> Step:
    """A command that only this writer gives, and only once: its events say so."""
    place = f"w{writer}-{number}"
    return MoveMarshal("table", place), ((MarshalPlaced(place), (f"mark.{writer}",)),) * (1 + number % 3)


@pytest.mark.parametrize("place", ["sqlite", "postgresql"], indirect=True)
def test_eight_processes_at_once_lose_nothing_and_double_nothing(place: Place) -> None:
    """All of them write to one game and each to games of its own and of others; a reader looks on."""
    names = ["shared", *(f"own-{writer}" for writer in range(WRITERS))]
    with place.open() as store:
        for name in names:
            store.create(new_header(name, "ru-full", ("base",), ("ghost",)))
    end = monotonic() + ENDURANCE

    def work(writer: int, tell: Tell) -> None:
        random, number = Random(writer), 0
        with place.open() as store:
            while monotonic() < end:
                name = random.choice(("shared", "shared", names[1 + writer], random.choice(names)))
                number += 1
                command, events = started(writer, number)
                while True:
                    seq = store.head(name).events
                    try:
                        last = store.append(name, seq, command, events)
                    except Conflict:
                        continue
                    break
                assert last == seq + len(events)
                tell(f"{name} {last} {writer} {number}")

    looks = 0
    with children(work, WRITERS) as writers:
        with place.open(read_only=True) as store:
            while monotonic() < end:
                assert store.verify("shared", rules=False).sound, "also while it is being written"
                position = store.position("shared")
                assert position.game == store.state("shared", position.seq)
                looks += 1
                sleep(0.05)
        for one in writers:
            one.finish()
    acknowledged = [tuple(line.split()) for one in writers for line in one.lines]
    assert min(len(one.lines) for one in writers) > 0, "everybody got a turn"
    there = []
    with place.open() as store:
        for name in names:
            assert store.verify(name, rules=False).sound
            log = store.read(name)
            events_of: dict[int, list[Event]] = {}
            for event in log.events:
                events_of.setdefault(event.command, []).append(event.event)
            seq = 0
            for entry in log.commands:
                events = events_of[entry.number]
                given: Any = entry.command
                writer, number = map(int, given.to.removeprefix("w").split("-"))
                command, right = started(writer, number)
                assert (given, events) == (command, [fact for fact, _ in right])
                seq += len(events)
                there.append((name, str(seq), str(writer), str(number)))
            assert store.position(name) == StoredPosition(seq, fold(event.event for event in log.events))
            found = store.games(Search(clause=f"mark.{writer}"))
            assert name in [info.game for info in found]
    assert Counter(there) == Counter(acknowledged), "each that was acknowledged is there once, and nothing else"
    print(f"{len(there)} appends in {ENDURANCE:.0f} s by {WRITERS} writers, {looks} looks")


# --- the disk is full


def test_a_store_on_a_full_disk_says_so_and_stays_whole(tmp_path: Path) -> None:
    """It runs on a real, very small disk, mounted for one process alone; see ``faults.full_disk``."""
    disk = tmp_path / "disk"
    disk.mkdir()
    flags = "-m" if os.geteuid() == 0 else "-rm"
    if shutil.which("unshare") is None:
        pytest.skip("no disk can be made: there is no unshare here (util-linux, on Linux)")
    mount = f"mount -t tmpfs -o size=2m colt {disk}"
    tried = subprocess.run(["unshare", flags, "sh", "-c", mount], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"no disk can be mounted here, even in a namespace of our own ({tried.stderr.strip()})")
    command = f"{mount} && exec {sys.executable} -m tests.log.faults.full_disk {disk}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["unshare", flags, "sh", "-c", command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "all is well\n"), done.stderr


def test_a_file_that_cannot_grow_takes_nothing_in_part(tmp_path: Path) -> None:
    """By SQLite's own limit, at every size from none to one that is enough."""
    log = played(1)
    two, three = text_of(played(2)), text_of(played(3))
    with SqliteStore(tmp_path / "games.db") as store:
        seq = fill(store, log, commands=60)
        ((pages,),) = store.rows("PRAGMA page_count")
        before, kept = exported(store, "game-1"), store.games()
        refused = 0
        for more in range(1_000):
            store.rows(f"PRAGMA max_page_count = {pages + more}")
            if not is_full(partial(add, store, two, three)):
                break
            refused += 1
            assert store.games() == kept
            assert exported(store, "game-1") == before
            assert store.verify("game-1", rules=False).sound
            ((tables,),) = store.rows("SELECT count(*) FROM steps WHERE game <> 1")
            assert tables == 0
        assert refused > 20
        assert [exported(store, name) for name in ("game-2", "game-3")] == [two, three]
        ((pages,),) = store.rows("PRAGMA page_count")
        store.rows(f"PRAGMA max_page_count = {pages}")
        last, events = 0, []
        for entry in log.commands[60:]:
            events = [(one.event, one.cites) for one in log.events if one.command == entry.number]
            if is_full(partial(store.append, "game-1", seq, entry.command, events)):
                last = entry.number
                break
            seq += len(events)
        assert 60 < last < len(log.commands), "it was full before the end of the game"
        assert store.head("game-1").commands == last - 1
        assert store.position("game-1").seq == seq
        assert all(store.verify(name).sound for name in ("game-1", "game-2", "game-3"))
        store.rows("PRAGMA max_page_count = 1000000")
        for entry in log.commands[last - 1 :]:
            events = [(one.event, one.cites) for one in log.events if one.command == entry.number]
            seq = store.append("game-1", seq, entry.command, events)
        assert exported(store, "game-1") == text_of(log), "after making room it goes on as if nothing had been"


def is_full(write: Callable[[], Any]) -> bool:
    """Whether there was no room for this; the error must say so."""
    try:
        write()
    except StoreError as error:
        told = str(error)
    else:
        return False
    assert FULL in told
    return True


def test_a_server_whose_disk_is_full_says_so_and_writes_nothing(database: str) -> None:
    """The server is made to say so: its disk is not ours to fill."""
    with closing(PostgresqlPlace(database)) as place, place.open() as store:
        seq = fill(store, played(1), commands=20)
        before = exported(store, "game-1")
        with full_server(database):
            entry = played(1).commands[20]
            events = [(one.event, one.cites) for one in played(1).events if one.command == entry.number]
            with pytest.raises(
                StoreError, match="the disk of the server is full; nothing was written; free some space"
            ):
                store.append("game-1", seq, entry.command, events)
            with pytest.raises(StoreError, match="the disk of the server is full"):
                add(store, text_of(played(2)), text_of(played(3)))
            assert [one.game for one in store.games()] == ["game-1"]
            assert exported(store, "game-1") == before
            assert store.verify("game-1").sound
        assert store.append("game-1", seq, entry.command, events) == seq + len(events)
        assert add(store, text_of(played(2)), text_of(played(3))) == ["game-2", "game-3"]


@contextmanager
def full_server(database: str) -> Iterator[None]:
    """A server that has no room for another word about a game: the last thing that is written, after its row."""
    import psycopg

    with psycopg.connect(database, autocommit=True, options="-c search_path=colt_rules") as hands:
        hands.execute(
            b"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$"
            b"BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$"
        )
        hands.execute(b"CREATE TRIGGER full_disk AFTER UPDATE ON games FOR EACH ROW EXECUTE FUNCTION full_disk()")
        try:
            yield
        finally:
            hands.execute(b"DROP FUNCTION full_disk CASCADE")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("role", [(), ("--as", "spectator")], ids=["whole", "redacted"])
def test_an_export_to_a_full_disk_is_reported(tmp_path: Path, role: tuple[str, ...]) -> None:
    path = tmp_path / "games.db"
    with SqliteStore(path) as store:
        fill(store, played(1))
    arguments = [sys.executable, "-m", "colt_rules.cli.main", "--log", str(path), "log", "export", "game-1", *role]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(arguments, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "Error: No space left on device\n")


# --- nothing may be written


@contextmanager
def without_rights() -> Iterator[None]:
    """Run as a user who is bound by file permissions, because root is not."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("what", ["file", "folder", "both"])
def test_a_read_only_file_is_reported_and_unchanged(what: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        path, other, key = folder / "games.db", folder / "other.jsonl", folder / "key.pem"
        with SqliteStore(path) as store:
            fill(store, played(1))
        other.write_bytes(text_of(played(2)))
        assert colt(path, "key", key).exit_code == 0
        key.chmod(0o644)
        modes = {"file": (0o444, 0o777), "folder": (0o666, 0o555), "both": (0o444, 0o555)}
        path.chmod(modes[what][0])
        folder.chmod(modes[what][1])
        before = {one.name: one.read_bytes() for one in folder.iterdir()}
        load_everything()
        out = folder / "out.jsonl"
        writing = [("import", other), ("seal", "game-1", "--key", key), ("rebuild", "game-1")]
        if what != "file":
            writing.append(("export", "game-1", out))
        for args in writing:
            with without_rights():
                done = colt(path, *args)
            assert done.exit_code == 2, (args, done.output)
            words = "Permission denied; nothing was written" if args[0] == "export" else "read-only"
            assert words in done.output, (args, done.output)
            assert done.output.count("\n") == 1, "one line says it"
        for args in (("list",), ("verify",), ("verify", "game-1"), ("export", "game-1")):
            with without_rights():
                done = colt(path, *args)
            assert done.exit_code == 0, f"it can still be read: {done.output} {[*folder.iterdir()]}"
        # Where SQLite may write beside a file but not into it, it leaves the two files with which readers find one
        # another; the one for what is not yet in the file is empty.
        beside = {"games.db-shm", "games.db-wal"} if what == "file" else set()
        after = {one.name: one.read_bytes() for one in folder.iterdir()}
        assert not after.get("games.db-wal")
        assert {name: text for name, text in after.items() if name not in beside} == before
        folder.chmod(0o755)
        path.chmod(0o644)
        assert colt(path, "import", other).exit_code == 0, "and written again as soon as that is allowed"


def load_everything() -> None:
    """Import everything beforehand: a user without rights may not even read the program's files."""
    with TemporaryDirectory() as name:
        store, out = Path(name) / "games.db", Path(name) / "game.jsonl"
        out.write_bytes(text_of(played(3)))
        for args in (("import", out), ("list",), ("verify",), ("export", "game-3"), ("rebuild", "game-3")):
            assert colt(store, *args).exit_code == 0


def colt(store: Path, *args: object) -> Any:
    """`colt log` in this process."""
    return CliRunner().invoke(command_line, ["--log", str(store), "log", *map(str, args)])


# --- files are cut, bits are flipped


@pytest.fixture
def somewhere(tmp_path: Path) -> Iterator[Store]:
    """A store to import into."""
    with SqliteStore(tmp_path / "somewhere.db") as store:
        yield store


def half() -> bytes:
    """The file of the first 50 commands of a game, which is read quickly."""
    return file_of(1, 50)


def refuse(store: Store, text: bytes) -> None:
    """Check that a file is neither verified nor imported, and that each refusal names the reason and the line."""
    try:
        found = verified(text)
        told: list[Any] = [*found.problems, *found.departures]
    except LogError as error:
        told = [*error.problems]
    assert told
    assert all(one.line >= 1 for one in told)
    with pytest.raises(NotImported) as refused:
        add(store, text)
    assert refused.value.refused["1"].problems
    assert store.rows("SELECT count(*) FROM games, steps, words") == [(0,)]


def test_a_file_that_was_cut_between_two_lines_is_refused(somewhere: Store) -> None:
    lines = half().splitlines(keepends=True)
    for count in range(len(lines)):
        refuse(somewhere, b"".join(lines[:count]))
    assert add(somewhere, b"".join(lines)) == ["game-1"], "the whole is taken"


def test_a_file_that_was_cut_anywhere_is_refused(somewhere: Store) -> None:
    text, random = half(), Random(6)
    last = len(text.splitlines()[-1])
    cuts = {*range(len(text) - last - 3, len(text)), *(random.randrange(len(text)) for _ in range(150))}
    for cut in sorted(cuts):
        refuse(somewhere, text[:cut])


def test_a_torn_last_line_is_reported_with_its_number(tmp_path: Path) -> None:
    lines = lines_of(played(1))
    file, store = tmp_path / "torn.jsonl", tmp_path / "games.db"
    file.write_bytes(b"".join(lines)[:-20])
    for args in (("verify", file), ("show", file), ("import", file), ("export", file, tmp_path / "out.jsonl")):
        done = colt(store, *args)
        assert done.exit_code == 1
        assert f"line {len(lines)}: line: expected a line feed at its end, got the end of the file" in done.output
    assert not (tmp_path / "out.jsonl").exists()


def flipped(text: bytes, bit: int) -> bytes:
    """A text with one bit changed."""
    damaged = bytearray(text)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


def test_a_flipped_bit_anywhere_in_a_file_is_found(somewhere: Store) -> None:
    text, random = half(), Random(7)
    header, *_, last = text.splitlines(keepends=True)
    bits = [
        *(random.randrange(8 * len(text)) for _ in range(300)),
        *(random.randrange(8 * len(header)) for _ in range(40)),
        *(8 * len(text) - 1 - random.randrange(8 * len(last)) for _ in range(60)),
        *(8 * at + random.randrange(8) for at in random.sample([i for i, b in enumerate(text) if b == 10], 20)),
    ]
    for number, bit in enumerate(bits):
        damaged = flipped(text, bit)
        refuse(somewhere, damaged)
        if number % 15 == 0:
            with suppress(LogError):
                assert not verified(damaged, rules=True).sound


def test_of_two_files_with_the_same_game_none_is_taken(place: Place) -> None:
    one, two = text_of(played(1)), text_of(played(2))
    shorter = file_of(1, 30)
    with place.open() as store:
        with pytest.raises(
            NotImported, match="2: line 1: expected a new game, got game-1, which is already in 1, imported"
        ):
            add(store, one, one, two)
        with pytest.raises(NotImported, match="this log continues that one after event"):
            add(store, shorter, two, one)
        assert store.games() == []
        assert add(store, two, one) == ["game-2", "game-1"]
        with pytest.raises(NotImported, match=r"got game-1, which is already in .*; the two logs are equal"):
            add(store, one)
        with pytest.raises(NotImported, match="that log continues this one after event"):
            add(store, shorter)
        other = msgspec.structs.replace(played(1).header, game="game-2")
        with pytest.raises(NotImported, match="; the two logs differ"):
            add(store, text_of(recording(other, steps()[0][:3])))
        assert [one.game for one in store.games()] == ["game-2", "game-1"]
        assert [exported(store, name) for name in ("game-1", "game-2")] == [one, two]


# --- bits of a database are flipped


LONG = 1_100
GAMES = ("game-1", "game-2", f"long-{LONG}")


@cache
def searches() -> list[Search]:
    """By words of each kind, some of which all three games have and some only one, and by what is in the list."""
    words = [Search(event=one) for one in sorted({one.type for one in played(1).events})]
    words += [Search(clause=one) for one in sorted({one for event in played(2).events for one in event.cites})[::4]]
    words += [Search(player="ghost"), Search(winner="ghost"), Search(winner="cheyenne"), Search(clause="base.move")]
    return [*words, Search(edition="ru-full"), Search(module="base"), Search(over=True), Search(since="2026")]


def questions(store: Store) -> dict[str, Callable[[], Any]]:
    """All that can be asked of a store of three games."""
    asked: dict[str, Callable[[], Any]] = {"list": store.games}
    asked |= {f"search {one}": partial(store.games, one) for one in searches()}
    for name in GAMES:
        asked |= {f"export {name}": partial(exported, store, name)}
    for name in GAMES:
        ends = (None, 999, 1_000) if "long" in name else (None, 100)
        asked |= {f"state {name} {at}": partial(store.position, name, at) for at in ends}
    return asked


def answer(question: Callable[[], Any]) -> Any:
    """The answer of the store, or the name of its error. Only two errors are expected; any other fails the test."""
    try:
        return question()
    except (StoreError, LogError) as error:
        return error.__class__.__name__


@record
class Sound:
    """The answers of an undamaged store of three games."""

    answers: dict[str, Any]
    departures: dict[str, tuple[Departure, ...]]
    """The long game is against the rules: that much is said of it anyway."""

    def differs(self, store: Store) -> str:
        """The first question that the store answers differently; empty if every answer is as before."""
        asked = questions(store).items()
        return next((what for what, question in asked if answer(question) != self.answers[what]), "")


def sound_store(store: Store) -> Sound:
    """What the three games in a store are, which nobody has touched."""
    for log in (played(1), played(2), long_log(LONG)):
        fill(store, log)
    assert store.rows("SELECT count(*) FROM snapshots") == [(1,)]
    right = {what: answer(question) for what, question in questions(store).items()}
    assert len(right[f"search {Search(player='ghost')}"]) == 3
    assert right["export game-1"] == text_of(played(1))
    assert complaints(store, {name: store.verify(name).departures for name in GAMES}) == ""
    return Sound(right, {name: store.verify(name).departures for name in GAMES})


def complaints(store: Store, known: dict[str, tuple[Departure, ...]]) -> str:
    """The complaints of `colt log list` and `colt log verify` about a store, without the expected ones."""
    try:
        if isinstance(store, SqliteStore) and store.is_damaged():
            return "integrity"
        games = store.games()
        if [one for one in games if one.damage]:
            return "list"
        for rules in (False, True):  # what the chain tells is told with the rules too, only later
            for one in games:
                found = store.verify(one.game, rules)
                new = [departure for departure in found.departures if departure not in known.get(one.game, ())]
                if found.problems or new:
                    return ", ".join(sorted({departure.kind for departure in new})) or "problems"
    except (StoreError, LogError) as error:
        return error.__class__.__name__
    return ""


def test_a_flipped_bit_anywhere_in_a_database_is_found_or_changes_nothing(tmp_path: Path) -> None:
    """Never a wrong answer without a word."""
    path = tmp_path / "games.db"
    with SqliteStore(path) as store:
        sound = sound_store(store)
    whole, random = path.read_bytes(), Random(8)
    bits = [*(random.randrange(8 * 100) for _ in range(30)), *(random.randrange(8 * len(whole)) for _ in range(220))]
    told: Counter[str] = Counter()
    for bit in bits:
        path.write_bytes(flipped(whole, bit))
        try:
            with SqliteStore(path, read_only=True) as store:
                differs = sound.differs(store)
                complaint = complaints(store, sound.departures) if differs else "nothing changed"
        except StoreError:
            differs, complaint = "", "cannot be opened"
        assert complaint, f"bit {bit}: {differs} is answered otherwise, and nobody says so"
        told[complaint] += 1
    assert path.read_bytes() == flipped(whole, bits[-1]), "whoever only reads writes nothing"
    assert len(told) > 4, told
    print(told)


def test_a_value_changed_anywhere_on_a_server_is_found_or_changes_nothing(database: str) -> None:
    """What a server keeps on its disk is its own affair; so this changes values in all columns of all tables."""
    import psycopg

    random, told = Random(9), Counter[str]()
    with (
        closing(PostgresqlPlace(database)) as place,
        place.open() as store,
        psycopg.connect(database, autocommit=True, options="-c search_path=colt_rules") as hands,
    ):
        sound = sound_store(store)
        for number in range(160):
            table = TABLES[number % len(TABLES)]
            with hands.execute(f"SELECT ctid, * FROM {table} ORDER BY ctid".encode()) as cursor:
                columns = [one.name for one in cursor.description or ()]
                row = random.choice(cursor.fetchall())
            at = random.randrange(1, len(columns))
            update = f"UPDATE {table} SET {columns[at]} = %s WHERE ctid = %s RETURNING ctid".encode()
            try:
                ((moved,),) = hands.execute(update, (nearly(row[at], random), row[0])).fetchall()
            except psycopg.Error:
                told["the server refuses"] += 1
                continue
            differs = sound.differs(store)
            complaint = complaints(store, sound.departures) if differs else "nothing changed"
            assert complaint, f"{table}.{columns[at]} of {row[1:4]}: {differs} is answered otherwise, nobody says so"
            told[complaint] += 1
            hands.execute(update, (row[at], moved))
        assert sound.differs(store) == ""
    assert len(told) > 4, told
    print(told)


def nearly(value: Any, random: Random) -> Any:
    """Another value, by one bit or letter."""
    match value:
        case int():
            return value ^ 1 << random.randrange(40)
        case bytes():
            return flipped(value, random.randrange(8 * len(value)))
        case _:
            at = random.randrange(len(value) + 1)
            return value[:at] + random.choice("abc{1") + value[at + 1 :]


# --- files that are meant to do harm


MOST_SECONDS = 10.0
MOST_MEGABYTES = 150.0
GIGABYTE = 10**9
ESCAPE = "\x1b[2J\x1b]0;gone\x07\x9b1m\u202e"
"""What a terminal would obey: it would be cleared, named, made bold, and turn its text around."""
DIGITS = b"9" * 1_000_000


def header(**fields: Any) -> bytes:
    """The header of a log, with these fields instead of its own."""
    return to_json(json.loads(to_json(played(1).header)) | fields) + b"\n"


def after_header(*lines: bytes) -> Iterator[bytes]:
    """A good header, then these lines."""
    yield header()
    for line in lines:
        yield line + b"\n"


def with_line(number: int, old: bytes, new: bytes) -> list[bytes]:
    """A log in one of whose lines a text is another; the lines are counted from 1."""
    lines = lines_of(played(1))
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return lines


def with_data(number: int, value: bytes) -> list[bytes]:
    """The lines of a log in which line ``number`` has ``value`` as its data."""
    lines = lines_of(played(1))
    head, _, rest = lines[number - 1].partition(b'"data":{')
    lines[number - 1] = head + b'"data":' + value + rest[rest.index(b"}") + 1 :]
    return lines


@cache
def keys(count: int) -> list[bytes]:
    """A line that is an object with ``count`` different keys, in pieces."""
    more = [b"".join(b'"k%d":1,' % one for one in range(start, start + 1_000)) for start in range(0, count, 1_000)]
    return [b"{", *more, b'"k":1}\n']


def endless(text: bytes, first: bytes = b"") -> Iterator[bytes]:
    """A gigabyte of the same."""
    yield first
    for _ in range(GIGABYTE // len(text)):
        yield text


def rechained(change: Callable[[str], str]) -> Iterator[bytes]:
    """A whole log in which something else is said, with hashes that fit: the work of a forger who knows how."""
    before = b""
    for line in text_of(played(1)).decode().splitlines():
        told = json.loads(change(line))
        if before:
            told["prev"] = hash_of(before)
        before = to_json(told)
        yield before + b"\n"


HOSTILE: dict[str, Callable[[], Iterable[bytes]]] = {
    "brackets": lambda: endless(b"[" * 65_536),
    "brackets and braces": lambda: endless(b'[{"a":' * 10_000),
    "brackets after a header": lambda: endless(b"[" * 65_536, header()),
    "lines of brackets": lambda: endless(b"[" * 100_000 + b"\n"),
    "lines of brackets after a header": lambda: endless(b"[" * 100_000 + b"\n", header()),
    "brackets that close": lambda: after_header(b"[" * 400_000 + b"]" * 400_000),
    "braces that close": lambda: after_header(b'{"a":' * 150_000 + b"1" + b"}" * 150_000),
    "NUL bytes": lambda: endless(bytes(65_536)),
    "NUL bytes after a header": lambda: endless(bytes(65_536), header()),
    "line feeds": lambda: endless(b"\n" * 65_536),
    "line feeds after a header": lambda: endless(b"\n" * 65_536, header()),
    "blanks after a header": lambda: endless(b" " * 65_536, header()),
    "one event for ever": lambda: endless(lines_of(played(1))[2] * 100, header()),
    "one command for ever": lambda: endless(lines_of(played(1))[1] * 100, header()),
    "closing lines for ever": lambda: endless(lines_of(played(1))[-1] * 100, header()),
    "a number in the header": lambda: [header().replace(b'"version":1', b'"version":' + DIGITS)],
    "a number as a command's number": lambda: with_line(2, b'"command":1', b'"command":' + DIGITS),
    "a number in a command": lambda: with_line(2, b'"powers":true', b'"powers":' + DIGITS),
    "a number in an event": lambda: with_line(3, b'"powers":true', b'"powers":' + DIGITS),
    "a number as seq": lambda: with_line(3, b'"seq":1', b'"seq":' + DIGITS),
    "a number as v": lambda: with_line(3, b'"v":1', b'"v":' + DIGITS),
    "a negative number as seq": lambda: with_line(3, b'"seq":1', b'"seq":-' + DIGITS[:900_000]),
    "a fraction as seq": lambda: with_line(3, b'"seq":1', b'"seq":1.' + DIGITS[:900_000]),
    "an exponent as seq": lambda: with_line(3, b'"seq":1', b'"seq":1e' + DIGITS[:900_000]),
    "4,000 digits as seq": lambda: with_line(3, b'"seq":1', b'"seq":' + DIGITS[:4_000]),
    "a number at the end": lambda: with_line(len(lines_of(played(1))), b'"events":', b'"events":' + DIGITS[:900_000]),
    "other bytes": lambda: endless(b"\xff" * 65_536, header()),
    "other bytes in the header": lambda: [header().replace(b"ru-full", b"ru-\xff\xfe")],
    "other bytes in an event": lambda: with_line(3, b"ru-full", b"ru-\xc3\x28"),
    "an overlong form": lambda: with_line(3, b"ru-full", b"ru-\xc0\xaf"),
    "half of a pair": lambda: with_line(3, b"ru-full", rb"ru-\ud800"),
    "half of a pair in the header": lambda: [header().replace(b"ru-full", rb"ru-\ud800")],
    "a path as name": lambda: [header(game="../../etc/passwd")],
    "a whole path as name": lambda: [header(game="/etc/passwd")],
    "a script as name": lambda: [header(game="<script>alert(1)</script>")],
    "a statement as name": lambda: [header(game="x'; DROP TABLE games; --")],
    "an escape as name": lambda: [header(game=ESCAPE)],
    "a line feed in a name": lambda: [header(game="game-1\n")],
    "a NUL in a name": lambda: [header(game="game-1\0")],
    "a name that goes the other way": lambda: [header(game="game-\u202e1")],
    "an option as name": lambda: [header(game="--help")],
    "an endless name": lambda: [header(game="x" * 900_000)],
    "raw escapes": lambda: after_header(ESCAPE.encode() * 1_000, *(ESCAPE.encode() for _ in range(1_000))),
    "an escape as format": lambda: [header(format=ESCAPE)],
    "an escape as key": lambda: [header(**{ESCAPE: 1})],
    "an escape as type": lambda: with_line(3, b'"GameStarted"', to_json(ESCAPE)),
    "an escape as prev": lambda: with_line(3, lines_prev(3), to_json(ESCAPE * 5)[1:65]),
    "an escape as key of data": lambda: with_data(3, b"{" + to_json(ESCAPE) + b":1}"),
    "a million keys": lambda: [header(), *keys(1_000_000)],
    "many keys": lambda: [header(), *keys(80_000)],
    "many keys in data": lambda: with_data(3, b"".join(keys(70_000)).rstrip()),
    "the same key again and again": lambda: after_header(b"{" + b'"seq":1,' * 100_000 + b'"seq":2}'),
    "deep data": lambda: with_data(3, b"[" * 400_000 + b"]" * 400_000),
    "deep data of a command": lambda: with_data(2, b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "deep cites": lambda: with_line(3, b'"cites":[', b'"cites":[' + b"[" * 400_000 + b"]" * 400_000 + b","),
    "a header of 2 MB": lambda: [header(edition="x" * 2_000_000)],
    "a header with very many seats": lambda: [header(seats=["ghost"] * 100_000)],
    "a deep header": lambda: [header().replace(b'"edition":', b'"edition":' + b"[" * 400_000)],
    "a redacted log": lambda: [b'{"as":"' + b"x" * 900_000 + b'","format":"colt-rules-redacted-log"}\n'],
    "a redacted log with an escape": lambda: [
        to_json({"as": ESCAPE, "format": "colt-rules-redacted-log", "version": 1, "game": ESCAPE}) + b"\n"
    ],
    "a picture": lambda: [b"\x89PNG\r\n\x1a\n" + bytes(Random(1).randbytes(100_000))],
    "noise": lambda: [Random(2).randbytes(2_000_000)],
    "noise after a header": lambda: [header(), Random(3).randbytes(2_000_000)],
}


def lines_prev(number: int) -> bytes:
    """The hash that a line of the log has."""
    prev: str = json.loads(lines_of(played(1))[number - 1])["prev"]
    return prev.encode()


@pytest.fixture(scope="module")
def program() -> Iterator[Colt]:
    with Colt() as started:
        yield started


@contextmanager
def fed(folder: Path, pieces: Iterable[bytes]) -> Iterator[Path]:
    """A pipe out of which these bytes come, as far as anybody reads them."""
    path = folder / "pipe"
    os.mkfifo(path)

    def feed() -> None:
        with suppress(BrokenPipeError), path.open("wb", buffering=0) as pipe:
            for piece in pieces:
                pipe.write(piece)

    thread = Thread(target=feed, daemon=True)
    thread.start()
    try:
        yield path
    finally:
        while thread.is_alive():  # nobody reads any more, or nobody ever did
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            thread.join(timeout=0.01)
        path.unlink()


def is_bounded(done: Ended) -> None:
    """It took no more time and memory than allowed, and sent a terminal nothing but plain text, and not much."""
    assert done.seconds < MOST_SECONDS, done.seconds
    assert done.peak < MOST_MEGABYTES, done.peak
    assert len(done.out) + len(done.err) < 100_000
    assert all(line.isprintable() for line in done.told.split("\n")), done.told
    assert "fault of colt-rules" not in done.told
    assert "Traceback" not in done.told


READING = (("verify", "--chain"), ("import", "--json"), ("show",), ("export",))
"""More ways to read a file, one of them for each hostile one."""


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_bounded_time_and_memory(program: Colt, tmp_path: Path, what: str) -> None:
    """By each command that reads one; from a pipe, so that nothing of it is ever on the disk."""
    store = tmp_path / "games.db"
    SqliteStore(store).close()
    before = store.read_bytes()
    # A log of any length may be shown and sent on: whether its lines belong together is not asked there.
    others = READING[:2] if "for ever" in what else READING
    for args in (("import",), ("verify",), others[list(HOSTILE).index(what) % len(others)]):
        with fed(tmp_path, HOSTILE[what]()) as pipe:
            stream = len(args) == 1
            done = program("--log", store, "log", *args, "-" if stream else pipe, stdin=pipe if stream else None)
        assert done.status == 1, done
        if "--json" in args:
            assert json.loads(done.out)
            assert not [sign for sign in done.told if sign < " " and sign != "\n"]
        else:
            assert "line " in (done.err.decode() if args == ("export",) else done.told), done
            is_bounded(done if args != ("export",) else changed(done, out=b""))
    assert store.read_bytes() == before


@pytest.mark.parametrize("field", ["edition", "actor"])
def test_what_a_forger_puts_into_a_whole_log_never_reaches_the_terminal(
    program: Colt, tmp_path: Path, field: str
) -> None:
    """A log whose hashes fit is taken in whatever it says, so that a referee can look at it."""
    store, file = tmp_path / "games.db", tmp_path / "forged.jsonl"
    words = {"edition": "ru-full", "actor": "table"}
    old, new = (json.dumps(text) for text in (words[field], ESCAPE + "<script>../../etc/passwd"))
    file.write_bytes(b"".join(rechained(lambda line: line.replace(old, new))))
    assert verified(file.read_bytes()).sound
    for args in (("import", file), ("list",), ("list", "--over"), ("verify",), ("verify", "game-1"), ("verify", file)):
        done = program("--log", store, "log", *args)
        assert done.status == (1 if args[0] == "verify" else 0), done
        is_bounded(done)
    for line in (("show", "game-1"), ("show", file), ("export", "game-1", "--as", ESCAPE), ("verify", ESCAPE)):
        done = program("--log", store, "log", *line)
        assert all(line.isprintable() for line in done.told.split("\n")), done.told
    assert {one.name for one in tmp_path.iterdir()} == {"games.db", "forged.jsonl"}
