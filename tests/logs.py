"""Logs to test with: a whole game as a recording, and the ways to tamper with one."""

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import Any

import msgspec

from colt_rules.log.entries import Entry, Header, Recording, hash_of, new_header, recording
from colt_rules.log.lines import write_lines
from tests.tables import play, table


@cache
def played(seed: int = 1, players: int = 3) -> Recording:
    """The log of a whole random game with everything in it."""
    start = table(players, stations=True)
    header = new_header(f"game-{seed}", start.edition, start.modules, start.seats)
    return recording(header, [(command, verdict.events) for _, command, verdict in play(start, seed)])


def text_of(log: Recording) -> bytes:
    """The interchange file of a log."""
    file = BytesIO()
    write_lines(log, file)
    return file.getvalue()


def lines_of(log: Recording) -> list[bytes]:
    """Its lines, each with the line feed."""
    return text_of(log).splitlines(keepends=True)


def chained(header: Header, entries: Iterable[Entry]) -> Recording:
    """A log of these entries with hashes that fit: the work of a forger who knows how."""
    before: Header | Entry = header
    forged: list[Entry] = []
    for entry in entries:
        before = changed_entry(entry, prev=hash_of(before))
        forged.append(before)
    return Recording(header, tuple(forged), None)


def changed_entry(entry: Entry, **fields: Any) -> Entry:
    """A copy of an entry with these fields changed."""
    return msgspec.structs.replace(entry, **fields)
