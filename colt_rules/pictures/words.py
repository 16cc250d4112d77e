"""The names of people, cars and cards in a picture, and its phrases."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from colt_rules.model.names import LOCOMOTIVE, NEUTRAL_BULLET, Bandit, Car, Card, is_bullet, owner_and_action
from colt_rules.pictures.scene import own_cards, people
from colt_rules.rules.base.box import BOX
from colt_rules.rules.boxes import ACTION_CARDS, CARS, CHARACTERS, ROUND_CARDS

ACTIONS: Mapping[str, str] = {id: card.name.en for id, card in ACTION_CARDS.items()}


@cache
def names_of_cars() -> Mapping[Car, str]:
    """By car of the box: its English name, as written at the beginning of a sentence."""
    return {car: one.name.en for car, one in {**CARS, LOCOMOTIVE: BOX.locomotive}.items()}


# --- phrases


DRAWN: Mapping[str, str] = {
    "train": "The train",
    "no-train": "There is no train yet.",
    "beside-train": "beside the train",
    "beside-are": "Beside the train: {things}.",
    "front": "{front} in front of the locomotive: {there}.",
    "facing": "{vehicle} beside the {car}",
    "car": "{car}: on the roof {above}; inside {below}{room}{beside}.",
    "room": "; {room} {there}",
    "by-it": "; beside it {things}",
    "carries": "{who} carries {loot}.",
    "owns": "{who} has {items}.",
    "gone": "{who} {gone}.",
    "nothing": "nothing",
    "nobody": "nobody",
    "the-marshal": "the Marshal",
    "loot": "a {kind}",
    "loot-of": "a {kind} of {worth}",
    "item": "the {item}",
}
"""The English phrases of a drawn train, here and in a browser."""

PHRASES: Mapping[str, str] = {
    **DRAWN,
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
"""The English phrases of all pictures: the drawn train and the text picture."""


class Words:
    """The words of a picture, in English. Subclasses have other languages."""

    lang = "en"
    """The language, by which bandits have their letters."""

    longest = 10
    """How many letters of a name fit below a car; no English name is longer."""

    def say(self, key: str, **data: Any) -> str:
        """A phrase filled with these data, which are already words."""
        return PHRASES[key].format(**data)

    def phase(self, phase: str) -> str:
        """The name of a phase of the game."""
        return self.say(f"phase-{phase}") if f"phase-{phase}" in PHRASES else phase

    def called(self, name: str) -> str:
        """The name of a bandit, or of a seat or actor that has none."""
        if name in people():
            return people()[name].name
        return CHARACTERS[name].name.en if name in CHARACTERS else name

    def person(self, bandit: Bandit) -> str:
        """The name of a bandit, as written inside a sentence."""
        return people()[bandit].words if bandit in people() else self.called(bandit)

    def car(self, car: Car) -> str:
        """The name of a car, as written at the beginning of a sentence."""
        return names_of_cars().get(car, car)

    def card(self, card: Card, owner: Bandit) -> str:
        """A card in words, with its owner only if another player has it."""
        if card == NEUTRAL_BULLET:
            return "neutral bullet"
        bandit, what = owner_and_action(card)
        known = own_cards() if what in own_cards() and what not in ACTIONS else ACTIONS
        name = known.get(what, what.replace("-", " ") if is_bullet(card) else what)
        return name if bandit == owner else f"{self.called(bandit)}'s {name}"

    def cards(self, cards: Iterable[Card], owner: Bandit) -> str:
        """Cards, action cards first, equal ones counted."""
        counted = Counter(self.card(card, owner) for card in sorted(cards, key=lambda card: (is_bullet(card), card)))
        return ", ".join(f"{number} × {card}" if number > 1 else card for card, number in counted.items())

    def number(self, number: int, what: str) -> str:
        """A number with a noun, given in English."""
        return f"{number} {what}{'' if number == 1 else 's'}"

    def worth(self, value: int | None) -> str:
        """The value of a token, if known."""
        return "$?" if value is None else f"${value}"

    def money(self, amount: int) -> str:
        """A sum of money."""
        return f"${amount:,}"

    def sign(self, id: str) -> str:
        """The label of a car or a kind of token; it can be broken at a hyphen."""
        return id

    def written(self, sign: str, id: str) -> str:
        """The label of a token with a face of its own: ``sign`` in English, else the translation for this id."""
        return sign

    def turn(self, kind: str) -> str:
        """The name of a kind of turn."""
        return kind

    def decision(self, kind: str) -> str:
        """The name of a decision."""
        return kind

    def round_card(self, card: str) -> str:
        """The name of a round card."""
        return ROUND_CARDS[card].name.en if card in ROUND_CARDS else card

    def added(self, words: str) -> str:
        """An English text of a module."""
        return words


ENGLISH = Words()
