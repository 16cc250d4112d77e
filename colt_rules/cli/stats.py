"""`colt stats`: who wins random or recorded games, by seat and by character, with confidence intervals."""

import os
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.game_options import MOST_PLAYERS, VARIANT, all_variants, editions, name_option, no_variant
from colt_rules.cli.language import in_language, tell, text
from colt_rules.cli.many import group_facts, share_of, tell_examples, worked_on_by
from colt_rules.cli.output import (
    FILE,
    CannotRun,
    as_json,
    console,
    giving_up_on,
    print_json,
    progress,
    table,
    write_file,
)
from colt_rules.modules import MODULES

if TYPE_CHECKING:
    from rich.console import Console

    from colt_rules.archive.counting import CountedLogs
    from colt_rules.archive.judging import Share
    from colt_rules.archive.overview import Group
    from colt_rules.research.recorded import LeftOut
    from colt_rules.research.statistics import GainResults, PlayerResults, Results, Statistics

ALL = "all"
"""Stands for everything that the native engine plays, in place of a name."""


@click.command()
@name_option(
    lambda: (*editions(), ALL),
    "--edition",
    "wanted",
    multiple=True,
    metavar="ID",
    show_default="the baseline; with --from, --from-logs or --published, all",
    help="The edition to play by; can be repeated, or `all`.",
)
@name_option(
    lambda: (*all_variants(), ALL),
    "--variant",
    "chosen",
    unknown=no_variant,
    multiple=True,
    metavar="NAME",
    show_default=f"{MODULES[0]}; with --from, --from-logs or --published, all",
    help=f"{VARIANT} Can be repeated, or `all`.",
)
@click.option(
    "--players",
    multiple=True,
    type=click.IntRange(2, MOST_PLAYERS),
    show_default="every number that can play",
    help="Number of players; can be repeated.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    help="Games for each combination of edition, variant and number of players; 10000 by default.",
)
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same figures; 0 by default.")
@click.option(
    "--threads",
    show_default="all cores",
    type=click.IntRange(1, 256),
    help="Number of threads; the figures do not depend on it.",
)
@click.option("--svg", type=FILE, help="Draw a chart into this file.")
@click.option("--keep", type=FILE, help="Write the counts into this file, for --from and for the site.")
@click.option("--from", "source", type=FILE, help="Show the counts in this file instead of playing.")
@click.option("--published", "known", is_flag=True, help="Show the figures of the rules site instead of playing.")
@click.option(
    "--from-logs",
    "places",
    multiple=True,
    metavar="PLACE",
    help="Count the recorded games in this folder, store file or postgresql:// address instead of playing; repeatable.",
)
@worked_on_by("count the recorded games")
@in_language
@as_json
def stats(
    wanted: tuple[str, ...],
    chosen: tuple[str, ...],
    players: tuple[int, ...],
    games: int | None,
    seed: int | None,
    threads: int | None,
    svg: Path | None,
    keep: Path | None,
    source: Path | None,
    known: bool,
    places: tuple[str, ...],
    workers: int,
    cluster: str,
    lang: str,
    json_: bool,
) -> None:
    """Play many random games with the native engine, or read recorded ones, and show who wins.

    The tables are by order of play and by character.

    Every rate comes with its 95% confidence interval (Wilson). A shared victory counts as a win for everybody who
    shares it. The players are random: the figures show whom the rules favour, not how people play. The native engine
    is a separate package (conformance/adapters/native); --from, --from-logs and --published work without it.

    With --from-logs the games are recorded ones, and the figures show how people, or programs, play. Games that are not
    over, redacted or broken are left out and named. Their rules are not checked; `colt audit` does that.

    \b
    Examples:
      colt stats --players 4
      colt stats --edition pl-base --games 100000          does its tie-break matter?
      colt stats --players 5 --svg five.svg --lang ru
      colt stats --edition all --variant all --keep all.json
      colt stats --published --edition ru-base             what the site shows, without the native engine
      colt stats --from all.json --players 5
      colt stats --from-logs games/ --edition ru-base      every *.jsonl in a folder and its subfolders
      colt stats --from-logs games.db --svg wins.svg       every game in a store

    Exit status: 0 counted, 1 counted without some broken logs, 2 it could not run.
    """
    from colt_rules.research.statistics import published, statistics_facts

    if sum(map(bool, (source, known, places))) > 1:
        raise click.UsageError("expected one of --from, --from-logs and --published; call them one after the other")
    source = published() if known else source
    if source or places:
        shown = "--published" if known else "--from-logs" if places else "--from"
        unused = "--games, --seed and --threads" if places else "--games, --seed, --threads and --keep"
        if games or seed is not None or threads or (keep and not places):
            raise click.UsageError(f"{shown} plays no games: leave out {unused}")
    for file in filter(None, (svg, keep)):
        if not file.parent.is_dir():  # checked before any game is played
            raise CannotRun(f"cannot write {file}: there is no folder {file.parent}; make it first")
    left_out: dict[LeftOut, Group] = {}
    if places:
        found = _recorded(places, share_of(workers, cluster))
        left_out = {kind: group for kind, group in found.left_out.items() if group.logs}
        statistics = _filtered(found, left_out, wanted, chosen, players, lang)
    elif source:
        statistics = _kept(source, wanted, chosen, players)
    else:
        cores = threads or os.cpu_count() or 1
        statistics = _counted(
            wanted or editions()[:1], chosen or MODULES[:1], players, games or 10_000, seed or 0, cores
        )
    if keep:
        from colt_rules.research.statistics import statistics_json

        write_file(keep, statistics_json(statistics))
    if svg:
        from colt_rules.research.charts import chart_of_all

        title = "statistics.recorded-title" if _is_recorded(statistics) else "statistics.title"
        write_file(svg, chart_of_all(statistics.tables, lang, title).svg())
    if json_:
        facts = {"left_out": {kind: group_facts(group, "audit") for kind, group in left_out.items()}} if places else {}
        print_json({**statistics_facts(statistics), **facts})
    else:
        _show(statistics, lang)
        _tell_left_out(left_out, lang)
    raise SystemExit(1 if "broken" in left_out else 0)


