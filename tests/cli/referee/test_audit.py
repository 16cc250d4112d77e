"""`colt audit` tells both judgements, for people and for programs, of files and of games in a store."""

import json
import re
import shutil
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from colt_rules.cli.language import tell
from colt_rules.cli.referee.audit import _describe_ranking
from colt_rules.events import TurnStarted
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import to_json
from colt_rules.log.entries import EventEntry, Recording
from colt_rules.log.lines import read_lines
from colt_rules.log.replay import replay
from colt_rules.log.seals import public_of, seal_of
from colt_rules.model.record import changed
from colt_rules.model.state import Standing
from colt_rules.referee.audit import GameResult as GameResult
from colt_rules.registry.registry import registry
from tests.cli.running import run_colt
from tests.corrected import correction, published
from tests.logs import chained, chained_lines, changed_entry, end_of, lines_of, long_log, played, text_of
from tests.referee.forging import Forged
from tests.referee.tampered import CATALOGUE
from tests.stores import SqlitePlace, cut, fill

ROOT = Path(__file__).parents[3]
REDACTED = ROOT / "events" / "redacted" / "french-team-stagecoach.cheyenne.jsonl"


run = partial(run_colt, "audit")


def read(*words: str | Path, given: bytes | None = None, log: Path | None = None, status: int = 0) -> Any:
    """The JSON on stdout of a command that ends with this status."""
    return json.loads(run(*words, "--json", given=given, log=log, status=status).stdout)


def file_of(folder: Path, log: Recording | bytes) -> Path:
    path = folder / "log.jsonl"
    path.write_bytes(text_of(log) if isinstance(log, Recording) else log)
    return path


@cache
def wrong(name: str = "no-bullet-for-who-was-hit") -> Forged:
    return CATALOGUE[name].made()


# --- for people


WINNER = next(one.seat for one in replay(played()).ranking if one.rank == 1)


def test_what_was_agreed_on_and_how_far_it_goes_is_told(tmp_path: Path) -> None:
    house_rules = read_lines(ROOT / "events" / "games" / "house-rules.jsonl")
    result = run(file_of(tmp_path, cut(house_rules, 60)))
    first, second, *_ = result.stdout.split("\n")
    assert re.search("not over, waits for [A-Z][a-z]+ \\([a-z-]+\\); not sealed.$", first)
    assert second == f"The table agreed on: {', '.join(replay(house_rules).options.rulings)}."
    sealed = ROOT / "events" / "games" / "sealed.jsonl"
    assert re.search("over, won by [a-z]+; sealed by [0-9a-f]{64}.$", run(sealed).stdout.split("\n")[0])


def test_a_wrong_citation_is_told_with_both(tmp_path: Path) -> None:
    log = played()
    at, entry = next((at, one) for at, one in enumerate(log.entries) if isinstance(one, EventEntry) and one.seq == 50)
    forged = changed_entry(entry, cites=("fire.target",))
    told = run(file_of(tmp_path, chained(log.header, [*log.entries[:at], forged, *log.entries[at + 1 :]]))).stdout
    assert "[fire.target]" in told
    assert f"[{', '.join(entry.cites)}]" in told


def test_a_sound_log_is_told_in_a_few_lines(tmp_path: Path) -> None:
    path = file_of(tmp_path, played())
    result = run(path, status=0)
    assert result.stdout == (
        f"{path}: ru-full, base; 118 commands, 391 events; over, won by {WINNER}; not sealed.\n\n"
        "1. The log is intact and consistent: yes.\n\n"
        "2. The log follows the rules: yes.\n"
    )
    assert result.stderr == ""


