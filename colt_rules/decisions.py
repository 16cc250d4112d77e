"""Open decisions and the commands that answer them."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations, combinations_with_replacement, permutations, product, starmap
from math import comb, prod
from typing import Any, TypeAlias, TypeVar, cast, overload

import attrs

from colt_rules.commands import COMMAND_NAMES, Command, Deal, command_text
from colt_rules.model.names import CHANCE
from colt_rules.model.record import record


@record
class Decision:
    """One decision that one actor has to make."""

    actor: str
    kind: str
    subject: str
    """What it is about: the bandit that acts, the seat that chooses or whose cards are shuffled, or ``""``."""


C = TypeVar("C", bound=Command)
T = TypeVar("T", covariant=True)


def shared(cls: Callable[..., C]) -> Callable[..., C]:
    """A cached constructor: equal commands are one object. Used for commands that are listed again and again."""
    return lru_cache(maxsize=4096)(cls)


class Lazy(Collection[T]):
    """A collection whose items are created on demand: it is counted, iterated and indexed without a list."""

    __slots__ = ()

    @property
    @abstractmethod
    def number(self) -> int:
        """How many there are. For a large deck this exceeds what ``len`` can return."""

    @abstractmethod
    def at(self, index: int) -> T:
        """The item at this index, from 0 to ``number - 1``."""

    def instead_of(self, command: Command) -> str:
        """Describe the answers that are allowed instead of a command that is not one of them."""
        return str(self)

    def __len__(self) -> int:
        return self.number

    def __bool__(self) -> bool:
        return self.number > 0

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self.at(one) for one in range(*index.indices(self.number))]
        number = self.number
        place = index + number if index < 0 else index
        if not 0 <= place < number:
            raise IndexError(f"expected a number below {number:,}, got {index}")
        return self.at(place)


Answers: TypeAlias = Sequence[Command] | Lazy[Command]
"""The commands that answer a decision. They can be counted, iterated, indexed and tested for membership.

A few are a plain list. Many are ``Arrangements``, ``Ways`` or ``Either``, which create each command on demand.
"""


Limits: TypeAlias = tuple[tuple[int, int], ...]
"""For each different item, how often it occurs in a row: at least and at most."""


class Rows(Lazy[tuple[str, ...]]):
    """Every distinct row of ``items`` with one of ``lengths``: by length as listed, then in the order of the items.

    An item occurs at most as often as it is listed or, if ``repeated``, any number of times. If ``in_order``, only
    sorted rows count. Every row contains the items in ``needed``.
    """

    __slots__ = ("_limits", "in_order", "items", "lengths", "needed", "repeated")

    def __init__(
        self,
        items: Iterable[str],
        lengths: Iterable[int],
        *,
        in_order: bool = False,
        repeated: bool = False,
        needed: Iterable[str] = (),
    ) -> None:
        self.items = tuple(sorted(items) if in_order else items)
        self.lengths = tuple(lengths)
        self.in_order = in_order
        self.repeated = repeated
        self.needed = frozenset(needed)
        self._limits: Limits | None = None

    def __str__(self) -> str:
        if self.lengths == tuple(range(len(self.items) + 1)) and not self.repeated:
            count = "any"
        elif len(self.lengths) > 1 and self.lengths == tuple(range(self.lengths[0], self.lengths[-1] + 1)):
            count = f"{self.lengths[0]} to {self.lengths[-1]}" if self.lengths[0] else f"at most {self.lengths[-1]}"
        else:
            count = " or ".join(map(str, self.lengths))
        again = ", repeated or not" if self.repeated else ""
        always = f", always with {', '.join(sorted(self.needed))}" if self.needed else ""
        return f"{count} of {', '.join(self.items) or 'nothing'}{again}{always}{', sorted' if self.in_order else ''}"

    def __contains__(self, row: object) -> bool:
        if not isinstance(row, tuple) or len(row) not in self.lengths or not self.needed <= set(row):
            return False
        if self.in_order and row != tuple(sorted(row)):
            return False
        if self.repeated:
            return set(row) <= set(self.items)
        return all(row.count(item) <= self.items.count(item) for item in set(row))

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        rows = chain.from_iterable(map(self._of_length, self.lengths))
        return (row for row in rows if self.needed <= set(row)) if self.needed else rows

    def _of_length(self, length: int) -> Iterator[tuple[str, ...]]:
        """Every row of this length, whether or not it contains ``needed``."""
        items = tuple(dict.fromkeys(self.items))
        if self.repeated:
            return combinations_with_replacement(items, length) if self.in_order else product(items, repeat=length)
        if len(items) == len(self.items):
            return combinations(items, length) if self.in_order else permutations(items, length)
        return _rows(items, Counter(self.items), length, self.in_order)

    @property
    def number(self) -> int:
        """How many rows there are."""
        if self.needed and not self.needed <= set(self.items):
            return 0
        return _count_all(self._bounds, self.lengths, self.in_order)

    def at(self, index: int) -> tuple[str, ...]:
        """The row at this index."""
        names, bounds = tuple(dict.fromkeys(self.items)), self._bounds
        for length in self.lengths:
            ways = _count(bounds, length, self.in_order)
            if index < ways:
                break
            index -= ways
        row: list[str] = []
        for room in reversed(range(length)):
            for place, (least, most) in enumerate(bounds):
                if most:
                    one_less = max(0, least - 1), most - 1
                    # In a sorted row no smaller item can follow this one.
                    left = (*(() if self.in_order else bounds[:place]), one_less, *bounds[place + 1 :])
                    ways = _count(left, room, self.in_order)
                    if index < ways:
                        break
                    index -= ways
            row.append(names[place])
            names, bounds = names[place:] if self.in_order else names, left
        return tuple(row)

    @property
    def _bounds(self) -> Limits:
        """For each different item, how often it occurs in a row: at least and at most."""
        if self._limits is None:
            longest = max(self.lengths, default=0)
            copies = dict.fromkeys(self.items, longest) if self.repeated else Counter(self.items)
            self._limits = tuple([(int(item in self.needed), most) for item, most in copies.items()])
        return self._limits


def any_of(items: Iterable[str], most: int | None = None) -> Rows:
    """Every subset of the items, sorted, of at most ``most`` items if that is given."""
    items = tuple(items)
    return Rows(items, range(min(len(items), len(items) if most is None else most) + 1), in_order=True)


class OneOf(tuple[str, ...]):
    """The possible values of a field that holds one value."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"one of {', '.join(self)}"


