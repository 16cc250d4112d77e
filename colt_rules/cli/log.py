"""`colt log`: look into the games that were kept, take them out, and hold them against the rules."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from colt_rules.cli.output import CannotRun, as_json, console, number_of, print_json, printable, store_path, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from colt_rules.decisions import Decision
    from colt_rules.log.entries import Entry, Recording
    from colt_rules.log.errors import LogError
    from colt_rules.log.replay import Departure
    from colt_rules.log.store import Store

T = TypeVar("T")

MOST = 20
"""So many departures are printed for people; the first one is usually behind the rest."""

STREAM = "-"
"""Standard input or output in the place of a file."""


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
        with Store(store_path(ctx), read_only=True) as store:
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
    shown = table(out, "game", "begun", "edition", "seats", "over", "events", numbers=1, whole=("game",))
    for one in games:
        texts = (one.game, one.created[:16].replace("T", " "), one.edition, ", ".join(one.seats))
        shown.add_row(*map(printable, texts), "yes" if one.over else "no", f"{one.events:,}")
    out.print(shown)
    out.print(f"{number_of(len(games), 'game')} in {store_path(ctx)}")


@log.command()
@click.argument("game", metavar="GAME")
@as_json
@click.pass_context
def show(ctx: click.Context, game: str, json_: bool) -> None:
    """Show a game, event by event, with the clauses each rests on.

    GAME is the name of a game in the store, an exported file, or - for standard input.

    \b
    Examples:
      colt log show GAME
      colt log show game.jsonl | grep Marshal
      colt log show GAME --json | jq '.entries[] | select(.type == "LootTaken")'

    Exit status: 0 shown, 1 the log is malformed, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.codec import to_data
    from colt_rules.log.entries import CommandEntry
    from colt_rules.log.errors import LogError

    try:
        recording = _read(ctx, game)
    except LogError as error:
        if json_:
            print_json({"header": None, "entries": [], "problems": _problems(error)})
        else:
            _tell_malformed(game, error)
        raise SystemExit(1) from error
    if json_:
        entries = [to_data(entry) for entry in recording.entries]
        print_json({"header": to_data(recording.header), "entries": entries, "problems": []})
        return
    header = recording.header
    told = f"{header.game}: {header.edition}, {', '.join(header.modules)}; {', '.join(header.seats)}"
    click.echo(printable(told))
    for entry in recording.entries:
        if isinstance(entry, CommandEntry):
            click.echo()
        click.echo(printable(_told(entry)))


@log.command()
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.pass_context
def export(ctx: click.Context, game: str, file: str | None, force: bool) -> None:
    """Write a game as JSON Lines: to FILE, or to standard output if that is - or left out.

    The format is described in events/README.md and by `colt schema log-line`.

    \b
    Examples:
      colt log export GAME game.jsonl
      colt log export GAME | jq -r 'select(.seq) | .type' | sort | uniq -c

    Exit status: 0 written, 1 the log is malformed, 2 there is no such game, or it cannot be written.
    """
    from colt_rules.log.errors import LogError
    from colt_rules.log.lines import write_lines

    try:
        recording = _read(ctx, game)
    except LogError as error:
        _tell_malformed(game, error)
        raise SystemExit(1) from error
    if file is None or file == STREAM:
        if sys.stdout is None:
            raise CannotRun("standard output is closed; name a file")
        write_lines(recording, sys.stdout.buffer)
        return
    path = Path(file)
    if _is_store(ctx, path):
        raise CannotRun(f"{path} is the store itself, with all its games; name another file")
    try:
        with path.open("wb") if force else path.open("xb") as out:
            write_lines(recording, out)
    except FileExistsError as error:
        raise CannotRun(f"{path} is there already; name another file, or add --force") from error
    except OSError as error:
        raise CannotRun(f"cannot write {path}: {error.strerror}") from error
    click.echo(f"{path}: {number_of(len(recording.entries) + 1, 'line')}", err=True)


