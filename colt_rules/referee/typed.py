"""Reads commands that people type, with the names of the game they are about."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from colt_rules import commands as c
from colt_rules.log.codec import plain, read_command
from colt_rules.log.errors import closest
from colt_rules.model.names import CHANCE, TABLE, Seat, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game, by_seat
from colt_rules.referee.explain import seen_by
from colt_rules.referee.story import Story
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.views import REFEREE, view_event
from colt_rules.views.roles import known_role


def parse_typed_command(text: str, game: Game, names: Iterable[str] | None = None) -> c.Command:
    """Read a command that was typed about this game; raise ``ValueError`` with what was expected.

    It is JSON, as in a log or in the adapter protocol, or words: ``tuco Fire target=ghost`` or, as the program writes
    it, ``Fire by tuco target=ghost``. Case does not matter. Names that do not exist in this game are refused, because a
    judgement about them would be meaningless. ``names`` are those that the author may know, all by default.
    """
    command = _read(text.strip())
    command = changed(command, actor=_actor(command.actor, game))
    if isinstance(command, c.StartGame | c.AgreeOnRuling | c.Deal):
        return command
    known = {name.lower(): name for name in (_names_in(game) if names is None else names)}
    fields = [field for field in attrs.fields_dict(type(command)) if field != "actor"]
    return changed(command, **{field: _known(field, getattr(command, field), game, known) for field in fields})


def _actor(value: str, game: Game) -> Seat:
    """The actor of the command: someone who decides in this game."""
    actors = (*game.options.seats, TABLE, CHANCE)
    if value.lower() in actors:
        return value.lower()
    figure = game.figures.get(value.lower())
    hint = f"{figure.seat} decides for {value.lower()}" if figure else "name one of these"
    raise ValueError(f"actor: expected an actor of this game, {' or '.join(actors)}; got {value[:60]!a}; {hint}")


def _known(field: str, value: Any, game: Game, known: Mapping[str, str]) -> Any:
    """The value of a field of a command, with the names of the game."""
    if isinstance(value, tuple):
        return tuple(_known(field, one, game, known) for one in value)
    if not isinstance(value, str) or not value:
        return value
    if value.lower() not in known:
        if value.lower() in CHARACTERS and game.figures:
            there = " or ".join(by_seat(game))
            raise ValueError(
                f"{field}: expected a bandit in this game, {there}; got {value.lower()}; name one of these"
            )
        near = closest(value.lower(), known)
        hint = f"did you mean {known[near]}?" if near else "`colt explain` lists what could be chosen"
        raise ValueError(f"{field}: expected a name that exists in this game, got {value[:60]!a}; {hint}")
    return known[value.lower()]


def _names_in(game: Game) -> Iterator[str]:
    """Every string in a state and all places of the train, without field names."""
    yield from _places(game)
    yield from _strings(game)


def names_seen(story: Story, role: str) -> Iterator[str]:
    """The names that a role has seen: in the events, at the end of the story, and all places of the train.

    Unknown names are refused. If hidden ones, such as a round card to come, were treated differently, the refusal would
    reveal them.
    """
    end = story.position(story.head.events)
    if known_role(end, role) == REFEREE:
        yield from _names_in(end)
        return
    yield from _places(end)
    yield from _strings(seen_by(role, end))
    events = (entry.event for step in story.steps() for entry in step.events)
    yield from _strings([view_event(event, role, end).data for event in events])


def _places(game: Game) -> Iterator[str]:
    return (place(car) for car in game.train for place in (inside, roof))


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif attrs.has(type(data)):
        yield from (word for field in attrs.fields(type(data)) for word in _strings(getattr(data, field.name)))
    elif isinstance(data, Mapping):
        yield from (word for pair in data.items() for word in _strings(pair))
    elif isinstance(data, list | tuple):
        yield from (word for value in data for word in _strings(value))


def _read(text: str) -> c.Command:
    if text.startswith("{"):
        given = plain(text.encode("utf-8", "surrogatepass"), "command")
        if isinstance(given.get("data"), dict):  # a line of a log: drop what only the log needs
            given = {"type": given.get("type"), "actor": given.get("actor")} | given["data"]
        return read_command(given)
    actor, type, fields = [*text.split(maxsplit=2), "", "", ""][:3]
    return c.parse_command(f"{type} by {actor} {fields}".rstrip() if type in c.COMMANDS else text)
