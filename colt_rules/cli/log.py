"""`colt log`: look into the games that were kept, take them out, and hold them against the rules."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.output import CannotRun, as_json, console, number_of, print_json, table

if TYPE_CHECKING:
    from colt_rules.log.entries import Entry, Recording
    from colt_rules.log.replay import Departure


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def log() -> None:
    """List, show, export and verify the logs of games.

    A game is its log: a header, then each command with the events it led to, each event with the clauses it
    rests on. Every line holds the hash of the line before it. The games lie in one SQLite file (see
    `colt --log`); `export` writes a game as JSON Lines for other programs.

    \b
    Examples:
      colt log list                             which games are there?
      colt log show GAME                        what happened, and by which rules?
      colt log export GAME game.jsonl           take it out
      colt log verify GAME                      is it untouched, and did all go by the rules?
      colt --log other.db log list              the games in another file
    """


@log.command("list")
@as_json
@click.pass_context
def list_(ctx: click.Context, json_: bool) -> None:
    """List the games, oldest first.

    \b
    Examples:
      colt log list
      colt log list --json | jq -r '.[] | select(.over) | .game'

    Exit status: 0 listed, 2 the file cannot be read.
    """
    from colt_rules.log.store import Store, StoreError

    try:
        with Store(_store(ctx), must_exist=True) as store:
            games = store.games()
    except StoreError as error:
        raise CannotRun(str(error)) from error
    if json_:
        print_json(
            [
                {
                    "game": one.game,
                    "created": one.created,
                    "edition": one.edition,
                    "modules": one.modules,
                    "seats": one.seats,
                    "over": one.over,
                    "commands": one.commands,
                    "events": one.events,
                }
                for one in games
            ]
        )
        return
    out = console()
    shown = table(out, "game", "begun", "edition", "seats", "over", "events", numbers=1)
    for one in games:
        shown.add_row(
            one.game, one.created, one.edition, ", ".join(one.seats), "yes" if one.over else "no", f"{one.events:,}"
        )
    out.print(shown)
    out.print(f"{number_of(len(games), 'game')} in {_store(ctx)}")


@log.command()
@click.argument("game", metavar="GAME")
@as_json
@click.pass_context
def show(ctx: click.Context, game: str, json_: bool) -> None:
    """Show a game, event by event, with the clauses each rests on.

    GAME is the name of a game in the store, or an exported file.

    \b
    Examples:
      colt log show GAME
      colt log show game.jsonl | grep Marshal
      colt log show GAME --json | jq '.entries[] | select(.type == "LootTaken")'

    Exit status: 0 shown, 1 the log is malformed, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.codec import to_data

    recording = _recording(ctx, game)
    if json_:
        entries = [to_data(entry) for entry in recording.entries]
        print_json({"header": to_data(recording.header), "entries": entries})
        return
    header = recording.header
    click.echo(f"{header.game}: {header.edition}, {', '.join(header.modules)}; {', '.join(header.seats)}")
    for entry in recording.entries:
        click.echo(_told(entry))


@log.command()
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.pass_context
def export(ctx: click.Context, game: str, file: Path | None, force: bool) -> None:
    """Write a game as JSON Lines: to FILE, or to standard output.

    The format is described in events/README.md and by `colt schema log-line`.

    \b
    Examples:
      colt log export GAME game.jsonl
      colt log export GAME | jq -r 'select(.seq) | .type' | sort | uniq -c

    Exit status: 0 written, 1 the log is malformed, 2 there is no such game, or it cannot be written.
    """
    from colt_rules.log.lines import write_lines

    recording = _recording(ctx, game)
    if file is None:
        write_lines(recording, sys.stdout.buffer)
        return
    try:
        with file.open("wb") if force else file.open("xb") as out:
            write_lines(recording, out)
    except FileExistsError as error:
        raise CannotRun(f"{file} is there already; name another file, or add --force") from error
    except OSError as error:
        raise CannotRun(f"cannot write {file}: {error.strerror}") from error
    click.echo(f"{file}: {number_of(len(recording.entries) + 1, 'line')}", err=True)


