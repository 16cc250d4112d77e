"""Names and numbers for what modules add to a view, from the types of its fields.

A module states what its texts can be in ``Visibility.words``. The name of a number is the path of its field, then what
the field holds: ``MODULE.bullets.seat1.bandit0.golden``. A field with several things has the sum of their numbers.

=================== ====================================================================================
a truth value       1 if it is true
a number            a tenth of it, from -1 to 1
a text              1 for the thing or the word that it is, such as ``MODULE.hideout.car2``
a mapping           the same for each of its keys
a record            1 for its path if it is there, and the numbers of its fields
loot tokens         a fifth each for the path, visible dollars (thousands) for ``dollars`` in it
=================== ====================================================================================
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import attrs
from msgspec import UnsetType

from colt_rules.model.record import record
from colt_rules.modules import IncompleteModule, field_of
from colt_rules.rules.visibility import By, Sort, Words
from colt_rules.views.audiences import BY_MODULE
from colt_rules.views.records import TokenView, fields_seen, view_class
from colt_rules.views.state import RECORDS

Numbers: TypeAlias = Iterator[tuple[str, float]]
"""Numbers with their names."""
Vocabulary: TypeAlias = Callable[[Words], tuple[str, ...]]
"""Returns the names of all things of a sort in a kind of game, or the words themselves."""
Call: TypeAlias = Callable[[Words, str], str]
"""Returns the name of a thing of a sort in a view, or the word itself."""


WORDS: Mapping[type, Mapping[str, Words | By]] = {
    kind: words for said in BY_MODULE.values() for kind, words in said.words.items()
}
"""By record or command, and by field: what its texts can be."""


@record
class Part:
    """A field of a view, or the whole of what a module adds: what it holds, and how that is named."""

    path: str
    type: Any
    words: Words | By = ()

    def parts(self) -> Iterator["Part"]:
        """The fields of the record that it is."""
        for name, (kind, words) in _fields(self.type).items():
            yield Part(f"{self.path}.{name}", kind, words)

    def names(self, vocabulary: Vocabulary) -> Iterator[str]:
        """The names of its numbers."""
        if self.words is Sort.SETTLED:
            return
        if self.type is TokenView:
            yield from (self.path, f"{self.path}.dollars")
        elif attrs.has(self.type):
            yield self.path
            for part in self.parts():
                yield from part.names(vocabulary)
        elif isinstance(self.words, By):
            for key in vocabulary(self.words.keys):
                yield from self._at(key).names(vocabulary)
        elif self.type is str:
            if not self.words:
                raise IncompleteModule(
                    f"expected what the text {self.path} can be, got no words: name them in VISIBILITY of its module"
                )
            yield from (f"{self.path}.{word}" for word in vocabulary(self.words))
        else:
            yield self.path

    def numbers(self, value: Any, call: Call) -> Numbers:
        """The numbers of a value in a view, as in JSON, with their names."""
        if not value or self.words is Sort.SETTLED:
            return
        if isinstance(value, list):
            for each in value:
                yield from self.numbers(each, call)
        elif self.type is TokenView:
            yield self.path, 1 / 5
            yield f"{self.path}.dollars", (value["value"] or 0) / 1000
        elif attrs.has(self.type):
            yield self.path, 1
            for part in self.parts():
                yield from part.numbers(value.get(part.path.rpartition(".")[2]), call)
        elif isinstance(self.words, By):
            for key, each in value.items():
                yield from self._at(call(self.words.keys, key)).numbers(each, call)
        elif isinstance(value, str):
            assert not isinstance(self.words, By)
            yield f"{self.path}.{call(self.words, value)}", 1
        else:
            yield self.path, max(-1, min(1, value if value is True else value / 10))

    def _at(self, key: str) -> "Part":
        """What a mapping holds at a key."""
        assert isinstance(self.words, By)
        return Part(f"{self.path}.{key}", _one(get_args(self.type)[1]), self.words.values)


@cache
def added(module: str) -> Part | None:
    """What a module adds to a view, if it adds anything."""
    return Part(field_of(module), view_class(RECORDS[module])) if module in RECORDS else None


@cache
def _fields(kind: type) -> Mapping[str, tuple[Any, Words | By]]:
    """By field of a record in a view: the type of what is in it, and what its texts can be."""
    viewed = getattr(kind, "viewed", kind)
    words = dict(WORDS.get(viewed, {}))
    for name, field in fields_seen(viewed).items():
        if field.said.count and field.each:
            by = words[name]
            assert isinstance(by, By)
            words[field.said.count] = By(by.keys)
    return {name: (_one(held), words.get(name, ())) for name, held in get_type_hints(kind).items()}


def _one(kind: Any) -> Any:
    """The type of one thing in a field: without None, and of a row what it is a row of."""
    if get_origin(kind) is tuple:
        return _one(get_args(kind)[0])
    there = [each for each in get_args(kind) if each not in (NoneType, UnsetType)]
    return _one(there[0]) if len(there) < len(get_args(kind)) else kind
