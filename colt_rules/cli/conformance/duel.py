"""`colt conformance duel`."""

import time
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from colt_rules.cli.game_options import kinds_of, kinds_options, kinds_words
from colt_rules.cli.output import (
    FILE,
    FOLDER,
    CannotRun,
    as_json,
    giving_up_on,
    number_of,
    print_json,
    printable,
    progress,
    seed_option,
    workers_option,
    write_file,
    writing,
)

if TYPE_CHECKING:
    from colt_rules.conformance.fuzzing.duel import Duelist, DuelTally
    from colt_rules.conformance.running.interview import Adapter


@click.command()
@click.option(
    "--adapter", metavar="COMMAND", envvar="COLT_ADAPTER", show_envvar=True, help="The command of the engine."
)
@click.option("--timeout", default=60.0, show_default=True, type=click.FloatRange(0.01), help="Seconds for an answer.")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="Games to play.")
@kinds_options
@seed_option("The seed of the first game; later games count up.")
@workers_option("Number of processes, each with its own engine.")
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
@click.option("--keep", type=FOLDER, help="Write the logs of the ten longest games into this folder.")
@as_json
def duel(
    adapter: str | None,
    timeout: float,
    games: int,
    wanted: tuple[str, ...],
    chosen: tuple[str, ...],
    seed: int,
    workers: int,
    differences: int,
    expected: Path | None,
    out: Path,
    keep: Path | None,
    json_: bool,
) -> None:
    """Play whole games on the reference and on an engine at once, and compare every step.

    The editions with their variants take turns, as far as the engine supports them. The number of players, characters,
    options and train are random, every second game has random house rules, and two of three make unusual choices in
    the set-up, such as what is printed on their cards. Random bots play, and all draws are random.

    After every command the verdict with its events, the position, and what everybody who has to decide can choose are
    compared; more than 1,000 choices are counted, and 1,000 of them looked up. A view of one role is compared after the
    first event of each type in a game, and after one in twenty other commands. What the engine does not support is left
    out. Where it skips a command, the game ends; such games are counted by reason.

    A difference ends its game, is shrunk and written as a case, as by `fuzz`; similar ones are counted. `fuzz` looks
    harder for differences, with illegal commands and rare positions; a duel plays many games from the first command to
    the last. The same seed, --edition and --variant play the same games as long as the engine supports the same.

    With --keep the longest games are written as logs, which `colt audit` and `colt replay` read.

    \b
    Examples:
      colt conformance duel --adapter "node adapter.mjs"
      colt conformance duel --adapter "node adapter.mjs" --games 20000 --keep longest
      colt conformance duel --adapter "node adapter.mjs" --edition pl-base           only the Polish edition
      colt conformance duel --adapter "node adapter.mjs" --games 1 --seed 4711       play one game again

    Exit status: 0 no difference, 1 one was found, 2 it could not run, or no game could be compared.
    """
    with needing_hypothesis():
        from colt_rules.conformance.fuzzing.duel import Duelist, DuelTally, introduced, write_game
        from colt_rules.conformance.fuzzing.fuzz import Known
        from colt_rules.conformance.fuzzing.playing import unsupported
    from colt_rules.conformance.running.engine import CannotStart

    engine = other_engine(adapter, timeout)
    every = kinds_of(wanted, chosen)
    check_writable(out)
    if keep is not None:
        with writing(keep):
            keep.mkdir(parents=True, exist_ok=True)
    known = Known(expectations_of(expected))
    with giving_up_on(CannotStart):
        started = introduced(engine)
    lacking = {kind: unsupported(started, kind) for kind in every}
    kinds = [kind for kind in every if not lacking[kind]]
    missing = sorted({name for names in lacking.values() for name in names})
    if not kinds:
        raise CannotRun(f"expected an engine that supports one of these games, got one without {', '.join(missing)}")
    duelist, tally, began = Duelist(engine, kinds, known), DuelTally(), time.monotonic()
    seeds, again = range(seed, seed + games), kinds_words(wanted, chosen)
    try:
        _play(duelist, tally, seeds, workers, differences, out)
    except KeyboardInterrupt:
        first = next((number for number in seeds if number not in tally.done), seeds.stop)
        click.echo(f"Interrupted. {_result(tally, seed)}", err=True)
        click.echo(" ".join([f"Go on with: --seed {first} --games {seeds.stop - first}", *again]), err=True)
        raise
    finally:
        logs = [write_game(number, kinds, keep) for _, number in tally.longest] if keep is not None else []
    if json_:
        print_json(_facts(tally, len(kinds), len(every), missing, logs, out))
    else:
        print_found(tally.found, _cases(tally, engine), " ".join(["--games 1", *again]))
        print_known(tally.again, tally.expected)
        for line in _lines(tally, len(kinds), len(every), missing):
            click.echo(printable(line))
        if logs:
            click.echo(f"The logs of the {number_of(len(logs), 'longest game')} are in {keep}.")
        speed = len(tally.done) / (time.monotonic() - began)
        click.echo(f"{_result(tally, seed)} {speed:.1f} games a second.")
        if tally.found:
            print_cases(out)
    raise SystemExit(1 if tally.found else 2 if tally.failed or not tally.games else 0)


