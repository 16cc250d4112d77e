"""`colt log verify`: is a log unchanged, and does it follow the rules?"""

import re
from typing import TYPE_CHECKING

import click

from colt_rules.cli.language import in_language, tell
from colt_rules.cli.log.named import is_file, opened, store_of
from colt_rules.cli.log.output import print_verified, seals_of, verified_facts
from colt_rules.cli.many import How, are_many, how_many_are_judged, judge_places
from colt_rules.cli.output import as_json, giving_up_on, open_named, print_json, progress

if TYPE_CHECKING:
    from colt_rules.log.verifying import Verified


def _public_key(value: str | None) -> str:
    """A public key in hex; empty if none was given."""
    if value is None:
        return ""
    key = value.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", key):
        raise click.BadParameter(
            f"expected a public key, 64 hex digits as `colt log key` prints them, got {value[:80]!a}"
        )
    return key


sealed_by = click.option(
    "--sealed",
    metavar="KEY",
    callback=lambda ctx, param, value: _public_key(value),
    help="Also fail if there is no seal by this public key, in hex.",
)
"""A log does not show that a seal was removed, so the user asks for the seal explicitly."""


@click.command()
@click.argument("games", metavar="[GAME...]", nargs=-1)
@click.option("--chain", is_flag=True, help="Check only the hashes and numbers, not the rules: fast.")
@click.option("--finished", is_flag=True, help="Also fail if a game is not over.")
@sealed_by
@how_many_are_judged
@in_language
@as_json
@click.pass_context
def verify(
    ctx: click.Context,
    games: tuple[str, ...],
    chain: bool,
    finished: bool,
    sealed: str,
    how: How,
    lang: str,
    json_: bool,
) -> None:
    """Check that logs are unchanged and follow the rules.

    GAME is the name of a game in the store, an exported file, or - for standard input; without it, every game in the
    store is verified and listed, and the store itself. A folder, a store file or a postgresql:// address stands for
    all logs in it: they are verified by several processes, and the report counts the faults, as that of `colt audit`
    does. The hashes must fit, the numbers must have no gap, and each command,
    decided again, must lead to the same events with the same clauses. A log that was exported for one role cannot be
    checked against the rules, because too much is hidden.

    If someone changes a line and recomputes all hashes after it, the result is another log, consistent in itself.
    The last hash identifies a log: compare it with one that you trust, or ask for a seal with --sealed.

    \b
    Examples:
      colt log verify                             everything in the store
      colt log verify GAME
      colt log verify game.jsonl --finished
      colt log verify game.jsonl --lang fr
      colt log verify game.jsonl --json | jq '.departures[0]'
      colt log verify folder/ --chain             the hashes of every *.jsonl in it and its subfolders

    Exit status: 0 sound, 1 something is wrong with it, or it is not finished or sealed as asked for, 2 there is no such
    game, or it cannot be read.
    """
    from colt_rules.log.seals import SealError

    with giving_up_on(SealError):
        if not games:
            sound = _verify_all(ctx, chain, finished, sealed, lang, json_)
        elif are_many(games):
            command = "log verify --chain" if chain else "log verify"
            judge_places(ctx, games, command, how, sealed, lang, json_, finished)
        else:
            found, place = _verify_one(ctx, games[0], rules=not chain)
            sound = _is_as_asked(found, finished, sealed)
            if json_:
                print_json(verified_facts(found))
            else:
                print_verified(place, found, rules=not chain, sealed=sealed, full=True, lang=lang)
    raise SystemExit(0 if sound else 1)


def _verify_one(ctx: click.Context, game: str, rules: bool) -> "tuple[Verified, str]":
    """The results for the log that the user named."""
    from colt_rules.log.entries import Head
    from colt_rules.log.errors import LogError
    from colt_rules.log.redaction import RedactedReader
    from colt_rules.log.verifying import Verified, judge_of, verify_read

    if is_file(game):
        try:
            with opened(ctx, game, links=not rules) as reader:
                redacted = isinstance(reader, RedactedReader)
                return verify_read(reader, judge=judge_of(reader.header) if rules and not redacted else None), game
        except LogError as error:
            return Verified(None, Head(0, 0, ""), error.problems, (), None, False, ()), game
    with store_of(ctx, game, "Verifying") as store:
        return store.verify(game, rules), game


def _verify_all(ctx: click.Context, chain: bool, finished: bool, sealed: str, lang: str, json_: bool) -> bool:
    """Verify every game in the store, print the results, and return whether all are sound."""
    from colt_rules.log.sqlite import SqliteStore
    from colt_rules.log.store import StoreError

    lines, sound = [], True
    with giving_up_on(StoreError), open_named(ctx) as store:
        damage = store.is_damaged() if isinstance(store, SqliteStore) else ""
        names = [one.game for one in store.games()]
        with progress("Verifying", len(names)) as done:
            for name in names:
                found = store.verify(name, rules=not chain)
                sound = _is_as_asked(found, finished, sealed) and sound
                lines.append((name, found))
                done(1)
        place = store.where
    if json_:
        print_json({"store": place, "damage": damage, "games": [verified_facts(found) for _, found in lines]})
    else:
        if damage:
            click.echo(tell(lang, "log.damaged", place=place, damage=damage))
        for name, found in lines:
            print_verified(name, found, rules=not chain, sealed=sealed, full=False, lang=lang)
        click.echo(tell(lang, "log.games", games=len(lines), place=place, unwell=not sound or bool(damage)))
    return sound and not damage


def _is_as_asked(found: "Verified", finished: bool, sealed: str) -> bool:
    keys = [seal.key for seal in seals_of(found)]
    return found.sound and (found.over or not finished) and (not sealed or sealed in keys)
