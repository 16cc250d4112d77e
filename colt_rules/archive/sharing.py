"""Work on many items in several processes. A process that is killed costs no result.

``ProcessPoolExecutor`` is not used: when one of its workers is killed, it drops the work of all others and does not
tell which item was to blame.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from signal import Signals
from typing import Any, Generic, TypeVar

from colt_rules.model.record import record
from colt_rules.processes import end_with_parent

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""How many items a worker is given at a time: one to work on, and one so that it need not wait for the next."""
MOST_STILLBORN = 3
"""How many workers may die before they can work."""


class CannotShare(RuntimeError):
    """Nobody can be given work, for example because the program lacks ``if __name__ == "__main__"``."""


@record
class Failed:
    """An item could not be worked on."""

    why: str
    """A sentence without its end, for people."""


@record
class Died(Failed):
    """An item's worker died."""


def shared(work: Callable[[T], R], items: Iterable[T], workers: int) -> Iterator[tuple[T, R | Failed]]:
    """Each item with the result of ``work``, as they are finished, by so many processes.

    ``work`` can be sent to a process, as items and results can: a function of a module, a partial of one, or an object,
    of which each process then has its own. Items are small, such as names. They are taken as they are needed, so memory
    does not grow with their number.

    Whatever ``work`` raises is a ``Failed``. If a worker dies, its item is worked on once more, after all others and
    alone, because the likely cause is a lack of memory; if a worker dies of it again, it is ``Failed``.
    """
    lost = []
    for item, result in _tried(work, items, workers):
        if isinstance(result, Died):
            lost.append(item)
        else:
            yield item, result
    yield from _tried(work, lost, 1)


def _tried(work: Callable[[T], R], items: Iterable[T], workers: int) -> Iterator[tuple[T, R | Failed]]:
    """Each item with the result of ``work``; ``Died`` if its worker died."""
    left = iter(items)
    waiting: deque[T] = deque()
    """Items that no worker has; between two rounds only those that a worker left when it died."""
    crew: list[_Worker[T, R]] = []
    stillborn = 0
    """How many workers have died before they could work, which is no item's fault."""
    try:
        while True:
            room = AHEAD * workers - sum(len(worker.items) for worker in crew)
            waiting.extend(islice(left, room - len(waiting)))
            while waiting:
                if len(crew) < workers and all(worker.items for worker in crew):
                    crew.append(_Worker(work))
                min(crew, key=lambda worker: len(worker.items)).give(waiting.popleft())
            busy: dict[Any, _Worker[T, R]] = {worker.connection: worker for worker in crew if worker.items}
            if not busy:
                return
            for ready in wait(busy):
                worker = busy[ready]
                if not (answer := worker.take()):
                    continue
                item, result = answer
                if isinstance(result, Died):
                    crew.remove(worker)
                    waiting.extend(worker.items)
                if isinstance(result, Died) and not worker.has_begun:
                    stillborn += 1
                    waiting.append(item)
                    if stillborn > MOST_STILLBORN:
                        raise CannotShare(f"no process can be started to share the work: {result.why}")
                else:
                    yield item, result
    finally:
        for worker in crew:
            worker.end()


class _Worker(Generic[T, R]):
    """A process that works, and the items that it has not returned, in order."""

    def __init__(self, work: Callable[[T], R]) -> None:
        # Threads, such as that of a progress bar, make it unsafe to fork this process. A fork server has none, and has
        # imported the function when the first worker starts.
        methods = get_all_start_methods()
        processes: Any = get_context("forkserver" if "forkserver" in methods else "spawn")
        processes.set_forkserver_preload([getattr(work, "func", work).__module__])
        self.connection, theirs = processes.Pipe()
        self._process = processes.Process(target=_work, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()  # so that the connection ends with the worker
        self.items: deque[T] = deque()
        self.has_begun = False
        """Whether the process has started and is able to work."""

    def give(self, item: T) -> None:
        self.items.append(item)
        with suppress(OSError):  # a dead worker is noticed when its result is taken
            self.connection.send(item)

    def take(self) -> tuple[T, R | Failed] | None:
        """The oldest item with its result, or with how the worker died; None if it has just begun."""
        try:
            result = self.connection.recv()
            if not self.has_begun:
                self.has_begun = True
                return None
        except (EOFError, OSError):
            self._process.join(1)
            result = Died(f"the process that worked on it {_ended(self._process.exitcode)}")
            self.end()
        return self.items.popleft(), result

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()


def _ended(status: int | None) -> str:
    if status is None or status >= 0:
        return "ended by itself"
    with suppress(ValueError):
        return f"was killed by {Signals(-status).name}; perhaps it needed more memory than there is"
    return f"was killed by signal {-status}"


def _work(work: Callable[[Any], object], connection: "Connection[object, Any]") -> None:
    """Answer each item with its result until the other end is closed."""
    end_with_parent()
    connection.send("begun")
    while True:
        try:
            item = connection.recv()
        except EOFError:
            return
        try:
            connection.send(attempted(work, item))
        except Exception as error:  # the result cannot be sent
            connection.send(_failed(error))


def attempted(work: Callable[[T], R], item: T) -> R | Failed:
    """The result of ``work``, or what it raised: whatever that is, the other items can be worked on."""
    try:
        return work(item)
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> Failed:
    return Failed(f"{error.__class__.__name__}: {error}")
