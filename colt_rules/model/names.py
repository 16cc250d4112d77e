"""How things are called: every id is a word, the same in state, log and protocol.

A seat is a player at the table; it carries the name of its bandit, or ``player-1`` where a player has two. A
place is a car and a level, ``mail.roof``. A card is its owner and what it is, ``tuco-fire``, ``tuco-bullet-4``,
``neutral-bullet``: two cards with one name are the same to everybody. A token is its kind and a number that
says nothing about its value, ``purse-7``, because players can follow a token with their eyes but not look under
it.
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
"""The clauses that something rests on. A function that gives back these and nothing else carries none of them out."""
Reasons: TypeAlias = Cites
"""The clauses by which something is forbidden or does nothing; it is allowed, or works, where there are none."""
Number: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number that every language can hold: in events nothing goes beyond 64 bits."""

CHANCE = "chance"
"""The actor of every shuffle and every draw: answered by a dealer outside the rules."""

TABLE = "table"
"""The actor who sets up a game on behalf of all players."""

SPECTATOR = "spectator"
"""Looks at a game and sees what everybody sees."""

REFEREE = "referee"
"""Looks at a game and sees everything."""

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
    """Whether there is a bullet card among these: all names at once, as whole decks are asked about again and again."""
    return "-bullet" in " ".join(cards)


@lru_cache(maxsize=4096)
def owner_of(card: Card) -> Bandit:
    """The bandit whose card this is."""
    return card.partition("-")[0]


@lru_cache(maxsize=4096)
def owner_and_action(card: Card) -> tuple[Bandit, str]:
    """The bandit whose action card this is, and the action it stands for."""
    owner, _, action = card.partition("-")
    return owner, action


def kind_of(token: Token) -> str:
    """What kind of loot a token is: purse, jewel or strongbox."""
    return token.partition("-")[0]
