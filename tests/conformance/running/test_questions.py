"""One case against one engine: what is asked at which level, and how the answers are judged."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from attrs import evolve
from msgspec import UNSET

from colt_rules.conformance.cases.case import read_case
from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.cases.yaml import parse_documents
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.questions import (
    Answer,
    EngineQuestion,
    Key,
    Trouble,
    asked_by,
    case_result,
    questions,
)
from colt_rules.conformance.running.results import CaseResult, Status
from colt_rules.kernel import fold
from colt_rules.log.codec import to_data, to_json
from colt_rules.model.state import Game
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from tests.conformance.made_up import expanded_in
from tests.conformance.misbehaving.trial import runs

FIRST, SECOND, _ = runs()
EMPTY = """
id: fire.target/nothing-comes
title: Nothing comes
clauses: [fire.target]
editions: [ru-full]
modules: [base]
given:
  board: |
    car    |   | baggage | dining | mail |
    roof   |   | ghost   | doc    |      |
    inside | M | tuco    |        |      |
  pile: [ghost-fire, doc-move]
when: []
then:
"""


def without_commands(check: str) -> Run:
    (document,) = parse_documents(f"{EMPTY}  - {check}", "here")
    return expanded_in(read_case(document))


def answered(run: Run, levels: tuple[str, ...] = p.LEVELS) -> dict[Key, Answer]:
    """What the reference says."""
    engine = Reference()
    return {question.key: engine.answer(question.request) for question in questions(run, levels)}


def statuses(result: CaseResult) -> dict[str, Status]:
    return {each.check: each.status for each in result.results}


def changed(
    run: Run, key: Key, change: Callable[[Any], Answer], levels: tuple[str, ...] = p.LEVELS
) -> dict[str, tuple[Status, str]]:
    """The checks that do not pass if the answer to one question is changed."""
    answers = answered(run, levels)
    answers[key] = change(answers[key])
    result = case_result(run, levels, answers)
    return {each.check: (each.status, each.message) for each in result.results if each.status is not Status.PASS}


def keys(asked: list[EngineQuestion]) -> list[Key]:
    return [question.key for question in asked]


COMMANDS: list[Key] = [("new", "commands"), ("command", "0")]
VIEW: list[Key] = [("new", "after"), ("view", "doc")]
FOLD: list[Key] = [("new", "log"), ("log", "")]


@pytest.mark.parametrize(
    ("levels", "asked"),
    [
        ((), []),
        (("fold",), FOLD),
        (("decide",), COMMANDS),
        (("outcome",), COMMANDS),
        (("legal",), []),
        (("view",), VIEW),
        (("cite",), []),
        (("view", "cite"), VIEW),
        (("decide", "fold"), [*COMMANDS, *FOLD]),
        (p.LEVELS, [*COMMANDS, *VIEW, *FOLD]),
    ],
)
def test_an_engine_is_asked_what_its_levels_need(levels: tuple[str, ...], asked: list[Key]) -> None:
    assert keys(questions(FIRST, levels)) == asked


def test_after_a_refusal_the_engine_is_asked_where_it_stands() -> None:
    assert keys(questions(SECOND, ("decide", "legal"))) == [*COMMANDS, ("legal", "tuco")]
    assert keys(questions(SECOND, ("legal",))) == [("new", "after"), ("legal", "tuco")]


def test_the_questions_are_numbered_from_one() -> None:
    assert [question.request.seq for question in questions(FIRST, p.LEVELS)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("levels", [p.LEVELS, *((level,) for level in p.LEVELS)])
def test_every_check_that_is_supported_has_its_questions(levels: tuple[str, ...]) -> None:
    for run in (FIRST, SECOND):
        asked = set(keys(questions(run, levels)))
        for check in run.checks:
            if check.is_supported(levels):
                assert asked & set(asked_by(check, run)), check.id


LEVELS_OF = {
    "events": ("decide",),
    "state": ("outcome",),
    "view-doc": ("view",),
    "view-doc.hidden": ("view",),
    "cites": ("decide", "cite"),
    "clauses": ("decide", "cite"),
    "view-clauses": ("view", "cite"),
    "whole": ("outcome",),
    "consistent": ("decide", "outcome"),
    "fold": ("fold",),
}


@pytest.mark.parametrize("check", LEVELS_OF)
def test_a_check_is_judged_by_an_engine_that_supports_its_levels_and_by_no_less(check: str) -> None:
    needed = LEVELS_OF[check]
    assert statuses(case_result(FIRST, needed, answered(FIRST, needed)))[check] is Status.PASS
    for level in needed:
        less = tuple(each for each in p.LEVELS if each != level)
        assert statuses(case_result(FIRST, less, answered(FIRST, less)))[check] is Status.NOT_SUPPORTED


@pytest.mark.parametrize("level", ["decide", "outcome"])
def test_a_refusal_is_judged_at_either_level(level: str) -> None:
    result = statuses(case_result(SECOND, (level,), answered(SECOND, (level,))))
    assert (result["refused"], result["refused.clauses"]) == (Status.PASS, Status.NOT_SUPPORTED)
    result = statuses(case_result(SECOND, (level, "cite"), answered(SECOND, (level, "cite"))))
    assert result["refused.clauses"] is Status.PASS


def test_the_reference_passes_and_the_result_tells_the_positions() -> None:
    result = case_result(FIRST, p.LEVELS, answered(FIRST), 1.5, "muttering")
    assert set(statuses(result).values()) == {Status.PASS}
    assert (result.case, result.edition, result.seconds, result.stderr) == (FIRST.case.id, "ru-full", 1.5, "muttering")
    assert (result.before, result.after, result.got_after) == (
        *(to_data(FIRST.given), to_data(FIRST.after), to_data(FIRST.after)),
    )


def test_a_folded_state_is_told_if_no_other_is() -> None:
    assert case_result(FIRST, ("fold",), answered(FIRST, ("fold",))).got_after == to_data(FIRST.after)
    assert case_result(FIRST, ("view",), answered(FIRST, ("view",))).got_after is None


def replaced(**fields: Any) -> Callable[[Any], Any]:
    return lambda answer: msgspec.structs.replace(answer, **fields)


COMMAND: Key = ("command", "0")


def test_other_events_fail_with_the_difference() -> None:
    told = changed(FIRST, COMMAND, lambda answer: msgspec.structs.replace(answer, events=answer.events[1:]))
    assert told["events"] == (Status.FAIL, "expected ActionTaken as event 1, got BulletGiven")
    assert set(told) == {"events"}  # ActionTaken changes nothing permanently


def test_another_state_fails_with_the_difference() -> None:
    told = changed(FIRST, COMMAND, replaced(state=FIRST.given))
    assert told["state"] == (Status.FAIL, "figures.ghost.bullets: expected 5, got 6")
    assert set(told) == {"state", "whole", "consistent"}


def test_another_fold_fails_with_the_difference() -> None:
    ((check, (status, message)),) = changed(FIRST, ("log", ""), replaced(state=FIRST.given)).items()
    assert (check, status) == ("fold", Status.FAIL)
    assert ": expected " in message


def test_other_clauses_fail_with_the_difference() -> None:
    def without_clauses(answer: Any) -> Any:
        return msgspec.structs.replace(
            answer, events=tuple(msgspec.structs.replace(event, cites=()) for event in answer.events)
        )

    told = changed(FIRST, COMMAND, without_clauses)
    assert set(told) == {"cites", "clauses"}
    assert told["clauses"] == (Status.FAIL, "missing fire.bullet-given")
    assert changed(SECOND, COMMAND, replaced(clauses=("fire.target",))) == {
        "refused.clauses": (Status.FAIL, "missing fire.roof.line-of-sight; too many: fire.target"),
        "clauses": (Status.FAIL, "missing fire.roof.line-of-sight"),
    }


def test_a_refusal_where_none_was_expected_fails_what_speaks_of_the_command() -> None:
    told = changed(FIRST, COMMAND, lambda answer: p.Refused(answer.seq, (), UNSET))
    assert set(told) == {"events", "state", "cites", "clauses", "whole"}
    assert told["events"] == (Status.FAIL, "expected the command to be accepted, got a refusal: no reason given")


def test_an_acceptance_where_a_refusal_was_expected_fails() -> None:
    told = changed(SECOND, COMMAND, lambda answer: p.Accepted(answer.seq, (), SECOND.given))
    assert told["refused"] == told["refused.clauses"]
    assert told["refused"] == (Status.FAIL, "expected a refusal, got an accepted command")


def test_other_options_fail_with_the_difference() -> None:
    told = changed(SECOND, ("legal", "tuco"), replaced(commands=()))
    assert told["legal-tuco"][0] is Status.FAIL
    assert told["legal-tuco"][1].startswith('missing {"actor":"tuco","target":"doc","type":"Fire"}')


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        (p.Skipped(2, "not mine"), Status.SKIPPED, "not mine"),
        (p.Failed(2, "oh"), Status.ERROR, "oh"),
        (Trouble(Status.TIMEOUT, "slow"), Status.TIMEOUT, "slow"),
        (Trouble(Status.CRASH, "gone"), Status.CRASH, "gone"),
        (Trouble(Status.PROTOCOL_ERROR, "what?", "x", lost=False), Status.PROTOCOL_ERROR, "what?"),
    ],
)
@pytest.mark.parametrize(
    ("key", "checks"),
    [
        (("new", "commands"), {"events", "state", "cites", "clauses", "whole", "consistent"}),
        (COMMAND, {"events", "state", "cites", "clauses", "whole", "consistent"}),
        (("new", "after"), {"view-doc", "view-doc.hidden", "view-clauses"}),
        (("view", "doc"), {"view-doc", "view-doc.hidden", "view-clauses"}),
        (("new", "log"), {"fold"}),
        (("log", ""), {"fold"}),
    ],
)
def test_no_answer_costs_the_checks_that_need_it(
    key: Key, checks: set[str], answer: Answer, status: Status, message: str
) -> None:
    assert changed(FIRST, key, lambda _: answer) == dict.fromkeys(checks, (status, message))


@pytest.mark.parametrize(
    ("key", "left_out", "level", "checks"),
    [
        (COMMAND, "events", "decide", {"events", "cites", "clauses", "consistent"}),
        (COMMAND, "state", "outcome", {"state", "whole", "consistent"}),
    ],
)
def test_what_is_supported_and_left_out_is_a_protocol_error(
    key: Key, left_out: str, level: str, checks: set[str]
) -> None:
    told = changed(FIRST, key, replaced(**{left_out: UNSET}))
    assert set(told) == checks
    for status, message in told.values():
        assert status is Status.PROTOCOL_ERROR
        assert message.startswith(f"{left_out}: expected in the answer, since the engine supports {level}")


def test_clauses_that_are_supported_and_left_out_of_a_view_are_a_protocol_error() -> None:
    run = without_commands("view: {of: doc, shows: {phase: stealin}}")
    hidden = expanded_in(evolve(run.case, clauses=("secrecy.decks",)))
    told = changed(hidden, ("view", "doc"), replaced(cites=UNSET))
    assert told["view-clauses"][0] is Status.PROTOCOL_ERROR
    assert set(told) == {"view-clauses"}


def test_a_check_of_the_state_without_a_command_is_refused_when_the_case_is_read() -> None:
    """No request asks for a state, so such a check could not be judged, and the run would break."""
    with pytest.raises(SpecError, match="expected a command in `when` for this check, got none"):
        without_commands("state: {phase: stealin}")


def test_a_view_can_be_checked_without_a_command() -> None:
    run = without_commands("view: {of: doc, shows: {phase: stealin}}")
    assert keys(questions(run, p.LEVELS)) == VIEW
    assert statuses(case_result(run, p.LEVELS, answered(run)))["view-doc"] is Status.PASS


# --- an engine against itself


TWICE = """
id: fire.bullet-given/twice
title: Two shots one after the other
clauses: [fire.bullet-given]
without: [fire.no-target]
editions: [ru-full]
modules: [base]
given:
  board: |
    car    |   | baggage | dining | mail |
    roof   |   |         | doc    |      |
    inside | M | ghost   | tuco   |      |
  pile: [ghost-fire, tuco-fire, doc-move]
