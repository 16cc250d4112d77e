"""`colt stats`: a table, JSON or a chart of what was counted, or an error that says what is missing."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from colt_rules.log.redaction import redacted
from colt_rules.research.native import native_engine
from colt_rules.research.statistics import read, statistics_json
from tests.cli.reading import english_words, latin_share
from tests.cli.running import run_colt
from tests.logs import kept_games, text_of
from tests.research.needing import needs_native
from tests.research.test_statistics import some
from tests.stores import cut, renamed

SMALL = ("--players", "3", "--games", "200")


stats = partial(run_colt, "stats")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kept.json"
    path.write_text(statistics_json(some()), encoding="utf-8")
    return path


def test_what_was_kept_is_shown_without_the_engine(file: Path) -> None:
    shown = stats("--from", file, "--lang", "en", status=0)
    assert "Russia, all boxes; Base game; 2 players" in shown.output
    assert re.search(r"70\.0%\s+39\.7–89\.2%", shown.output)
    assert "Poodle" in shown.output
    assert "Tied on money for first place: 20.00%." in shown.output
    assert "Nobody wins" not in shown.output
    assert "20 games, an engine 1.0, seed 7" in shown.output


def test_only_some_tables_of_it(file: Path) -> None:
    data = json.loads(stats("--from", file, "--edition", "pl-base", "--json").stdout)
    assert [table["edition"] for table in data["tables"]] == ["pl-base"]
    assert data["tables"][0]["seats"][0]["rate"] == 0.7


@pytest.mark.parametrize("lang", ["ru", "fr", "pl"])
def test_it_is_told_in_the_language_of_the_reader(file: Path, lang: str) -> None:
    told = stats("--from", file, "--lang", lang).output.replace("an engine", "")
    assert not english_words(told, lang)
    if lang == "ru":
        assert latin_share(told) < 0.01


def test_a_chart_is_written_in_that_language(file: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    assert stats("--from", file, "--svg", chart, "--lang", "ru").exit_code == 0
    assert "Красотка" in chart.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from", "{folder}/none.json"), "cannot read"),
        (("--from", "{file}", "--players", "6"), "expected games that were counted"),
        (("--from", "{file}", "--games", "5"), "leave out --games, --seed, --threads and --keep"),
        (("--from", "{file}", "--threads", "2"), "leave out --games, --seed, --threads and --keep"),
        (("--from", "{file}", "--svg", "{folder}/no/such/folder.svg"), "there is no folder"),
        (("--keep", "{folder}/no/such/folder.json"), "there is no folder"),
        (("--games", "0"), "0 is not in the range"),
        (("--edition", "klingon"), "; got 'klingon'"),
    ],
)
def test_invalid_requests_are_reported(file: Path, words: tuple[str, ...], message: str) -> None:
    assert message in stats(*(word.format(file=file, folder=file.parent) for word in words), status=2).output


def test_something_else_than_statistics_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    assert "expected statistics of format 1" in stats("--from", tmp_path / "other.json", status=2).output


def test_without_the_engine_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.research.native.PACKAGE", "colt_native_that_is_not_there")
    assert "pip install ./conformance/adapters/native" in stats(*SMALL, status=2).output


@needs_native
def test_games_are_played_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    ended = stats(*SMALL, "--edition", "all", "--variant", "base", "--keep", path, "--json", "--threads", "2", status=0)
    data = json.loads(ended.stdout)
    assert [table["edition"] for table in data["tables"]] == ["ru-full", "fr-horses", "pl-base", "ru-base"]
    assert data["games"] == 800
    assert read(path.read_bytes()).games == 800
    assert stats(*SMALL, "--edition", "all", "--json", "--threads", "1").stdout == ended.stdout


@needs_native
def test_what_the_engine_does_not_play_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_engine("tally"), "MODULES", ["base", "expert"])
    ended = stats("--variant", "marshal", status=2)
    assert "It plays ru-full, fr-horses, pl-base, ru-base with the modules base, expert;" in ended.output


# --- recorded games


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Recorded games: three that are over, one that is not, one redacted, one broken."""
    folder = tmp_path / "logs"
    (folder / "deeper").mkdir(parents=True)
    tie, base = kept_games()["polish-tie"], kept_games()["russian-base"]
    for name, text in {
        "a": text_of(tie),
        "b": text_of(renamed(tie, "again")),
        "deeper/c": text_of(base),
        "d": text_of(cut(base, 30)),
        "e": b"".join(line + b"\n" for line in redacted(base, "tuco")),
        "f": text_of(base)[:-50],
    }.items():
        (folder / f"{name}.jsonl").write_bytes(text)
    return folder


