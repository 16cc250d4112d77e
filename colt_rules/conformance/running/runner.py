"""A whole run: every case against the engine, in parallel; a broken engine is restarted, up to a limit."""

import queue
import threading
import time
from collections.abc import Generator, Sequence

from attrs import field, frozen

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.protocol.messages import PROTOCOL, Started
from colt_rules.conformance.running.engine import CannotStart, Engine
from colt_rules.conformance.running.interview import Adapter, Interview, greet
from colt_rules.conformance.running.results import CaseResult, Footer, Header, counts_of
from colt_rules.conformance.running.starts import GameStart
from colt_rules.log.codec import to_data


@frozen
class _Shared:
    """What the workers of one run share."""

    adapter: Adapter
    started: Started
    todo: "queue.SimpleQueue[Run | GameStart]"
    done: "queue.SimpleQueue[CaseResult | Exception | None]" = field(factory=queue.SimpleQueue)
    lock: threading.Lock = field(factory=threading.Lock)
    restarts: list[str] = field(factory=list)
    given_up: threading.Event = field(factory=threading.Event)


class Conversation:
    """A run of cases: iterate over the results as they arrive; read ``footer`` afterwards.

    An engine that was ``greeted`` before, to choose the cases by what it supports, is taken over.
    """

    def __init__(
        self,
        adapter: Adapter,
        runs: Sequence[Run | GameStart],
        workers: int,
        suite: str,
        filters: tuple[str, ...] = (),
        greeted: tuple[Started, Engine | None] | None = None,
    ) -> None:
        started, engine = greeted or greet(adapter)
        todo: queue.SimpleQueue[Run | GameStart] = queue.SimpleQueue()
        for run in runs:
            todo.put(run)
        self._engine = engine
        self._shared = _Shared(adapter, started, todo)
        self._workers = min(workers, len(runs)) or 1
        self._runs = len(runs)
        self._began = time.monotonic()
        self.started = started
        self.header = Header(suite, PROTOCOL, adapter.command, to_data(started), filters, len(runs))
        self._cases: list[CaseResult] = []
        self._problem = ""

    def __iter__(self) -> Generator[CaseResult, None, None]:
        engines = [self._engine, *[None] * (self._workers - 1)]
        threads = [threading.Thread(target=_worker, args=(self._shared, engine), daemon=True) for engine in engines]
        for thread in threads:
            thread.start()
        open_workers = len(threads)
        try:
            while open_workers:
                came = self._shared.done.get()
                if came is None:
                    open_workers -= 1
                elif isinstance(came, CannotStart):
                    self._problem = self._problem or str(came)
                elif isinstance(came, Exception):
                    self._problem = self._problem or f"this is a fault of colt-rules, please report it: {came!r}"
                else:
                    self._cases.append(came)
                    yield came
        finally:  # also when the consumer stops early: no engine may be left running
            self._shared.given_up.set()
            for thread in threads:
                thread.join()

    @property
    def footer(self) -> Footer:
        """How the run ended."""
        complete = len(self._cases) == self._runs
        return Footer(
            counts=counts_of(self._cases),
            seconds=round(time.monotonic() - self._began, 3),
            complete=complete,
            restarts=len(self._shared.restarts),
            problem=self._problem or ("" if complete else "the run was not finished"),
        )


def _worker(shared: _Shared, engine: Engine | None) -> None:
    try:
        _work(shared, engine)
    except Exception as error:  # reported to the consumer, since an exception that ends a thread goes unnoticed
        shared.given_up.set()
        shared.done.put(error)
    finally:
        shared.done.put(None)


def _work(shared: _Shared, engine: Engine | None) -> None:
    interview = Interview(shared.adapter, shared.started, engine)
    try:
        while (run := _next(shared)) is not None:
            before = len(interview.broken)
            shared.done.put(interview.result(run))
            if len(interview.broken) > before:
                _count_restart(shared, run.name)
    finally:
        interview.close()


def _next(shared: _Shared) -> Run | GameStart | None:
    if shared.given_up.is_set():
        return None
    try:
        return shared.todo.get_nowait()
    except queue.Empty:
        return None


def _count_restart(shared: _Shared, case: str) -> None:
    with shared.lock:
        shared.restarts.append(case)
        if len(shared.restarts) > shared.adapter.restarts:
            raise CannotStart(
                f"the engine broke in {len(shared.restarts)} cases, the last one {case}; "
                "the run was abandoned (--restarts allows more)"
            )
