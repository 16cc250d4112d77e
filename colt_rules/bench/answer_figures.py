"""The figures of the first answer on a slow phone, for ``colt bench site``: from opening a page, and from the question.

Chromium slows its processor and its network down as Lighthouse does for phones.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from colt_rules.bench.figures import Goal, Measurement
from colt_rules.site.printing import CannotPrint, browser
from colt_rules.site.serving import server

if TYPE_CHECKING:
    from playwright.sync_api import Page

ENOUGH, ENOUGH_TYPED = 4, 2
"""The most seconds until the answer, from opening the page and from typing the question."""
SLOWER = 6
"""How many times the processor is slower."""
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""Milliseconds, and bytes a second: 1.6 and 0.75 megabits."""
QUESTIONS = {"en": "who wins a tie", "ru": "кто выигрывает при ничьей"}
"""A question in the language with the least data and in the one with the most."""
FIELD = ".colt-ask input"
_SHOWN = "words => document.querySelector('.colt-find').dataset.shown === words"


def measure(site: Path, repeats: int) -> Iterator[Measurement]:
    """Yield the figures for each question; none for a site without these pages, or without a browser."""
    pages = {lang: f"{lang}/index.html" for lang in QUESTIONS}
    if not all((site / page).exists() for page in pages.values()):
        return
    try:
        for lang, page in pages.items():
            measured = [_seconds(site, page, QUESTIONS[lang]) for _ in range(repeats)]
            opened, typed = zip(*measured, strict=True)
            what = f"on a slow phone, {lang}: from opening the first page to an answer"
            yield Goal(f"answer-{lang}", what, "s", ENOUGH).measured(repeats, opened.__getitem__)
            what = f"of these, {lang}: from the question on"
            yield Goal(f"typed-{lang}", what, "s", ENOUGH_TYPED).measured(repeats, typed.__getitem__)
    except CannotPrint:
        return


def _seconds(site: Path, page: str, question: str) -> tuple[float, float]:
    """Seconds from opening the page, and from typing the question, until the answer, on the first visit."""
    with server(site, 0) as serving, browser() as window:
        Thread(target=serving.serve_forever, daemon=True).start()
        _slow_down(window)
        opened = time.perf_counter()
        window.goto(f"http://127.0.0.1:{serving.server_port}/{page}", wait_until="commit")
        window.focus(FIELD)
        typed = time.perf_counter()
        window.keyboard.type(question)
        window.wait_for_function(_SHOWN, arg=question)
        answered = time.perf_counter()
        serving.shutdown()
    return answered - opened, answered - typed


def _slow_down(window: "Page") -> None:
    window.set_viewport_size({"width": 390, "height": 844})
    phone = window.context.new_cdp_session(window)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", NETWORK)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
