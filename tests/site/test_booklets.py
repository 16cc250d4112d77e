"""Booklets have everything that holds in an edition and nothing else, with pictures."""

import re
from html import escape, unescape

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.aids import holds, player_aids
from colt_rules.site.booklets import booklet, chapters, files, languages_of
from colt_rules.site.checking import HEAVIEST_BOOKLET
from colt_rules.site.illustrations import illustration
from colt_rules.site.page import Page
from colt_rules.site.pages import prints
from colt_rules.site.paper import unbroken
from colt_rules.site.printing import Printed
from colt_rules.site.reader import Reader
from tests.site.reading import reader, some_sources

SPEC = registry()
PAIRS = [(edition.id, lang) for edition in SPEC.editions.values() for lang in languages_of(SPEC, edition)]


def test_a_booklet_is_there_in_the_language_of_the_book_and_in_english() -> None:
    for edition in SPEC.editions.values():
        (language,) = {SPEC.books[id].language for id in edition.books}
        assert languages_of(SPEC, edition) == ((language, "en") if language in LANGUAGES else ("en",))
    polish = SPEC.editions["pl-base"]
    german = evolve(SPEC, books={**SPEC.books, "pl-base": evolve(SPEC.books["pl-base"], language="de")})
    assert languages_of(SPEC, polish) == ("pl", "en")
    assert languages_of(german, polish) == ("en",), "our texts are not there in German"


def test_there_is_a_file_for_each_booklet() -> None:
    names = {name for name, _ in files(some_sources(), LANGUAGES)}
    assert names == {f"booklets/{edition}.{lang}.html" for edition, lang in PAIRS}
    assert {name.split(".")[-2] for name, _ in files(some_sources(), ("pl",))} == {"pl"}


@pytest.mark.parametrize(("edition", "lang"), PAIRS)
def test_a_booklet_has_all_that_holds_and_nothing_else(edition: str, lang: str) -> None:
    html = booklet(reader(lang), SPEC.editions[edition])
    told = re.findall(r"<article id=([\w.-]+)>", html)
    assert sorted(told) == sorted(id for id in SPEC.clauses if SPEC.holds(id, edition))
    for id in told:
        assert unbroken(escape(SPEC.clause(id).text.in_language(lang), quote=False)) in html
    ruled = set(map(unescape, re.findall(r"<p class=ruling><b>(.*?)</b>", html)))
    assert ruled == {
        unbroken(ruling.question.in_language(lang))
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


def test_each_action_and_each_power_has_a_picture() -> None:
    html = booklet(reader("en"), SPEC.editions["ru-full"])
    articles = dict(re.findall(r"<article id=([\w.-]+)>(.*?)</article>", html, re.DOTALL))
    wanted = {
        line.clauses[0]
        for part in player_aids().values()
        for line in part.lines
        if line.picture and holds(SPEC, line, SPEC.editions["ru-full"])
        if illustration(some_sources(), line.clauses[0])
    }
    assert {"move.inside.adjacent", "punch.target", "tuco.through-the-roof", "ride.distance", "mei.diagonal"} <= wanted
    assert {id for id in wanted if "<figure" not in articles[id]} == set()


def test_the_train_is_shown_as_it_is_laid_out_and_every_picture_has_a_caption() -> None:
    html = booklet(reader("fr"), SPEC.editions["fr-horses"])
    assert html.count("<figure class=wide>") == 1
    assert html.count("<figure") == len(re.findall(r"<figcaption>[^<]{10,}</figcaption>", html))
    assert len(re.findall(r"<figure", html)) > len(chapters(SPEC, "fr-horses"))
    assert set(re.findall(r'src="([^"]*?)[0-9a-f]{12}\.svg"', html)) == {"../pictures/"}


def test_a_picture_that_is_taller_than_others_may_take_more_of_the_page() -> None:
    html = booklet(reader("ru"), SPEC.editions["ru-full"])
    found = re.findall(r'<figure( class=tall)?><img [^>]*?width="(\d+)" height="(\d+)"', html)
    assert len(found) > 100
    assert {bool(tall) for tall, width, height in found if 2 * int(height) > int(width)} == {True}
    assert {bool(tall) for tall, width, height in found if 2 * int(height) <= int(width)} == {False}


def test_a_picture_has_nothing_of_modules_that_the_edition_lacks() -> None:
    html = booklet(reader("en"), SPEC.editions["pl-base"])
    signs = html.partition("<section class=signs>")[2].partition("</section>")[0]
    assert "Tuco" in signs
    assert not re.search("Horse|Shotgun|Mei|whisky", signs)


def test_the_head_of_a_page_is_quoted_in_the_style() -> None:
    html = booklet(reader("en"), SPEC.editions["pl-base"])
    assert '@page base:right{@top-right{content:"Base game"}}' in html
    assert ".in-words{page:words}" in html


def test_no_line_ends_before_a_sign_or_after_a_letter() -> None:
    assert unbroken("gets 1000 $ : a bullet — w lesie") == "gets 1000\u00a0$\u00a0: a\u00a0bullet\u00a0— w\u00a0lesie"
    assert unbroken("<p>Z domu, « oui »") == "<p>Z\u00a0domu, « oui\u00a0»"


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
    assert body.count('href="/../booklets/aid.fr-horses.') == 3
    assert "fr-horses.fr" not in page_for("pl", {}, languages=("pl", "en")).body
