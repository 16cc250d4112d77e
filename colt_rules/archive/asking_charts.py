"""Draws the rates of an answer, and says the values of its columns in words."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from colt_rules.archive.asking import Asked, Question
from colt_rules.referee.prose import tell, text
from colt_rules.research.charts import Chart, ChartRow, Panel, grouped, name_of, percent, percents, turn
from colt_rules.research.statistics import Limits

AMONG_EQUALS = ("characters", "seats")
"""The questions whose rates would be equal if nothing made a difference, so that a chart shows their average."""


def chart_of(
    question: Question, asked: Asked, columns: Sequence[str], rows: Sequence[tuple[Any, ...]], lang: str
) -> Chart:
    """A chart of the rates, with a panel for each part of a divided answer."""
    parts = len(asked.each)
    label = columns[parts]
    panels = []
    for part, group in groupby(rows, key=lambda row: row[:parts]):
        over = "; ".join(
            tell(lang, f"ask.{column}-of", **{column: _listed(column, value)})
            for column, value in zip(columns, part, strict=False)
        )
        panels.append(_panel(question, columns, list(group), label, over, lang))
    return Chart(text(lang, f"ask.{question.name}"), tuple(panels), lang)


def _panel(
    question: Question, columns: Sequence[str], rows: list[tuple[Any, ...]], label: str, over: str, lang: str
) -> Panel:
    facts = [dict(zip(columns, row, strict=True)) for row in rows]
    assert question.rate is not None, "only rates are drawn"
    hits, trials = (sum(fact[column] for fact in facts) for column in question.rate)
    return Panel(
        over or text(lang, f"ask.{label}"),
        tuple(
            ChartRow(worded(label, fact[label], lang), fact["rate"], Limits(fact["low"], fact["high"]))
            for fact in facts
        ),
        lambda rate: percent(rate, lang),
        hits / trials if trials and question.name in AMONG_EQUALS else None,
        between=lambda limits: percents(limits, lang),
    )


def worded(column: str, value: Any, lang: str) -> str:
    """The value of a column in words of a language."""
    if isinstance(value, int):
        return turn(value, lang) if column == "turn" else grouped(value, lang)
    match column:
        case "who":
            return name_of(value, lang)
        case "ending":
            return text(lang, f"ask.{value}")
        case "edition" | "modules":
            return tell(lang, f"ask.{column}-of", **{column: _listed(column, value)})
        case _:
            return str(value)


def _listed(column: str, value: Any) -> Any:
    """The value as a template takes it: the modules of a game are a list."""
    return value.split() if column == "modules" else value
