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
``pile.more``        further cards of the pile (a tenth each)
``next.*``           the next round card, where a house rule shows it
``teams.*``          the bandits of each of the teams that can still be taken
``pawns.*``          the bandits that are hidden for the last car and for the one before it
others               what modules add to the view, by the names of its fields (see ``naming``)
``seen.game.*``      with ``memory``: the cards of each seat that were turned up in this game (a fifth each)
``seen.round.*``     the same in this round
``seen.card.*``      the round cards that have come up
``seen.car2.roof`` … the dollars (thousands) at a place or at a bandit that the viewer cannot see but has seen before
==================== ===================================================================================================

The row of a choice has its command (``is.*``), what it names (``place.*``, ``bandit.*`` by seat, ``token.*``,
``card.*``), its fields that are true (``yes.*``), and other things by the name of the field (``car.*``).

The names are the same, in the same order, for all games of one kind: edition, modules and number of seats.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs

from colt_rules.commands import COMMANDS, StartGame
from colt_rules.model.names import Bandit, Seat, is_bullet, owner_and_action
from colt_rules.research.naming import WORDS, added
from colt_rules.research.session import Data
from colt_rules.rules.rulebook import rulebook
from colt_rules.rules.visibility import By, Sort, Words
from colt_rules.views.audiences import BY_MODULE

try:
    import numpy as np
except ImportError as error:
    raise ImportError(
        "expected numpy, got none: observations are rows of it; pip install 'colt-rules[research]'"
    ) from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

PILE_OF_A_SEAT = 6
"""How many cards of the pile, per seat, have their own numbers; further cards are counted."""
LEVELS = ("inside", "roof")
WHEN = ("game", "round")
PAWNS = ("last", "before")
OTHER, UNSEEN, BULLET, ELSEWHERE = "other", "unseen", "bullet", "elsewhere"