@log.command()
@click.argument("game", metavar="GAME")
@as_json
@click.pass_context
def verify(ctx: click.Context, game: str, json_: bool) -> None:
    """Check that a log is whole and untouched, and that everything in it went by the rules.

    GAME is the name of a game in the store, or an exported file. The hashes must fit, the numbers must have no
    gap, and each command, decided again, must lead to the same events with the same clauses.

    \b
    Examples:
      colt log verify GAME
      colt log verify game.jsonl
      colt log verify game.jsonl --json | jq '.departures[0]'

    Exit status: 0 sound, 1 it departs somewhere, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.errors import LogError
    from colt_rules.log.replay import check

    try:
        recording = _read(ctx, game)
    except LogError as error:
        if json_:
            problems = [{"line": one.line, "message": one.message} for one in error.problems]
            print_json({"sound": False, "problems": problems, "departures": []})
        else:
            click.echo(str(error))
            click.echo(f"Malformed: {number_of(len(error.problems), 'problem')} in {game}.")
        raise SystemExit(1) from error
    departures = check(recording)
    events = len(recording.events)
    if json_:
        print_json(
            {
                "sound": not departures,
                "game": recording.header.game,
                "commands": len(recording.commands),
                "events": events,
                "problems": [],
                "departures": [_facts(one) for one in departures],
            }
        )
    elif departures:
        for one in departures[:10]:
            click.echo(f"{_where(one)}\n  {one.kind}\n  expected: {one.expected}\n  got:      {one.got}")
            if one.clauses:
                click.echo(f"  clauses:  {', '.join(one.clauses)}")
        more = len(departures) - 10
        click.echo(
            f"{number_of(len(departures), 'departure')} in {game}" + (f", {more} not shown." if more > 0 else ".")
        )
    else:
        commands = number_of(len(recording.commands), "command")
        click.echo(f"Sound: {commands}, {number_of(events, 'event')}, every one by the rules, no line changed.")
    raise SystemExit(1 if departures else 0)


def _store(ctx: click.Context) -> Path:
    path: Path = ctx.obj["log"]
    return path


def _recording(ctx: click.Context, game: str) -> "Recording":
    """The log that the user named; a malformed one ends the program with status 1."""
    from colt_rules.log.errors import LogError

    try:
        return _read(ctx, game)
    except LogError as error:
        click.echo(f"{game} is malformed:\n{error}", err=True)
        raise SystemExit(1) from error


def _read(ctx: click.Context, game: str) -> "Recording":
    """A game from the store, or from a file if there is one of that name."""
    from colt_rules.log.lines import read_lines
    from colt_rules.log.store import Store, StoreError

    try:
        if Path(game).is_file():
            return read_lines(Path(game))
        with Store(_store(ctx), must_exist=True) as store:
            return store.read(game)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    except OSError as error:
        raise CannotRun(f"cannot read {game}: {error.strerror}") from error


def _told(entry: "Entry") -> str:
    """An entry as a line for people."""
    from colt_rules.log.codec import to_data
    from colt_rules.log.entries import CommandEntry

    if isinstance(entry, CommandEntry):
        return f"\n{entry.number:>4} {entry.actor}: {entry.type} {_words(to_data(entry.data))}".rstrip()
    return f"{entry.seq:>9} {entry.type} {_words(to_data(entry.event))}".rstrip() + f"  [{', '.join(entry.cites)}]"


def _words(data: dict[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in data.items())


def _word(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"[{', '.join(map(_word, value))}]"
        case dict():
            return f"({_words(value)})"
        case _:
            return str(value)


def _where(departure: "Departure") -> str:
    return f"line {departure.line}, command {departure.command}, event {departure.event}"


def _facts(departure: "Departure") -> dict[str, Any]:
    return {
        "kind": departure.kind,
        "line": departure.line,
        "command": departure.command,
        "event": departure.event,
        "expected": departure.expected,
        "got": departure.got,
        "clauses": departure.clauses,
    }
