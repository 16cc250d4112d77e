"""Logs to test with: a whole game as a recording, and the ways to tamper with one."""

from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from colt_rules.commands import Command
from colt_rules.events import BanditMoved, Cited, Event, MarshalMoved
from colt_rules.log.codec import to_json
from colt_rules.log.entries import (
    CommandEntry,
    Entry,
    EventEntry,
    Head,
    Header,
    Recording,
    closing_of,
    hash_of,
    new_header,
    recording,
)
from colt_rules.log.lines import read_lines, write_lines
from colt_rules.log.replay import replay
from colt_rules.model.state import Game
from tests.tables import play, table

EVENTS = Path(__file__).parents[1] / "events"


@cache
def played(seed: int = 1, players: int = 3) -> Recording:
    """The recording of a random game with stations, to its end."""
    start = table(players, stations=True)
    header = new_header(f"game-{seed}", start.edition, start.modules, start.seats)
    return recording(header, [(command, verdict.events) for _, command, verdict in play(start, seed)])


@cache
def kept_games() -> Mapping[str, Recording]:
    """All kept games by name, read once."""
    return {path.stem: read_lines(path) for path in sorted((EVENTS / "games").glob("*.jsonl"))}


@cache
def end_of_kept(name: str) -> Game:
    """The position that a kept game ends with."""
    return replay(kept_games()[name])


def text_of(log: Recording) -> bytes:
    """The interchange file of a log."""
    file = BytesIO()
    write_lines(log, file)
    return file.getvalue()


def lines_of(log: Recording) -> list[bytes]:
    """Its lines, each with the line feed."""
    return text_of(log).splitlines(keepends=True)


def chained(header: Header, entries: Iterable[Entry]) -> Recording:
    """A log of these entries with hashes and an end that fit: the work of a forger who knows how."""
    line = to_json(header)
    forged: list[Entry] = []
    for entry in entries:
        forged.append(changed_entry(entry, prev=hash_of(line)))
        line = to_json(forged[-1])
    commands = sum(isinstance(entry, CommandEntry) for entry in forged)
    closing = closing_of(Head(commands, len(forged) - commands, hash_of(line)))
    return Recording(header, tuple(forged), closing)


def chained_lines(lines: Iterable[bytes]) -> list[bytes]:
    """Lines of a file, each with the line feed, with hashes that fit as far as there is room for them."""
    made: list[bytes] = []
    for line in lines:
        told = msgspec.json.decode(line)
        if made and "prev" in told:
            line = to_json({**told, "prev": hash_of(made[-1].rstrip(b"\n"))}) + b"\n"
        made.append(line)
    return made


def end_of(log: Recording) -> Head:
    """Where a log ends, by its own word."""
    return Head(log.closing.commands, log.closing.events, log.closing.prev)


def changed_entry(entry: Entry, **fields: Any) -> Entry:
    """A copy of an entry with these fields changed."""
    return msgspec.structs.replace(entry, **fields)


# --- the game of ``played``, changed in one place


def place_of(kind: type[Event]) -> int:
    """Where in the log of ``played`` the first event of this kind stands."""
    return next(
        at
        for at, entry in enumerate(played().entries)
        if isinstance(entry, EventEntry) and isinstance(entry.event, kind)
    )


def forged(at: int, *others: Entry) -> Recording:
    """The log with other entries in the place of one, all hashes made anew."""
    entries = played().entries
    return chained(played().header, (*entries[:at], *others, *entries[at + 1 :]))


def edited(at: int, *others: Entry) -> Recording:
    """The log with other entries in the place of one, and no hash touched."""
    log = played()
    return Recording(log.header, (*log.entries[:at], *others, *log.entries[at + 1 :]), log.closing)


def event_at(at: int) -> EventEntry:
    """The event at this place of it."""
    entry = played().entries[at]
    assert isinstance(entry, EventEntry)
    return entry


@cache
def long_log(events: int) -> Recording:
    """A log of exactly so many events: a real game up to its middle, then its figures go round for ever.

    No rule would allow that, but every event fits the position before it and changes it.
    """
    start = table(3, stations=True)
    header = new_header(f"long-{events}", start.edition, start.modules, start.seats)
    steps: list[tuple[Command, tuple[Cited, ...]]] = []
    seq = 0
    for _, command, verdict in play(start, 1):
        if seq + len(verdict.events) > min(events, 200):
            break
        steps.append((command, verdict.events))
        seq += len(verdict.events)
    places = [f"{car}.{floor}" for floor in ("inside", "roof") for car in start.train]
    while seq < events:
        more = range(seq, min(seq + 1 + len(steps) % 4, events))
        steps.append((steps[-1][0], tuple(_round(start.seats[at % 3], places, at) for at in more)))
        seq += len(more)
    return recording(header, steps)


def _round(bandit: str, places: list[str], at: int) -> Cited:
    """One of the figures goes to the next place."""
    before, to = (places[turn % len(places)] for turn in (at // 3 - 1, at // 3))
    return (MarshalMoved(before, to) if at % 5 == 0 else BanditMoved(bandit, before, to, "move")), ("base.move",)
