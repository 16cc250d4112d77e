"""Where logs are: the names of all logs in a folder or a store, and a log opened by its name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from colt_rules.log.lines import pieces_of
from colt_rules.log.opening import open_store
from colt_rules.log.store import Search, StoreError
from colt_rules.model.record import record

ENDING = ".jsonl"
"""What the names of exported logs end with."""
SQLITE = b"SQLite format 3\x00"
"""How a store in a file begins."""


class NoLogs(ValueError):
    """There is no log at this place; the message says what was expected and what is there."""


class NotReadable(Exception):
    """A log cannot be opened or read; the message says why."""


@record
class LogName:
    """The name of a log. It is small, so that it can be sent to another process or machine."""

    place: str
    """A file, or the path or address of a store."""
    game: str = ""
    """The game in the store; empty if the place is an exported log."""

    def __str__(self) -> str:
        """The name as people type it. It has no password, because the address of a store is not part of it."""
        return self.game or self.place

    @property
    def shown_place(self) -> str:
        """The place without the password of an address."""
        if "://" not in self.place:
            return self.place
        from colt_rules.log.postgresql import without_password  # it needs the extra

        return without_password(self.place)

    @property
    def absolute(self) -> "LogName":
        """The same name wherever it is used; another process may have another current folder."""
        return self if "://" in self.place else LogName(str(Path(self.place).absolute()), self.game)

    @property
    def is_there(self) -> bool:
        """Whether this machine sees the file; an address is tried only when the log is opened."""
        return "://" in self.place or Path(self.place).exists()


def holds_many(place: str) -> bool:
    """Whether a place is one for many logs: a folder, or a store."""
    path = Path(place)
    try:
        return "://" in place or (place != "" and path.is_dir()) or (path.is_file() and _is_store(path))
    except (OSError, ValueError):  # not a valid file name, or not readable
        return False


def logs_at(place: str) -> Iterator[LogName]:
    """The names of the logs at a place, in order: a folder with its subfolders, an exported log, or a store.

    They are found one by one, so memory does not grow with their number. Raises ``NoLogs`` if there is none, or if a
    folder cannot be read.
    """
    path = Path(place)
    if "://" in place or (path.is_file() and _is_store(path)):
        found = _in_store(place)
    elif path.is_dir():
        found = _in_folder(path)
    elif path.is_file():
        found = iter([LogName(place)])
    else:
        raise NoLogs(f"expected a folder of exported logs, a log or a store, got {place}, which does not exist")
    first = next(found, None)
    if first is None:
        what = "a store without games" if path.is_file() or "://" in place else f"a folder without *{ENDING}"
        raise NoLogs(f"expected at least one log at {place}, got {what}")
    yield first
    yield from found


@contextmanager
def opened(name: LogName) -> Iterator[Iterator[bytes]]:
    """The lines of a log, in pieces of whole lines; raises ``NotReadable``, also while they are read."""
    try:
        if name.game:
            with open_store(name.place, read_only=True) as store:
                yield store.pieces(name.game)
        else:
            with Path(name.place).open("rb") as file:
                yield pieces_of(file)
    except StoreError as error:
        raise NotReadable(str(error)) from error
    except OSError as error:
        raise NotReadable(f"cannot read {error.filename or name}: {error.strerror}") from error


def _in_folder(folder: Path) -> Iterator[LogName]:
    """The logs in a folder and its subfolders, one folder after the other, each sorted by name."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise NoLogs(f"cannot read {folder}: {error.strerror}") from error
    yield from (LogName(str(entry)) for entry in entries if entry.suffix == ENDING and entry.is_file())
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():  # a link could lead back
            yield from _in_folder(entry)


def _in_store(where: str) -> Iterator[LogName]:
    with open_store(where, read_only=True) as store:
        yield from (LogName(where, one.game) for one in store.each_game(Search()))


def _is_store(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE
