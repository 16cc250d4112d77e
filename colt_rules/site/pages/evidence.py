"""The evidence for a clause or ruling: its cases, code, tests, wrong readings and citations.

It is about programs and mostly in English, so there is one page for all languages, one click away.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from inspect import getdoc
from operator import attrgetter
from pathlib import Path

from colt_rules import __version__
from colt_rules.registry.components import Fact
from colt_rules.registry.implementations import Implementation
from colt_rules.registry.registry import Citable
from colt_rules.site.addresses import (
    ENGLISH,
    EVIDENCE,
    case_at,
    entry_at,
    event_at,
    evidence_at,
    html_address,
    source_at,
)
from colt_rules.site.browser_scripts import scripts
from colt_rules.site.cases import own_cases
from colt_rules.site.docstrings import sentence
from colt_rules.site.page import Page, bullets, code, escaped, heading, link, paragraphs
from colt_rules.site.pages.case import cases_of
from colt_rules.site.pages.components import boxes_of, component_at
from colt_rules.site.pages.prove import prove_link
from colt_rules.site.pages.references import entry_link
from colt_rules.site.reader import Reader


def pages(to: Reader) -> Iterator[Page]:
    """A page for each clause and ruling, in English."""
    if to.lang == ENGLISH:
        for entry in to.sources.registry.citable():
            yield evidence_page(to, entry)


def evidence_page(to: Reader, entry: Citable) -> Page:
    """All evidence for one clause or ruling."""
    return Page(
        address=f"{EVIDENCE}/{entry.id}.md",
        elsewhere=entry_at(entry.id),
        title=f"{to.plain(entry.title)} · {to.say('evidence.title')}",
        lead=entry.id,
        description=f"{entry.id}: {to.plain(entry.text)}",
        body=paragraphs(
            f"{entry_link(to, entry.id)} {code(entry.id)}",
            heading(2, to.say("clause.cases"), "cases"),
            cases_of(to, entry.id),
            prove_link(to),
            *(part(to, entry.id) for part in PARTS.values()),
            scripts(to.lang),
        ),
    )


def evidence_links(to: Reader, id: str) -> str:
    """A line with links to each part of the evidence page."""
    own = own_cases(to.sources, id)
    others = len(to.sources.cases[id]) - len(own)
    english = f" ({to.say('evidence.english')})" if to.lang != ENGLISH else ""
    ways = [
        f"{link(to.say('evidence.all-cases'), evidence_at(id, 'cases'))}{to.colon} {len(own)}" if own else "",
        f"{link(to.say('case.also-cases'), evidence_at(id, 'other-cases'))}{to.colon} {others}" if others else "",
        *(link(to.say(f"evidence.{key}"), evidence_at(id, key)) for key, part in PARTS.items() if part(to, id)),
    ]
    return f"**{to.say('evidence.title')}**{english}{to.colon} {' · '.join(filter(None, ways))}"


def report_link(to: Reader, id: str) -> str:
    """A link to report a mistake, with this clause or ruling filled in; empty if there is no place for reports."""
    at = to.publishing
    if not at.report:
        return ""
    folder = f"{at.address}{to.lang}/" if at.address else ""
    said = f"{id} ({to.lang}), Colt Rules {__version__}\n{folder}{html_address(entry_at(id))}\n\n"
    return f"[{to.say('report.link')}]({at.report_at(f'{id} ({to.lang})', said)})"


# --- code


def _code(to: Reader, id: str) -> str:
    """What implements it, functions and components, before the functions that only cite it."""
    implementations = to.sources.implementations.get(id, ())
    acting, citing = ([_function(one) for one in implementations if one.acts is acts] for acts in (True, False))
    boxes = boxes_of(to.sources.registry)
    data = [_thing(to, module, fact) for module, facts in boxes.items() for fact in facts if id in fact.clauses]
    if not (implementations or data):
        return ""
    return paragraphs(
        heading(2, to.say("evidence.code"), "code"),
        bullets(acting),
        _listed(to.say("evidence.data"), data),
        _listed(to.say("evidence.citing"), citing),
    )


def _thing(to: Reader, module: str, fact: Fact) -> str:
    return f"{link(escaped(to.plain(fact.name)), component_at(module, fact))} ({to.say(f'site.module-{module}')})"


@cache
def _function(one: Implementation) -> str:
    """A function by its name, with the first paragraph of its docstring."""
    at = link(code(f"{one.module}.{one.name}"), source_at(one.file, one.line))
    said = getdoc(attrgetter(one.name)(import_module(one.module))) or ""
    return f"{at}: {sentence(said.partition(chr(10) * 2)[0])}" if said else at


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


# --- tests and mutants


def _proof(to: Reader, id: str) -> str:
    tests = [link(code(test), _test_at(to.sources.root, test)) for test in to.sources.tests.get(id, ())]
    mutants = [
        f"{escaped(mutant.reading)} {code(mutant.id.partition('/')[2])}" for mutant in to.sources.mutants.get(id, ())
    ]
    reason = to.sources.unbreakable.get(id, "")
    if not (tests or mutants or reason):
        return ""
    return paragraphs(
        heading(2, to.say("evidence.proof"), "proof"),
        _listed(to.say("evidence.tests"), tests),
        _listed(to.say("evidence.mutants"), mutants),
        to.labelled("evidence.unbreakable", f"{escaped(reason)}.") if reason else "",
    )


def _test_at(root: Path, test: str) -> str:
    file, *_, name = test.split("::")
    lines = enumerate(_lines(root / file), 1)
    return source_at(file, next((number for number, line in lines if f"def {name}(" in line), 0))


# --- citations


def _cited(to: Reader, id: str) -> str:
    return paragraphs(heading(2, to.say("evidence.cited"), "cited"), _citations(to, id))


def _citations(to: Reader, id: str) -> str:
    cited = to.sources.cited[id]
    if not (cited.events or cited.refusals or cited.views):
        reason = to.sources.suite.exceptions.uncited.get(id, "")
        return bullets([f"{to.say('evidence.uncited')}{f': {escaped(reason)}' if reason else ''}."])
    facts = {
        "events": ", ".join(link(code(type), event_at(type)) for type in cited.events),
        "refusals": ", ".join(link(code(case), case_at(case)) for case in cited.refusals),
        "views": ", ".join(link(code(case), case_at(case)) for case in cited.views),
    }
    return to.facts("evidence", facts)


def _listed(name: str, items: Iterable[str]) -> str:
    listed = bullets(items)
    return paragraphs(f"**{name}**", listed) if listed else ""


PARTS = {"code": _code, "proof": _proof, "cited": _cited}
"""By anchor: the sections after the cases; a section without content is empty."""
