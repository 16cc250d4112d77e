"""The wire contract for other languages: a JSON Schema for every event, command, view, state and log line.

They are generated from the classes that this program itself reads and writes, so they cannot say anything else;
the files in ``events/schemas`` are kept, and a test tells when they are out of date.
"""

import ast
import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as kinds

from colt_rules.commands import COMMAND_VERSIONS, COMMANDS, Deal
from colt_rules.events import EVENTS, HOW, VERSIONS
from colt_rules.log.codec import LEAST, MOST, classes_of, optional_fields, to_data
from colt_rules.log.entries import ENTRIES, NEWEST, Closing, CommandEntry, Header
from colt_rules.log.redaction import RedactedCommand, RedactedEvent, RedactedHeader
from colt_rules.log.written import class_as_written
from colt_rules.model.messages import in_version
from colt_rules.model.state import ADDED, NEW, Game
from colt_rules.modules import MODULES, field_of, parts
from colt_rules.rules.base.table import Tables
from colt_rules.rules.rulebook import module, rulebook
from colt_rules.views import View
from colt_rules.views.state import ADDED as ADDED_TO_VIEWS
from colt_rules.views.state import BY_MODULE

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its file name. Each stands for itself: it refers to no other file."""
    made = {
        "log-line.json": schema_of(Header, *ENTRIES.values(), Closing),
        "redacted-line.json": schema_of(RedactedHeader, RedactedCommand, RedactedEvent, Closing),
        "state.json": schema_of(Game),
        "view.json": schema_of(View),
    }
    for name, cls in EVENTS.items():
        for version in range(1, VERSIONS[name] + 1):
            schema = schema_of(in_version(cls, version), comment=f"version {version}; the data of an event line")
            made[schema_file("events", name, version)] = schema
    for name, command in COMMANDS.items():
        for version in range(1, COMMAND_VERSIONS[name] + 1):
            schema = schema_of(in_version(command, version), comment=f"version {version}; a command from outside")
            schema["properties"] = {"type": {"const": name}, **schema["properties"]}
            schema["required"] = ["type", *schema["required"]]
            made[schema_file("commands", name, version)] = schema
    return made


def schema_file(folder: str, name: str, version: int) -> str:
    """The file with the schema of a version of a type: the newest has the plain name."""
    return f"{folder}/{name}.json" if version == NEWEST[name] else f"{folder}/{name}.v{version}.json"


def upcasts() -> dict[str, Any]:
    """By type that has several versions: how each but the newest differs from the next, the oldest first."""
    return {
        name: [{"added": to_data(one.added), "renamed": dict(one.renamed)} for one in cls.earlier]
        for name, cls in (*COMMANDS.items(), *EVENTS.items())
        if cls.earlier
    }


@cache
def vocabularies() -> dict[str, tuple[str, ...]]:
    """By class and field: the words that this text can be, in any variant that can be played.

    The schemas name them but do not insist, because a module brings words of its own.
    """
    played = [rulebook(modules) for modules in dict.fromkeys(start.modules for start, _ in Tables(NEW).kinds())]
    phases = (*_union(rules.steps for rules in played), "over")
    actions = _union(rules.actions for rules in played)
    choices = {kind: choice for rules in played for kind, choice in rules.choices.items()}
    return {
        "Game.phase": phases,
        "View.phase": phases,
        "TurnStarted.kind": _union(rules.turns for rules in played),
        "ActionTaken.action": actions,
        "ActionIdle.action": actions,
        "BanditMoved.how": HOW,
        "BanditStayed.how": HOW,
        "HappeningStarted.happening": _union(rules.happenings for rules in played),
        "Deal.what": tuple(kind for kind, choice in choices.items() if Deal in choice.commands),
        "AwaitedView.kind": tuple(choices),
        # Whoever counts the tokens counts the ransoms too.
        "ScoreLine.line": _union([("tokens", "ransom"), *(module(name).scoring for name in MODULES)]),
    }


def _union(tables: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The words of all tables, each once, in the order in which they come up."""
    return tuple(dict.fromkeys(word for table in tables for word in table))


