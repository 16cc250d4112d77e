"""Imports many logs at once: several processes check them, and this one writes what they send.

Checking takes two thirds of the time of an import. The writer trusts nothing but a log that a worker found sound: any
other it reads itself, so that every message and every guarantee is that of ``Store.add``.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from colt_rules.archive.sharing import Failed, shared
from colt_rules.log.errors import LogError, LogProblem
from colt_rules.log.importing import CheckedLog, check_log
from colt_rules.log.lines import pieces_of

LONGEST = 8_000_000
"""The most bytes of a log that a worker sends. A longer one is read by the writer, which keeps no log in memory."""

MOST_WAITING = 64
"""How many logs wait for an earlier one, so that the games have the order of their files."""

Numbered: TypeAlias = tuple[int, str]
"""A file and its place among all files."""
Sent: TypeAlias = CheckedLog | Failed | None


def checked_by_many(
    files: Iterable[str],
    workers: int,
    read: Callable[[str], Iterable[bytes]],
    done: Callable[[int], None] = lambda length: None,
) -> Iterator[tuple[str, Iterable[bytes] | CheckedLog]]:
    """The logs in these files, for ``Store.add``; ``read`` is asked for a log that no worker has found sound.

    ``done`` is called with the length of each log that a worker has.
    They come in order, except for one that takes much longer than those after it.
    """
    for (_, file), sent in _in_order(shared(_check, enumerate(files), workers)):
        if isinstance(sent, CheckedLog):
            done(len(sent.text))
            yield file, sent
        else:
            yield file, _refused(sent) if isinstance(sent, Failed) else read(file)


def _check(numbered: Numbered) -> CheckedLog | None:
    """The log in a file; None if the writer has to read it."""
    _, file = numbered
    path = Path(file)
    try:
        if not path.is_file():  # such as a pipe, which can be read only once
            return None
        with path.open("rb") as opened:
            return check_log(pieces_of(opened), LONGEST)
    except OSError:
        return None


def _refused(failed: Failed) -> Iterator[bytes]:
    """A log that nobody can read."""
    raise LogError([LogProblem(1, f"expected a log that can be checked, got one that cannot: {failed.why}")])
    yield b""


def _in_order(results: Iterable[tuple[Numbered, Sent]]) -> Iterator[tuple[Numbered, Sent]]:
    waiting: dict[int, tuple[Numbered, Sent]] = {}
    due = 0
    for numbered, sent in results:
        waiting[numbered[0]] = numbered, sent
        while waiting and ((first := min(waiting)) <= due or len(waiting) > MOST_WAITING):
            due = max(due, first + 1)
            yield waiting.pop(first)
    yield from (waiting[number] for number in sorted(waiting))
