"""Commands that people type: what is meant, in names of the game it is about."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from colt_rules import commands as c
from colt_rules.log.codec import plain, read_command, to_data
from colt_rules.log.errors import closest
from colt_rules.model.names import CHANCE, TABLE, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game


def meant(text: str, game: Game) -> c.Command:
    """The command that somebody typed about this game; ``ValueError`` says what was expected.

    It is JSON, as in a log or in the adapter protocol, or words: ``tuco Fire target=ghost`` or, as the program itself
    writes it, ``Fire by tuco target=ghost``. Names may be written large; those that nothing has in this game are
    refused, because a judgement about them would be none.
    """
    command = _read(text.strip())
    if isinstance(command, c.StartGame | c.ClaimRuling | c.Deal):
        return command
    known = {name.lower(): name for name in _names_in(game)}
    return changed(
        command, **{field: _known(field, getattr(command, field), known) for field in attrs.fields_dict(type(command))}
    )


def _known(field: str, value: Any, known: Mapping[str, str]) -> Any:
    """What stands in a field of a command, in names of the game."""
    if isinstance(value, tuple):
        return tuple(_known(field, one, known) for one in value)
    if not isinstance(value, str) or not value:
        return value
    if value.lower() not in known:
        near = closest(value.lower(), known)
        hint = f"did you mean {known[near]}?" if near else "`colt explain` lists what could be chosen"
        raise ValueError(f"{field}: expected a name that something has in this game, got {value[:60]!a}; {hint}")
    return known[value.lower()]


def _names_in(game: Game) -> Iterator[str]:
    """Every word in a state, and all places of the train."""
    yield from (CHANCE, TABLE)
    yield from (place(car) for car in game.train for place in (inside, roof))
    yield from _strings(to_data(game))


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from data
        yield from (word for value in data.values() for word in _strings(value))
    elif isinstance(data, list | tuple):
        yield from (word for value in data for word in _strings(value))


def _read(text: str) -> c.Command:
    if text.startswith("{"):
        given = plain(text.encode("utf-8", "surrogatepass"), "command")
        if isinstance(given.get("data"), dict):  # a line of a log: what only the log needs is left out
            given = {"type": given.get("type"), "actor": given.get("actor")} | given["data"]
        return read_command(given)
    actor, type, fields = [*text.split(maxsplit=2), "", "", ""][:3]
    return c.heard(f"{type} by {actor} {fields}".rstrip() if type in c.COMMANDS else text)
