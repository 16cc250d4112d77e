"""PDF files: parsing, printing without a browser, and with a real one the content of the pages."""

import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from shutil import which

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site import aids, booklets, printing
from colt_rules.site.addresses import PRINTED
from colt_rules.site.booklets import chapters
from colt_rules.site.illustrations import all_shown
from colt_rules.site.pages import guided
from colt_rules.site.pictures import files as picture_files
from colt_rules.site.printing import CannotPrint, Printed, chromium, page_objects, places, print_all, undated
from tests.conftest import THOROUGH
from tests.site.reading import some_sources

needs_playwright = pytest.mark.skipif(not find_spec("playwright"), reason="needs playwright: pip install playwright")

ROOM = """
() => {
  const main = document.querySelector("main");
  const lowest = Math.max(...[...main.querySelectorAll("li")].map(line => line.getBoundingClientRect().bottom));
  return [main.scrollWidth - main.clientWidth, main.getBoundingClientRect().bottom - lowest];
}
"""
"""By how much the text of a sheet is too wide, and how much of its height stays empty."""
SIZE = "() => parseFloat(getComputedStyle(document.querySelector('main')).fontSize)"
PDF = b"""%PDF-1.4
1 0 obj
<</Title (x)
/CreationDate (D:20261117042104+00'00')
/ModDate (D:20261117042104+00'00')>>
endobj
13 0 obj
<</Type /Pages
/Count 3
/Kids [20 0 R 11 0 R]>>
endobj
20 0 obj
<</Type /Pages
/Count 2
/Kids [2 0 R 9 0 R]
/Parent 13 0 R>>
endobj
14 0 obj
<</topic-1 [9 0 R /XYZ 6 580.7 0]
/end.tie-break [11 0 R /XYZ 6 580.7 0]>>
endobj
"""


def test_pages_and_anchors_are_found() -> None:
    assert sorted(page_objects(PDF)) == [2, 9, 11]
    assert len(page_objects(PDF)) == 3


def test_pages_come_in_their_order_also_where_they_lie_in_a_tree() -> None:
    assert page_objects(PDF) == [2, 9, 11]
    assert places(PDF) == {"topic-1": 2, "end.tie-break": 3}


def test_when_it_was_made_is_not_told() -> None:
    other = PDF.replace(b"20261117042104", b"20270101120000")
    assert undated(PDF) == undated(other) != PDF
    assert len(undated(PDF)) == len(PDF)


def site(folder: Path) -> Path:
    (folder / PRINTED).mkdir()
    (folder / PRINTED / "a.html").write_text("<!doctype html><title>a</title><p>a", encoding="utf-8")
    return folder


def test_without_a_browser_the_build_says_so_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "chromium", lambda: "")
    told: list[str] = []
    assert print_all(site(tmp_path), told.append) == {}
    assert told == [
        "no PDF of booklets and player aids: there is no Chromium (apt-get install chromium-headless-shell)"
    ]


@needs_playwright
@pytest.mark.parametrize(("script", "why"), [("exit 1", "BrowserType.launch: "), ("sleep 5", "Timeout 400ms exceeded")])
def test_with_a_broken_browser_the_build_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    program = tmp_path / "browser"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(printing, "chromium", lambda: str(program))
    monkeypatch.setattr(printing, "PATIENCE", 0.4)
    told: list[str] = []
    assert print_all(site(tmp_path), told.append) == {}
    assert [why in line for line in told] == [True]
    assert not list(tmp_path.rglob("*.pdf"))


def test_without_playwright_the_build_says_so_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "chromium", lambda: "/bin/true")
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    told: list[str] = []
    assert print_all(site(tmp_path), told.append) == {}
    assert told == [
        "no PDF of booklets and player aids: playwright is not installed (pip install 'colt-rules[browser]')"
    ]


# --- with a real browser


def demand_a_browser() -> None:
    """Continue only with a browser that can be driven; in thorough runs its absence is a failure."""
    missing = [
        *(() if find_spec("playwright") else ["needs playwright: pip install playwright"]),
        *(() if chromium() else ["needs Chromium: apt-get install chromium-headless-shell"]),
    ]
    if missing:
        (pytest.fail if THOROUGH else pytest.skip)("; ".join(missing))


def write(folder: Path, languages: tuple[str, ...]) -> None:
    """Everything printable, with its pictures."""
    sources = some_sources()
    printable = (aids.files(sources, languages), booklets.files(sources, languages))
    pictures = (guided.files(sources, languages), picture_files(all_shown(sources)))
    for name, text in chain(*printable, *pictures):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Printed]]:
    """Everything printed in Polish: a booklet, and the sheets of each edition."""
    demand_a_browser()
    folder = tmp_path_factory.mktemp("site")
    write(folder, ("pl",))
    return folder, print_all(folder)


