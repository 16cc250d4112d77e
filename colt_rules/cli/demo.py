"""`colt demo`: a whole game, from the first card to the checked log."""

import secrets
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.agreeing import agreed, agreeing, bots_option, claimed, why_refused
from colt_rules.cli.output import CannotRun, as_json, console, giving_up_on, number_of, open_named, print_json, table
from colt_rules.cli.referee.words import final_ranking, shut_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from colt_rules.model.state import Game


@click.command()
@agreeing(seed="Play the same game again; drawn from the operating system if left out.")
@bots_option(usual="mixed")
@click.pass_context
@as_json
def demo(
    ctx: click.Context, /, seed: int | None, claims: tuple[str, ...], bots: str, json_: bool, **options: Any
) -> None:
    """Play a whole game with bots into a log, replay the log, check it against the rules, show the ranking.

    Not every edition has every variant, and not every variant takes every number of players. The rules refuse what
    cannot be played and say why; docs/variants.md has the whole table.

    \b
    Examples:
      colt demo
      colt demo --players 6 --seed 7
      colt demo --edition pl-base                          by the Polish book
      colt demo --claim ruling.draw.what-is-left=pass      another answer to an open question
      colt --log games.db demo --bots scheming

    Exit status: 0 played and checked, 1 the log ends differently when replayed, or breaks a rule, 2 it could not run.
    """
    from colt_rules.conformance.cases.board import sketch_of
    from colt_rules.log.entries import new_header
    from colt_rules.log.errors import LogError
    from colt_rules.log.replay import replay
    from colt_rules.log.store import StoreError
    from colt_rules.log.verifying import check
    from colt_rules.pictures.scene import rank_in_words
    from colt_rules.players.bots import BOTS, kinds_of
    from colt_rules.players.dealer import Dealer
    from colt_rules.players.table import GameRefused, play
    from colt_rules.rules.rulebook import rules_of

    seed = secrets.randbelow(2**32) if seed is None else seed
    start = agreed(**options)
    kinds = kinds_of(bots, len(start.seats))
    seats = {
        seat: BOTS[kind](seed + number) for number, (seat, kind) in enumerate(zip(start.seats, kinds, strict=True), 1)
    }
    name = f"demo-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1_000_000:06d}"
    try:
        steps = list(play(start, Dealer(seed), seats, claimed(claims)))
    except GameRefused as error:
        raise CannotRun(why_refused(start.edition, error.clauses)) from error
    with giving_up_on(StoreError, LogError, OSError), open_named(ctx, read_only=False) as store:
        place = store.where
        store.create(new_header(name, start.edition, start.modules, start.seats))
        seq = 0
        for command, verdict in steps:
            store.append(name, seq, command, verdict.events)
            seq += len(verdict.events)
        log = store.read(name)
    commands = len(steps)
    folded, departures = replay(log), check(log)
    same = folded == steps[-1][1].after
    sound = same and not departures
    if json_:
        print_json(
            {
                "game": name,
                "log": place,
                "edition": start.edition,
                "modules": start.modules,
                "seed": seed,
                "commands": commands,
                "events": seq,
                "replayed_to_the_same_state": same,
                "departures": [str(departure) for departure in departures],
                "ranking": final_ranking(folded),
            }
        )
    else:
        out = console()
        colt = _called(ctx)
        train = number_of(len(folded.train) - 1, "car")
        bandits = number_of(len(rules_of(folded).bandits(folded)), "bandit")
        out.print(
            f"Edition {start.edition}, variant {options['variant']}: a train with {train}, {bandits}, five rounds."
        )
        pawn = " (M is the Marshal)" if folded.marshal else ""
        out.print(f"\nWhere everybody was in the end, the locomotive on the left{pawn}:\n")
        click.echo("\n".join([sketch_of(folded), *_elsewhere(folded), ""]))
        shown = table(out, "rank", "player", "played by", "money", "bullets received", numbers=2)
        for one in folded.ranking:
            kind = kinds[start.seats.index(one.seat)]
            worth = ", ".join(rank_in_words(folded, one.seat)) or f"${one.money:,}"
            if shut_out(folded, one.seat):
                worth += ", cannot win"
            shown.add_row(str(one.rank), _with_bandits(folded, one.seat), f"{kind} bot", worth, str(one.bullets))
        out.print(shown)
        out.print(f"{number_of(commands, 'command')} and {number_of(seq, 'event')}, game {name}")
        out.print(f"  seed      {seed}: `{colt} {_options(ctx, seed)}` plays the same game again")
        out.print(f"  log       {place}")
        out.print(f"  replayed  {'the log leads to the same final state' if same else 'TO ANOTHER STATE'}")
        judged = "every event follows from the rules" if not departures else str(departures[0])
        out.print(f"  checked   {judged}")
        out.print(
            "\nTry next:\n"
            f"  {colt} log show {name}\n"
            "      the game, event by event, with the clauses behind each\n"
            f"  {colt} replay {name}\n"
            "      step through it: the train, the hands, the piles\n"
            f"  {colt} audit {name}\n"
            "      check it again\n"
            f"  {colt} spec show marshal.meeting.flight\n"
            "      a rule, where the books say it, its code and its tests\n"
            f"  {colt} demo --variant {_another(options['variant'])}\n"
            "      another game"
        )
    raise SystemExit(0 if sound else 1)


def _elsewhere(game: "Game") -> "Iterator[str]":
    """Who is in no column of a sketch, each place in a line."""
    from colt_rules.conformance.noted import ELSEWHERE

    for name, place in ELSEWHERE.items():
        if bandits := [bandit for bandit, figure in game.figures.items() if figure.place == place]:
            yield f"{name}: {', '.join(bandits)}"


def _another(variant: str) -> str:
    """The last variant of the baseline that adds a single name to the base game, other than this one."""
    from colt_rules.players.table import variants
    from colt_rules.rules.editions import EDITIONS

    return [name for edition, name in variants() if edition == EDITIONS[0] and "+" not in name and name != variant][-1]


def _with_bandits(game: "Game", seat: str) -> str:
    """A player, with the bandits if they have other names."""
    bandits = sorted(bandit for bandit, figure in game.figures.items() if figure.seat == seat)
    return seat if bandits == [seat] else f"{seat} ({', '.join(bandits)})"


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
            assert isinstance(option, click.Option), "every word behind demo is an option"
            if option.is_bool_flag:
                words.append((option.opts if value else option.secondary_opts)[0])
            else:
                for each in value if option.multiple else [value]:
                    words += [option.opts[0], str(each)]
    return " ".join(words)
