"""The adapter protocol, version 1: JSON Lines over stdin and stdout, one response per request.

The harness writes a request on one line and reads the response on one line. Every message has a ``type`` and a ``seq``,
which has no meaning and is echoed. These classes define the protocol: the schemas in ``events/schemas/conformance`` are
generated from them, and messages from both sides are validated by them.
"""

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import UNSET, UnsetType

from colt_rules.log.choices import read_ways
from colt_rules.log.codec import plain, read_event, read_thoroughly, shown, to_json
from colt_rules.log.errors import Malformed
from colt_rules.model.state import Game
from colt_rules.views import View

PROTOCOL = 1

LEVELS = ("fold", "decide", "outcome", "legal", "view", "cite", "setup")
"""What an engine can support, each independently."""

SHOWN = ("train", "purses", "round-cards", "station", "first-player")
"""Draws of a set-up that the state shows, so no command has to report them."""

Seq: TypeAlias = int | str


class EventMessage(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An event as in the log: its type, the version of its schema, its data, and the clauses it cites."""

    type: str
    v: int
    data: dict[str, Any]
    """See events/schemas/events/TYPE.json."""
    cites: tuple[str, ...] | UnsetType = UNSET
    """The clauses that it cites, at level cite."""


class RowsMessage(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What chance can be asked for: every arrangement of ``count`` of these items."""

    what: str
    subject: str
    items: tuple[str, ...]
    """In any order; items may repeat. Cards, tokens, cars, seats or bandits, by their names."""
    count: int


class _Message(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    seq: Seq
    """Chosen by the harness: a text, or a whole number within 2^53. It has no meaning and is echoed unchanged."""


# --- requests


class Start(_Message, tag="start", frozen=True):
    """The first request: who are you, and what do you support?"""

    protocol: int
    """The version of the protocol: 1."""


class New(_Message, tag="new", frozen=True):
    """Replace the current game by this position.

    It can be any position at rest, including the position before the first event.
    """

    state: Game


class Command(_Message, tag="command", frozen=True):
    """Decide a command. It can be anything, even something that is not a command."""

    command: Any
    """See events/schemas/commands/TYPE.json, unless it is malformed on purpose."""


class Legal(_Message, tag="legal", frozen=True):
    """What can this actor choose now?"""

    actor: str


class Look(_Message, tag="view", frozen=True):
    """What does this role see now?"""

    role: str
    """A seat, spectator or referee."""


class Log(_Message, tag="log", frozen=True):
    """Fold these events, which follow the events that led to the position."""

    events: tuple[EventMessage, ...]


class SetUp(_Message, tag="setup", frozen=True):
    """Set up a game with your own draws. The request is repeated, and each time you deal anew."""

    command: dict[str, Any]
    """The StartGame that the table agreed on, see events/schemas/commands/StartGame.json."""
    house_rules: tuple[dict[str, Any], ...] | UnsetType = UNSET
    """Each AgreeOnRuling that the table gave before; left out if there are none."""


class Stop(_Message, tag="stop", frozen=True):
    """The last request: answer it and end."""


# --- responses


class Started(_Message, tag="started", frozen=True):
    """The engine names itself and states what it supports."""

    protocol: int
    name: str
    version: str
    editions: tuple[str, ...]
    modules: tuple[str, ...]
    levels: tuple[str, ...]
    """Out of fold, decide, outcome, legal, view, cite, setup."""
    language: str | UnsetType = UNSET
    homepage: str | UnsetType = UNSET


class Ready(_Message, tag="ready", frozen=True):
    """The position is set."""


class Accepted(_Message, tag="accepted", frozen=True):
    """The command is accepted, and everything that follows from it without a choice has happened."""

    events: tuple[EventMessage, ...] | UnsetType = UNSET
    """At level decide: the events, in order."""
    state: Game | UnsetType = UNSET
    """At level outcome: the position afterwards."""


class Refused(_Message, tag="refused", frozen=True):
    """The command is refused, and nothing changed."""

    clauses: tuple[str, ...] | UnsetType = UNSET
    """At level cite: every clause that forbids it."""
    message: str | UnsetType = UNSET


class Choices(_Message, tag="options", frozen=True):
    """Every command that would be accepted from the actor: as a list, described as ways, or for chance as rows."""

    commands: tuple[dict[str, Any], ...] | UnsetType = UNSET
    rows: RowsMessage | UnsetType = UNSET
    ways: tuple[dict[str, Any], ...] | UnsetType = UNSET


CHOICES = ("commands", "rows", "ways")
"""The forms in which options can be sent."""


class Seen(_Message, tag="seen", frozen=True):
    """What the role sees."""

    view: View
    cites: tuple[str, ...] | UnsetType = UNSET
    """At level cite: the clauses by which something is shown to this role or hidden from it."""


class Folded(_Message, tag="folded", frozen=True):
    """The position after the events."""

    state: Game


class Dealt(_Message, tag="dealt", frozen=True):
    """The game is set up: round 1 has begun, and no deck has been shuffled."""

    state: Game
    commands: tuple[dict[str, Any], ...] = ()
    """The answers given during the set-up that the state does not show, in order; see Starts."""


class Stopped(_Message, tag="stopped", frozen=True):
    """The engine ends."""


class Skipped(_Message, tag="skipped", frozen=True):
    """The engine does not do this; the reason is shown in reports."""

    reason: str


class Failed(_Message, tag="failed", frozen=True):
    """The engine caught an error of its own while it worked on the request."""

    message: str


Request: TypeAlias = Start | New | Command | Legal | Look | Log | SetUp | Stop
Response: TypeAlias = (
    Started | Ready | Accepted | Refused | Choices | Seen | Folded | Dealt | Stopped | Skipped | Failed
)

REQUESTS: dict[str, type[Request]] = {cls.__struct_config__.tag: cls for cls in get_args(Request)}
RESPONSES: dict[str, type[Response]] = {cls.__struct_config__.tag: cls for cls in get_args(Response)}

ANSWERS: Mapping[type[Request], tuple[type[Response], ...]] = {
    Start: (Started,),
    New: (Ready,),
    Command: (Accepted, Refused),
    Legal: (Choices,),
    Look: (Seen,),
    Log: (Folded,),
    SetUp: (Dealt,),
    Stop: (Stopped,),
}
"""The responses that answer a request; skipped and failed answer any."""


class OneShotCase(msgspec.Struct, tag="case", tag_field="type", forbid_unknown_fields=True, frozen=True):
    """One-shot, on stdin: requests of one case about one position, ``start`` first."""

    protocol: int
    requests: tuple[dict[str, Any], ...]


class OneShotResult(msgspec.Struct, tag="result", tag_field="type", forbid_unknown_fields=True, frozen=True):
    """One-shot, on stdout: one response to each request, in order."""

    responses: tuple[dict[str, Any], ...]


def read_request(data: bytes | dict[str, Any]) -> Request:
    """Read a request from a line or an object; raise ``Malformed`` for anything else."""
    request: Request = _read(data, REQUESTS, "request")
    if isinstance(request, Log):
        read_events(request.events)
    return request


def read_response(data: bytes | dict[str, Any], request: Request) -> Response:
    """Read the response to this request from a line or an object; raise ``Malformed`` if the line holds no response."""
    response: Response = _read(data, RESPONSES, "response")
    if type(response.seq) is not type(request.seq) or response.seq != request.seq:
        raise Malformed("seq", shown(request.seq), shown(response.seq), "echo the seq of the request that you answer")
    fits = (*ANSWERS[request.__class__], Skipped, Failed)
    if not isinstance(response, fits):
        wanted = f"{' or '.join(map(tag, fits))} as answer to {tag(request.__class__)}"
        raise Malformed("type", wanted, shown(tag(response.__class__)), "answer what is asked")
    if isinstance(response, Choices):
        _check_choices(response)
    if isinstance(response, Accepted) and not isinstance(response.events, UnsetType):
        read_events(response.events)
    return response


def _check_choices(choices: Choices) -> None:
    """Raise ``Malformed`` for options in no form or several, and for ways that describe no commands."""
    given = [name for name in CHOICES if not isinstance(getattr(choices, name), UnsetType)]
    if len(given) != 1:
        came = " and ".join(given) or "none of them"
        raise Malformed("options", f"one of {', '.join(CHOICES)}", came, "send one of them, an empty list if need be")
    if not isinstance(choices.ways, UnsetType):
        read_ways(choices.ways)


def read_events(events: tuple[EventMessage, ...]) -> list[Any]:
    """Read the events of a message strictly."""
    read = []
    for number, event in enumerate(events):
        try:
            read.append(read_event(event.type, event.v, event.data))
        except Malformed as error:
            raise Malformed(f"events[{number}].{error.path}", error.expected, error.got, error.advice) from None
    return read


def to_line(message: Request | Response) -> bytes:
    """A message as a line."""
    return to_json(message) + b"\n"


def seq_of(line: bytes) -> Seq:
    """The seq of a line that is not a valid message, or an empty text if the line has no seq."""
    try:
        seq = plain(line, "message").get("seq")
    except (Malformed, AttributeError):
        return ""
    return seq if seq.__class__ in (int, str) else ""


def _once_each(what: str, pairs: list[tuple[str, Any]]) -> None:
    """Raise ``Malformed`` for a duplicate key: readers could take either value."""
    if len(dict(pairs)) < len(pairs):
        doubled = [key for key, number in Counter(key for key, _ in pairs).items() if number > 1]
        raise Malformed(what, "each key once", f"{shown(doubled[0])} twice", "write it with a JSON library")


def _read(data: bytes | dict[str, Any], types: Mapping[str, Any], what: str) -> Any:
    value = plain(data, what)
    if isinstance(data, bytes) and to_json(value) != data.rstrip(b"\n"):  # canonical JSON has each key once
        json.loads(data, object_pairs_hook=partial(_once_each, what))
    type_ = value.get("type") if isinstance(value, dict) else None
    if not isinstance(type_, str) or type_ not in types:
        raise Malformed(f"{what}.type", f"one of {', '.join(types)}", shown(type_), f"write one JSON object a {what}")
    return read_thoroughly(types[type_], value, what)


def tag(cls: type[msgspec.Struct]) -> str:
    """The name of a message on the wire."""
    return str(cls.__struct_config__.tag)
