"""Asks the reference about a case, in this process, through the protocol like any engine."""

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.protocol.messages import LEVELS
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.expectations import surprises
from colt_rules.conformance.running.questions import questions, results_of
from colt_rules.conformance.running.results import CaseResult


def departures(run: Run) -> list[str]:
    """Where the reference differs from a case, in words."""
    return surprises(verified(run), {})


def verified(run: Run) -> CaseResult:
    """How every check of a case ends on the reference."""
    reference = Reference()
    answers = {question.key: reference.answer(question.request) for question in questions(run, LEVELS)}
    results = results_of(run, LEVELS, answers)
    return CaseResult(run.name, run.case.title, run.edition, run.side.clauses, results)
