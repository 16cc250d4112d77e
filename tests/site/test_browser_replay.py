"""The replay page and the case player in a real browser: every way to a moment of a game, and what is seen there."""

import json
import re
from typing import TYPE_CHECKING

import pytest

from colt_rules.model.state import Game
from colt_rules.pictures import train_svg
from colt_rules.site.pages.replay import FIRST
from colt_rules.views import glimpse
from tests.site.browser import (
    CLAUSE,
    GAME,
    LOOKS,
    PHONE,
    SCREENSHOTS,
    WAYS,
    Visits,
    Way,
    choose,
    fixtures,
    opened,
    step_to,
)
from tests.site.javascript import LOGS, positions

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

browser, served, visits = fixtures

SHOT = 281
"""In the kept game, Tuco shoots through the roof."""
BY_THE_ROOF = "tuco.through-the-roof"
START = next(entry.seq for entry, _ in positions(GAME, 1) if entry.type == "RoundStarted")
"""Where the story of the kept game begins."""


def position_after(event: int) -> Game:
    """The state of the kept game after an event, according to Python."""
    return next(game for entry, game in positions(GAME, 1) if entry.seq == event)


def shows(page: "Page", svg: str) -> bool:
    """Whether the board in the page is this picture, node for node, apart from the keys of pieces and places."""
    same: bool = page.evaluate(
        """svg => {
          const shown = document.querySelector(".colt-board svg.colt-train").cloneNode(true);
          for (const name of ["style", "data-roof", "data-floor"]) shown.removeAttribute(name);
          shown.querySelector(".colt-marks")?.remove();
          for (const piece of shown.querySelectorAll("[data-piece]")) piece.replaceWith(...piece.childNodes);
          for (const place of shown.querySelectorAll("[data-zone]")) place.remove();
          const expected = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
          return shown.isEqualNode(document.importNode(expected, true));
        }""",
        svg,
    )
    return same


def without_its_end(log: bytes) -> bytes:
    """A log without its last event: complete, but not one that the site keeps."""
    *lines, last, end = log.splitlines()
    closing = json.loads(end)
    shorter = {**closing, "events": closing["events"] - 1, "prev": json.loads(last)["prev"]}
    return b"".join(line + b"\n" for line in (*lines, json.dumps(shorter).encode()))


UNKNOWN: "FilePayload" = {
    "name": "my.jsonl",
    "mimeType": "text/plain",
    "buffer": without_its_end(LOGS["sealed"].read_bytes()),
}
"""The log of a game that the site does not keep."""


def copied_link(page: "Page") -> str:
    """The link to the current moment."""
    page.click("#colt-copy-link")
    link: str = page.input_value("#colt-link")
    return link


def at(page: "Page") -> int:
    """The number of the current moment."""
    return int(page.get_attribute(".colt-play", "data-at") or -1)


@pytest.mark.parametrize("way", WAYS)
def test_a_dropped_log_shows_the_board_that_python_draws(visits: Visits, way: Way) -> None:
    page = visits.open("en/replay.html", way=way)
    log = LOGS[GAME].read_text(encoding="utf-8")
    made = "text => { const it = new DataTransfer(); it.items.add(new File([text], 'my.jsonl')); return it }"
    dropped = {"dataTransfer": page.evaluate_handle(made, log)}
    page.dispatch_event("body", "dragover", dropped)
    assert page.locator("#colt-drop.colt-over").count() == 1
    page.dispatch_event("body", "drop", dropped)
    opened(page)
    step_to(page, START)
    assert page.get_attribute("#colt-games a[aria-current]", "href") == f"#game={GAME}"
    assert page.locator("#colt-chain.pass").count() == 1
    page.locator(".colt-controls input[type=range]").fill(str(SHOT))
    step_to(page, SHOT)
    assert "BulletGiven" in str(page.text_content(".colt-event"))
    page.select_option("select[name=role]", "referee")
    assert shows(page, train_svg(position_after(SHOT), title=f"The board after event {SHOT}"))


@pytest.mark.parametrize("way", WAYS)
def test_a_chosen_file_and_a_kept_game_can_be_stepped_through_by_button(visits: Visits, way: Way) -> None:
    page = visits.open("en/replay.html", way=way)
    page.set_input_files("#colt-file", LOGS[GAME])
    opened(page)
    choose(page, "sealed")
    opened(page, "game=sealed")
    page.click("[data-step=to-first]")
    step_to(page, 0)
    last = int(page.get_attribute(".colt-controls input[type=range]", "max") or 0)
    reached = []
    for step in ("event-forward", "command-forward", "to-last", "event-back", "command-back", "to-first"):
        page.click(f".colt-controls [data-step={step}]")
        reached.append(at(page))
    assert reached[0] == 1
    assert reached[1] > 1
    assert reached[2:4] == [last, last - 1]
    assert 0 < reached[4] < last - 1
    assert reached[5] == 0


