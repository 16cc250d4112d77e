"""What the time machine is worth, and who cannot win in it."""

import pytest

from colt_rules.events import GameEnded, ScoreLine
from colt_rules.kernel import settle
from tests.rules.sittings import cited, told
from tests.rules.time_machine.machines import WITH_COACH, machine

AT_THE_END = """
    car    |   | mail | dining | stagecoach | time-machine |
    roof   |   |      |        | ghost      |              |
    inside | M | doc  |        |            | tuco jewel   |
"""


@pytest.mark.clause("ruling.time-machine.escape")
def test_the_escape_catches_the_traveller_who_is_paid_all_the_same() -> None:
    verdict = settle(machine(AT_THE_END, WITH_COACH, card="escape", number=5))
    assert "ruling.time-machine.escape" in cited(verdict, GameEnded)
    (ended,) = told(verdict, GameEnded)
    assert [one.seat for one in ended.ranking] == ["ghost", "tuco", "doc"]
    assert ScoreLine("tuco", "time-machine", 500) in ended.lines


@pytest.mark.clause("ruling.time-machine.escape", "time-machine.end")
def test_in_another_round_the_traveller_can_win() -> None:
    verdict = settle(machine(AT_THE_END, WITH_COACH, card="tunnel.2-4", number=5))
    (ended,) = told(verdict, GameEnded)
    assert ended.ranking[0].seat == "tuco"
    assert "ruling.time-machine.escape" not in cited(verdict, GameEnded)


@pytest.mark.clause("ruling.time-machine.escape", "time-machine.end")
def test_the_money_of_one_who_is_caught_does_not_count_where_the_other_bandit_gets_away() -> None:
    sketch = """
        car    |   | mail | dining | stagecoach | time-machine |
        roof   |   |      |        | ghost      |              |
        inside | M | doc belle |   |            | tuco jewel   |
    """
    teams = {"player-1": ["tuco", "ghost"], "player-2": ["doc", "belle"]}
    modules = ("base", "duo", "horses", "stagecoach", "time-machine")
    (ended,) = told(settle(machine(sketch, modules, teams=teams, card="escape", number=5)), GameEnded)
    assert ended.ranking[0].seat == "player-1"
    assert "time-machine" not in {line.line for line in ended.lines}


@pytest.mark.clause("ruling.time-machine.happenings")
@pytest.mark.parametrize(("mate", "parts"), [("belle", [-500, 500]), ("", [])])
def test_a_strongbox_is_shared_in_it_as_in_a_car(mate: str, parts: list[int]) -> None:
    sketch = f"car | | mail | dining | time-machine |\nroof | ghost | | | |\ninside | M | doc | | tuco {mate} |"
    game = machine(sketch, WITH_COACH, card="sharing-the-loot", number=5, loot={"tuco": ["strongbox"]})
    verdict = settle(game)
    (ended,) = told(verdict, GameEnded)
    assert [line.amount for line in ended.lines if line.line == "shared-loot"] == parts
    assert "ruling.time-machine.happenings" in cited(verdict, GameEnded)


@pytest.mark.clause("ruling.time-machine.happenings")
@pytest.mark.parametrize(("station", "loot"), [("sharing-the-loot", "jewel"), ("mortal-bullet", "strongbox")])
def test_where_nothing_is_shared_nothing_rests_on_it(station: str, loot: str) -> None:
    sketch = "car | | mail | dining | time-machine |\nroof | ghost | | | |\ninside | M | doc | | tuco belle |"
    verdict = settle(machine(sketch, WITH_COACH, card=station, number=5, loot={"tuco": [loot]}))
    assert "ruling.time-machine.happenings" not in cited(verdict, GameEnded)
