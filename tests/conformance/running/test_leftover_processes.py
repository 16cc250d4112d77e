"""Processes that an engine leaves behind are found, even while some of them are just ending."""

import os
import subprocess
import sys
import time

import pytest

from colt_rules.conformance.running import leftover_processes
from colt_rules.conformance.running.leftover_processes import descendants, end_leftovers, new_mark

SLEEPS = "import time; time.sleep(60)"
needs_proc = pytest.mark.skipif(not leftover_processes.PROCESSES.is_dir(), reason="needs /proc, as Linux has it")


def started(mark: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", SLEEPS], env={**os.environ, **mark}, start_new_session=True, stdin=subprocess.DEVNULL
    )


def _has_started(process: int, mark: dict[str, str]) -> bool:
    """Whether a process shows its environment: for a moment after its start it shows none."""
    return next(iter(mark.values())).encode() in (leftover_processes.PROCESSES / str(process) / "environ").read_bytes()


@needs_proc
def test_what_a_process_started_comes_from_it_and_what_carries_its_mark_is_ended() -> None:
    mark = new_mark()
    with started(mark) as stray:
        deadline = time.monotonic() + 10
        while not _has_started(stray.pid, mark) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert stray.pid in {process for process, _ in descendants(os.getpid())}
        end_leftovers(mark, set())
        assert stray.wait(10) == -9
    assert stray.pid not in {process for process, _ in descendants(os.getpid())}


def test_a_process_that_ends_during_the_search_has_no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "listdir", gone)
    monkeypatch.setattr(os, "scandir", gone)
    assert descendants(os.getpid()) == set()
    end_leftovers(new_mark(), set())
