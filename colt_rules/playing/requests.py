"""What a page asks of an engine besides the adapter protocol: one JSON object a request, told apart by ``ask``.

Every field is given. The same requests go to a worker in the browser and to a server.
"""

from typing import Any, TypeAlias, get_args

import msgspec

from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import check_type, read_thoroughly, shown
from colt_rules.log.errors import Malformed
from colt_rules.model.state import Game
from colt_rules.playing.sitting import Setup


class _Ask(msgspec.Struct, tag_field="ask", forbid_unknown_fields=True, frozen=True, kw_only=True):
    lang: str
    """The language of sentences in the answer."""


class Begin(_Ask, tag="begin", frozen=True):
    """Begin a game."""

    setup: Setup
    seed: int | None
    """The same seed gives the same game if people choose the same; null for a random one."""


class Resume(_Ask, tag="resume", frozen=True):
    """Go on with a game from its whole log."""

    log: str
    players: tuple[str, ...]
    """Who plays each seat; if empty, people play all."""
    seed: int | None
    practice: bool


class Look(_Ask, tag="look", frozen=True):
    """What does this role see, and what can it choose?"""

    role: str


class Moments(_Ask, tag="moments", frozen=True):
    """What has happened after the event with this number, as a role sees it?"""

    role: str
    after: int


class Choose(_Ask, tag="choose", frozen=True):
    """Carry out the choice of a person."""

    role: str
    command: Any


class WhyNot(_Ask, tag="why-not", frozen=True):
    """Would this choice be allowed, and if not, which clauses forbid it?"""

    role: str
    command: Any


class Advance(_Ask, tag="advance", frozen=True):
    """Carry out one command of a bot, of chance or of the table."""


class TakeBack(_Ask, tag="take-back", frozen=True):
    """Undo everything since this person's last choice."""

    role: str


class Hint(_Ask, tag="hint", frozen=True):
    """What would a bot choose here, and why?"""

    role: str


class Why(_Ask, tag="why", frozen=True):
    """What speaks for the command with this number, as far as a role saw it when it was given?"""

    role: str
    number: int


class Log(_Ask, tag="log", frozen=True):
    """The log as this role may have it: redacted until the game is over."""

    role: str


class Keep(_Ask, tag="keep", frozen=True):
    """Everything that is needed to go on with the game later. It holds every secret: keep it where no player looks."""


class Verdict(_Ask, tag="verdict", frozen=True):
    """When the game is over: an audit of its log, and its report as a page."""


class Judge(_Ask, tag="judge", frozen=True):
    """Would this position, of no game, allow this command, and if not, which clauses forbid it?"""

    state: Game
    command: Any


class Redraw(_Ask, tag="redraw", frozen=True):
    """This position as a board of a case gives it: somebody has moved things, and what is to be decided may be new."""

    state: Game
    card: str
    """The card that is to be carried out next; empty to keep the cards as they are."""


class WriteCase(_Ask, tag="write-case", frozen=True):
    """This position and what was tried there, in the notation of cases."""

    state: Game
    commands: tuple[Any, ...]
    """All but the last are accepted."""


Request: TypeAlias = (
    Begin
    | Resume
    | Look
    | Moments
    | Choose
    | WhyNot
    | Advance
    | TakeBack
    | Hint
    | Why
    | Log
    | Keep
    | Verdict
    | Judge
    | Redraw
    | WriteCase
)
REQUESTS: dict[str, type[Request]] = {cls.__struct_config__.tag: cls for cls in get_args(Request)}


def read_request(data: Any) -> Request:
    """The request in an object; raises ``Malformed`` for anything else."""
    if not isinstance(data, dict):
        raise Malformed("request", "an object", shown(data), "send one request a message")
    kind = check_type("request", data.get("ask"), REQUESTS)
    request: Request = read_thoroughly(REQUESTS[kind], data, "request")
    if request.lang not in LANGUAGES:
        raise Malformed("lang", " or ".join(LANGUAGES), shown(request.lang), "ask in one of these languages")
    return request
