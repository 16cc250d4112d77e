"""The ways in, in a real browser: asking at once, the game in five minutes, printable pages."""

import re
from typing import TYPE_CHECKING

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.aids import sheets
from colt_rules.site.pages import home
from colt_rules.site.pages.guided import tour
from colt_rules.site.printing import chromium
from colt_rules.site.words import all_words
from tests.site.browser import LOOKS, PHONE, SITE, WAYS, Visits, Way, fixtures, is_loaded
from tests.site.reading import IN_TIME

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

CARDS = len(home.CARDS) - (not (SITE / "engine" / "list.js").exists())
FIELD = "form.colt-ask input"
STOPS = tour().stop
PURSES = (250, 300, 350, 400, 450)
"""The values that only purses have."""


def is_asked(page: "Page", words: str) -> None:
    """Wait until the search shows its results for these words."""
    page.wait_for_function("words => document.querySelector('.colt-find').dataset.shown === words", arg=words)
    assert page.locator("dialog.colt-find[open]").count() == 1


# --- asking at once


@pytest.mark.parametrize("way", WAYS)
def test_what_is_typed_into_the_field_is_asked(visits: Visits, way: Way) -> None:
    page = visits.open("en/index.html", way=way)
    page.focus(FIELD)
    assert not page.locator("dialog.colt-find[open]").count()  # merely tabbing through a field opens nothing
    page.keyboard.type("who wins a tie")
    is_asked(page, "who wins a tie")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/clauses/end\.tie-break\..*\.html"))


