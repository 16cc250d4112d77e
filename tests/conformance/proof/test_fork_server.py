"""A forked mutant is the engine that its command starts, only faster."""

import os
import signal
import subprocess
from collections.abc import Iterator
from functools import partial

import pytest
from attrs import evolve

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.suite import Suite, load_suite
from colt_rules.conformance.proof import fork_server
from colt_rules.conformance.proof.fork_server import Forked, forking
from colt_rules.conformance.proof.killing import fates
from colt_rules.conformance.proof.mutants import Mutant, find_mutant, patched
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running.engine import CannotStart, Engine
from colt_rules.conformance.running.interview import Adapter
from tests.conformance.made_up import HIDDEN, suite_in

PATIENT = 20.0
SECOND_ROOF = "fire.roof.line-of-sight/the-second-roof-is-in-sight"

pytestmark = pytest.mark.skipif(not fork_server.FORKS, reason="processes cannot be forked here")


def mutant(id: str = SECOND_ROOF) -> Mutant:
    found = find_mutant(suite_folder() / "mutants", id)
    assert found is not None
    return found


def broken(new: str) -> Mutant:
    """A mutant that runs this code when the module of its clause is imported."""
    return Mutant(
        id="schemin.draw.three/broken",
        reading="None",
        module="colt_rules.rules.base.schemin",
        old='"schemin.draw.three": 3,',
        new=new,
        file="made-up",
    )


@pytest.fixture
def forked() -> Iterator[Forked]:
    process = Forked(partial(fork_server.play, mutant(), patched(mutant())))
    yield process
    process.stdin.close()
    assert process.wait(PATIENT) is not None


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    return load_suite(suite_in(tmp_path_factory.mktemp("suite"), HIDDEN))


def test_a_forked_mutant_has_the_same_fate_as_one_started_by_its_command(small: Suite) -> None:
    adapter = Adapter(reference(mutant=SECOND_ROOF), restarts=0)
    (by_command,) = fates([mutant()], small, lambda *_: adapter, 1)
    forks = [evolve(adapter, command="not started", start=forking(mutant(), anew)) for anew in (False, True)]
    for fork in forks:
        assert list(fates([mutant()], small, lambda *_, fork=fork: fork, 1)) == [by_command]
    assert by_command.is_dead


def test_each_plays_by_its_own_reading_alone() -> None:
    names = [SECOND_ROOF, "schemin.draw.three/two"]
    engines = [Engine("not started", PATIENT, forking(mutant(name))) for name in names]
    try:
        assert [engine.start().name for engine in engines] == [f"colt-rules ({name})" for name in names]
    finally:
        for engine in engines:
            engine.stop()


def test_it_leads_a_group_of_its_own_and_ends_with_its_input(forked: Forked) -> None:
    os.write(forked.stdin.fileno(), p.to_line(p.Start(1, p.PROTOCOL)))
    assert b'"type":"started"' in os.read(forked.stdout.fileno(), 1000)
    assert os.getpgid(forked.pid) == forked.pid
    assert forked.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        forked.wait(0.01)
    forked.stdin.close()
    assert forked.wait(PATIENT) == 0
    assert forked.poll() == 0
    assert os.read(forked.stdout.fileno(), 1000) + os.read(forked.stderr.fileno(), 1000) == b""


def test_the_signal_that_ends_it_is_told(forked: Forked) -> None:
    os.kill(forked.pid, signal.SIGKILL)
    assert forked.wait(PATIENT) == -signal.SIGKILL


def test_one_that_cannot_be_imported_is_told_in_its_own_words() -> None:
    engine = Engine("not started", PATIENT, forking(broken('"schemin.draw.three": 1 / 0,')))
    with pytest.raises(CannotStart, match=r"ended with exit status 1; on stderr: (.|\n)*ZeroDivisionError"):
        engine.start()
    engine.kill()


def test_one_that_prints_does_not_keep_to_the_protocol() -> None:
    """Its output is the pipe, as for a separate process."""
    engine = Engine("not started", PATIENT, forking(broken('"schemin.draw.three": print("drawn", flush=True) or 3,')))
    with pytest.raises(CannotStart, match="got the line 'drawn'"):
        engine.start()
    engine.kill()


def test_where_nothing_can_be_forked_the_command_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fork_server, "FORKS", False)
    assert forking(mutant()) is None