def test_a_wrong_move_is_told_with_both_sides_its_clause_and_the_result(tmp_path: Path) -> None:
    forged = wrong()
    (place,) = forged.places
    result = run(file_of(tmp_path, forged.log()), status=1)
    told = result.stdout
    assert "1. The log is intact and consistent: yes." in told
    assert "2. The log follows the rules: NO." in told
    assert f", command {place.command}, event {place.event}: the rules lead to something else\n" in told
    assert "     by the log   nothing\n" in told
    assert "     by the rules Tuco shot Cheyenne, who got Tuco's bullet card 6; 5 bullets left.\n" in told
    assert f"     broken       {place.clause}  " in told
    assert "The result: it cannot be known" in told
    assert "   by the log    1. " in told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a-player-plays-out-of-turn", "the command was not allowed"),
        ("a-citation-is-missing", "it rests on other clauses than the log says"),
        ("a-purse-of-another-value-and-in-the-end-the-wrong-gunslinger", "The result: it would have been different.\n"),
        ("a-card-of-the-pile-is-skipped", "The result: it would have been the same.\n"),
    ],
)
def test_what_is_wrong_is_told_in_words(name: str, words: str, tmp_path: Path) -> None:
    result = run(file_of(tmp_path, wrong(name).log()), status=1)
    assert words in result.stdout
    assert ("The result" in result.stdout) == (name != "a-citation-is-missing")


def test_another_result_is_told_with_both_rankings(tmp_path: Path) -> None:
    told = run(file_of(tmp_path, wrong("a-purse-of-another-value-and-in-the-end-the-wrong-gunslinger").log())).stdout
    assert "   by the log    1. " in told
    assert "   by the rules  1. " in told


def test_a_result_that_differs_in_bullets_alone_is_told_as_such() -> None:
    result = GameResult((Standing(1, "tuco", 900, 2),), (Standing(1, "tuco", 900, 3),), lost=0)
    expected = "the ranking and the money would have been the same; only the counted bullets differ."
    assert tell("en", f"audit.{result.verdict}") == expected
    assert list(_describe_ranking(result, "en")) == [
        "by the log    1. tuco $900 with 2 bullets",
        "by the rules  1. tuco $900 with 3 bullets",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_clauses_come_in_the_language_of_the_reader(lang: str, tmp_path: Path) -> None:
    title = registry().clauses["fire.target"].title.in_language(lang)
    told = run(file_of(tmp_path, wrong().log()), "--lang", lang).stdout
    broken = {"en": "broken       ", "ru": "нарушено    ", "fr": "enfreint           ", "pl": "naruszono        "}[lang]
    assert f"     {broken}fire.target  {title}\n" in told


def test_a_log_without_citations_is_told_as_one(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, wrong().log(cited=False)), status=1)
    assert "   The log cites no clauses: only its events were judged.\n" in result.stdout


def test_of_many_departures_the_first_are_told(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, long_log(400)), status=1)
    number = len(read(file_of(tmp_path, long_log(400)), status=1)["rules"]["departures"])
    assert number > 20
    assert result.stdout.count("   line ") == 20
    assert f"   {number - 20:,} more: --json\n" in result.stdout


def test_what_could_not_be_judged_is_told(tmp_path: Path) -> None:
    lines = lines_of(played())
    result = run(file_of(tmp_path, b"".join([*lines[:100], b"no line\n", *lines[101:]])), status=1)
    assert "1. The log is intact and consistent: NO.\n   line 101: malformed\n" in result.stdout
    assert "2. The log follows the rules: yes, as far as it could be judged.\n" in result.stdout
    assert "   From command 26 on nothing was judged" in result.stdout


@pytest.mark.parametrize("tampered", [False, True])
def test_of_a_redacted_log_it_is_said_what_can_be_judged(tampered: bool, tmp_path: Path) -> None:
    text = REDACTED.read_bytes()
    result = run(file_of(tmp_path, text.replace(b'"seq":30,', b'"seq":31,') if tampered else text), status=tampered)
    assert f"1. The log is intact and consistent: {'NO' if tampered else 'yes'}." in result.stdout
    assert (
        "2. The log follows the rules: cannot be judged, because it shows only what cheyenne may see.\n"
        in result.stdout
    )


def test_nothing_that_a_terminal_obeys_comes_from_a_log(tmp_path: Path) -> None:
    wicked = "\x1b[2J\x07\u202e"
    entries = [msgspec.json.decode(line) for line in lines_of(wrong().log())]
    entries[0]["made_by"] = entries[0]["edition"] = wicked
    for entry in entries[1:-1]:
        if "cites" in entry:
            entry["cites"].append(wicked)
        if "ranking" in entry["data"]:
            entry["data"]["ranking"][0]["seat"] = wicked
    seen = [msgspec.json.decode(line) for line in REDACTED.read_bytes().splitlines()]
    seen[0]["as"] = wicked
    for told in (entries, seen):
        text = b"".join(chained_lines(to_json(one) + b"\n" for one in told))
        result = run(file_of(tmp_path, text))
        assert result.exit_code == 1 or told is seen
        assert not set("\x1b\x07\u202e") & set(result.output)


