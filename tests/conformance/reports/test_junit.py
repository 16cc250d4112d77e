"""CI systems see the status of every check, and never a green run that is incomplete."""

from xml.etree import ElementTree as xml

import attrs
import pytest

from colt_rules.conformance.reports.junit import junit_xml
from colt_rules.conformance.running.results import Report, Status
from tests.conformance.reports.runs import a_case, a_report


def read(report: Report) -> xml.Element:
    return xml.fromstring(junit_xml(report))


@pytest.mark.parametrize(
    ("status", "tag"),
    [
        (Status.PASS, None),
        (Status.FAIL, "failure"),
        (Status.ERROR, "error"),
        (Status.CRASH, "error"),
        (Status.TIMEOUT, "error"),
        (Status.PROTOCOL_ERROR, "error"),
        (Status.SKIPPED, "skipped"),
        (Status.NOT_SUPPORTED, "skipped"),
    ],
)
def test_each_status_has_its_element(status: Status, tag: str | None) -> None:
    test = read(a_report(a_case(status)))[0][0]
    outcomes = [child.tag for child in test if child.tag != "system-err"]
    assert outcomes == ([tag] if tag else [])
    if tag:
        assert test[0].get("type") == status
        assert "because <script>" in test[0].get("message", "")


def test_a_suite_is_a_topic_a_class_a_case_and_a_test_a_check() -> None:
    root = read(a_report(a_case(Status.PASS, 1), a_case(Status.PASS, 2, "robbery.choose"), a_case(Status.FAIL, 3)))
    tests = [[(test.get("classname"), test.get("name")) for test in suite] for suite in root]
    assert [suite.get("name") for suite in root] == ["fire", "robbery"]
    assert tests[1] == [
        ("robbery.choose/case-2", "events [ru-full]"),
        ("robbery.choose/case-2", "state [ru-full]"),
    ]


def test_the_counts_and_times_add_up() -> None:
    root = read(a_report())
    counted = {name: root.get(name) for name in ("tests", "failures", "errors", "skipped", "time")}
    assert counted == {"tests": "16", "failures": "1", "errors": "4", "skipped": "2", "time": "4.000"}


def test_a_failure_shows_both_sides_and_the_clauses() -> None:
    failure = read(a_report(a_case(Status.FAIL))).find(".//failure")
    assert failure is not None
    assert failure.text
    assert 'expected:\n[{"type": "A"}]' in failure.text
    assert "clauses: fire.target" in failure.text


def test_control_characters_that_xml_forbids_are_replaced() -> None:
    text = junit_xml(a_report(a_case(Status.CRASH)))
    assert not {"\x00", "\x1b", "\ufffe"} & set(text)
    stderr = xml.fromstring(text).find(".//system-err")
    assert stderr is not None
    assert stderr.text == "<script>alert('x')</script> & \ufffd\ufffd[31m \ufffd"


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (attrs.evolve(a_report(a_case(Status.PASS)), footer=None), "The run was interrupted after 1 of 1 cases."),
        (a_report(a_case(Status.PASS), complete=False), "Not all cases were run: 1 of 1."),
        (a_report(a_case(Status.PASS), problem="too many restarts"), "too many restarts"),
    ],
)
def test_a_run_that_is_not_whole_or_not_valid_is_an_error(report: Report, message: str) -> None:
    root = read(report)
    error = root.find("testsuite[@name='run']/testcase/error")
    assert error is not None
    assert error.get("message") == message
    assert root.get("errors") == "1"
