"""Who wins random games: the figures in ``docs/statistics.json``, with charts.

The native engine makes the file; building the site does not need it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import evolve

from colt_rules.modules import MODULES
from colt_rules.referee.prose import tell
from colt_rules.research.charts import (
    WIDTH,
    Chart,
    Panel,
    amount,
    amounts_panel,
    by_amount,
    characters_panel,
    grouped,
    in_order,
    name_of,
    owners_panel,
    pay,
    percent,
    percents,
    seats_panel,
    thing_called,
    turn,
)
from colt_rules.research.statistics import GainResults, KindResults, PlayerResults, Results, Statistics, pooled, read
from colt_rules.rules.editions import EDITIONS
from colt_rules.site.addresses import edition_at, picture_at, source_at
from colt_rules.site.page import Page, bullets, code, escaped, fenced, fold, heading, link, paragraphs, picture, table
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources

ADDRESS = "statistics.md"
STATISTICS = Path("docs") / "statistics.json"
USUAL = 4
"""The typical number of players."""


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    known = statistics(to.sources.root)
    yield Page(
        address=ADDRESS,
        title=to.say("site.statistics"),
        body=paragraphs(
            to.say("statistics.lead", games=grouped(known.games, to.lang)),
            _meaning(to),
            _seats(to, known),
            _characters(to, known),
            _editions(to, known),
            *_tie_breaks(to, known),
            *_brought(to, known),
            _tables(to, known),
            _made(to, known),
        ),
    )


def files(sources: Sources, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The charts in these languages: path from the root of the site, and SVG."""
    known = statistics(sources.root)
    for lang in languages:
        for name, chart in charts(known, lang).items():
            yield f"pictures/{_named(name, lang)}.svg", chart.svg()


def charts(known: Statistics, lang: str) -> dict[str, Chart]:
    """Every chart of the page, by name."""

    def by_players(panel: Callable[[Results, str], Panel]) -> tuple[Panel, ...]:
        """A panel for each number of players."""
        return tuple(
            evolve(panel(one.ended, lang), title=tell(lang, "statistics.players", players=one.players))
            for one in base_tables(known).values()
        )

    found = {
        "seats": Chart(tell(lang, "statistics.by-seat"), by_players(seats_panel), lang),
        "characters": Chart(tell(lang, "statistics.by-character"), by_players(characters_panel), lang),
    }
    for kind, things in pooled(known.tables).items():
        average = _average(one for one in known.tables if kind in one.ended.brought)
        amounts = (amounts_panel(kind, things, lang),) if pay(things) else ()
        panels = (*amounts, owners_panel(kind, things, lang, average))
        found[f"brought-{kind}"] = Chart(panels[0].title, panels, lang)
    return found


@cache
def statistics(root: Path) -> Statistics:
    """The statistics of this checkout."""
    path = root / STATISTICS
    return read(path.read_bytes(), str(path))


def base_tables(known: Statistics, edition: str = EDITIONS[0]) -> dict[int, KindResults]:
    """The tables of the base game in an edition, by number of players."""
    return {one.players: one for one in known.tables if (one.edition, one.variant) == (edition, MODULES[0])}


# --- the parts of the page


def _meaning(to: Reader) -> str:
    said = (to.say(f"statistics.{key}") for key in ("random", "people", "sure"))
    return paragraphs(heading(2, to.say("statistics.means"), "means"), bullets(said))


def _seats(to: Reader, known: Statistics) -> str:
    return paragraphs(
        heading(2, to.say("statistics.seats"), "seats"), to.say("statistics.seats-about"), _chart(to, known, "seats")
    )


def _characters(to: Reader, known: Statistics) -> str:
    base = base_tables(known)
    rows = in_order(base[USUAL].ended.characters)
    (best, most), (worst, least) = rows[0], rows[-1]
    head = [to.say("statistics.character"), *(_players(to, number) for number in base)]
    return paragraphs(
        heading(2, to.say("statistics.characters"), "characters"),
        to.say(
            "statistics.characters-about",
            best=name_of(best, to.lang),
            high=percent(most.rate, to.lang),
            worst=name_of(worst, to.lang),
            low=percent(least.rate, to.lang),
        ),
        _chart(to, known, "characters"),
        table(head, _across(to, [name for name, _ in rows], base.values())),
    )


def _editions(to: Reader, known: Statistics) -> str:
    by = {edition: base_tables(known, edition).get(USUAL) for edition in EDITIONS}
    found = {edition: one for edition, one in by.items() if one}
    head = [to.say("statistics.character"), *(_edition(to, edition) for edition in found)]
    names = [name for name, _ in in_order(found[EDITIONS[0]].ended.characters)]
    return paragraphs(
        heading(2, to.say("statistics.editions"), "editions"),
        to.say("statistics.editions-about"),
        table(head, _across(to, names, found.values())),
    )


