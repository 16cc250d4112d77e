"""A page for each clause: its text, its sources, where it does not hold, and links to its evidence."""

from collections.abc import Iterable, Iterator, Sequence

from colt_rules.conformance.cases.case import Case
from colt_rules.referee.prose import text
from colt_rules.registry.books import Passage
from colt_rules.registry.clauses import Clause
from colt_rules.registry.editions import BASELINE, EditionDifference
from colt_rules.registry.registry import Branch
from colt_rules.registry.rulings import Ruling
from colt_rules.site.addresses import differences_at, entry_at, topic_at
from colt_rules.site.browser_scripts import scripts
from colt_rules.site.page import Page, block, bullets, code, fold, heading, link, paragraphs
from colt_rules.site.pages.evidence import evidence_links, report_link
from colt_rules.site.pages.examples import examples, one_more
from colt_rules.site.pages.references import (
    edition_link,
    edition_links,
    edition_name,
    entry_link,
    entry_links,
    module_link,
    places_by_book,
)
from colt_rules.site.pages.sides import side_by_side
from colt_rules.site.pages.topics import INDEX, topics
from colt_rules.site.reader import Reader

MOST_EXCEPTIONS = 3
"""Up to this many are listed; more are folded."""


def pages(to: Reader) -> Iterator[Page]:
    """All clauses, in the order of play."""
    order = [clause for topic in topics(to.sources.registry) for clause in topic.clauses]
    for before, clause, after in zip([None, *order], order, [*order[1:], None], strict=False):
        yield clause_page(to, clause, before, after)


def clause_page(to: Reader, clause: Clause, before: Clause | None = None, after: Clause | None = None) -> Page:
    """One clause between its neighbours in the order of play, on two phone screens: long parts are folded."""
    return Page(
        address=entry_at(clause.id),
        short=True,
        title=to.plain(clause.title),
        lead=f"{to.plain(clause.text)} {clause.id}",
        description=to.plain(clause.text),
        body=paragraphs(
            _breadcrumb(to, clause),
            _not_in(to, clause),
            statement(to.text(clause.text)),
            examples(to, clause.id),
            holds_in(to, clause.id),
            small_print(to.labelled("clause.note", to.remark(clause.note))) if clause.note else "",
            sources(to, to.sources.registry.passages_of(clause.id), to.say("clause.sources")),
            _exceptions(to, clause),
            _differences(to, clause),
            _rulings(to, to.sources.registry.rulings_of(clause.id)),
            block(to.labelled("clause.see", entry_links(to, clause.see)), "small ways", id="see"),
            one_more(to, clause.id),
            ways(*_neighbours(to, before, after), report_link(to, clause.id)),
            for_programs(to, clause.id, clause.aliases, text(to.lang, f"kind.{clause.kind.value}")),
            scripts(to.lang),
        ),
    )


def _breadcrumb(to: Reader, clause: Clause) -> str:
    way = [
        link(to.say("site.rules"), INDEX),
        module_link(to, clause.module),
        link(to.say(f"topic.{clause.topic}"), topic_at(clause)),
    ]
    return ways(" › ".join(way))


def _neighbours(to: Reader, before: Clause | None, after: Clause | None) -> Iterator[str]:
    for key, other in (("previous", before), ("next", after)):
        if other:
            yield f"{to.say(f'clause.{key}')}{to.colon} {entry_link(to, other.id)}"


def holds_in(to: Reader, id: str) -> str:
    """One line with the editions in which a clause or ruling holds; machine-readable unless it holds in all.

    `script/edition.js` uses it to inform players of another edition.
    """
    registry = to.sources.registry
    holding = [edition for edition in registry.editions if registry.holds(id, edition)]
    if len(holding) == len(registry.editions):
        return to.say("clause.holds-everywhere")
    return block(to.labelled("clause.holds-in", edition_links(to, holding)), "holds", data_in=" ".join(holding))


def _not_in(to: Reader, clause: Clause) -> str:
    """The editions with its module in which the clause does not hold, with links to what holds there."""
    registry = to.sources.registry
    found: dict[tuple[str, ...], list[str]] = {}
    for id, edition in registry.editions.items():
        if clause.module in edition.modules and not registry.holds(clause.id, id):
            found.setdefault(registry.instead_of(clause.id, id), []).append(id)
    notes = []
    for others, editions in found.items():
        note = to.labelled("clause.not-in", f"{edition_links(to, editions)}.")
        there = to.labelled("clause.holds-there", entry_links(to, others))
        notes.append(block(f"{note} {there}".rstrip(), "not-in", data_not=" ".join(editions)))
    return paragraphs(*notes)


