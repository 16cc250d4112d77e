"""`colt demo`: a whole game, from the first card to the checked log."""

import secrets
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.cards import read_cards, refusal_of_line
from colt_rules.cli.game_options import bots_option, game_of, game_options, house_rule_commands, refusal_text
from colt_rules.cli.language import in_language, tell
from colt_rules.cli.output import FILE, CannotRun, as_json, console, giving_up_on, open_named, print_json, table
from colt_rules.cli.referee.words import final_ranking, shut_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from colt_rules.model.state import Game


@click.command()
@game_options(seed="The same seed plays the same game; random by default.")
@click.option(
    "--cards",
    type=FILE,
    metavar="FILE",
    help="Faces of your own cards that no source shows: one command of the table a line.",
)
@bots_option(usual="mixed")
@in_language
@click.pass_context
@as_json
def demo(
    ctx: click.Context,
    /,
    seed: int | None,
    house_rules: tuple[str, ...],
    cards: Path | None,
    bots: str,
    lang: str,
    json_: bool,
    **options: Any,
) -> None:
    """Play a whole game with bots into a log, replay the log, check it against the rules, show the ranking.

    Not every edition has every variant, and not every variant takes every number of players. The rules refuse what
    cannot be played and say why; docs/variants.md has the whole table.

    Where no source shows the faces of cards, the game assumes them. If you own the cards, name the real faces in a
    file: one command of the table a line, as docs/variants.md lists them under "What a table can name". Empty lines
    and lines that begin with # are skipped.

    \b
    Examples:
      colt demo
      colt demo --players 6 --seed 7
      colt demo --edition pl-base                          by the Polish book
      colt demo --ruling ruling.draw.what-is-left=pass      another answer to an open question
      colt demo --lang ru                                  in Russian
      colt demo --variant marshal --cards my-cards.txt     with the faces of your own cards
      colt --log games.db demo --bots scheming

    Exit status: 0 played and checked, 1 the log ends differently when replayed, or breaks a rule, 2 it could not run.
    """
    from colt_rules.log.entries import new_header
    from colt_rules.log.errors import LogError
    from colt_rules.log.replay import replay
    from colt_rules.log.store import StoreError
    from colt_rules.log.verifying import check
    from colt_rules.players.bots import BOTS, kinds_of
    from colt_rules.players.dealer import Dealer
    from colt_rules.players.play import GameRefused, play

    named = read_cards(cards) if cards else {}
    seed = secrets.randbelow(2**32) if seed is None else seed
    start = game_of(**options)
    kinds = kinds_of(bots, len(start.seats))
    seats = {
        seat: BOTS[kind](seed + number) for number, (seat, kind) in enumerate(zip(start.seats, kinds, strict=True), 1)
    }
    name = f"demo-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1_000_000:06d}"
    try:
        steps = list(play(start, Dealer(seed, usual=1), seats, house_rule_commands(house_rules), tuple(named.values())))
    except GameRefused as error:
        if cards and error.command in named.values():
            raise CannotRun(refusal_of_line(cards, named, error)) from error
        raise CannotRun(refusal_text(start.edition, error.clauses)) from error
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
        played_by = dict(zip(start.seats, kinds, strict=True))
        _tell_game(folded, options["variant"], played_by, lang)
        checked = str(departures[0]) if departures else tell(lang, "demo.sound")
        checks = (tell(lang, "demo.same-state" if same else "demo.another-state"), checked)
        _tell_log(ctx, name, (commands, seq), seed, (place, *checks), lang)
        _tell_next(_called(ctx), name, _another(options["variant"]), lang)
    raise SystemExit(0 if sound else 1)


