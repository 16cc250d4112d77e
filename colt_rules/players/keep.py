"""Games kept for ever: whole logs in ``events/games`` that every later version must read, fold and accept.

The files are what counts, and the tests read them; this module only says how they came about. A kept game is never
written again: a later version that cannot read it has a fault.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from colt_rules.commands import StartGame
from colt_rules.kernel.evolve import evolve
from colt_rules.log.codec import digest, to_json
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import read_lines, write_lines
from colt_rules.log.replay import replay
from colt_rules.log.schemas import schemas
from colt_rules.model.state import NEW
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import new_game, play

INDEX = "index.json"
NEW_STATE = "new.state.json"

Fields: TypeAlias = Mapping[str, list[str]]
"""By name of a class of the state: its fields, sorted."""

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
    """Play these games and write those that the folder does not have yet: the log, all its states, the index."""
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
    _add_states(folder, known)
    index.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")
    return written


def states(log: Recording, fields: Fields) -> Iterator[str]:
    """After each event of a log the hash of the state, of which only these fields are looked at."""
    game = NEW
    for entry in log.events:
        game = evolve(game, entry.event)
        yield digest(_only(fields, game))


def fields_now() -> dict[str, list[str]]:
    """The fields that a state has in this version."""
    schema = schemas()["state.json"]
    return {part["title"]: sorted(part["properties"]) for part in (schema, *schema["$defs"].values())}


def _only(fields: Fields, value: Any) -> Any:
    """A value of the state as plain data, without the fields that came later."""
    match value:
        case tuple():
            return [_only(fields, each) for each in value]
        case dict():
            return {key: _only(fields, each) for key, each in value.items()}
        case str() | int() | None:
            return value
        case _:
            return {name: _only(fields, getattr(value, name)) for name in fields[value.__class__.__name__]}


def _add_states(folder: Path, known: dict[str, Any]) -> None:
    """Write the empty state, and beside each log of the index the hashes of its states, unless it has them."""
    now = fields_now()
    if not (folder / NEW_STATE).exists():
        (folder / NEW_STATE).write_bytes(to_json(NEW) + b"\n")
    for name, facts in known.items():
        if "fields" not in facts:
            lines = "".join(f"{each}\n" for each in states(read_lines(folder / f"{name}.jsonl"), now))
            (folder / f"{name}.states").write_text(lines, encoding="ascii", newline="\n")
            facts["fields"] = _number_of(folder, now)


def _number_of(folder: Path, fields: Fields) -> int:
    """Which of the files of fields in the folder lists just these; if none does, it is added."""
    for number in count(1):
        path = folder / f"fields-{number}.json"
        if not path.exists():
            path.write_text(json.dumps(fields, indent=2) + "\n", encoding="utf-8", newline="\n")
        if json.loads(path.read_text(encoding="utf-8")) == fields:
            return number
    raise AssertionError("there is always another number")


def played(name: str, start: StartGame, seed: int) -> Recording:
    """The log of a game among random bots."""
    bots = {seat: RandomBot(seed + number) for number, seat in enumerate(start.seats)}
    steps = ((command, verdict.events) for command, verdict in play(start, Dealer(seed), bots))
    return recording(new_header(name, start.edition, start.modules, start.seats), steps)
