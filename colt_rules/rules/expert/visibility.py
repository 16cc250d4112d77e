"""Who sees what in the expert variant: discard piles, and cards that are kept in hand."""

from collections.abc import Collection
from typing import Any

from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Game, roles
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.expert import events as e
from colt_rules.rules.visibility import Secret, Visibility, player

ON_A_DISCARD_PILE: Cites = ("expert.discard-open-to-owner", "ruling.expert.discard-secret")
"""The clauses by which not everybody knows what a discard pile holds."""


@clause(*ON_A_DISCARD_PILE)
def discards_open(game: Game) -> bool:
    """Only its owner may look into a discard pile, unless the table agrees that everybody may."""
    return "ruling.expert.discard-secret=open" in game.options.rulings


def _shown(game: Game, seen: Any) -> Any:
    """The view with all discard piles, if they are open."""
    if not discards_open(game):
        return seen
    return changed(seen, seats=tuple(changed(one, discard=game.cards[one.seat].discard) for one in seen.seats))


@clause(*ON_A_DISCARD_PILE)
def player_or_all(game: Game, event: e.HandKept) -> Collection[str]:
    """What goes on a discard pile is seen by its owner, or by everybody if the table agrees that piles are open."""
    return roles(game) if discards_open(game) else (event.seat,)


CARRIED_OUT_BY: CarriedOutBy = {"ruling.expert.kept-in-secret": (player,)}
"""Cards that are kept are in a hand."""

VISIBILITY = Visibility(
    shown=_shown,
    secrets=(
        Secret("discard", ON_A_DISCARD_PILE, lambda seen: (seat.discard for seat in seen.seats if seat.discard_size)),
    ),
    audiences=(player_or_all,),
)
