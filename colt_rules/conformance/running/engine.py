"""An engine in its own process: requests go to its stdin, responses come from its stdout, both with a time limit.

Whatever the process does, an answer comes within the time limit: a response, or the reason why there is none. Its
stderr is kept for people to read and never affects a verdict.
"""

import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeAlias, cast

from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running.leftover_processes import (
    ProcessKey,
    descendants,
    end_below,
    end_leftovers,
    new_mark,
    under_subreaper,
)
from colt_rules.conformance.running.questions import Answer, EngineQuestion, Key, Trouble
from colt_rules.conformance.running.results import Status
from colt_rules.log.codec import plain, read_thoroughly, to_data, to_json
from colt_rules.log.errors import Malformed

LONGEST_LINE = 16 * 2**20
"""The maximum length of a line in bytes. A longer line is not an answer."""
STDERR_SHOWN = 4000
CHUNK = 2**16
GRACE = 2.0
"""Seconds an engine has to end after ``stop``."""
MOMENT = 0.5
"""Seconds a process that closed its input or output gets to end."""
START_FACTOR = 6
"""How many times longer than an answer the start may take: interpreters and virtual machines have to load."""


class CannotStart(Exception):
    """The command of the adapter could not be run, or its first answer is unusable."""


class Pipe(Protocol):
    """Our end of a pipe."""

    def fileno(self) -> int:
        """The file descriptor."""

    def close(self) -> None:
        """Close the pipe."""


class Process(Protocol):
    """A process with three pipes that leads its own process group, such as `subprocess.Popen`."""

    stdin: Pipe
    stdout: Pipe
    stderr: Pipe
    pid: int

    def poll(self) -> int | None:
        """The exit status, or None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit status; raise `subprocess.TimeoutExpired` after the timeout."""


Start: TypeAlias = Callable[[], Process]
"""Starts the process of an engine."""


