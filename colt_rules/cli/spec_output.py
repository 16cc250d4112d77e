"""What the commands of `colt spec` tell: as data for programs, and the same as text for people."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import click
from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.tree import Tree

from colt_rules.cli.output import console, number_of, table
from colt_rules.registry.books import PassageKind
from colt_rules.registry.claims import Claim
from colt_rules.registry.clauses import Clause
from colt_rules.registry.coverage import BASE, Coverage, Share
from colt_rules.registry.registry import Branch, Citable, Hit, Registry
from colt_rules.registry.source import Comparison

Facts: TypeAlias = dict[str, Any]


def entry_facts(registry: Registry, entry: Citable, lang: str, claims: Sequence[Claim], tests: Sequence[str]) -> Facts:
    """All that is known about a clause or ruling, in the order in which it is shown."""

    def titled(ids: Iterable[str]) -> list[Facts]:
        return [{"id": id, "title": _title(registry, id, lang)} for id in ids]

    own: Facts
    if isinstance(entry, Clause):
        own = {
            "id": entry.id,
            "what": "clause",
            "kind": entry.kind.value,
            "title": entry.title.in_language(lang),
            "text": entry.text.in_language(lang),
            "editions": list(entry.editions),
            "note": entry.note,
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
            "reason": entry.reason,
            "rejected": [{"id": other.id, "title": other.answer} for other in entry.rejected],
            "completes": titled(entry.completes),
        }
    sources = [
        {
            "book": passage.book,
            "title": registry.books[passage.book].title,
            "lines": passage.lines,
            "section": passage.section,
        }
        for passage in registry.passages_of(entry.id)
    ]
    code = [{"module": claim.module, "file": claim.file, "line": claim.line, "name": claim.name} for claim in claims]
    return {**own, "sources": sources, "code": code, "tests": list(tests)}


def print_entry(facts: Facts) -> None:
    """Show a clause or ruling; what there is none of is left out, except where something is missing."""
    screen = console()

    def section(name: str, shown: Iterable[str | Tree]) -> None:
        for index, line in enumerate(shown):
            if index == 0:
                screen.print(f"\n{name}", style="bold")
            screen.print(Padding(line, (0, 0, 0, 2), expand=False))

    def titles(key: str) -> list[str]:
        return [f"{one['id']}  {one['title']}" for one in facts.get(key, ())]

    def texts(key: str) -> list[str]:
        return [facts[key]] if facts.get(key) else []

    screen.print(facts["id"], style="bold cyan")
    screen.print(facts["title"], style="bold")
    section(facts.get("kind", "ruling"), texts("text"))
    section("reason", texts("reason"))
    section("rejected", titles("rejected"))
    section("completes", titles("completes"))
    if facts["what"] == "clause":
        section("editions", [", ".join(facts["editions"]) or "all"])
    section("note", texts("note"))
    section("exception to", [_tree(branch) for branch in facts.get("exception_to", ())])
    section("exceptions", [_tree(branch) for branch in facts.get("exceptions", ())])
    section("rulings", titles("rulings"))
    section("see", titles("see"))
    section("sources", _source_lines(facts["sources"]) or ["none"])
    section("code", [f"{code['file']}:{code['line']}  {code['name']}" for code in facts["code"]] or ["none"])
    section("tests", facts["tests"] or ["none"])


def hit_facts(hits: Iterable[Hit]) -> list[Facts]:
    """What a search found."""
    return [{"what": hit.what, "id": hit.id, "title": hit.title, "text": hit.text, "score": hit.score} for hit in hits]


def print_hits(hits: Iterable[Hit]) -> None:
    """Show what a search found, one a row."""
    screen = console()
    rows = table(screen, "id", "what", "title")
    for hit in hits:
        rows.add_row(hit.id, hit.what, hit.title)
    screen.print(rows)


def coverage_facts(counted: Coverage) -> Facts:
    """What the lines of a book are."""
    return {
        "id": counted.book.id,
        "title": counted.book.title,
        "lines": counted.book.lines,
        "complete": counted.complete,
        "kinds": {kind.value: _share(share) for kind, share in counted.kinds.items()},
        "answered": _share(counted.answered),
        "open": {module: _share(share) for module, share in counted.open.items()},
        "total": _share(counted.total),
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
    torn = [book.book.id for book in counted if not book.complete]
    if torn:
        click.echo(f"Lines are missing or counted twice in {', '.join(torn)}: run `colt spec check`.")
    else:
        lines = sum(book.book.lines for book in counted)
        click.echo(f"Every line accounted for: {number_of(lines, 'line')} of {number_of(len(counted), 'book')}.")
    left = sum(book.open[BASE].passages for book in counted if BASE in book.open)
    click.echo(f"Rule passages of the base game without a clause: {left or 'none'}.")


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
    if found.lines != book.lines:
        click.echo(f"Expected {number_of(book.lines, 'line')}, got {found.lines:,}.")
    if found.whole:
        click.echo("The words are the same, but not the line breaks: the line numbers do not fit.")
    else:
        click.echo("The text as a whole differs.")
    click.echo(f"{len(found.differences)} of {number_of(len(book.passages), 'passage')} differ.")
    if found.differences:
        screen = console()
        rows = table(screen, "lines", "is", "section", "")
        for difference in found.differences:
            passage = difference.passage
            moved = f"moved to {difference.found_at}" if difference.found_at else "differs"
            rows.add_row(passage.lines, passage.kind.value, passage.section, moved)
        screen.print(rows)


def _title(registry: Registry, id: str, lang: str) -> str:
    """A title, also where an id leads nowhere: showing is no check."""
    clause, ruling = registry.clauses.get(id), registry.rulings.get(id)
    text = clause.title if clause else ruling.question if ruling else None
    return text.in_language(lang) if text else "(unknown)"


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


def _share(share: Share) -> dict[str, int]:
    return {"passages": share.passages, "lines": share.lines}


def _coverage_table(screen: Console, counted: Coverage) -> Table:
    rows = table(screen, "", "passages", "lines", title=counted.book.id, numbers=2)

    def row(name: str, share: Share) -> None:
        rows.add_row(name, f"{share.passages:,}", f"{share.lines:,}")

    for kind, share in counted.kinds.items():
        row(kind.value, share)
        if kind is PassageKind.RULE:
            row("  with clauses", counted.answered)
            for module, waiting in counted.open.items():
                row(f"  open: {module}", waiting)
    rows.add_section()
    row("total", counted.total)
    return rows
