"""A page for each ruling: question, answer, the other answers, the way to what proves it; and a list of all."""

from collections.abc import Iterable, Iterator

from colt_rules.modules import MODULES
from colt_rules.registry.rulings import Rejected, Ruling
from colt_rules.site.addresses import entry_at
from colt_rules.site.page import Page, bullets, code, escaped, heading, link, paragraphs, table
from colt_rules.site.pages.case import example
from colt_rules.site.pages.clauses import sources, statement
from colt_rules.site.pages.evidence import permanent_address, way_to_evidence, way_to_report
from colt_rules.site.pages.references import edition_links, entry_links
from colt_rules.site.pages.sides import side_by_side
from colt_rules.site.players import scripts
from colt_rules.site.reader import Reader

INDEX = "rulings/index.md"


def pages(to: Reader) -> Iterator[Page]:
    """The list of rulings, and a page for each."""
    yield _index(to)
    for ruling in to.sources.registry.rulings.values():
        yield ruling_page(to, ruling)


def claimable_in(to: Reader, ruling: Ruling) -> list[str]:
    """The editions in which another answer can be claimed: none, if the question is settled."""
    registry = to.sources.registry
    return [id for id in registry.editions if registry.holds(ruling.id, id) and ruling.claimable(id)]


# --- the list


def _index(to: Reader) -> Page:
    rulings = to.sources.registry.rulings.values()
    still_open = [ruling for ruling in rulings if claimable_in(to, ruling)]
    return Page(
        address=INDEX,
        title=to.say("ruling.title"),
        body=paragraphs(
            to.say("ruling.about"),
            heading(2, to.say("ruling.open"), "open"),
            bullets(_in_short(to, ruling) for ruling in still_open),
            heading(2, to.say("ruling.settled"), "settled"),
            *(
                paragraphs(
                    heading(3, to.say(f"site.module-{module}"), module), bullets(_in_short(to, one) for one in found)
                )
                for module, found in _by_module(to, (ruling for ruling in rulings if ruling not in still_open)).items()
            ),
        ),
    )


def _by_module(to: Reader, rulings: Iterable[Ruling]) -> dict[str, list[Ruling]]:
    """Rulings by the module of the first clause that each completes, in the order of play."""
    registry = to.sources.registry
    found: dict[str, list[Ruling]] = {module: [] for module in MODULES}
    for ruling in rulings:
        found[registry.clause(ruling.completes[0]).module].append(ruling)
    return {module: some for module, some in found.items() if some}


def _in_short(to: Reader, ruling: Ruling) -> str:
    question = link(escaped(to.plain(ruling.question)), entry_at(ruling.id))
    return f"**{question}** {escaped(to.plain(ruling.answer))}{_mark(to, ruling)}"


def _mark(to: Reader, ruling: Ruling) -> str:
    """What can be claimed instead, and where; empty where the question is settled."""
    editions = claimable_in(to, ruling)
    if not editions:
        return ""
    mark = to.say("ruling.open-mark")
    claims = ", ".join(code(f"{ruling.id}={other.id}") for other in ruling.rejected if other.claim)
    return f' <em class="open">{mark}</em>: {claims} ({edition_links(to, editions)})'


# --- one ruling


def ruling_page(to: Reader, ruling: Ruling) -> Page:
    """One ruling."""
    return Page(
        address=entry_at(ruling.id),
        title=to.plain(ruling.question),
        lead=f"{to.plain(ruling.answer)} {ruling.id}",
        description=f"{to.plain(ruling.question)} {to.plain(ruling.answer)}",
        body=paragraphs(
            link(to.say("ruling.title"), INDEX),
            statement(to.text(ruling.answer)),
            example(to, ruling.id),
            bullets(_facts(to, ruling)),
            _rejected(to, ruling),
            paragraphs(heading(2, to.say("ruling.reason"), "reason"), escaped(to.plain(ruling.reason))),
            sources(to, to.sources.registry.passages_of(ruling.id), to.say("ruling.sources")),
            _claims(to, ruling),
            way_to_evidence(to, ruling.id),
            permanent_address(to, ruling.id),
            way_to_report(to, ruling.id),
            scripts(to.lang),
        ),
    )


def _facts(to: Reader, ruling: Ruling) -> Iterator[str]:
    editions = to.sources.registry.editions
    facts = {
        "ruling.completes": entry_links(to, ruling.completes),
        "clause.id": code(ruling.id),
        "clause.aliases": ", ".join(map(code, ruling.aliases)),
        "clause.holds-in": edition_links(to, [id for id in editions if to.sources.registry.holds(ruling.id, id)]),
        "ruling.settled-in": edition_links(to, ruling.settled_in),
        "ruling.open": edition_links(to, claimable_in(to, ruling)),
    }
    return (f"**{to.say(key)}**{to.colon} {fact}" for key, fact in facts.items() if fact)


def _rejected(to: Reader, ruling: Ruling) -> str:
    if not ruling.rejected:
        return ""
    head = [to.say("ruling.rejected-answer"), to.say("clause.id"), to.say("ruling.claimable-in")]
    editions = edition_links(to, claimable_in(to, ruling))

    def row(other: Rejected) -> list[str]:
        id = f"{ruling.id}={other.id}" if other.claim else other.id
        return [escaped(to.plain(other.answer)), code(id), editions if other.claim else to.say("ruling.not-claimable")]

    return paragraphs(heading(2, to.say("ruling.rejected"), "rejected"), table(head, map(row, ruling.rejected)))


def _claims(to: Reader, ruling: Ruling) -> str:
    claims = [f"{ruling.id}={other.id}" for other in ruling.rejected if other.claim]
    cases = {case.id: case for claim in claims for case in to.sources.suite.witnesses(claim)}
    if not cases:
        return ""
    return paragraphs(
        heading(2, to.say("ruling.claims"), "claims"),
        *(side_by_side(to, to.sources.runs_of(case.id)) for case in cases.values()),
    )
