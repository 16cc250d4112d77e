"""Deals the cards that a seat does not see in its view: to hands, decks, discard piles and face-down on the pile.

A player has the action cards of their figures and the bullet cards received. Within a side, cards can have changed
hands: each player may hold some that were drawn from the mate's deck (``borrowed``).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from colt_rules.model.names import Bandit, Card, Seat, is_bullet, owner_of
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Cards
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.module import Rules

Data: TypeAlias = dict[str, Any]
"""A view or a state, as in JSON."""
Decks: TypeAlias = Callable[[Rules, tuple[Bandit, ...]], Sequence[tuple[Card, ...]]]
"""The decks that a player with these figures can have; empty if it is left to others to say."""
Elsewhere: TypeAlias = Callable[[Data, Seat], Sequence[Card]]
"""The bullet cards of a seat that lie in sight outside hand, deck and discard pile, given the view."""
Kept: TypeAlias = Callable[[Data, Seat], int]
"""How many cards a seat has in hand that it chose to keep, given the view."""


class CannotImagine(ValueError):
    """The view cannot be completed; the message says why and which views can."""


@record
class Unseen:
    """What a seat's cards are as far as the view shows them, and how many places are unknown."""

    seat: Seat
    shown: Mapping[str, tuple[Card, ...] | None]
    """By heap, such as ``hand``: its cards, or None if they are unseen."""
    sizes: Mapping[str, int]
    """By heap: how many unseen cards it has."""
    in_pile: tuple[int, ...]
    """The indexes of the seat's hidden cards in the common pile, which holds only action cards."""
    borrowed: tuple[Card, ...] | None
    received: Counter[Card]
    """The bullet cards received that are in some hand, deck or discard pile."""
    uncounted: int
    kept: int
    """How many unseen cards in its hand would not be there if it had not chosen to keep them."""

    @property
    def places(self) -> int:
        """How many unseen cards the seat has."""
        return sum(self.sizes.values()) + len(self.in_pile)

    @property
    def held(self) -> int:
        """How many of them are or were in its hand."""
        return self.sizes["hand"] + len(self.in_pile)


@record
class Dealt:
    """One way in which the unseen cards can lie."""

    pile: Mapping[int, Card]
    """By index in the common pile: the hidden card."""
    cards: Mapping[Seat, Data]
    """By seat: its cards in the state."""


class Alone:
    """The unseen cards of a seat that shares its cards with nobody."""

    def __init__(self, rules: Rules, seen: Data, one: Unseen, decks: Sequence[Decks]) -> None:
        self._one, seat = one, one.seat
        in_sight = Counter(chain(_played(seen, seat), *filter(None, self._one.shown.values())))
        rows = [_rest(Counter(deck) + self._one.received, in_sight) for deck in _decks(rules, seen, seat, decks)]
        self._rows = [row for row in rows if row is not None and len(row) == self._one.places]
        if not self._rows:
            counts = " or ".join(str(len(row)) for row in rows if row is not None) or "no"
            raise CannotImagine(
                f"seats: expected places for {counts} unseen cards of {seat}, got {self._one.places}: "
                "check the cards in sight and the sizes"
            )

    def dealt(self, random: Random) -> Dealt:
        """The cards in a random order, every order with the same probability."""
        row = list(random.choice(self._rows) if len(self._rows) > 1 else self._rows[0])
        pile, heaps = _laid(random, self._one, row, [], False)
        return Dealt(pile, {self._one.seat: _as_state(self._one, heaps, self._one.borrowed or ())})


