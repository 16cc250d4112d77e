"""Stealin' in the expert variant: cards that were carried out go on the discard pile."""

from colt_rules.events import Cited
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import owner, revealed
from colt_rules.rules.expert.events import CardDiscarded
from colt_rules.rules.module import Rules, StepResult

DISCARDED = ("expert.played-cards-discarded", "expert.discard-pile")


def next_card(rules: Rules, game: Game) -> StepResult:
    """The card that is done is discarded, and the next card of the pile is revealed."""
    return _discarded(game) + revealed(rules, game) or None


@clause("expert.played-cards-discarded", "expert.discard-pile")
def _discarded(game: Game) -> list[Cited]:
    """A card that was carried out, or was impossible, goes on its owner's discard pile."""
    current = game.round.current
    return [(CardDiscarded(owner(game, current.card), current.card), DISCARDED)] if current else []
