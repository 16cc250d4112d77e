"""`colt demo`: a whole game, from the first card to the checked log."""

import secrets
import shutil
import sys
import time
from pathlib import Path

import click

from colt_rules.cli.output import CannotRun, as_json, console, number_of, print_json, store_path, table

BANDITS = ("ghost", "cheyenne", "django", "tuco", "doc", "belle")


@click.command()
@click.option("--players", default=4, show_default=True, type=click.IntRange(3, 6), help="How many bandits.")
@click.option("--seed", type=int, help="Play the same game again; drawn from the operating system if left out.")
@click.option("--powers/--no-powers", default=True, help="With the bandits' powers, or without.")
@click.option("--happenings/--no-happenings", default=True, help="With happenings on the round cards, or without.")
@click.option(
    "--stations/--no-stations",
    default=None,
    help="With a station at the end, or without; left out, it goes with the happenings.",
)
@click.option(
    "--bots",
    type=click.Choice(["mixed", "random", "scheming"]),
    default="mixed",
    show_default=True,
    help="Who plays: bots that try to win, bots that play anything, or both in turn.",
)
@click.pass_context
@as_json
def demo(
    ctx: click.Context,
    players: int,
    seed: int | None,
    powers: bool,
    happenings: bool,
    stations: bool | None,
    bots: str,
    json_: bool,
) -> None:
    """Play a whole game with bots into a log, replay the log, check it against the rules, show the ranking.

    \b
    Examples:
      colt demo
      colt demo --players 6 --seed 7
      colt --log games.db demo --bots scheming

    Exit status: 0 played and checked, 1 the log does not lead to the same end, or departs from the rules, 2 it
    could not run.
    """
    from colt_rules.conformance.cases.board import sketch_of
    from colt_rules.log.entries import new_header
    from colt_rules.log.errors import LogError
    from colt_rules.log.replay import check, replay
    from colt_rules.log.store import Store, StoreError
    from colt_rules.players.bots import BOTS
    from colt_rules.players.dealer import Dealer
    from colt_rules.players.table import new_game, play

    if stations and not happenings:
        raise click.UsageError("a station comes with the happenings: leave out --stations or --no-happenings")
    stations = happenings if stations is None else stations
    seed = secrets.randbelow(2**32) if seed is None else seed
    start = new_game(BANDITS[:players], powers=powers, happenings=happenings, stations=stations)
    kinds = [("scheming", "random")[number % 2] if bots == "mixed" else bots for number in range(players)]
    seats = {
        seat: BOTS[kind](seed + number) for number, (seat, kind) in enumerate(zip(start.seats, kinds, strict=True), 1)
    }
    name = f"demo-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1_000_000:06d}"
    path = store_path(ctx)
    try:
        with Store(path) as store:
            store.create(new_header(name, start.edition, start.modules, start.seats))
            seq = commands = 0
            for command, verdict in play(start, Dealer(seed), seats):
                store.append(name, seq, command, verdict.events)
                seq += len(verdict.events)
                commands += 1
            log = store.read(name)
    except (StoreError, LogError, OSError) as error:
        raise CannotRun(str(error)) from error
    folded, departures = replay(log), check(log)
    same = folded == verdict.after
    sound = same and not departures
    if json_:
        print_json(
            {
                "game": name,
                "log": str(path),
                "seed": seed,
                "commands": commands,
                "events": seq,
                "replayed_to_the_same_state": same,
                "departures": [str(departure) for departure in departures],
                "ranking": [
                    {"rank": one.rank, "seat": one.seat, "money": one.money, "bullets": one.bullets}
                    for one in folded.ranking
                ],
            }
        )
    else:
        out = console()
        colt = _called(ctx)
        out.print(f"A train with {number_of(players, 'car')}, {number_of(players, 'bandit')}, five rounds.")
        out.print("\nWhere everybody was in the end, the locomotive on the left (M is the Marshal):\n")
        click.echo(f"{sketch_of(folded)}\n")
        shown = table(out, "rank", "bandit", "played by", "money", "bullets received", numbers=2)
        for one in folded.ranking:
            kind = kinds[start.seats.index(one.seat)]
            shown.add_row(str(one.rank), one.seat, f"{kind} bot", f"${one.money:,}", str(one.bullets))
        out.print(shown)
        out.print(f"{number_of(commands, 'command')} and {number_of(seq, 'event')}, game {name}")
        out.print(f"  seed      {seed}: `{colt} {_options(ctx, seed)}` plays the same game again")
        out.print(f"  log       {path}")
        out.print(f"  replayed  {'the log leads to the same final state' if same else 'TO ANOTHER STATE'}")
        judged = "every event follows from the rules" if not departures else str(departures[0])
        out.print(f"  checked   {judged}")
        out.print(
            "\nTry next:\n"
            f"  {colt} log show {name}\n"
            "      the game, event by event, with the clauses behind each\n"
            f"  {colt} log verify {name}\n"
            "      check it again\n"
            f"  {colt} spec show marshal.meeting.flight\n"
            "      a rule, where the books say it, its code and its tests\n"
            f"  {colt} demo --players 6\n"
            "      another game"
        )
    raise SystemExit(0 if sound else 1)


def _called(ctx: click.Context) -> str:
    """How to call the command again: as it was called now, with the same log."""
    program = Path(sys.argv[0])
    if shutil.which(program.name) == str(program) or program.name != "colt":
        words = ["colt"]
    else:
        words = [str(program.relative_to(Path.cwd()) if program.is_relative_to(Path.cwd()) else program)]
    root = ctx.find_root()
    if root.get_parameter_source("log") is click.core.ParameterSource.COMMANDLINE:
        words += ["--log", str(root.params["log"])]
    return " ".join(words)


def _options(ctx: click.Context, seed: int) -> str:
    """The words behind `colt` that play the same game again."""
    words = ["demo"]
    for option in ctx.command.params:
        name = option.name or ""
        if name == "seed":
            words += ["--seed", str(seed)]
        elif ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE and name != "json_":
            value = ctx.params[name]
            flag = isinstance(option, click.Option) and option.is_bool_flag
            words += [(option.opts if value else option.secondary_opts)[0]] if flag else [option.opts[0], str(value)]
    return " ".join(words)
