"""Draws rates with their confidence limits: a row for each, a mark for the rate, a bar for the limits.

A chart is SVG without scripts, in the reader's light or dark colour scheme. No information depends on colour: a mark
significantly above the average is filled, one below it is hollow, and one that may be either is a diamond.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import ceil, floor, log10
from textwrap import wrap
from typing import TypeAlias

from attrs import evolve, frozen

from colt_rules.referee.prose import tell, text
from colt_rules.referee.vocabulary import name_of as called_in_sentences
from colt_rules.referee.vocabulary import names, teller
from colt_rules.research.statistics import GainResults, KindResults, Limits, PlayerResults, Results
from colt_rules.safe_text import escape

WIDTH = 720
"""The width of a chart, in its own units."""
LEFT, RIGHT = 205, 545
"""The plot is between these; labels are to the left, figures to the right."""
ROW, HEAD, TICKS, OVER = 24, 34, 22, 26
"""The heights of a row, of the space above and below the rows of a panel, and of a line above several panels."""
TITLE, FOOT = 34, 56
LINE, LONGEST_LINE = 22, 62
"""The height of a further line of a title, and the maximum number of its characters."""

Shown: TypeAlias = Callable[[float], str]
"""Formats a number."""

STYLE = (
    ".paper{fill:#fff}.word{fill:#1b1b1b;font:14px system-ui,sans-serif}.title{font-weight:600}.large{font-size:17px}"
    ".small{fill:#444;font-size:12px}.grid{stroke:#d4d4d4}.average{stroke:#444;stroke-dasharray:4 3}"
    ".bar{stroke:#0b4f8a;stroke-width:2}.mark{fill:#0b4f8a;stroke:#0b4f8a;stroke-width:2}.hollow{fill:#fff}"
    "@media(prefers-color-scheme:dark){.paper{fill:#1b1c20}.word{fill:#ececec}.small{fill:#c4c4c4}.grid{stroke:#45474d}"
    ".average{stroke:#c4c4c4}.bar{stroke:#8cc4ff}.mark{fill:#8cc4ff;stroke:#8cc4ff}.hollow{fill:#1b1c20}}"
)


@frozen
class ChartRow:
    """One measured value."""

    label: str
    value: float
    limits: Limits


@frozen
class Panel:
    """Rows that can be compared with each other."""

    title: str
    rows: tuple[ChartRow, ...]
    shown: Shown
    average: float | None = None
    """The value of each if all were equal."""
    over: str = ""
    """A heading above it and the panels after it, if they are about another table."""
    between: Callable[[Limits], str] | None = None
    """Formats limits; by default as two numbers."""


@frozen
class Chart:
    """Panels below one another."""

    title: str
    panels: tuple[Panel, ...]
    lang: str

    @property
    def height(self) -> int:
        """The height, in the units of `WIDTH`."""
        return self._top + sum(map(_height, self.panels)) + FOOT

    @property
    def _top(self) -> int:
        """The top of the first panel."""
        return TITLE + LINE * (len(_lines(self.title)) - 1)

    def svg(self) -> str:
        """The chart as SVG."""
        top, parts = self._top, []
        for panel in self.panels:
            parts.append(f'<g transform="translate(0 {top})">{_panel(panel, self.lang)}</g>')
            top += _height(panel)
        sides = any(panel.average is not None for panel in self.panels)
        said = "; ".join(
            f"{panel.title}: {', '.join(f'{row.label} {panel.shown(row.value)}' for row in panel.rows)}"
            for panel in self.panels
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" aria-labelledby="title desc" lang="{self.lang}">'
            f'<title id="title">{escape(self.title)}</title><desc id="desc">{escape(said)}</desc><style>{STYLE}</style>'
            f'<rect class="paper" width="{WIDTH}" height="{self.height}"/>'
            f"{_title(23, self.title)}{''.join(parts)}{_legend(self.lang, top, sides)}</svg>\n"
        )


# --- charts of statistics


def chart_of(table: KindResults, lang: str) -> Chart:
    """The win rates of a table, by order of play and by character."""
    return Chart(called(table, lang), (seats_panel(table.ended, lang), characters_panel(table.ended, lang)), lang)


def chart_of_all(tables: Sequence[KindResults], lang: str, title: str = "statistics.title") -> Chart:
    """The win rates of several tables, below one another; ``title`` is the name of a text."""
    if len(tables) == 1:
        return chart_of(tables[0], lang)
    panels = [
        evolve(panel, over="" if index else called(table, lang))
        for table in tables
        for index, panel in enumerate(chart_of(table, lang).panels)
    ]
    return Chart(text(lang, title), tuple(panels), lang)


def seats_panel(ended: Results, lang: str) -> Panel:
    """The win rate of each seat."""
    rows = [ChartRow(turn(number, lang), seat.rate, seat.limits) for number, seat in enumerate(ended.seats, 1)]
    return _rates(text(lang, "statistics.by-seat"), rows, lang, ended.average)


def characters_panel(ended: Results, lang: str) -> Panel:
    """The win rate of each character, highest first."""
    rows = [ChartRow(name_of(name, lang), one.rate, one.limits) for name, one in in_order(ended.characters)]
    return _rates(text(lang, "statistics.by-character"), rows, lang, ended.average)


def amounts_panel(kind: str, things: Mapping[str, GainResults], lang: str) -> Panel:
    """The average amount that each thing of a kind pays its owner."""
    rows = [ChartRow(thing_called(name, kind, lang), one.mean, one.mean_limits) for name, one in by_amount(things)]
    return Panel(text(lang, "statistics.by-amount"), tuple(rows), lambda value: amount(value, lang))


def owners_panel(kind: str, things: Mapping[str, GainResults], lang: str, average: float) -> Panel:
    """The win rate of each thing's owner."""
    rows = [ChartRow(thing_called(name, kind, lang), one.rate, one.limits) for name, one in by_amount(things)]
    return _rates(text(lang, "statistics.by-owner"), rows, lang, average)