@pytest.mark.thorough
def test_a_sheet_is_one_page_and_a_booklet_has_some(printed: tuple[Path, dict[str, Printed]]) -> None:
    _, found = printed
    assert len(found) == 1 + sum(len(aids.sheets(edition)) for edition in registry().editions.values())
    assert {one.pages for name, one in found.items() if "aid." in name} == {1}
    assert 24 <= found["booklets/pl-base.pl.pdf"].pages <= 40


@pytest.mark.thorough
def test_a_sheet_has_room_for_its_text_and_is_not_half_empty_in_any_language(tmp_path: Path) -> None:
    demand_a_browser()
    write(tmp_path, LANGUAGES)
    with printing.browser() as window:
        window.emulate_media(media="print")
        for page in sorted((tmp_path / PRINTED).glob("aid.*.html")):
            half = "class='aid half'" in page.read_text(encoding="utf-8")
            window.set_viewport_size({"width": 718 if half else 1046, "height": 500 if half else 720})
            window.goto(page.as_uri())
            wide, room = window.evaluate(ROOM)
            assert wide <= 1, f"{page.name}: a third column"
            assert room < (230 if half else 200), f"{page.name}: {room} pixels stay empty"


@pytest.mark.thorough
def test_the_type_of_a_printed_sheet_is_the_largest_that_fits(tmp_path: Path) -> None:
    demand_a_browser()
    write(tmp_path, ("ru",))
    with printing.browser() as window:
        window.emulate_media(media="print")
        for name in ("aid.ru-full.ru", "aid.ru-full.marshal.ru", "aid.ru-full.more.ru"):
            window.goto((tmp_path / PRINTED / f"{name}.html").as_uri())
            estimated = float(window.evaluate(SIZE))
            window.evaluate(printing.FITTED)
            wide, room = window.evaluate(ROOM)
            assert wide <= 0, f"{name}: a third column"
            assert room < 60 or window.evaluate(SIZE) > 16.5, f"{name}: {room} pixels stay empty"
            assert window.evaluate(SIZE) > estimated, name


@pytest.mark.thorough
def test_a_picture_of_a_booklet_stands_on_the_page_of_its_rule(printed: tuple[Path, dict[str, Printed]]) -> None:
    folder, _ = printed
    with printing.browser() as window:
        window.emulate_media(media="print")
        window.goto((folder / "booklets/pl-base.pl.html").as_uri())
        kept = """() => [...document.querySelectorAll("article p:has(+ figure)")].map(it => {
          const { breakInside, breakAfter } = getComputedStyle(it);
          return `${breakInside} ${breakAfter}`;
        })"""
        assert {*window.evaluate(kept)} == {"avoid avoid"}


@pytest.mark.thorough
def test_the_contents_name_the_pages_on_which_chapters_begin(printed: tuple[Path, dict[str, Printed]]) -> None:
    folder, found = printed
    pdf = (folder / "booklets/pl-base.pl.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert found["booklets/pl-base.pl.pdf"].size == len(pdf)
    told = chapters(registry(), "pl-base")
    begin = places(pdf)
    pages = [begin[chapter.anchor] for chapter in told]
    assert pages == sorted(pages)
    assert pages[0] >= 3
    if not which("pdftotext"):
        (pytest.fail if THOROUGH else pytest.skip)("needs pdftotext to read the pages: apt-get install poppler-utils")
    text = subprocess.run(
        ["pdftotext", "-layout", folder / "booklets/pl-base.pl.pdf", "-"], capture_output=True, text=True, check=True
    ).stdout.split("\f")
    contents = "".join(text[1 : pages[0] - 1])
    for chapter, page in zip(told, pages, strict=True):
        assert re.search(rf"^\s*{chapter.number}\. .*\D{page}$", contents, re.MULTILINE)
        assert re.search(rf"^\s*{chapter.number}\. ", text[page - 1], re.MULTILINE)
        assert re.search(rf"^\s*{page}$", text[page - 1], re.MULTILINE)  # the number at its foot


@pytest.mark.thorough
def test_a_page_that_is_not_there_is_told(tmp_path: Path) -> None:
    demand_a_browser()
    with pytest.raises(CannotPrint, match="ERR_FILE_NOT_FOUND"), printing.browser() as window:
        window.goto((tmp_path / "none.html").as_uri())
