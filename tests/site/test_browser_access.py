"""Everybody can read and work the pages, and print a rule: axe-core finds nothing to mend on a page of any kind."""

from collections.abc import Mapping
from importlib.util import find_spec
from re import findall
from typing import TYPE_CHECKING, Any

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.referee.audit import audit
from colt_rules.referee.report import ReportRequest, report_html
from colt_rules.referee.story import Story
from colt_rules.registry.registry import registry
from tests.conftest import THOROUGH
from tests.site.browser import GAME, LOOKS, MAIN, ROOT, SCREENSHOTS, Visits, fixtures, opened, repeats_others

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

KINDS: Mapping[str, str] = {
    **{f"en/{name}": f"en/{address}" for name, address in MAIN.items()},
    "components": "en/components/index.html",
    "component": "pl/components/base.html",
    "thing": "fr/things/character/tuco.html",
    "rulings": "en/rulings/index.html",
    "module": "ru/rules/base/index.html",
    "topic": "en/rules/base/fire.html",
    "edition": "en/editions/pl-base.html",
    "books": "en/books/index.html",
    "text": "en/books/ru-full.html",
    "statistics": "en/statistics.html",
    "proof": "en/proof.html",
    "not found": "404.html",
    "booklet": "booklets/ru-base.en.html",
    "aid": "booklets/aid.ru-base.en.html",
}
"""A page of each kind."""
COLOURS: Mapping[str, Mapping[str, Any]] = {**LOOKS, "dark phone": {**LOOKS["phone"], **LOOKS["dark"]}}
SOME_COLOURS = [
    *("light", "dark phone"),
    *(pytest.param(look, marks=repeats_others) for look in ("dark", "phone")),
]
"""Every look; the first two have both widths and both sets of colours."""


def faults(page: "Page") -> list[str]:
    """What axe-core finds wrong with a page, with the first element of each kind."""
    if not find_spec("axe_playwright_python"):
        (pytest.fail if THOROUGH else pytest.skip)("needs axe-core: pip install axe-playwright-python")
    from axe_playwright_python.sync_playwright import Axe

    only_faults = {"resultTypes": ["violations"]}  # to list all that is right takes most of the time
    found = Axe().run(page, options=only_faults).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']} ({one['nodes'][0]['failureSummary']})" for one in found]


@pytest.mark.parametrize("look", SOME_COLOURS)
def test_a_page_of_each_kind_is_accessible(visits: Visits, look: str) -> None:
    found = {}
    page = visits.open("en/index.html", look=COLOURS[look])
    for name, address in KINDS.items():
        page.goto(visits.at(address))
        if "#game=" in address:
            opened(page)
        found[name] = faults(page)
    assert {name: some for name, some in found.items() if some} == {}


@pytest.mark.parametrize("look", COLOURS)
def test_the_open_search_is_accessible(visits: Visits, look: str) -> None:
    page = visits.open("en/index.html", look=COLOURS[look])
    page.click("button.colt-find-open")
    page.keyboard.type("who wins a tie")
    page.wait_for_function("document.querySelector('.colt-find').dataset.shown === 'who wins a tie'")
    assert faults(page) == []


@pytest.mark.parametrize("look", COLOURS)
def test_a_report_is_accessible(visits: Visits, look: str) -> None:
    log = (ROOT / "events" / "games" / f"{GAME}.jsonl").read_bytes()
    page = visits.open("404.html", look=COLOURS[look])
    page.goto("about:blank")
    page.set_content(report_html(Story.read([log]), audit([log]), ReportRequest(events=(281,))))
    assert faults(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_is_as_wide_as_the_narrowest_phone(visits: Visits, lang: str) -> None:
    log = (ROOT / "events" / "games" / f"{GAME}.jsonl").read_bytes()
    look = {**LOOKS["phone"], "viewport": {"width": 360, "height": 740}, "is_mobile": False}
    page = visits.open("404.html", look=look)
    page.goto("about:blank")
    page.set_content(report_html(Story.read([log]), audit([log]), ReportRequest(events=(281,), lang=lang)))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_keys_show_where_they_are_in_the_header(visits: Visits) -> None:
    page = visits.open(f"en/{MAIN['clause']}")
    for way in (".md-header .md-option:has(+ label:not([hidden]))", ".md-select__link >> nth=1"):
        page.keyboard.press("Tab")  # so that the browser knows of keys
        page.locator(way).focus()
        shown = page.evaluate(OUTLINED)
        assert shown >= 2, way
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "focus.png", clip={"x": 0, "y": 0, "width": 1280, "height": 200})


OUTLINED = """() => {
  const it = document.activeElement;
  const shown = it.matches(".md-option") ? it.nextElementSibling : it;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  return outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
}"""
"""The width of the outline of what has the focus, or of the label in its place."""


# --- paper


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_is_printed_on_one_page(visits: Visits, lang: str) -> None:
    ids = list(registry().clauses)
    page = visits.open(f"{lang}/index.html")
    pages = {}
    for id in ids[:: len(ids) // 8]:
        page.goto(visits.at(f"{lang}/clauses/{id}.html"))
        pages[id] = len(findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert len(pages) >= 8
    assert {id: count for id, count in pages.items() if count != 1} == {}


def test_paper_has_the_rule_and_no_ways_to_other_pages(visits: Visits) -> None:
    page = visits.open(f"en/{MAIN['clause']}", look={"color_scheme": "dark"})
    page.emulate_media(media="print")
    for way in (".md-header", ".md-footer", ".ways >> nth=0", ".fold >> nth=0", ".headerlink >> nth=0"):
        assert not page.locator(way).is_visible()
    assert page.locator(".statement").is_visible()
    assert page.locator("#sources").is_visible()
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "light only"
    page.screenshot(path=SCREENSHOTS / "printed.png", full_page=True)
