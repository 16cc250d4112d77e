"""`colt log export` and `colt log import`: games as files."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from colt_rules.cli.log.named import STREAM, is_store, pieces_named, read_file, size_of
from colt_rules.cli.log.output import print_malformed, problem_facts
from colt_rules.cli.output import (
    CannotRun,
    as_json,
    giving_up_on,
    number_of,
    open_named,
    print_json,
    printable,
    progress,
)

MANY = 100
"""From so many logs on, an import by several processes is faster: starting them takes as long as some fifty logs."""
NAMED = 20
"""How many of the imported games are named to people."""


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option(
    "--as", "role", metavar="ROLE", help="Only what this seat, or `spectator`, may see; `referee` sees all of it."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.pass_context
def export(ctx: click.Context, game: str, file: str | None, role: str | None, force: bool) -> None:
    """Write a game as JSON Lines: to FILE, or to standard output if that is - or left out.

    GAME is the name of a game in the store, or an exported file. The format is described in events/README.md and by
    `colt schema log-line`. With --as the log has the same lines, but what the role may not see is left out of them;
    it has its own hashes and can be verified, but the game cannot be continued from it.

    \b
    Examples:
      colt log export GAME game.jsonl
      colt log export GAME --as tuco for-tuco.jsonl
      colt log export GAME | jq -r 'select(.seq) | .type' | sort | uniq -c

    Exit status: 0 written, 1 the log is malformed, 2 there is no such game or role, or it cannot be written.
    """
    from colt_rules.log.errors import LogError
    from colt_rules.log.lines import parse_lines
    from colt_rules.log.redaction import redacted
    from colt_rules.views import REFEREE, UnknownRole

    try:
        with pieces_named(ctx, game) as pieces:
            if role in (None, REFEREE):
                _write(ctx, file, _well_formed(pieces), force)
            else:
                recording = parse_lines(pieces)
                _write(ctx, file, (line + b"\n" for line in redacted(recording, str(role))), force)
    except UnknownRole as error:
        raise CannotRun(f"--as: {error}") from error
    except LogError as error:
        print_malformed(game, error.problems)
        raise SystemExit(1) from error


def _well_formed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces; raises ``LogError`` if they are not a log."""
    from colt_rules.log.codec import to_json
    from colt_rules.log.errors import LogError
    from colt_rules.log.lines import LogReader

    reader = LogReader(pieces)
    yield reader.first + b"\n"
    for batch in reader:
        yield b"".join([line + b"\n" for line in batch.lines])
    if reader.closing:
        yield to_json(reader.closing) + b"\n"
    if reader.problems:
        raise LogError(reader.problems)


def _write(ctx: click.Context, file: str | None, pieces: Iterator[bytes], force: bool) -> None:
    """Write pieces to standard output, or to a file: all of them or none."""
    if file is None or file == STREAM:
        if sys.stdout is None:
            raise CannotRun("standard output is closed; name a file")
        sys.stdout.buffer.writelines(pieces)
        return
    path = Path(file)
    if path.exists() and not path.is_file():  # a pipe or a device, which must not be replaced
        with path.open("wb") as out:
            out.writelines(pieces)
        return
    if is_store(ctx, path):
        raise CannotRun(f"{path} is the store itself, with all its games; name another file")
    if path.exists() and not force:
        raise CannotRun(f"{path} is there already; name another file, or add --force")
    new = path.with_name(f"{path.name}.new")
    lines = 0
    try:
        try:
            with new.open("xb") as out, progress(f"Writing {path}"):
                for piece in pieces:
                    out.write(piece)
                    lines += piece.count(b"\n")
            new.replace(path)
        except FileExistsError as error:
            raise CannotRun(f"{new} is there already, perhaps from a running export; remove it") from error
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CannotRun(f"cannot write {path}: {error.strerror}; nothing was written") from error
    click.echo(f"{path}: {number_of(lines, 'line')}", err=True)


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--workers",
    type=click.IntRange(1),
    show_default=f"1; all cores from {MANY} logs on",
    help="Processes that check the logs; one more writes them if there are several.",
)
@as_json
@click.pass_context
def import_(ctx: click.Context, files: tuple[str, ...], workers: int | None, json_: bool) -> None:
    """Import the games in exported files into the store: all of them, or none if anything is wrong with one.

    FILE may be a folder, which stands for all *.jsonl files in it and its subfolders, or - for standard input. Every
    line must be well formed, the hashes must fit, and nothing may be missing; everything that is wrong is reported with
    its line. The rules are not checked, so that a referee can import a game that broke them; `colt log verify` does
    that.

    \b
    Examples:
      colt log import game.jsonl
      colt --log postgresql://colt@localhost/colt log import games/*.jsonl
      colt log import games/ --workers 2           a folder, checked by two processes
      ssh server colt log export GAME | colt log import -

    Exit status: 0 imported, 1 something is wrong with a file, 2 it could not run. Unless it is 0, no game was imported.
    """
    from colt_rules.archive.importing import checked_by_many
    from colt_rules.archive.sharing import CannotShare
    from colt_rules.log.errors import collapsed
    from colt_rules.log.seals import SealError
    from colt_rules.log.store import NotImported, StoreError

    events = 0
    logs = [log for file in files for log in _files_in(file)]
    processes = workers or (os.cpu_count() or 1 if len(logs) >= MANY else 1)
    try:
        with open_named(ctx, read_only=False) as store:
            with progress("Reading", sum(map(size_of, logs))) as done:
                if processes == 1:
                    names = store.add((file, read_file(file, done)) for file in logs)
                else:
                    names = store.add(checked_by_many(logs, processes, lambda file: read_file(file, done), done))
            events = sum(store.head(name).events for name in names)
            place = store.where
    except NotImported as error:
        if json_:
            refused = {name: problem_facts(one.problems) for name, one in error.refused.items()}
            print_json({"imported": [], "refused": refused})
        else:
            for name, one in error.refused.items():
                for problem in collapsed(one.problems):
                    click.echo(printable(f"{name}: {problem}"))
            click.echo(f"Nothing was imported: {number_of(len(error.refused), 'file')} of {len(logs)} refused.")
        raise SystemExit(1) from error
    except (StoreError, SealError, CannotShare) as error:
        raise CannotRun(str(error)) from error
    if json_:
        print_json({"imported": names, "refused": {}})
        return
    named = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED:,} more" if len(names) > NAMED else "")
    click.echo(f"{number_of(len(names), 'game')} with {number_of(events, 'event')} imported into {place}: {named}")
    click.echo("They are complete and intact. `colt log verify GAME` checks the rules.")


def _files_in(file: str) -> Iterator[str]:
    """The file itself; for a folder, the exported logs in it."""
    from colt_rules.archive.logs import NoLogs, logs_at

    if not os.path.isdir(file):  # noqa: PTH112 - a name may be anything
        yield file
        return
    with giving_up_on(NoLogs):
        yield from (log.place for log in logs_at(file))