when: [Fire by ghost target=tuco, Fire by tuco target=ghost]
then:
  - {after: 0, legal: {of: ghost, are: [Fire by ghost target=tuco]}}
  - {after: 1, legal: {of: tuco, include: [Fire by tuco target=ghost]}}
  - {after: 1, state: {figures: {ghost: {bullets: 5}, tuco: {bullets: 6}}}}
  - {after: 1, view: {of: doc, shows: {bandits: {tuco: {bullets: 6}}}}}
  - {after: 1, events: [ActionTaken, BulletGiven: {target: tuco}, ...]}
  - {after: 1, cites: {CardReturned: [stealin.card-returns]}}
  - state: {figures: {tuco: {bullets: 5}}}
  - view: {of: doc, shows: {bandits: {tuco: {bullets: 5}}}}
"""


def twice() -> Run:
    (document,) = parse_documents(TWICE, "here")
    return expanded_in(read_case(document))


def disguised(state: Any) -> Any:
    """A position whose game says that it is of another edition."""
    return evolve(state, options=evolve(state.options, edition="pl-base"))


@pytest.mark.parametrize("levels", [("decide", "outcome"), ("outcome",)])
def test_an_engine_whose_every_state_names_another_edition_fails(levels: tuple[str, ...]) -> None:
    """The written checks do not cover it, and nobody can write down everything that must stay the same."""
    run = twice()
    answers = answered(run, levels)
    for key, answer in answers.items():
        if isinstance(answer, p.Accepted) and isinstance(answer.state, Game):
            answers[key] = msgspec.structs.replace(answer, state=disguised(answer.state))
    bad = {one.check: one.message for one in case_result(run, levels, answers).results if one.status is Status.FAIL}
    assert bad["whole"] == 'options.edition: expected "ru-full", got "pl-base"'
    assert set(bad) == {"whole", "consistent"} if "decide" in levels else {"whole"}
    if "decide" in levels:
        assert bad["consistent"].startswith("command 1: its events do not lead to its state: options.edition")


def test_events_and_state_that_are_wrong_in_the_same_way_agree_with_each_other() -> None:
    """An engine's answers are compared with each other here; other checks compare them with the rules."""
    answer = answered(FIRST)[COMMAND]
    assert isinstance(answer, p.Accepted)
    assert isinstance(answer.events, tuple)
    fewer = answer.events[:1]
    wrong = p.Accepted(answer.seq, fewer, fold(p.read_events(fewer), FIRST.given))
    told = changed(FIRST, COMMAND, lambda _: wrong)
    assert {"events", "state", "whole"} <= told.keys()
    assert "consistent" not in told


