"""`colt log`: look into the games that were kept, take them out and in, and hold them against the rules."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from colt_rules.cli.output import (
    CannotRun,
    as_json,
    console,
    number_of,
    open_named,
    print_json,
    printable,
    progress,
    store_named,
    table,
)

if TYPE_CHECKING:
    from colt_rules.decisions import Decision
    from colt_rules.log.entries import Seal
    from colt_rules.log.errors import Departure, Problem
    from colt_rules.log.lines import Reader
    from colt_rules.log.verifying import Verified

MOST = 20
"""So many departures are printed for people; the first one is usually behind the rest."""

STREAM = "-"
"""Standard input or output in the place of a file."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def log() -> None:
    """List, search, show, verify, seal, import and export the logs of games.

    A game is its log: a header, then each command with the events it led to, each event with the clauses it
    rests on. Every line holds the hash of the line before it. The games lie in one SQLite file, or on a PostgreSQL
    server (see `colt --log`); `export` writes a game as JSON Lines for other programs, `import` takes it in.

    \b
    Examples:
      colt log list                              which games are there?
      colt log list --winner tuco --clause django.push
      colt log show GAME                         what happened, and by which rules?
      colt log verify GAME                       is it untouched, and did all go by the rules?
      colt log export GAME game.jsonl            take it out
      colt log export GAME --as tuco             as much of it as Tuco may know
      colt --log other.db log import game.jsonl  take it in elsewhere
      colt log seal GAME --key my.pem            vouch for a finished game
    """


# --- finding games


@log.command("list")
@click.option("--player", default="", metavar="NAME", help="With this seat or bandit.")
@click.option("--winner", default="", metavar="SEAT", help="Won by this seat, alone or with others.")
@click.option("--edition", default="", metavar="ID", help="By the book of this edition.")
@click.option("--module", default="", metavar="NAME", help="With this variant or expansion, such as team.")
@click.option("--event", default="", metavar="TYPE", help="In which an event of this type comes up.")
@click.option("--clause", default="", metavar="ID", help="In which some event rests on this clause or ruling.")
@click.option("--over/--unfinished", default=None, help="Only games that are over, or only others.")
@click.option("--since", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help="Begun on this day or later, in UTC.")
@click.option("--until", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help="Begun on this day or before.")
@click.option("--limit", metavar="N", type=click.IntRange(1), show_default="all", help="At most so many.")
@as_json
@click.pass_context
def list_(
    ctx: click.Context,
    /,
    since: datetime | None,
    until: datetime | None,
    over: bool | None,
    limit: int | None,
    json_: bool,
    **words: str,
) -> None:
    """List the games, or those for which all of this is true, oldest first.

    The date is the one on which a game was begun in, or taken into, this store.

    \b
    Examples:
      colt log list
      colt log list --player belle --over --since 2026-11-01
      colt log list --event StrongboxBrought --edition pl-base
      colt log list --json | jq -r '.[] | select(.over) | .game'

    Exit status: 0 listed, 1 what is told about some game was changed by somebody, 2 the store cannot be read.
    """
    from colt_rules.log.store import Search, StoreError

    _check_words(words)
    search = Search(
        **words,
        over=over,
        since=since.date().isoformat() if since else "",
        before=f"{until.date().isoformat()}T24" if until else "",  # after the last moment of that day
    )
    try:
        with open_named(ctx) as store:
            games, place = store.games(search, limit), store.where
    except StoreError as error:
        raise CannotRun(str(error)) from error
    if json_:
        print_json(
            [
                {
                    "game": one.game,
                    "begun": one.begun,
                    "changed": one.changed,
                    "edition": one.edition,
                    "modules": one.modules,
                    "seats": one.seats,
                    "over": one.over,
                    "winners": one.winners,
                    "seals": one.seals,
                    "commands": one.commands,
                    "events": one.events,
                    "damage": one.damage,
                }
                for one in games
            ]
        )
    else:
        out = console()
        shown = table(
            out, "game", "begun", "edition", "played", "seats", "outcome", "events", numbers=1, whole=("game",)
        )
        for one in games:
            outcome = (
                f"won by {', '.join(one.winners)}" + (", sealed" if one.seals else "") if one.over else "unfinished"
            )
            played = ", ".join(one.modules)
            texts = (one.game, one.begun[:16].replace("T", " "), one.edition, played, ", ".join(one.seats), outcome)
            shown.add_row(*map(printable, texts), f"{one.events:,}")
        out.print(shown)
        asked = " found" if search != Search() else ""
        out.print(f"{number_of(len(games), 'game')}{asked} in {place}")
        for one in games:
            if one.damage:
                click.echo(printable(f"{one.game}: {one.damage}; `colt log verify {one.game}` says more"))
    raise SystemExit(1 if any(one.damage for one in games) else 0)


