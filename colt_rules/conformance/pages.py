"""The pages about the adapter protocol and the case format, made from the classes that they are about.

Prose is written here. Messages, fields, kinds, levels, statuses and defaults come from the classes, and every
example is what the reference says, so that neither can drift from the program unnoticed.
"""

import ast
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Template
from textwrap import dedent
from typing import Any

import attrs
import msgspec

from colt_rules.commands import COMMANDS
from colt_rules.conformance import protocol as p
from colt_rules.conformance.adapter import Reference, serve, serve_once
from colt_rules.conformance.board import VALUES, board
from colt_rules.conformance.case import KINDS, Case, Expectation, Given, Options, Rows, Sight, read_case
from colt_rules.conformance.compare import NAMES
from colt_rules.conformance.engine import GRACE, LONGEST_LINE, START_FACTOR
from colt_rules.conformance.expand import LEVEL_OF, NEEDED, Run, expand
from colt_rules.conformance.export import (
    FORMAT,
    ExportedCase,
    ExportedCheck,
    ExportedRun,
    Index,
    IndexEntry,
    conformance_schemas,
)
from colt_rules.conformance.results import BAD, Status
from colt_rules.conformance.runner import RESTARTS, TIMEOUT
from colt_rules.conformance.suite import FEWEST, MOST
from colt_rules.conformance.yaml import parse_documents
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.schemas import schema_of
from colt_rules.model.state import NEW
from colt_rules.rules.base.box import BOX
from colt_rules.rules.rulebook import EDITIONS, MODULES
from colt_rules.views import REFEREE, SPECTATOR

# --- the files


