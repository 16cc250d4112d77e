"""Determinisation: completes a seat's view at random into a whole state.

A searching player has to play on from a position but may know only its view of it. So unseen cards are dealt at
random, unseen purses get the remaining values, and the rounds to come are drawn. **Only the view is used**, so that
nothing hidden can leak: two states with the same view give the same samples.

A module that hides more says in its ``bots.py`` how that is completed (``COMPLETION``).

A view has no memory. What was seen earlier and is hidden now, such as the cards of past rounds or a purse that changed
hands, is sampled as well.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, cast

import msgspec
from attrs import Factory

from colt_rules.decisions import Arrangements
from colt_rules.kernel.decide import NotAtRest, awaiting_by
from colt_rules.model.agreement import Agreed
from colt_rules.model.names import Card, Seat, Token
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Game, clockwise
from colt_rules.modules import MODULES, field_of, part_of_module, parts
from colt_rules.players.unseen_cards import CannotImagine, Data, Decks, sides_of
from colt_rules.rules.base.setup import STARTING_PURSE
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import View
from colt_rules.views.records import record_behind

__all__ = ["CannotImagine", "Completion", "Data", "Imagination", "Unfinished", "imaginable", "unimaginable"]


@cache
def imaginable() -> tuple[str, ...]:
    """The modules whose hidden information can be sampled: those whose bots say so (``IMAGINABLE``)."""
    return tuple(module for module, part in parts("bots") if getattr(part, "IMAGINABLE", False))


def unimaginable(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules, out of these, whose hidden information cannot be sampled."""
    return tuple(name for name in modules if name not in imaginable())


@record
class Unfinished:
    """A state that is being sampled: cards, loot, rounds and the records of earlier modules are there already."""

    rules: Rules
    seen: Data
    """The view."""
    world: Data
    """The state so far."""
    random: Random

    @property
    def so_far(self) -> Game:
        """The state so far."""
        return msgspec.convert(self.world, Game)

    def kept(self, seat: Seat, count: int) -> list[Card]:
        """As many cards of a hand that would not stay there anyway, sorted; of the deck if they have been played."""
        cards = self.world["cards"][seat]
        free = Counter(cards["hand"]) - Counter(self.rules.staying(self.so_far, seat))
        rows = [sorted(free.elements()), cards["deck"]]
        return sorted([card for row in rows for card in self.random.sample(row, len(row))][:count])


@record
class Completion:
    """How the hidden information of a module is sampled, besides cards, loot and rounds to come."""

    decks: Decks | None = None
    """The decks that a player with these figures can have, each as likely; empty if it is left to other modules."""
    elsewhere: Callable[[Data, Seat], Sequence[Card]] | None = None
    """The bullet cards of a seat that lie in sight outside hand, deck and discard pile, given the view."""
    kept: Callable[[Data, Seat], int] | None = None
    """How many cards a seat has in hand that it chose to keep, given the view."""
    tokens: Mapping[str, tuple[int, ...]] = Factory(dict)
    """By kind of loot that is not in the supply: the values of all its tokens."""
    record: Callable[[Unfinished, Data], Data] | None = None
    """The module's record in the state, given what the view shows of it, with None for what it does not show."""


