"""What can be wrong with a log: one exception for a single value, one for a whole log."""

from collections.abc import Iterable
from difflib import get_close_matches

from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.registry.corrections import Correction


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that was perhaps meant, if one is near. Only the beginning counts: a word may be endless."""
    near = get_close_matches(word[:80], list(names), n=1, cutoff=0.65)
    return near[0] if near else None


class Malformed(ValueError):
    """A value is not what the contract says: where, what was expected, what came, and what to do about it."""

    def __init__(self, path: str, expected: str, got: str, advice: str) -> None:
        self.path = path
        self.expected = expected
        self.got = got
        self.advice = advice
        super().__init__(f"{path}: expected {expected}, got {got}; {advice}")


@record
class Problem:
    """One thing wrong with a log. ``line`` counts from 1, in the interchange file as it is or as it would be."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class LogError(ValueError):
    """A log cannot be used: ``problems`` lists every reason found, ``str()`` one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


@record
class Departure:
    """One place where a log is not what it should be."""

    kind: str
    """chain, order, count, header, refused, event, cites or position: see ``verifying``; row, snapshot, search: see
    ``Store.verify``."""
    line: int
    """In the interchange file, counted from 1."""
    command: int
    """The command in question, or the last one before; 0 for the header."""
    event: int
    """The event in question, or the last one before; 0 if it is about a command or the header."""
    expected: str
    got: str
    clauses: Cites
    """What the rules say about it."""
    meaning: str = ""
    """What it comes from, where the rest does not say it."""
    explained: tuple[Correction, ...] = ()
    """The corrections of the specification that explain it: the log is older, and was right by its own."""

    @property
    def where(self) -> str:
        """The place in words."""
        numbers = ((self.line, "line"), (self.command, "command"), (self.event, "event"))
        return ", ".join(f"{word} {number}" for number, word in numbers if number)

    def __str__(self) -> str:
        because = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        meaning = f"; {self.meaning}" if self.meaning else ""
        return f"{self.where}: expected {self.expected}, got {self.got}{because}{meaning}"


def collapsed(problems: Iterable[Problem]) -> list[str]:
    """The problems in words, each only once: the first line that has it, and how many more do."""
    lines: dict[str, list[int]] = {}
    for problem in problems:
        lines.setdefault(problem.message, []).append(problem.line)
    return [
        f"line {first}{f' and {len(more):,} more' if more else ''}: {message}"
        for message, (first, *more) in lines.items()
    ]
