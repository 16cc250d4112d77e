"""The words that sentences share: what bandits, places, cards and tokens are called, numbers, and words in a row.

Both ``telling.py`` and what the modules tell (their part ``told``) are made of them.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from colt_rules.model.names import (
    CHANCE,
    NEUTRAL_BULLET,
    TABLE,
    Card,
    Place,
    Token,
    car_of,
    is_bullet,
    is_roof,
    owner_and_action,
)
from colt_rules.modules import parts
from colt_rules.rules.base.box import BOX
from colt_rules.rules.boxes import ACTION_CARDS, CARS, CHARACTERS, ROUND_CARDS


@cache
def of_modules(table: str) -> dict[Any, Any]:
    """The rows that modules add to a table of words."""
    # Looked up when it is needed, not at import: the parts are made of the words of this file.
    return {key: words for _, part in parts("told") for key, words in getattr(part, table, {}).items()}


def _called_by_modules(table: str, id: str) -> str | None:
    name: str | None = of_modules(table).get(id)
    return name


def name_of(id: str) -> str:
    """What a bandit, a seat or another actor is called."""
    if id in CHARACTERS:
        return CHARACTERS[id].name.en
    called = {CHANCE: "chance", TABLE: "the table"}.get(id) or _called_by_modules("NAMES", id)
    return called or id.replace("player-", "player ")


def names_of(ids: Iterable[str]) -> str:
    """What bandits or seats are called, in their order."""
    return row(map(name_of, ids))


def row(words: Iterable[str], none: str = "nobody") -> str:
    """Words in a row: a, b and c."""
    *some, last = list(words) or [none]
    return f"{', '.join(some)} and {last}" if some else last


def car_name(car: str) -> str:
    """What a car is called, or what stands for one."""
    fact = BOX.locomotive if car == BOX.locomotive.id else CARS.get(car)
    return f"the {lowered(fact.name.en)}" if fact else _called_by_modules("CARS", car) or car


def at(place: Place) -> str:
    """Where something is."""
    level = "on the roof of" if is_roof(place) else "inside"
    return _called_by_modules("PLACES", place) or f"{level} {car_name(car_of(place) or place)}"


def to(place: Place) -> str:
    """Where something goes."""
    there = at(place)
    way = "into" if there.startswith("inside ") else "onto" if there.startswith("on ") else there
    return there if way is there else f"{way} {there.partition(' ')[2]}"


def off(place: Place) -> str:
    """Where something comes from."""
    return f"from {at(place).removeprefix('on ')}"


def card_name(card: Card | None, known_owner: str = "") -> str:
    """What a card is called; whose it is goes unsaid for a card of ``known_owner``."""
    if card is None:
        return "a card"
    if card == NEUTRAL_BULLET:
        return "a neutral bullet"
    owner, action = owner_and_action(card)
    called = action_name(action)
    if is_bullet(card):
        return f"{name_of(owner)}'s bullet card {called.removeprefix('bullet-')}"
    if called == action:
        return card
    return called if owner == known_owner else f"{name_of(owner)}'s {called}"


def laid_card(card: Card | None, seat: str, face_down: bool) -> str:
    """What a card is called that a player lays on the common pile, and that it lies face down if it does."""
    return f"{card_name(card, seat)}{', face down' if face_down else ''}"


def action_name(action: str) -> str:
    """What the action of a card is called."""
    fact = ACTION_CARDS.get(action)
    return fact.name.en if fact else _called_by_modules("CARDS", action) or action


def token_name(token: Token | None, value: int | None = None) -> str:
    """What a loot token is called, and what it is worth if that is known."""
    if token is None:
        return "a token"
    kind, _, number = token.partition("-")
    if worthless := _called_by_modules("WORTHLESS", kind):
        return f"{worthless} {number}"
    name = f"{name_of(number)}'s first {kind}" if number in CHARACTERS else f"{kind} {number}".rstrip()
    return name if value is None else f"{name} (${value:,})"


def lowered(name: str) -> str:
    """A name inside a sentence."""
    return f"{name[:1].lower()}{name[1:]}"


def round_name(card: str | None) -> str:
    """What a round card is called."""
    if card is None:
        return "a card"
    fact = ROUND_CARDS.get(card)
    return fact.name.en if fact else card


def happening_name(happening: str) -> str:
    """What the happening of a round card is called."""
    named = (card.name.en for card in ROUND_CARDS.values() if card.happening == happening)
    return next(named, happening)


def number_of(number: int, what: str) -> str:
    """A number of things, in words that fit it."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def cards_of(it: Any, field: str = "cards", count: str = "count") -> str:
    """The cards in a field of an event, or how many they are where they are not seen."""
    cards: tuple[Card, ...] | None = getattr(it, field)
    if cards is None:
        return number_of(getattr(it, count) or 0, "card")
    return counted_cards(cards, it.seat)


def counted_cards(cards: Iterable[Card], known_owner: str) -> str:
    """Cards in a row, like ones counted together; whose they are goes unsaid for cards of ``known_owner``."""
    counted = Counter(card_name(card, known_owner) for card in cards)
    return row((f"{number} {name}" if number > 1 else name for name, number in counted.items()), "no card")
