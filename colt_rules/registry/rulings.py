"""The rulings: our answers where the books are silent or disagree."""

from pathlib import Path

from attrs import frozen

from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import read_items


@frozen(kw_only=True)
class Rejected:
    """An answer that was considered and rejected."""

    id: str
    answer: Localized
    house_rule: bool = False
    """Whether a table may agree on this answer, by its id, and play by it."""


@frozen(kw_only=True)
class Ruling:
    """One question that the books leave open, and its answer. It is cited like a clause."""

    id: str
    completes: tuple[str, ...]
    question: Localized
    answer: Localized
    rejected: tuple[Rejected, ...] = ()
    reason: Localized
    aliases: tuple[str, ...] = ()
    former_house_rules: tuple[str, ...] = ()
    """The ids of answers that could be agreed on before they became the default; agreeing on one has no effect."""
    settled_in: tuple[str, ...] = ()
    """The editions whose book gives the answer itself, so that the players cannot agree on another."""
    commands: tuple[str, ...] = ()
    """The commands by which a table states what its own cards show, where no source does."""

    @property
    def title(self) -> Localized:
        """The question, in the role of a clause's title."""
        return self.question

    @property
    def text(self) -> Localized:
        """The answer, in the role of a clause's text."""
        return self.answer

    def house_rules(self, edition: str) -> tuple[str, ...]:
        """The ids of the other answers that a table of this edition may agree on."""
        return () if edition in self.settled_in else tuple(other.id for other in self.rejected if other.house_rule)


def load_rulings(path: Path) -> dict[str, Ruling]:
    """The rulings of a file, by id."""
    return read_items(path, "ruling", Ruling)