def write_schemas(folder: Path) -> list[Path]:
    """Write every schema into a folder and return the files."""
    paths = []
    for name, schema in schemas().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(schema), encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def drift(folder: Path) -> list[str]:
    """How the files in a folder differ from what the classes say: one sentence a file, none if they agree."""
    wanted = schemas()
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.json")}
    problems = [f"{name}: expected a schema, got no file" for name in wanted.keys() - found.keys()]
    problems += [f"{name}: expected no such file: there is no such type" for name in found.keys() - wanted.keys()]
    for name in wanted.keys() & found.keys():
        if found[name].read_bytes() != _text(wanted[name]).encode():
            problems.append(f"{name}: expected what the classes say now, got something else")
    return sorted(problems)


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def schema_of(*types: Any, comment: str = "") -> dict[str, Any]:
    """The schema of a type, or of several of which one is meant, with all that they are made of."""
    tops, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    notes = _notes() | {
        cls.__name__: _field_notes(cls) for type in types for cls in classes_of(type) if cls.__name__ not in _notes()
    }
    optional = {cls.__name__: _optional(cls) for type in types for cls in classes_of(type)}
    defs = {
        name: _finished(part, notes.get(name, {}), optional.get(name, set())) for name, part in sorted(parts.items())
    }
    top = {"oneOf": list(tops)} if len(tops) > 1 else defs.pop(tops[0]["$ref"].removeprefix("#/$defs/"))
    head = {"$schema": DIALECT} | ({"$comment": comment} if comment else {})
    return head | top | ({"$defs": defs} if defs else {})


def _finished(part: dict[str, Any], notes: Mapping[str, str] = {}, optional: Collection[str] = ()) -> dict[str, Any]:
    """A part of a schema as strict as the codec, with what the classes say about their fields."""
    made = {key: value for key, value in part.items() if key not in ("discriminator", "default")}
    if len(made.get("enum", ())) == 1:
        made = {"const": made["enum"][0]}
    if made.get("type") == "integer":
        made = made | {"minimum": made.get("minimum", LEAST), "maximum": made.get("maximum", MOST)}
    if "description" in made:
        made["description"] = " ".join(made["description"].split())
    if "properties" in made:
        made["properties"] = {
            name: _finished(field) | ({"description": notes[name]} if name in notes else {})
            for name, field in made["properties"].items()
        }
        made["required"] = [name for name in made["properties"] if name not in optional]
        made["additionalProperties"] = False
    for key in ("items", "additionalProperties"):
        if isinstance(made.get(key), dict):
            made[key] = _finished(made[key])
    if "anyOf" in made:
        made["anyOf"] = [_finished(each) for each in made["anyOf"]]
    return made


@cache
def _notes() -> dict[str, dict[str, str]]:
    """By name of a class: what stands below its fields in the source, and the words they can be."""
    notes = {
        cls.__name__: _field_notes(cls)
        for top in (*EVENTS.values(), *COMMANDS.values(), Game, View, Header, Closing)
        for cls in classes_of(top)
    }
    for entry in ENTRIES.values():
        notes[entry.__name__] = _field_notes(entry.__bases__[0])
        if issubclass(entry, CommandEntry):
            _, shape, *_ = classes_of(entry)
            notes[shape.__name__] = _field_notes(entry.logged)
    return notes


def _optional(cls: type) -> set[str]:
    kind = kinds.type_info(cls)
    assert isinstance(kind, kinds.StructType | kinds.DataclassType)
    return optional_fields(kind)


def _field_notes(cls: type) -> dict[str, str]:
    """What stands below the fields of a class in the source, those that it inherits first."""
    bases = [base for base in cls.__bases__ if base.__module__.startswith("colt_rules.")]
    notes = {name: note for base in bases for name, note in _field_notes(base).items()}
    tree = class_as_written(cls)
    renamed = {}
    if issubclass(cls, msgspec.Struct):
        renamed = dict(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True))
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(note))):
                notes[renamed.get(name, name)] = " ".join(note.split())
    if cls is Game:
        notes |= {field_of(module): ADDED for module, _ in parts("model")}
    if cls is View:  # once for all of them, at the first
        notes |= dict.fromkeys(
            [field_of(module) for module, said in BY_MODULE.items() if said.view][:1], ADDED_TO_VIEWS
        )
    for name, words in vocabularies().items():
        owner, _, text = name.partition(".")
        if owner == cls.__name__:
            notes[text] = f"One of {', '.join(words)}; a module may add words."
    return notes
