"""Made-up corrections of the specification: so far nothing was corrected since 1.0.0."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from colt_rules.log.dating import earliest
from colt_rules.registry import published as registry
from colt_rules.registry.corrections import Correction, Corrections
from colt_rules.registry.localized import Localized


def correction(*events: str, clauses: Sequence[str] = ("turn.standard",), **more: Sequence[str]) -> Correction:
    """A correction of version 1.1.0."""
    told: dict[str, Any] = {key: tuple(value) for key, value in more.items()}
    told |= {"old": Localized("One thing."), "new": Localized("Another."), "reason": Localized("A passage.")}
    return Correction(version="1.1.0", clauses=tuple(clauses), events=events, **told)


@contextmanager
def published(*corrections: Correction) -> Iterator[None]:
    """The specification with these corrections, the oldest first."""
    made_up = Corrections(version=corrections[-1].version, correction=corrections)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(registry, "load_corrections", lambda path: made_up)
        _forget()
        yield
    _forget()


def _forget() -> None:
    registry.corrections.cache_clear()
    earliest.cache_clear()
