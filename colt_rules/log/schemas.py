"""The wire contract for other languages: a JSON Schema for every event, command, view, state and log line.

They are generated from the classes that this program itself reads and writes. The files in ``events/schemas`` are
committed, and a test fails when they are out of date. The schemas of an event, a command, a state and a view are
self-contained; the others refer to their files.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect as kinds

from colt_rules.commands import COMMANDS, Deal
from colt_rules.events import EVENTS, HOW
from colt_rules.log.class_source import docstrings_of_fields
from colt_rules.log.codec import LEAST, MOST, classes_of, optional_fields, to_data
from colt_rules.log.entries import ENTRIES, NEWEST, Closing, CommandEntry, EventEntry, Header
from colt_rules.log.redaction import RedactedCommand, RedactedEvent, RedactedHeader
from colt_rules.model.messages import in_version
from colt_rules.model.state import ADDED, NEW, Game
from colt_rules.modules import MODULES, field_of, parts
from colt_rules.rules.base.table import Tables
from colt_rules.rules.rulebook import module, rulebook
from colt_rules.views import View
from colt_rules.views.records import fields_seen
from colt_rules.views.state import ADDED as ADDED_TO_VIEWS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """By file name: the schemas of games and their logs."""
    messages = _event_schemas() | _command_schemas()
    return {
        "log-line.json": _log_line(messages),
        "redacted-line.json": schema_of(
            RedactedHeader,
            RedactedCommand,
            RedactedEvent,
            Closing,
            elsewhere={Closing: "log-line.json#/$defs/Closing"},
        ),
        "state.json": schema_of(Game),
        "view.json": schema_of(View),
        **messages,
    }


def _event_schemas() -> dict[str, Schema]:
    return {
        schema_file(name, version): schema_of(
            in_version(cls, version), comment=f"version {version}; the data of an event line"
        )
        for name, cls in EVENTS.items()
        for version in range(1, NEWEST[name] + 1)
    }


def _command_schemas() -> dict[str, Schema]:
    made = {}
    for name, cls in COMMANDS.items():
        for version in range(1, NEWEST[name] + 1):
            schema = schema_of(in_version(cls, version), comment=f"version {version}; a command from outside")
            schema["properties"] = {"type": {"const": name}, **schema["properties"]}
            schema["required"] = ["type", *schema["required"]]
            made[schema_file(name, version)] = schema
    return made


def _log_line(messages: Mapping[str, Schema]) -> Schema:
    """The schema of a line: a header, an entry of any version of any type, or the closing line."""
    whole = schema_of(Header, CommandEntry, EventEntry, Closing)
    defs = whole["$defs"]
    del defs["Event"]
    for entry in ("CommandEntry", "EventEntry"):
        fields = defs[entry]["properties"]
        fields["type"] = {"type": "string"}
        fields["data"] = {"type": "object", "description": fields["data"]["description"]}
    for (name, version), cls in ENTRIES.items():
        entry = "EventEntry" if name in EVENTS else "CommandEntry"
        line = {"type": {"const": name}, "v": {"const": version}, "data": _data(schema_file(name, version), messages)}
        defs[cls.__name__] = {"$ref": f"#/$defs/{entry}", "type": "object", "properties": line}
    kinds = ["Header", *(cls.__name__ for cls in ENTRIES.values()), "Closing"]
    return whole | {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds]}


def _data(file: str, messages: Mapping[str, Schema]) -> Schema:
    """The schema of a line's data: an event by reference, or the fields of a command except ``type`` and ``actor``."""
    if file.startswith("events/"):
        return {"$ref": file}
    fields = [name for name in messages[file]["properties"] if name not in ("type", "actor")]
    return {
        "type": "object",
        "properties": {name: {"$ref": f"{file}#/properties/{name}"} for name in fields},
        "required": [name for name in fields if name in messages[file]["required"]],
        "additionalProperties": False,
    }


def schema_file(name: str, version: int) -> str:
    """The file of the schema of a version of a type; the newest version has no suffix."""
    folder = "events" if name in EVENTS else "commands"
    return f"{folder}/{name}.json" if version == NEWEST[name] else f"{folder}/{name}.v{version}.json"


def upcasts() -> dict[str, Any]:
    """By type with several versions: how each version differs from the next, oldest first."""
    return {
        name: [{"added": to_data(one.added), "renamed": dict(one.renamed)} for one in cls.earlier]
        for name, cls in (*COMMANDS.items(), *EVENTS.items())
        if cls.earlier
    }


@cache
def vocabularies() -> dict[str, tuple[str, ...]]:
    """By class and field: the values of the field in any variant that can be played.

    The schemas list them in descriptions only, because a new module may add values.
    """
    played = [rulebook(modules) for modules in dict.fromkeys(start.modules for start, _ in Tables(NEW).kinds())]
    phases = (*_union(rules.steps for rules in played), "over")
    actions = _union(rules.actions for rules in played)
    choices = {kind: choice for rules in played for kind, choice in rules.choices.items()}
    return {
        "Game.phase": phases,
        "View.phase": phases,
        "TurnStarted.kind": _union(rules.turns.kinds for rules in played),
        "ActionTaken.action": actions,
        "ActionIdle.action": actions,
        "BanditMoved.how": HOW,
        "BanditStayed.how": HOW,
        "HappeningStarted.happening": _union(rules.happenings for rules in played),
        "Deal.what": tuple(kind for kind, choice in choices.items() if Deal in choice.commands),
        "AwaitedView.kind": tuple(choices),
        # The base game's scoring of tokens also adds the ransom lines.
        "ScoreLine.line": _union([("tokens", "ransom"), *(module(name).outcome.scoring for name in MODULES)]),
    }


