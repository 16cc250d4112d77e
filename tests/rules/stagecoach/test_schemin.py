"""What the events of a plan of attack must not give away."""

import pytest

from colt_rules.commands import Deal
from colt_rules.conformance.cases.board import board
from colt_rules.events import DeckShuffled
from colt_rules.kernel import settle
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.sittings import cited
from tests.verdicts import accepted

SKETCH = """
    car    |      | mail  | dining | stagecoach |
    roof   | tuco | ghost | belle  |            |
    inside |      | M     |        |            |
"""


def next_hands(kept: str) -> Game:
    """Tuco, who has kept this card and received one neutral bullet, is about to shuffle for the next round."""
    game = board(
        SKETCH,
        modules=("base", "horses", "stagecoach"),
        rounds=["tunnel.2-4"],
        card="attack-plans.2-4",
        kept={"tuco": [kept]},
        received={"tuco": ["neutral-bullet"]},
    )
    mine = changed(stagecoach_of(game), fell_back=game.round.number)
    over = with_part(changed(game, phase="round-end"), "stagecoach", mine)
    begun = settle(changed(over, round=changed(over.round, happened=True))).after
    return changed(begun, round=changed(begun.round, undealt=("tuco",)))


@pytest.mark.clause("fire.bullet.stays", "plan.keep")
def test_the_citations_of_a_shuffle_do_not_tell_that_the_only_bullet_was_kept() -> None:
    told_by = []
    for card in ("neutral-bullet", "tuco-move"):
        game = next_hands(card)
        assert ("neutral-bullet" in game.cards["tuco"].deck) == (card != "neutral-bullet")
        verdict = accepted(game, Deal("chance", "deck", "tuco", game.cards["tuco"].deck))
        told_by.append(cited(verdict, DeckShuffled))
    assert told_by[0] == told_by[1]
    assert "fire.bullet.stays" in told_by[0]
