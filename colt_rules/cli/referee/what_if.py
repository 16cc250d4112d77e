"""`colt what-if`: the same game under other rules, or with another choice."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import click

from colt_rules.cli.language import in_language, tell
from colt_rules.cli.log.named import STREAM
from colt_rules.cli.many import are_many, group_facts, names_of, share_of, tell_group, worked_on_by
from colt_rules.cli.output import (
    CannotRun,
    as_json,
    console,
    giving_up_on,
    print_json,
    printable,
    progress,
    table,
)
from colt_rules.cli.referee.named import story_named
from colt_rules.cli.referee.words import texts_of

if TYPE_CHECKING:
    from colt_rules.archive.judging import Share
    from colt_rules.archive.overview import Group
    from colt_rules.archive.supposing import Outcome
    from colt_rules.model.names import Cites, Seat
    from colt_rules.referee.story import Story
    from colt_rules.referee.what_if import Ending, GameSide, NotAllowed, OtherChoice, OtherRules, Parting, WhatIf

SHOWN = 5
"""How many events of a side, and how many legal commands, are shown to people."""


@click.command("what-if")
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--edition", metavar="E", help="Play the same commands by the rules of this edition.")
@click.option("--ruling", metavar="ID=ANSWER", help="Agree on this answer to an open question; =ours agrees on none.")
@click.option("--event", type=int, metavar="N", help="Replace the command behind this event.")
@click.option("--instead", metavar="COMMAND", help="The replacement, as JSON or as `Fire by tuco target=ghost`.")
@worked_on_by("play many games again")
@in_language
@as_json
@click.pass_context
def what_if(
    ctx: click.Context,
    games: tuple[str, ...],
    edition: str | None,
    ruling: str | None,
    event: int | None,
    instead: str | None,
    workers: int,
    cluster: str,
    lang: str,
    json_: bool,
) -> None:
    """Show how a game would have gone by other rules, or with another choice.

    GAME is the name of a game in the store, an exported file, or - for standard input. The game is played again with
    one thing changed: its edition, the answer to an open question, or one command. The output shows the command at
    which the two games diverge, the clauses behind it, and how the ranking changes.

    From there on, each command of the log answers the same question if it comes up again; otherwise the command is left
    out. The other game stops at a question that the log does not answer, or if chance would have to draw again, and the
    money so far is shown: no choice is invented.

    A folder, a store file or a postgresql:// address stands for all games in it. Of many games it is counted in how
    many the result would differ by another edition or another answer; the first of each kind are named, with the
    command that shows one.

    \b
    Examples:
      colt what-if GAME --edition pl-base
      colt what-if game.jsonl --ruling ruling.end.still-level=seat-order --lang fr
      colt what-if GAME --event 212 --instead 'Fire by tuco target=ghost'
      colt what-if GAME --event 212 --instead '{"type": "Fire", "actor": "tuco", "target": "ghost"}'
      colt what-if GAME --edition pl-base --json | jq '.winner'
      colt what-if games/ --edition pl-base               in how many games of a folder would it matter?
      colt what-if games.db --ruling ruling.end.still-level=seat-order --workers 4

    Exit status: 0 shown, even if nothing changes, 1 shown up to where a log is broken, or counted without broken logs,
    2 there is no such game, edition, ruling or event, or the rules do not allow the change.
    """
    from colt_rules.referee.story import OutOfRange
    from colt_rules.referee.what_if import NotAllowed, UnknownRule
    from colt_rules.referee.what_if import what_if as found_out

    _check_one(edition, ruling, event, instead)
    if are_many(games):
        if event is not None:
            raise click.UsageError("--event is about one game; ask about many with --edition or --ruling")
        _suppose_many(ctx, games, _other_rules(edition, ruling), share_of(workers, cluster), lang, json_)
    game = games[0]
    story = story_named(ctx, game, lang)
    try:
        asked = _asked(story, edition, ruling, event, instead, lang)
        found = found_out(story, asked, lang)
    except (UnknownRule, OutOfRange) as error:
        raise CannotRun(str(error)) from error
    except NotAllowed as error:
        raise CannotRun(_forbidden(error, lang)) from error
    if json_:
        print_json({"game": story.header.game, "asked": _asked_facts(asked, event), **_facts(found, lang)})
    else:
        _tell(found, asked, _names(story, edition, lang), lang)
    raise SystemExit(1 if story.broken else 0)


def _check_one(edition: str | None, ruling: str | None, event: int | None, instead: str | None) -> None:
    """Refuse anything but one change: an edition, a ruling, or an event with its replacement."""
    if (event is None) != (instead is None):
        raise click.UsageError("--event and --instead go together: where to choose otherwise, and what")
    if sum(given is not None for given in (edition, ruling, event)) != 1:
        raise click.UsageError("expected one change: --edition E, --ruling ID=ANSWER, or --event N --instead COMMAND")


def _asked(
    story: "Story", edition: str | None, ruling: str | None, event: int | None, instead: str | None, lang: str
) -> "OtherRules | OtherChoice":
    """The change, as an object of the library."""
    from colt_rules.referee.typed import CannotRead, read_command_typed
    from colt_rules.referee.what_if import other_choice

    if event is None:
        return _other_rules(edition, ruling)
    with giving_up_on(CannotRead, because="--instead: "):
        moment = story.moment(event)
        command = read_command_typed(instead or "", story.position(story.head.events), lang, moment)
    return other_choice(story, event, command)


def _other_rules(edition: str | None, ruling: str | None) -> "OtherRules":
    """The other edition, or the other answer to an open question."""
    from colt_rules.referee.what_if import UnknownRule, other_edition, other_ruling

    with giving_up_on(UnknownRule):
        if edition is not None:
            return other_edition(edition)
        id, equals, answer = (ruling or "").partition("=")
        if not equals:
            raise CannotRun(f"--ruling: expected ID=ANSWER, such as ruling.end.still-level=seat-order; got {ruling}")
        return other_ruling(id, answer)


def _forbidden(error: "NotAllowed", lang: str) -> str:
    """What forbids the replacement, and the nearest legal commands."""
    from colt_rules.commands import StartGame, command_text
    from colt_rules.referee.refusals import describe_refusal
    from colt_rules.referee.telling import describe_command
    from colt_rules.referee.why_not import nearest

    clauses = [f"  {line}" for line in _clauses(error.refused.clauses, lang)]
    if isinstance(error.command, StartGame):
        return "\n".join([tell(lang, "what-if.cannot-be-set-up", edition=error.command.edition), *clauses])
    at = error.step.before
    near = [f"  {describe_command(one, lang, at)} [{command_text(one)}]" for one in nearest(error.step, error.command)]
    why = describe_refusal(error.step.before, error.command, error.refused, lang)
    command = describe_command(error.command, lang, at).removesuffix(".")
    not_allowed = tell(lang, "what-if.not-allowed", command=command, why=why)
    return "\n".join([not_allowed, *clauses, tell(lang, "what-if.allowed-there"), *near])


def _clauses(ids: Iterable[str], lang: str) -> list[str]:
    """Each clause with its text, or the answer of a ruling."""
    return [tell(lang, "where.at", where=id, what=text["text"]) for id, text in texts_of(ids, lang).items()]


# --- for programs


def _asked_facts(asked: "OtherRules | OtherChoice", event: int | None) -> dict[str, Any]:
    from colt_rules.log.codec import command_object
    from colt_rules.referee.what_if import OtherChoice

    if isinstance(asked, OtherChoice):
        return {"event": event, "command": asked.number, "instead": command_object(asked.command)}
    return {"edition": asked.edition} if asked.edition else {"ruling": asked.ruling, "answer": asked.answer}


def _facts(found: "WhatIf", lang: str) -> dict[str, Any]:
    from colt_rules.log.codec import command_object, to_data

    partings = [parting for parting in (found.fork, found.end) if parting]
    mentioned = [id for parting in partings for id in _mentioned(parting)]
    stop = found.stop
    mentioned += stop.clauses if stop else ()
    return {
        "changes": found.fork is not None,
        "fork": _parting_facts(found.fork, lang),
        "end": _parting_facts(found.end, lang),
        "commands": found.commands,
        "not_agreed": [command_object(command) for command in found.unagreed],
        "left_out": [
            {"command": step.command.number, **command_object(step.command.command)} for step in found.left_out
        ],
        "stopped": stop and {"command": stop.number, "why": stop.why, "clauses": stop.clauses},
        "ranking": {"here": to_data(found.here.ranking), "there": to_data(found.there.ranking)},
        "money": {"here": found.here.money, "there": found.there.money},
        "winner": {
            "here": found.here.winners,
            "there": found.there.winners,
            "differs": found.winner_differs,
        },
        "clauses": texts_of(mentioned, lang),
    }


def _mentioned(parting: "Parting") -> "Cites":
    differing = [id for point in parting.points for id in (*point.first, *point.second)]
    return (*parting.only_here, *parting.only_there, *differing)


def _parting_facts(parting: "Parting | None", lang: str) -> dict[str, Any] | None:
    if parting is None:
        return None
    return {
        "command": parting.number,
        "event": parting.seq,
        "here": _side_facts(parting.here),
        "there": _side_facts(parting.there),
        "only_here": parting.only_here,
        "only_there": parting.only_there,
        "differences": [
            {"here": at.first, "there": at.second, "notes": [note.in_language(lang) for note in at.notes]}
            for at in parting.points
        ],
        "sound": parting.sound,
    }


def _side_facts(side: "GameSide") -> dict[str, Any]:
    from colt_rules.events import EVENT_NAMES
    from colt_rules.log.codec import command_object, to_data

    return {
        "command": command_object(side.command),
        "events": [
            {"type": EVENT_NAMES[event.__class__], "data": to_data(event), "cites": cites}
            for event, cites in side.events
        ],
        "asks": to_data(side.asks),
        "refused": to_data(side.refused),
    }


# --- for people

Names = tuple[str, str]
"""The names of the two games: that of the log, and the other."""


def _names(story: "Story", edition: str | None, lang: str) -> Names:
    if edition is not None and edition != story.header.edition:
        return tell(lang, "what-if.edition", edition=story.header.edition), tell(
            lang, "what-if.edition", edition=edition
        )
    return tell(lang, "what-if.as-played"), tell(lang, "what-if.other")


def _tell(found: "WhatIf", asked: "OtherRules | OtherChoice", names: Names, lang: str) -> None:
    fork = found.fork
    if fork is None:
        click.echo(tell(lang, "what-if.nothing-changes", commands=found.commands))
        _tell_winners(found, names, lang)
        return
    _tell_fork(fork, names, lang)
    shown = _tell_clauses(fork, names, lang, _tell_ruling(asked, lang))
    if not fork.sound:
        click.echo(f"  {tell(lang, 'what-if.unsound')}")
    click.echo()
    _tell_course(found, lang)
    if found.end:
        click.echo(f"\n{_outcome(found, lang)}")
        _tell_end(found.end, names, lang, shown)
    click.echo()
    _tell_ranking(found, names, lang)
    _tell_winners(found, names, lang)


def _tell_fork(fork: "Parting", names: Names, lang: str) -> None:
    """Print the command at which the games diverge, and its events in each."""
    from colt_rules.referee.telling import describe_command

    same = fork.here.command == fork.there.command
    until = tell(lang, "what-if.until", number=str(fork.number - 1)) if fork.number > 1 else ""
    command = (
        describe_command(fork.here.command, lang, fork.here.before) if same else tell(lang, "what-if.another-choice")
    )
    parted = tell(lang, "what-if.fork", number=str(fork.number), seq=str(fork.seq), command=command)
    click.echo(f"{until}{printable(parted)}\n")
    differ = fork.here.asks != fork.there.asks
    for name, side in zip(names, (fork.here, fork.there), strict=True):
        chosen = "" if same else printable(describe_command(side.command, lang, side.before))
        click.echo(f"  {tell(lang, 'where.at', where=printable(name), what=chosen)}".rstrip())
        for line in _side_lines(side, differ, lang):
            click.echo(f"    {printable(line)}")
    click.echo()


def _side_lines(side: "GameSide", asks: bool, lang: str) -> list[str]:
    """The events of the command on one side and, if asked for, the next decisions."""
    from colt_rules.referee.alternative import describe_decision
    from colt_rules.referee.telling import describe_event

    if side.refused:
        return [f"{tell(lang, 'what-if.refused', why=side.why)} [{', '.join(side.refused.clauses)}]"]
    lines = [f"{describe_event(event, lang)} [{', '.join(cites)}]" for event, cites in side.events[:SHOWN]]
    if len(side.events) > SHOWN:
        lines.append(tell(lang, "what-if.more-events", count=len(side.events) - SHOWN))
    if asks:
        lines += [tell(lang, "what-if.then", question=describe_decision(decision, lang)) for decision in side.asks]
    return lines or [tell(lang, "what-if.nothing")]


def _tell_ruling(asked: "OtherRules | OtherChoice", lang: str) -> "Cites":
    """Print the open question, our answer and the agreed one, if a ruling was asked about; return what was shown."""
    from colt_rules.referee.what_if import OtherRules
    from colt_rules.registry.registry import registry

    if not isinstance(asked, OtherRules) or not asked.ruling:
        return ()
    about = registry().rulings[asked.ruling]
    click.echo(f"  {tell(lang, 'where.at', where=about.id, what=about.question.in_language(lang))}")
    click.echo(f"    {tell(lang, 'what-if.ours', answer=about.answer.in_language(lang))}")
    for other in about.rejected:
        if other.id == asked.answer:
            click.echo(f"    {tell(lang, 'where.at', where=other.id, what=other.answer.in_language(lang))}")
    return (about.id,)


def _tell_clauses(parting: "Parting", names: Names, lang: str, shown: "Cites") -> "Cites":
    """Print where the editions differ, or the clauses that only one side cites; the text only once."""
    both = [(point.first, point.second) for point in parting.points] or [(parting.only_here, parting.only_there)]
    sides = [(name, id) for ids in both for name, some in zip(names, ids, strict=True) for id in some]
    texts = texts_of([id for _, id in sides], lang)
    for name, id in sides:
        text = "" if id in shown else f": {texts[id]['text']}"
        click.echo(printable(f"  {tell(lang, 'what-if.only', name=name, what=f'{id}{text}')}"))
    for point in parting.points:
        if not {*point.first, *point.second} <= {*shown}:
            for note in point.notes:
                click.echo(f"  {note.in_language(lang)}")
    return (*shown, *texts)


def _outcome(found: "WhatIf", lang: str) -> str:
    """In what the two results differ, in a sentence that agrees with the table of both rankings."""
    from colt_rules.referee.rankings import ranking_difference

    return tell(lang, f"what-if.{ranking_difference(found.here.ranking, found.there.ranking) or 'same-ranking'}")


def _tell_end(end: "Parting", names: Names, lang: str, shown: "Cites") -> None:
    """Print score lines, with their clauses, that only one of the two results has."""
    from colt_rules.events import GameEnded

    here, there = (
        [event for event, _ in side.events if isinstance(event, GameEnded)] for side in (end.here, end.there)
    )
    for name, own, other in ((names[0], here[0].lines, there[0].lines), (names[1], there[0].lines, here[0].lines)):
        for line in own:
            if line not in other:
                counts = tell(lang, "what-if.counts", seat=line.seat, amount=line.amount, line=line.line)
                click.echo(printable(f"  {tell(lang, 'what-if.only', name=name, what=counts)}"))
    _tell_clauses(end, names, lang, shown)


def _tell_course(found: "WhatIf", lang: str) -> None:
    """Print how far the other game could be followed."""
    from colt_rules.referee.telling import describe_command

    for command in found.unagreed:
        click.echo(printable(tell(lang, "what-if.unagreed", command=describe_command(command, lang))))
    for step in found.left_out:
        unasked = {
            "number": str(step.command.number),
            "command": describe_command(step.command.command, lang, step.before),
        }
        click.echo(printable(tell(lang, "what-if.left-out", **unasked)))
    if found.stop is None:
        click.echo(tell(lang, "what-if.all-given", left_out=bool(found.left_out)))
        return
    number = str(found.stop.number or "")
    stopped = tell(lang, "what-if.stopped", number=number, commands=str(found.commands), why=found.stop.why)
    click.echo(printable(stopped))
    for line in _clauses(found.stop.clauses, lang):
        click.echo(f"  {line}")


def _tell_ranking(found: "WhatIf", names: Names, lang: str) -> None:
    """Print both rankings side by side, or the money so far."""
    screen = console()
    over = found.winner_differs is not None
    title = tell(lang, "what-if.ranking" if over else "what-if.money-so-far")
    rows = table(screen, title, *names, numbers=2)
    for seat in _by_rank(found):
        standings = (_standing(ending, seat, over, lang) for ending in (found.here, found.there))
        rows.add_row(printable(tell(lang, "what-if.seat", seat=seat)), *standings)
    screen.print(rows)


def _by_rank(found: "WhatIf") -> "list[Seat]":
    """The seats as they are ranked in the log, or by their money."""
    if found.winner_differs is not None:
        return [standing.seat for standing in found.here.ranking]
    return sorted(found.here.money, key=lambda seat: -found.here.money[seat])


def _standing(ending: "Ending", seat: "Seat", over: bool, lang: str) -> str:
    from colt_rules.referee.rankings import what_counts
    from colt_rules.referee.vocabulary import teller

    if not over:
        return teller(lang).counts({"seat": seat, "money": ending.money.get(seat, 0)})
    one = next((standing for standing in ending.ranking if standing.seat == seat), None)
    if one is None:
        return ""
    return tell(lang, "what-if.standing", rank=str(one.rank), counts=what_counts(one, lang), bullets=one.bullets)


def _tell_winners(found: "WhatIf", names: Names, lang: str) -> None:
    here, there = found.here.winners, found.there.winners
    if found.winner_differs is None:
        click.echo(tell(lang, "what-if.nobody-knows" if found.stop else "what-if.not-over"))
    elif found.winner_differs:
        click.echo(tell(lang, "what-if.winner-differs", here=here, there=there, one=names[0], other=names[1]))
    else:
        click.echo(tell(lang, "what-if.winner-same", here=here))


# --- many games


def _suppose_many(
    ctx: click.Context, places: tuple[str, ...], asked: "OtherRules", share: "Share", lang: str, json_: bool
) -> NoReturn:
    """Count in how many games the result would differ, print that, and exit with the status."""
    from colt_rules.archive.logs import NoLogs
    from colt_rules.archive.sharing import CannotShare
    from colt_rules.archive.supposing import suppose_all
    from colt_rules.log.store import StoreError

    if STREAM in places:
        raise CannotRun("standard input holds one log; ask about it alone")
    with (
        giving_up_on(NoLogs, CannotShare, StoreError),
        progress("what-if", lambda: sum(1 for _ in names_of(ctx, places))) as done,
    ):
        groups = suppose_all(names_of(ctx, places), asked, share, done)
    option = f"--edition={asked.edition}" if asked.edition else f"--ruling={asked.ruling}={asked.answer}"
    if json_:
        print_json({"asked": _asked_facts(asked, None), **_many_facts(groups, f"what-if {option}")})
    else:
        _tell_many(groups, f"what-if {option}", lang)
    raise SystemExit(1 if groups["unreadable"].logs else 0)


def _many_facts(groups: "Mapping[Outcome, Group]", command: str) -> dict[str, Any]:
    return {**_counts(groups), "outcomes": {outcome: group_facts(group, command) for outcome, group in groups.items()}}


def _counts(groups: "Mapping[Outcome, Group]") -> dict[str, int]:
    from colt_rules.archive.supposing import WITHOUT_RESULT

    every = sum(group.logs for group in groups.values())
    same = groups["course"].logs + groups["nothing"].logs
    unknown = sum(groups[outcome].logs for outcome in WITHOUT_RESULT)
    winner = groups["winner"].logs
    return {
        "logs": every,
        "winner": winner,
        "others": every - winner - same - unknown,
        "same": same,
        "unknown": unknown,
    }


def _tell_many(groups: "Mapping[Outcome, Group]", command: str, lang: str) -> None:
    click.echo(tell(lang, "what-if-many.result", **_counts(groups)))
    for outcome, group in groups.items():
        if group.logs:
            tell_group(tell(lang, f"what-if-many.{outcome}"), group, command, lang)