def _check_words(words: dict[str, str]) -> None:
    """Refuse what no game can be found by: a slip of the pen would look like a search that found nothing."""
    from colt_rules.events import EVENTS
    from colt_rules.log.errors import closest
    from colt_rules.registry.registry import registry

    known: dict[str, Callable[[], Iterable[str]]] = {
        "event": lambda: EVENTS,
        "clause": lambda: [entry.id for entry in registry().citable()],
        "edition": lambda: registry().editions,
    }
    for option, names in known.items():
        if words[option] and words[option] not in (all_names := list(names())):
            near = closest(words[option], all_names)
            hint = f"did you mean {near}?" if near else f"there are {len(all_names)}"
            raise click.UsageError(f"--{option}: there is no {option} {words[option]!a}; {hint}")


# --- looking into one


@log.command()
@click.argument("game", metavar="GAME")
@as_json
@click.pass_context
def show(ctx: click.Context, game: str, json_: bool) -> None:
    """Show a game, event by event, with the clauses each rests on.

    GAME is the name of a game in the store, an exported file, or - for standard input. In what was exported for one
    role, ? stands for what the role may not see.

    \b
    Examples:
      colt log show GAME
      colt log show game.jsonl | grep Marshal
      colt log show GAME --json | jq '.entries[] | select(.type == "LootTaken")'

    Exit status: 0 shown, 1 the log is malformed, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.codec import to_data
    from colt_rules.log.errors import LogError

    try:
        with _opened(ctx, game) as reader:
            if reader.header and not json_:
                click.echo(printable(_told_header(to_data(reader.header))))
            entries = []
            for some in _well_read(reader):
                if json_:
                    entries += some
                else:
                    click.echo("\n".join(("" if "seq" in one else "\n") + printable(_told(one)) for one in some))
            if reader.header is None or reader.problems:
                raise LogError(reader.problems)
    except LogError as error:
        if json_:
            print_json({"header": None, "entries": [], "problems": _problem_facts(error.problems)})
        else:
            _tell_malformed(game, error.problems)
        raise SystemExit(1) from error
    if json_:
        print_json({"header": to_data(reader.header), "entries": entries, "problems": []})


def _well_read(reader: "Reader") -> Iterator[list[dict[str, Any]]]:
    """What a log says, batch by batch, up to the first of its lines that is malformed; everything is read."""
    import msgspec

    for batch in reader:
        if batch.lines and reader.header and not reader.problems:
            yield [msgspec.json.decode(line) for line in batch.lines]


@log.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--chain", is_flag=True, help="Look only at the hashes and numbers: fast, and asks no rule.")
@click.option("--finished", is_flag=True, help="Fail also if a game is not over.")
@click.option("--sealed", metavar="KEY", default="", help="Fail also if there is no seal by this public key, in hex.")
@as_json
@click.pass_context
def verify(ctx: click.Context, game: str | None, chain: bool, finished: bool, sealed: str, json_: bool) -> None:
    """Check that a log is untouched, and that everything in it went by the rules.

    GAME is the name of a game in the store, an exported file, or - for standard input; without it, every game in the
    store is verified, and the store itself. The hashes must fit, the numbers must have no gap, and each command,
    decided again, must lead to the same events with the same clauses. In a log that was exported for one role the
    rules cannot be asked: too much is hidden.

    Whoever changes a log and all hashes after it has made another log. Its last hash stands for all of it: compare it
    with one that you trust, or ask for a seal with --sealed.

    \b
    Examples:
      colt log verify                             everything in the store
      colt log verify GAME
      colt log verify game.jsonl --finished
      colt log verify game.jsonl --json | jq '.departures[0]'

    Exit status: 0 sound, 1 it departs somewhere, or is not what --finished or --sealed ask for, 2 there is no such
    game, or it cannot be read.
    """
    from colt_rules.log.seals import SealError

    try:
        if game is None:
            sound = _verify_all(ctx, chain, finished, sealed, json_)
        else:
            found, place = _verify_one(ctx, game, rules=not chain)
            sound = _is_as_asked(found, finished, sealed)
            if json_:
                print_json(_facts(found))
            else:
                _tell_verified(place, found, rules=not chain, sealed=sealed, full=True)
    except SealError as error:
        raise CannotRun(str(error)) from error
    raise SystemExit(0 if sound else 1)


def _verify_one(ctx: click.Context, game: str, rules: bool) -> "tuple[Verified, str]":
    """What was found out about the log that the user named."""
    from colt_rules.log.entries import Head
    from colt_rules.log.errors import LogError
    from colt_rules.log.redaction import RedactedReader
    from colt_rules.log.store import StoreError
    from colt_rules.log.verifying import Verified, verify_read

    if _is_file(game):
        try:
            with _opened(ctx, game, links=not rules) as reader:
                redacted = isinstance(reader, RedactedReader)
                return verify_read(reader, rules=rules and not redacted), game
        except LogError as error:
            return Verified(None, Head(0, 0, ""), error.problems, (), None, False, ()), game
    try:
        with open_named(ctx) as store, progress(f"Verifying {game}"):
            return store.verify(game, rules), game
    except StoreError as error:
        raise _neither(error) from error


def _verify_all(ctx: click.Context, chain: bool, finished: bool, sealed: str, json_: bool) -> bool:
    """Verify every game in the store, tell, and say whether all is well."""
    from colt_rules.log.sqlite import SqliteStore
    from colt_rules.log.store import StoreError

    told, sound = [], True
    try:
        with open_named(ctx) as store:
            damage = store.is_damaged() if isinstance(store, SqliteStore) else ""
            names = [one.game for one in store.games()]
            with progress("Verifying", len(names)) as done:
                for name in names:
                    found = store.verify(name, rules=not chain)
                    sound = _is_as_asked(found, finished, sealed) and sound
                    told.append((name, found))
                    done(1)
            place = store.where
    except StoreError as error:
        raise CannotRun(str(error)) from error
    if json_:
        print_json({"store": place, "damage": damage, "games": [_facts(found) for _, found in told]})
    else:
        if damage:
            click.echo(f"{place} is damaged: {damage}")
        for name, found in told:
            _tell_verified(name, found, rules=not chain, sealed=sealed, full=False)
        click.echo(
            f"{number_of(len(told), 'game')} in {place}{'' if sound and not damage else ', not all of them well'}."
        )
    return sound and not damage


def _is_as_asked(found: "Verified", finished: bool, sealed: str) -> bool:
    keys = [seal.key for seal in _seals(found)]
    return found.sound and (found.over or not finished) and (not sealed or sealed.lower() in keys)


# --- taking out and in


@log.command()
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--as", "role", metavar="ROLE", help="Only what this seat, or `spectator`, may see.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.pass_context
def export(ctx: click.Context, game: str, file: str | None, role: str | None, force: bool) -> None:
    """Write a game as JSON Lines: to FILE, or to standard output if that is - or left out.

    GAME is the name of a game in the store, or an exported file. The format is described in events/README.md and by
    `colt schema log-line`. With --as the log has the same lines, but what the role may not see is left out of them;
    it has hashes of its own and can be verified, but nobody can go on with the game from it.

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
        with _pieces(ctx, game) as pieces:
            if role in (None, REFEREE):
                _write(ctx, file, _well_formed(pieces), force)
            else:
                recording = parse_lines(pieces)
                _write(ctx, file, (line + b"\n" for line in redacted(recording, str(role))), force)
    except UnknownRole as error:
        raise CannotRun(f"--as: {error}") from error
    except LogError as error:
        _tell_malformed(game, error.problems)
        raise SystemExit(1) from error


