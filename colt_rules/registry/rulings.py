"""The rulings: what holds where the books are silent or disagree."""

from pathlib import Path

from attrs import frozen

from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import read_items


@frozen(kw_only=True)
class Rejected:
    """An answer that was weighed and not taken; a client may claim it by its id."""

    id: str
    answer: str


@frozen(kw_only=True)
class Ruling:
    """One question that the books leave open, and its answer. It is cited like a clause."""

    id: str
    completes: tuple[str, ...]
    question: Localized
    answer: Localized
    rejected: tuple[Rejected, ...] = ()
    reason: str
    aliases: tuple[str, ...] = ()


def load_rulings(path: Path) -> dict[str, Ruling]:
    """The rulings of a file, by id."""
    return read_items(path, "ruling", Ruling)
