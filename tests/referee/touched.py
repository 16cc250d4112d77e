"""The catalogue of tampered files: a valid log of a whole game, changed in one place.

Where the hashes are not recomputed, the first judgement has to name the place; the verdict of the rules on such a file
is checked too.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import msgspec
from attrs import frozen

from colt_rules.events import LootTaken
from colt_rules.log.codec import to_json
from colt_rules.log.entries import CommandEntry, Entry, EventEntry, Recording, new_header, recording
from tests.logs import chained, changed_entry, end_of, lines_of
from tests.referee.forging import TABLES, game


@frozen
class Touched:
    """A file and its fault."""

    lines: list[bytes]
    kind: str
    """The kind of the first departure in the first judgement; empty if there is no departure."""
    line: int
    rules: tuple[int, int, str] | None = None
    """The first departure in the second judgement: command, event and clause; None if there is none."""


Touching: TypeAlias = Callable[[], Touched]

FILES: dict[str, Touching] = {}
"""By name: a way to change a file."""


def touching(function: Touching) -> Touching:
    """Add a way to change a file to the catalogue."""
    FILES[function.__name__.replace("_", "-")] = function
    return function


@cache
def log() -> Recording:
    """The original log."""
    start = TABLES["four"]
    header = new_header("touched", start.edition, start.modules, start.seats)
    return recording(header, [(step.command, step.events) for step in game("four", 0)])


@cache
def robbery() -> tuple[int, EventEntry]:
    """Its first robbery: the index of the line, and the event."""
    return next(
        (at, one)
        for at, one in enumerate(log().entries, 1)
        if isinstance(one, EventEntry) and isinstance(one.event, LootTaken)
    )


def forged(change: Callable[[Entry], Entry | None]) -> list[bytes]:
    """The lines with some entries changed or left out, all hashes recomputed."""
    return lines_of(chained(log().header, filter(None, map(change, log().entries))))


def redone(line: bytes, **fields: Any) -> bytes:
    """A line with other fields."""
    return to_json({**msgspec.json.decode(line), **fields}) + b"\n"


@touching
def a_byte_of_an_event_is_changed() -> Touched:
    at, entry = robbery()
    lines = lines_of(log())
    lines[at] = lines[at].replace(b'"token":"', b'"token":"x', 1)
    return Touched(lines, "chain", at + 1, (entry.command, entry.seq, "robbery.take-one"))


@touching
def a_byte_of_a_hash_is_changed() -> Touched:
    at, entry = robbery()
    lines = lines_of(log())
    last = "1" if entry.prev.endswith("0") else "0"
    lines[at] = redone(lines[at], prev=entry.prev[:-1] + last)
    return Touched(lines, "chain", at)


@touching
def a_byte_makes_a_line_unreadable() -> Touched:
    at, _ = robbery()
    lines = lines_of(log())
    lines[at] = lines[at].replace(b":", b";", 1)
    return Touched(lines, "malformed", at + 1)


@touching
def an_event_has_a_field_too_many() -> Touched:
    at, _ = robbery()
    lines = lines_of(log())
    lines[at] = redone(lines[at], zeal=1)
    return Touched(lines, "malformed", at + 1)


@touching
def the_line_of_an_event_is_removed() -> Touched:
    at, entry = robbery()
    lines = lines_of(log())
    del lines[at]
    return Touched(lines, "chain", at, (entry.command, entry.seq + 1, "robbery.take-one"))


@touching
def a_line_is_put_in() -> Touched:
    at, entry = robbery()
    lines = lines_of(log())
    lines.insert(at + 1, lines[at])
    return Touched(lines, "chain", at + 1, (entry.command, entry.seq, "robbery.take-one"))


@touching
def two_lines_are_swapped() -> Touched:
    at, entry = robbery()
    lines = lines_of(log())
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return Touched(lines, "chain", at, (entry.command, entry.seq + 1, "robbery.take-one"))


@touching
def the_header_names_another_game() -> Touched:
    lines = lines_of(log())
    lines[0] = redone(lines[0], game="other")
    return Touched(lines, "chain", 1)


@touching
def the_header_names_another_edition_and_all_hashes_fit() -> Touched:
    header = msgspec.structs.replace(log().header, edition="pl-base")
    return Touched(lines_of(chained(header, log().entries)), "header", 1)


@touching
def the_header_seats_the_players_otherwise_and_all_hashes_fit() -> Touched:
    header = msgspec.structs.replace(log().header, seats=log().header.seats[::-1])
    return Touched(lines_of(chained(header, log().entries)), "header", 1)


@touching
def the_file_is_cut_after_a_line() -> Touched:
    at, _ = robbery()
    command = next(place for place in range(at, 0, -1) if isinstance(log().entries[place - 1], CommandEntry))
    return Touched(lines_of(log())[:command], "malformed", command + 1)


@touching
def the_file_is_cut_in_the_middle_of_a_line() -> Touched:
    at, _ = robbery()
    command = next(place for place in range(at, 0, -1) if isinstance(log().entries[place - 1], CommandEntry))
    lines = lines_of(log())
    return Touched([*lines[:command], lines[command][:-20]], "malformed", command + 1)


@touching
def the_closing_line_counts_more_events() -> Touched:
    lines = lines_of(log())
    lines[-1] = redone(lines[-1], events=end_of(log()).events + 1)
    return Touched(lines, "count", len(lines))


@touching
def the_last_command_is_cut_off_before_the_closing_line() -> Touched:
    lines = lines_of(log())
    last = max(at for at, one in enumerate(log().entries, 1) if isinstance(one, CommandEntry))
    return Touched([*lines[:last], lines[-1]], "chain", last)


@touching
def a_line_follows_the_closing_line() -> Touched:
    lines = lines_of(log())
    return Touched([*lines, lines[-1]], "malformed", len(lines) + 1)


@touching
def an_event_has_a_number_too_high_and_all_hashes_fit() -> Touched:
    at, entry = robbery()
    lines = forged(lambda one: changed_entry(one, seq=entry.seq + 1000) if one is entry else one)
    return Touched(lines, "order", at + 1)


@touching
def an_event_stands_with_another_player_and_all_hashes_fit() -> Touched:
    at, entry = robbery()
    lines = forged(lambda one: changed_entry(one, actor="somebody") if one is entry else one)
    return Touched(lines, "order", at + 1)


@touching
def a_whole_command_is_removed_and_all_numbers_and_hashes_fit() -> Touched:
    """A player's turn is removed without a trace in the file; the next player acts out of turn, and the log ends."""
    steps = game("four", 0)
    at = next(
        at
        for at, step in enumerate(steps)
        if step.before.phase == "schemin" and step.command.actor != "chance" and len(step.before.round.order) > 1
    )
    told = [(step.command, step.events) for step in (*steps[:at], steps[at + 1])]
    return Touched(lines_of(recording(log().header, told)), "", 0, (at + 1, 0, "schemin.turn-order"))


@touching
def two_commands_are_swapped_and_all_numbers_and_hashes_fit() -> Touched:
    """Two consecutive players act in reverse order."""
    steps = list(game("four", 0))
    at = next(
        at
        for at, step in enumerate(steps)
        if step.before.phase == "schemin" and step.command.actor != "chance" and len(step.before.round.order) > 2
    )
    steps[at], steps[at + 1] = steps[at + 1], steps[at]
    told = [(step.command, step.events) for step in steps]
    return Touched(lines_of(recording(log().header, told)), "", 0, (at + 1, 0, "schemin.turn-order"))
