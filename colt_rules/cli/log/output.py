"""The results of verifying a log, for people and for programs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import tell
from colt_rules.cli.output import printable

if TYPE_CHECKING:
    from colt_rules.log.entries import Seal
    from colt_rules.log.errors import Departure, LogProblem
    from colt_rules.log.verifying import Verified
    from colt_rules.registry.corrections import Correction

_CHANGED = ("chain", "order", "count", "row", "search", "snapshot", "seal")
"""Kinds of departures of the lines; all others are departures of the game."""

MOST = 20
"""How many departures are printed for people; the first one usually causes the rest."""


def problem_facts(problems: "Iterable[LogProblem]") -> list[dict[str, Any]]:
    """Malformed lines, for programs."""
    return [{"line": one.line, "message": one.message} for one in problems]


def print_malformed(game: str, problems: "Iterable[LogProblem]", lang: str = "en", err: bool = True) -> None:
    """Malformed lines, for people: each problem once, with its first line."""
    from colt_rules.log.errors import collapsed

    all_problems = tuple(problems)
    for problem in collapsed(all_problems):
        click.echo(printable(problem), err=err)
    click.echo(printable(tell(lang, "log.malformed", problems=len(all_problems), game=game)), err=err)


def print_verified(game: str, found: "Verified", rules: bool, sealed: str, full: bool, lang: str = "en") -> None:
    """Print the results for people: in full, or in one line if nothing is wrong."""
    from colt_rules.referee.explain import describe_version
    from colt_rules.referee.prose import describe_awaited

    if found.problems:
        print_malformed(game, found.problems, lang, err=False)
    if found.departures:
        _tell_departures(game, found.departures, lang)
    if not found.sound:
        return
    waits = describe_awaited(found.awaiting, lang)
    state = tell(lang, "log.over") if found.over else tell(lang, "log.unfinished", waits=waits)
    unsealed = sealed and sealed not in [one.key for one in seals_of(found)]
    redacted = getattr(found.header, "role", "")
    counted = {
        "commands": found.head.commands,
        "events": found.head.events,
        "judged": rules and not redacted,
        "explained": bool(found.explained),
        "state": state,
    }
    if not full:
        sound = tell(lang, "log.sound", **counted)
        click.echo(tell(lang, "log.one-line", game=game, sound=sound, unsealed=bool(unsealed)))
        return
    click.echo(tell(lang, "log.sound-in-full", **counted))
    if found.remark and found.header:
        click.echo(f"  {describe_version(found.header.spec, found.remark, lang)}")
    for line in describe_explained(found.explained, lang):
        click.echo(printable(f"  {line}"))
    if redacted:
        click.echo(tell(lang, "log.redacted", role=redacted))
    elif not rules:
        click.echo(tell(lang, "log.rules-not-asked"))
    click.echo(tell(lang, "log.last-hash", hash=found.head.hash))
    for one in seals_of(found):
        click.echo(tell(lang, "log.sealed-by", key=one.key))
    if unsealed:
        click.echo(tell(lang, "log.no-seal", key=sealed))
    if not seals_of(found):
        click.echo(tell(lang, "log.compare-hash"))


def _tell_departures(game: str, departures: "tuple[Departure, ...]", lang: str) -> None:
    from colt_rules.referee.prose import departure_meaning, translated, where

    changed = [one for one in departures if one.kind in _CHANGED]
    if changed:
        click.echo(printable(tell(lang, "log.changed", game=game, where=where(changed[0], lang))))
    if len(changed) < len(departures):
        first = next(one for one in departures if one.kind not in _CHANGED)
        click.echo(printable(tell(lang, "log.against-rules", game=game, where=where(first, lang))))
    click.echo()
    labels = [tell(lang, f"log.{name}") for name in ("expected", "got", "clauses")]
    width = max(map(len, labels)) + 1
    for number, one in enumerate(departures[:MOST]):
        cause = tell(lang, "log.cause") if not number and len(departures) > 1 else ""
        click.echo(f"{where(one, lang)}{cause}")
        said = {"kind": one.kind, "plain": departure_meaning(one.kind, lang), "meaning": translated(one.meaning, lang)}
        click.echo(f"  {tell(lang, 'log.kind', **said)}")
        held = (translated(one.expected, lang), translated(one.got, lang), ", ".join(one.clauses))
        for label, words in zip(labels[: 3 if one.clauses else 2], held, strict=False):
            click.echo(printable(f"  {label:<{width}}{words}"))
    more = max(len(departures) - MOST, 0)
    click.echo(printable(tell(lang, "log.departures", departures=len(departures), game=game, more=more)))


def seals_of(found: "Verified") -> "tuple[Seal, ...]":
    """The seals of a log."""
    return found.closing.seals if found.closing else ()


def verified_facts(found: "Verified") -> dict[str, Any]:
    """The results for programs."""
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
        "spec_remark": found.remark or None,
        "explained": [departure_facts(one) for one in found.explained],
    }


def departure_facts(one: "Departure") -> dict[str, Any]:
    """A departure, for programs."""
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
            {
                "version": each.version,
                "clauses": each.clauses,
                "old": each.old.en,
                "new": each.new.en,
                "reason": each.reason.en,
            }
            for each in one.explained
        ],
    }


def describe_explained(departures: "Sequence[Departure]", lang: str) -> Iterator[str]:
    """The departures that corrections explain, for people, grouped by correction."""
    from colt_rules.referee.explain import describe_correction
    from colt_rules.referee.prose import where

    by_correction: dict[Correction, list[Departure]] = {}
    for one in departures:
        for correction in one.explained:
            by_correction.setdefault(correction, []).append(one)
    for correction, explained in by_correction.items():
        first, others = explained[0], len(explained) - 1
        told = {"where": where(first, lang), "others": others, "version": correction.version}
        yield f"{tell(lang, 'log.explained', **told)} [{', '.join(correction.clauses)}]"
        yield from (f"  {line}" for line in describe_correction(correction, lang))
