"""Charts are well-formed SVG with every figure as text and shape, in four languages."""

import re
from xml.etree import ElementTree

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.research.charts import (
    Chart,
    ChartRow,
    Panel,
    amount,
    amounts_panel,
    chart_of,
    chart_of_all,
    grouped,
    name_of,
    owners_panel,
    percent,
    percents,
    seats_panel,
)
from colt_rules.research.statistics import GainResults, Limits
from tests.research.test_statistics import sample

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_has_its_name_and_its_figures(lang: str) -> None:
    said = words(chart_of(sample(), lang).svg())
    assert {name_of("tuco", lang), name_of("belle", lang)} <= set(said)
    assert sum(percent(0.7, lang) in text for text in said) >= 2
    assert said[0] == chart_of(sample(), lang).title


def test_the_description_has_the_figures() -> None:
    root = ElementTree.fromstring(chart_of(sample(), "en").svg())
    told = root.findtext(f"{SVG}desc") or ""
    assert root.get("role") == "img"
    assert "Tuco 70.0%" in told
    assert "player 2 40.0%" in told


def marks(rows: tuple[ChartRow, ...], average: float | None) -> list[str]:
    svg = Chart("t", (Panel("p", rows, str, average),), "en").svg()
    shapes = [mark for mark in ElementTree.fromstring(svg).iter() if "mark" in (mark.get("class") or "").split()]
    return [
        "diamond" if mark.tag.endswith("path") else "hollow" if "hollow" in mark.get("class", "") else "filled"
        for mark in shapes[: len(rows)]
    ]


def test_above_below_and_unsure_differ_in_shape_and_not_in_colour() -> None:
    rows = (
        ChartRow("above", 0.5, Limits(0.4, 0.6)),
        ChartRow("below", 0.1, Limits(0.05, 0.15)),
        ChartRow("unsure", 0.3, Limits(0.2, 0.4)),
    )
    assert marks(rows, 0.3) == ["filled", "hollow", "diamond"]


def test_it_has_light_and_dark_colours_and_paper_of_its_own() -> None:
    svg = chart_of(sample(), "en").svg()
    assert "@media(prefers-color-scheme:dark)" in svg
    assert '<rect class="paper" width="720"' in svg


def test_everything_stays_inside_the_picture() -> None:
    chart = chart_of_all([sample(), sample("pl-base")], "ru")
    root = ElementTree.fromstring(chart.svg())
    assert root.get("height") == str(chart.height)
    assert len([text for text in words(chart.svg()) if text.startswith(("Россия", "Польша"))]) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_longest_words_fit_into_the_picture(lang: str) -> None:
    """A letter of a title is at most about 11 units wide, a small one 6.5."""
    longest = evolve(sample("ru-full"), modules=("base", "expert", "horses", "stagecoach", "mei"), players=7)
    for tables in ([longest], [longest, longest]):
        chart = chart_of_all(tables, lang)
        titles = re.findall(r'<text class="word title large" x="12"[^>]*>([^<]*)<', chart.svg())
        assert len(titles) >= 2
        assert max(map(len, titles)) * 11 <= 720
        assert titles[-1] != titles[0]
        figures = re.findall(r'<text class="word small" x="557"[^>]*>([^<]*)<', chart.svg())
        assert max(map(len, figures)) * 6.5 <= 720 - 557
    certain = ChartRow("x", 1.0, Limits(0.439, 1.0))
    panel = evolve(seats_panel(sample().ended, lang), rows=(certain,))
    (figure,) = re.findall(r'<text class="word small" x="557"[^>]*>([^<]*)<', Chart("t", (panel,), lang).svg())
    assert len(figure) * 6.5 <= 720 - 557


def test_what_all_have_in_common_can_be_drawn() -> None:
    same = Panel("p", (ChartRow("one", 1000, Limits(1000, 1000)), ChartRow("two", 1000, Limits(1000, 1000))), str)
    assert ElementTree.fromstring(Chart("t", (same,), "en").svg()) is not None
    nothing = Panel("p", (ChartRow("one", 0, Limits(0, 0)),), str, 0.0)
    assert ElementTree.fromstring(Chart("t", (nothing,), "en").svg()) is not None


def test_unknown_names_are_shown_unchanged() -> None:
    row = ChartRow("<b>&\x00\u202e", 0.5, Limits(0.4, 0.6))
    assert "<b>&\\x00\\u202e" in words(Chart("t", (Panel("p", (row,), str),), "en").svg())


def test_things_are_sorted_by_amount_and_then_by_how_often_somebody_has_them() -> None:
    things = sample().ended.brought["some"]
    more = {"x": GainResults(4, 1, 0, 0, 0), "y": GainResults(4, 2, 0, 0, 0), **things}
    assert [row.label for row in amounts_panel("hostage", more, "en").rows] == ["Poodle", "y", "x"]
    assert owners_panel("hostage", things, "en", 0.25).rows[0].value == 0.5


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ("25.8%", "25.4–26.2%", "$12,345", "−$5", "1,234")),
        ("ru", ("25,8\u00a0%", "25,4–26,2\u00a0%", "12\u00a0345\u00a0$", "−5\u00a0$", "1234")),
        ("fr", ("25,8\u202f%", "25,4–26,2\u202f%", "12\u202f345\u00a0$", "−5\u00a0$", "1234")),
        ("pl", ("25,8%", "25,4–26,2%", "12\u00a0345\u00a0$", "−5\u00a0$", "1234")),
    ],
)
def test_numbers_are_written_as_the_language_does(lang: str, expected: tuple[str, ...]) -> None:
    limits = percents(Limits(0.254, 0.262), lang)
    assert (percent(0.258, lang), limits, amount(12345, lang), amount(-5, lang), grouped(1234, lang)) == expected
