"""What was found out about a log, for people and for programs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.output import number_of, printable

if TYPE_CHECKING:
    from colt_rules.decisions import Decision
    from colt_rules.log.entries import Seal
    from colt_rules.log.errors import Departure, Problem
    from colt_rules.log.verifying import Verified
    from colt_rules.registry.corrections import Correction

_CHANGED = ("chain", "order", "count", "row", "search", "snapshot", "seal")
"""Departures of what was written; the others are departures of what was played."""

MOST = 20
"""How many departures are printed for people; the first one is usually behind the rest."""


def problem_facts(problems: "Iterable[Problem]") -> list[dict[str, Any]]:
    """Malformed lines, for programs."""
    return [{"line": one.line, "message": one.message} for one in problems]


def tell_malformed(game: str, problems: "Iterable[Problem]", err: bool = True) -> None:
    """Malformed lines, for people: each trouble once, with the first line that has it."""
    from colt_rules.log.errors import collapsed

    all_problems = tuple(problems)
    for problem in collapsed(all_problems):
        click.echo(printable(problem), err=err)
    click.echo(f"Malformed: {number_of(len(all_problems), 'problem')} in {printable(game)}.", err=err)


def tell_verified(game: str, found: "Verified", rules: bool, sealed: str, full: bool) -> None:
    """What was found out about a log, for people; in full, or in one line if all is well."""
    counted = f"{number_of(found.head.commands, 'command')}, {number_of(found.head.events, 'event')}"
    if found.problems:
        tell_malformed(game, found.problems, err=False)
    if found.departures:
        _tell_departures(game, found.departures)
    if not found.sound:
        return
    over = "over" if found.over else _waiting(found.awaiting)
    unsealed = sealed and sealed not in [one.key for one in seals_of(found)]
    redacted = getattr(found.header, "role", "")
    by = "the rules, but for what was corrected since" if found.explained else "the rules"
    judged = f", every one by {by}" if rules and not redacted else ""
    if not full:
        click.echo(f"{game}: sound, {counted}{judged}; {over}{', but without that seal' if unsealed else ''}.")
        return
    click.echo(f"Sound: {counted}{judged}; {over}.")
    for line in describe_explained(found.explained):
        click.echo(printable(f"  {line}"))
    if redacted:
        click.echo(f"It is what {redacted} has seen: too much is hidden to hold it against the rules.")
    elif not rules:
        click.echo("The rules were not asked.")
    click.echo(f"Last hash: {found.head.hash}")
    for one in seals_of(found):
        click.echo(f"Sealed by: {one.key}")
    if unsealed:
        click.echo(f"There is no seal by {sealed}.")
    if not found.closing:
        click.echo(
            "A log of version 1 does not say where it ends: whether commands are missing there, nobody can tell."
        )
    if not seals_of(found):
        click.echo(
            "The hashes fit. Only the last one tells whether it is the log you know: compare it with a copy you trust."
        )


def _tell_departures(game: str, departures: "tuple[Departure, ...]") -> None:
    changed = [one for one in departures if one.kind in _CHANGED]
    if changed:
        click.echo(f"{printable(game)} was changed after it was written, first at {changed[0].where}.")
    if len(changed) < len(departures):
        first = next(one for one in departures if one.kind not in _CHANGED)
        click.echo(f"{printable(game)} does not go by the rules, first at {first.where}.")
    click.echo()
    for number, one in enumerate(departures[:MOST]):
        cause = " (the first, and likely the cause of the others)" if not number and len(departures) > 1 else ""
        click.echo(f"{one.where}{cause}\n  {one.kind}{f': {one.meaning}' if one.meaning else ''}")
        click.echo(printable(f"  expected: {one.expected}"))
        click.echo(printable(f"  got:      {one.got}"))
        if one.clauses:
            click.echo(printable(f"  clauses:  {', '.join(one.clauses)}"))
    more = f", {len(departures) - MOST:,} not shown" if len(departures) > MOST else ""
    click.echo(f"{number_of(len(departures), 'departure')} in {printable(game)}{more}.")


def _waiting(decisions: "tuple[Decision, ...]") -> str:
    waited = ", ".join(f"{one.actor} ({one.kind})" for one in decisions)
    return f"unfinished: waits for {waited}" if waited else "unfinished"


def seals_of(found: "Verified") -> "tuple[Seal, ...]":
    """The seals of a log."""
    return found.closing.seals if found.closing else ()


def facts_of(found: "Verified") -> dict[str, Any]:
    """What was found out about a log, for programs."""
    return {
        "sound": found.sound,
        "over": found.over,
        "waits_for": [{"actor": one.actor, "decision": one.kind} for one in found.awaiting],
        "game": found.header.game if found.header else None,
        "commands": found.head.commands,
        "events": found.head.events,
        "last_line": found.head.hash,
        "sealed_by": [one.key for one in seals_of(found)],
        "problems": problem_facts(found.problems),
        "departures": [departure_facts(one) for one in found.departures],
        "explained": [departure_facts(one) for one in found.explained],
    }


def departure_facts(one: "Departure") -> dict[str, Any]:
    """One place where a log is not what it should be, for programs."""
    return {
        "kind": one.kind,
        "line": one.line,
        "command": one.command or None,
        "event": one.event or None,
        "expected": one.expected,
        "got": one.got,
        "clauses": one.clauses,
        "meaning": one.meaning,
        "corrections": [
            {"version": each.version, "clauses": each.clauses, "said": each.said, "says": each.says, "why": each.why}
            for each in one.explained
        ],
    }


def describe_explained(departures: "Sequence[Departure]") -> Iterator[str]:
    """The departures that corrections explain, for people: each correction once, with what it explains."""
    by_correction: dict[Correction, list[Departure]] = {}
    for one in departures:
        for correction in one.explained:
            by_correction.setdefault(correction, []).append(one)
    for correction, explained in by_correction.items():
        first, others = explained[0], len(explained) - 1
        more = f" and {number_of(others, 'more place')}" if others else ""
        yield f"{first.where}{more}: corrected in {correction.version} [{', '.join(correction.clauses)}]"
        yield f"  it said: {correction.said}"
        yield f"  it says: {correction.says}"
