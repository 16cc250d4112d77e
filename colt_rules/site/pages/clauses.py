"""A page for each clause: what it says, where it comes from, where it does not hold, and the way to what proves it."""

from collections.abc import Iterable, Iterator, Sequence

from colt_rules.conformance.cases.case import Case
from colt_rules.registry.books import Passage
from colt_rules.registry.clauses import Clause
from colt_rules.registry.editions import BASELINE, Difference
from colt_rules.registry.registry import Branch
from colt_rules.registry.rulings import Ruling
from colt_rules.site.addresses import book_at, differences_at, entry_at, module_at, topic_at
from colt_rules.site.page import Page, bullets, code, escaped, heading, link, paragraphs
from colt_rules.site.pages.books import passage_at
from colt_rules.site.pages.case import example
from colt_rules.site.pages.evidence import permanent_address, way_to_evidence, way_to_report
from colt_rules.site.pages.references import edition_link, edition_links, edition_name, entry_link, entry_links
from colt_rules.site.pages.sides import side_by_side
from colt_rules.site.pages.topics import INDEX, topics
from colt_rules.site.players import scripts
from colt_rules.site.reader import Reader


def pages(to: Reader) -> Iterator[Page]:
    """All clauses, in the order of play."""
    order = [clause for topic in topics(to.sources.registry) for clause in topic.clauses]
    for before, clause, after in zip([None, *order], order, [*order[1:], None], strict=False):
        yield clause_page(to, clause, before, after)


def clause_page(to: Reader, clause: Clause, before: Clause | None = None, after: Clause | None = None) -> Page:
    """One clause, between its neighbours in the order of play."""
    return Page(
        address=entry_at(clause.id),
        title=to.plain(clause.title),
        lead=f"{to.plain(clause.text)} {clause.id}",
        description=to.plain(clause.text),
        body=paragraphs(
            _breadcrumb(to, clause),
            _not_in(to, clause),
            statement(to.text(clause.text)),
            " · ".join(_facts(to, clause)),
            example(to, clause.id),
            f"**{to.say('clause.note')}**{to.colon} {escaped(to.plain(clause.note))}" if clause.note else "",
            sources(to, to.sources.registry.passages_of(clause.id), to.say("clause.sources")),
            _exceptions(to, clause),
            _differences(to, clause),
            _rulings(to, to.sources.registry.rulings_of(clause.id)),
            _see(to, clause),
            way_to_evidence(to, clause.id),
            " · ".join(_neighbours(to, before, after)),
            permanent_address(to, clause.id),
            way_to_report(to, clause.id),
            scripts(to.lang),
        ),
    )


def _breadcrumb(to: Reader, clause: Clause) -> str:
    return " › ".join(
        [
            link(to.say("site.rules"), INDEX),
            link(to.say(f"site.module-{clause.module}"), module_at(clause.module)),
            link(to.say(f"topic.{clause.topic}"), topic_at(clause)),
        ]
    )


def _neighbours(to: Reader, before: Clause | None, after: Clause | None) -> Iterator[str]:
    for key, other in (("previous", before), ("next", after)):
        if other:
            yield f"{to.say(f'clause.{key}')}{to.colon} {entry_link(to, other.id)}"


def _facts(to: Reader, clause: Clause) -> Iterator[str]:
    registry = to.sources.registry
    holding = [id for id in registry.editions if registry.holds(clause.id, id)]
    yield f"**{to.say('clause.kind')}**{to.colon} {to.say(f'topic.kind-{clause.kind.value}')}"
    yield f"**{to.say('clause.id')}**{to.colon} {code(clause.id)}"
    if clause.aliases:
        yield f"**{to.say('clause.aliases')}**{to.colon} {', '.join(map(code, clause.aliases))}"
    yield f"**{to.say('clause.holds-in')}**{to.colon} {edition_links(to, holding)}"


def _not_in(to: Reader, clause: Clause) -> str:
    """The editions with these modules in which the clause does not hold, with the way to what holds there."""
    registry = to.sources.registry
    found: dict[tuple[str, ...], list[str]] = {}
    for id, edition in registry.editions.items():
        if clause.module in edition.modules and not registry.holds(clause.id, id):
            found.setdefault(registry.instead_of(clause.id, id), []).append(id)
    notes = [
        f"**{to.say('clause.not-in')}**{to.colon} {edition_links(to, editions)}."
        + (f" **{to.say('clause.holds-there')}**{to.colon} {entry_links(to, others)}" if others else "")
        for others, editions in found.items()
    ]
    return paragraphs('<div class="not-in" markdown="1">', *notes, "</div>") if notes else ""


