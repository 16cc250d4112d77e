"""One engine in its own process: what talking to it costs, whatever it does."""

import shlex
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running import engine as engine_module
from colt_rules.conformance.running.engine import (
    LONGEST_LINE,
    START,
    STDERR_SHOWN,
    CannotStart,
    Engine,
    ask_once,
    command_line,
    welcomed,
)
from colt_rules.conformance.running.leftover_processes import CAN_ADOPT
from colt_rules.conformance.running.questions import Answer, EngineQuestion, Trouble
from colt_rules.conformance.running.results import Status
from tests.conformance.misbehaving.trial import MARK, comes_true, command, left_behind, runs

POSITION = runs()[0].given
NEW = p.New(1, POSITION)
PATIENT = 20.0
AT_START, AT_STOP, AT_NEW = (f'"type":"{type}"' for type in ("start", "stop", "new"))


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(engine_module, "GRACE", 0.5)
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before
    assert comes_true(lambda: not left_behind()), left_behind()


@contextmanager
def running(command: str, timeout: float = PATIENT) -> Iterator[Engine]:
    """An engine, not yet started, that is ended in any case."""
    engine = Engine(command, timeout)
    try:
        yield engine
    finally:
        engine.kill()


def asked(name: str, when: str = "", timeout: float = PATIENT) -> tuple[Answer, str]:
    """The answer of a started engine to one question, and its stderr."""
    with running(command(name, when), timeout) as engine:
        engine.start()
        answer = engine.ask(NEW)
    return answer, engine.stderr()


def trouble(name: str, when: str = "", timeout: float = PATIENT) -> Trouble:
    answer, _ = asked(name, when, timeout)
    assert isinstance(answer, Trouble), answer
    return answer


@pytest.mark.parametrize("text", ["", "   ", "'open"])
def test_a_malformed_command_line_is_reported(text: str) -> None:
    with pytest.raises(CannotStart, match=r"^expected "):
        command_line(text)


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(CannotStart, match=r"expected a program to run as '/no/such engine': No such file"):
        Engine("/no/such engine", PATIENT)


def test_a_program_that_says_nothing_and_ends_does_not_start() -> None:
    ended = r"\(crash\): expected an answer, but the process ended with exit status 0"
    with running("true") as engine, pytest.raises(CannotStart, match=ended):
        engine.start()


def test_an_engine_starts_answers_and_stops() -> None:
    engine = Engine(command("is-right"), PATIENT)
    started = engine.start()
    assert (started.name, started.levels) == ("misbehaving", p.LEVELS)
    assert engine.ask(NEW) == p.Ready(1)
    assert engine.ask(p.New("a text", POSITION)) == p.Ready("a text")
    engine.stop()
    assert left_behind() == []


def test_a_line_in_pieces_is_a_line() -> None:
    assert asked("in-pieces") == (p.Ready(1), "")


@pytest.mark.parametrize("name", ["hangs", "drips", "only-stderr"])
def test_the_time_limit_holds(name: str) -> None:
    began = time.monotonic()
    told = trouble(name, timeout=0.7)
    assert time.monotonic() - began < 5
    assert told == Trouble(Status.TIMEOUT, "expected it to answer within 0.7 s; it did not", None, lost=True)


def test_the_time_limit_holds_for_a_request_that_is_not_read() -> None:
    """Longer than any pipe, so that it cannot even be handed over."""
    with running(command("deaf", AT_START), 0.5) as engine:
        engine.start()
        answer = engine.ask(p.Command(1, "x" * 2**20))
    assert answer == Trouble(Status.TIMEOUT, "expected it to read the request within 0.5 s; it did not")


def test_an_engine_that_talks_instead_of_reading_is_heard_meanwhile() -> None:
    """It writes without end and reads nothing while we write a long request: neither may wait forever."""
    with running(command("endless-line", AT_NEW)) as engine:
        engine.start()
        engine.ask(NEW)
        answer = engine.ask(p.Command(2, "x" * 2**20))
    assert isinstance(answer, Trouble)
    assert answer.status is Status.PROTOCOL_ERROR


@pytest.mark.parametrize("name", ["endless-line", "only-stderr"])
def test_endless_output_takes_no_endless_memory(name: str) -> None:
    tracemalloc.start()
    try:
        trouble(name, timeout=PATIENT if name == "endless-line" else 1.0)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * LONGEST_LINE


def test_too_long_an_answer_is_shown_by_its_beginning() -> None:
    told = trouble("endless-line")
    assert (told.message, told.got) == ("expected an answer of at most 16 MB, got more", "x" * 200)


