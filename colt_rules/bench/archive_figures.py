"""The figures of many games, for ``colt bench archive``.

All are ratios in one run, or seconds and megabytes for information. They are measured by wall time, because several
processes work at the same time, so they need an idle machine. For ``games`` games, twenty times as many are audited and
imported, and two hundred times as many are archived.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from colt_rules.archive import cluster
from colt_rules.archive.archiving import archive
from colt_rules.archive.asking import QUESTIONS, Asked, ask
from colt_rules.archive.asking_places import opened_to_ask
from colt_rules.archive.asking_relations import Chosen
from colt_rules.archive.importing import checked_by_many
from colt_rules.archive.judging import Judgement, judge
from colt_rules.archive.logs import LogName, logs_at
from colt_rules.archive.sharing import Failed, shared
from colt_rules.bench.figures import INFORMATION, Goal, Measurement, check_measured, run_measured
from colt_rules.bench.log_figures import played, text_of
from colt_rules.log.lines import pieces_of
from colt_rules.log.sqlite import SqliteStore

AUDITED, ARCHIVED = 20, 200
"""How many times ``games`` games are audited and imported, and how many times archived."""
QUARTER = 4
"""Memory is measured with all audited games and with a quarter of them."""
ASKED = ("characters", "seats", "ties", "most-cited", "longest")
"""The questions that are asked of the archive."""

AUDITS = Goal("audits", "{:,.0f} audits by two processes, relative to one", "fold", 1.8)
CLUSTER = Goal("cluster", "the same by a local Dask cluster of two workers, relative to two processes", "part", 0.85)
NO_CLUSTER = Goal(
    "cluster", "a Dask cluster: not measured without Dask; pip install 'colt-rules[cluster]'", "part", INFORMATION
)
IMPORTS = Goal("imports", "an import checked by two processes, relative to one process", "fold", 1.6)
MEMORY = Goal("memory", "auditing {:,.0f} games, more than {:,.0f}", "MB", 5)
ARCHIVE = Goal("archive", "archiving {:,.0f} games as Parquet by all cores", "s", INFORMATION)
SIZE = Goal("size", "the archive, which is {:,.0f} MB as logs and {:,.0f} MB as a store", "MB", INFORMATION)
QUESTION = Goal("questions", f"asking it {len(ASKED)} questions: {', '.join(ASKED)}", "s", INFORMATION)

Judged: TypeAlias = Iterable[tuple[LogName, Judgement | Failed]]


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured."""
    check_measured("an archive", bool(find_spec("duckdb")), "it needs DuckDB; pip install 'colt-rules[archive]'")
    with tempfile.TemporaryDirectory() as name:
        folder, few = Path(name), games * AUDITED
        logs = folder / "logs"
        _write_logs(logs, few)
        yield AUDITS.measured(repeats, lambda _: _by_processes(logs, 1) / _by_processes(logs, 2), few)
        with _local_cluster() as address:
            if address:
                by_cluster = partial(cluster.shared, address=address)
                _audit_seconds(logs, by_cluster)  # warm up: the workers import the rules
                yield CLUSTER.measured(repeats, lambda _: _by_processes(logs, 2) / _audit_seconds(logs, by_cluster))
            else:
                yield NO_CLUSTER.measured(1, lambda _: 0.0)
        yield IMPORTS.measured(repeats, lambda _: _import_seconds(logs, folder, 1) / _import_seconds(logs, folder, 2))
        yield MEMORY.measured(
            min(repeats, 2),
            lambda _: (_peak_memory(logs, few) - _peak_memory(logs, few // QUARTER)) / 2**20,
            few,
            few // QUARTER,
        )
        yield from _archived(folder, logs, few, games * ARCHIVED)


def _archived(folder: Path, logs: Path, few: int, many: int) -> Iterator[Measurement]:
    """The figures of an archive of so many games, of which the first few are played already."""
    _write_logs(logs, many, few)
    into = folder / "archive"
    yield ARCHIVE.measured(1, lambda _: _archive_seconds(logs, into, many), many)
    store = folder / "size.db"
    with SqliteStore(store) as opened:
        opened.add(checked_by_many(_files(logs), os.cpu_count() or 1, _read))
    yield SIZE.measured(1, lambda _: _megabytes(into), _megabytes(logs), _megabytes(store))
    yield QUESTION.measured(1, lambda _: _question_seconds(into))


# --- games to measure with


def _write_logs(folder: Path, games: int, first: int = 0) -> None:
    """Play different games, from this seed on, and write a log of each."""
    folder.mkdir(exist_ok=True)
    for _, result in shared(partial(_write_log, folder), range(first, games), os.cpu_count() or 1):
        check_measured("playing games", result is None, str(result))


def _write_log(folder: Path, seed: int) -> None:
    (folder / f"{seed:06}.jsonl").write_bytes(text_of(f"bench-{seed}", list(played(seed))))


def _files(logs: Path) -> Iterator[str]:
    return (log.place for log in logs_at(str(logs)))


def _read(file: str) -> Iterator[bytes]:
    with Path(file).open("rb") as opened:
        yield from pieces_of(opened)


# --- what is measured


def _by_processes(logs: Path, workers: int) -> float:
    return _audit_seconds(logs, partial(shared, workers=workers))


def _audit_seconds(logs: Path, share: Callable[..., Judged]) -> float:
    """The wall time of auditing all these logs."""
    start = time.perf_counter()
    _check_judged(share(partial(judge, question="audit", since=time.time()), logs_at(str(logs))))
    return time.perf_counter() - start


def _check_judged(judged: Judged) -> None:
    for name, found in judged:
        check_measured(
            "auditing", isinstance(found, Judgement) and found.sound, f"{name} was found to have faults: {found}"
        )


@contextmanager
def _local_cluster() -> Iterator[str]:
    """The address of a scheduler with two workers on this machine; empty without Dask."""
    try:
        from distributed import LocalCluster
    except ImportError:
        yield ""
        return
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as local:
        yield local.scheduler_address


def _import_seconds(logs: Path, folder: Path, workers: int) -> float:
    """The wall time of importing all these logs into a new store."""
    path = Path(tempfile.mkdtemp(dir=folder)) / "bench.db"
    start = time.perf_counter()
    with SqliteStore(path) as store:
        if workers == 1:
            store.add((file, _read(file)) for file in _files(logs))
        else:
            store.add(checked_by_many(_files(logs), workers, _read))
    seconds = time.perf_counter() - start
    path.unlink()
    return seconds


def _peak_memory(logs: Path, games: int) -> int:
    """The peak memory in bytes of a process that audits so many games itself."""
    program = (
        "import sys; from colt_rules.bench.archive_figures import audit_some\n"
        "from colt_rules.bench.log_figures import peak\n"
        "audit_some(sys.argv[1], int(sys.argv[2])); print(peak())"
    )
    return int(run_measured("memory", [sys.executable, "-c", program, str(logs), str(games)])[0])


def audit_some(logs: str, games: int) -> None:
    """Audit the first logs of a folder in this process."""
    _check_judged((name, judge(name, "audit", time.time())) for name in islice(logs_at(logs), games))


def _archive_seconds(logs: Path, into: Path, games: int) -> float:
    start = time.perf_counter()
    added = sum(one.added for one in archive(logs_at(str(logs)), into, os.cpu_count() or 1))
    check_measured("archiving", added == games, f"expected {games} games in the archive, got {added}")
    return time.perf_counter() - start


def _question_seconds(archived: Path) -> float:
    """The wall time of asking all questions, each read to its last row."""
    start = time.perf_counter()
    for name in ASKED:
        question = QUESTIONS[name]
        with opened_to_ask(str(archived), Chosen()) as place:
            rows = sum(1 for _ in ask(place, question, Asked(question.usual_each)).rows)
        check_measured("asking", rows > 0, f"the question {name} had no answer")
    return time.perf_counter() - start


def _megabytes(path: Path) -> float:
    files = [path] if path.is_file() else path.rglob("*")
    return float(sum(file.stat().st_size for file in files if file.is_file())) / 1e6
