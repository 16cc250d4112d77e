"""Stealin' in the expert variant: cards that were carried out go on the discard pile of their owner."""

import pytest

from colt_rules.commands import Fire, Move
from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle, CardReturned
from colt_rules.kernel import settle
from colt_rules.rules.expert.events import CardDiscarded
from colt_rules.views import view_event
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, lay

SKETCH = """
    roof   |   | tuco | ghost |
    inside | M |      | belle |
"""


@pytest.mark.clause("expert.played-cards-discarded", "expert.discard-pile")
def test_a_card_that_was_carried_out_goes_on_its_owner_s_discard_pile_and_not_on_the_deck() -> None:
    game = board(
        SKETCH, pile=["tuco-move", "ghost-move"], modules=["base", "expert"], discards={"tuco": ["tuco-punch"]}
    )
    deck = game.cards["tuco"].deck
    verdict = accepted(game, Move("tuco", "locomotive.roof"))
    assert told(verdict, CardDiscarded) == [CardDiscarded("tuco", "tuco-move")]
    assert "expert.played-cards-discarded" in cited(verdict, CardDiscarded)
    assert not told(verdict, CardReturned)
    assert verdict.after.cards["tuco"].discard == ("tuco-punch", "tuco-move")
    assert verdict.after.cards["tuco"].deck == deck


@pytest.mark.clause("expert.played-cards-discarded")
def test_a_card_that_could_do_nothing_is_discarded_too() -> None:
    game = lay(board(SKETCH, modules=["base", "expert"]), "belle-robbery")
    verdict = settle(game)
    assert told(verdict, ActionIdle)
    assert told(verdict, CardDiscarded) == [CardDiscarded("belle", "belle-robbery")]
    assert verdict.after.cards["belle"].discard == ("belle-robbery",)


@pytest.mark.clause("expert.played-cards-discarded")
def test_everybody_sees_the_card_that_is_discarded() -> None:
    game = board(SKETCH, pile=["tuco-move", "ghost-move"], modules=["base", "expert"])
    verdict = accepted(game, Move("tuco", "locomotive.roof"))
    for role in ("tuco", "ghost", "spectator"):
        seen = view_event(told(verdict, CardDiscarded)[0], role, verdict.after)
        assert seen is not None
        assert (seen.data, seen.hidden) == ({"seat": "tuco", "card": "tuco-move"}, ())


@pytest.mark.clause("expert.played-cards-discarded")
def test_in_the_base_game_it_goes_back_on_the_deck() -> None:
    game = board(SKETCH, pile=["tuco-move", "ghost-move"])
    left = after(game, Move("tuco", "locomotive.roof"))
    assert left.cards["tuco"].discard == ()
    assert left.cards["tuco"].deck[0] == "tuco-move"


@pytest.mark.clause("expert.played-cards-discarded")
def test_a_card_and_the_bullet_it_fired_part_ways() -> None:
    game = board(SKETCH, pile=["tuco-fire", "ghost-move"], modules=["base", "expert"])
    left = after(game, Fire("tuco", "ghost"))
    assert left.cards["tuco"].discard == ("tuco-fire",)
    assert left.cards["ghost"].deck[0] == "tuco-bullet-6"
    assert left.cards["ghost"].discard == ()
