"""Encodes a seat's view and its choices as numbers for a learner.

A ``Layout`` is for one kind of game: edition, modules and seats. **Every number has a name**: ``names`` lists those of
an observation, ``choice_names`` those of a choice. The numbers are computed from the view alone (``Session.view``), so
they cannot reveal what the seat may not know; most are between 0 and 1.

Seats are relative to the viewer: ``seat0`` is the viewer, ``seat1`` the next seat clockwise. Places are relative to the
train, independent of which cars were drawn: ``car0`` is the locomotive.

==================== ===================================================================================================
``phase.*``          the phase of the game
``asked.*``          the kind of decision that the seat has to make now, if any
``round.*``          number, turn, rounds to come (each a fifth), whether this turn is face down, the round card
``first.seat*``      who leads the round
``marshal.*``        where he is: ``car2.inside``, or ``elsewhere``
``neutral``          neutral bullets left, of thirteen
``car2.roof.*``      the loot there: tokens of each kind (a fifth each), visible dollars (thousands);
                     likewise ``aside.*``, the loot beside the train
``seat1.*``          cards in hand, deck and discard pile (a tenth each), bullets received (a sixth each), actions left
                     in this turn (halves), and how soon the next one is (1 is now)
``hand.*``           the seat's own cards: actions of its first and its second bandit, bullets (a fourth each)
``seat1.bandit0.*``  a bandit: where, tokens of each kind, visible dollars, how many tokens are unseen, bullets left
                     (a sixth each), ransom (thousands), and whose powers it has
``pile3.*``          the fourth card of the common pile, and ``current.*`` the one being carried out: whose, which
                     action or ``unseen``, whether it is a second bandit's
``more*``            the rest of the view, such as what modules add, hashed into a fixed number of numbers
==================== ===================================================================================================

The row of a choice has its command (``is.*``), what it names (``place.*``, ``bandit.*`` by seat, ``token.*``,
``card.*``), its fields that are true (``yes.*``), and the rest, hashed (``more*``).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

import attrs

from colt_rules.commands import COMMANDS, StartGame
from colt_rules.model.names import Bandit, Seat, is_bullet, owner_and_action
from colt_rules.research.session import Data
from colt_rules.rules.rulebook import rulebook

try:
    import numpy as np
except ImportError as error:
    raise ImportError(
        "expected numpy, got none: observations are rows of it; pip install 'colt-rules[research]'"
    ) from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

PILE_OF_A_SEAT = 6
"""How many cards of the pile, per seat, have their own numbers; further cards are hashed."""
MORE, MORE_OF_A_CHOICE = 64, 16
"""Into how many numbers the rest is hashed."""
LEVELS = ("inside", "roof")
OTHER, UNSEEN, BULLET, ELSEWHERE = "other", "unseen", "bullet", "elsewhere"


class Layout:
    """The encoding of views and choices of one kind of game."""

    def __init__(self, start: StartGame) -> None:
        """A layout for games with this set-up and any train."""
        rules = rulebook(start.modules, start.edition)
        self.seats = start.seats
        self._cars = 1 + rules.table.train(len(start.seats)) + len(rules.last_cars)
        self._bandits = 1 if rules.table.chosen else 2
        self._pile = PILE_OF_A_SEAT * len(start.seats)
        self._kinds = (*rules.supply, OTHER)
        self._actions = (*rules.actions, OTHER)
        self._commands = tuple(
            name
            for name, cls in COMMANDS.items()
            if any(cls in choice.commands for choice in rules.choices.values()) and name != "Deal"
        )
        around = [f"seat{number}" for number in range(len(start.seats))]
        places = [*(f"car{car}.{level}" for car in range(self._cars) for level in LEVELS), ELSEWHERE]
        cards = [f"{which}.{action}" for which in ("first", "second")[: self._bandits] for action in self._actions]
        on_pile = [*around, *self._actions, UNSEEN, "second"]
        self.names: tuple[str, ...] = (
            *(f"phase.{phase}" for phase in dict.fromkeys((*rules.steps, "over"))),
            *(f"asked.{kind}" for kind in rules.choices),
            *(f"round.{what}" for what in ("number", "turn", "to-come", "face-down")),
            *(f"round.card.{card}" for card in rules.components.round_cards),
            *(f"first.{seat}" for seat in around),
            *(f"marshal.{place}" for place in places),
            "neutral",
            *(f"{place}.{what}" for place in (*places, "aside") for what in (*self._kinds, "dollars")),
            *(
                f"{seat}.{what}"
                for seat in around
                for what in ("hand", "deck", "discard", "bullets", "acts-to-come", "soon")
            ),
            *(f"hand.{card}" for card in (*cards, BULLET)),
            *(
                f"{seat}.bandit{number}.{what}"
                for seat in around
                for number in range(self._bandits)
                for what in (
                    *places,
                    *self._kinds,
                    *("dollars", UNSEEN, "bullets-left", "ransom"),
                    *(f"power.{name}" for name in rules.components.characters),
                )
            ),
            *(f"{where}.{what}" for where in ("current", *map("pile{}".format, range(self._pile))) for what in on_pile),
            *(f"more{number}" for number in range(MORE)),
        )
        """The name of every number of an observation."""
        self.choice_names: tuple[str, ...] = (
            *(f"is.{name}" for name in self._commands),
            *(f"place.{place}" for place in places),
            *(f"bandit.{seat}.{number}" for seat in around for number in range(self._bandits)),
            *(f"token.{what}" for what in (*self._kinds, "dollars", UNSEEN)),
            *(f"card.{card}" for card in (*cards, BULLET)),
            *(f"yes.{field}" for field in _yes_or_no(self._commands)),
            *(f"more{number}" for number in range(MORE_OF_A_CHOICE)),
        )
        """The name of every number in the row of a choice."""
        self._at = {name: at for at, name in enumerate(self.names)}
        self._at_choice = {name: at for at, name in enumerate(self.choice_names)}

    def observation(self, seen: Data) -> "NDArray[Any]":
        """A view as numbers, one for each of ``names``."""
        row: NDArray[Any] = np.zeros(len(self.names), dtype=np.float32)
        for name, value in self._numbers(seen, Sight(self, seen)):
            at = self._at.get(name)
            row[self._at[_hashed(name, MORE)] if at is None else at] += value
        return row

    def choices(self, seen: Data, commands: Sequence[Data]) -> "NDArray[Any]":
        """Choices as numbers: a row for each command, a column for each of ``choice_names``."""
        rows: NDArray[Any] = np.zeros((len(commands), len(self.choice_names)), dtype=np.float32)
        sight = Sight(self, seen)
        for row, command in zip(rows, commands, strict=True):
            row[self._at_choice[f"is.{command['type']}"]] = 1
            for field, value in command.items():
                if field not in ("type", "actor"):
                    for name, number in self._numbers_of_field(field, value, sight):
                        at = self._at_choice.get(name)
                        row[self._at_choice[_hashed(name, MORE_OF_A_CHOICE)] if at is None else at] += number
        return rows

    # --- an observation, number by number

    def _numbers(self, seen: Data, sight: "Sight") -> Iterator[tuple[str, float]]:
        """Each nonzero number with its name; a name that is not in ``names`` is hashed into the rest."""
        round_ = seen["round"]
        yield f"phase.{seen['phase']}", 1
        for asked in seen["awaiting"]:
            if asked["actor"] == seen["role"]:
                yield f"asked.{asked['kind']}", 1
        yield "round.number", round_["number"] / 5
        yield "round.turn", (round_["turn"] + 1) / 5
        yield "round.to-come", seen["rounds_left"] / 5
        yield "round.face-down", round_["face_down"]
        if round_["card"]:
            yield f"round.card.{round_['card']}", 1
        if round_["first"]:
            yield f"first.{sight.seat(round_['first'])}", 1
        if seen["marshal"]:
            yield f"marshal.{sight.place(seen['marshal'])}", 1
        yield "neutral", seen["neutral"] / 13
        for place, tokens in seen["floor"].items():
            yield from self._loot(f"{sight.place(place)}.", tokens, unseen=False)
        yield from self._loot("aside.", seen["aside"], unseen=False)
        yield from self._seats(seen, sight)
        yield from self._pile_of(round_, sight)
        yield from sight.the_rest(seen)

    def _seats(self, seen: Data, sight: "Sight") -> Iterator[tuple[str, float]]:
        order = seen["round"]["order"]
        for one in seen["seats"]:
            name = sight.seat(one["seat"])
            yield f"{name}.hand", one["hand_size"] / 10
            yield f"{name}.deck", one["deck_size"] / 10
            yield f"{name}.discard", one["discard_size"] / 10
            yield f"{name}.bullets", len(one["bullets"]) / 6
            yield f"{name}.acts-to-come", order.count(one["seat"]) / 2
            if one["seat"] in order:
                yield f"{name}.soon", 1 - order.index(one["seat"]) / len(order)
            if one["seat"] == seen["role"]:
                for card in one["hand"] or ():
                    yield f"hand.{sight.card(card)}", 1 / 4
        for bandit in seen["bandits"]:
            name = f"{sight.bandit(bandit['bandit'])}."
            if bandit["place"]:
                yield name + sight.place(bandit["place"]), 1
            yield from self._loot(name, bandit["tokens"], unseen=True)
            yield f"{name}bullets-left", bandit["bullets"] / 6
            yield f"{name}ransom", bandit["ransom"] / 1000
            for power in bandit["powers"]:
                yield f"{name}power.{power}", 1

    def _loot(self, name: str, tokens: Iterable[Data], unseen: bool) -> Iterator[tuple[str, float]]:
        for token in tokens:
            yield name + self._kind(token["kind"]), 1 / 5
            if token["value"] is not None:
                yield f"{name}dollars", token["value"] / 1000
            elif unseen:
                yield name + UNSEEN, 1 / 5

    def _pile_of(self, round_: Data, sight: "Sight") -> Iterator[tuple[str, float]]:
        cards = [(f"pile{at}", played) for at, played in enumerate(round_["pile"])]
        if round_["current"]:
            cards.append(("current", round_["current"]))
        for where, played in cards:
            yield f"{where}.{sight.seat(played['seat'])}", 1
            which, _, action = sight.card(played["card"]).partition(".") if played["card"] else ("", "", UNSEEN)
            yield f"{where}.{action}", 1
            if which == "second":
                yield f"{where}.second", 1

    # --- a choice

    def _numbers_of_field(self, field: str, value: Any, sight: "Sight") -> Iterator[tuple[str, float]]:
        """The names and numbers for a field of a command."""
        if isinstance(value, list):
            for each in value:
                for name, number in self._numbers_of_field(field, each, sight):
                    yield name, number / 4
        elif isinstance(value, bool):
            if value:
                yield f"yes.{field}", 1
        elif value in sight.tokens:
            yield from self._loot("token.", [sight.tokens[value]], unseen=True)
        elif value in sight.bandits:
            yield "bandit." + sight.bandit(value).replace("bandit", ""), 1
        elif isinstance(value, str) and value.rpartition(".")[2] in LEVELS:
            yield f"place.{sight.place(value)}", 1
        elif isinstance(value, str) and (is_bullet(value) or owner_and_action(value)[0] in sight.bandits):
            yield f"card.{sight.card(value)}", 1
        elif value is not None:
            yield f"{field}={value}", 1

    # --- names of things

    def _kind(self, kind: str) -> str:
        return kind if kind in self._kinds else OTHER

    def action(self, action: str) -> str:
        """The name of an action, or ``other`` if it has no number."""
        return action if action in self._actions else OTHER

    def place(self, train: Sequence[str], place: str) -> str:
        """The name of a place relative to a train."""
        car, _, level = place.rpartition(".")
        return f"car{train.index(car)}.{level}" if car in train and level in LEVELS else ELSEWHERE


class Sight:
    """The names of things in a view, relative to the viewer."""

    def __init__(self, layout: Layout, seen: Data) -> None:
        self._layout, self.train = layout, seen["train"]
        seats: tuple[Seat, ...] = layout.seats
        me = seats.index(seen["role"]) if seen["role"] in seats else 0
        self._around = {seat: (number - me) % len(seats) for number, seat in enumerate(seats)}
        self.bandits: dict[Bandit, tuple[Seat, int]] = {}
        led = dict.fromkeys(seats, 0)
        for each in seen["bandits"]:
            self.bandits[each["bandit"]] = each["seat"], led[each["seat"]]
            led[each["seat"]] += 1
        loot = [*(each["tokens"] for each in seen["bandits"]), *seen["floor"].values(), seen["aside"]]
        self.tokens = {token["token"]: token for tokens in loot for token in tokens}

    def seat(self, seat: Seat) -> str:
        """The name of a seat."""
        return f"seat{self._around[seat]}"

    def bandit(self, bandit: Bandit) -> str:
        """The name of a bandit, by its seat."""
        seat, number = self.bandits[bandit]
        return f"{self.seat(seat)}.bandit{number}"

    def place(self, place: str) -> str:
        """The name of a place."""
        return self._layout.place(self.train, place)

    def card(self, card: str) -> str:
        """The name of a card."""
        if is_bullet(card):
            return BULLET
        owner, action = owner_and_action(card)
        which = "second" if self.bandits.get(owner, ("", 0))[1] else "first"
        return f"{which}.{self._layout.action(action)}"

    def the_rest(self, seen: Data) -> Iterator[tuple[str, float]]:
        """The rest of the view, which has no own numbers: each leaf by its path and, if it is a text, its value."""
        for field, value in seen.items():
            if field not in TOLD:
                yield from self._leaves(field, value)

    def _leaves(self, path: str, value: Any) -> Iterator[tuple[str, float]]:
        if isinstance(value, dict):
            for key, each in value.items():
                yield from self._leaves(f"{path}.{self._called(key)}", each)
        elif isinstance(value, list):
            for each in value:
                yield from self._leaves(path, each)
        elif isinstance(value, str):
            yield f"{path}={self._called(value)}", 1
        elif value:
            yield path, max(-1, min(1, value if value is True else value / 10))

    def _called(self, name: str) -> str:
        return self.seat(name) if name in self._around else name


TOLD = {
    *("role", "options", "phase", "train", "marshal", "bandits", "seats", "floor", "aside", "neutral", "rounds_left"),
    *("round", "awaiting", "ranking"),
}
"""The fields of a view that have numbers, are the same in all games of a layout, or are empty until the end."""


@cache
def _yes_or_no(commands: tuple[str, ...]) -> tuple[str, ...]:
    """The boolean fields of these commands."""
    fields = [field for name in commands for field in attrs.fields(COMMANDS[name]) if field.type is bool]
    return tuple(dict.fromkeys(field.name for field in fields))


@cache
def _hashed(name: str, size: int) -> str:
    """The ``more*`` name that a name is hashed to, the same on any machine."""
    return f"more{crc32(name.encode()) % size}"
