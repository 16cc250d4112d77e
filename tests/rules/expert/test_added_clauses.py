"""Bullets received in the expert variant: they go on top of the deck as they always do."""

import pytest

from colt_rules.commands import Fire, MoveMarshal
from colt_rules.conformance.cases.board import board
from colt_rules.events import BulletGiven, NeutralBulletGiven
from colt_rules.kernel import settle
from tests.rules.sittings import cited
from tests.verdicts import accepted

SKETCH = """
    roof   |   | tuco | ghost |
    inside | M | belle |      |
"""
EXPERT = ("base", "expert")


@pytest.mark.clause("expert.bullets-on-deck")
def test_a_bullet_goes_on_top_of_the_deck_and_not_on_the_discard_pile() -> None:
    game = board(SKETCH, pile=["tuco-fire", "belle-move"], modules=EXPERT, discards={"ghost": ["ghost-fire"]})
    verdict = accepted(game, Fire("tuco", "ghost"))
    mine = verdict.after.cards["ghost"]
    assert mine.deck == ("tuco-bullet-6", *game.cards["ghost"].deck)
    assert mine.discard == ("ghost-fire",)
    assert "expert.bullets-on-deck" in cited(verdict, BulletGiven)


@pytest.mark.clause("expert.bullets-on-deck")
def test_so_does_a_neutral_one_from_the_marshal() -> None:
    game = board(SKETCH, pile=["tuco-marshal", "ghost-move"], modules=EXPERT, discards={"belle": ["belle-fire"]})
    verdict = accepted(game, MoveMarshal("tuco", "car-1.inside"))
    assert verdict.after.cards["belle"].deck[0] == "neutral-bullet"
    assert verdict.after.cards["belle"].discard == ("belle-fire",)
    assert "expert.bullets-on-deck" in cited(verdict, NeutralBulletGiven)


@pytest.mark.clause("expert.bullets-on-deck")
def test_so_does_one_from_a_happening() -> None:
    verdict = settle(board(SKETCH, card="passengers-rebellion.2-4", modules=EXPERT, discards={"belle": ["belle-fire"]}))
    assert verdict.after.cards["belle"].deck[0] == "neutral-bullet"
    assert verdict.after.cards["belle"].discard == ("belle-fire",)
    assert "expert.bullets-on-deck" in cited(verdict, NeutralBulletGiven)


@pytest.mark.clause("expert.bullets-on-deck")
def test_the_base_game_does_not_speak_of_it() -> None:
    game = board(SKETCH, pile=["tuco-fire", "belle-move"])
    assert "expert.bullets-on-deck" not in cited(accepted(game, Fire("tuco", "ghost")), BulletGiven)
