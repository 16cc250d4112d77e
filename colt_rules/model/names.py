"""Names: every id is a word, the same in state, log and protocol.

A seat is a player at the table, named after its bandit, or ``player-1`` if a player has two. A place is a car and a
level, such as ``mail.roof``. A card is its owner and its face, such as ``tuco-fire``, ``tuco-bullet-4`` or
``neutral-bullet``; cards with the same name are interchangeable. A token is its kind and a number independent of its
value, such as ``purse-7``, because players can follow a token but not look under it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta

Seat: TypeAlias = str
Bandit: TypeAlias = str
Car: TypeAlias = str
Place: TypeAlias = str
Card: TypeAlias = str
Token: TypeAlias = str
Cites: TypeAlias = tuple[str, ...]
"""The clauses that an event or a refusal cites. A function that only returns clauses implements none of them."""
Reasons: TypeAlias = Cites
"""The clauses that forbid something or make it have no effect; if empty, it is allowed and has its effect."""
Number: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""An integer of at most 64 bits, which every language can represent."""

CHANCE = "chance"
"""The actor of every shuffle and every draw; a dealer outside the rules answers for it."""

TABLE = "table"
"""The actor who sets up a game on behalf of all players."""

SPECTATOR = "spectator"
"""The role that sees only public information."""

REFEREE = "referee"
"""The role that sees everything."""

LOCOMOTIVE = "locomotive"
NEUTRAL_BULLET = "neutral-bullet"
INSIDE = ".inside"
ROOF = ".roof"


def inside(car: Car) -> Place:
    """The place inside a car."""
    return car + INSIDE


def roof(car: Car) -> Place:
    """The place on the roof of a car."""
    return car + ROOF


def car_of(place: Place) -> Car:
    """The car a place belongs to."""
    return place.rpartition(".")[0]


def is_roof(place: Place) -> bool:
    """Whether a place is a roof."""
    return place.endswith(ROOF)


def action_card(bandit: Bandit, action: str) -> Card:
    """The action card of a bandit."""
    return f"{bandit}-{action}"


def bullet_card(bandit: Bandit, bullets: int) -> Card:
    """The bullet card of a bandit that shows this many bullets."""
    return f"{bandit}-bullet-{bullets}"


def is_bullet(card: Card) -> bool:
    """Whether a card is a bullet card, a neutral one or a bandit's."""
    return "-bullet" in card


def has_bullet(cards: Iterable[Card]) -> bool:
    """Whether any of these cards is a bullet; one search of the joined names, because whole decks are checked often."""
    return "-bullet" in " ".join(cards)


@lru_cache(maxsize=4096)
def owner_of(card: Card) -> Bandit:
    """The bandit whose card this is."""
    return card.partition("-")[0]


@lru_cache(maxsize=4096)
def owner_and_action(card: Card) -> tuple[Bandit, str]:
    """The bandit whose action card this is, and its action."""
    owner, _, action = card.partition("-")
    return owner, action


def kind_of(token: Token) -> str:
    """The kind of loot of a token, such as purse, jewel or strongbox."""
    return token.partition("-")[0]