class Ways(Lazy[Command]):
    """Every command of one kind with these field values; a field given as ``Rows`` or ``OneOf`` takes any of theirs."""

    __slots__ = ("actor", "fields", "kind", "open")

    def __init__(self, kind: type[Command], actor: str, **fields: Any) -> None:
        self.kind = kind
        self.actor = actor
        self.fields = {name: fields[name] for name in _fields(cast("Any", kind))}
        self.open: dict[str, Rows | OneOf] = {
            name: value for name, value in self.fields.items() if isinstance(value, (Rows, OneOf))
        }

    def make(self, **values: Any) -> Command:
        """The command with these values in its open fields."""
        return self.kind(self.actor, **(self.fields | values))

    def __str__(self) -> str:
        words = (f"{name}=({self.fields[name]})" for name in self.open)
        return " ".join([f"{COMMAND_NAMES[self.kind]} by {self.actor}", *words])

    def __contains__(self, command: object) -> bool:
        if command.__class__ is not self.kind or getattr(command, "actor", None) != self.actor:
            return False
        return all(
            getattr(command, name) in self.open[name] if name in self.open else getattr(command, name) == value
            for name, value in self.fields.items()
        )

    def instead_of(self, command: Command) -> str:
        """Describe the wrong fields of a command of this kind; for any other command return ``""``."""
        if command.__class__ is not self.kind or not self:
            return ""
        shown = self.fields | {name: getattr(command, name) for name in self.open}
        wrong = {name: self.fields[name] for name in self.open if shown[name] not in self.open[name]}
        gaps = {name: f"({value})" for name, value in wrong.items()}
        return command_text(self.kind(self.actor, **(shown | gaps)))

    def __iter__(self) -> Iterator[Command]:
        choices = [self.open.get(name, (value,)) for name, value in self.fields.items()]
        return starmap(partial(self.kind, self.actor), _products(choices))

    @property
    def number(self) -> int:
        """How many commands there are."""
        return prod(map(how_many, self.open.values()))

    def at(self, index: int) -> Command:
        """The command at this index; the last open field varies fastest."""
        values: dict[str, Any] = {}
        for name, value in reversed(self.open.items()):
            index, place = divmod(index, how_many(value))
            values[name] = value[place]
        return self.make(**values)


