"""The traceability matrix: the evidence for every clause and ruling, and what is missing, with the reason."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from colt_rules.conformance.running.results import Status
from colt_rules.modules import MODULES
from colt_rules.registry.clauses import Clause
from colt_rules.registry.coverage import Coverage, coverage
from colt_rules.registry.registry import Citable
from colt_rules.registry.rulings import Ruling
from colt_rules.site.addresses import ENGLISH, book_at, evidence_at, html_address, matrix_at, source_at
from colt_rules.site.page import Page, bullets, code, escaped, heading, link, paragraphs
from colt_rules.site.pages.books import passage_at
from colt_rules.site.pages.references import entry_link
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources

INDEX = "matrix/index.md"
RULINGS = "rulings"
LINKS = ("passages", "code", "cases", "mutants")
"""What an entry is linked to, in the order of the columns."""


def pages(to: Reader) -> Iterator[Page]:
    """The totals with all that is missing, then a row for every clause and ruling."""
    parts = _parts(to.sources)
    yield _index(to, parts)
    for part, entries in parts.items():
        yield _part(to, part, entries)


def _parts(sources: Sources) -> Mapping[str, tuple[Citable, ...]]:
    """The clauses by module, then the rulings by the last module they are about: one page would be too large."""
    found: dict[str, tuple[Citable, ...]] = {}
    for entry in sources.registry.citable():
        part = entry.module if isinstance(entry, Clause) else _part_of(sources, entry)
        found[part] = (*found.get(part, ()), entry)
    return found


def _part_of(sources: Sources, ruling: Ruling) -> str:
    """The page of a ruling: that of the base game, or of another module."""
    about = {sources.registry.clause(id).module for id in ruling.completes}
    last = max(about, key=MODULES.index, default=MODULES[0])
    return RULINGS if last == MODULES[0] else f"{RULINGS}-{last}"


def _name(to: Reader, part: str) -> str:
    kind, _, module = part.partition(f"{RULINGS}-")
    if part == RULINGS or module:
        return f"{to.say('site.rulings')}{to.colon} {to.say(f'site.module-{module or MODULES[0]}')}"
    return to.say(f"site.module-{kind}")


def _linked(sources: Sources, id: str) -> dict[str, int]:
    """The number of links of an entry, by kind."""
    return {
        "passages": len(sources.registry.passages_of(id)),
        "code": sum(one.acts for one in sources.implementations.get(id, ())) + len(sources.registry.facts_of(id)),
        "cases": len(sources.cases.get(id, ())),
        "mutants": len(sources.mutants.get(id, ())),
    }


# --- totals


def _index(to: Reader, parts: Mapping[str, tuple[Citable, ...]]) -> Page:
    return Page(
        address=INDEX,
        title=to.say("site.matrix"),
        body=paragraphs(
            to.say("matrix.about"),
            _totals(to, parts),
            to.say("matrix.totals-about"),
            heading(2, to.say("matrix.missing"), "missing"),
            *_missing(to),
            heading(2, to.say("matrix.open"), "open"),
            to.say("matrix.open-about"),
            _open(to),
        ),
        searchable=False,
    )


def _totals(to: Reader, parts: Mapping[str, tuple[Citable, ...]]) -> str:
    rows = [[link(_name(to, part), matrix_at(part)), *_counts(to, entries)] for part, entries in parts.items()]
    everything = [entry for entries in parts.values() for entry in entries]
    rows.append([f"**{to.say('matrix.all')}**", *_counts(to, everything)])
    return to.table("matrix", ("module", "entries", *LINKS), rows)


def _counts(to: Reader, entries: Iterable[Citable]) -> list[str]:
    """The number of entries, and how many of them have at least one link of each kind."""
    linked = [_linked(to.sources, entry.id) for entry in entries]
    return [str(len(linked)), *(str(sum(one[kind] > 0 for one in linked)) for kind in LINKS)]


def _missing(to: Reader) -> Iterator[str]:
    """A section for each kind of thing that an entry can lack."""
    sources = to.sources
    exceptions = sources.suite.exceptions
    ids = list(sources.registry_ids())
    for kind in LINKS:
        lacking = [id for id in ids if not _linked(sources, id)[kind]]
        reasons = sources.unbreakable if kind == "mutants" else {}
        yield _section(to, f"without-{kind}", {id: reasons.get(id, "") for id in lacking})
    lacking_in = sources.suite.not_exercised()
    yield _section(to, "without-edition", {id: ", ".join(some) for id, some in lacking_in.items()})
    yield _section(to, "not-accepting", exceptions.accepting)
    yield _section(to, "not-refusing", exceptions.refusing)
    yield _section(to, "uncited", exceptions.uncited)
    failing = {id: ", ".join(_not_passed(sources, id)) for id in ids}
    yield _section(to, "failing", {id: runs for id, runs in failing.items() if runs})
    yield paragraphs(
        heading(3, to.say("matrix.lacking"), "lacking"),
        bullets(to.quoted(one, ENGLISH) for one in sources.suite.missing()) or to.say("matrix.nothing"),
    )


def _section(to: Reader, key: str, reasons: Mapping[str, str]) -> str:
    """The entries that lack something, each with the reason, if there is one; reasons are in English, on its page."""
    is_told = to.lang == ENGLISH
    listed = bullets(
        f"{entry_link(to, id)}{to.colon} {escaped(reason) or to.say('matrix.no-reason')}"
        if is_told
        else entry_link(to, id)
        for id, reason in reasons.items()
    )
    why = link(to.say("matrix.reasons"), f"../{ENGLISH}/{html_address(INDEX)}#{key}") if any(reasons.values()) else ""
    return paragraphs(
        heading(3, f"{to.say(f'matrix.{key}')}{to.colon} {len(reasons)}", key),
        "" if is_told else why,
        listed or to.say("matrix.nothing"),
    )


def _open(to: Reader) -> str:
    """For each book the number of its rules that are fully in clauses, and of its open passages by module."""
    rows = (_book_row(to, coverage(book)) for book in to.sources.registry.books.values())
    return to.table("matrix", ("book", "answered", "waiting"), rows)


def _book_row(to: Reader, counted: Coverage) -> list[str]:
    waiting = ", ".join(f"{code(module)}{to.colon} {share.passages}" for module, share in counted.open.items())
    return [
        link(escaped(to.plain(counted.book.title)), book_at(counted.book.id)),
        str(counted.answered.passages),
        waiting or "0",
    ]


# --- one row for each


def _part(to: Reader, part: str, entries: Iterable[Citable]) -> Page:
    first = "ruling" if part.startswith(RULINGS) else "entry"
    return Page(
        address=matrix_at(part),
        title=_name(to, part),
        wide=True,
        body=paragraphs(
            f"{link(to.say('site.matrix'), INDEX)} › {_name(to, part)}",
            to.table("matrix", (first, *LINKS, "result"), (_row(to, each) for each in entries)),
        ),
        searchable=False,
    )


def _row(to: Reader, entry: Citable) -> list[str]:
    id, sources, nothing = entry.id, to.sources, to.say("matrix.none")
    linked = _linked(sources, id)
    implementations = ", ".join(
        link(code(one.name), source_at(one.file, one.line)) for one in sources.implementations.get(id, ())
    )
    return [
        f"{entry_link(to, id)}<br>{code(id)}",
        _passages(to, id) or nothing,
        implementations or nothing,
        link(str(linked["cases"]), evidence_at(id, "cases")) if linked["cases"] else nothing,
        _mutants(to, id),
        _result(to, id),
    ]


def _passages(to: Reader, id: str) -> str:
    """The passages of an entry, a line for each book."""
    registry = to.sources.registry
    lines = [
        f"{book}{to.colon} " + ", ".join(link(passage.lines, passage_at(registry, passage)) for passage in found)
        for book, found in groupby(registry.passages_of(id), lambda passage: passage.book)
    ]
    return "<br>".join(lines)


def _mutants(to: Reader, id: str) -> str:
    """The number of mutants, with the file that lists them; if none, on the English page, why."""
    sources = to.sources
    found = sources.mutants.get(id, ())
    if not found and to.lang != ENGLISH:
        return to.say("matrix.none")
    if not found:
        reason = escaped(sources.unbreakable.get(id, "")) or to.say("matrix.no-reason")
        return f"{to.say('matrix.none')}{to.colon} {reason}"
    return link(str(len(found)), source_at(Path(found[0].file).relative_to(sources.root).as_posix()))


def _result(to: Reader, id: str) -> str:
    """The result of an entry's cases in the last run."""
    sources = to.sources
    if not any(run.name in sources.results for case in sources.cases[id] for run in sources.runs_of(case)):
        return to.say("matrix.not-run")
    if _not_passed(sources, id):
        return f'<span class="fail">{to.say("matrix.not-passed")}</span>'
    return f'<span class="pass">{to.say("matrix.passed")}</span>'


def _not_passed(sources: Sources, id: str) -> list[str]:
    """The runs of an entry's cases that did not pass."""
    runs = (run.name for case in sources.cases[id] for run in sources.runs_of(case))
    return [name for name in runs if name in sources.results and sources.results[name].status is not Status.PASS]