def command_line(command: str) -> list[str]:
    """Split an adapter's command into words; raise ``CannotStart`` if it is empty or malformed."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CannotStart(f"expected a command line, got {command!r}: {error}") from None
    if not words:
        raise CannotStart('expected the command of an adapter such as "node adapter.mjs", got nothing')
    return words


def _run(command: str, mark: dict[str, str]) -> Process:
    process = subprocess.Popen(
        under_subreaper(command_line(command)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, **mark},
    )
    return cast("Process", process)


class Engine:
    """A running process that speaks the protocol."""

    def __init__(self, command: str, timeout: float, start: Start | None = None) -> None:
        self._timeout = timeout
        self._mark = {} if start else new_mark()
        self._known: set[ProcessKey] = set()
        """The descendants seen so far."""
        try:
            self._process = start() if start else _run(command, self._mark)
        except OSError as error:
            raise CannotStart(f"expected a program to run as {command!r}: {error.strerror}") from None
        self._selector = selectors.DefaultSelector()
        self._in, self._out, self._err = self._process.stdin, self._process.stdout, self._process.stderr
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._said = bytearray()
        self._stderr = b""

    def start(self) -> p.Started:
        """The engine's name and what it supports; raises ``CannotStart``."""
        answer = self.ask(p.Start(0, p.PROTOCOL), self._timeout * START_FACTOR)
        return welcomed(answer, self.stderr())

    def ask(
        self, request: p.Request, timeout: float | None = None, known: Callable[[bytes], Answer | None] | None = None
    ) -> Answer:
        """The response to a request, or why there is none.

        ``known`` may return the response for a line without parsing it: the fuzzer has often just computed the same
        answer.
        """
        limit = _Limit(timeout or self._timeout)
        try:
            self._send(p.to_line(request), limit)
            line = self._receive(limit)
        except _NoAnswer as error:
            return error.trouble
        answer = (known(line) if known else None) or _read(line, request)
        if self._said and not (isinstance(answer, Trouble) and answer.lost):
            more = bytes(self._said[:200]).decode(errors="replace")
            return Trouble(Status.PROTOCOL_ERROR, "expected one line per request, got more output after it", more)
        return answer

    def answer_once(self, data: bytes) -> bytes | Trouble:
        """One-shot: send the data and return the whole output once the process has ended with status 0."""
        limit = _Limit(self._timeout)
        try:
            self._send(data, limit)
            self._in.close()
            while True:
                self._wait(limit, "end")
        except _Ended as end:
            return bytes(self._said) if end.exit_status == 0 else end.trouble
        except _NoAnswer as error:
            return error.trouble

    def stop(self) -> None:
        """Ask the engine to end, and make sure that it does."""
        if self._process.poll() is None:
            self._look_at_descendants()
            self.ask(p.Stop("stop"), GRACE)
        self.kill(GRACE)

    def ends(self, grace: float) -> bool:
        """Whether the process ends by itself within these seconds."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        return self._process.poll() is not None

    def kill(self, grace: float = 0.0) -> None:
        """End the process and everything it started, in its group or outside."""
        self._look_at_descendants()  # before its input closes, because it may end with it
        with suppress(OSError):
            self._in.close()
        self.ends(grace)
        self._look_at_descendants()
        if self._process.poll() is None:
            end_below(self._process.pid)
            self.ends(MOMENT)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        end_leftovers(self._mark, self._known)
        self._listen(self._err)
        self._selector.close()
        self._out.close()
        self._err.close()

    def _look_at_descendants(self) -> None:
        """Record its descendants while it runs; afterwards its process id may belong to another process."""
        if self._process.poll() is None:
            self._known |= descendants(self._process.pid)

    def stderr(self) -> str:
        """The end of its stderr since the last call."""
        text, self._stderr = self._stderr, b""
        return text.decode(errors="replace")

    def _send(self, data: bytes, limit: "_Limit") -> None:
        """Write all of these bytes; an engine that closed its input may already have answered."""
        try:
            self._write(data, limit)
        except OSError:
            if not self._last_words():
                raise self._gone() from None

    def _write(self, data: bytes, limit: "_Limit") -> None:
        """Write while reading its output: an engine with a full output pipe would block, and so would we."""
        left = memoryview(data)
        self._selector.register(self._in, selectors.EVENT_WRITE)
        try:
            while left:
                if self._in in self._wait(limit, "read the request"):
                    left = left[os.write(self._in.fileno(), left[:CHUNK]) :]
        finally:
            self._selector.unregister(self._in)

    def _last_words(self) -> bool:
        """Whether it wrote a line before it closed its input; that line is its answer."""
        with suppress(_NoAnswer):
            self._await_line(_Limit(MOMENT))
        return b"\n" in self._said

    def _await_line(self, limit: "_Limit") -> None:
        while b"\n" not in self._said:
            self._wait(limit, "answer")

    def _receive(self, limit: "_Limit") -> bytes:
        """The next line."""
        self._await_line(limit)
        line, _, rest = bytes(self._said).partition(b"\n")
        self._said = bytearray(rest)
        return line

    def _wait(self, limit: "_Limit", what: str) -> list[Any]:
        """Wait until something can be read or written, and read what can be."""
        ready = [key.fileobj for key, _ in self._selector.select(limit.left())]
        if not ready or not limit.left():
            if self._process.poll() is not None:  # its output is still open because a child holds it
                raise self._gone()
            raise _NoAnswer(Status.TIMEOUT, f"expected it to {what} within {limit.seconds:g} s; it did not")
        for stream in (self._err, self._out):
            if stream in ready:
                self._listen(stream)
        return ready

    def _listen(self, stream: Pipe) -> None:
        try:
            chunk = os.read(stream.fileno(), CHUNK)
        except BlockingIOError:
            return
        if stream is self._err:
            self._stderr = (self._stderr + chunk)[-STDERR_SHOWN:]
            if not chunk:
                with suppress(KeyError):
                    self._selector.unregister(self._err)
            return
        if not chunk:
            raise self._gone()
        self._said += chunk
        if len(self._said) > LONGEST_LINE:
            raise _NoAnswer(
                Status.PROTOCOL_ERROR,
                f"expected an answer of at most {LONGEST_LINE // 2**20} MB, got more",
                bytes(self._said[:200]).decode(errors="replace"),
            )

    def _gone(self) -> "_Ended":
        try:
            status = self._process.wait(MOMENT)
        except subprocess.TimeoutExpired:
            return _Ended(None, "expected an answer, but the engine closed its input or output")
        self._listen(self._err)
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return _Ended(status, f"expected an answer, but the process ended with {how}")


class _Limit:
    """A deadline."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds left, at least 0."""
        return max(0.0, self._end - time.monotonic())


