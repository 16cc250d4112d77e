"""`colt audit` and `colt log verify` over many logs: the report, and what may go wrong."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from colt_rules.archive.judging import judge
from colt_rules.archive.logs import logs_at
from colt_rules.archive.overview import EXAMPLES, MOST_GROUPS, MOST_NAMED, OTHERS, Overview, reproduced
from colt_rules.archive.sharing import Failed
from colt_rules.languages import LANGUAGES
from colt_rules.log.opening import open_store
from colt_rules.model.record import changed
from tests.archive.hostile import hostile_logs, write_hostile
from tests.archive.test_judging import NEVER, wrong
from tests.cli.running import run_colt
from tests.logs import played, text_of
from tests.stores import cut, fill, own_database


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with a subfolder and a few logs: three sound, two with a fault, one that is none."""
    folder = tmp_path / "my logs"
    (folder / "more").mkdir(parents=True)
    for name, text in {
        "a": text_of(played()),
        "b": text_of(cut(played(), 40)),
        "more/c": text_of(cut(played(), 50)),
        "d": wrong(),
        "more/e": wrong(),
        "f": b"words\n",
    }.items():
        (folder / f"{name}.jsonl").write_bytes(text)
    return folder


def facts(*words: object, status: int) -> Any:
    return json.loads(run_colt(*words, "--json", status=status).stdout)


def test_a_folder_is_told_by_clause_kind_and_program_with_the_commands_that_look_closer(logs: Path) -> None:
    told = run_colt("audit", logs, status=1).stdout
    assert told.startswith("6 logs: 3 sound, 2 with faults, 1 unreadable.\n")
    assert re.search(r"Logs by the program that wrote them:\n  colt-rules .*: 5 logs, 2 with faults\n", told)
    commands = {line.strip() for line in told.split("\n") if line.startswith("    colt ")}
    assert f"colt audit '{logs}/d.jsonl'" in commands
    for command in commands:
        words = shlex.split(command.partition("   ")[0])
        assert run_colt(*words[1:]).exit_code in (1, 2), "each shows the fault, or why it cannot be read"
    again = run_colt("audit", logs, status=1).stdout
    assert again == told.replace("unreadable.\n", "unreadable.\nJudged in an earlier run: 6.\n", 1)
    assert run_colt("audit", "--fresh", "--workers", 1, logs, status=1).stdout == told


def test_the_same_for_programs(logs: Path) -> None:
    data = facts("audit", logs, status=1)
    counts = {name: data[name] for name in ("logs", "sound", "with_faults", "unreadable", "growing")}
    assert counts == {"logs": 6, "sound": 3, "with_faults": 2, "unreadable": 1, "growing": 0}
    (unreadable,) = data["unreadable_logs"]
    assert unreadable["command"] == f"colt audit '{logs}/f.jsonl'"
    assert unreadable["why"].startswith("line 1: ")
    alone = facts("audit", logs / "d.jsonl", status=1)["rules"]["departures"][0]
    clause = next(one for one in data["by_clause"] if one["clause"] == alone["clauses"][0])
    assert (clause["logs"], len(clause["examples"])) == (2, 2)
    assert clause["examples"][0]["at_command"] == alone["command"]


