"""Booklets have everything that holds in an edition and nothing else; a player aid fits on one sheet."""

import re
from html import escape, unescape

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.booklets import aid, blocks, booklet, chapters, files, languages_of
from colt_rules.site.checking import HEAVIEST_BOOKLET
from colt_rules.site.page import Page
from colt_rules.site.pages import prints
from colt_rules.site.printing import Printed
from colt_rules.site.reader import Reader
from tests.site.reading import reader, some_sources

SPEC = registry()
PAIRS = [(edition.id, lang) for edition in SPEC.editions.values() for lang in languages_of(SPEC, edition)]
LINES = [(module, block, id) for module, found in blocks().items() for block in found for id in block.clauses]


def test_a_booklet_is_there_in_the_language_of_the_book_and_in_english() -> None:
    for edition in SPEC.editions.values():
        (language,) = {SPEC.books[id].language for id in edition.books}
        assert languages_of(SPEC, edition) == ((language, "en") if language in LANGUAGES else ("en",))
    polish = SPEC.editions["pl-base"]
    german = evolve(SPEC, books={**SPEC.books, "pl-base": evolve(SPEC.books["pl-base"], language="de")})
    assert languages_of(SPEC, polish) == ("pl", "en")
    assert languages_of(german, polish) == ("en",), "our texts are not there in German"


def test_there_is_a_file_for_each_booklet_and_each_sheet() -> None:
    names = {name for name, _ in files(some_sources(), LANGUAGES)}
    assert names == {f"booklets/{edition}.{lang}.html" for edition, lang in PAIRS} | {
        f"booklets/aid.{edition}.{lang}.html" for edition in SPEC.editions for lang in LANGUAGES
    }
    assert {name.split(".")[-2] for name, _ in files(some_sources(), ("pl",))} == {"pl"}


@pytest.mark.parametrize(("edition", "lang"), PAIRS)
def test_a_booklet_has_all_that_holds_and_nothing_else(edition: str, lang: str) -> None:
    html = booklet(reader(lang), SPEC.editions[edition])
    told = re.findall(r"<article id=([\w.-]+)>", html)
    assert sorted(told) == sorted(id for id in SPEC.clauses if SPEC.holds(id, edition))
    for id in told:
        assert escape(SPEC.clause(id).text.in_language(lang), quote=False) in html
    ruled = set(map(unescape, re.findall(r"<p class=ruling><b>(.*?)</b>", html)))
    assert ruled == {
        ruling.question.in_language(lang)
        for ruling in SPEC.rulings.values()
        if SPEC.holds(ruling.id, edition) and edition not in ruling.settled_in
    }
    assert len(html.encode()) < HEAVIEST_BOOKLET


def test_rules_are_numbered_and_every_link_leads_to_one() -> None:
    html = booklet(reader("en"), SPEC.editions["pl-base"])
    numbers = re.findall(r"<h4><span>([\d.]+)</span>", html)
    assert len(set(numbers)) == len(numbers) == html.count("<article")
    anchors = set(re.findall(r"\bid=([\w.-]+)", html))
    assert set(re.findall(r"href=#([\w.-]+)", html)) <= anchors
    assert set(re.findall(r"data-of=([\w.-]+)", html)) <= anchors
    first, *_ = chapters(SPEC, "pl-base")
    assert f"<b data-of={first.anchor}></b>" in html


def test_an_edition_explains_only_words_of_its_own() -> None:
    base, full = (booklet(reader("en"), SPEC.editions[id]) for id in ("ru-base", "ru-full"))
    assert "<dt>Whisky flask</dt>" in full
    assert "<dt>Whisky flask</dt>" not in base
    assert "<dt>Locomotive</dt>" in base
    assert "<dt>Command</dt>" not in full


# --- the sheet


@pytest.mark.parametrize(("module", "block", "id"), LINES)
def test_a_line_of_the_sheet_is_a_clause_of_its_module_that_holds_somewhere(
    module: str, block: object, id: str
) -> None:
    assert SPEC.clause(id).module == module
    assert any(SPEC.holds(id, edition) for edition in SPEC.editions)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", SPEC.editions)
def test_a_sheet_has_the_lines_that_hold_and_no_empty_block(edition: str, lang: str) -> None:
    html = aid(reader(lang), SPEC.editions[edition])
    for module, block, id in LINES:
        clause = SPEC.clause(id)
        text = clause.text if id in block.full_text else clause.title
        line = f"<li>{escape(text.in_language(lang), quote=False)}</li>"
        if module in SPEC.editions[edition].modules and SPEC.holds(id, edition):
            assert line in html
    assert "<ul></ul>" not in html
    assert "<li></li>" not in html


def test_what_is_told_in_full_is_on_the_sheet() -> None:
    assert all(set(block.full_text) <= set(block.clauses) for found in blocks().values() for block in found)


def test_the_sheet_follows_the_edition() -> None:
    titles = {id: SPEC.clause(id).title.en for id in ("tuco.through-the-roof", "tuco.upward-only")}
    assert f"<li>{titles['tuco.upward-only']}</li>" in aid(reader("en"), SPEC.editions["ru-base"])
    assert f"<li>{titles['tuco.through-the-roof']}</li>" not in aid(reader("en"), SPEC.editions["ru-base"])
    assert f"<li>{titles['tuco.through-the-roof']}</li>" in aid(reader("en"), SPEC.editions["pl-base"])


# --- the page with the links


def page_for(lang: str, printed: dict[str, Printed], languages: tuple[str, ...] = LANGUAGES) -> Page:
    to = Reader(lang, some_sources(), languages=languages, printed=lambda: printed)
    (page,) = prints.pages(to)
    return page


def test_a_pdf_is_linked_only_if_it_was_made() -> None:
    assert ".pdf" not in page_for("ru", {}).body
    body = page_for("ru", {"booklets/ru-full.ru.pdf": Printed(pages=75, size=1_298_977)}).body
    assert body.count(".pdf") == 1
    assert '<a href="/../booklets/ru-full.ru.pdf">PDF, 75 с., 1299 кБ</a>' in body


def test_who_has_no_booklet_in_their_language_is_led_to_the_others() -> None:
    body = page_for("pl", {}).body
    assert 'href="/../booklets/pl-base.pl.html"' in body
    assert "pl-base.en" not in body
    assert '<span lang="fr">Français</span>: <a href="/../booklets/fr-horses.fr.html"' in body
    assert '<span lang="en">English</span>: <a href="/../booklets/fr-horses.en.html"' in body
    assert "fr-horses.fr" not in page_for("pl", {}, languages=("pl", "en")).body
