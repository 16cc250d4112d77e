"""Runs an engine and ends with it, after ending everything that the engine started.

Usage: python subreaper.py WORDS. It runs as a separate program, so it imports nothing of the package.

The parent of a daemon has ended. Linux gives such a process to the nearest ancestor that asked for it
(``PR_SET_CHILD_SUBREAPER``). So everything an engine starts stays below its subreaper, whatever session, group or
environment it has. Input and output are the engine's; the subreaper ends as the engine did, with its exit status or by
its signal.
"""

import ctypes
import os
import resource
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 2.0
"""Seconds after which we give up: processes may start faster than they can be ended."""
CANNOT_RUN = 126
"""The exit status of a shell whose command exists but cannot be run."""


def main(words: list[str]) -> None:
    """Run the command, and end as it did."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    engine = os.fork()
    if not engine:
        _become(words)
    for stream in range(3):
        os.close(stream)  # otherwise the harness would not notice when the engine closes its own
    status = _waited_for(engine)
    _end_children()
    _end_as(status)


def _become(words: list[str]) -> None:
    try:
        os.execvp(words[0], words)
    except OSError as error:
        os.write(2, f"{words[0]}: {error.strerror}\n".encode(errors="backslashreplace"))
        os._exit(CANNOT_RUN)


def _waited_for(engine: int) -> int:
    """Wait for the engine and return its status; reap all other children."""
    while True:
        process, status = os.wait()
        if process == engine:
            return status


def _end_children() -> None:
    """End all remaining children; their children become ours and follow."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for child in _children():
            os.kill(child, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def _children() -> list[int]:
    with open(f"/proc/self/task/{os.getpid()}/children") as listed:  # noqa: PTH123 - pathlib takes as long as all else
        return [int(child) for child in listed.read().split()]


def _end_as(status: int) -> None:
    if os.WIFSIGNALED(status):
        ended_by = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if ended_by != signal.SIGKILL:  # cannot be handled
            signal.signal(ended_by, signal.SIG_DFL)
        os.kill(os.getpid(), ended_by)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(sys.argv[1:])