def test_a_tap_on_the_field_opens_the_search_of_a_phone(visits: Visits) -> None:
    page = visits.open("ru/index.html", look=LOOKS["phone"])
    page.tap(FIELD)
    page.wait_for_selector("dialog.colt-find[open]")
    assert page.evaluate("document.activeElement.name") == "query"
    page.keyboard.type("ничья")
    is_asked(page, "ничья")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_example_is_asked_with_a_click_and_its_answer_is_among_the_first(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/index.html", way="disk")
    example = page.locator(".colt-examples a").first
    question, answer = example.inner_text(), example.get_attribute("href")
    example.click()
    is_asked(page, question)
    first = page.locator(".colt-find__found a").evaluate_all("all => all.slice(0, 3).map(one => one.pathname)")
    assert answer
    assert any(path.endswith(f"/{answer}") for path in first)


def test_without_scripts_an_example_leads_to_its_answer_and_the_field_to_the_questions(visits: Visits) -> None:
    page = visits.open("fr/index.html", look={"java_script_enabled": False})
    page.fill(FIELD, "x")
    page.click("form.colt-ask button")
    page.wait_for_url(re.compile(r"/fr/questions\.html\?q=x$"))
    page = visits.open("fr/index.html", look={"java_script_enabled": False}, way="disk")
    page.click(".colt-examples a >> nth=0")
    page.wait_for_url(re.compile(r"/fr/rulings/ruling\.belle\.blocks-sight\.html$"))


def test_the_first_page_shows_field_and_ways_on_the_first_screens_of_a_phone(visits: Visits) -> None:
    page = visits.open("pl/index.html", look=LOOKS["phone"])
    field, card = (page.locator(one).first.bounding_box() for one in (FIELD, ".colt-way"))
    assert field
    assert card
    assert field["y"] + field["height"] < 844
    assert card["y"] < 844
    assert page.locator(".colt-way").count() == CARDS
    assert all(
        (box := link.bounding_box()) and box["height"] >= 40 and box["x"] + box["width"] <= PHONE
        for link in page.locator(".colt-way, .colt-examples a").all()
    )


def test_every_way_in_leads_somewhere(visits: Visits) -> None:
    page = visits.open("ru/index.html", way="disk")
    for number in range(CARDS):
        page.locator(".colt-way").nth(number).click()
        page.wait_for_selector("h1")
        assert page.locator("html").get_attribute("lang") == "ru"
        page.go_back()
        page.wait_for_selector(".colt-way")


# --- the game in five minutes


def stop_at(page: "Page", number: int) -> None:
    """Wait until only this stop is shown, counted from 0."""
    page.wait_for_selector(f'.colt-guided[data-at="{number}"]')
    assert page.locator(".colt-stop:visible").count() == 1


def ready(page: "Page") -> None:
    """Wait until the game is loaded."""
    page.wait_for_selector(".colt-guided[data-ready]")


@pytest.mark.parametrize("way", WAYS)
def test_the_tour_goes_forward_and_back_by_button_and_key(visits: Visits, way: Way) -> None:
    page = visits.open("en/five-minutes.html", way=way, look={"reduced_motion": "reduce"})
    ready(page)
    stop_at(page, 0)
    page.click(".colt-next")
    stop_at(page, 1)
    page.keyboard.press("ArrowRight")
    stop_at(page, 2)
    page.keyboard.press("ArrowLeft")
    page.click(".colt-back")
    stop_at(page, 0)
    page.click(".colt-back", force=True)
    stop_at(page, 0)
    for number in range(1, len(STOPS)):
        page.click(".colt-next")
        stop_at(page, number)
    assert page.inner_text(".colt-steps output") == f"{len(STOPS)} / {len(STOPS)}"
    assert STOPS[-1].text.en in page.inner_text(".colt-stop:visible")
    page.keyboard.press("ArrowRight")
    stop_at(page, len(STOPS) - 1)


def test_each_stop_has_an_address_and_its_own_board(visits: Visits) -> None:
    page = visits.open("pl/five-minutes.html#stop-marshal", look={"reduced_motion": "reduce"})
    ready(page)
    number = [stop.id for stop in STOPS].index("marshal")
    stop_at(page, number)
    assert STOPS[number].text.pl in page.inner_text(".colt-stop:visible")
    board = page.locator(".colt-stop:visible .colt-scene svg")
    shown = board.inner_html()
    page.click(".colt-back")
    stop_at(page, number - 1)
    assert page.url.endswith(f"#stop-{STOPS[number - 1].id}")
    assert board.inner_html() != shown


def test_what_happens_between_two_stops_is_played(visits: Visits) -> None:
    page = visits.open("en/five-minutes.html#stop-idle")
    ready(page)
    page.evaluate(
        """() => {
          globalThis.seen = new Set();
          const look = () => seen.add(document.querySelector(".colt-stop:not([hidden]) .colt-scene").innerHTML);
          const all = { childList: true, subtree: true };
          new MutationObserver(look).observe(document.querySelector(".colt-guided"), all);
        }"""
    )
    page.click(".colt-next")
    page.wait_for_function("seen.size >= 3")  # before the punch, the loot on the floor, the victim in the next car


def test_without_scripts_all_stops_are_there_with_pictures(visits: Visits) -> None:
    page = visits.open("ru/five-minutes.html", look={"java_script_enabled": False}, way="disk")
    assert page.locator(".colt-stop:visible").count() == len(STOPS)
    assert page.locator(".colt-stop .colt-scene img").count() == len(STOPS)
    assert page.locator(".colt-steps").count() == 0


SCREENS = {
    "phone": (PHONE, 844),
    "small phone": (360, 640),
    "narrow phone": (360, 740),
    "phone on its side": (844, PHONE),
    "small phone on its side": (640, 360),
    "laptop": (1280, 720),
}
OUT_OF_SIGHT = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const stop = document.querySelector(".colt-stop:not([hidden])");
  const steps = document.querySelector(".colt-steps");
  const parts = {
    title: stop.querySelector("h2"),
    board: stop.querySelector(".colt-scene svg"),
    card: stop.querySelector(".colt-pile .now") ?? stop.querySelector(".colt-pile li:last-child"),
    sentence: stop.querySelector(":scope > p"),
  };
  const [top, bottom] = [boxOf(document.querySelector(".md-header")).bottom, boxOf(steps).top];
  const isWithin = (box, from, to) =>
    box.left >= 0 && box.right <= innerWidth && box.top >= from - 1 && box.bottom <= to + 1;
  const covered = Object.keys(parts).filter((name) => parts[name] && !isWithin(boxOf(parts[name]), top, bottom));
  const buttons = [...steps.querySelectorAll("button")].map(boxOf);
  const isReachable = buttons.every((box) => box.height >= 44 && isWithin(box, top, innerHeight));
  return [...covered, ...(isReachable ? [] : ["buttons"])];
}"""
"""What of a stop is cut by the screen, or lies under the header or the buttons."""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("lang", IN_TIME)
def test_every_stop_is_in_sight_as_a_whole(visits: Visits, lang: str, screen: str) -> None:
    width, height = SCREENS[screen]
    is_phone = screen != "laptop"
    page = visits.open(
        f"{lang}/five-minutes.html",
        look={
            "viewport": {"width": width, "height": height},
            "is_mobile": is_phone,
            "has_touch": is_phone,
            "reduced_motion": "reduce",
        },
    )
    ready(page)
    hidden = {STOPS[0].id: page.evaluate(OUT_OF_SIGHT)}
    for number, stop in enumerate(STOPS[1:], 1):
        (page.tap if is_phone else page.click)(".colt-next")
        stop_at(page, number)
        hidden[stop.id] = page.evaluate(OUT_OF_SIGHT)
    assert {id: parts for id, parts in hidden.items() if parts} == {}
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_no_stop_tells_the_value_of_a_closed_purse(visits: Visits) -> None:
    page = visits.open("en/five-minutes.html", look={"reduced_motion": "reduce"})
    ready(page)
    told = []
    for number in range(len(STOPS)):
        stop_at(page, number)
        board = page.locator(".colt-stop:visible .colt-scene").inner_html()
        told.append(any(re.search(rf"\b{value}\b", re.sub("<[^>]*>", " ", board)) for value in PURSES))
        page.keyboard.press("ArrowRight")
    assert told == [False] * (len(STOPS) - 1) + [True], "only at the end everything is open"


def test_the_rule_of_a_stop_is_a_link(visits: Visits) -> None:
    page = visits.open("en/five-minutes.html#stop-move")
    page.click(".colt-stop:visible a[href*='clauses/move.inside.adjacent']")
    page.wait_for_url(re.compile(r"/en/clauses/move\.inside\.adjacent\.html$"))


# --- printable pages


@pytest.mark.parametrize("way", WAYS)
def test_a_booklet_is_read_on_a_screen_and_leads_back(visits: Visits, way: Way) -> None:
    page = visits.open("ru/print.html", way=way)
    page.click("a[href*='ru-base.ru.html']")
    page.wait_for_url(re.compile(r"/booklets/ru-base\.ru\.html$"))
    assert page.inner_text("h1") == all_words()["print.title"].ru
    is_loaded(page, ".cover img")
    page.click(".contents a >> nth=3")
    assert page.url.endswith("#topic-4")
    page.click("nav a")
    page.wait_for_url(re.compile(r"/ru/print\.html$"))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", ["ru-full.ru", "aid.fr-horses.fr"])
def test_what_is_made_for_print_fits_every_screen(visits: Visits, name: str, look: str) -> None:
    page = visits.open(f"booklets/{name}.html", look=LOOKS[look])
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    red, green, blue = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    )
    assert (red + green + blue < 150) == (look == "dark")


def test_on_paper_there_is_no_way_back_and_no_dark(visits: Visits) -> None:
    page = visits.open("booklets/pl-base.pl.html", look=LOOKS["dark"])
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 23, 18)"


def test_every_booklet_and_sheet_has_its_pdf() -> None:
    """The site was built with a browser, since this test has one."""
    if not chromium() or not (SITE / "booklets").is_dir():
        pytest.skip("needs Chromium and the site: apt-get install chromium-headless-shell; make docs")
    pages = sorted((SITE / "booklets").glob("*.html"))
    editions = registry().editions.values()
    assert len(pages) == sum(2 + len(LANGUAGES) * len(sheets(edition)) for edition in editions)
    assert [page.name for page in pages if not page.with_suffix(".pdf").exists()] == []