def _play(duelist: "Duelist", tally: "DuelTally", seeds: range, workers: int, most: int, out: Path) -> None:
    """Play the games of these seeds, until so many differ or cannot be played; each new difference is written."""
    from colt_rules.archive.sharing import CannotShare, Failed, shared

    with giving_up_on(CannotShare), progress("Games", len(seeds)) as done:
        for seed, game in shared(duelist, seeds, workers):
            done(1)
            if isinstance(game, Failed):
                tally.failed[seed] = game.why
            elif (found := tally.add(game)) is not None:
                write_file(out, "---\n".join(_cases(tally, duelist.adapter)))  # so that an interrupted run keeps them
                difference = found.difference
                click.echo(printable(f"Seed {seed}: {difference.kind}: {difference.message}"), err=True)
            if len(tally.found) + len(tally.failed) >= most:
                return


def _cases(tally: "DuelTally", engine: "Adapter") -> list[str]:
    """The differences as cases."""
    from colt_rules.conformance.fuzzing.findings import case_file

    return [case_file(found, engine.command, "duel") for found in tally.found]


def _facts(
    tally: "DuelTally", kinds: int, every: int, missing: list[str], logs: list[Path], out: Path
) -> dict[str, Any]:
    longest = zip_longest(tally.longest, logs)
    return {
        "games": tally.games,
        "commands": tally.commands,
        "events": tally.events,
        "compared": tally.compared,
        "kinds": kinds,
        "unsupported": {"kinds": every - kinds, "names": missing},
        "skipped": dict(tally.skipped),
        "unanswered": dict(tally.unanswered),
        "failed": [{"seed": seed, "why": why} for seed, why in tally.failed.items()],
        "found": [{**found_facts(one), "file": out.as_posix()} for one in tally.found],
        "known": tally.expected,
        "again": dict(tally.again),
        "longest": [
            {"seed": seed, "events": events, "file": log and log.as_posix()} for (events, seed), log in longest
        ],
    }


def _lines(tally: "DuelTally", kinds: int, every: int, missing: list[str]) -> Iterator[str]:
    """What was not compared, and why."""
    if missing:
        what = f"{every - kinds} of {number_of(every, 'kind')} of games"
        yield f"Not played: {what}, because the engine does not support {', '.join(missing)}."
    for reason, number in tally.skipped.most_common():
        yield f"Skipped {number_of(number, 'game')}: {reason}"
    for reason, number in tally.unanswered.most_common():
        yield f"Not answered {number_of(number, 'time')}: {reason}"
    for seed, why in tally.failed.items():
        yield f"Seed {seed} could not be played: {why}."


def _result(tally: "DuelTally", seed: int) -> str:
    """How much was compared, and with what result."""
    games = f"{number_of(tally.games, 'game')} compared to the end"
    counts = [number_of(tally.commands, "command"), number_of(tally.compared, "answer")]
    what = number_of(len(tally.found), "difference") if tally.found else "no difference"
    what = "no other difference" if tally.expected and not tally.found else what
    return f"{games} from seed {seed}, {' and '.join(counts)} in all: {what}."