@cache
def _completions(modules: tuple[str, ...]) -> dict[str, Completion]:
    """By module, in order: how it is completed."""
    found = {module: part_of_module(module, "bots") for module in MODULES if module in modules}
    return {module: getattr(part, "COMPLETION", Completion()) for module, part in found.items()}


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
        modules = tuple(options["modules"])
        self._seen = seen
        self._rules = rules = rulebook(modules, options["edition"], tuple(options["rulings"]))
        self._completions = _completions(modules)
        said = self._completions.values()
        tokens = {kind: values for one in said for kind, values in one.tokens.items()}
        self._sides = sides_of(
            rules,
            seen,
            [one.decks for one in said if one.decks],
            [one.elsewhere for one in said if one.elsewhere],
            [one.kept for one in said if one.kept],
        )
        self._loot = _Loot(
            seen, rules.number(STARTING_PURSE), tokens | {kind: pool.values for kind, pool in rules.supply.items()}
        )
        self._rounds = _Rounds(rules, seen)
        self._open = _open_part(rules, seen)
        self._open["round"] |= self._unshown()

    def world(self, random: Random) -> Data:
        """A random whole state (``events/schemas/state.json``) with this view."""
        round_ = self._open["round"]
        pile = [dict(played) for played in round_["pile"]]
        cards: Data = {}
        for side in self._sides:
            dealt = side.dealt(random)
            cards |= dealt.cards
            for place, card in dealt.pile.items():
                pile[place]["card"] = card
        world = {
            **self._open,
            "cards": cards,
            "values": self._loot.values(random),
            "rounds": self._rounds.drawn(random),
            "round": {**round_, "pile": pile},
            "sealed": _sealed(self._seen, random),
        }
        for module, completion in self._completions.items():
            if seen := self._seen.get(field_of(module)):
                known = record_behind(part_of_module(module, "model").ADDED, seen)  # type: ignore[union-attr]
                unfinished = Unfinished(self._rules, self._seen, world, random)
                world[field_of(module)] = completion.record(unfinished, known) if completion.record else known
        return world

    def _unshown(self) -> Data:
        """What the view does not show of the round, but who is awaited does: the first guess that fits."""
        example = self.world(Random(0))
        for guess in _guesses(self._rules, self._seen, self.seat):
            if self._awaited(example, guess) == self._seen["awaiting"]:
                return guess
        raise CannotImagine("awaiting: expected decisions that are open in some state with this view, got others")

    def _awaited(self, world: Data, guess: Data) -> list[Data]:
        """Who is awaited in a state with this guess."""
        game = msgspec.convert({**world, "round": {**world["round"], **guess}}, Game)
        try:
            return [
                {"actor": each.actor, "kind": each.kind, "subject": each.subject}
                for each in awaiting_by(self._rules, game)
            ]
        except NotAtRest:
            return []


# --- loot


class _Loot:
    """What tokens are worth: known values, and the values left for the others of each kind that is drawn unseen.

    The value of a bandit's starting purse is public, and the purse is named after the bandit.
    """

    def __init__(self, seen: Data, starting: int, pools: Mapping[str, Sequence[int]]) -> None:
        own = {f"purse-{each['bandit']}" for each in seen["bandits"]}
        self._known: dict[Token, int] = {}
        self._unseen: dict[str, list[Token]] = {}
        taken: Counter[tuple[str, int]] = Counter()
        for token in _tokens(seen):
            value = starting if token["token"] in own else token["value"]
            if value is None:
                self._unseen.setdefault(token["kind"], []).append(token["token"])
            else:
                self._known[token["token"]] = value
                taken[token["kind"], value] += 1
        self._left = {kind: _left(pools[kind], kind, taken) for kind in sorted(self._unseen)}

    def values(self, random: Random) -> dict[Token, int]:
        """The values of all tokens in sight, of unseen ones at random."""
        values = dict(self._known)
        for kind, left in self._left.items():
            tokens = sorted(self._unseen[kind])
            values |= zip(tokens, random.sample(left, len(tokens)), strict=True)
        return values


def _tokens(seen: Any) -> Iterator[Data]:
    """Every token in a view, wherever it is."""
    if isinstance(seen, dict) and "token" in seen and "kind" in seen:
        yield seen
    elif isinstance(seen, dict | list):
        for one in seen.values() if isinstance(seen, dict) else seen:
            yield from _tokens(one)


def _left(pool: Sequence[int], kind: str, taken: Counter[tuple[str, int]]) -> list[int]:
    """The values of a kind that no known token has."""
    known = Counter({value: count for (other, value), count in taken.items() if other == kind})
    return sorted((Counter(pool) - known).elements())


# --- rounds


class _Rounds:
    """What is known of the rounds to come: how many, perhaps the next card, and that a station is the last."""

    def __init__(self, rules: Rules, seen: Data) -> None:
        game = _game_with_options(seen)
        self._next: Sequence[str] = seen["rounds"] or ()
        shown = {seen["round"]["card"], *self._next}
        self._cards = [card for card in _drawn_from(rules, game, "round-cards") if card not in shown]
        stations = _drawn_from(rules, game, "station") if game.options.stations else ()
        self._stations = [card for card in stations if card not in shown]
        self._left = seen["rounds_left"]

    def drawn(self, random: Random) -> list[str]:
        """A random possible round deck."""
        to_come = self._left - len(self._next)
        last = [random.choice(self._stations)] if self._stations and to_come else []
        return [*self._next, *random.sample(self._cards, to_come - len(last)), *last]


def _drawn_from(rules: Rules, game: Game, what: str) -> tuple[str, ...]:
    """The cards that this draw is made from."""
    return cast(Arrangements, rules.choices[what].answers(rules, game, "")).items