class Layout:
    """The encoding of views and choices of one kind of game."""

    def __init__(self, start: StartGame, *, memory: bool = False) -> None:
        """A layout for games with this set-up and any train, with what the seat has seen so far if it has a memory."""
        rules = rulebook(start.modules, start.edition)
        self._start, self.seats, self.memory = start, start.seats, memory
        self._cars = 1 + rules.table.train(len(start.seats)) + len(rules.last_cars)
        self._bandits = 1 if rules.table.chosen else 2
        self._pile = PILE_OF_A_SEAT * len(start.seats)
        shown = [kind for module in start.modules if module in BY_MODULE for kind in BY_MODULE[module].open_kinds]
        self._kinds = (*dict.fromkeys((*rules.supply, *shown)), OTHER)
        self._actions = (*rules.actions, OTHER)
        self._added = [part for part in map(added, start.modules) if part]
        self._commands = tuple(
            name
            for name, cls in COMMANDS.items()
            if any(cls in choice.commands for choice in rules.choices.values()) and name != "Deal"
        )
        around = [f"seat{number}" for number in range(len(start.seats))]
        places = [*(f"car{car}.{level}" for car in range(self._cars) for level in LEVELS), ELSEWHERE]
        cards = [f"{which}.{action}" for which in ("first", "second")[: self._bandits] for action in self._actions]
        on_pile = [*around, *self._actions, UNSEEN, "second"]
        characters = tuple(rules.components.characters)
        self._vocabulary: Mapping[Sort, tuple[str, ...]] = {
            Sort.SEAT: tuple(around),
            Sort.BANDIT: tuple(f"{seat}.bandit{number}" for seat in around for number in range(self._bandits)),
            Sort.CHARACTER: characters,
            Sort.CAR: (*(f"car{car}" for car in range(self._cars)), ELSEWHERE),
            Sort.PLACE: tuple(places),
            Sort.CARD: (*cards, BULLET),
            Sort.ACTION: self._actions,
        }
        together = [f"teams.{number}.{name}" for number in range(len(characters) // 2) for name in characters]
        in_hands = [f"pawns.{bandit}.{which}" for bandit in self.words(Sort.BANDIT) for which in PAWNS]
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
                    *(f"power.{name}" for name in characters),
                )
            ),
            *(f"{where}.{what}" for where in ("current", *map("pile{}".format, range(self._pile))) for what in on_pile),
            "pile.more",
            *(f"next.{card}" for card in rules.components.round_cards),
            *(() if rules.table.chosen else (*together, *in_hands)),
            *(name for part in self._added for name in part.names(self.words)),
            *(f"seen.{when}.{seat}.{card}" for when in WHEN if memory for seat in around for card in cards),
            *(f"seen.card.{card}" for card in rules.components.round_cards if memory),
            *(f"seen.{where}" for where in (*places, "aside", *self.words(Sort.BANDIT)) if memory),
        )
        """The name of every number of an observation."""
        self.choice_names: tuple[str, ...] = (
            *(f"is.{name}" for name in self._commands),
            *(f"place.{place}" for place in places),
            *(f"bandit.{seat}.{number}" for seat in around for number in range(self._bandits)),
            *(f"token.{what}" for what in (*self._kinds, "dollars", UNSEEN)),
            *(f"card.{card}" for card in (*cards, BULLET)),
            *(f"yes.{field}" for field in _yes_or_no(self._commands)),
            *(f"{field}.{word}" for field, words in _named(self._commands).items() for word in self.words(words)),
        )
        """The name of every number in the row of a choice."""
        self._at = {name: at for at, name in enumerate(self.names)}
        self._at_choice = {name: at for at, name in enumerate(self.choice_names)}

    def __reduce__(self) -> tuple[Callable[[StartGame], "Layout"], tuple[StartGame]]:
        """A pickle makes it anew: some of its classes are made at run time and cannot be pickled."""
        return partial(Layout, memory=self.memory), (self._start,)

    def observation(self, seen: Data, memory: Data | None = None) -> "NDArray[Any]":
        """A view as numbers, one for each of ``names``; ``memory``: that of the viewer, for a layout with memory."""
        row: NDArray[Any] = np.zeros(len(self.names), dtype=np.float32)
        sight = Sight(self, seen)
        for name, value in self._numbers(seen, sight):
            row[self._at[name]] += value
        for name, value in _remembered(seen, memory, sight) if memory else ():
            row[self._at[name]] += value
        return row

    def choices(self, seen: Data, commands: Sequence[Data]) -> "NDArray[Any]":
        """Choices as numbers: a row for each command, a column for each of ``choice_names``."""
        rows: NDArray[Any] = np.zeros((len(commands), len(self.choice_names)), dtype=np.float32)
        sight = Sight(self, seen)
        for row, command in zip(rows, commands, strict=True):
            row[self._at_choice[f"is.{command['type']}"]] = 1
            for field, value in command.items():
                if field not in ("type", "actor"):
                    words = _named((command["type"],)).get(field)
                    for name, number in self._numbers_of_field(field, value, words, sight):
                        row[self._at_choice[name]] += number
        return rows

    def words(self, words: Words) -> tuple[str, ...]:
        """The names of all things of a sort in games of this kind, or the words themselves."""
        return self._vocabulary[words] if isinstance(words, Sort) else words

    # --- an observation, number by number

    def _numbers(self, seen: Data, sight: "Sight") -> Iterator[tuple[str, float]]:
        """Each nonzero number with its name."""
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
        for card in (seen["rounds"] or ())[:1]:
            yield f"next.{card}", 1
        for number, bandits in enumerate(seen["teams"]):
            yield from ((f"teams.{number}.{bandit}", 1) for bandit in bandits)
        for pawns in seen["pawns"]:
            yield from ((f"pawns.{sight.bandit(pawns[which])}.{which}", 1) for which in PAWNS if pawns[which])
        for part in self._added:
            yield from part.numbers(seen.get(part.path), sight.called)

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
        cards = [(f"pile{at}", played) for at, played in enumerate(round_["pile"][: self._pile])]
        yield "pile.more", max(0, len(round_["pile"]) - self._pile) / 10
        if round_["current"]:
            cards.append(("current", round_["current"]))
        for where, played in cards:
            yield f"{where}.{sight.seat(played['seat'])}", 1
            which, _, action = sight.card(played["card"]).partition(".") if played["card"] else ("", "", UNSEEN)
            yield f"{where}.{action}", 1
            if which == "second":
                yield f"{where}.second", 1

    # --- a choice

    def _numbers_of_field(
        self, field: str, value: Any, words: Words | None, sight: "Sight"
    ) -> Iterator[tuple[str, float]]:
        """The names and numbers for a field of a command; ``words``: what its texts can be, if that is stated."""
        if isinstance(value, list):
            for each in value:
                for name, number in self._numbers_of_field(field, each, words, sight):
                    yield name, number / 4
        elif words and value is not None:
            yield f"{field}.{sight.called(words, value)}", 1
        elif isinstance(value, bool):
            if value:
                yield f"yes.{field}", 1
        elif value in sight.tokens:
            yield from self._loot("token.", [sight.tokens[value]], unseen=True)
        elif value in sight.bandits:
            yield "bandit." + sight.bandit(value).replace("bandit", ""), 1
        elif isinstance(value, str) and value.rpartition(".")[2] in LEVELS:
            yield f"place.{sight.place(value)}", 1
        elif value is not None:
            yield f"card.{sight.card(value)}", 1

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
        self._callers = {
            Sort.SEAT: self.seat,
            Sort.BANDIT: self.bandit,
            Sort.CAR: self._car,
            Sort.PLACE: self.place,
            Sort.CARD: self.card,
            Sort.ACTION: layout.action,
        }

    def seat(self, seat: Seat) -> str:
        """The name of a seat."""
        return f"seat{self._around[seat]}"

    def bandit(self, bandit: Bandit) -> str:
        """The name of a bandit, by its seat."""
        seat, number = self.bandits[bandit]
        return f"{self.seat(seat)}.bandit{number}"

    def owner(self, card: str) -> str:
        """The name of the seat whose bandit is on a card."""
        return self.seat(self.bandits[owner_and_action(card)[0]][0])

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

    def called(self, words: Words, text: str) -> str:
        """The name of a thing of a sort, or the word itself."""
        name = self._callers.get(words) if isinstance(words, Sort) else None
        return name(text) if name else text

    def _car(self, car: str) -> str:
        return f"car{self.train.index(car)}" if car in self.train else ELSEWHERE


