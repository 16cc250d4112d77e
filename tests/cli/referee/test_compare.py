"""`colt compare` tells on one screen where two logs part and who is right, and writes the case."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from rich.console import Console

from colt_rules.cli.referee import compare as module
from colt_rules.conformance.cases.suite import load_file
from colt_rules.events import MarshalMoved
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import to_data
from colt_rules.log.entries import EventEntry, Recording
from colt_rules.log.opening import open_store
from colt_rules.model.record import changed
from colt_rules.registry.registry import registry
from tests.cli.running import run_colt
from tests.logs import chained, changed_entry, event_at, forged, place_of, played, text_of
from tests.stores import fill

WRONG = place_of(MarshalMoved)
ENTRY = event_at(WRONG)
CLAUSE = ENTRY.cites[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The log of a game, and that of a program in which the Marshal once went elsewhere."""
    (tmp_path / "a.jsonl").write_bytes(text_of(played()))
    (tmp_path / "b.jsonl").write_bytes(text_of(wrong()))
    return tmp_path


def wrong() -> Recording:
    moved = ENTRY.event
    assert isinstance(moved, MarshalMoved)
    return forged(WRONG, changed_entry(ENTRY, data=changed(moved, to="locomotive.roof")))


def run(folder: Path, *words: str | Path, given: bytes | None = None, status: int | None = None) -> Result:
    names = [str(folder / word) if str(word).endswith(("jsonl", "yaml")) else str(word) for word in words]
    return run_colt("--log", str(folder / "games.db"), "compare", *names, given=given, status=status)


def read(folder: Path, *words: str) -> Any:
    return json.loads(run(folder, *words, "--json").stdout)


def test_the_same_game_is_told_with_status_0(folder: Path) -> None:
    told = run(folder, "a.jsonl", "a.jsonl", status=0)
    assert told.stdout.endswith("The same game, to the last event and clause.\n")
    assert read(folder, "a.jsonl", "a.jsonl")["same"] is True


def test_a_difference_is_told_with_both_sides_the_verdict_and_the_clause(folder: Path) -> None:
    told = run(folder, "a.jsonl", "b.jsonl", status=1)
    lines = told.stdout.splitlines()
    assert f"They diverge at command {ENTRY.number}: it led to different positions." in lines
    ours, theirs = (line for line in lines if line.startswith(f"   > {ENTRY.seq} The Marshal went "))
    assert ours != theirs
    assert ours.endswith(f"[{', '.join(ENTRY.cites)}]")
    assert "A is right. By the rules the command leads to other events than in B." in lines
    assert any(line.startswith(f"  {CLAUSE} (the rules, A, B)  ") for line in lines)
    assert len(lines) < 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_clauses_are_told_in_the_language_of_the_reader(lang: str, folder: Path) -> None:
    text = registry().clause(CLAUSE).text.in_language(lang)
    assert text in run(folder, "a.jsonl", "b.jsonl", "--lang", lang).stdout
    assert read(folder, "a.jsonl", "b.jsonl", "--lang", lang)["differences"][0]["clauses"][0]["text"] == text


def test_programs_get_the_place_both_sides_and_what_was_expected(folder: Path) -> None:
    told = read(folder, "a.jsonl", "b.jsonl")
    (one,) = told["differences"]
    assert (told["same"], told["case"]) == (False, None)
    assert (one["kind"], one["command"], one["right"]) == ("state", ENTRY.number, "a")
    assert [(one[side]["line"], one[side]["event"]) for side in "ab"] == [(WRONG + 2, ENTRY.seq)] * 2
    assert (one["expected"]["type"], one["expected"]["data"]) == ("MarshalMoved", to_data(ENTRY.event))
    assert one["expected"]["cites"] == list(ENTRY.cites)
    assert one["decided_by"][: len(ENTRY.cites)] == list(ENTRY.cites)
    assert one["a"]["position"] != one["b"]["position"]
    assert [event["seq"] for event in one["a"]["events"]] == [
        entry.seq for entry in played().events if entry.number == ENTRY.number
    ]


