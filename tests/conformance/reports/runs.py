"""A run with every status in it, and an engine with hostile output."""

from typing import Any

from colt_rules.conformance.cases.board import board
from colt_rules.conformance.running.results import CaseResult, Footer, Header, Report, Result, Status, counts_of
from colt_rules.log.codec import to_data

NASTY = "<script>alert('x')</script> & \x00\x1b[31m \ufffe"

BEFORE: dict[str, Any] = to_data(
    board(
        """
        roof   | tuco        |             | ghost belle |
        inside | M strongbox | purse purse | jewel       |
        """,
        pile=["tuco-fire"],
    )
)
AFTER = {**BEFORE, "marshal": "car-1.inside"}
WRONG = {**BEFORE, "marshal": "car-2.inside"}


def a_case(status: Status, number: int = 1, clause: str = "fire.target") -> CaseResult:
    good = status is Status.PASS
    return CaseResult(
        case=f"{clause}/case-{number}",
        title=f"Case {number}",
        edition="ru-full",
        clauses=(clause,),
        results=(
            Result("events", "decide", status, "" if good else f"because {NASTY}", [{"type": "A"}], [{"type": NASTY}]),
            Result("state", "outcome", Status.PASS, "", {"marshal": "x"}, {"marshal": "x"}),
        ),
        seconds=0.5,
        stderr=NASTY if status is Status.CRASH else "",
        before=BEFORE,
        after=AFTER,
        got_after=AFTER if good else WRONG,
    )


def a_report(*cases: CaseResult, problem: str = "", complete: bool = True) -> Report:
    cases = cases or tuple(a_case(status, number) for number, status in enumerate(Status))
    engine = {
        "name": "an <engine>",
        "version": "1",
        "language": "C",
        "levels": ["decide"],
        "editions": [],
        "modules": [],
    }
    header = Header("1.0.0", 1, "./engine --flag", engine, ("fire",), len(cases))
    return Report(header, cases, Footer(counts_of(cases), 3, complete, 1, problem))
