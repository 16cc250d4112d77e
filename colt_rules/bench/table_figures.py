"""The figures of the table in the browser, for ``colt bench site``: until one can choose, a choice, a bot's move."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING, Any

from colt_rules.bench.figures import INFORMATION, Goal, Measurement
from colt_rules.playing.strengths import STRENGTHS
from colt_rules.site.engine.packing import LIST_FILE
from colt_rules.site.printing import CannotPrint, browser
from colt_rules.site.serving import server

if TYPE_CHECKING:
    from playwright.sync_api import Page

ENOUGH = 25
"""The most milliseconds until a choice is answered: 100 on a machine four times as slow."""
CHOICES = 40
"""The choices of a game that are measured."""
_BEGUN = """
async () => {
  for (const select of document.querySelectorAll(".colt-setup select[name^=who-]")) {
    select.value = "person";
    select.dispatchEvent(new Event("change"));
  }
  const began = performance.now();
  document.querySelector(".colt-setup [type=submit]").click();
  while (!document.querySelector("[data-state=curtain], [data-state=choosing]")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return (performance.now() - began) / 1000;
}
"""
"""Begins a game in which people have all seats, so that no bot delays the first choice."""
_PLAYED = """
async ([strength, most]) => {
  const engine = await colt.parts.in_script_engine.openEngine();
  const ask = (ask, fields = {}) => engine.ask({ ask, lang: "en", ...fields });
  const seats = ["tuco", "ghost", "belle", "doc"], [role] = seats, choices = [], moves = [];
  const players = seats.map((seat) => (seat === role ? "person" : strength));
  const options = { edition: "ru-full", modules: ["base"], powers: true, happenings: true, stations: true };
  const setup = { seats, players, ...options, train: [], house_rules: [], practice: true };
  await ask("begin", { setup, seed: 1 });
  const timed = async (into, does) => {
    const began = performance.now();
    await does();
    into.push(performance.now() - began);
  };
  let now = await ask("look", { role });
  while (!now.over && choices.length < most) {
    if (now.waits.some(({ actor }) => actor === role)) {
      const { command } = await ask("hint", { role });
      await timed(choices, async () => {
        await ask("choose", { role, command });
        const after = now.number;
        now = await ask("look", { role });
        await ask("moments", { role, after });
      });
    } else {
      const isBot = now.waits.some(({ actor }) => seats.includes(actor));
      await timed(isBot ? moves : [], () => ask("advance"));
      now = await ask("look", { role });
    }
  }
  engine.close();
  return { choices, moves };
}
"""
"""Plays a part of a game with the engine of the page: milliseconds of each own choice and of each move of a bot."""


def measure(site: Path) -> Iterator[Measurement]:
    """Yield the figures of the page on which one plays; none if the site has no engine, or there is no browser."""
    if not (site / LIST_FILE).exists():
        return
    try:
        with server(site, 0) as serving, browser() as window:
            Thread(target=serving.serve_forever, daemon=True).start()
            yield from _measured(window, f"http://127.0.0.1:{serving.server_port}/en/play.html")
            serving.shutdown()
    except CannotPrint:
        return


def _measured(window: "Page", address: str) -> Iterator[Measurement]:
    for name, what in (("table-cold", "on the first visit"), ("table-warm", "on the next visit")):
        window.goto(address)
        window.wait_for_selector(".colt-setup")
        window.evaluate("navigator.serviceWorker.ready.then(() => true)")
        yield _once(Goal(name, f"from the click until the first choice, {what}", "s", INFORMATION), _BEGUN, window)
    choices: list[float] = []
    for strength in STRENGTHS:
        window.goto(address)
        played: dict[str, Any] = window.evaluate(_PLAYED, [strength, CHOICES])
        choices += played["choices"]
        yield _told(Goal(f"table-{strength}", f"a move of a bot, {strength}", "ms", INFORMATION), played["moves"])
    yield _told(Goal("table-choice", "a choice, until the page knows what happened", "ms", ENOUGH), choices)


def _once(goal: Goal, script: str, window: "Page") -> Measurement:
    seconds: float = window.evaluate(script)
    return goal.measured(1, lambda _: seconds)


def _told(goal: Goal, values: list[float]) -> Measurement:
    return goal.measured(1, lambda _: median(values))
