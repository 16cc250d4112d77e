"""Pages in a real browser: in each language, way of opening and look; their links; search; keyboard."""

import gzip
import re
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry, spec_folder
from colt_rules.search.questions import ENOUGH, FIRST, load_questions
from colt_rules.site.addresses import entry_at, html_address
from colt_rules.site.words import all_words
from tests.site.browser import (
    CLAUSE,
    LOOKS,
    MAIN,
    PHONE,
    SCREENSHOTS,
    SITE,
    WAYS,
    WIDTH,
    Visits,
    Way,
    fixtures,
    is_loaded,
    step_to,
    unfold,
    with_plain_spaces,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

TALLEST = 3000
"""The most pixels of a long page in a screenshot."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_opens_in_each_language(visits: Visits, lang: str, way: Way) -> None:
    page = visits.open(f"{lang}/clauses/{CLAUSE}.html", way=way)
    clause = registry().clauses[CLAUSE]
    assert page.locator("html").get_attribute("lang") == lang
    assert with_plain_spaces(clause.title.in_language(lang)) in page.title()
    assert page.inner_text("h1").startswith(clause.title.in_language(lang))
    assert page.inner_text(".statement") == clause.text.in_language(lang)
    is_loaded(page, ".boards img")


ROUND_TRIPS: dict[Way, list[str]] = {
    "http": ["en", "ru", "en", "fr", "en", "pl", "ru", "fr", "ru", "pl", "fr", "pl", "en"],
    "disk": ["pl", "fr", "ru", "en", "pl"],
}
"""A tour from each language to each other."""


@pytest.mark.parametrize("way", WAYS)
def test_switching_language_stays_on_the_same_page(visits: Visits, way: Way) -> None:
    address = "contract/events/BulletGiven.html"
    trip = ROUND_TRIPS[way]
    page = visits.open(f"{trip[0]}/{address}", way=way)
    for lang in trip[1:]:
        page.hover(".md-header .md-select button")
        page.click(f".md-header .md-select a[hreflang={lang}]")
        page.wait_for_url(visits.at(f"{lang}/{address}", way), wait_until="domcontentloaded")
        assert page.locator("html").get_attribute("lang") == lang


def test_the_longest_trip_goes_from_every_language_to_every_other_one() -> None:
    assert set(pairwise(ROUND_TRIPS["http"])) == set(permutations(LANGUAGES, 2))


def test_the_front_door_leads_to_the_readers_language(visits: Visits) -> None:
    page = visits.open("index.html", look={"locale": "pl-PL"})
    page.wait_for_url(visits.at("pl/index.html"))
    page = visits.open("index.html", look={"locale": "sv-SE"}, way="disk")
    page.wait_for_url(visits.at("en/index.html", "disk"))


# --- search


IS_SHOWN = "words => document.querySelector('.colt-find').dataset.shown === words"
"""Whether the search shows its results for these words."""


def ask(page: "Page", words: str) -> None:
    """Type these words into the search, and wait for the results."""
    if not page.locator("dialog.colt-find[open]").count():
        page.click("button.colt-find-open")
    page.keyboard.press("Control+a")
    page.keyboard.type(words)
    page.wait_for_function(IS_SHOWN, arg=words)


def found(page: "Page", words: str, address: str) -> None:
    """Check that a search for these words leads to this address."""
    path, _, anchor = address.partition("#")
    ask(page, words)
    page.click(f".colt-find__found a[href*='{path}']" + (f"[href$='#{anchor}']" if anchor else ""))
    page.wait_for_url(re.compile(f"{re.escape(path)}.*{re.escape(anchor)}$"))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "nobody in between"),
        ("ru", "никого между"),
        ("ru", "целишься вдоль занятых крыш"),  # other endings than on the page
        ("fr", "personne entre les deux"),
        ("pl", "nikogo pomiędzy"),
    ],
)
def test_words_of_a_language_find_the_clause(visits: Visits, lang: str, words: str) -> None:
    page = visits.open(f"{lang}/index.html")
    found(page, words, f"clauses/{CLAUSE}.html")
    assert page.inner_text("h1").startswith(registry().clauses[CLAUSE].title.in_language(lang))


def test_search_works_from_disk(visits: Visits) -> None:
    found(visits.open("pl/index.html", way="disk"), "nikogo pomiędzy", f"clauses/{CLAUSE}.html")


FIRST_ANSWER = 120_000
"""The most bytes that the first answer may cost, compressed as a host sends them."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_answer_needs_few_bytes_and_no_texts(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/index.html", way="disk")  # where no worker loads anything
    page.route("**/*-rest.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ask(page, next(one.text.in_language(lang) for one in load_questions(spec_folder())))
    assert page.locator(".colt-find__found a").count() > FIRST
    asked_of = [address for address in asked if "/find/" in address and not address.endswith("-rest.js")]
    needed = [SITE / "find" / address.rpartition("/")[2] for address in asked_of]
    assert {path.name for path in needed} == {f"{lang}.js", "finding.js"}
    assert sum(len(gzip.compress(path.read_bytes())) for path in needed) < FIRST_ANSWER


def test_a_short_question_waits_for_the_pages_about_programs(visits: Visits) -> None:
    page = visits.open("en/index.html", way="disk")
    page.click("button.colt-find-open")
    page.fill("[name=query]", "BulletGiven")  # while everything is still being loaded
    page.wait_for_function(IS_SHOWN, arg="BulletGiven")
    assert "BulletGiven" in page.locator(".colt-find__found li").first.inner_text()


@pytest.mark.parametrize(
    ("lang", "synonym", "term"),
    [("en", "caboose", "last-car"), ("ru", "паровоз", "locomotive"), ("fr", "rubis", "jewel")],
)
def test_a_synonym_finds_the_term(visits: Visits, lang: str, synonym: str, term: str) -> None:
    assert synonym in getattr(registry().terms[term].synonyms, lang)
    found(visits.open(f"{lang}/index.html"), synonym, f"glossary.html#{term}")


EVERY = len(LANGUAGES)
"""In each language one question in this many is asked, and different questions in each language."""
FOUND = "all => all.map((one) => new URL(one.href).pathname.split('/').slice(-2).join('/'))"
"""The pages of the results, in order."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_of_the_table_are_answered(visits: Visits, lang: str) -> None:
    questions = load_questions(spec_folder())[LANGUAGES.index(lang) :: EVERY]
    page = visits.open(f"{lang}/index.html", way="disk")
    ask(page, "?")
    answered = 0
    for question in questions:
        asked = question.text.in_language(lang)
        page.fill("[name=query]", asked)
        page.wait_for_function(IS_SHOWN, arg=asked)
        first = page.locator(".colt-find__found a").evaluate_all(FOUND)[:FIRST]
        answered += not {html_address(entry_at(id)) for id in question.answers}.isdisjoint(first)
    assert answered / len(questions) >= ENOUGH


def test_the_search_is_worked_by_keys_and_told_to_those_who_hear(visits: Visits) -> None:
    page = visits.open("en/index.html")
    query, told = page.locator("[name=query]"), page.locator(".colt-find [role=status]")
    for key in ("/", "f", "s", "Control+k"):
        page.keyboard.press(key)
        page.wait_for_selector("[name=query]:focus")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.colt-find[open]", state="detached")
    ask(page, "who wins a tie")
    first, second = page.locator(".colt-find__found [role=option]").all()[:2]
    assert told.inner_text() == "Found: 30"
    assert query.get_attribute("aria-expanded") == "true"
    assert query.get_attribute("aria-activedescendant") == first.get_attribute("id")
    page.keyboard.press("ArrowDown")
    assert second.get_attribute("aria-selected") == "true"
    assert first.get_attribute("aria-selected") is None
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.locator(".colt-find__found [role=option]").last.get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/clauses/end\.tie-break\.fewest-bullets\.html"))
    assert page.evaluate("CSS.highlights.get('colt-found').size") > 0


def test_a_key_that_is_typed_elsewhere_does_not_open_the_search(visits: Visits) -> None:
    page = visits.open("en/replay.html")
    page.locator("select").first.focus()
    page.keyboard.press("f")
    assert not page.locator("dialog.colt-find[open]").count()


def test_a_search_that_finds_nothing_says_so(visits: Visits) -> None:
    page = visits.open("pl/index.html", way="disk")
    ask(page, "xyzzyqwvx")
    assert page.locator(".colt-find [role=status]").inner_text() == all_words()["search.none"].pl
    assert page.locator(".colt-find__found li").count() == 0
    ask(page, "szeryf")
    assert page.locator(".colt-find__found li").count() > 10


def test_what_is_found_has_a_title_a_kind_and_marked_words(visits: Visits) -> None:
    page = visits.open("ru/index.html")
    ask(page, "кто победил при ничьей")
    id = "end.tie-break.fewest-bullets"
    one = page.locator(f".colt-find__found li:has(a[href*='clauses/{id}.html'])")
    assert one.locator(".colt-find__title").inner_text() == registry().clauses[id].title.ru
    assert one.locator(".colt-find__kind").inner_text() == all_words()["search.kind-clause"].ru
    assert page.locator(".colt-find__found mark").count() > 3


def test_pages_for_programs_are_found_too(visits: Visits) -> None:
    found(visits.open("fr/index.html"), "BulletGiven", "contract/events/BulletGiven.html")


@pytest.mark.parametrize("look", LOOKS)
def test_the_search_fits_whatever_it_looks_like(visits: Visits, look: str) -> None:
    page = visits.open("en/index.html", look=LOOKS[look], way="disk")
    ask(page, "can I shoot past Belle")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= (PHONE if look == "phone" else WIDTH)
    assert page.evaluate(NAMELESS) == []
    red, green, blue = page.evaluate(BACKGROUND.replace("document.body", "document.querySelector('.colt-find')"))
    assert (red + green + blue < 150) == (look == "dark")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"search-{look}.png")
    page.locator(".colt-find__close").click()
    assert not page.locator("dialog.colt-find[open]").count()


# --- links


@pytest.mark.parametrize("way", WAYS)
def test_a_clause_leads_to_its_code_and_back(visits: Visits, way: Way) -> None:
    page = visits.open(f"pl/clauses/{CLAUSE}.html", way=way)
    unfold(page, "a[href$='#code']")
    page.click("a[href$='#code']")
    page.wait_for_url(visits.at(f"en/evidence/{CLAUSE}.html#code", way))
    link = page.locator("#code ~ ul a[href*='/source/']").first
    name = link.inner_text().rpartition(".")[2]
    link.click()
    page.wait_for_url(re.compile(r"/source/colt_rules/.*\.py\.html#L\d+$"))
    line = page.url.rpartition("#")[2]
    assert page.locator(f"[id={line}]").count() == 1
    assert page.evaluate("id => document.getElementById(id).getBoundingClientRect().top < innerHeight", line)
    assert f"def {name}(" in page.inner_text("body")
    page.click("a[href*='index.html']")
    page.wait_for_url(re.compile(r"/index\.html$"))


def test_a_clause_leads_to_a_case_of_another_and_to_where_a_case_is_written(visits: Visits) -> None:
    page = visits.open(f"en/clauses/{CLAUSE}.html")
    unfold(page, "a[href$='#other-cases']")
    page.click("a[href$='#other-cases']")
    page.click("#other-cases ~ ul a >> nth=0")
    page.wait_for_url(re.compile(r"/evidence/.+\.html#case-.+"))
    case = page.url.rpartition("#")[2]
    assert page.evaluate("id => document.getElementById(id).getBoundingClientRect().top < innerHeight", case)
    page.click(f"[id='{case}'] + p a[href*='/source/']")
    page.wait_for_url(re.compile(r"/source/conformance/cases/.+\.yaml\.html#L\d+$"))
    assert page.locator(f"[id={page.url.rpartition('#')[2]}]").count() == 1


def test_from_a_case_other_languages_lead_to_its_clause(visits: Visits) -> None:
    case = "case-the-second-roof-is-hidden"
    page = visits.open(f"en/evidence/{CLAUSE}.html#{case}")
    page.hover(".md-header .md-select button")
    page.click(".md-header .md-select a[hreflang=fr]")
    page.wait_for_url(visits.at(f"fr/clauses/{CLAUSE}.html#{case}"))
    page.click(f"a[href$='#{case}']")
    page.wait_for_url(visits.at(f"en/evidence/{CLAUSE}.html#{case}"))


# --- looks


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", MAIN)
def test_a_page_can_be_seen_and_heard_whatever_it_looks_like(visits: Visits, name: str, look: str) -> None:
    page = visits.open(f"en/{MAIN[name]}", look=LOOKS[look])
    if name == "replay":
        step_to(page, 281)
    assert page.locator("h1").count() == 1
    assert page.locator("html[lang=en]").count() == 1
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= (PHONE if look == "phone" else WIDTH)
    red, green, blue = page.evaluate(BACKGROUND)
    assert (red + green + blue < 150) == (look == "dark")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}-{look}.png", **({} if name == "replay" else whole(page)))


NAMELESS = """
() => {
  const named = (it) => it.textContent.trim() || it.getAttribute("aria-label") || it.title || it.labels?.length;
  const isShown = (it) => it.checkVisibility({ visibilityProperty: true });
  return [
    ...[...document.querySelectorAll("img")].filter((it) => !it.hasAttribute("alt")),
    ...[...document.querySelectorAll("button, a[href], select, input")].filter((it) => isShown(it) && !named(it)),
  ].map((it) => it.outerHTML);
}
"""
"""Pictures without text alternatives, and controls without names."""

BACKGROUND = """
() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)
"""


def whole(page: "Page") -> dict[str, Any]:
    """The options for a screenshot that shows more than the window."""
    width, height = page.evaluate("[innerWidth, Math.max(document.scrollingElement.scrollHeight, innerHeight)]")
    return {"full_page": True, "clip": {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)}}


# --- keyboard


def test_the_keyboard_reaches_content_and_search(visits: Visits) -> None:
    page = visits.open(f"en/clauses/{CLAUSE}.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-skip')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "query"


def test_tab_goes_through_header_and_navigation_to_the_content(visits: Visits) -> None:
    page = visits.open("en/index.html")
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.closest('.md-header, .md-nav, article')?.tagName"))
        if reached[-1] == "ARTICLE":
            break
    assert [one for one in dict.fromkeys(reached) if one] == ["HEADER", "NAV", "ARTICLE"]