def contract_files() -> dict[str, bytes]:
    """Every generated file of the suite's contract, by its path from the top of the repository."""
    files = {f"docs/{name}": text.encode() for name, text in pages().items()}
    for name, schema in conformance_schemas().items():
        files[f"{SCHEMAS}/{name}"] = (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode()
    return files


SCHEMAS = "conformance/schemas"


def contract_drift(root: Path) -> list[str]:
    """How the files below ``root`` differ from what the classes say: one sentence a file, none if they agree."""
    wanted = contract_files()
    told = []
    for name, content in wanted.items():
        path = root / name
        if not path.is_file():
            told.append(f"{name}: expected a file, got none")
        elif path.read_bytes() != content:
            told.append(f"{name}: expected what the classes say now, got something else")
    there = {path.relative_to(root).as_posix() for path in (root / SCHEMAS).rglob("*") if path.is_file()}
    told += [f"{name}: expected no such file: there is no such schema" for name in there - wanted.keys()]
    return sorted(told)


def write_contract(root: Path) -> list[Path]:
    """Write every file below ``root`` and return them."""
    paths = []
    for name, content in contract_files().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths.append(path)
    return paths


def pages() -> dict[str, str]:
    """The generated pages by file name."""
    return {"adapter-protocol.md": protocol_page(), "case-format.md": case_page()}


# --- what a field is and means

MEANINGS = {
    "new.state": "The position, as `events/schemas/state.json` says.",
    "legal.actor": "A seat, `table` or `chance`.",
    "log.events": "In order, without `cites`.",
    "started.protocol": "The version that the engine speaks. Another than that of the request ends the run.",
    "started.name": "Of the engine, for reports.",
    "started.version": "Of the engine, for reports.",
    "started.editions": f"The editions it can play. Built today: {', '.join(EDITIONS)}.",
    "started.modules": f"The modules it can play. Built today: {', '.join(MODULES)}.",
    "started.language": "What it is written in, for reports.",
    "started.homepage": "Where to read about it, for reports.",
    "refused.message": "Why, for people. It is shown and never compared.",
    "options.commands": "Each as `events/schemas/commands/TYPE.json` says, in any order. Empty if there is none.",
    "options.rows": "Where chance has to deal. Exactly one of `commands` and `rows` is there.",
    "seen.view": "As `events/schemas/view.json` says. What the role may not see is null.",
    "folded.state": "As `events/schemas/state.json` says.",
    "skipped.reason": "What is missing, in words.",
    "failed.message": "What went wrong, in words.",
    "case.protocol": "The version of the protocol: 1.",
    "case.requests": "Messages as above, in order.",
    "result.responses": "Messages as above, as many as requests.",
    "event.type": "Such as `BanditMoved`.",
    "event.v": "The version of the event's data: the `$comment` of its schema names it.",
    "rows.what": "What is dealt: `train`, `purses`, `round-cards`, `station`, `first-player` or `deck`.",
    "rows.subject": "Whose deck it is, or an empty text.",
    "rows.count": "How many of the items make a row.",
    "Case.id": "`CLAUSE/words-with-hyphens`: the clause that it is mainly about, and the fact. It never changes.",
    "Case.title": "The fact, in words, without a full stop.",
    "Case.editions": f"Out of {', '.join(EDITIONS)}. The case is run once in each.",
    "Case.modules": f"Out of {', '.join(MODULES)}. An engine that does not claim all of them is not asked.",
    "Case.given": "The position, see below.",
    "Case.then": "The checks, see below. At least one.",
    "Given.board": "A sketch of the train, see below.",
    "Given.commands": "A new game and these commands, all accepted. `[]` is the game before its first command.",
    "Given.events": "A new game and these events, each `{type, v, data}`.",
    "Given.pile": "The cards on the common pile, in the order of play. **The first is revealed already.** "
    "`tuco-fire?` lies face down.",
    "Given.seats": "The seats, clockwise. By default as the bandits stand: head to tail, inside before roof.",
    "Given.first": "The first player of the round. By default the first seat.",
    "Given.powers": "Whether the bandits have their powers.",
    "Given.happenings": "Whether the round cards have happenings.",
    "Given.loot": "What bandits own, such as `{tuco: [purse:300, jewel]}`.",
    "Given.bullets": f"How many bullet cards a bandit has left, {len(BOX.bullets)} by default.",
    "Given.received": "The bullet cards that a bandit has received, on top of the deck.",
    "Given.neutral": "How many neutral bullet cards are left.",
    "Given.aside": "The loot that lies beside the train.",
    "Given.card": "The round card, see `spec/components/`.",
    "Given.rounds": "The round cards still to come.",
    "Given.number": "The number of the round.",
    "Given.hands": "The cards in hand. With it the phase is Schemin', without it Stealin'.",
    "Given.decks": "Decks, top first. By default all of a player's cards that are not elsewhere.",
    "Given.turn": "Schemin': how many turns of the round are over.",
    "Given.acted": "Schemin': how many players have acted in this turn.",
    "Given.draws": "Schemin': who drew cards in which turns, such as `{ghost: [0]}`.",
    "Expectation.id": "The id within the case. By default the kind, for `legal` and `view` with whom it is about: "
    "`events`, `legal-tuco`, `view-ghost`. Needed where two would have the same.",
    "Expectation.events": (
        "What the last command brought. `...` stands for any number of events; an entry is a type, or `Type: "
        "{field: value}` with some of the fields."
    ),
    "Expectation.refused": "The last command is refused, by exactly these clauses.",
    "Expectation.legal": "What an actor can choose, see below.",
    "Expectation.state": "A part of the state after the last command.",
    "Expectation.view": "A part of what a role sees, see below.",
    "Expectation.cites": "By type of event: exactly the clauses that each such event of the last command rests on.",
    "Options.of": "The actor: a seat, `table` or `chance`.",
    "Options.are": "All the commands that the actor can give.",
    "Options.include": "Commands that are among them.",
    "Options.exclude": "Commands that are not among them.",
    "Options.rows": "What chance can deal.",
    "Rows.what": "As in the message: `deck`, `train` and so on.",
    "Rows.items": "What the row is made of, in any order; items may repeat.",
    "Rows.count": "How many of them make a row.",
    "Rows.subject": "Whose deck it is.",
    "Sight.of": f"The role: a seat, `{SPECTATOR}` or `{REFEREE}`.",
    "Sight.shows": "A part of the view.",
    "ExportedCase.format": f"The version of this format: {FORMAT}.",
    "ExportedCase.id": "As written.",
    "ExportedCase.title": "As written.",
    "ExportedCase.editions": "As written.",
    "ExportedCase.modules": "As written.",
    "ExportedCase.runs": "One for each edition.",
    "ExportedRun.edition": "Which one.",
    "ExportedRun.then": "The checks, those that are written and those that are derived.",
    "ExportedCheck.kind": "One of the kinds below.",
    "ExportedCheck.expected": "By kind, see below.",
    "Index.version": "Of the suite, `major.minor.patch`.",
    "Index.protocol": "The version of the adapter protocol that it goes with.",
    "Index.cases": "One entry a case, by id.",
    "IndexEntry.id": "Of the case.",
    "IndexEntry.clauses": "Those that the case exercises.",
    "IndexEntry.editions": "Those it is run in.",
    "IndexEntry.modules": "Those it needs.",
    "IndexEntry.path": "Of its file, from the folder of the index.",
}
"""What a field means, by class or message and field, where its class does not say so itself."""


def remarks(cls: type) -> dict[str, str]:
    """By name: what stands below the fields or members of a class in its source."""
    (tree,) = ast.parse(dedent(inspect.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        match field, below:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(remark))),
            ):
                found[name] = " ".join(remark.split()).replace("``", "`")
    return found


