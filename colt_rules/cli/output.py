"""What the commands share: printing and error handling."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from colt_rules.safe_text import bounded, printable_json
from colt_rules.safe_text import printable as printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from colt_rules.log.store import Store

_Command = TypeVar("_Command", bound=Callable[..., Any])


class CannotRun(click.ClickException):
    """The command could not do its work: the message goes to stderr and the exit status is 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(bounded(message))
        self.ctx = click.get_current_context(silent=True)
        """The command that could not run."""


@contextmanager
def giving_up_on(*errors: type[Exception], because: str = "") -> Iterator[None]:
    """Turn these errors into CannotRun, with their message after ``because``."""
    try:
        yield
    except errors as error:
        raise CannotRun(f"{because}{error}") from error


@contextmanager
def writing(where: Path | str) -> Iterator[None]:
    """Raise CannotRun if a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise CannotRun(f"cannot write {where}: {error.strerror}") from error


def write_file(path: Path, text: str) -> None:
    """Write a text with the same line ends on every platform; raise CannotRun if that fails."""
    with writing(path):
        path.write_text(text, encoding="utf-8", newline="\n")


FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)

as_json = click.option("--json", "json_", is_flag=True, help="Print JSON for programs instead of text.")


def workers_option(what: str) -> Callable[[_Command], _Command]:
    """The option for the number of parallel processes."""
    return click.option(
        "--workers", default=os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1), help=what
    )


def seed_option(what: str) -> Callable[[_Command], _Command]:
    """The option that fixes all chance in what is played."""
    return click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=what)


def print_json(data: Any) -> None:
    """Print JSON, with characters escaped that the output cannot encode or a terminal would obey."""
    click.echo(json_text(data))


def print_list(items: Iterable[Any]) -> None:
    """Print a list as JSON while it is produced; it is never in memory as a whole."""
    waiting, before = iter(items), "[\n"
    while some := list(islice(waiting, 500)):
        # A list of some of them ends and begins with a bracket on a line of its own.
        click.echo(before + json_text(some)[2:-2], nl=False)
        before = ",\n"
    click.echo("[]" if before.startswith("[") else "\n]")


def json_text(data: Any) -> str:
    """Data as JSON with unsafe characters escaped, which does not change its meaning."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    unicode = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    text = json.dumps(data, ensure_ascii=not unicode, indent=2)
    return printable_json(text)


def store_named(ctx: click.Context) -> str:
    """The file with the games, or the address of the server: the store that the user named, or the default file."""
    from colt_rules.log.opening import default_log

    try:
        named: str | None = ctx.obj["log"]
        return named or str(default_log())
    except RuntimeError as error:  # there is no home directory
        raise CannotRun(f"there is no default place for the games ({error}); name one: colt --log FILE ...") from error


def open_named(ctx: click.Context, read_only: bool = True) -> "Store":
    """The store with the games; close it, or use it in a ``with`` statement."""
    from colt_rules.log.opening import open_store

    return open_store(store_named(ctx), read_only)


def checkout(otherwise: str) -> Path:
    """The root of the checkout that this program runs in; raises CannotRun with the message if it is installed."""
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import is_checkout, spec_folder

    with giving_up_on(SpecError):
        spec = spec_folder()
    if not is_checkout(spec):
        raise CannotRun(otherwise)
    return spec.parent


def print_drift(problems: list[str], where: Path, remedy: str, json_: bool) -> None:
    """Print whether generated files are up to date and exit with that status."""
    if json_:
        print_json({"up_to_date": not problems, "problems": problems})
    elif problems:
        for problem in problems:
            click.echo(problem)
        click.echo(f"{number_of(len(problems), 'problem')} in {where}; `{remedy}` rewrites them")
    else:
        click.echo(f"Up to date: {where}")
    raise SystemExit(1 if problems else 0)


def print_written(paths: list[Path], where: Path, what: str, json_: bool) -> None:
    """Print which files were written."""
    if json_:
        print_json([path.as_posix() for path in paths])
    else:
        click.echo(f"{where}: {number_of(len(paths), what)}")


def number_of(number: int, what: str) -> str:
    """A number with its noun in singular or plural."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def console() -> "Console":
    """A console for people: it fits the terminal, and prints unwrapped plain lines into a file or pipe."""
    from rich.console import Console

    class Honest(Console):
        """Raise when the output is closed; rich would end the program as if it had failed."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    plain = Honest(highlight=False, markup=False, emoji=False)
    return plain if plain.is_terminal else Honest(highlight=False, markup=False, emoji=False, width=1000)


def table(
    console: "Console", *columns: str, title: str | None = None, numbers: int = 0, unwrapped: tuple[str, ...] = ()
) -> "Table":
    """A table for that console, without rules in a pipe.

    The last `numbers` columns are figures. The columns in `unwrapped` hold names that people copy, so they are never
    wrapped; the other columns shrink.
    """
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
        made.add_column(
            column,
            justify="right" if figures else "left",
            overflow="ignore" if column in unwrapped else "fold",
            no_wrap=column in unwrapped,
        )
    return made


MINUTE = 60.0
"""Seconds between two lines of progress where there is no terminal."""


def _told_by_the_minute(label: str, total: int | None) -> Callable[[int], None]:
    """Prints how much is done, for long work whose output goes into a file, such as in CI."""
    so_far, told = 0, monotonic()

    def advance(done: int) -> None:
        nonlocal so_far, told
        so_far += done
        if monotonic() - told >= MINUTE:
            told = monotonic()
            click.echo(f"{printable(label)}: {so_far:,}{f' of {total:,}' if total else ''}", err=True)

    return advance


@contextmanager
def progress(label: str, total: int | Callable[[], int] | None = None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal after one second, elsewhere a line every minute.

    Call the yielded function with the amount done. A total that must be counted first is a function, so that it is
    counted only for a bar.
    """
    if not sys.stderr or not sys.stderr.isatty():
        yield _told_by_the_minute(label, None if callable(total) else total)
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(printable(label), total=total() if callable(total) else total)
    timer = Timer(1.0, bar.start)
    timer.start()
    try:
        yield lambda done: bar.advance(task, done)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
