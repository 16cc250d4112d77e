"""The components of the box and the rules fit together."""

from colt_rules.rules.base.actions import ACTIONS
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.happenings import HAPPENINGS
from colt_rules.rules.base.turns import TURNS


def test_the_rules_know_every_turn_that_a_round_card_shows_and_no_other() -> None:
    assert {turn for card in BOX.round_cards.values() for turn in card.turns} == set(TURNS)


def test_the_rules_know_every_happening_that_a_round_card_brings_and_no_other() -> None:
    assert {card.happening for card in BOX.round_cards.values() if card.happening} == set(HAPPENINGS)


def test_the_rules_know_every_action_card_and_no_other() -> None:
    assert set(BOX.actions) == set(ACTIONS)
