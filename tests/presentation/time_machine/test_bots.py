"""The scheming bot travels in time, and plans from where it will come out."""

from collections import Counter

import pytest

from colt_rules.players.bots import SchemingBot, _values
from colt_rules.players.dealer import Dealer
from colt_rules.players.evaluation import Outlook, Prospects
from colt_rules.players.play import new_game, play
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.events import TravellerRewarded
from colt_rules.rules.time_machine.model import BENEATH, MACHINE, NAME
from colt_rules.views import view
from tests.rules.time_machine.position import GAME, OTHER

SEATS = ("tuco", "ghost", "belle", "doc")


def test_schemers_hide_and_are_rewarded() -> None:
    seen: Counter[type] = Counter()
    for seed in range(8):
        bots = {seat: SchemingBot(seed + number) for number, seat in enumerate(SEATS)}
        game = new_game(SEATS, edition="ru-full", modules=("base", NAME))
        for command, verdict in play(game, Dealer(seed), bots):
            seen.update([command.__class__, *(event.__class__ for event, _ in verdict.events)])
    assert min(seen[kind] for kind in (HideBandit, TravellerRewarded)) > 0


def test_a_schemer_in_hiding_plans_from_the_car_that_only_it_knows() -> None:
    """The purse in the dining car is within reach of the one who hides beneath it."""
    for game, place in ((GAME, "dining.inside"), (OTHER, "mail.inside")):
        mine = Prospects(Outlook(view(game, "belle"), _values()), "belle")
        assert mine.reach == {place}
    near, far = (Outlook(view(game, "belle"), _values()).of_card("belle-robbery") for game in (GAME, OTHER))
    assert near > far


@pytest.mark.clause("time-machine.secret")
def test_to_another_schemer_a_hidden_bandit_is_nowhere() -> None:
    for game in (GAME, OTHER):
        outlook = Outlook(view(game, "tuco"), _values())
        assert Prospects(outlook, "belle").reach == {BENEATH}
        assert [each.place for each in Prospects(outlook, "tuco").others if each.bandit == "belle"] == [BENEATH]


def test_the_time_machine_is_worth_a_way_to_a_bandit_who_would_be_alone() -> None:
    mine = Prospects(Outlook(view(GAME, "tuco"), _values()), "tuco")
    assert mine.offers({MACHINE}) == 0  # Doc is there
    assert Prospects(Outlook(view(GAME, "doc"), _values()), "doc").offers({MACHINE}) > 0
    assert mine.offers({"mail.inside"}) == 0
