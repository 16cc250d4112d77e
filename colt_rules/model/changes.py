"""Functions that copy the state with one part replaced; folds are made of them."""

from typing import Any

from colt_rules.model.names import Bandit, Card, Place, Seat, Token
from colt_rules.model.record import changed, changing
from colt_rules.model.state import Cards, Figure, Game, Round
from colt_rules.modules import field_of

# --- prepared copiers for the most frequent changes

with_round = changing(Game, "round")
with_cards = changing(Game, "cards")
with_cards_and_round = changing(Game, "cards", "round")
with_figures = changing(Game, "figures")
of_deck = changing(Cards, "deck")
of_hand = changing(Cards, "hand")
of_both = changing(Cards, "hand", "deck")
at_place = changing(Figure, "place")
dealt = changing(Round, "undealt")
cleared = changing(Round, "current", "acted")


def figure_changed(game: Game, bandit: Bandit, figure: Figure) -> Game:
    """The game with one bandit changed."""
    return with_figures(game, {**game.figures, bandit: figure})


def cards_changed(game: Game, seat: Seat, cards: Cards) -> Game:
    """The game with one player's cards changed."""
    return with_cards(game, {**game.cards, seat: cards})


def with_part(game: Game, module: str, part: Any) -> Game:
    """The game with a module's record replaced."""
    added: dict[str, Any] = {field_of(module): part}
    return changed(game, **added)


def on_top(cards: Cards, bullet: Card) -> Cards:
    """A player's cards with a bullet on top of the deck."""
    return of_deck(cards, (bullet, *cards.deck))


def still_in(row: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
    """The items that are in the row, each at most as often as in the row."""
    return tuple(item for at, item in enumerate(items) if items[:at].count(item) < row.count(item))


def without(row: tuple[Any, ...], *items: Any) -> tuple[Any, ...]:
    """The row with one occurrence of each of these items removed."""
    for item in items:
        index = row.index(item)
        row = row[:index] + row[index + 1 :]
    return row


def after_turn(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """The order of a turn after one seat has acted; unchanged if the seat was not in it.

    The seat need not be first: in some turns all act at once. A seat that is not in the order is no error, so that a
    log with one move too many can still be folded.
    """
    if order[:1] == (seat,):
        return order[1:]
    return without(order, seat) if seat in order else order


def laid(game: Game, token: Token, place: Place) -> dict[Place, tuple[Token, ...]]:
    """The floor with one more token at a place."""
    return {**game.floor, place: (*game.floor.get(place, ()), token)}
