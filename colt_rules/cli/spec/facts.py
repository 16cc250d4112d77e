"""The data that the commands of `colt spec` show: as JSON for programs, by `output` for people."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import asdict, fields

from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import Passage
from colt_rules.registry.clauses import Clause
from colt_rules.registry.components import Fact
from colt_rules.registry.corrections import Corrections
from colt_rules.registry.coverage import BASE, Coverage
from colt_rules.registry.differences import PointOfDifference
from colt_rules.registry.glossary import Term
from colt_rules.registry.implementations import Implementation
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Branch, Citable, Registry
from colt_rules.registry.source import TextComparison
from colt_rules.search.spec import Hit

if TYPE_CHECKING:  # `search` need not wait for the imports of the cases
    from colt_rules.conformance.cases.case import Case

Facts: TypeAlias = dict[str, Any]


def citable_facts(
    registry: Registry,
    entry: Citable,
    lang: str,
    implementations: Sequence[Implementation],
    cases: Sequence["Case"],
    tests: Sequence[str],
) -> Facts:
    """Everything about a clause or ruling, in display order."""

    def titled(ids: Iterable[str]) -> list[Facts]:
        return _titled(registry, ids, lang)

    own: Facts
    if isinstance(entry, Clause):
        own = {
            "editions": _editions(registry, entry),
            "note": entry.note.in_language(lang) if entry.note else "",
            "exception_to": _branch_facts(registry.exception_to(entry.id), lang),
            "exceptions": _branch_facts(registry.exceptions(entry.id), lang),
            "rulings": titled(ruling.id for ruling in registry.rulings_of(entry.id)),
            "see": titled(entry.see),
        }
    else:
        own = {
            "reason": entry.reason.in_language(lang),
            "rejected": [
                {"id": other.id, "title": other.answer.in_language(lang), "house_rule": other.house_rule}
                for other in entry.rejected
            ],
            "commands": _commands(entry.commands),
            "settled_in": list(entry.settled_in),
            "completes": titled(entry.completes),
            "editions": _editions(registry, entry),
        }
    sources = source_facts(registry, registry.passages_of(entry.id), lang)
    return {
        **_content(entry, lang),
        **own,
        "file": registry.file_of(entry),
        "sources": sources,
        "code": [_code_facts(code) for code in implementations if code.acts],
        "data": [
            {"id": fact.id, "title": fact.name.in_language(lang), "file": registry.file_of(fact)}
            for fact in registry.facts_of(entry.id)
        ],
        "cited_by": [_code_facts(code) for code in implementations if not code.acts],
        "cases": [{"id": case.id, "title": case.title} for case in cases],
        "tests": list(tests),
    }


def _commands(names: Iterable[str]) -> list[Facts]:
    """The notation and the meaning of each of these commands of the table."""
    from colt_rules.commands import COMMANDS, text_form
    from colt_rules.model.names import TABLE

    return [
        {"id": text_form(name, TABLE), "title": (COMMANDS[name].__doc__ or "").partition("\n")[0]} for name in names
    ]


def _code_facts(code: Implementation) -> Facts:
    return {"module": code.module, "file": code.file, "line": code.line, "name": code.name}


def listed_facts(registry: Registry, lang: str, edition: str | None = None, module: str | None = None) -> list[Facts]:
    """Every clause and ruling in brief: text, editions and links; optionally of one edition or module only."""
    briefs = [_in_brief(registry, entry, lang) for entry in registry.citable()]
    return [
        facts
        for facts in briefs
        if (edition is None or edition in facts["editions"]) and (module is None or module in facts["modules"])
    ]


def _in_brief(registry: Registry, entry: Citable, lang: str) -> Facts:
    clauses = [entry] if isinstance(entry, Clause) else [registry.clause(id) for id in entry.completes]
    common: Facts = {
        "modules": list(dict.fromkeys(clause.module for clause in clauses)),
        "editions": _editions(registry, entry),
        "passages": [passage.key for passage in registry.passages_of(entry.id)],
        "aliases": list(entry.aliases),
    }
    if isinstance(entry, Clause):
        own = {"topic": entry.topic, "exception_to": list(entry.exception_to)}
        return {**_content(entry, lang), **own, **common}
    return {
        **_content(entry, lang),
        "completes": list(entry.completes),
        "house_rules": [other.id for other in entry.rejected if other.house_rule],
        "settled_in": list(entry.settled_in),
        **common,
    }


def _content(entry: Citable, lang: str) -> Facts:
    """What a clause or ruling is, and what it says."""
    kind = {"what": "clause", "kind": entry.kind.value} if isinstance(entry, Clause) else {"what": "ruling"}
    title, text = entry.title.in_language(lang), entry.text.in_language(lang)
    return {"id": entry.id, **kind, "title": title, "text": text}


def source_facts(registry: Registry, passages: Iterable[Passage], lang: str) -> list[Facts]:
    """The passages of something, by book."""
    return [
        {
            "book": passage.book,
            "title": registry.books[passage.book].title.in_language(lang),
            "lines": passage.lines,
            "section": passage.section,
        }
        for passage in passages
    ]


def term_facts(registry: Registry, term: Term, lang: str) -> Facts:
    """A term in four languages, its meaning, the clauses about it, and its component."""
    components = registry.components.get(term.id)
    return {
        "id": term.id,
        "what": "term",
        "title": term.term.in_language(lang),
        "text": term.meaning.in_language(lang),
        "languages": _languages(term.term),
        "clauses": _titled(registry, registry.about(term), lang),
        "component": component_facts(registry, components[0], lang) if components else None,
        "file": registry.file_of(term),
    }


def component_facts(registry: Registry, fact: Fact, lang: str) -> Facts:
    """A component: its name in four languages, its facts with their sources, and what modules add."""
    also = [_of_component(registry, other, lang) for other in registry.components[fact.id] if other != fact]
    return {**_of_component(registry, fact, lang), "also": also}


def _of_component(registry: Registry, fact: Fact, lang: str) -> Facts:
    common = {attribute.name for attribute in fields(Fact)}
    sources = []
    for source in fact.sources:
        name, _, where = source.partition(":")
        book, other = registry.books.get(name), registry.box.sources.get(name)
        if book:
            title = book.title.in_language(lang)
        else:
            title = ", ".join([other.what.in_language(lang), other.address, *other.files]) if other else "(unknown)"
        sources.append({"book": name, "title": title, "lines": where, "section": ""})
    return {
        "id": fact.id,
        "what": "component",
        "title": fact.name.in_language(lang),
        "languages": _languages(fact.name),
        "details": {name: value for name, value in asdict(fact).items() if name not in common},
        "confidence": fact.confidence,
        "note": fact.note.in_language(lang) if fact.note else "",
        "file": registry.file_of(fact),
        "sources": sources,
    }


def difference_facts(
    registry: Registry,
    first: str,
    second: str,
    found: Sequence[PointOfDifference],
    witnesses: Mapping[str, Sequence[str]],
    lang: str,
    wordings: bool,
) -> Facts:
    """The differences of two editions, in display order."""

    def side(edition: str, ids: Iterable[str]) -> list[Facts]:
        return [
            {
                **one,
                "text": registry.clause(one["id"]).text.in_language(lang),
                "passages": [passage.key for passage in registry.passages_of(one["id"], edition)],
            }
            for one in _titled(registry, ids, lang)
        ]

    facts: Facts = {
        "editions": {
            edition: {
                "title": registry.editions[edition].title.in_language(lang),
                "books": list(registry.editions[edition].books),
                "modules": list(registry.editions[edition].modules),
            }
            for edition in (first, second)
        },
        "differences": [
            {
                first: side(first, point.first),
                second: side(second, point.second),
                "notes": [note.in_language(lang) for note in point.notes],
                "witnesses": list(
                    dict.fromkeys(case for id in (*point.first, *point.second) for case in witnesses[id])
                ),
            }
            for point in found
        ],
    }
    if wordings:
        facts["wordings"] = [
            {
                "edition": edition,
                "clauses": list(one.clauses),
                "passages": list(one.passages),
                "note": one.note.in_language(lang),
            }
            for edition in dict.fromkeys((first, second))
            for one in registry.editions[edition].wordings
        ]
    return facts


def correction_facts(found: Corrections, lang: str) -> Facts:
    """The corrections of the specification, the oldest first."""
    told = [
        {**asdict(one), **{key: getattr(one, key).in_language(lang) for key in ("old", "new", "reason")}}
        for one in found.correction
    ]
    return {"version": found.version, "corrections": told}


def hit_facts(hits: Iterable[Hit]) -> list[Facts]:
    """What a search found."""
    return [asdict(hit) for hit in hits]


def coverage_facts(counted: Coverage) -> Facts:
    """The classes of the lines of a book, counted."""
    return {
        "id": counted.book.id,
        "title": counted.book.title.en,
        "lines": counted.book.lines,
        "complete": counted.complete,
        "kinds": {kind.value: asdict(share) for kind, share in counted.kinds.items()},
        "answered": asdict(counted.answered),
        "open": {module: asdict(share) for module, share in counted.open.items()},
        "left_open": [
            {"lines": passage.lines, "module": passage.module or BASE, "what": passage.open}
            for passage in counted.book.passages
            if passage.open
        ],
        "total": asdict(counted.total),
    }


def comparison_facts(found: TextComparison) -> Facts:
    """How a text differs from a book."""
    return {
        "book": found.book.id,
        "same": found.same,
        "same_words": found.same_words,
        "lines": {"expected": found.book.lines, "got": found.lines},
        "passages": len(found.book.passages),
        "differences": [
            {
                "lines": difference.passage.lines,
                "kind": difference.passage.kind.value,
                "section": difference.passage.section,
                "found_at": difference.found_at or None,
            }
            for difference in found.differences
        ],
        "other_book": found.other or None,
    }


def _title(registry: Registry, id: str, lang: str) -> str:
    """A title; empty for an unknown id, because showing does not check."""
    entry = registry.clauses.get(id) or registry.rulings.get(id)
    return entry.title.in_language(lang) if entry else "(unknown)"


def _titled(registry: Registry, ids: Iterable[str], lang: str) -> list[Facts]:
    return [{"id": id, "title": _title(registry, id, lang)} for id in ids]


def _editions(registry: Registry, entry: Citable) -> list[str]:
    """The editions in which a clause or ruling holds."""
    return [edition for edition in registry.editions if registry.holds(entry.id, edition)]


def _languages(text: Localized) -> dict[str, str]:
    return {lang: getattr(text, lang) for lang in LANGUAGES}


def _branch_facts(branches: Iterable[Branch], lang: str) -> list[Facts]:
    return [
        {
            "id": branch.clause.id,
            "title": branch.clause.title.in_language(lang),
            "branches": _branch_facts(branch.branches, lang),
        }
        for branch in branches
    ]
