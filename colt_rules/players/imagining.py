"""Determinisation: completes a seat's view at random into a whole state.

A searching player has to play on from a position but may know only its view of it. So unseen cards are dealt at
random, unseen purses get the remaining values, and the rounds to come are drawn. **Only the view is used**, so that
nothing hidden can leak: two states with the same view give the same samples.

A view has no memory. What was seen earlier and is hidden now, such as the cards of past rounds or a purse that changed
hands, is sampled as well.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from colt_rules.model.names import Card, Seat, Token, action_card, is_bullet
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Game, clockwise
from colt_rules.modules import parts
from colt_rules.rules.base.setup import STARTING_PURSE, round_cards, stations
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rulebook

Data: TypeAlias = dict[str, Any]
"""A view or a state, as in JSON."""


@cache
def imaginable() -> tuple[str, ...]:
    """The modules whose hidden information can be sampled: those whose bots say so (``IMAGINABLE``)."""
    return tuple(module for module, part in parts("bots") if getattr(part, "IMAGINABLE", False))


class CannotImagine(ValueError):
    """The view cannot be completed; the message says why and which views can."""


@record
class Hidden:
    """The unseen cards of a seat and where they are."""

    cards: tuple[Card, ...]
    """All unseen cards, sorted; which card is where is unknown."""
    in_pile: tuple[int, ...]
    """The indexes of the hidden cards in the common pile, which holds only action cards."""
    in_hand: int


def unimaginable(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules, out of these, whose hidden information cannot be sampled."""
    return tuple(name for name in modules if name not in imaginable())


class Imagination:
    """Everything that a seat can infer from its view, for sampling any number of states."""

    def __init__(self, seen: Data) -> None:
        """From a seat's view at a moment when it has to choose; raises ``CannotImagine``."""
        if beyond := unimaginable(seen["options"]["modules"]):
            raise CannotImagine(
                f"expected a view of a game with no modules but {', '.join(imaginable())}, got {', '.join(beyond)}: "
                "play this game with another player, such as the scheming bot"
            )
        self.seat: Seat = seen["role"]
        waited = [each["actor"] for each in seen["awaiting"]]
        if self.seat not in waited:
            others = ", ".join(waited) or "nobody"
            raise CannotImagine(f"expected a moment when {self.seat} has to choose, got one that waits for {others}")
        options = seen["options"]
        self._rules = rulebook(tuple(options["modules"]), options["edition"], tuple(options["rulings"]))
        self._hidden = {each["seat"]: _hidden_cards(self._rules, seen, each) for each in seen["seats"]}
        self._known, self._unseen, self._left = _purses(self._rules, seen)
        self._rounds = _Rounds(self._rules, seen)
        self._open = _open_part(self._rules, seen)
        self._hands = {each["seat"]: each["hand"] for each in seen["seats"] if each["hand"] is not None}
        self._uncounted = {each["seat"]: each["uncounted"] for each in seen["seats"]}

    def world(self, random: Random) -> Data:
        """A random whole state (``events/schemas/state.json``) with this view, every deal with the same probability."""
        pile = [dict(played) for played in self._open["round"]["pile"]]
        cards = {}
        for seat, hidden in self._hidden.items():
            row = list(hidden.cards)
            random.shuffle(row)
            for place in hidden.in_pile:
                pile[place]["card"] = row.pop(next(at for at, card in enumerate(row) if not is_bullet(card)))
            hand = self._hands.get(seat)
            if hand is None:
                hand, row = row[: hidden.in_hand], row[hidden.in_hand :]
            cards[seat] = {
                "hand": hand,
                "deck": row,
                "discard": [],
                "borrowed": [],
                "uncounted": self._uncounted[seat],
            }
        values = dict(zip(self._unseen, random.sample(self._left, len(self._unseen)), strict=True))
        return {
            **self._open,
            "cards": cards,
            "values": self._known | values,
            "rounds": self._rounds.drawn(random),
            "round": {**self._open["round"], "pile": pile},
        }


def _hidden_cards(rules: Rules, seen: Data, one: Data) -> Hidden:
    """The unseen cards of a seat: all its cards except the visible ones."""
    seat, round_ = one["seat"], seen["round"]
    has = Counter(action_card(seat, action) for action, count in rules.action_cards.deck.items() for _ in range(count))
    has.update(one["bullets"])
    played = [*round_["pile"], *filter(None, [round_["current"]])]
    in_sight = Counter([each["card"] for each in played if each["seat"] == seat and each["card"] is not None])
    in_sight.update(one["hand"] or ())
    if one["discard_size"] or in_sight - has:
        raise CannotImagine(f"seats: expected cards of {seat} only in the hand, the deck and the pile, got others too")
    cards = tuple(sorted((has - in_sight).elements()))
    in_pile = tuple(at for at, each in enumerate(round_["pile"]) if each["seat"] == seat and each["card"] is None)
    in_hand = one["hand_size"] if one["hand"] is None else 0
    if len(cards) != len(in_pile) + in_hand + one["deck_size"]:
        raise CannotImagine(
            f"seats: expected places for {len(cards)} unseen cards of {seat}, "
            f"got {len(in_pile) + in_hand + one['deck_size']}"
        )
    return Hidden(cards, in_pile, in_hand)