def _rates(title: str, rows: Sequence[ChartRow], lang: str, average: float) -> Panel:
    """A panel of rates."""
    shown, between = (lambda rate: percent(rate, lang)), (lambda limits: percents(limits, lang))
    return Panel(title, tuple(rows), shown, average, between=between)


def in_order(some: Mapping[str, PlayerResults]) -> list[tuple[str, PlayerResults]]:
    """Sorted by win rate, highest first."""
    return sorted(some.items(), key=lambda one: (-one[1].rate, one[0]))


def by_amount(some: Mapping[str, GainResults]) -> list[tuple[str, GainResults]]:
    """Sorted by average amount, highest first, then by how often somebody has it."""
    return sorted(some.items(), key=lambda one: (-one[1].mean, -one[1].share, one[0]))


def pay(some: Mapping[str, GainResults]) -> bool:
    """Whether any of these things pays its owner something."""
    return any(one.money for one in some.values())


# --- words and numbers


def called(table: KindResults, lang: str) -> str:
    """The description of a table's game."""
    return tell(lang, "statistics.table", edition=table.edition, modules=list(table.modules), players=table.players)


def turn(number: int, lang: str) -> str:
    """The label of a seat by its turn in the first round."""
    return tell(lang, "statistics.turn", number=str(number))


def name_of(id: str, lang: str) -> str:
    """The name of a character; an unknown id is returned unchanged."""
    return _names(lang).get(id) or called_in_sentences(id, lang)


def thing_called(id: str, kind: str, lang: str) -> str:
    """The name of a thing that a player can get; an unknown id is returned unchanged."""
    return _names(lang).get(id) or teller(lang).word(id, kind)


@cache
def _names(lang: str) -> dict[str, str]:
    things = list(names())
    others = ("action", "round", "edition", "happening", "module")
    return {id: name.in_language(lang) for kind, id, name in reversed(things) if kind not in others}


def percent(rate: float, lang: str, digits: int = 1) -> str:
    """A rate as a percentage in the format of the language."""
    sign = {"ru": "\u00a0%", "fr": "\u202f%"}.get(lang, "%")
    number = f"{100 * rate:.{digits}f}"
    return f"{number if lang == 'en' else number.replace('.', ',')}{sign}"


def percents(limits: Limits, lang: str) -> str:
    """A range of percentages."""
    low = percent(limits.low, lang).rstrip("%\u00a0\u202f")
    return f"{low}–{percent(limits.high, lang)}"


def amount(dollars: float, lang: str) -> str:
    """An amount of money in whole dollars."""
    return teller(lang).worded(round(dollars), "money")