def _counted(
    wanted: Iterable[str], chosen: Iterable[str], players: tuple[int, ...], games: int, seed: int, threads: int
) -> "Statistics":
    from colt_rules.conformance.cases.export import published
    from colt_rules.conformance.cases.place import suite_folder
    from colt_rules.research.native import EngineMissing
    from colt_rules.research.statistics import NothingToPlay, count, playable

    with giving_up_on(EngineMissing, NothingToPlay):
        kinds = playable(_names(wanted), _names(chosen), players)
        with progress("Playing", games * len(kinds)) as done:
            suite = published(suite_folder()).version
            return count(kinds, games, seed, threads, suite=suite, done=done)


def _recorded(places: tuple[str, ...], share: "Share") -> "CountedLogs":
    from colt_rules.archive.counting import count_all
    from colt_rules.archive.logs import NoLogs, logs_at
    from colt_rules.archive.sharing import CannotShare
    from colt_rules.log.store import StoreError

    with (
        giving_up_on(NoLogs, CannotShare, StoreError),
        progress("Counting", lambda: sum(1 for place in places for _ in logs_at(place))) as done,
    ):
        return count_all(chain.from_iterable(map(logs_at, places)), share, done)


def _filtered(
    found: "CountedLogs",
    left_out: "dict[LeftOut, Group]",
    wanted: Iterable[str],
    chosen: Iterable[str],
    players: tuple[int, ...],
    lang: str,
) -> "Statistics":
    """The requested tables of recorded games."""
    from colt_rules.research.statistics import BadStatistics, filtered

    if not found.statistics.tables:
        _tell_left_out(left_out, lang, err=True)
        raise CannotRun("expected at least one finished game in a complete log, got none")
    with giving_up_on(BadStatistics):
        return filtered(found.statistics, _names(wanted), _names(chosen), players)