def test_events_that_no_fold_can_take_are_told_as_such() -> None:
    lost = p.EventMessage("LootTaken", 1, {"bandit": "ghost", "token": "jewel-9", "place": "mail.inside"})
    told = changed(twice(), ("command", "1"), replaced(events=(lost,)))
    assert told["consistent"][0] is Status.FAIL
    assert told["consistent"][1].startswith("command 2: its events do not fit the position before: KeyError")


def test_a_view_that_cites_all_clauses_there_are_fails() -> None:
    everything = (*registry().clauses, *registry().rulings)
    told = changed(FIRST, ("view", "doc"), replaced(cites=everything))
    assert told.keys() == {"view-clauses"}
    assert told["view-clauses"][1].startswith("doc: too many: ")


def test_events_that_cite_all_clauses_there_are_fail() -> None:
    def citing_everything(answer: Any) -> Any:
        events = (msgspec.structs.replace(event, cites=tuple(registry().clauses)) for event in answer.events)
        return msgspec.structs.replace(answer, events=tuple(events))

    assert changed(twice(), ("command", "1"), citing_everything)["clauses"] == (
        Status.FAIL,
        "too many: fire.no-target",
    )


# --- looks after earlier commands


def test_a_case_looks_after_any_command() -> None:
    run = twice()
    assert set(statuses(case_result(run, p.LEVELS, answered(run))).values()) == {Status.PASS}
    assert keys(questions(run, ("legal", "view"))) == [
        *(("new", "after"), ("view", "doc")),
        *(("new", "after after 0"), ("legal", "ghost after 0")),
        *(("new", "after after 1"), ("legal", "tuco after 1"), ("view", "doc after 1")),
    ]
    asked = {question.key: question.request for question in questions(run, p.LEVELS)}
    (first, second) = (asked["new", key] for key in ("after after 0", "after after 1"))
    assert isinstance(first, p.New)
    assert isinstance(second, p.New)
    assert (first.state, second.state) == (run.given, run.positions[1])


