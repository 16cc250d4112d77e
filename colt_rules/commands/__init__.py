"""The commands: each is one complete choice of one actor.

The type names are part of the wire contract, so they are listed here, not derived from Python names.
"""

import re
import reprlib
from collections.abc import Callable
from typing import Any, cast

import attrs

from colt_rules.model.messages import Command as Command
from colt_rules.model.messages import versions, with_those_of_modules
from colt_rules.model.names import Bandit, Car, Card, Place, Seat, Token
from colt_rules.model.record import record
from colt_rules.safe_text import clipped, listed, one_of


@record
class StartGame(Command):
    """Set up a game: who sits where, by which edition, with which advanced rules.

    ``seats`` are clockwise, each named after its bandit, or player-1, player-2 and so on if players have two bandits.
    ``train`` lists the cars behind the locomotive, head first, or is empty to have them drawn.
    """

    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    powers: bool
    happenings: bool
    stations: bool
    train: tuple[Car, ...]


@record
class AgreeOnRuling(Command):
    """Agree on another answer than the default to a question that the books leave open, before the game is set up."""

    ruling: str
    answer: str


@record
class AgreeOnRoundCards(Command):
    """Agree on seven round cards and three stations to draw from, each row sorted; empty rows mean all of them."""

    rounds: tuple[str, ...]
    stations: tuple[str, ...]


@record
class Deal(Command):
    """Chance determines a row: a shuffled deck, drawn cards, the first player."""

    what: str
    subject: str
    outcome: tuple[str, ...]


@record
class PlayCard(Command):
    """Lay a card from hand on the common pile."""

    card: Card
    face_down: bool


@record
class DrawCards(Command):
    """Draw instead of playing a card."""


@record
class Move(Command):
    """Carry out a Move to this place."""

    to: Place


@record
class ChangeFloor(Command):
    """Carry out a Floor change."""

    to: Place


@record
class Fire(Command):
    """Carry out a Fire at this bandit."""

    target: Bandit


@record
class Rob(Command):
    """Carry out a Robbery of this token."""

    token: Token


@record
class Punch(Command):
    """Carry out a Punch: the target, its token (none if it has no loot), where to, and whether to keep the token."""

    target: Bandit
    token: Token | None
    to: Place
    keep: bool


@record
class MoveMarshal(Command):
    """Carry out a Marshal card: move him to this place."""

    to: Place


@record
class Pickpocket(Command):
    """Take this purse in the pickpocketing at the station, or none."""

    token: Token | None


COMMANDS: dict[str, type[Command]] = with_those_of_modules(
    "commands",
    {
        "AgreeOnRuling": AgreeOnRuling,
        "StartGame": StartGame,
        "AgreeOnRoundCards": AgreeOnRoundCards,
        "Deal": Deal,
        "PlayCard": PlayCard,
        "DrawCards": DrawCards,
        "Move": Move,
        "ChangeFloor": ChangeFloor,
        "Fire": Fire,
        "Rob": Rob,
        "Punch": Punch,
        "MoveMarshal": MoveMarshal,
        "Pickpocket": Pickpocket,
    },
)
"""By name on the wire: the command classes."""

COMMAND_NAMES: dict[type[Command], str] = {cls: name for name, cls in COMMANDS.items()}

COMMAND_VERSIONS: dict[str, int] = versions(COMMANDS)
"""The newest version of each command type, from ``earlier`` of its class."""


def command_text(command: Command) -> str:
    """A well-formed command as readable text with the names of the wire: its type, its actor, then its fields."""
    words = [f"{COMMAND_NAMES[command.__class__]} by {command.actor}"]
    for field in attrs.fields(command.__class__)[1:]:
        value = getattr(command, field.name)
        if isinstance(value, tuple):
            value = f"[{', '.join(value)}]"
        words.append(f"{field.name}={WORDS.get(value, value)}")
    return " ".join(words)


