"""The differences that `colt conformance fuzz` and `colt conformance duel` find."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from colt_rules.cli.conformance.options import make_adapter
from colt_rules.cli.output import CannotRun, console, number_of, printable

if TYPE_CHECKING:
    from colt_rules.conformance.fuzzing.shrinking import ShrunkDifference
    from colt_rules.conformance.running.interview import Adapter


@contextmanager
def needing_hypothesis() -> Iterator[None]:
    """Raise CannotRun if Hypothesis is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise CannotRun("this needs Hypothesis: pip install 'colt-rules[testing]'") from error


def other_engine(adapter: str | None, timeout: float) -> "Adapter":
    """The engine that is compared with the reference; raises CannotRun if none is named."""
    engine = make_adapter(adapter, False, timeout, 0)
    if adapter is None:
        raise CannotRun(
            "expected --adapter COMMAND, the engine to compare with the reference, got none; "
            'such as --adapter "node adapter.mjs"'
        )
    return engine


def found_facts(found: "ShrunkDifference") -> dict[str, Any]:
    """A difference as plain data."""
    from colt_rules.conformance.fuzzing.findings import clauses_of, moment_of

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


def print_found(found: "Sequence[ShrunkDifference]", texts: Sequence[str], again: str) -> None:
    """Print each difference with its case; ``again`` are the options that play its game again, beside the seed."""
    shown = console()
    for one, text in zip(found, texts, strict=True):
        shown.print(printable_lines(text))
        shown.print(
            f"Found with seed {one.game}; {number_of(one.pieces, 'piece')}, {one.left} left. "
            f"Reproduce it: --seed {one.game} {again}"
        )


def print_known(again: Counter[str], expected: Mapping[str, str]) -> None:
    """Print which differences came up that need no report."""
    shown = console()
    for shape, times in again.most_common():
        shown.print(f"Met again {number_of(times, 'time')}: {printable(shape)}")
    for entry, reason in expected.items():
        shown.print(f"Expected, and met: {printable(entry)} ({printable(reason)})")


def print_cases(out: Path) -> None:
    """Print where the cases of the differences are."""
    console().print(f"The cases are in {out}: colt conformance run --file {out} --adapter ...")


def printable_lines(text: str) -> str:
    """A text of several lines without terminal control characters."""
    return "\n".join(map(printable, text.splitlines()))
