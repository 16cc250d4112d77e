"""Games kept for ever: whole logs in ``events/games`` that every later version must read, fold and accept.

The files are what counts, and the tests read them; ``games.toml`` among them only says how they came about. A kept game
is never written again: a later version that cannot read it has a fault.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeAlias

from attrs import fields
from msgspec import UNSET

from colt_rules.commands import ClaimRuling, Deal, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.kernel.evolve import evolve
from colt_rules.log.codec import digest, to_json
from colt_rules.log.entries import Recording, check_name, new_header, recording
from colt_rules.log.lines import read_lines, write_lines
from colt_rules.log.replay import replay
from colt_rules.log.schemas import schemas
from colt_rules.model.names import TABLE, is_bullet
from colt_rules.model.record import record
from colt_rules.model.state import NEW
from colt_rules.players.bots import BOTS, kinds_of
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import new_game, play, variants
from colt_rules.registry.strict import read_toml

LIST = "games.toml"
INDEX = "index.json"
NEW_STATE = "new.state.json"

Fields: TypeAlias = Mapping[str, list[str]]
"""By name of a class of the state: its fields, sorted."""


@record
class Kept:
    """How a kept game came about: what was agreed, and who dealt and played, all from one seed."""

    start: StartGame
    seed: int
    claims: tuple[ClaimRuling, ...] = ()
    dealer: str = ""
    bots: str = "random"


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


def _kept(seed: int, claims: Sequence[str] = (), dealer: str = "", bots: str = "random", **agreed: Any) -> Kept:
    """A game of the list; what was ``agreed`` goes by the names of ``new_game``, and a claim is ``ruling=answer``."""
    table: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in agreed.items()}
    return Kept(new_game(**table), seed, tuple(ClaimRuling(TABLE, *claim.split("=")) for claim in claims), dealer, bots)


def entry_of(name: str, kept: Kept) -> str:
    """A game as the list has it: what is as usual is left out, seats and seed never are."""
    usual = _fields_of(Kept(new_game(()), seed=~kept.seed))
    lines = [f"{key} = {json.dumps(value)}" for key, value in _fields_of(kept).items() if value != usual[key]]
    return "\n".join([f"[{json.dumps(name) if '.' in name else name}]", *lines]) + "\n"


def _fields_of(kept: Kept) -> dict[str, Any]:
    """What the list says of a game, by the names that it has there."""
    agreed = {field.name: getattr(kept.start, field.name) for field in fields(StartGame) if field.name != "actor"}
    claims = [f"{claim.ruling}={claim.answer}" for claim in kept.claims]
    return agreed | {"claims": claims, "dealer": kept.dealer, "bots": kept.bots, "seed": kept.seed}


class NameTaken(ValueError):
    """A kept game has this name, and is never written again."""


def add(folder: Path, name: str, kept: Kept) -> None:
    """Put a game on the list of a folder and keep it there."""
    check_free(folder, name)
    with (folder / LIST).open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"\n{entry_of(name, kept)}")
    keep(folder)


def free_name(folder: Path, start: StartGame) -> str:
    """A name for a game of this kind that is not taken yet."""
    kinds = {(edition, modules): variant for (edition, variant), modules in variants().items()}
    name = f"{start.edition}-{kinds[start.edition, start.modules]}".replace("+", "-")
    taken = games_of(folder)
    return next(each for each in chain([name], (f"{name}-{at}" for at in count(2))) if each not in taken)


def check_free(folder: Path, name: str) -> None:
    """Refuse a name that no new game can have: it is none, or a file or an entry of the list has it."""
    check_name(name)
    if name in games_of(folder) or any(
        (folder / f"{name}.{kind}").exists() for kind in ("jsonl", "state.json", "states")
    ):
        raise NameTaken(f"{folder} has a game {name}, and a kept game is never written again: choose another name")


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
            "last_line": log.closing.prev,
            "final_state": digest(end),
        }
        written.append(path)
    _add_states(folder, known)
    index.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")
    return written


def states(log: Recording, fields: Fields) -> Iterator[str]:
    """After each event of a log the hash of the state, of which only these fields are looked at."""
    game, told = NEW, _parts(fields, NEW)
    for entry in log.events:
        before, game = game, evolve(game, entry.event)
        # Most of a state is the very same as before the event: what is plain data already is not made again.
        told = {
            name: told[name] if name in told and part is getattr(before, name) else _only(fields, part)
            for name, part in _present(fields, game)
        }
        yield digest(told)


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
            return _parts(fields, value)


def _parts(fields: Fields, value: object) -> dict[str, Any]:
    return {name: _only(fields, part) for name, part in _present(fields, value)}


def _present(fields: Fields, value: object) -> Iterator[tuple[str, Any]]:
    """The fields of a record that are looked at and that it has."""
    parts = ((name, getattr(value, name)) for name in fields[value.__class__.__name__])
    return ((name, part) for name, part in parts if part is not UNSET)


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
    """The log of a game that comes about like this."""
    start = kept.start
    kinds = kinds_of(kept.bots, len(start.seats))
    bots = {seat: BOTS[kind](kept.seed + at) for at, (seat, kind) in enumerate(zip(start.seats, kinds, strict=True))}
    dealer = DEALERS[kept.dealer](kept.seed)
    steps = ((command, verdict.events) for command, verdict in play(start, dealer, bots, kept.claims))
    return recording(new_header(name, start.edition, start.modules, start.seats), steps)
