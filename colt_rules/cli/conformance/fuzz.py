"""`colt conformance fuzz`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.conformance.options import check_writable, expectations_of, make_adapter
from colt_rules.cli.output import FILE, CannotRun, as_json, console, giving_up_on, number_of, print_json, printable

if TYPE_CHECKING:
    from colt_rules.conformance.fuzzing.shrinking import Found


@click.command()
@click.option(
    "--adapter", metavar="COMMAND", envvar="COLT_ADAPTER", show_envvar=True, help="The command of the engine."
)
@click.option("--timeout", default=10.0, show_default=True, type=click.FloatRange(0.01), help="Seconds for an answer.")
@click.option(
    "--seconds", default=60.0, show_default=True, type=click.FloatRange(0.1), help="How long to play at most."
)
@click.option(
    "--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games to play at most."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The seed of the first game; later games count up.",
)
@click.option(
    "--differences", default=10, show_default=True, type=click.IntRange(1), help="How many differences to find at most."
)
@click.option(
    "--expectations",
    "expected",
    type=FILE,
    help="The TOML file of `run` with what does not pass yet: differences about the same clauses are known.",
)
@click.option("--out", default="found.yaml", show_default=True, type=FILE, help="Where to write the cases.")
@as_json
def fuzz(
    adapter: str | None,
    timeout: float,
    seconds: float,
    games: int,
    seed: int,
    differences: int,
    expected: Path | None,
    out: Path,
    json_: bool,
) -> None:
    """Play random games on the reference and on an engine at once, and find where they differ.

    Each difference (in what can be chosen, what happens, the position, what a role sees) is shrunk to the smallest
    position and the fewest commands that still show it, and written as a case: a bug report that runs. Then it goes on,
    past what it has found and what is expected. The same seed plays the same games: --seed with the number that is
    printed reproduces a difference. Illegal commands are tried as well.

    In the file of expectations an entry of any case speaks for differences about its clause, and so does an entry such
    as ["fire.target/found-by-fuzzing"], which `run` leaves alone.

    \b
    Examples:
      colt conformance fuzz --adapter "node adapter.mjs"
      colt conformance fuzz --adapter "node adapter.mjs" --expectations colt-expectations.toml
      colt conformance fuzz --adapter "node adapter.mjs" --seed 17 --games 1
      colt conformance fuzz --adapter "colt adapter --mutant django.knock-back/not-on-roofs"
      colt conformance run --file found.yaml --adapter "node adapter.mjs"

    Exit status: 0 no difference, 1 one was found, 2 it could not run.
    """
    try:
        from hypothesis.configuration import set_hypothesis_home_dir

        from colt_rules.conformance.fuzzing.fuzz import Effort, Known, NothingCompared
        from colt_rules.conformance.fuzzing.fuzz import fuzz as play
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise CannotRun("fuzzing needs Hypothesis: pip install hypothesis") from error
    from colt_rules.conformance.cases.place import last_run
    from colt_rules.conformance.fuzzing.found import case_file
    from colt_rules.conformance.running.engine import CannotStart

    set_hypothesis_home_dir(last_run("").with_name("hypothesis"))  # not into the folder of whoever calls us
    engine = make_adapter(adapter, False, timeout, 0)
    if adapter is None:
        raise CannotRun('expected an engine to play against: --adapter "node adapter.mjs"')
    check_writable(out)
    known = Known(expectations_of(expected))
    played, texts = 0, list[str]()
    found: list[Found] = []
    bar = click.progressbar(length=games, label="Games", file=sys.stderr)
    with giving_up_on(CannotStart, NothingCompared), bar:

        def progress(number: int) -> None:
            nonlocal played
            bar.update(number - played)
            played = number

        for one in play(engine, Effort(seed, games, seconds, differences), known, progress):
            texts.append(case_file(one, engine.command))
            found.append(one)
            out.write_text("---\n".join(texts), encoding="utf-8", newline="\n")  # also if it is stopped
    if json_:
        facts = [{**_facts(one), "file": out.as_posix()} for one in found]
        print_json({"games": played, "found": facts, "known": known.met})
    else:
        _print(found, texts, known.met, played, seed, out)
    raise SystemExit(1 if found else 0)


def _facts(found: "Found") -> dict[str, Any]:
    from colt_rules.conformance.fuzzing.found import clauses_of, moment_of

    moment = moment_of(found)
    return {
        "kind": found.difference.kind,
        "message": found.difference.message,
        "phase": moment.phase,
        "open": list(moment.open_),
        "clauses": clauses_of(found),
        "seed": found.game,
        "pieces": found.pieces,
        "left": found.left,
    }


def _print(found: "list[Found]", texts: list[str], known: dict[str, str], played: int, seed: int, out: Path) -> None:
    shown = console()
    for one, text in zip(found, texts, strict=True):
        shown.print(printable_lines(text))
        shown.print(
            f"Found with seed {one.game}; {number_of(one.pieces, 'piece')}, {one.left} left. "
            f"Bring it back: --seed {one.game} --games 1"
        )
    for clause, reason in known.items():
        shown.print(f"Expected, and met: {clause} ({printable(reason)})")
    if found:
        shown.print(f"{number_of(len(found), 'difference')} in {out}: colt conformance run --file {out} --adapter ...")
    else:
        what = "no other difference" if known else "no difference"
        click.echo(f"{number_of(played, 'game')} from seed {seed}: {what}.")


def printable_lines(text: str) -> str:
    """A text of several lines without anything that a terminal would obey."""
    return "\n".join(map(printable, text.splitlines()))
