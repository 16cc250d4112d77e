"""The rules of the balloon, clause by clause, as the rules of every module are tested."""

from typing import Any

import pytest

from colt_rules.commands import DrawCards, Move
from colt_rules.conformance.cases.board import board
from colt_rules.model.names import car_of
from colt_rules.model.parts import part_of
from colt_rules.model.state import Game
from colt_rules.rules.balloon_ride.commands import ThrowSandbag
from colt_rules.rules.balloon_ride.events import SandbagThrown
from colt_rules.rules.balloon_ride.model import balloon_of
from colt_rules.rules.balloon_ride.scoring import view_from_above
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import SPECTATOR, view
from tests.tables import table, until
from tests.verdicts import accepted, after, answers, refusal

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


@pytest.mark.clause("balloon.sandbags")
def test_each_car_gets_a_sandbag() -> None:
    game = until("deck", table(4, modules=MODULES))
    sandbags = balloon_of(game).sandbags
    assert sorted(car_of(place) for place, tokens in game.floor.items() if {*tokens} & sandbags.keys()) == sorted(
        game.train[1:]
    )


@pytest.mark.clause("balloon.throw")
def test_a_sandbag_is_thrown_in_place_of_a_card() -> None:
    game = scheming(height=1)
    assert ThrowSandbag("doc", "sandbag-2") in answers(game, "doc")
    verdict = accepted(game, ThrowSandbag("doc", "sandbag-2"))
    assert verdict.events[0] == (
        SandbagThrown("doc", "doc", "sandbag-2", "heavy", 3),
        ("balloon.throw", "balloon.secret"),
    )
    assert verdict.after.round.order == game.round.order[1:]
    assert verdict.after.figures["doc"].loot == ()


@pytest.mark.clause("balloon.throw")
def test_only_who_has_a_sandbag_throws_it() -> None:
    assert refusal(scheming(), ThrowSandbag("doc", "sandbag-1")) == ("balloon.throw",)
    assert DrawCards("doc") in answers(scheming(loot={}), "doc")


@pytest.mark.clause("balloon.secret")
def test_who_has_a_sandbag_knows_how_heavy_it_is() -> None:
    seen = {role: part_of(view(scheming(), role), "balloon-ride").sandbags for role in ("doc", "tuco", SPECTATOR)}
    hidden = {"sandbag-1": None, "sandbag-2": None}
    assert seen == {"doc": {**hidden, "sandbag-2": "heavy"}, "tuco": hidden, SPECTATOR: hidden}


@pytest.mark.clause("balloon.place")
def test_a_move_leads_into_the_balloon_and_back() -> None:
    game = board(SKETCH, modules=MODULES, pile=["tuco-move", "doc-move"])
    assert after(game, Move("tuco", "balloon.roof")).figures["tuco"].place == "balloon.roof"
    assert "balloon.inside" not in {command.to for command in answers(game, "tuco") if isinstance(command, Move)}


@pytest.mark.clause("balloon.score")
def test_the_view_is_worth_money_as_high_as_the_balloon_is() -> None:
    counted = {height: view_from_above(rules_of(game), game) for height in (0, 3) for game in [scheming(height=height)]}
    assert counted[0] == []
    ((line, cites),) = counted[3]
    assert line is not None
    assert (line.seat, line.amount, cites) == ("doc", 300, ("balloon.score",))
