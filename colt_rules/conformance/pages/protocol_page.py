"""The page about the adapter protocol."""

import json
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from io import BytesIO

import msgspec

from colt_rules.conformance.cases.board import FEWEST_CARS, board
from colt_rules.conformance.cases.expand import NEEDED
from colt_rules.conformance.pages.fields import (
    coded,
    docstring_of,
    field_table,
    json_block,
    module_texts,
    most_figures,
    remarks,
    table,
    template,
)
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.bookkeeping import BOOKKEEPING, Compared
from colt_rules.conformance.protocol.messages import tag
from colt_rules.conformance.protocol.reference import Reference, serve, serve_once
from colt_rules.conformance.running.compare import SAMPLED
from colt_rules.conformance.running.engine import GRACE, LONGEST_LINE, START_FACTOR
from colt_rules.conformance.running.interview import RESTARTS, TIMEOUT
from colt_rules.conformance.running.results import BAD, Status
from colt_rules.conformance.running.starts import CHECKS, STARTS, STARTS_AGAIN, UNLIKELY
from colt_rules.kernel import Accepted, decide
from colt_rules.log.choices import AnyOne, AnyRow
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.model.names import TABLE
from colt_rules.model.state import NEW, Game
from colt_rules.players.play import new_game, table_of, variants
from colt_rules.rules.base.table import FEWEST_PLAYERS

POSITION = board(
    """
    car    |   | mail | dining | baggage |
    roof   |   | tuco |        |         |
    inside | M |      | ghost  | doc     |
    """,
    loot={"doc": ["purse:300"]},
    pile=["ghost-move"],
    rounds=["bridge.2-4"],
)
HAPPENED = (
    p.EventMessage("ActionTaken", 1, {"action": "move", "bandit": "ghost"}),
    p.EventMessage(
        "BanditMoved", 1, {"bandit": "ghost", "how": "move", "start": "dining.inside", "to": "baggage.inside"}
    ),
)


def _agreeing() -> Game:
    """The first kind of game whose table is asked for more than the game, set up that far."""
    for (edition, _), modules in variants().items():
        wanted = table_of(edition, modules)
        seats = wanted.seated(wanted.names, min(wanted.players))
        verdict = decide(NEW, new_game(seats, edition=edition, modules=modules))
        if isinstance(verdict, Accepted) and verdict.awaiting[0].actor == TABLE:
            return verdict.after
    raise LookupError("expected a game whose table has more to agree on, got none")


REQUESTS: tuple[p.Request, ...] = (
    p.Start(1, p.PROTOCOL),
    p.New(2, POSITION),
    p.Legal(3, "ghost"),
    p.Command(4, {"type": "Move", "actor": "ghost", "to": "mail.roof"}),
    p.Look(5, "tuco"),
    p.Command(6, {"type": "Move", "actor": "ghost", "to": "baggage.inside"}),
    p.Legal(7, "chance"),
    p.Look(8, "nobody"),
    p.New(9, POSITION),
    p.Log(10, HAPPENED),
    p.New(11, _agreeing()),
    p.Legal(12, TABLE),
    p.SetUp(13, command_object(new_game(("tuco", "ghost", "doc"), train=("mail", "dining", "baggage")))),
    p.Stop(14),
)
"""A conversation with every message."""

SHOWN = {"options": 3}
"""By message: how many examples are shown, if not one."""
SKIPPED = p.to_line(p.Skipped(3, "views are not built yet"))
"""The reference skips nothing, so this is an example from another engine."""


@cache
def examples() -> dict[str, tuple[bytes, ...]]:
    """By message: its examples in a conversation with the reference."""
    requests = [p.to_line(request) for request in REQUESTS]
    found: dict[str, list[bytes]] = {}
    for line in (*requests, *_answers(b"".join(requests))):
        found.setdefault(json.loads(line)["type"], []).append(line)
    return {name: tuple(lines[: SHOWN.get(name, 1)]) for name, lines in found.items()} | {"skipped": (SKIPPED,)}


def _answers(lines: bytes) -> list[bytes]:
    """The output of the reference for these lines."""
    written = BytesIO()
    serve(Reference(seed=1), BytesIO(lines), written)
    return written.getvalue().splitlines(keepends=True)


def _one_shot() -> tuple[bytes, bytes]:
    """The input and output of a one-shot engine for a minimal case."""
    asked = to_json(p.OneShotCase(p.PROTOCOL, (to_data(p.Start(0, p.PROTOCOL)), to_data(p.New(1, NEW)))))
    written = BytesIO()
    serve_once(Reference(), BytesIO(asked), written)
    return asked, written.getvalue()


LEVELS = {
    "fold": "Follow a game: change a position according to events. Needs no rules.",
    "decide": "Accept or refuse a command, and return the `events`.",
    "outcome": "Accept or refuse a command, and return the resulting `state`.",
    "legal": "List what an actor can choose.",
    "view": "Show a position as a role may see it, and hide the rest.",
    "setup": "Set up a game with draws of its own. Measured by starts, not by cases: see below.",
    "cite": "Name the clauses behind events, refusals and views. It adds to `decide`, `outcome` and `view`.",
}
"""What each level requires."""

ASKED: dict[str, tuple[type[p.Request], ...]] = {
    "fold": (p.Log,),
    "decide": (p.Command,),
    "outcome": (p.Command,),
    "legal": (p.Legal,),
    "view": (p.Look,),
    "cite": (p.Command, p.Look),
    "setup": (p.SetUp,),
}
"""By level: the requests that it adds to ``start``, ``new`` and ``stop``."""

