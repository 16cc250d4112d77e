"""Copies of the state with one thing in it replaced: what folds are made of."""

from typing import Any

from colt_rules.model.names import Bandit, Card, Place, Seat, Token
from colt_rules.model.record import changed, changing
from colt_rules.model.state import Cards, Figure, Game, Round
from colt_rules.modules import field_of

# --- the copies that most events make, prepared once

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


# --- small helpers: one thing of the state replaced


def figure_changed(game: Game, bandit: Bandit, figure: Figure) -> Game:
    """The game with one bandit changed."""
    return with_figures(game, {**game.figures, bandit: figure})


def cards_changed(game: Game, seat: Seat, cards: Cards) -> Game:
    """The game with one player's cards changed."""
    return with_cards(game, {**game.cards, seat: cards})


def with_part(game: Game, module: str, part: Any) -> Game:
    """The game with this record of a module."""
    added: dict[str, Any] = {field_of(module): part}
    return changed(game, **added)


def on_top(cards: Cards, bullet: Card) -> Cards:
    """A player's cards with a bullet on top of the deck."""
    return of_deck(cards, (bullet, *cards.deck))


def still_in(row: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the items that are in the row, each as often as it is there."""
    return tuple(item for at, item in enumerate(items) if items[:at].count(item) < row.count(item))


def without(row: tuple[Any, ...], *items: Any) -> tuple[Any, ...]:
    """A row without these items, each taken out once."""
    for item in items:
        index = row.index(item)
        row = row[:index] + row[index + 1 :]
    return row


def after_turn(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Who is still to act in a turn when one has; one whom nobody waited for takes nobody's place.

    Where all act at once the next need not be the first. And a log with a move too many can still be read to its end.
    """
    if order[:1] == (seat,):
        return order[1:]
    return without(order, seat) if seat in order else order


def laid(game: Game, token: Token, place: Place) -> dict[Place, tuple[Token, ...]]:
    """The floor with one more token at a place."""
    return {**game.floor, place: (*game.floor.get(place, ()), token)}
