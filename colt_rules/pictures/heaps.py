"""The cards of a game as heaps, and the cards that go from one heap to another."""

from collections import Counter
from collections.abc import Iterator

from colt_rules.model.names import Card, Seat
from colt_rules.model.record import record
from colt_rules.model.state import Game

HAND, DECK, DISCARD, PILE = "hand", "deck", "discard-pile", "pile"
NOWHERE = ""
"""The origin or target of cards that are in no heap."""


@record
class Heap:
    """Cards that lie together; the common pile has no owner."""

    kind: str
    seat: Seat = ""


@record
class Flow:
    """Cards that went from one heap to another; a shuffled heap goes to itself."""

    start: Heap
    to: Heap
    cards: tuple[Card, ...]


def flows(before: Game, after: Game) -> Iterator[Flow]:
    """The cards that moved between heaps."""
    if before.cards is after.cards and before.round is after.round:
        return
    was, now = dict(_heaps(before)), dict(_heaps(after))
    other = [heap for heap in dict.fromkeys((*was, *now)) if was.get(heap) != now.get(heap)]
    gone = {heap: left for heap in other if (left := Counter(was.get(heap, ())) - Counter(now.get(heap, ())))}
    come = {heap: left for heap in other if (left := Counter(now.get(heap, ())) - Counter(was.get(heap, ())))}
    for to, added in come.items():
        for start, removed in gone.items():
            if both := added & removed:
                yield Flow(start, to, tuple(sorted(both.elements())))
                added -= both
                removed -= both
        if added:
            yield Flow(Heap(NOWHERE), to, tuple(sorted(added.elements())))
    yield from (Flow(heap, Heap(NOWHERE), tuple(sorted(left.elements()))) for heap, left in gone.items() if left)
    yield from (Flow(heap, heap, ()) for heap in other if heap.kind == DECK and heap not in gone and heap not in come)


def _heaps(game: Game) -> Iterator[tuple[Heap, tuple[Card, ...]]]:
    for seat, cards in game.cards.items():
        yield Heap(HAND, seat), cards.hand
        yield Heap(DECK, seat), cards.deck
        yield Heap(DISCARD, seat), cards.discard
    current = game.round.current
    yield Heap(PILE), tuple(played.card for played in (*game.round.pile, *([current] if current else [])))
