"""Answers SQL that anybody may have written, in a process of its own, which ends when its time is over.

The database already refuses whatever is not reading (``asking_places``). A process can also be limited as a whole: a
function of SQL can take memory and time that no setting of a database counts, and then nothing but its end helps.
"""

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from colt_rules.archive.asking_places import THREADS, Bounds, NotAnswered, Table, opened_to_ask
from colt_rules.archive.asking_relations import Chosen

PIECE = 1_000
"""How many rows are sent at once."""
START = 60.0
"""Seconds for loading the program and opening what is asked."""
ROOM = 4_000
"""The megabytes of addresses that the process may use beyond the memory of the database: programs and stacks."""


@contextmanager
def asked_apart(where: str, chosen: Chosen, sql: str, bounds: Bounds) -> Iterator[Table]:
    """The result of somebody's query. Reading its rows can raise ``NotAnswered`` as well, when a bound is reached."""
    ours, theirs = get_context("spawn").Pipe(duplex=False)
    process = get_context("spawn").Process(target=_answer, args=(theirs, where, chosen, sql, bounds), daemon=True)
    process.start()
    theirs.close()
    try:
        pieces = _received(ours, bounds)
        next(pieces)  # it is ready; loading the program is not part of the query
        yield Table(next(pieces), (row for piece in pieces for row in piece))
    finally:
        process.kill()
        process.join()
        ours.close()


def _received(sent: Connection, bounds: Bounds) -> Iterator[Any]:
    """What the process sends: a word when it begins, the columns, then rows in pieces."""
    end = monotonic() + START
    while True:
        if not sent.poll(max(0.0, end - monotonic())):
            raise NotAnswered(
                f"the query took longer than {bounds.seconds:g} seconds; ask about fewer games, or allow it more time"
            )
        try:
            kind, content = sent.recv()
        except EOFError:
            raise NotAnswered(
                f"the query was ended because it took more than {bounds.memory:,} megabytes of memory, or was killed"
            ) from None
        if kind == "error":
            raise NotAnswered(content)
        if kind == "end":
            return
        if kind == "begins":
            end = monotonic() + bounds.seconds
        yield content


def _answer(to: Connection, where: str, chosen: Chosen, sql: str, bounds: Bounds) -> None:
    """Send the result of a query. This is what the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    _limit(resource.RLIMIT_AS, (bounds.memory + ROOM) * 2**20)
    _limit(resource.RLIMIT_CPU, ceil(bounds.seconds) * THREADS)  # should the parent be killed
    try:
        with opened_to_ask(where, chosen, bounds) as place:
            to.send(("begins", None))
            table = place.query(sql)
            to.send(("columns", table.columns))
            piece: list[tuple[Any, ...]] = []
            for row in table.rows:
                piece.append(row)
                if len(piece) == PIECE:
                    to.send(("rows", piece))
                    piece = []
            to.send(("rows", piece))
        to.send(("end", None))
    except NotAnswered as error:
        to.send(("error", str(error)))
    except BrokenPipeError:
        os._exit(1)  # nobody reads any more
    except MemoryError:
        to.send(("error", f"the query took more than {bounds.memory:,} megabytes of memory; ask about fewer games"))


def _limit(what: int, most: int) -> None:
    """Limit this process, unless it is limited more already."""
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most, hard) if hard == resource.RLIM_INFINITY or most < hard else (hard, hard))