def _fields(cls: type, name: str) -> str:
    """The table of the fields of a class, without ``type`` and ``seq``, which all messages share."""
    schema, said, defaults = schema_of(cls), remarks(cls), _defaults(cls)
    rows = [
        (
            f"`{field}`",
            _kind(kind),
            defaults.get(field, "required") if defaults else "yes" if field in schema["required"] else "no",
            said.get(field) or MEANINGS[f"{name}.{field}"],
        )
        for field, kind in schema["properties"].items()
        if field not in ("type", "seq") or cls is p.EventMessage
    ]
    if not rows:
        return "No other fields."
    return _table(("field", "type", "default" if defaults else "required", "meaning"), rows)


def _defaults(cls: type) -> dict[str, str]:
    """By field of a class that authors write: what holds if it is left out. A board has defaults of its own."""
    if not attrs.has(cls):
        return {}
    drawn = inspect.signature(board).parameters
    found = {}
    for field in attrs.fields(cls):
        default = field.default
        if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # attrs types it as a function
            default = default.factory()
        if default is None and cls is Given and field.name in drawn:
            default = drawn[field.name].default
        if default is not attrs.NOTHING:
            found[field.name] = f"`{to_json(default).decode()}`" if default or default in (0, False) else "none"
    return found


REFERENCES = {
    "Game": "state",
    "View": "view",
    "EventMessage": "event",
    "RowsMessage": "rows",
    "ExportedRun": "run",
    "ExportedCheck": "check",
    "Expectation": "check",
    "IndexEntry": "entry",
}
"""What a class is called in a table, if not object."""


