"""How the tests run the pack: three small cases, the commands, and a search for leftover processes.

Only the second case names Cheyenne, so an engine that misbehaves at her name spoils one case of three.
"""

import atexit
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from colt_rules.conformance.cases.case import read_case
from colt_rules.conformance.cases.expand import Run, expand
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.cases.yaml import parse_documents
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.leftover_processes import SUBREAPER
from colt_rules.conformance.running.questions import questions
from colt_rules.conformance.running.smoke import _asked as asked_by_smoke
from colt_rules.log.codec import to_data
from colt_rules.views import REFEREE
from tests.conformance.misbehaving.memory import Memory

FOLDER = Path(__file__).parent
MARK = f"mark-{os.getpid()}"
"""In the command line of every process that these tests start, in the path of its memory; other runs have another."""

AT_CHEYENNE = '"target":"cheyenne"'
"""In the command of the second case only."""
AT_TUCO = '"command":{"actor":"ghost","target":"tuco"'
"""In the command of the first case."""

CASES = """
id: fire.bullet-given/first
title: A bullet is given
clauses: [fire.bullet-given]
modules: [base]
given:
  board: |
    car    |   | baggage | dining     | mail |
    roof   |   |         | doc        |      |
    inside | M | ghost   | tuco purse |      |
  loot: {ghost: [purse]}
  rounds: [tunnel.2-4]
  pile: [ghost-fire, doc-move, ghost-move?]
when: [Fire by ghost target=tuco]
then:
  - events: [ActionTaken, BulletGiven: {target: tuco}, ...]
  - state: {figures: {ghost: {bullets: 5}}}
  - view: {of: doc, shows: {seats: {tuco: {bullets: [ghost-bullet-6]}}}}
  - cites: {BulletGiven: [fire.target, fire.bullet-given, fire.inside.adjacent, fire.not-same-place]}
---
id: fire.roof.line-of-sight/second
title: A hidden bandit cannot be aimed at
clauses: [fire.roof.line-of-sight]
modules: [base]
given:
  board: |
    car    |      | baggage | dining    | mail     |
    roof   | tuco |         | ghost doc | cheyenne |
    inside | M    |         |           |          |
  pile: [tuco-fire, ghost-move]
when: [Fire by tuco target=cheyenne]
then:
  - refused: [fire.roof.line-of-sight]
  - legal: {of: tuco, are: [Fire by tuco target=ghost, Fire by tuco target=doc]}
---
id: fire.target/third
title: One bandit is aimed at
clauses: [fire.target]
modules: [base]
given:
  board: |
    car    |   | baggage | dining | mail |
    roof   |   | ghost   | doc    |      |
    inside | M | tuco    |        |      |
  pile: [ghost-fire, doc-move]
when: [Fire by ghost target=doc]
then:
  - events: [..., BulletGiven: {target: doc}, ...]
"""


@cache
def runs() -> list[Run]:
    """The three cases, expanded."""
    return [expand(settings_of(read_case(document))[0]) for document in parse_documents(CASES, "trial.py")]


def command(name: str, when: str = "", script: str = "adapter.py") -> str:
    """The command that starts the engine of this name."""
    return shlex.join([sys.executable, "-S", str(FOLDER / script), name, when, str(_memory())])


@cache
def _memory() -> Path:
    """The file with the right answers, to the requests of the three cases and of the smoke test."""
    folder = tempfile.TemporaryDirectory(prefix="colt-rules-", suffix=f"-{MARK}")
    atexit.register(folder.cleanup)
    engine, memory = Reference("misbehaving"), Memory({})
    started = p.Started(0, p.PROTOCOL, "", "", (), (), p.LEVELS)
    asked: list[p.Request] = [p.Start(0, p.PROTOCOL), p.Stop("stop")]
    for levels in (p.LEVELS, *((level,) for level in p.LEVELS)):
        asked += [question.request for run in runs() for question in questions(run, levels)]
    asked += [question.request for question in asked_by_smoke(started)]
    for request in asked:
        if isinstance(request, p.Look):
            _learn(memory, engine, p.Look(0, REFEREE))
        _learn(memory, engine, request)
    path = Path(folder.name) / "memory.json"
    path.write_text(json.dumps(memory.answers), encoding="utf-8")
    return path


def _learn(memory: Memory, engine: Reference, request: p.Request) -> None:
    data = to_data(request)
    memory.answers[memory.key(data)] = to_data(engine.answer(request))
    memory.right(data)


def left_behind(keepers: bool = False) -> list[str]:
    """Our processes that still run: engines and what they started, or keepers of engines."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "stat=", "-o", "args="], capture_output=True, text=True, check=True
    )
    ours = [line for line in listed.stdout.splitlines() if MARK in line and not line.startswith("Z")]
    return [line for line in ours if (SUBREAPER.name in line) == keepers]


def comes_true(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether a condition becomes true soon: a process takes a moment to end after a signal."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
