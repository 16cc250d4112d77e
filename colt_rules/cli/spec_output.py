"""What the commands of `colt spec` print: as data for programs, and the same as text for people."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import click
from attrs import asdict, fields
from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.tree import Tree

from colt_rules.cli.output import console, number_of, table
from colt_rules.registry.books import Passage, PassageKind
from colt_rules.registry.claims import Claim
from colt_rules.registry.clauses import Clause
from colt_rules.registry.components import Fact
from colt_rules.registry.corrections import Corrections
from colt_rules.registry.coverage import BASE, Coverage, Share
from colt_rules.registry.divides import Divide
from colt_rules.registry.glossary import Term
from colt_rules.registry.localized import LANGUAGES, Localized
from colt_rules.registry.registry import Branch, Citable, Registry
from colt_rules.registry.source import Comparison
from colt_rules.search.spec import Hit

Facts: TypeAlias = dict[str, Any]

FIRST_TESTS = 10
"""How many tests of a clause are shown without --all."""
ROOM_FOR_TITLES = 24
"""With fewer columns than this beside the ids, titles go below them."""


def citable_facts(
    registry: Registry, entry: Citable, lang: str, claims: Sequence[Claim], tests: Sequence[str]
) -> Facts:
    """All that is known about a clause or ruling, in the order in which it is shown."""

    def titled(ids: Iterable[str]) -> list[Facts]:
        return _titled(registry, ids, lang)

    own: Facts
    if isinstance(entry, Clause):
        own = {
            "id": entry.id,
            "what": "clause",
            "kind": entry.kind.value,
            "title": entry.title.in_language(lang),
            "text": entry.text.in_language(lang),
            "editions": _editions(registry, entry),
            "note": entry.note.in_language(lang) if entry.note else "",
            "exception_to": _branch_facts(registry.exception_to(entry.id), lang),
            "exceptions": _branch_facts(registry.exceptions(entry.id), lang),
            "rulings": titled(ruling.id for ruling in registry.rulings_of(entry.id)),
            "see": titled(entry.see),
        }
    else:
        own = {
            "id": entry.id,
            "what": "ruling",
            "title": entry.question.in_language(lang),
            "text": entry.answer.in_language(lang),
            "reason": entry.reason.in_language(lang),
            "rejected": [
                {"id": other.id, "title": other.answer.in_language(lang), "claim": other.claim}
                for other in entry.rejected
            ],
            "settled_in": list(entry.settled_in),
            "completes": titled(entry.completes),
            "editions": _editions(registry, entry),
        }
    sources = source_facts(registry, registry.passages_of(entry.id))
    return {
        **own,
        "file": registry.file_of(entry),
        "sources": sources,
        "code": [_code_facts(claim) for claim in claims if claim.acts],
        "data": [
            {"id": fact.id, "title": fact.name.in_language(lang), "file": registry.file_of(fact)}
            for fact in registry.facts_of(entry.id)
        ],
        "cited_by": [_code_facts(claim) for claim in claims if not claim.acts],
        "tests": list(tests),
    }


def _code_facts(claim: Claim) -> Facts:
    return {"module": claim.module, "file": claim.file, "line": claim.line, "name": claim.name}


def listed_facts(registry: Registry, lang: str, edition: str | None = None, module: str | None = None) -> list[Facts]:
    """Every clause and ruling in brief: what it says, where it holds, what it is tied to; perhaps of one edition or
    module only."""
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
    title, text = entry.title.in_language(lang), entry.text.in_language(lang)
    if isinstance(entry, Clause):
        return {
            "id": entry.id,
            "what": "clause",
            "kind": entry.kind.value,
            "title": title,
            "text": text,
            "topic": entry.topic,
            "exception_to": list(entry.exception_to),
            **common,
        }
    return {
        "id": entry.id,
        "what": "ruling",
        "title": title,
        "text": text,
        "completes": list(entry.completes),
        "claimable": [other.id for other in entry.rejected if other.claim],
        "settled_in": list(entry.settled_in),
        **common,
    }


def print_list(facts: Sequence[Facts]) -> None:
    """Show clauses and rulings, one a row, and how many there are."""
    _print_titles([(one["id"], one["what"], one["title"]) for one in facts])
    rulings = sum(one["what"] == "ruling" for one in facts)
    console().print(f"{number_of(len(facts) - rulings, 'clause')}, {number_of(rulings, 'ruling')}.")


def source_facts(registry: Registry, passages: Iterable[Passage]) -> list[Facts]:
    """Where in which book something stands."""
    return [
        {
            "book": passage.book,
            "title": registry.books[passage.book].title,
            "lines": passage.lines,
            "section": passage.section,
        }
        for passage in passages
    ]


def term_facts(registry: Registry, term: Term, lang: str) -> Facts:
    """A term in four languages, what it means, the clauses about it, and the component it stands for."""
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
    """A thing in the box: its name in four languages, what is known and where from, and what modules add."""
    also = [_of_component(registry, other, lang) for other in registry.components[fact.id] if other != fact]
    return {**_of_component(registry, fact, lang), "also": also}


def _of_component(registry: Registry, fact: Fact, lang: str) -> Facts:
    common = {attribute.name for attribute in fields(Fact)}
    sources = []
    for source in fact.sources:
        name, _, where = source.partition(":")
        book, other = registry.books.get(name), registry.box.sources.get(name)
        title = book.title if book else other.what if other else "(unknown)"
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


def print_entry(facts: Facts, all_tests: bool = False) -> None:
    """Show an entry; what there is none of is left out, except where a clause or ruling lacks something."""
    screen = console()

    def section(name: str, shown: Iterable[str | Tree]) -> None:
        for index, line in enumerate(shown):
            if index == 0:
                screen.print(f"\n{name}", style="bold")
            screen.print(Padding(line, (0, 0, 0, 2), expand=False))

    def whole(name: str, lines: Sequence[str]) -> None:
        # Names that are made to be copied are left to the terminal to wrap.
        for index, line in enumerate(lines):
            if index == 0:
                screen.print(f"\n{name}", style="bold")
            screen.print(f"  {line}", soft_wrap=True)

    def titles(key: str) -> list[str]:
        return [f"{one['id']}  {one['title']}" for one in facts.get(key, ())]

    def listed(key: str) -> list[str]:
        return [", ".join(facts[key])] if facts.get(key) else []

    def texts(key: str) -> list[str]:
        return [facts[key]] if facts.get(key) else []

    screen.print(facts["id"], style="bold cyan")
    screen.print(facts["title"], style="bold")
    section(facts["kind"] if "kind" in facts else facts["what"], texts("text"))
    section("in four languages", [f"{lang}  {text}" for lang, text in facts.get("languages", {}).items()])
    section("component", _details(facts.get("details", {})))
    section("confidence", texts("confidence"))
    section("clauses", titles("clauses"))
    section("reason", texts("reason"))
    section("rejected", [_answer(other) for other in facts.get("rejected", ())])
    section("answered by the book itself in", listed("settled_in"))
    section("completes", titles("completes"))
    section("editions", listed("editions"))
    section("note", texts("note"))
    section("exception to", [_tree(branch) for branch in facts.get("exception_to", ())])
    section("exceptions", [_tree(branch) for branch in facts.get("exceptions", ())])
    section("rulings", titles("rulings"))
    section("see", titles("see"))
    component = facts.get("component")
    if component:
        section("in the box", _thing(component))
        also = component["also"]
    else:
        also = facts.get("also", ())
    section("and with a module", [line for other in also for line in _thing(other)])
    whole("defined in", [facts["file"]])
    if "sources" in facts:
        section("sources", _source_lines(facts["sources"]) or ["none"])
    if "tests" in facts:
        data = [f"{one['file']}  {one['id']}  {one['title']}" for one in facts["data"]]
        whole("code", _functions(facts["code"]) or ([] if data else ["none"]))
        whole("data", data)
        whole("cited by", _functions(facts["cited_by"]))
        tests = facts["tests"] if all_tests else facts["tests"][:FIRST_TESTS]
        whole("tests", tests or ["none"])
        if len(tests) < len(facts["tests"]):
            screen.print(f"  {len(facts['tests']) - len(tests)} more: --all")


def _functions(listed: Iterable[Facts]) -> list[str]:
    return [f"{one['file']}:{one['line']}  {one['name']}" for one in listed]


def divide_facts(
    registry: Registry,
    first: str,
    second: str,
    found: Sequence[Divide],
    witnesses: Mapping[str, Sequence[str]],
    lang: str,
    wordings: bool,
) -> Facts:
    """Where two editions part, in the order in which it is shown."""

    def side(edition: str, ids: Iterable[str]) -> list[Facts]:
        books = registry.editions[edition].books
        return [
            {
                **one,
                "text": registry.clause(one["id"]).text.in_language(lang),
                "passages": [key for key in registry.clause(one["id"]).passages if key.partition(":")[0] in books],
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
                first: side(first, divide.first),
                second: side(second, divide.second),
                "notes": [note.in_language(lang) for note in divide.notes],
                "witnesses": list(
                    dict.fromkeys(case for id in (*divide.first, *divide.second) for case in witnesses[id])
                ),
            }
            for divide in found
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


def print_divides(facts: Facts) -> None:
    """Show where two editions part, one difference below the other."""
    screen = console()

    def below(text: str, indent: int = 2, style: str | None = None) -> None:
        screen.print(Padding(text, (0, 0, 0, indent), expand=False), style=style)

    for edition, about in facts["editions"].items():
        screen.print(f"{edition}  {about['title']}", style="bold")
        below(f"plays {', '.join(about['modules'])}")
    for number, divide in enumerate(facts["differences"], 1):
        screen.print(f"\n{number}", style="bold cyan")
        for edition in facts["editions"]:
            for one in divide[edition]:
                below(f"{edition}  {one['id']}", style="bold")
                below(one["text"], 4)
                below(", ".join(one["passages"]) or "the book is silent", 4)
            if not divide[edition]:
                below(f"{edition}  no such clause", style="bold")
        for note in divide["notes"]:
            below(f"it comes to: {note}")
        for case in divide["witnesses"]:
            screen.print(f"  witness: {case}", soft_wrap=True)
    for number, wording in enumerate(facts.get("wordings", ()), 1):
        if number == 1:
            screen.print("\nother words, the same game", style="bold cyan")
        below(f"{wording['edition']}  {', '.join(wording['clauses'])}", style="bold")
        below(f"{wording['note']} ({', '.join(wording['passages'])})", 4)
    click.echo(f"\n{number_of(len(facts['differences']), 'difference')} between {' and '.join(facts['editions'])}.")


def correction_facts(found: Corrections, lang: str) -> Facts:
    """What the specification has said otherwise, the oldest correction first."""
    told = [
        {**asdict(one), **{key: getattr(one, key).in_language(lang) for key in ("said", "says", "why")}}
        for one in found.correction
    ]
    return {"version": found.version, "corrections": told}


def print_corrections(facts: Facts) -> None:
    """Show the corrections, one below the other."""
    screen = console()
    for one in facts["corrections"]:
        screen.print(f"{one['version']}  {', '.join(one['clauses'])}", style="bold", soft_wrap=True)
        for heading in ("said", "says", "why"):
            screen.print(Padding(f"{heading}: {one[heading]}", (0, 0, 0, 2), expand=False))
        if one["events"]:
            screen.print(Padding(f"in older logs: {', '.join(one['events'])}", (0, 0, 0, 2), expand=False))
        screen.print()
    counted = number_of(len(facts["corrections"]), "correction")
    click.echo(f"The specification has the version {facts['version']}, with {counted}.")


def hit_facts(hits: Iterable[Hit]) -> list[Facts]:
    """What a search found."""
    return [asdict(hit) for hit in hits]


def print_hits(hits: Sequence[Hit]) -> None:
    """Show what a search found, one a row."""
    _print_titles([(hit.id, hit.what, _hit_title(hit)) for hit in hits])


def _print_titles(entries: Sequence[tuple[str, str, str]]) -> None:
    """Show ids, what each is, and titles, one a row; where there is no room beside the ids, titles go below them."""
    if not entries:
        return
    screen = console()
    taken = max(len(id) for id, _, _ in entries) + max(len(what) for _, what, _ in entries)
    beside = screen.width - taken - 8  # the space around three columns
    if beside < ROOM_FOR_TITLES:
        for id, what, title in entries:
            screen.print(f"{id}  {what}", style="bold", soft_wrap=True)
            screen.print(Padding(title, (0, 0, 0, 2), expand=False))
        return
    rows = table(screen, "id", "what", "title", whole=("id", "what"))
    for entry in entries:
        rows.add_row(*entry)
    screen.print(rows)


def coverage_facts(counted: Coverage) -> Facts:
    """What the lines of a book are."""
    return {
        "id": counted.book.id,
        "title": counted.book.title,
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


def print_coverage(counted: Sequence[Coverage]) -> None:
    """Show a table for each book, side by side as far as the terminal is wide enough."""
    screen = console()
    tables = [_coverage_table(screen, book) for book in counted]
    if screen.is_terminal:
        screen.print(Columns(tables, padding=(0, 3)))
    else:
        for book_table in tables:
            screen.print(book_table)
            screen.print()
    parts = [passage for book in counted for passage in book.book.passages if passage.open]
    if parts:
        click.echo("What is open in these passages:")
        for passage in parts:
            click.echo(f"  {passage.key}  {passage.module or BASE}: {passage.open}")
        click.echo()
    torn = [book.book.id for book in counted if not book.complete]
    if torn:
        click.echo(f"Lines are missing or counted twice in {', '.join(torn)}: run `colt spec check`.")
    else:
        lines = sum(book.book.lines for book in counted)
        click.echo(f"Every line accounted for: {number_of(lines, 'line')} of {number_of(len(counted), 'book')}.")
    left = sum(book.open[BASE].passages for book in counted if BASE in book.open)
    click.echo(f"Open passages of what is built: {left or 'none'}.")


def comparison_facts(found: Comparison) -> Facts:
    """How a text differs from a book."""
    return {
        "book": found.book.id,
        "same": found.same,
        "same_words": found.whole,
        "lines": {"expected": found.book.lines, "got": found.lines},
        "passages": len(found.book.passages),
        "differences": [
            {
                "lines": difference.passage.lines,
                "is": difference.passage.kind.value,
                "section": difference.passage.section,
                "found_at": difference.found_at or None,
            }
            for difference in found.differences
        ],
        "other_book": found.other or None,
    }


def print_comparison(found: Comparison, file: Path) -> None:
    """Show how a text differs from a book, the likeliest cause first."""
    book = found.book
    if found.same:
        click.echo(f"{file} is the text of {book.id}: all {len(book.passages)} passages are as they were read.")
        return
    if found.other:
        click.echo(f"{file} is rather the text of {found.other}: try `colt spec source {found.other} {file}`.")
        return
    if found.lines != book.lines:
        click.echo(f"Expected {number_of(book.lines, 'line')}, got {found.lines:,}.")
    if found.whole:
        click.echo("The words are the same, but not the line breaks: the line numbers do not fit.")
    else:
        click.echo("The text as a whole differs.")
    if found.foreign:
        click.echo(f"None of its {number_of(len(book.passages), 'passage')} is there: this is another text.")
        return
    click.echo(f"{len(found.differences)} of {number_of(len(book.passages), 'passage')} differ.")
    if found.differences:
        screen = console()
        rows = table(screen, "lines", "is", "section", "", whole=("lines", "is"))
        for difference in found.differences:
            passage = difference.passage
            moved = f"moved to {difference.found_at}" if difference.found_at else "differs"
            rows.add_row(passage.lines, passage.kind.value, passage.section, moved)
        screen.print(rows)


def _title(registry: Registry, id: str, lang: str) -> str:
    """A title, also where an id leads nowhere: showing is no check."""
    entry = registry.clauses.get(id) or registry.rulings.get(id)
    return entry.title.in_language(lang) if entry else "(unknown)"


def _titled(registry: Registry, ids: Iterable[str], lang: str) -> list[Facts]:
    return [{"id": id, "title": _title(registry, id, lang)} for id in ids]


def _editions(registry: Registry, entry: Citable) -> list[str]:
    """Where a clause or ruling holds."""
    return [edition for edition in registry.editions if registry.holds(entry.id, edition)]


def _answer(other: Facts) -> str:
    return f"{other['id']}  {other['title']}{' A game may claim it.' if other['claim'] else ''}"


def _languages(text: Localized) -> dict[str, str]:
    return {lang: getattr(text, lang) for lang in LANGUAGES}


def _thing(component: Facts) -> list[str]:
    """A component in lines: what it is called, what is known about it, and where that stands."""
    return [component["title"], *_details(component["details"]), component["file"]]


def _details(details: Facts) -> list[str]:
    """What is known about a component, a line each; what it does not have is left out."""
    return [f"{name}: {_in_words(value)}" for name, value in details.items() if value is not None]


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name} {_in_words(one)}" for name, one in value.items())
    return ", ".join(map(_in_words, value)) if isinstance(value, list | tuple) else str(value)


def _hit_title(hit: Hit) -> str:
    """The title, for a component where it is defined, and for a clause where it holds, unless that is everywhere."""
    if hit.what == "component":
        return f"{hit.title} ({hit.file})"
    return f"{hit.title} (only {', '.join(hit.only)})" if hit.only else hit.title


def _branch_facts(branches: Iterable[Branch], lang: str) -> list[Facts]:
    return [
        {
            "id": branch.clause.id,
            "title": branch.clause.title.in_language(lang),
            "branches": _branch_facts(branch.branches, lang),
        }
        for branch in branches
    ]


def _tree(branch: Facts) -> Tree:
    tree = Tree(f"{branch['id']}  {branch['title']}")
    for smaller in branch["branches"]:
        tree.add(_tree(smaller))
    return tree


def _source_lines(sources: Sequence[Facts]) -> list[str]:
    """The passages below the title of their book."""
    lines = []
    for book, passages in groupby(sources, key=lambda source: (source["book"], source["title"])):
        lines.append("  ".join(book))
        lines += [f"  {passage['lines']}  {passage['section']}".rstrip() for passage in passages]
    return lines


def _coverage_table(screen: Console, counted: Coverage) -> Table:
    rows = table(screen, "", "passages", "lines", title=counted.book.id, numbers=2)

    def row(name: str, share: Share) -> None:
        rows.add_row(name, f"{share.passages:,}", f"{share.lines:,}")

    for kind, share in counted.kinds.items():
        row(kind.value, share)
        if kind is PassageKind.RULE:
            row("  wholly in clauses", counted.answered)
    rows.add_section()
    row("total", counted.total)
    for module, waiting in counted.open.items():
        row(f"  open: {module}", waiting)
    return rows
