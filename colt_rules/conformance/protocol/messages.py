"""The adapter protocol, version 1: JSON Lines over stdin and stdout, one response to each request.

The harness writes a request on one line and reads the response on one line. Every message has a ``type`` and a
``seq`` that means nothing and is echoed. These classes are the protocol: the schemas in ``events/schemas/conformance``
are made from them, and whatever comes from either side is measured by them.
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
"""What an engine can claim, each on its own."""

SHOWN = ("train", "purses", "round-cards", "station", "first-player")
"""What chance drew in a set-up and the start shows: nobody has to tell it."""

Seq: TypeAlias = int | str


class EventMessage(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An event as in the log: its type, the version of its schema, its data, and the clauses it rests on."""

    type: str
    v: int
    data: dict[str, Any]
    """As events/schemas/events/TYPE.json says."""
    cites: tuple[str, ...] | UnsetType = UNSET
    """At level cite."""


class RowsMessage(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What chance can be asked for: every row of ``count`` of these items."""

    what: str
    subject: str
    items: tuple[str, ...]
    """In any order; items may repeat. Cards, tokens, cars, seats or bandits, by their names."""
    count: int


class _Message(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    seq: Seq
    """Chosen by the harness: a text, or a whole number within 2^53. It means nothing and comes back as it was."""


# --- requests


class Start(_Message, tag="start", frozen=True):
    """The first request: who are you, and what do you claim?"""

    protocol: int
    """The version of the protocol: 1."""


class New(_Message, tag="new", frozen=True):
    """Forget any game; this is the position now. It can be any position at rest, also that before the first event."""

    state: Game


class Command(_Message, tag="command", frozen=True):
    """A command comes: decide it. Anything may come, also what is no command at all."""

    command: Any
    """As events/schemas/commands/TYPE.json says, unless it is out of form on purpose."""


class Legal(_Message, tag="legal", frozen=True):
    """What can this actor choose now?"""

    actor: str


class Look(_Message, tag="view", frozen=True):
    """What does this role see now?"""

    role: str
    """A seat, spectator or referee."""


class Log(_Message, tag="log", frozen=True):
    """These events happened, after those that the position comes from: fold them."""

    events: tuple[EventMessage, ...]


class SetUp(_Message, tag="setup", frozen=True):
    """Set up a game yourself, with draws of your own. It comes many times, and each time you deal anew."""

    command: dict[str, Any]
    """The StartGame on which the table agreed, as events/schemas/commands/StartGame.json says."""
    claims: tuple[dict[str, Any], ...] | UnsetType = UNSET
    """Each ClaimRuling that the table gave before; only where there are some."""


class Stop(_Message, tag="stop", frozen=True):
    """The last request: answer it and end."""


# --- responses


class Started(_Message, tag="started", frozen=True):
    """The engine names itself and says what it claims."""

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
    """The position stands."""


class Accepted(_Message, tag="accepted", frozen=True):
    """The command stands, and everything that follows from it without a choice has happened."""

    events: tuple[EventMessage, ...] | UnsetType = UNSET
    """At level decide: what happened, in order."""
    state: Game | UnsetType = UNSET
    """At level outcome: the position after it."""


class Refused(_Message, tag="refused", frozen=True):
    """The command does not stand, and nothing changed."""

    clauses: tuple[str, ...] | UnsetType = UNSET
    """At level cite: every clause that forbids it."""
    message: str | UnsetType = UNSET


class Choices(_Message, tag="options", frozen=True):
    """Every command that would be accepted from the actor: a list, what they are like, or for chance the rows."""

    commands: tuple[dict[str, Any], ...] | UnsetType = UNSET
    rows: RowsMessage | UnsetType = UNSET
    ways: tuple[dict[str, Any], ...] | UnsetType = UNSET


CHOICES = ("commands", "rows", "ways")
"""The forms in which options come."""


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
    """What was answered on the way and the state does not show by itself, in order; see Starts."""


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
"""Which responses answer a request; skipped and failed answer any."""


class OneShotCase(msgspec.Struct, tag="case", tag_field="type", forbid_unknown_fields=True, frozen=True):
    """One-shot, on stdin: requests of one case about one position, ``start`` first."""

    protocol: int
    requests: tuple[dict[str, Any], ...]


class OneShotResult(msgspec.Struct, tag="result", tag_field="type", forbid_unknown_fields=True, frozen=True):
    """One-shot, on stdout: one response to each request, in order."""

    responses: tuple[dict[str, Any], ...]


def read_request(data: bytes | dict[str, Any]) -> Request:
    """The request in a line or an object; anything else is ``Malformed``."""
    request: Request = _read(data, REQUESTS, "request")
    if isinstance(request, Log):
        read_events(request.events)
    return request


def read_response(data: bytes | dict[str, Any], request: Request) -> Response:
    """The response to this request in a line or an object; one that is none, or another's, is ``Malformed``."""
    response: Response = _read(data, RESPONSES, "response")
    if type(response.seq) is not type(request.seq) or response.seq != request.seq:
        raise Malformed("seq", shown(request.seq), shown(response.seq), "echo the seq of the request that you answer")
    fits = (*ANSWERS[request.__class__], Skipped, Failed)
    if not isinstance(response, fits):
        names = " or ".join(_name(cls) for cls in fits)
        raise Malformed(
            "type",
            f"{names} as answer to {_name(request.__class__)}",
            shown(_name(response.__class__)),
            "answer what is asked",
        )
    if isinstance(response, Choices):
        _check_choices(response)
    if isinstance(response, Accepted) and not isinstance(response.events, UnsetType):
        read_events(response.events)
    return response


def _check_choices(choices: Choices) -> None:
    """Refuse options that come in no form, or in several, and ways that describe no commands."""
    given = [name for name in CHOICES if not isinstance(getattr(choices, name), UnsetType)]
    if len(given) != 1:
        came = " and ".join(given) or "none of them"
        raise Malformed("options", f"one of {', '.join(CHOICES)}", came, "send one of them, an empty list if need be")
    if not isinstance(choices.ways, UnsetType):
        read_ways(choices.ways)


def read_events(events: tuple[EventMessage, ...]) -> list[Any]:
    """The events in a message, read strictly."""
    read = []
    for number, event in enumerate(events):
        try:
            read.append(read_event(event.type, event.v, event.data))
        except Malformed as error:
            raise Malformed(f"events[{number}].{error.path}", error.expected, error.got, error.advice) from None
    return read


def to_line(message: Request | Response) -> bytes:
    """A message on a line of its own."""
    return to_json(message) + b"\n"


def seq_of(line: bytes) -> Seq:
    """The seq of a line that is no message, as far as it has one; else an empty text."""
    try:
        seq = plain(line, "message").get("seq")
    except (Malformed, AttributeError):
        return ""
    return seq if seq.__class__ in (int, str) else ""


def _once_each(what: str, pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object that gives a key twice: whoever reads it could take either."""
    if len(dict(pairs)) < len(pairs):
        doubled = [key for key, number in Counter(key for key, _ in pairs).items() if number > 1]
        raise Malformed(what, "each key once", f"{shown(doubled[0])} twice", "write it with a JSON library")


def _read(data: bytes | dict[str, Any], types: Mapping[str, Any], what: str) -> Any:
    value = plain(data, what)
    if isinstance(data, bytes):
        json.loads(data, object_pairs_hook=partial(_once_each, what))
    type_ = value.get("type") if isinstance(value, dict) else None
    if not isinstance(type_, str) or type_ not in types:
        raise Malformed(f"{what}.type", f"one of {', '.join(types)}", shown(type_), f"write one JSON object a {what}")
    return read_thoroughly(types[type_], value, what)


def _name(cls: type[Request] | type[Response]) -> str:
    return str(cls.__struct_config__.tag)
