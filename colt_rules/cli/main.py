"""The command `colt`. A subcommand is imported only when it is called, so that help comes at once."""

from importlib import import_module
from pathlib import Path

import click

from colt_rules import __version__
from colt_rules.log.place import default_log

COMMANDS = {
    "demo": ("colt_rules.cli.demo:demo", "Play a whole game with bots into a log and check it."),
    "log": ("colt_rules.cli.log:log", "List, show, export and verify the logs of games."),
    "schema": ("colt_rules.cli.schema:schema", "Print, write or check the JSON Schemas of the wire contract."),
    "spec": ("colt_rules.cli.spec:spec", "Ask and check the specification: clauses, sources, code, tests."),
    "soak": ("colt_rules.cli.soak:soak", "Play many random games and hold each against itself."),
    "bench": ("colt_rules.cli.bench:bench", "Measure the speed, each figure with its spread."),
}
"""Where each subcommand lives, and its line in the help."""


class LazyGroup(click.Group):
    """A group whose subcommands stay on disk until they are needed."""

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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="colt")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="COLT_LOG",
    default=default_log,
    show_default="the place your system keeps for application data",
    show_envvar=True,
    help="The SQLite file with the games.",
)
@click.pass_context
def colt(ctx: click.Context, log: Path) -> None:
    """The rules of Colt Express as an executable specification.

    \b
    Examples:
      colt demo                          play a game and see where its log lies
      colt spec search line of sight     which clause is about this?
      colt spec show fire.target         what it says, where it comes from
      colt spec check                    is the specification sound?

    Every command exits with 0 if all is as expected, 1 if a check failed, and 2 if it could not run.
    """
    ctx.obj = {"log": log}


if __name__ == "__main__":
    colt()
