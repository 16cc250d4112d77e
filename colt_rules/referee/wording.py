"""What bandits, places, cards and tokens are called, alone and in a row, in any of the four languages."""

from collections.abc import Iterable

from colt_rules.model.names import Card, Place, Token
from colt_rules.referee.vocabulary import teller


def name_of(id: str, lang: str = "en") -> str:
    """What a bandit, a seat or another actor is called."""
    return teller(lang).word(id, "who")


def names_of(ids: Iterable[str], lang: str = "en") -> str:
    """What bandits or seats are called, in their order."""
    return teller(lang).worded(tuple(ids), "who")


def car_name(car: str, lang: str = "en") -> str:
    """What a car is called, or what stands for one."""
    return teller(lang).word(car, "car")


def at(place: Place, lang: str = "en") -> str:
    """Where something is."""
    return teller(lang).worded(place, "place", "at")


def to(place: Place, lang: str = "en") -> str:
    """Where something goes."""
    return teller(lang).worded(place, "place", "into")


def off(place: Place, lang: str = "en") -> str:
    """Where something comes from."""
    return teller(lang).worded(place, "place", "from")


def card_name(card: Card | None, known_owner: str = "", lang: str = "en") -> str:
    """What a card is called; whose it is goes unsaid for a card of ``known_owner``."""
    return teller(lang).worded(card, "own", data={"seat": known_owner})


def action_name(action: str, lang: str = "en") -> str:
    """What the action of a card is called."""
    return teller(lang).word(action, "action")


def token_name(token: Token | None, value: int | None = None, lang: str = "en") -> str:
    """What a loot token is called, and what it is worth if that is known."""
    return teller(lang).filled("{token}[value!=null? ({value})]", {"token": token, "value": value})


def round_name(card: str | None, lang: str = "en") -> str:
    """What a round card is called."""
    return teller(lang).worded(card, "round")


def number_of(number: int, what: str) -> str:
    """A number of things, in English words that fit it."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