class _NoAnswer(Exception):
    def __init__(self, status: Status, message: str, got: object = None) -> None:
        super().__init__(message)
        self.trouble = Trouble(status, message, got)


class _Ended(_NoAnswer):
    """The process ended, with this exit status if it is known."""

    def __init__(self, exit_status: int | None, message: str) -> None:
        super().__init__(Status.CRASH, message)
        self.exit_status = exit_status


def _read(line: bytes, request: p.Request) -> Answer:
    """Read the response in a line.

    If an invalid response echoes the seq, only that response is lost: the next can still be matched.
    """
    try:
        return p.read_response(line, request)
    except Malformed as error:
        lost = error.path == "seq" or p.seq_of(line) != request.seq
        came = line[:2000].decode(errors="replace")
        message = str(error) if came.lstrip().startswith("{") else _no_json(came)
        return Trouble(Status.PROTOCOL_ERROR, message, came, lost)


def _no_json(came: str) -> str:
    """The message for a line that does not even start like a response."""
    what = f"the line {came[:80]!r}" if came.strip() else "an empty line"
    return f"response: expected one JSON object, got {what}; only responses may go to stdout, everything else to stderr"


def welcomed(answer: Answer, stderr: str) -> p.Started:
    """The engine's description of itself; raises ``CannotStart`` with the answer if it is unusable."""
    heard = f"; on stderr: {stderr.strip()[-500:]}" if stderr.strip() else ""
    match answer:
        case p.Started():
            if answer.protocol != p.PROTOCOL:
                raise CannotStart(f"expected protocol {p.PROTOCOL}, got {answer.protocol}{heard}")
            if unknown := sorted(set(answer.levels) - set(p.LEVELS)):
                raise CannotStart(f"expected levels out of {', '.join(p.LEVELS)}; got {', '.join(unknown)}{heard}")
            if not answer.levels:
                raise CannotStart(f"expected an engine that supports a level, {', '.join(p.LEVELS)}; got none{heard}")
            return answer
        case Trouble() if answer.status is Status.TIMEOUT:
            hint = "does it flush after each line? is it a one-shot adapter (--one-shot)?"
            raise CannotStart(f"the adapter does not start ({answer.status}): {answer.message}; {hint}{heard}")
        case Trouble():
            raise CannotStart(f"the adapter does not start ({answer.status}): {answer.message}{heard}")
    raise CannotStart(f"expected `started` as first answer, got {to_json(answer).decode()[:200]}{heard}")


def ask_once(command: str, questions: Iterable[EngineQuestion], timeout: float) -> tuple[dict[Key, Answer], str]:
    """One-shot: run a process for these questions alone; return the answers and its stderr."""
    asked = list(questions)
    requests = [p.Start(0, p.PROTOCOL), *(question.request for question in asked)]
    engine = Engine(command, timeout)
    try:
        said = engine.answer_once(to_json(p.OneShotCase(p.PROTOCOL, tuple(map(to_data, requests)))))
    finally:
        engine.kill()
    keys = [START, *(question.key for question in asked)]
    return dict(zip(keys, _responses(said, requests), strict=True)), engine.stderr()


def _responses(said: bytes | Trouble, requests: Sequence[p.Request]) -> list[Answer]:
    if isinstance(said, Trouble):
        return [said] * len(requests)
    if not said.strip():
        nothing = Trouble(Status.PROTOCOL_ERROR, "expected one JSON object with all responses, got nothing on stdout")
        return [nothing] * len(requests)
    try:
        result: p.OneShotResult = read_thoroughly(p.OneShotResult, plain(said, "result"), "result")
        if len(result.responses) != len(requests):
            came = str(len(result.responses))
            raise Malformed("responses", f"{len(requests)} of them", came, "answer every request, in order")
    except Malformed as error:
        return [Trouble(Status.PROTOCOL_ERROR, str(error), said[:2000].decode(errors="replace"))] * len(requests)
    return [_read(to_json(one), request) for one, request in zip(result.responses, requests, strict=True)]


START: Key = ("start", "")
"""The key of the first answer of a one-shot engine."""