def test_one_can_jump_by_chapter_player_clause_and_timeline(visits: Visits) -> None:
    page = visits.open(f"en/replay.html#game={GAME}&event=0")
    step_to(page, 0)
    page.select_option("select[name=clause]", BY_THE_ROOF)
    assert page.locator(f".colt-event a[data-clause='{BY_THE_ROOF}']").count() == 1
    page.click(".colt-controls [data-step=to-last]")
    page.click("[data-find=clause-back]")
    step_to(page, max(entry.seq for entry, _ in positions(GAME, 1) if BY_THE_ROOF in entry.cites))
    page.select_option("select[name=chapter]", label="Round 2: Braking")
    second = at(page)
    assert "RoundStarted" in str(page.text_content(".colt-event"))
    page.select_option("select[name=player]", "belle")
    assert "Belle" in page.inner_text(".colt-event")
    page.click("[data-find=player-forward]")
    assert at(page) > second
    assert "Belle" in page.inner_text(".colt-event")
    page.click("[data-find=player-back]")
    page.click(f".colt-timeline [data-at='{second + 1}']")
    step_to(page, second + 1)


def test_a_game_opens_as_a_spectator_sees_it_without_the_value_of_a_closed_purse(visits: Visits) -> None:
    page = visits.open(f"en/replay.html#game={GAME}&event={SHOT}")
    step_to(page, SHOT)
    assert "Purse ?" in page.inner_text(".colt-seat[data-seat=tuco]")
    assert not re.search(r"Purse \$\d", page.inner_text(".colt-play"))
    seen = glimpse(position_after(SHOT), "spectator")
    assert shows(page, train_svg(seen, title=f"The board after event {SHOT}"))
    page.select_option("select[name=role]", "referee")
    assert re.search(r"Purse \$\d", page.inner_text(".colt-seat[data-seat=tuco]"))


@pytest.mark.parametrize("way", WAYS)
def test_a_shared_link_opens_at_the_event(visits: Visits, way: Way) -> None:
    page = visits.open("fr/replay.html", way=way, look={"permissions": ["clipboard-write"]} if way == "http" else {})
    page.set_input_files("#colt-file", UNKNOWN)
    opened(page, "log=")
    page.locator(".colt-controls input[type=range]").fill("82")
    page.select_option("select[name=role]", "belle")
    link = copied_link(page)
    assert re.search(r"#event=82&log=[0-9a-f]{12}&as=belle$", link)
    other = visits.open("index.html", way=way)
    other.goto(link)
    other.wait_for_selector("#colt-problem.colt-notice")
    other.set_input_files("#colt-file", UNKNOWN)
    step_to(other, 82)
    assert other.input_value("select[name=role]") == "belle"
    kept = visits.open(f"fr/replay.html#game={GAME}&event=82", way=way)
    step_to(kept, 82)
    kept.evaluate(f"location.hash = '#game={GAME}&event=83'")
    step_to(kept, 83)


def test_a_link_followed_just_before_the_address_is_written_still_leads_there(visits: Visits) -> None:
    page = visits.open(f"en/replay.html#game={GAME}&event=82")
    step_to(page, 82)
    page.evaluate(
        f"location.hash = '#game={GAME}&event=83'; history.replaceState(history.state, '', '#game={GAME}&event=82')"
    )
    step_to(page, 83)


def test_a_dropped_log_of_a_kept_game_is_shared_as_that_game(visits: Visits) -> None:
    page = visits.open("en/replay.html", look={"permissions": ["clipboard-write"]})
    choose(page, "sealed")
    opened(page, "game=sealed")
    page.set_input_files("#colt-file", LOGS[GAME])
    opened(page)
    page.locator(".colt-controls input[type=range]").fill("82")
    assert copied_link(page).endswith(f"#game={GAME}&event=82")
    assert page.get_attribute("#colt-games a[aria-current]", "href") == f"#game={GAME}"
    page.set_input_files("#colt-file", {**UNKNOWN, "buffer": LOGS[GAME].read_bytes().replace(b"tuco", b"tuca", 1)})
    page.wait_for_selector("#colt-chain.fail")
    assert re.search(rf"#event={START}&log=[0-9a-f]{{12}}$", copied_link(page)), "a changed copy is not that game"