def statement(text: str) -> str:
    """The text of a clause or ruling, shown most prominently."""
    return block(text, "statement")


def small_print(*facts: str) -> str:
    """Facts in a row, in small print."""
    return block(" · ".join(filter(None, facts)), "small")


def ways(*links: str) -> str:
    """Ways to other pages in small print, which paper leaves out."""
    return block(" · ".join(filter(None, links)), "small ways")


def section(to: Reader, key: str, told: str, count: int, most: int = 0) -> str:
    """A section of a page; one with more than ``most`` items is folded, with their number.

    Its anchor is the same either way.
    """
    title = to.say(f"clause.{key}")
    if count > most:
        return fold(f"{title}{to.colon} {count}", told, key)
    return paragraphs(heading(2, title, key), told) if told else ""


def sources(to: Reader, passages: Iterable[Passage], title: str) -> str:
    """The passages of the books, by heading, as a section with this title: an item for each book."""
    listed = bullets(places_by_book(to, passages))
    return paragraphs(heading(2, title, "sources"), block(listed, "small") or to.say("clause.no-sources"))


def for_programs(to: Reader, id: str, aliases: Iterable[str], kind: str = "") -> str:
    """What programs and their authors need of a clause or ruling, folded: its ids and the ways to its evidence."""
    facts = {
        "kind": kind,
        "id": code(id),
        "aliases": ", ".join(map(code, aliases)),
    }
    return fold(to.say("clause.for-programs"), paragraphs(to.facts("clause", facts), evidence_links(to, id)))


# --- exceptions


def _exceptions(to: Reader, clause: Clause) -> str:
    """The exceptions in both directions, as trees of clauses; long ones are folded."""
    registry = to.sources.registry
    trees = {"exception-to": registry.exception_to(clause.id), "exceptions-to-it": registry.exceptions(clause.id)}
    lines = {to.say(f"clause.{key}"): list(_tree(to, branches)) for key, branches in trees.items() if branches}
    told = paragraphs(*(paragraphs(f"**{title}**", "\n".join(tree)) for title, tree in lines.items()))
    return section(to, "exceptions", told, sum(map(len, lines.values())), MOST_EXCEPTIONS)


def _tree(to: Reader, branches: Iterable[Branch], depth: int = 0) -> Iterator[str]:
    for branch in branches:
        yield bullets([entry_link(to, branch.clause.id)], depth)
        yield from _tree(to, branch.branches, depth + 1)


# --- editions


def _differences(to: Reader, clause: Clause) -> str:
    found = [
        (edition.id, difference)
        for edition in to.sources.registry.editions.values()
        for difference in edition.differences
        if clause.id in (difference.clause, *difference.instead_of)
    ]
    if not found:
        return ""
    cases = {case.id: case for _, difference in found for case in _witnesses(to, difference, clause.id)}
    told = paragraphs(
        bullets(_difference(to, edition, difference) for edition, difference in found),
        *(side_by_side(to, to.sources.runs_of(case.id)) for case in cases.values()),
    )
    return section(to, "differences", told, len(found))


def _difference(to: Reader, edition: str, difference: EditionDifference) -> str:
    text = to.say(
        "clause.instead" if difference.instead_of else "clause.in-addition",
        edition=f"**{edition_link(to, edition)}**",
        clause=entry_link(to, difference.clause),
        others=entry_links(to, difference.instead_of),
    )
    compare = link(to.say("clause.compare", edition=edition_name(to, BASELINE)), differences_at(BASELINE, edition))
    return f"{text} {to.remark(difference.note)} ({compare})"


def _witnesses(to: Reader, difference: EditionDifference, id: str) -> list[Case]:
    """The witnesses of a difference, preferably witnesses that name the clause in question."""
    found = to.sources.suite.witnesses(difference.clause)
    return [case for case in found if id in (*case.exercised, *case.limited)] or found


# --- rulings


def _rulings(to: Reader, rulings: Sequence[Ruling]) -> str:
    """The questions that a clause leaves open, with their answers."""
    told = bullets(f"**{entry_link(to, ruling.id)}** {to.text(ruling.answer)}" for ruling in rulings)
    return section(to, "rulings", told, len(rulings))
