"""The scheming bot makes use of Mei's power."""

from functools import partial

from colt_rules.commands import ChangeFloor
from colt_rules.conformance.cases.board import board
from colt_rules.kernel import legal
from colt_rules.players.bots import SchemingBot
from colt_rules.players.evaluation import Outlook, Prospects
from colt_rules.presentation.mei.bots import VALUES
from colt_rules.views import view


def test_she_climbs_to_where_the_loot_is() -> None:
    for loot in ("car-1", "car-3"):
        roofs = {car: "purse:500 jewel" if car == loot else "" for car in ("car-1", "car-3")}
        sketch = f"roof | | {roofs['car-1']} | | {roofs['car-3']} |\ninside | M | doc | mei | tuco |"
        game = board(sketch, pile=["mei-floor-change"], modules=("base", "mei"))
        chosen = SchemingBot(1).choose(partial(view, game, "mei"), legal(game, "mei"))
        assert chosen == ChangeFloor("mei", f"{loot}.roof")


def test_she_counts_on_the_cars_beside_when_she_plans_and_others_do_not() -> None:
    game = board(
        "roof | tuco | | |\ninside | M | mei | doc |", hands={"mei": ["mei-floor-change"]}, modules=("base", "mei")
    )
    outlook = Outlook(view(game, "mei"), VALUES)
    climb = VALUES.ways["floor-change"]
    assert climb(Prospects(outlook, "mei"), {"car-1.inside"}) == {"car-1.roof", "locomotive.roof", "car-2.roof"}
    assert climb(Prospects(outlook, "doc"), {"car-1.inside"}) == {"car-1.roof"}
