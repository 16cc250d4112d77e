"""Tables in Markdown of the fields of a class, with type and meaning."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from string import Template
from typing import Any

import attrs

from colt_rules.conformance.cases.board import BoardOptions
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.export import FORMAT
from colt_rules.conformance.notations import NOTATIONS, OPTIONS
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import LISTED
from colt_rules.log.choices import LONGEST
from colt_rules.log.class_source import docstrings_of_fields
from colt_rules.log.codec import to_json
from colt_rules.log.schemas import schema_of
from colt_rules.model.state import NEW
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.table import Tables
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.views import REFEREE, SPECTATOR


def module_texts(gap: str) -> str:
    """The texts of modules for a gap of a page, joined."""
    return ", ".join(each.pages[gap] for each in NOTATIONS.values() if gap in each.pages)


def most_figures() -> int:
    """The most figures of players that a board can have: every character, and the figures that are not bandits."""
    return len({*CHARACTERS, *(name for _, rules in Tables(NEW).kinds() for name in rules.no_bandits)})


MEANINGS = {
    "new.state": "The position, as `events/schemas/state.json` says.",
    "legal.actor": "A seat, `table` or `chance`. An engine may skip what the table is asked.",
    "log.events": "In order, without `cites`.",
    "started.protocol": "The version that the engine speaks. If it differs from the request's, the run ends.",
    "started.name": "Of the engine, for reports.",
    "started.version": "Of the engine, for reports.",
    "started.editions": "The editions it can play, by id: `spec/editions/` has a file for each.",
    "started.modules": f"The modules it can play. Built today: {', '.join(MODULES)}.",
    "started.language": "What it is written in, for reports.",
    "started.homepage": "Where to read about it, for reports.",
    "refused.message": "The reason, for people. It is shown and never compared.",
    "options.commands": "Each as `events/schemas/commands/TYPE.json` says, in any order. Empty if there is none.",
    "options.rows": "Where chance has to deal.",
    "options.ways": "A description of the commands instead of a list: see ways below. You may send `ways` "
    f"wherever you would send `commands`. The reference does where there are more than {LISTED:,} commands. "
    "Exactly one of `commands`, `rows` and `ways` is there.",
    "seen.view": "As `events/schemas/view.json` says. What the role may not see is null: a hand also when it is empty, "
    "a discard pile and borrowed cards only when there are any, else they are an empty list; the Marshal's goals "
    "and those to come also when there are none. When the game is `over`, nothing is hidden from anybody.",
    "folded.state": "As `events/schemas/state.json` says.",
    "dealt.state": "As `events/schemas/state.json` says: phase `schemin`, round 1, every player among `round.undealt`.",
    "skipped.reason": "What is missing, in words.",
    "failed.message": "What went wrong, in words.",
    "case.protocol": "The version of the protocol: 1.",
    "case.requests": "Messages as above, in order.",
    "result.responses": "Messages as above, as many as requests.",
    "event.type": "The type of the event, such as `BanditMoved`.",
    "event.v": "The version of the event's data: the `$comment` of its schema names it.",
    "rows.what": "What is dealt: `train`, `purses`, `round-cards`, `station`, `first-player`, `deck`, "
    "where they are not all alike `jewels` and `strongboxes`; "
    f"{module_texts('rows.what')}.",
    "rows.subject": "The seat whose deck or discard pile it is, or an empty text.",
    "rows.count": "How many of the items make a row.",
    "any-row.lengths": f"How many items it has: one of these numbers, each from 0 to {LONGEST}.",
    "any-one.one_of": "The texts.",
    "Case.id": "`CLAUSE/words-with-hyphens`: the clause that it is mainly about, and the fact. It never changes.",
    "Case.title": "The fact, in words, without a full stop.",
    "Case.where": "Clauses that limit its editions without being exercised, `ID` or `not ID`, see below.",
    "Case.editions": "The editions it is for, by id. If left out, every edition it can be for, see below.",
    "Case.modules": f"Out of {', '.join(MODULES)}; if left out, the base game alone. An engine that does not support "
    "all of them is not asked.",
    "Case.given": "The position, see below.",
    "Case.then": "The checks, see below. At least one.",
    "Given.board": "A sketch of the train, see below.",
    "Given.commands": "A new game and these commands, all accepted. `[]` is the game before its first command.",
    "Given.events": "A new game and these events, each `{type, v, data}`.",
    "Given.pile": "The cards on the common pile, in the order of play. **The first is revealed already.** "
    f"`tuco-fire?` lies face down, {module_texts('Given.pile')}.",
    "Given.seats": "The seats, clockwise. By default as the bandits stand: head to tail, inside before roof.",
    "Given.first": "The first player of the round. By default the first seat.",
    "Given.powers": "Whether the bandits have their powers.",
    "Given.happenings": "Whether the round cards have happenings.",
    "Given.loot": "What bandits own, such as `{tuco: [purse:300, jewel]}`.",
    "Given.bullets": f"How many bullet cards a bandit has left; by default {len(BOX.bullets)}, less those received.",
    "Given.received": "The bullet cards that a bandit has received, on top of the deck.",
    "Given.neutral": f"How many neutral bullet cards are left; by default {BOX.neutral_bullets}, "
    f"{module_texts('Given.neutral')}, less those received.",
    "Given.aside": "The loot that lies beside the train.",
    "Given.card": "The round card, see `spec/components/`.",
    "Given.rounds": "The round cards still to come.",
    "Given.number": "The number of the round.",
    "Given.hands": "The cards in hand. With it the phase is Schemin', without it Stealin'.",
    "Given.decks": "Decks, top first. By default all of a player's cards that are not elsewhere.",
    "Given.turn": "Schemin': how many turns of the round are over.",
    "Given.acted": "Schemin': how many players have acted in this turn.",
    "Given.draws": "Schemin': who drew cards in which turns, such as `{ghost: [0]}`.",
    **{gap: module_texts(gap) for gap in ("Given.teams", "Given.discards", "Given.borrowed")},
    "Given.uncounted": "How many of the bullets received a tie-break leaves out.",
    **{f"Given.{name}": option.meaning for name, option in OPTIONS.items()},
    "Given.rulings": "The other answers that the table has agreed on, each `ruling=answer`.",
    "Side.then": "The checks on this side.",
    "Expectation.id": "The id within the case. By default the kind, for `legal` and `view` with whom it is about, and "
    "with `after` the number: `events`, `legal-tuco`, `view-ghost-after-1`. Needed if two ids would be equal.",
    "Expectation.events": (
        "The events of the command. `...` stands for any number of events; an entry is a type, or `Type: "
        "{field: value}` with some of the fields."
    ),
    "Expectation.refused": "The last command is refused, by exactly these clauses.",
    "Expectation.legal": "What an actor can choose, see below.",
    "Expectation.state": "A part of the state after the command.",
    "Expectation.view": "A part of what a role sees, see below.",
    "Expectation.cites": "By type of event: exactly the clauses that each such event of the command cites.",
    "OptionsCheck.of": "The actor: a seat, `table` or `chance`.",
    "OptionsCheck.are": "All the commands that the actor can give.",
    "OptionsCheck.include": "Commands that are among them.",
    "OptionsCheck.exclude": "Commands that are not among them.",
    "OptionsCheck.rows": "What chance can deal.",
    "Rows.what": "As in the message: `deck`, `train` and so on.",
    "Rows.items": "What the row is made of, in any order; items may repeat.",
    "Rows.count": "How many of them make a row.",
    "Rows.subject": "The seat whose deck it is.",
    "ViewCheck.of": f"The role: a seat, `{SPECTATOR}` or `{REFEREE}`.",
    "ViewCheck.shows": "A part of the view.",
    "ExportedCase.format": f"The version of this format: {FORMAT}.",
    "ExportedCase.id": "As written.",
    "ExportedCase.title": "As written.",
    "ExportedCase.editions": "The editions it runs in.",
    "ExportedCase.modules": "As written.",
    "ExportedCase.runs": "One for each edition; of a witness, one for each edition and house rule.",
    "ExportedRun.edition": "The edition of the run.",
    "ExportedRun.modules": "The modules in play.",
    "ExportedRun.rulings": "The answers that the table agrees on.",
    "ExportedRun.clauses": "The clauses that this run exercises.",
    "ExportedRun.without": "The clauses that do not apply in it.",
    "ExportedRun.then": "The checks, those that are written and those that are derived.",
    "ExportedCheck.kind": "One of the kinds below.",
    "ExportedCheck.expected": "What is expected; the form depends on the kind, see below.",
    "SuiteIndex.version": "The version of the suite, `major.minor.patch`.",
    "SuiteIndex.protocol": "The version of the adapter protocol that it belongs to.",
    "SuiteIndex.cases": "One entry per case, by id.",
    "IndexEntry.id": "The id of the case.",
    "IndexEntry.clauses": "The clauses that the case exercises, on any side.",
    "IndexEntry.editions": "The editions it runs in.",
    "IndexEntry.modules": "The modules that the case needs.",
    "IndexEntry.path": "The path of its file, from the folder of the index.",
}
"""By class or message and field: the meaning of the field, if its class does not state it."""


def remarks(cls: type) -> dict[str, str]:
    """By name: the docstrings below the fields or members of a class, as Markdown."""
    return {name: note.replace("``", "`") for name, note in docstrings_of_fields(cls).items()}


def field_table(cls: type, name: str) -> str:
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
    return table(("field", "type", "default" if defaults else "required", "meaning"), rows)


def _defaults(cls: type) -> dict[str, str]:
    """By field of a class that authors write: its default. A board has its own defaults."""
    if not attrs.has(cls):
        return {}
    drawn = attrs.fields_dict(BoardOptions)
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
    "Side": "side",
    "Expectation": "check",
    "IndexEntry": "entry",
}
"""The name of a class in a table, if not object."""


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


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def json_block(lines: Iterable[bytes]) -> str:
    return "```json\n" + "\n".join(line.decode().rstrip("\n") for line in lines) + "\n```"


def docstring_of(cls: type) -> str:
    """The docstring of a class on one line."""
    return " ".join((cls.__doc__ or "").split()).replace("``", "`")


def coded(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def template(name: str) -> Template:
    """The prose of a page, with gaps for what comes from the classes."""
    return Template(files(__package__).joinpath(name).read_text(encoding="utf-8"))
