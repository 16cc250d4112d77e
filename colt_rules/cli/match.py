"""`colt match`: the determinising search bot against others."""

import sys
import time

import click

from colt_rules.cli.game_options import one_edition
from colt_rules.cli.output import as_json, console, giving_up_on, print_json, seed_option


@click.command()
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="How many games to play.")
@click.option("--players", type=click.IntRange(3, 6), default=4, show_default=True, help="Number of players.")
@one_edition
@click.option(
    "--worlds",
    type=click.IntRange(1),
    help="Worlds that it samples before it drops the worse half of its choices; 30 by default.",
)
@click.option("--playouts", type=click.IntRange(1), help="Playouts of each choice in each world; 2 by default.")
@click.option(
    "--against", type=click.Choice(["scheming", "random"]), default="scheming", show_default=True, help="The opponents."
)
@seed_option("Play the same match again.")
@as_json
def match(
    games: int,
    players: int,
    edition: str,
    worlds: int | None,
    playouts: int | None,
    against: str,
    seed: int,
    json_: bool,
) -> None:
    """Play the determinising search bot against others, in every seat in turn, and count its victories.

    Before each choice it samples what it cannot see and plays on at random, on the native engine, which must be
    installed; docs/research.md says how, and how to use your own player instead. A shared victory counts in part.

    \b
    Examples:
      colt match
      colt match --games 1000 --worlds 10          less thought, more games
      colt match --players 6 --edition pl-base

    Exit status: 0 the match was played, 2 it could not be.
    """
    from colt_rules.players.bots import BOTS
    from colt_rules.research import playing
    from colt_rules.research.native import EngineMissing
    from colt_rules.research.searching import ImaginingPlayer, SearchEffort
    from colt_rules.research.session import NATIVE, Data

    usual = SearchEffort()
    effort = SearchEffort(worlds or usual.worlds, playouts or usual.playouts, usual.rounds)
    thought: list[float] = []

    class Timed(ImaginingPlayer):
        """The search player, with its thinking time recorded."""

        def choose(self, seen: Data, choices: playing.Choices) -> int:
            begun = time.process_time()
            chosen = super().choose(seen, choices)
            thought.append(time.process_time() - begun)
            return chosen

    with giving_up_on(EngineMissing):
        ImaginingPlayer()  # fails before a game starts
    running = playing.match(
        lambda number: Timed(number, effort),
        lambda number: playing.BotPlays(BOTS[against](number)),
        games=games,
        players=players,
        edition=edition,
        seed=seed,
        engine=NATIVE,
    )
    played: list[playing.MatchGame] = []
    with click.progressbar(running, length=games, label="Playing", file=sys.stderr) as bar:
        played.extend(bar)
    told = playing.tally(played, players)
    milliseconds = 1000 * sum(thought) / max(1, len(thought))
    if json_:
        figures = ("games", "won", "share", "least", "most", "fair", "money", "others")
        asked = {"edition": edition, "players": players, "against": against, "seed": seed}
        thinking = {"worlds": effort.worlds, "playouts": effort.playouts}
        took = {"choices": len(thought), "milliseconds_a_choice": round(milliseconds, 1)}
        print_json(asked | thinking | {name: getattr(told, name) for name in figures} | took)
        return
    out = console()
    out.print(
        f"won {told.share:.1%} of {told.games} game{'' if told.games == 1 else 's'} "
        f"against {players - 1} {against} bots "
        f"(95% interval {told.least:.1%} to {told.most:.1%}; a fair share is {told.fair:.1%})"
    )
    out.print(f"money ${told.money:,.0f} on average, the others ${told.others:,.0f}")
    out.print(f"{milliseconds:.0f} ms of thought a choice, {len(thought) / told.games:.0f} choices a game")
