"""Whole runs against engines that misbehave: what each costs, and what is reported."""

import shlex
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from colt_rules.conformance.protocol.messages import LEVELS
from colt_rules.conformance.running import engine as engine_module
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.interview import Adapter, greet
from colt_rules.conformance.running.questions import questions
from colt_rules.conformance.running.results import CaseResult, Footer, Status
from colt_rules.conformance.running.runner import Conversation
from tests.conformance.misbehaving.trial import (
    AT_CHEYENNE,
    AT_TUCO,
    comes_true,
    command,
    left_behind,
    runs,
)

pytestmark = pytest.mark.thorough

FIRST, SECOND, THIRD = RUNS = runs()
PATIENT, SHORT = 20.0, 1.0
"""Time limits in seconds: for an engine that answers or ends, and for an engine that hangs."""
AT_START, AT_STOP, AT_VIEW, AT_LEGAL = (f'"type":"{type}"' for type in ("start", "stop", "view", "legal"))


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever an engine does, no process and no thread of the run outlives it."""
    monkeypatch.setattr(engine_module, "GRACE", 0.5)
    before = set(threading.enumerate())
    yield
    assert comes_true(lambda: set(threading.enumerate()) <= before)
    assert comes_true(lambda: not left_behind()), left_behind()


@frozen
class Ran:
    cases: tuple[CaseResult, ...]
    footer: Footer

    def checks(self, number: int) -> dict[str, Status]:
        """The statuses of the checks of a case."""
        return {result.check: result.status for result in self.cases[number].results}

    def messages(self, number: int, status: Status) -> set[str]:
        """The messages of the checks of a case with this status."""
        return {result.message for result in self.cases[number].results if result.status is status}


def run(
    name: str,
    when: str = "",
    *,
    timeout: float = PATIENT,
    restarts: int = 20,
    levels: tuple[str, ...] = (),
    one_shot: bool = False,
) -> Ran:
    script = "once.py" if one_shot else "adapter.py"
    adapter = Adapter(command(name, when, script), one_shot, timeout, restarts, levels)
    conversation = Conversation(adapter, RUNS, 1, "0.0.0")
    cases = tuple(conversation)
    return Ran(cases, conversation.footer)


def all_of(run: int, status: Status) -> dict[str, Status]:
    return {check.id: status for check in RUNS[run].checks}


def test_an_engine_in_order_passes_everything() -> None:
    ran = run("is-right")
    assert [case.case for case in ran.cases] == [run.case.id for run in RUNS]
    assert [ran.checks(number) for number in range(3)] == [all_of(number, Status.PASS) for number in range(3)]
    assert (ran.footer.complete, ran.footer.problem, ran.footer.restarts) == (True, "", 0)


@pytest.mark.parametrize("name", ["in-pieces", "floods-stderr", "mutters", "starts-a-child"])
def test_what_is_odd_but_allowed_costs_nothing(name: str) -> None:
    ran = run(name)
    assert {status for status, number in ran.footer.counts.items() if number} == {Status.PASS}
    assert ran.footer.restarts == 0


LOST = [
    ("exits", Status.CRASH, "expected an answer, but the process ended with exit status 3"),
    ("exits-well", Status.CRASH, "expected an answer, but the process ended with exit status 0"),
    ("dies", Status.CRASH, "expected an answer, but the process ended with signal 9"),
    ("breaks-off", Status.CRASH, "expected an answer, but the process ended with exit status 4"),
    ("closes-stdout", Status.CRASH, "expected an answer, but the engine closed its input or output"),
    ("two-lines", Status.PROTOCOL_ERROR, "response: expected JSON, got invalid JSON"),
    ("not-json", Status.PROTOCOL_ERROR, "response: expected one JSON object, got "),
    ("blank-line", Status.PROTOCOL_ERROR, "response: expected one JSON object, got "),
    ("no-object", Status.PROTOCOL_ERROR, "response: expected one JSON object, got "),
    ("endless-line", Status.PROTOCOL_ERROR, "expected an answer of at most 16 MB, got more"),
    ("endless-lines", Status.PROTOCOL_ERROR, "response: expected one JSON object, got "),
    ("twice", Status.PROTOCOL_ERROR, "expected"),
    ("wrong-seq", Status.PROTOCOL_ERROR, "seq: expected the number 2, got the number 3; echo the seq"),
    ("seq-as-text", Status.PROTOCOL_ERROR, "seq: expected the number 2, got the text '2'; echo the seq"),
    ("no-seq", Status.PROTOCOL_ERROR, "seq: expected a whole number or a text, got nothing"),
]


@pytest.mark.parametrize(("name", "status", "message"), LOST)
def test_an_engine_that_breaks_once_loses_one_case_and_is_started_again(
    name: str, status: Status, message: str
) -> None:
    ran = run(name, AT_CHEYENNE)
    assert ran.checks(0) == all_of(0, Status.PASS)
    assert ran.checks(1) == all_of(1, status)
    assert ran.checks(2) == all_of(2, Status.PASS)
    assert all(told.startswith(message) for told in ran.messages(1, status))
    assert (ran.footer.complete, ran.footer.problem, ran.footer.restarts) == (True, "", 1)


@pytest.mark.parametrize("name", ["hangs", "late", "drips"])
def test_an_engine_that_does_not_answer_in_time_loses_one_case(name: str) -> None:
    ran = run(name, AT_CHEYENNE, timeout=SHORT)
    assert ran.checks(1) == all_of(1, Status.TIMEOUT)
    assert ran.messages(1, Status.TIMEOUT) == {"expected it to answer within 1 s; it did not"}
    assert (ran.checks(0), ran.checks(2)) == (all_of(0, Status.PASS), all_of(2, Status.PASS))
    assert ran.footer.restarts == 1
    assert SHORT <= ran.cases[1].seconds < 5 * SHORT


def test_an_engine_that_ends_while_its_child_holds_the_output_has_crashed() -> None:
    ran = run("leaves-a-child", AT_CHEYENNE, timeout=SHORT)
    assert ran.checks(1) == all_of(1, Status.CRASH)
    assert ran.messages(1, Status.CRASH) == {"expected an answer, but the process ended with exit status 6"}
    assert ran.checks(2) == all_of(2, Status.PASS)


KEPT = [
    ("no-type", Status.PROTOCOL_ERROR, "response.type: expected one of started, ready, "),
    ("unknown-type", Status.PROTOCOL_ERROR, "response.type: expected one of started, ready, "),
    ("other-answer", Status.PROTOCOL_ERROR, "type: expected accepted or refused or skipped or failed as answer to "),
    ("missing-field", Status.PROTOCOL_ERROR, "reason: expected a text, got nothing; this field is required"),
    ("unknown-field", Status.PROTOCOL_ERROR, "response: expected no fields but seq, events, state, type, got the "),
    ("skips", Status.SKIPPED, "no time for this"),
    ("fails", Status.ERROR, "out of gunpowder"),
]


BY_COMMAND = ("events", "state", "whole", "consistent", "cites", "clauses")
"""The checks of the first case about its command."""


@pytest.mark.parametrize(("name", "status", "message"), KEPT)
def test_a_bad_answer_with_the_right_seq_costs_the_checks_that_rest_on_it(
    name: str, status: Status, message: str
) -> None:
    ran = run(name, AT_TUCO)
    assert ran.checks(0) == {**all_of(0, Status.PASS), **dict.fromkeys(BY_COMMAND, status)}
    assert all(told.startswith(message) for told in ran.messages(0, status))
    assert (ran.checks(1), ran.checks(2)) == (all_of(1, Status.PASS), all_of(2, Status.PASS))
    assert ran.footer.restarts == 0


def test_after_a_refusal_that_was_no_answer_nothing_is_known_of_the_position() -> None:
    ran = run("skips", AT_CHEYENNE)
    assert ran.checks(1) == all_of(1, Status.SKIPPED)
    assert ran.footer.restarts == 0


ONE_CHECK = [
    (
        "leaks-hand",
        AT_VIEW,
        "view-doc.hidden",
        "seats.ghost.hand: expected nothing, since this role may not see it; got ",
    ),
    (
        "leaks-deck",
        AT_VIEW,
        "view-doc.hidden",
        "seats.ghost.deck: expected nothing, since this role may not see it; got ",
    ),
    ("leaks-purse", AT_VIEW, "view-doc.hidden", "bandits.ghost.tokens.purse-2.value: expected nothing, "),
    ("leaks-purse-on-the-floor", AT_VIEW, "view-doc.hidden", "floor.dining.inside.purse-1.value: expected nothing, "),
    ("leaks-rounds", AT_VIEW, "view-doc.hidden", "rounds: expected nothing, since this role may not see it; got "),
    (
        "leaks-pile",
        AT_VIEW,
        "view-doc.hidden",
        "round.pile.ghost.card: expected nothing, since this role may not see it; ",
    ),
]


@pytest.mark.parametrize(("name", "when", "check", "message"), ONE_CHECK)
def test_an_engine_that_shows_a_secret_fails_for_that_alone(name: str, when: str, check: str, message: str) -> None:
    ran = run(name, when)
    assert ran.checks(0) == {**all_of(0, Status.PASS), check: Status.FAIL}
    (told,) = ran.messages(0, Status.FAIL)
    assert told.startswith(message)


SUPPORTED = [
    (
        "no-events",
        {"events", "consistent", "cites", "clauses"},
        "events: expected in the answer, since the engine supports decide",
    ),
    ("no-state", {"state", "whole", "consistent"}, "state: expected in the answer, since the engine supports outcome"),
    ("no-cites", {"cites", "clauses"}, "cites: expected in the answer, since the engine supports cite"),
]


@pytest.mark.parametrize(("name", "checks", "message"), SUPPORTED)
def test_what_is_supported_must_be_sent(name: str, checks: set[str], message: str) -> None:
    ran = run(name, AT_TUCO)
    assert ran.checks(0) == {**all_of(0, Status.PASS), **dict.fromkeys(checks, Status.PROTOCOL_ERROR)}
    assert all(told.startswith(message) for told in ran.messages(0, Status.PROTOCOL_ERROR))


def test_a_refusal_without_clauses_is_out_of_form_at_level_cite() -> None:
    ran = run("no-cites", AT_CHEYENNE)
    bad = {check for check, status in ran.checks(1).items() if status is Status.PROTOCOL_ERROR}
    assert bad == {"refused.clauses", "clauses"}


def test_an_engine_that_answers_by_other_rules_fails_and_is_told_what_was_expected() -> None:
    ran = run("refuses", AT_TUCO)
    wrong = {check: Status.FAIL for check in BY_COMMAND if check != "consistent"}  # a refusal contradicts nothing
    assert ran.checks(0) == {**all_of(0, Status.PASS), **wrong}
    assert "expected the command to be accepted, got a refusal: not today" in ran.messages(0, Status.FAIL)


def test_an_event_of_another_version_is_out_of_form() -> None:
    ran = run("old-event", AT_TUCO)
    assert ran.checks(0)["events"] is Status.PROTOCOL_ERROR
    (told,) = ran.messages(0, Status.PROTOCOL_ERROR)
    assert told.startswith("events[0].v: expected version 1 of ActionTaken, got the number 0")


def test_options_without_commands_and_rows_are_out_of_form() -> None:
    ran = run("no-options", AT_LEGAL)
    assert ran.checks(1) == {**all_of(1, Status.PASS), "legal-tuco": Status.PROTOCOL_ERROR}


def test_a_second_answer_to_the_last_question_of_a_case_is_charged_to_that_case() -> None:
    ran = run("twice", AT_LEGAL)
    assert ran.checks(1)["legal-tuco"] is Status.PROTOCOL_ERROR
    assert ran.checks(2) == all_of(2, Status.PASS)


def test_what_the_engine_wrote_to_stderr_is_kept_with_the_case_and_decides_nothing() -> None:
    ran = run("exits", AT_CHEYENNE)
    assert [case.stderr for case in ran.cases] == ["", "last words before the exit\n", ""]
    flooded = run("floods-stderr", AT_CHEYENNE)
    assert flooded.checks(1) == all_of(1, Status.PASS)
    assert flooded.cases[1].stderr.endswith("the last of the flood")
    assert len(flooded.cases[1].stderr) == engine_module.STDERR_SHOWN


def test_an_engine_that_breaks_again_and_again_is_given_up() -> None:
    ran = run("exits", restarts=1)
    assert [case.status for case in ran.cases] == [Status.CRASH, Status.CRASH]
    assert ran.footer.complete is False
    assert ran.footer.problem.startswith(f"the engine broke in 2 cases, the last one {SECOND.case.id}; the run was ")


def test_an_engine_may_break_as_often_as_the_limit_allows() -> None:
    ran = run("exits", restarts=3)
    assert [case.status for case in ran.cases] == [Status.CRASH] * 3
    assert (ran.footer.complete, ran.footer.problem) == (True, "")


def test_an_engine_that_does_not_start_again_makes_the_run_invalid(tmp_path: Path) -> None:
    breaks = command("exits", AT_CHEYENNE)
    only_once = f"if mkdir {tmp_path}/started; then exec {breaks}; else exit 9; fi"
    conversation = Conversation(Adapter(shlex.join(["sh", "-c", only_once]), timeout=PATIENT), RUNS, 1, "0.0.0")
    assert [case.status for case in conversation] == [Status.PASS, Status.CRASH]
    footer = conversation.footer
    assert footer.complete is False
    assert footer.problem.startswith(
        "the adapter does not start (crash): expected an answer, but the process ended with exit status 9"
    )


NO_START = [
    ("other-protocol", "expected protocol 1, got 2"),
    ("unknown-level", "expected levels out of fold, decide, outcome, legal, view, cite, setup; got guess"),
    ("no-level", "expected an engine that supports a level, fold, decide, outcome, legal, view, cite, setup; got none"),
    ("skips", 'expected `started` as first answer, got {"reason":"no time for this"'),
    ("not-json", "the adapter does not start (protocol-error): response: expected "),
    ("exits", "the adapter does not start (crash): expected an answer, but the process ended with exit status 3"),
]


@pytest.mark.parametrize(("name", "message"), NO_START)
@pytest.mark.parametrize("one_shot", [False, True])
def test_an_engine_that_begins_badly_is_not_run(name: str, message: str, one_shot: bool) -> None:
    script = "once.py" if one_shot else "adapter.py"
    with pytest.raises(CannotStart) as raised:
        greet(Adapter(command(name, AT_START, script), one_shot, PATIENT))
    told = str(raised.value).replace("result: expected JSON", "response: expected JSON")
    assert told.startswith(message)
    assert ("on stderr: last words before the exit" in told) == (name == "exits")


def test_an_engine_that_hangs_at_the_start_has_six_times_the_limit_and_is_told_so() -> None:
    with pytest.raises(CannotStart, match=r"\(timeout\): expected it to answer within 1\.2 s; it did not"):
        greet(Adapter(command("hangs", AT_START), timeout=0.2))


@pytest.mark.parametrize("name", ["hangs", "deaf"])
def test_an_engine_that_does_not_stop_is_ended_and_costs_nothing(name: str) -> None:
    ran = run(name, AT_STOP)
    assert ran.footer.counts[Status.PASS] == sum(len(run.checks) for run in RUNS)
    assert ran.footer.problem == ""


def test_only_the_levels_that_are_supported_are_measured() -> None:
    ran = run("only-fold", AT_START)
    assert ran.checks(0) == {**all_of(0, Status.NOT_SUPPORTED), "fold": Status.PASS}
    assert ran.checks(1) == all_of(1, Status.NOT_SUPPORTED)
    assert "the engine does not support decide" in ran.messages(0, Status.NOT_SUPPORTED)


def test_a_check_that_needs_two_levels_says_which_one_is_missing() -> None:
    ran = run("only-view-and-cite", AT_START)
    assert ran.checks(0)["view-doc"] is Status.PASS
    (cites,) = [result for result in ran.cases[0].results if result.check == "cites"]
    assert cites.status is Status.NOT_SUPPORTED
    assert "decide" in cites.message, "it supports cite, but not decide"


def test_an_engine_of_another_edition_is_not_asked() -> None:
    ran = run("other-edition", AT_START)
    assert [ran.checks(number) for number in range(3)] == [all_of(number, Status.NOT_SUPPORTED) for number in range(3)]
    assert ran.messages(0, Status.NOT_SUPPORTED) == {"the engine does not support edition ru-full with base"}


def test_a_level_that_was_not_asked_for_is_not_measured() -> None:
    ran = run("is-right", levels=("legal",))
    assert ran.checks(1) == {**all_of(1, Status.NOT_SUPPORTED), "legal-tuco": Status.PASS}


def test_an_engine_without_the_level_that_was_asked_for_is_not_blamed_for_its_edition() -> None:
    ran = run("only-fold", AT_START, levels=("view",))
    assert ran.checks(0) == all_of(0, Status.NOT_SUPPORTED)
    assert not any("edition" in told for told in ran.messages(0, Status.NOT_SUPPORTED))


def test_several_engines_at_once_give_every_result_once() -> None:
    conversation = Conversation(Adapter(command("exits", AT_CHEYENNE), timeout=PATIENT), RUNS * 3, 2, "0.0.0")
    cases = list(conversation)
    assert sorted(case.case for case in cases) == sorted(run.case.id for run in RUNS * 3)
    assert {case.case for case in cases if case.status is Status.CRASH} == {SECOND.case.id}
    assert conversation.footer.restarts == 3


def test_a_run_that_nobody_reads_to_the_end_leaves_nothing_behind() -> None:
    conversation = Conversation(Adapter(command("is-right"), timeout=PATIENT), RUNS * 3000, 2, "0.0.0")
    results = iter(conversation)
    next(results)
    results.close()
    assert conversation.footer.complete is False
    assert conversation.footer.problem == "the run was not finished"
    assert comes_true(lambda: not left_behind()), left_behind()


def test_the_header_says_what_was_run_against_what() -> None:
    conversation = Conversation(Adapter(command("is-right"), timeout=PATIENT), RUNS, 2, "1.2.3", ("fire.*",))
    header = conversation.header
    list(conversation)
    assert (header.suite, header.protocol, header.cases, header.filters) == ("1.2.3", 1, 3, ("fire.*",))
    assert header.engine is not None
    assert header.engine["name"] == "misbehaving"


# --- one-shot


def test_a_one_shot_engine_in_order_passes_everything() -> None:
    ran = run("is-right", one_shot=True)
    assert [ran.checks(number) for number in range(3)] == [all_of(number, Status.PASS) for number in range(3)]
    assert (ran.footer.complete, ran.footer.problem) == (True, "")


ASKED = 1 + len(questions(SECOND, LEVELS))
ONCE = [
    ("exits", Status.CRASH, "expected an answer, but the process ended with exit status 3"),
    ("answers-and-exits", Status.CRASH, "expected an answer, but the process ended with exit status 5"),
    ("closes-stdout", Status.CRASH, "expected an answer, but the engine closed its input or output"),
    ("exits-well", Status.PROTOCOL_ERROR, "expected one JSON object with all responses, got nothing on stdout"),
    ("not-json", Status.PROTOCOL_ERROR, "result: expected JSON, got invalid JSON"),
    ("no-object", Status.PROTOCOL_ERROR, "result: expected an object with the fields responses"),
    ("twice", Status.PROTOCOL_ERROR, "result: expected JSON, got invalid JSON"),
    ("endless-line", Status.PROTOCOL_ERROR, "expected an answer of at most 16 MB, got more"),
    (
        "one-short",
        Status.PROTOCOL_ERROR,
        f"responses: expected {ASKED} of them, got {ASKED - 1}; answer every request, in order",
    ),
    (
        "one-more",
        Status.PROTOCOL_ERROR,
        f"responses: expected {ASKED} of them, got {ASKED + 1}; answer every request, in order",
    ),
]


@pytest.mark.parametrize(("name", "status", "message"), ONCE)
def test_a_one_shot_engine_that_breaks_once_loses_one_case(name: str, status: Status, message: str) -> None:
    ran = run(name, AT_CHEYENNE, one_shot=True)
    assert ran.checks(1) == all_of(1, status)
    assert all(told.startswith(message) for told in ran.messages(1, status))
    assert (ran.checks(0), ran.checks(2)) == (all_of(0, Status.PASS), all_of(2, Status.PASS))
    assert (ran.footer.complete, ran.footer.problem) == (True, "")


def test_a_one_shot_engine_that_hangs_loses_one_case() -> None:
    ran = run("hangs", AT_CHEYENNE, one_shot=True, timeout=2.0)
    assert ran.checks(1) == all_of(1, Status.TIMEOUT)
    assert ran.messages(1, Status.TIMEOUT) == {"expected it to end within 2 s; it did not"}
    assert ran.checks(2) == all_of(2, Status.PASS)


@pytest.mark.parametrize("name", ["in-pieces", "two-lines", "floods-stderr"])
def test_what_is_odd_but_allowed_costs_a_one_shot_engine_nothing(name: str) -> None:
    """The result is one JSON text, on any number of lines."""
    assert run(name, one_shot=True).footer.counts[Status.PASS] == sum(len(run.checks) for run in RUNS)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("skips", Status.SKIPPED),
        ("fails", Status.ERROR),
        ("wrong-seq", Status.PROTOCOL_ERROR),
        ("unknown-field", Status.PROTOCOL_ERROR),
    ],
)
def test_a_bad_response_of_a_one_shot_engine_costs_the_checks_that_rest_on_it(name: str, status: Status) -> None:
    ran = run(name, AT_TUCO, one_shot=True)
    assert ran.checks(0) == {**all_of(0, Status.PASS), **dict.fromkeys(BY_COMMAND, status)}
    assert ran.checks(1) == all_of(1, Status.PASS)


def test_responses_out_of_order_are_told_by_their_seq() -> None:
    ran = run("out-of-order", AT_CHEYENNE, one_shot=True)
    assert Status.PASS not in ran.checks(1).values()
    assert ran.checks(2) == all_of(2, Status.PASS)


def test_a_one_shot_engine_that_starts_a_child_is_done_when_it_ends() -> None:
    ran = run("starts-a-child", AT_CHEYENNE, one_shot=True, timeout=2.0)
    assert ran.checks(1) == all_of(1, Status.PASS)
    assert ran.checks(2) == all_of(2, Status.PASS)
