"""What can be wrong with a log: one exception for a single value, one for a whole log."""

from collections.abc import Iterable
from difflib import get_close_matches

from colt_rules.model.record import record


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that was perhaps meant, if one is near. Only the beginning counts: a word may be endless."""
    near = get_close_matches(word[:80], list(names), n=1)
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


def collapsed(problems: Iterable[Problem]) -> list[str]:
    """The problems in words, each only once: the first line that has it, and how many more do."""
    lines: dict[str, list[int]] = {}
    for problem in problems:
        lines.setdefault(problem.message, []).append(problem.line)
    return [
        f"line {first}{f' and {len(more):,} more' if more else ''}: {message}"
        for message, (first, *more) in lines.items()
    ]
