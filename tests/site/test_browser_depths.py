"""In a real browser: the height of clause pages, the frame that a script writes, and the reader's edition."""

import re
from typing import TYPE_CHECKING

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.words import all_words
from tests.site.browser import CLAUSE, LOOKS, PHONE, SCREENSHOTS, WAYS, WIDTH, Visits, Way, fixtures

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

PHONE_HEIGHT = 844
SCREENS = 2
"""The most phone screens that the page of a clause may take."""
ENOUGH = 0.95
"""The share of pages for which that must hold; the others have a tall picture."""
EVERY = 60
"""In each language one clause in this many is tried, and different clauses in each language."""

THROUGH, UPWARD = "tuco.through-the-roof", "tuco.upward-only"
"""The first does not hold in one edition, where the second replaces it."""
THERE, ELSEWHERE = "ru-base", "pl-base"
"""An edition in which the second clause replaces the first, and an edition in which the first holds."""


@pytest.mark.thorough
def test_the_page_of_a_clause_fits_on_two_screens_of_a_phone(visits: Visits) -> None:
    ids, step = list(registry().clauses), EVERY // len(LANGUAGES)
    addresses = [
        f"{lang}/clauses/{id}.html" for index, lang in enumerate(LANGUAGES) for id in ids[index * step :: EVERY]
    ]
    page = visits.open(addresses[0], way="disk", look=LOOKS["phone"])
    heights = {}
    for address in addresses:
        page.goto(visits.at(address, "disk"))
        heights[address] = page.evaluate("document.scrollingElement.scrollHeight")
    taller = {address: height for address, height in heights.items() if height > SCREENS * PHONE_HEIGHT}
    assert len(taller) <= (1 - ENOUGH) * len(addresses), taller


def test_the_rule_is_the_largest_text_and_the_picture_is_on_the_first_screen(visits: Visits) -> None:
    page = visits.open(f"pl/clauses/{CLAUSE}.html", way="disk", look=LOOKS["phone"])
    sizes = "all => all.map((it) => parseFloat(getComputedStyle(it).fontSize))"
    largest = max(page.locator("article p, article li, article summary").evaluate_all(sizes))
    assert page.locator(".statement p").evaluate_all(sizes) == [largest]
    assert page.evaluate("document.querySelector('.boards').getBoundingClientRect().bottom") < PHONE_HEIGHT
    assert page.locator("details code", has_text=CLAUSE).count() == 1
    assert page.locator("article code:visible").count() == 0, "what programs need is folded"


def test_what_is_folded_opens_by_keys_and_by_its_address(visits: Visits) -> None:
    page = visits.open(f"en/clauses/{CLAUSE}.html")
    page.locator("details.fold summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details.fold[open]").count() == 1
    page.locator("details.fold[open] button.colt-open").click()
    page.wait_for_selector("details.fold[open] .colt-play")
    page = visits.open(f"en/clauses/{CLAUSE}.html#rulings", way="disk")
    page.wait_for_selector("details#rulings[open]")


# --- without scripts


@pytest.mark.parametrize("way", WAYS)
def test_without_scripts_a_page_is_read_and_leads_home_and_to_other_languages(visits: Visits, way: Way) -> None:
    page = visits.open(f"fr/clauses/{THROUGH}.html", way=way, look={"java_script_enabled": False})
    clause = registry().clauses[THROUGH]
    assert page.inner_text(".statement") == clause.text.in_language("fr")
    assert page.locator("[data-not~=ru-base] a[href$='tuco.upward-only.html']").count() == 1
    page.click("noscript a[lang=pl]")
    assert page.inner_text(".statement") == clause.text.pl
    page.click("noscript a >> nth=0")
    assert page.url == visits.at("pl/index.html", way)


# --- my edition


def choose(page: "Page", edition: str) -> None:
    """Choose an edition in the header."""
    page.locator(".colt-edition select").select_option(edition)


def name_of(edition: str, lang: str) -> str:
    return registry().editions[edition].name.in_language(lang)


BANNER = "h1 + p.colt-not-mine"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_that_is_not_in_my_edition_says_so_first_and_leads_to_the_one_that_is(
    visits: Visits, lang: str, way: Way
) -> None:
    page = visits.open(f"{lang}/clauses/{THROUGH}.html", way=way)
    assert page.locator(BANNER).count() == 0
    choose(page, THERE)
    told = all_words()["edition.not-mine"].in_language(lang).format(edition=name_of(THERE, lang))
    assert page.inner_text(f"{BANNER} strong") == told
    assert page.url == visits.at(f"{lang}/clauses/{THROUGH}.html?edition={THERE}", way)
    assert not page.locator("[data-not]").is_visible()
    page.click(f"{BANNER} a")
    page.wait_for_url(visits.at(f"{lang}/clauses/{UPWARD}.html?edition={THERE}", way))
    assert page.locator(BANNER).count() == 0
    choose(page, ELSEWHERE)
    assert name_of(ELSEWHERE, lang) in page.inner_text(BANNER)
    choose(page, "")
    assert page.locator(BANNER).count() == 0
    assert page.url == visits.at(f"{lang}/clauses/{UPWARD}.html", way)


