"""One position and the same commands, with a result for each side: what an edition or an agreed answer changes."""

from collections.abc import Sequence

from colt_rules.conformance.cases.expand import Run
from colt_rules.site.addresses import case_at
from colt_rules.site.cases import in_words, steps
from colt_rules.site.page import bullets, escaped, link, paragraphs, table
from colt_rules.site.pages.case import afterwards, boards, sides, title_of, verdict_lines, where
from colt_rules.site.reader import Reader

MOST_LINES = 8
"""How many lines are shown of what happens on one side only; the page of the case shows everything."""


def side_by_side(to: Reader, runs: Sequence[Run]) -> str:
    """Runs of a witness: the commands, the boards, and what does not happen on all sides."""
    case, found = runs[0].case, sides(runs)
    lines_by_side = [_lines(to, side[0]) for side in found]
    common = set.intersection(*map(set, lines_by_side)) if len(found) > 1 else set()
    cells = [_cell(to, [line for line in lines if line not in common]) for lines in lines_by_side]
    return paragraphs(
        f"**{link(escaped(title_of(to, case.id)), case_at(case.id))}**",
        bullets(escaped(to.told(in_words(step.command, to.lang))) for step in steps(runs[0])),
        boards(to, runs),
        table([escaped(where(to, side)) for side in found], [cells]),
    )


def _lines(to: Reader, run: Run) -> list[str]:
    """The results of a run, line by line."""
    return [line for step in steps(run) for line in verdict_lines(to, step.verdict)] + list(afterwards(to, run))


def _cell(to: Reader, lines: Sequence[str]) -> str:
    more = len(lines) - MOST_LINES
    rest = [to.say("edition.more", count=more)] if more > 0 else []
    return "<br>".join([*lines[:MOST_LINES], *rest]) or to.say("edition.nothing-more")
