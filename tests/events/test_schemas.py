"""The schemas say what the classes say, and every line, view and state is as the schemas say."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from colt_rules.commands import COMMAND_VERSIONS
from colt_rules.events import VERSIONS, GameStarted
from colt_rules.log.codec import command_object, to_data
from colt_rules.log.entries import ENTRIES, Recording, Seal, closing_of
from colt_rules.log.redaction import redacted
from colt_rules.log.replay import replay
from colt_rules.log.schemas import drift, schema_file, schemas, write_schemas
from colt_rules.modules import field_of, parts
from colt_rules.views import roles, view
from colt_rules.views.roles import REFEREE
from tests.logs import end_of, end_of_kept, kept_games, lines_of, played
from tests.tables import play, table

EVENTS_FOLDER = Path(__file__).parents[2] / "events"
FOLDER = EVENTS_FOLDER / "schemas"
GAMES = sorted((EVENTS_FOLDER / "games").glob("*.jsonl"))
SCHEMAS: dict[str, dict[str, Any]] = {
    path.relative_to(FOLDER).as_posix(): json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.rglob("*.json")
}

ADDED = tuple(field_of(module) for module, _ in parts("model"))
"""What modules add to a game and to a view."""
OPTIONAL = {
    "Game": (*ADDED, "agreed"),
    "View": (*ADDED, "agreed"),
    "Stagecoach": ("tolerated",),
    "StagecoachView": ("tolerated",),
    "MarshalPlayer": ("symbols", "measured"),
    "MarshalPlayerView": ("symbols", "measured"),
    "Header": ("spec",),
    "RedactedHeader": ("spec",),
}
"""By class: what it only has where a module is played or an answer is claimed, or since there are versions."""


# --- a validator for the few words of JSON Schema that occur here; an unknown word is an error


def wrong(schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> Iterator[str]:
    """Why a value is not as a schema says."""
    for word, wanted in schema.items():
        match word:
            case "$ref":
                yield from wrong(whole["$defs"][wanted.removeprefix("#/$defs/")], value, whole)
            case "type":
                if not TYPES[wanted](value):
                    yield f"{value!r} is no {wanted}"
            case "const":
                if value != wanted or value.__class__ is not wanted.__class__:
                    yield f"{value!r} is not {wanted!r}"
            case "enum":
                if not any(value == each and value.__class__ is each.__class__ for each in wanted):
                    yield f"{value!r} is none of {wanted!r}"
            case "minimum":
                if value.__class__ is int and value < wanted:
                    yield f"{value} is less than {wanted}"
            case "maximum":
                if value.__class__ is int and value > wanted:
                    yield f"{value} is more than {wanted}"
            case "minLength":
                if isinstance(value, str) and len(value) < wanted:
                    yield f"{value!r} is shorter than {wanted}"
            case "maxLength":
                if isinstance(value, str) and len(value) > wanted:
                    yield f"{value!r} is longer than {wanted}"
            case "pattern":
                if isinstance(value, str) and not re.search(wanted, value):
                    yield f"{value!r} is not like {wanted}"
            case "required":
                if isinstance(value, dict):
                    yield from (f"{name} is missing" for name in wanted if name not in value)
            case "properties":
                if isinstance(value, dict):
                    for name in wanted.keys() & value.keys():
                        yield from wrong(wanted[name], value[name], whole)
            case "additionalProperties":
                if isinstance(value, dict):
                    for name in value.keys() - schema.get("properties", {}).keys():
                        yield from wrong(wanted, value[name], whole) if wanted else [f"{name} is not known"]
            case "items":
                if isinstance(value, list):
                    for item in value:
                        yield from wrong(wanted, item, whole)
            case "anyOf":
                if not any(not list(wrong(each, value, whole)) for each in wanted):
                    yield f"{value!r} is none of these"
            case "oneOf":
                if sum(not list(wrong(each, value, whole)) for each in wanted) != 1:
                    yield f"{value!r} is not exactly one of these"
            case "$defs":
                pass
            case _:
                raise AssertionError(f"a new word: {word}")


TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: value.__class__ is int,
    "boolean": lambda value: value.__class__ is bool,
    "null": lambda value: value is None,
}


def without_words(schema: Any) -> Any:
    """A schema without what is only for people, which would be passed over at every value."""
    if isinstance(schema, list):
        return list(map(without_words, schema))
    if not isinstance(schema, dict):
        return schema
    for_people = ("title", "description", "$schema", "$comment")
    return {
        word: without_words(said)
        for word, said in schema.items()
        if word not in for_people or not isinstance(said, str)
    }


RULES = {name: without_words(schema) for name, schema in SCHEMAS.items()}


def problems(name: str, value: Any) -> list[str]:
    return list(wrong(RULES[name], value, RULES[name]))


@pytest.fixture(scope="module")
def logs() -> list[Recording]:
    return list(kept_games().values())


# --- the files


def test_the_schemas_are_up_to_date() -> None:
    assert drift(FOLDER) == []


def test_there_is_a_schema_for_every_event_command_view_state_and_line() -> None:
    assert SCHEMAS.keys() == {
        "log-line.json",
        "redacted-line.json",
        "state.json",
        "view.json",
        *(schema_file("events", name, at + 1) for name, newest in VERSIONS.items() for at in range(newest)),
        *(schema_file("commands", name, at + 1) for name, newest in COMMAND_VERSIONS.items() for at in range(newest)),
    }


def test_drift_is_told_file_by_file(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    assert drift(tmp_path) == []
    (tmp_path / "view.json").unlink()
    (tmp_path / "events" / "LootTaken.json").write_text("{}", encoding="utf-8")
    (tmp_path / "events" / "Teleported.json").write_text("{}", encoding="utf-8")
    told = drift(tmp_path)
    assert [line.partition(":")[0] for line in told] == ["events/LootTaken.json", "events/Teleported.json", "view.json"]
    write_schemas(tmp_path)
    assert [line.partition(":")[0] for line in drift(tmp_path)] == ["events/Teleported.json"]


@pytest.mark.parametrize("name", schemas())
def test_a_schema_is_strict_and_says_what_it_is_about(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    parts = [schema, *schema.get("$defs", {}).values()]
    for part in parts:
        if "properties" in part:
            assert part["additionalProperties"] is False
            optional = OPTIONAL.get(part["title"], ())
            assert part["required"] == [name for name in part["properties"] if name not in optional]
            assert part["description"]
    text = json.dumps(schema)
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= schema.get("$defs", {}).keys()


def test_fields_are_explained_where_the_classes_explain_them() -> None:
    assert SCHEMAS["events/BulletGiven.json"]["properties"]["left"]["description"] == "Bullets left with the shooter."
    line = SCHEMAS["log-line.json"]["$defs"]["BulletGivenLine"]["properties"]
    assert line["prev"]["description"].startswith("The sha256 of the line before")
    assert line["type"] == {"const": "BulletGiven"}
    assert line["v"] == {"const": 1}


# --- what is written is as the schemas say


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_line_of_the_kept_games_is_a_log_line(path: Path) -> None:
    """Each line is checked against its own kind; that the kinds exclude each other is another test."""
    whole = RULES["log-line.json"]
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        type = told.get("type", "")
        entry = ENTRIES.get((type, told.get("v")))
        kind = entry.__name__ if entry else {"": "Header", "EndOfLog": "Closing"}[type]
        assert {"$ref": f"#/$defs/{kind}"} in whole["oneOf"]
        assert not list(wrong(whole["$defs"][kind], told, whole))


def test_a_line_is_of_exactly_one_kind(logs: list[Recording]) -> None:
    shown = {entry.type: to_data(entry) for log in logs for entry in log.entries}
    for line in (to_data(logs[0].header), *shown.values()):
        assert not problems("log-line.json", line)


def test_the_first_and_the_last_line_are_log_lines_too() -> None:
    header, *_, closing = map(json.loads, lines_of(played()))
    assert not problems("log-line.json", header)
    assert problems("log-line.json", {**header, "version": 3})
    assert not problems("log-line.json", closing)
    assert not problems("log-line.json", to_data(closing_of(end_of(played()), (Seal("0" * 64, "f" * 128),))))
    for key in (*closing, "extra"):
        assert problems("log-line.json", {**closing, key: 1.5})
        assert key == "extra" or problems("log-line.json", {name: closing[name] for name in closing if name != key})


def test_every_line_of_a_redacted_log_is_as_its_schema_says() -> None:
    for role in set(roles(replay(played()))) - {REFEREE}:
        shown = {json.loads(line).get("type"): json.loads(line) for line in redacted(played(), role)}
        for line in shown.values():
            assert not problems("redacted-line.json", line)
            assert problems("redacted-line.json", {**line, "extra": 1})


@pytest.mark.parametrize("key", ["seq", "actor", "cites", "command", "data", "prev", "type", "v", "extra"])
def test_a_line_with_a_wrong_or_missing_or_unknown_field_is_none(key: str, logs: list[Recording]) -> None:
    line = to_data(logs[0].events[3])
    assert problems("log-line.json", {**line, key: 1.5})
    assert key == "extra" or problems("log-line.json", {name: line[name] for name in line if name != key})


def test_every_event_and_command_is_as_its_schema_says(logs: list[Recording]) -> None:
    for log in logs:
        for entry in log.events:
            assert not problems(f"events/{entry.type}.json", to_data(entry.event))
            assert not problems(schema_file("events", entry.type, entry.version), to_data(entry.data))
        for given in log.commands:
            assert not problems(f"commands/{given.type}.json", command_object(given.command))


def test_a_command_of_another_type_is_not_as_its_schema_says() -> None:
    fire = {"type": "Fire", "actor": "tuco", "target": "doc"}
    assert not problems("commands/Fire.json", fire)
    assert problems("commands/Fire.json", {**fire, "type": "Rob"})
    assert problems("commands/Fire.json", {**fire, "target": 5})
    assert problems("commands/Fire.json", {**fire, "note": "x"})
    assert problems("events/GameStarted.json", to_data(GameStarted("x", (), (), True, True, True, ())) | {"powers": 1})
    assert problems("events/RansomPaid.json", {"bandit": "doc", "amount": 2**63})


def test_every_state_is_as_its_schema_says() -> None:
    for name in kept_games():
        assert not problems("state.json", to_data(end_of_kept(name)))


def test_what_each_role_sees_is_as_the_schema_of_views_says() -> None:
    for _, _, verdict in play(table(4, stations=True), 5):
        if verdict.after.figures:
            for role in roles(verdict.after):
                assert not problems("view.json", to_data(view(verdict.after, role)))
