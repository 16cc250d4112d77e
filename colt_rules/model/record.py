"""The immutable, slotted attrs class that all states, events and commands are.

``record`` makes such a class. ``changed(it, field=value)`` copies an instance with some fields changed.
``changing(cls, "field")`` makes a function that does so for fixed fields, for the most frequent copies; ``changed``
caches such functions.

A type checker sees ``attrs.frozen`` and ``attrs.evolve``, so assigning to a field or naming a wrong one is a type
error. At run time the classes are frozen only under ``COLT_RULES_FROZEN=1``, which the thorough tests of the rules
set, because a frozen constructor takes three times as long and a game makes thousands of records.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs

T = TypeVar("T")

FROZEN = os.environ.get("COLT_RULES_FROZEN") == "1"


def _copier(cls: type, given: str, source: dict[str, str]) -> Any:
    """A function that copies an instance of ``cls``; ``source`` has the expression for each field."""
    # Filling an empty instance is faster than the constructor, and copying is half the work of a fold.
    filled = "".join(f"    new.{name} = {value}\n" for name, value in source.items())
    frozen = "    new.__class__ = cls\n" if FROZEN else ""
    body = f"    new = allocate(unfrozen)\n{filled}{frozen}    return new"
    scope = {"cls": cls, "unfrozen": _unfrozen(cls) if FROZEN else cls, "allocate": object.__new__}
    exec(f"def copy(self, {given}):\n{body}", scope)
    return scope["copy"]


@cache
def _unfrozen(cls: type) -> type:
    """A mutable class of the same layout; its instances are filled, then frozen by changing their class to ``cls``."""
    slots = vars(cls)["__slots__"]
    return type(cls.__name__, cls.__bases__, {"__slots__": slots, "__setattr__": object.__setattr__})


def changing(cls: type[T], *fields: str) -> Callable[..., T]:
    """A function that takes an instance and new values for these fields, in order, and returns the changed copy."""
    names = [field.name for field in attrs.fields(cast("type[attrs.AttrsInstance]", cls))]
    if not set(fields) <= set(names):
        raise TypeError(f"expected fields of {cls.__name__}, one of {', '.join(names)}; got {', '.join(fields)}")
    source = {name: name if name in fields else f"self.{name}" for name in names}
    copier: Callable[..., T] = _copier(cls, ", ".join(fields), source)
    return copier


if TYPE_CHECKING:
    from attrs import evolve as changed
    from attrs import frozen as record
else:

    def record(cls: type) -> type:
        """Make ``cls`` a slotted attrs class that can be copied with changes."""
        # Records are never changed, so they are safe to hash even when not frozen.
        return attrs.define(cls, slots=True, weakref_slot=False, frozen=FROZEN, unsafe_hash=True)

    _changer = cache(changing)
    """The copier for a class and given fields, in order, made on first use."""

    def changed(instance: Any, **fields: Any) -> Any:
        """Return a copy of ``instance`` with the given fields changed."""
        return _changer(instance.__class__, *fields)(instance, *fields.values())


__all__ = ["changed", "changing", "record"]
