"""`colt`, started many times without loading it each time: how it ended, how long it took, and how much memory.

Run as a program it loads `colt` once and forks for each line of JSON that it reads; nobody but ``Colt`` speaks to it.
The memory is that of a fresh process, so it does not depend on what the tests hold.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import Any

from colt_rules.model.record import record

ROOT = Path(__file__).parents[3]
PATIENCE = 60
"""Seconds after which a process is ended, so that a test fails rather than hangs."""
MOST_MEMORY = 2 * 10**9
"""Bytes of address space, so that a test fails rather than fells the machine."""
LOADED = ("cli.main", "cli.log.group", "log.opening", "log.sqlite", "log.redaction", "log.verifying")


@record
class Ended:
    """How a command ended."""

    status: int
    out: bytes
    err: bytes
    seconds: float
    peak: float
    """The most memory it ever held, in MB."""

    @property
    def told(self) -> str:
        """All that it said."""
        return (self.out + self.err).decode()


class Colt:
    """The program that forks, as a context."""

    def __enter__(self) -> "Colt":
        self._folder = TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.log.faults.measured"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        assert self._process.stdout.readline() == "ready\n", "colt could not be loaded"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate(timeout=PATIENCE)
        self._folder.cleanup()

    def __call__(self, *args: object, stdin: Path | None = None) -> Ended:
        """Run `colt` with these arguments."""
        assert self._process.stdin
        assert self._process.stdout
        out, err = (Path(self._folder.name) / name for name in ("out", "err"))
        job = {"args": [str(one) for one in args], "stdin": str(stdin or os.devnull), "out": str(out), "err": str(err)}
        print(json.dumps(job), file=self._process.stdin, flush=True)
        told = json.loads(self._process.stdout.readline())
        return Ended(told["status"], out.read_bytes(), err.read_bytes(), told["seconds"], told["peak"])


def _serve() -> None:
    for module in LOADED:
        import_module(f"colt_rules.{module}")
    with TemporaryDirectory() as folder:  # what a library loads only when it is used
        import_module("colt_rules.log.sqlite").SqliteStore(Path(folder) / "games.db").close()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)


def _run(job: dict[str, Any]) -> dict[str, Any]:
    read, write = os.pipe()
    start = perf_counter()
    pid = os.fork()
    if not pid:
        _be_colt(job, write)
    os.close(write)
    peak = os.read(read, 100)
    os.close(read)
    _, status = os.waitpid(pid, 0)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "seconds": perf_counter() - start,
        "peak": float(peak or "inf"),
    }


def _be_colt(job: dict[str, Any], report: int) -> None:
    from colt_rules.cli.main import colt

    signal.alarm(PATIENCE)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, (file, mode) in enumerate(((job["stdin"], os.O_RDONLY), (job["out"], writing), (job["err"], writing))):
        os.dup2(os.open(file, mode, 0o644), number)
    status: Any = 99
    try:
        colt.main(job["args"])
    except SystemExit as ended:
        status = ended.code
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os.write(report, f"{_peak()}".encode())
        os._exit(status or 0)


def _peak() -> float:
    """In MB. The system's own count for the process would begin with that of its parent."""
    status = Path("/proc/self/status")
    if status.exists():
        (told,) = (line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
        return int(told.split()[1]) / 1000
    unit = 10**6 if sys.platform == "darwin" else 10**3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    _serve()