def _tell_game(game: "Game", variant: str, played_by: "Mapping[str, str]", lang: str) -> None:
    """Print what was played, the final position and the ranking."""
    from colt_rules.referee.rankings import what_counts
    from colt_rules.rules.rulebook import rules_of

    out, options = console(), game.options
    counted = {"cars": len(game.train) - 1, "bandits": len(rules_of(game).bandits(game))}
    agreed = {"edition": options.edition, "variant": variant, "modules": options.modules}
    out.print(tell(lang, "demo.game", **agreed, **counted))
    out.print(f"\n{tell(lang, 'demo.where', marshal=bool(game.marshal))}\n")
    click.echo("\n".join([*_positions(game, lang), ""]))
    heads = (tell(lang, f"demo.{name}") for name in ("rank", "player", "played-by", "money", "bullets"))
    shown = table(out, *heads, numbers=2)
    for one in game.ranking:
        worth = what_counts(one, lang, game)
        if shut_out(game, one.seat):
            worth += tell(lang, "demo.cannot-win")
        kind = tell(lang, f"demo.{played_by[one.seat]}")
        shown.add_row(str(one.rank), _with_bandits(game, one.seat, lang), kind, worth, str(one.bullets))
    out.print(shown)


def _tell_log(
    ctx: click.Context, name: str, counted: tuple[int, int], seed: int, facts: tuple[str, str, str], lang: str
) -> None:
    """Print the size of the log, how to play the game again, and ``facts``: the log's place and two check results."""
    out = console()
    out.print(tell(lang, "demo.counted", commands=counted[0], events=counted[1], game=name))
    again = tell(lang, "demo.again", seed=str(seed), command=f"{_called(ctx)} {_options(ctx, seed)}")
    labels = [tell(lang, f"demo.{label}") for label in ("seed", "log", "replayed", "checked")]
    for label, words in zip(labels, (again, *facts), strict=True):
        out.print(f"  {label:<{max(map(len, labels)) + 2}}{words}")


def _tell_next(colt: str, name: str, another: str, lang: str) -> None:
    """Print what to try next."""
    commands = {
        f"log show {name}": "show",
        f"replay {name}": "replay",
        f"audit {name}": "audit",
        "spec show marshal.meeting.flight": "spec",
        f"demo --variant {another}": "demo",
    }
    lines = (f"  {colt} {words}\n      {tell(lang, f'demo.try-{key}')}" for words, key in commands.items())
    console().print("\n".join([f"\n{tell(lang, 'demo.try-next')}", *lines]))


def _positions(game: "Game", lang: str) -> "Iterator[str]":
    """The final position: in English as a sketch, which is made of ids, else as a picture."""
    from colt_rules.conformance.cases.board import sketch_of
    from colt_rules.pictures.text import cars_text
    from colt_rules.referee.picture_words import words_in

    if lang != "en":
        yield cars_text(game, shutil.get_terminal_size().columns, words_in(lang))
        return
    yield sketch_of(game)
    yield from _elsewhere(game)


def _elsewhere(game: "Game") -> "Iterator[str]":
    """A line for each place that has no column in a sketch, with the bandits there."""
    from colt_rules.conformance.notations import ELSEWHERE

    for name, place in ELSEWHERE.items():
        if bandits := [bandit for bandit, figure in game.figures.items() if figure.place == place]:
            yield f"{name}: {', '.join(bandits)}"


def _another(variant: str) -> str:
    """The last variant of the baseline that adds a single name to the base game, other than this one."""
    from colt_rules.players.play import variants
    from colt_rules.rules.editions import EDITIONS

    return [name for edition, name in variants() if edition == EDITIONS[0] and "+" not in name and name != variant][-1]


def _with_bandits(game: "Game", seat: str, lang: str) -> str:
    """A player, with the bandits if they have other names."""
    bandits = sorted(bandit for bandit, figure in game.figures.items() if figure.seat == seat)
    return tell(lang, "demo.seat", seat=seat, bandits=[] if bandits == [seat] else bandits)


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
    """The arguments of `colt` that play the same game again."""
    words = ["demo"]
    for option in ctx.command.params:
        name = option.name or ""
        if name == "seed":
            words += ["--seed", str(seed)]
        elif ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE and name != "json_":
            value = ctx.params[name]
            assert isinstance(option, click.Option), "demo takes options only"
            if option.is_bool_flag:
                words.append((option.opts if value else option.secondary_opts)[0])
            else:
                for each in value if option.multiple else [value]:
                    words += [option.opts[0], str(each)]
    return " ".join(words)