def _kind(schema: Mapping[str, Any]) -> str:
    """The type of a field in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2].rpartition(".")[2]
        return REFERENCES.get(name, "object")
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"] if each != {"type": "null"})
    match schema.get("type"):
        case "array":
            return f"list of {_several(schema['items'])}" if "items" in schema else "list"
        case "object":
            inner = schema.get("additionalProperties")
            return f"object of {_several(inner)}" if isinstance(inner, dict) else "object"
    return {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(
        schema.get("type", ""), "anything"
    )


def _several(schema: Mapping[str, Any]) -> str:
    """The plural of a type: texts, lists of texts, entries."""
    first, of, rest = _kind(schema).partition(" of ")
    plural = first.removesuffix("y") + "ies" if first.endswith("y") else f"{first}s"
    return plural + of + rest


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _json(lines: Iterable[bytes]) -> str:
    return "```json\n" + "\n".join(line.decode().rstrip("\n") for line in lines) + "\n```"


def _said(cls: type) -> str:
    """The docstring of a class on one line."""
    return " ".join((cls.__doc__ or "").split()).replace("``", "`")


# --- the protocol

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
    p.New(11, NEW),
    p.Legal(12, "table"),
    p.Stop(13),
)
"""A conversation in which every message comes up."""

SHOWN = {"options": 2}
"""How many examples of a message are shown, if not one."""


@cache
def examples() -> dict[str, tuple[bytes, ...]]:
    """By message: what comes up of it when the reference is asked these requests."""
    requests = [p.to_line(request) for request in REQUESTS]
    found: dict[str, list[bytes]] = {}
    for line in (*requests, *_answers(b"".join(requests))):
        found.setdefault(json.loads(line)["type"], []).append(line)
    return {name: tuple(lines[: SHOWN.get(name, 1)]) for name, lines in found.items()}


def _answers(lines: bytes) -> list[bytes]:
    """What the reference writes when these lines come."""
    written = BytesIO()
    serve(Reference(), BytesIO(lines), written)
    return written.getvalue().splitlines(keepends=True)


def _one_shot() -> tuple[bytes, bytes]:
    """What a one-shot engine reads and writes, with the shortest of cases."""
    asked = to_json(p.OneShotCase(p.PROTOCOL, (to_data(p.Start(0, p.PROTOCOL)), to_data(p.New(1, NEW)))))
    written = BytesIO()
    serve_once(Reference(), BytesIO(asked), written)
    return asked, written.getvalue()


LEVELS = {
    "fold": "Follow a game: change a position as events say. No rule has to be known.",
    "decide": "Accept or refuse a command, and say what happens: `events`.",
    "outcome": "Accept or refuse a command, and say where it leads: `state`.",
    "legal": "List what an actor can choose.",
    "view": "Show a position as a role may see it, and hide the rest.",
    "cite": "Name the clauses behind events, refusals and views. It adds to `decide`, `outcome` and `view`.",
}
"""What each level asks for."""

ASKED = {
    "fold": (p.Log,),
    "decide": (p.Command,),
    "outcome": (p.Command,),
    "legal": (p.Legal,),
    "view": (p.Look,),
    "cite": (p.Command, p.Look),
}
"""By level: the requests that come because of it, beside ``start``, ``new`` and ``stop``."""

TROUBLES = {
    f"the answer takes longer than `--timeout` ({TIMEOUT:g} s; the start may take {START_FACTOR} times as long)": (
        "`timeout`; the program is ended and started again"
    ),
    "the program ends, or closes its stdout": "`crash`; it is started again",
    "the line is no message, answers another request, or has another `seq`": (
        "`protocol-error`; if the `seq` is wrong or cannot be read, the program is ended and started again; "
        "else it goes on"
    ),
    "more comes after the line, before the next request": ("`protocol-error`; the program is ended and started again"),
    f"the line is longer than {LONGEST_LINE // 2**20} MB": "`protocol-error`; the program is ended and started again",
    "`failed`": "`error`; the program goes on",
    "`skipped`": "`skipped`; the program goes on",
    f"the program was started again more than `--restarts` ({RESTARTS}) times": "the run is given up and is not valid",
    "`started` with another protocol, no level or an unknown one": "the run does not begin",
    "at the end": f"`stop`; after {GRACE:g} s the program and everything it started is ended",
}
"""What an engine may do, and what the harness does then."""

PROTOCOL = Template("""\
# The adapter protocol

<!-- Made by `colt conformance contract --write` from the classes of the protocol. Do not edit. -->

An adapter is a small program around your engine. The harness (`colt conformance run`) starts it, writes requests to
its stdin and reads responses from its stdout. It can be written in any language. This page describes protocol
$protocol. How to write an adapter step by step: [Test your client](test-your-client.md). What is compared: [The case
format](case-format.md).

The JSON Schemas of all messages are in `conformance/schemas/`: `request.json` and `response.json`, and
`one-shot-case.json` and `one-shot-result.json`. States, views, events and commands are those of the wire contract in
`events/`.

## Lines

- Every message is one JSON object on one line, in UTF-8.
- A line ends with a line feed (U+000A) and with nothing else. Some libraries also end lines at U+2028 or U+0085, which
  JSON texts may hold: use another way to read lines there.
- The harness writes one request and waits for its response. Write the response, the line feed, and **flush**: an answer
  that stays in a buffer is a timeout.
- Nothing but responses goes to stdout. What you write to stderr is shown in reports and never judged.
- Numbers are whole. Keys come in any order. No key comes twice. A field that is not listed here is an error.

## Every message

$common

