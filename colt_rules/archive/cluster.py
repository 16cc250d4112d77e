"""Work on logs shared by a Dask cluster: the scheduler gets names of logs, never logs."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from colt_rules import __version__
from colt_rules.archive.logs import LogName
from colt_rules.archive.results import program
from colt_rules.archive.sharing import CannotShare, Failed, attempted

if TYPE_CHECKING:
    from distributed import Client, Future

R = TypeVar("R")

CHUNK = 25
"""How many logs a task has. The scheduler spends some milliseconds on a task, an audit takes about ten."""
AHEAD = 3
"""How many tasks a worker thread is given at a time."""
PATIENCE = 15
"""How many seconds a scheduler has to answer, and to find a worker."""


class NoCluster(CannotShare):
    """There is no cluster to work with, or no longer; the message says why and what to do."""


def shared(
    work: Callable[[LogName], R], names: Iterable[LogName], address: str
) -> Iterator[tuple[LogName, R | Failed]]:
    """Each log with the result of ``work``, as they are finished, by the workers of the scheduler at an address.

    It does what ``sharing.shared`` does; every worker must see the logs at the same places. Dask gives the task of a
    worker that died to another one. If several workers die of it, its logs are worked on once more, each alone; one
    that kills workers again is ``Failed``. Raises ``NoCluster`` if the scheduler cannot be reached, or ends.
    """
    with _connected(address) as client:
        lost: list[LogName] = []
        for name, result in _tried(client, work, names, CHUNK):
            if result is None:
                lost.append(name)
            else:
                yield name, result
        for name in lost:
            for _, result in _tried(client, work, [name], 1):
                yield (
                    name,
                    Failed("several workers died of it; perhaps they need more memory") if result is None else result,
                )


def _tried(
    client: "Client", work: Callable[[LogName], R], names: Iterable[LogName], size: int
) -> Iterator[tuple[LogName, R | Failed | None]]:
    """Each log with its result; None if several workers died of the task that has it."""
    left = iter(names)
    under_way: dict[Future, list[LogName]] = {}
    while True:
        room = AHEAD * _threads(client) - len(under_way)
        while room > 0 and (chunk := [*islice(left, size)]):
            sent = [name.absolute for name in chunk]
            under_way[client.submit(_worked, work, sent, program(), pure=False)] = chunk
            room -= 1
        if not under_way:
            return
        for future, results in _finished(client, under_way):
            yield from zip(under_way.pop(future), results, strict=True)


def _threads(client: "Client") -> int:
    """How many tasks the workers can work on at the same time; while all have died and start again, one."""
    with _noticing_its_end(client):
        by_worker: dict[str, int] = client.nthreads()
    return max(sum(by_worker.values()), 1)


def _finished(client: "Client", under_way: "dict[Future, list[LogName]]") -> "list[tuple[Future, list[Any]]]":
    """The tasks that have finished, at least one, each with its results."""
    from distributed import KilledWorker, wait

    found = []
    with _noticing_its_end(client):
        for future in wait([*under_way], return_when="FIRST_COMPLETED").done:
            if future.status == "finished":
                results = future.result()
            else:
                error = future.exception()
                lost = None if isinstance(error, KilledWorker) else Failed(f"{error.__class__.__name__}: {error}")
                results = [lost] * len(under_way[future])
            found.append((future, results))
    return found


@contextmanager
def _noticing_its_end(client: "Client") -> Iterator[None]:
    """Raise ``NoCluster`` if the scheduler ends meanwhile."""
    try:
        yield
    except (OSError, TimeoutError, asyncio.CancelledError, futures.CancelledError) as error:
        raise NoCluster(
            f"the scheduler at {client.scheduler.address} ended, or cannot be reached any more; what is done is kept: "
            "run the same command again"
        ) from error


def _worked(work: Callable[[LogName], object], names: list[LogName], by: str) -> list[object]:
    """The results for these logs; run by a worker."""
    if program() != by:
        return [Failed("the worker has another version of colt-rules")] * len(names)
    return [attempted(work, name) if name.is_there else Failed(_unseen(name)) for name in names]


def _unseen(name: LogName) -> str:
    return f"the worker does not see {name.place}; share the folder under the same path, or use a postgresql:// address"


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    """A client of the scheduler, whose workers have the same version of this program."""
    try:
        from distributed import Client
    except ImportError as error:
        raise NoCluster("a cluster needs Dask, and it is not installed: pip install 'colt-rules[cluster]'") from error
    _silence()
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise NoCluster(f"no scheduler answers at {address} ({error}); start one with `dask scheduler`") from error
    try:
        _check_workers(client, address)
        with client.as_current():
            yield client
    finally:
        client.close(timeout=2)


def _silence() -> None:
    """Keep Dask from printing what is told by a sentence; each of its loggers has a level of its own."""
    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _check_workers(client: "Client", address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise NoCluster(f"the scheduler at {address} has no worker; start one with `dask worker {address}`") from error
    try:
        versions = client.run(_version)
    except Exception as error:
        raise NoCluster(f"the workers at {address} cannot run colt-rules ({error}); install it there too") from error
    for worker, version in versions.items():
        if version != _version():
            raise NoCluster(
                f"expected workers with colt-rules {' '.join(_version())} as here, got {' '.join(version)} at "
                f"{worker}; install the same version everywhere"
            )


def _version() -> tuple[str, str]:
    """The version of this program, and a digest of its code and specification."""
    return __version__, program()
