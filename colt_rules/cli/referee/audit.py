"""`colt audit`: is a log intact, and does it follow the rules?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import in_language, tell
from colt_rules.cli.log.named import is_file, store_of
from colt_rules.cli.log.output import departure_facts, describe_explained
from colt_rules.cli.log.verify import sealed_by
from colt_rules.cli.many import How, are_many, how_many_are_judged, judge_places
from colt_rules.cli.output import as_json, giving_up_on, print_json, printable
from colt_rules.cli.referee.named import judged_named
from colt_rules.cli.referee.words import event_facts, ranking_facts, texts_of
from colt_rules.safe_text import clipped

if TYPE_CHECKING:
    from colt_rules.log.errors import Departure
    from colt_rules.referee.audit import Audit, Finding, GameResult

MOST = 20
"""How many departures of each judgement are printed for people."""
KEPT_BESIDE = ("row", "search", "snapshot")
"""Kinds of departures of the store's data about a game, which is not part of its log."""


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@sealed_by
@how_many_are_judged
@in_language
@as_json
@click.pass_context
def audit(ctx: click.Context, games: tuple[str, ...], sealed: str, how: How, lang: str, json_: bool) -> None:
    """Check logs twice: are they intact, and do they follow the rules?

    GAME is the name of a game in the store, an exported file, or - for standard input, by this program or any other.
    A folder, a store file or a postgresql:// address stands for all logs in it.

    The first judgement is about the log itself: all lines are there, in order and unchanged, and the events fit
    together. The second is about the rules: each command is decided again under the edition and the rulings of the
    game and must lead to the same events, in the same order, with the same clauses. A log without citations is judged
    by its events.

    A log names the version of the specification that it was written by. If it departs from today's rules only because
    they have been corrected since, the audit names the correction and does not count the departure as a fault; `colt
    spec corrections` lists all corrections.

    The audit reports the first departure and all later ones that do not merely follow from it: which clause is broken,
    what should have happened, and whether the game would have ended differently. A log that was exported with --as
    gets only the first judgement, because too much is hidden.

    Many logs are judged by several processes. The report counts how many are sound, the faults by clause, by kind and
    by the program that wrote the log, and names the first logs of each with the command that looks at one. A log that
    cannot be read is named; all others are judged. Results are kept in your cache folder, so an interrupted run goes
    on where it stopped. Of a store only the logs are judged; `colt log verify` also checks what it keeps beside them.

    With --cluster, the workers of a Dask scheduler judge the logs. They must see them at the same places and have the
    same version of colt-rules.

    \b
    Examples:
      colt audit GAME
      colt audit game.jsonl --lang pl
      colt audit game.jsonl --sealed PUBLIC_KEY
      colt audit game.jsonl --json | jq '.rules.departures[0].clauses'
      colt audit folder/                    every *.jsonl in it and its subfolders
      colt audit games.db --workers 4       every game in a store
      colt audit folder/ --cluster tcp://host:8786
      colt audit folder/ --json | jq '.by_clause[0].examples[].command'
      colt explain GAME --event 82          look closely at a departure

    Exit status: 0 no fault, 1 a log has a fault or cannot be judged, 2 there is no such game, or it cannot be read.
    """
    if are_many(games):
        judge_places(ctx, games, "audit", how, sealed, lang, json_)
    game = games[0]
    found, beside = _audited(ctx, game)
    beside += _unsealed(found, sealed)
    if json_:
        print_json(_facts(found, beside, lang))
    else:
        _tell(game, found, beside, lang)
    raise SystemExit(0 if found.sound and not beside else 1)


def _audited(ctx: click.Context, game: str) -> "tuple[Audit, list[Departure]]":
    """Both judgements about the log that the user named, and the departures of the store's data about it."""
    from colt_rules.log.errors import LogError
    from colt_rules.referee.audit import audit

    if is_file(game):
        with judged_named(ctx, game) as pieces:
            return audit(pieces), []
    with giving_up_on(LogError, because=f"{game}: "), store_of(ctx, game, "Auditing") as store:
        found = audit(store.pieces(game))
        return found, [one for one in store.verify(game).departures if one.kind in KEPT_BESIDE]


