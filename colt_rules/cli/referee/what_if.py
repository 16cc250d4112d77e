"""`colt what-if`: the same commands under other rules, or another choice at one point."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.output import CannotRun, as_json, console, giving_up_on, number_of, print_json, printable, table
from colt_rules.cli.referee.named import story_named
from colt_rules.cli.referee.words import texts_of
from colt_rules.cli.spec import in_language

if TYPE_CHECKING:
    from colt_rules.model.names import Cites, Seat
    from colt_rules.referee.story import Story
    from colt_rules.referee.what_if import Ending, NotAllowed, OtherChoice, OtherRules, Parting, Side, WhatIf

SHOWN = 5
"""How many events of a side, and how many legal commands, are shown to people."""


@click.command("what-if")
@click.argument("game", metavar="GAME")
@click.option("--edition", metavar="E", help="Play the same commands by the rules of this edition.")
@click.option("--ruling", metavar="ID=ANSWER", help="Claim this answer to an open question; =ours claims none.")
@click.option("--event", type=int, metavar="N", help="Choose otherwise where this event came from.")
@click.option("--instead", metavar="COMMAND", help="What to choose there, as JSON or as `Fire by tuco target=ghost`.")
@in_language
@as_json
@click.pass_context
def what_if(
    ctx: click.Context,
    game: str,
    edition: str | None,
    ruling: str | None,
    event: int | None,
    instead: str | None,
    lang: str,
    json_: bool,
) -> None:
    """Show how a game would have gone by other rules, or with another choice.

    GAME is the name of a game in the store, an exported file, or - for standard input. The game is played again with
    one thing changed: its edition, the answer to an open question, or one command. It shows the command at which the
    two games diverge, the clauses behind it, and how the ranking changes.

    From there on each command of the log answers the same question as before, if it is asked again; if not, the command
    is left out. Where something else is asked, or chance would have to draw again, the other game stops, and the money
    so far is shown: nothing is made up.

    \b
    Examples:
      colt what-if GAME --edition pl-base
      colt what-if game.jsonl --ruling ruling.end.still-level=seat-order --lang fr
      colt what-if GAME --event 212 --instead 'Fire by tuco target=ghost'
      colt what-if GAME --event 212 --instead '{"type": "Fire", "actor": "tuco", "target": "ghost"}'
      colt what-if GAME --edition pl-base --json | jq '.winner'

    Exit status: 0 shown, even if nothing changes, 1 shown as far as the log is whole, because it is broken, 2 there is
    no such game, edition, ruling or event, or the rules do not allow what was asked for.
    """
    from colt_rules.referee.story import OutOfRange
    from colt_rules.referee.what_if import NotAllowed, Unknown
    from colt_rules.referee.what_if import what_if as found_out

    _check_one(edition, ruling, event, instead)
    story = story_named(ctx, game)
    try:
        asked = _asked(story, edition, ruling, event, instead)
        found = found_out(story, asked)
    except (Unknown, OutOfRange) as error:
        raise CannotRun(str(error)) from error
    except NotAllowed as error:
        raise CannotRun(_forbidden(error, lang)) from error
    if json_:
        print_json({"game": story.header.game, "asked": _asked_facts(asked, event), **_facts(found, lang)})
    else:
        _tell(found, asked, _names(story, edition), lang)
    raise SystemExit(1 if story.broken else 0)


def _check_one(edition: str | None, ruling: str | None, event: int | None, instead: str | None) -> None:
    """Refuse anything but one change: an edition, a ruling, or an event with what to do instead."""
    if (event is None) != (instead is None):
        raise click.UsageError("--event and --instead go together: where to choose otherwise, and what")
    if sum(given is not None for given in (edition, ruling, event)) != 1:
        raise click.UsageError("expected one change: --edition E, --ruling ID=ANSWER, or --event N --instead COMMAND")


def _asked(
    story: "Story", edition: str | None, ruling: str | None, event: int | None, instead: str | None
) -> "OtherRules | OtherChoice":
    """What is to be different, as the library has it."""
    from colt_rules.referee.typed import meant
    from colt_rules.referee.what_if import other_choice, other_edition, other_ruling

    if edition is not None:
        return other_edition(edition)
    if ruling is not None:
        id, equals, answer = ruling.partition("=")
        if not equals:
            raise CannotRun(f"--ruling: expected ID=ANSWER, such as ruling.end.still-level=seat-order; got {ruling}")
        return other_ruling(id, answer)
    with giving_up_on(ValueError, because="--instead: "):
        command = meant(instead or "", story.position(story.head.events))
    return other_choice(story, event or 0, command)


def _forbidden(error: "NotAllowed", lang: str) -> str:
    """What forbids the command that was asked for, and what could be asked for instead."""
    from colt_rules.commands import StartGame, spoken
    from colt_rules.referee.why_not import nearest

    clauses = [f"  {line}" for line in _clauses(error.refused.clauses, lang)]
    if isinstance(error.command, StartGame):
        edition = error.command.edition
        return "\n".join([f"by the rules of {edition} this game cannot be set up as asked; what forbids it:", *clauses])
    near = [f"  {spoken(command)}" for command in nearest(error.step, error.command)]
    return "\n".join([str(error), *clauses, "Allowed there, the nearest first:", *near])


def _clauses(ids: Iterable[str], lang: str) -> list[str]:
    """Each clause with its text, or the answer of a ruling."""
    return [f"{id}: {text['text']}" for id, text in texts_of(ids, lang).items()]


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


def _side_facts(side: "Side") -> dict[str, Any]:
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
"""What the two games are called: that of the log, and the other."""


def _names(story: "Story", edition: str | None) -> Names:
    if edition is not None and edition != story.header.edition:
        return story.header.edition, edition
    return "as played", "what if"


def _tell(found: "WhatIf", asked: "OtherRules | OtherChoice", names: Names, lang: str) -> None:
    fork = found.fork
    if fork is None:
        click.echo(f"Nothing changes: {number_of(found.commands, 'command')}, and all lead to the same events.")
        _tell_winners(found, names)
        return
    _tell_fork(fork, names)
    shown = _tell_clauses(fork, names, lang, _tell_ruling(asked, lang))
    if not fork.sound:
        click.echo("  There the log is not what its own rules say, either: `colt audit` says more.")
    click.echo()
    _tell_course(found, lang)
    if found.end:
        click.echo(f"\n{_outcome(found)}")
        _tell_end(found.end, names, lang, shown)
    click.echo()
    _tell_ranking(found, names)
    _tell_winners(found, names)


def _tell_fork(fork: "Parting", names: Names) -> None:
    """The command at which the games diverge, and what came of it in each."""
    from colt_rules.referee.telling import describe_command

    same = fork.here.command == fork.there.command
    until = f"The same up to command {fork.number - 1}. " if fork.number > 1 else ""
    command = describe_command(fork.here.command) if same else "another choice."
    click.echo(f"{until}The games diverge at command {fork.number}, event {fork.seq}: {printable(command)}\n")
    differ = fork.here.asks != fork.there.asks
    for name, side in zip(names, (fork.here, fork.there), strict=True):
        click.echo(f"  {printable(name)}:" + ("" if same else f" {printable(describe_command(side.command))}"))
        for line in _side_lines(side, differ):
            click.echo(f"    {printable(line)}")
    click.echo()


def _side_lines(side: "Side", asks: bool) -> list[str]:
    """What came of the command on one side, and who decides then, if that is asked for."""
    from colt_rules.referee.telling import describe_event
    from colt_rules.referee.what_if import asked_of

    if side.refused:
        return [f"Refused: {side.refused.message} [{', '.join(side.refused.clauses)}]"]
    lines = [f"{describe_event(event)} [{', '.join(cites)}]" for event, cites in side.events[:SHOWN]]
    if len(side.events) > SHOWN:
        lines.append(f"And {number_of(len(side.events) - SHOWN, 'more event')}.")
    if asks:
        lines += [f"Then {asked_of(decision)}." for decision in side.asks]
    return lines or ["Nothing of the kind."]


def _tell_ruling(asked: "OtherRules | OtherChoice", lang: str) -> "Cites":
    """Print the open question, our answer and the claimed one, if a ruling was asked about; return what was shown."""
    from colt_rules.referee.what_if import OtherRules
    from colt_rules.registry.registry import registry

    if not isinstance(asked, OtherRules) or not asked.ruling:
        return ()
    about = registry().rulings[asked.ruling]
    click.echo(f"  {about.id}: {about.question.in_language(lang)}")
    click.echo(f"    ours: {about.answer.in_language(lang)}")
    for other in about.rejected:
        if other.id == asked.answer:
            click.echo(f"    {other.id}: {other.answer.in_language(lang)}")
    return (about.id,)


def _tell_clauses(parting: "Parting", names: Names, lang: str, shown: "Cites") -> "Cites":
    """Where the editions differ, or else the clauses that only one side rests on; text only for those not shown yet."""
    both = [(point.first, point.second) for point in parting.points] or [(parting.only_here, parting.only_there)]
    sides = [(name, id) for ids in both for name, some in zip(names, ids, strict=True) for id in some]
    texts = texts_of([id for _, id in sides], lang)
    for name, id in sides:
        text = "" if id in shown else f": {texts[id]['text']}"
        click.echo(printable(f"  only {name}: {id}{text}"))
    for point in parting.points:
        if not {*point.first, *point.second} <= {*shown}:
            for note in point.notes:
                click.echo(f"  {note.in_language(lang)}")
    return (*shown, *texts)


_OUTCOMES = {
    "places": "The ranking is another.",
    "money": "The ranking is the same, the money is not.",
    "bullets": "The ranking and the money are the same; only the bullets that are counted differ.",
    "": "The ranking is the same; only what is counted for it differs.",
}
"""What two ends that differ have in common, by what sets the rankings apart."""


def _outcome(found: "WhatIf") -> str:
    """How far the two ends are the same: what follows must not seem to say more than the table of both rankings."""
    from colt_rules.referee.rankings import apart

    return _OUTCOMES[apart(found.here.ranking, found.there.ranking)]


def _tell_end(end: "Parting", names: Names, lang: str, shown: "Cites") -> None:
    """What is counted, and by which clauses, in one of the two ends only."""
    from colt_rules.events import GameEnded
    from colt_rules.referee.wording import name_of

    here, there = (
        [event for event, _ in side.events if isinstance(event, GameEnded)] for side in (end.here, end.there)
    )
    for name, own, other in ((names[0], here[0].lines, there[0].lines), (names[1], there[0].lines, here[0].lines)):
        for line in own:
            if line not in other:
                click.echo(printable(f"  only {name}: {name_of(line.seat)} counts ${line.amount:,} ({line.line})"))
    _tell_clauses(end, names, lang, shown)


def _tell_course(found: "WhatIf", lang: str) -> None:
    """How far the other game could be followed."""
    from colt_rules.commands import spoken

    for command in found.unagreed:
        asked = spoken(command)
        click.echo(printable(f"Only there the table is asked to agree; it never did, so it agrees on nothing: {asked}"))
    for step in found.left_out:
        unasked = f"command {step.command.number}, {spoken(step.command.command)}"
        click.echo(printable(f"Left out, since nobody asks for it there: {unasked}"))
    if found.stop is None:
        rest = " other" if found.left_out else ""
        click.echo(f"All{rest} commands of the log could be given.")
        return
    where = f"before command {found.stop.number} of {found.commands}" if found.stop.number else "after the last command"
    click.echo(printable(f"The other story ends {where}: {found.stop.why}"))
    for line in _clauses(found.stop.clauses, lang):
        click.echo(f"  {line}")


def _tell_ranking(found: "WhatIf", names: Names) -> None:
    """Both rankings side by side, or the money so far."""
    screen = console()
    over = found.winner_differs is not None
    title = "Ranking" if over else "Money so far"
    rows = table(screen, title, *names, numbers=2)
    for seat in _by_rank(found):
        rows.add_row(printable(seat), *(_standing(ending, seat, over) for ending in (found.here, found.there)))
    screen.print(rows)


def _by_rank(found: "WhatIf") -> "list[Seat]":
    """The seats as they are ranked in the log, or by their money."""
    if found.winner_differs is not None:
        return [standing.seat for standing in found.here.ranking]
    return sorted(found.here.money, key=lambda seat: -found.here.money[seat])


def _standing(ending: "Ending", seat: "Seat", over: bool) -> str:
    if not over:
        return f"${ending.money.get(seat, 0):,}"
    one = next((standing for standing in ending.ranking if standing.seat == seat), None)
    return f"{one.rank}. ${one.money:,}, {number_of(one.bullets, 'bullet')}" if one else ""


def _tell_winners(found: "WhatIf", names: Names) -> None:
    from colt_rules.referee.wording import names_of

    here, there = names_of(found.here.winners), names_of(found.there.winners)
    if found.winner_differs is None:
        click.echo("Who would have won, nobody can tell." if found.stop else "The game is not over.")
    elif found.winner_differs:
        click.echo(f"The winner differs: {here} ({names[0]}), {there} ({names[1]}).")
    else:
        click.echo(f"The winner is the same: {here}.")
