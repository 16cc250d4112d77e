"""`colt report`: one page about a game, to hand to the players."""

from pathlib import Path

import click

from colt_rules.cli.language import in_language, tell
from colt_rules.cli.output import FILE, giving_up_on, printable, write_file
from colt_rules.cli.referee.named import judged_named, keep_logs, print_broken
from colt_rules.cli.referee.site import published_at


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--event", "events", type=int, multiple=True, metavar="N", help="A contested event; can be repeated.")
@click.option(
    "--why-not",
    "why_not",
    multiple=True,
    metavar="COMMAND",
    help="Judge another command in place of the one behind the contested event; can be repeated.",
)
@click.option("-o", "--output", required=True, type=FILE, metavar="FILE.html", help="Where to write the page.")
@click.option(
    "--as",
    "role",
    metavar="ROLE",
    help="As a SEAT, spectator or referee sees it; by default the referee if the game is over, else the spectator.",
)
@in_language
@click.pass_context
def report(
    ctx: click.Context,
    game: str,
    events: tuple[int, ...],
    why_not: tuple[str, ...],
    output: Path,
    role: str | None,
    lang: str,
) -> None:
    """Write one page about a game to hand to the players: contested moments with pictures, verdict, the whole game.

    GAME is the name of a game in the store, an exported file, or - for standard input. Without --event the contested
    moments are those at which the log departs from the rules. The page is self-contained: it loads nothing, runs no
    script, and prints well. The same log always gives the same bytes. A game that is not over is shown as a spectator
    sees it, so that no cards are revealed.

    COMMAND is typed as for `colt explain --why-not`, and the page answers it: was it allowed, by which clauses not, or
    what could have been chosen. Only the referee and the actor's own seat get an answer (--as).

    \b
    Examples:
      colt report GAME -o verdict.html
      colt report GAME --event 82 --event 97 -o verdict.html
      colt report GAME --event 82 --why-not 'tuco Fire' -o verdict.html
      colt report game.jsonl --event 82 --lang fr -o verdict.html

    Exit status: 0 written and the log is sound, 1 written, but the log has a fault, 2 nothing was written.
    """
    from colt_rules.referee.audit import audit
    from colt_rules.referee.explain import NotShown
    from colt_rules.referee.report import ReportRequest, report_html
    from colt_rules.referee.story import OutOfRange, Story
    from colt_rules.referee.typed import CannotRead
    from colt_rules.referee.why_not import CannotJudge, NotForRole
    from colt_rules.views import UnknownRole

    if why_not and len(events) != 1:
        raise click.UsageError("--why-not judges another command at one event; name it with --event")
    keep_logs(ctx, output, game)
    with judged_named(ctx, game) as read:
        pieces = list(read)
        story, found = Story.read(pieces), audit(pieces)
    print_broken(game, story.head.events, story.broken, lang)
    with giving_up_on(CannotJudge, CannotRead, NotForRole, NotShown, OutOfRange, UnknownRole):
        page = report_html(story, found, ReportRequest(events, role or "", lang, why_not, published_at()))
    write_file(output, page)
    departures = len(found.log) + len(found.rules)
    click.echo(printable(tell(lang, "log.report", file=str(output), departures=departures)))
    raise SystemExit(1 if departures else 0)
