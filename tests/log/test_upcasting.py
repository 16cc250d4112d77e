"""A later program reads what this one wrote: it lifts old versions when it reads them and rewrites nothing.

There is no old version yet, so a program of tomorrow (``tomorrow``) reads the kept games, which never change.
"""

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS, VERSIONS
from colt_rules.log.codec import COMMAND_VERSIONS, digest, to_json
from colt_rules.log.errors import LogError
from colt_rules.log.lines import parse_lines, read_lines
from colt_rules.log.replay import replay
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.upcasting import UPCASTERS
from tests.conftest import A_FEW, THOROUGH
from tests.logs import chained, chained_lines, lines_of, played, text_of

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "events" / "games"
KEPT = {path.stem: path for path in sorted(GAMES.glob("*.jsonl"))}
CHANGED = {"BanditStayed", "Fire", "RansomPaid"}
"""The types that have a new version tomorrow."""


def tomorrow(question: str, *words: str | Path) -> Any:
    """The answer of the program of tomorrow."""
    command = [sys.executable, "-m", "tests.log.tomorrow", question, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def end_of_text(text: bytes) -> str:
    """How the end of a sound log is told."""
    kinds = Counter(
        "events" if b'"seq"' in line else "commands" for line in text.splitlines()[1:] if b"EndOfLog" not in line
    )
    last = [line for line in text.splitlines() if b"EndOfLog" not in line][-1]
    return f"{kinds['commands']} {kinds['events']} {sha256(last).hexdigest()}"


# --- today


def test_every_version_below_the_newest_can_be_lifted() -> None:
    newest = {**VERSIONS, **COMMAND_VERSIONS}
    assert newest.keys() == {*EVENTS, *COMMANDS}
    assert UPCASTERS.keys() == {(type, old) for type, version in newest.items() for old in range(1, version)}


@pytest.mark.parametrize(
    ("number", "fields", "words"),
    [
        (3, {"v": 2}, "v: expected version 1 of GameStarted, got the number 2; upgrade colt-rules"),
        (2, {"v": 2}, "v: expected version 1 of StartGame, got the number 2; upgrade colt-rules"),
        (3, {"v": 0}, "v: expected version 1 of GameStarted, got the number 0; take another copy"),
        (3, {"type": "Teleported"}, "got the text 'Teleported'; if a newer version of colt-rules wrote it, upgrade"),
        (2, {"type": "Teleport"}, "got the text 'Teleport'; if a newer version of colt-rules wrote it, upgrade"),
    ],
)
def test_what_a_later_program_wrote_is_refused_with_what_to_do(number: int, fields: dict[str, Any], words: str) -> None:
    lines = lines_of(played())
    lines[number - 1] = to_json({**json.loads(lines[number - 1]), **fields}) + b"\n"
    with pytest.raises(LogError) as error:
        parse_lines([b"".join(chained_lines(lines))])
    (problem,) = error.value.problems
    assert problem.line == number
    assert words in problem.message


# --- the kept games, tomorrow


@pytest.fixture(scope="module")
def read() -> Any:
    return tomorrow("games", *KEPT.values())


@pytest.mark.thorough
def test_the_kept_games_have_old_versions_of_all_that_changes(read: Any) -> None:
    assert read.keys() == KEPT.keys()
    assert {type for facts in read.values() for type in facts["lifted"]} == CHANGED


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.thorough
def test_a_kept_game_is_the_same_tomorrow(name: str, read: Any) -> None:
    text, facts = KEPT[name].read_bytes(), read[name]
    assert facts["text"].encode() == text, "it is never rewritten"
    assert facts["states"] == (GAMES / f"{name}.states").read_text(encoding="ascii").splitlines()
    assert facts["check"] == []
    assert facts["rules"] == facts["chain"] == [end_of_text(text)]
    types = {json.loads(line).get("type") for line in text.splitlines()}
    assert set(facts["lifted"]) == types & CHANGED


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that today's program wrote: kept games, one that was played into it, and one that is not over."""
    path = tmp_path_factory.mktemp("today") / "games.db"
    unfinished = chained(played().header, played().entries[:HALF])
    with SqliteStore(path) as opened:
        opened.add((name, [kept.read_bytes()]) for name, kept in KEPT.items() if THOROUGH or name in A_FEW[:2])
        opened.add([("half", [text_of(unfinished)])])
    return path


HALF = next(at for at in range(300, 500) if not played().entries[at].seq)


@pytest.mark.thorough
def test_a_store_of_today_is_opened_verified_and_exported_unchanged_tomorrow(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(store.read_bytes())
    told = tomorrow("store", path)
    assert len(told) == len(KEPT) + 1
    with SqliteStore(store, read_only=True) as opened:
        for info in opened.games():
            facts = told[info.game]
            text = b"".join(opened.pieces(info.game))
            assert facts["text"].encode() == text
            assert facts["state"] == facts["replayed"] == digest(opened.state(info.game))
            assert facts["middle"] == digest(opened.state(info.game, info.events // 2))
            assert facts["rules"] == facts["chain"] == [end_of_text(text)]
    kept = {read_lines(kept).header.game: kept for kept in KEPT.values()}
    assert all(told[game]["text"].encode() == kept[game].read_bytes() for game in kept)


@pytest.mark.thorough
def test_kept_games_are_taken_in_tomorrow_and_exported_unchanged(tmp_path: Path) -> None:
    some = [KEPT[name] for name in ("five-everything", "claims", "team-four")]
    told = tomorrow("take_in", tmp_path / "games.db", *some)
    for path in some:
        log = read_lines(path)
        facts = told[log.header.game]
        assert facts["text"].encode() == path.read_bytes()
        assert facts["state"] == digest(replay(log))
        assert facts["rules"] == facts["chain"] == [end_of_text(path.read_bytes())]


def test_a_game_of_today_goes_on_tomorrow_after_its_old_lines(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(store.read_bytes())
    (facts,) = tomorrow("go_on", path, played().header.game).values()
    text = facts["text"].encode()
    before = text_of(chained(played().header, played().entries[:HALF])).splitlines(keepends=True)[:-1]
    assert text.startswith(b"".join(before))
    after = [json.loads(line) for line in text.splitlines()[len(before) :]]
    assert {line["v"] for line in after if line["type"] == "Fire"} == {2}
    assert all("words" in line["data"] for line in after if line["type"] == "Fire")
    assert {json.loads(line)["v"] for line in before[1:]} == {1}
    assert facts["rules"] == facts["chain"] == [end_of_text(text)]
    with pytest.raises(LogError, match="upgrade colt-rules and read it again"):
        parse_lines([text])


# --- what is no old version either


def test_an_old_line_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    lines = KEPT["five-everything"].read_bytes().splitlines(keepends=True)
    at = {
        type: next(at for at, line in enumerate(lines) if b'"type":"%s"' % type.encode() in line)
        for type in ("BanditStayed", "Fire")
    }
    files: list[Path] = []
    wanted: list[list[str]] = []

    def case(type: str, words: str, line: bytes) -> None:
        made = [*lines[: at[type]], line, *lines[at[type] + 1 :]]
        files.append(tmp_path / f"{len(files)}.jsonl")
        files[-1].write_bytes(b"".join(made))
        wanted.append([f"line {at[type] + 1}: ", *words.split(" ... ")])

    def with_fields(type: str, words: str, data: dict[str, Any], **fields: Any) -> None:
        told = json.loads(lines[at[type]])
        data = {name: value for name, value in {**told["data"], **data}.items() if value is not None}
        case(type, words, to_json({**told, "data": data, **fields}) + b"\n")

    with_fields("BanditStayed", "data.how: expected a field of version 1 of BanditStayed, got nothing", {"how": None})
    with_fields("BanditStayed", "data.place: expected a text, got nothing", {"place": None})
    with_fields("BanditStayed", "data: expected no fields but ... 'mood'; take it out", {"mood": "sad"})
    with_fields("BanditStayed", "data.reason: expected a text, got the number 5", {"how": 5})
    with_fields("BanditStayed", "data.how: expected", {"how": None, "reason": "knock"})
    with_fields("BanditStayed", "'time'", {}, time=5)
    with_fields("BanditStayed", "cites: expected a list, got null", {}, cites=None)
    with_fields(
        "BanditStayed", "v: expected version 2 of BanditStayed or an older one, got the number 3; upgrade", {}, v=3
    )
    with_fields(
        "BanditStayed", "v: expected version 2 of BanditStayed or an older one, got the number 0; take another", {}, v=0
    )
    with_fields("BanditStayed", "v: expected version 2 of BanditStayed or an older one, got null", {}, v=None)
    with_fields("BanditStayed", "data: expected no fields but ... 'how'", {}, v=2)
    with_fields("Fire", "data.target: expected a text, got nothing", {"target": None})
    with_fields("Fire", "data: expected no fields but ... 'gun'", {"gun": "colt"})
    with_fields("Fire", "v: expected version 2 of Fire or an older one, got the number 3; upgrade", {}, v=3)
    case("BanditStayed", "canonical", lines[at["BanditStayed"]].replace(b",", b", ", 1))
    case("BanditStayed", "canonical", lines[at["BanditStayed"]].replace(b"{", b'{"v":1,', 1))
    told = tomorrow("problems", *files)
    for words, found in zip(wanted, told, strict=True):
        assert len(found) == 1, found
        assert all(word in found[0] for word in words), (words, found)
        assert found[0].startswith(words[0])


def test_single_events_of_an_old_version_are_lifted_as_well() -> None:
    told = tomorrow("singles")
    stayed = {"bandit": "doc", "place": "mail.roof", "reason": "knock"}
    assert told["old"] == told["old bytes"] == told["new"] == stayed
    assert told["twice"] == told["once"] == {"bandit": "doc", "dollars": 250}
    assert "canonical" in told["not canonical"]
    assert told["no object"].startswith("data: expected an object")
    assert told["of another version"].startswith("data.how: expected a field of version 1 of BanditStayed, got nothing")
    assert told["command"] == {"type": "Fire", "actor": "doc", "target": "tuco", "words": "Bang"}
    assert told["schema"] == "version 2; the data of an event line"
    assert told["fields"] == ["bandit", "place", "reason"]
    assert told["line"] == {"const": 2}
