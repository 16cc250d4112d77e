"""Makes PDF files of printable pages with one browser process.

Playwright drives Chromium. The page numbers of a table of contents are known only after a first print, so pages with
one are printed twice.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from colt_rules.site.addresses import PRINTED
from colt_rules.site.sources import Tell

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60.0
"""The most seconds without an answer from the browser, on a busy machine."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without a window, which takes a third less processor time."""
_PAGES = re.compile(rb"(\d+) 0 obj\n<</Type /Pages\b[^\[]*/Kids \[([^\]]*)\]")
_KID = re.compile(rb"(\d+) 0 R")
_PLACE = re.compile(rb"/([\w.-]+) \[(\d+) 0 R /XYZ")
_DATE = re.compile(rb"(?<=Date \(D:)\d{14}")
_NUMBERED = """
numbers => {
  const places = document.querySelectorAll("[data-of]");
  for (const place of places) place.textContent = numbers[place.dataset.of] ?? "00";
  return places.length;
}
"""


FITTED = """
() => {
  const main = document.querySelector(".aid main");
  if (!main) return;
  const fits = () => main.scrollWidth <= main.clientWidth && main.scrollHeight <= main.clientHeight;
  let [fitting, tooLarge] = [6, 13];
  while (tooLarge - fitting > 0.1) {
    const tried = (fitting + tooLarge) / 2;
    main.style.fontSize = `${tried}pt`;
    if (fits()) fitting = tried; else tooLarge = tried;
  }
  main.style.fontSize = `${fitting - 0.1}pt`;
}
"""
"""Sets a player aid in the largest type that fits its paper.

Whoever prints the page has the size that its style estimates.
"""
_LOADED = """
() => Promise.all([...document.images].map(image => {
  image.loading = "eager";
  return image.decode().catch(() => {});
}))
"""
"""Pictures are otherwise loaded only when they scroll into view."""


class CannotPrint(RuntimeError):
    """There is no browser, or it failed; the message says which."""


@frozen
class Printed:
    """A PDF file."""

    pages: int
    size: int
    """The size in bytes."""


def chromium() -> str:
    """The path of Chromium, or an empty string."""
    return next(filter(None, map(shutil.which, NAMES)), None) or ""


def print_all(site: Path, tell: Tell = lambda _: None) -> dict[str, Printed]:
    """Make a PDF of every printable page; without a browser, report that and continue.

    Returns the PDF files by path from the root of the site.
    """
    pages = sorted((site / PRINTED).glob("*.html"))
    printed: dict[str, Printed] = {}
    try:
        with browser() as window:
            for page in pages:
                pdf = undated(_printed(window, page))
                path = page.with_suffix(".pdf")
                path.write_bytes(pdf)
                printed[path.relative_to(site).as_posix()] = Printed(len(page_objects(pdf)), len(pdf))
    except CannotPrint as error:
        for path in (site / PRINTED).glob("*.pdf"):
            path.unlink()
        tell(f"no PDF of booklets and player aids: {error}")
        return {}
    tell(f"printed {len(printed)} booklets and player aids")
    return printed


def _printed(window: "Page", page: Path) -> bytes:
    window.goto(page.resolve().as_uri())
    window.evaluate(_LOADED)
    window.emulate_media(media="print")
    window.evaluate(FITTED)
    if window.evaluate(_NUMBERED, {}):
        window.evaluate(_NUMBERED, places(window.pdf(prefer_css_page_size=True, print_background=True)))
    # Bookmarks and tags for screen readers; the first print, only for page numbers, is faster without.
    pdf: bytes = window.pdf(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
    return pdf


# --- the structure of a PDF file, as Chromium writes it


def page_objects(pdf: bytes) -> list[int]:
    """The object numbers of its pages, in order: many pages form a tree."""
    tree = {int(number): [*map(int, _KID.findall(kids))] for number, kids in _PAGES.findall(pdf)}
    inner = {kid for kids in tree.values() for kid in kids}

    def leaves(number: int) -> Iterator[int]:
        for kid in tree.get(number, ()):
            yield from leaves(kid) if kid in tree else (kid,)

    return [leaf for root in tree if root not in inner for leaf in leaves(root)]


def places(pdf: bytes) -> dict[str, int]:
    """The page number, from 1, of each anchor that something in the file links to."""
    numbers = {number: place for place, number in enumerate(page_objects(pdf), 1)}
    return {name.decode(): numbers[int(at)] for name, at in _PLACE.findall(pdf) if int(at) in numbers}


def undated(pdf: bytes) -> bytes:
    """The file without its creation time, so that the same pages give the same file."""
    return _DATE.sub(b"20000101000000", pdf)


# --- the browser


@contextmanager
def browser() -> Iterator["Page"]:
    """A page of a headless browser, for as long as it is needed."""
    program = chromium()
    if not program:
        raise CannotPrint("there is no Chromium (apt-get install chromium-headless-shell)")
    try:
        from playwright.sync_api import Error, sync_playwright
    except ModuleNotFoundError as error:
        raise CannotPrint("playwright is not installed (pip install 'colt-rules[browser]')") from error
    try:
        with sync_playwright() as playwright:
            # It opens only our own pages, and many containers allow no sandbox.
            started = playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox"], timeout=1000 * PATIENCE
            )
            window = started.new_page()
            window.set_default_timeout(1000 * PATIENCE)
            yield window
    except Error as error:
        raise CannotPrint(str(error).partition("\n")[0]) from error