def statement(text: str) -> str:
    """What a clause or ruling says, so that it is the first thing seen. The blank lines keep its links Markdown."""
    return paragraphs('<div class="statement" markdown="1">', text, "</div>")


def sources(to: Reader, passages: Iterable[Passage], title: str) -> str:
    """The passages of the books, as a section with this title: an item for each book."""
    found: dict[str, list[Passage]] = {}
    for passage in passages:
        found.setdefault(passage.book, []).append(passage)
    listed = "\n".join(line for book, some in found.items() for line in _source(to, book, some))
    return paragraphs(heading(2, title, "sources"), listed or to.say("clause.no-sources"))


def _source(to: Reader, book: str, passages: Sequence[Passage]) -> Iterator[str]:
    """Book, sections and lines, and below them what is noted of these lines."""
    registry = to.sources.registry
    sections: dict[str, list[str]] = {}
    for passage in passages:
        lines = link(passage.lines, passage_at(registry, passage))
        sections.setdefault(passage.section, []).append(lines)
    texts = (
        f"{f'**{to.quoted(section, registry.books[book].language)}**, ' if section else ''}{_lines(to, lines)}"
        for section, lines in sections.items()
    )
    yield bullets([f"{link(to.say(f'book.name-{book}'), book_at(book))}{to.colon} {'; '.join(texts)}"])
    notes = [f"{passage.lines}{to.colon} {escaped(to.plain(passage.note))}" for passage in passages if passage.note]
    if notes:
        yield bullets(notes, depth=1)


def _lines(to: Reader, links: Sequence[str]) -> str:
    one = len(links) == 1 and "-" not in links[0].partition("]")[0]
    return f"{to.say('clause.line' if one else 'clause.lines')} {', '.join(links)}"


# --- exceptions


def _exceptions(to: Reader, clause: Clause) -> str:
    registry = to.sources.registry
    trees = {"exception-to": registry.exception_to(clause.id), "exceptions-to-it": registry.exceptions(clause.id)}
    if not any(trees.values()):
        return ""
    return paragraphs(
        heading(2, to.say("clause.exceptions"), "exceptions"),
        *(
            paragraphs(f"**{to.say(f'clause.{key}')}**", "\n".join(_tree(to, branches)))
            for key, branches in trees.items()
            if branches
        ),
    )


def _tree(to: Reader, branches: Iterable[Branch], depth: int = 0) -> Iterator[str]:
    for branch in branches:
        yield bullets([f"{entry_link(to, branch.clause.id)} {code(branch.clause.id)}"], depth)
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
    return paragraphs(
        heading(2, to.say("clause.differences"), "differences"),
        bullets(_difference(to, edition, difference) for edition, difference in found),
        *(side_by_side(to, to.sources.runs_of(case.id)) for case in cases.values()),
    )


def _difference(to: Reader, edition: str, difference: Difference) -> str:
    text = to.say(
        "clause.instead" if difference.instead_of else "clause.in-addition",
        edition=f"**{edition_link(to, edition)}**",
        clause=entry_link(to, difference.clause),
        others=entry_links(to, difference.instead_of),
    )
    compare = link(to.say("clause.compare", edition=edition_name(to, BASELINE)), differences_at(BASELINE, edition))
    return f"{text} {escaped(to.plain(difference.note))} ({compare})"


def _witnesses(to: Reader, difference: Difference, id: str) -> list[Case]:
    """The witnesses of a difference: those that name the clause in question, if any does."""
    found = to.sources.suite.witnesses(difference.clause)
    return [case for case in found if id in (*case.exercised, *case.limited)] or found


# --- rulings and other clauses


def _rulings(to: Reader, rulings: Iterable[Ruling]) -> str:
    text = bullets(f"**{entry_link(to, ruling.id)}** {to.text(ruling.answer)}" for ruling in rulings)
    return paragraphs(heading(2, to.say("clause.rulings"), "rulings"), text) if text else ""


def _see(to: Reader, clause: Clause) -> str:
    if not clause.see:
        return ""
    return paragraphs(heading(2, to.say("clause.see"), "see"), bullets(entry_link(to, id) for id in clause.see))
