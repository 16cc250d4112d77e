"""A page for each ruling: question, answer, rejected answers, links to its evidence; and a list of all."""

from collections.abc import Iterable, Iterator

from colt_rules.modules import MODULES
from colt_rules.registry.rulings import Rejected, Ruling
from colt_rules.site.addresses import entry_at
from colt_rules.site.browser_scripts import scripts
from colt_rules.site.page import Page, bullets, code, escaped, fold, heading, link, paragraphs
from colt_rules.site.pages.clauses import for_programs, holds_in, sources, statement, ways
from colt_rules.site.pages.evidence import report_link
from colt_rules.site.pages.examples import examples, one_more
from colt_rules.site.pages.references import edition_links, entry_links, only_mark
from colt_rules.site.pages.sides import side_by_side
from colt_rules.site.reader import Reader

INDEX = "rulings/index.md"


def pages(to: Reader) -> Iterator[Page]:
    """The list of rulings, and a page for each."""
    yield _index(to)
    for ruling in to.sources.registry.rulings.values():
        yield ruling_page(to, ruling)


def open_in(to: Reader, ruling: Ruling) -> list[str]:
    """The editions in which another answer can be agreed on; empty if the question is settled."""
    registry = to.sources.registry
    return [id for id in registry.editions if registry.holds(ruling.id, id) and ruling.house_rules(id)]


# --- the list


def _index(to: Reader) -> Page:
    rulings = to.sources.registry.rulings.values()
    still_open = [ruling for ruling in rulings if open_in(to, ruling)]
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
    return f"**{question}** {escaped(to.plain(ruling.answer))}{_mark(to, ruling)}{only_mark(_only(to, ruling))}"


def _only(to: Reader, ruling: Ruling) -> list[str]:
    """The editions in which a ruling holds; empty if it holds in all."""
    registry = to.sources.registry
    holding = [id for id in registry.editions if registry.holds(ruling.id, id)]
    return holding if len(holding) < len(registry.editions) else []


def _mark(to: Reader, ruling: Ruling) -> str:
    """What can be agreed on instead, and where; empty if the question is settled."""
    editions = open_in(to, ruling)
    if not editions:
        return ""
    return f' <em class="open">{to.say("ruling.open-mark")}</em>{to.colon} {edition_links(to, editions)}'


# --- one ruling


def ruling_page(to: Reader, ruling: Ruling) -> Page:
    """One ruling."""
    return Page(
        address=entry_at(ruling.id),
        short=True,
        title=to.plain(ruling.question),
        lead=f"{to.plain(ruling.answer)} {ruling.id}",
        description=f"{to.plain(ruling.question)} {to.plain(ruling.answer)}",
        body=paragraphs(
            ways(link(to.say("ruling.title"), INDEX)),
            statement(to.text(ruling.answer)),
            examples(to, ruling.id),
            holds_in(to, ruling.id),
            _facts(to, ruling),
            paragraphs(heading(2, to.say("ruling.reason"), "reason"), to.remark(ruling.reason)),
            _rejected(to, ruling),
            _house_rules(to, ruling),
            sources(to, to.sources.registry.passages_of(ruling.id), to.say("ruling.sources")),
            one_more(to, ruling.id),
            ways(report_link(to, ruling.id)),
            for_programs(to, ruling.id, ruling.aliases),
            scripts(to.lang),
        ),
    )


def _facts(to: Reader, ruling: Ruling) -> str:
    facts = {
        "completes": entry_links(to, ruling.completes),
        "settled-in": edition_links(to, ruling.settled_in),
        "open": edition_links(to, open_in(to, ruling)),
    }
    return to.facts("ruling", facts)


def _rejected(to: Reader, ruling: Ruling) -> str:
    """The rejected answers, folded, each with the editions in which a table can agree on it."""
    editions = edition_links(to, open_in(to, ruling))
    playable, not_playable = to.say("ruling.playable-in"), to.say("ruling.not-playable")

    def told(other: Rejected) -> str:
        id = f"{ruling.id}={other.id}" if other.house_rule else other.id
        where = f"{playable}{to.colon} {editions}" if other.house_rule and editions else not_playable
        return f"{escaped(to.plain(other.answer))} <small>{where} · {code(id)}</small>"

    return fold(to.say("ruling.rejected"), bullets(map(told, ruling.rejected)), "rejected")


def _house_rules(to: Reader, ruling: Ruling) -> str:
    """Cases that end differently with an agreed answer, folded."""
    house_rules = [f"{ruling.id}={other.id}" for other in ruling.rejected if other.house_rule]
    cases = {case.id: case for house_rule in house_rules for case in to.sources.suite.witnesses(house_rule)}
    told = paragraphs(*(side_by_side(to, to.sources.runs_of(case.id)) for case in cases.values()))
    return fold(to.say("ruling.house-rules"), told, "house-rules")
