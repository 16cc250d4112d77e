"""What the commands share: how they print, and how they give up."""

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


class CannotRun(click.ClickException):
    """The command could not do its work: the message goes to stderr and the exit status is 2."""

    exit_code = 2


as_json = click.option("--json", "json_", is_flag=True, help="Print JSON for programs instead of text.")


def print_json(data: Any) -> None:
    """Print data for programs."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def number_of(number: int, what: str) -> str:
    """A number of things, in words that fit it."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def console() -> "Console":
    """A console for people: it fits the terminal, and prints whole plain lines into a file or pipe."""
    from rich.console import Console

    plain = Console(highlight=False, markup=False, emoji=False)
    return plain if plain.is_terminal else Console(highlight=False, markup=False, emoji=False, width=1000)


def table(console: "Console", *columns: str, title: str | None = None, numbers: int = 0) -> "Table":
    """A table for that console, without rules in a pipe; the last `numbers` columns are figures."""
    from rich import box
    from rich.table import Table

    made = Table(
        box=box.SIMPLE_HEAD if console.is_terminal else None,
        pad_edge=console.is_terminal,
        title=title,
        title_justify="left",
        title_style="bold",
    )
    for index, column in enumerate(columns):
        figures = index >= len(columns) - numbers
        made.add_column(column, justify="right" if figures else "left", overflow="fold")
    return made
