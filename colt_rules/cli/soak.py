"""`colt soak`: many random games, each checked against itself."""

import sys

import click

from colt_rules.cli.game_options import kinds_of, kinds_options, kinds_words
from colt_rules.cli.output import as_json, console, number_of, print_json, seed_option, table, workers_option

NAMED = 20
"""How many failed games are listed without --all or --json."""


@click.command()
@click.option("--games", type=click.IntRange(1), help="How many games to play; 1000 by default.")
@click.option("--each", type=click.IntRange(1), help="This many games of each edition with each of its variants.")
@kinds_options
@seed_option("The seed of the first game; later games count up.")
@workers_option("Number of processes.")
@click.option("--all", "all_", is_flag=True, help="List every failed game.")
@as_json
def soak(
    games: int | None,
    each: int | None,
    wanted: tuple[str, ...],
    chosen: tuple[str, ...],
    seed: int,
    workers: int,
    all_: bool,
    json_: bool,
) -> None:
    """Play many random games of every kind and check each against its own log.

    The editions with their variants take turns. Each game has a random number of players and random options, and every
    second one has house rules. Two games of three also make unusual choices in the set-up, such as what is printed on
    their cards. Each log is written, read again, folded to the final state
    and decided again command by command. The seed of each failed game, and of the longest one, is printed; it plays the
    game again with the same --edition and --variant.

    \b
    Examples:
      colt soak --games 10000
      colt soak --each 500                               the same number of every kind
      colt soak --edition pl-base                        only the Polish edition
      colt soak --games 1 --seed 4711                    play one game again

    Exit status: 0 all games passed, 1 one failed, 2 it could not run.
    """
    from colt_rules.players import soak as games_of

    if games and each:
        raise click.UsageError("expected --games or --each, got both: one says how many in all, the other of each kind")
    kinds = kinds_of(wanted, chosen)
    number = each * len(kinds) if each else games or 1000
    running = games_of.soak(number, seed, workers, kinds)
    outcomes: list[games_of.SoakResult] = []
    with click.progressbar(running, length=number, label="Playing", file=sys.stderr) as bar:
        outcomes.extend(bar)
    failed = [outcome for outcome in outcomes if outcome.problem]
    events = sum(outcome.events for outcome in outcomes)
    longest = max(outcomes, key=lambda outcome: outcome.events)
    tallies = games_of.tallies(outcomes)
    if json_:
        print_json(
            {
                "games": len(outcomes),
                "events": events,
                "failed": [{"seed": outcome.seed, "problem": outcome.problem} for outcome in failed],
                "longest": {
                    "seed": longest.seed,
                    "edition": longest.kind[0],
                    "variant": longest.kind[1],
                    "players": longest.players,
                    "events": longest.events,
                },
                "kinds": [
                    {
                        "edition": tally.kind[0],
                        "variant": tally.kind[1],
                        "games": tally.games,
                        "with_house_rules": tally.with_house_rules,
                        "events": tally.events,
                        "failed": tally.failed,
                    }
                    for tally in tallies
                ],
            }
        )
    else:
        out = console()
        shown = table(out, "edition", "variant", "games", "with house rules", "events", "failed", numbers=4)
        for tally in tallies:
            shown.add_row(
                *tally.kind, *(f"{n:,}" for n in (tally.games, tally.with_house_rules, tally.events, tally.failed))
            )
        out.print(shown)
        for outcome in failed[: None if all_ else NAMED]:
            out.print(f"seed {outcome.seed}, {' '.join(outcome.kind)}: {outcome.problem}")
        if len(failed) > NAMED and not all_:
            out.print(f"... and {len(failed) - NAMED:,} more; --all names them.")
        for outcome in failed[:1]:
            again = kinds_words(wanted, chosen)
            out.print(" ".join(["Play it again: colt soak --games 1 --seed", str(outcome.seed), *again]))
        result = "all ended, and their logs replay to the same final state" if not failed else f"{len(failed):,} failed"
        out.print(f"{number_of(len(outcomes), 'game')}, {number_of(events, 'event')}: {result}.")
        out.print(
            f"The longest: {number_of(longest.events, 'event')}, {' '.join(longest.kind)}, "
            f"{number_of(longest.players, 'player')}, seed {longest.seed}."
        )
    raise SystemExit(1 if failed else 0)