@log.command()
@click.argument("game", metavar="GAME")
@click.option("--finished", is_flag=True, help="Fail also if the game is not over.")
@as_json
@click.pass_context
def verify(ctx: click.Context, game: str, finished: bool, json_: bool) -> None:
    """Check that the lines of a log fit one another, and that everything in it went by the rules.

    GAME is the name of a game in the store, an exported file, or - for standard input. The hashes must fit, the
    numbers must have no gap, and each command, decided again, must lead to the same events with the same clauses.

    A log that was cut after a command, or written anew with hashes that fit, is a sound log too. Its last hash
    stands for all of it: compare it with a copy you trust.

    \b
    Examples:
      colt log verify GAME
      colt log verify game.jsonl --finished
      colt log verify game.jsonl --json | jq '.departures[0]'

    Exit status: 0 sound, 1 it departs somewhere, or is not over and --finished was asked for, 2 there is no such
    game, or it cannot be read.
    """
    from colt_rules.events import GameEnded
    from colt_rules.kernel import awaiting
    from colt_rules.log.entries import hashes
    from colt_rules.log.errors import LogError
    from colt_rules.log.replay import check, replay
    from colt_rules.log.store import Store

    try:
        recording, departures = _ask(ctx, game, lambda log: (log, check(log)), Store.check)
    except LogError as error:
        if json_:
            print_json({"sound": False, "problems": _problems(error), "departures": []})
        else:
            _tell_malformed(game, error, err=False)
        raise SystemExit(1) from error
    events = recording.events
    over = bool(events) and isinstance(events[-1].event, GameEnded)
    (*_, last) = hashes(recording)
    open_now = awaiting(replay(recording)) if not departures else ()
    if json_:
        print_json(
            {
                "sound": not departures,
                "over": over,
                "waits_for": [{"actor": one.actor, "decision": one.kind} for one in open_now],
                "game": recording.header.game,
                "commands": len(recording.commands),
                "events": len(events),
                "last_line": last,
                "problems": [],
                "departures": [_facts(one) for one in departures],
            }
        )
    elif departures:
        _tell_departures(game, departures)
    else:
        counted = f"{number_of(len(recording.commands), 'command')}, {number_of(len(events), 'event')}"
        click.echo(f"Sound: {counted}, every one by the rules; {'over' if over else _waiting(open_now)}.")
        click.echo(f"Last hash: {last}")
        click.echo(
            "The hashes fit. Only the last one tells whether it is the log you know: compare it with a copy you trust."
        )
    raise SystemExit(1 if departures or (finished and not over) else 0)


def _read(ctx: click.Context, game: str) -> "Recording":
    """The log that the user named."""
    from colt_rules.log.store import Store

    return _ask(ctx, game, lambda recording: recording, Store.read)


def _ask(
    ctx: click.Context,
    game: str,
    file: "Callable[[Recording], T]",
    stored: "Callable[[Store, str], T]",
) -> "T":
    """What the log says that the user named: one in a file if there is one of that name, else one in the store."""
    from colt_rules.log.lines import read_lines, read_stream
    from colt_rules.log.store import NoStore, Store, StoreError, UnknownGame

    try:
        if game == STREAM:
            if sys.stdin is None:
                raise CannotRun("standard input is closed; name a game or a file")
            return file(read_stream(sys.stdin.buffer))
        if _is_file(Path(game)):
            return file(read_lines(Path(game)))
        with Store(store_path(ctx), read_only=True) as store:
            return stored(store, game)
    except (UnknownGame, NoStore) as error:
        raise CannotRun(f"there is neither a game nor a file of that name: {error}") from error
    except StoreError as error:
        raise CannotRun(str(error)) from error
    except OSError as error:
        raise CannotRun(f"cannot read {error.filename or game}: {error.strerror}") from error


def _is_file(path: Path) -> bool:
    """Whether there is anything of that name to read from, be it a pipe."""
    try:
        return path.exists() and not path.is_dir()
    except OSError:  # too long for a file
        return False


def _is_store(ctx: click.Context, path: Path) -> bool:
    """Whether this is the file with the games, or one that SQLite keeps beside it."""
    store = store_path(ctx)
    files = (store, *(store.with_name(store.name + end) for end in ("-wal", "-shm", "-journal")))
    return path.exists() and any(file.exists() and file.samefile(path) for file in files)


def _problems(error: "LogError") -> list[dict[str, Any]]:
    return [{"line": one.line, "message": one.message} for one in error.problems]


def _tell_malformed(game: str, error: "LogError", err: bool = True) -> None:
    from colt_rules.log.errors import collapsed

    for told in collapsed(error.problems):
        click.echo(printable(told), err=err)
    click.echo(f"Malformed: {number_of(len(error.problems), 'problem')} in {printable(game)}.", err=err)


def _tell_departures(game: str, departures: "list[Departure]") -> None:
    for number, one in enumerate(departures[:MOST]):
        cause = " (the first, and likely the cause of the others)" if not number and len(departures) > 1 else ""
        click.echo(f"{one.where}{cause}\n  {one.kind}{f': {one.meaning}' if one.meaning else ''}")
        click.echo(printable(f"  expected: {one.expected}"))
        click.echo(printable(f"  got:      {one.got}"))
        if one.clauses:
            click.echo(printable(f"  clauses:  {', '.join(one.clauses)}"))
    more = f", {len(departures) - MOST:,} not shown" if len(departures) > MOST else ""
    click.echo(f"{number_of(len(departures), 'departure')} in {printable(game)}{more}.")


def _waiting(decisions: "tuple[Decision, ...]") -> str:
    waited = ", ".join(f"{one.actor} ({one.kind})" for one in decisions)
    return f"unfinished: waits for {waited}"


def _told(entry: "Entry") -> str:
    """An entry as a line for people."""
    from colt_rules.log.codec import to_data
    from colt_rules.log.entries import CommandEntry

    if isinstance(entry, CommandEntry):
        return f"{entry.number:>4} {entry.actor}: {entry.type} {_words(to_data(entry.data))}".rstrip()
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


def _facts(departure: "Departure") -> dict[str, Any]:
    return {
        "kind": departure.kind,
        "line": departure.line,
        "command": departure.command or None,
        "event": departure.event or None,
        "expected": departure.expected,
        "got": departure.got,
        "clauses": departure.clauses,
        "meaning": departure.meaning,
    }
