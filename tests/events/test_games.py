"""The kept games: every version reads them, folds them to the state they always led to, and finds nothing wrong.

If a test here fails, the code is wrong, or a version has to be raised and old events lifted. Only where the state has
got another field does `colt games index --update` write other states into the index.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from colt_rules.events import CardPlayed, GameStarted, PileTurned
from colt_rules.kernel import evolve
from colt_rules.log.codec import to_json
from colt_rules.log.entries import Recording
from colt_rules.log.lines import read_lines
from colt_rules.log.verifying import check
from colt_rules.model.names import is_bullet, owner_and_action, owner_of
from colt_rules.model.state import NEW
from colt_rules.modules import MODULES
from colt_rules.players.coverage import demanded, shown
from colt_rules.players.kept_games import games_of, index_drift, keep
from colt_rules.rules.base.box import BOX
from colt_rules.rules.duo.events import CardAdded
from colt_rules.rules.expert.events import HandKept
from colt_rules.rules.team.events import PartnerCardDrawn
from tests.kinds import why_never
from tests.logs import kept_games, text_of

FOLDER = Path(__file__).parents[2] / "events" / "games"
INDEX: dict[str, dict[str, Any]] = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def logs() -> Mapping[str, Recording]:
    return kept_games()


def starts(logs: Mapping[str, Recording]) -> list[GameStarted]:
    return [entry.event for log in logs.values() for entry in log.events if isinstance(entry.event, GameStarted)]


def test_the_kept_games_lead_to_the_states_they_always_led_to() -> None:
    assert index_drift(FOLDER) == []
    assert len(INDEX) >= 8


def test_every_game_begins_with_the_kept_empty_state() -> None:
    assert to_json(NEW) + b"\n" == (FOLDER / "new.state.json").read_bytes()


def test_of_every_game_the_list_tells_what_was_agreed(logs: Mapping[str, Recording]) -> None:
    told = games_of(FOLDER)
    assert told.keys() == INDEX.keys()
    for name, log in logs.items():
        given = [entry.command for entry in log.commands]
        kept = told[name]
        assert given[: len(kept.house_rules) + 1] == [*kept.house_rules, kept.start], name


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_is_sound(name: str, logs: Mapping[str, Recording]) -> None:
    assert check(logs[name]) == []


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_is_as_it_was_kept(name: str, logs: Mapping[str, Recording]) -> None:
    text = (FOLDER / f"{name}.jsonl").read_bytes()
    assert text_of(logs[name]) == text
    assert logs[name].events[-1].type == "GameEnded"


def test_the_games_show_all_that_they_have_to(logs: Mapping[str, Recording]) -> None:
    """`colt games missing --keep` finds and keeps games that show what this names."""
    assert demanded() - set().union(*map(shown, logs.values())) == set()


@pytest.mark.parametrize("pair", [*combinations(MODULES, 2)], ids=" with ".join)
def test_every_pair_of_modules_is_played_or_refused(pair: tuple[str, str], logs: Mapping[str, Recording]) -> None:
    played = {each for log in logs.values() for each in combinations(log.header.modules, 2)}
    if why_never(pair):
        assert pair not in played
    else:
        assert pair in played, "no kept game shows it: `colt games missing --keep` finds one and keeps it"


def test_there_are_games_of_every_kind(logs: Mapping[str, Recording]) -> None:
    kinds = starts(logs)
    assert len(kinds) == len(logs)
    assert {start.powers for start in kinds} == {True, False}
    assert {(start.happenings, start.stations) for start in kinds} >= {(False, False), (True, False), (True, True)}
    assert {bool(start.train) for start in kinds} == {True, False}


def test_what_is_rare_in_a_variant_comes_up(logs: Mapping[str, Recording]) -> None:
    """A fold may be right by chance where two things seldom differ; these are the places."""
    events = [entry.event for log in logs.values() for entry in log.events]
    borrowed = [event for event in events if isinstance(event, PartnerCardDrawn)]
    assert {is_bullet(event.card) for event in borrowed} == {True, False}
    laid = [event for event in events if isinstance(event, CardPlayed) and event.seat in BOX.characters]
    assert {owner_of(event.card) == event.seat for event in laid} == {True, False}
    added = [event for event in events if isinstance(event, CardAdded)]
    assert "fire" in {owner_and_action(event.card)[1] for event in added}
    assert {event.face_down for event in added} == {True, False}
    kept = [event for event in events if isinstance(event, HandKept)]
    assert {(bool(event.kept), bool(event.discarded)) for event in kept} == {(True, True), (True, False), (False, True)}
    assert any(map(is_bullet, (card for event in kept for card in event.discarded)))


def test_a_partners_card_stays_in_hand_or_goes_on_the_deck_by_the_edition(logs: Mapping[str, Recording]) -> None:
    after = {name: list(hands_after_schemin(logs[name])) for name in ("team-four", "french-team-six")}
    assert any(after["team-four"])
    assert not any(after["french-team-six"])


def hands_after_schemin(log: Recording) -> Iterator[bool]:
    """Whenever Schemin' ends: whether somebody has cards in hand."""
    game = NEW
    for entry in log.events:
        game = evolve(game, entry.event)
        if isinstance(entry.event, PileTurned):
            yield any(cards.hand for cards in game.cards.values())


PLAIN = """
[three-plain]
seats = ["ghost", "doc", "django"]
powers = false
happenings = false
stations = false
seed = 21
"""
EVERYTHING = """
[three-everything]
seats = ["cheyenne", "tuco", "belle"]
seed = 7
"""


def test_a_game_is_added_and_never_written_again(tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(PLAIN + EVERYTHING, encoding="utf-8")
    (plain, everything) = keep(tmp_path)
    assert keep(tmp_path) == []
    other = everything.read_bytes()
    plain.write_bytes(other)
    everything.unlink()
    assert keep(tmp_path) == [everything]
    assert plain.read_bytes() == everything.read_bytes() == other
    assert check(read_lines(everything)) == []


def test_the_index_says_where_a_log_leads_to_another_state(tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(PLAIN, encoding="utf-8")
    keep(tmp_path)
    index = tmp_path / "index.json"
    states = json.loads(index.read_bytes())["three-plain"]["states"]
    assert len(states) == 382
    index.write_text(index.read_text(encoding="utf-8").replace(states[56], "01234567"), encoding="utf-8")
    assert index_drift(tmp_path) == [f"three-plain: event 57: expected the state 01234567, got {states[56]}"]
    index.write_text("{}", encoding="utf-8")
    assert index_drift(tmp_path) == ["three-plain: a log that the index does not have"]
    (tmp_path / "three-plain.jsonl").unlink()
    index.write_text(json.dumps({"gone": {}}), encoding="utf-8")
    assert index_drift(tmp_path) == ["gone: no log"]
