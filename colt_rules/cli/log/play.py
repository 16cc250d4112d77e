"""`colt log play`: turns the commands of another engine's game into a full log."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.log.named import STREAM, read_file, size_of
from colt_rules.cli.output import CannotRun, as_json, number_of, open_named, print_json, printable, progress

if TYPE_CHECKING:
    from colt_rules.log.playing import NotPlayed


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--name", metavar="GAME", show_default="that of the file", help="What the game is called in the store.")
@as_json
@click.pass_context
def play(ctx: click.Context, file: str, name: str | None, json_: bool) -> None:
    """Decide commands, one JSON object a line, and store the resulting log.

    FILE, or - for standard input, has every command of a game from the first on, including those of chance and the
    table: `Game.commands` of the native engine, or what any client has sent. The rules answer each with its events and
    their clauses. If they refuse one, nothing is stored.

    \b
    Examples:
      colt log play commands.jsonl
      cat commands.jsonl | colt log play - --name tuesday

    Exit status: 0 stored, 1 a command was refused, 2 it could not run. Unless it is 0, nothing was stored.
    """
    from colt_rules.log.entries import check_name
    from colt_rules.log.errors import Malformed
    from colt_rules.log.playing import NotPlayed, log_of, play_commands
    from colt_rules.log.store import NotImported, StoreError

    if name is None and file == STREAM:
        raise click.UsageError("expected a name for a game from standard input, got none; add --name GAME")
    game = name or Path(file).stem
    try:
        check_name(game)
    except Malformed as error:
        raise CannotRun(f"{error}; add --name GAME") from error
    try:
        with progress(f"Reading {file}", size_of(file)) as done:
            steps = list(play_commands(read_file(file, done)))
        log = list(log_of(game, steps))
    except NotPlayed as error:
        _tell_refused(file, error, json_)
        raise SystemExit(1) from error
    last = steps[-1].verdict
    events = sum(len(step.verdict.events) for step in steps)
    try:
        with open_named(ctx, read_only=False) as store:
            store.add([(file, log)])
            place = store.where
    except NotImported as error:
        (refused,) = error.refused.values()
        raise CannotRun("; ".join(map(str, refused.problems))) from error
    except StoreError as error:
        raise CannotRun(str(error)) from error
    waits = [f"{one.actor} ({one.kind})" for one in last.awaiting]
    if json_:
        facts = {"game": game, "log": place, "commands": len(steps), "events": events, "waits_for": waits}
        print_json({"stored": True, **facts})
        return
    click.echo(
        f"{game}: {number_of(len(steps), 'command')} led to {number_of(events, 'event')}, by the rules, in {place}."
    )
    click.echo(f"The game waits for {' and '.join(waits)}." if waits else "The game is over.")


def _tell_refused(file: str, error: "NotPlayed", json_: bool) -> None:
    from colt_rules.registry.clauses import Clause
    from colt_rules.registry.registry import registry

    named = {id: registry().find(id) for id in dict.fromkeys(error.clauses)}
    if json_:
        print_json({"stored": False, "line": error.line, "problem": str(error), "clauses": list(named)})
        return
    click.echo(printable(f"{file}, {error}"))
    for id, entry in named.items():
        click.echo(f"  {id}: {(entry.text if isinstance(entry, Clause) else entry.answer).en}")
    click.echo("Nothing was stored.")