TROUBLES = {
    f"the answer takes longer than `--timeout` ({TIMEOUT:g} s; the start may take {START_FACTOR} times as long)": (
        "`timeout`; the program is ended and started again"
    ),
    "the program ends, or closes its stdout": "`crash`; it is started again",
    "the line is not a message, answers another request, or has another `seq`": (
        "`protocol-error`; if the `seq` is wrong or cannot be read, the program is ended and started again; "
        "else it goes on"
    ),
    "there is more output before the next request": ("`protocol-error`; the program is ended and started again"),
    f"the line is longer than {LONGEST_LINE // 2**20} MB": "`protocol-error`; the program is ended and started again",
    "`failed`": "`error`; the program goes on",
    "`skipped`": "`skipped`; the program goes on",
    f"the program was started again more than `--restarts` ({RESTARTS}) times": "the run is abandoned and not valid",
    "`started` with another protocol, no level or an unknown one": "the run does not begin",
    "at the end": f"`stop`; after {GRACE:g} s the program and everything it started is ended",
}
"""What an engine may do, and how the harness reacts."""


def protocol_page() -> str:
    """The page about the adapter protocol."""
    asked, answered = _one_shot()
    return template("adapter-protocol.md").substitute(
        protocol=p.PROTOCOL,
        decided=module_texts("decided"),
        common=table(
            ("field", "type", "required", "meaning"),
            (
                ("`type`", "text", "yes", "Which message it is."),
                (
                    "`seq`",
                    "text or whole number, within ±2^53",
                    "yes",
                    "Chosen by the harness; it has no meaning and is echoed unchanged.",
                ),
            ),
        ),
        unread=json_block(_answers(b"hello\n")),
        answers=table(
            ("request", "response"),
            (
                (f"`{tag(request)}`", " or ".join(f"`{tag(response)}`" for response in responses))
                for request, responses in p.ANSWERS.items()
            ),
        ),
        levels=table(
            ("level", "what it asks for", "requests", "kinds of checks"),
            (
                (f"`{level}`", LEVELS[level], coded(map(tag, ASKED[level])), coded(_kinds_of(level)))
                for level in p.LEVELS
            ),
        ),
        requests="\n\n".join(_message(cls, _answered_by(cls)) for cls in p.REQUESTS.values()),
        responses="\n\n".join(_message(cls, _answering(cls)) for cls in p.RESPONSES.values()),
        event=f"{docstring_of(p.EventMessage)}\n\n{field_table(p.EventMessage, 'event')}",
        rows=f"{docstring_of(p.RowsMessage)}\n\n{field_table(p.RowsMessage, 'rows')}",
        any_row=f"{docstring_of(AnyRow)}\n\n{field_table(AnyRow, 'any-row')}",
        any_one=f"{docstring_of(AnyOne)}\n\n{field_table(AnyOne, 'any-one')}",
        sampled=f"{SAMPLED:,}",
        bookkeeping=table(
            ("of", "field", "compared", "why"),
            (
                (f"`{entry.of}`", f"`{entry.path}`", f"`{entry.compared}`", entry.why.replace("|", ""))
                for entry in BOOKKEEPING
            ),
        ),
        compared=table(("compared", "meaning"), _members(Compared)),
        statuses=table(("status", "meaning"), _members(Status)),
        bad=coded(status for status in Status if status in BAD),
        one_shot_case="\n\n".join(
            (docstring_of(p.OneShotCase), field_table(p.OneShotCase, "case"), json_block([asked]))
        ),
        one_shot_result="\n\n".join(
            (docstring_of(p.OneShotResult), field_table(p.OneShotResult, "result"), json_block([answered]))
        ),
        troubles=table(("what happens", "what follows"), TROUBLES.items()),
        fewest=FEWEST_PLAYERS,
        most=most_figures(),
        cars=FEWEST_CARS,
        starts=STARTS,
        again=STARTS_AGAIN,
        shown=", ".join(f"`{what}`" for what in p.SHOWN),
        one_in=f"{1 / UNLIKELY:,.0f}",
        checks="\n".join(f"- `{check}`: {judged}" for check, judged in CHECKS.items()),
    )


def _message(cls: type[msgspec.Struct], role: str) -> str:
    name = tag(cls)
    return "\n\n".join(
        (f"### {name}", f"{docstring_of(cls)} {role}", field_table(cls, name), json_block(examples()[name]))
    )


def _answered_by(cls: type[p.Request]) -> str:
    return f"Answered by {' or '.join(f'`{tag(response)}`' for response in p.ANSWERS[cls])}."


def _answering(cls: type[p.Response]) -> str:
    asked = [f"`{tag(request)}`" for request, responses in p.ANSWERS.items() if cls in responses]
    return f"Answers {' and '.join(asked) or 'any request'}."


def _kinds_of(level: str) -> list[str]:
    """The kinds of checks that need a level, alone or with others."""
    return [kind for kind, ways in NEEDED.items() if any(level in way for way in ways)]


def _members(kind: type[StrEnum]) -> Iterator[tuple[str, str]]:
    """The values of an enumeration, each with its meaning."""
    notes = remarks(kind)
    return ((f"`{member.value}`", notes[member.name]) for member in kind)