def test_what_an_earlier_command_brought_wrongly_fails_its_checks() -> None:
    run = twice()
    told = changed(run, ("command", "0"), replaced(state=run.given))
    assert told["state-after-1"] == (Status.FAIL, "figures.ghost.bullets: expected 5, got 6")
    told = changed(run, ("legal", "tuco after 1"), replaced(commands=()))
    assert told.keys() == {"legal-tuco-after-1"}
    told = changed(run, ("command", "0"), lambda answer: p.Refused(answer.seq, (), UNSET))
    assert {"state-after-1", "events-after-1", "cites-after-1", "state"} <= told.keys()


def _texts(value: Any) -> set[str]:
    """Every string in plain data."""
    if isinstance(value, dict):
        return {text for each in (value.keys(), value.values()) for part in each for text in _texts(part)}
    if isinstance(value, list):
        return {text for part in value for text in _texts(part)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.thorough
def test_no_question_about_commands_in_the_whole_suite_carries_what_is_expected() -> None:
    """No request before the answer to the last command contains its events, its clauses or the state after it.

    A house rule names its ruling, which is cited then: what a command says itself gives nothing away.
    """
    for run in suite().runs:
        asked = questions(run, p.LEVELS)
        speaking = [question for question in asked if question.key[0] == "command" or question.key[1] == "commands"]
        assert speaking == asked[: len(speaking)], run.case.id
        after = to_json(run.after)
        house_rules = [each for each in run.commands if isinstance(each, dict) and each.get("type") == "AgreeOnRuling"]
        cited = run.observed.everything - _texts([house_rule.get("ruling") for house_rule in house_rules])
        for question in speaking:
            request = to_data(question.request)
            assert set(request) == {"seq", "type", "state" if question.key[0] == "new" else "command"}, run.case.id
            assert not cited & _texts(request), run.case.id
            if run.after != run.given:
                assert after not in to_json(request), run.case.id
            assert not {"events", "cites", "clauses"} & _texts(request), run.case.id
