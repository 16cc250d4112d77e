"""Programs for node that use the scripts of the site: one line of JSON in, one line of JSON out."""

import json
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, islice
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from colt_rules.kernel import NEW, evolve
from colt_rules.log.entries import EventEntry
from colt_rules.log.lines import read_lines
from colt_rules.model.state import Game
from colt_rules.site.audiences import records_data
from colt_rules.site.browser_scripts import SCRIPT, scripts_of_modules
from colt_rules.views import roles
from tests.conftest import THOROUGH, with_every_module

ROOT = Path(__file__).parents[2]
FOLD = ROOT / "conformance" / "adapters" / "js" / "fold.mjs"
LOGS = {path.stem: path for path in sorted((ROOT / "events" / "games").glob("*.jsonl"))}
A_FEW = with_every_module(
    "house-rules-duo", "expert-all-boxes-five", "french-team-stagecoach", "polish-base", "team-four"
)
"""Kept games of every module and three editions."""
BATCHES = [list(LOGS)[first::8] for first in range(8)] if THOROUGH else [A_FEW]
"""The kept games, in batches for one node process each: starting it takes longer than a few games."""

needs_node = pytest.mark.skipif(which("node") is None, reason="needs node 18 or newer: install nodejs and run it again")

MODULE_SCRIPTS = "".join(f'import "{path.as_uri()}";' for path in scripts_of_modules())
IMPORTS = f"""
import {{ readFileSync }} from "node:fs";
import {{ NEW, evolve }} from "{FOLD.as_uri()}";
import {{ VISIBILITY, rolesOf }} from "{SCRIPT.as_uri()}/visibility.mjs";
import {{ glimpse, seenEvent }} from "{SCRIPT.as_uri()}/view.mjs";
import {{ sceneOfState, sceneOfView }} from "{SCRIPT.as_uri()}/scene.mjs";
import {{ trainSvg }} from "{SCRIPT.as_uri()}/board.mjs";
{MODULE_SCRIPTS}
const RECORDS = {json.dumps(records_data())};
"""
READING = """
const jsonLines = (file) => readFileSync(file, "utf8").trimEnd().split("\\n").map((line) => JSON.parse(line));

/** Whoever changes what it was given fails here. */
function frozen(value) {
  if (value && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Some events of a log, each with the state after it. */
function positions({ log, every }) {
  let state = NEW;
  return jsonLines(log)
    .filter(({ seq }) => seq)
    .map((event) => ({ event, state: (state = evolve(state, event)) }))
    .filter((position, index) => index % every === 0)
    .map((position) => frozen(position));
}

/** Whose turn it is to look at the position with this number. */
const inTurn = (state, index) => rolesOf(state)[index % rolesOf(state).length];

const tell = (value) => console.log(JSON.stringify(value));
"""


def answers(answer: str, questions: Iterable[Any]) -> list[Any]:
    """The result of this JavaScript function for each question."""
    loop = f"const answer = {answer};\nfor (const asked of jsonLines(0)) tell(answer(frozen(asked)));"
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", IMPORTS + READING + loop],
        input="".join(f"{json.dumps(question)}\n" for question in questions),
        capture_output=True,
        encoding="utf-8",
    )
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def kept(names: Iterable[str], every: int, **more: Any) -> list[dict[str, Any]]:
    """A question about positions of each of these kept games."""
    return [{"log": str(LOGS[name]), "every": every, **more} for name in names]


def positions(name: str, every: int) -> Iterator[tuple[EventEntry, Game]]:
    """Some events of a kept game, each with the state after it: the same ones that node uses."""
    return iter(all_positions(name)[::every])


@cache
def all_positions(name: str) -> list[tuple[EventEntry, Game]]:
    """Every event of a kept game with the state after it. Cached, because many tests use them."""
    events = read_lines(LOGS[name]).events
    states = accumulate((entry.event for entry in events), evolve, initial=NEW)
    return list(zip(events, islice(states, 1, None), strict=True))


def in_turn(game: Game, index: int) -> str:
    """The role that looks at the position with this number."""
    return roles(game)[index % len(roles(game))]
