"""The decorator that says which clauses a function or class implements."""

from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Callable[..., object])
CarriedOutBy = Mapping[str, tuple[Callable[..., object], ...]]
"""By clause id: functions outside the module that implement it unchanged."""


def clause(*ids: str) -> Callable[[T], T]:
    """Say which clauses and rulings a function or class implements.

    The ids are stored on the decorated object only. `colt spec check` collects them and fails on an unknown id and on
    a clause that has no implementation.
    """
    if not ids:
        raise ValueError("expected at least one clause id, got none")

    def mark(code: T) -> T:
        code.__clauses__ = ids  # type: ignore[attr-defined]  # any function can carry it, no type says so
        return code

    return mark