def _game_with_options(seen: Data) -> Game:
    """A game with only its options filled in, and what its table agreed on."""
    options, agreed = seen["options"], seen.get("agreed")
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
        agreed=msgspec.convert(agreed, Agreed) if agreed else msgspec.UNSET,
    )


# --- everything else


def _sealed(seen: Data, random: Random) -> Data:
    """By seat: the pawns in its hands; those that are unseen, in either order."""
    sealed = {}
    for each in seen["pawns"]:
        pawns = [each["last"], each["before"]]
        if None in pawns:
            pawns = sorted(one["bandit"] for one in seen["bandits"] if one["seat"] == each["seat"])
            random.shuffle(pawns)
        sealed[each["seat"]] = pawns
    return sealed


def _open_part(rules: Rules, seen: Data) -> Data:
    """The public part of the state."""
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
            "hidden": round_["face_down"],
            "undealt": [],
            "draws": [],
            "acted": False,
            "happened": _happened(rules, seen),
        },
        "ranking": [],
        "teams": seen["teams"],
        **({"agreed": seen["agreed"]} if "agreed" in seen else {}),
    }


def _happened(rules: Rules, seen: Data) -> bool:
    """Whether the happening of the round card has begun: before that, nobody is asked at the end of a round."""
    if seen["phase"] != "round-end" or not seen["options"]["happenings"]:
        return False
    return rules.round_card_in(msgspec.convert(seen, View), seen["round"]["card"]).happening is not None


def _guesses(rules: Rules, seen: Data, seat: Seat) -> Iterator[Data]:
    """What the view does not show of a round, the likeliest first.

    That is whether the action of the card in action is taken, who still has to be dealt a hand, and who drew when.
    """
    round_, seats = seen["round"], tuple(seen["options"]["seats"])
    to_deal = seen["phase"] == "schemin" and round_["turn"] < 0
    undealt = [[], list(clockwise(seats, seat))[: _up_to_the_first(seats, seat, round_["first"])]] if to_deal else [[]]
    orders = _orders(rules, seen)
    draws, last = _draws(orders, seen), _last_to_act(orders, seen)
    also = [draws, [*draws, {"seat": last, "turn": round_["turn"]}]] if last else [draws]
    acted = (False, True) if round_["current"] else (False,)
    for done, waiting, drew in product(acted, undealt, also):
        yield {"acted": done, "undealt": waiting, "draws": drew}


def _up_to_the_first(seats: tuple[Seat, ...], seat: Seat, first: Seat) -> int:
    """How many seats come clockwise from a seat before the first player."""
    return (seats.index(first) - seats.index(seat)) % len(seats) or len(seats)


def _orders(rules: Rules, seen: Data) -> list[tuple[Seat, ...]]:
    """The orders of the turns of the round so far, as they began, the current turn last."""
    round_ = seen["round"]
    if seen["phase"] != "schemin" or round_["turn"] < 0:
        return []
    turns = rules.round_card_in(msgspec.convert(seen, View), round_["card"]).turns[: round_["turn"] + 1]
    seats = clockwise(tuple(seen["options"]["seats"]), round_["first"])
    return [rules.turns.kinds[turn].order(seats) for turn in turns]


def _last_to_act(orders: Sequence[tuple[Seat, ...]], seen: Data) -> Seat:
    """The seat that acted last in this turn; empty if nobody has."""
    left = len(seen["round"]["order"])
    return orders[-1][-left - 1] if orders and left < len(orders[-1]) else ""


def _draws(orders: Sequence[tuple[Seat, ...]], seen: Data) -> list[Data]:
    """The draw of the acting seat, if it acts for the second time in this turn and its card is not on top of the pile.

    If that card may be of an earlier turn, the view does not tell; a draw, which forbids nothing, is taken then. Of the
    other draws only the last one matters, if anybody is asked about it.
    """
    round_ = seen["round"]
    if not orders or not round_["order"]:
        return []
    seat = round_["order"][0]
    pile = [each["seat"] for each in round_["pile"]]
    laid = pile[-1:] == [seat] and not _are_older(pile, [acted for order in orders[:-1] for acted in order])
    again = round_["order"].count(seat) < orders[-1].count(seat)
    return [{"seat": seat, "turn": round_["turn"]}] if again and not laid else []


def _are_older(pile: Sequence[Seat], acted: Sequence[Seat]) -> bool:
    """Whether these seats can have laid all these cards when they acted in earlier turns, one card each time."""
    left = iter(acted)
    return all(any(one == seat for one in left) for seat in pile)
