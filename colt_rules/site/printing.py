"""Makes PDF files of printable pages with one browser process.

Chromium is controlled through a pipe with the DevTools protocol. The page numbers of a table of contents are known only
after a first print, so pages with one are printed twice.
"""

import json
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from colt_rules.site.addresses import PRINTED
from colt_rules.site.sources import Tell

PATIENCE = 60.0
"""The most seconds without an answer from the browser, on a busy machine."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without a window, which takes a third less processor time."""
OPTIONS = (
    "--headless",
    "--no-sandbox",  # it opens only our own pages, and many containers allow nothing else
    "--disable-gpu",
    "--no-first-run",
    "--disable-sync",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--remote-debugging-pipe",
)
PAPER = {"preferCSSPageSize": True, "printBackground": True}
FOR_READERS = ("generateDocumentOutline", "generateTaggedPDF")
"""Bookmarks and tags for screen readers. The first print, only for page numbers, is faster without."""

_PAGES = re.compile(rb"(\d+) 0 obj\n<</Type /Pages\b[^\[]*/Kids \[([^\]]*)\]")
_KID = re.compile(rb"(\d+) 0 R")
_PLACE = re.compile(rb"/([\w.-]+) \[(\d+) 0 R /XYZ")
_DATE = re.compile(rb"(?<=Date \(D:)\d{14}")
_START = """
import os, sys
for descriptor in (3, 4):
    os.dup2(int(sys.argv[1]), descriptor)
os.execv(sys.argv[2], sys.argv[2:])
"""
"""The browser reads from descriptor 3 and writes to 4: this sets both to one socket and becomes the browser."""
_NUMBERED = """
numbers => {
  const places = document.querySelectorAll("[data-of]");
  for (const place of places) place.textContent = numbers[place.dataset.of] ?? "00";
  return places.length;
}
"""


class CannotPrint(RuntimeError):
    """There is no browser, or it failed; the message says which."""


@frozen
class Printed:
    """A PDF file."""

    pages: int
    size: int
    """In bytes."""


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


def _printed(window: "Window", page: Path) -> bytes:
    window.open(page)
    if not window.run(_NUMBERED, {}):
        return window.printed()
    window.run(_NUMBERED, places(window.printed(for_readers=False)))
    return window.printed()


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


@define
class Window:
    """A window of a headless browser, and the socket to it."""

    pipe: socket.socket
    session: str = ""
    calls: int = 0
    heard: bytes = b""
    waiting: list[dict[str, Any]] = field(factory=list)

    def open(self, page: Path) -> None:
        """Open a page from disk, and wait until it is loaded."""
        self.waiting.clear()
        answer = self.call("Page.navigate", url=page.resolve().as_uri())
        if answer.get("errorText"):
            raise CannotPrint(f"the browser cannot open {page}: {answer['errorText']}")
        while not any(one.get("method") == "Page.loadEventFired" for one in self.waiting):
            self.waiting.append(self._message())

    def run(self, function: str, value: Any) -> Any:
        """The result of a JavaScript function for a value."""
        expression = f"({function})({json.dumps(value)})"
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def printed(self, *, for_readers: bool = True) -> bytes:
        """The page as a PDF file."""
        options = PAPER | dict.fromkeys(FOR_READERS, for_readers)
        return b64decode(self.call("Page.printToPDF", **options)["data"])

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        """The browser's answer to a call of this method."""
        self.calls += 1
        call: dict[str, Any] = {"id": self.calls, "method": method, "params": values}
        if self.session:
            call["sessionId"] = self.session
        try:
            self.pipe.sendall(json.dumps(call).encode() + b"\0")
        except OSError as error:
            raise CannotPrint("the browser has ended") from error
        while (answer := self._message()).get("id") != self.calls:
            self.waiting.append(answer)
        if "error" in answer:
            raise CannotPrint(f"{method}: {answer['error'].get('message')}")
        result: dict[str, Any] = answer["result"]
        return result

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self.heard:
            if not select.select([self.pipe], [], [], PATIENCE)[0]:
                raise CannotPrint(f"the browser has said nothing for {PATIENCE:.0f} seconds")
            try:
                piece = self.pipe.recv(1 << 20)
            except ConnectionResetError:  # it ended without reading everything
                piece = b""
            if not piece:
                raise CannotPrint("the browser has ended")
            self.heard += piece
        first, _, self.heard = self.heard.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message


@contextmanager
def browser() -> Iterator[Window]:
    """A browser with one window, for as long as it is needed."""
    program = chromium()
    if not program:
        raise CannotPrint("there is no Chromium (apt-get install chromium-headless-shell)")
    ours, its = socket.socketpair()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, ours, its:
        process = subprocess.Popen(
            [sys.executable, "-ISc", _START, str(its.fileno()), program, *OPTIONS, f"--user-data-dir={profile}"],
            pass_fds=[its.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            its.close()  # so that the end of the browser is noticed
            window = Window(ours)
            target = window.call("Target.createTarget", url="about:blank")["targetId"]
            window.session = window.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            window.call("Page.enable")
            yield window
        finally:
            process.terminate()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
