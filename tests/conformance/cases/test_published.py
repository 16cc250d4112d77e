"""Published cases ask and expect what the cases of the suite do."""

from colt_rules.conformance.cases.expand import Run, exported
from colt_rules.conformance.cases.export import FORMAT
from colt_rules.conformance.cases.published import read_published
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.protocol.messages import LEVELS
from colt_rules.conformance.running.questions import asked_by, questions
from colt_rules.conformance.running.verify import departures
from colt_rules.log.codec import to_data, to_json
from tests.conftest import THOROUGH

RUNS = suite().runs if THOROUGH else suite().runs[::7]


def again(run: Run) -> Run:
    [read] = read_published(to_json({"format": FORMAT, **exported([run])}))
    return read


def test_a_published_case_puts_the_same_questions_and_expects_the_same() -> None:
    for run in RUNS:
        read = again(run)
        assert questions(read, LEVELS) == questions(run, LEVELS), run.name
        assert to_data(read.checks) == to_data(run.checks), run.name
        assert [asked_by(check, read) for check in read.checks] == [asked_by(check, run) for check in run.checks]
        assert (read.rules, read.positions) == (run.rules, run.positions), run.name


def test_the_reference_departs_from_no_published_case() -> None:
    assert [departure for run in RUNS[::5] for departure in departures(again(run))] == []


def test_a_wrong_expectation_is_a_departure() -> None:
    run = next(run for run in RUNS if any(check.kind == "whole" for check in run.checks))
    data = to_data(exported([run]))
    next(check for check in data["runs"][0]["then"] if check["kind"] == "whole")["expected"]["phase"] = "over"
    [read] = read_published(to_json({"format": FORMAT, **data}))
    [departure] = departures(read)
    assert f'#whole: fail in {run.edition}: phase: expected "over"' in departure
