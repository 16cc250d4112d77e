"""Asks one engine case after case, and restarts it when it breaks."""

import time
from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve, frozen

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.protocol.messages import New, Started
from colt_rules.conformance.running.engine import START, Engine, ask_once, welcomed
from colt_rules.conformance.running.engine import Start as StartProcess
from colt_rules.conformance.running.questions import Answer, EngineQuestion, Key, Trouble, case_result, questions
from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.conformance.running.starts import GameStart, requests_of, start_result

TIMEOUT = 10.0
RESTARTS = 20


@frozen
class Adapter:
    """How to run an engine."""

    command: str
    one_shot: bool = False
    timeout: float = TIMEOUT
    """Seconds for one answer; for a one-shot engine, for one case."""
    restarts: int = RESTARTS
    """How often a broken engine is started again before the run is abandoned."""
    levels: tuple[str, ...] = ()
    """Run only checks of these levels; if empty, of all levels that the engine supports."""
    start: StartProcess | None = None
    """A faster way to start the process of the command, or None."""


def greet(adapter: Adapter) -> tuple[Started, Engine | None]:
    """The engine's description of itself, and the engine if it keeps running; raises ``CannotStart``."""
    if adapter.one_shot:
        answers, stderr = ask_once(adapter.command, [], adapter.timeout)
        return welcomed(answers[START], stderr), None
    return _launched(adapter)


def _launched(adapter: Adapter) -> tuple[Started, Engine]:
    engine = Engine(adapter.command, adapter.timeout, adapter.start)
    try:
        return engine.start(), engine
    except BaseException:
        engine.kill()
        raise


class Interview:
    """Asks one engine case after case. When it breaks, the current case is lost and it is started again."""

    def __init__(self, adapter: Adapter, started: Started, engine: Engine | None = None) -> None:
        self._adapter = adapter
        self._started = started
        self._engine = engine
        self.broken: list[str] = []
        """The cases in which it broke."""

    def result(self, run: Run | GameStart) -> CaseResult:
        """The result of a case or of a game to be set up; raises ``CannotStart`` if the engine does not restart."""
        if isinstance(run, GameStart):
            # One process for all starts, even one-shot: a program may deal the same whenever it starts.
            asked = [EngineQuestion(("setup", str(number)), request) for number, request in enumerate(requests_of(run))]
            answers, seconds, stderr = self._answers(run.name, asked)
            dealt = [answers[question.key] for question in asked]
            return evolve(start_result(run, dealt), seconds=seconds, stderr=stderr)
        levels = self._started.levels if _knows(self._started, run) else ()
        if not levels:
            return _not_supported(run, self._started)
        answers, seconds, stderr = self._answers(run.name, questions(run, levels, self._adapter.levels))
        return case_result(run, levels, answers, seconds, stderr, self._adapter.levels)

    def _answers(self, case: str, asked: list[EngineQuestion]) -> tuple[dict[Key, Answer], float, str]:
        """The answers, the seconds they took, and the engine's stderr; a case in which it breaks is recorded."""
        began = time.monotonic()
        answers, stderr = self._asked_anew(asked) if self._adapter.one_shot else self._asked(asked)
        if any(isinstance(answer, Trouble) and answer.lost for answer in answers.values()):
            self.broken.append(case)
        return answers, round(time.monotonic() - began, 6), stderr

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.stop()
            self._engine = None

    def _asked(self, asked: list[EngineQuestion]) -> tuple[dict[Key, Answer], str]:
        engine = self._engine = self._engine or _launched(self._adapter)[1]
        answers: dict[Key, Answer] = {}
        lost: Trouble | None = None
        for question in asked:
            answer = lost or engine.ask(question.request)
            answers[question.key] = answer
            lost = answer if isinstance(answer, Trouble) and answer.lost else None
        if lost is None:
            return answers, engine.stderr()
        engine.kill()
        self._engine = None
        stderr = engine.stderr()
        explained = with_last_words(lost, stderr)
        return {key: explained if answer is lost else answer for key, answer in answers.items()}, stderr

    def _asked_anew(self, asked: list[EngineQuestion]) -> tuple[dict[Key, Answer], str]:
        """One-shot: a new engine is started for each part of the case."""
        answers: dict[Key, Answer] = {}
        stderr = ""
        for part in parts(asked):
            said, heard = ask_once(self._adapter.command, part, self._adapter.timeout)
            answers |= said
            stderr += heard
        return answers, stderr


def with_last_words(trouble: Trouble, stderr: str) -> Trouble:
    """Add the last line of the engine's stderr to the message."""
    lines = stderr.strip().splitlines()
    return evolve(trouble, message=f"{trouble.message}; on stderr: {lines[-1][:200]}") if lines else trouble


def parts(asked: list[EngineQuestion]) -> Iterator[list[EngineQuestion]]:
    """Split the questions of a case before each new position, so that no part sees what another reveals."""
    starts = [number for number, question in enumerate(asked) if isinstance(question.request, New)] or [0]
    for start, end in pairwise([*starts, len(asked)]):
        yield asked[start:end]


def _knows(started: Started, run: Run) -> bool:
    return run.edition in started.editions and set(run.setting.modules) <= set(started.modules)


def _not_supported(run: Run, started: Started) -> CaseResult:
    """The result of a case that the engine was not asked about."""
    result = case_result(run, (), {})
    if _knows(started, run):
        return result
    why = f"the engine does not support edition {run.edition} with {', '.join(run.setting.modules)}"
    return evolve(
        result,
        results=tuple(
            Result(check.id, check.level, Status.NOT_SUPPORTED, why, kind=check.kind) for check in run.checks
        ),
    )
