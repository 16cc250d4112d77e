"""What each event of the time machine changes: exactly what it says, and nothing else."""

from copy import deepcopy
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, evolve
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.evolve import EVOLVE
from colt_rules.rules.time_machine.model import BENEATH, TimeMachine

GAME = board(
    "car | | mail | time-machine |\nroof | doc | ghost | |\ninside | M | | tuco |",
    modules=("base", "time-machine"),
    number=3,
)


def of_machine(**fields: Any) -> dict[str, Any]:
    """Only this of the time machine is different afterwards."""
    return {"time_machine": TimeMachine(**fields)}


def at(place: str) -> dict[str, Any]:
    return {"figures": {**GAME.figures, "tuco": changed(GAME.figures["tuco"], place=place)}}


HIDDEN = with_part(changed(GAME, **at(BENEATH)), "time-machine", TimeMachine(hidden="tuco", car="mail"))

CASES: list[tuple[Game, Any, dict[str, Any]]] = [
    (NEW, e.TimeMachinePlaced(), of_machine()),
    (GAME, e.TimeMachineCrowded(3, ("tuco", "doc")), of_machine(crowded=3)),
    (GAME, e.TravellerStayed(3, "tuco"), of_machine(crowded=3)),
    (GAME, e.BanditHidden("tuco", "mail"), {**at(BENEATH), **of_machine(hidden="tuco", car="mail")}),
    (HIDDEN, e.BanditReappeared("tuco", "mail.inside"), {**at("mail.inside"), **of_machine()}),
    (GAME, e.TravellerRewarded("tuco", 500), of_machine(rewarded="tuco")),
]


@pytest.mark.parametrize(("game", "event", "fields"), CASES, ids=[case[1].__class__.__name__ for case in CASES])
def test_an_event_changes_what_it_says_and_nothing_else(game: Game, event: Any, fields: dict[str, Any]) -> None:
    before = deepcopy(game)
    assert evolve(game, event) == changed(game, **fields)
    assert game == before


def test_every_event_is_tried() -> None:
    assert {case[1].__class__ for case in CASES} == EVOLVE.keys()
