"""Starts mutants fast: forks a process that has already imported everything.

Most of the time of `colt adapter --mutant ID` is spent importing the program and reading the specification. This module
has done both, and the fork replaces the functions that its mutant changes. Where that is not enough, the fork drops the
rules from ``sys.modules``, applies the mutant and imports them again. After that it is the same engine that the command
starts.
"""

import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import connection, get_all_start_methods, get_context
from subprocess import TimeoutExpired
from threading import Lock
from typing import TYPE_CHECKING, cast

# These, with what they import, are all modules below the rules, or beside them and independent of them.
import colt_rules.log.lines
import colt_rules.log.snapshots
import colt_rules.log.statements
import colt_rules.model.graph
import colt_rules.registry.clause
from colt_rules.conformance.proof.mutants import Mutant, apply, exchange, patched
from colt_rules.model.state import NEW
from colt_rules.registry.published import read_ahead

BELOW_THE_RULES = frozenset(sys.modules)
"""The modules that no mutant patches, and that import no patched module."""

# Imported last, so that the modules above can be told from the rules; only for the side effect.
import colt_rules.conformance.protocol.reference  # noqa: E402, F401
from colt_rules.conformance.protocol.messages import New, read_request, to_line  # noqa: E402

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from colt_rules.conformance.running.engine import Pipe, Start

FORKS = "forkserver" in get_all_start_methods()
"""Whether the platform has a fork server: a separate process that has imported the rules and is forked."""
PRELOADED = [__name__, "click"]
"""What is imported before the first fork; ``click`` because each fork imports the main program again."""

read_ahead()
read_request(to_line(New(1, NEW)))  # builds the validator of positions once, not in each fork
gc.freeze()  # garbage collection in a fork would copy the memory of all these objects

_starting = Lock()
"""Starting a process reaps ended ones, and an exit status can be read only once."""


def forking(mutant: Mutant, anew: bool = False) -> "Start | None":
    """Starts a mutant faster than its command, with ``anew`` by importing the rules again; None without forks."""
    return partial(Forked, partial(play, mutant, None if anew else patched(mutant))) if FORKS else None


class Forked:
    """A process that calls one function, which serves as an engine, with the interface of `subprocess.Popen`."""

    stdin: "Pipe"
    stdout: "Pipe"
    stderr: "Pipe"

    def __init__(self, serve: Callable[[], None]) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        requests, self.stdin = context.Pipe(duplex=False)
        self.stdout, responses = context.Pipe(duplex=False)
        self.stderr, words = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(serve, requests, responses, words), daemon=True)
        with _starting:
            self._process.start()
        for theirs in (requests, responses, words):
            theirs.close()
        self.pid = cast("int", self._process.pid)

    def poll(self) -> int | None:
        """The exit status, or None while it runs."""
        with _starting:
            return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit status; raise `TimeoutExpired` after the timeout."""
        if not connection.wait([self._process.sentinel], timeout):
            raise TimeoutExpired(f"the engine {self.pid}", cast("float", timeout))
        return cast("int", self.poll())


def _serve(serve: Callable[[], None], requests: "Connection", responses: "Connection", words: "Connection") -> None:
    """The work of the fork, with these pipes as standard input, output and error."""
    os.setsid()
    for number, pipe in enumerate((requests, responses, words)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin = os.fdopen(0)
    serve()


def play(mutant: Mutant, source: str | None) -> None:
    """Do what `colt adapter --mutant ID` does once it knows the mutant, with the patched source if that is enough."""
    if source is None or not exchange(mutant, source):
        _forget_the_rules()
        apply(mutant)
    from colt_rules.conformance.protocol.reference import main

    main(mutant.id)


def _forget_the_rules() -> None:
    """Remove the rules from ``sys.modules`` and from their packages, so that they are imported again."""
    for name in sys.modules.keys() - BELOW_THE_RULES:
        package, _, own = name.rpartition(".")
        if package in BELOW_THE_RULES and package.partition(".")[0] == "colt_rules":
            delattr(sys.modules[package], own)
        if package.partition(".")[0] == "colt_rules":
            del sys.modules[name]
