"""Asks the reference about a case, in this process, through the protocol like any engine."""

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.protocol.messages import LEVELS
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.expectations import surprises
from colt_rules.conformance.running.questions import judged, questions


def departures(run: Run) -> list[str]:
    """Where the reference differs from a case, in words."""
    reference = Reference()
    answers = {question.key: reference.answer(question.request) for question in questions(run, LEVELS)}
    return surprises(judged(run, LEVELS, answers), {})
