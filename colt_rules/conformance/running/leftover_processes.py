"""Ends the processes that an engine leaves behind, wherever they went.

The process group of an engine ends with it, but a process that calls ``setsid`` leaves the group, and an orphan has no
parent that could be traced. So an engine runs under a subreaper (``subreaper.py``), which adopts all such processes.
They are ended while the subreaper runs. In case it is killed, the environment of each engine has a unique mark, which
its descendants inherit unless they clear their environment. Linux shows both in ``/proc``; elsewhere only the group is
ended.
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
SUBREAPER = Path(__file__).with_name("subreaper.py")
CAN_ADOPT = sys.platform == "linux" and bool(sys.executable) and PROCESSES.is_dir() and SUBREAPER.is_file()
"""Whether a subreaper can adopt processes on this platform, and see them."""
MARK = "COLT_RULES_ENGINE"
"""The name of the mark in an engine's environment."""
PATIENCE = 2.0
"""Seconds after which we give up: processes may start faster than they can be ended."""

ProcessKey: TypeAlias = tuple[int, str]
"""A process id, and the start time of the process."""


def new_mark() -> dict[str, str]:
    """A new mark for the environment of an engine."""
    return {MARK: uuid4().hex}


def descendants(process: int) -> set[ProcessKey]:
    """All descendants of a running process."""
    found: set[ProcessKey] = set()
    for thread in _listed(PROCESSES / f"{process}" / "task"):
        with suppress(OSError):  # it has ended meanwhile
            for child in map(int, (thread / "children").read_text().split()):
                found |= {(child, _start(child)), *descendants(child)}
    return found


def _listed(folder: Path) -> list[Path]:
    """The content of a folder; empty if its process ends at this moment, where `glob` would fail."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def under_subreaper(words: list[str]) -> list[str]:
    """The command line that runs an engine under a subreaper, if that is possible and the program exists."""
    if not CAN_ADOPT or not which(words[0]):
        return words
    return [sys.executable, "-I", "-S", str(SUBREAPER), *words]


def end_below(process: int) -> None:
    """End all processes below a subreaper; it ends by itself when the last of them has ended."""
    deadline = time.monotonic() + PATIENCE
    while (below := descendants(process)) and time.monotonic() < deadline:
        for each, _ in below:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGKILL)
        time.sleep(0.001)


def end_leftovers(mark: dict[str, str], known: set[ProcessKey]) -> None:
    """End all processes with the mark, and all known processes that still run, until no process is left."""
    deadline = time.monotonic() + PATIENCE
    while (left := {*_marked(mark), *_running(known)}) and time.monotonic() < deadline:
        known = known.union(*(descendants(process) for process, _ in left))
        for process, _ in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _running(known: set[ProcessKey]) -> Iterator[ProcessKey]:
    return ((process, start) for process, start in known if start and _start(process) == start)


def _start(process: int) -> str:
    """The start time of a process, which distinguishes it from a later one with the same id; empty if it has ended."""
    try:
        # The program name, in brackets, may contain anything; the state follows it.
        fields = (PROCESSES / f"{process}" / "stat").read_text(errors="replace").rpartition(")")[2].split()
        return "" if fields[0] in "ZX" else fields[19]
    except (OSError, IndexError):
        return ""


def _marked(mark: dict[str, str]) -> Iterator[ProcessKey]:
    """The processes with a mark. A zombie has no environment."""
    marks = [f"{name}={value}".encode() for name, value in mark.items()]
    for folder in _listed(PROCESSES) if marks else ():
        with suppress(OSError):  # not a process, ended meanwhile, or another user's
            if folder.name.isdecimal() and marks[0] in (folder / "environ").read_bytes():
                yield int(folder.name), _start(int(folder.name))
