"""The differences of two editions: what holds in each, its effect, and cases with different results."""

from collections.abc import Sequence

from colt_rules.conformance.cases.expand import Run
from colt_rules.registry.differences import PointOfDifference, differences_between
from colt_rules.site.addresses import case_at, differences_at
from colt_rules.site.page import Page, block, bullets, escaped, fold, heading, link, paragraphs
from colt_rules.site.pages.case import title_of
from colt_rules.site.pages.references import (
    edition_link,
    edition_name,
    entry_link,
    entry_links,
    module_links,
    places,
)
from colt_rules.site.pages.sides import side_by_side
from colt_rules.site.reader import Reader

INDEX = "editions/index.md"


def differences_page(to: Reader, first: str, second: str) -> Page:
    """Every point at which two editions differ."""
    found = differences_between(to.sources.registry, first, second)
    shown: set[str] = set()
    return Page(
        address=differences_at(first, second),
        title=to.say("edition.pair", first=edition_name(to, first), second=edition_name(to, second)),
        body=paragraphs(
            f"{link(to.say('site.editions'), INDEX)} › {edition_link(to, first)} · {edition_link(to, second)}",
            _modules(to, first, second),
            heading(2, to.say("edition.differences", count=len(found)), "differences"),
            "" if found else to.say("edition.none"),
            *(_point(to, point, first, second, shown) for point in found),
            wordings(to, first, second),
        ),
    )


def wordings(to: Reader, *editions: str) -> str:
    """A section with differences in wording only between editions; empty if there are none."""
    rows = [
        [
            edition_link(to, id),
            entry_links(to, one.clauses),
            places(to, (to.sources.registry.passages[key] for key in one.passages)),
            to.remark(one.note),
        ]
        for id in editions
        for one in to.sources.registry.editions[id].wordings
    ]
    head = ("edition", "clauses", "passages", "why-the-same")
    skipped = int(len(editions) == 1)
    return paragraphs(
        heading(2, to.say("edition.wordings"), "wordings"),
        to.say("edition.wordings-about"),
        to.table("edition", head[skipped:], [row[skipped:] for row in rows]),
    )


def _modules(to: Reader, first: str, second: str) -> str:
    """The modules that are not compared, because only one of the editions plays them."""
    plays = {id: to.sources.registry.editions[id].modules for id in (first, second)}
    if set(plays[first]) == set(plays[second]):
        return to.say("edition.plays-alike")
    alone = {id: [each for each in plays[id] if any(each not in other for other in plays.values())] for id in plays}
    return paragraphs(
        heading(2, to.say("edition.only-one-plays"), "modules"),
        to.say("edition.only-one-about"),
        bullets(
            f"{edition_link(to, id)}{to.colon} {module_links(to, modules)}" for id, modules in alone.items() if modules
        ),
    )


def _point(to: Reader, point: PointOfDifference, first: str, second: str, shown: set[str]) -> str:
    """One difference; a witness that was shown before is only named."""
    registry, suite = to.sources.registry, to.sources.suite
    ids = (*point.first, *point.second)
    departing = next(id for id in ids if any(id in edition.clauses for edition in registry.editions.values()))
    witnesses = dict.fromkeys(case.id for id in ids for case in suite.witnesses(id))
    return paragraphs(
        heading(3, escaped(to.plain(registry.clause(departing).title)), departing),
        block(
            paragraphs(*(_side(to, edition, side) for edition, side in ((first, point.first), (second, point.second)))),
            "sides",
        ),
        to.labelled("edition.comes-to", " ".join(map(to.remark, point.notes))),
        fold(
            to.say("edition.witnesses"),
            paragraphs(*(_witness(to, id, first, second, shown) for id in witnesses)),
            f"{departing}.cases",
        ),
    )


def _side(to: Reader, edition: str, ids: Sequence[str]) -> str:
    """What holds in one of the editions, and where its books say so, as a column."""
    told = paragraphs(*(_clause(to, edition, id) for id in ids)) or to.say("edition.no-such-clause")
    return block(paragraphs(f"**{edition_link(to, edition)}**", told), "side")


def _clause(to: Reader, edition: str, id: str) -> str:
    registry = to.sources.registry
    clause = registry.clause(id)
    where = places(to, registry.passages_of(id, edition)) or to.say("edition.book-is-silent")
    return f"*{entry_link(to, id)}*<br>{to.text(clause.text)} ({where})"


# --- witnesses


def _witness(to: Reader, id: str, first: str, second: str, shown: set[str]) -> str:
    """A case with both results side by side."""
    if id in shown:
        title = link(escaped(title_of(to, id)), case_at(id))
        return f"**{title}** ({to.say('edition.shown-above')})"
    shown.add(id)
    found = {edition: _run(to, id, edition) for edition in (first, second)}
    runs = [run for run in found.values() if run]
    return paragraphs(
        *(
            to.say("edition.says-nothing-of", edition=edition_name(to, edition))
            for edition, run in found.items()
            if not run
        ),
        side_by_side(to, runs),
    )


def _run(to: Reader, case: str, edition: str) -> Run | None:
    """The run of a witness in an edition without further house rules, or None."""
    return next((run for run in to.sources.runs_of(case) if run.edition == edition and not run.side.rulings), None)
