"""The suite in the visitor's browser: from disk and over HTTP, again, and without a network."""

from typing import TYPE_CHECKING

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.site.words import all_words
from tests.conftest import THOROUGH
from tests.site.browser import LOOKS, SCREENSHOTS, SITE, WAYS, Visits, Way, fixtures, repeats_others

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

PART = 60
"""The cases that most tests ask; one asks all."""
STARTED = 120_000
"""Milliseconds for the engine to start on a busy machine."""
WHOLE = 900_000


@pytest.fixture(autouse=True)
def needs_the_engine(browser: object) -> None:
    if not (SITE / "engine" / "list.js").exists():
        (pytest.fail if THOROUGH else pytest.skip)(f"needs a site with the engine in {SITE}: run make docs with node")


def part(page: "Page") -> None:
    """Have the page ask only a part of the suite."""
    page.evaluate("most => { colt.provePage.most = most }", PART)


def proved(page: "Page", timeout: float = STARTED) -> None:
    """Run the suite and wait until every check has passed."""
    page.click("#colt-prove button >> nth=0")
    page.wait_for_selector('#colt-prove[data-state]:not([data-state="running"])', timeout=timeout)
    assert page.locator("#colt-prove").get_attribute("data-state") == "passed", page.inner_text("#colt-prove")


@pytest.mark.parametrize("way", WAYS)
def test_a_part_of_the_suite_passes(visits: Visits, way: Way) -> None:
    page = visits.open("en/prove.html", way=way)
    part(page)
    proved(page)
    assert page.inner_text(".colt-prove__status").startswith(f"{PART} of {PART} cases")
    assert "Every check passed: Python 3.14" in page.inner_text(".colt-prove__result")


@pytest.mark.thorough
def test_the_whole_suite_passes(visits: Visits) -> None:
    page = visits.open("en/prove.html")
    proved(page, WHOLE)
    all_runs = page.evaluate("Object.values(colt.provePage.engine.list.cases).reduce((sum, cases) => sum + cases, 0)")
    assert page.inner_text(".colt-prove__status").startswith(f"{all_runs} of {all_runs} cases")


def test_nothing_is_loaded_before_somebody_asks(visits: Visits) -> None:
    page = visits.open("en/prove.html")
    page.wait_for_selector("#colt-prove button")
    assert (
        page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => /engine/.test(name)).length") == 0
    )


def test_the_second_visit_loads_no_piece_and_works_without_a_network(visits: Visits) -> None:
    page = visits.open("en/prove.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    part(page)
    proved(page)
    page.wait_for_function("caches.keys().then((names) => names.some((name) => name.startsWith('colt-rules-engine')))")
    page.context.set_offline(True)
    page.reload()
    part(page)
    proved(page)


@repeats_others
def test_a_run_can_be_paused_and_stopped(visits: Visits) -> None:
    page = visits.open("en/prove.html")
    page.click("#colt-prove button >> nth=0")
    page.wait_for_function("/^[1-9]/.test(document.querySelector('.colt-prove__status').textContent)", timeout=STARTED)
    page.click("#colt-prove button >> nth=0")
    assert page.inner_text("#colt-prove button >> nth=0") == "Continue"
    page.click("#colt-prove button >> nth=1")
    page.wait_for_selector('#colt-prove[data-state="stopped"]')
    assert "stopped" in page.inner_text(".colt-prove__result")


@repeats_others
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if (SITE / lang).exists()])
def test_a_missing_file_is_told_in_a_sentence(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/prove.html")
    page.context.route("**/engine/wasm-*", lambda route: route.abort())
    page.click("#colt-prove button >> nth=0")
    page.wait_for_selector('#colt-prove[data-state="broken"]', timeout=STARTED)
    said = all_words()["prove.missing"].in_language(lang).partition("{")[0]
    assert page.inner_text(".colt-prove__result").startswith(said)
    visits.faults[:] = [fault for fault in visits.faults if "ERR_FAILED" not in fault]


def test_without_webassembly_the_page_says_what_works(visits: Visits) -> None:
    page = visits.open("en/prove.html")
    page.evaluate("delete globalThis.WebAssembly")
    page.click("#colt-prove button >> nth=0")
    page.wait_for_selector('#colt-prove[data-state="broken"]')
    assert "Everything else on this site works" in page.inner_text(".colt-prove__result")


@repeats_others
@pytest.mark.parametrize("look", LOOKS)
def test_it_can_be_seen_whatever_it_looks_like(visits: Visits, look: str) -> None:
    page = visits.open("en/prove.html", look=LOOKS[look])
    part(page)
    proved(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"prove-{look}.png")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
