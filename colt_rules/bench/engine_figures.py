"""The figures of the engine in the browser, for ``colt bench site``: its weight, its start in Chromium, its speed."""

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

from colt_rules.bench.figures import INFORMATION, Goal, Measurement, check_measured
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.running.verify import verified
from colt_rules.site.checking import HEAVIEST_ENGINE, is_engine
from colt_rules.site.engine.packing import LIST_FILE, NODE
from colt_rules.site.engine.suite import groups
from colt_rules.site.printing import CannotPrint, browser
from colt_rules.site.serving import server

MEGABYTE = 1_000_000
EVERY = 40
"""One run in so many is put to both engines."""
_STARTED = """
async () => {
  const began = performance.now();
  const engine = await colt.parts.in_script_engine.openEngine();
  await engine.ask({ ask: "look", lang: "en", role: "spectator" });
  engine.close();
  return (performance.now() - began) / 1000;
}
"""


def measure(site: Path) -> Iterator[Measurement]:
    """Yield the figures of the engine of a built site; none if the site has no engine."""
    if not (site / LIST_FILE).exists():
        return
    files = {path.relative_to(site).as_posix(): path.stat().st_size for path in site.glob("engine/*")}
    loaded = sum(size for name, size in files.items() if "suite-" not in name) / MEGABYTE
    weight = Goal("engine", "the engine with the suite", "MB", HEAVIEST_ENGINE / MEGABYTE)
    yield weight.measured(1, lambda _: sum(filter(None, map(files.get, filter(is_engine, files)))) / MEGABYTE)
    yield Goal("engine-loaded", "of it loaded for a game", "MB", INFORMATION).measured(1, lambda _: loaded)
    yield from _in_chromium(site)
    yield from _in_node(site)


def _in_chromium(site: Path) -> Iterator[Measurement]:
    """Seconds until the first answer, on the first visit and on the next."""
    try:
        with server(site, 0) as serving, browser() as window:
            Thread(target=serving.serve_forever, daemon=True).start()
            for name, what in (("engine-cold", "on the first visit"), ("engine-warm", "on the next visit")):
                window.goto(f"http://127.0.0.1:{serving.server_port}/en/prove.html")
                window.evaluate("navigator.serviceWorker.ready.then(() => true)")
                seconds: float = window.evaluate(_STARTED)
                figure = Goal(name, f"until the engine answers in Chromium, {what}", "s", INFORMATION)
                yield figure.measured(1, lambda _, seconds=seconds: seconds)  # type: ignore[misc]
            serving.shutdown()
    except CannotPrint:
        return


def _in_node(site: Path) -> Iterator[Measurement]:
    """The memory of the process, and how much longer a part of the suite takes than on this Python."""
    runs = suite().runs[::EVERY]
    requests = [*(json.dumps({"cases": data.decode()}) for data in groups(runs).values()), '{"ask": "memory"}']
    with subprocess.Popen(
        ["node", str(NODE), str(site)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as node:
        assert node.stdin
        assert node.stdout
        check_measured("the engine in node", bool(node.stdout.readline()), "it did not start")
        seconds, answers = [], list[Any]()
        for request in requests:
            began = time.perf_counter()
            node.stdin.write(f"{request}\n")
            node.stdin.flush()
            answers.append(json.loads(node.stdout.readline()))
            seconds.append(time.perf_counter() - began)
    departures = [departure for answer in answers[:-1] for departure in answer["departures"]]
    check_measured("the suite on the engine", not departures, "; ".join(departures[:3]))
    began = time.perf_counter()
    for run in runs:
        verified(run)
    times = sum(seconds[:-1]) / (time.perf_counter() - began)
    memory = answers[-1]["bytes"] / MEGABYTE
    yield Goal("engine-memory", "memory of node with the engine", "MB", INFORMATION).measured(1, lambda _: memory)
    slower = Goal("engine-suite", "the suite on the engine, against this Python", "times", INFORMATION)
    yield slower.measured(1, lambda _: times)
