"""The codec accepts canonical values of the contract and refuses everything else with a message."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, get_origin

import attrs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from colt_rules.commands import COMMANDS, Command, Fire, Punch
from colt_rules.events import EVENT_NAMES, EVENTS, VERSIONS, Event, LootPlaced, PileTurned, TrainBuilt
from colt_rules.log.codec import (
    _check,
    _kind,
    _test_of,
    command_object,
    digest,
    optional_fields,
    read_command,
    read_event,
    read_thoroughly,
    to_data,
    to_json,
)
from colt_rules.log.errors import Malformed
from colt_rules.model.state import NEW

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
NUMBERS = st.integers(-(2**63), 2**63 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=8), below, max_size=3),
    max_leaves=8,
)
ANYTHING = JSON | st.binary(max_size=40) | st.dictionaries(st.integers() | st.binary(), st.just(1), max_size=2)


def values(type_: Any) -> st.SearchStrategy[Any]:
    """Any value that a field of this type can have."""
    if get_origin(type_) is Annotated:
        return NUMBERS if type_.__origin__ is int else values(type_.__origin__)
    if attrs.has(type_):
        return st.builds(type_, *(values(field.type) for field in attrs.fields(type_)))
    if type_ in (str, bool):
        return {str: TEXTS, bool: st.booleans()}[type_]
    if type_ == tuple[str, ...] or getattr(type_, "__origin__", None) is tuple:
        return st.lists(values(type_.__args__[0]), max_size=3).map(tuple)
    assert type_ == str | None, type_
    return st.none() | TEXTS


ANY_EVENT: st.SearchStrategy[Event] = st.one_of([values(cls) for cls in EVENTS.values()])
ANY_COMMAND: st.SearchStrategy[Command] = st.one_of([values(cls) for cls in COMMANDS.values()])


def refused(type: Any, version: Any, data: Any) -> str:
    with pytest.raises(Malformed) as error:
        read_event(type, version, data)
    return str(error.value)


# --- what is written can be read


@given(ANY_EVENT)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    name = EVENT_NAMES[event.__class__]
    assert read_event(name, VERSIONS[name], to_json(event)) == event
    assert read_event(name, VERSIONS[name], to_data(event)) == event


@given(ANY_COMMAND)
def test_a_command_is_read_as_it_was_written(command: Command) -> None:
    told = command_object(command)
    assert read_command(told) == command
    assert read_command(json.dumps(told).encode()) == command


@given(ANY_EVENT | ANY_COMMAND)
def test_canonical_json_is_what_any_language_can_make(record: Any) -> None:
    plain = attrs.asdict(record)
    expected = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert to_json(record) == expected.encode()


def test_canonical_json_escapes_only_what_must_be() -> None:
    text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028é🤠'
    assert to_json(text) == json.dumps(text, ensure_ascii=False).encode()


def test_plain_data_holds_no_tuples_and_no_records() -> None:
    assert to_data(LootPlaced("purse-1", 300, "mail.inside")) == {
        "place": "mail.inside",
        "token": "purse-1",
        "value": 300,
    }
    assert to_data(TrainBuilt(("locomotive", "mail"))) == {"cars": ["locomotive", "mail"]}


def test_the_digest_of_the_empty_game_never_changes() -> None:
    assert digest(NEW) == digest(to_data(NEW))
    assert len(digest(NEW)) == 64


# --- what is refused, and how it is told

GOOD: dict[Any, Any] = {"bullet": "tuco-bullet-4", "left": 3, "seat": "doc", "shooter": "tuco", "target": "doc"}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({**GOOD, "left": "5"}, ["left", "a whole number", "the text '5'", "without quotes"]),
        ({**GOOD, "left": 5.7}, ["left", "a whole number", "5.7", "without quotes, point"]),
        ({**GOOD, "left": 5.0}, ["left", "a whole number", "5.0"]),
        ({**GOOD, "left": True}, ["left", "a whole number", "got true"]),
        ({**GOOD, "left": None}, ["left", "a whole number", "got null"]),
        ({**GOOD, "left": 2**63}, ["left", "9223372036854775807", "beyond 64 bits"]),
        ({**GOOD, "left": -(2**63) - 1}, ["left", "-9223372036854775808", "beyond 64 bits"]),
        ({**GOOD, "left": 10**5000}, ["left", "beyond 64 bits"]),
        ({**GOOD, "left": float("nan")}, ["left", "a whole number", "nan"]),
        ({**GOOD, "left": [1]}, ["left", "a whole number", "a list of 1"]),
        ({**GOOD, "seat": 5}, ["seat", "a text", "the number 5", "quotes"]),
        ({**GOOD, "seat": "\ud800"}, ["seat", "a text", "surrogate"]),
        ({**GOOD, "seat": b"doc"}, ["seat", "a text", "a bytes"]),
        ({key: GOOD[key] for key in GOOD if key != "seat"}, ["seat", "a text", "nothing", "required"]),
        ({**GOOD, "seet": "doc"}, ["data", "no fields but", "'seet'", "did you mean seat?"]),
        ({**GOOD, "note": "x"}, ["data", "no fields but", "'note'", "remove it"]),
        ({**GOOD, 5: "x"}, ["data", "the number 5", "remove it"]),
        ([GOOD], ["data", "an object", "a list of 1"]),
        ("x" * 1000, ["data", "an object", "the text", "..."]),
        (None, ["data", "an object", "null"]),
    ],
)
def test_what_is_not_in_the_contract_is_refused_with_what_was_expected_and_where(data: Any, words: list[str]) -> None:
    told = refused("BulletGiven", 1, data)
    assert all(word in told for word in words), told
    assert len(told) < 400


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"place":"a","token":"b","value":"5"}', ["value", "a whole number", "the text '5'"]),
        (b'{"place":"a","token":"b","value":5.0}', ["value", "a whole number"]),
        (b'{"place":"a","token":"b","value":1e2}', ["value", "a whole number"]),
        (b'{"place":"a","token":"b","value":true}', ["value", "a whole number", "true"]),
        (b'{"place":"a","token":"b","value":NaN}', ["JSON"]),
        (b'{"place":"a","token":"b","value":9223372036854775808}', ["value", "beyond 64 bits"]),
        (b'{"place":"a","token":"b","value":-9223372036854775809}', ["value", "beyond 64 bits"]),
        (b'{"place":"a","token":"b","value":' + b"9" * 1_000_000 + b"}", ["JSON", "out of range"]),
        (b'{"place":"a","token":"b"}', ["value", "nothing"]),
        (b'{"note":1,"place":"a","token":"b","value":5}', ["'note'"]),
        (b'{"place":"a","token":"b","value":5,"value":5}', ["canonical", "each key once"]),
        (b'{"token":"b","place":"a","value":5}', ["canonical", "sort the keys"]),
        (b'{"place": "a","token":"b","value":5}', ["canonical", "leave out spaces"]),
        (b'{"place":"a","token":"b","value":5}\n', ["canonical"]),
        (b'{"place":"\\u0061","token":"b","value":5}', ["canonical", "escape only"]),
        (b'{"place":"\\ud800","token":"b","value":5}', ["JSON"]),
        (b'{"place":"a","token":"b","value":-0}', ["canonical"]),
        (b'{"place":"\xff","token":"b","value":5}', ["UTF-8"]),
        (b'\xef\xbb\xbf{"place":"a","token":"b","value":5}', ["JSON"]),
        (b"[" * 1_000_000, ["nested too deep"]),
        (b'{"place":' * 1_000_000, ["nested too deep"]),
        (b'{"place":' + b"[" * 100_000 + b"]" * 100_000 + b',"token":"b","value":5}', ["nested too deep"]),
        (b"", ["JSON"]),
        (b"null", ["an object", "null"]),
    ],
)
def test_bytes_that_are_not_the_canonical_form_of_an_event_are_refused(data: bytes, words: list[str]) -> None:
    told = refused("LootPlaced", 1, data)
    assert all(word in told for word in words), told
    assert len(told) < 400


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 10**18])
def test_numbers_of_64_bits_are_read(number: int) -> None:
    event = LootPlaced("purse-1", number, "mail.inside")
    assert read_event("LootPlaced", 1, to_json(event)) == event


@pytest.mark.parametrize("name", [*EVENTS, *COMMANDS])
def test_every_whole_number_in_events_and_commands_has_bounds(name: str) -> None:
    """The fast way of reading trusts them; a field that is a plain ``int`` would take numbers that are refused here."""
    for kind in kinds_in(inspect.type_info({**EVENTS, **COMMANDS}[name])):
        assert not isinstance(kind, inspect.IntType) or (kind.ge, kind.le) == (-(2**63), 2**63 - 1)
        assert not isinstance(kind, inspect.FloatType | inspect.AnyType)


def kinds_in(kind: inspect.Type) -> Iterator[inspect.Type]:
    """A kind of value and all that it is made of."""
    yield kind
    match kind:
        case inspect.Metadata():
            yield from kinds_in(kind.type)
        case inspect.DataclassType():
            for field in kind.fields:
                yield from kinds_in(field.type)
        case inspect.UnionType():
            for each in kind.types:
                yield from kinds_in(each)
        case inspect.VarTupleType():
            yield from kinds_in(kind.item_type)
        case _:
            assert isinstance(kind, inspect.StrType | inspect.BoolType | inspect.IntType | inspect.NoneType), kind


def test_a_text_that_looks_like_a_long_number_is_a_text() -> None:
    event = LootPlaced("-1234567890123456789012", 5, "x,1234567890123456789012")
    assert read_event("LootPlaced", 1, to_json(event)) == event


@pytest.mark.parametrize(
    ("type", "version", "words"),
    [
        ("BulletGivn", 1, ["type", "one of the", "did you mean BulletGiven?"]),
        ("Teleported", 1, ["type", "one of the", "upgrade"]),
        ("Fire", 1, ["type", "event types"]),
        (None, 1, ["type", "null"]),
        (["BulletGiven"], 1, ["type", "a list of 1"]),
        ("x" * 100_000, 1, ["type", "..."]),
        ("BulletGiven", 2, ["v", "version 1 of BulletGiven", "upgrade"]),
        ("BulletGiven", 0, ["v", "version 1", "the number 0"]),
        ("BulletGiven", True, ["v", "true"]),
        ("BulletGiven", "1", ["v", "the text '1'"]),
        ("BulletGiven", None, ["v", "null"]),
    ],
)
@pytest.mark.parametrize("data", [GOOD, to_json(GOOD)])
def test_an_unknown_type_or_version_is_refused_with_what_to_do(
    type: Any, version: Any, words: list[str], data: Any
) -> None:
    told = refused(type, version, data)
    assert all(word in told for word in words), told


def test_data_that_contains_itself_is_refused() -> None:
    endless: dict[str, Any] = dict(GOOD)
    endless["seat"] = endless
    assert "seat" in refused("BulletGiven", 1, endless)


def test_data_nested_deeper_than_the_stack_is_refused() -> None:
    deep: Any = []
    for _ in range(200_000):
        deep = [deep]
    assert "a list of 1" in refused("BulletGiven", 1, {**GOOD, "seat": deep})
    with pytest.raises(Malformed):
        read_command({"type": "Fire", "actor": "tuco", "target": deep})
    while deep:
        deep = deep.pop()


def test_a_path_leads_into_lists() -> None:
    ranking = [{"rank": 1, "seat": "doc", "money": 250, "bullets": 0}, {"rank": 2, "seat": "tuco", "money": "lots"}]
    assert refused("GameEnded", 1, {"lines": [], "ranking": ranking}).startswith("ranking[1].money: expected a whole")
    assert refused("TrainBuilt", 1, {"cars": ["mail", 7]}).startswith("cars[1]: expected a text")
    assert refused("TrainBuilt", 1, {"cars": "mail"}).startswith("cars: expected a list, got the text 'mail'")


def test_an_event_without_fields_takes_none() -> None:
    assert read_event("PileTurned", 1, b"{}") == PileTurned()
    assert "'x'" in refused("PileTurned", 1, {"x": 1})
    assert "list" in refused("PileTurned", 1, b"[]")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"type": "Fire", "actor": "tuco"}, ["target", "a text", "nothing"]),
        ({"type": "Fire", "actor": "tuco", "target": None}, ["target", "null"]),
        ({"type": "Fire", "actor": "tuco", "target": "doc", "v": 1}, ["command", "'v'"]),
        ({"type": "Fyre", "actor": "tuco"}, ["type", "did you mean Fire?"]),
        ({"type": "BulletGiven", **GOOD}, ["type", "command types"]),
        ({"actor": "tuco"}, ["type", "null"]),
        ({"type": {}, "actor": "tuco"}, ["type", "an object with 0 fields"]),
        (
            {"type": "PlayCard", "actor": "a", "card": "b", "face_down": 1},
            ["face_down", "true or false", "the number 1"],
        ),
        ({"type": "Deal", "actor": "a", "what": "b", "subject": "", "outcome": "ab"}, ["outcome", "a list"]),
        ([], ["command", "an object with a type"]),
        ("Fire", ["command", "an object with a type", "the text 'Fire'"]),
        (None, ["command", "null"]),
        (Fire("tuco", 5), ["target", "a text", "the number 5"]),  # type: ignore[arg-type]
        (b"{", ["command", "JSON"]),
        (b'"\xff"', ["command", "UTF-8"]),
        (b"[" * 500_000, ["command", "nested too deep"]),
    ],
)
def test_a_malformed_command_is_refused_in_words(given: Any, words: list[str]) -> None:
    with pytest.raises(Malformed) as error:
        read_command(given)
    assert all(word in str(error.value) for word in words), str(error.value)


def test_a_token_may_be_null_but_not_missing() -> None:
    told = {"type": "Punch", "actor": "tuco", "target": "doc", "token": None, "to": "mail.roof", "keep": False}
    assert read_command(told) == Punch("tuco", "doc", None, "mail.roof", False)
    del told["token"]
    with pytest.raises(Malformed, match="token: expected a text or null, got nothing"):
        read_command(told)


# --- nothing but Malformed, whatever comes


@given(st.sampled_from(sorted(EVENTS)) | ANYTHING, st.just(1) | ANYTHING, ANYTHING)
def test_anything_else_is_malformed_and_never_another_error(type: Any, version: Any, data: Any) -> None:
    try:
        event = read_event(type, version, data)
    except Malformed:
        return
    assert to_data(event) == (json.loads(data) if isinstance(data, bytes) else data)


@given(ANY_EVENT, st.data())
def test_one_wrong_field_is_enough(event: Event, data: st.DataObject) -> None:
    told = to_data(event)
    key = data.draw(st.sampled_from([*told, "extra"]))
    told[key] = data.draw(JSON)
    try:
        name = EVENT_NAMES[event.__class__]
        again = read_event(name, VERSIONS[name], told)
    except Malformed:
        return
    assert json.dumps(to_data(again)) == json.dumps(told), "only what was given is taken"


@given(ANY_EVENT, st.data())
def test_a_changed_byte_is_malformed_or_another_event_in_its_canonical_form(event: Event, data: st.DataObject) -> None:
    text = bytearray(to_json(event))
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        name = EVENT_NAMES[event.__class__]
        again = read_event(name, VERSIONS[name], bytes(text))
    except Malformed:
        return
    assert to_json(again) == bytes(text)


@given(ANYTHING | st.dictionaries(st.sampled_from(["type", "actor", "target", "to", "card"]), JSON))
def test_a_command_from_anything_is_malformed_or_says_what_was_given(given: Any) -> None:
    try:
        command = read_command(given)
    except Malformed:
        return
    assert command_object(command) == (json.loads(given) if isinstance(given, bytes) else given)


# --- optional fields, objects by name, and whatever may stand anywhere


class Note(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A message with every kind of field that the protocol has and events have not."""

    name: str
    words: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    inside: "Note | msgspec.UnsetType | None" = msgspec.UNSET
    anything: Any = msgspec.field(default=None)


