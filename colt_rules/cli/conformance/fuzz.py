"""`colt conformance fuzz`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.conformance.found import (
    found_facts,
    needing_hypothesis,
    other_engine,
    print_cases,
    print_found,
    print_known,
)
from colt_rules.cli.conformance.options import check_writable, expectations_of
from colt_rules.cli.output import (
    FILE,
    as_json,
    giving_up_on,
    number_of,
    print_json,
    seed_option,
    write_file,
)

if TYPE_CHECKING:
    from colt_rules.conformance.fuzzing.fuzz import Known
    from colt_rules.conformance.fuzzing.playing import Totals
    from colt_rules.conformance.fuzzing.shrinking import ShrunkDifference


@click.command()
@click.option(
    "--adapter", metavar="COMMAND", envvar="COLT_ADAPTER", show_envvar=True, help="The command of the engine."
)
@click.option("--timeout", default=10.0, show_default=True, type=click.FloatRange(0.01), help="Seconds for an answer.")
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(0.1), help="Seconds to play at most.")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="Games to play at most.")
@click.option("--boards", default=10, show_default=True, type=click.IntRange(0), help="Boards to try for each game.")
@seed_option("The seed of the first game; later games count up.")
@click.option(
    "--differences", default=10, show_default=True, type=click.IntRange(1), help="Differences to find at most."
)
@click.option(
    "--expectations",
    "expected",
    type=FILE,
    help="The expectations file of `run`: similar differences count as known.",
)
@click.option("--out", default="found.yaml", show_default=True, type=FILE, help="Where to write the cases.")
@as_json
def fuzz(
    adapter: str | None,
    timeout: float,
    seconds: float,
    games: int,
    boards: int,
    seed: int,
    differences: int,
    expected: Path | None,
    out: Path,
    json_: bool,
) -> None:
    """Play random games on the reference and on an engine together, and find where they differ.

    The games are of all kinds that the engine supports, mostly with many modules together, with random house rules and
    random faces of the cards that a table can name, from the set-up to the end. Illegal commands are tried as well. For
    each game boards are tried too: random positions, and positions of another game with all figures moved.

    Each difference (in choices, events, position or views) is shrunk to the smallest position and the fewest commands
    that still show it, and written as a case: an executable bug report. Fuzzing then goes on; similar differences that
    rest on the same clauses are counted and not reported again. The same seed plays the same games: --seed with the
    printed number reproduces a difference.

    An engine that only folds receives the events of each game and is asked for the position after every command. `duel`
    plays many whole games in several processes.

    With a file of expectations, the cases in it that are expected to fail are run first, and similar differences count
    as known. An entry such as ["fire.target/found-by-fuzzing"] covers everything found about the clause,
    ["fire.target/found-by-fuzzing-legal"] what is found among its choices; `run` ignores both.

    \b
    Examples:
      colt conformance fuzz --adapter "node adapter.mjs"
      colt conformance fuzz --adapter "node adapter.mjs" --expectations colt-expectations.toml
      colt conformance fuzz --adapter "node adapter.mjs" --seed 17 --games 1
      colt conformance fuzz --adapter "colt adapter --mutant django.knock-back/not-on-roofs"
      colt conformance run --file found.yaml --adapter "node adapter.mjs"

    Exit status: 0 no difference, 1 one was found, 2 it could not run.
    """
    with needing_hypothesis():
        from hypothesis.configuration import set_hypothesis_home_dir

        from colt_rules.conformance.fuzzing.fuzz import FuzzEffort, Known, NothingCompared
        from colt_rules.conformance.fuzzing.fuzz import fuzz as play
        from colt_rules.conformance.fuzzing.playing import BOARDS, Totals
    from attrs import asdict

    from colt_rules.conformance.cases.place import last_run
    from colt_rules.conformance.fuzzing.findings import case_file
    from colt_rules.conformance.running.engine import CannotStart

    set_hypothesis_home_dir(last_run("").with_name("hypothesis"))  # not into the current folder
    engine = other_engine(adapter, timeout)
    check_writable(out)
    known = Known(expectations_of(expected))
    done, texts, played = 0, list[str](), Totals()
    found: list[ShrunkDifference] = []
    bar = click.progressbar(length=games, label="Games", file=sys.stderr)
    with giving_up_on(CannotStart, NothingCompared), bar:

        def progress(number: int, until_now: Totals) -> None:
            nonlocal done, played
            bar.update(number - done)
            done, played = number, until_now

        for one in play(engine, FuzzEffort(seed, games, seconds, differences, boards), known, progress):
            texts.append(case_file(one, engine.command))
            found.append(one)
            write_file(out, "---\n".join(texts))  # so that an interrupted run keeps them
    if json_:
        facts = [{**found_facts(one), "file": out.as_posix()} for one in found]
        print_json({**asdict(played), "found": facts, "known": known.met, "again": dict(known.again)})
    else:
        again = "--games 1" + (f" --boards {boards}" if boards != BOARDS else "")
        _print(found, texts, known, played, seed, out, again)
    raise SystemExit(1 if found else 0)


def _print(
    found: "list[ShrunkDifference]",
    texts: list[str],
    known: "Known",
    played: "Totals",
    seed: int,
    out: Path,
    again: str,
) -> None:
    print_found(found, texts, again)
    print_known(known.again, known.met)
    what = number_of(len(found), "difference") if found else "no other difference" if known.met else "no difference"
    click.echo(f"{_extent(played)} from seed {seed}: {what}.")
    if found:
        print_cases(out)


def _extent(played: "Totals") -> str:
    """How much was played, in words."""
    ended = "" if played.ended == played.games else f", {played.ended:,} of them to the end"
    counts = [number_of(played.boards, "board"), number_of(played.commands, "command")]
    return f"{number_of(played.games, 'game')}{ended}, {' and '.join(counts)}"
