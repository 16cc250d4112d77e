"""The reference as an engine: its answer to each request, and to invalid ones."""

import io
import json
from typing import Any

import pytest
from msgspec import UnsetType

from colt_rules.commands import parse_command
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference, event_message, serve, serve_once
from colt_rules.conformance.running.smoke import MOVE, MOVED, POSITION
from colt_rules.kernel import Accepted, decide, fold, legal
from colt_rules.log.choices import read_ways
from colt_rules.log.codec import command_object, to_data
from colt_rules.log.errors import Malformed
from colt_rules.model.state import NEW
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.editions import EDITIONS
from colt_rules.views import view, view_reasons

COMMAND = command_object(MOVE)
START = parse_command(
    "StartGame by table edition=ru-full modules=[base] seats=[tuco, belle, doc] "
    "powers=yes happenings=yes stations=no train=[]"
)


def after_moving() -> Accepted:
    verdict = decide(POSITION, MOVE)
    assert isinstance(verdict, Accepted)
    return verdict


def engine() -> Reference:
    """The reference with the position set."""
    reference = Reference()
    assert reference.answer(p.New(1, POSITION)) == p.Ready(1)
    return reference


def test_it_names_itself_and_supports_everything() -> None:
    started = Reference("me").answer(p.Start("s", 1))
    assert isinstance(started, p.Started)
    assert (started.seq, started.protocol, started.name) == ("s", 1, "me")
    assert (started.editions, started.modules, started.levels) == (EDITIONS, MODULES, p.LEVELS)


def test_a_legal_command_is_answered_with_events_clauses_and_state() -> None:
    moved = after_moving()
    answer = engine().answer(p.Command(3, COMMAND))
    assert answer == p.Accepted(3, tuple(map(event_message, moved.events)), moved.after)
    assert isinstance(answer, p.Accepted)
    assert isinstance(answer.events, tuple)
    assert all(event.cites for event in answer.events)


def test_a_legal_command_changes_the_position() -> None:
    reference = engine()
    reference.answer(p.Command(3, COMMAND))
    assert reference.answer(p.Log(4, ())) == p.Folded(4, after_moving().after)


@pytest.mark.parametrize("command", [{**COMMAND, "to": "baggage.roof"}, {"type": "Move"}, {"type": "No"}, None, 7, []])
def test_an_illegal_command_is_refused_with_clauses_and_changes_nothing(command: Any) -> None:
    reference = engine()
    answer = reference.answer(p.Command(3, command))
    assert isinstance(answer, p.Refused)
    assert answer.clauses
    assert answer.message
    assert reference.answer(p.Log(4, ())) == p.Folded(4, POSITION)


def test_the_options_are_the_legal_commands() -> None:
    commands = tuple(map(command_object, legal(POSITION, "ghost")))
    assert COMMAND in commands
    assert engine().answer(p.Legal(3, "ghost")) == p.Choices(3, commands)
    assert engine().answer(p.Legal(3, "nobody")) == p.Choices(3, ())


def test_the_options_of_chance_are_rows() -> None:
    reference = Reference()
    reference.answer(p.Command(1, command_object(START)))
    answer = reference.answer(p.Legal(2, "chance"))
    assert answer == p.Choices(2, rows=p.RowsMessage("train", "", tuple(sorted(BOX.cars)), 3))


def test_options_that_are_too_many_to_list_are_described() -> None:
    answer = Reference().answer(p.Legal(2, "table"))
    assert isinstance(answer, p.Choices)
    assert not isinstance(answer.ways, UnsetType)
    assert read_ways(answer.ways).number == len(legal(NEW, "table")) > 7_000_000_000
    assert p.read_response(p.to_line(answer), p.Legal(2, "table")) == answer


def test_a_view_comes_with_the_clauses_that_show_and_hide() -> None:
    reasons = view_reasons(POSITION, "doc")
    answer = engine().answer(p.Look(3, "doc"))
    assert isinstance(answer, p.Seen)
    assert answer.view == view(POSITION, "doc")
    assert isinstance(answer.cites, tuple)
    assert set(answer.cites) == {*reasons.shown, *reasons.hidden}
    assert len(set(answer.cites)) == len(answer.cites)


def test_a_log_is_folded_onto_the_position() -> None:
    events = p.read_events((MOVED,))
    assert engine().answer(p.Log(3, (MOVED,))) == p.Folded(3, fold(events, POSITION))


def test_a_new_position_takes_the_place_of_the_old_one() -> None:
    reference = engine()
    reference.answer(p.New(2, NEW))
    assert reference.answer(p.Log(3, ())) == p.Folded(3, NEW)


def test_it_stops() -> None:
    assert engine().answer(p.Stop("s")) == p.Stopped("s")


STRANGE = {**to_data(POSITION), "options": {**to_data(POSITION)["options"], "modules": ["moon"]}}