A request with a text as `seq` gets the text back, one with a number the number. If a line cannot be read as a
request, it is answered with `failed`: with the `seq` of the line as far as it has one, else with an empty text. The
reference says to the line `hello`:

$unread

## Which response answers which request

$answers

`skipped` and `failed` answer any request. A `command` that makes no sense at all is not an error of the engine: it is
`refused`. Cases send such commands on purpose.

## Levels

An engine says in `started` what it claims, and it is measured by nothing else. Levels are independent of each other,
but `cite` adds to others. Claim one, see it pass, claim the next.

$levels

An engine is asked about the cases of the editions it claims, if it also claims all modules of the case.

## Requests

$requests

## Responses

Fields that belong to a level you do not claim can be left out. If you claim the level and leave the field out, the
checks that need it end as `protocol-error`. Send an empty list where there is nothing to tell.

$responses

## Parts of messages

### event

$event

### rows

$rows

## The order of questions

A case is a position, commands and checks. `start` comes once, when the program is started. Then come, for each case, in
this order and as far as the levels you claim ask for it:

1. `new` with the position given, then each `command`. Commands follow each other in one game: the second meets the
   position that the first left behind.
2. `new` with the position after the commands, then `legal` for each actor and `view` for each role. **After a refusal
   there is no such `new`**: `legal` and `view` are asked in the position where your engine stands, so that a refusal
   that changed something is seen. (An engine that was not asked the commands gets the `new`.)
3. `new` with the position where the log begins, then one `log` with all events of the case. `log` comes right after
   `new` and never else.

No question carries the expected result of an answer that is still to be given. Questions do not depend on your answers.
Each `new` makes you forget what was before, so cases come in any order, and several adapters may run at once.

All positions have $fewest to $most bandits, or are games that are still being set up.

## What the harness does

$troubles

A crash or a hang costs one case. What was answered before it counts; the remaining questions are not asked, and the
checks that need them end in the same way. The next case gets a fresh program.

## How a check ends

$statuses

An engine that conforms has none of $bad. One that the expectations file does not name makes the exit status of the
run 1. A run in which nothing was measured, with every check skipped or not claimed, is not valid and ends with 2.

## One-shot

With `--one-shot` the program is started anew for each part of a case: each `new` begins a part, so that no part can see
what another gives away. Its stdin holds one JSON object, and then ends. Its stdout must hold one JSON object, and its
exit status must be 0. `--timeout` is for the whole part. `start` is the first request of every part; there is no
`stop`. To learn what it claims, it is started once with `start` alone.

### case

$one_shot_case

### result

