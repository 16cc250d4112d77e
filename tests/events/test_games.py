"""The kept games: every version reads them, folds them to the state they always led to, and finds nothing wrong.

The files are never made again. If a test here fails, the code is wrong, or a version has to be raised and old
events lifted.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest

from colt_rules.events import CardPlayed, GameStarted, PileTurned
from colt_rules.kernel import evolve
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.entries import Recording
from colt_rules.log.lines import read_lines
from colt_rules.log.replay import replay
from colt_rules.log.verifying import check
from colt_rules.model.names import is_bullet, owner_and_action, owner_of
from colt_rules.model.state import NEW, Cards, Draw, Figure, Game, Options, Played, Round, Standing
from colt_rules.modules import MODULES
from colt_rules.players.covering import demanded, shown
from colt_rules.players.keep import fields_now, games_of, keep, states
from colt_rules.rules.base.box import BOX
from colt_rules.rules.duo.events import CardAdded
from colt_rules.rules.expert.events import HandKept
from colt_rules.rules.team.events import PartnerCardDrawn
from tests.conftest import A_FEW
from tests.kinds import why_never
from tests.logs import end_of_kept, kept_games, text_of

FOLDER = Path(__file__).parents[2] / "events" / "games"
FIELDS = {
    field.name for part in (Game, Round, Options, Figure, Cards, Played, Draw, Standing) for field in attrs.fields(part)
}
"""Keys that are fields of a class, which may get more; all other keys are places, bandits, seats and tokens."""
INDEX: dict[str, dict[str, Any]] = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def logs() -> Mapping[str, Recording]:
    return kept_games()


def starts(logs: Mapping[str, Recording]) -> list[GameStarted]:
    return [entry.event for log in logs.values() for entry in log.events if isinstance(entry.event, GameStarted)]


def test_the_index_names_every_file() -> None:
    assert sorted(INDEX) == sorted(path.stem for path in FOLDER.glob("*.jsonl"))
    assert sorted(INDEX) == sorted(path.stem for path in FOLDER.glob("*.states"))
    assert sorted(["new.state.json", *(f"{name}.state.json" for name in INDEX)]) == sorted(
        path.name for path in FOLDER.glob("*.state.json")
    )
    assert {f"fields-{facts['fields']}.json" for facts in INDEX.values()} == {
        path.name for path in FOLDER.glob("fields-*.json")
    }
    assert len(INDEX) >= 8


def test_of_every_game_the_list_tells_what_was_agreed(logs: Mapping[str, Recording]) -> None:
    told = games_of(FOLDER)
    assert told.keys() == INDEX.keys()
    for name, log in logs.items():
        given = [entry.command for entry in log.commands]
        kept = told[name]
        assert given[: len(kept.claims) + 1] == [*kept.claims, kept.start], name


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_leads_to_the_state_it_always_led_to(name: str) -> None:
    kept = (FOLDER / f"{name}.state.json").read_bytes()
    assert sha256(kept.rstrip(b"\n")).hexdigest() == INDEX[name]["final_state"]
    assert_says(to_data(end_of_kept(name)), json.loads(kept), name)


def test_every_game_begins_with_the_kept_empty_state() -> None:
    assert_says(to_data(NEW), json.loads((FOLDER / "new.state.json").read_bytes()), "new")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in A_FEW else pytest.mark.thorough) for name in INDEX]
)
def test_a_kept_game_agrees_after_every_event(name: str, logs: Mapping[str, Recording]) -> None:
    fields = json.loads((FOLDER / f"fields-{INDEX[name]['fields']}.json").read_bytes())
    kept = (FOLDER / f"{name}.states").read_text(encoding="ascii").splitlines()
    assert list(states(logs[name], fields)) == kept
    assert len(kept) == INDEX[name]["events"]
    if fields == fields_now():
        assert kept[-1] == INDEX[name]["final_state"]


def test_a_field_that_came_later_is_not_hashed(logs: Mapping[str, Recording]) -> None:
    """Seen from a version that knew neither the neutral bullets nor the loot of a bandit."""
    log, fields = logs["three-plain"], fields_now()
    old = {
        **fields,
        "Game": [name for name in fields["Game"] if name != "neutral"],
        "Figure": [name for name in fields["Figure"] if name != "loot"],
    }
    end = to_data(replay(log))
    del end["neutral"]
    for figure in end["figures"].values():
        del figure["loot"]
    assert list(states(log, old))[-1] == sha256(to_json(end)).hexdigest()


def assert_says(state: Any, kept: Any, where: str) -> None:
    """The state says everything that the kept one says. It may say more: a later version can know more fields."""
    if isinstance(kept, dict):
        for key, value in kept.items():
            assert key in state, f"{where} has no {key}"
            assert_says(state[key], value, f"{where}.{key}")
        if not kept or not set(kept) <= FIELDS:
            assert set(state) == set(kept), where
    elif isinstance(kept, list):
        assert len(state) == len(kept), where
        for index, (new, old) in enumerate(zip(state, kept, strict=True)):
            assert_says(new, old, f"{where}[{index}]")
    else:
        assert state == kept, where


def test_a_state_that_says_less_or_other_is_not_the_kept_one() -> None:
    assert_says({"phase": "over", "new": 1}, {"phase": "over"}, "")
    for other in ({"phase": "new"}, {}, {"phase": ["over"]}):
        with pytest.raises(AssertionError):
            assert_says(other, {"phase": "over"}, "")
    with pytest.raises(AssertionError):
        assert_says({"mail.roof": ["purse-1"], "mail.inside": ["purse-2"]}, {"mail.roof": ["purse-1"]}, "")


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_is_sound(name: str, logs: Mapping[str, Recording]) -> None:
    assert check(logs[name]) == []


@pytest.mark.parametrize("name", INDEX)
def test_a_kept_game_is_as_it_was_kept(name: str, logs: Mapping[str, Recording]) -> None:
    text = (FOLDER / f"{name}.jsonl").read_bytes()
    assert text_of(logs[name]) == text
    lines = [line for line in text.splitlines() if b'"type":"EndOfLog"' not in line]
    assert sha256(lines[-1]).hexdigest() == INDEX[name]["last_line"]
    assert len(logs[name].commands) == INDEX[name]["commands"]
    assert len(logs[name].events) == INDEX[name]["events"]
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
    plain.write_bytes(b"touched")
    index = (tmp_path / "index.json").read_bytes()
    everything.unlink()
    assert keep(tmp_path) == [everything]
    assert plain.read_bytes() == b"touched"
    assert (tmp_path / "index.json").read_bytes() == index
    assert check(read_lines(everything)) == []


def test_a_game_kept_with_new_fields_says_which_and_leaves_the_old_list_alone(tmp_path: Path) -> None:
    (tmp_path / "fields-1.json").write_text('{"Game": ["phase"]}', encoding="utf-8")
    (tmp_path / "games.toml").write_text(PLAIN, encoding="utf-8")
    keep(tmp_path)
    assert json.loads((tmp_path / "index.json").read_bytes())["three-plain"]["fields"] == 2
    assert json.loads((tmp_path / "fields-2.json").read_bytes()) == fields_now()
    assert (tmp_path / "fields-1.json").read_text(encoding="utf-8") == '{"Game": ["phase"]}'
    assert len((tmp_path / "three-plain.states").read_bytes().splitlines()) == len(
        read_lines(tmp_path / "three-plain.jsonl").events
    )
