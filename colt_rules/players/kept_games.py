"""Kept games: complete logs in ``events/games`` that every later version must read, fold and accept.

``games.toml`` records how each was played, but the logs are the data and are never rewritten: a version that cannot
read one is wrong. ``index.json`` is generated from the logs, and again whenever the state gets another field.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from attrs import fields

from colt_rules.commands import AgreeOnRuling, Deal, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.kernel.evolve import evolve
from colt_rules.log.codec import digest, to_json
from colt_rules.log.entries import Recording, check_name, new_header, recording
from colt_rules.log.lines import read_lines, write_lines
from colt_rules.model.names import TABLE, is_bullet
from colt_rules.model.record import record
from colt_rules.model.state import NEW
from colt_rules.players.bots import BOTS, kinds_of
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play, variants
from colt_rules.registry.strict import read_toml

LIST = "games.toml"
INDEX = "index.json"
NEW_STATE = "new.state.json"

DIGITS = 8
"""How many digits of a state's hash the index keeps: enough to show where a fold goes wrong."""


@record
class KeptGame:
    """How a kept game was played: the agreement, the dealer and the bots, all from one seed."""

    start: StartGame
    seed: int
    house_rules: tuple[AgreeOnRuling, ...] = ()
    dealer: str = ""
    bots: str = "random"


class StackingDealer(Dealer):
    """Puts three action cards on top of every deck and all bullets right below, for games that are otherwise rare."""

    def deal(self, rows: Arrangements) -> Deal:
        """A random row; a shuffled deck is stacked."""
        dealt = super().deal(rows)
        if dealt.what != "deck":
            return dealt
        actions = tuple(card for card in dealt.outcome if not is_bullet(card))
        bullets = tuple(card for card in dealt.outcome if is_bullet(card))
        return rows.deal(actions[:3] + bullets + actions[3:])


DEALERS: dict[str, type[Dealer]] = {"": Dealer, "stacking": StackingDealer}
"""By name in the list: the dealers; the default has no name."""


def games_of(folder: Path) -> dict[str, KeptGame]:
    """By name: how the games that a folder lists were played."""
    return {name: _kept(**entry) for name, entry in read_toml(folder / LIST).items()}


def _kept(
    seed: int, house_rules: Sequence[str] = (), dealer: str = "", bots: str = "random", **agreed: Any
) -> KeptGame:
    """An entry of the list; ``agreed`` has the parameters of ``new_game``, a house rule is ``ruling=answer``."""
    table: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in agreed.items()}
    return KeptGame(
        new_game(**table),
        seed,
        tuple(AgreeOnRuling(TABLE, *house_rule.split("=")) for house_rule in house_rules),
        dealer,
        bots,
    )


def entry_of(name: str, kept: KeptGame) -> str:
    """A game as TOML for the list: defaults are omitted, except seats and seed."""
    usual = _fields_of(KeptGame(new_game(()), seed=~kept.seed))
    lines = [f"{key} = {json.dumps(value)}" for key, value in _fields_of(kept).items() if value != usual[key]]
    return "\n".join([f"[{json.dumps(name) if '.' in name else name}]", *lines]) + "\n"


def _fields_of(kept: KeptGame) -> dict[str, Any]:
    """The keys and values of a game in the list."""
    agreed = {field.name: getattr(kept.start, field.name) for field in fields(StartGame) if field.name != "actor"}
    house_rules = [f"{house_rule.ruling}={house_rule.answer}" for house_rule in kept.house_rules]
    return agreed | {"house_rules": house_rules, "dealer": kept.dealer, "bots": kept.bots, "seed": kept.seed}


class NameTaken(ValueError):
    """A kept game already has this name and is never rewritten."""


def add(folder: Path, name: str, kept: KeptGame) -> None:
    """Add a game to the list of a folder and write its log."""
    check_free(folder, name)
    with (folder / LIST).open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"\n{entry_of(name, kept)}")
    keep(folder)


def free_name(folder: Path, start: StartGame) -> str:
    """An unused name for a game of this kind."""
    kinds = {(edition, modules): variant for (edition, variant), modules in variants().items()}
    name = f"{start.edition}-{kinds[start.edition, start.modules]}".replace("+", "-")
    taken = games_of(folder)
    return next(each for each in chain([name], (f"{name}-{at}" for at in count(2))) if each not in taken)


def check_free(folder: Path, name: str) -> None:
    """Raise if a new game cannot have this name: it is malformed, or already used by a file or the list."""
    check_name(name)
    if name in games_of(folder) or (folder / f"{name}.jsonl").exists():
        raise NameTaken(f"{folder} has a game {name}, and a kept game is never written again: choose another name")


def keep(folder: Path) -> list[Path]:
    """Play the listed games that have no log yet; write their logs and the index."""
    written = []
    for name, kept in games_of(folder).items():
        path = folder / f"{name}.jsonl"
        if not path.exists():
            with path.open("xb") as file:
                write_lines(play_kept_game(name, kept), file)
            written.append(path)
    write_index(folder)
    return written


def write_index(folder: Path) -> None:
    """Write the index of a folder's logs, and the empty state they start from."""
    (folder / NEW_STATE).write_bytes(to_json(NEW) + b"\n")
    lines = ",\n".join(f'"{name}":{to_json(facts).decode()}' for name, facts in index_of(folder).items())
    (folder / INDEX).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8", newline="\n")


def index_of(folder: Path) -> dict[str, dict[str, Any]]:
    """By game: its length, the hash of its last line, and the short hash of the state after each event."""
    logs = {path.stem: read_lines(path) for path in sorted(folder.glob("*.jsonl"))}
    return {
        name: {
            "commands": log.closing.commands,
            "events": log.closing.events,
            "last_line": log.closing.prev,
            "states": list(states(log)),
        }
        for name, log in logs.items()
    }


def states(log: Recording) -> Iterator[str]:
    """The short hash of the state after each event of a log."""
    game = NEW
    for entry in log.events:
        game = evolve(game, entry.event)
        yield digest(game)[:DIGITS]


def index_drift(folder: Path) -> list[str]:
    """How the index of a folder differs from its logs: one message per game."""
    path = folder / INDEX
    told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    right = index_of(folder)
    return [
        f"{name}: {_difference(told.get(name), right.get(name))}"
        for name in sorted(told.keys() | right.keys())
        if told.get(name) != right.get(name)
    ]


def _difference(told: Mapping[str, Any] | None, right: Mapping[str, Any] | None) -> str:
    """How two entries of the index differ: the first state that differs."""
    if told is None or right is None:
        return "a log that the index does not have" if told is None else "no log"
    for event, (then, now) in enumerate(zip(told["states"], right["states"], strict=False), 1):
        if then != now:
            return f"event {event}: expected the state {then}, got {now}"
    return "another log than the index describes"


def play_kept_game(name: str, kept: KeptGame) -> Recording:
    """Play a game as described and return its log."""
    start = kept.start
    kinds = kinds_of(kept.bots, len(start.seats))
    bots = {seat: BOTS[kind](kept.seed + at) for at, (seat, kind) in enumerate(zip(start.seats, kinds, strict=True))}
    dealer = DEALERS[kept.dealer](kept.seed)
    steps = ((command, verdict.events) for command, verdict in play(start, dealer, bots, kept.house_rules))
    return recording(new_header(name, start.edition, start.modules, start.seats), steps)