def test_on_a_wide_terminal_both_sides_stand_next_to_each_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(width: int) -> list[str]:
        screen = Console(file=StringIO(), force_terminal=True, color_system=None, width=width, highlight=False)
        monkeypatch.setattr(module, "console", lambda: screen)
        run(folder, "a.jsonl", "b.jsonl")
        file = screen.file
        assert isinstance(file, StringIO)
        return file.getvalue().splitlines()

    wide, narrow = told(120), told(60)
    sides = [line for line in wide if line.count(f"> {ENTRY.seq} ") == 2]
    assert len(sides) == 1
    assert len([line for line in narrow if f"> {ENTRY.seq} " in line]) == 2
    assert max(map(len, wide)) <= 120
    assert max(len(line) for line in narrow if not line.startswith(("A ", "B "))) <= 60


def test_the_case_is_written_and_loads(folder: Path) -> None:
    told = run(folder, "a.jsonl", "b.jsonl", "--case", "parted.yaml", status=1)
    assert "colt conformance run --file" in told.stdout
    (one,) = load_file(folder / "parted.yaml").runs
    assert CLAUSE in one.case.clauses


def test_nothing_is_written_over_and_nothing_without_a_difference(folder: Path) -> None:
    before = (folder / "b.jsonl").read_bytes()
    told = run(folder, "a.jsonl", "b.jsonl", "--case", "b.jsonl")
    assert (told.exit_code, (folder / "b.jsonl").read_bytes()) == (2, before)
    assert "is there already" in told.stderr
    told = run(folder, "a.jsonl", "a.jsonl", "--case", "parted.yaml")
    assert (told.exit_code, told.stderr) == (0, "No case: there is no difference to show.\n")
    assert run(folder, "a.jsonl", "b.jsonl", "--case", "nowhere/parted.yaml").exit_code == 2
    assert {path.name for path in folder.iterdir()} == {"a.jsonl", "b.jsonl"}


def test_a_log_that_was_cut_is_the_beginning_of_the_other(folder: Path) -> None:
    whole = (folder / "a.jsonl").read_bytes()
    (folder / "cut.jsonl").write_bytes(whole[: len(whole) // 2])
    told = run(folder, "a.jsonl", "cut.jsonl", status=1)
    assert "cut.jsonl is intact only up to event" in told.stderr
    assert "B is the beginning of A" in told.stdout
    assert "The logs do not differ as far as both go" in told.stdout
    assert "They are the same up to command" in run(folder, "cut.jsonl", "cut.jsonl", status=1).stdout
    assert read(folder, "cut.jsonl", "cut.jsonl")["a"]["broken"]


def test_other_citations_are_told_and_make_no_other_game(folder: Path) -> None:
    log = played()
    bare = [changed_entry(one, cites=()) if isinstance(one, EventEntry) else one for one in log.entries]
    (folder / "bare.jsonl").write_bytes(text_of(chained(log.header, bare)))
    told = run(folder, "a.jsonl", "bare.jsonl", status=0)
    assert "The same game.\nB cites no clauses at command 1.\n" in told.stdout


def test_games_of_the_store_and_standard_input_can_be_compared(folder: Path) -> None:
    with open_store(folder / "games.db") as store:
        fill(store, played())
    assert run(folder, "game-1", "-", given=text_of(played())).exit_code == 0
    assert run(folder, "game-1", "b.jsonl").exit_code == 1


def test_what_cannot_be_compared_is_told_with_status_2(folder: Path) -> None:
    (folder / "no.jsonl").write_bytes(b"no log\n")
    for words in (("a.jsonl", "no.jsonl"), ("no.jsonl", "a.jsonl"), ("a.jsonl", "nobody"), ("-", "-")):
        told = run(folder, *words)
        assert (told.exit_code, told.stdout) == (2, "")
        assert told.stderr.startswith("Error: ")


def test_nothing_from_a_log_reaches_the_terminal_as_a_control_character(folder: Path) -> None:
    log = played()
    header = msgspec.structs.replace(log.header, made_by="\x1b[31mred")
    entries = [
        changed_entry(one, cites=("\x1b[31mred",)) if isinstance(one, EventEntry) else one for one in log.entries
    ]
    (folder / "red.jsonl").write_bytes(text_of(chained(header, entries)))
    told = run(folder, "a.jsonl", "red.jsonl")
    assert "\x1b" not in told.stdout
    assert "by \\x1b[31mred" in told.stdout
    assert "  \\x1b[31mred (B)  no such clause is known here" in told.stdout
