"""Whether a game can reach a position: positions of real games are never doubted, and faults are reported."""

from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.conformance.cases.reachable import unreachable
from colt_rules.conformance.cases.suite import Filter, suite
from colt_rules.kernel import fold
from colt_rules.log.lines import read_lines
from colt_rules.model.names import inside
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from colt_rules.rules.rulebook import rules_of

GAMES = sorted((Path(__file__).parents[3] / "events" / "games").glob("*.jsonl"))

SOUND = """
car    |      | baggage | dining    | mail  |
roof   | tuco |         | ghost     |       |
inside | M    | purse   | purse:300 | belle |
"""


def drawn(sketch: str = SOUND, **given: Any) -> Game:
    return board(sketch, **{"pile": ["tuco-move"], **given})


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_position_of_a_kept_game_is_reachable(path: Path) -> None:
    events = [entry.event for entry in read_lines(path).events]
    for game in accumulate(events, lambda game, event: fold([event], game), initial=NEW):
        assert unreachable(game) == ()


def test_every_position_after_commands_is_reachable() -> None:
    led = [run for run in suite().runs if run.case.given.commands is not None]
    assert len(led) > 300
    assert [run.name for run in led for game in run.positions if unreachable(game)] == []


def test_what_follows_from_a_position_that_can_be_reached_can_be_reached() -> None:
    assert [
        run.name for run in suite().runs if not run.unreachable for game in run.positions if unreachable(game)
    ] == []


def test_a_drawing_may_leave_out_loot_and_rounds() -> None:
    assert unreachable(drawn()) == ()
    assert unreachable(drawn(SOUND.replace("purse:300", ""), rounds=["tunnel.2-4"], card="angry-marshal.2-4")) == ()


@pytest.mark.parametrize(
    ("sketch", "given", "reason"),
    [
        (
            SOUND.replace(" mail  |", "").replace("|       |\n", "|\n").replace("| belle |", "belle |"),
            {},
            "cars: expected 3 behind the locomotive for 3 players, got 2",
        ),
        (
            SOUND.replace("| belle |", "| jewel belle jewel |"),
            {},
            "jewels: expected at most 1, as these cars show, got 2",
        ),
        (SOUND.replace("purse:300", "purse:500 " * 3), {}, "purses: expected at most 2 of $500, as in the box, got 3"),
        (
            SOUND,
            {"bullets": {"tuco": 5}},
            "bullets: expected tuco-bullet-6 with a player, since tuco has 5 left; got it nowhere",
        ),
        (SOUND, {"neutral": 12}, "bullets: expected 13 neutral ones, got 12 left and 0 received"),
        (SOUND, {"number": 5, "rounds": ["bridge.2-4"]}, "rounds: expected at most 5, got 5 begun and 1 to come"),
        (SOUND, {"rounds": ["tunnel.2-4"]}, "rounds: expected each card once, got tunnel.2-4 more often"),
    ],
)
def test_an_unreachable_position_is_reported_with_the_reason(sketch: str, given: dict[str, Any], reason: str) -> None:
    assert unreachable(drawn(sketch, **given)) == (reason,)


def test_a_bullet_that_somebody_has_received_is_where_it_should_be() -> None:
    assert unreachable(drawn(received={"belle": ["tuco-bullet-6", "neutral-bullet"]})) == ()


def test_too_many_purses_are_told_by_all_that_they_break() -> None:
    purses = SOUND.replace("purse   |", "purse:300 purse:350 purse:400 purse purse purse |")
    sketch = purses.replace("baggage | dining    | mail ", "baggage | second-class | first-class ")
    assert unreachable(drawn(sketch)) == (
        "purses: expected at most 2 printed in these cars and 3 of the bandits, got 7",
        "purses: expected at most 2 worth more than $250, as these cars show, got 4",
    )


def test_a_station_is_the_last_round() -> None:
    game = drawn()
    station = next(card.id for card in rules_of(game).components.round_cards.values() if card.station)
    assert unreachable(changed(game, rounds=(station,))) == ()
    assert unreachable(changed(game, rounds=(station, "bridge.2-4"))) == (
        f"rounds: expected a station only as the last card, got cards after {station}",
    )


def test_the_marshal_stays_on_the_train() -> None:
    assert unreachable(changed(drawn(), marshal=inside("second-class"))) == (
        f"marshal: expected him on the train, got him at {inside('second-class')}",
    )


def test_only_what_can_be_reached_can_be_chosen() -> None:
    all_, reached = (suite().chosen(Filter(reachable=only)) for only in (False, True))
    assert reached == [run for run in all_ if not run.unreachable]
    assert 0 < len(reached) < len(all_)


def test_most_cases_can_be_reached_and_most_have_the_cars_of_their_table() -> None:
    runs = [run for run in suite().runs if run.given.train]
    assert sum(not run.unreachable for run in runs) > len(runs) / 2
    assert sum(not any(told.startswith("cars:") for told in run.unreachable) for run in runs) > len(runs) * 2 / 3
