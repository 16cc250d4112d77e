"""The traceability matrix: every clause and ruling once, and what is missing by name."""

import pytest
from attrs import evolve

from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.languages import LANGUAGES
from colt_rules.site.page import Page
from colt_rules.site.pages import matrix
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources
from colt_rules.site.writing import broken_links
from tests.site.reading import reader, reader_of_an_open_book

FIRE = "fire.roof.line-of-sight"


def made(to: Reader) -> dict[str, Page]:
    return {page.address: page for page in matrix.pages(to)}


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    return made(reader("en"))


def section(page: Page, anchor: str) -> str:
    """The content below the heading with this anchor."""
    return page.body.partition(f"{{#{anchor}}}")[2].partition("\n#")[0]


def row_of(id: str, page: Page) -> list[str]:
    (line,) = (line for line in page.body.splitlines() if f"<br>`{id}` |" in line)
    return line.strip("| ").split(" | ")


def test_every_clause_and_ruling_has_exactly_one_row(sources: Sources, pages: dict[str, Page]) -> None:
    for id in sources.registry_ids():
        assert sum(page.body.count(f"<br>`{id}` |") for page in pages.values()) == 1


def test_a_row_leads_to_passages_code_and_cases(sources: Sources, pages: dict[str, Page]) -> None:
    clause, passages, code, cases, mutants, result = row_of(FIRE, pages["matrix/base.md"])
    assert f"(/clauses/{FIRE}.md)" in clause
    assert passages.count("](/books/") == len(sources.registry.passages_of(FIRE))
    assert all(
        f"[`{one.name}`](/../source/{one.file}.html#L{one.line})" in code for one in sources.implementations[FIRE]
    )
    assert cases == f"[{len(sources.cases[FIRE])}](/../en/evidence/{FIRE}.html#cases)"
    assert mutants == f"[{len(sources.mutants[FIRE])}](/../source/conformance/mutants/base/08-fire.yaml.html)"
    assert result == "not run"


def test_what_has_no_mutant_is_listed_with_the_reason(sources: Sources, pages: dict[str, Page]) -> None:
    told = section(pages["matrix/index.md"], "without-mutants")
    assert told.count("\n- ") == len(sources.unbreakable)
    assert all(f"(/rulings/{id}.md)" in told and reason in told for id, reason in sources.unbreakable.items())


def test_exceptions_of_the_suite_are_listed(sources: Sources, pages: dict[str, Page]) -> None:
    exceptions = sources.suite.exceptions
    for anchor, reasons in (
        ("not-accepting", exceptions.accepting),
        ("not-refusing", exceptions.refusing),
        ("uncited", exceptions.uncited),
    ):
        told = section(pages["matrix/index.md"], anchor)
        assert all(f"/{id}.md)" in told for id in reasons)
        assert told.count("\n- ") == len(reasons)


def test_a_clause_without_code_and_mutants_is_listed_as_such(sources: Sources) -> None:
    bare = evolve(
        sources,
        implementations={id: found for id, found in sources.implementations.items() if id != FIRE},
        mutants={id: found for id, found in sources.mutants.items() if id != FIRE},
    )
    found = made(Reader("en", bare))
    for kind in ("code", "mutants"):
        assert f"(/clauses/{FIRE}.md): no reason is given" in section(found["matrix/index.md"], f"without-{kind}")
    _, _, code, _, mutants, _ = row_of(FIRE, found["matrix/base.md"])
    assert (code, mutants) == ("none", "none: no reason is given")


@pytest.mark.parametrize(
    ("status", "sign"),
    [
        (Status.PASS, '<span class="pass">passed</span>'),
        (Status.FAIL, '<span class="fail">not passed</span>'),
        (Status.SKIPPED, '<span class="fail">not passed</span>'),
    ],
)
def test_a_row_shows_how_the_last_run_ended(sources: Sources, status: Status, sign: str) -> None:
    run = sources.runs_of(sources.cases[FIRE][0])[0]
    result = CaseResult(run.name, "", run.edition, (FIRE,), (Result("events", "decide", status),))
    found = made(Reader("en", evolve(sources, results={run.name: result})))
    assert row_of(FIRE, found["matrix/base.md"])[-1] == sign
    assert (run.name in section(found["matrix/index.md"], "failing")) == (status is not Status.PASS)


def test_rules_of_modules_that_are_not_built_are_not_hidden(pages: dict[str, Page]) -> None:
    assert "`to-come`: 1" in section(made(reader_of_an_open_book("en"))["matrix/index.md"], "open")
    assert "`" not in section(pages["matrix/index.md"], "open")


@pytest.mark.thorough
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_small_lead_to_each_other_and_are_not_searched(lang: str, pages: dict[str, Page]) -> None:
    found = made(reader(lang))
    assert list(found) == list(pages)
    assert not [one for one in broken_links(found, ()) if one.what.startswith("/matrix/")]
    assert all(len(page.body.encode()) < 120_000 and not page.searchable for page in found.values())
