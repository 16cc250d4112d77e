"""`colt games` keeps games and says what the kept ones lack."""

import json
from pathlib import Path
from shutil import copy

import pytest
from click.testing import Result

from colt_rules.players import coverage
from colt_rules.players.kept_games import games_of
from colt_rules.rules.editions import EDITIONS
from tests.cli.running import run_colt

KEPT = Path(__file__).parents[2] / "events" / "games"

TWICE = [
    *("--ruling", "ruling.gunslinger.nobody-fired=nobody"),
    *("--ruling", "ruling.gunslinger.nobody-fired=empty-stack"),
]
"""Two answers to one question."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one kept game."""
    (tmp_path / "games.toml").write_text('[plain]\nseats = ["ghost", "doc", "django"]\nseed = 21\n', encoding="utf-8")
    copy(KEPT / "three-plain.jsonl", tmp_path / "plain.jsonl")
    return tmp_path


def run(folder: Path, *words: str, status: int | None = None) -> Result:
    return run_colt("games", *words, "--folder", folder, status=status)


def test_a_game_with_something_new_is_kept(folder: Path) -> None:
    result = run(folder, "keep", "polish", "--edition", "pl-base", "--variant", "expert", "--seed", "4", status=0)
    assert "pair       base expert\n" in result.output
    assert result.output.splitlines()[-1].startswith("Kept polish with ")
    kept = games_of(folder)["polish"]
    assert (kept.start.edition, kept.start.modules, kept.seed) == ("pl-base", ("base", "expert"), 4)
    assert (folder / "polish.jsonl").is_file()


def test_a_seed_that_is_left_out_is_the_first_that_shows_something_new(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = iter([set(), set(), {("event", "BalloonBurst")}])
    monkeypatch.setattr(coverage, "shown_in", lambda folder: set())
    monkeypatch.setattr(coverage, "shown", lambda log: next(games))
    told = json.loads(run(folder, "keep", "third", "--json").output)
    assert (told["game"], told["seed"], told["adds"]) == ("third", 2, ["event BalloonBurst"])


def test_a_game_with_nothing_new_is_kept_only_if_told_to(folder: Path) -> None:
    words = ("--players", "3", "--seed", "1")
    assert run(folder, "keep", "once", *words).exit_code == 0
    assert "nothing new in 1 game" in run(folder, "keep", "twice", *words, status=1).output
    assert not (folder / "twice.jsonl").exists()
    assert "Kept twice with nothing new in it" in run(folder, "keep", "twice", *words, "--anyway", status=0).output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["plain"], "has a game plain, and a kept game is never written again: choose another name"),
        (["../plain"], "expected a name"),
        (["x", "--edition", "moon-base"], f"{EDITIONS[-1]}; got 'moon-base'"),
        (["x", "--variant", "solo"], "such as base, expert, duo; got 'solo'"),
        (["x", "--edition", "pl-base", "--variant", "team"], "ruling.edition.modules: "),
        (["x", "--players", "2"], "setup.players: "),
        (
            ["x", "--ruling", "ruling.draw.what-is-left=all"],
            "perhaps ruling.draw.what-is-left=pass; got",
        ),
        (["x", "--ruling", "ruling.duo.any-chosen-card=actions-only"], "is about duo, which is not in this game"),
        (["x", *TWICE], "ruling.command.form: "),
        (["x", "--edition", "pl-base", "--ruling", "ruling.rounds.face-down=face-up"], "leave out the house rule"),
    ],
)
def test_what_cannot_be_kept_is_told_and_nothing_is_written(folder: Path, words: list[str], told: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert told in run(folder, "keep", *words, status=2).output
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_without_a_list_is_told(tmp_path: Path) -> None:
    assert f"expected a list of kept games in {tmp_path / 'games.toml'}" in run(tmp_path, "missing", status=2).output


def test_what_is_missing_is_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    things = {("event", f"Burst{number}") for number in range(9)} | {("turn", "windy")}
    monkeypatch.setattr(coverage, "demanded", lambda: things)
    result = run(folder, "missing", status=1)
    assert "Burst7 and 1 more\n" in result.output
    assert f"10 things that no game in {folder} shows." in result.output
    assert json.loads(run(folder, "missing", "--json").output) == {
        "kept": [],
        "missing": [" ".join(thing) for thing in sorted(things)],
    }


def test_what_is_missing_is_found_and_kept_and_the_rest_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {("pair", "base cursed-loot"), ("event", "GameEnded")}
    monkeypatch.setattr(coverage, "demanded", lambda: wanted)
    result = run(folder, "missing", "--keep", status=0)
    assert "Kept ru-full-cursed-loot with 1 thing new in it" in result.output
    assert "Nothing is missing" in result.output
    assert run(folder, "missing").exit_code == 0
    wanted.add(("event", "BalloonBurst"))
    assert "1 thing that no game" in run(folder, "missing", "--keep", "--tries", "2", status=1).output
    assert list(games_of(folder)) == ["plain", "ru-full-cursed-loot"]


def test_the_kept_games_of_this_checkout_lack_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(KEPT.parents[1])
    result = run_colt("games", "missing")
    assert (result.exit_code, result.output) == (
        0,
        "Nothing is missing: the games in events/games show everything they must.\n",
    )


def test_the_index_of_this_checkout_is_right_and_a_difference_is_told(folder: Path) -> None:
    assert run(KEPT, "index").exit_code == 0
    result = run(folder, "index")
    assert (result.exit_code, result.output) == (1, "plain: a log that the index does not have\n")
    assert run(folder, "index", "--update").exit_code == 0
    assert run(folder, "index").exit_code == 0