class Tagged(msgspec.Struct, tag="note", tag_field="type", forbid_unknown_fields=True, frozen=True):
    """A message that is known by its type."""

    seq: int | str


FULL: dict[str, Any] = {"name": "a", "words": ["b"], "counts": {"c": 1}, "inside": None, "anything": [1, {"x": None}]}
SHORT: dict[str, Any] = {"name": "a", "counts": {}, "anything": None}


def told(cls: type, data: Any) -> str:
    with pytest.raises(Malformed) as error:
        read_thoroughly(cls, data, "note")
    return str(error.value)


def test_a_field_that_is_unset_unless_given_may_be_left_out_and_no_other() -> None:
    kind = msgspec.inspect.type_info(Note)
    assert isinstance(kind, msgspec.inspect.StructType)
    assert optional_fields(kind) == {"words", "inside"}
    assert read_thoroughly(Note, SHORT, "note") == Note("a", counts={}, anything=None)
    assert read_thoroughly(Note, FULL, "note") == Note("a", ("b",), {"c": 1}, None, [1, {"x": None}])
    for name in SHORT:
        without = {key: SHORT[key] for key in SHORT if key != name}
        assert told(Note, without).startswith(f"{name}: expected")


def test_what_was_left_out_stays_out_when_it_is_written() -> None:
    for data in (SHORT, FULL):
        assert to_data(read_thoroughly(Note, data, "note")) == data
        assert read_thoroughly(Note, to_json(data), "note") == read_thoroughly(Note, data, "note")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"words": None}, ["words", "a list", "null"]),
        ({"words": "b"}, ["words", "a list", "the text 'b'"]),
        ({"words": ["b", 5]}, ["words[1]", "a text", "the number 5"]),
        ({"counts": []}, ["counts", "an object", "a list of 0", "put it in { }"]),
        ({"counts": None}, ["counts", "an object", "null"]),
        ({"counts": {"c": "1"}}, ["counts.c", "a whole number", "the text '1'"]),
        ({"counts": {"c": True}}, ["counts.c", "a whole number", "true"]),
        ({"counts": {5: 1}}, ["counts.5", "a text", "the number 5"]),
        ({"inside": {"name": 5}}, ["inside.name", "a text", "the number 5"]),
        ({"inside": []}, ["inside", "an object", "a list of 0"]),
        ({"note": 1}, ["note", "no fields but", "'note'"]),
    ],
)
def test_a_field_that_is_given_is_what_it_should_be(change: dict[str, Any], words: list[str]) -> None:
    message = told(Note, {**FULL, **change})
    assert all(word in message for word in words), message


