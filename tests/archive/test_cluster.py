"""Work shared by a real Dask scheduler and workers, each a process of its own, of which any may be killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from colt_rules.archive import cluster
from colt_rules.archive.cluster import CHUNK, NoCluster, shared
from colt_rules.archive.judging import Judgement, judge
from colt_rules.archive.logs import LogName, logs_at
from colt_rules.archive.sharing import Failed
from tests.archive.test_judging import NEVER, wrong
from tests.cli.running import run_colt
from tests.logs import played, text_of
from tests.stores import cut

ROOT = Path(__file__).parents[2]
STARTING = 300
"""How many seconds the processes have to start beside other tests."""


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask; it can import these tests, and gives up on a task after two workers have died of it."""
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
        "DASK_DISTRIBUTED__WORKER__DAEMON": "True",
    }
    command = [sys.executable, "-m", "dask", *words]
    started = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def running_cluster(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a scheduler with two workers, and its process."""
    file = folder / "scheduler.json"
    here = ("--host", "127.0.0.1", "--no-dashboard")
    options = ("--nworkers", "2", "--nthreads", "1", "--local-directory", str(folder))
    with running("scheduler", "--port", "0", "--scheduler-file", str(file), *here) as scheduler:
        deadline = time.monotonic() + STARTING
        while not file.exists() or not file.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        with running("worker", address, *options, *here):
            wait_for_workers(address, 2)
            yield address, scheduler


def wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address, timeout=STARTING, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=STARTING)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("distributed", reason="no Dask; to run this: pip install -e '.[cluster]'")
    with running_cluster(tmp_path_factory.mktemp("dask")) as (address, _):
        yield address


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with more logs than a task has."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(2 * CHUNK + 3):
        log = wrong() if number == 7 else text_of(cut(played(), 20))
        (folder / f"{number:03}.jsonl").write_bytes(log)
    return folder


def killing(name: LogName, by: Path, times: int) -> str:
    """Kills its worker at the log 005, so many times."""
    tries = len([*by.iterdir()])
    if name.place.endswith("005.jsonl") and tries < times:
        (by / str(tries)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return name.place


def slow(name: LogName) -> str:
    time.sleep(0.2)
    return name.place


@pytest.mark.thorough
def test_a_cluster_judges_as_processes_do(address: str, logs: Path) -> None:
    work = partial(judge, question="audit", since=NEVER)
    found = dict(shared(work, logs_at(str(logs)), address))
    assert found == {name: work(name) for name in logs_at(str(logs))}
    assert sum(isinstance(one, Judgement) and not one.sound for one in found.values()) == 1
    told = run_colt("audit", logs, "--cluster", address, status=1).stdout
    assert told.startswith(f"{2 * CHUNK + 3} logs: {2 * CHUNK + 2} sound, 1 with faults.\n")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("asked", "groups"), [(("stats", "--from-logs"), "left_out"), (("what-if", "--edition", "ru-full"), "outcomes")]
)
def test_a_cluster_answers_as_processes_do(address: str, logs: Path, asked: tuple[str, ...], groups: str) -> None:
    alone, together = (
        json.loads(run_colt(*asked, logs, "--json", *by).stdout) for by in (("--workers", 1), ("--cluster", address))
    )
    assert alone == together
    assert sum(group["logs"] for group in alone[groups].values()) + alone.get("games", 0) == 2 * CHUNK + 3


@pytest.mark.thorough
def test_a_killed_worker_costs_no_result(address: str, logs: Path, tmp_path: Path) -> None:
    (tmp_path / "kills").mkdir()
    work = partial(killing, by=tmp_path / "kills", times=1)
    assert dict(shared(work, logs_at(str(logs)), address)) == {name: name.place for name in logs_at(str(logs))}


@pytest.mark.thorough
def test_a_log_that_kills_its_workers_is_named_and_the_rest_is_done(address: str, logs: Path, tmp_path: Path) -> None:
    (tmp_path / "kills").mkdir()
    found = dict(shared(partial(killing, by=tmp_path / "kills", times=99), logs_at(str(logs)), address))
    failed = {name.place: one.why for name, one in found.items() if isinstance(one, Failed)}
    assert failed == {str(logs / "005.jsonl"): "several workers died of it; perhaps they need more memory"}
    assert len(found) == 2 * CHUNK + 3


@pytest.mark.thorough
def test_a_folder_that_workers_do_not_see_is_named(address: str) -> None:
    ((_, failed),) = shared(slow, [LogName("/elsewhere/a.jsonl")], address)
    assert isinstance(failed, Failed)
    assert "does not see /elsewhere/a.jsonl; share the folder under the same path" in failed.why


@pytest.mark.thorough
def test_workers_with_another_version_are_refused(address: str, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "program", lambda: "another")
    with pytest.raises(NoCluster, match=r"expected workers with colt-rules .* another as here, got "):
        [*shared(slow, logs_at(str(logs)), address)]


@pytest.mark.thorough
def test_a_killed_scheduler_is_told_and_what_is_done_stays(tmp_path: Path, logs: Path) -> None:
    pytest.importorskip("distributed")
    with running_cluster(tmp_path) as (address, scheduler):
        results = shared(slow, logs_at(str(logs)), address)
        next(results)
        scheduler.kill()
        with pytest.raises(NoCluster, match=r"the scheduler .* ended"):
            for _ in results:
                pass


def test_a_scheduler_that_does_not_answer_is_told(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="no Dask; to run this: pip install -e '.[cluster]'")
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    told = run_colt("audit", logs, "--cluster", "tcp://127.0.0.1:1", status=2).stderr
    assert "no scheduler answers at tcp://127.0.0.1:1" in told
    assert "no scheduler answers at nonsense" in run_colt("audit", logs, "--cluster", "nonsense", status=2).stderr


def test_without_dask_the_extra_is_named(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = run_colt("audit", logs, "--cluster", "tcp://127.0.0.1:1", status=2).stderr
    assert "a cluster needs Dask, and it is not installed: pip install 'colt-rules[cluster]'" in told
