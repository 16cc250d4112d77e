"""The Python API: public names with signature, docstring, clauses and a link to their line."""

import re

import pytest

from colt_rules.modules import parts
from colt_rules.site.addresses import api_at
from colt_rules.site.page import Page
from colt_rules.site.pages.api import pages
from tests.site.reading import reader


@pytest.fixture(scope="module")
def english() -> dict[str, Page]:
    return {page.address: page for page in pages(reader("en"))}


def test_the_overview_names_every_module_that_has_a_page(english: dict[str, Page]) -> None:
    linked = set(re.findall(r"\(/(api/[^)]+)\)", english["api/index.md"].body))
    assert linked == set(english) - {"api/index.md"}
    assert len(english) - len([*parts("model")]) <= 40


def test_a_function_has_its_signature_its_docstring_and_its_line(english: dict[str, Page]) -> None:
    body = english[api_at("colt_rules.kernel.fold")].body
    assert "## `fold` {#fold}" in body
    assert "def fold(events: Iterable[Event], start: Game=NEW) -> Game" in body
    assert "The state after these events" in body
    assert re.search(r"\(/\.\./source/colt_rules/kernel/fold\.py\.html#L\d+\)", body)
    assert "`from colt_rules.kernel import fold`" in body


def test_methods_and_fields_stand_below_their_class(english: dict[str, Page]) -> None:
    body = english[api_at("colt_rules.log.lines")].body
    assert "### `LogReader.__init__` {#LogReader.init}" in body
    assert "- `hand: tuple[Card, ...]`" in english[api_at("colt_rules.model.state")].body


def test_what_carries_out_a_clause_says_so(english: dict[str, Page]) -> None:
    body = english[api_at("colt_rules.views.options")].body
    assert "[`secrecy.decks`](/clauses/secrecy.decks.md)" in body


def test_nothing_private_is_told_and_no_page_is_heavy(english: dict[str, Page]) -> None:
    for page in english.values():
        assert not re.search(r"^#+ `(\w+\.)?_(?!_init_)", page.body, re.MULTILINE)
        assert len(page.body.encode()) < 100_000