@pytest.mark.parametrize("anything", [None, True, 5, "x", [], {}, [[{"a": [1]}]]])
def test_a_field_of_any_type_accepts_any_value(anything: Any) -> None:
    assert read_thoroughly(Note, {**SHORT, "anything": anything}, "note").anything == anything


def test_a_message_is_known_by_its_type_and_may_have_a_number_or_a_text() -> None:
    assert read_thoroughly(Tagged, {"type": "note", "seq": 5}, "note") == Tagged(5)
    assert read_thoroughly(Tagged, {"type": "note", "seq": "5"}, "note") == Tagged("5")
    assert "expected the text 'note', got the text 'word'" in told(Tagged, {"type": "word", "seq": 5})
    assert told(Tagged, {"seq": 5}).startswith("type: expected the text 'note', got nothing")
    wrong: list[Any] = [None, 5.0, True, [5], {}]
    for seq in wrong:
        assert told(Tagged, {"type": "note", "seq": seq}).startswith("seq: expected")


def test_a_command_object_is_read_like_its_data() -> None:
    assert read_command(Fire("tuco", "doc")) == Fire("tuco", "doc")


@given(ANY_EVENT)
def test_well_formed_values_pass_the_quick_test(event: Event) -> None:
    """Nothing that is right has to go the long way, which is for finding out what is wrong."""
    cls: Any = event.__class__
    assert _test_of(cls)(to_data(event))


@given(ANY_EVENT, st.data())
def test_values_that_pass_the_quick_test_pass_the_full_check(event: Event, data: st.DataObject) -> None:
    cls: Any = event.__class__
    spoilt = to_data(event)
    spoilt[data.draw(st.sampled_from([*spoilt, "more"]))] = data.draw(ANYTHING)
    if _test_of(cls)(spoilt):
        _check(spoilt, _kind(cls), "", "data")
