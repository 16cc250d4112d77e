"""`colt log key`, `seal` and `rebuild`: sign a game, and rebuild its derived data."""

from pathlib import Path

import click

from colt_rules.cli.log.output import print_malformed, print_verified
from colt_rules.cli.output import FILE, CannotRun, giving_up_on, number_of, open_named, progress


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
def key(file: Path) -> None:
    """Make a key to seal games with: write the private key to FILE and print the public key.

    Keep the file secret, and give the public key to those who check your seals. The file is PEM, as from
    `openssl genpkey -algorithm ed25519`.

    \b
    Examples:
      colt log key my.pem

    Exit status: 0 made, 2 it could not be made.
    """
    from colt_rules.log.seals import SealError, new_key

    try:
        with giving_up_on(SealError):
            public = new_key(file)
    except FileExistsError as error:
        raise CannotRun(f"{file} is there already; overwriting would lose the key: name another file") from error
    except OSError as error:
        raise CannotRun(f"cannot write {file}: {error.strerror}") from error
    click.echo(public)


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--key",
    metavar="FILE",
    required=True,
    envvar="COLT_KEY",
    show_envvar=True,
    type=FILE,
    help="Your private key: see `colt log key`.",
)
@click.pass_context
def seal(ctx: click.Context, game: str, key: Path) -> None:
    """Verify and sign a finished game in the store. Nothing can be appended to it afterwards.

    The seal goes with the game when it is exported. `colt log verify GAME --sealed PUBLIC_KEY` checks it.

    \b
    Examples:
      colt log key my.pem
      colt log seal GAME --key my.pem

    Exit status: 0 sealed, 1 the log did not verify, so it was not sealed, 2 it could not run.
    """
    from colt_rules.log.entries import Head
    from colt_rules.log.errors import LogError
    from colt_rules.log.seals import SealError, read_key, seal_of
    from colt_rules.log.store import StoreError

    with giving_up_on(StoreError, SealError, LogError):
        private = read_key(key)
        with open_named(ctx, read_only=False) as store:
            found = store.verify(game)
            if not found.sound:
                print_verified(game, found, rules=True, sealed="", full=False)
                raise SystemExit(1)
            made = seal_of(private, game, Head(found.head.commands, found.head.events, found.head.hash))
            store.seal(game, made)
    click.echo(f"{game} is sealed by {made.key}: {number_of(found.head.events, 'event')}, last hash {found.head.hash}")


@click.command()
@click.argument("game", metavar="GAME")
@click.pass_context
def rebuild(ctx: click.Context, game: str) -> None:
    """Rebuild the derived data of a game: its snapshots and its search words.

    The log itself does not change; it must be intact. This is needed only if `verify` says so.

    \b
    Examples:
      colt log rebuild GAME

    Exit status: 0 rebuilt, 1 the log is damaged, 2 there is no such game, or the store cannot be written.
    """
    from colt_rules.log.errors import LogError
    from colt_rules.log.store import StoreError

    try:
        with giving_up_on(StoreError), open_named(ctx, read_only=False) as store, progress(f"Reading {game}"):
            store.rebuild(game)
    except LogError as error:
        print_malformed(game, error.problems)
        raise SystemExit(1) from error
    click.echo(f"{game}: snapshots and search words rebuilt")