def _remembered(seen: Data, memory: Data, sight: Sight) -> Iterator[tuple[str, float]]:
    """The numbers of what a seat has seen so far."""
    for when, counts in zip(WHEN, (memory["revealed"], memory["this_round"]), strict=True):
        for card, count in counts.items():
            yield f"seen.{when}.{sight.owner(card)}.{sight.card(card)}", count / 5
    yield from ((f"seen.card.{card}", 1) for card in memory["rounds"])
    there = [(sight.place(place), tokens) for place, tokens in seen["floor"].items()]
    owned = [(sight.bandit(bandit["bandit"]), bandit["tokens"]) for bandit in seen["bandits"]]
    for where, tokens in (*there, ("aside", seen["aside"]), *owned):
        for token in tokens:
            if token["value"] is None:
                yield f"seen.{where}", memory["values"].get(token["token"], 0) / 1000


@cache
def _yes_or_no(commands: tuple[str, ...]) -> tuple[str, ...]:
    """The boolean fields of these commands."""
    fields = [field for name in commands for field in attrs.fields(COMMANDS[name]) if field.type is bool]
    return tuple(dict.fromkeys(field.name for field in fields))


@cache
def _named(commands: tuple[str, ...]) -> dict[str, Words]:
    """The fields of these commands with texts of which a module states what they can be."""
    stated = [WORDS.get(COMMANDS[name], {}) for name in commands]
    return {field: words for fields in stated for field, words in fields.items() if not isinstance(words, By)}