def test_the_report_is_told_in_every_language(logs: Path) -> None:
    told = {run_colt("audit", logs, "--lang", lang, status=1).stdout for lang in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert not any(re.search(r"[{}\[\]]", one) for one in told)


def test_several_names_may_be_files_folders_stores_and_games(logs: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        fill(store, played(2))
    data = facts("--log", path, "audit", logs / "a.jsonl", logs / "more", path, "game-2", status=1)
    assert (data["logs"], data["sound"]) == (5, 4)


def test_a_store_is_judged_game_by_game(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        for seed in (1, 2):
            fill(store, played(seed), 40)
        store.rows("UPDATE words SET word = 'nobody' WHERE kind = 'edition' AND game = 2")
    assert run_colt("audit", path, status=0).stdout.startswith("2 logs: 2 sound.\n")
    data = facts("log", "verify", path, status=1)
    assert [(one["kind"], one["logs"]) for one in data["by_kind"]] == [("search", 1)]
    assert data["by_kind"][0]["examples"][0]["command"] == f"colt --log {path} log verify game-2"
    assert facts("log", "verify", path, "--finished", status=1)["by_kind"][0]["kind"] == "unfinished"


def test_games_on_a_server_are_judged_counted_and_archived_like_logs_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for seed in (1, 2):
        (folder / f"{seed}.jsonl").write_bytes(text_of(played(seed)))
    with own_database() as server:
        run_colt("--log", server, "log", "import", folder, "--workers", 2, status=0)
        for command in ("audit", "log verify"):
            data = facts(*command.split(), server, "--workers", 2, status=0)
            assert (data["logs"], data["sound"]) == (2, 2), command
        for words in (("stats", "--from-logs"), ("what-if", "--edition", "pl-base")):
            of_server, of_folder = (facts(*words, place, status=0) for place in (server, folder))
            assert counts_in(of_server) == counts_in(of_folder), words
        done = facts("log", "archive", server, folder, "--into", tmp_path / "archive", status=0)
        assert (done["added"], done["there_already"]) == (2, 2)
        run_colt("log", "archive", server, "--into", tmp_path / "archive", "--check", status=0)


def counts_in(data: Any) -> list[int | float]:
    """All numbers in these facts: what is counted, without where it is from."""
    if isinstance(data, dict | list):
        return [number for each in (data.values() if isinstance(data, dict) else data) for number in counts_in(each)]
    return [data] if isinstance(data, int | float) else []


def test_verifying_the_chain_names_what_was_changed(logs: Path) -> None:
    assert facts("log", "verify", logs, "--chain", status=1)["with_faults"] == 0
    broken = (logs / "a.jsonl").read_bytes().replace(b'"command":9', b'"command":8', 1)
    (logs / "a.jsonl").write_bytes(broken)
    data = facts("log", "verify", logs, "--chain", status=1)
    assert data["with_faults"] == 1
    assert data["by_kind"][0]["examples"][0]["command"] == f"colt log verify --chain '{logs}/a.jsonl'"


def test_a_seal_can_be_asked_for_in_many(logs: Path) -> None:
    data = facts("audit", logs / "a.jsonl", logs / "b.jsonl", "--sealed", "ab" * 32, status=1)
    assert [(one["kind"], one["logs"]) for one in data["by_kind"]] == [("unsealed", 2)]


def test_hostile_logs_among_many_are_named_without_a_traceback(logs: Path) -> None:
    write_hostile(logs)
    done = run_colt("audit", logs, status=1)
    assert done.stdout.startswith(f"{6 + len(hostile_logs())} logs: 3 sound, ")
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
    named = {name for name in hostile_logs() if name in done.stdout}
    assert len(named) > 8


def test_a_broken_file_of_results_is_told_and_the_logs_are_judged(logs: Path, cache: Path) -> None:
    (cache / "colt-rules").mkdir()
    (cache / "colt-rules" / "results.db").write_bytes(b"words" * 1000)
    done = run_colt("audit", logs, status=1)
    assert done.stdout.startswith("6 logs: 3 sound")
    assert "Results are not kept for the next run: " in done.stderr


def test_standard_input_is_judged_alone(logs: Path) -> None:
    told = run_colt("audit", "-", logs, given=b"", status=2).stderr
    assert "standard input holds one log; judge it alone" in told


def test_an_unknown_game_among_several_is_told_before_any_is_judged(logs: Path, tmp_path: Path) -> None:
    told = run_colt("--log", tmp_path / "games.db", "audit", logs, "more", status=2)
    assert "there is neither a game nor a file called 'more'" in told.stderr
    assert told.stdout == ""


def test_what_is_at_no_place_is_told(tmp_path: Path) -> None:
    assert "got a folder without *.jsonl" in run_colt("audit", tmp_path, status=2).stderr
    assert "expected a file or an address with postgresql://" in run_colt("audit", "http://x", status=2).stderr


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on_where_it_stopped(tmp_path: Path, by: signal.Signals) -> None:
    for number in range(150):
        (tmp_path / f"{number:03}.jsonl").write_bytes(text_of(cut(played(), 60)) if number else text_of(played()))
    # A shell lets programs in the background ignore interrupts, and so does all that they start.
    code = "import signal; signal.signal(2, signal.default_int_handler); import colt_rules.__main__"
    command = [sys.executable, "-c", code, "audit", str(tmp_path), "--workers", "1", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as stopped:
        kept = Path(os.environ["XDG_CACHE_HOME"]) / "colt-rules" / "results.db"
        deadline = time.monotonic() + 60
        while not has_results(kept) and time.monotonic() < deadline:
            time.sleep(0.05)
        stopped.send_signal(by)
        told = stopped.communicate()[1]
    assert ("The same command goes on from there." in told) == (by == signal.SIGINT)
    assert facts("audit", tmp_path, status=0)["judged_before"] > 0


def has_results(path: Path) -> bool:
    import sqlite3

    if not path.exists():
        return False
    with sqlite3.connect(path) as connection:
        try:
            found = connection.execute("SELECT 1 FROM results LIMIT 1").fetchone() is not None
        except sqlite3.OperationalError:
            found = False
    connection.close()
    return found


# --- the overview


def test_an_overview_does_not_grow_with_the_number_of_logs(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(wrong())
    (name,) = logs_at(str(tmp_path))
    found = judge(name, "audit", NEVER)
    overview = Overview()
    for number in range(MOST_GROUPS + 500):
        each = changed(name, place=f"{9_999 - number}.jsonl")
        faults = tuple(changed(one, clauses=(f"clause-{number}",)) for one in found.faults)
        overview.add(each, changed(found, made_by=f"program {number}", faults=faults))
        overview.add(each, Failed("it is gone"))
    assert overview.unreadable.logs == MOST_GROUPS + 500
    assert [example[0].place for example in overview.unreadable.examples] == sorted(
        f"{9_999 - number}.jsonl" for number in range(MOST_GROUPS + 500)
    )[:MOST_NAMED]
    groups = dict(overview.by_clause)
    assert len(groups) == MOST_GROUPS + 1
    assert (groups[OTHERS].logs, len(groups[OTHERS].examples)) == (500, EXAMPLES)
    assert len(overview.programs) == MOST_GROUPS + 1


def test_no_command_shows_a_password() -> None:
    from colt_rules.archive.logs import LogName

    address = LogName("postgresql://me:secret@host/games", "game 1")
    assert reproduced(address, "audit") == "colt --log 'postgresql://me:***@host/games' audit 'game 1'"
