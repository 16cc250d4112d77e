"""A whole run: every case against the engine, in parallel, each engine restarted when it breaks, up to a limit."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from attrs import evolve, field, frozen

from colt_rules.conformance.engine import START, CannotStart, Engine, ask_once, welcomed
from colt_rules.conformance.expand import Run
from colt_rules.conformance.protocol import PROTOCOL, New, Started
from colt_rules.conformance.results import CaseResult, Footer, Header, Result, Status, counts_of
from colt_rules.conformance.run_case import Answer, Key, Question, Trouble, judged, questions
from colt_rules.log.codec import to_data

TIMEOUT = 10.0
RESTARTS = 20


@frozen
class Adapter:
    """How an engine is run."""

    command: str
    one_shot: bool = False
    timeout: float = TIMEOUT
    """Seconds for one answer; for a one-shot engine, for one case."""
    restarts: int = RESTARTS
    """How often a broken engine is started again before the run is given up."""
    levels: tuple[str, ...] = ()
    """Only these of the levels it claims; all if empty."""


@frozen
class _Shared:
    """What the workers of one run share."""

    adapter: Adapter
    started: Started
    todo: "queue.SimpleQueue[Run]"
    idle: "queue.SimpleQueue[Engine]"
    """Engines that are started and wait for work."""
    done: "queue.SimpleQueue[CaseResult | Exception | None]" = field(factory=queue.SimpleQueue)
    lock: threading.Lock = field(factory=threading.Lock)
    restarts: list[str] = field(factory=list)
    given_up: threading.Event = field(factory=threading.Event)


class Conversation:
    """A run of cases: iterate over the results as they come; ``footer`` is there afterwards."""

    def __init__(
        self, adapter: Adapter, runs: Sequence[Run], workers: int, suite: str, filters: tuple[str, ...] = ()
    ) -> None:
        started, engine = greet(adapter)
        todo: queue.SimpleQueue[Run] = queue.SimpleQueue()
        for run in runs:
            todo.put(run)
        idle: queue.SimpleQueue[Engine] = queue.SimpleQueue()
        if engine is not None:
            idle.put(engine)
        self._shared = _Shared(adapter, started, todo, idle)
        self._workers = min(workers, len(runs)) or 1
        self._runs = len(runs)
        self._began = time.monotonic()
        self.started = started
        self.header = Header(suite, PROTOCOL, adapter.command, to_data(started), filters, len(runs))
        self._cases: list[CaseResult] = []
        self._problem = ""

    def __iter__(self) -> Iterator[CaseResult]:
        work = _one_shot if self._shared.adapter.one_shot else _persistent
        threads = [
            threading.Thread(target=_worker, args=(work, self._shared), daemon=True) for _ in range(self._workers)
        ]
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
        finally:  # also when nobody wants the rest: no engine may be left behind
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


def greet(adapter: Adapter) -> tuple[Started, Engine | None]:
    """What the engine says of itself, and the engine if it goes on; ``CannotStart`` if it is not in order."""
    if adapter.one_shot:
        answers, stderr = ask_once(adapter.command, [], adapter.timeout)
        return welcomed(answers[START], stderr), None
    return _launched(adapter)


def _launched(adapter: Adapter) -> tuple[Started, Engine]:
    engine = Engine(adapter.command, adapter.timeout)
    try:
        return engine.start(), engine
    except BaseException:
        engine.kill()
        raise


def _worker(work: "Callable[[_Shared], None]", shared: _Shared) -> None:
    try:
        work(shared)
    except Exception as error:  # told to whoever waits for results: a thread that dies alone is never missed
        shared.given_up.set()
        shared.done.put(error)
    finally:
        shared.done.put(None)


def _persistent(shared: _Shared) -> None:
    """Ask one engine case after case; a crash or a hang costs one case."""
    engine: Engine | None = None
    try:
        while (run := _next(shared)) is not None:
            levels = claimed(shared, run)
            if not levels:
                shared.done.put(_not_claimed(run, shared.started))
                continue
            if engine is None:
                engine = _idle(shared) or _launched(shared.adapter)[1]
            began = time.monotonic()
            answers: dict[Key, Answer] = {}
            lost: Trouble | None = None
            for question in questions(run, levels):
                answer = lost or engine.ask(question.request)
                answers[question.key] = answer
                lost = answer if isinstance(answer, Trouble) and answer.lost else None
            if lost:
                engine.kill()
            shared.done.put(judged(run, levels, answers, round(time.monotonic() - began, 6), engine.stderr()))
            if lost:
                engine = None
                _count_restart(shared, run.case.id)
    finally:
        for left in (engine, _idle(shared)):
            if left is not None:
                left.stop()


def _one_shot(shared: _Shared) -> None:
    """Start the engine anew for each part of each case."""
    while (run := _next(shared)) is not None:
        levels = claimed(shared, run)
        if not levels:
            shared.done.put(_not_claimed(run, shared.started))
            continue
        began = time.monotonic()
        answers: dict[Key, Answer] = {}
        stderr = ""
        for part in parts(questions(run, levels)):
            said, heard = ask_once(shared.adapter.command, part, shared.adapter.timeout)
            answers |= said
            stderr += heard
        shared.done.put(judged(run, levels, answers, round(time.monotonic() - began, 6), stderr))
        if any(isinstance(answer, Trouble) and answer.lost for answer in answers.values()):
            _count_restart(shared, run.case.id)


def parts(asked: list[Question]) -> Iterator[list[Question]]:
    """The questions of a case, cut before each new position: what one part gives away, no other may see."""
    starts = [number for number, question in enumerate(asked) if isinstance(question.request, New)]
    for start, end in pairwise([*starts, len(asked)]):
        yield asked[start:end]


def _next(shared: _Shared) -> Run | None:
    if shared.given_up.is_set():
        return None
    try:
        return shared.todo.get_nowait()
    except queue.Empty:
        return None


def _idle(shared: _Shared) -> Engine | None:
    try:
        return shared.idle.get_nowait()
    except queue.Empty:
        return None


def _count_restart(shared: _Shared, case: str) -> None:
    with shared.lock:
        shared.restarts.append(case)
        if len(shared.restarts) > shared.adapter.restarts:
            raise CannotStart(
                f"the engine broke in {len(shared.restarts)} cases, the last one {case}; "
                "the run was given up (--restarts allows more)"
            )


def claimed(shared: _Shared, run: Run) -> tuple[str, ...]:
    """The levels by which a run is measured: none if the engine does not know its edition or modules."""
    started = shared.started
    if not _knows(started, run):
        return ()
    wanted = shared.adapter.levels or started.levels
    return tuple(level for level in started.levels if level in wanted)


def _knows(started: Started, run: Run) -> bool:
    return run.edition in started.editions and set(run.case.modules) <= set(started.modules)


def _not_claimed(run: Run, started: Started) -> CaseResult:
    """The result of a case that the engine was not asked about."""
    result = judged(run, (), {})
    if _knows(started, run):
        return result
    why = f"the engine does not claim edition {run.edition} with {', '.join(run.case.modules)}"
    return evolve(
        result,
        results=tuple(Result(check.id, check.level, Status.NOT_CLAIMED, why, kind=check.kind) for check in run.checks),
    )