def _unsealed(found: "Audit", key: str) -> "list[Departure]":
    """Whether a requested seal is missing; a log does not show that a seal was removed."""
    from colt_rules.log.errors import Departure

    head = found.head
    if not key or (found.closing and key in [one.key for one in found.closing.seals]):
        return []
    place = (2 + head.commands + head.events, head.commands, head.events)
    return [Departure("seal", *place, f"a seal by {key}", "none by that key", ())]


# --- for programs


def _facts(found: "Audit", beside: "list[Departure]", lang: str) -> dict[str, Any]:
    return {
        "game": found.header.game,
        "edition": found.header.edition,
        "modules": found.header.modules,
        "as": found.role or None,
        "commands": found.head.commands,
        "events": found.head.events,
        "last_line": found.head.hash,
        "sound": found.sound and not beside,
        "house_rules": found.house_rules,
        "over": found.over,
        "waits_for": [{"actor": one.actor, "decision": one.kind} for one in found.awaiting],
        "sealed_by": [one.key for one in found.closing.seals] if found.closing else [],
        "log": {"judged": True, "departures": [departure_facts(one) for one in (*found.log, *beside)]},
        "rules": {
            "judged": not found.role,
            "citations": found.cited,
            "unjudged": [found.unjudged.first, found.unjudged.last or None] if found.unjudged else None,
            "departures": [
                departure_facts(one)
                | {
                    "should": [event_facts(each, lang) for each in one.should],
                    "happened": [event_facts(each, lang) for each in one.happened],
                }
                for one in found.rules
            ],
            "spec": found.header.spec,
            "spec_remark": found.remark or None,
            "explained": [departure_facts(one) for one in found.explained],
        },
        "result": {
            "by_log": ranking_facts(found.result.by_log),
            "by_rules": ranking_facts(found.result.by_rules),
            "differs": found.result.differs,
            "lost_at_command": found.result.lost or None,
        },
    }


# --- for people


def _tell(game: str, found: "Audit", beside: "list[Departure]", lang: str) -> None:
    from colt_rules.referee.explain import describe_version

    header, head = found.header, found.head
    modules = [clipped(one) for one in header.modules[:MOST]]
    agreed = {"game": game, "edition": clipped(header.edition), "modules": modules}
    counted = {"commands": head.commands, "events": head.events}
    click.echo(printable(tell(lang, "audit.game", **agreed, **counted, state=_describe_state(found, lang))))
    if found.house_rules:
        click.echo(printable(tell(lang, "audit.agreed", house_rules=found.house_rules)))
    log = [*found.log, *beside]
    click.echo(f"\n{tell(lang, 'audit.whole', wrong=bool(log))}")
    for one in log[:MOST]:
        _tell_departure(one, lang)
    _tell_more(log, lang)
    if found.role:
        click.echo(f"\n{printable(tell(lang, 'audit.redacted', role=found.role))}")
        return
    click.echo(f"\n{tell(lang, 'audit.right', wrong=bool(found.rules), unjudged=bool(found.unjudged))}")
    for finding in found.rules[:MOST]:
        _tell_finding(finding, lang)
    _tell_more(found.rules, lang)
    if found.remark:
        click.echo(f"   {describe_version(found.header.spec, found.remark, lang)}")
    if found.explained:
        click.echo(f"   {tell(lang, 'audit.corrected')}")
    for line in describe_explained(found.explained, lang):
        click.echo(printable(f"   {line}"))
    if not found.cited:
        click.echo(f"   {tell(lang, 'audit.uncited')}")
    if found.unjudged:
        click.echo(f"   {tell(lang, 'audit.unjudged', **found.unjudged.as_data)}")
    if any(finding.kind != "cites" for finding in found.rules):
        result = tell(lang, f"audit.{found.result.verdict}", lost=str(found.result.lost))
        click.echo(f"\n{tell(lang, 'audit.result', result=result)}")
    for line in _describe_ranking(found.result, lang) if found.rules else ():
        click.echo(printable(f"   {line}"))


