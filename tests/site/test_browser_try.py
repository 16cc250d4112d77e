"""A position is tried in the browser: chosen for anybody, refused by clauses, branched, compared, taken along."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from colt_rules.languages import LANGUAGES
from tests.conftest import THOROUGH
from tests.site.browser import (
    GAME,
    LOOKS,
    SCREENSHOTS,
    SITE,
    WAYS,
    Visits,
    Way,
    fixtures,
    opened,
    repeats_others,
)
from tests.site.javascript import LOGS
from tests.site.test_browser_access import COLOURS, SOME_COLOURS, faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

CASE = "tuco.through-the-roof/down"
"""Tuco stands above Doc with a Fire to carry out; two editions differ on it."""
STARTED = 120_000
"""Milliseconds for the engine to start on a busy machine."""
DOC = '[data-piece="doc"]'
NOW = ".colt-tree [aria-current]"
HOSTILE = "<img src=x onerror=window.struck=1>"


@pytest.fixture(autouse=True)
def needs_the_engine(browser: object) -> None:
    if not (SITE / "engine" / "list.js").exists():
        (pytest.fail if THOROUGH else pytest.skip)(f"needs a site with the engine in {SITE}: run make docs with node")


def tried(visits: Visits, hash: str, lang: str = "en", **how: Any) -> "Page":
    """The page with this position, ready to choose."""
    page = visits.open(f"{lang}/try.html{hash}", **how)
    page.wait_for_selector(".colt-tree button", timeout=STARTED)
    return page


def current(page: "Page", text: str) -> None:
    """Wait until the current step in the tree has this text."""
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)", arg=[NOW, text]
    )


def cited(page: "Page") -> list[str]:
    """The clauses behind what came of the last try."""
    return [link.get_attribute("data-clause") or "" for link in page.locator(".colt-result [data-clause]").all()]


def test_the_picture_of_a_clause_opens(visits: Visits) -> None:
    page = visits.open("en/clauses/tuco.through-the-roof.html")
    page.locator("a[href*='try.html#case=']").first.click()
    page.wait_for_selector(".colt-tree button", timeout=STARTED)
    assert page.inner_text(".colt-try-head a").startswith("tuco.through-the-roof/")


@pytest.mark.parametrize("way", WAYS)
def test_a_choice_on_the_board_names_its_clauses(visits: Visits, way: Way) -> None:
    page = tried(visits, f"#case={CASE}", way=way)
    page.click(DOC)
    current(page, "Tuco fires at Doc")
    assert "tuco.through-the-roof" in cited(page)
    page.click("[data-do=back]")
    current(page, "The position")
    assert page.locator(".colt-tree li").count() == 2


@repeats_others
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if (SITE / lang).exists()])
def test_what_is_forbidden_names_the_rule_against_it(visits: Visits, lang: str) -> None:
    page = tried(visits, f"#case={CASE}", lang)
    page.click('[data-piece="ghost"]')
    page.wait_for_selector(".colt-refused > [aria-current]")
    assert cited(page) == ["fire.roof.any-distance"]
    assert page.locator(".colt-no p").count() == 2
    page.click(DOC)
    page.wait_for_selector(".colt-tree li:not(.colt-refused) > [aria-current]")
    assert page.locator(".colt-tree li").count() == 3


def test_two_editions_are_compared_on_the_same_choice(visits: Visits) -> None:
    page = tried(visits, f"#case={CASE}")
    page.select_option("[name=compare]", "ru-base")
    page.click(DOC)
    page.wait_for_selector(".colt-sides")
    assert page.inner_text(".colt-verdict") == "The editions differ here."
    here, there = page.locator(".colt-sides section").all()
    assert here.locator(".colt-differs").count() == here.locator("li.colt-differs, .colt-events > li").count()
    assert there.locator("[data-clause]").get_attribute("data-clause") == "tuco.upward-only"
    page.select_option("[name=compare]", "")
    page.wait_for_selector(".colt-sides", state="detached")


@repeats_others
def test_an_edition_without_the_module_says_so(visits: Visits) -> None:
    page = tried(visits, "#game=all-boxes-six&event=400")
    page.select_option("[name=compare]", "ru-base")
    page.wait_for_selector(".colt-also .colt-notice")
    assert "has no such game" in page.inner_text(".colt-also .colt-notice")


def test_a_link_brings_back_the_position_and_what_was_tried(visits: Visits) -> None:
    page = tried(visits, f"#case={CASE}")
    page.click(DOC)
    current(page, "Tuco fires at Doc")
    page.wait_for_function("location.hash.includes('&did=')")
    page.reload()
    page.wait_for_selector(".colt-tree button", timeout=STARTED)
    current(page, "Tuco fires at Doc")
    assert page.inner_text(".colt-try-head a") == CASE


@repeats_others
def test_a_case_is_written_down(visits: Visits) -> None:
    page = tried(visits, f"#case={CASE}")
    page.click(DOC)
    current(page, "Tuco fires at Doc")
    page.click("[data-do=as-case]")
    page.wait_for_selector(".colt-written:visible")
    assert "when: [Fire by tuco target=doc]" in page.inner_text(".colt-written")


def test_a_moment_of_a_replayed_game_opens(visits: Visits) -> None:
    page = visits.open(f"en/replay.html#game={GAME}&event=281")
    opened(page)
    page.click("#colt-try-moment")
    page.wait_for_selector(".colt-tree button", timeout=STARTED)
    assert page.inner_text(".colt-try-head a") == GAME
    page.click("text=As it went there")
    current(page, "Tuco fires at")


@repeats_others
def test_a_moment_of_ones_own_log_opens_by_its_position(visits: Visits, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in LOGS[GAME].read_text(encoding="utf-8").splitlines()]
    lines[0]["game"] = "ours"
    path = tmp_path / "ours.jsonl"
    path.write_text("".join(f"{json.dumps(line, sort_keys=True)}\n" for line in lines), encoding="utf-8")
    page = visits.open("en/replay.html")
    opened(page)
    page.set_input_files("#colt-file", path)
    opened(page, "log=")
    page.click("#colt-try-moment")
    page.wait_for_selector(".colt-tree button", timeout=STARTED)
    assert page.evaluate("location.hash").startswith("#position=")


def test_everything_works_by_keyboard(visits: Visits) -> None:
    page = tried(visits, f"#case={CASE}")
    page.focus(".colt-choice")
    page.keyboard.press("Enter")
    current(page, "Tuco fires at Doc")
    assert page.evaluate("document.activeElement.matches('.colt-choice')")
    page.focus("[data-do=back]")
    page.keyboard.press("Enter")
    current(page, "The position")
    page.focus(".colt-also summary")
    page.keyboard.press("Enter")
    page.select_option(".colt-also select", "ghost")
    page.focus(".colt-also details button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".colt-refused > [aria-current]")


def drawn(page: "Page", row: str, word: str) -> None:
    """Wait until the notation of cases has a word in a row of the board."""
    page.wait_for_function(
        "([row, word]) => document.querySelector('.colt-written')?.textContent.split('\\n')"
        ".some((line) => line.trim().startsWith(row) && line.includes(word))",
        arg=[row, word],
    )


@repeats_others
def test_a_position_of_ones_own_is_drawn_by_dragging(visits: Visits) -> None:
    page = tried(visits, f"#case={CASE}&change=1")
    drawn(page, "inside", "doc")
    doc, roof = page.locator(DOC), page.locator('[data-zone="mail.roof"]')
    doc.drag_to(roof, target_position={"x": 40, "y": 20})
    drawn(page, "roof", "doc")
    page.wait_for_function("location.hash.startsWith('#position=')")
    page.reload()
    page.wait_for_selector(".colt-tree button", timeout=STARTED)
    page.click("[data-do=as-case]")
    drawn(page, "roof", "doc")


@repeats_others
def test_a_position_of_ones_own_is_drawn_by_name(visits: Visits) -> None:
    page = tried(visits, f"#case={CASE}&change=1")
    page.select_option(".colt-change select >> nth=0", "marshal")
    page.select_option(".colt-change select >> nth=1", "baggage.inside")
    page.focus("[data-do=put-there]")
    page.keyboard.press("Enter")
    drawn(page, "received", "ghost: [neutral-bullet]")  # who meets the Marshal is shot at
    page.select_option(".colt-change select >> nth=0", "marshal")
    page.select_option(".colt-change select >> nth=1", "baggage.roof")
    page.click("[data-do=put-there]")
    page.wait_for_function("document.querySelector('.colt-answer').textContent.includes('Marshal')")
    page.select_option(".colt-change select >> nth=2", "doc-floor-change")
    page.click("[data-do=carry-out]")
    page.wait_for_function("document.querySelector('.colt-status').textContent.startsWith('Doc')")


def packed(value: Any) -> str:
    return urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).decode().rstrip("=")


LINKS: Mapping[str, tuple[str, str]] = {
    "nothing": ("#position=", "holds no position"),
    "cut off": ("#position=eJyrViouSS", "holds no position"),
    "too long": (f"#position={'A' * 50_000}", "too long"),
    "a bomb": (f"#position={packed('x' * 9_000_000)}", "too long"),
    "another thing": (f"#position={packed({'state': {'options': HOSTILE}})}", "not a position"),
    "no case": (f"#case={HOSTILE}", "no such case"),
    "no game": ("#game=__proto__&event=1", "no such game"),
    "unknown": ("#everything=1", "holds no position"),
}


@repeats_others
@pytest.mark.parametrize("name", LINKS)
def test_a_hostile_link_is_refused_in_a_sentence(visits: Visits, name: str) -> None:
    hash, said = LINKS[name]
    page = visits.open(f"en/try.html{hash}")
    page.wait_for_selector("#colt-try > .colt-problem", timeout=STARTED)
    assert said in page.inner_text("#colt-try > .colt-problem")
    assert page.evaluate("window.struck") is None
    page.click(".colt-trying li a >> nth=0")
    page.wait_for_selector(".colt-tree button", timeout=STARTED)


@repeats_others
@pytest.mark.parametrize("look", SOME_COLOURS)
def test_the_page_is_accessible(visits: Visits, look: str) -> None:
    page = tried(visits, f"#case={CASE}", look=COLOURS[look])
    page.select_option("[name=compare]", "ru-base")
    page.click(DOC)
    page.wait_for_selector(".colt-sides")
    page.click(".colt-trying > details summary")
    assert not faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if look in LOOKS:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"try-{re.sub(r'[^a-z]', '-', look)}.png", full_page=True)
