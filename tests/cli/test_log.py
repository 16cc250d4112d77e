"""`colt log` lists, shows, verifies, exports, imports and seals games, and says what it cannot do."""

import json
import os
import re
import shlex
import stat
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import click
import pytest
from click.testing import Result
from rich.console import Console

from colt_rules.bench import log_figures
from colt_rules.cli.log.group import log as log_group
from colt_rules.cli.output import table
from colt_rules.events import GameEnded
from colt_rules.log.entries import Seal, closing_of, new_header, recording
from colt_rules.log.opening import open_store
from colt_rules.log.redaction import redacted
from colt_rules.log.sqlite import SqliteStore
from colt_rules.model.record import changed
from tests.cli.running import run_colt as run
from tests.logs import chained, changed_entry, end_of, lines_of, played, text_of
from tests.stores import SqlitePlace, fill, own_database

KEPT = Path(__file__).parents[2] / "events" / "games" / "french-team-six.jsonl"
"""A log of version 1, of another edition and variant."""


def read(*words: str | Path) -> Any:
    """What a command prints for programs."""
    return json.loads(run(*words, "--json").stdout)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a finished game and a game that has just begun; no test writes to it."""
    path = tmp_path_factory.mktemp("log") / "games.db"
    with open_store(path) as opened:
        fill(opened, played(1))
        fill(opened, played(2), commands=3)
    return path


@pytest.fixture
def own(store: Path, tmp_path: Path) -> Path:
    """A copy of the store, for a test that changes it."""
    path = tmp_path / "own.db"
    path.write_bytes(store.read_bytes())
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played(1)))
    return path


@pytest.fixture
def ghosts(tmp_path: Path) -> Path:
    """The same game as ghost has seen it."""
    path = tmp_path / "ghost.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in redacted(played(1), "ghost")))
    return path


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "my.pem"
    assert run("log", "key", path).exit_code == 0
    return path


def in_lines(old: str, new: str) -> str:
    """An SQL statement that tampers with the lines of game-1 in a store."""
    replaced = f"CAST(replace(CAST(lines AS TEXT), '{old}', '{new}') AS BLOB)"
    return f"UPDATE steps SET lines = {replaced} WHERE game = 1 AND command = 17"


TORN = in_lines('"seq":40,', '"seq":"40",')
"""A line of the game is malformed."""


# --- list


def test_list_names_the_games(store: Path) -> None:
    result = run("--log", store, "log", "list", status=0)
    assert "game-1" in result.output
    assert "ghost, cheyenne, django" in result.output
    assert f"2 games in {store}" in result.output
    assert [(one["game"], one["over"], one["commands"]) for one in read("--log", store, "log", "list")] == [
        ("game-1", True, len(played(1).commands)),
        ("game-2", False, 3),
    ]


@pytest.fixture(scope="module")
def library(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a third game, of another edition and variant, taken in from a file."""
    path = tmp_path_factory.mktemp("log") / "library.db"
    path.write_bytes(store.read_bytes())
    with open_store(path) as opened:
        opened.add([("a file", [KEPT.read_bytes()])])
    return path


