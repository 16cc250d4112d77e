"""`colt match`: the search bot against others."""

import sys
import time

import click

from colt_rules.cli.game_options import MOST_PLAYERS, VARIANT, all_variants, name_option, no_variant, one_edition
from colt_rules.cli.output import as_json, console, giving_up_on, print_json, seed_option
from colt_rules.modules import MODULES


@click.command()
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="How many games to play.")
@click.option(
    "--players", type=click.IntRange(2, MOST_PLAYERS), default=4, show_default=True, help="Number of players."
)
@one_edition
@name_option(
    all_variants,
    "--variant",
    unknown=no_variant,
    default=MODULES[0],
    show_default=True,
    metavar="NAME",
    help=VARIANT,
)
@click.option(
    "--worlds",
    type=click.IntRange(1),
    help="Worlds that it samples before it drops the worse half of its choices; 15 by default.",
)
@click.option("--playouts", type=click.IntRange(1), help="Playouts of each choice in each world; 6 by default.")
@click.option(
    "--milliseconds",
    type=click.FloatRange(0, min_open=True),
    help="Think this long about each choice, in time of the processor, instead of sampling a number of worlds.",
)
@click.option(
    "--against",
    type=click.Choice(["scheming", "random", "flat"]),
    default="scheming",
    show_default=True,
    help="The opponents; flat ones search too, with as much effort, but without a tree and by random playouts.",
)
@seed_option("Play the same match again.")
@as_json
def match(
    games: int,
    players: int,
    edition: str,
    variant: str,
    worlds: int | None,
    playouts: int | None,
    milliseconds: float | None,
    against: str,
    seed: int,
    json_: bool,
) -> None:
    """Play the search bot against others, in every seat in turn, and count its victories.

    Before each choice it samples what it cannot see and plays on to the end of the round, on the native engine, which
    must be installed; docs/research.md says how, and how to use your own player instead. A shared victory counts in
    part.

    \b
    Examples:
      colt match
      colt match --games 1000 --worlds 10          less thought, more games
      colt match --players 6 --edition pl-base
      colt match --against flat --milliseconds 10  equal time for all

    Exit status: 0 the match was played, 2 it could not be.
    """
    from colt_rules.model.record import changed
    from colt_rules.players.bots import BOTS
    from colt_rules.players.play import modules_of, table_of
    from colt_rules.research import playing
    from colt_rules.research.native import EngineMissing
    from colt_rules.research.searching import FLAT_EFFORT, FlatPlayer, ImaginingPlayer, SearchEffort
    from colt_rules.research.session import NATIVE, Data

    modules = modules_of(edition, variant)
    if players not in (allowed := table_of(edition, modules).players):
        raise click.UsageError(f"--players: expected {' or '.join(map(str, allowed))} for {variant}, got {players}")

    def limited(usual: SearchEffort) -> SearchEffort:
        most = sys.maxsize if milliseconds else usual.worlds
        seconds = milliseconds and milliseconds / 1000
        return changed(usual, worlds=worlds or most, playouts=playouts or usual.playouts, seconds=seconds)

    effort = limited(SearchEffort())
    thought: list[float] = []

    class Timed(ImaginingPlayer):
        """The search player, with its thinking time recorded."""

        def choose(self, seen: Data, choices: playing.Choices) -> int:
            begun = time.thread_time()
            chosen = super().choose(seen, choices)
            thought.append(time.thread_time() - begun)
            return chosen

    def opponent(number: int) -> playing.Player:
        if against == "flat":
            return FlatPlayer(number, limited(FLAT_EFFORT), time.thread_time)
        return playing.BotPlays(BOTS[against](number))

    with giving_up_on(EngineMissing):
        ImaginingPlayer()  # fails before a game starts
    running = playing.match(
        lambda number: Timed(number, effort, time.thread_time),
        opponent,
        games=games,
        players=players,
        edition=edition,
        modules=modules,
        seed=seed,
        engine=NATIVE,
    )
    played: list[playing.MatchGame] = []
    with giving_up_on(EngineMissing), click.progressbar(running, length=games, label="Playing", file=sys.stderr) as bar:
        played.extend(bar)
    told = playing.tally(played, players)
    spent = 1000 * sum(thought) / max(1, len(thought))
    if json_:
        figures = ("games", "won", "share", "least", "most", "fair", "money", "others")
        asked = {"edition": edition, "modules": modules, "players": players, "against": against, "seed": seed}
        thinking = {"worlds": worlds if milliseconds else effort.worlds, "playouts": effort.playouts}
        limit = {"milliseconds": milliseconds}
        took = {"choices": len(thought), "milliseconds_a_choice": round(spent, 1)}
        print_json(asked | thinking | limit | {name: getattr(told, name) for name in figures} | took)
        return
    out = console()
    out.print(
        f"won {told.share:.1%} of {told.games} game{'' if told.games == 1 else 's'} "
        f"against {players - 1} {against} bot{'' if players == 2 else 's'} "
        f"(95% interval {told.least:.1%} to {told.most:.1%}; a fair share is {told.fair:.1%})"
    )
    out.print(f"money ${told.money:,.0f} on average, the others ${told.others:,.0f}")
    out.print(f"{spent:.0f} ms of thought a choice, {len(thought) / told.games:.0f} choices a game")