def grouped(number: int, lang: str) -> str:
    """An integer with thousands separators in the format of the language."""
    return teller(lang).worded(number, "")


# --- drawing


def _height(panel: Panel) -> int:
    return _over(panel) + HEAD + ROW * len(panel.rows) + TICKS


def _over(panel: Panel) -> int:
    """The height of the heading above a panel."""
    return OVER + LINE * (len(_lines(panel.over)) - 1) if panel.over else 0


def _lines(title: str) -> list[str]:
    """A title wrapped into lines."""
    return wrap(title, LONGEST_LINE)


def _title(y: float, title: str) -> str:
    return "".join(_words(12, y + LINE * number, line, "title large") for number, line in enumerate(_lines(title)))


def _panel(panel: Panel, lang: str) -> str:
    if panel.over:
        below = _panel(evolve(panel, over=""), lang)
        return f'{_title(20, panel.over)}<g transform="translate(0 {_over(panel)})">{below}</g>'
    low, high, step = _scale(panel)
    bottom = HEAD + ROW * len(panel.rows)

    def at(value: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (value - low) / (high - low), 1)

    parts = [_words(12, 18, panel.title, "title")]
    number = round((high - low) / step)
    for tick in range(number + 1):
        value = low + tick * step
        parts.append(f'<path class="grid" d="M{at(value)} {HEAD - 4}V{bottom}"/>')
        parts.append(_words(at(value), bottom + 14, panel.shown(value), "small", "middle"))
    if panel.average is not None:
        parts.append(f'<path class="average" d="M{at(panel.average)} {HEAD - 4}V{bottom}"/>')
        told = f"{text(lang, 'statistics.average')} {panel.shown(panel.average)}"
        parts.append(_words(WIDTH - 12, 18, told, "small", "end"))
    for index, row in enumerate(panel.rows):
        middle = HEAD + ROW * index + ROW / 2
        parts.append(_words(LEFT - 14, middle + 5, row.label, "", "end"))
        parts.append(
            f'<path class="bar" d="M{at(max(low, row.limits.low))} {middle}H{at(min(high, row.limits.high))}"/>'
        )
        parts.append(_mark(at(row.value), middle, _side(row, panel.average)))
        told = f"{panel.shown(row.value)}  ({_between(panel, row.limits)})"
        parts.append(_words(RIGHT + 12, middle + 5, told, "small"))
    return "".join(parts)


def _between(panel: Panel, limits: Limits) -> str:
    if panel.between:
        return panel.between(limits)
    return f"{panel.shown(limits.low)} – {panel.shown(limits.high)}"


def _scale(panel: Panel) -> tuple[float, float, float]:
    """The start and end of the axis and the distance between ticks: round numbers that include all values."""
    values = [value for row in panel.rows for value in (row.limits.low, row.limits.high, row.value)]
    values += [] if panel.average is None else [panel.average]
    least, most = min(values, default=0.0), max(values, default=1.0)
    span = max(most - least, abs(most) * 0.02, 1e-3)
    rough = span / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    return floor(least / step) * step, max(ceil(most / step), floor(least / step) + 1) * step, step


def _side(row: ChartRow, average: float | None) -> str:
    if average is None or row.limits.low > average:
        return "above"
    return "below" if row.limits.high < average else "unsure"


def _mark(x: float, y: float, side: str) -> str:
    if side == "unsure":
        return f'<path class="mark" d="M{x - 6} {y}l6 -6l6 6l-6 6z"/>'
    return f'<circle class="mark{" hollow" if side == "below" else ""}" cx="{x}" cy="{y}" r="5"/>'


def _legend(lang: str, top: int, sides: bool) -> str:
    """What the marks mean, if there is an average that they are above or below, and what the bar is."""
    parts = []
    for index, side in enumerate(("above", "below", "unsure") if sides else ()):
        x = 20 + index * 235
        parts.append(_mark(x, top + 14, side) + _words(x + 14, top + 19, text(lang, f"statistics.{side}"), "small"))
    parts.append(_words(12, top + 42, text(lang, "statistics.bar"), "small"))
    return "".join(parts)


def _words(x: float, y: float, words: str, kind: str = "", anchor: str = "") -> str:
    at = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{" ".join(filter(None, ("word", kind)))}" x="{x}" y="{y}"{at}>{escape(words)}</text>'