def _tie_breaks(to: Reader, known: Statistics) -> Iterator[str]:
    """The effect of the tie-break in editions that do not count every bullet."""
    for edition in EDITIONS:
        tables = base_tables(known, edition)
        if not any(one.ended.otherwise for one in tables.values()):
            continue
        rows = [
            [
                str(number),
                *(percent(part / one.ended.games, to.lang, 2) for part in (one.ended.level, one.ended.otherwise)),
            ]
            for number, one in tables.items()
        ]
        usual = tables[USUAL].ended
        yield paragraphs(
            heading(2, to.say("statistics.tie-break"), "tie-break"),
            to.say("statistics.tie-break-about", edition=_edition(to, edition)),
            to.table("statistics", ("players", "level", "otherwise"), rows),
            to.say("statistics.every-other", number=grouped(round(usual.games / usual.otherwise), to.lang))
            if usual.otherwise
            else "",
        )


def _brought(to: Reader, known: Statistics) -> Iterator[str]:
    """What players can get and what it brings them; the module supplies the texts."""
    for kind, things in pooled(known.tables).items():
        paid = pay(things)
        rows = (
            [
                thing_called(name, kind, to.lang),
                percent(one.share, to.lang),
                *([amount(one.mean, to.lang)] if paid else []),
                _rate(to, one) if one.taken else "–",
            ]
            for name, one in by_amount(things)
        )
        yield paragraphs(
            heading(2, to.say(f"statistics.brought-{kind}"), f"brought-{kind}"),
            to.say(f"statistics.about-{kind}"),
            _chart(to, known, f"brought-{kind}"),
            to.table("statistics", ("thing", "share", *(("amount",) if paid else ()), "owner"), rows),
        )


def _tables(to: Reader, known: Statistics) -> str:
    head = ("edition", "variant", "players", "games", "shared", "nobody", "best-seat", "character")
    rows = to.table("statistics", head, (_table_row(to, one) for one in known.tables))
    return paragraphs(
        heading(2, to.say("statistics.variants"), "tables"),
        to.say("statistics.variants-about"),
        fold(to.say("statistics.variants"), rows, "every-table"),
    )


def _table_row(to: Reader, one: KindResults) -> list[str]:
    ended = one.ended
    best, seat = max(enumerate(ended.seats, 1), key=lambda each: each[1].rate)
    name, character = in_order(ended.characters)[0]
    return [
        link(_edition(to, one.edition), edition_at(one.edition)),
        ", ".join(escaped(to.say(f"site.module-{module}")) for module in one.modules),
        str(one.players),
        grouped(ended.games, to.lang),
        percent(ended.shared / ended.games, to.lang),
        percent(ended.nobody / ended.games, to.lang),
        f"{turn(best, to.lang)}{to.colon} {percent(seat.rate, to.lang)}",
        f"{name_of(name, to.lang)}{to.colon} {percent(character.rate, to.lang)}",
    ]


def _made(to: Reader, known: Statistics) -> str:
    return paragraphs(
        heading(2, to.say("statistics.made"), "made"),
        to.say("statistics.made-about", engine=escaped(known.engine), suite=escaped(known.suite), seed=str(known.seed)),
        fenced(command(known)),
        link(code(STATISTICS.as_posix()), source_at(STATISTICS.as_posix())),
    )


def command(known: Statistics) -> str:
    """The command that makes the file again: all of its tables, with the same number of games."""
    each = known.tables[0].ended.games
    words = [f"--variant {name}" for name in dict.fromkeys(one.variant for one in known.tables)]
    return (
        f"colt stats --edition all {' '.join(words)} --games {each} --seed {known.seed} --keep {STATISTICS.as_posix()}"
    )


# --- small things


def _chart(to: Reader, known: Statistics, name: str) -> str:
    chart = charts(known, to.lang)[name]
    return picture(picture_at(_named(name, to.lang)), chart.title, WIDTH, chart.height)


def _named(name: str, lang: str) -> str:
    return f"statistics-{name}.{lang}"


def _across(to: Reader, names: Iterable[str], tables: Iterable[KindResults]) -> Iterator[list[str]]:
    """A row for each character: its rate of wins at each of these tables."""
    found = list(tables)
    for name in names:
        yield [name_of(name, to.lang), *(_rate(to, one.ended.characters[name]) for one in found)]


def _rate(to: Reader, one: PlayerResults | GainResults) -> str:
    return f"{percent(one.rate, to.lang)} ({percents(one.limits, to.lang)})"


def _players(to: Reader, number: int) -> str:
    return tell(to.lang, "statistics.players", players=number)


def _edition(to: Reader, edition: str) -> str:
    return escaped(to.plain(to.sources.registry.editions[edition].name))


def _average(tables: Iterable[KindResults]) -> float:
    """The rate of wins of all seats at these tables."""
    seats = [seat for one in tables for seat in one.ended.seats]
    return sum(seat.wins for seat in seats) / sum(seat.games for seat in seats)
