"""How people and cards are called in a picture."""

from collections import Counter
from collections.abc import Iterable, Mapping

from colt_rules.model.names import NEUTRAL_BULLET, Bandit, Card, is_bullet, owner_and_action
from colt_rules.pictures.scene import own_cards, people
from colt_rules.rules.boxes import ACTION_CARDS, CHARACTERS

ACTIONS: Mapping[str, str] = {id: card.name.en for id, card in ACTION_CARDS.items()}


def called(name: str) -> str:
    """The name of a bandit, or of a seat or actor that has none."""
    if name in people():
        return people()[name].name
    return CHARACTERS[name].name.en if name in CHARACTERS else name


def number_of(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def cards_in_words(cards: Iterable[Card], owner: Bandit) -> str:
    """Cards, action cards first, equal ones together."""
    counted = Counter(card_in_words(card, owner) for card in sorted(cards, key=lambda card: (is_bullet(card), card)))
    return ", ".join(f"{number} × {card}" if number > 1 else card for card, number in counted.items())


def card_in_words(card: Card, owner: Bandit) -> str:
    """A card in words; whose it is only where that is not the one who has it."""
    if card == NEUTRAL_BULLET:
        return "neutral bullet"
    bandit, what = owner_and_action(card)
    known = own_cards() if what in own_cards() and what not in ACTIONS else ACTIONS
    name = known.get(what, what.replace("-", " ") if is_bullet(card) else what)
    return name if bandit == owner else f"{called(bandit)}'s {name}"