class Mates:
    """The unseen cards of a pair of seats that draw from each other's decks.

    How many of the one's cards the other one has follows from the sizes only up to a number that is drawn at random.
    """

    def __init__(self, rules: Rules, seen: Data, side: Sequence[Unseen], decks: Sequence[Decks]) -> None:
        self._two, seats = tuple(side), [one.seat for one in side]
        self._whole = tuple(_decks(rules, seen, seat, decks)[0] for seat in seats)
        self._stay = _stays(rules, self._two[0].seat, self._whole[1][0])
        self._at_once = self._stay and seen["phase"] != "schemin"
        in_sight = [self._in_sight(seen, number) for number in (0, 1)]
        pools = [Counter(deck) + one.received for deck, one in zip(self._whole, self._two, strict=True)]
        rows = [_rest(pool, there) for pool, there in zip(pools, in_sight, strict=True)]
        if rows[0] is None or rows[1] is None:
            raise CannotImagine(f"seats: expected only cards of {' and '.join(seats)} with them, got others too")
        self._rows = rows[0], rows[1]
        self._more = len(rows[0]) - self._two[0].places
        self._laid = tuple(
            [card for card in _played(seen, one.seat, by_player=True) if card not in self._whole[number]]
            for number, one in enumerate(self._two)
        )
        rounds, scheming = seen["round"]["number"], seen["phase"] == "schemin"
        self._numbers = self._possible(rounds, scheming, self._two) or self._possible(rounds)
        if not self._numbers or sum(map(len, self._rows)) != sum(one.places for one in self._two):
            raise CannotImagine(
                f"seats: expected places for {len(rows[0])} and {len(rows[1])} unseen cards of {' and '.join(seats)}, "
                f"got {self._two[0].places} and {self._two[1].places}"
            )

    def _in_sight(self, seen: Data, number: int) -> Counter[Card]:
        """The visible cards that belong to this one of the two, wherever they are."""
        one, other = self._two[number], self._two[1 - number]
        own = Counter(chain(_played(seen, one.seat), *filter(None, one.shown.values())))
        theirs = Counter(chain(*filter(None, other.shown.values())))
        return own - self._foreign(number, own) + self._foreign(1 - number, theirs)

    def _foreign(self, number: int, there: Counter[Card]) -> Counter[Card]:
        """Which of these cards of one of the two belong to the mate."""
        theirs = Counter(self._whole[1 - number]) + self._two[1 - number].received
        return there & theirs & (Counter(self._two[number].borrowed) - Counter(self._whole[number]))

    def _possible(self, rounds: int, scheming: bool = False, keeping: Sequence[Unseen] = ()) -> list[int]:
        """How many unseen cards of the second one the first one can have.

        In each round one is drawn. While scheming, it is in the hand unless it has been played.
        """
        least = [
            scheming and one.borrowed is None and not laid for one, laid in zip(self._two, self._laid, strict=True)
        ]
        most = [
            min(rounds, (one.held if self._stay else one.places) - one.kept * (one in keeping), open_.total())
            for one, open_ in zip(self._two, map(self._open_to, (0, 1)), strict=True)
        ]
        return [count for count in range(least[0], most[0] + 1) if least[1] <= count + self._more <= most[1]]

    def _open_to(self, number: int) -> Counter[Card]:
        """The unseen cards of the mate that one of the two can have."""
        one, theirs = self._two[number], Counter(self._rows[1 - number])
        if one.borrowed is None:
            return theirs
        return theirs & (Counter(one.borrowed) - Counter(chain(*filter(None, one.shown.values()))))

    def dealt(self, random: Random) -> Dealt:
        """The cards in random order, as many of them with the mate as is possible."""
        count = self._numbers[-1] if self._at_once else random.choice(self._numbers)
        lent = [
            random.sample(list(self._open_to(number).elements()), wanted)
            for number, wanted in ((0, count), (1, count + self._more))
        ]
        rows = [sorted((Counter(self._rows[number]) - Counter(lent[1 - number])).elements()) for number in (0, 1)]
        laid = [_laid(random, self._two[number], rows[number], lent[number], self._stay) for number in (0, 1)]
        return Dealt(
            {**laid[0][0], **laid[1][0]},
            {
                one.seat: _as_state(one, laid[number][1], self._borrowed(random, number, lent, laid))
                for number, one in enumerate(self._two)
            },
        )

    def _borrowed(self, random: Random, number: int, lent: list[list[Card]], laid: Any) -> tuple[Card, ...]:
        """All cards that one of the two has ever drawn from the mate's deck, as far as they can still be told."""
        one, other = self._two[number], self._two[1 - number]
        if one.borrowed is not None:
            return one.borrowed
        actions = [card for card in lent[number] if not is_bullet(card)]
        bullets = Counter(filter(is_bullet, lent[number]))
        if other.borrowed is not None:
            there = Counter(filter(is_bullet, chain(*laid[1 - number][1].values())))
            bullets = other.received + Counter(filter(is_bullet, other.borrowed)) - there
        row = (*sorted(bullets.elements()), *actions, *self._laid[number])
        return row or (random.choice(self._whole[1 - number]),)


def sides_of(
    rules: Rules, seen: Data, decks: Sequence[Decks], elsewhere: Sequence[Elsewhere], kept: Sequence[Kept]
) -> list[Alone | Mates]:
    """The seats that have cards, those together that have drawn from each other's decks."""
    one_each: list[Alone | Mates] = []
    mixed = {each["seat"] for each in seen["seats"] if each["borrowed"] != []}
    for side in rules.sides(changed(NEW, options=changed(NEW.options, seats=tuple(seen["options"]["seats"])))):
        there = [seat for seat in side if any(each["seat"] == seat for each in seen["seats"])]
        unseen = [_unseen(seen, seat, elsewhere, kept) for seat in there]
        if mixed.isdisjoint(there):
            one_each += [Alone(rules, seen, one, decks) for one in unseen]
        elif len(there) == 2:
            one_each.append(Mates(rules, seen, unseen, decks))
        else:
            raise CannotImagine(f"seats: expected sides of two that share cards, got {', '.join(there)}")
    return one_each


