"""Reads from a file what a table states about its own cards: one command a line, in the notation of cases."""

from pathlib import Path
from typing import TYPE_CHECKING

from colt_rules.cli.output import CannotRun, giving_up_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from colt_rules.commands import Command
    from colt_rules.players.play import GameRefused

LARGEST = 100_000
"""The largest file that is read, in bytes; the cards of all boxes together take a tenth of it."""
COMMENT = "#"
LONGEST = 200
"""How many characters of a line an error repeats."""


def read_cards(path: Path) -> "dict[int, Command]":
    """The commands of the file by line number; empty lines and lines that begin with ``#`` are skipped.

    Raises CannotRun for a line that is not a command with which a table names its cards.
    """
    named: dict[int, Command] = {}
    for number, line in enumerate(map(str.strip, _lines(path)), 1):
        if line and not line.startswith(COMMENT):
            with giving_up_on(ValueError, because=f"--cards: {path}, line {number}: "):
                named[number] = _command_in(line)
    if not named:
        raise CannotRun(f"--cards: expected a command a line, got none: {path}")
    return named


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise CannotRun(f"--cards: cannot read {path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise CannotRun(f"--cards: expected a file of at most {LARGEST:,} bytes, got a larger one: {path}")
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise CannotRun(f"--cards: expected a text in UTF-8, got other bytes: {path}") from error


def _command_in(line: str) -> "Command":
    """The command of the table that a line states."""
    from colt_rules.commands import parse_command, text_form
    from colt_rules.model.names import TABLE
    from colt_rules.registry.registry import registry

    known = dict.fromkeys(name for ruling in registry().rulings.values() for name in ruling.commands)
    name, by, actor = (*line.split(maxsplit=3), "", "", "")[:3]
    if name not in known:
        raise ValueError(f"expected one of {', '.join(known)}; got {name[:LONGEST]!r}")
    if (by, actor) != ("by", TABLE):
        raise ValueError(f"expected `{text_form(name, TABLE)}`, got {line[:LONGEST]!r}")
    return parse_command(line)


def refusal_of_line(path: Path, named: "Mapping[int, Command]", error: "GameRefused") -> str:
    """Why the rules refuse a line of the file."""
    line = next(number for number, command in named.items() if command == error.command)
    advice = "docs/variants.md says what a table can name, `colt spec show ID` more about a reason."
    return f"--cards: {path}, line {line}: {error}\n{advice}"