def _is_recorded(statistics: "Statistics") -> bool:
    from colt_rules.research.recorded import RECORDED

    return statistics.engine == RECORDED


def _kept(source: Path, wanted: Iterable[str], chosen: Iterable[str], players: tuple[int, ...]) -> "Statistics":
    """The requested tables of a file."""
    from colt_rules.research.statistics import BadStatistics, filtered, read

    try:
        data = source.read_bytes()
    except OSError as error:
        raise CannotRun(f"cannot read {source}: {error.strerror}") from error
    with giving_up_on(BadStatistics):
        return filtered(read(data, str(source)), _names(wanted), _names(chosen), players)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    """The requested values; empty if all are."""
    given = tuple(names)
    return () if ALL in given else given


def _show(statistics: "Statistics", lang: str) -> None:
    from colt_rules.research.charts import called, in_order, name_of, turn

    out = console()
    for one in statistics.tables:
        ended = one.ended
        out.print(called(one, lang), style="bold")
        seats = [(turn(number, lang), seat) for number, seat in enumerate(ended.seats, 1)]
        characters = [(name_of(name, lang), fared) for name, fared in in_order(ended.characters)]
        _fared(out, "statistics.by-seat", seats, lang)
        _fared(out, "statistics.by-character", characters, lang)
        for kind, things in ended.brought.items():
            _gained(out, kind, things, lang)
        for line in _endings(ended, lang):
            out.print(line)
        out.print()
    if _is_recorded(statistics):
        out.print(text(lang, "statistics.recorded-note"))
        out.print(tell(lang, "statistics.recorded-made", games=statistics.games))
        return
    out.print(text(lang, "statistics.note"))
    out.print(
        tell(lang, "statistics.made", games=statistics.games, engine=statistics.engine, seed=str(statistics.seed))
    )


def _fared(out: "Console", title: str, rows: "Iterable[tuple[str, PlayerResults]]", lang: str) -> None:
    from colt_rules.research.charts import amount, grouped, percent, percents

    heads = (text(lang, f"statistics.{key}") for key in ("who", "games", "wins", "rate", "interval", "mean"))
    shown = table(out, *heads, title=text(lang, title), numbers=5)
    for name, one in rows:
        shown.add_row(
            name,
            grouped(one.games, lang),
            grouped(one.wins, lang),
            percent(one.rate, lang),
            percents(one.limits, lang),
            amount(one.mean, lang),
        )
    out.print(shown)


def _gained(out: "Console", kind: str, things: "Mapping[str, GainResults]", lang: str) -> None:
    """What players can get; without a column for amounts where nothing is paid."""
    from colt_rules.research.charts import amount, by_amount, pay, percent, percents, thing_called

    paid = pay(things)
    keys = ("thing", "share", *(("amount",) if paid else ()), "owner", "interval")
    heads = [text(lang, f"statistics.{key}") for key in keys]
    title = text(lang, f"statistics.by-{'amount' if paid else 'owner'}")
    shown = table(out, *heads, title=title, numbers=len(heads) - 1)
    for name, it in by_amount(things):
        shown.add_row(
            thing_called(name, kind, lang),
            percent(it.share, lang),
            *([amount(it.mean, lang)] if paid else []),
            *((percent(it.rate, lang), percents(it.limits, lang)) if it.taken else ("–", "–")),
        )
    out.print(shown)


def _endings(ended: "Results", lang: str) -> Iterable[str]:
    """How the games ended, in sentences; what never happened is left out."""
    from colt_rules.research.charts import percent

    for key in ("level", "shared", "nobody", "otherwise"):
        if number := getattr(ended, key):
            yield tell(lang, f"statistics.{key}", share=percent(number / ended.games, lang, 2))


# --- games that were not counted


def _tell_left_out(left_out: "dict[LeftOut, Group]", lang: str, err: bool = False) -> None:
    for kind, group in left_out.items():
        click.echo(f"\n{tell(lang, f'left-out.{kind}', logs=group.logs)}", err=err)
        tell_examples(group, "audit", lang, err)
