"""Logs that no game leads to: two games spliced, lines omitted, doubled, exchanged and changed, all hashes recomputed.

A cheat can make them, and a confused engine can write them. Only their form is right. The games are kept ones, or those
of an engine that reads a clause wrongly, which were wrong from the start.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from attrs import frozen

from colt_rules.events import Event
from colt_rules.kernel import NEW, Refused, decide
from colt_rules.log.codec import to_json
from colt_rules.log.entries import hash_of
from colt_rules.log.lines import parse_lines
from tests.referee.forging import start_of
from tests.referee.mutant_games import MUTANTS

KEPT = sorted((Path(__file__).parents[2] / "events" / "games").glob("*.jsonl"))
Line: TypeAlias = dict[str, Any]
Step: TypeAlias = list[Line]
"""The lines of a command and its events."""


@frozen
class Played:
    """A recorded game: the header, and the commands with their events. Its lines are never changed."""

    header: Line
    steps: tuple[tuple[Line, ...], ...]

    @classmethod
    def read(cls, text: bytes) -> "Played":
        """The game of a file, without the end of the log."""
        header, *lines = map(json.loads, text.splitlines())
        found: list[Step] = []
        for line in lines:
            if line["type"] == "EndOfLog":
                continue
            if "seq" not in line:
                found.append([])
            found[-1].append(line)
        return cls(header, tuple(map(tuple, found)))

    def copied(self) -> list[Step]:
        """The commands in new lists."""
        return list(map(list, self.steps))

    def tells(self, steps: list[Step]) -> bool:
        """Whether these commands are the beginning of this game, apart from numbers and hashes."""
        return all(map(_alike, steps, self.steps)) and len(steps) <= len(self.steps)


def _alike(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Whether two commands with their events have the same content."""
    return _told(one) == _told(other)


def _told(step: Sequence[Line]) -> list[tuple[str, str, Any]]:
    return [(line["actor"], line["type"], line["data"]) for line in step]


@cache
def kept(number: int) -> Played:
    """A kept game by its number."""
    return Played.read(KEPT[number].read_bytes())


WRONG_ENGINES = 30
"""The number of mutants that play."""


def games_of_a_wrong_engine(number: int, folder: Path) -> tuple[str, list[Played]]:
    """A mutant, and its games; a game in which the mutant breaks ends there.

    Numbers are spread evenly over all mutants.
    """
    mutants = list(_mutants_of_the_rules())
    mutant, table = mutants[number * len(mutants) // WRONG_ENGINES]
    command = [sys.executable, "-m", "tests.referee.mutant_games", mutant, start_of(table), str(folder)]
    subprocess.run(command, cwd=Path(__file__).parents[2], check=True, timeout=120)
    return mutant, [Played.read(path.read_bytes()) for path in sorted(folder.glob("*.jsonl"))]


def _mutants_of_the_rules() -> Iterator[tuple[str, str]]:
    """Every mutant with its table, read without checking the patches against the sources."""
    for path in sorted(MUTANTS.glob("*/*.yaml")):
        for mutant in path.read_text(encoding="utf-8").split("\n---\n"):
            if "\nmodule: colt_rules.rules." in mutant:
                module = path.parent.name
                yield mutant.partition("id: ")[2].partition("\n")[0], "four" if module == "base" else module


def wild_log(seed: int, games: Sequence[Played] = ()) -> tuple[str, bytes]:
    """A log made from this seed, and what was done to the game it was made from."""
    random = Random(seed)
    while True:
        one, other = (kept(random.randrange(len(KEPT))) for _ in range(2))
        if games:
            one = random.choice(games)
            one, other = random.choice(((one, other), (one, random.choice(games)), (other, one)))
        how, doing = random.choice(list(WAYS.items()))
        header = random.choice((one, one, other)).header
        made = doing(random, one.copied(), other.copied())
        if made and not one.tells(made) and not other.tells(made):
            return how, written(header, made)


def is_a_game(text: bytes) -> bool:
    """Whether the log is a legal game after all: two cards of an extra turn, for example, may come in either order."""
    log, game, happened = parse_lines([text]), NEW, list[Event]()
    for entry in log.commands:
        verdict = decide(game, entry.command)
        if isinstance(verdict, Refused):
            return False
        game = verdict.after
        happened += (event for event, _ in verdict.events)
    return happened == [entry.event for entry in log.events]


def written(header: dict[str, Any], steps: list[Step]) -> bytes:
    """The file of a log, with consistent numbers and hashes."""
    lines = [to_json(header)]
    seq = 0
    for number, step in enumerate(steps, 1):
        actor = step[0]["actor"]
        for line in step:
            seq += "seq" in line
            more = {"seq": seq, "actor": actor} if "seq" in line else {}
            lines.append(to_json({**line, "command": number, "prev": hash_of(lines[-1]), **more}))
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
    """A command has the events of another command of another game."""
    at = random.randrange(len(steps))
    return [*steps[:at], [steps[at][0], *random.choice(others)[1:]], *steps[at + 1 :]]


def _exchanged(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """Two commands are exchanged."""
    one, other = random.randrange(len(steps)), random.randrange(len(steps))
    steps[one], steps[other] = steps[other], steps[one]
    return steps


def _without_an_event(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    at = random.randrange(len(steps))
    event = random.randrange(1, max(2, len(steps[at])))
    steps[at] = steps[at][:event] + steps[at][event + 1 :]
    return steps


def _said_otherwise(random: Random, steps: list[Step], others: list[Step]) -> list[Step]:
    """Some values come from the same place of another line of its kind, in this game or another."""
    for _ in range(random.randrange(1, 6)):
        step = random.choice(steps)
        at = random.randrange(len(step))
        line = step[at]
        like = [one for step in (*steps, *others) for one in step if one["type"] == line["type"]]
        fields = list(line["data"])
        if fields:
            field = random.choice(fields)
            step[at] = {**line, "data": {**line["data"], field: random.choice(like)["data"][field]}}
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


def wild_logs(first: int, count: int, games: Sequence[Played] = ()) -> Iterator[tuple[int, str, bytes]]:
    """``count`` logs, made from consecutive seeds."""
    for seed in range(first, first + count):
        yield seed, *wild_log(seed, games)
