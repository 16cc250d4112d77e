"""Processes that an engine leaves behind: what it started, and what they started, wherever they went.

The group of an engine ends with it, but whoever calls ``setsid`` leaves the group, and whose parent has ended is no
longer anybody's child. So an engine has a keeper (``keeper.py``), to which all such processes fall, and they are ended
while it lives. Should somebody end the keeper, there is still the environment: each engine gets a mark of its own
there, which all that it starts inherit unless they throw it away. Linux shows both in ``/proc``; where there is none,
the group is all that is ended.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import TypeAlias
from uuid import uuid4

PROCESSES = Path("/proc")
KEEPER = Path(__file__).with_name("keeper.py")
KEEPER_WORKS = sys.platform == "linux" and bool(sys.executable) and PROCESSES.is_dir() and KEEPER.is_file()
"""Whether processes fall to a keeper here, and it can see them."""
MARK = "COLT_RULES_ENGINE"
"""What the mark is called in the environment of an engine."""
PATIENCE = 2.0
"""Seconds after which we give up: processes may be started faster than they can be ended."""

Stray: TypeAlias = tuple[int, str]
"""The number of a process, and when it was started."""


def new_mark() -> dict[str, str]:
    """The mark of an engine, to be put into its environment."""
    return {MARK: uuid4().hex}


def descendants(process: int) -> set[Stray]:
    """All that come from a process that still runs, without the process itself."""
    found: set[Stray] = set()
    for thread in _listed(PROCESSES / f"{process}" / "task"):
        with suppress(OSError):  # it has ended meanwhile
            for child in map(int, (thread / "children").read_text().split()):
                found |= {(child, _start(child)), *descendants(child)}
    return found


def _listed(folder: Path) -> list[Path]:
    """What is in a folder; nothing if the process that it is about ends at this very moment, where `glob` fails."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def kept(words: list[str]) -> list[str]:
    """The command line that runs an engine with a keeper, if there can be one and there is such a program."""
    if not KEEPER_WORKS or not which(words[0]):
        return words
    return [sys.executable, "-I", "-S", str(KEEPER), *words]


def end_kept(process: int) -> None:
    """End all below a keeper, which ends with the last of them."""
    deadline = time.monotonic() + PATIENCE
    while (below := descendants(process)) and time.monotonic() < deadline:
        for each, _ in below:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGKILL)
        time.sleep(0.001)


def end_strays(mark: dict[str, str], known: set[Stray]) -> None:
    """End all that carry a mark, if there is one, and all known ones that still run, until none is left."""
    deadline = time.monotonic() + PATIENCE
    while (left := {*_marked(mark), *_running(known)}) and time.monotonic() < deadline:
        known = known.union(*(descendants(process) for process, _ in left))
        for process, _ in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _running(known: set[Stray]) -> Iterator[Stray]:
    return ((process, start) for process, start in known if start and _start(process) == start)


def _start(process: int) -> str:
    """When a process started, which sets it apart from a later one with the same number; empty if it has ended."""
    try:
        # The name of the program, in brackets, may hold anything; the state is the first behind it.
        fields = (PROCESSES / f"{process}" / "stat").read_text(errors="replace").rpartition(")")[2].split()
        return "" if fields[0] in "ZX" else fields[19]
    except (OSError, IndexError):
        return ""


def _marked(mark: dict[str, str]) -> Iterator[Stray]:
    """Those that carry a mark; one that has ended and waits for its parent to notice has no environment."""
    marks = [f"{name}={value}".encode() for name, value in mark.items()]
    for folder in _listed(PROCESSES) if marks else ():
        with suppress(OSError):  # no process, or it has ended meanwhile, or belongs to somebody else
            if folder.name.isdecimal() and marks[0] in (folder / "environ").read_bytes():
                yield int(folder.name), _start(int(folder.name))
