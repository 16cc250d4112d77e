"""Pages in a real browser: each language, each way to open them, each look; what they lead to; search; keyboard."""

import re
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

import pytest

from colt_rules.registry.localized import LANGUAGES
from colt_rules.registry.registry import registry
from tests.site.browser import (
    CLAUSE,
    LOOKS,
    MAIN,
    PHONE,
    SCREENSHOTS,
    WAYS,
    WIDTH,
    Visits,
    Way,
    fixtures,
    is_loaded,
    step_to,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

TALLEST = 3000
"""Of a long page a screenshot shows so many pixels."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_opens_in_each_language(visits: Visits, lang: str, way: Way) -> None:
    page = visits.open(f"{lang}/clauses/{CLAUSE}.html", way=way)
    clause = registry().clauses[CLAUSE]
    assert page.locator("html").get_attribute("lang") == lang
    assert clause.title.in_language(lang) in page.title()
    assert page.inner_text("h1").startswith(clause.title.in_language(lang))
    assert page.inner_text(".statement") == clause.text.in_language(lang)
    is_loaded(page, ".boards img")


ROUND_TRIPS: dict[Way, list[str]] = {
    "http": ["en", "ru", "en", "fr", "en", "pl", "ru", "fr", "ru", "pl", "fr", "pl", "en"],
    "disk": ["pl", "fr", "ru", "en", "pl"],
}
"""Through all languages, once from each to each other."""


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


IS_READY = """
() => JSON.parse(document.querySelector("#__config").textContent).translations["search.result.placeholder"]
  === document.querySelector(".md-search-result__meta").textContent.trim()
"""
"""Whether the search has read its index and invites to type."""


def found(page: "Page", words: str, address: str) -> None:
    """A search for these words leads to this address."""
    path, _, anchor = address.partition("#")
    page.click("input[name=query]")
    page.wait_for_function(IS_READY)
    page.keyboard.type(words)
    page.keyboard.press("End")  # letters that are on no key come without one, and the search listens to keys
    page.click(f".md-search-result__link[href*='{path}']" + (f"[href$='#{anchor}']" if anchor else ""))
    page.wait_for_url(re.compile(f"{re.escape(path)}.*{re.escape(anchor)}$"))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "nobody in between"),
        ("ru", "никого между"),
        ("ru", "целишься вдоль занятых крыш"),  # other endings than those on the page
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


@pytest.mark.parametrize(
    ("lang", "synonym", "term"),
    [("en", "caboose", "last-car"), ("ru", "паровоз", "locomotive"), ("fr", "rubis", "jewel")],
)
def test_a_synonym_finds_the_term(visits: Visits, lang: str, synonym: str, term: str) -> None:
    assert synonym in getattr(registry().terms[term].also, lang)
    found(visits.open(f"{lang}/index.html"), synonym, f"glossary.html#{term}")


# --- links


@pytest.mark.parametrize("way", WAYS)
def test_a_clause_leads_to_its_code_and_back(visits: Visits, way: Way) -> None:
    page = visits.open(f"pl/clauses/{CLAUSE}.html", way=way)
    page.click("a#code")
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
    page.click("a#other-cases")
    page.click("#other-cases ~ ul a >> nth=0")
    page.wait_for_url(re.compile(r"/evidence/.+\.html#case-.+"))
    case = page.url.rpartition("#")[2]
    assert page.evaluate("id => document.getElementById(id).getBoundingClientRect().top < innerHeight", case)
    page.click(f"[id='{case}'] + p a[href*='/source/']")
    page.wait_for_url(re.compile(r"/source/conformance/cases/.+\.yaml\.html#L\d+$"))
    assert page.locator(f"[id={page.url.rpartition('#')[2]}]").count() == 1


def test_from_a_case_other_languages_lead_to_its_clause(visits: Visits) -> None:
    case = "case-who-climbs-up-hides"
    page = visits.open(f"en/evidence/{CLAUSE}.html#{case}")
    page.hover(".md-header .md-select button")
    page.click(".md-header .md-select a[hreflang=fr]")
    page.wait_for_url(visits.at(f"fr/clauses/{CLAUSE}.html#{case}"))
    page.click(f"a#{case}")
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
"""Pictures without words, and what can be used but has no name."""

BACKGROUND = """
() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)
"""


def whole(page: "Page") -> dict[str, Any]:
    """What a screenshot is told to show more than the window."""
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