@pytest.mark.parametrize("way", WAYS)
def test_an_edition_is_chosen_once_by_keys_and_remembered_in_every_language(visits: Visits, way: Way) -> None:
    page = visits.open("pl/index.html", way=way)
    page.locator(".colt-edition select").focus()
    page.keyboard.type(name_of(THERE, "pl"), delay=20)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"\?edition={THERE}$"))
    page.goto(visits.at(f"fr/clauses/{THROUGH}.html", way))
    page.wait_for_selector(BANNER)
    assert page.locator(".colt-edition select").input_value() == THERE
    page.reload()
    page.wait_for_selector(BANNER)


def test_a_shared_link_shows_the_edition_of_who_shared_it_and_whoever_has_chosen_keeps_their_own(
    visits: Visits,
) -> None:
    page = visits.open(f"en/clauses/{THROUGH}.html?edition={THERE}")
    page.wait_for_selector(BANNER)
    page.goto(visits.at(f"en/clauses/{THROUGH}.html"))
    page.wait_for_selector(BANNER)
    choose(page, ELSEWHERE)
    page.goto(visits.at(f"en/clauses/{THROUGH}.html?edition={THERE}"))
    page.wait_for_selector(BANNER)
    page.goto(visits.at(f"en/clauses/{THROUGH}.html"))
    page.wait_for_url(re.compile(rf"\?edition={ELSEWHERE}$"))
    page.goto(visits.at(f"en/clauses/{THROUGH}.html?edition=nonsense"))
    page.wait_for_url(re.compile(rf"\?edition={ELSEWHERE}$"))


def test_where_a_browser_keeps_nothing_the_address_still_says_it(visits: Visits) -> None:
    page = visits.open("en/index.html")
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    page.goto(visits.at(f"en/clauses/{THROUGH}.html?edition={THERE}"))
    page.wait_for_selector(BANNER)
    choose(page, ELSEWHERE)
    page.wait_for_url(re.compile(rf"\?edition={ELSEWHERE}$"))


def test_lists_and_search_mark_what_is_not_in_my_edition(visits: Visits) -> None:
    page = visits.open(f"en/rules/base/index.html?edition={THERE}")
    marked = page.locator("li:has(span.colt-not-mine) a")
    page.wait_for_selector("span.colt-not-mine")
    assert any(THROUGH in str(one.get_attribute("href")) for one in marked.all())
    assert not any(UPWARD in str(one.get_attribute("href")) for one in marked.all())
    page.goto(visits.at(f"en/rules/horses/index.html?edition={THERE}"))
    page.wait_for_selector("h1 ~ p.colt-not-mine")
    page.goto(visits.at(f"en/index.html?edition={THERE}"))
    page.click("button.colt-find-open")
    page.keyboard.type("Tuco shoots through the roof")
    page.wait_for_selector(f".colt-find__found a[href*='{THROUGH}'] .colt-not-mine")
    assert page.locator(f".colt-find__found a[href*='{UPWARD}'] .colt-not-mine").count() == 0


@pytest.mark.parametrize("look", LOOKS)
def test_the_choice_of_an_edition_fits_whatever_it_looks_like(visits: Visits, look: str) -> None:
    page = visits.open(f"ru/clauses/{THROUGH}.html?edition={THERE}", way="disk", look=LOOKS[look])
    page.wait_for_selector(BANNER)
    box = page.locator(".colt-edition").bounding_box()
    assert box
    assert box["height"] >= 40
    assert box["x"] + box["width"] <= (PHONE if look == "phone" else WIDTH)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= (PHONE if look == "phone" else WIDTH)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"edition-{look}.png")


@pytest.mark.parametrize("look", LOOKS)
def test_two_editions_stand_side_by_side_and_on_a_phone_one_below_the_other(visits: Visits, look: str) -> None:
    page = visits.open("fr/editions/pl-base-and-ru-base.html", way="disk", look=LOOKS[look])
    first, second = (it.bounding_box() for it in page.locator(".sides").first.locator(".side").all())
    assert first
    assert second
    below, beside = second["y"] > first["y"], second["x"] > first["x"]
    assert (below, beside) == ((True, False) if look == "phone" else (False, True))
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"sides-{look}.png")
