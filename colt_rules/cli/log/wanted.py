"""The options that choose events of a log."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def events_wanted(command: _Command) -> _Command:
    """The options for the first and the last event, a type, a player and a clause."""
    for option in (
        click.option("--clause", metavar="ID", help="Print events that cite this clause or ruling."),
        click.option(
            "--player",
            metavar="NAME",
            help="Print events of this seat's commands, or that name this seat or bandit.",
        ),
        click.option("--kind", metavar="TYPE", help="Print events of this type, such as LootTaken."),
        click.option("--to", "last", type=int, metavar="N", help="Print events, up to this one."),
        click.option("--from", "first", type=int, metavar="N", help="Print events, from this one on."),
    ):
        command = option(command)
    return command
