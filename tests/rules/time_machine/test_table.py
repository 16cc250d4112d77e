"""Who can play with a time machine: everybody; and it stands there from the start."""

import pytest

from colt_rules.events import GameStarted, TrainBuilt
from colt_rules.kernel import NEW
from colt_rules.model.parts import part_of
from colt_rules.players.table import variants
from colt_rules.rules.time_machine.events import TimeMachinePlaced
from colt_rules.rules.time_machine.model import TimeMachine
from tests.rules.sittings import cited, claiming, sitting, told
from tests.tables import CARS
from tests.verdicts import accepted, refusal

PLAYED = {frozenset(modules): variant for (edition, variant), modules in variants().items() if edition == "ru-full"}
"""By its modules: each variant that can be played."""
BESIDE_IT = [modules for modules in PLAYED if "time-machine" not in modules and len(modules) > 1]


@pytest.mark.clause("ruling.time-machine.goes-with")
@pytest.mark.parametrize("modules", BESIDE_IT, ids=PLAYED.get)
def test_it_goes_with_whatever_is_played(modules: frozenset[str]) -> None:
    verdict = accepted(NEW, sitting(variant=PLAYED[modules | {"time-machine"}]))
    assert "ruling.time-machine.goes-with" in cited(verdict, GameStarted)


@pytest.mark.clause("ruling.time-machine.goes-with")
def test_with_the_base_game_alone_there_is_nothing_to_ask() -> None:
    verdict = accepted(NEW, sitting(variant="time-machine"))
    assert "ruling.time-machine.goes-with" not in cited(verdict, GameStarted)
    assert refusal(claiming(), sitting(variant="time-machine", edition="ru-full", seats=("tuco",)))


@pytest.mark.clause("time-machine.setup", "time-machine.one-place")
def test_it_is_put_there_as_soon_as_the_train_stands() -> None:
    verdict = accepted(NEW, sitting(variant="time-machine", seats=("tuco", "doc", "belle"), train=CARS[:3]))
    last = [event for event, _ in verdict.events][-2:]
    assert [event.__class__ for event in last] == [TrainBuilt, TimeMachinePlaced]
    assert cited(verdict, TimeMachinePlaced) == ("time-machine.setup", "time-machine.one-place")
    assert part_of(verdict.after, "time-machine") == TimeMachine()


@pytest.mark.clause("time-machine.setup")
def test_without_a_train_or_without_the_module_there_is_none() -> None:
    undrawn = accepted(NEW, sitting(variant="time-machine"))
    assert not told(undrawn, TimeMachinePlaced)
    assert part_of(undrawn.after, "time-machine") is None
    base = accepted(NEW, sitting(seats=("tuco", "doc", "belle"), train=CARS[:3]))
    assert not told(base, TimeMachinePlaced)