def _union(tables: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The distinct words of all tables, in order of first occurrence."""
    return tuple(dict.fromkeys(word for table in tables for word in table))


def write_schemas(made: Mapping[str, Schema], folder: Path) -> list[Path]:
    """Write schemas to a folder and return the files."""
    return write_files({name: pretty(schema) for name, schema in made.items()}, folder)


def write_files(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write published files, given by name, below a folder and return them."""
    paths = []
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths.append(path)
    return paths


def drift(made: Mapping[str, Schema], folder: Path) -> list[str]:
    """How the files in a folder differ from these schemas: one message per file, none if they agree."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.json")}
    problems = [f"{name}: expected a schema, got no file" for name in made.keys() - found.keys()]
    problems += [f"{name}: expected no file, got one; no such type exists" for name in found.keys() - made.keys()]
    for name in made.keys() & found.keys():
        if found[name].read_bytes() != pretty(made[name]):
            problems.append(f"{name}: expected the schema of the current classes, got a different file")
    return sorted(problems)


WIDTH = 120
"""The maximum length of a line in a published file; a longer text has its own line."""


def pretty(data: Any) -> bytes:
    """Data as readable JSON: a value that fits is on one line."""
    return f"{_laid_out(data, '', 0)}\n".encode()


def _laid_out(data: Any, indent: str, before: int) -> str:
    """A value in lines, the first of which starts after ``before`` characters."""
    text = json.dumps(data, ensure_ascii=False)
    if before + len(text) < WIDTH or not isinstance(data, dict | list):
        return text
    inner = indent + "  "
    if isinstance(data, list):
        rows, ends = [_laid_out(each, inner, len(inner)) for each in data], "[]"
    else:
        keys = {f"{json.dumps(key, ensure_ascii=False)}: ": each for key, each in data.items()}
        rows, ends = [key + _laid_out(each, inner, len(inner + key)) for key, each in keys.items()], "{}"
    return f",\n{inner}".join([f"{ends[0]}\n{inner}{rows[0]}", *rows[1:]]) + f"\n{indent}{ends[1]}"


def schema_of(*types: Any, comment: str = "", elsewhere: Mapping[type, str] = {}) -> Schema:
    """The schema of a type, or of a union of several, with the definitions they use.

    Classes in ``elsewhere`` are not defined but referred to by the given reference.
    """
    tops, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    notes = {cls.__name__: _field_notes(cls) for type in types for cls in classes_of(type)}
    optional = {cls.__name__: _optional(cls) for type in types for cls in classes_of(type)}
    absent = {cls.__name__ for top in elsewhere for cls in classes_of(top)}
    defs = {
        name: _finished(part, notes.get(name, {}), optional.get(name, set()))
        for name, part in sorted(parts.items())
        if name not in absent
    }
    top = {"oneOf": list(tops)} if len(tops) > 1 else defs.pop(tops[0]["$ref"].removeprefix("#/$defs/"))
    head = {"$schema": DIALECT} | ({"$comment": comment} if comment else {})
    found = {f"#/$defs/{cls.__name__}": where for cls, where in elsewhere.items()}
    made: Schema = _referring(head | top | ({"$defs": defs} if defs else {}), found)
    return made


def _referring(part: Any, found: Mapping[str, str]) -> Any:
    """A part of a schema with its references replaced."""
    if isinstance(part, list):
        return [_referring(each, found) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: found.get(said, said) if key == "$ref" else _referring(said, found) for key, said in part.items()}


def _finished(part: dict[str, Any], notes: Mapping[str, str] = {}, optional: Collection[str] = ()) -> dict[str, Any]:
    """A part of a schema, made as strict as the codec, with the docstrings of fields."""
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


def _optional(cls: type) -> set[str]:
    kind = kinds.type_info(cls)
    assert isinstance(kind, kinds.StructType | kinds.DataclassType)
    return optional_fields(kind)


@cache
def _field_notes(cls: type) -> dict[str, str]:
    """By field: its docstring in the source; inherited fields first."""
    if viewed := getattr(cls, "viewed", None):
        return _field_notes(viewed) | dict(_notes_of_view(viewed))
    bases = [base for base in cls.__bases__ if base.__module__.startswith("colt_rules.")]
    notes = {name: note for base in bases for name, note in _field_notes(base).items()}
    renamed = {}
    if issubclass(cls, msgspec.Struct):
        renamed = dict(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True))
    notes |= {renamed.get(name, name): note for name, note in docstrings_of_fields(cls).items()}
    if cls is Game:
        notes |= {field_of(module): ADDED for module, _ in parts("model")}
    if cls is View:  # only at the first such field
        notes |= dict.fromkeys([field_of(module) for module, _ in parts("model")][:1], ADDED_TO_VIEWS)
    for name, words in vocabularies().items():
        owner, _, text = name.partition(".")
        if owner == cls.__name__:
            notes[text] = f"One of {', '.join(words)}; a module may add words."
    return notes


def _notes_of_view(record: type) -> Iterator[tuple[str, str]]:
    """The fields that the view of a record has and the record itself does not have, each with its description."""
    for name, field in fields_seen(record).items():
        if field.said.count:
            yield field.said.count, f"How many things `{name}` holds{', by key' if field.each else ''}."
        if field.fact:
            yield name, field.fact.__doc__ or ""