def _well_formed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces; ``LogError`` when it turns out that they are no log."""
    from colt_rules.log.codec import to_json
    from colt_rules.log.errors import LogError
    from colt_rules.log.lines import Reader

    reader = Reader(pieces)
    yield reader.first + b"\n"
    for batch in reader:
        yield b"".join([line + b"\n" for line in batch.lines])
    if reader.closing:
        yield to_json(reader.closing) + b"\n"
    if reader.problems:
        raise LogError(reader.problems)


def _write(ctx: click.Context, file: str | None, pieces: Iterator[bytes], force: bool) -> None:
    """Write pieces to where the user wants them: into a file all of them, or none."""
    if file is None or file == STREAM:
        if sys.stdout is None:
            raise CannotRun("standard output is closed; name a file")
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        return
    path = Path(file)
    if path.exists() and not path.is_file():  # a pipe or a device, which must not be replaced
        with path.open("wb") as out:
            for piece in pieces:
                out.write(piece)
        return
    if _is_store(ctx, path):
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
            raise CannotRun(f"{new} is there already, perhaps from another export that goes on; remove it") from error
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CannotRun(f"cannot write {path}: {error.strerror}; nothing was written") from error
    click.echo(f"{path}: {number_of(lines, 'line')}", err=True)


@log.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@as_json
@click.pass_context
def import_(ctx: click.Context, files: tuple[str, ...], json_: bool) -> None:
    """Take the games in exported files into the store: all of them, or none if there is anything wrong with one.

    FILE may be - for standard input. Every line must be well formed, the hashes must fit, and nothing may be missing;
    everything that is wrong is told with its line. Whether a game went by the rules is another question, which
    `colt log verify` answers: a game that did not can be taken in, so that a referee can look at it.

    \b
    Examples:
      colt log import game.jsonl
      colt --log postgresql://colt@localhost/colt log import games/*.jsonl
      ssh server colt log export GAME | colt log import -

    Exit status: 0 taken in, 1 there is something wrong with a file, 2 it could not run. Unless it is 0, no game has
    been taken in.
    """
    from colt_rules.log.errors import collapsed
    from colt_rules.log.seals import SealError
    from colt_rules.log.store import NotImported, StoreError

    events = 0
    try:
        with open_named(ctx, read_only=False) as store:
            with progress("Reading", sum(map(_size, files))) as done:
                names = store.add((file, _read_file(file, done)) for file in files)
            events = sum(store.head(name).events for name in names)
            place = store.where
    except NotImported as error:
        if json_:
            refused = {name: _problem_facts(one.problems) for name, one in error.refused.items()}
            print_json({"imported": [], "refused": refused})
        else:
            for name, one in error.refused.items():
                for told in collapsed(one.problems):
                    click.echo(printable(f"{name}: {told}"))
            click.echo(f"Nothing was taken in: {number_of(len(error.refused), 'file')} of {len(files)} refused.")
        raise SystemExit(1) from error
    except (StoreError, SealError) as error:
        raise CannotRun(str(error)) from error
    if json_:
        print_json({"imported": names, "refused": {}})
        return
    click.echo(
        f"{number_of(len(names), 'game')} with {number_of(events, 'event')} taken into {place}: {', '.join(names)}"
    )
    click.echo("They are whole and unbroken. Whether all went by the rules, `colt log verify GAME` says.")


def _read_file(file: str, done: Callable[[int], None]) -> Iterator[bytes]:
    """A file in pieces, of whose size is told how much was read; what cannot be read at all ends everything."""
    from colt_rules.log.lines import pieces_of

    with _binary(file) as opened:
        for piece in pieces_of(opened):
            yield piece
            done(len(piece))


def _size(file: str) -> int:
    return 0 if file == STREAM or not Path(file).exists() else Path(file).stat().st_size


# --- vouching and mending


@log.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def key(file: Path) -> None:
    """Make a key to seal games with: the private part goes into FILE, the public part is printed.

    Keep the file to yourself, and give the public key to those who are to check your seals. The file is PEM, as of
    `openssl genpkey -algorithm ed25519`.

    \b
    Examples:
      colt log key my.pem

    Exit status: 0 made, 2 it could not be made.
    """
    from colt_rules.log.seals import SealError, new_key

    try:
        public = new_key(file)
    except SealError as error:
        raise CannotRun(str(error)) from error
    except FileExistsError as error:
        raise CannotRun(f"{file} is there already; a key that is written over is lost: name another file") from error
    except OSError as error:
        raise CannotRun(f"cannot write {file}: {error.strerror}") from error
    click.echo(public)


@log.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--key",
    metavar="FILE",
    required=True,
    envvar="COLT_KEY",
    show_envvar=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Your private key: see `colt log key`.",
)
@click.pass_context
def seal(ctx: click.Context, game: str, key: Path) -> None:
    """Sign a finished game in the store, after it was verified. Nothing can be appended to it any more.

    The seal goes with the game when it is exported. `colt log verify GAME --sealed PUBLIC_KEY` checks it.

    \b
    Examples:
      colt log key my.pem
      colt log seal GAME --key my.pem

    Exit status: 0 sealed, 1 the log departs somewhere and was not sealed, 2 it could not run.
    """
    from colt_rules.log.entries import Head
    from colt_rules.log.errors import LogError
    from colt_rules.log.seals import SealError, read_key, seal_of
    from colt_rules.log.store import StoreError

    try:
        private = read_key(key)
        with open_named(ctx, read_only=False) as store:
            found = store.verify(game)
            if not found.sound:
                _tell_verified(game, found, rules=True, sealed="", full=False)
                raise SystemExit(1)
            made = seal_of(private, game, Head(found.head.commands, found.head.events, found.head.hash))
            store.seal(game, made)
    except (StoreError, SealError, LogError) as error:
        raise CannotRun(str(error)) from error
    click.echo(f"{game} is sealed by {made.key}: {number_of(found.head.events, 'event')}, last hash {found.head.hash}")


@log.command()
@click.argument("game", metavar="GAME")
@click.pass_context
def rebuild(ctx: click.Context, game: str) -> None:
    """Make anew what is derived from the log of a game: its snapshots, and what it is found by.

    The log itself is not touched; it must be unbroken. Nobody needs this unless `verify` says so.

    \b
    Examples:
      colt log rebuild GAME

    Exit status: 0 made anew, 1 the log is broken, 2 there is no such game, or the store cannot be written.
    """
    from colt_rules.log.errors import LogError
    from colt_rules.log.store import StoreError

    try:
        with open_named(ctx, read_only=False) as store, progress(f"Reading {game}"):
            store.rebuild(game)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    except LogError as error:
        _tell_malformed(game, error.problems)
        raise SystemExit(1) from error
    click.echo(f"{game}: snapshots and search made anew")


# --- which log is meant


@contextmanager
def _opened(ctx: click.Context, game: str, links: bool = False) -> "Iterator[Reader]":
    """The log that the user named: one in a file if there is one of that name, else one in the store.

    ``LogError`` if it is no log from its first line on.
    """
    from colt_rules.log.lines import Reader
    from colt_rules.log.redaction import RedactedReader, is_redacted

    with _pieces(ctx, game) as pieces:
        first = next(pieces, b"")
        kind = RedactedReader if is_redacted(first) else Reader
        yield kind(_again(first, pieces), links)


def _again(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


@contextmanager
def _pieces(ctx: click.Context, game: str) -> Iterator[Iterator[bytes]]:
    """The lines of the log that the user named, in pieces."""
    from colt_rules.log.store import StoreError

    if _is_file(game):
        with progress(f"Reading {game}", _size(game)) as done:
            yield _read_file(game, done)
        return
    try:
        with open_named(ctx) as store, progress(f"Reading {game}"):
            yield store.pieces(game)
    except StoreError as error:
        raise _neither(error) from error


@contextmanager
def _binary(file: str) -> Iterator[BinaryIO]:
    """A file to read from, or standard input."""
    try:
        if file == STREAM:
            if sys.stdin is None:
                raise CannotRun("standard input is closed; name a game or a file")
            yield sys.stdin.buffer
        else:
            with Path(file).open("rb") as opened:
                yield opened
    except OSError as error:
        raise CannotRun(f"cannot read {error.filename or file}: {error.strerror}") from error


def _neither(error: Exception) -> CannotRun:
    from colt_rules.log.store import NoStore, UnknownGame

    if isinstance(error, UnknownGame | NoStore):
        return CannotRun(f"there is neither a game nor a file of that name: {error}")
    return CannotRun(str(error))


def _is_file(name: str) -> bool:
    """Whether there is anything of that name to read from, be it a pipe."""
    try:
        return name == STREAM or (Path(name).exists() and not Path(name).is_dir())
    except (OSError, ValueError):  # too long for a file, or none at all
        return False


def _is_store(ctx: click.Context, path: Path) -> bool:
    """Whether this is the file with the games, or one that SQLite keeps beside it."""
    files = [Path(f"{store_named(ctx)}{end}") for end in ("", "-wal", "-shm", "-journal")]
    return path.exists() and any(file.exists() and file.samefile(path) for file in files)


# --- telling


def _problem_facts(problems: "Iterable[Problem]") -> list[dict[str, Any]]:
    return [{"line": one.line, "message": one.message} for one in problems]


def _tell_malformed(game: str, problems: "Iterable[Problem]", err: bool = True) -> None:
    from colt_rules.log.errors import collapsed

    all_problems = tuple(problems)
    for told in collapsed(all_problems):
        click.echo(printable(told), err=err)
    click.echo(f"Malformed: {number_of(len(all_problems), 'problem')} in {printable(game)}.", err=err)


def _tell_verified(game: str, found: "Verified", rules: bool, sealed: str, full: bool) -> None:
    """What was found out about a log, for people; in full, or in one line if all is well."""
    counted = f"{number_of(found.head.commands, 'command')}, {number_of(found.head.events, 'event')}"
    if found.problems:
        _tell_malformed(game, found.problems, err=False)
    if found.departures:
        _tell_departures(game, found.departures)
    if not found.sound:
        return
    over = "over" if found.over else _waiting(found.awaiting)
    unsealed = sealed and sealed.lower() not in [one.key for one in _seals(found)]
    redacted = getattr(found.header, "role", "")
    judged = ", every one by the rules" if rules and not redacted else ""
    if not full:
        click.echo(f"{game}: sound, {counted}{judged}; {over}{', but without that seal' if unsealed else ''}.")
        return
    click.echo(f"Sound: {counted}{judged}; {over}.")
    if redacted:
        click.echo(f"It is what {redacted} has seen: too much is hidden to hold it against the rules.")
    elif not rules:
        click.echo("The rules were not asked.")
    click.echo(f"Last hash: {found.head.hash}")
    for one in _seals(found):
        click.echo(f"Sealed by: {one.key}")
    if unsealed:
        click.echo(f"There is no seal by {printable(sealed)}.")
    if not found.closing:
        click.echo(
            "A log of version 1 does not say where it ends: whether commands are missing there, nobody can tell."
        )
    if not _seals(found):
        click.echo(
            "The hashes fit. Only the last one tells whether it is the log you know: compare it with a copy you trust."
        )


def _tell_departures(game: str, departures: "tuple[Departure, ...]") -> None:
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
    return f"unfinished: waits for {waited}" if waited else "unfinished"


def _told_header(header: dict[str, Any]) -> str:
    seen = f"; as {header['as']} sees it" if "as" in header else ""
    return f"{header['game']}: {header['edition']}, {', '.join(header['modules'])}; {', '.join(header['seats'])}{seen}"


def _told(entry: dict[str, Any]) -> str:
    """An entry as a line for people."""
    words = _words(entry["data"] | dict.fromkeys(entry.get("hidden", ()), "?"))
    if "seq" not in entry:
        return f"{entry['command']:>4} {entry['actor']}: {entry['type']} {words}".rstrip()
    return f"{entry['seq']:>9} {entry['type']} {words}".rstrip() + f"  [{', '.join(entry['cites'])}]"


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


def _seals(found: "Verified") -> "tuple[Seal, ...]":
    return found.closing.seals if found.closing else ()


def _facts(found: "Verified") -> dict[str, Any]:
    return {
        "sound": found.sound,
        "over": found.over,
        "waits_for": [{"actor": one.actor, "decision": one.kind} for one in found.awaiting],
        "game": found.header.game if found.header else None,
        "commands": found.head.commands,
        "events": found.head.events,
        "last_line": found.head.hash,
        "sealed_by": [one.key for one in _seals(found)],
        "problems": _problem_facts(found.problems),
        "departures": [
            {
                "kind": one.kind,
                "line": one.line,
                "command": one.command or None,
                "event": one.event or None,
                "expected": one.expected,
                "got": one.got,
                "clauses": one.clauses,
                "meaning": one.meaning,
            }
            for one in found.departures
        ],
    }
