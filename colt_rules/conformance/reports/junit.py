"""A run as JUnit XML, which every CI system reads: one suite per topic, one class per case, one test per check."""

import re
from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree as xml

from colt_rules.conformance.reports.pretty import pretty
from colt_rules.conformance.running.results import BAD, CaseResult, Report, Result, Status
from colt_rules.safe_text import printable

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""

ELEMENTS = {
    Status.FAIL: "failure",
    Status.ERROR: "error",
    Status.CRASH: "error",
    Status.TIMEOUT: "error",
    Status.PROTOCOL_ERROR: "error",
    Status.SKIPPED: "skipped",
    Status.NOT_SUPPORTED: "skipped",
}
"""By status other than a pass: the element in a test."""


def junit_xml(report: Report) -> str:
    """The report as an XML document.

    An incomplete or invalid run has one additional failed test, so that no CI system shows it as green.
    """
    root = xml.Element("testsuites", name="colt-rules-conformance")
    cases = sorted(report.cases, key=lambda case: (_topic(case), case.case, case.edition))
    for topic, group in groupby(cases, key=_topic):
        _suite(root, topic, [test for case in group for test in _tests(case)])
    if problem := " ".join(report.problems):
        test = xml.Element("testcase", classname="run", name="the run is complete and valid", time="0.000")
        xml.SubElement(test, "error", type="run", message=_clean(problem))
        _suite(root, "run", [test])
    _count(root, list(root.iter("testcase")))
    xml.indent(root)
    return xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _topic(case: CaseResult) -> str:
    return case.case.partition(".")[0]


def _suite(root: xml.Element, name: str, tests: list[xml.Element]) -> None:
    suite = xml.SubElement(root, "testsuite", name=name)
    suite.extend(tests)
    _count(suite, tests)


def _count(element: xml.Element, tests: list[xml.Element]) -> None:
    element.set("tests", str(len(tests)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(test.find(tag) is not None for test in tests)))
    element.set("time", f"{sum(float(test.get('time', 0)) for test in tests):.3f}")


def _tests(case: CaseResult) -> Iterable[xml.Element]:
    """The checks of a case. They share its time, and the first bad one has the engine's stderr."""
    stderr = case.stderr
    for result in case.results:
        test = xml.Element(
            "testcase",
            classname=_clean(case.case),
            name=_clean(f"{result.check} [{case.edition}]"),
            time=f"{case.seconds / len(case.results):.3f}",
        )
        if tag := ELEMENTS.get(result.status):
            _outcome(test, tag, case, result)
        if stderr and result.status in BAD:
            xml.SubElement(test, "system-err").text = _clean(stderr)
            stderr = ""
        yield test


def _outcome(test: xml.Element, tag: str, case: CaseResult, result: Result) -> None:
    outcome = xml.SubElement(test, tag, type=str(result.status), message=_clean(result.message or str(result.status)))
    if result.status in BAD:
        outcome.text = _clean(
            f"{case.title}\nclauses: {', '.join(case.clauses)}\nlevel: {result.level}\n\n"
            f"expected:\n{pretty(result.expected)}\n\ngot:\n{pretty(result.got)}\n"
        )


def _clean(text: str) -> str:
    return printable(FORBIDDEN.sub("\ufffd", text), "\t\n\r")
