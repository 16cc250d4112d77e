"""One engine, asked case after case for as long as somebody wants to know."""

import time

from attrs import evolve

from colt_rules.conformance.engine import CannotStart, Engine, ask_once
from colt_rules.conformance.expand import Run
from colt_rules.conformance.results import CaseResult, Result, Status
from colt_rules.conformance.run_case import Answer, Key, Trouble, judged, questions
from colt_rules.conformance.runner import Adapter, greet


class Interview:
    """An engine that is asked one case at a time. One that breaks costs the case at hand and is started again."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self.started, self._engine = greet(adapter)
        self.restarts = 0

    def result(self, run: Run) -> CaseResult:
        """How a case ends. ``CannotStart`` if the engine does not start again, or had to too often."""
        levels = self._levels(run)
        if not levels:
            return self._not_claimed(run)
        began = time.monotonic()
        answers, stderr = self._asked_once(run, levels) if self._adapter.one_shot else self._asked(run, levels)
        return judged(run, levels, answers, round(time.monotonic() - began, 6), stderr)

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.stop()
            self._engine = None

    def _levels(self, run: Run) -> tuple[str, ...]:
        """The levels by which a case is measured: none if the engine does not know its edition or modules."""
        started, wanted = self.started, self._adapter.levels or self.started.levels
        if run.edition not in started.editions or not set(run.case.modules) <= set(started.modules):
            return ()
        return tuple(level for level in started.levels if level in wanted)

    def _not_claimed(self, run: Run) -> CaseResult:
        why = f"the engine does not claim edition {run.edition} with {', '.join(run.case.modules)}"
        results = tuple(Result(check.id, check.level, Status.NOT_CLAIMED, why) for check in run.checks)
        return evolve(judged(run, (), {}), results=results)

    def _asked_once(self, run: Run, levels: tuple[str, ...]) -> tuple[dict[Key, Answer], str]:
        return ask_once(self._adapter.command, questions(run, levels), self._adapter.timeout)

    def _asked(self, run: Run, levels: tuple[str, ...]) -> tuple[dict[Key, Answer], str]:
        engine = self._engine or self._again()
        answers: dict[Key, Answer] = {}
        lost: Trouble | None = None
        for question in questions(run, levels):
            answer = lost or engine.ask(question.request)
            answers[question.key] = answer
            lost = answer if isinstance(answer, Trouble) and answer.lost else None
        if lost:
            engine.kill()
            self._engine = None
        return answers, engine.stderr()

    def _again(self) -> Engine:
        self.restarts += 1
        if self.restarts > self._adapter.restarts:
            raise CannotStart(f"the engine broke in {self.restarts} cases; the run was given up")
        _, self._engine = greet(self._adapter)
        assert self._engine is not None
        return self._engine