def test_recorded_games_are_counted_and_the_others_named(logs: Path) -> None:
    shown = stats("--from-logs", logs, "--lang", "en", "--workers", 2, status=1)
    assert "Poland, 2015; Base game; 4 players" in shown.output
    assert "Other winners if every bullet counted for the tie-break: 100.00%." in shown.output
    assert "3 games counted from their logs" in shown.output
    assert "at random" not in shown.output
    for kind, name in (("is not over", "d"), ("redacted for one role", "e"), ("are broken", "f")):
        assert re.search(rf"Not counted, because [^\n]*{kind}: 1\n    colt audit \S*/{name}\.jsonl", shown.output)
    data = json.loads(stats("--from-logs", logs, "--json").stdout)
    assert [(table["edition"], table["games"]) for table in data["tables"]] == [("pl-base", 2), ("ru-base", 1)]
    assert data["tables"][0]["characters"]["belle"]["wins"] == 2
    assert {kind: group["logs"] for kind, group in data["left_out"].items()} == {
        "redacted": 1,
        "unfinished": 1,
        "broken": 1,
    }
    assert data == json.loads(stats("--from-logs", logs, "--json", "--workers", 1).stdout)


def test_the_games_of_a_store_are_counted_kept_and_drawn(logs: Path, tmp_path: Path) -> None:
    store, kept, chart = tmp_path / "games.db", tmp_path / "kept.json", tmp_path / "chart.svg"
    run_colt("log", "import", logs / "a.jsonl", logs / "deeper", log=store, status=0)
    counted = stats("--from-logs", store, "--keep", kept, "--svg", chart, "--lang", "en", status=0).output
    assert stats("--from", kept, "--lang", "en", status=0).output == counted
    assert "Who won the recorded games" in chart.read_text(encoding="utf-8")
    only = json.loads(stats("--from-logs", store, "--edition", "ru-base", "--json", status=0).stdout)
    assert [table["edition"] for table in only["tables"]] == ["ru-base"]


@pytest.mark.parametrize("lang", ["ru", "fr", "pl"])
def test_recorded_games_are_told_in_the_language_of_the_reader(logs: Path, lang: str) -> None:
    told = re.sub(r"colt audit.*|`colt audit`", "", stats("--from-logs", logs, "--lang", lang, status=1).output)
    assert not english_words(told, lang)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from-logs", "{folder}/none"), "which does not exist"),
        (("--from-logs", "{folder}"), "a folder without *.jsonl"),
        (
            ("--from-logs", "{folder}", "--seed", "1"),
            "--from-logs plays no games: leave out --games, --seed and --threads",
        ),
        (("--from-logs", "{folder}", "--published"), "expected one of --from, --from-logs and --published"),
        (("--from-logs", "postgresql://nobody:secret@localhost:1/none"), "cannot be reached"),
    ],
)
def test_what_cannot_be_counted_is_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    told = stats(*(word.format(folder=tmp_path) for word in words), status=2).output
    assert message in told
    assert "secret" not in told


def test_a_place_without_a_finished_game_is_told(logs: Path) -> None:
    told = stats("--from-logs", logs / "d.jsonl", "--lang", "en", status=2).output
    assert "expected at least one finished game in a complete log, got none" in told
    assert "the game is not over: 1" in told
