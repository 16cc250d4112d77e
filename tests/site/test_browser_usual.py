"""What every site has, in a real browser: a page for unknown addresses, previews, an app that works offline."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.serving import server
from colt_rules.site.words import all_words
from tests.site.browser import CLAUSE, LOOKS, PATIENCE, SCREENSHOTS, SITE, Visits, fixtures, with_plain_spaces

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

browser, served, visits = fixtures


def say(key: str, lang: str) -> str:
    return all_words()[key].in_language(lang)


# --- unknown addresses


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_missing_is_told_in_the_language_of_the_address(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/clauses/no.such.clause.html")
    assert page.locator("h1:visible").all_inner_texts() == [say("not-found.title", lang)]
    assert page.locator("html").get_attribute("lang") == lang
    page.click("main a:visible >> nth=1")
    page.wait_for_url(visits.at(f"{lang}/rules/index.html"))
    excuse(visits)


def test_elsewhere_it_is_told_in_the_language_of_the_browser(visits: Visits) -> None:
    page = visits.open("nothing", look={"locale": "fr-FR"})
    assert page.locator("h1:visible").all_inner_texts() == [say("not-found.title", "fr")]
    page.click("a:visible >> nth=0")
    page.wait_for_url(visits.at("fr/index.html"))
    excuse(visits)


def test_below_a_folder_of_a_host_it_leads_into_that_folder(context: "BrowserContext", tmp_path: Path) -> None:
    (tmp_path / "colt" / "fr").mkdir(parents=True)
    shutil.copy(SITE / "404.html", tmp_path)
    (tmp_path / "colt" / "fr" / "index.html").write_text("<h1>Accueil</h1>", encoding="utf-8")
    with server(tmp_path, 0) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{serving.server_port}/colt/fr/clauses/nothing.html")
        page.click("a:visible >> nth=0")
        page.wait_for_url(re.compile("/colt/fr/index.html$"))
        assert page.inner_text("h1") == "Accueil"
        serving.shutdown()


def test_from_disk_the_page_leads_into_the_site(visits: Visits) -> None:
    page = visits.open("404.html", way="disk", look={"locale": "pl-PL"})
    page.click("a:visible >> nth=0")
    page.wait_for_url(visits.at("pl/index.html", "disk"))


def test_without_scripts_it_speaks_all_languages(visits: Visits) -> None:
    page = visits.open("nothing", look={"java_script_enabled": False})
    assert page.locator("h1:visible").all_inner_texts() == [say("not-found.title", lang) for lang in LANGUAGES]
    excuse(visits)


@pytest.mark.parametrize("look", LOOKS)
def test_it_can_be_seen_whatever_it_looks_like(visits: Visits, look: str) -> None:
    page = visits.open("ru/nothing.html", look=LOOKS[look])
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"missing-{look}.png")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    excuse(visits)


def excuse(visits: Visits) -> None:
    """Ignore the expected 404, which a browser reports as a fault."""
    visits.faults[:] = [fault for fault in visits.faults if "the server responded with a status of 404" not in fault]


# --- previews


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_tells_others_what_it_is(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/clauses/{CLAUSE}.html")
    clause = registry().clauses[CLAUSE]
    said = {
        name: page.locator(f'meta[property="og:{name}"]').get_attribute("content") or ""
        for name in ("title", "description", "image")
    }
    assert said["title"] == with_plain_spaces(clause.title.in_language(lang))
    assert clause.text.in_language(lang).startswith(said["description"].rstrip("…"))
    assert page.locator("meta[name=description]").get_attribute("content") == said["description"]
    size = page.evaluate(
        "async (at) => { const it = new Image(); it.src = at; await it.decode(); return [it.width, it.height] }",
        said["image"],
    )
    assert size == [1200, 630]


# --- without a network


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of a part of the site that can be changed, and its address."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("pl", "play", "find"):
        (site / name).mkdir()
    for path in SITE.iterdir():
        if path.is_file():
            shutil.copy(path, site)
    for name in ("pl/assets", "pl/rules", "play", "find"):
        if (SITE / name).exists():
            shutil.copytree(SITE / name, site / name, dirs_exist_ok=True)
    for name in ("pl/index.html", "pl/glossary.html", f"pl/clauses/{CLAUSE}.html"):
        (site / name).parent.mkdir(exist_ok=True)
        shutil.copy(SITE / name, site / name)
    with server(site, 0) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        yield site, f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


@pytest.fixture
def context(browser: "Browser") -> "Iterator[BrowserContext]":
    context = browser.new_context(locale="pl-PL")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


UNTIL = """
async ([condition, arg, patience]) => {
  const isSo = eval(condition);
  for (const end = Date.now() + patience; !(await isSo(arg)); ) {
    if (Date.now() > end) throw new Error(`expected in time: ${condition} of ${arg}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""
"""Waits for a promise; `wait_for_function` would treat the promise itself as true."""


def kept(page: "Page", address: str) -> None:
    """Wait until a page is cached."""
    page.evaluate(UNTIL, ["(address) => caches.match(address)", address, PATIENCE])


def test_the_site_can_be_installed(visits: Visits) -> None:
    page = visits.open("pl/index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    errors = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}, "each window of a test is one in which nothing can be installed"
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Colt Rules"


def test_from_disk_there_is_neither_worker_nor_manifest(visits: Visits) -> None:
    page = visits.open("pl/index.html", way="disk")
    assert page.locator("link[rel=manifest]").count() == 0


def test_what_was_seen_and_what_a_language_begins_with_is_read_without_a_network(
    copied: tuple[Path, str], context: "BrowserContext"
) -> None:
    _, root = copied
    page = context.new_page()
    page.goto(f"{root}/pl/clauses/{CLAUSE}.html")
    for address in (f"pl/clauses/{CLAUSE}.html", "pl/rules/base/fire.html", "pl/glossary.html", "404.html"):
        kept(page, f"{root}/{address}")
    context.set_offline(True)
    page.reload()
    assert page.inner_text(".statement") == registry().clauses[CLAUSE].text.pl
    page.goto(f"{root}/pl/rules/base/fire.html")
    assert page.locator("article h1").count() == 1
    page.goto(f"{root}/pl/clauses/fire.target.html")
    assert page.locator("h1:visible").all_inner_texts() == [say("not-found.offline-title", "pl")]


def test_after_a_new_build_nobody_sees_an_old_page(copied: tuple[Path, str], context: "BrowserContext") -> None:
    site, root = copied
    page = context.new_page()
    page.goto(f"{root}/pl/glossary.html")
    kept(page, f"{root}/pl/glossary.html")
    first = build_shown(root)
    glossary = site / "pl" / "glossary.html"
    glossary.write_text(glossary.read_text("utf-8").replace("id=top>", "id=top>Nowe: ", 1), encoding="utf-8")
    worker = site / "worker.js"
    worker.write_text(worker.read_text("utf-8").replace(first, "0" * 16), encoding="utf-8")
    page.goto(f"{root}/pl/glossary.html")
    assert page.inner_text("h1").startswith("Nowe: ")
    page.evaluate("navigator.serviceWorker.ready.then((it) => it.update())")
    page.evaluate(UNTIL, [ONLY_NEW, "0" * 16, PATIENCE])
    page.goto(f"{root}/pl/glossary.html")
    kept(page, f"{root}/pl/glossary.html")
    context.set_offline(True)
    page.reload()
    assert page.inner_text("h1").startswith("Nowe: ")


ONLY_NEW = """async (build) =>
  (await caches.keys()).filter((name) => name.startsWith("colt-rules ")).every((name) => name.endsWith(build))"""
"""The caches of pages are those of a build; the engine has one that outlives a build."""


def build_shown(root: str) -> str:
    """The build of the worker."""
    with urlopen(f"{root}/worker.js") as answer:
        match = re.search(rb'"build": "(\w+)"', answer.read())
    assert match
    return match[1].decode()
