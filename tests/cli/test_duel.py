"""`colt conformance duel`: what it says, what it writes, and how it ends."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from colt_rules.archive import sharing
from colt_rules.archive.sharing import Failed
from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.fuzzing.duel import DuelGame, Duelist
from colt_rules.log.lines import read_lines
from colt_rules.log.verifying import check
from tests.cli.running import run_colt
from tests.conformance.fuzzing.supporting import supporting

pytestmark = pytest.mark.thorough

SET_UP = reference(mutant="setup.placement.inside/on-the-roofs")
"""A fault that shows in the first commands of every game."""
duel = partial(run_colt, "conformance", "duel")


Games: TypeAlias = Iterator[tuple[int, DuelGame | Failed]]


def played_here(play: Duelist, seeds: Sequence[int], workers: int) -> Games:
    """Play the games in this process, which is quicker for a few."""
    with closing(play):
        for seed in seeds:
            yield seed, play(seed)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are played in this process."""
    monkeypatch.setattr(sharing, "shared", played_here)


BASE = ("--edition", "ru-full", "--variant", "base")


def test_games_without_a_difference_are_counted(tmp_path: Path) -> None:
    """This test plays them in two processes."""
    out = tmp_path / "found.yaml"
    result = duel("--adapter", reference(), "--games", 3, "--workers", 2, *BASE, "--out", out, status=0)
    words = r"3 games compared to the end from seed 0, \d+ commands and [\d,]+ answers in all: no difference\."
    assert re.fullmatch(words + r" \d+\.\d games a second\.\n", result.stdout)
    assert not out.exists()


@pytest.mark.usefixtures("here")
def test_the_longest_games_are_kept_as_logs(tmp_path: Path) -> None:
    words = ("--adapter", reference(), "--games", 2, *BASE, "--keep", tmp_path / "longest", "--json")
    told = json.loads(duel(*words, status=0).stdout)
    assert [len(told["longest"]), told["games"], told["found"]] == [2, 2, []]
    assert told["longest"][0]["events"] > told["longest"][1]["events"]
    for game in told["longest"]:
        log = Path(game["file"])
        assert check(read_lines(log)) == []
        assert json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["events"] == game["events"]


@pytest.mark.usefixtures("here")
def test_a_difference_is_told_once_and_written_as_a_case_that_runs(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = duel("--adapter", SET_UP, "--games", 2, *BASE, "--out", out, status=1)
    assert "Reproduce it: --seed 0 --games 1 --edition ru-full --variant base" in result.stdout
    assert re.search(r"Met again \d+ times?: ", result.stdout)
    assert re.search(r"commands and \d+ answers in all: 1 difference\.", result.stdout)
    assert out.read_text(encoding="utf-8").startswith("# Found by `colt conformance duel` against ")
    for adapter, status in ((reference(), 0), (SET_UP, 1)):
        run_colt("conformance", "run", "--file", out, "--adapter", adapter, status=status)


@pytest.mark.usefixtures("here")
def test_what_the_engine_does_not_support_is_not_played_and_told(tmp_path: Path) -> None:
    command = supporting(tmp_path, reference(), ("pl-base",), ("base",))
    words = ("--adapter", command, "--games", 1, "--variant", "base", "--variant", "duo")
    result = duel(*words, status=0)
    missing = ["duo", "expert", "fr-horses", "ru-base", "ru-full"]
    words_told = f"Not played: 7 of 8 kinds of games, because the engine does not support {', '.join(missing)}."
    assert words_told in result.stdout
    told = json.loads(duel(*words, "--json", status=0).stdout)
    assert told["unsupported"] == {"kinds": 7, "names": missing}
    refused = duel("--adapter", command, "--variant", "duo", status=2)
    assert "expected an engine that supports one of these games, got one without " in refused.output


SKIPPING = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = {"type": "skipped", "reason": "later"}
    if request["type"] == "start":
        answer = {"type": "started", "protocol": 1, "name": "lazy", "version": "1", "editions": ["ru-full"],
                  "modules": ["base"], "levels": ["outcome"]}
    print(json.dumps({**answer, "seq": request["seq"]}), flush=True)
"""


@pytest.mark.usefixtures("here")
def test_a_duel_in_which_nothing_was_compared_is_not_valid(tmp_path: Path) -> None:
    (tmp_path / "lazy.py").write_text(SKIPPING, encoding="utf-8")
    result = duel("--adapter", f"python3 {tmp_path / 'lazy.py'}", "--games", 3, *BASE, status=2)
    assert "Skipped 3 games: later" in result.stdout
    assert "0 games compared to the end" in result.stdout


def interrupted(play: Duelist, seeds: Sequence[int], workers: int) -> Games:
    """The first and the third game are played before somebody interrupts."""
    yield from played_here(play, (seeds[0], seeds[2]), workers)
    raise KeyboardInterrupt


def test_an_interrupted_duel_says_what_was_done_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "shared", interrupted)
    words = ("--adapter", reference(), "--games", 50, "--seed", 7, "--variant", "base", "--edition", "ru-full")
    result = duel(*words, "--keep", tmp_path, status=130)
    assert "Interrupted. 2 games compared to the end from seed 7" in result.stderr
    assert "Go on with: --seed 8 --games 49 --edition ru-full --variant base" in result.stderr
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == [
        "duel-7-ru-full-base.jsonl",
        "duel-9-ru-full-base.jsonl",
    ]


def test_a_game_that_cannot_be_played_is_told_and_the_others_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_fails(play: Duelist, seeds: Sequence[int], workers: int) -> Games:
        yield seeds[0], Failed("the process that worked on it was killed")
        yield from played_here(play, seeds[1:], workers)

    monkeypatch.setattr(sharing, "shared", one_fails)
    result = duel("--adapter", reference(), "--games", 2, *BASE, status=2)
    assert "Seed 0 could not be played: the process that worked on it was killed." in result.stdout
    assert "1 game compared to the end" in result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "expected --adapter COMMAND"),
        (("--adapter", "no-such-program"), "expected a program to run as 'no-such-program'"),
        (("--adapter", "cat", "--edition", "pl-base", "--variant", "team"), "pl-base cannot be played as team"),
        (("--adapter", "cat", "--out", "no/folder/found.yaml"), "expected a folder to write"),
    ],
)
def test_what_cannot_be_run_is_told(words: tuple[str, ...], told: str) -> None:
    assert told in duel(*words, status=2).output
