"""The editions: each has a page, and each pair of them one with its differences."""

from itertools import combinations

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.differences import differences_between
from colt_rules.site.addresses import case_at, differences_at, edition_at, entry_at
from colt_rules.site.page import Page, escaped
from colt_rules.site.pages import editions
from colt_rules.site.sources import Sources
from colt_rules.site.writing import broken_links
from tests.site.reading import reader


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    return {page.address: page for page in editions.pages(reader("en"))}


def pairs(sources: Sources) -> list[tuple[str, str]]:
    return list(combinations(sources.registry.editions, 2))


def test_every_edition_and_every_pair_has_a_page_that_the_index_leads_to(
    sources: Sources, pages: dict[str, Page]
) -> None:
    expected = {*map(edition_at, sources.registry.editions), *(differences_at(*pair) for pair in pairs(sources))}
    assert expected == set(pages) - {"editions/index.md"}
    assert all(f"(/{address})" in pages["editions/index.md"].body for address in expected)


def test_a_pair_is_one_page_whichever_edition_is_named_first() -> None:
    assert differences_at("ru-base", "pl-base") == differences_at("pl-base", "ru-base")


def test_an_edition_tells_each_departure_with_passages_note_and_what_stands_back(
    sources: Sources, pages: dict[str, Page]
) -> None:
    for edition in sources.registry.editions.values():
        body = pages[edition_at(edition.id)].body
        for difference in edition.differences:
            assert f"{{#{difference.clause}}}" in body
            assert reader("en").remark(difference.note) in body
            own = sources.registry.passages_of(difference.clause, edition.id)
            assert all(escaped(passage.section) in body for passage in own)
            assert all(f"(/{entry_at(id)})" in body for id in difference.instead_of)
        assert all(reader("en").remark(wording.note) in body for wording in edition.wordings)


def test_a_pair_tells_all_that_spec_diff_tells(sources: Sources, pages: dict[str, Page]) -> None:
    registry = sources.registry
    for first, second in pairs(sources):
        body = pages[differences_at(first, second)].body
        for point in differences_between(registry, first, second):
            ids = (*point.first, *point.second)
            assert all(f"(/{entry_at(id)})" in body for id in ids)
            assert all(reader("en").remark(note) in body for note in point.notes)
            assert all(f"(/{case_at(case.id)})" in body for id in ids for case in sources.suite.witnesses(id))
        wordings = (wording for id in (first, second) for wording in registry.editions[id].wordings)
        assert all(reader("en").remark(wording.note) in body for wording in wordings)


def test_tuco_shoots_down_in_the_polish_game_and_is_refused_in_the_russian_one(pages: dict[str, Page]) -> None:
    body = pages["editions/pl-base-and-ru-base.md"].body
    _, _, told = body.partition("{#tuco.upward-only}")
    _, _, witness = told.partition("/../en/evidence/tuco.upward-only.html#case-no-shot-down-into-his-car")
    polish, russian = witness.partition("| --- | --- |\n")[2].splitlines()[0].strip("| ").split(" | ")
    assert "Tuco shot Doc" in polish
    assert "(/clauses/tuco.upward-only.md)" in russian


def test_what_holds_in_each_stands_in_a_column_of_its_own(sources: Sources, pages: dict[str, Page]) -> None:
    body = pages["editions/pl-base-and-ru-base.md"].body
    count = len(differences_between(sources.registry, "pl-base", "ru-base"))
    assert count > 1
    assert body.count('<div class="sides" markdown="1">') == count
    assert body.count('<div class="side" markdown="1">') == 2 * count
    first, second = body.partition("{#tuco.upward-only}")[2].partition("\n### ")[0].split('<div class="side"')[1:]
    assert "**[Poland, 2015]" in first
    assert "(/clauses/tuco.through-the-roof.md)" in first
    assert "**[Russia, 2018]" in second
    assert "(/clauses/tuco.upward-only.md)" in second


def test_the_boards_of_a_pair_are_shown_with_it(pages: dict[str, Page]) -> None:
    assert '<div class="boards">' in pages["editions/pl-base-and-ru-base.md"].body


def test_an_edition_whose_book_is_silent_says_so(pages: dict[str, Page]) -> None:
    body = pages["editions/fr-horses-and-pl-base.md"].body
    _, _, told = body.partition("{#setup.advanced.always}")
    assert "the book is silent" in told.partition("\n### ")[0]


def test_modules_that_only_one_edition_plays_are_named(pages: dict[str, Page]) -> None:
    _, _, told = pages["editions/pl-base-and-ru-full.md"].body.partition("{#modules}")
    told = told.partition("\n## ")[0]
    assert "- [Russia, all boxes](/editions/ru-full.md): [Teams]" in told
    assert "[pl-base]" not in told
    assert "{#modules}" not in pages["editions/pl-base-and-ru-base.md"].body


def test_a_witness_that_is_silent_about_an_edition_says_so(pages: dict[str, Page]) -> None:
    assert "This case does not cover Poland, 2015." in pages["editions/pl-base-and-ru-base.md"].body


def test_a_witness_of_two_differences_is_shown_once(pages: dict[str, Page]) -> None:
    body = pages["editions/pl-base-and-ru-base.md"].body
    title = "(/../en/evidence/neutral-bullets.pile-removed.html#case-a-happening-removes-it-too)**"
    assert body.count(title) == 2
    assert body.count(f"{title} (shown above)") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_lead_to_each_other_in_every_language(lang: str, pages: dict[str, Page]) -> None:
    found = {page.address: page for page in editions.pages(reader(lang))}
    assert list(found) == list(pages)
    assert not [one for one in broken_links(found, ()) if one.what.startswith("/editions/")]
    assert all(len(page.body.encode()) < 120_000 for page in found.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_edition_is_called_by_words_and_not_by_its_id(lang: str, sources: Sources) -> None:
    named = {page.address: page for page in editions.pages(reader(lang))}
    for id, edition in sources.registry.editions.items():
        link = f"[{escaped(edition.name.in_language(lang))}](/{edition_at(id)})"
        assert f"| {link} |" in named["editions/index.md"].body
        assert all(f"`{id}`" not in page.body for page in named.values())
    assert "pl-base" not in named[differences_at("pl-base", "ru-full")].title
