"""The components: every thing with its numbers and sources, and every assumption marked."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.components import Fact
from colt_rules.site.page import Page, code, escaped
from colt_rules.site.pages import components
from colt_rules.site.pages.components import component_anchor, statements
from colt_rules.site.sources import Sources
from colt_rules.site.writing import broken_links
from tests.site.reading import reader


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    return {page.address: page for page in components.pages(reader("en"))}


ASSUMED = '<span class="assumed">assumed</span>'


def told_of(anchor: str, page: Page) -> str:
    """The content below the heading with this anchor."""
    return page.body.partition(f"{{#{anchor}}}")[2].partition("\n#")[0]


def boxes(sources: Sources) -> dict[str, list[Fact]]:
    registry = sources.registry
    return {"base": list(registry.box.facts())} | {module: list(box.facts()) for module, box in registry.extras.items()}


def test_every_thing_is_told_with_confidence_names_and_all_its_sources(
    sources: Sources, pages: dict[str, Page]
) -> None:
    for module, facts in boxes(sources).items():
        for fact in facts:
            told = told_of(component_anchor(fact), pages[f"components/{module}.md"])
            confidence = fact.confidence.replace("-", " ")
            assert f"**Confidence**: {confidence}" in told.replace(ASSUMED, "assumed")
            assert all(escaped(fact.name.in_language(lang)) in told for lang in LANGUAGES)
            keys = {source.partition(":")[0] for source in fact.sources}
            others = keys - set(sources.registry.books)
            assert all(f"[{code(key)}](/components/index.md#source-{key})" in told for key in others)
            assert all(f"](/books/{key}/" in told for key in keys - others)
            assert not fact.note or reader("en").remark(fact.note) in told


def test_all_that_the_registry_assumes_is_marked_and_nothing_else(sources: Sources, pages: dict[str, Page]) -> None:
    def assumed(fact: Fact) -> int:
        names = [getattr(fact.name_confidence, lang, None) or fact.confidence for lang in LANGUAGES]
        parts = [getattr(fact, f"{name}_confidence", None) for name in ("plans", "happening")]
        return [fact.confidence, *names, *parts].count("assumed")

    marks = 0
    for module, facts in boxes(sources).items():
        for fact in facts:
            told = told_of(component_anchor(fact), pages[f"components/{module}.md"])
            assert told.count(ASSUMED) == assumed(fact)
            marks += [said.confidence for said in statements(fact)].count("assumed")
    told = told_of("assumed", pages["components/index.md"])
    parts = ("the thing itself", "the name in ", "the happening", "the plan-of-attack symbols")
    assert marks == sum(map(told.count, parts)) > 0
    rows = [line for line in pages["components/index.md"].body.splitlines() if line.startswith("| [")]
    assert sum(int(row.strip("| ").split(" | ")[-1]) for row in rows) == marks


def test_a_part_is_as_sure_as_the_whole_unless_it_says_otherwise(sources: Sources) -> None:
    card = sources.registry.extras["stagecoach"].round_cards["mortal-bullet"]
    sure = {said.part: said.confidence for said in statements(card)}
    assert sure == {
        "item": "confirmed",
        "en": "single-source",
        "ru": "confirmed",
        "fr": "confirmed",
        "pl": "assumed",
        "happening": "confirmed",
        "plans": "single-source",
    }


@pytest.mark.parametrize(
    ("page", "row"),
    [
        ("base", "in the box: 18, 8 × $250, 2 × $300, 2 × $350, 2 × $400, 2 × $450, 2 × $500"),
        ("base", "for each bandit: 1, bullets shown: 6"),
        ("base", "in the deck of each bandit: 2"),
        ("base", "colour: purple"),
        ("horses", "in the box: 5, in the list of the Russian book: 6, can be used: 2 ×"),
        ("stagecoach", "ransom: $1000, only to a captor with a strongbox, no burden"),
        ("stagecoach", "ransom: $500 for each jewel, burden: one roof at a time"),
    ],
)
def test_the_numbers_are_told(page: str, row: str, pages: dict[str, Page]) -> None:
    assert f"| {row} |" in pages[f"components/{page}.md"].body


def test_every_source_is_told_with_what_it_is_and_how_far_to_trust_it(sources: Sources, pages: dict[str, Page]) -> None:
    body = pages["components/index.md"].body
    for source in sources.registry.box.sources.values():
        assert f'<span id="source-{source.id}">' in body
        assert escaped(source.what.en) in body
        assert code(source.address) in body
        assert escaped(source.reliability.en) in body


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_lead_to_each_other_in_every_language(lang: str, pages: dict[str, Page]) -> None:
    found = {page.address: page for page in components.pages(reader(lang))}
    assert list(found) == list(pages)
    assert not [one for one in broken_links(found, ()) if one.what.startswith("/components/")]
    assert all(len(page.body.encode()) < 120_000 for page in found.values())
