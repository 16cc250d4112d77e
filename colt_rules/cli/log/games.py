"""`colt log list`: which games are there?"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

import click

from colt_rules.cli.output import as_json, console, giving_up_on, number_of, open_named, print_list, printable, table
from colt_rules.modules import MODULES

if TYPE_CHECKING:
    from rich.console import Console

    from colt_rules.log.store import GameInfo

PAGE = 100
"""Games in one table: a table needs all its rows before it is printed."""


@click.command("list")
@click.option("--player", default="", metavar="NAME", help="With this seat or bandit.")
@click.option("--winner", default="", metavar="SEAT", help="Won by this seat, alone or with others.")
@click.option("--edition", default="", metavar="ID", help="Played by this edition.")
@click.option("--module", default="", metavar="NAME", help=f"With this module: {', '.join(MODULES)}.")
@click.option("--event", default="", metavar="TYPE", help="With an event of this type.")
@click.option("--clause", default="", metavar="ID", help="With an event that cites this clause or ruling.")
@click.option("--over/--unfinished", default=None, help="Only games that are over, or only those that are not.")
@click.option("--since", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help="Begun on this day or later, in UTC.")
@click.option("--until", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help="Begun on this day or before.")
@click.option("--limit", metavar="N", type=click.IntRange(1), help=f"At most this many; {PAGE}, or all with --json.")
@click.option("--after", default="", metavar="GAME", help="Only games that began after this one: the next page.")
@as_json
@click.pass_context
def list_(
    ctx: click.Context,
    /,
    since: datetime | None,
    until: datetime | None,
    over: bool | None,
    limit: int | None,
    after: str,
    json_: bool,
    **words: str,
) -> None:
    """List the games that match all options, oldest first.

    The list comes in pages, and the last line says how to see the next one; --json lists all games. The date is when
    a game began in this store or was imported.

    \b
    Examples:
      colt log list
      colt log list --player belle --over --since 2026-11-01
      colt log list --event StrongboxBrought --edition pl-base
      colt log list --limit 500 --after friday
      colt log list --json | jq -r '.[] | select(.over) | .game'

    Exit status: 0 listed, 1 the entry of a game was changed, 2 the store cannot be read.
    """
    from attrs import asdict

    from colt_rules.log.store import Search, StoreError

    _check_words(words)
    search = Search(
        **words,
        over=over,
        since=since.date().isoformat() if since else "",
        before=f"{until.date().isoformat()}T24" if until else "",  # after the last moment of that day
    )
    damaged = []

    def looked_at(games: "Iterable[GameInfo]") -> "Iterator[GameInfo]":
        """Yields the games, and collects those whose entry was changed."""
        for one in games:
            if one.damage:
                damaged.append(one)
            yield one

    with giving_up_on(StoreError), open_named(ctx) as store:
        if json_:
            print_list(asdict(one) for one in looked_at(store.each_game(search, limit, after)))
        else:
            number, last = _print_pages(looked_at(store.each_game(search, limit or PAGE, after)))
            asked = " found" if search != Search() else ""
            summary = f"{number_of(number, 'game')}{asked} in {store.where}"
            if last and next(store.each_game(search, 1, last), None):
                summary = f"{number:,} of {number_of(store.count(search), 'game')}{asked} in {store.where}"
                summary += f"; see the next with --after {last}"
            click.echo(printable(summary))
    if not json_:
        for one in damaged:
            click.echo(printable(f"{one.game}: {one.damage}; `colt log verify {one.game}` says more"))
    raise SystemExit(1 if damaged else 0)


def _print_pages(games: "Iterator[GameInfo]") -> tuple[int, str]:
    """Print a table for each page, and return the number of games and the last game."""
    out, number, last = console(), 0, ""
    while (page := list(islice(games, PAGE))) or not number:
        _print_table(out, page)
        number, last = number + len(page), page[-1].game if page else ""
        if len(page) < PAGE:
            break
    return number, last


def _print_table(out: "Console", games: "list[GameInfo]") -> None:
    shown = table(
        out, "game", "begun", "edition", "played", "seats", "outcome", "events", numbers=1, unwrapped=("game",)
    )
    for one in games:
        won = f"won by {', '.join(one.winners)}" if one.winners else "won by nobody"
        outcome = won + (", sealed" if one.seals else "") if one.over else "unfinished"
        played = ", ".join(one.modules)
        texts = (one.game, one.begun[:16].replace("T", " "), one.edition, played, ", ".join(one.seats), outcome)
        shown.add_row(*map(printable, texts), f"{one.events:,}")
    out.print(shown)


def _check_words(words: dict[str, str]) -> None:
    """Refuse unknown names: a typing error would look like a search without results."""
    from colt_rules.events import EVENTS
    from colt_rules.log.errors import hint
    from colt_rules.registry.registry import registry

    known: dict[str, Callable[[], Iterable[str]]] = {
        "event": lambda: EVENTS,
        "clause": lambda: [entry.id for entry in registry().citable()],
        "edition": lambda: registry().editions,
        "module": lambda: MODULES,
    }
    for option, names in known.items():
        if words[option] and words[option] not in (all_names := list(names())):
            listed = ", ".join(all_names) if len(all_names) < 10 else f"{len(all_names)} others"
            likely = hint(words[option], all_names, f"there are {listed}")
            raise click.UsageError(f"--{option}: there is no {option} {words[option]!a}{likely}")
