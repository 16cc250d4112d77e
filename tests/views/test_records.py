"""The view of a record follows from what its fields state, and a field that states nothing is hidden."""

from collections.abc import Mapping
from typing import Annotated, Any

import attrs
import pytest
from msgspec import UNSET, UnsetType

from colt_rules.conformance.cases.board import board
from colt_rules.log.codec import classes_of, to_data
from colt_rules.model.audience import Hidden, Open, SeenBy, ValuesSeenBy, audience_at
from colt_rules.model.changes import with_part
from colt_rules.model.names import Number
from colt_rules.model.record import changed, record
from colt_rules.modules import IncompleteModule, field_of, parts
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.site.audiences import records_data
from colt_rules.views import glimpse, roles
from colt_rules.views.records import TokenView, fields_seen, record_behind, record_reasons, record_view, view_class
from tests.rules.marshal.position import GAME as AT_THE_CELL

GAME = board(
    "roof | | | |\ninside | M | tuco cheyenne doc purse:400 | |",
    pile=["tuco-robbery"],
    loot={"tuco": ["purse:300", "jewel"]},
)
WHY = ("ruling.secrecy.hands",)


@record
class Box:
    """A record inside another one."""

    label: Open[str]
    inside: Annotated[str | None, SeenBy("its_player", WHY)]
    forgotten: str = "forgotten"


@record
class Plain:
    """A record that everybody sees."""

    word: Open[str]


@record
class Silent:
    """A record whose fields state nothing."""

    word: str


@record
class Trunk:
    """A record of a module that is being written."""

    lid: Open[str]
    plain: Open[Plain]
    silent: Open[Silent | None]
    secret: Hidden[str]
    boxes: Open[Mapping[str, Box]]
    cards: Annotated[Mapping[str, tuple[str, ...]], SeenBy("its_player", WHY, count="card_count", each=True)]
    row: Annotated[tuple[str, ...] | None, SeenBy("nobody", WHY, count="row_count")]
    loot: Annotated[tuple[str, ...], ValuesSeenBy("nobody", WHY)]
    forgotten: str = "forgotten"
    later: Open[Number | UnsetType] = UNSET


TRUNK = Trunk(
    lid="open",
    plain=Plain("seen"),
    silent=Silent("hidden"),
    secret="secret",
    boxes={"tuco": Box("a", "gold"), "doc": Box("b", None)},
    cards={"tuco": ("tuco-fire", "tuco-move"), "doc": ()},
    row=("one", "two", "three"),
    loot=("purse-1", "jewel-1"),
)


def seen_by(role: str, part: Trunk = TRUNK) -> dict[str, Any]:
    made: dict[str, Any] = attrs.asdict(record_view(GAME, role, part), recurse=True)
    return made


def test_every_field_is_seen_as_it_states() -> None:
    assert seen_by("tuco") == {
        "lid": "open",
        "plain": {"word": "seen"},
        "silent": {"word": None},
        "secret": None,
        "boxes": {
            "tuco": {"label": "a", "inside": "gold", "forgotten": None},
            "doc": {"label": "b", "inside": None, "forgotten": None},
        },
        "cards": {"tuco": ("tuco-fire", "tuco-move"), "doc": None},
        "card_count": {"tuco": 2, "doc": 0},
        "row": None,
        "row_count": 3,
        "loot": (
            {"token": "purse-1", "kind": "purse", "value": None},
            {"token": "jewel-1", "kind": "jewel", "value": 500},
        ),
        "forgotten": None,
        "later": UNSET,
    }


def test_the_referee_sees_everything_and_everybody_when_the_game_is_over() -> None:
    seen = seen_by("referee")
    assert (seen["secret"], seen["row"], seen["forgotten"]) == ("secret", TRUNK.row, "forgotten")
    assert seen["cards"] == TRUNK.cards
    assert seen["boxes"]["tuco"] == attrs.asdict(TRUNK.boxes["tuco"])
    assert [token["value"] for token in seen["loot"]] == [400, 500]
    over = changed(GAME, phase="over")
    assert all(record_view(over, role, TRUNK) == record_view(GAME, "referee", TRUNK) for role in roles(over))


