"""Every message of the protocol survives a round trip, and everything else is reported."""

from typing import Any

import pytest

from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running.smoke import MOVED, POSITION
from colt_rules.log.codec import to_data
from colt_rules.log.errors import Malformed
from colt_rules.model.state import NEW
from colt_rules.views import view

EVENT = p.EventMessage(MOVED.type, MOVED.v, MOVED.data, ("move.choice",))
ROWS = p.RowsMessage("deck", "tuco", ("a", "a", "b"), 2)

ANYTHING: list[Any] = [None, 7, -1.5, "text", [], [[{}]], {"type": 1}]
"""A command can be any JSON value."""

REQUESTS: list[p.Request] = [
    p.Start(1, 1),
    p.Start("one", 1),
    p.New(2, POSITION),
    p.New(2, NEW),
    p.Command(3, {"type": "Fire", "actor": "tuco", "target": "ghost"}),
    *(p.Command(3, value) for value in ANYTHING),
    p.Legal(4, "tuco"),
    p.Look(5, "spectator"),
    p.Log(6, ()),
    p.Log(6, (MOVED, EVENT)),
    p.SetUp(8, {"type": "StartGame"}),
    p.Stop(7),
]

ANSWERED: list[tuple[p.Request, p.Response]] = [
    (p.Start(1, 1), p.Started(1, 1, "e", "1.0", ("ru-full",), ("base",), ("fold",))),
    (p.Start(1, 1), p.Started(1, 1, "e", "1.0", (), (), (), language="C", homepage="https://example.org")),
    (p.New("a", NEW), p.Ready("a")),
    (p.Command(3, None), p.Accepted(3)),
    (p.Command(3, None), p.Accepted(3, (EVENT, MOVED), POSITION)),
    (p.Command(3, None), p.Refused(3)),
    (p.Command(3, None), p.Refused(3, ("fire.target",), "no")),
    (p.Legal(4, "tuco"), p.Choices(4, ({"type": "Fire"},))),
    (p.Legal(4, "tuco"), p.Choices(4, ())),
    (p.Legal(4, "chance"), p.Choices(4, rows=ROWS)),
    (p.Look(5, "ghost"), p.Seen(5, view(POSITION, "ghost"))),
    (p.Look(5, "ghost"), p.Seen(5, view(POSITION, "ghost"), ("secrecy.decks",))),
    (p.Log(6, ()), p.Folded(6, POSITION)),
    (p.SetUp(8, {}), p.Dealt(8, POSITION)),
    (p.Stop(7), p.Stopped(7)),
    *((request, p.Skipped(request.seq, "why")) for request in REQUESTS),
    *((request, p.Failed(request.seq, "oh")) for request in REQUESTS),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_a_request_comes_as_it_went(request_: p.Request) -> None:
    line = p.to_line(request_)
    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")
    assert p.read_request(line) == request_
    assert p.read_request(to_data(request_)) == request_


@pytest.mark.parametrize(("request_", "response"), ANSWERED, ids=lambda message: type(message).__name__)
def test_a_response_comes_as_it_went(request_: p.Request, response: p.Response) -> None:
    line = p.to_line(response)
    assert line.count(b"\n") == 1
    assert p.read_response(line, request_) == response
    assert p.read_response(to_data(response), request_) == response


def test_every_kind_of_message_is_among_the_examples() -> None:
    assert {type(request) for request in REQUESTS} == set(p.REQUESTS.values())
    assert {type(response) for _, response in ANSWERED} == set(p.RESPONSES.values())


def test_the_types_are_named_as_the_protocol_names_them() -> None:
    assert list(p.REQUESTS) == ["start", "new", "command", "legal", "view", "log", "setup", "stop"]
    assert list(p.RESPONSES) == [
        *("started", "ready", "accepted", "refused", "options", "seen", "folded", "dealt"),
        *("stopped", "skipped", "failed"),
    ]


def test_a_line_may_have_spaces_another_order_and_a_carriage_return() -> None:
    assert p.read_request(b' { "seq" : 7 , "type" : "stop" } \r\n') == p.Stop(7)
    assert p.read_response(b'{"seq":7,"type":"stopped"}\r', p.Stop(7)) == p.Stopped(7)


STATE = to_data(POSITION)
VIEW = to_data(view(POSITION, "ghost"))

BAD_REQUESTS: list[tuple[Any, str]] = [
    (b"", "request: expected JSON, got invalid JSON"),
    (b"{", "request: expected JSON, got invalid JSON"),
    (b'{"type":"stop","seq":1}{}', "request: expected JSON, got invalid JSON"),
    (b'{"type":"\xff"}', "request: expected"),
    (b"[" * 5000, "request: expected JSON, got"),
    (
        b"[]",
        "request.type: expected one of start, new, command, legal, view, log, setup, stop, got null; write one JSON",
    ),
    (b"null", "request.type: expected one of start, "),
    (b'"start"', "request.type: expected one of start, "),
    ({"seq": 1}, "request.type: expected one of start, new, command, legal, view, log, setup, stop, got null"),
    (
        {"type": 7, "seq": 1},
        "request.type: expected one of start, new, command, legal, view, log, setup, stop, got the number 7",
    ),
    ({"type": ["start"], "seq": 1}, "request.type: expected one of start, "),
    ({"type": "Start", "seq": 1, "protocol": 1}, "request.type: expected one of start, new, command, legal, view, "),
    ({"type": "ready", "seq": 1}, "request.type: expected one of start, "),
    ({"type": "stop"}, "seq: expected a whole number or a text, got nothing; this field is required"),
    ({"type": "stop", "seq": None}, "seq: expected a whole number, got null"),
    ({"type": "stop", "seq": True}, "seq: expected a whole number, got true"),
    ({"type": "stop", "seq": 1.0}, "seq: expected a whole number, got the number 1.0"),
    ({"type": "stop", "seq": []}, "seq: expected a whole number, got a list of 0"),
    ({"type": "stop", "seq": 2**70}, "seq: expected a whole number from "),
    (
        {"type": "stop", "seq": 1, "why": ""},
        "request: expected no fields but seq, type, got the text 'why'; remove it",
    ),
    ({"type": "start", "seq": 1}, "protocol: expected a whole number, got nothing"),
    ({"type": "start", "seq": 1, "protocol": "1"}, "protocol: expected a whole number, got the text '1'"),
    (
        {"type": "legal", "seq": 1, "actr": "x"},
        "request: expected no fields but seq, actor, type, got the text 'actr'; did",
    ),
    ({"type": "legal", "seq": 1, "actor": None}, "actor: expected a text, got null; put it in quotes"),
    ({"type": "view", "seq": 1}, "role: expected a text, got nothing"),
    ({"type": "command", "seq": 1}, "command: expected a text, got nothing"),
    ({"type": "new", "seq": 1}, "state: expected an object, got nothing"),
    (
        {"type": "new", "seq": 1, "state": {**STATE, "neutral": "13"}},
        "state.neutral: expected a whole number, got the text",
    ),
    ({"type": "new", "seq": 1, "state": {**STATE, "extra": 1}}, "state: expected no fields but options, phase, "),
    ({"type": "log", "seq": 1, "events": {}}, "events: expected a list, got an object with 0 fields"),
    (
        {"type": "log", "seq": 1, "events": [7]},
        "events[0]: expected an object with the fields type, v, data, cites, got",
    ),
    ({"type": "log", "seq": 1, "events": [{"type": "Move"}]}, "events[0].v: expected a whole number, got nothing"),
]


@pytest.mark.parametrize(("data", "told"), BAD_REQUESTS, ids=lambda value: str(value)[:40])
def test_what_is_no_request_is_told(data: Any, told: str) -> None:
    with pytest.raises(Malformed) as raised:
        p.read_request(data)
    assert str(raised.value).startswith(told)


BAD_EVENTS: list[tuple[dict[str, Any], str]] = [
    ({"type": "BanditMovd", "v": 1, "data": {}}, "events[1].type: expected one of the "),
    (
        {"type": "BanditMoved", "v": 2, "data": MOVED.data},
        "events[1].v: expected version 1 of BanditMoved, got the number 2",
    ),
    ({"type": "BanditMoved", "v": 1, "data": {}}, "events[1].bandit: expected a text, got nothing"),
    ({"type": "BanditMoved", "v": 1, "data": {**MOVED.data, "x": 1}}, "events[1].data: expected no fields but "),
]


@pytest.mark.parametrize(("event", "told"), BAD_EVENTS, ids=lambda value: str(value)[:40])
def test_an_event_that_is_none_is_told_in_a_request_and_in_a_response(event: dict[str, Any], told: str) -> None:
    events = [to_data(MOVED), event]
    with pytest.raises(Malformed) as raised:
        p.read_request({"type": "log", "seq": 1, "events": events})
    assert str(raised.value).startswith(told)
    with pytest.raises(Malformed) as raised:
        p.read_response({"type": "accepted", "seq": 1, "events": events}, p.Command(1, None))
    assert str(raised.value).startswith(told)


LEGAL = p.Legal(4, "tuco")
BAD_RESPONSES: list[tuple[p.Request, Any, str]] = [
    (LEGAL, b"", "response: expected JSON, got invalid JSON"),
    (LEGAL, b"Hands up!", "response: expected JSON, got invalid JSON"),
    (
        LEGAL,
        b"[]",
        "response.type: expected one of started, ready, accepted, refused, options, seen, folded, dealt, stopped, ",
    ),
    (LEGAL, {"type": "legal", "seq": 4, "actor": "tuco"}, "response.type: expected one of started, "),
    (LEGAL, {"type": "options", "commands": []}, "seq: expected a whole number or a text, got nothing"),
    (
        LEGAL,
        {"type": "options", "seq": 5, "commands": []},
        "seq: expected the number 4, got the number 5; echo the seq",
    ),
    (
        LEGAL,
        {"type": "options", "seq": "4", "commands": []},
        "seq: expected the number 4, got the text '4'; echo the seq",
    ),
    (p.Stop("4"), {"type": "stopped", "seq": 4}, "seq: expected the text '4', got the number 4; echo the seq"),
    (
        LEGAL,
        {"type": "ready", "seq": 4},
        "type: expected options or skipped or failed as answer to legal, got the text",
    ),
    (p.New(4, NEW), {"type": "stopped", "seq": 4}, "type: expected ready or skipped or failed as answer to new, got"),
    (p.Stop(4), {"type": "ready", "seq": 4}, "type: expected stopped or skipped or failed as answer to stop, got the"),
    (LEGAL, {"type": "options", "seq": 4}, ""),
    (LEGAL, {"type": "options", "seq": 4, "commands": [], "rows": to_data(ROWS)}, ""),
    (LEGAL, {"type": "options", "seq": 4, "commands": {}}, "commands: expected a list, got an object with 0 fields"),
    (
        LEGAL,
        {"type": "options", "seq": 4, "commands": ["Fire"]},
        "commands[0]: expected an object, got the text 'Fire'",
    ),
    (LEGAL, {"type": "options", "seq": 4, "commands": None}, "commands: expected a list, got null"),
    (LEGAL, {"type": "options", "seq": 4, "rows": {"what": "deck"}}, "rows.subject: expected a text, got nothing"),
    (LEGAL, {"type": "skipped", "seq": 4}, "reason: expected a text, got nothing"),
    (LEGAL, {"type": "failed", "seq": 4, "message": None}, "message: expected a text, got null"),
    (p.Look(4, "ghost"), {"type": "seen", "seq": 4}, "view: expected an object, got nothing"),
    (p.Look(4, "x"), {"type": "seen", "seq": 4, "view": {**VIEW, "neutral": None}}, "view.neutral: expected a whole "),
    (p.Look(4, "x"), {"type": "seen", "seq": 4, "view": {**VIEW, "values": {}}}, "view: expected no fields but role, "),
    (
        p.Look(4, "x"),
        {"type": "seen", "seq": 4, "view": VIEW, "cites": "all"},
        "cites: expected a list, got the text 'all'",
    ),
    (p.Log(4, ()), {"type": "folded", "seq": 4, "state": {}}, "state.options: expected an object, got nothing"),
    (p.Command(4, 1), {"type": "accepted", "seq": 4, "state": None}, "state: expected an object "),
    (p.Command(4, 1), {"type": "refused", "seq": 4, "clauses": [1]}, "clauses[0]: expected a text, got the number 1"),
    (p.Start(4, 1), {"type": "started", "seq": 4, "protocol": 1, "name": "e"}, "version: expected a text, got nothing"),
]


@pytest.mark.parametrize(("request_", "data", "told"), BAD_RESPONSES, ids=lambda value: str(value)[:40])
def test_what_is_no_response_to_the_request_is_told(request_: p.Request, data: Any, told: str) -> None:
    with pytest.raises(Malformed) as raised:
        p.read_response(data, request_)
    assert str(raised.value).startswith(told)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
@pytest.mark.parametrize("response", [response for _, response in ANSWERED[:14]], ids=lambda r: type(r).__name__)
def test_a_request_takes_the_answers_that_are_meant_for_it(request_: p.Request, response: p.Response) -> None:
    data = {**to_data(response), "seq": request_.seq}
    if isinstance(response, p.ANSWERS[type(request_)]):
        assert type(p.read_response(data, request_)) is type(response)
    else:
        with pytest.raises(Malformed, match="as answer to"):
            p.read_response(data, request_)


@pytest.mark.parametrize(
    ("line", "seq"),
    [
        (b'{"seq":7}', 7),
        (b'{"seq":"x","type":"nonsense"}', "x"),
        (b'{"seq":null}', ""),
        (b'{"seq":true}', ""),
        (b'{"seq":1.5}', ""),
        (b'{"seq":[1]}', ""),
        (b"{}", ""),
        (b"[1]", ""),
        (b"7", ""),
        (b"{", ""),
        (b"\xff", ""),
    ],
)
def test_the_seq_of_a_line_that_is_no_message_is_found_if_it_has_one(line: bytes, seq: p.Seq) -> None:
    found = p.seq_of(line)
    assert (found, type(found)) == (seq, type(seq))


def test_the_events_of_a_message_are_read_strictly() -> None:
    (moved,) = p.read_events((MOVED,))
    assert type(moved).__name__ == "BanditMoved"
