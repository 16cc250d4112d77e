"""`colt bench`: the speed figures."""

import platform
import sys
from importlib import import_module

import click

from colt_rules.cli.output import CannotRun, as_json, console, giving_up_on, number_of, print_json, table
from colt_rules.research.native import EngineMissing

FIGURES = {
    "rules": ("figures", 4),
    "log": ("log_figures", 8),
    "referee": ("referee_figures", 4),
    "site": ("site_figures", 20),
    "native": ("native_figures", 6),
    "archive": ("archive_figures", 7),
}
"""The benchmarks: module and number of figures of each."""


@click.command()
@click.argument("what", default="rules", type=click.Choice(list(FIGURES)))
@click.option("--repeats", default=7, show_default=True, type=click.IntRange(1), help="Measurements of each figure.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(4), help="Games in one measurement.")
@as_json
def bench(what: str, repeats: int, games: int, json_: bool) -> None:
    """Measure the speed on this machine, each figure with its spread: rules, log, referee, site, native engine or
    archives of many games.

    The ratio relates a figure to a fixed loop measured alongside, so that machines and days can be compared. Figures
    that depend on the disk are relative to bare sqlite3 in the same run.

    \b
    Examples:
      colt bench
      colt bench log
      colt bench referee
      colt bench site                  takes some minutes: builds the site once
      colt bench native                the native engine, as a multiple of the reference in the same run
      colt bench archive --repeats 3   takes many minutes: audits 2,000 games, archives 20,000
      colt bench archive --repeats 1 --games 10
      colt bench --json > today.json

    Exit status: 0 measured, even if a goal is missed, 2 it could not run, or a measured program failed.
    """
    module, number = FIGURES[what]
    try:
        measure = import_module(f"colt_rules.bench.{module}").measure
        not_measured = import_module("colt_rules.bench.figures").NotMeasured
    except ModuleNotFoundError as error:  # the site needs more than the rules
        raise CannotRun(f"{error.name} is not installed; pip install 'colt-rules[docs]'") from error
    with (
        giving_up_on(EngineMissing, not_measured),
        click.progressbar(measure(repeats, games), length=number, label="Measuring", file=sys.stderr) as bar,
    ):
        measured = list(bar)
    if json_:
        print_json(
            {
                "python": platform.python_version(),
                "machine": platform.machine(),
                "repeats": repeats,
                "figures": [
                    {
                        "name": one.name,
                        "what": one.what,
                        "unit": one.unit,
                        "goal": one.goal,
                        "met": one.met,
                        "median": one.median,
                        "least": min(one.values),
                        "most": max(one.values),
                        "ratio": one.ratio,
                    }
                    for one in measured
                ],
            }
        )
        return
    out, most = console(), max(len(one.values) for one in measured)
    shown = table(out, "figure", "unit", "goal", "median", "least", "most", "ratio", numbers=4)
    for one in measured:
        digits = 0 if one.unit.endswith("/s") else 4 if one.goal < 0.1 else 3
        shown.add_row(
            one.what,
            one.unit,
            one.goal_in_words,
            *(f"{value:,.{digits}f}" for value in (one.median, min(one.values), max(one.values))),
            f"{one.ratio:,.3f}",
        )
    out.print(shown)
    out.print(
        f"Python {platform.python_version()} on {platform.machine()}, {number_of(most, 'repeat')}. Ratio: to a million "
        "rounds of the calibration loop; a higher one is faster, for seconds a lower one."
    )