WINNERS = [one.seat for entry in played(1).events if isinstance(entry.event, GameEnded) for one in entry.event.ranking]


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ((), "game-1 game-2 french-team-six"),
        (("--player", "ghost"), "game-1 game-2 french-team-six"),
        (("--player", "belle"), "french-team-six"),
        (("--player", "nobody"), ""),
        (("--winner", WINNERS[0]), "game-1"),
        (("--winner", WINNERS[-1]), ""),
        (("--edition", "fr-horses"), "french-team-six"),
        (("--edition", "ru-full"), "game-1 game-2"),
        (("--edition", "pl-base"), ""),
        (("--module", "team"), "french-team-six"),
        (("--module", "base"), "game-1 game-2 french-team-six"),
        (("--event", "GameEnded"), "game-1 french-team-six"),
        (("--event", "PartnerCardDrawn"), "french-team-six"),
        (("--clause", played(1).events[-1].cites[0]), "game-1 french-team-six"),
        (("--over",), "game-1 french-team-six"),
        (("--unfinished",), "game-2"),
        (("--limit", "1"), "game-1"),
        (("--after", "game-1"), "game-2 french-team-six"),
        (("--after", "game-1", "--limit", "2"), "game-2 french-team-six"),
        (("--after", "french-team-six"), ""),
        (("--over", "--after", "game-1"), "french-team-six"),
        (("--over", "--player", "ghost", "--limit", "5", "--module", "team"), "french-team-six"),
        (("--since", "2000-01-01", "--until", "9999-12-31"), "game-1 game-2 french-team-six"),
        (("--since", "0999-01-01"), "game-1 game-2 french-team-six"),
        (("--until", "2000-01-01"), ""),
    ],
)
def test_list_finds_the_games_for_which_all_is_true(library: Path, words: tuple[str, ...], games: str) -> None:
    assert [one["game"] for one in read("--log", library, "log", "list", *words)] == games.split()
    text = run("--log", library, "log", "list", *words).output
    assert all(name in text for name in games.split())
    number = len(games.split())
    told = "1 of 3 games" if words[:1] == ("--limit",) else f"{number} game{'' if number == 1 else 's'}"
    assert f"{told}{' found' if words and words[0] not in ('--limit', '--after') else ''} in " in text


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with more games than anybody reads at once."""
    path = tmp_path_factory.mktemp("log") / "crowded.db"
    log_figures.crowd(path, 1_201)
    return path


def test_list_shows_a_page_and_tells_how_to_see_the_next(crowded: Path) -> None:
    shown = run("--log", crowded, "log", "list").output.splitlines()
    assert len(shown) == 1 + 100 + 1
    assert shown[-1] == f"100 of 1,201 games in {crowded}; see the next with --after crowd-99"
    shown = run("--log", crowded, "log", "list", "--after", "crowd-99", "--limit", "200").output.splitlines()
    assert [line.split()[0] for line in shown] == [
        *("game", *[f"crowd-{number}" for number in range(100, 200)]),
        *("game", *[f"crowd-{number}" for number in range(200, 300)]),
        "200",
    ]
    shown = run("--log", crowded, "log", "list", "--after", "crowd-1100").output.splitlines()
    assert len(shown) == 1 + 100 + 1
    assert shown[-1] == f"100 games in {crowded}"
    assert "no game 'crowd-9999'" in run("--log", crowded, "log", "list", "--after", "crowd-9999").output


def test_list_as_json_is_whole_whatever_its_length(crowded: Path) -> None:
    for more, number in (((), 1_201), (("--limit", "500"), 500), (("--limit", "501"), 501), (("--player", "x"), 0)):
        text = run("--log", crowded, "log", "list", "--json", *more).output
        games = json.loads(text)
        assert [one["game"] for one in games] == [f"crowd-{at}" for at in range(number)]
        assert text == json.dumps(games, indent=2) + "\n"


def test_list_counts_both_days(store: Path) -> None:
    first, last = (date.fromisoformat(one["begun"][:10]) for one in read("--log", store, "log", "list"))
    day = timedelta(days=1)
    for since, until, number in (
        (first, last, 2),
        (first - day, last + day, 2),
        (last + day, last + 2 * day, 0),
        (first - 2 * day, first - day, 0),
    ):
        assert len(read("--log", store, "log", "list", "--since", f"{since}", "--until", f"{until}")) == number


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--event", "LootTakn"), "--event: there is no event 'LootTakn'; did you mean LootTaken?"),
        (("--clause", "fire.targt"), "--clause: there is no clause 'fire.targt'; did you mean fire.target?"),
        (("--edition", "ru-ful"), "--edition: there is no edition 'ru-ful'; did you mean ru-full?"),
        (("--event", "\x1b[31m"), "--event: there is no event '\\x1b[31m'; there are "),
        (("--since", "yesterday"), "'--since'"),
        (("--until", "2026-13-01"), "'--until'"),
        (("--limit", "0"), "'--limit'"),
        (("--winer", "x"), "No such option"),
    ],
)
def test_list_refuses_what_no_game_can_be_found_by(store: Path, words: tuple[str, ...], told: str) -> None:
    assert told in run("--log", store, "log", "list", *words, status=2).output


def test_list_tells_of_a_changed_row(own: Path) -> None:
    SqlitePlace(own).tamper("UPDATE games SET winners = 'doc' WHERE id = 1")
    result = run("--log", own, "log", "list", status=1)
    assert "game-1: the row of this game was changed; `colt log verify game-1` says more" in result.output
    assert [bool(one["damage"]) for one in read("--log", own, "log", "list")] == [True, False]


# --- show


def test_show_tells_commands_events_and_clauses(store: Path) -> None:
    result = run("--log", store, "log", "show", "game-1", status=0)
    assert result.output.startswith("game-1: ru-full, base; ghost, cheyenne, django\n")
    assert "   1 table: StartGame edition=ru-full happenings=yes" in result.output
    assert "        1 GameStarted " in result.output
    assert "setup.character.choice" in result.output
    assert len(result.output.splitlines()) == 1 + len(played(1).events) + 2 * len(played(1).commands)


def test_show_can_be_read_by_programs(store: Path, file: Path) -> None:
    told = read("--log", store, "log", "show", "game-1")
    assert told["header"]["game"] == "game-1"
    *lines, closing = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert [told["header"], *told["entries"]] == lines
    assert closing["type"] == "EndOfLog"
    assert told["problems"] == []


def test_show_puts_a_question_mark_for_what_a_role_may_not_see(ghosts: Path) -> None:
    result = run("log", "show", ghosts, status=0)
    assert result.output.startswith("game-1: ru-full, base; ghost, cheyenne, django; as ghost sees it\n")
    assert "DeckShuffled count=10 seat=ghost deck=?" in result.output
    assert re.search(r"chance: Deal outcome=\? subject=\? what=\?\n", result.output)
    assert re.search(r"ghost: PlayCard card=ghost-\S+ face_down=(yes|no)\n", result.output)
    assert len(result.output.splitlines()) == 1 + len(played(1).events) + 2 * len(played(1).commands)
    told = read("log", "show", ghosts)
    assert told["header"]["as"] == "ghost"
    assert told["entries"] == [json.loads(line) for line in ghosts.read_bytes().splitlines()[1:-1]]


@pytest.mark.parametrize(
    "words",
    [
        ("--from", "100", "--to", "120"),
        ("--kind", "BulletGiven"),
        ("--kind", "LootTaken", "--player", "ghost"),
        ("--clause", "robbery.take-one", "--from", "200"),
        ("--player", "chance"),
    ],
)
def test_show_has_the_filters_of_replay(words: tuple[str, ...]) -> None:
    numbers = re.compile(r"^ {4,8}(\d+) ", re.MULTILINE)
    shown = run("log", "show", KEPT, *words, "--lang", "en", status=0).stdout
    assert numbers.findall(shown) == numbers.findall(run("replay", KEPT, *words, "--lang", "en", status=0).stdout) != []
    assert "\n\n\n" not in shown.split("\n", 2)[2]
    entries = json.loads(run("log", "show", KEPT, *words, "--json", status=0).stdout)["entries"]
    assert [str(one["seq"]) for one in entries if "seq" in one] == numbers.findall(shown)


@pytest.mark.parametrize(("lang", "doc"), [("en", "Doc"), ("ru", "Док"), ("fr", "Doc"), ("pl", "Doc")])
def test_show_names_the_bandit_that_acts_for_a_player_with_two(lang: str, doc: str) -> None:
    game = KEPT.with_name("duo-time-machine-two.jsonl")
    shown = run("log", "show", game, "--from", "131", "--to", "131", "--lang", lang, status=0).stdout
    assert re.search(rf"^ +55 {doc} ", shown, re.MULTILINE)


@pytest.mark.parametrize("game", ["french-two", "russian-two", "polish-two", "house-rules-duo"])
def test_show_names_the_bandit_that_acts_as_replay_does(game: str) -> None:
    path = KEPT.with_name(f"{game}.jsonl")
    shown, replayed = (run(*words, path, "--lang", "en").output for words in (("log", "show"), ("replay",)))
    commands = re.compile(r"^ {0,3}\d+ .*", re.MULTILINE)
    assert commands.findall(shown) == commands.findall(replayed)


@pytest.mark.parametrize("words", [("log", "show"), ("replay",)])
def test_a_player_is_found_by_the_name_that_the_language_has(words: tuple[str, ...]) -> None:
    path = KEPT.with_name("tuco-from-the-roof.jsonl")
    by_id = run(*words, path, "--lang", "ru", "--player", "belle").output
    for name in ("Красотка", "красотку", "Красот"):
        assert run(*words, path, "--lang", "ru", "--player", name).output == by_id
    refused = run(*words, path, "--lang", "ru", "--player", "Ковбой", status=2).stderr
    assert refused.startswith("Ошибка: игрок: 'Ковбой' здесь нет; есть ")


def test_show_refuses_names_that_no_game_has() -> None:
    assert "expected a type of event, got 'Shot'" in run("log", "show", KEPT, "--kind", "Shot", status=2).stderr
    assert "expected a player, got 'nobody'" in run("log", "show", KEPT, "--player", "nobody", status=2).stderr
    assert "expected a clause, got 'none'" in run("log", "show", KEPT, "--clause", "none", status=2).stderr


def test_show_sends_no_control_characters(file: Path) -> None:
    file.write_bytes(text_of(played(1)).replace(b'"ghost"', '"gh\u009bost\u202e"'.encode()))
    output = run("log", "show", file).output
    assert "gh\\x9bost\\u202e" in output
    assert not {"\u009b", "\u202e"} & set(output)


# --- verify


@pytest.mark.parametrize("game", ["game-1", "game-2", "file"])
@pytest.mark.parametrize("how", [(), ("--chain",)])
def test_verify_passes_what_is_sound(store: Path, file: Path, game: str, how: tuple[str, ...]) -> None:
    words = ("--log", store, "log", "verify", file if game == "file" else game, *how)
    result = run(*words, status=0)
    assert result.output.startswith("Sound: ")
    assert ("all by the rules" in result.output) == (not how)
    assert ("It was not checked against the rules." in result.output) == bool(how)
    told = read(*words)
    assert told["sound"] is True
    assert told["departures"] == []
    assert told["over"] == (game != "game-2")


def test_verify_names_the_first_departure(file: Path) -> None:
    log = played(1)
    entry = log.events[20]
    at = log.entries.index(entry)
    forged = [*log.entries[:at], changed_entry(entry, cites=("fire.target",)), *log.entries[at + 1 :]]
    file.write_bytes(text_of(chained(log.header, forged)))
    result = run("log", "verify", file, status=1)
    assert f"line {at + 2}, command {entry.command}, event 21" in result.output
    assert "citing fire.target" in result.output
    assert entry.cites[0] in result.output
    told = read("log", "verify", file)
    assert told["sound"] is False
    (departure,) = told["departures"]
    assert (departure["kind"], departure["event"], departure["clauses"]) == ("cites", 21, list(entry.cites))
    assert run("log", "verify", file, "--chain").exit_code == 0, "the hashes fit"


def test_verify_finds_a_broken_chain_without_the_rules(file: Path) -> None:
    lines = lines_of(played(1))
    file.write_bytes(b"".join([*lines[:50], *lines[51:]]))
    result = run("log", "verify", file, "--chain", status=1)
    assert result.output.startswith(f"{file} was changed after it was written, first at line 50, ")
    assert "the chain breaks between line 50 and 51" in result.output


def test_verify_tells_what_is_malformed_line_by_line(file: Path) -> None:
    file.write_bytes(text_of(played(1)).replace(b'"seq":20', b'"seq":"20"').replace(b'"seq":25,', b""))
    result = run("log", "verify", file, status=1)
    assert "seq: expected a whole number, got the text '20'" in result.output
    assert "got nothing" in result.output
    told = read("log", "verify", file)
    assert told["sound"] is False
    assert len(told["problems"]) >= 2
    assert "Malformed" in run("log", "show", file, status=1).output


def test_verify_says_what_an_unfinished_game_waits_for(store: Path) -> None:
    assert "unfinished: waits for " in run("--log", store, "log", "verify", "game-2", status=0).output
    assert run("--log", store, "log", "verify", "game-2", "--finished").exit_code == 1
    assert run("--log", store, "log", "verify", "game-1", "--finished").exit_code == 0
    told = read("--log", store, "log", "verify", "game-2")
    assert (told["sound"], told["over"]) == (True, False)
    assert told["waits_for"]


def test_verify_gives_the_last_hash_to_compare(file: Path) -> None:
    result = run("log", "verify", file)
    assert f"Last hash: {end_of(played(1)).hash}" in result.output
    assert "compare it with that of a copy you trust" in result.output
    told = read("log", "verify", file)
    assert (told["last_line"], told["over"], told["waits_for"]) == (end_of(played(1)).hash, True, [])


def test_a_header_alone_is_unfinished(file: Path) -> None:
    log = played(1)
    file.write_bytes(text_of(chained(log.header, [])))
    told = "0 commands, 0 events, all by the rules; unfinished: waits for the table"
    assert told in run("log", "verify", file).output
    file.write_bytes(lines_of(log)[0])
    result = run("log", "verify", file, status=1)
    assert "expected the closing line, got the end of the file; the file was cut" in result.output


def test_many_departures_are_cut_short_and_the_first_is_marked(file: Path) -> None:
    log = played(1)
    file.write_bytes(text_of(chained(log.header, [one for one in log.entries if one not in log.events[9::9]])))
    output = run("log", "verify", file).output
    assert output.count("likely the cause") == 1
    assert output.count("  expected: ") == 20
    assert "not shown" in output


def test_verify_looks_at_the_chain_of_a_redacted_log(ghosts: Path) -> None:
    result = run("log", "verify", ghosts, status=0)
    assert "It shows only what ghost may see: too much is hidden to check it against the rules." in result.output
    assert "by the rules;" not in result.output
    assert run("log", "verify", ghosts, "--finished", "--chain").exit_code == 0
    lines = ghosts.read_bytes().splitlines(keepends=True)
    ghosts.write_bytes(b"".join([*lines[:50], *lines[51:]]))
    result = run("log", "verify", ghosts, status=1)
    assert result.output.startswith(f"{ghosts} was changed after it was written, first at line 50, ")


def test_verify_without_a_game_verifies_all_of_them(library: Path) -> None:
    result = run("--log", library, "log", "verify", status=0)
    for name in ("game-1", "game-2", "french-team-six"):
        assert f"{name}: sound, " in result.output
    assert result.output.endswith(f"3 games in {library}.\n")
    told = read("--log", library, "log", "verify", "--chain")
    assert (told["store"], told["damage"]) == (str(library), "")
    assert [(one["game"], one["sound"]) for one in told["games"]] == [
        ("game-1", True),
        ("game-2", True),
        ("french-team-six", True),
    ]
    unfinished = run("--log", library, "log", "verify", "--chain", "--finished", status=1)
    assert "game-2: sound, 3 commands, " in unfinished.output
    assert "not all of them intact" in unfinished.output


def test_verify_without_a_game_says_which_of_them_departs(own: Path) -> None:
    SqlitePlace(own).tamper(TORN)
    result = run("--log", own, "log", "verify", status=1)
    assert "seq: expected a whole number, got the text '40'" in result.output
    assert "problem" in result.output
    assert "game-2: sound" in result.output
    told = read("--log", own, "log", "verify")
    assert [one["sound"] for one in told["games"]] == [False, True]
    assert told["games"][0]["problems"][0]["line"] == 58


def test_verify_finds_what_the_store_says_wrongly(own: Path) -> None:
    SqlitePlace(own).tamper("UPDATE games SET events = 390 WHERE id = 1")
    result = run("--log", own, "log", "verify", "game-1", status=1)
    assert "row: the row of the game in the table games was changed" in result.output


def test_verify_tells_when_the_file_itself_is_damaged(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SqliteStore, "is_damaged", lambda store: "page 7 is never used")
    result = run("--log", own, "log", "verify", "--chain", status=1)
    assert f"{own} is damaged: page 7 is never used\n" in result.output
    assert f"2 games in {own}, not all of them intact." in result.output
    assert read("--log", own, "log", "verify", "--chain")["damage"] == "page 7 is never used"
    own.write_bytes(own.read_bytes()[:-4096])
    assert "is damaged; restore it from a backup" in run("--log", own, "log", "verify", status=2).output


# --- seals


def sealed(own: Path, key: Path) -> str:
    """Seal a game in a store; its public key."""
    result = run("--log", own, "log", "seal", "game-1", "--key", key, status=0)
    assert f"391 events, last hash {end_of(played(1)).hash}" in result.output
    found = re.search(r"sealed by ([0-9a-f]{64}):", result.output)
    assert found
    return found[1]


def test_a_sealed_game_shows_its_seal_wherever_it_goes(own: Path, key: Path, tmp_path: Path) -> None:
    public, out, other = sealed(own, key), tmp_path / "out.jsonl", tmp_path / "other.db"
    assert "won by" in run("--log", own, "log", "list").output
    assert ", sealed" in run("--log", own, "log", "list").output
    assert run("--log", own, "log", "export", "game-1", out).exit_code == 0
    assert run("--log", other, "log", "import", out).exit_code == 0
    for words in (("--log", own, "log", "verify", "game-1"), ("log", "verify", out), ("--log", other, "log", "verify")):
        result = run(*words, "--sealed", public.upper(), status=0)
        assert (f"Sealed by: {public}" in result.output) == (words[-1] != "verify")
    assert read("log", "verify", out)["sealed_by"] == [public]


def test_a_seal_by_another_key_is_not_enough(own: Path, key: Path) -> None:
    sealed(own, key)
    for wanted in ("nonsense", "", str(key)):
        result = run("--log", own, "log", "verify", "game-1", "--sealed", wanted, status=2)
        assert "expected a public key, 64 hex digits" in result.output
    for wanted in ("0" * 64, "ab" * 32):
        result = run("--log", own, "log", "verify", "game-1", "--sealed", wanted, status=1)
        assert f"There is no seal by {wanted}." in result.output
        assert run("--log", own, "log", "verify", "game-1", "--sealed", wanted, "--json").exit_code == 1
        result = run("--log", own, "log", "verify", "--chain", "--sealed", wanted, status=1)
        assert result.output.count(", but without that seal") == 2
    assert run("log", "verify", KEPT, "--chain", "--sealed", "0" * 64).exit_code == 1


@pytest.mark.parametrize("what", ["seal", "log"])
def test_a_changed_seal_and_a_changed_sealed_log_are_found(own: Path, key: Path, tmp_path: Path, what: str) -> None:
    public, out = sealed(own, key), tmp_path / "out.jsonl"
    run("--log", own, "log", "export", "game-1", out)
    closing = json.loads(out.read_bytes().splitlines()[-1])
    (seal,) = closing["seals"]
    log, signature = played(1), seal["signature"]
    if what == "seal":
        signature = ("0" if signature[0] != "0" else "1") + signature[1:]
    else:  # by a forger who makes the hashes fit
        log = chained(log.header, [*log.entries[:-1], changed_entry(log.entries[-1], cites=("fire.target",))])
    log = changed(log, closing=closing_of(end_of(log), (Seal(public, signature),)))
    out.write_bytes(text_of(log))
    result = run("log", "verify", out, "--chain", "--sealed", public, status=1)
    assert "seal: the seal or the log was changed, or it belongs to another log" in result.output
    refused = run("--log", tmp_path / "other.db", "log", "import", out, status=1)
    assert f"{out}: line {len(lines_of(log))}: seal: expected a valid signature of this log" in refused.output


def test_a_key_is_written_for_its_owner_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "my.pem"
    assert re.fullmatch("[0-9a-f]{64}\n", run("log", "key", path, status=0).stdout)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    assert "is there already; overwriting would lose the key" in run("log", "key", path, status=2).output
    assert path.read_bytes() == before
    assert "cannot write" in run("log", "key", tmp_path / "no" / "my.pem").output
    assert run("log", "key", tmp_path).exit_code == 2


def test_the_key_can_come_from_the_environment(own: Path, key: Path) -> None:
    run("--log", own, "log", "seal", "game-1", env={"COLT_KEY": str(key)}, status=0)
    assert "COLT_KEY" in run("log", "seal", "--help").output
    assert "'--key'" in run("--log", own, "log", "seal", "game-1", env={"COLT_KEY": ""}, status=2).output


def test_what_cannot_be_sealed_is_told(own: Path, key: Path, file: Path, tmp_path: Path) -> None:
    def refused(*words: str | Path) -> str:
        return run("--log", own, "log", "seal", *words, status=2).output

    assert "game-2 is not over; only a finished game can be sealed" in refused("game-2", "--key", key)
    assert "expected a private key as PEM" in refused("game-1", "--key", file)
    assert "cannot read the key" in refused("game-1", "--key", tmp_path / "none.pem")
    assert "did you mean game-1?" in refused("game1", "--key", key)
    assert read("--log", own, "log", "verify", "game-1")["sealed_by"] == []


def test_a_game_that_departs_is_not_sealed(own: Path, key: Path) -> None:
    SqlitePlace(own).tamper(TORN)
    assert "expected a whole number" in run("--log", own, "log", "seal", "game-1", "--key", key, status=1).output
    assert [one["seals"] for one in read("--log", own, "log", "list")] == [0, 0]


def test_without_cryptography_a_seal_is_told_to_need_it(
    own: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, out = sealed(own, key), tmp_path / "out.jsonl"
    assert run("--log", own, "log", "export", "game-1", out).exit_code == 0
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for words in (
        ("verify", "game-1", "--sealed", public),
        ("verify",),
        ("verify", out),
        ("seal", "game-1", "--key", key),
        ("key", tmp_path / "new.pem"),
    ):
        result = run("--log", own, "log", *words, status=2)
        assert "seals need cryptography, which is not installed; pip install" in result.output
    assert "seals need cryptography" in run("--log", tmp_path / "other.db", "log", "import", out, status=2).output
    assert run("--log", own, "log", "export", "game-1", "--as", "ghost").exit_code == 0


# --- rebuild


def test_rebuild_makes_the_search_words_again(own: Path) -> None:
    SqlitePlace(own).tamper("DELETE FROM words WHERE game = 1")
    assert read("--log", own, "log", "list", "--player", "django", "--over") == []
    assert "`colt log rebuild` rebuilds it" in run("--log", own, "log", "verify", "game-1", status=1).output
    result = run("--log", own, "log", "rebuild", "game-1", status=0)
    assert "game-1: snapshots and search words rebuilt" in result.output
    assert run("--log", own, "log", "verify").exit_code == 0
    assert len(read("--log", own, "log", "list", "--player", "django", "--over")) == 1


def test_rebuild_refuses_a_broken_log_and_changes_nothing(own: Path) -> None:
    SqlitePlace(own).tamper(TORN)
    words = SqlitePlace(own).ask("SELECT * FROM words ORDER BY kind, word, game")
    assert "line 58: " in run("--log", own, "log", "rebuild", "game-1", status=1).output
    assert SqlitePlace(own).ask("SELECT * FROM words ORDER BY kind, word, game") == words


# --- export


def test_export_writes_the_interchange_file(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    result = run("--log", store, "log", "export", "game-1", path, status=0)
    assert result.stdout == ""
    assert f"{path}: 511 lines" in result.stderr
    assert path.read_bytes() == text_of(played(1))
    assert run("--log", store, "log", "export", "game-1").stdout_bytes == text_of(played(1))
    assert [each.name for each in tmp_path.iterdir()] == ["out.jsonl"]


def test_export_writes_over_nothing_unless_told(store: Path, file: Path) -> None:
    file.write_bytes(b"a letter")
    assert "--force" in run("--log", store, "log", "export", "game-1", file, status=2).output
    assert file.read_bytes() == b"a letter"
    assert run("--log", store, "log", "export", "game-1", file, "--force").exit_code == 0
    assert file.read_bytes() == text_of(played(1))


def test_export_says_where_it_cannot_write(store: Path, tmp_path: Path) -> None:
    result = run("--log", store, "log", "export", "game-1", tmp_path / "no" / "such.jsonl", status=2)
    assert "cannot write" in result.output
    assert "nothing was written" in result.output
    assert run("--log", store, "log", "export", "game-1", tmp_path, "--force").exit_code == 2


@pytest.mark.parametrize("name", ["own.db", "own.db-wal", "own.db-shm", "own.db-journal"])
def test_export_never_writes_over_the_store(own: Path, name: str) -> None:
    path = own.with_name(name)
    if not path.exists():
        path.write_bytes(b"")
    before = path.read_bytes()
    assert "is the store itself" in run("--log", own, "log", "export", KEPT, path, "--force", status=2).output
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["/", "."])
def test_export_of_a_file_needs_no_store(file: Path, tmp_path: Path, place: str) -> None:
    out = tmp_path / "out.jsonl"
    assert run("--log", place, "log", "export", file, out).exit_code == 0
    assert out.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("words", [(), ("--as", "ghost")])
@pytest.mark.parametrize("old", [None, b"an old file"])
def test_an_export_that_fails_leaves_everything_as_it_was(
    own: Path, tmp_path: Path, old: bytes | None, words: tuple[str, ...]
) -> None:
    SqlitePlace(own).tamper(TORN)
    out = tmp_path / "out.jsonl"
    if old:
        out.write_bytes(old)
    before = {path.name for path in tmp_path.iterdir()}
    result = run("--log", own, "log", "export", "game-1", out, "--force", *words, status=1)
    assert "line 58: seq: expected a whole number" in result.output
    assert "Malformed: 1 problem in game-1." in result.output
    assert {path.name for path in tmp_path.iterdir()} == before
    assert not old or out.read_bytes() == old


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_export_that_is_ended_leaves_everything_as_it_was(
    store: Path, file: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(path: Path, target: Path) -> None:
        assert path.read_bytes() == text_of(played(1))
        raise error

    file.write_bytes(b"an old file")
    monkeypatch.setattr(Path, "replace", fail)
    run("--log", store, "log", "export", "game-1", file, "--force", status=2 if isinstance(error, OSError) else 130)
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == b"an old file"


def test_two_exports_to_one_file_do_not_interfere(store: Path, file: Path) -> None:
    new = file.with_name("game.jsonl.new")
    new.write_bytes(b"half of another")
    result = run("--log", store, "log", "export", "game-1", file, "--force", status=2)
    assert f"{new} is there already, perhaps from a running export" in result.output
    assert new.read_bytes() == b"half of another"


def test_export_goes_into_a_pipe_and_leaves_it_there(store: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read_: list[bytes] = []
    reader = Thread(target=lambda: read_.append(pipe.read_bytes()), daemon=True)
    reader.start()
    result = run("--log", store, "log", "export", "game-1", pipe)
    reader.join(timeout=10)
    assert result.exit_code == 0
    assert read_ == [text_of(played(1))]
    assert pipe.is_fifo()


@pytest.mark.parametrize("role", ["ghost", "spectator"])
def test_export_as_a_role_writes_what_it_may_see(store: Path, file: Path, tmp_path: Path, role: str) -> None:
    expected = b"".join(line + b"\n" for line in redacted(played(1), role))
    out = tmp_path / "out.jsonl"
    assert run("--log", store, "log", "export", "game-1", "--as", role, out).exit_code == 0
    assert out.read_bytes() == expected
    assert run("log", "export", file, "--as", role).stdout_bytes == expected
    assert run("log", "verify", out, "--finished").exit_code == 0
    assert run("log", "verify", "-", given=expected).exit_code == 0


def test_export_as_the_referee_writes_everything(store: Path) -> None:
    assert run("--log", store, "log", "export", "game-1", "--as", "referee").stdout_bytes == text_of(played(1))


def test_export_as_somebody_else_is_refused(store: Path, tmp_path: Path) -> None:
    result = run("--log", store, "log", "export", "game-1", "--as", "tuco", tmp_path / "out.jsonl", status=2)
    assert "--as: expected a role of this game, one of ghost, cheyenne, django, spectator, referee" in result.output
    assert list(tmp_path.iterdir()) == []


def test_export_as_a_role_does_not_mend_a_broken_log(file: Path) -> None:
    lines = lines_of(played(1))
    file.write_bytes(b"".join([*lines[:50], *lines[51:]]))
    result = run("log", "export", file, "--as", "ghost", status=1)
    assert "line 50: " in result.output
    assert result.stdout == ""


@pytest.mark.parametrize("words", [("export",), ("export", "--as", "ghost"), ("import",)])
def test_a_redacted_log_is_not_a_complete_log(ghosts: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    result = run("--log", tmp_path / "games.db", "log", *words, ghosts, status=1)
    assert "this log is redacted for one role; name a complete log" in result.output


# --- import


def test_import_takes_in_what_was_exported_byte_by_byte(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    result = run("--log", other, "log", "import", file, KEPT, status=0)
    assert f"imported into {other}: game-1, french-team-six" in result.output
    events = len(played(1).events) + KEPT.read_bytes().count(b'"seq":')
    assert f"2 games with {events:,} events imported into" in result.output
    assert run("--log", other, "log", "export", "game-1").stdout_bytes == file.read_bytes()
    assert run("--log", other, "log", "export", "french-team-six").stdout_bytes == KEPT.read_bytes()
    assert run("--log", other, "log", "verify", "--finished").exit_code == 0


def test_import_reads_standard_input_and_speaks_to_programs(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    result = run("--log", other, "log", "import", "-", "--json", given=text_of(played(1)), status=0)
    assert json.loads(result.stdout) == {"imported": ["game-1"], "refused": {}}
    assert run("--log", other, "log", "verify", "game-1").exit_code == 0


def test_import_tells_everything_that_is_wrong_with_every_file_and_takes_none(own: Path, tmp_path: Path) -> None:
    lines = lines_of(played(3))
    wrong = [at for at, line in enumerate(lines, 1) if b'"seq":7,' in line or b'"seq":9,' in line]
    good, malformed, broken = (tmp_path / f"{name}.jsonl" for name in ("good", "malformed", "broken"))
    good.write_bytes(KEPT.read_bytes())
    malformed.write_bytes(b"".join(lines).replace(b'"seq":7,', b'"seq":true,').replace(b'"seq":9,', b""))
    again = [line.replace(b"game-3", b"game-4") for line in lines]
    broken.write_bytes(b"".join([*again[:30], *again[31:-1]]))
    result = run("--log", own, "log", "import", good, malformed, broken, status=1)
    for told in (
        f"{malformed}: line {wrong[0]}: seq: expected a whole number",
        f"{malformed}: line {wrong[1]}: ",
        f"{broken}: line 30: chain: ",
        f"{broken}: line {len(lines) - 1}: expected the closing line",
        "Nothing was imported: 2 files of 3 refused.",
    ):
        assert told in result.output
    told = json.loads(run("--log", own, "log", "import", good, malformed, broken, "--json").stdout)
    assert told["imported"] == []
    assert list(told["refused"]) == [str(malformed), str(broken)]
    assert wrong == sorted({one["line"] for one in told["refused"][str(malformed)]} & set(wrong))
    assert [one["game"] for one in read("--log", own, "log", "list")] == ["game-1", "game-2"]


def test_import_tells_a_game_that_is_there_already(own: Path, file: Path) -> None:
    result = run("--log", own, "log", "import", file, status=1)
    assert f"line 1: expected a new game, got game-1, which is already in {own}" in result.output
    assert "the two logs are equal" in result.output
    file.write_bytes(text_of(played(2)))
    assert "this log continues that one after event" in run("--log", own, "log", "import", file).output


def test_import_of_the_same_game_twice_is_told(file: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin.jsonl"
    twin.write_bytes(file.read_bytes())
    result = run("--log", tmp_path / "other.db", "log", "import", file, twin, status=1)
    assert f"{twin}: line 1: " in result.output
    assert f"which is already in {file}, imported before it" in result.output


@pytest.mark.parametrize("name", ["none.jsonl", "game.jsonl/none.jsonl"])
def test_import_of_what_cannot_be_read_takes_nothing(own: Path, file: Path, tmp_path: Path, name: str) -> None:
    file.write_bytes(KEPT.read_bytes())
    result = run("--log", own, "log", "import", file, tmp_path / name, status=2)
    assert f"cannot read {tmp_path / name}: " in result.output
    assert [one["game"] for one in read("--log", own, "log", "list")] == ["game-1", "game-2"]
    assert run("--log", own, "log", "import").exit_code == 2


def test_import_takes_a_folder_with_its_subfolders_by_several_processes(file: Path, tmp_path: Path) -> None:
    folder, other = tmp_path / "logs", tmp_path / "other.db"
    (folder / "deeper").mkdir(parents=True)
    file.rename(folder / file.name)
    (folder / "deeper" / "kept.jsonl").write_bytes(KEPT.read_bytes())
    (folder / "note.txt").write_text("no log")
    result = run("--log", other, "log", "import", folder, "--workers", 2, status=0)
    assert f"imported into {other}: game-1, french-team-six" in result.output
    twice = run("--log", other, "log", "import", folder, KEPT, "--workers", 2, status=1)
    assert twice.output.count(f"which is already in {other}; the two logs are equal") == 3
    assert "Nothing was imported: 3 files of 3 refused." in twice.output


def test_import_by_several_processes_reads_standard_input_too(file: Path, tmp_path: Path) -> None:
    words = ("log", "import", file, "-", "--workers", 2)
    run("--log", tmp_path / "other.db", *words, given=KEPT.read_bytes(), status=0)
    assert len(read("--log", tmp_path / "other.db", "log", "list")) == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_import_of_an_empty_folder_or_of_a_missing_file_takes_nothing(file: Path, tmp_path: Path, workers: int) -> None:
    (tmp_path / "empty").mkdir()
    for wrong, told in (
        ("empty", "a folder without *.jsonl"),
        ("none.jsonl", f"cannot read {tmp_path / 'none.jsonl'}: "),
    ):
        words = ("log", "import", file, tmp_path / wrong, "--workers", workers)
        assert told in run("--log", tmp_path / "other.db", *words, status=2).output
    assert read("--log", tmp_path / "other.db", "log", "list") == []


def test_import_of_many_games_names_some(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for number in range(23):
        (tmp_path / "logs" / f"{number}.jsonl").write_bytes(
            text_of(recording(new_header(f"few-{number}", "ru-full", ("base",), ("doc", "tuco")), []))
        )
    told = run("--log", tmp_path / "other.db", "log", "import", tmp_path / "logs").output
    assert "23 games with 0 events" in told
    assert "and 3 more" in told


def test_import_takes_in_what_the_rules_refuse_so_that_a_referee_can_look(file: Path, tmp_path: Path) -> None:
    log = played(1)
    entry = log.entries[60]
    wrong = changed_entry(entry, actor="doc")
    forged = [changed_entry(one, actor="doc") if one.number == entry.number else one for one in log.entries]
    assert wrong in forged
    file.write_bytes(text_of(chained(log.header, forged)))
    assert run("--log", tmp_path / "other.db", "log", "import", file).exit_code == 0
    assert run("--log", tmp_path / "other.db", "log", "verify", "game-1").exit_code == 1


# --- which log is meant


@pytest.mark.parametrize("command", ["show", "export", "verify", "rebuild"])
def test_a_game_that_is_not_there_is_told(own: Path, command: str) -> None:
    assert "did you mean game-1?" in run("--log", own, "log", command, "game1", status=2).output


@pytest.mark.parametrize("words", [["list"], ["show", "x"], ["export", "x"], ["verify", "x"], ["verify"]])
def test_a_store_that_is_not_there_is_told_and_not_made(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "none.db"
    assert f"expected a log at {path}, got no file" in run("--log", path, "log", *words, status=2).output
    assert not path.exists()


@pytest.mark.parametrize("words", [["list"], ["verify"], ["show", "x"], ["import", str(KEPT)], ["rebuild", "x"]])
def test_a_file_that_is_no_store_is_told(file: Path, words: list[str]) -> None:
    before = file.read_bytes()
    assert "not a SQLite database" in run("--log", file, "log", *words, status=2).output
    assert file.read_bytes() == before


def test_a_dash_is_standard_input_and_output(store: Path) -> None:
    assert run("--log", store, "log", "export", "game-1", "-").stdout_bytes == text_of(played(1))
    for words in (("verify", "-"), ("show", "-"), ("export", "-"), ("export", "-", "-")):
        run("log", *words, given=text_of(played(1)), status=0)


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_malformed_log_is_json_for_programs_too(file: Path, command: str) -> None:
    file.write_bytes(text_of(played(1)).replace(b'"edition"', b'"editions"', 1))
    assert json.loads(run("log", command, file, "--json", status=1).stdout)["problems"][0]["line"] == 1


@pytest.mark.parametrize("command", ["show", "verify", "export"])
@pytest.mark.parametrize("how", [(), ("--json",)])
def test_a_file_with_other_line_ends_is_told(file: Path, command: str, how: tuple[str, ...]) -> None:
    file.write_bytes(text_of(played(1)).replace(b"\n", b"\r\n"))
    if command == "export":
        how = ()
    result = run("log", command, file, *how, status=1)
    assert "CRLF" in result.output
    if how:
        (problem,) = json.loads(result.stdout)["problems"]
        assert "CRLF" in problem["message"]


def test_a_name_of_neither_a_game_nor_a_file_is_reported(store: Path) -> None:
    result = run("--log", store, "log", "verify", "nosuch.jsonl", status=2)
    assert "there is neither a game nor a file of that name" in result.output


# --- colt --log and COLT_LOG


def test_a_demo_plays_into_the_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.db"
    assert run("--log", path, "demo", "--seed", "3").exit_code == 0
    assert run("demo", "--seed", "4", env={"COLT_LOG": str(path)}).exit_code == 0
    listed = run("log", "list", "--json", env={"COLT_LOG": str(path)})
    assert [one["over"] for one in json.loads(listed.stdout)] == [True, True]
    assert run("log", "verify", "--finished", "--chain", env={"COLT_LOG": str(path)}).exit_code == 0
    other = run("--log", tmp_path / "none.db", "log", "list", env={"COLT_LOG": str(path)})
    assert (other.exit_code, "none.db, got no file" in other.output) == (2, True), "the option goes before"


@pytest.mark.parametrize("words", [["log", "list"], ["log", "verify", "x"], ["log", "import", str(KEPT)], ["demo"]])
@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://x", "expected a file or an address with postgresql://, got mysql://"),
        ("postgresql://x:geheim@127.0.0.1:1/x", "postgresql://x:***@127.0.0.1:1/x cannot be reached"),
        ("postgres://x@127.0.0.1:1/x?password=geheim", "postgres://x@127.0.0.1:1/x?password=*** cannot be reached"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(words: list[str], address: str, told: str) -> None:
    result = run("--log", address, *words, status=2)
    assert told in result.output
    assert "geheim" not in result.output


def test_without_psycopg_an_address_is_told_to_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "colt_rules.log.postgresql", raising=False)
    result = run("--log", "postgresql://x@127.0.0.1:1/x", "log", "list", status=2)
    assert "pip install 'colt-rules[postgresql]'" in result.output


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with own_database() as address:
        yield address


def test_a_postgresql_store_does_all_that_a_file_does(database: str, file: Path, key: Path, tmp_path: Path) -> None:
    def done(*words: str | Path, status: int = 0) -> Result:
        return run("--log", database, *words, status=status)

    assert "got a database without one" in done("log", "list", status=2).output
    name = json.loads(done("demo", "--seed", "3", "--json").stdout)["game"]
    done("log", "import", file)
    done("log", "import", file, KEPT, status=1)
    assert [one["game"] for one in json.loads(done("log", "list", "--json").stdout)] == [name, "game-1"]
    assert "game-1" in done("log", "list", "--player", "django", "--clause", played(1).events[-1].cites[0]).output
    done("log", "show", name)
    done("log", "verify", "--finished")
    done("log", "rebuild", "game-1")
    assert done("log", "export", "game-1").stdout_bytes == file.read_bytes()
    done("log", "seal", "game-1", "--key", key)
    done("log", "export", "game-1", tmp_path / "out.jsonl")
    assert run("--log", tmp_path / "other.db", "log", "import", tmp_path / "out.jsonl").exit_code == 0
    ghosts = b"".join(line + b"\n" for line in redacted(played(1), "ghost"))
    assert done("log", "export", "game-1", "--as", "ghost").stdout_bytes == ghosts


# --- help


LEAVES = log_group.commands


def examples(text: str) -> list[str]:
    """The commands below `Examples:`, without their explanations."""
    below = text.partition("Examples:\n")[2].partition("\n\n")[0]
    return [re.split(r"\s{2,}", line.strip())[0] for line in below.splitlines() if line.strip()]


@pytest.mark.parametrize("words", [[], *([name] for name in LEAVES)])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_teaches_with_examples(words: list[str], option: str) -> None:
    result = run("log", *words, option, status=0)
    assert examples(result.output)
    if words:
        assert re.search(r"Exit status: 0 \w+.*2 ", result.output, re.DOTALL)


@pytest.mark.parametrize("words", [[], *([name] for name in LEAVES)])
def test_every_example_is_a_command_that_exists(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = run("log", *words, "--help").output
    called: list[dict[str, Any]] = []

    def note(**params: Any) -> None:
        called.append(params)

    for command in LEAVES.values():
        monkeypatch.setattr(command, "callback", note)
    for example in examples(text):
        lexer = shlex.shlex(example, posix=True, punctuation_chars="|")
        lexer.whitespace_split = True
        commands = " ".join(map(shlex.quote, lexer)).split(" '|' ")
        ours = [part.partition("colt ")[2] for part in commands if re.match(r"(ssh server )?colt ", part)]
        assert ours, example
        for part in ours:
            before = len(called)
            result = run(*shlex.split(part))
            assert (result.exit_code, len(called)) == (0, before + 1), f"{part}: {result.output}"
            names = [value for key, value in called[-1].items() if key in ("game", "file", "files")]
            for name in (each for value in names for each in (value if isinstance(value, tuple) else [value])):
                assert name is None or re.fullmatch(r"GAME|-|games/|\S+\.(jsonl|pem)", str(name)), f"{part}: {name}"
    assert called


def test_every_option_is_explained() -> None:
    for name, command in LEAVES.items():
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"{name}: {option.name}"
    assert "--log" in run("--help").output
    assert "COLT_LOG" in run("--help").output


def test_names_of_games_are_never_folded() -> None:
    printed = StringIO()
    out = Console(file=printed, force_terminal=True, width=60, color_system=None)
    shown = table(out, "game", "seats", unwrapped=("game",))
    shown.add_row("demo-20261115-030107-298023", "ghost, cheyenne, django, tuco, belle, doc, and others")
    out.print(shown)
    assert "demo-20261115-030107-298023" in printed.getvalue()


def test_a_folder_is_told_as_one(own: Path, tmp_path: Path) -> None:
    for words in (("show",), ("export",)):
        result = run("--log", own, "log", *words, tmp_path, status=2)
        assert f"{tmp_path} is a folder, and no game has that name; name a log in it" in result.output
    result = run("--log", own, "log", "verify", tmp_path, status=2)
    assert f"expected at least one log at {tmp_path}, got a folder without *.jsonl" in result.output
