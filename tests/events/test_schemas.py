"""The schemas say what the classes say, and every line, view and state is as the schemas say."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from colt_rules.conformance.cases.export import all_schemas
from colt_rules.events import GameStarted
from colt_rules.log.codec import command_object, to_data
from colt_rules.log.entries import ENTRIES, Recording, Seal, closing_of
from colt_rules.log.redaction import redacted
from colt_rules.log.replay import replay
from colt_rules.log.schemas import drift, schema_file, schemas, write_schemas
from colt_rules.modules import field_of, parts
from colt_rules.views import roles, view
from colt_rules.views.roles import REFEREE
from tests.conftest import THOROUGH
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
}
"""By class: what it only has where a module is played or an answer is agreed on."""


KINDS = {key: entry.__name__ for key, entry in ENTRIES.items()}
"""By type and version: the definition of a whole line."""

SCHEMAS_BY_FILE = Registry[Any]().with_resources(
    (name, DRAFT202012.create_resource(schema)) for name, schema in SCHEMAS.items()
)


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator for a schema file, or a definition in it, that resolves references between the files."""
    return Draft202012Validator({"$ref": name}, registry=SCHEMAS_BY_FILE)


def problems(name: str, value: Any) -> list[str]:
    return [error.message for error in validator(name).iter_errors(value)]


def problems_of_line(line: dict[str, Any]) -> list[str]:
    """The problems of a line of a log by the schema of its kind."""
    type = line.get("type", "")
    kind = KINDS.get((type, line.get("v", 0))) or {"": "Header", "EndOfLog": "Closing"}[type]
    return problems(f"log-line.json#/$defs/{kind}", line)


@pytest.fixture(scope="module")
def logs() -> list[Recording]:
    return list(kept_games().values())


# --- the files


def test_the_schemas_are_up_to_date() -> None:
    assert drift(all_schemas(), FOLDER) == []


def test_there_is_a_schema_for_every_event_command_view_state_and_line() -> None:
    assert schemas().keys() == {
        "log-line.json",
        "redacted-line.json",
        "state.json",
        "view.json",
        *(schema_file(name, version) for name, version in ENTRIES),
    }


def test_drift_is_told_file_by_file(tmp_path: Path) -> None:
    write_schemas(schemas(), tmp_path)
    assert drift(schemas(), tmp_path) == []
    (tmp_path / "view.json").unlink()
    (tmp_path / "events" / "LootTaken.json").write_text("{}", encoding="utf-8")
    (tmp_path / "events" / "Teleported.json").write_text("{}", encoding="utf-8")
    told = drift(schemas(), tmp_path)
    assert [line.partition(":")[0] for line in told] == ["events/LootTaken.json", "events/Teleported.json", "view.json"]
    write_schemas(schemas(), tmp_path)
    assert [line.partition(":")[0] for line in drift(schemas(), tmp_path)] == ["events/Teleported.json"]


@pytest.mark.parametrize("name", all_schemas())
def test_a_schema_is_strict_and_says_what_it_is_about(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    for part in (schema, *schema.get("$defs", {}).values()):
        assert "properties" not in part or part["type"] == "object"
        if "title" in part:
            assert part["additionalProperties"] is False
            assert part["description"]
            if not name.startswith("conformance/"):
                optional = OPTIONAL.get(part["title"], ())
                assert part["required"] == [name for name in part["properties"] if name not in optional]
    for ref in references(schema):
        SCHEMAS_BY_FILE.resolver(name).lookup(ref)


def references(part: Any) -> Iterator[str]:
    """Whatever a schema refers to."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        if key == "$ref":
            yield value
        else:
            yield from references(value)


def test_fields_are_explained_where_the_classes_explain_them() -> None:
    assert SCHEMAS["events/BulletGiven.json"]["properties"]["left"]["description"] == "Bullets left with the shooter."
    entry = SCHEMAS["log-line.json"]["$defs"]["EventEntry"]["properties"]
    assert entry["prev"]["description"].startswith("The sha256 of the line before")


# --- what is written is as the schemas say


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_lines_of_the_kept_games_are_log_lines(path: Path) -> None:
    """One line of each type is measured, or all where there is time, each by its own kind."""
    lines = list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))
    for line in lines if THOROUGH else {line.get("type"): line for line in lines}.values():
        assert not problems_of_line(line)


def test_a_line_is_of_exactly_one_kind(logs: list[Recording]) -> None:
    """Those of commands and events differ in type or version, and in fields from the first line and the last."""
    whole = SCHEMAS["log-line.json"]
    assert whole["oneOf"] == [{"$ref": f"#/$defs/{kind}"} for kind in ("Header", *KINDS.values(), "Closing")]
    for (name, version), kind in KINDS.items():
        fields = whole["$defs"][kind]["properties"]
        assert (fields["type"], fields["v"]) == ({"const": name}, {"const": version})
    for line in (logs[0].header, logs[0].commands[0], logs[0].events[0]):
        assert not problems("log-line.json", to_data(line))


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
    for entry in {entry.type: entry for log in logs for entry in log.events}.values():
        assert not problems(f"events/{entry.type}.json", to_data(entry.event))
    for given in {given.type: given for log in logs for given in log.commands}.values():
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
    for _, _, verdict in islice(play(table(4, stations=True), 5), 0, None, 20):
        if verdict.after.figures:
            for role in roles(verdict.after):
                assert not problems("view.json", to_data(view(verdict.after, role)))