def _describe_state(found: "Audit", lang: str) -> str:
    """The size of the game, whether it is over, and its seals."""
    from colt_rules.referee.prose import describe_awaited

    sealed = tell(lang, "audit.sealed", keys=[one.key for one in found.closing.seals] if found.closing else [])
    if found.over:
        winners = [one.seat for one in found.result.by_log if one.rank == 1]
        return tell(lang, "audit.over", winners=winners, sealed=sealed)
    return tell(lang, "audit.not-over", waits=describe_awaited(found.awaiting, lang), sealed=sealed)


def _tell_departure(one: "Departure", lang: str) -> None:
    """Print a departure of the log itself: where, its kind, what was expected and what was found."""
    from colt_rules.referee.prose import departure_meaning, translated, where

    said = {"kind": one.kind, "plain": departure_meaning(one.kind, lang), "meaning": translated(one.meaning, lang)}
    told = tell(lang, "where.at", where=where(one, lang), what=tell(lang, "audit.kind", **said))
    click.echo(printable(f"   {told}"))
    labels = [tell(lang, "audit.expected"), tell(lang, "audit.got")]
    for label, words in zip(labels, (one.expected, one.got), strict=True):
        click.echo(printable(f"     {label:<{max(map(len, labels)) + 1}}{translated(words, lang)}"))


def _tell_more(departures: "tuple[Departure, ...] | list[Departure]", lang: str) -> None:
    if len(departures) > MOST:
        click.echo(f"   {tell(lang, 'audit.more', count=len(departures) - MOST)}")


def _tell_finding(one: "Finding", lang: str) -> None:
    """Print a departure from the rules: what happened, what should have, and the clauses that decide."""
    from colt_rules.referee.prose import where
    from colt_rules.referee.telling import describe_event

    what = tell(lang, f"audit.{one.kind}" if one.kind in ("refused", "cites") else "audit.otherwise")
    click.echo(printable(f"   {tell(lang, 'where.at', where=where(one, lang), what=what)}"))
    by_log, by_rules, broken, nothing = (
        tell(lang, f"audit.{name}") for name in ("by-log", "by-rules", "broken", "nothing")
    )
    width = max(map(len, (by_log, by_rules, broken))) + 1
    for heading, events in zip((by_log, by_rules), one.parting, strict=True):
        for number, (event, cites) in enumerate(events or [(None, ())]):
            sentence = describe_event(event, lang) if event else nothing
            rests = f" [{', '.join(cites) or nothing}]" if one.kind == "cites" else ""
            click.echo(printable(f"     {heading if not number else '':<{width}}{sentence}{rests}"))
    for id, text in texts_of(one.clauses, lang).items():
        click.echo(printable(f"     {broken:<{width}}{id}  {text['title']}".rstrip()))


def _describe_ranking(result: "GameResult", lang: str) -> Iterator[str]:
    """Each ranking in a line; with the bullets if nothing else differs."""
    from colt_rules.referee.rankings import what_counts

    with_bullets = result.verdict == "bullets"
    headings = [tell(lang, "audit.by-log"), tell(lang, "audit.by-rules")]
    width = max(map(len, headings)) + 2
    for heading, ranking in zip(headings, (result.by_log, result.by_rules if result.differs else ()), strict=True):
        if ranking:
            standings = (
                tell(
                    lang, "audit.standing", rank=str(one.rank), seat=one.seat, counts=what_counts(one, lang), **bullets
                )
                for one in ranking
                for counts in [what_counts(one, lang)]
                for bullets in [{"bullets": one.bullets, "counted": True} if with_bullets else {}]
            )
            yield f"{heading:<{width}}{', '.join(standings)}"