# --- for programs


def test_programs_get_all_of_it(tmp_path: Path) -> None:
    forged = wrong()
    (place,) = forged.places
    log = forged.log()
    facts = read(file_of(tmp_path, log), status=1)
    assert (facts["game"], facts["edition"], facts["modules"]) == (log.header.game, "ru-full", ["base"])
    assert (facts["commands"], facts["events"], facts["last_line"]) == (
        len(log.commands), len(log.events), end_of(log).hash,
    )  # fmt: skip
    assert (facts["sound"], facts["as"]) == (False, None)
    assert facts["log"] == {"judged": True, "departures": []}
    assert (facts["rules"]["judged"], facts["rules"]["citations"], facts["rules"]["unjudged"]) == (True, True, None)
    (one,) = facts["rules"]["departures"]
    assert (one["kind"], one["command"], one["event"]) == ("event", place.command, place.event)
    assert place.clause in one["clauses"]
    assert [event["type"] for event in one["happened"]] == [
        entry.type for entry in log.events if entry.command == place.command
    ]
    assert len(one["should"]) == len(one["happened"]) + 1
    assert "BulletGiven" in {event["type"] for event in one["should"]}
    assert set(one["should"][0]) == {"type", "data", "cites", "sentence"}
    assert facts["result"]["differs"] is None
    assert facts["result"]["lost_at_command"] == 39
    assert facts["result"]["by_rules"] == []
    assert facts["result"]["by_log"][0]["rank"] == 1


def test_programs_get_what_is_wrong_with_the_lines(tmp_path: Path) -> None:
    lines = lines_of(played())
    del lines[50]
    facts = read(file_of(tmp_path, b"".join(lines)), status=1)
    assert (facts["log"]["departures"][0]["kind"], facts["log"]["departures"][0]["line"]) == ("chain", 50)


def test_programs_are_told_that_a_redacted_log_was_not_judged() -> None:
    facts = read(REDACTED)
    assert (facts["as"], facts["rules"]["judged"], facts["sound"]) == ("cheyenne", False, True)


def test_a_log_may_come_from_standard_input() -> None:
    assert json.loads(run("-", "--json", given=text_of(wrong().log()), status=1).stdout)["rules"]["departures"] != []


# --- games in a store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqlitePlace:
    """A store with a right game, a wrong game and an unfinished game, and with snapshots."""
    for module in ("store", "derived"):
        monkeypatch.setattr(f"colt_rules.log.{module}.EVERY", 100)
    place = SqlitePlace(tmp_path / "games.db")
    with place.open() as opened:
        fill(opened, played())
        fill(opened, wrong().log())
        fill(opened, played(2), 60)
    return place


def test_a_game_in_a_store_is_judged_like_its_file(store: SqlitePlace, tmp_path: Path) -> None:
    assert read("game-1", log=store.path)["sound"]
    name = wrong().header.game
    assert read(name, log=store.path, status=1) == read(file_of(tmp_path, wrong().log()), status=1)
    facts = read("game-2", log=store.path)
    assert (facts["commands"], facts["sound"], facts["result"]["by_log"]) == (60, True, [])


TOUCHED = {
    "row": "UPDATE games SET winners = 'ghost' WHERE id = 1",
    "search": "DELETE FROM words WHERE game = 1 AND word = 'ghost'",
    "snapshot": "UPDATE snapshots SET state = '{}' WHERE game = 1",
}


@pytest.mark.parametrize("kind", TOUCHED)
def test_what_a_store_keeps_beside_the_log_is_judged_too(kind: str, store: SqlitePlace) -> None:
    store.tamper(TOUCHED[kind])
    facts = read("game-1", log=store.path, status=1)
    assert {one["kind"] for one in facts["log"]["departures"]} == {kind}
    assert (facts["sound"], facts["rules"]["departures"]) == (False, [])
    told = run("game-1", log=store.path).stdout
    assert "1. The log is intact and consistent: NO." in told
    assert "2. The log follows the rules: yes." in told


