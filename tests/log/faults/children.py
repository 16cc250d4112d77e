"""Forked processes that a test starts quickly, listens to and kills."""

import os
import select
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

Tell = Callable[[str], None]
"""Sends one line to the parent: when it returns, the line is on its way and survives the sender."""

ENDED = "ended"
"""The last line of a child that ended normally."""


class Child:
    """A forked process and the lines it has told.

    A fork must not find a store open: SQLite's locks belong to the process that took them.
    """

    def __init__(self, work: Callable[[Tell], None]) -> None:
        read, write = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(read)
            _live(work, lambda line: _write(write, line))
        os.close(write)
        self._read = read
        self._text = b""
        self.lines: list[str] = []

    def listen(self, seconds: float | None = None, lines: int | None = None) -> None:
        """Read the child's lines until its output ends, the time is up, or ``lines`` lines have come."""
        end = None if seconds is None else monotonic() + seconds
        while lines is None or len(self.lines) < lines:
            if end is not None and not select.select([self._read], [], [], max(0.0, end - monotonic()))[0]:
                return
            more = os.read(self._read, 65_536)
            if not more:
                return
            *told, self._text = (self._text + more).split(b"\n")
            self.lines += [line.decode() for line in told]

    def kill(self) -> None:
        """Kill the child with SIGKILL, and read what it had written until then."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.listen()
        os.close(self._read)

    def finish(self) -> None:
        """Wait until the child exits, and check that it succeeded."""
        self.listen()
        os.waitpid(self.pid, 0)
        os.close(self._read)
        assert self.lines, "a child died without a word"
        assert self.lines.pop() == ENDED, "\n".join(self.lines[-50:])


@contextmanager
def children(work: Callable[[int, Tell], None], count: int) -> Iterator[list[Child]]:
    """Processes that do this work, each with its number; all are ended with the test."""

    def numbered(number: int) -> Callable[[Tell], None]:
        return lambda tell: work(number, tell)

    started: list[Child] = []
    try:
        started += [Child(numbered(number)) for number in range(count)]
        yield started
    finally:
        for one in started:
            with suppress(ProcessLookupError, ChildProcessError):  # it has ended
                os.kill(one.pid, signal.SIGKILL)
                os.waitpid(one.pid, 0)


def _live(work: Callable[[Tell], None], tell: Tell) -> None:
    try:
        work(tell)
        tell(ENDED)
    except BaseException:
        tell(traceback.format_exc())
    finally:
        os._exit(0)  # nothing of what belongs to pytest may be ended here


def _write(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())