@pytest.mark.parametrize(
    "requests",
    [
        [p.Look(2, "nobody")],
        [p.Log(2, (p.EventMessage("BulletGiven", 1, dict.fromkeys(("shooter", "target", "bullet", "seat"), "x")),))],
        [p.New(2, NEW), p.Look(3, "ghost")],
        [p.read_request({"type": "new", "seq": 2, "state": STRANGE}), p.Legal(3, "ghost")],
        [p.read_request({"type": "new", "seq": 2, "state": STRANGE}), p.Command(3, COMMAND)],
        [p.read_request({"type": "new", "seq": 2, "state": STRANGE}), p.Look(3, "ghost")],
    ],
    ids=["unknown role", "unreadable event", "no such seat", "unknown module", "unknown module", "unknown module"],
)
def test_what_cannot_be_done_is_told_as_failed(requests: list[p.Request]) -> None:
    reference = engine()
    *_, last = [reference.answer(request) for request in requests]
    assert isinstance(last, p.Failed)
    assert last.message


def said(*lines: bytes) -> list[dict[str, Any]]:
    """The answers of the loop to these lines."""
    out = io.BytesIO()
    serve(Reference(), io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_loop_answers_line_by_line_until_stop() -> None:
    lines = [p.to_line(request)[:-1] for request in (p.Start(1, 1), p.New("b", POSITION), p.Stop(3), p.Start(4, 1))]
    assert [(answer["type"], answer["seq"]) for answer in said(*lines)] == [
        *(("started", 1), ("ready", "b"), ("stopped", 3))
    ]


def test_the_loop_ends_with_its_input() -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("line", "seq", "told"),
    [
        (b"", "", "request: expected JSON, got invalid JSON"),
        (b"Hands up!", "", "request: expected JSON, got invalid JSON"),
        (b"\xff", "", "request: expected"),
        (b"[" * 5000, "", "request: expected JSON, got"),
        (b"[]", "", "request.type: expected one of start, new, command, legal, view, log, setup, stop, got null"),
        (b'{"type":"jump","seq":9}', 9, "request.type: expected one of start, "),
        (b'{"type":"jump","seq":"nine"}', "nine", "request.type: expected one of start, "),
        (b'{"type":"legal","seq":9}', 9, "actor: expected a text, got nothing"),
        (b'{"type":"legal","actor":"ghost"}', "", "seq: expected a whole number or a text, got nothing"),
        (b'{"type":"stop","seq":null}', "", "seq: expected a whole number, got null"),
        (b'{"type":"new","seq":9,"state":{}}', 9, "state.options: expected an object, got nothing"),
        (b'{"type":"log","seq":9,"events":[{"type":"X","v":1,"data":{}}]}', 9, "events[0].type: expected one of the "),
    ],
)
def test_a_line_that_is_no_request_is_told_and_the_loop_goes_on(line: bytes, seq: p.Seq, told: str) -> None:
    failed, stopped = said(line, b'{"type":"stop","seq":1}')
    assert (failed["type"], failed["seq"]) == ("failed", seq)
    assert failed["message"].startswith(told)
    assert stopped == {"type": "stopped", "seq": 1}


def once(case: bytes) -> list[dict[str, Any]]:
    out = io.BytesIO()
    serve_once(Reference(), io.BytesIO(case), out)
    result = json.loads(out.getvalue())
    assert (result.pop("type"), list(result)) == ("result", ["responses"])
    responses: list[dict[str, Any]] = result["responses"]
    return responses


def test_one_shot_answers_every_request_in_order() -> None:
    requests = [to_data(request) for request in (p.Start(0, 1), p.New(1, POSITION), p.Legal(2, "ghost"))]
    answers = once(json.dumps({"type": "case", "protocol": 1, "requests": requests}).encode())
    assert [(answer["type"], answer["seq"]) for answer in answers] == [("started", 0), ("ready", 1), ("options", 2)]


def test_one_shot_tells_a_request_that_is_none_and_answers_the_others() -> None:
    """As in the loop, one bad request costs only itself."""
    case = {"type": "case", "protocol": 1, "requests": [{"type": "jump", "seq": 1}, to_data(p.Start(2, 1))]}
    answers = once(json.dumps(case).encode())
    assert [(answer["type"], answer["seq"]) for answer in answers] == [("failed", 1), ("started", 2)]


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (b"", "case: expected JSON, got invalid JSON"),
        (b"Hands up!", "case: expected JSON, got invalid JSON"),
        (b"[]", "case: expected an object with the fields protocol, requests, type, got a list of 0"),
        (b'{"type":"case","protocol":1}', "requests: expected a list, got nothing"),
        (b'{"type":"result","protocol":1,"requests":[]}', "type: expected the text 'case', got the text 'result'"),
    ],
)
def test_one_shot_refuses_what_is_no_case(case: bytes, told: str) -> None:
    with pytest.raises(Malformed) as raised:
        once(case)
    assert str(raised.value).startswith(told)
