"""Logs that no game leads to: two games spliced, lines left out, doubled, exchanged and changed, all hashes made anew.

They are what a cheat can make, and what an engine can write that has lost its way. Nothing but their form is right.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from colt_rules.log.codec import to_json
from colt_rules.log.entries import hash_of

KEPT = sorted((Path(__file__).parents[2] / "events" / "games").glob("*.jsonl"))
Step = list[dict[str, Any]]
"""The lines of a command and its events."""


@cache
def lines_of(number: int) -> tuple[dict[str, Any], ...]:
    """The lines of a kept game but the last one."""
    lines = map(json.loads, KEPT[number].read_bytes().splitlines())
    return tuple(line for line in lines if line.get("type") != "EndOfLog")


def steps_of(number: int) -> list[Step]:
    """The commands of a kept game, each with its events."""
    found: list[Step] = []
    for line in lines_of(number)[1:]:
        if "seq" not in line:
            found.append([])
        found[-1].append(dict(line))
    return found


def wild_log(seed: int) -> tuple[str, bytes]:
    """A log from this seed, and in a word what was done to a game."""
    random = Random(seed)
    while True:
        one, other = (random.randrange(len(KEPT)) for _ in range(2))
        how, doing = random.choice(list(WAYS.items()))
        header = lines_of(random.choice((one, one, other)))[0]
        made = doing(random, steps_of(one), steps_of(other))
        told = _told(made)
        if made and all(_told(right)[: len(made)] != told for right in (steps_of(one), steps_of(other))):
            return how, written(header, made)


def _told(steps: list[Step]) -> list[list[tuple[str, str]]]:
    """What the lines say, without their place: two commands with equal ones cannot be told apart."""
    return [[(line["actor"], to_json([line["type"], line["data"]]).decode()) for line in step] for step in steps]


def written(header: dict[str, Any], steps: list[Step]) -> bytes:
    """The file of a log, with numbers and hashes that fit."""
    lines = [to_json(header)]
    seq = 0
    for number, step in enumerate(steps, 1):
        actor = step[0]["actor"]
        for line in step:
            seq += "seq" in line
            more = {"seq": seq, "actor": actor} if "seq" in line else {}
            lines.append(to_json({**line, "command": number, "prev": hash_of(lines[-1]), **more}))
    if header["version"] > 1:
        end = {"type": "EndOfLog", "v": 1, "commands": len(steps), "events": seq, "seals": []}
        lines.append(to_json({**end, "prev": hash_of(lines[-1])}))
    return b"".join(line + b"\n" for line in lines)


def _spliced(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """The head of one game and the tail of another."""
    cut, start = random.randrange(1, len(steps)), random.randrange(len(others))
    return steps[:cut] + others[start : start + random.randrange(1, 60)]


def _left_out(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """Some commands are missing in the middle."""
    at = random.randrange(1, len(steps))
    return steps[:at] + steps[at + random.randrange(1, 30) :]


def _again(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """Some commands come twice."""
    at = random.randrange(1, len(steps))
    return steps[:at] + steps[max(0, at - random.randrange(1, 30)) :]


def _events_of_another(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """A command leads to what another command of another game led to."""
    at = random.randrange(len(steps))
    return [*steps[:at], [steps[at][0], *random.choice(others)[1:]], *steps[at + 1 :]]


def _exchanged(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """Two commands come in each other's place."""
    one, other = random.randrange(len(steps)), random.randrange(len(steps))
    steps[one], steps[other] = steps[other], steps[one]
    return steps


def _without_an_event(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    at = random.randrange(len(steps))
    event = random.randrange(1, max(2, len(steps[at])))
    steps[at] = steps[at][:event] + steps[at][event + 1 :]
    return steps


def _said_otherwise(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """Some values are those that stand in the same place of another line of its kind, in this game or another."""
    for _ in range(random.randrange(1, 6)):
        line = random.choice(random.choice(steps))
        like = [one for step in (*steps, *others) for one in step if one["type"] == line["type"]]
        fields = list(line["data"])
        if fields:
            field = random.choice(fields)
            line["data"] = {**line["data"], field: random.choice(like)["data"][field]}
    return steps


WAYS = {
    "spliced": _spliced,
    "left out": _left_out,
    "again": _again,
    "events of another": _events_of_another,
    "exchanged": _exchanged,
    "without an event": _without_an_event,
    "said otherwise": _said_otherwise,
}


def wild_logs(first: int, count: int) -> Iterator[tuple[int, str, bytes]]:
    """So many logs, from this seed on."""
    for seed in range(first, first + count):
        yield seed, *wild_log(seed)
