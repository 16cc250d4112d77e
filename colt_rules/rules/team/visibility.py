"""Who sees what in teams: partners keep secrets from each other."""

from collections import Counter
from typing import Any

from colt_rules.model.names import Card, Seat, is_bullet
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.team.partners import partner
from colt_rules.rules.visibility import Secret, Visibility, player


def _shown(game: Game, seen: Any) -> Any:
    """The view with the bullets that each player has received, whoever has them now."""
    return changed(seen, seats=tuple(changed(one, bullets=_bullets(game, one.seat)) for one in seen.seats))


@clause("ruling.secrecy.open-information", "ruling.team.secrets")
def _bullets(game: Game, seat: Seat) -> tuple[Card, ...]:
    """Who received which bullet is open. Where it is now is not: a partner may have drawn it."""
    cards = game.cards[seat]
    partners = game.cards.get(partner(game, seat))  # players who have not sat down yet have none
    there = Counter((*cards.hand, *cards.deck, *cards.discard))
    received = there + Counter(partners.borrowed if partners else ()) - Counter(cards.borrowed)
    return tuple(sorted(filter(is_bullet, received.elements())))


@clause("ruling.team.cards-that-stay")
def _staying(seen: Any) -> tuple[int, ...]:
    """The number of cards that stay in each hand after Schemin' is open, although it reveals a partner's card."""
    return tuple(one.hand_size for one in seen.seats if one.hand_size) if seen.phase == "stealin" else ()


CARRIED_OUT_BY: CarriedOutBy = {"ruling.team.secrets": (player,)}
"""A hand is hidden from the partner too."""

VISIBILITY = Visibility(
    shown=_shown,
    secrets=(
        Secret("hand", ("ruling.team.secrets",), lambda seen: (one.hand for one in seen.seats if one.hand_size)),
        Secret("hand_size", ("ruling.team.cards-that-stay",), _staying),
    ),
)