$one_shot_result
""")


def protocol_page() -> str:
    """The page about the adapter protocol."""
    asked, answered = _one_shot()
    return PROTOCOL.substitute(
        protocol=p.PROTOCOL,
        common=_table(
            ("field", "type", "required", "meaning"),
            (
                ("`type`", "text", "yes", "Which message it is."),
                (
                    "`seq`",
                    "text or whole number, within ±2^53",
                    "yes",
                    "Chosen by the harness, means nothing, comes back as it was.",
                ),
            ),
        ),
        unread=_json(_answers(b"hello\n")),
        answers=_table(
            ("request", "response"),
            (
                (f"`{_tag(request)}`", " or ".join(f"`{_tag(response)}`" for response in responses))
                for request, responses in p.ANSWERS.items()
            ),
        ),
        levels=_table(
            ("level", "what it asks for", "requests", "kinds of checks"),
            (
                (f"`{level}`", LEVELS[level], _coded(map(_tag, ASKED[level])), _coded(_kinds_of(level)))
                for level in p.LEVELS
            ),
        ),
        requests="\n\n".join(_message(cls, _answered_by(cls)) for cls in p.REQUESTS.values()),
        responses="\n\n".join(_message(cls, _answering(cls)) for cls in p.RESPONSES.values()),
        event=f"{_said(p.EventMessage)}\n\n{_fields(p.EventMessage, 'event')}",
        rows=f"{_said(p.RowsMessage)}\n\n{_fields(p.RowsMessage, 'rows')}",
        statuses=_table(("status", "meaning"), ((f"`{status}`", remark) for status, remark in _statuses())),
        bad=_coded(status for status in Status if status in BAD),
        one_shot_case=f"{_said(p.OneShotCase)}\n\n{_fields(p.OneShotCase, 'case')}\n\n{_json([asked])}",
        one_shot_result=f"{_said(p.OneShotResult)}\n\n{_fields(p.OneShotResult, 'result')}\n\n{_json([answered])}",
        troubles=_table(("what happens", "what follows"), TROUBLES.items()),
        fewest=FEWEST,
        most=MOST,
    )


def _message(cls: type[msgspec.Struct], role: str) -> str:
    name = _tag(cls)
    return "\n\n".join((f"### {name}", f"{_said(cls)} {role}", _fields(cls, name), _json(examples()[name])))


def _answered_by(cls: type[p.Request]) -> str:
    return f"Answered by {' or '.join(f'`{_tag(response)}`' for response in p.ANSWERS[cls])}."


def _answering(cls: type[p.Response]) -> str:
    asked = [f"`{_tag(request)}`" for request, responses in p.ANSWERS.items() if cls in responses]
    return f"Answers {' and '.join(asked) or 'any request'}."


def _tag(cls: type) -> str:
    """The name of a message on the wire."""
    return str(cls.__struct_config__.tag)  # type: ignore[attr-defined]  # every message is a struct


def _coded(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _kinds_of(level: str) -> list[str]:
    """The kinds of checks that a level is needed for, alone or with others."""
    return [kind for kind, ways in NEEDED.items() if any(level in way for way in ways)]


def _statuses() -> Iterator[tuple[str, str]]:
    said = remarks(Status)
    for status in Status:
        yield status.value, said[status.name]


# --- the cases

EXAMPLES = """\
id: fire.bullet-given/an-example
title: The target of a shot gets a bullet card of the shooter
clauses: [fire.bullet-given, secrecy.purse-values]
without: [fire.no-target]
editions: [ru-full]
modules: [base]
given:
  board: |
    car    |   | mail  | dining | baggage |
    roof   |   |       |        | tuco    |
    inside | M | ghost | doc    | jewel   |
  loot: {doc: ["purse:300"]}
  pile: [ghost-fire, doc-move]
when:
  - Fire by ghost target=doc
then:
  - events:
      - ActionTaken: {bandit: ghost, action: fire}
      - BulletGiven: {shooter: ghost, target: doc, left: 5}
      - ...
      - CardRevealed
  - state: {figures: {ghost: {bullets: 5}}}
  - legal: {of: doc, are: [Move by doc to=mail.inside, Move by doc to=baggage.inside]}
  - view: {of: tuco, shows: {bandits: {doc: {tokens: {purse-1: {value: null}}}}}}
  - cites: {BulletGiven: [fire.bullet-given, fire.inside.adjacent, fire.not-same-place, fire.target]}
---
id: fire.roof.line-of-sight/an-example
title: A bandit behind an occupied roof cannot be aimed at
clauses: [fire.roof.line-of-sight]
editions: [ru-full]
modules: [base]
given:
  board: |
    car    |      | mail | dining |
    roof   | tuco | doc  | ghost  |
    inside | M    |      |        |
  pile: [tuco-fire, ghost-move]
when:
  - Fire by tuco target=ghost
then:
  - refused: [fire.roof.line-of-sight]
  - legal: {of: tuco, include: [Fire by tuco target=doc], exclude: [Fire by tuco target=ghost]}
