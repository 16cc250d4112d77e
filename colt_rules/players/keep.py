"""Games kept for ever: whole logs in ``events/games`` that every later version must read, fold and accept.

The files are what counts, and the tests read them; this module only says how they came about. A kept game is never
written again: a later version that cannot read it has a fault.
"""

import json
from pathlib import Path
from typing import Any

from colt_rules.commands import StartGame
from colt_rules.log.codec import digest, to_json
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import write_lines
from colt_rules.log.replay import replay
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import new_game, play

INDEX = "index.json"

GAMES: dict[str, tuple[StartGame, int]] = {
    "three-everything": (new_game(("cheyenne", "tuco", "belle")), 7),
    "three-plain": (new_game(("ghost", "doc", "django"), powers=False, happenings=False, stations=False), 21),
    "four-everything": (new_game(("belle", "cheyenne", "django", "tuco")), 99),
    "four-no-powers": (new_game(("tuco", "ghost", "cheyenne", "doc"), powers=False, stations=False), 1),
    "four-chosen-train": (
        new_game(("doc", "django", "ghost", "cheyenne"), train=("mail", "dining", "first-class", "baggage")),
        90,
    ),
    "five-everything": (new_game(("tuco", "belle", "ghost", "cheyenne", "doc")), 2),
    "five-no-happenings": (
        new_game(("django", "belle", "tuco", "cheyenne", "ghost"), happenings=False, stations=False),
        80,
    ),
    "five-no-stations": (new_game(("ghost", "tuco", "doc", "django", "cheyenne"), stations=False), 145),
    "five-stations-no-powers": (new_game(("belle", "doc", "ghost", "tuco", "django"), powers=False), 1),
    "six-everything": (new_game(("cheyenne", "doc", "belle", "django", "ghost", "tuco")), 1),
    "six-no-powers": (
        new_game(("tuco", "django", "doc", "cheyenne", "belle", "ghost"), powers=False, stations=False),
        1,
    ),
}
"""How each kept game was set up, and the seed of the dealer and the random bots who played it."""


def keep(folder: Path, games: dict[str, tuple[StartGame, int]] = GAMES) -> list[Path]:
    """Play these games and write those that the folder does not have yet: the log, the final state, the index."""
    index = folder / INDEX
    known: dict[str, Any] = json.loads(index.read_text(encoding="utf-8")) if index.exists() else {}
    written = []
    for name, (start, seed) in games.items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            continue
        log = played(name, start, seed)
        end = replay(log)
        with path.open("xb") as file:
            write_lines(log, file)
        (folder / f"{name}.state.json").write_bytes(to_json(end) + b"\n")
        known[name] = {
            "commands": len(log.commands),
            "events": len(log.events),
            "last_line": log.end,
            "final_state": digest(end),
        }
        written.append(path)
    index.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")
    return written


def played(name: str, start: StartGame, seed: int) -> Recording:
    """The log of a game among random bots."""
    bots = {seat: RandomBot(seed + number) for number, seat in enumerate(start.seats)}
    steps = ((command, verdict.events) for command, verdict in play(start, Dealer(seed), bots))
    return recording(new_header(name, start.edition, start.modules, start.seats), steps)