def test_a_link_opens_with_the_eyes_of_a_role(visits: Visits) -> None:
    page = visits.open(f"en/replay.html#game={GAME}&event={SHOT}&as=belle")
    step_to(page, SHOT)
    role = page.locator("select[name=role]")
    assert role.input_value() == "belle"
    assert "Purse ?" in page.inner_text(".colt-seat[data-seat=tuco]")
    page.evaluate(f"location.hash = '#game={GAME}&event=82&as=nobody'")
    step_to(page, 82)
    assert role.input_value() == "spectator"
    role.select_option("referee")
    page.wait_for_function("location.hash.endsWith('&event=82&as=referee')")
    role.select_option("spectator")
    page.wait_for_function("location.hash.endsWith('&event=82')")


def test_on_a_phone_the_board_scrolls_to_who_acts(visits: Visits) -> None:
    page = visits.open("en/replay.html#game=six-everything&event=300", look=LOOKS["phone"])
    step_to(page, 300)
    scrolled = "document.querySelector('.colt-board').scrollLeft"
    assert page.evaluate(scrolled) > 100, "Doc is in the last car"
    page.evaluate(f"{scrolled} = 0")
    page.click("[data-step=event-forward]")
    step_to(page, 301)
    assert page.evaluate(scrolled) > 100
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE


@pytest.mark.parametrize("way", WAYS)
def test_the_cited_clause_leads_to_its_page_in_the_language_of_the_reader(visits: Visits, way: Way) -> None:
    page = visits.open(f"pl/replay.html#game={GAME}&event={SHOT}", way=way)
    step_to(page, SHOT)
    page.click(f".colt-event a[data-clause='{BY_THE_ROOF}']")
    page.wait_for_url(visits.at(f"pl/clauses/{BY_THE_ROOF}.html", way))


@pytest.mark.parametrize("way", WAYS)
def test_a_case_can_be_stepped_through_on_the_page_of_its_clause(visits: Visits, way: Way) -> None:
    page = visits.open(f"en/clauses/{CLAUSE}.html", way=way)
    page.locator("details.fold summary").first.click()
    page.click(f".colt-player[data-case='{CLAUSE}/the-second-roof-is-hidden'] .colt-open")
    page.wait_for_selector(".colt-play .colt-board svg.colt-train")
    before = at(page)
    assert page.input_value("select[name=role]") == "tuco", "who decides in it"
    page.click(".colt-play [data-step=to-last]")
    assert at(page) > before
    assert "Refused" in page.inner_text(".colt-event")
    assert page.locator(f".colt-event a[data-clause='{CLAUSE}']").count() == 1


# --- the list of games


def listed(page: "Page") -> list[str]:
    """The games that the list shows, by their addresses."""
    found: list[str] = page.locator("#colt-games a:visible").evaluate_all("all => all.map((one) => one.hash.slice(6))")
    return found


def test_the_list_says_why_a_game_is_worth_watching_and_is_narrowed(visits: Visits) -> None:
    page = visits.open("en/replay.html")
    opened(page, f"game={FIRST}")
    page.click("#colt-games summary")
    page.wait_for_selector("#colt-games a small")
    assert len(listed(page)) == len(LOGS)
    assert "Tuco shoots through the roof" in page.inner_text(f"#colt-games a[href='#game={FIRST}']")
    page.select_option("select[name=players]", "6")
    six = listed(page)
    assert set(six) > {"six-everything", "french-team-six"}
    assert page.inner_text("#colt-games [role=status]") == f"Games: {len(six)}"
    page.select_option("select[name=part]", "Teams")
    assert listed(page) == ["french-team-six"]
    page.select_option("select[name=part]", "")
    page.select_option("select[name=players]", "")
    page.fill("input[name=word]", "DEADLY fall")
    assert listed(page) == ["all-boxes-six", "marshal-cursed-jewels"]
    page.fill("input[name=word]", "xylophone")
    assert listed(page) == []


def test_the_list_is_worked_by_keys(visits: Visits) -> None:
    page = visits.open("en/replay.html")
    opened(page, f"game={FIRST}")
    page.focus("#colt-games summary")
    page.keyboard.press("Enter")
    page.wait_for_selector("#colt-games a small")
    for _ in range(3):  # past the filters
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.hash") != "#game=sealed":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    opened(page, "game=sealed")
    assert page.evaluate("document.activeElement.matches('#colt-games:not([open]) summary')")
    assert page.get_attribute("#colt-games a[aria-current=true]", "href") == "#game=sealed"


@pytest.mark.parametrize("look", LOOKS)
def test_the_list_fits_whatever_it_looks_like(visits: Visits, look: str) -> None:
    page = visits.open("en/replay.html", look=LOOKS[look])
    opened(page, f"game={FIRST}")
    page.click("#colt-games summary")
    page.wait_for_selector("#colt-games a small")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"games-{look}.png")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
