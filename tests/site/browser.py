"""A real browser for the built site, from disk and over HTTP, and for nothing else.

A test module takes the three fixtures by ``browser, served, visits = fixtures``.
"""

import os
import re
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest

from colt_rules.site.printing import chromium
from colt_rules.site.serving import server
from tests.conftest import THOROUGH

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ.get("COLT_SITE") or ROOT / "site")
SCREENSHOTS = ROOT / "build" / "screenshots"
"""Screenshots of the pages for people; nothing compares them."""
CLAUSE = "fire.roof.line-of-sight"
GAME = "tuco-from-the-roof"
"""A kept game."""

MAIN = {
    "home": "index.html",
    "new": "five-minutes.html",
    "dispute": "dispute.html",
    "questions": "questions.html",
    "print": "print.html",
    "rules": "rules/index.html",
    "clause": f"clauses/{CLAUSE}.html",
    "evidence": f"evidence/{CLAUSE}.html",
    "ruling": "rulings/ruling.belle.blocks-sight.html",
    "glossary": "glossary.html",
    "book": "books/ru-full/2.html",
    "editions": "editions/pl-base-and-ru-full.html",
    "matrix": "matrix/base.html",
    "event": "contract/events/BulletGiven.html",
    "guide": "guides/play-and-explore.html",
    "replay": f"replay.html#game={GAME}&event=281",
}
"""A page of each kind with its own look."""

WIDTH, HEIGHT, PHONE = 1280, 900, 390
repeats_others = pytest.mark.skipif(
    os.environ.get("COLT_BROWSER") != "all", reason="repeats what others show: COLT_BROWSER=all runs every such test"
)
"""For slow tests that repeat in another look, language or game what others show; most start the engine once more."""
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": PHONE, "height": 844}, "is_mobile": True, "has_touch": True},
}

PATIENCE = 20_000
"""In milliseconds: the time limit for a page, on a busy machine."""

Way: TypeAlias = Literal["disk", "http"]
WAYS: tuple[Way, ...] = ("disk", "http")


def demand_all_there_is_to_see() -> None:
    """Continue only with a browser and a site; in thorough runs their absence is a failure."""
    missing = [
        *(() if find_spec("playwright") else ["needs playwright: pip install playwright"]),
        *(() if chromium() else ["needs Chromium: apt-get install chromium-headless-shell"]),
        *(() if (SITE / "index.html").exists() else [f"needs the site in {SITE}: run make docs"]),
    ]
    if missing:
        (pytest.fail if THOROUGH else pytest.skip)("; ".join(missing))


class Visits:
    """Pages of the site in a browser, with a record of what goes wrong in them."""

    def __init__(self, browser: "Browser", roots: Mapping[Way, str]) -> None:
        self.roots = roots
        self.faults: list[str] = []
        """Errors and warnings of the console, and every request that would leave this machine."""
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        allowed = "|".join(map(re.escape, ("file:", "data:", "blob:", "about:", roots["http"])))
        self._elsewhere = re.compile(f"^(?!{allowed})")

    def open(self, address: str, *, way: Way = "http", look: Mapping[str, Any] | None = None) -> "Page":
        """Open a page in a new window and wait until it is loaded."""
        context = self._browser.new_context(**{"viewport": {"width": WIDTH, "height": HEIGHT}, **(look or {})})
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.route(self._elsewhere, lambda route: route.abort())
        context.on("request", self._requested)
        context.on("console", self._told)
        context.on("weberror", lambda error: self.faults.append(f"{error.page and error.page.url}: {error.error}"))
        page = context.new_page()
        page.goto(self.at(address, way))
        return page

    def at(self, address: str, way: Way = "http") -> str:
        """The absolute address of a page."""
        return f"{self.roots[way]}/{address}"

    def close(self) -> None:
        """Close every window."""
        for context in self._contexts:
            context.close()

    def _requested(self, request: "Request") -> None:
        if self._elsewhere.match(request.url):
            self.faults.append(f"a request to {request.url}")

    def _told(self, message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.page and message.page.url}: {message.type}: {message.text}")


def step_to(page: "Page", at: int) -> None:
    """Wait until the replay page shows this moment."""
    page.wait_for_selector(f'.colt-play[data-at="{at}"]')


def opened(page: "Page", shown: str = f"game={GAME}") -> None:
    """Wait until the replay page shows a game, given by the beginning of its address or a part of it."""
    page.wait_for_selector(f'#colt-stage[data-shown*="{shown}"] .colt-play[data-at]')


def choose(page: "Page", game: str) -> None:
    """Choose a kept game from the list of the replay page."""
    page.click("#colt-games summary")
    page.click(f"#colt-games a[href='#game={game}']")


def unfold(page: "Page", selector: str) -> None:
    """Open the part of the page that folds this element."""
    page.click(f"details:has({selector}) > summary")


def with_plain_spaces(title: str) -> str:
    """A title as the theme writes it into the head of a page, where every kind of space becomes a plain one."""
    return " ".join(title.split())


def is_loaded(page: "Page", picture: str) -> None:
    """Wait until a lazily loaded picture is there and not empty."""
    page.locator(picture).first.scroll_into_view_if_needed()
    page.wait_for_function(
        "selector => { const it = document.querySelector(selector); return it.complete && it.naturalWidth > 0 }",
        arg=picture,
    )


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    demand_all_there_is_to_see()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of the built site over HTTP."""
    with server(SITE, 0) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


@pytest.fixture
def visits(browser: "Browser", served: str) -> Iterator[Visits]:
    """Pages of the built site in a browser; the test fails if one of them reports an error or a foreign request."""
    visits = Visits(browser, {"disk": SITE.resolve().as_uri(), "http": served})
    yield visits
    visits.close()
    assert not visits.faults, visits.faults  # pytest does not rewrite the assertions of this file


fixtures = (browser, served, visits)
