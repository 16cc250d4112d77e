"""`colt soak`: many random games, each checked against itself."""

import os
import sys

import click

from colt_rules.cli.output import as_json, console, number_of, print_json, table


@click.command()
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first game; each next one counts on.")
@click.option(
    "--workers",
    default=os.cpu_count() or 1,
    show_default="all cores",
    type=click.IntRange(1),
    help="How many processes play.",
)
@as_json
def soak(games: int, seed: int, workers: int, json_: bool) -> None:
    """Play many random games of every kind and hold each against itself.

    Each game has 3 to 6 bandits, with and without powers, happenings and stations. Its log is written, read again,
    folded to the final state and decided again command by command. A game that fails is named by its seed.

    \b
    Examples:
      colt soak --games 10000
      colt soak --games 1 --seed 4711      play one game again

    Exit status: 0 all games hold, 1 one failed, 2 it could not run.
    """
    from colt_rules.players import soak as games_of

    outcomes: list[games_of.Outcome] = []
    progress = sys.stderr
    with click.progressbar(games_of.soak(games, seed, workers), length=games, label="Playing", file=progress) as bar:
        outcomes.extend(bar)
    failed = [outcome for outcome in outcomes if outcome.problem]
    events = sum(outcome.events for outcome in outcomes)
    if json_:
        print_json(
            {
                "games": len(outcomes),
                "events": events,
                "failed": [{"seed": outcome.seed, "problem": outcome.problem} for outcome in failed],
                "kinds": dict(sorted(games_of.kinds(outcomes).items())),
            }
        )
    else:
        out = console()
        shown = table(out, "games", "number", numbers=1)
        for kind, number in sorted(games_of.kinds(outcomes).items()):
            shown.add_row(kind, f"{number:,}")
        out.print(shown)
        for outcome in failed[:20]:
            out.print(f"seed {outcome.seed}: {outcome.problem}")
        told = "all ended, and their logs replay to the same final state" if not failed else f"{len(failed):,} failed"
        out.print(f"{number_of(len(outcomes), 'game')}, {number_of(events, 'event')}: {told}.")
    raise SystemExit(1 if failed else 0)