"""
"""Cases in which every kind of check comes up."""


@cache
def example_runs() -> tuple[Run, ...]:
    """The examples, expanded."""
    return tuple(expand(read_case(document), EDITIONS[0]) for document in parse_documents(EXAMPLES, "pages.py"))


COMPARED = {
    "events": (
        "`expected` is a list of entries. `{type, data}` stands for one event of that type, with `data` a "
        "**part** of the event's data. `{any: true}` stands for any number of events. The whole list of events of "
        "the last command must fit the whole list of entries, in order."
    ),
    "refused": "The last command must be refused. `expected` is `true`.",
    "refused-clauses": "The clauses of the refusal must be exactly these, in any order.",
    "state": "`expected` must be a **part** of the state after the last command.",
    "legal": (
        "`are`: exactly these commands, in any order, each as often as listed. `include`: each of these is among "
        "them; `exclude`: none of these is. `rows`: `what`, `subject` and `count` are equal, and `items` are the "
        "same in any order, each as often as listed. Commands are compared as a whole, with all their fields. A "
        "list where rows were expected, or rows where a list was, fails."
    ),
    "view": "`shows` must be a **part** of the view of that role.",
    "hidden": (
        "At each of these `paths` the view of that role must hold null or nothing. A path is a list of keys, and of "
        "positions in lists counted from 0."
    ),
    "cites": (
        "The last command must bring at least one event of each type named, and every event of that type must "
        "cite exactly these clauses, in any order."
    ),
    "clauses": "Each of these must be cited by an event or the refusal of some command of the case. More may be cited.",
    "view-clauses": "Each of these must be cited by the view of some role that the case asks about. More may be cited.",
    "fold": "From `origin`, `events` must lead to `state`, **whole**: nothing more, nothing less, nothing else.",
}
"""By kind of check: what is expected, and how it is compared."""

DERIVED = {
    "refused-clauses": "with every `refused`; its id is that of the check with `.clauses`",
    "hidden": (
        "with every `view`; its id is that of the check with `.hidden`. It lists all that the referee sees and "
        "the role does not"
    ),
    "fold": "in every case in which a command is accepted or `given.events` tell what happened",
    "clauses": "in every case with clauses that commands cite",
    "view-clauses": "in every case with clauses that only views cite",
}
"""By kind that nobody writes: where it comes from."""

CASES = Template("""\
# The case format

<!-- Made by `colt conformance contract --write` from the classes that read and export cases. Do not edit. -->

A case is a position, commands, and what must come of them. People write cases in YAML, below `conformance/cases/`.
Programs read them as JSON: `colt conformance export FOLDER` writes every case into a file of its own, with the whole
position and every check. You need this page to write cases, or to write a harness of your own. To test a client you
need neither: see [Test your client](test-your-client.md).

## A case as it is written

Two cases, one accepting, one refusing:

```yaml
$yaml```

A file holds many cases, each a YAML document, divided by `---`. The YAML is strict: a key given twice and an unknown
key are errors. Only whole numbers, `true`, `false` and `null` are anything else than text, so `no` and `12:30` are
texts.

### The case

$case

Every clause under `clauses` must be cited by an event, a refusal or a view of the case, and no clause under `without`
may be. `colt conformance check` tells when that is not so.

### given

Exactly one of `board`, `commands` and `events` is there. The other fields go with `board` only.

$given

### board

    car    |             | mail           | dining      |
    roof   | tuco        |                | ghost belle |
    inside | M strongbox | purse:300 doc  | jewel       |

- Each column is a car. The first is the locomotive. The row `car` names the others, which are out of
  $cars.
- A cell names bandits, `M` for the Marshal, and loot. The bandits are $characters.
- Loot is $loot. `purse:300` gives a purse its value; without it a purse is worth $purse.
- The Marshal is inside a car; where he is not drawn, he is in the locomotive.
- $fewest to $most bandits, each once.
- Tokens are numbered by kind, from head to tail, in each car inside before roof, in a cell from left to right:
  `purse-1`, `purse-2`, `jewel-1`. Then follow the tokens of `loot`, bandit by bandit in the order of the seats, then
  those of `aside`.
- Seats are by default as the bandits stand, in the same order: head to tail, inside before roof. The first is the first
  player.
- With a pile, its first card is revealed already and waits for its owner. If that card can do nothing, it is put back
  at once, as in a game, and the next one is revealed: all this is before the case begins and shows in no event of it.
  To see a card do nothing, put another card before it.
- There is a pile, or there are `hands`. A board with neither waits for nobody and is no position to begin with.

### when

A list of commands, each as people read it, or as a JSON object for one that is out of form on purpose:

$commands

Lists are written `[a, b]`, booleans `yes` and `no`, null `nothing`. A field that is yes or no may be left out and is
`no`. All commands but the last must be accepted. The list may be empty; then only `legal` and `view` can be checked.

### then

A list of checks. Each has exactly one of $written, and may have an `id`.

$expectation