class Either(Lazy[Command]):
    """The concatenated answers of several choices."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Answers) -> None:
        self.parts = parts

    def __str__(self) -> str:
        return "; ".join(
            str(part) if isinstance(part, Lazy) else " or ".join(map(command_text, part)) for part in self.parts if part
        )

    def instead_of(self, command: Command) -> str:
        """The descriptions from the choices that have commands of this kind; if none has, from all of them."""
        likely = (part.instead_of(command) for part in self.parts if isinstance(part, Lazy))
        return "; ".join(filter(None, likely)) or str(self)

    def __contains__(self, command: object) -> bool:
        return any(command in part for part in self.parts)

    def __iter__(self) -> Iterator[Command]:
        return chain.from_iterable(self.parts)

    @property
    def number(self) -> int:
        """How many answers there are."""
        return sum(map(how_many, self.parts))

    def at(self, index: int) -> Command:
        """The answer at this index."""
        for part in self.parts:
            if index < how_many(part):
                break
            index -= how_many(part)
        return part[index]


def either(some: Answers, others: Answers) -> Answers:
    """The answers of both: a list if both are lists, else lazy."""
    if isinstance(some, Lazy) or isinstance(others, Lazy):
        return Either(some, others)
    return [*some, *others]


def how_many(answers: Collection[Any]) -> int:
    """How many answers there are, also where ``len`` would overflow."""
    return answers.number if isinstance(answers, Lazy) else len(answers)


class Described(Lazy[Command]):
    """Answers that delegate to ``ways`` but have their own description and membership test."""

    __slots__ = ()

    @property
    @abstractmethod
    def ways(self) -> Ways | Either:
        """The same answers in general form."""

    @property
    def number(self) -> int:
        """How many answers there are."""
        return self.ways.number

    def at(self, index: int) -> Command:
        """The answer at this index."""
        return self.ways.at(index)

    def __iter__(self) -> Iterator[Command]:
        return iter(self.ways)


class Arrangements(Described):
    """Every way to arrange ``count`` of ``items`` in a row: the answers of every decision of chance.

    The items may repeat; equal rows are one answer. A dealer needs only ``items`` and ``count``.
    """

    __slots__ = ("count", "items", "subject", "what")

    def __init__(self, what: str, subject: str, items: tuple[str, ...], count: int) -> None:
        self.what = what
        self.subject = subject
        self.items = items
        self.count = count

    @property
    def ways(self) -> Ways:
        """Every ``Deal`` whose outcome is such a row."""
        return Ways(Deal, CHANCE, what=self.what, subject=self.subject, outcome=Rows(sorted(self.items), [self.count]))

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

    def __bool__(self) -> bool:
        return self.count <= len(self.items)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of command except the actor, in order."""
    return tuple(field.name for field in attrs.fields(kind)[1:])


def _products(choices: Sequence[Collection[Any]], before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The Cartesian product of the choices; unlike ``itertools.product`` it does not list them first."""
    if len(choices) < 2:
        return ((*before, value) for value in choices[0]) if choices else iter([before])
    return chain.from_iterable(_products(choices[1:], (*before, value)) for value in choices[0])


def _rows(items: tuple[str, ...], left: Counter[str], length: int, in_order: bool) -> Iterator[tuple[str, ...]]:
    """Every different row of ``length`` of the items that are left."""
    if not length:
        yield ()
        return
    for place, item in enumerate(items):
        if left[item]:
            left[item] -= 1
            for row in _rows(items[place:] if in_order else items, left, length - 1, in_order):
                yield (item, *row)
            left[item] += 1


@lru_cache(maxsize=4096)
def _count_all(bounds: Limits, lengths: tuple[int, ...], in_order: bool) -> int:
    """How many rows of these lengths there are."""
    return sum(_count(bounds, length, in_order) for length in lengths)


@lru_cache(maxsize=4096)
def _count(bounds: Limits, length: int, in_order: bool) -> int:
    """How many rows, or sorted rows if ``in_order``, of this length there are within these bounds."""
    ways = [1] + [0] * length
    for least, most in bounds:
        ways = [
            sum(ways[size - k] * (1 if in_order else comb(size, k)) for k in range(least, min(most, size) + 1))
            for size in range(length + 1)
        ]
    return ways[length]
