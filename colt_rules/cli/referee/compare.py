"""`colt compare`: two logs of what should be one game, and where they diverge."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import in_language, tell
from colt_rules.cli.log.named import STREAM
from colt_rules.cli.output import FILE, CannotRun, as_json, console, print_json, printable, write_file
from colt_rules.cli.referee.named import story_named
from colt_rules.cli.referee.words import event_facts, texts_of

if TYPE_CHECKING:
    from rich.console import Console

    from colt_rules.referee.compare import Comparison, LogDifference, LogSide
    from colt_rules.referee.story import Story

WIDE = 100
"""Minimum number of columns for showing both sides next to each other."""
GAP = 3
BEFORE, AFTER = 1, 3
"""How many events of a command are shown before and after the event that differs."""


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--case",
    "file",
    metavar="FILE.yaml",
    type=FILE,
    help="Write a conformance case that shows the difference into this file.",
)
@in_language
@as_json
@click.pass_context
def compare(ctx: click.Context, first: str, second: str, file: Path | None, lang: str, json_: bool) -> None:
    """Find where two logs of one game diverge, and which is right.

    A and B are names of games in the store, exported files, or - for standard input: the logs of two clients, or of two
    servers, that should be the same. The command shows where they first diverge, what each says there, and what the
    rules say, from the position that both have in common. If a player chose something else, or other cards were dealt,
    neither program is at fault.

    The comparison ignores who wrote a log and which clauses it cites. A truncated log is compared as far as it goes.

    \b
    Examples:
      colt compare mine.jsonl theirs.jsonl
      colt compare mine.jsonl GAME --lang pl
      colt compare mine.jsonl theirs.jsonl --case parted.yaml
      colt conformance run --file parted.yaml --adapter "node adapter.mjs"
      colt compare mine.jsonl theirs.jsonl --json | jq '.differences[0].right'

    Exit status: 0 the same game, 1 they differ, or one is incomplete, 2 there is no such log, or it cannot be read.
    """
    from colt_rules.referee.compare import compare as found_out

    if (first, second) == (STREAM, STREAM):
        raise CannotRun("standard input holds one log only; name a file or a game for the other")
    if file:
        _check_new(file)
    a, b = story_named(ctx, first, lang), story_named(ctx, second, lang)
    found = found_out(a, b, lang)
    written = _write_case(a, found, file, lang) if file else False
    if json_:
        print_json(_facts(a, b, found, file if written else None, lang))
    else:
        _tell((first, a), (second, b), found, lang)
        if written:
            click.echo(f"\n{tell(lang, 'compare.case', file=str(file))}")
    raise SystemExit(0 if found.same else 1)


def _check_new(file: Path) -> None:
    """Refuse to overwrite anything, such as one of the logs."""
    if file.exists():
        raise CannotRun(f"{file} is there already; name another file")
    if not file.parent.is_dir():
        raise CannotRun(f"expected a folder to write {file} into, got none")


def _write_case(a: "Story", found: "Comparison", file: Path, lang: str) -> bool:
    """Write a case of the most important difference; if there is none, say why."""
    from colt_rules.referee.case import NoCase, case_of

    if not found.differences:
        click.echo(tell(lang, "compare.no-case", why=tell(lang, "compare.no-difference")), err=True)
        return False
    try:
        text = case_of(a, found.differences[0])
    except NoCase as error:
        click.echo(printable(tell(lang, "compare.no-case", why=str(error))), err=True)
        return False
    write_file(file, text)
    return True


def _mentioned(difference: "LogDifference", rules: str = "the rules") -> dict[str, list[str]]:
    """The clauses that decide, and the clauses that either log cites there; for each clause, which logs cite it."""
    by = {rules: difference.judgement.clauses}
    by |= {
        name: side.event_entry.cites for name, side in (("A", difference.a), ("B", difference.b)) if side.event_entry
    }
    return {id: [name for name, ids in by.items() if id in ids] for ids in by.values() for id in ids}


# --- for programs


def _facts(a: "Story", b: "Story", found: "Comparison", case: Path | None, lang: str) -> dict[str, Any]:
    return {
        "same": found.same,
        "same_end": found.same_end,
        "a": _story_facts(a),
        "b": _story_facts(b),
        "differences": [_difference_facts(one, lang) for one in found.differences],
        "case": case.as_posix() if case else None,
    }


def _story_facts(story: "Story") -> dict[str, Any]:
    from colt_rules.log.codec import to_data

    return {"header": to_data(story.header), **to_data(story.head), "broken": story.broken or None}


def _difference_facts(one: "LogDifference", lang: str) -> dict[str, Any]:
    from colt_rules.kernel import Refused
    from colt_rules.log.codec import to_data

    fault = one.judgement.fault
    mentioned = _mentioned(one)
    texts = texts_of(mentioned, lang)
    return {
        "kind": one.kind,
        "command": one.command,
        "a": _side_facts(one.a, lang),
        "b": _side_facts(one.b, lang),
        "right": one.judgement.right or None,
        "why": one.judgement.why,
        "expected": event_facts(fault.expected, lang) if fault and fault.expected else None,
        "refused": to_data(fault.verdict) if fault and isinstance(fault.verdict, Refused) else None,
        "decided_by": list(one.judgement.clauses),
        "corrections": [{"version": each.version, "clauses": each.clauses} for each in one.judgement.corrected],
        "clauses": [{"id": id, **texts[id], "cited_by": by} for id, by in mentioned.items()],
    }


def _side_facts(side: "LogSide", lang: str) -> dict[str, Any]:
    from colt_rules.log.codec import command_object, digest
    from colt_rules.referee.telling import describe_command

    step = side.step
    return {
        "line": side.line,
        "event": side.event,
        "command": command_object(step.command.command) if step else None,
        "sentence": describe_command(step.command.command, lang, step.before) if step else None,
        "events": [
            {"seq": one.seq, **event_facts((one.event, one.cites), lang)} for one in (step.events if step else ())
        ],
        "position": digest(step.after) if step else None,
    }


# --- for people


def _tell(first: "tuple[str, Story]", second: "tuple[str, Story]", found: "Comparison", lang: str) -> None:
    screen = console()
    for letter, (name, story) in zip("AB", (first, second), strict=True):
        counted = {"commands": story.head.commands, "events": story.head.events}
        line = tell(lang, "compare.log", letter=letter, name=name, **counted, maker=story.header.made_by)
        screen.print(printable(line))
    if not found.differences:
        screen.print(tell(lang, "compare.identical"))
        return
    if found.same:
        screen.print(tell(lang, "compare.same"))
    for number, difference in enumerate(found.differences):
        screen.print(printable(_heading(difference, lang)))
        if not number:
            _tell_difference(screen, difference, lang)
    if not found.same and found.same_end:
        screen.print(tell(lang, "compare.same-end"))


def _heading(one: "LogDifference", lang: str) -> str:
    """Print where they diverge, in a sentence."""
    if one.kind == "citations":
        return _citing(one, lang)
    if one.kind != "length":
        return tell(lang, f"compare.{one.kind}", number=str(one.command))
    if not (one.a.step or one.b.step):
        return tell(lang, "compare.not-whole", number=str(one.command - 1))
    shorter, longer = ("A", "B") if one.b.step else ("B", "A")
    return tell(lang, "compare.longer", shorter=shorter, longer=longer, number=str(one.command))


def _citing(one: "LogDifference", lang: str) -> str:
    """How two logs of one game differ in what they cite."""
    for name, side in (("A", one.a), ("B", one.b)):
        if side.event_entry and not side.event_entry.cites:
            return tell(lang, "compare.cites-none", name=name, number=str(one.command))
    return tell(lang, "compare.cites-others", number=str(one.command))


def _tell_difference(screen: "Console", one: "LogDifference", lang: str) -> None:
    """Both sides, who is right, and the clauses."""
    from colt_rules.referee.telling import describe_event

    if one.a.step or one.b.step:
        screen.print()
        _tell_sides(screen, list(_lines("A", one.a, lang)), list(_lines("B", one.b, lang)))
        screen.print()
    right = {"a": "A", "b": "B", "neither": ""}.get(one.judgement.right)
    who = "" if right is None else f"{tell(lang, 'compare.is-right', name=right)} "
    lines = [who + one.judgement.why]
    fault = one.judgement.fault
    if fault and fault.expected and not fault.in_citations:
        expected = tell(lang, "compare.expected", sentence=describe_event(fault.expected[0], lang))
        lines.append(f"{expected} [{', '.join(fault.expected[1])}]")
    mentioned = _mentioned(one, tell(lang, "compare.the-rules"))
    for id, text in texts_of(mentioned, lang).items():
        titled = tell(lang, "where.at", where=text["title"], what=text["text"])
        said = titled if text["title"] else tell(lang, "compare.unknown-clause")
        lines.append(f"  {id} ({', '.join(mentioned[id])})  {said}")
    for line in _folded(lines, screen.width):
        screen.print(line)


def _tell_sides(screen: "Console", ours: list[str], theirs: list[str]) -> None:
    """Print both sides next to each other if there is room, else one below the other."""
    if not screen.is_terminal or screen.width < WIDE:
        for line in _folded([*ours, *theirs], screen.width):
            screen.print(line)
        return
    half = (screen.width - GAP) // 2
    for left, right in zip_longest(_folded(ours, half), _folded(theirs, half), fillvalue=""):
        screen.print(f"{left:<{half + GAP}}{right}")


def _folded(lines: Iterable[str], width: int) -> Iterator[str]:
    """Wrapped lines, with continuation lines indented."""
    for line in map(printable, lines):
        indent = " " * (len(line) - len(line.lstrip(" ")))
        yield from wrap(line.strip(), width, initial_indent=indent, subsequent_indent=f"{indent}    ")


def _lines(letter: str, side: "LogSide", lang: str) -> Iterator[str]:
    """One log at the first difference: its command, and the events around the event that differs."""
    from colt_rules.referee.telling import describe_command, describe_event

    place = {"letter": letter, "row": str(side.line), "seq": str(side.event)}
    if side.step is None:
        yield tell(lang, "compare.ends", **place)
        return
    yield tell(
        lang, "compare.side", **place, command=describe_command(side.step.command.command, lang, side.step.before)
    )
    for entry in side.step.events:
        if -BEFORE <= entry.seq - side.event <= AFTER:
            mark = "> " if entry.seq == side.event else "  "
            cites = f" [{', '.join(entry.cites)}]" if entry.cites else ""
            yield f"   {mark}{entry.seq} {describe_event(entry.event, lang)}{cites}"
    if side.event_entry is None:
        yield f"   > {side.event} {tell(lang, 'compare.nothing-more')}"
