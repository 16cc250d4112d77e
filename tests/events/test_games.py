"""The kept games: every version reads them, folds them to the state they always led to, and finds nothing wrong.

The files are never made again. If a test here fails, the code is wrong, or a version has to be raised and old
events lifted.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS, GameStarted, HappeningStarted, TurnStarted
from colt_rules.log.codec import digest
from colt_rules.log.entries import Recording
from colt_rules.log.keep import GAMES, keep
from colt_rules.log.lines import read_lines
from colt_rules.log.replay import check, replay
from tests.logs import text_of

FOLDER = Path(__file__).parents[2] / "events" / "games"
INDEX: dict[str, dict[str, Any]] = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def logs() -> dict[str, Recording]:
    return {name: read_lines(FOLDER / name) for name in INDEX}


def starts(logs: dict[str, Recording]) -> list[GameStarted]:
    return [entry.event for log in logs.values() for entry in log.events[:1] if isinstance(entry.event, GameStarted)]


def test_the_index_names_every_file() -> None:
    assert sorted(INDEX) == sorted(path.name for path in FOLDER.glob("*.jsonl"))
    assert len(INDEX) >= 8


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_leads_to_the_state_it_always_led_to(name: str, logs: dict[str, Recording]) -> None:
    assert digest(replay(logs[name])) == INDEX[name]["final_state"]


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_is_sound(name: str, logs: dict[str, Recording]) -> None:
    assert check(logs[name]) == []


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_is_as_it_was_kept(name: str, logs: dict[str, Recording]) -> None:
    text = (FOLDER / name).read_bytes()
    assert text_of(logs[name]) == text
    assert sha256(text.splitlines()[-1]).hexdigest() == INDEX[name]["last_line"]
    assert len(logs[name].commands) == INDEX[name]["commands"]
    assert len(logs[name].events) == INDEX[name]["events"]
    assert logs[name].events[-1].type == "GameEnded"


def test_every_event_and_every_command_occurs(logs: dict[str, Recording]) -> None:
    assert {entry.type for log in logs.values() for entry in log.entries} == {*EVENTS, *COMMANDS}


def test_every_happening_and_every_kind_of_turn_occurs(logs: dict[str, Recording]) -> None:
    events = [entry.event for log in logs.values() for entry in log.events]
    assert {event.happening for event in events if isinstance(event, HappeningStarted)} == {
        "angry-marshal",
        "swivel-arm",
        "braking",
        "take-it-all",
        "passengers-rebellion",
        "marshals-revenge",
        "conductor",
        "pickpocketing",
    }
    assert {event.kind for event in events if isinstance(event, TurnStarted)} == {
        "standard",
        "tunnel",
        "speeding-up",
        "switching",
    }


def test_there_are_games_of_every_kind(logs: dict[str, Recording]) -> None:
    kinds = starts(logs)
    assert {len(start.seats) for start in kinds} == {3, 4, 5, 6}
    assert {start.powers for start in kinds} == {True, False}
    assert {(start.happenings, start.stations) for start in kinds} == {(False, False), (True, False), (True, True)}
    assert {bool(start.train) for start in kinds} == {True, False}


def test_a_game_is_added_and_never_written_again(tmp_path: Path) -> None:
    some = {name: GAMES[name] for name in ("three-plain", "three-everything")}
    (plain, everything) = keep(tmp_path, some)
    assert keep(tmp_path, some) == []
    plain.write_bytes(b"touched")
    index = (tmp_path / "index.json").read_bytes()
    everything.unlink()
    assert keep(tmp_path, some) == [everything]
    assert plain.read_bytes() == b"touched"
    assert (tmp_path / "index.json").read_bytes() == index
    assert check(read_lines(everything)) == []