def text_form(name: str, actor: str = "ACTOR") -> str:
    """The text form of a command of this type, with ``...`` for the values of its fields."""
    return " ".join((f"{name} by {actor}", *(f"{field.name}=..." for field in attrs.fields(COMMANDS[name])[1:])))


WORDS = {True: "yes", False: "no", None: "nothing"}

_SPOKEN = re.compile(r"(?P<type>\w+) by (?P<actor>\S+)(?P<fields>(?: \w+=(?:\[[^\]]*\]|\S*))*)")
_FIELD = re.compile(r"(\w+)=(\[[^\]]*\]|\S*)")


def parse_command(text: str) -> Command:
    """Parse the text form that ``command_text`` writes; a missing yes-or-no field is no."""
    parts = _SPOKEN.fullmatch(text)
    cls = COMMANDS.get(parts["type"]) if parts else None
    if parts is None or cls is None:
        first = text.partition(" ")[0]
        known = "" if first in COMMANDS else f", its type {one_of(first, COMMANDS)}"
        raise ValueError(f"expected a command such as `Fire by tuco target=ghost`{known}; got '{clipped(text)}'")
    fields = _FIELD.findall(parts["fields"])
    given = dict(fields)
    if len(given) < len(fields):
        raise ValueError(f"{parts['type']}: expected each field once, got '{clipped(text)}'")
    values: dict[str, Any] = {"actor": parts["actor"]}
    for field in attrs.fields(cls)[1:]:
        if field.name in given:
            values[field.name] = _meant(field.type, given.pop(field.name), f"{parts['type']}.{field.name}")
        elif field.type is bool:
            values[field.name] = False
        else:
            raise ValueError(f"{parts['type']}: expected {field.name}=..., got '{clipped(text)}'")
    if given:
        raise ValueError(f"{parts['type']}: expected no {listed(given)}, got '{clipped(text)}'")
    return cls(**values)


def _meant(kind: Any, word: str, where: str) -> Any:
    """The value of a word in a field of this type."""
    if kind == tuple[str, ...]:
        if not (word.startswith("[") and word.endswith("]")):
            raise ValueError(f"{where}: expected a row such as [a, b], got {clipped(word)}")
        return tuple(filter(None, re.split(r",\s*", word[1:-1].strip())))
    if kind is bool:
        if word not in ("yes", "no"):
            raise ValueError(f"{where}: expected yes or no, got {clipped(word)}")
        return word == "yes"
    return None if kind == str | None and word == WORDS[None] else word


def form_problems(command: object) -> list[str]:
    """The errors in the form of a command: an unknown class, or fields of the wrong type."""
    cls = cast("type[Command]", command.__class__)
    form = _FORMS.get(cls)
    if form is None:
        return [f"expected a command, {one_of(command.__class__.__name__, COMMANDS)}; got {command.__class__.__name__}"]
    return [
        f"{COMMAND_NAMES[cls]}.{name}: expected {wanted}, got {_shown(getattr(command, name))}"
        for name, wanted, fits in form
        if not fits(getattr(command, name))
    ]


_KINDS: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    str: ("a text", lambda value: value.__class__ is str),
    bool: ("true or false", lambda value: value.__class__ is bool),
    str | None: ("a text or nothing", lambda value: value is None or value.__class__ is str),
    tuple[str, ...]: (
        "a row of texts",
        lambda value: value.__class__ is tuple and set(map(type, value)) <= {str},
    ),
}

_FORMS: dict[type, tuple[tuple[str, str, Callable[[Any], bool]], ...]] = {
    cls: tuple((field.name, *_KINDS[field.type]) for field in attrs.fields(cls)) for cls in COMMANDS.values()
}


def _shown(value: object) -> str:
    """A short form of any value, however large, nested or broken."""
    try:
        return reprlib.repr(value)
    except Exception:  # such as an integer too long to convert, or a failing __repr__
        return f"something of type {value.__class__.__name__}"
