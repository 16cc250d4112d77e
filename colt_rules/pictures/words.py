"""How people and cards are called in a picture, and what a picture of text says."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from colt_rules.model.names import NEUTRAL_BULLET, Bandit, Card, is_bullet, owner_and_action
from colt_rules.pictures.scene import own_cards, people
from colt_rules.rules.boxes import ACTION_CARDS, CHARACTERS, ROUND_CARDS

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
    return ENGLISH.cards(cards, owner)


def card_in_words(card: Card, owner: Bandit) -> str:
    """A card in words; whose it is only where that is not the one who has it."""
    if card == NEUTRAL_BULLET:
        return "neutral bullet"
    bandit, what = owner_and_action(card)
    known = own_cards() if what in own_cards() and what not in ACTIONS else ACTIONS
    name = known.get(what, what.replace("-", " ") if is_bullet(card) else what)
    return name if bandit == owner else f"{called(bandit)}'s {name}"


# --- a picture of text


PHRASES: Mapping[str, str] = {
    "no-train": "There is no train yet.",
    "marshal": "MARSHAL",
    "beside": "beside",
    "waits-for": "waits for",
    "round": "round",
    "to-come": "to come",
    "phase": "phase",
    "pile": "pile",
    "to-take": "to take",
    "rank": "rank {rank}",
    "received": "{bullets} received",
    "hid": "hid {last} for the last car, {before} for the one before it",
    "round-is": "{number} of {all}, {card}; {first} is first",
    "face-down": "its card still face down",
    "to-act": "{who} to act",
    "to-act-face-down": "{who} to act, face down",
    "carried-out": "{card} is carried out",
    "to-choose": "{who} to choose",
    "to-keep": "{who} to say what to keep",
    "lies-at": "{loot} at {place}",
    "awaited": "{who} ({kind})",
    "awaited-about": "{who} ({kind} of {subject})",
    "got": "got {cards}",
    "uncounted": "{number} of them left out of a tie-break",
    "deck": "deck {number}",
    "discard": "discard {number}",
    "hand": "hand {number}",
    "no-loot": "no loot",
    "paid": ", paid {amount}",
    "has": "; has {items}",
    "item": "the {item}",
    "left": "{bullets} left",
    "by": " by {who}",
    "and": " and ",
    "colon": ": ",
    "semicolon": "; ",
    "phase-new": "nothing has happened yet",
    "phase-setup": "setting up",
    "phase-schemin": "Schemin'",
    "phase-stealin": "Stealin'",
    "phase-round-end": "end of the round",
    "phase-over": "the game is over",
}
"""What a picture of text says, in English."""


class Words:
    """What a picture of text says, in English. Who knows other languages gives a picture words of another kind."""

    def say(self, key: str, **data: Any) -> str:
        """A phrase with what these data hold, which are words already."""
        return PHRASES[key].format(**data)

    def phase(self, phase: str) -> str:
        """What a phase of the game is called."""
        return self.say(f"phase-{phase}") if f"phase-{phase}" in PHRASES else phase

    def called(self, name: str) -> str:
        """The name of a bandit, or of a seat or actor that has none."""
        return called(name)

    def card(self, card: Card, owner: Bandit) -> str:
        """A card in words; whose it is only where that is not the one who has it."""
        return card_in_words(card, owner)

    def cards(self, cards: Iterable[Card], owner: Bandit) -> str:
        """Cards, action cards first, equal ones together."""
        counted = Counter(self.card(card, owner) for card in sorted(cards, key=lambda card: (is_bullet(card), card)))
        return ", ".join(f"{number} × {card}" if number > 1 else card for card, number in counted.items())

    def number(self, number: int, what: str) -> str:
        """So many of something, which is called like this in English."""
        return number_of(number, what)

    def worth(self, value: int | None) -> str:
        """What a token is worth, if that is known."""
        return "$?" if value is None else f"${value}"

    def money(self, amount: int) -> str:
        """A sum."""
        return f"${amount:,}"

    def sign(self, id: str) -> str:
        """What is written on a car or a kind of token; a hyphen is where it can be parted."""
        return id

    def turn(self, kind: str) -> str:
        """What a kind of turns is called."""
        return kind

    def decision(self, kind: str) -> str:
        """What has to be decided."""
        return kind

    def round_card(self, card: str) -> str:
        """The name of a round card."""
        return ROUND_CARDS[card].name.en if card in ROUND_CARDS else card

    def added(self, words: str) -> str:
        """What a module says in English."""
        return words


ENGLISH = Words()