def test_a_wrong_answer_is_shown_as_it_came() -> None:
    assert trouble("not-json").got == "Hands up!"
    assert trouble("not-unicode").got == '{"type":"�"}'


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("wrong-seq", True),
        ("seq-as-text", True),
        ("seq-as-truth", True),
        ("no-seq", True),
        ("not-json", True),
        ("no-object", True),
        ("not-unicode", True),
        ("unknown-type", False),
        ("no-type", False),
        ("other-answer", False),
        ("unknown-field", False),
        ("missing-field", False),
        ("wrong-kind", False),
    ],
)
def test_an_engine_is_lost_unless_its_answer_echoes_the_seq(name: str, lost: bool) -> None:
    told = trouble(name)
    assert (told.status, told.lost) == (Status.PROTOCOL_ERROR, lost)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("exits", "the process ended with exit status 3"),
        ("exits-well", "the process ended with exit status 0"),
        ("dies", "the process ended with signal 9"),
        ("breaks-off", "the process ended with exit status 4"),
        ("closes-stdout", "the engine closed its input or output"),
    ],
)
def test_the_end_of_the_process_is_told(name: str, how: str) -> None:
    assert trouble(name) == Trouble(Status.CRASH, f"expected an answer, but {how}")


def test_an_answer_that_came_before_the_end_counts() -> None:
    with running(command("answers-and-exits")) as engine:
        engine.start()
        assert engine.ask(NEW) == p.Ready(1)
        assert engine.ask(NEW) == Trouble(Status.CRASH, "expected an answer, but the process ended with exit status 5")


def test_two_answers_to_one_question_are_one_too_many() -> None:
    told = trouble("twice")
    assert (told.status, told.lost) == (Status.PROTOCOL_ERROR, True)


def test_the_end_of_stderr_is_kept_and_handed_out_once() -> None:
    with running(command("floods-stderr", AT_NEW)) as engine:
        engine.start()
        assert engine.ask(NEW) == p.Ready(1)
        heard = engine.stderr()
        assert heard.endswith("xxx" + "the last of the flood")
        assert len(heard) == STDERR_SHOWN
        assert engine.stderr() == ""


def test_last_words_on_stderr_are_kept() -> None:
    assert asked("exits")[1] == "last words before the exit\n"


def test_last_words_on_stderr_are_told_when_the_start_fails() -> None:
    told = r"; on stderr: last words before the exit$"
    with running(command("exits", AT_START)) as engine, pytest.raises(CannotStart, match=told):
        engine.start()


def test_what_is_said_on_stderr_is_no_answer() -> None:
    answer, heard = asked("mutters")
    assert answer == p.Ready(1)
    assert "failed" in heard


@pytest.mark.parametrize("name", ["hangs", "deaf", "exits", "not-json", "closes-stdout"])
def test_stop_ends_an_engine_that_takes_no_notice_of_it(name: str) -> None:
    engine = Engine(command(name, AT_STOP), PATIENT)
    engine.start()
    began = time.monotonic()
    engine.stop()
    assert time.monotonic() - began < 8
    assert left_behind() == []


def test_the_children_of_an_engine_end_with_it() -> None:
    engine = Engine(command("starts-a-child"), PATIENT)
    try:
        engine.start()
        engine.ask(NEW)
        assert comes_true(lambda: len(left_behind()) == 2)
    finally:
        engine.stop()
    assert comes_true(lambda: not left_behind())


LEAVING = ("starts-a-session", "leaves-an-orphan", "starts-a-bare-session", "leaves-a-bare-orphan")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows what a process comes from")
@pytest.mark.parametrize("ended", ["stop", "kill"])
@pytest.mark.parametrize("name", LEAVING)
def test_children_that_have_left_the_group_of_an_engine_end_with_it(name: str, ended: str) -> None:
    engine = Engine(command(name, AT_NEW), PATIENT)
    other = Engine(command("in-pieces"), PATIENT)
    try:
        for one in (engine, other):
            one.start()
        engine.ask(NEW)
        assert comes_true(lambda: len(left_behind()) == 3)
        getattr(engine, ended)()
        assert comes_true(lambda: len(left_behind()) == 1), left_behind()
        assert other.ask(NEW) == p.Ready(1), "nobody else is ended"
    finally:
        other.stop()
    assert comes_true(lambda: not left_behind(keepers=True))


@pytest.mark.skipif(not CAN_ADOPT, reason="only Linux gives orphans to whoever asks for them")
@pytest.mark.parametrize("name", ["leaves-a-session", "leaves-a-bare-orphan-and-ends"])
def test_what_an_engine_leaves_behind_ends_as_soon_as_the_engine_does(name: str) -> None:
    engine = Engine(command(name, AT_NEW), PATIENT)
    try:
        engine.start()
        assert engine.ask(NEW) == p.Ready(1)
        assert comes_true(lambda: not left_behind())
    finally:
        engine.stop()
    assert comes_true(lambda: not left_behind(keepers=True))


