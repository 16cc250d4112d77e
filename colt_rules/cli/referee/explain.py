"""`colt explain`: why something happened, or why something else was not allowed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import in_language_of_games, tell
from colt_rules.cli.output import CannotRun, as_json, console, giving_up_on, print_json, printable
from colt_rules.cli.referee.named import story_named
from colt_rules.cli.referee.site import published_at

if TYPE_CHECKING:
    from rich.console import Console

    from colt_rules.commands import Command
    from colt_rules.model.state import Game
    from colt_rules.referee.exceptions import Exempting
    from colt_rules.referee.explain import Citation, Explanation, OpenDecision
    from colt_rules.referee.open_fields import WhatCould
    from colt_rules.referee.story import Story
    from colt_rules.referee.typed import Typed
    from colt_rules.referee.why_not import WhyNot

WIDEST = 100
"""Maximum width of texts and pictures."""
SHOWN = 15
"""How many options of an actor are printed for people."""


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--event", "seq", type=int, metavar="N", required=True, help="The number of the event, from 1.")
@click.option("--why-not", "instead", metavar="COMMAND", help="Judge another command in place of the one behind it.")
@click.option(
    "--as", "role", metavar="ROLE", default="referee", show_default=True, help="As a SEAT or spectator sees it."
)
@in_language_of_games
@as_json
@click.pass_context
def explain(ctx: click.Context, game: str, seq: int, instead: str | None, role: str, lang: str, json_: bool) -> None:
    """Say why an event happened, or why something else was not allowed.

    GAME is the name of a game in the store, an exported file, or - for standard input; `colt log show` and `colt
    replay` number its events. The output has the command behind the event, every clause that the event rests on with
    its headings and lines in each book, the exceptions that applied and those that did not, the position before and
    after, and the other legal commands.

    COMMAND is judged in the position of the command behind the event: every clause that forbids it, and the nearest
    legal commands. It is JSON, as in a log, or words: a sentence in your language, or actor, type and fields. Fields
    may be left open: `tuco Fire` lists every target, allowed or with the clauses that forbid it. A seat may ask about
    its own commands only, and only the referee sees what an allowed command would have led to, because it depends on
    secrets.

    \b
    Examples:
      colt explain GAME --event 82
      colt explain game.jsonl --event 82 --lang pl
      colt explain GAME --event 82 --why-not 'tuco Fire'
      colt explain GAME --event 82 --why-not 'tuco Fire target=belle'
      colt explain GAME --event 82 --lang fr --why-not 'Tuco tire sur Belle'
      colt explain GAME --event 82 --why-not '{"type": "Fire", "actor": "tuco", "target": "belle"}'
      colt explain GAME --event 82 --as tuco
      colt explain GAME --event 82 --json | jq '.clauses[].id'

    Exit status: 0 explained, 1 explained, but the log is broken further on, 2 there is no such game, event or role, or
    COMMAND cannot be understood.
    """
    from colt_rules.referee.explain import NotShown, explain
    from colt_rules.referee.open_fields import WhatCould, why_not_typed
    from colt_rules.referee.story import OutOfRange
    from colt_rules.referee.trying import try_address
    from colt_rules.referee.why_not import CannotJudge, NotForRole, WhyNot
    from colt_rules.views import REFEREE, UnknownRole

    story = story_named(ctx, game, lang)
    answer: Explanation | WhyNot | WhatCould
    try:
        if instead is None:
            answer = explain(story, seq, role, lang)
        else:
            answer = why_not_typed(story, seq, typed_about(story, seq, instead, role, lang), role, lang)
    except OutOfRange as error:
        short = f"; the log is whole up to there only: {story.broken}" if story.broken else ""
        raise CannotRun(f"{error}{short}") from error
    except (CannotJudge, NotForRole, NotShown, UnknownRole) as error:
        raise CannotRun(str(error)) from error
    if json_:
        print_json({"game": story.header.game, "event": seq, "role": role, **_facts_of(answer, lang)})
    else:
        _tell_answer(_Page(story, seq, lang), answer)
        if role == REFEREE and (site := published_at()):
            click.echo(tell(lang, "explain.try", address=try_address(site, lang, story.moment(seq).step.before)))
    raise SystemExit(1 if story.broken else 0)


def typed_about(story: "Story", seq: int, instead: str, role: str, lang: str) -> "Typed":
    """The command that was typed in place of the one behind an event."""
    from colt_rules.referee.typed import CannotRead, names_seen, read_typed

    end = story.position(story.head.events)
    with giving_up_on(CannotRead, because="--why-not: "):
        return read_typed(instead, end, names_seen(story, role), lang, story.moment(seq))


def _facts_of(answer: "Explanation | WhyNot | WhatCould", lang: str) -> dict[str, Any]:
    from colt_rules.referee.open_fields import WhatCould
    from colt_rules.referee.why_not import WhyNot

    if isinstance(answer, WhatCould):
        return _what_could_facts(answer, lang)
    return _why_not_facts(answer, lang) if isinstance(answer, WhyNot) else _facts(answer, lang)


def _tell_answer(page: "_Page", answer: "Explanation | WhyNot | WhatCould") -> None:
    from colt_rules.referee.open_fields import WhatCould
    from colt_rules.referee.why_not import WhyNot

    if isinstance(answer, WhatCould):
        _tell_what_could(page, answer)
    elif isinstance(answer, WhyNot):
        _tell_why_not(page, answer)
    else:
        _tell(page, answer)


# --- for programs


def _facts(answer: "Explanation", lang: str) -> dict[str, Any]:
    from colt_rules.log.codec import to_data
    from colt_rules.referee.telling import describe_seen_event

    entry, at, given = answer.step.command, answer.step.before, answer.given
    return {
        "type": answer.seen.type,
        "data": to_data(answer.seen.data),
        "hidden": answer.seen.hidden,
        "sentence": describe_seen_event(answer.seen, lang),
        "caused_by": answer.caused_by or None,
        "command": {
            "number": entry.number,
            "line": answer.step.line,
            "actor": entry.actor,
            "type": answer.given.type,
            **(
                _command_facts(answer.given.command, lang, answer.step.before)
                if answer.given.command
                else NOTHING_GIVEN
            ),
        },
        "clauses": _clause_facts(answer.clauses, lang),
        "cited_by": "rules" if answer.by_the_rules else "log",
        "house_rules": _clause_facts(answer.house_rules, lang),
        "exceptions": [
            {
                "id": one.clause.id,
                "title": one.clause.title.in_language(lang),
                "to": one.to,
                "applied": one.applied,
                "why": one.why,
            }
            for one in answer.exceptions
        ],
        "before": to_data(answer.before),
        "after": to_data(answer.after),
        "changes": answer.changes,
        "options": [
            {
                "actor": one.actor,
                "decisions": one.kinds,
                "hidden": one.hidden,
                "number": None if one.hidden else one.number,
                "shape": one.shape or None,
                "ways": list(one.ways) or None,
                "commands": [
                    _command_facts(each, lang, at) | {"given": each == given.command} for each in one.commands
                ],
            }
            for one in answer.options
        ],
        "departs": answer.departs or None,
    }


def _why_not_facts(answer: "WhyNot", lang: str) -> dict[str, Any]:
    from colt_rules.log.codec import to_data

    at = answer.step.before
    return {
        "in_place_of": {"number": answer.step.command.number, "line": answer.step.line},
        **_command_facts(answer.command, lang, at),
        "allowed": answer.allowed,
        "given": answer.given,
        "message": answer.message or None,
        "clauses": _clause_facts(answer.clauses, lang),
        "leads_to": answer.leads_to,
        "nearest": [
            _command_facts(near.command, lang, at)
            | {"differs": near.differs, "clauses": _clause_facts(near.clauses, lang)}
            for near in answer.nearest
        ],
        "before": to_data(answer.before),
    }


def _what_could_facts(answer: "WhatCould", lang: str) -> dict[str, Any]:
    from colt_rules.log.codec import to_data

    return {
        "in_place_of": {"number": answer.step.command.number, "line": answer.step.line},
        "actor": answer.typed.actor,
        "allowed": bool(answer.possible),
        "possible": [_command_facts(one, lang, answer.step.before) for one in answer.possible],
        "ruled_out": [
            {"values": one.values, "message": one.message or None, "clauses": _clause_facts(one.clauses, lang)}
            for one in answer.ruled_out
        ],
        "before": to_data(answer.before),
    }


NOTHING_GIVEN: dict[str, Any] = {"command": None, "sentence": None}
"""Stands for a command that the role may not know."""


def _command_facts(command: "Command", lang: str, game: "Game") -> dict[str, Any]:
    from colt_rules.log.codec import command_object
    from colt_rules.referee.telling import describe_command

    return {"command": command_object(command), "sentence": describe_command(command, lang, game)}


def _clause_facts(citations: "Iterable[Citation]", lang: str) -> list[dict[str, Any]]:
    from colt_rules.cli.spec.facts import source_facts
    from colt_rules.registry.registry import registry

    return [
        {
            "id": one.id,
            **_texts(one, lang),
            "sources": source_facts(registry(), one.passages, lang),
            "other_editions": [
                {
                    "edition": other.edition,
                    "instead": other.clauses,
                    "notes": [note.in_language(lang) for note in other.notes],
                }
                for other in one.elsewhere
            ],
            "agreed": {"id": one.agreed.id, "answer": one.agreed.answer.in_language(lang)} if one.agreed else None,
        }
        for one in citations
    ]


def _texts(citation: "Citation", lang: str) -> dict[str, str | None]:
    """What a clause says, or what a ruling asks and answers."""
    from colt_rules.registry.clauses import Clause

    entry = citation.entry
    if entry is None:
        return {"what": None, "title": None, "text": None}
    what = "clause" if isinstance(entry, Clause) else "ruling"
    return {"what": what, "title": entry.title.in_language(lang), "text": entry.text.in_language(lang)}


# --- for people


class _Page:
    """Prints headings, with wrapped lines below them."""

    def __init__(self, story: "Story", seq: int, lang: str) -> None:
        self.story = story
        self.seq = seq
        self.lang = lang
        self.screen: Console = console()
        self.width = min(self.screen.width, WIDEST)

    def told(self, key: str, **data: Any) -> str:
        """A text of this page."""
        return tell(self.lang, f"explain.{key}", **data)

    def heading(self, text: str) -> None:
        """Print a bold line after an empty one."""
        self.screen.print(f"\n{printable(text)}", style="bold")

    def line(self, text: str, indent: int = 2, style: str | None = None) -> None:
        """Print a text below a heading."""
        from rich.padding import Padding

        width = self.width if self.screen.is_terminal else None
        self.screen.print(Padding(printable(text), (0, 0, 0, indent), expand=False), style=style, width=width)

    def section(self, heading: str, lines: Iterable[str]) -> None:
        """Print a heading with lines, if there are any."""
        for number, line in enumerate(lines):
            if not number:
                self.heading(heading)
            self.line(line)

    def clause(self, citation: "Citation", indent: int = 2, brief: bool = False) -> None:
        """Print a clause with its text, its lines in each book, and what other editions have; briefly, its title."""
        from colt_rules.registry.books import places

        texts = _texts(citation, self.lang)
        if texts["what"] is None:
            self.line(f"{citation.id}  {self.told('no-such-clause')}", indent, "bold")
            return
        self.line(f"{citation.id}  {texts['title']}", indent, "bold")
        if brief:
            return
        self.line(f"{texts['text']}", indent + 2)
        if citation.agreed:
            answer = citation.agreed.answer.in_language(self.lang)
            self.line(self.told("agreed", id=citation.agreed.id, answer=answer), indent + 2)
        for book, found in places(citation.passages).items():
            self.line(f"{book}: {'; '.join(found)}", indent + 2, style="dim")
        for other in citation.elsewhere:
            notes = " ".join(note.in_language(self.lang) for note in other.notes)
            self.line(self.told("elsewhere", edition=other.edition, clauses=other.clauses, notes=notes), indent + 2)

    def picture(self, position: Any) -> None:
        """The train."""
        from colt_rules.pictures.text import train_text
        from colt_rules.referee.picture_words import words_in

        poor = (self.screen.encoding or "utf-8").lower().replace("-", "") != "utf8"
        for line in train_text(position, self.width - 2, ascii=poor, words=words_in(self.lang)).splitlines():
            self.screen.print(f"  {printable(line)}".rstrip(), soft_wrap=True)


def _tell(page: _Page, answer: "Explanation") -> None:
    from colt_rules.pictures.scene import scene
    from colt_rules.referee.telling import describe_command, describe_kind, describe_seen_event

    entry, given, lang = answer.step.command, answer.given.command, page.lang
    sentence = describe_seen_event(answer.seen, lang)
    event = page.told("event", seq=str(page.seq), game=page.story.header.game, sentence=sentence)
    page.line(event, 0, style="bold cyan")
    hidden = page.told("gave-secretly", actor=entry.actor, kind=describe_kind(answer.given.type, lang))
    behind = describe_command(given, lang, answer.step.before) if given else hidden
    if answer.cause:
        cause = describe_seen_event(answer.cause, lang)
        page.line(page.told("caused", seq=str(answer.caused_by), sentence=cause), 0)
    command = page.told("behind", number=str(entry.number), command=behind, caused=bool(answer.cause))
    page.line(command, 0)
    if answer.departs:
        page.line(page.told("audit", departs=answer.departs), 0, style="bold red")
    page.heading(page.told("why-by-rules" if answer.by_the_rules else "why"))
    for citation in answer.clauses:
        page.clause(citation)
    if not answer.clauses:
        page.line(page.told("uncited"))
    if answer.house_rules:
        page.heading(page.told("house-rules"))
        for citation in answer.house_rules:
            page.clause(citation)
    _tell_exceptions(page, answer.exceptions)
    page.heading(page.told("before"))
    page.picture(answer.before)
    page.heading(page.told("after"))
    if scene(answer.before) != scene(answer.after):
        page.picture(answer.after)
    for change in answer.changes or (page.told("unchanged"),):
        page.line(change)
    page.heading(page.told("open"))
    for open_ in answer.options:
        _tell_open(page, open_, given, answer.step.before)
    if not answer.options:
        page.line(page.told("nothing-open"))


def _tell_exceptions(page: _Page, exceptions: "tuple[Exempting, ...]") -> None:
    """Print exceptions that applied one by one; the others grouped by the reason why they did not."""
    page.section(
        page.told("applied"),
        (
            page.told(
                "applied-one",
                id=one.clause.id,
                title=one.clause.title.in_language(page.lang),
                clauses=one.to,
                why=one.why,
            )
            for one in exceptions
            if one.applied
        ),
    )
    others: dict[str, list[str]] = {}
    for one in exceptions:
        if not one.applied:
            others.setdefault(one.why, []).append(one.clause.id)
    page.section(
        page.told("not-applied"), (page.told("not-applied-one", ids=ids, why=why) for why, ids in others.items())
    )


def _tell_open(page: _Page, open_: "OpenDecision", given: "Command | None", game: "Game") -> None:
    who = page.told("who", actor=open_.actor, kinds=open_.kinds)
    if open_.hidden:
        page.line(page.told("options-hidden", who=who))
        return
    page.line(page.told("options", who=who, count=open_.number, shape=open_.shape))
    shown = sorted(open_.commands, key=lambda one: one != given)[:SHOWN]
    for command in shown:
        page.line(f"{'>' if command == given else ' '} {_both_ways(command, page.lang, game)}", 4)
    if not open_.shape and len(shown) < open_.number:
        page.line(f"  {page.told('more', count=str(open_.number - len(shown)))}", 4)


def _both_ways(command: "Command", lang: str, game: "Game") -> str:
    """A command as a sentence, and as it can be typed."""
    from colt_rules.commands import command_text
    from colt_rules.referee.telling import describe_command

    return f"{describe_command(command, lang, game)} [{command_text(command)}]"


def _tell_place(page: _Page, answer: "WhyNot | WhatCould") -> None:
    """Print in place of which command another one is judged."""
    from colt_rules.referee.telling import describe_command, describe_kind

    entry, instead_of, lang = answer.step.command, answer.instead_of.command, page.lang
    place = {"number": str(entry.number), "game": page.story.header.game}
    if instead_of:
        page.line(page.told("in-place-of", **place, command=describe_command(instead_of, lang, answer.step.before)), 0)
    else:
        kind = describe_kind(answer.instead_of.type, lang)
        page.line(page.told("in-place-of-secret", **place, actor=entry.actor, kind=kind), 0)


def _tell_what_could(page: _Page, answer: "WhatCould") -> None:
    from colt_rules.referee.open_fields import describe_question
    from colt_rules.referee.vocabulary import teller

    heading = describe_question(answer, page.lang)
    page.line(f"{heading[:1].upper()}{heading[1:]}", 0, "bold cyan")
    _tell_place(page, answer)
    given = answer.instead_of.command
    page.section(
        page.told("were-allowed"),
        (
            f"{'>' if one == given else ' '} {_both_ways(one, page.lang, answer.step.before)}"
            for one in answer.possible[:SHOWN]
        ),
    )
    if len(answer.possible) > SHOWN:
        page.line(f"  {page.told('more', count=str(len(answer.possible) - SHOWN))}")
    told: set[str] = set()
    for number, group in enumerate(answer.ruled_out):
        if not number:
            page.heading(page.told("were-not-allowed"))
        called = teller(page.lang).worded(group.values, group.kind, "list", {"seat": answer.typed.actor})
        page.line(f"{called[:1].upper()}{called[1:]}" if group.values else page.told("whatever"))
        for citation in group.clauses:
            page.clause(citation, 4, brief=citation.id in told)
            told.add(citation.id)
        if group.message:
            page.line(f"{group.message[:1].upper()}{group.message[1:]}.", 4)
    page.heading(page.told("position"))
    page.picture(answer.before)


def _tell_why_not(page: _Page, answer: "WhyNot") -> None:
    from colt_rules.referee.telling import describe_command

    entry, lang = answer.step.command, page.lang
    sentence = describe_command(answer.command, lang, answer.step.before)
    page.line(page.told("allowed" if answer.allowed else "not-allowed", command=sentence), 0, "bold cyan")
    if answer.given:
        page.line(page.told("is-given", number=str(entry.number), game=page.story.header.game), 0)
    else:
        _tell_place(page, answer)
    page.heading(page.told("allows" if answer.allowed else "forbids"))
    for citation in answer.clauses:
        page.clause(citation)
    if answer.message:
        page.line(f"{answer.message[:1].upper()}{answer.message[1:]}.")
    hidden = [page.told("outcome-hidden")]
    page.section(page.told("leads-to"), hidden if answer.leads_to is None else answer.leads_to)
    for number, near in enumerate(answer.nearest):
        if not number:
            page.heading(page.told("nearest"))
        page.line(_both_ways(near.command, lang, answer.step.before))
        for citation in near.clauses:
            page.line(f"{citation.id}  {_texts(citation, lang)['title'] or ''}".rstrip(), 4)
    page.heading(page.told("position"))
    page.picture(answer.before)
