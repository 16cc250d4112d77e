"""Counts who won recorded games, by the names of their logs, in several processes."""

from collections.abc import Callable, Iterable, Iterator

from colt_rules.archive.judging import Share
from colt_rules.archive.logs import LogName, NotReadable, opened
from colt_rules.archive.overview import MOST_NAMED, Group
from colt_rules.archive.sharing import Failed
from colt_rules.model.record import record
from colt_rules.research.recorded import LeftOut, NotCounted, count_log, statistics_of
from colt_rules.research.statistics import KindResults, Statistics
from colt_rules.safe_text import clipped


@record
class NoResult:
    """A game that is not counted."""

    kind: LeftOut
    why: str
    """What is broken, if anything is."""


@record
class CountedLogs:
    """All games that could be counted, and those that were left out."""

    statistics: Statistics
    left_out: dict[LeftOut, Group]


def count(name: LogName) -> KindResults | NoResult:
    """The table of one game, or why it is not counted."""
    try:
        with opened(name) as pieces:
            return count_log(pieces)
    except NotCounted as error:
        return NoResult(error.kind, clipped(str(error)) if error.kind == "broken" else "")
    except NotReadable as error:
        return NoResult("broken", clipped(str(error)))


def count_all(names: Iterable[LogName], share: Share, done: Callable[[int], object]) -> CountedLogs:
    """The tables of all these games; memory does not grow with their number. ``done`` is called after each log."""
    left_out: dict[LeftOut, Group] = {kind: Group(MOST_NAMED) for kind in ("redacted", "unfinished", "broken")}

    def tables() -> Iterator[KindResults]:
        for name, result in share(count, names):
            if isinstance(result, KindResults):
                yield result
            elif isinstance(result, Failed):
                left_out["broken"].add(name, result.why)
            else:
                left_out[result.kind].add(name, result.why)
            done(1)

    return CountedLogs(statistics_of(tables()), left_out)