@pytest.mark.skipif(not CAN_ADOPT, reason="only Linux gives orphans to whoever asks for them")
def test_what_a_one_shot_engine_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    """It ends by itself before its children can be seen; the daemon has neither its group nor its mark."""
    daemon = f"exec -a {shlex.quote(MARK)} sleep 1000"
    adapter = tmp_path / "adapter"
    adapter.write_text(f"#!/bin/sh\nsetsid env -i bash -c {shlex.quote(daemon)} </dev/null >/dev/null 2>&1 &\n")
    adapter.chmod(0o755)
    answers, _ = ask_once(str(adapter), [], PATIENT)
    assert [isinstance(answer, Trouble) for answer in answers.values()] == [True]
    assert comes_true(lambda: not left_behind())


@pytest.mark.skipif(not CAN_ADOPT, reason="elsewhere there is no engine to ask")
def test_a_program_that_cannot_be_run_is_told_with_the_reason(tmp_path: Path) -> None:
    adapter = tmp_path / "adapter"
    adapter.write_bytes(b"\x7fELF nothing")
    adapter.chmod(0o755)
    engine = Engine(str(adapter), PATIENT)
    with pytest.raises(CannotStart, match="Exec format error"):
        engine.start()
    engine.kill()
    adapter.chmod(0o644)
    with pytest.raises(CannotStart, match="Permission denied"):
        Engine(str(adapter), PATIENT).start()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows what a process comes from")
def test_children_are_known_though_the_engine_ends_as_soon_as_its_input_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine it has ended before it is looked at."""
    engine = Engine(command("starts-a-bare-session", AT_NEW), PATIENT)
    engine.start()
    engine.ask(NEW)
    assert comes_true(lambda: len(left_behind()) == 2)
    ends = engine.ends
    monkeypatch.setattr(engine, "ends", lambda _: ends(PATIENT))
    engine.kill()
    assert comes_true(lambda: not left_behind())


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (p.Ready(0), 'expected `started` as first answer, got {"seq":0,"type":"ready"}; on stderr: oh'),
        (
            Trouble(Status.TIMEOUT, "too slow"),
            "the adapter does not start (timeout): too slow; does it flush after each line? "
            "is it a one-shot adapter (--one-shot)?; on stderr: oh",
        ),
        (p.Started(0, 7, "e", "1", (), (), ("fold",)), "expected protocol 1, got 7; on stderr: oh"),
    ],
)
def test_what_an_engine_said_instead_of_a_greeting_is_told_with_its_stderr(answer: Answer, message: str) -> None:
    with pytest.raises(CannotStart) as raised:
        welcomed(answer, "oh\n")
    assert str(raised.value) == message


def once(name: str, when: str = "", timeout: float = PATIENT) -> tuple[list[Answer], str]:
    questions = [EngineQuestion(("new", ""), NEW), EngineQuestion(("again", ""), p.New(2, POSITION))]
    answers, stderr = ask_once(command(name, when, "once.py"), questions, timeout)
    assert list(answers) == [START, ("new", ""), ("again", "")]
    return list(answers.values()), stderr


def test_a_one_shot_engine_answers_every_question_in_order() -> None:
    (started, *others), stderr = once("is-right")
    assert isinstance(started, p.Started)
    assert (others, stderr) == ([p.Ready(1), p.Ready(2)], "")


def test_a_one_shot_engine_that_fails_as_a_whole_answers_nothing() -> None:
    answers, stderr = once("exits")
    ended = Trouble(Status.CRASH, "expected an answer, but the process ended with exit status 3")
    assert answers == [ended] * 3
    assert stderr == "last words before the exit\n"


def test_a_one_shot_engine_has_one_time_limit_for_all() -> None:
    answers, _ = once("hangs", timeout=1.0)
    assert answers == [Trouble(Status.TIMEOUT, "expected it to end within 1 s; it did not")] * 3


def test_one_bad_response_of_a_one_shot_engine_spoils_no_other() -> None:
    (_, first, second), _ = once("unknown-field", '"seq":2')
    assert first == p.Ready(1)
    assert isinstance(second, Trouble)
    assert second.message.startswith("response: expected no fields but seq, type, got the text 'colour'")


def test_endless_output_of_a_one_shot_engine_is_cut_off() -> None:
    answers, _ = once("endless-lines")
    assert (
        answers
        == [Trouble(Status.PROTOCOL_ERROR, "expected an answer of at most 16 MB, got more", ("Hands up!\n" * 20)[:200])]
        * 3
    )
