"""The totals of the results of a run."""

import pytest

from colt_rules.conformance.running.results import BAD, BY_WEIGHT, CaseResult, Result, Status, counts_of


def case(*statuses: Status) -> CaseResult:
    results = tuple(Result(f"check-{number}", "decide", status) for number, status in enumerate(statuses))
    return CaseResult("fire.target/one", "One", "ru-full", ("fire.target",), results)


def test_every_status_has_its_weight_once() -> None:
    assert sorted(BY_WEIGHT) == sorted(Status)


def test_an_engine_does_not_conform_unless_it_passes_or_was_not_asked() -> None:
    assert set(Status) - BAD == {Status.PASS, Status.SKIPPED, Status.NOT_SUPPORTED}


@pytest.mark.parametrize(
    ("statuses", "status"),
    [
        ((Status.PASS, Status.FAIL, Status.SKIPPED), Status.FAIL),
        ((Status.FAIL, Status.CRASH), Status.CRASH),
        ((Status.NOT_SUPPORTED, Status.PASS), Status.PASS),
        ((Status.SKIPPED, Status.PASS), Status.SKIPPED),
        ((), Status.NOT_SUPPORTED),
    ],
)
def test_a_case_ended_as_its_worst_check_did(statuses: tuple[Status, ...], status: Status) -> None:
    assert case(*statuses).status is status


def test_the_counts_are_those_of_checks_and_list_every_status() -> None:
    counts = counts_of([case(Status.PASS, Status.FAIL), case(Status.PASS)])
    assert counts == {**dict.fromkeys(Status, 0), Status.PASS: 2, Status.FAIL: 1}
