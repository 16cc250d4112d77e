"""A whole run: every case against the engine, in parallel, each engine restarted when it breaks, up to a limit."""

import queue
import threading
import time
from collections.abc import Iterator, Sequence
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
        threads = [threading.Thread(target=_worker, args=(self._shared,), daemon=True) for _ in range(self._workers)]
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


class Interview:
    """One engine that is asked case after case. One that breaks costs the case at hand and is started again."""

    def __init__(self, adapter: Adapter, started: Started, engine: Engine | None = None) -> None:
        self._adapter = adapter
        self._started = started
        self._engine = engine
        self.broken: list[str] = []
        """The cases in which it broke."""

    def result(self, run: Run) -> CaseResult:
        """How a case ends; ``CannotStart`` if the engine does not start again."""
        levels = claimed(self._adapter, self._started, run)
        if not levels:
            return _not_claimed(run, self._started)
        began = time.monotonic()
        asked = questions(run, levels)
        answers, stderr = self._asked_anew(asked) if self._adapter.one_shot else self._asked(asked)
        if any(isinstance(answer, Trouble) and answer.lost for answer in answers.values()):
            self.broken.append(run.case.id)
        return judged(run, levels, answers, round(time.monotonic() - began, 6), stderr)

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.stop()
            self._engine = None

    def _asked(self, asked: list[Question]) -> tuple[dict[Key, Answer], str]:
        engine = self._engine = self._engine or _launched(self._adapter)[1]
        answers: dict[Key, Answer] = {}
        lost: Trouble | None = None
        for question in asked:
            answer = lost or engine.ask(question.request)
            answers[question.key] = answer
            lost = answer if isinstance(answer, Trouble) and answer.lost else None
        if lost:
            engine.kill()
            self._engine = None
        return answers, engine.stderr()

    def _asked_anew(self, asked: list[Question]) -> tuple[dict[Key, Answer], str]:
        """One-shot: the engine is started anew for each part of the case."""
        answers: dict[Key, Answer] = {}
        stderr = ""
        for part in parts(asked):
            said, heard = ask_once(self._adapter.command, part, self._adapter.timeout)
            answers |= said
            stderr += heard
        return answers, stderr


def _worker(shared: _Shared) -> None:
    try:
        _work(shared)
    except Exception as error:  # told to whoever waits for results: a thread that dies alone is never missed
        shared.given_up.set()
        shared.done.put(error)
    finally:
        shared.done.put(None)


def _work(shared: _Shared) -> None:
    interview = Interview(shared.adapter, shared.started, _idle(shared))
    try:
        while (run := _next(shared)) is not None:
            before = len(interview.broken)
            shared.done.put(interview.result(run))
            if len(interview.broken) > before:
                _count_restart(shared, run.case.id)
    finally:
        interview.close()


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


def claimed(adapter: Adapter, started: Started, run: Run) -> tuple[str, ...]:
    """The levels by which a run is measured: none if the engine does not know its edition or modules."""
    if not _knows(started, run):
        return ()
    wanted = adapter.levels or started.levels
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
