"""Worlds that could be: what a seat sees, completed at random into a whole state.

A player who searches has to play on from a position, and of the real one it may know its view only. So it imagines:
cards that it cannot see are dealt out anew, purses get values that are left over, the rounds to come are drawn. **Made
of the view alone**, so that nothing hidden can leak in: two states that look the same give the same worlds.

A view has no memory. What was seen earlier and lies face down now, such as the round cards of rounds that are over or
a purse that changed hands, is drawn anew as well.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from colt_rules.model.names import Card, Seat, Token, action_card, is_bullet
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Game, clockwise
from colt_rules.modules import MODULES
from colt_rules.research.session import Data
from colt_rules.rules.base.setup import STARTING_PURSE, round_cards, stations
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rulebook

IMAGINABLE = MODULES[:1]
"""The modules whose secrets can be imagined: those of the base game."""


class CannotImagine(ValueError):
    """A view that cannot be completed; the message says why and what can be."""


@record
class Hidden:
    """The cards of a seat as far as they cannot be seen, and where they are."""

    cards: tuple[Card, ...]
    """What they are, sorted; not which is where."""
    in_pile: tuple[int, ...]
    """Their places in the common pile; only action cards lie there."""
    in_hand: int


def unimaginable(modules: Iterable[str]) -> tuple[str, ...]:
    """Of these modules those whose secrets cannot be imagined."""
    return tuple(name for name in modules if name not in IMAGINABLE)


class Imagination:
    """Everything that a seat can conclude from its view, ready to be completed into any number of worlds."""

    def __init__(self, seen: Data) -> None:
        """Made of what a seat sees at a moment when it has to choose."""
        if beyond := unimaginable(seen["options"]["modules"]):
            raise CannotImagine(
                f"expected a view of a game with no modules but {', '.join(IMAGINABLE)}, got {', '.join(beyond)}: "
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
        """A whole state (``events/schemas/state.json``) that looks like this to the seat, every deal as likely."""
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
    """The cards of a seat that cannot be seen: all that it has but for those in sight."""
    seat, round_ = one["seat"], seen["round"]
    has = Counter(action_card(seat, action) for action, count in rules.deck.items() for _ in range(count))
    has.update(one["bullets"])
    played = [*round_["pile"], *filter(None, [round_["current"]])]
    in_sight = Counter([each["card"] for each in played if each["seat"] == seat and each["card"] is not None])
    in_sight.update(one["hand"] or ())
    if one["discard_size"] or in_sight - has:
        raise CannotImagine(f"seats: expected the cards of {seat} in a hand, a deck and the pile, got others as well")
    cards = tuple(sorted((has - in_sight).elements()))
    in_pile = tuple(at for at, each in enumerate(round_["pile"]) if each["seat"] == seat and each["card"] is None)
    in_hand = one["hand_size"] if one["hand"] is None else 0
    if len(cards) != len(in_pile) + in_hand + one["deck_size"]:
        raise CannotImagine(
            f"seats: expected {len(cards)} cards of {seat} that cannot be seen, "
            f"got room for {len(in_pile) + in_hand + one['deck_size']}"
        )
    return Hidden(cards, in_pile, in_hand)


def _purses(rules: Rules, seen: Data) -> tuple[dict[Token, int], list[Token], list[int]]:
    """What tokens in sight are worth, those whose value cannot be seen, and the values that are left for them.

    Everybody knows what is in the purse that a bandit starts with, and it bears its name.
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
    """The rounds to come, as far as they are known: how many, perhaps the next one, and that a station is the last."""

    def __init__(self, rules: Rules, seen: Data) -> None:
        game = _at_this_table(seen)
        self._next: Sequence[str] = seen["rounds"] or ()
        shown = {seen["round"]["card"], *self._next}
        self._cards = [card for card in round_cards(rules, game) if card not in shown]
        self._stations = [card for card in stations(rules, game) if card not in shown] if game.options.stations else []
        self._left = seen["rounds_left"]

    def drawn(self, random: Random) -> list[str]:
        """A round deck that could be."""
        to_come = self._left - len(self._next)
        last = [random.choice(self._stations)] if self._stations and to_come else []
        return [*self._next, *random.sample(self._cards, to_come - len(last)), *last]


def _at_this_table(seen: Data) -> Game:
    """A game of which nothing is known but who is at the table, and what was agreed on."""
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
    """The state as far as everybody sees it, or can tell since a seat has to choose."""
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
            "acted": False,  # in the base game a card that is carried out leaves nothing more to choose
            "happened": seen["phase"] == "round-end",
        },
        "ranking": [],
        "teams": [],
        "sealed": {},
    }


def _draws(rules: Rules, seen: Data) -> list[Data]:
    """Whether whoever acts for the second time in this turn has drawn before: their card is not on top of the pile.

    Nothing else depends on who drew when.
    """
    round_ = seen["round"]
    if seen["phase"] != "schemin" or not round_["order"]:
        return []
    seat, turns = round_["order"][0], rules.turns_on(_at_this_table(seen), round_["card"])
    order = rules.turns[turns[round_["turn"]]].order(clockwise(tuple(seen["options"]["seats"]), round_["first"]))
    on_top = bool(round_["pile"]) and round_["pile"][-1]["seat"] == seat
    again = round_["order"].count(seat) < order.count(seat)
    return [{"seat": seat, "turn": round_["turn"]}] if again and not on_top else []
