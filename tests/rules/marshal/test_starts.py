"""An engine may set up a game whose table has named the loot of the prison car."""

from collections.abc import Sequence

import pytest

from colt_rules.commands import Command
from colt_rules.conformance.protocol.messages import Dealt
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.starts import DrawTally, faults_of, requests_of, starts
from colt_rules.modules import MODULES
from colt_rules.players.dealer import Dealer
from colt_rules.rules.marshal.commands import NameLoot


@pytest.mark.clause("ruling.prison-car.loot")
def test_purses_of_the_prison_car_are_not_taken_for_those_of_the_other_cars(monkeypatch: pytest.MonkeyPatch) -> None:
    named = list[Command]()

    def agree(dealer: Dealer, answers: Sequence[Command]) -> Command:
        purses = [one for one in answers if isinstance(one, NameLoot) and one.loot == ("purse", "purse")]
        if named or not purses:
            return answers[0]
        named.extend(purses)
        return purses[0]

    monkeypatch.setattr(Dealer, "agree", agree)
    start = next(one for one in starts(("ru-full",), MODULES) if "marshal" in one.command.modules)
    dealt = Reference(seed=1).answer(requests_of(start)[0])
    assert named
    assert isinstance(dealt, Dealt)
    assert not faults_of(start, dealt, DrawTally())