def test_what_is_absent_has_no_things_to_count() -> None:
    assert seen_by("doc", changed(TRUNK, row=None))["row_count"] == 0
    assert seen_by("doc", changed(TRUNK, later=3))["later"] == 3


def test_a_record_comes_back_from_its_view_as_far_as_it_is_seen() -> None:
    for part in (TRUNK, changed(TRUNK, later=3, silent=None)):
        seen, whole = (to_data(record_view(GAME, role, part)) for role in ("tuco", "referee"))
        assert record_behind(Trunk, whole) == to_data(part)
        hidden = {"silent": part.silent and {"word": None}, "secret": None, "row": None, "forgotten": None}
        boxes = {name: {**box, "forgotten": None} for name, box in to_data(part.boxes).items()}
        cards = {"tuco": ["tuco-fire", "tuco-move"], "doc": None}
        assert record_behind(Trunk, seen) == to_data(part) | hidden | {"boxes": boxes, "cards": cards}


def test_the_class_of_a_view_has_types_in_which_what_is_hidden_can_be_none() -> None:
    types = {field.name: field.type for field in attrs.fields(view_class(Trunk))}
    assert (types["lid"], types["plain"]) == (str, Plain)
    assert (types["secret"], types["row_count"]) == (str | None, int)
    assert types["boxes"] == Mapping[str, view_class(Box)]  # type: ignore[misc]  # made at run time
    assert types["cards"] == Mapping[str, tuple[str, ...] | None]
    assert types["loot"] == tuple[TokenView, ...]


def test_the_reasons_are_those_of_the_fields_and_what_is_known_to_be_empty_has_none() -> None:
    assert list(record_reasons(GAME, "tuco", TRUNK)) == [
        ("inside", *WHY, True),
        ("cards", *WHY, True),
        ("row", *WHY, False),
        ("loot", *WHY, False),
    ]
    empty = changed(TRUNK, boxes={}, cards={"doc": ()}, row=(), loot=())
    assert list(record_reasons(GAME, "tuco", empty)) == []


def test_a_field_that_names_an_audience_that_nobody_lists_is_an_error() -> None:
    @record
    class Misspelt:
        word: Annotated[str, SeenBy("its_plaer")]

    with pytest.raises(IncompleteModule, match=r"Misspelt\.word: expected an audience, one of .*; got 'its_plaer'"):
        fields_seen(Misspelt)


# --- the records of the modules


def test_every_field_of_every_record_says_who_sees_it() -> None:
    kinds = {kind for _, part in parts("model") for kind in classes_of(part.ADDED)}
    fields = {f"{kind.__name__}.{field.name}": field for kind in kinds for field in attrs.fields(kind)}
    forgotten = [name for name, field in fields.items() if audience_at(field) is None]
    assert forgotten == [], "say Open, Hidden or SeenBy at the field; until then it is hidden"


def test_the_browser_gets_a_table_of_every_record() -> None:
    table = records_data()
    assert table.keys() == {field_of(module) for module, _ in parts("model")}
    assert table["horses"]["attack"]["fields"]["hidden"] == {"audience": "its_player", "each": True}
    assert table["marshal_player"]["current"] == {"audience": "the_marshal", "count": "current_count"}


def test_a_view_of_a_game_has_the_records_of_the_modules_in_play() -> None:
    marshal = changed(marshal_of(AT_THE_CELL), mailbags=("mailbag-1",))
    seen: Any = glimpse(with_part(AT_THE_CELL, "marshal", marshal), "marshal")
    assert seen.marshal_player.mailbags == (TokenView("mailbag-1", "mailbag", 1200),)
    assert seen.time_machine is UNSET
