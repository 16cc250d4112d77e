"""The page of who wins: from the kept file alone, in four languages, with existing charts."""

import re
import shlex
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from colt_rules.cli.stats import stats
from colt_rules.languages import LANGUAGES
from colt_rules.research.charts import percent
from colt_rules.research.statistics import GameKind, KindResults, Statistics, count
from colt_rules.site.navigation import NavigationEntry, navigation
from colt_rules.site.page import Page
from colt_rules.site.pages import home, statistics
from tests.research.needing import needs_native
from tests.site.reading import pages, reader, some_sources


def page(lang: str) -> Page:
    (found,) = statistics.pages(reader(lang))
    return found


def known() -> Statistics:
    return statistics.statistics(some_sources().root)


def four() -> KindResults:
    return statistics.base_tables(known())[4]


def test_it_is_made_of_a_million_games_or_more() -> None:
    assert known().games >= 1_000_000
    assert len({table.ended.games for table in known().tables}) == 1
    assert known().suite
    assert known().engine.startswith("colt-native ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_what_the_figures_do_and_do_not_mean(lang: str) -> None:
    body = page(lang).body
    for key in ("random", "people", "sure"):
        assert reader(lang).say(f"statistics.{key}") in body
    assert body.index("{#means}") < body.index("{#seats}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rate_on_it_comes_from_the_file(lang: str) -> None:
    body = page(lang).body
    for fared in four().ended.characters.values():
        assert percent(fared.rate, lang) in body
    for anchor in ("seats", "characters", "editions", "tie-break", "brought-hostage", "tables", "made"):
        assert f"{{#{anchor}}}" in body


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chart_of_it_is_there_and_in_its_language(lang: str) -> None:
    files = dict(statistics.files(some_sources(), [lang]))
    shown = re.findall(r'<img src="/\.\./([^"]+)" alt="([^"]+)" width="720" height="(\d+)"', page(lang).body)
    assert {name for name, _, _ in shown} == set(files)
    assert len(files) == 2 + len({kind for table in known().tables for kind in table.ended.brought})
    for name, alt, height in shown:
        root = ElementTree.fromstring(files[name])
        assert (root.get("lang"), root.get("height"), root.get("width")) == (lang, height, "720")
        assert alt


def test_the_tie_break_is_about_the_edition_that_has_another() -> None:
    tables = statistics.base_tables(known(), "pl-base")
    section = page("en").body.split("{#tie-break}")[1].split("\n## ")[0]
    assert "Poland, 2015" in section
    for number, table in tables.items():
        assert f"| {number} | {percent(table.ended.level / table.ended.games, 'en', 2)} |" in section
    assert all(table.ended.otherwise == 0 for table in known().tables if table.edition != "pl-base")


def test_the_command_that_it_names_is_one() -> None:
    named = statistics.command(known())
    assert f"{named}\n```\n\n[`docs/statistics.json`](/../source/docs/statistics.json.html)" in page("ru").body
    words = shlex.split(named)
    assert words[:2] == ["colt", "stats"]
    context = stats.make_context("stats", words[2:])
    assert context.params["seed"] == known().seed
    assert context.params["keep"].as_posix() == "docs/statistics.json"
    assert CliRunner().invoke(stats, ["--help"]).exit_code == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_reached_from_the_first_page(lang: str) -> None:
    (first,) = home.pages(reader(lang))
    assert first.body.count(f"(/{statistics.ADDRESS})") == 2


@pytest.mark.thorough  # the navigation needs the titles of all pages
def test_it_is_reached_from_the_navigation() -> None:
    assert statistics.ADDRESS in addresses(navigation(reader("en"), pages("en").values()))


def addresses(entries: tuple[NavigationEntry, ...]) -> set[str]:
    return {entry.address for entry in entries} | {one for entry in entries for one in addresses(entry.entries)}


@needs_native
@pytest.mark.thorough
def test_the_engine_of_today_gives_the_same_figures() -> None:
    table = statistics.base_tables(known(), "pl-base")[4]
    kind = GameKind(table.edition, table.variant, table.players)
    again = count([kind], table.ended.games, known().seed, threads=2)
    assert again.tables == (table,), f"the engine plays otherwise now: {statistics.command(known())}"
