"""Tests that each event of the balloon changes exactly what it says."""

from copy import deepcopy
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import evolve
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.balloon_ride import events as e
from colt_rules.rules.balloon_ride.evolve import EVOLVE
from colt_rules.rules.balloon_ride.model import BalloonRide, balloon_of

MODULES = ("base", "balloon-ride")
SKETCH = """
    car    |      | mail          | dining    | balloon |
    roof   | tuco |               |           | doc     |
    inside | M    | ghost sandbag | belle     |         |
"""
HANDS = {bandit: [f"{bandit}-move"] for bandit in ("tuco", "doc", "ghost", "belle")}


def scheming(**options: Any) -> Game:
    """Doc is in the balloon with a heavy sandbag, and it is his turn."""
    given = {"loot": {"doc": ["sandbag:heavy"]}, "hands": HANDS, "first": "doc", **options}
    return board(SKETCH, modules=MODULES, **given)


GAME = scheming()
BAGS = balloon_of(GAME).sandbags
PLACED = e.SandbagPlaced("sandbag-7", "light", "mail.inside")
THROWN = e.SandbagThrown("doc", "doc", "sandbag-2", "heavy", 2)

CASES: list[tuple[e.Event, dict[str, Any]]] = [
    (
        PLACED,
        {
            "floor": {**GAME.floor, "mail.inside": (*GAME.floor.get("mail.inside", ()), "sandbag-7")},
            "values": {**GAME.values, "sandbag-7": 0},
            "balloon_ride": BalloonRide({**BAGS, "sandbag-7": "light"}),
        },
    ),
    (
        THROWN,
        {
            "figures": {**GAME.figures, "doc": changed(GAME.figures["doc"], loot=())},
            "round": changed(GAME.round, order=GAME.round.order[1:]),
            "balloon_ride": BalloonRide({token: kind for token, kind in BAGS.items() if token != "sandbag-2"}, 2),
        },
    ),
]


@pytest.mark.parametrize(("event", "fields"), CASES, ids=[event.__class__.__name__ for event, _ in CASES])
def test_an_event_changes_what_it_says_and_nothing_else(event: e.Event, fields: dict[str, Any]) -> None:
    game: Game = deepcopy(GAME)
    assert evolve(GAME, event) == changed(GAME, **fields)
    assert game == GAME


def test_every_event_is_tried() -> None:
    assert {event.__class__ for event, _ in CASES} == EVOLVE.keys()