def _purses(rules: Rules, seen: Data) -> tuple[dict[Token, int], list[Token], list[int]]:
    """The values of known tokens, the tokens with unknown values, and the values left for them.

    The value of a bandit's starting purse is public, and the purse is named after the bandit.
    """
    tokens = chain(*(each["tokens"] for each in seen["bandits"]), *seen["floor"].values(), seen["aside"])
    own = {f"purse-{each['bandit']}" for each in seen["bandits"]}
    known: dict[Token, int] = {}
    unseen: list[Token] = []
    taken: Counter[int] = Counter()
    for token in tokens:
        value = rules.number(STARTING_PURSE) if token["token"] in own else token["value"]
        if value is None:
            unseen.append(token["token"])
        else:
            known[token["token"]] = value
            if rules.supply[token["kind"]].blind:
                taken[value] += 1
    blind = [value for pool in rules.supply.values() if pool.blind for value in pool.values]
    return known, sorted(unseen), sorted((Counter(blind) - taken).elements())


class _Rounds:
    """What is known of the rounds to come: how many, perhaps the next card, and that a station is the last."""

    def __init__(self, rules: Rules, seen: Data) -> None:
        game = _game_with_options(seen)
        self._next: Sequence[str] = seen["rounds"] or ()
        shown = {seen["round"]["card"], *self._next}
        self._cards = [card for card in round_cards(rules, game) if card not in shown]
        self._stations = [card for card in stations(rules, game) if card not in shown] if game.options.stations else []
        self._left = seen["rounds_left"]

    def drawn(self, random: Random) -> list[str]:
        """A random possible round deck."""
        to_come = self._left - len(self._next)
        last = [random.choice(self._stations)] if self._stations and to_come else []
        return [*self._next, *random.sample(self._cards, to_come - len(last)), *last]


def _game_with_options(seen: Data) -> Game:
    """A game with only its options filled in."""
    options = seen["options"]
    return changed(
        NEW,
        options=changed(
            NEW.options,
            edition=options["edition"],
            modules=tuple(options["modules"]),
            seats=tuple(options["seats"]),
            powers=options["powers"],
            happenings=options["happenings"],
            stations=options["stations"],
            rulings=tuple(options["rulings"]),
        ),
    )


def _open_part(rules: Rules, seen: Data) -> Data:
    """The public part of the state, and what follows from the fact that a seat has to choose."""
    round_ = seen["round"]
    return {
        "options": {**seen["options"], "train": []},
        "phase": seen["phase"],
        "train": seen["train"],
        "marshal": seen["marshal"],
        "figures": {
            each["bandit"]: {
                "seat": each["seat"],
                "place": each["place"],
                "loot": [token["token"] for token in each["tokens"]],
                "bullets": each["bullets"],
                "powers": each["powers"],
                "ransom": each["ransom"],
            }
            for each in seen["bandits"]
        },
        "floor": {place: [token["token"] for token in lying] for place, lying in seen["floor"].items()},
        "aside": [token["token"] for token in seen["aside"]],
        "neutral": seen["neutral"],
        "round": {
            **{name: round_[name] for name in ("number", "card", "first", "turn", "order", "pile", "current", "due")},
            **{name: round_[name] for name in ("drawing", "keeping", "answered")},
            "undealt": [],
            "hidden": round_["face_down"],
            "draws": _draws(rules, seen),
            "acted": False,  # in these modules nothing is left to choose once a card's action is taken
            "happened": seen["phase"] == "round-end",
        },
        "ranking": [],
        "teams": [],
        "sealed": {},
    }


def _draws(rules: Rules, seen: Data) -> list[Data]:
    """The draw of the acting seat, if it acts for the second time in this turn and its card is not on top of the pile.

    Nothing else depends on who drew when.
    """
    round_ = seen["round"]
    if seen["phase"] != "schemin" or not round_["order"]:
        return []
    seat, turns = round_["order"][0], rules.round_card_in(_game_with_options(seen), round_["card"]).turns
    order = rules.turns.kinds[turns[round_["turn"]]].order(clockwise(tuple(seen["options"]["seats"]), round_["first"]))
    on_top = bool(round_["pile"]) and round_["pile"][-1]["seat"] == seat
    again = round_["order"].count(seat) < order.count(seat)
    return [{"seat": seat, "turn": round_["turn"]}] if again and not on_top else []
