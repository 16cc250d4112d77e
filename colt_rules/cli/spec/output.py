"""The output of `colt spec` for people, in their language."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.tree import Tree

from colt_rules.cli.output import console, number_of, table
from colt_rules.cli.spec.facts import Facts
from colt_rules.referee.prose import ENGLISH, tell, text
from colt_rules.registry.books import PassageKind, place
from colt_rules.registry.coverage import BASE, Coverage, Share
from colt_rules.registry.source import TextComparison
from colt_rules.search.spec import Hit

FIRST_CASES = 10
"""How many cases of a clause are shown without --all."""
ROOM_FOR_TITLES = 24
"""The fewest columns that titles need beside the ids; with fewer, they go below the ids."""


def print_list(facts: Sequence[Facts], lang: str) -> None:
    """Show clauses and rulings, one a row, and how many there are."""
    _print_titles([(one["id"], one["what"], one["title"]) for one in facts], lang)
    rulings = sum(one["what"] == "ruling" for one in facts)
    console().print(tell(lang, "spec.counted", clauses=len(facts) - rulings, rulings=rulings))


def print_entry(facts: Facts, lang: str, all_cases: bool = False) -> None:
    """Show an entry without empty sections, except sections that a clause or ruling must have."""
    screen = console()

    def section(name: str, shown: Iterable[str | Tree], table: str = "spec") -> None:
        for index, line in enumerate(shown):
            if index == 0:
                screen.print(f"\n{text(lang, f'{table}.{name}')}", style="bold")
            screen.print(Padding(line, (0, 0, 0, 2), expand=False))

    def whole(name: str, lines: Sequence[str]) -> None:
        # The terminal wraps names that people copy.
        for index, line in enumerate(lines):
            if index == 0:
                screen.print(f"\n{text(lang, f'spec.{name}')}", style="bold")
            screen.print(f"  {line}", soft_wrap=True)

    def titles(key: str) -> list[str]:
        return [f"{one['id']}  {one['title']}" for one in facts.get(key, ())]

    def listed(key: str) -> list[str]:
        return [", ".join(facts[key])] if facts.get(key) else []

    def texts(key: str) -> list[str]:
        return [facts[key]] if facts.get(key) else []

    screen.print(facts["id"], style="bold cyan")
    screen.print(facts["title"], style="bold")
    told = "kind" if "kind" in facts else "what"
    section(facts[told], texts("text"), told)
    section("languages", [f"{code}  {word}" for code, word in facts.get("languages", {}).items()])
    section("component", _details(facts.get("details", {})), "what")
    section("confidence", [text(lang, f"confidence.{facts['confidence']}")] if "confidence" in facts else ())
    section("clauses", titles("clauses"))
    section("reason", texts("reason"))
    section("rejected", [_answer(other, lang) for other in facts.get("rejected", ())])
    whole("commands", titles("commands"))
    section("settled-in", listed("settled_in"))
    section("completes", titles("completes"))
    section("editions", listed("editions"))
    section("note", texts("note"))
    section("exception-to", [_tree(branch) for branch in facts.get("exception_to", ())])
    section("exceptions", [_tree(branch) for branch in facts.get("exceptions", ())])
    section("rulings", titles("rulings"))
    section("see", titles("see"))
    component = facts.get("component")
    if component:
        section("box", _thing(component))
        also = component["also"]
    else:
        also = facts.get("also", ())
    section("also", [line for other in also for line in _thing(other)])
    whole("file", [facts["file"]])
    if "sources" in facts:
        section("sources", _source_lines(facts["sources"]) or [text(lang, "spec.none")])
    if "cases" in facts:
        data = [f"{one['file']}  {one['id']}  {one['title']}" for one in facts["data"]]
        whole("code", _functions(facts["code"]) or ([] if data else [text(lang, "spec.none")]))
        whole("data", data)
        whole("cited-by", _functions(facts["cited_by"]))
        # The titles of cases are in English only, so other languages show their ids.
        cases = titles("cases") if lang == ENGLISH else [one["id"] for one in facts["cases"]]
        shown = cases if all_cases else cases[:FIRST_CASES]
        whole("cases", shown or [text(lang, "spec.none")])
        if len(shown) < len(cases):
            screen.print(f"  {tell(lang, 'spec.more-cases', n=len(cases) - len(shown))}")
        whole("tests", facts["tests"])


def _functions(listed: Iterable[Facts]) -> list[str]:
    return [f"{one['file']}:{one['line']}  {one['name']}" for one in listed]


def print_differences(facts: Facts, lang: str) -> None:
    """Show the differences of two editions, one below the other."""
    screen = console()

    def below(line: str, indent: int = 2, style: str | None = None) -> None:
        screen.print(Padding(line, (0, 0, 0, indent), expand=False), style=style)

    for edition, about in facts["editions"].items():
        screen.print(f"{edition}  {about['title']}", style="bold")
        below(tell(lang, "spec.plays", modules=", ".join(about["modules"])))
    for number, point in enumerate(facts["differences"], 1):
        screen.print(f"\n{number}", style="bold cyan")
        for edition in facts["editions"]:
            for one in point[edition]:
                below(f"{edition}  {one['id']}", style="bold")
                below(one["text"], 4)
                below(", ".join(one["passages"]) or text(lang, "spec.silent"), 4)
            if not point[edition]:
                below(f"{edition}  {text(lang, 'spec.no-such-clause')}", style="bold")
        for note in point["notes"]:
            below(tell(lang, "spec.comes-to", note=note))
        for case in point["witnesses"]:
            screen.print(f"  {tell(lang, 'spec.witness', case=case)}", soft_wrap=True)
    for number, wording in enumerate(facts.get("wordings", ()), 1):
        if number == 1:
            screen.print(f"\n{text(lang, 'spec.wordings')}", style="bold cyan")
        below(f"{wording['edition']}  {', '.join(wording['clauses'])}", style="bold")
        below(f"{wording['note']} ({', '.join(wording['passages'])})", 4)
    named = list(facts["editions"])
    click.echo("\n" + tell(lang, "spec.differences", n=len(facts["differences"]), first=named[0], second=named[-1]))


def print_corrections(facts: Facts, lang: str) -> None:
    """Show the corrections, one below the other."""
    screen = console()
    for one in facts["corrections"]:
        screen.print(f"{one['version']}  {', '.join(one['clauses'])}", style="bold", soft_wrap=True)
        for key, heading in (("old", "old-text"), ("new", "new-text"), ("reason", "correction-reason")):
            screen.print(Padding(tell(lang, f"spec.{heading}", text=one[key]), (0, 0, 0, 2), expand=False))
        if one["events"]:
            older = tell(lang, "spec.older-logs", events=", ".join(one["events"]))
            screen.print(Padding(older, (0, 0, 0, 2), expand=False))
        screen.print()
    click.echo(tell(lang, "spec.version", version=facts["version"], n=len(facts["corrections"])))


def print_hits(hits: Sequence[Hit], lang: str) -> None:
    """Show the results of a search, one a row."""
    _print_titles([(hit.id, hit.what, _hit_title(hit, lang)) for hit in hits], lang)


def _print_titles(listed: Sequence[tuple[str, str, str]], lang: str) -> None:
    """Show ids, kinds and titles, one a row; if there is no room beside the ids, titles go below them."""
    if not listed:
        return
    screen = console()
    entries = [(id, text(lang, f"what.{what}"), title) for id, what, title in listed]
    taken = max(len(id) for id, _, _ in entries) + max(len(what) for _, what, _ in entries)
    beside = screen.width - taken - 8  # the space around three columns
    if beside < ROOM_FOR_TITLES:
        for id, what, title in entries:
            screen.print(f"{id}  {what}", style="bold", soft_wrap=True)
            screen.print(Padding(title, (0, 0, 0, 2), expand=False))
        return
    id_, what_, title_ = (text(lang, f"spec.{column}") for column in ("id", "what", "title"))
    rows = table(screen, id_, what_, title_, unwrapped=(id_, what_))
    for entry in entries:
        rows.add_row(*entry)
    screen.print(rows)


def print_coverage(counted: Sequence[Coverage]) -> None:
    """Show a table for each book, side by side if the terminal is wide enough."""
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


def print_comparison(found: TextComparison, file: Path) -> None:
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
    if found.same_words:
        click.echo("The words are the same, but not the line breaks: the line numbers do not fit.")
    else:
        click.echo("The text as a whole differs.")
    if found.foreign:
        click.echo(f"None of its {number_of(len(book.passages), 'passage')} is there: this is another text.")
        return
    click.echo(f"{len(found.differences)} of {number_of(len(book.passages), 'passage')} differ.")
    if found.differences:
        screen = console()
        rows = table(screen, "lines", "kind", "section", "", unwrapped=("lines", "kind"))
        for difference in found.differences:
            passage = difference.passage
            moved = f"moved to {difference.found_at}" if difference.found_at else "differs"
            rows.add_row(passage.lines, passage.kind.value, passage.section, moved)
        screen.print(rows)


def _answer(other: Facts, lang: str) -> str:
    answer = f"{other['id']}  {other['title']}"
    return f"{answer} {text(lang, 'spec.house-rule')}" if other["house_rule"] else answer


def _thing(component: Facts) -> list[str]:
    """A component in lines: name, facts and sources."""
    return [component["title"], *_details(component["details"]), component["file"]]


def _details(details: Facts) -> list[str]:
    """The facts about a component, a line each; empty ones are left out."""
    return [f"{name}: {_in_words(value)}" for name, value in details.items() if value is not None]


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name} {_in_words(one)}" for name, one in value.items())
    return ", ".join(map(_in_words, value)) if isinstance(value, list | tuple) else str(value)


def _hit_title(hit: Hit, lang: str) -> str:
    """The title; for a component with its file, for a clause with its editions unless it holds in all."""
    if hit.what == "component":
        return f"{hit.title} ({hit.file})"
    return tell(lang, "spec.only", title=hit.title, editions=", ".join(hit.only)) if hit.only else hit.title


def _tree(branch: Facts) -> Tree:
    tree = Tree(f"{branch['id']}  {branch['title']}")
    for smaller in branch["branches"]:
        tree.add(_tree(smaller))
    return tree


def _source_lines(sources: Sequence[Facts]) -> list[str]:
    """The headings with their passages, below the title of their book."""
    lines = []
    for book, passages in groupby(sources, key=lambda source: (source["book"], source["title"])):
        headings: dict[str, list[str]] = {}
        for passage in passages:
            headings.setdefault(passage["section"], []).append(passage["lines"])
        lines += ["  ".join(book), *(f"  {place(*one)}" for one in headings.items())]
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
