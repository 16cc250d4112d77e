"""`colt audit`: is a log whole, and is it what the rules say?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.log.named import is_file, store_of
from colt_rules.cli.log.telling import departure_facts, describe_explained
from colt_rules.cli.log.verify import sealed_by
from colt_rules.cli.output import as_json, giving_up_on, number_of, print_json, printable
from colt_rules.cli.referee.named import judged_named
from colt_rules.cli.referee.words import event_facts, ranking_facts, texts_of
from colt_rules.cli.spec import in_language

if TYPE_CHECKING:
    from colt_rules.log.errors import Departure
    from colt_rules.referee.audit import Audit, Finding, Result

MOST = 20
"""How many departures of each judgement are printed for people."""
KEPT_BESIDE = ("row", "search", "snapshot")
"""What a store says about a game is no part of its log."""


@click.command()
@click.argument("game", metavar="GAME")
@sealed_by
@in_language
@as_json
@click.pass_context
def audit(ctx: click.Context, game: str, sealed: str, lang: str, json_: bool) -> None:
    """Judge a log twice: is it whole, and is it what the rules say?

    GAME is the name of a game in the store, an exported file, or - for standard input, by this program or any other.

    The first judgement: the state is what the log says. All lines are there, in their order, as they were written,
    and the events fit one another. The second one: the log is what the rules say. Each command is decided again under
    the edition and the rulings of the game and must lead to the same events, in the same order, with the same clauses.
    A log without citations is judged by its events.

    A log says by which version of the specification it was written. Where it departs from today's rules only because
    they have been corrected since, the correction is named and the departure does not count as a fault; `colt spec
    corrections` lists all corrections.

    It reports the first departure and all later ones that do not merely follow from it: which clause is broken, what
    should have happened, and whether the game would have ended differently. A log that was exported with --as can only
    get the first judgement, because too much is hidden.

    \b
    Examples:
      colt audit GAME
      colt audit game.jsonl --lang pl
      colt audit game.jsonl --sealed PUBLIC_KEY
      colt audit game.jsonl --json | jq '.rules.departures[0].clauses'
      colt explain GAME --event 82          what audit names can be looked at closely

    Exit status: 0 nothing was found that no correction explains, 1 the log departs somewhere, 2 there is no such game,
    or it cannot be read.
    """
    found, beside = _audited(ctx, game)
    beside += _unsealed(found, sealed)
    if json_:
        print_json(_facts(found, beside))
    else:
        _tell(game, found, beside, lang)
    raise SystemExit(0 if found.sound and not beside else 1)


def _audited(ctx: click.Context, game: str) -> "tuple[Audit, list[Departure]]":
    """Both judgements about the log that the user named, and what is wrong with what a store keeps beside it."""
    from colt_rules.log.entries import closing_of
    from colt_rules.log.errors import LogError
    from colt_rules.referee.audit import audit

    if is_file(game):
        with judged_named(ctx, game) as pieces:
            return audit(pieces), []
    with giving_up_on(LogError, because=f"{game}: "), store_of(ctx, game, "Auditing") as store:
        found = audit(store.pieces(game), closing_of(store.head(game)))
        return found, [one for one in store.verify(game).departures if one.kind in KEPT_BESIDE]


def _unsealed(found: "Audit", key: str) -> "list[Departure]":
    """Whether a seal that was asked for is missing: from a log alone nobody can tell that there was one."""
    from colt_rules.log.errors import Departure

    head = found.head
    if not key or (found.closing and key in [one.key for one in found.closing.seals]):
        return []
    place = (2 + head.commands + head.events, head.commands, head.events)
    return [Departure("seal", *place, f"a seal by {key}", "none by that key", ())]


# --- for programs


def _facts(found: "Audit", beside: "list[Departure]") -> dict[str, Any]:
    return {
        "game": found.header.game,
        "edition": found.header.edition,
        "modules": found.header.modules,
        "as": found.role or None,
        "commands": found.head.commands,
        "events": found.head.events,
        "last_line": found.head.hash,
        "sound": found.sound and not beside,
        "claims": found.claims,
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
                | {"should": [*map(event_facts, one.should)], "happened": [*map(event_facts, one.happened)]}
                for one in found.rules
            ],
            "spec": found.header.spec_version,
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
    counted = f"{number_of(found.head.commands, 'command')}, {number_of(found.head.events, 'event')}"
    header = found.header
    click.echo(
        printable(f"{game}: {header.edition}, {', '.join(header.modules)}; {counted}; {_describe_state(found)}.")
    )
    if found.claims:
        click.echo(printable(f"The table claimed: {', '.join(found.claims)}."))
    log = [*found.log, *beside]
    click.echo(f"\n1. The state is what the log says: {'NO' if log else 'yes'}.")
    for one in log[:MOST]:
        click.echo(printable(f"   {one.where}: {one.kind}{f', {one.meaning}' if one.meaning else ''}"))
        click.echo(printable(f"     expected {one.expected}"))
        click.echo(printable(f"     got      {one.got}"))
    _tell_more(log)
    if found.role:
        seen_by = printable(found.role)
        click.echo(f"\n2. The log is what the rules say: nobody can tell, for it is what {seen_by} has seen.")
        return
    well = "yes, as far as they could be asked" if found.unjudged else "yes"
    click.echo(f"\n2. The log is what the rules say: {'NO' if found.rules else well}.")
    for finding in found.rules[:MOST]:
        _tell_finding(finding, lang)
    _tell_more(found.rules)
    if found.explained:
        click.echo("   Because of corrections since it was written, and no fault:")
    for line in describe_explained(found.explained):
        click.echo(printable(f"   {line}"))
    if not found.cited:
        click.echo("   It cites no clauses: its events alone were judged.")
    if found.unjudged:
        click.echo(
            f"   {str(found.unjudged).capitalize()} the rules could not be asked: what is said above leaves no "
            "position to ask them about."
        )
    if any(finding.kind != "cites" for finding in found.rules):
        click.echo(f"\nThe result: {_describe_result(found.result)}")
    for line in _describe_ranking(found.result) if found.rules else ():
        click.echo(printable(f"   {line}"))


def _describe_state(found: "Audit") -> str:
    """How far the game is, and whether somebody vouches for it."""
    seals = [one.key for one in found.closing.seals] if found.closing else []
    sealed = f"sealed by {', '.join(seals)}" if seals else "not sealed"
    if found.over:
        winners = ", ".join(one.seat for one in found.result.by_log if one.rank == 1)
        return f"over{f', won by {winners}' if winners else ''}; {sealed}"
    waits = ", ".join(f"{one.actor} ({one.kind})" for one in found.awaiting)
    return f"not over{f', waits for {waits}' if waits else ''}; {sealed}"


def _tell_more(departures: "tuple[Departure, ...] | list[Departure]") -> None:
    if len(departures) > MOST:
        click.echo(f"   {len(departures) - MOST:,} more: --json")


def _tell_finding(one: "Finding", lang: str) -> None:
    """A departure from the rules: what happened, what should have, which clauses decide."""
    from colt_rules.referee.telling import describe_event

    what = {
        "refused": "the command was not allowed",
        "cites": "it rests on other clauses than the log says",
    }
    click.echo(printable(f"   {one.where}: {what.get(one.kind, 'the rules lead to something else')}"))
    for heading, events in zip(("by the log", "by the rules"), one.parting, strict=True):
        for number, (event, cites) in enumerate(events or [(None, ())]):
            sentence = describe_event(event) if event else "nothing"
            rests = f" [{', '.join(cites) or 'nothing'}]" if one.kind == "cites" else ""
            click.echo(printable(f"     {heading if not number else '':<13}{sentence}{rests}"))
    for id, text in texts_of(one.clauses, lang).items():
        click.echo(printable(f"     broken       {id}  {text['title']}".rstrip()))


def _describe_result(result: "Result") -> str:
    if result.differs is None:
        return (
            f"nobody can say how it would have ended; after what should have happened command {result.lost} does not "
            "stand, and another choice would have been made."
        )
    if not result.by_log and not result.by_rules:
        return "the game is not over."
    from colt_rules.referee.rankings import apart

    if apart(result.by_log, result.by_rules) == "bullets":
        return "the same places and the same money, with other bullets counted."
    return "it would have been another." if result.differs else "it would have been the same."


def _describe_ranking(result: "Result") -> Iterator[str]:
    """Each ranking in a line; with the bullets where nothing else sets the two apart."""
    from colt_rules.referee.rankings import apart

    bullets = result.differs and apart(result.by_log, result.by_rules) == "bullets"
    sides = [("by the log", result.by_log), *([("by the rules", result.by_rules)] if result.differs else [])]
    for heading, ranking in sides:
        if ranking:
            yield f"{heading:<14}" + ", ".join(
                f"{one.rank}. {one.seat} ${one.money:,}"
                + (f" with {number_of(one.bullets, 'bullet')}" if bullets else "")
                for one in ranking
            )
