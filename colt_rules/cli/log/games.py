"""`colt log list`: which games are there?"""

from collections.abc import Callable, Iterable
from datetime import datetime

import click

from colt_rules.cli.output import CannotRun, as_json, console, number_of, open_named, print_json, printable, table


@click.command("list")
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
    from colt_rules.rules.rulebook import MODULES

    known: dict[str, Callable[[], Iterable[str]]] = {
        "event": lambda: EVENTS,
        "clause": lambda: [entry.id for entry in registry().citable()],
        "edition": lambda: registry().editions,
        "module": lambda: MODULES,
    }
    for option, names in known.items():
        if words[option] and words[option] not in (all_names := list(names())):
            near = closest(words[option], all_names)
            listed = ", ".join(all_names) if len(all_names) < 10 else f"{len(all_names)} others"
            hint = f"did you mean {near}?" if near else f"there are {listed}"
            raise click.UsageError(f"--{option}: there is no {option} {words[option]!a}; {hint}")
