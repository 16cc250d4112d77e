"""`colt conformance fuzz`."""

import sys
from pathlib import Path

import click

from colt_rules.cli.conformance.options import check_writable, make_adapter
from colt_rules.cli.output import CannotRun, as_json, console, number_of, print_json, printable


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
@click.option("--seed", default=0, show_default=True, help="The seed of the first game; each next one counts on.")
@click.option(
    "--out",
    default="found.yaml",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the case.",
)
@as_json
def fuzz(adapter: str | None, timeout: float, seconds: float, games: int, seed: int, out: Path, json_: bool) -> None:
    """Play random games on the reference and on an engine at once, and find where they part.

    The first difference (in what can be chosen, what happens, the position, what a role sees) is shrunk to the smallest
    position and the fewest commands that still show it, and written as a case: a bug report that runs. The same seed
    plays the same games. Illegal commands are tried as well.

    \b
    Examples:
      colt conformance fuzz --adapter "node adapter.mjs"
      colt conformance fuzz --adapter "colt adapter --mutant django.knock-back/not-on-roofs"
      colt conformance run --file found.yaml --adapter "node adapter.mjs"

    Exit status: 0 no difference, 1 one was found, 2 it could not run.
    """
    try:
        from hypothesis.configuration import set_hypothesis_home_dir

        from colt_rules.conformance.fuzzing.fuzz import NothingCompared
        from colt_rules.conformance.fuzzing.fuzz import fuzz as play
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise CannotRun("fuzzing needs Hypothesis: pip install hypothesis") from error
    from colt_rules.conformance.cases.place import last_run
    from colt_rules.conformance.fuzzing.found import case_file, clauses_of
    from colt_rules.conformance.running.engine import CannotStart

    set_hypothesis_home_dir(last_run("").with_name("hypothesis"))  # not into the folder of whoever calls us
    engine = make_adapter(adapter, False, timeout, 0)
    if adapter is None:
        raise CannotRun('expected an engine to play against: --adapter "node adapter.mjs"')
    check_writable(out)
    played = 0
    try:
        with click.progressbar(length=games, label="Games", file=sys.stderr) as bar:

            def progress(number: int) -> None:
                nonlocal played
                bar.update(number - played)
                played = number

            found = play(engine, seed, games, seconds, progress)
    except (CannotStart, NothingCompared) as error:
        raise CannotRun(str(error)) from error
    if found is None:
        if json_:
            print_json({"games": played, "found": None})
        else:
            click.echo(f"{number_of(played, 'game')} from seed {seed}: no difference.")
        return
    text = case_file(found, engine.command)
    out.write_text(text, encoding="utf-8", newline="\n")
    if json_:
        print_json(
            {
                "games": played,
                "found": {
                    "kind": found.difference.kind,
                    "message": found.difference.message,
                    "clauses": clauses_of(found),
                    "seed": found.game,
                    "pieces": found.pieces,
                    "left": found.left,
                    "file": out.as_posix(),
                },
            }
        )
    else:
        shown = console()
        shown.print(printable_lines(text))
        shown.print(
            f"Found in game {played} (seed {found.game}); {number_of(found.pieces, 'piece')}, {found.left} left. "
            f"The case is {out}: colt conformance run --file {out} --adapter ..."
        )
    raise SystemExit(1)


def printable_lines(text: str) -> str:
    """A text of several lines without anything that a terminal would obey."""
    return "\n".join(map(printable, text.splitlines()))
