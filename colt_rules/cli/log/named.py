"""Finds the log that the user named: a file of that name if there is one, else a game in the store."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from colt_rules.cli.output import CannotRun, open_named, progress, store_named

if TYPE_CHECKING:
    from colt_rules.log.lines import LogReader
    from colt_rules.log.store import Store

STREAM = "-"
"""Stands for standard input or output."""


@contextmanager
def opened(ctx: click.Context, game: str, links: bool = False) -> "Iterator[LogReader]":
    """The log that the user named: the file of that name if there is one, else the game in the store.

    Raises ``LogError`` if its first line is not the header of a log.
    """
    from colt_rules.log.lines import LogReader
    from colt_rules.log.redaction import RedactedReader, is_redacted

    with pieces_named(ctx, game) as pieces:
        first = next(pieces, b"")
        kind = RedactedReader if is_redacted(first) else LogReader
        yield kind(chain([first] if first else [], pieces), links)


@contextmanager
def pieces_named(ctx: click.Context, game: str) -> Iterator[Iterator[bytes]]:
    """The lines of the log that the user named, in pieces."""
    if is_file(game):
        with progress(f"Reading {game}", size_of(game)) as done:
            yield read_file(game, done)
    else:
        with store_of(ctx, game, "Reading") as store:
            yield store.pieces(game)


@contextmanager
def store_of(ctx: click.Context, game: str, doing: str) -> "Iterator[Store]":
    """The store with the game that the user named, if no file has that name, with a progress bar labelled ``doing``."""
    from colt_rules.log.store import StoreError

    try:
        with open_named(ctx) as store, progress(f"{doing} {game}"):
            yield store
    except StoreError as error:
        raise _neither(error, game) from error


@contextmanager
def binary(file: str) -> Iterator[BinaryIO]:
    """A file to read from, or standard input."""
    try:
        if file == STREAM:
            if sys.stdin is None:
                raise CannotRun("standard input is closed; name a game or a file")
            yield sys.stdin.buffer
        else:
            with Path(file).open("rb") as opened:
                yield opened
    except BrokenPipeError:  # of the output, not of this file
        raise
    except OSError as error:
        raise CannotRun(f"cannot read {error.filename or file}: {error.strerror}") from error


def _neither(error: Exception, game: str) -> CannotRun:
    """The error for a name that is neither a game in the store nor a file."""
    from colt_rules.log.store import NoStore, UnknownGame

    if isinstance(error, UnknownGame | NoStore):
        if os.path.isdir(game):  # noqa: PTH112 - a name may be anything
            return CannotRun(f"{game} is a folder, and no game has that name; name a log in it")
        if isinstance(error, NoStore):  # it does not name the game
            return CannotRun(f"there is neither a game nor a file called {game[:100]!a}: {error}")
        return CannotRun(f"there is neither a game nor a file of that name: {error}")
    return CannotRun(str(error))


def is_file(name: str) -> bool:
    """Whether there is a file or pipe of that name."""
    try:
        return name == STREAM or (Path(name).exists() and not Path(name).is_dir())
    except (OSError, ValueError):  # not a valid file name
        return False


def is_store(ctx: click.Context, path: Path) -> bool:
    """Whether this is the file with the games, or a file that SQLite keeps beside it."""
    files = [Path(f"{store_named(ctx)}{end}") for end in ("", "-wal", "-shm", "-journal")]
    return path.exists() and any(file.exists() and file.samefile(path) for file in files)


def read_file(file: str, done: Callable[[int], None]) -> Iterator[bytes]:
    """A file in pieces; calls ``done`` with the size of each, and raises CannotRun if it cannot be read."""
    from colt_rules.log.lines import pieces_of

    with binary(file) as opened:
        for piece in pieces_of(opened):
            yield piece
            done(len(piece))


def size_of(file: str) -> int:
    """The size of a file, if known before it is read."""
    return 0 if file == STREAM or not Path(file).exists() else Path(file).stat().st_size
