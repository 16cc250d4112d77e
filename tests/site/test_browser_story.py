"""The replay page as a story in a real browser: chapters, playback, animation, keys, pictures."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as xml

import pytest

from colt_rules.log.entries import EventEntry
from colt_rules.model.state import Game
from colt_rules.site.pages.replay import FIRST
from colt_rules.site.reader import NAMES
from colt_rules.site.words import all_words
from tests.site.browser import GAME, LOOKS, PHONE, WAYS, Visits, Way, fixtures, opened, step_to
from tests.site.javascript import positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

SHOT = 281
"""In the kept game, Tuco shoots through the roof."""
PLAYED: list[tuple[EventEntry, Game]] = list(positions(GAME, 1))
LAST = PLAYED[-1][0].seq


def numbers_of(type: str) -> list[int]:
    """The numbers of all events of a type."""
    return [entry.seq for entry, _ in PLAYED if entry.type == type]


ROUNDS = numbers_of("RoundStarted")
MOVE = numbers_of("BanditMoved")[5]
STILL = {"reduced_motion": "reduce"}


def at(page: "Page") -> int:
    """The number of the current moment."""
    return int(page.get_attribute(".colt-play", "data-at") or -1)


def runs_to(page: "Page", first: int, last: int = LAST) -> None:
    """Wait until playback is among these moments: a single one may be gone too soon."""
    page.wait_for_function(
        """([first, last]) => {
          const { at } = document.querySelector(".colt-play").dataset;
          return at >= first && at <= last;
        }""",
        arg=[first, last],
    )


def go(page: "Page", event: int) -> None:
    """Show an event of the kept game, as a link does."""
    page.evaluate(f"location.hash = '#game={GAME}&event={event}&again=' + Math.random()")
    step_to(page, event)


def at_event(visits: Visits, event: int, **more: object) -> "Page":
    """The replay page with an event of the kept game."""
    page = visits.open(f"en/replay.html#game={GAME}&event={event}", look=more)
    step_to(page, event)
    return page


# --- the first view


@pytest.mark.parametrize("way", WAYS)
def test_a_good_game_is_there_at_once_and_the_address_names_it(visits: Visits, way: Way) -> None:
    page = visits.open("pl/replay.html", way=way)
    opened(page, f"game={FIRST}")
    step_to(page, ROUNDS[0])
    page.wait_for_url(re.compile(rf"#game={FIRST}&event={ROUNDS[0]}$"))
    assert page.locator(".colt-board svg.colt-train").count() == 1
    assert page.evaluate("scrollY") == 0, "nobody has asked for it, so the page stays where it is"
    name = page.inner_text("#colt-games summary b")
    assert "2250" in name, "its name says what became of it"
    assert FIRST not in name


def test_the_hash_stands_small(visits: Visits) -> None:
    page = at_event(visits, SHOT)
    assert not page.locator("#colt-chain").is_visible()
    page.click(".colt-about summary")
    small, usual = (
        page.locator(one).evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
        for one in ("#colt-chain", ".colt-sentence")
    )
    assert small <= 12 < usual


@pytest.mark.parametrize("game", [GAME, "six-everything", "french-team-stagecoach"])
def test_on_a_phone_board_sentence_and_controls_are_in_reach_without_scrolling(visits: Visits, game: str) -> None:
    page = visits.open(f"en/replay.html#game={game}&event=200", look=LOOKS["phone"])
    step_to(page, 200)
    height = page.evaluate("innerHeight")
    board, sentence, controls = (
        page.locator(one).evaluate("it => it.getBoundingClientRect().toJSON()")
        for one in (".colt-board", ".colt-sentence", ".colt-controls")
    )
    assert 0 <= sentence["top"] < sentence["bottom"] <= board["top"] + 1
    assert board["top"] < height / 2
    assert height / 2 < controls["bottom"] <= height, "in the thumb's half"
    for button in page.locator(".colt-controls button").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 44 <= box["height"]
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE


def test_on_the_smallest_phone_no_control_is_cut(visits: Visits) -> None:
    page = at_event(visits, SHOT, viewport={"width": 360, "height": 640})
    assert page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.colt-controls'))"
    )


# --- chapters


def sections(page: "Page", level: int) -> list[str]:
    """The visible headings of a level in the list."""
    found: list[str] = page.locator(f".colt-timeline .colt-level-{level} .colt-text").all_inner_texts()
    return found


def test_rounds_are_chapters_and_phases_their_parts(visits: Visits) -> None:
    page = at_event(visits, ROUNDS[1])
    options = page.locator("select[name=chapter] option").all_inner_texts()
    chapters = [text for text in options if not text.startswith("\u2003")]
    assert [text.partition(":")[0] for text in chapters] == ["Setup", *(f"Round {n}" for n in range(1, 6)), "Game over"]
    assert all(":" in text for text in chapters[1:-1]), "a round is told with its card"
    assert options.count("\u2003Schemin'") == options.count("\u2003Stealin'") == 5
    assert any(text.startswith("\u2003End of the round: ") for text in options), "with what happens in it"
    assert page.inner_text(".colt-where") == "Round 2: Braking · Schemin'"
    for index, text in enumerate(options):
        page.select_option("select[name=chapter]", str(index))
        assert text.strip() in page.inner_text(".colt-where")
    assert at(page) == LAST


def test_the_chapter_that_is_read_is_open_and_marked(visits: Visits) -> None:
    page = at_event(visits, ROUNDS[0])
    here = page.locator(".colt-timeline [aria-current]")
    assert here.inner_text().strip().endswith("Round 1: Swivel arm")
    assert here.get_attribute("aria-expanded") == "true"
    page.click(".colt-timeline .colt-level-1:has-text('Setup')")
    step_to(page, 1)
    assert here.inner_text().strip().endswith("Setup")
    assert page.locator(".colt-timeline .colt-moment[data-at='2']").count() == 1
    page.keyboard.press("End")
    step_to(page, LAST)
    assert here.inner_text().strip().endswith("Game over")
    assert page.locator(".colt-timeline .colt-moment[data-at='2']").count() == 0, "what was read is closed"


def test_a_chapter_can_be_closed_and_opened_by_hand_and_by_key(visits: Visits) -> None:
    page = at_event(visits, ROUNDS[1])
    first = page.locator(".colt-timeline .colt-level-1:has-text('Round 1')")
    assert first.get_attribute("aria-expanded") == "false"
    first.locator("[data-fold]").click()
    assert first.get_attribute("aria-expanded") == "true"
    assert at(page) == ROUNDS[1], "to look into a chapter is not to go there"
    page.focus(".colt-timeline")
    page.keyboard.press("Enter")
    assert page.locator(f".colt-moment[data-at='{ROUNDS[1]}']").count() == 0
    active = page.get_attribute(".colt-timeline", "aria-activedescendant")
    assert "Round 2" in page.inner_text(f"#{active}")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    step_to(page, ROUNDS[1] + 1)
    assert page.locator(f".colt-moment[data-at='{ROUNDS[1] + 1}'][aria-selected=true]").count() == 1


@pytest.mark.parametrize("lang", NAMES)
def test_chapters_and_their_parts_have_names_in_every_language(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/replay.html#game={GAME}&event={ROUNDS[0]}")
    step_to(page, ROUNDS[0])
    options = page.locator("select[name=chapter] option").all_inner_texts()
    assert all_words()["replay.id-setup"].in_language(lang) in options
    bare = {text.strip() for text in options} & {"setup", "schemin", "stealin", "round-end", "over"}
    assert not bare, "ids are no names"
    assert (re.search("[a-z]", "".join(options)) is None) == (lang == "ru")


# --- playback


def test_a_game_runs_by_itself_until_it_is_stopped(visits: Visits) -> None:
    page = at_event(visits, MOVE)
    heard = page.inner_text("p.colt-live")
    page.select_option("select[name=speed]", "4")
    page.click("[data-play]")
    assert page.get_attribute("[data-play]", "aria-label") == "Pause"
    runs_to(page, MOVE + 3)
    assert page.inner_text("p.colt-live") == heard, "nobody can listen as fast as that"
    page.click("[data-play]")
    stopped = at(page)
    assert page.inner_text("p.colt-live").startswith(f"Event {stopped} of {LAST}.")
    page.wait_for_timeout(1200)
    assert at(page) == stopped


def test_a_step_of_the_reader_stops_it(visits: Visits) -> None:
    page = at_event(visits, MOVE)
    page.keyboard.press("k")
    assert page.locator(".colt-playing").count() == 1
    page.keyboard.press("ArrowLeft")
    assert page.locator(".colt-playing").count() == 0


def test_it_stops_at_the_end_and_begins_anew_from_there(visits: Visits) -> None:
    page = at_event(visits, LAST - 2)
    page.select_option("select[name=speed]", "4")
    page.click("[data-play]")
    step_to(page, LAST)
    page.wait_for_selector(".colt-play:not(.colt-playing)")
    assert page.get_attribute("[data-play]", "aria-label") == "Play"
    page.click("[data-play]")
    runs_to(page, ROUNDS[0] + 1, LAST - 1)


def test_it_stops_while_nobody_looks(visits: Visits) -> None:
    page = at_event(visits, MOVE)
    page.click("[data-play]")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.locator(".colt-playing").count() == 0


def test_a_higher_speed_is_faster(visits: Visits) -> None:
    page = at_event(visits, MOVE)
    taken = []
    for speed in ("0.5", "4"):
        page.select_option("select[name=speed]", speed)
        go(page, MOVE)
        taken.append(
            page.evaluate(
                """async (next) => {
                  const start = performance.now();
                  document.querySelector("[data-play]").click();
                  while (document.querySelector(".colt-play").dataset.at !== String(next)) {
                    await new Promise(requestAnimationFrame);
                  }
                  return performance.now() - start;
                }""",
                MOVE + 1,
            )
        )
    slow, fast = taken
    assert slow > 3 * fast


# --- animation

MOVING = """(piece) => document.querySelector(`.colt-board [data-piece="${piece}"]`).getAnimations().length"""


def test_who_moves_is_seen_moving_and_leaves_an_arrow(visits: Visits) -> None:
    bandit = PLAYED[MOVE - 1][0].event.bandit  # type: ignore[attr-defined]
    page = at_event(visits, MOVE - 1)
    assert page.locator(".colt-marks").count() == 0, "nothing has moved here"
    page.click("[data-step=event-forward]")
    assert page.evaluate(MOVING, bandit) == 1
    assert page.locator("[data-mark=way]").count() == 1
    others = [other for other in PLAYED[MOVE - 1][1].figures if other != bandit]
    start = PLAYED[MOVE - 1][0].event.start  # type: ignore[attr-defined]
    elsewhere = [one for one in others if PLAYED[MOVE - 1][1].figures[one].place != start]
    assert elsewhere
    page.wait_for_function(f"() => ({MOVING})('{bandit}') === 0")


def test_loot_goes_from_the_floor_to_who_takes_it(visits: Visits) -> None:
    taken = numbers_of("LootTaken")[0]
    token = PLAYED[taken - 1][0].event.token  # type: ignore[attr-defined]
    page = at_event(visits, taken - 1)
    page.keyboard.press("ArrowRight")
    step_to(page, taken)
    assert page.evaluate(MOVING, token) == 1


def test_a_shot_is_a_line_that_flashes(visits: Visits) -> None:
    page = at_event(visits, SHOT - 1)
    assert page.locator("[data-mark=shot]").count() == 0
    page.click("[data-step=event-forward]")
    flashes = "document.querySelector('[data-mark=shot]').getAnimations().length"
    assert page.evaluate(flashes) == 1
    line = page.locator("[data-mark=shot]")
    assert [line.get_attribute(f"data-{end}") for end in ("from", "to")] == ["tuco", "cheyenne"]
    box, *pieces = (
        page.locator(one).evaluate("it => it.getBoundingClientRect().toJSON()")
        for one in ("[data-mark=shot]", *(f".colt-board [data-piece={one}]" for one in ("tuco", "cheyenne")))
    )
    top, bottom = (
        sum(one[side] for side in ("top", "bottom")) / 2 for one in sorted(pieces, key=lambda one: one["top"])
    )
    assert top < box["top"] < box["bottom"] < bottom, "between the two"


def test_nothing_moves_where_the_system_asks_for_less_motion(visits: Visits) -> None:
    page = at_event(visits, MOVE - 1, **STILL)
    page.click("[data-step=event-forward]")
    assert page.evaluate("document.querySelector('.colt-board').getAnimations({ subtree: true }).length") == 0
    assert page.locator("[data-mark=way]").count() == 1, "what has happened is told by a mark that stands still"
    go(page, SHOT)
    assert page.locator("[data-mark=shot]").count() == 1
    assert page.evaluate("document.querySelector('.colt-board').getAnimations({ subtree: true }).length") == 0


def test_a_link_to_a_moment_shows_what_has_happened_in_it(visits: Visits) -> None:
    page = at_event(visits, MOVE)
    assert page.locator("[data-mark=way]").count() == 1
    page.select_option("select[name=role]", "referee")
    assert page.locator("[data-mark=way]").count() == 1


# --- keys

FOCUS = {
    "nothing": "body",
    "the slider": ".colt-controls input[type=range]",
    "a button": "[data-step=event-forward]",
    "the play button": "[data-play]",
    "a button outside": "#colt-copy-link",
    "the games": "#colt-games summary",
    "the role": "select[name=role]",
    "the chapters": "select[name=chapter]",
    "the speed": "select[name=speed]",
    "a clause to look for": "select[name=clause]",
    "the board": ".colt-board",
    "the list": ".colt-timeline",
    "a clause": ".colt-event a[data-clause]",
    "the small print": ".colt-about summary",
    "the file": "#colt-file",
    "a link of the page": "a.md-logo",
}
PRESSED_BY_SPACE = ("button", "games", "role", "chapters", "speed", "clause to", "small print", "file")


def leading() -> Iterator[tuple[str, int]]:
    """The keys that lead from the shot to another event, with the event."""
    command = PLAYED[SHOT - 1][0].command
    now = [entry.seq for entry, _ in PLAYED if entry.command == command]
    after = max(now) if max(now) > SHOT else max(e.seq for e, _ in PLAYED if e.command == command + 1)
    yield from (("ArrowLeft", SHOT - 1), ("ArrowRight", SHOT + 1), ("Home", 0), ("End", LAST))
    yield from ((key, min(now) - 1) for key in ("PageUp", "Shift+ArrowLeft"))
    yield from ((key, after) for key in ("PageDown", "Shift+ArrowRight"))
    yield "[", max(at for at in ROUNDS if at < max(one for one in ROUNDS if one <= SHOT))
    yield "]", min(at for at in ROUNDS if at > SHOT)


def focus(page: "Page", name: str) -> None:
    if name == "nothing":
        page.evaluate("document.activeElement.blur()")
    else:
        page.focus(FOCUS[name])
        assert page.evaluate("selector => document.activeElement.matches(selector)", FOCUS[name])


@pytest.mark.parametrize("name", FOCUS)
def test_every_key_works_wherever_the_focus_is(visits: Visits, name: str) -> None:
    page = at_event(visits, SHOT)
    for key, event in leading():
        go(page, SHOT)
        focus(page, name)
        page.keyboard.press(key)
        step_to(page, event)
    go(page, SHOT)
    speed = page.locator("select[name=speed]")
    focus(page, name)
    for key, expected in (("+", "2"), ("+", "4"), ("+", "4"), ("-", "2"), ("-", "1"), ("-", "0.5")):
        page.keyboard.press(key)
        assert speed.input_value() == expected
    for key in ("k", "K") if any(word in name for word in PRESSED_BY_SPACE) else ("k", "Space"):
        focus(page, name)
        page.keyboard.press(key)
        assert page.locator(".colt-playing").count() == 1
        page.keyboard.press(key)
        assert page.locator(".colt-playing").count() == 0


def test_the_page_lists_the_keys_that_were_tried(visits: Visits) -> None:
    page = at_event(visits, SHOT)
    listed = page.locator("table:has(code) code").all_inner_texts()
    names = {"←": "ArrowLeft", "→": "ArrowRight", "Shift+←": "Shift+ArrowLeft", "Shift+→": "Shift+ArrowRight"}
    tried = {key for key, _ in leading()} | {"+", "-", "K", "Space"}
    assert {names.get(key, key) for key in listed} == tried


def test_a_key_goes_by_its_place_where_the_layout_has_other_letters(visits: Visits) -> None:
    page = at_event(visits, SHOT)
    press = "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))"
    page.evaluate(press, ["ъ", "BracketRight"])
    step_to(page, min(at for at in ROUNDS if at > SHOT))
    page.evaluate(press, ["л", "KeyK"])
    assert page.locator(".colt-playing").count() == 1


def test_in_a_text_field_keys_write_and_with_others_they_are_the_browsers(visits: Visits) -> None:
    page = at_event(visits, SHOT)
    page.click("#colt-copy-link")
    page.focus("#colt-link")
    for key in ("Home", "ArrowRight", "k", "Space"):
        page.keyboard.press(key)
    assert at(page) == SHOT
    assert page.locator(".colt-playing").count() == 0
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+ArrowRight")
    assert at(page) == SHOT
    page.focus("[data-step=event-back]")
    page.keyboard.press("Space")
    step_to(page, SHOT - 1)
    assert page.locator(".colt-playing").count() == 0, "a button with the focus is pressed by the space bar"


# --- a picture of the moment


def saved(page: "Page", kind: str) -> bytes:
    """The file behind the button."""
    with page.expect_download() as download:
        page.click(f"#colt-save-{kind}")
    assert download.value.suggested_filename.endswith(f"-{at(page)}.{kind}")
    return Path(download.value.path()).read_bytes()


@pytest.mark.parametrize("way", WAYS)
def test_a_moment_can_be_saved_as_a_picture(visits: Visits, way: Way) -> None:
    page = visits.open(f"ru/replay.html#game={GAME}&event={SHOT}", way=way)
    step_to(page, SHOT)
    picture = xml.fromstring(saved(page, "svg"))
    texts = [re.sub("[ \n]+", " ", "".join(one.itertext())).strip(" ") for one in picture.findall("{*}text")]
    told = " ".join(texts)
    assert page.inner_text(".colt-where") in told
    assert page.inner_text(".colt-sentence") in told
    assert page.inner_text("#colt-games summary b") in told
    assert picture.find(".//{*}g[@class='colt-marks']") is not None
    png = saved(page, "png")
    assert png.startswith(b"\x89PNG\r\n")
    size = struct.unpack(">II", png[16:24])
    assert size == tuple(2 * int(picture.attrib[side]) for side in ("width", "height"))
    assert len(png) > 20_000, "there is something in it"
    assert page.locator("#colt-problem.colt-notice").count() == 1


def test_a_picture_shows_no_more_than_the_role_sees(visits: Visits) -> None:
    page = at_event(visits, SHOT)
    picture = xml.fromstring(saved(page, "svg"))
    purses = [one for one in picture.iter() if one.get("data-piece", "").startswith("purse")]
    assert purses
    assert not any("".join(one.itertext()) for one in purses)
    page.select_option("select[name=role]", "referee")
    value = str(PLAYED[SHOT - 1][1].values[PLAYED[SHOT - 1][1].figures["tuco"].loot[0]])
    assert value in "".join(xml.fromstring(saved(page, "svg")).itertext())


def test_a_picture_can_be_copied(visits: Visits) -> None:
    page = visits.open(
        f"en/replay.html#game={GAME}&event={SHOT}", look={"permissions": ["clipboard-read", "clipboard-write"]}
    )
    step_to(page, SHOT)
    page.click("#colt-copy-picture")
    page.wait_for_selector("#colt-problem.colt-notice")
    assert page.inner_text("#colt-problem") == all_words()["replay.picture-copied"].en
    kinds = page.evaluate("navigator.clipboard.read().then((all) => all.flatMap((one) => one.types))")
    assert kinds == ["image/png"]


def test_a_picture_is_that_of_paper_in_the_dark(visits: Visits) -> None:
    light, dark = (saved(at_event(visits, SHOT, **look), "png") for look in ({}, {"color_scheme": "dark"}))
    assert light == dark


# --- a log made for one role


def test_a_redacted_log_has_chapters_too(visits: Visits) -> None:
    page = visits.open("en/replay.html")
    page.set_input_files(
        "#colt-file", Path(__file__).parents[2] / "events" / "redacted" / "french-team-stagecoach.cheyenne.jsonl"
    )
    opened(page, "log=")
    assert page.locator("select[name=chapter] option").count() > 10
    page.click("[data-play]")
    assert page.locator(".colt-playing").count() == 1
