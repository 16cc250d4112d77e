"""What an engine can do instead of answering on one line: each function gets the right line."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

FOREVER = 3600.0
CHUNK = b"x" * 2**16


def say(data: bytes) -> None:
    """Write the text and flush it."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _hangs(line: bytes) -> None:
    time.sleep(FOREVER)


def _late(line: bytes) -> None:
    """Answer after the time limit of the tests, and continue as if nothing had happened."""
    time.sleep(1.3)
    say(line)


def _drips(line: bytes) -> None:
    """Write all the time without ever ending the line."""
    while True:
        say(b" ")
        time.sleep(0.05)


def _deaf(line: bytes) -> None:
    """Answer, and never read again."""
    say(line)
    time.sleep(FOREVER)


def _exits(line: bytes) -> None:
    print("last words before the exit", file=sys.stderr, flush=True)
    os._exit(3)


def _exits_well(line: bytes) -> None:
    os._exit(0)


def _dies(line: bytes) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _breaks_off(line: bytes) -> None:
    say(line[: len(line) // 2])
    os._exit(4)


def _answers_and_exits(line: bytes) -> None:
    say(line)
    os._exit(5)


def _closes_stdout(line: bytes) -> None:
    """Close the output and keep running."""
    os.close(sys.stdout.fileno())
    time.sleep(FOREVER)


def _two_lines(line: bytes) -> None:
    """The right JSON with a line break in it."""
    say(line.replace(b",", b",\n", 1))


def _in_pieces(line: bytes) -> None:
    """The right line, a few bytes at a time, which is allowed."""
    for start in range(0, len(line), 37):
        say(line[start : start + 37])


def _twice(line: bytes) -> None:
    say(line + line)


def _not_json(line: bytes) -> None:
    say(b"Hands up!\n")


def _not_unicode(line: bytes) -> None:
    say(b'{"type":"\xff"}\n')


def _no_object(line: bytes) -> None:
    say(b"[1,2,3]\n")


def _blank_line(line: bytes) -> None:
    say(b"\n" + line)


def _endless_line(line: bytes) -> None:
    while True:
        say(CHUNK)


def _endless_lines(line: bytes) -> None:
    while True:
        say(b"Hands up!\n" * 1000)


def _floods_stderr(line: bytes) -> None:
    """Far too much output on stderr, then the right answer."""
    for _ in range(32):
        sys.stderr.buffer.write(CHUNK)
    sys.stderr.buffer.write(b"the last of the flood")
    sys.stderr.buffer.flush()
    say(line)


def _only_stderr(line: bytes) -> None:
    while True:
        sys.stderr.buffer.write(CHUNK)


def _mutters(line: bytes) -> None:
    """Something on stderr that looks like a failure, besides the right answer."""
    print('{"type":"failed","seq":1,"message":"error"}', file=sys.stderr, flush=True)
    say(line)


def _starts_a_child(line: bytes) -> None:
    """The child holds stdout and stderr open as long as it lives."""
    _child()
    say(line)


def _leaves_a_child(line: bytes) -> None:
    """End without an answer while a child holds the output open."""
    _child()
    os._exit(6)


def _starts_a_session(line: bytes) -> None:
    """The child has its own session, which no signal for the engine's group reaches."""
    _child(start_new_session=True)
    say(line)


def _leaves_a_session(line: bytes) -> None:
    """Answer and end, while a child in its own session goes on."""
    _child(start_new_session=True)
    say(line)
    os._exit(0)


def _leaves_an_orphan(line: bytes) -> None:
    """An orphan in its own session with closed output: a daemon."""
    if not os.fork():
        os.setsid()
        nothing = subprocess.DEVNULL
        _child(start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing)
        os._exit(0)
    os.wait()
    say(line)


def _leaves_a_bare_orphan(line: bytes) -> None:
    """A daemon that has cleared its environment."""
    if not os.fork():
        os.setsid()
        nothing = subprocess.DEVNULL
        _child(start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing, env={})
        os._exit(0)
    os.wait()
    say(line)


def _leaves_a_bare_orphan_and_ends(line: bytes) -> None:
    """As above, and the engine ends before its descendants can be seen."""
    _leaves_a_bare_orphan(line)
    os._exit(0)


def _starts_a_bare_session(line: bytes) -> None:
    """A child in its own session that has cleared its environment."""
    _child(start_new_session=True, env={})
    say(line)


def _child(**options: Any) -> None:
    sleeper = f"import time; time.sleep({FOREVER})"
    subprocess.Popen([sys.executable, "-c", sleeper, *sys.argv], **options)


DEEDS: dict[str, Callable[[bytes], None]] = {
    function.__name__.removeprefix("_").replace("_", "-"): function
    for function in (
        _hangs,
        _late,
        _drips,
        _deaf,
        _exits,
        _exits_well,
        _dies,
        _breaks_off,
        _answers_and_exits,
        _closes_stdout,
        _two_lines,
        _in_pieces,
        _twice,
        _not_json,
        _not_unicode,
        _no_object,
        _blank_line,
        _endless_line,
        _endless_lines,
        _floods_stderr,
        _only_stderr,
        _mutters,
        _starts_a_child,
        _leaves_a_child,
        _starts_a_session,
        _leaves_a_session,
        _leaves_an_orphan,
        _leaves_a_bare_orphan,
        _leaves_a_bare_orphan_and_ends,
        _starts_a_bare_session,
    )
}
"""By the name that a test passes to the adapter."""