# --- what the view shows


HEAPS = ("hand", "deck", "discard")


def _unseen(seen: Data, seat: Seat, elsewhere: Sequence[Elsewhere] = (), kept: Sequence[Kept] = ()) -> Unseen:
    one = next(each for each in seen["seats"] if each["seat"] == seat)
    shown = {heap: None if one[heap] is None else tuple(one[heap]) for heap in HEAPS}
    pile = enumerate(seen["round"]["pile"])
    return Unseen(
        seat=seat,
        shown=shown,
        sizes={heap: one[f"{heap}_size"] if shown[heap] is None else 0 for heap in HEAPS},
        in_pile=tuple(at for at, each in pile if each["seat"] == seat and each["card"] is None),
        borrowed=None if one["borrowed"] is None else tuple(one["borrowed"]),
        received=Counter(one["bullets"]) - Counter(card for each in elsewhere for card in each(seen, seat)),
        uncounted=one["uncounted"],
        kept=0 if shown["hand"] is not None else sum(each(seen, seat) for each in kept),
    )


def _played(seen: Data, seat: Seat, by_player: bool = False) -> list[Card]:
    """The visible cards on the common pile and in action that are of a seat's figures or, if so, that it played."""
    round_, mine = seen["round"], _figures(seen, seat)
    played = [each for each in (*round_["pile"], *filter(None, [round_["current"]])) if each["card"] is not None]
    return [each["card"] for each in played if (each["seat"] == seat if by_player else owner_of(each["card"]) in mine)]


def _figures(seen: Data, seat: Seat) -> tuple[Bandit, ...]:
    return tuple(each["bandit"] for each in seen["bandits"] if each["seat"] == seat)


def _decks(rules: Rules, seen: Data, seat: Seat, decks: Sequence[Decks]) -> Sequence[tuple[Card, ...]]:
    """The decks that a seat can have, as the last module says that says anything."""
    figures = _figures(seen, seat)
    said = (possible for each in reversed(decks) if (possible := each(rules, figures)))
    return next(said, None) or [tuple(chain(*(action_cards(rules, figure) for figure in figures)))]


def _rest(whole: Counter[Card], in_sight: Counter[Card]) -> tuple[Card, ...] | None:
    """The cards that are out of sight, sorted; None if others are in sight than there are."""
    return None if in_sight - whole else tuple(sorted((whole - in_sight).elements()))


def _stays(rules: Rules, seat: Seat, card: Card) -> bool:
    """Whether a card that was drawn from a mate's deck stays in hand until it is played."""
    return bool(rules.staying(changed(NEW, cards={seat: Cards((card,), (), borrowed=(card,))}), seat))


# --- the deal


def _laid(
    random: Random, one: Unseen, own: Sequence[Card], lent: Sequence[Card], in_hand: bool
) -> tuple[dict[int, Card], dict[str, list[Card]]]:
    """The hidden cards on the pile by index, and the heaps of a seat with its own and the mate's cards.

    With ``in_hand``, the mate's cards are not in the deck.
    """
    mine, theirs = list(own), list(lent)
    pile, to_come = {}, one.places - one.held
    for at in one.in_pile:
        free = theirs if in_hand and len(mine) <= to_come else [*mine, *theirs]
        actions = [card for card in free if not is_bullet(card)] or [card for card in mine if not is_bullet(card)]
        if not actions:
            raise CannotImagine(f"round: expected fewer hidden cards of {one.seat} than unseen action cards")
        pile[at] = random.choice(actions)
        (mine if pile[at] in mine else theirs).remove(pile[at])
    random.shuffle(mine)
    if theirs:
        place = one.sizes["hand"] if in_hand else len(mine) + len(theirs)
        mine = [*theirs, *mine]
        mine[:place] = random.sample(mine[:place], len(mine[:place]))
    heaps: dict[str, list[Card]] = {}
    for heap in HEAPS:
        shown, size = one.shown[heap], one.sizes[heap]
        heaps[heap], mine = (mine[:size], mine[size:]) if shown is None else (list(shown), mine)
    return pile, heaps


def _as_state(one: Unseen, heaps: dict[str, list[Card]], borrowed: Sequence[Card]) -> Data:
    return {**heaps, "borrowed": list(borrowed), "uncounted": one.uncounted}
