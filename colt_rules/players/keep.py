"""Games kept for ever: whole logs in ``events/games`` that every later version must read, fold and accept.

The files are what counts, and the tests read them; ``games.toml`` among them only says how they came about. A kept game
is never written again: a later version that cannot read it has a fault.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import UNSET

from colt_rules.commands import ClaimRuling, Deal, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.kernel.evolve import evolve
from colt_rules.log.codec import digest, to_json
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import read_lines, write_lines
from colt_rules.log.replay import replay
from colt_rules.log.schemas import schemas
from colt_rules.model.names import TABLE, is_bullet
from colt_rules.model.record import record
from colt_rules.model.state import NEW
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import new_game, play
from colt_rules.registry.strict import read_toml

LIST = "games.toml"
INDEX = "index.json"
NEW_STATE = "new.state.json"

Fields: TypeAlias = Mapping[str, list[str]]
"""By name of a class of the state: its fields, sorted."""


@record
class Kept:
    """How a kept game came about: what was agreed, and the seed of the dealer and the random bots who played it."""

    start: StartGame
    seed: int
    claims: tuple[ClaimRuling, ...] = ()
    dealer: type[Dealer] = Dealer


class StackingDealer(Dealer):
    """Puts three action cards on top of every deck and all bullets right below: for games that hardly ever come up."""

    def deal(self, rows: Arrangements) -> Deal:
        """A row as from any dealer, but of a deck that is shuffled the stacked one."""
        dealt = super().deal(rows)
        if dealt.what != "deck":
            return dealt
        actions = tuple(card for card in dealt.outcome if not is_bullet(card))
        bullets = tuple(card for card in dealt.outcome if is_bullet(card))
        return rows.deal(actions[:3] + bullets + actions[3:])


DEALERS: dict[str, type[Dealer]] = {"": Dealer, "stacking": StackingDealer}
"""By the name that the list has for them; the usual one it does not name."""


def games_of(folder: Path) -> dict[str, Kept]:
    """By name, how the games came about that a folder lists."""
    return {name: _kept(**entry) for name, entry in read_toml(folder / LIST).items()}


def _kept(seed: int, claims: Sequence[str] = (), dealer: str = "", **agreed: Any) -> Kept:
    """A game of the list; what was ``agreed`` goes by the names of ``new_game``, and a claim is ``ruling=answer``."""
    table: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in agreed.items()}
    return Kept(
        new_game(**table), seed, tuple(ClaimRuling(TABLE, *claim.split("=")) for claim in claims), DEALERS[dealer]
    )


def keep(folder: Path) -> list[Path]:
    """Play the games that a folder lists but does not have yet and write the log, all its states, the index."""
    index = folder / INDEX
    known: dict[str, Any] = json.loads(index.read_text(encoding="utf-8")) if index.exists() else {}
    written = []
    for name, kept in games_of(folder).items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            continue
        log = played(name, kept)
        end = replay(log)
        with path.open("xb") as file:
            write_lines(log, file)
        (folder / f"{name}.state.json").write_bytes(to_json(end) + b"\n")
        known[name] = {
            "commands": len(log.commands),
            "events": len(log.events),
            "last_line": log.closing.prev if log.closing else "",
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
            parts = {name: getattr(value, name) for name in fields[value.__class__.__name__]}
            return {name: _only(fields, part) for name, part in parts.items() if part is not UNSET}


def _add_states(folder: Path, known: dict[str, Any]) -> None:
    """Write the empty state, and beside each log of the index the hashes of its states, unless it has them.

    Of the empty state there is one for all games: a later version only adds fields to it.
    """
    now = fields_now()
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


def played(name: str, kept: Kept) -> Recording:
    """The log of a game among random bots."""
    start = kept.start
    bots = {seat: RandomBot(kept.seed + number) for number, seat in enumerate(start.seats)}
    steps = ((command, verdict.events) for command, verdict in play(start, kept.dealer(kept.seed), bots, kept.claims))
    return recording(new_header(name, start.edition, start.modules, start.seats), steps)