`legal` holds one of `are`, `rows`, or `include` and `exclude`:

$options

$rows

`view` holds:

$sight

## A case as it is exported

`conformance/schemas/case.json` is its schema. Everything is in the file; no file refers to another.

$exported_case

### A run

$exported_run

### A check

$exported_check

## Kinds of checks

$kinds

A check is identified by `CASE#CHECK`, such as `fire.bullet-given/an-example#events`. Ids never change.

**Part** means:

- An object looks only at the keys that it names. A key that is not there counts as null, so `null` says: nothing there.
- An object held against a list looks into the list by name: its keys are the values of the first name that all
  objects of the list have, out of $names. `{tuco: {bullets: 5}}` finds the entry with `bandit` or `seat` tuco. A name
  that is not in the list counts as null.
- Everything else must be equal, also lists, in length and order. Objects inside of lists are then compared whole. `1`
  is not `true` and `"1"` is not `1`.

If an earlier command of the case is refused, all checks that speak of commands fail. If the last one is refused and
should not be, or the other way round, so do those that speak of its result. After an expected refusal there is no
`state` to check, for `refused` carries none: `legal` and `view` are asked where the engine stands.

### Derived checks

Nobody writes these; they are in the exported case.

$derived

### Examples

The checks of the two cases above, as they are exported. What `fold` expects is left out here.

$checks

## The index

`index.json` beside the cases lists what the suite holds. `conformance/schemas/index.json` is its schema.

$index

An entry:

$entry

### Versions

- **major** counts up when the format of cases or of the protocol changes. A harness that reads $format.0 reads all
  of $format.x.
- **minor** counts up when cases were added. An engine that passed before may fail new ones.
- **patch** counts up when cases were corrected or withdrawn. No case is new.

Name the version with your results: `my-engine passes suite $format.0.0 at levels fold and legal`.
""")


def case_page() -> str:
    """The page about the case format."""
    return CASES.substitute(
        yaml=EXAMPLES,
        case=_fields(Case, "Case"),
        given=_fields(Given, "Given"),
        cars=_coded(BOX.cars),
        characters=_coded(BOX.characters),
        loot=_coded(VALUES),
        purse=VALUES["purse"],
        commands=_table(("command", "meaning"), ((f"`{_form(name)}`", _said(cls)) for name, cls in COMMANDS.items())),
        written=_coded(KINDS),
        expectation=_fields(Expectation, "Expectation"),
        options=_fields(Options, "Options"),
        rows=_fields(Rows, "Rows"),
        sight=_fields(Sight, "Sight"),
        exported_case=_fields(ExportedCase, "ExportedCase"),
        exported_run=_fields(ExportedRun, "ExportedRun"),
        exported_check=_fields(ExportedCheck, "ExportedCheck"),
        kinds=_table(
            ("kind", "level", "counts for engines that claim", "how it is compared"),
            (
                (f"`{kind}`", f"`{level}`", " or ".join(map(_together, NEEDED[kind])), COMPARED[kind])
                for kind, level in LEVEL_OF.items()
            ),
        ),
        names=_coded(NAMES),
        derived=_table(("kind", "where"), ((f"`{kind}`", where) for kind, where in DERIVED.items())),
        checks="\n\n".join(_checks(run) for run in example_runs()),
        index=_fields(Index, "Index"),
        entry=_fields(IndexEntry, "IndexEntry"),
        format=FORMAT,
        fewest=FEWEST,
        most=MOST,
    )


def _form(name: str) -> str:
    """How a command is written, with all its fields."""
    return " ".join((f"{name} by ACTOR", *(f"{field.name}=..." for field in attrs.fields(COMMANDS[name])[1:])))


def _together(levels: tuple[str, ...]) -> str:
    return " with ".join(f"`{level}`" for level in levels)


def _checks(run: Run) -> str:
    lines = []
    for check in run.checks:
        expected = {"events": "...", "state": "..."} if check.kind == "fold" else check.expected
        written = {"id": check.id, "kind": check.kind, "level": check.level, "expected": expected}
        lines.append(json.dumps(written, ensure_ascii=False))
    return "\n".join((f"`{run.case.id}`:", "", "```text", *lines, "```"))
