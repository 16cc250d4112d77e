"""Work shared by processes: every item has its result or a reason, whatever happens to the processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from colt_rules.archive.sharing import AHEAD, MOST_STILLBORN, Failed, shared


def doubled(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen")
    return 2 * number


def killed(number: int, by: Path, times: int) -> int:
    """Kills its process at 5, so many times."""
    tries = len([*by.iterdir()])
    if number == 5 and tries < times:
        (by / str(tries)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def unsendable(number: int) -> object:
    return (lambda: number) if number == 1 else number


def sleeping(number: int) -> int:
    os.write(1, b"%d\n" % os.getpid())  # one write: two processes share the pipe, and `print` may need two
    time.sleep(600)
    return number


@pytest.mark.parametrize("workers", [1, 3])
def test_every_item_has_its_result(workers: int) -> None:
    assert dict(shared(doubled, range(10), workers)) == {number: 2 * number for number in range(10)}


def test_no_items_need_no_process() -> None:
    assert [*shared(doubled, [], 2)] == []


def test_what_is_raised_is_told_beside_the_item() -> None:
    results = dict(shared(doubled, range(12, 16), 2))
    assert results == {12: 24, 13: Failed("ValueError: thirteen"), 14: 28, 15: 30}


def test_a_result_that_cannot_be_sent_is_told_beside_the_item() -> None:
    results = dict(shared(unsendable, range(3), 1))
    assert (results[0], results[2]) == (0, 2)
    assert isinstance(results[1], Failed)
    assert "unsendable.<locals>.<lambda>" in results[1].why


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_worker_costs_no_result(tmp_path: Path, workers: int) -> None:
    work = partial(killed, by=tmp_path, times=1)
    assert dict(shared(work, range(20), workers)) == {number: number for number in range(20)}


def test_an_item_that_kills_its_worker_again_is_named_and_the_rest_is_done(tmp_path: Path) -> None:
    *rest, last = shared(partial(killed, by=tmp_path, times=9), range(20), 2)
    assert sorted(rest) == [(number, number) for number in range(20) if number != 5]
    item, result = last
    assert item == 5
    assert isinstance(result, Failed)
    assert "killed by SIGKILL" in result.why
    assert len([*tmp_path.iterdir()]) == 2


def test_items_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = shared(doubled, items(), 2)
    for number in range(50):
        next(results)
        assert len(taken) <= number + 1 + 2 * AHEAD
    results.close()  # type: ignore[attr-defined]


def test_processes_end_when_the_results_are_no_longer_wanted() -> None:
    results = shared(pid_of, range(1000), 2)
    pids = {next(results)[1] for _ in range(6)}
    results.close()  # type: ignore[attr-defined]
    assert all(has_ended(pid) for pid in pids)


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_their_parent(by: signal.Signals) -> None:
    # A shell lets programs in the background ignore interrupts, and so does all that they start.
    code = """
from tests.archive.test_sharing import *
signal.signal(signal.SIGINT, signal.default_int_handler)
[*shared(sleeping, [1, 2], 2)]
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(by)
        assert all(has_ended(pid) for pid in pids)


def test_a_program_whose_processes_cannot_start_is_told_so_at_once(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from tests.archive.test_sharing import *\nprint([*shared(doubled, range(1000), 2)])\n")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, env=env)
    assert "CannotShare: no process can be started to share the work: " in done.stderr.splitlines()[-1]
    assert done.stderr.count("bootstrapping phase") <= MOST_STILLBORN + 2


def pid_of(_: object) -> object:
    return os.getpid()


def has_ended(pid: object) -> bool:
    """Whether a process ends within ten seconds."""
    for _ in range(100):
        try:
            os.kill(int(str(pid)), 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
