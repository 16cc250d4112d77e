"""A game is added to the list of a folder and its log is written."""

import json
from pathlib import Path

import pytest

from colt_rules.commands import AgreeOnRuling
from colt_rules.log.errors import Malformed
from colt_rules.log.lines import read_lines
from colt_rules.players.kept_games import (
    KeptGame,
    NameTaken,
    add,
    check_free,
    entry_of,
    free_name,
    games_of,
    play_kept_game,
)
from colt_rules.players.play import new_game
from tests.logs import text_of

PLAIN = KeptGame(new_game(("tuco", "belle", "doc")), 3)
RICH = KeptGame(
    new_game(
        ("doc", "tuco", "ghost", "belle"),
        edition="fr-horses",
        modules=("base", "team"),
        powers=False,
        train=("mail", "dining", "baggage", "first-class"),
    ),
    0,
    (AgreeOnRuling("table", "ruling.draw.what-is-left", "pass"),),
    "stacking",
    "mixed",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.toml").write_text("# The list.\n", encoding="utf-8")
    return tmp_path


def test_the_list_says_of_a_game_what_is_unusual(folder: Path) -> None:
    assert entry_of("plain", PLAIN) == '[plain]\nseats = ["tuco", "belle", "doc"]\nseed = 3\n'
    entries = {"plain": PLAIN, "2.0-rich": RICH}
    (folder / "games.toml").write_text("\n".join(map(entry_of, entries, entries.values())), encoding="utf-8")
    assert games_of(folder) == entries


def test_a_game_is_added_behind_the_others_with_its_files(folder: Path) -> None:
    add(folder, "plain", PLAIN)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    add(folder, "rich", RICH)
    assert games_of(folder) == {"plain": PLAIN, "rich": RICH}
    assert (folder / "games.toml").read_bytes().startswith(before.pop("games.toml") + b"\n[rich]\n")
    before.pop("index.json")
    assert {name: (folder / name).read_bytes() for name in before} == before
    assert (folder / "rich.jsonl").read_bytes() == text_of(play_kept_game("rich", RICH))
    assert read_lines(folder / "rich.jsonl").header.seats == RICH.start.seats
    assert json.loads((folder / "index.json").read_bytes()).keys() == {"plain", "rich"}


def test_other_bots_play_another_game() -> None:
    logs = {
        bots: play_kept_game("any", KeptGame(PLAIN.start, 3, bots=bots)) for bots in ("random", "scheming", "mixed")
    }
    assert len({text_of(log) for log in logs.values()}) == 3


def test_no_log_is_written_over(folder: Path) -> None:
    file = "taken.jsonl"
    (folder / file).write_text("mine", encoding="utf-8")
    with pytest.raises(NameTaken, match="never written again"):
        add(folder, "taken", PLAIN)
    assert (folder / file).read_text(encoding="utf-8") == "mine"
    assert games_of(folder) == {}


def test_used_and_malformed_names_are_refused(folder: Path) -> None:
    add(folder, "plain", PLAIN)
    with pytest.raises(NameTaken):
        check_free(folder, "plain")
    with pytest.raises(Malformed, match="expected a name"):
        check_free(folder, "../plain")
    check_free(folder, "plainer")


def test_a_game_found_by_itself_is_called_by_its_kind(folder: Path) -> None:
    start = new_game(("player-1", "player-2"), modules=("base", "duo", "horses", "stagecoach"))
    for name in ("ru-full-duo-stagecoach", "ru-full-duo-stagecoach-2"):
        assert free_name(folder, start) == name
        add(folder, name, KeptGame(start, 1))
    assert free_name(folder, start) == "ru-full-duo-stagecoach-3"
