"""The command `colt`. A subcommand is imported only when it is called, so that help comes at once."""

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
from colt_rules.modules import IncompleteModule
from colt_rules.safe_text import bounded

COMMANDS = {
    "demo": ("colt_rules.cli.demo:demo", "Play a whole game with bots into a log and check it."),
    "log": ("colt_rules.cli.log.group:log", "List, search, show, verify, seal, import and export the logs of games."),
    "replay": ("colt_rules.cli.referee.replay:replay", "Step through a game, event by event, with pictures."),
    "explain": ("colt_rules.cli.referee.explain:explain", "Why something happened, or was not allowed: which clause?"),
    "audit": ("colt_rules.cli.referee.audit:audit", "Two judgements: is the log whole, and is it what the rules say?"),
    "compare": (
        "colt_rules.cli.referee.compare:compare",
        "Two logs of one game: where do they diverge, and which is right?",
    ),
    "what-if": ("colt_rules.cli.referee.what_if:what_if", "The same game by other rules, or after another choice."),
    "report": ("colt_rules.cli.referee.report:report", "One page about a game, to hand to the players."),
    "schema": ("colt_rules.cli.schema:schema", "Print, write or check the JSON Schemas of the wire contract."),
    "spec": ("colt_rules.cli.spec.group:spec", "Ask and check the specification: clauses, sources, code, cases."),
    "soak": ("colt_rules.cli.soak:soak", "Play many random games and hold each against itself."),
    "stats": ("colt_rules.cli.stats:stats", "Play many random games natively: who wins, from which seat, how surely?"),
    "games": ("colt_rules.cli.games:games", "Keep whole games for ever, and see what they have to show."),
    "match": ("colt_rules.cli.match:match", "Let a player who imagines play against bots, and count its victories."),
    "adapter": ("colt_rules.cli.adapter:adapter", "Speak the adapter protocol, as the reference."),
    "conformance": ("colt_rules.cli.conformance.group:conformance", "Hold an engine against the rules."),
    "docs": ("colt_rules.cli.docs:docs", "Build the rules site, and show it."),
    "bench": ("colt_rules.cli.bench:bench", "Measure the speed, each figure with its spread."),
}
"""Where each subcommand lives, and its line in the help."""


NOBODY_READS = 141
"""As with any Unix tool: when nobody reads on (`colt ... | head`), the program ends without a word.

The signal that would do it stays off: it would also come from an engine that closes its input, and end the harness."""


class NobodyReads(Exception):
    """The output was closed. Under its own name click would take it for a failure."""


class LazyGroup(click.Group):
    """A group whose subcommands stay on disk until they are needed, and which never ends with a traceback."""

    def main(self, args: Sequence[str] | None = None, *others: Any, **extra: Any) -> Any:
        """Run the command line and end the program with its exit status."""
        run: Callable[..., Any] = super().main
        if not extra.pop("standalone_mode", True):
            return run(args, *others, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        sys.exit(_status(lambda: run(args, *others, standalone_mode=False, **extra)))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise NobodyReads from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
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


def _status(run: Callable[[], Any]) -> Any:
    """The exit status of the command line, after a word about whatever went wrong."""
    try:
        try:
            result = run()
            status: Any = result if isinstance(result, int) else 0
        except SystemExit as ended:
            status = ended.code
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk shows only here
        return status
    except click.ClickException as error:
        vars(error)["message"] = bounded(error.message)  # of which it makes what it shows
        error.show()
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
    """Let go of what the output did not take: Python would try again at its end, and complain."""
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
    show_default="games.db in the place that your system keeps for application data",
    show_envvar=True,
    help="Where the games are: an SQLite file, or postgresql://USER@HOST/DATABASE on a server.",
)
@click.pass_context
def colt(ctx: click.Context, log: str | None) -> None:
    """The rules of Colt Express as an executable specification.

    \b
    Examples:
      colt demo                          play a game and keep its log
      colt replay GAME                   step through it
      colt audit GAME                    was every rule followed?
      colt spec search line of sight     which clause is about this?
      colt spec show fire.target         what it says, where it comes from
      colt spec check                    is the specification sound?

    Every command exits with 0 if all is as expected, 1 if a check failed, 2 if it could not run, and 130 if it was
    interrupted.
    """
    if log == "":
        raise click.UsageError("--log: expected a file or an address, got nothing; leave it out for the usual file")
    ctx.obj = {"log": log}


if __name__ == "__main__":
    colt()
