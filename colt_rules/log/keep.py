"""Games kept for ever: whole logs in ``events/games`` that every later version must read, fold and accept.

The files are what counts, and the tests read them; this module only says how they came about. A kept game is never
written again: a later version that cannot read it has a fault.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from colt_rules.commands import Command, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.events import Cited
from colt_rules.kernel import NEW, Accepted, decide, legal
from colt_rules.log.codec import digest
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import write_lines
from colt_rules.log.replay import replay
from colt_rules.model.names import TABLE

INDEX = "index.json"

_PLAIN: dict[str, Any] = {
    "edition": "ru-full",
    "modules": ("base",),
    "powers": True,
    "happenings": True,
    "stations": True,
    "train": (),
}

GAMES: dict[str, tuple[StartGame, int]] = {
    name: (StartGame(TABLE, **{**_PLAIN, **fields, "seats": tuple(seats.split())}), seed)
    for name, seats, fields, seed in (
        ("three-everything", "cheyenne tuco belle", {}, 170),
        ("three-plain", "ghost doc django", {"powers": False, "happenings": False, "stations": False}, 1),
        ("four-everything", "belle cheyenne django tuco", {}, 82),
        ("four-no-powers", "tuco ghost cheyenne doc", {"powers": False, "stations": False}, 1),
        (
            "four-chosen-train",
            "doc django ghost cheyenne",
            {"train": ("mail", "dining", "first-class", "baggage")},
            62,
        ),
        ("five-everything", "tuco cheyenne doc ghost belle", {}, 188),
        ("five-no-happenings", "django belle tuco cheyenne ghost", {"happenings": False, "stations": False}, 1),
        ("five-no-stations", "ghost tuco doc django cheyenne", {"stations": False}, 1),
        ("five-stations-no-powers", "belle doc ghost tuco django", {"powers": False}, 189),
        ("six-everything", "cheyenne doc belle django ghost tuco", {}, 159),
        ("six-no-powers", "tuco django doc cheyenne belle ghost", {"powers": False, "stations": False}, 135),
    )
}
"""How each kept game was set up, and the seed of the dice that played it."""


def keep(folder: Path, games: dict[str, tuple[StartGame, int]] = GAMES) -> list[Path]:
    """Play these games and write those that the folder does not have yet, each with an entry in the index."""
    index = folder / INDEX
    known: dict[str, Any] = json.loads(index.read_text(encoding="utf-8")) if index.exists() else {}
    written = []
    for name, (start, seed) in games.items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            continue
        log = play(name, start, seed)
        with path.open("xb") as file:
            write_lines(log, file)
        known[path.name] = {
            "commands": len(log.commands),
            "events": len(log.events),
            "last_line": log.end,
            "final_state": digest(replay(log)),
        }
        written.append(path)
    index.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")
    return written


def play(name: str, start: StartGame, seed: int) -> Recording:
    """The log of a game in which every choice is left to the dice."""
    return recording(new_header(name, start.edition, start.modules, start.seats), _steps(start, Random(seed)))


def _steps(start: StartGame, random: Random) -> Iterator[tuple[Command, tuple[Cited, ...]]]:
    game = NEW
    command: Command = start
    while True:
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), verdict
        yield command, verdict.events
        if not verdict.awaiting:
            return
        game = verdict.after
        answers = legal(game, verdict.awaiting[0].actor)
        if isinstance(answers, Arrangements):
            command = answers.deal(tuple(random.sample(answers.items, answers.count)))
        else:
            command = random.choice(list(answers))
