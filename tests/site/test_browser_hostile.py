"""Broken and hostile logs on the replay page: a clear message, nothing that runs, and a page that keeps working."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.site.browser import GAME, WAYS, Visits, Way, choose, fixtures, opened, step_to
from tests.site.javascript import LOGS

if TYPE_CHECKING:
    from playwright.sync_api import Page

browser, served, visits = fixtures

LINES = LOGS[GAME].read_text(encoding="utf-8").splitlines()
EVENT_LINE = next(number for number, line in enumerate(LINES, 1) if '"LootTaken"' in line)
HOSTILE = "<img src=x onerror=window.struck=1><script>window.struck=2</script>"
"""A name that would be a program if it became markup."""


def text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def instead(line: str) -> list[str]:
    """The game with one event line replaced."""
    return [*LINES[: EVENT_LINE - 1], line, *LINES[EVENT_LINE:]]


def chained(lines: Iterable[str]) -> Iterator[str]:
    """These lines, each with the hash of the one before."""
    before = ""
    for line in lines:
        data = json.loads(line) | ({"prev": before} if before else {})
        linked = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        before = hashlib.sha256(linked.encode()).hexdigest()
        yield linked


def with_fields(line: str, **fields: Any) -> str:
    return json.dumps(json.loads(line) | fields, sort_keys=True, separators=(",", ":"))


def drop(page: "Page", folder: Path, content: str) -> str:
    """Open a log with this content, and return the message of the page."""
    path = folder / "log.jsonl"
    path.write_text(content, encoding="utf-8")
    page.set_input_files("#colt-file", path)
    page.wait_for_selector("#colt-problem.colt-problem")
    told: str = page.inner_text("#colt-problem")
    return told


def lives(page: "Page") -> None:
    """Check that a kept game can still be opened and stepped through."""
    choose(page, "sealed")
    opened(page, "game=sealed")
    page.click("[data-step=to-first]")
    step_to(page, 0)
    page.click(".colt-controls [data-step=event-forward]")
    step_to(page, 1)


BROKEN: dict[str, tuple[Callable[[], str], str]] = {
    "empty": (lambda: "", "empty file"),
    "not JSON": (lambda: "a letter to my aunt\n", "line 1"),
    "no header": (lambda: text(LINES[1:]), "header of a log"),
    "a line that is no JSON": (lambda: text(instead("{")), f"line {EVENT_LINE}: expected a JSON object"),
    "cut between lines": (lambda: text(LINES[:-1]), "it was cut"),
    "cut within a line": (lambda: text(LINES)[:-100], "it was cut"),
    "a line is missing": (lambda: text(LINES[:99] + LINES[100:]), "line 100: expected"),
    "an unknown event": (
        lambda: text(chained(instead(with_fields(LINES[EVENT_LINE - 1], type="LootEaten")))),
        'an event type that this site knows, got "LootEaten"',
    ),
    "a field of another kind": (
        lambda: text(chained(instead(with_fields(LINES[EVENT_LINE - 1], data={"bandit": "doc", "token": 5})))),
        f"line {EVENT_LINE}, LootTaken",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_broken_log_gets_a_message_that_says_what_is_wrong(visits: Visits, tmp_path: Path, way: Way) -> None:
    page = visits.open("en/replay.html", way=way)
    for made, said in BROKEN.values():
        page.evaluate("document.querySelector('#colt-problem').className = ''")
        assert said in drop(page, tmp_path, made())
    lives(page)


def test_a_changed_event_breaks_the_chain(visits: Visits, tmp_path: Path) -> None:
    page = visits.open("en/replay.html")
    path = tmp_path / "log.jsonl"
    changed = with_fields(LINES[EVENT_LINE - 1], cites=["fire.target"])
    path.write_text(text(instead(changed)), encoding="utf-8")
    page.set_input_files("#colt-file", path)
    opened(page, "log=")
    assert f"broken at line {EVENT_LINE}" in page.inner_text("#colt-chain.fail")


@pytest.mark.parametrize("way", WAYS)
def test_a_script_in_a_name_is_a_name(visits: Visits, tmp_path: Path, way: Way) -> None:
    page = visits.open("en/replay.html", way=way)
    path = tmp_path / "log.jsonl"
    named = (line.replace('"belle', f'"{HOSTILE}').replace(GAME, HOSTILE) for line in LINES)
    path.write_text(text(chained(named)), encoding="utf-8")
    page.set_input_files("#colt-file", path)
    opened(page, "log=")
    assert page.inner_text("#colt-game") == HOSTILE
    for role in ("referee", "spectator", HOSTILE):
        page.select_option("select[name=role]", role)
        page.click(".colt-controls [data-step=to-last]")
        page.click(".colt-controls [data-step=event-back]")
        assert HOSTILE in page.inner_text(".colt-table")
    page.select_option("select[name=player]", HOSTILE)
    assert page.locator("#colt-stage :is(img, script)").count() == 0
    assert page.evaluate("window.struck") is None
    lives(page)


def test_a_million_events_are_refused_and_the_page_lives_on(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "million.jsonl"
    event = '{"actor":"tuco","cites":[],"command":168,"data":{"action":"fire","bandit":"tuco"},"prev":"","seq":%d,'
    with path.open("w", encoding="utf-8") as file:
        file.write(text(LINES[:-1]))
        file.write('{"actor":"tuco","command":168,"data":{"target":"belle"},"prev":"","type":"Fire","v":1}\n')
        file.writelines(event % seq + '"type":"ActionTaken","v":1}\n' for seq in range(502, 1_000_001))
    page = visits.open(f"en/replay.html#game={GAME}&event=281")
    step_to(page, 281)
    page.set_input_files("#colt-file", path)
    page.click(".colt-controls [data-step=event-forward]")  # while it is being read
    step_to(page, 282)
    page.wait_for_selector("#colt-problem.colt-problem", timeout=120_000)
    assert "at most 200,000 events" in page.inner_text("#colt-problem")
    page.click(".colt-controls [data-step=event-forward]")
    step_to(page, 283)
    lives(page)
