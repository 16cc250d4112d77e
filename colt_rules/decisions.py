"""What the game waits for: open decisions and the answers they take."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import Any, TypeAlias, TypeVar

from colt_rules.commands import Command, Deal
from colt_rules.model.names import CHANCE
from colt_rules.model.record import record


@record
class Decision:
    """One thing that one actor has to decide."""

    actor: str
    kind: str
    subject: str
    """Whom or what it is about: the bandit that acts, the seat that chooses or whose cards are shuffled, or nothing."""


Answers: TypeAlias = Collection[Command]
"""The commands that answer a decision. It can be counted, walked through and asked for membership."""


C = TypeVar("C", bound=Command)


def shared(cls: Callable[..., C]) -> Callable[..., C]:
    """A maker of commands whose equal ones are one object, for those that are listed again and again."""
    return lru_cache(maxsize=4096)(cls)


class Arrangements:
    """Every way to lay out ``count`` of ``items`` in a row: all that chance is ever asked for.

    The items may repeat; rows that look the same are one answer. A dealer needs only ``items`` and ``count``.
    """

    __slots__ = ("count", "items", "subject", "what")

    def __init__(self, what: str, subject: str, items: tuple[str, ...], count: int) -> None:
        self.what = what
        self.subject = subject
        self.items = items
        self.count = count

    def deal(self, row: tuple[str, ...]) -> Deal:
        """The command that answers with this row."""
        return Deal(CHANCE, self.what, self.subject, row)

    def __str__(self) -> str:
        rows = f"a Deal of {self.what}" + (f" for {self.subject}" if self.subject else "")
        return f"{rows}, one of {self.number:,} rows of {self.count} out of {', '.join(sorted(self.items))}"

    def __contains__(self, command: object) -> bool:
        if not isinstance(command, Deal) or command.actor != CHANCE:
            return False
        if (command.what, command.subject) != (self.what, self.subject):
            return False
        if len(command.outcome) != self.count:
            return False
        if self.count == len(self.items):
            return sorted(command.outcome) == sorted(self.items)
        return not Counter(command.outcome) - Counter(self.items)

    def __iter__(self) -> Iterator[Command]:
        return map(self.deal, _rows(dict(Counter(sorted(self.items))), self.count))

    def __len__(self) -> int:
        return self.number

    def __bool__(self) -> bool:
        return self.count <= len(self.items)

    @property
    def number(self) -> int:
        """How many rows there are; for a thick deck more than ``len`` can tell."""
        return _count(tuple(Counter(self.items).values()), self.count)


class Selections(Sequence[Command]):
    """Every choice of some, all or none of ``items``, sorted; ``make`` gives the command that says so.

    Where ``most`` is given, no more than so many can be chosen.
    """

    __slots__ = ("copies", "make", "most")

    def __init__(
        self, make: Callable[[tuple[str, ...]], Command], items: tuple[str, ...], most: int | None = None
    ) -> None:
        self.make = make
        self.copies = Counter(sorted(items))
        self.most = len(items) if most is None else min(most, len(items))

    def __str__(self) -> str:
        any_of = "any" if self.most == self.copies.total() else f"at most {self.most}"
        cards = ", ".join(self.copies.elements()) or "no cards"
        return f"{self.make(()).__class__.__name__} with {any_of} of {cards}, sorted"

    def __contains__(self, command: object) -> bool:
        chosen: tuple[str, ...] = getattr(command, "cards", ())
        if len(chosen) > self.most:
            return False
        return command == self.make(tuple(sorted(chosen))) and not Counter(chosen) - self.copies

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        chosen: list[str] = []
        numbers, room = list(self.copies.values()), self.most
        for item in reversed(self.copies):
            most = min(numbers.pop(), room)
            for count in range(most + 1):
                ways = _choices(tuple(numbers), room - count)
                if index < ways:
                    break
                index -= ways
            chosen += [item] * count
            room -= count
        return self.make(tuple(reversed(chosen)))

    def __len__(self) -> int:
        return _choices(tuple(self.copies.values()), self.most)


def _rows(left: dict[str, int], count: int) -> Iterator[tuple[str, ...]]:
    """Every different row of ``count`` items out of those that are left."""
    if not count:
        yield ()
        return
    for item in left:
        if left[item]:
            left[item] -= 1
            for row in _rows(left, count - 1):
                yield (item, *row)
            left[item] += 1


def _count(copies: tuple[int, ...], count: int) -> int:
    """How many different rows of ``count`` there are when the items come in so many copies each."""
    ways = [1] + [0] * count
    for number in copies:
        ways = [sum(ways[size - k] * comb(size, k) for k in range(min(number, size) + 1)) for size in range(count + 1)]
    return ways[count]


@lru_cache(maxsize=4096)
def _choices(copies: tuple[int, ...], most: int) -> int:
    """How many different choices of at most ``most`` there are when the items come in so many copies each."""
    ways = [1] * (most + 1)
    for number in copies:
        ways = [sum(ways[room - k] for k in range(min(number, room) + 1)) for room in range(most + 1)]
    return ways[most]
