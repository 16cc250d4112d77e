"""The editions: what each is, where it differs from the baseline, and where any two of them differ."""

from collections.abc import Iterator
from itertools import combinations

from colt_rules.registry.differences import differences_between
from colt_rules.registry.editions import BASELINE, Edition, EditionDifference
from colt_rules.site.addresses import book_at, case_at, differences_at, edition_at
from colt_rules.site.page import Page, bullets, escaped, heading, link, paragraphs, table
from colt_rules.site.pages.case import title_of
from colt_rules.site.pages.differences import INDEX, differences_page, wordings
from colt_rules.site.pages.references import (
    edition_link,
    edition_name,
    entry_link,
    entry_links,
    module_links,
    places,
)
from colt_rules.site.reader import Reader


def pages(to: Reader) -> Iterator[Page]:
    """The list of editions, a page for each edition, and a page for each pair."""
    editions = to.sources.registry.editions
    yield _index(to)
    for edition in editions.values():
        yield _edition(to, edition)
    for first, second in combinations(sorted(editions), 2):
        yield differences_page(to, first, second)


def _index(to: Reader) -> Page:
    editions = to.sources.registry.editions
    rows = [
        [
            edition_link(to, edition.id),
            f"{escaped(to.plain(edition.title))}{_mark(to, edition)}",
            module_links(to, edition.modules),
            _books(to, edition),
        ]
        for edition in editions.values()
    ]
    head = [to.say(f"edition.{key}") for key in ("edition", "title", "modules", "books")]
    return Page(
        address=INDEX,
        title=to.say("site.editions"),
        body=paragraphs(
            to.say("edition.about"),
            table(head, rows),
            heading(2, to.say("edition.pairs"), "pairs"),
            to.say("edition.pairs-about"),
            table(
                [to.say("edition.edition"), *(edition_link(to, id) for id in editions)],
                [_pairs_of(to, first) for first in editions],
            ),
        ),
    )


def _mark(to: Reader, edition: Edition) -> str:
    return f" ({to.say('edition.baseline')})" if edition.id == BASELINE else ""


def _books(to: Reader, edition: Edition) -> str:
    return " · ".join(link(escaped(to.plain(to.sources.registry.books[id].name)), book_at(id)) for id in edition.books)


def _pairs_of(to: Reader, first: str) -> list[str]:
    """The row of an edition: the number of differences from each other edition."""
    registry = to.sources.registry
    return [
        f"**{escaped(edition_name(to, first))}**",
        *(
            ""
            if second == first
            else link(str(len(differences_between(registry, first, second))), differences_at(first, second))
            for second in registry.editions
        ),
    ]


def _edition(to: Reader, edition: Edition) -> Page:
    others = [other for other in to.sources.registry.editions if other != edition.id]
    compared = " · ".join(link(escaped(edition_name(to, other)), differences_at(edition.id, other)) for other in others)
    return Page(
        address=edition_at(edition.id),
        title=to.plain(edition.title),
        body=paragraphs(
            f"{link(to.say('site.editions'), INDEX)} › {escaped(edition_name(to, edition.id))}",
            to.facts(
                "edition",
                {
                    "books": _books(to, edition),
                    "modules": module_links(to, edition.modules),
                    "compared-with": compared,
                },
            ),
            _departures(to, edition),
            _settled(to, edition),
            wordings(to, edition.id),
        ),
    )


def _departures(to: Reader, edition: Edition) -> str:
    if edition.id == BASELINE:
        return to.say("edition.is-the-baseline")
    return paragraphs(
        heading(2, to.say("edition.departs"), "differences"),
        *(_departure(to, edition, difference) for difference in edition.differences),
    )


def _departure(to: Reader, edition: Edition, difference: EditionDifference) -> str:
    registry = to.sources.registry
    clause = registry.clause(difference.clause)
    passages = places(to, registry.passages_of(clause.id, edition.id))
    witnesses = ", ".join(
        link(escaped(title_of(to, case.id)), case_at(case.id)) for case in to.sources.suite.witnesses(difference.clause)
    )
    replaced = to.labelled("edition.instead-of", entry_links(to, difference.instead_of))
    return paragraphs(
        heading(3, entry_link(to, clause.id), clause.id),
        to.text(clause.text),
        bullets(
            [
                replaced or to.say("edition.in-addition"),
                to.labelled("edition.comes-to", to.remark(difference.note)),
                to.labelled("edition.passages", passages),
                to.labelled("edition.witnesses", witnesses),
            ]
        ),
    )


def _settled(to: Reader, edition: Edition) -> str:
    found = [ruling.id for ruling in to.sources.registry.rulings.values() if edition.id in ruling.settled_in]
    if not found:
        return ""
    return paragraphs(
        heading(2, to.say("edition.settled"), "settled"),
        to.say("edition.settled-about"),
        bullets(entry_links(to, [id]) for id in found),
    )
