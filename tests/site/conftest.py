"""What the tests of the pages are given. One worker runs them all, so that the sources are read once."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from colt_rules.site.serving import server
from colt_rules.site.sources import Sources
from tests.site.browser import SITE, Visits, chromium, demand_all_there_is_to_see
from tests.site.reading import some_sources

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep together what shares the sources, and what shares a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("browser" if "browser" in item.path.name else "site"))


@pytest.fixture(scope="session")
def sources() -> Sources:
    return some_sources()


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    demand_all_there_is_to_see()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """The address of the built site over HTTP."""
    with server(SITE, 0) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


@pytest.fixture
def visits(browser: "Browser", served: str) -> Iterator[Visits]:
    """Pages of the built site in a browser; the test fails if one of them complains or asks for something elsewhere."""
    visits = Visits(browser, {"disk": SITE.resolve().as_uri(), "http": served})
    yield visits
    visits.close()
    assert not visits.faults
