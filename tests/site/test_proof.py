"""The last run: what it was, and its results by topic."""

import pytest
from attrs import evolve

from colt_rules.conformance.cases.export import published
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.languages import LANGUAGES
from colt_rules.site.pages.proof import pages
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources
from tests.site.reading import reader


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_version_and_the_counts_are_told(lang: str, sources: Sources) -> None:
    [page] = pages(reader(lang))
    assert published(suite_folder()).version in page.body
    assert f"**{reader(lang).colon} {len(sources.suite.cases)}\n" in page.body
    assert "(/rules/base/fire.md)" in page.body


def test_without_a_run_it_says_so() -> None:
    [page] = pages(reader("en"))
    assert page.body.startswith("The suite was not run")


def test_what_did_not_pass_is_named_with_the_reason(sources: Sources) -> None:
    run = next(run for run in sources.suite.runs if run.case.id.startswith("fire.target/"))
    first, *others = run.checks
    failed = Result(first.id, first.level, Status.FAIL, "it said nothing")
    passed = [Result(check.id, check.level, Status.PASS) for check in others]
    result = CaseResult(run.name, run.case.title, run.edition, run.side.clauses, (failed, *passed))
    [page] = pages(Reader("en", evolve(sources, results={run.name: result})))
    assert f"[`{run.name}#{first.id}`](/../en/evidence/fire.target.html#case-" in page.body
    assert "it said nothing" in page.body
    assert f"**Passed**: {len(others)}" in page.body
