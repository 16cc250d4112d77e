"""The command `colt`. A subcommand is imported only when it is called, so that help is fast."""

import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from colt_rules import __version__
from colt_rules.cli.language import show_error
from colt_rules.modules import IncompleteModule
from colt_rules.safe_text import bounded

COMMANDS = {
    "demo": ("colt_rules.cli.demo:demo", "Play a whole game with bots into a log and check it."),
    "log": ("colt_rules.cli.log.group:log", "List, search, show, verify, seal, import and export the logs of games."),
    "replay": ("colt_rules.cli.referee.replay:replay", "Step through a game, event by event, with pictures."),
    "explain": ("colt_rules.cli.referee.explain:explain", "Show which clauses caused an event or forbid a command."),
    "audit": ("colt_rules.cli.referee.audit:audit", "Check a log twice: is it intact, and does it follow the rules?"),
    "compare": (
        "colt_rules.cli.referee.compare:compare",
        "Find where two logs of one game diverge, and which is right.",
    ),
    "what-if": ("colt_rules.cli.referee.what_if:what_if", "Play a game again by other rules, or with another choice."),
    "report": ("colt_rules.cli.referee.report:report", "Write one page about a game, to hand to the players."),
    "schema": ("colt_rules.cli.schema:schema", "Print, write or check the JSON Schemas of the wire contract."),
    "spec": ("colt_rules.cli.spec.group:spec", "Search and check the specification: clauses, sources, code, cases."),
    "soak": ("colt_rules.cli.soak:soak", "Play many random games and check each against its own log."),
    "stats": ("colt_rules.cli.stats:stats", "Play many random games natively and count who wins."),
    "ask": ("colt_rules.cli.ask:ask", "Ask about many games: who wins, which clauses, which positions; or in SQL."),
    "games": ("colt_rules.cli.games:games", "Keep whole games as regression tests."),
    "match": ("colt_rules.cli.match:match", "Play the search bot against others."),
    "adapter": ("colt_rules.cli.adapter:adapter", "Run the reference as an engine of the adapter protocol."),
    "conformance": ("colt_rules.cli.conformance.group:conformance", "Test an engine against the rules."),
    "docs": ("colt_rules.cli.docs:docs", "Build and serve the rules site."),
    "bench": ("colt_rules.cli.bench:bench", "Measure the speed, each figure with its spread."),
}
"""The import path of each subcommand, and its line in the help."""


NOBODY_READS = 141
"""As with any Unix tool, the program ends silently when its output is closed (`colt ... | head`).

SIGPIPE stays ignored: an engine that closes its input would raise it too, and end the harness."""


class NobodyReads(Exception):
    """The output was closed. Click treats a BrokenPipeError as a failure, so it gets another name."""


class LazyGroup(click.Group):
    """A group that imports a subcommand when it is called, and never ends with a traceback."""

    def main(self, args: Sequence[str] | None = None, *others: Any, **extra: Any) -> Any:
        """Run the command line and end the program with its exit status."""
        run: Callable[..., Any] = super().main
        if not extra.pop("standalone_mode", True):
            return run(args, *others, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        words = sys.argv[1:] if args is None else args
        sys.exit(_status(lambda: run(args, *others, standalone_mode=False, **extra), words))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise NobodyReads from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order in which they are listed."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand; None for a name that is not in the table."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])


def _status(run: Callable[[], Any], args: Sequence[str]) -> Any:
    """Run the command line, print what went wrong, and return the exit status."""
    try:
        try:
            result = run()
            status: Any = result if isinstance(result, int) else 0
        except SystemExit as ended:
            status = ended.code
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk raises only here
        return status
    except click.ClickException as error:
        vars(error)["message"] = bounded(error.message)  # show() formats it
        show_error(error, args)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Aborted!", err=True)
        return 130
    except (BrokenPipeError, NobodyReads):
        _forget_output()
        return NOBODY_READS
    except OSError as error:
        _forget_output()
        file = f"{error.filename}: " if error.filename else ""
        return _cannot_run(f"{file}{error.strerror or error}")
    except MemoryError:
        return _cannot_run("the memory is full")
    except IncompleteModule as error:
        return _cannot_run(str(error))
    except Exception as error:
        if os.environ.get("COLT_DEBUG") == "1":
            traceback.print_exc()
        fault = f"{error.__class__.__name__}: {error}".replace("\n", " ")
        return _cannot_run(f"this is a fault of colt-rules, please report it: {fault} (COLT_DEBUG=1 says where)")


def _cannot_run(message: str) -> int:
    with suppress(OSError):
        click.echo(f"Error: {bounded(message)}", err=True)
    return 2


def _forget_output() -> None:
    """Discard unwritten output: Python would try to write it again at exit, and complain."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        return
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="colt")
@click.option(
    "--log",
    metavar="FILE|ADDRESS",
    envvar="COLT_LOG",
    show_default="games.db in your system's folder for application data",
    show_envvar=True,
    help="Where the games are: an SQLite file, or postgresql://USER@HOST/DATABASE on a server.",
)
@click.pass_context
def colt(ctx: click.Context, log: str | None) -> None:
    """The rules of Colt Express as an executable specification.

    \b
    Examples:
      colt demo                          play a game and store its log
      colt replay GAME                   step through it
      colt audit GAME                    was every rule followed?
      colt spec search line of sight     which clause is about this?
      colt spec show fire.target         its text and its sources
      colt spec check                    is the specification consistent?

    Exit status of every command: 0 as expected, 1 a check failed, 2 it could not run, 130 interrupted.
    """
    if log == "":
        raise click.UsageError("--log: expected a file or an address, got an empty one; omit it for the default file")
    ctx.obj = {"log": log}


if __name__ == "__main__":
    colt()