@pytest.mark.parametrize("command", [-1, 0, 119, 5_000])
def test_a_row_that_belongs_to_no_log_is_told(command: int, store: SqlitePlace) -> None:
    more = f"INSERT INTO steps SELECT game, {command}, seq, crc, lines FROM steps WHERE game = 1 AND command = 48"
    store.tamper(more)
    (told,) = read("game-1", log=store.path, status=1)["log"]["departures"]
    assert (told["kind"], told["got"]) == ("row", f"one of command {command}")


def test_a_seal_that_was_taken_away_is_told(store: SqlitePlace) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    with store.open() as opened:
        opened.seal("game-1", seal_of(key, "game-1", opened.head("game-1")))
        assert run("game-1", log=store.path).exit_code == 0
        opened.keep_row(changed(opened.known("game-1"), seals="[]"))
    (told,) = read("game-1", log=store.path, status=1)["log"]["departures"]
    assert (told["kind"], told["expected"]) == ("row", f"the seal by {public_of(key)}")


def test_a_seal_that_is_asked_for_must_be_there(tmp_path: Path) -> None:
    sealed = ROOT / "events" / "games" / "sealed.jsonl"
    closing = read_lines(sealed).closing
    assert closing
    assert run(sealed, "--sealed", closing.seals[0].key).exit_code == 0
    (told,) = read(sealed, "--sealed", "0" * 64, status=1)["log"]["departures"]
    assert (told["kind"], told["expected"]) == ("seal", f"a seal by {'0' * 64}")
    stripped = re.sub(rb'"seals":\[.*\]', b'"seals":[]', sealed.read_bytes())
    assert run(file_of(tmp_path, stripped)).exit_code == 0, "from the log alone nobody can tell"
    assert run(file_of(tmp_path, stripped), "--sealed", closing.seals[0].key).exit_code == 1
    assert "64 hex digits" in run(sealed, "--sealed", "x").stderr


def test_a_game_that_lost_its_last_command_in_the_store_is_told(store: SqlitePlace) -> None:
    store.tamper("DELETE FROM steps WHERE game = 1 AND seq = (SELECT max(seq) FROM steps WHERE game = 1)")
    facts = read("game-1", log=store.path, status=1)
    assert {"chain", "count"} <= {one["kind"] for one in facts["log"]["departures"]}


def test_an_audit_changes_nothing_in_a_store(store: SqlitePlace, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert run("game-1", log=store.path).exit_code == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_goes_before_a_game_of_the_same_name(
    store: SqlitePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(file_of(tmp_path, wrong().log()), tmp_path / "game-1")
    assert read("game-1", log=store.path, status=1)["game"] == wrong().header.game


def test_what_a_correction_explains_is_told_apart_and_is_no_fault() -> None:
    drawn = next(entry for entry in played().events if isinstance(entry.event, TurnStarted))
    entries = [changed_entry(entry, cites=()) if entry is drawn else entry for entry in played().entries]
    older, newer = (
        text_of(chained(msgspec.structs.replace(played().header, spec=spec), entries)) for spec in ("1.0.0", "1.1.0")
    )
    with published(correction("TurnStarted", clauses=drawn.cites)):
        result = run("-", given=older, status=0)
        assert (
            "2. The log follows the rules: yes.\n   Departures because of later corrections, which are no faults:\n"
            in result.stdout
        )
        assert f"corrected in 1.1.0 [{', '.join(drawn.cites)}]" in result.stdout
        told = read("-", given=older)
        assert (told["sound"], told["rules"]["spec"], told["rules"]["departures"]) == (True, "1.0.0", [])
        assert {each["version"] for one in told["rules"]["explained"] for each in one["corrections"]} == {"1.1.0"}
        assert run_colt("log", "verify", "-", given=older).exit_code == 0
        assert run("-", given=newer).exit_code == 1, "who wrote by the corrected rules keeps to them"
