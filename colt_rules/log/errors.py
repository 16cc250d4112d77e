"""Errors of a log: an exception for a single value, one for a whole log, and the places where it departs."""

from collections.abc import Iterable
from difflib import get_close_matches

from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.registry.corrections import Correction


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name most similar to a word, or None. Only the start of the word counts, because it may be very long."""
    near = get_close_matches(word[:80], list(names), n=1, cutoff=0.65)
    return near[0] if near else None


def hint(word: str, names: Iterable[str], otherwise: str = "") -> str:
    """The end of a message about an unknown name: the name that was probably meant, or another hint."""
    near = closest(word, names)
    text = f"did you mean {near}?" if near else otherwise
    return f"; {text}" if text else ""


class Malformed(ValueError):
    """A value does not match the contract: where, what was expected, what was found, and what to do."""

    def __init__(self, path: str, expected: str, got: str, advice: str) -> None:
        self.path = path
        self.expected = expected
        self.got = got
        self.advice = advice
        super().__init__(f"{path}: expected {expected}, got {got}; {advice}")


@record
class LogProblem:
    """One error in a log. ``line`` counts from 1 in the interchange file, or in the file that an export would give."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class LogError(ValueError):
    """A log is invalid: ``problems`` lists every error found, ``str()`` one per line."""

    def __init__(self, problems: Iterable[LogProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


@record
class Departure:
    """An entry of a log that differs from what is expected at its place."""

    kind: str
    """chain, order, count, header, refused, event, cites or position: see ``verifying``; row, snapshot, search: see
    ``Store.verify``."""
    line: int
    """The line in the interchange file, counted from 1."""
    command: int
    """The command in question, or the last one before; 0 for the header."""
    event: int
    """The event in question, or the last one before; 0 if it is about a command or the header."""
    expected: str
    got: str
    clauses: Cites
    """The clauses that apply."""
    meaning: str = ""
    """The probable cause, if the rest does not say it."""
    explained: tuple[Correction, ...] = ()
    """The corrections that explain it: the log is older and followed the specification of its time."""

    @property
    def where(self) -> str:
        """The place in words."""
        numbers = ((self.line, "line"), (self.command, "command"), (self.event, "event"))
        return ", ".join(f"{word} {number}" for number, word in numbers if number)

    def __str__(self) -> str:
        because = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        meaning = f"; {self.meaning}" if self.meaning else ""
        return f"{self.where}: expected {self.expected}, got {self.got}{because}{meaning}"


def collapsed(problems: Iterable[LogProblem]) -> list[str]:
    """The distinct problems as text: the first line with each, and how many more lines have it."""
    lines: dict[str, list[int]] = {}
    for problem in problems:
        lines.setdefault(problem.message, []).append(problem.line)
    return [
        f"line {first}{f' and {len(more):,} more' if more else ''}: {message}"
        for message, (first, *more) in lines.items()
    ]
