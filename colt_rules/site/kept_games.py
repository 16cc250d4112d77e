"""What the kept games show: an example of each message type and what follows it, and how each game ended."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from colt_rules.events import Event
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.entries import NEWEST, CommandEntry, EventEntry, Header
from colt_rules.log.lines import read_entry, read_header, read_lines


@frozen
class Example:
    """A line of a kept game."""

    game: str
    event: int
    """The number of the event, or of the first event of a command."""
    line: Mapping[str, Any]


@frozen(kw_only=True)
class KeptGames:
    """What was found in all kept games."""

    examples: Mapping[str, Example]
    """By type of event or command: the first line of its newest version, in the order of the games."""
    cites: Mapping[str, frozenset[str]]
    """By type of event: the clauses and rulings it cites."""
    leads_to: Mapping[str, tuple[str, ...]]
    """By type of command: the types of the events that followed, in alphabetical order."""
    shows: Mapping[str, frozenset[str]]
    """By game: the clauses and rulings that its events cite, after the set-up."""

    def rarest(self, game: str, known: Sequence[str], most: int = 2) -> tuple[str, ...]:
        """What makes a game worth watching: of the known clauses that it shows, those that fewest games show.

        Two clauses whose ids begin alike are about one thing, so only the first of them counts.
        """
        games = Counter(id for ids in self.shows.values() for id in ids)
        rare = sorted((id for id in known if id in self.shows[game]), key=lambda id: games[id])
        return tuple({id.rpartition(".")[0]: id for id in reversed(rare)}.values())[::-1][:most]


@cache
def kept_games(folder: Path) -> KeptGames:
    """The games in this folder, read once."""
    examples: dict[str, Example] = {}
    cites: dict[str, set[str]] = {}
    leads_to: dict[str, set[str]] = {}
    shows: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        events = 0
        followed: set[str] = set()
        begun = False
        for entry in read_lines(path).entries:
            if entry.type not in examples and entry.version == NEWEST[entry.type]:
                examples[entry.type] = Example(path.stem, events + 1, json.loads(to_json(entry)))
            if isinstance(entry, CommandEntry):
                followed = leads_to.setdefault(entry.type, set())
            else:
                events = entry.seq
                followed.add(entry.type)
                cites.setdefault(entry.type, set()).update(entry.cites)
                begun = begun or entry.type == _BEGINNING
                shows.setdefault(path.stem, set()).update(entry.cites if begun else ())
    return KeptGames(
        examples=examples,
        cites={type: frozenset(ids) for type, ids in cites.items()},
        leads_to={type: tuple(sorted(found)) for type, found in leads_to.items()},
        shows={game: frozenset(ids) for game, ids in shows.items()},
    )


_BEGINNING = "RoundStarted"
"""The event that ends the set-up when it comes first."""


@frozen(kw_only=True)
class KeptGameOutcome:
    """How a kept game was played and how it ended."""

    name: str
    header: Header
    options: Mapping[str, Any]
    """The agreement of the table, as in ``GameStarted``."""
    house_rules: int
    """How many answers to open questions the table has agreed on."""
    ranking: tuple[Mapping[str, Any], ...]
    """The players, best first: ``rank``, ``seat``, ``money``."""
    shots: int
    """The number of bullets given."""


@cache
def outcomes(folder: Path) -> tuple[KeptGameOutcome, ...]:
    """The games in this folder with their results; only the relevant lines of a log are parsed."""
    return tuple(_outcome(path) for path in sorted(folder.glob("*.jsonl")))


def _outcome(path: Path) -> KeptGameOutcome:
    lines = path.read_bytes().splitlines()
    told = {type: [line for line in lines if b'"type":"%b"' % type.encode() in line] for type in _TOLD}
    (started,), (ended,) = told["GameStarted"], told["GameEnded"]
    return KeptGameOutcome(
        name=path.stem,
        header=read_header(lines[0]),
        options=to_data(_event(started)),
        house_rules=len(told["RulingAgreed"]),
        ranking=tuple(to_data(_event(ended))["ranking"]),
        shots=len(told["BulletGiven"]),
    )


def _event(line: bytes) -> Event:
    entry = read_entry(line)
    assert isinstance(entry, EventEntry), "its type is one of an event"
    return entry.event


_TOLD = ("GameStarted", "GameEnded", "RulingAgreed", "BulletGiven")
"""The events that show how a game was played and how it ended."""
