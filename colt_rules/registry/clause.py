"""The claim of a piece of code to carry out a clause."""

from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Callable[..., object])
CarriedOutBy = Mapping[str, tuple[Callable[..., object], ...]]
"""By clause id: functions of another home that carry it out as they stand."""


def clause(*ids: str) -> Callable[[T], T]:
    """Say which clauses and rulings a function or class carries out.

    The claim is kept on the function itself and nowhere else; `colt spec check` gathers all claims and fails
    for an unknown id as well as for a clause that nobody claims.
    """
    if not ids:
        raise ValueError("expected at least one clause id, got none")

    def claim(code: T) -> T:
        code.__clauses__ = ids  # type: ignore[attr-defined]  # any function can carry it, no type says so
        return code

    return claim
