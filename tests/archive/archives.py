"""Archives to test with."""

import resource
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from colt_rules.archive.archiving import Archived, archive
from colt_rules.archive.logs import logs_at
from colt_rules.archive.parquet import connected, relation
from tests.logs import played, text_of
from tests.stores import renamed


def written(folder: Path, names: Iterable[str]) -> Path:
    """A folder of logs: the game of ``played`` under each of these names."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.jsonl").write_bytes(text_of(renamed(played(), name)))
    return folder


def archived(place: Path, folder: Path) -> list[Archived]:
    """Archive the logs at a place."""
    return list(archive(logs_at(str(place)), folder))


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table of an archive."""
    found = connected().execute(f"FROM {relation(folder, table)}")
    names = [name for name, *_ in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def games(folder: Path) -> set[str]:
    """The names of the games of an archive."""
    return {row["game"] for row in rows(folder, "games")}


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file that this process writes can grow beyond this size, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
