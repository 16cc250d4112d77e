"""Throw spoilt positions and commands at the engine: it may refuse them, it must not break.

    python tests/hostile.py STATES.jsonl [SECONDS] [SEED]

STATES.jsonl holds one position a line. Each is spoilt in a few places: another type, another number, a name from
elsewhere, a missing field, a list that is far too long. What the engine still takes is played on
for a while, at random.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from colt_native import BadPosition, Game, Refused, TooMuch

STRANGE: list[Any] = [
    None, True, False, 0, -1, 1, 7, 99, 255, 256, 2**31, 2**63, 2**64, -(2**63), 10**30, 1.5, float("nan"),
    "", "x", "tuco", "mei", "player-1", "player-9", "chance", "table", "locomotive", "mail", "mail.roof",
    "stagecoach.inside", "time-machine.inside", "time-machine", "beneath", "away", "$5",
    "neutral-bullet", "tuco-bullet-1", "ghost-ride", "purse-1", "whisky-1", "strongbox-3",
    "horse-1", "marshal", "prison.cell", "fallen", "marshal-fire", "marshal-bullet-knee", "tuco-brilliant-idea",
    "mailbag-1", "companion-of-doc", "warrant-doc", "keys", "gold", "left", "double-shot", "rumours.2-4", "plan",
    "shaking", "poodle", "escape", "bridge.2-4", "schemin", "stealin", "round-end", "over", "setup", "new",
    "\udc80", "é" * 300, [], {}, [None], {"a": 1}, ["tuco"] * 300, b"bytes", object(),
]  # fmt: skip


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            found += spots(value[key], (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += spots(item, (*path, index))
    return found


def spoil(state: dict[str, Any], rng: random.Random, names: list[str]) -> dict[str, Any]:
    state = copy.deepcopy(state)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = spots(state)
        if not places:
            break
        *way, last = rng.choice(places)
        holder: Any = state
        for step in way:
            holder = holder[step]
        what = rng.randrange(7)
        if what == 0:
            del holder[last]
        elif what == 1:
            holder[last] = copy.deepcopy(rng.choice(STRANGE))
        elif what == 2 and isinstance(holder[last], int):
            holder[last] = holder[last] + rng.choice((-2, -1, 1, 2, 5, 50))
        elif what == 3 and isinstance(holder[last], list):
            holder[last] = copy.deepcopy(holder[last]) * rng.choice((2, 3, 50))
        elif what == 4 and isinstance(holder, dict):
            holder[rng.choice(names)] = copy.deepcopy(holder[last])
        elif what == 5 and isinstance(holder, list):
            rng.shuffle(holder)
        else:
            holder[last] = rng.choice(names)
    return state


def main() -> None:
    lines = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    names = [str(part) for line in lines for path in spots(line) for part in path]
    names += [value for line in lines for path in spots(line) if isinstance(value := at(line, path), str)]
    names = sorted(set(names))
    ends: Counter[str] = Counter()
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        line = rng.choice(lines)
        position = spoil(line, rng, names) if rng.random() < 0.9 else line
        try:
            game = Game.from_state(position, seed=rng.randrange(2**32))
        except (BadPosition, TooMuch) as error:
            if not str(error):
                raise
            ends[type(error).__name__] += 1
            continue
        ends["taken"] += 1
        try:
            for role in ("spectator", "referee"):
                game.view(role)
            for _ in range(40):
                if game.over or not game.legal_count():  # a spoilt position may leave no choice
                    break
                if rng.random() < 0.3:
                    command = rng.choice([c for who, _ in game.awaiting for c in game.legal(who)] or [{}])
                    try:
                        game.copy().apply_command(spoil(command, rng, names))
                    except Refused:
                        ends["command refused"] += 1
                game.apply(rng.randrange(game.legal_count()))
            game.to_state()
            if game.phase != "new":
                game.playout(rng.randrange(2**32))
        except TooMuch:
            ends["too much later"] += 1
    print(dict(ends))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


if __name__ == "__main__":
    main()
