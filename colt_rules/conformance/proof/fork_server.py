"""Where mutants start at once: a process that has imported everything is forked for each.

What takes long about `colt adapter --mutant ID` is to import the program and to read the specification. This module
has done both, and the fork exchanges the functions that its mutant changes. Where that is not enough the fork forgets
what it has imported of the rules, applies the mutant and imports them again. From there on it is the engine that the
command starts.
"""

import os
import sys
from functools import partial
from multiprocessing import connection, get_all_start_methods, get_context
from subprocess import TimeoutExpired
from threading import Lock
from typing import TYPE_CHECKING, cast

# With these, and what they import, all is there that stands below the rules, or beside them and asks for none.
import colt_rules.log.lines
import colt_rules.log.snapshots
import colt_rules.log.statements
import colt_rules.model.graph
import colt_rules.registry.clause
from colt_rules.conformance.proof.mutants import Mutant, apply, exchange
from colt_rules.registry.published import read_ahead

BELOW_THE_RULES = frozenset(sys.modules)
"""What no mutant patches, and what asks for nothing that one does."""

# Last, so that what is above can be told from the rules; only to have it imported.
import colt_rules.conformance.protocol.reference  # noqa: E402, F401

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from colt_rules.conformance.running.engine import Pipe, Start

FORKS = "forkserver" in get_all_start_methods()
"""Whether the platform can fork a process that is not this one, which has the rules imported."""
PRELOADED = [__name__, "click"]
"""What is imported before the first fork; the latter because each fork imports the program of this process again."""

read_ahead()

_starting = Lock()
"""Starting a process collects the exit status of ended ones, which can be read only once."""


def forking(mutant: Mutant, anew: bool = False) -> "Start | None":
    """What starts a mutant faster than its command, if need be with the rules imported anew; None without forks."""
    return partial(Forked, mutant, anew) if FORKS else None


class Forked:
    """The process of a mutant, or of the reference itself without one, as `subprocess.Popen` would give it."""

    stdin: "Pipe"
    stdout: "Pipe"
    stderr: "Pipe"

    def __init__(self, mutant: Mutant | None, anew: bool = False) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        requests, self.stdin = context.Pipe(duplex=False)
        self.stdout, responses = context.Pipe(duplex=False)
        self.stderr, words = context.Pipe(duplex=False)
        self._process = context.Process(target=_play, args=(mutant, anew, requests, responses, words), daemon=True)
        with _starting:
            self._process.start()
        for theirs in (requests, responses, words):
            theirs.close()
        self.pid = cast("int", self._process.pid)

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        with _starting:
            return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, once it has ended; `TimeoutExpired` if that takes longer."""
        if not connection.wait([self._process.sentinel], timeout):
            raise TimeoutExpired(f"the mutant {self.pid}", cast("float", timeout))
        return cast("int", self.poll())


def _play(
    mutant: Mutant | None, anew: bool, requests: "Connection", responses: "Connection", words: "Connection"
) -> None:
    """What the fork does: all that `colt adapter --mutant ID` does once it knows the mutant, or `colt adapter`."""
    os.setsid()
    for number, pipe in enumerate((requests, responses, words)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin = os.fdopen(0)
    if mutant and (anew or not exchange(mutant)):
        _forget_the_rules()
        apply(mutant)
    from colt_rules.conformance.protocol.reference import main

    main(mutant.id if mutant else "")


def _forget_the_rules() -> None:
    """From now on they are imported again, also where a package is asked for one of its modules."""
    for name in sys.modules.keys() - BELOW_THE_RULES:
        package, _, own = name.rpartition(".")
        if package in BELOW_THE_RULES and package.partition(".")[0] == "colt_rules":
            delattr(sys.modules[package], own)
        if package.partition(".")[0] == "colt_rules":
            del sys.modules[name]
