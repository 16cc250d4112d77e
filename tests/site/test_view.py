"""A role sees in a browser what it sees in Python: of every position, and of every event."""

from collections.abc import Iterator
from functools import reduce
from itertools import chain
from typing import Any

import attrs
import pytest

from colt_rules import events as e
from colt_rules.conformance.cases.board import board
from colt_rules.log.codec import to_data
from colt_rules.log.entries import EventEntry
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played, Standing
from colt_rules.modules import MODULES, parts
from colt_rules.rules.expert.events import HandKept
from colt_rules.rules.horses.model import Attack, Flask, Horses, Pour
from colt_rules.rules.rulebook import drawn_unseen, open_kinds
from colt_rules.rules.stagecoach.model import Drink, Melee, Plan, Sealed, Stagecoach
from colt_rules.site.audiences import records_data, seen_data
from colt_rules.views import events, glimpse, roles, view_event
from colt_rules.views.events import ADDED, SOMETIMES, Count
from tests.conftest import THOROUGH
from tests.site.javascript import BATCHES, answers, in_turn, kept, needs_node, positions

AUDIENCES = seen_data()
OPEN_KINDS = open_kinds((MODULES[0],))
EVERY = 28 if THOROUGH else 7
"""The step between the compared positions of a kept game."""
GAME = board(
    "roof | | | |\ninside | M | tuco cheyenne doc purse:400 | |",
    pile=["tuco-robbery"],
    loot={"tuco": ["purse:300", "jewel"]},
)
GLIMPSE = "({ state, role }) => glimpse(state, role, RECORDS)"
SEEN_EVENT = "({ event, role, state, seen }) => seenEvent(event, role, state, seen)"


def seen_in_all(names: list[str], every: int, look: str, **more: Any) -> Iterator[tuple[EventEntry, str, Game, Any]]:
    """Events of kept games and what is seen there, by every role or, in quick runs, by each role in turn."""
    who = "rolesOf(state)" if THOROUGH else "[inTurn(state, index)]"
    answer = f"(asked) => positions(asked).map(({{ event, state }}, index) => {who}.map((role) => {look}))"
    for name, found in zip(names, answers(answer, kept(names, every, **more)), strict=True):
        for index, ((entry, game), seen) in enumerate(zip(positions(name, every), found, strict=True)):
            for role, one in zip(roles(game) if THOROUGH else [in_turn(game, index)], seen, strict=True):
                yield entry, role, game, one


@needs_node
@pytest.mark.parametrize("names", BATCHES, ids=lambda names: names[0])
def test_every_role_sees_every_position_as_in_python(names: list[str]) -> None:
    for _, role, game, seen in seen_in_all(names, EVERY, "glimpse(state, role, RECORDS)"):
        assert seen == to_data(glimpse(game, role))


@needs_node
@pytest.mark.parametrize("names", BATCHES, ids=lambda names: names[0])
def test_every_role_sees_every_event_as_in_python(names: list[str]) -> None:
    for entry, role, game, seen in seen_in_all(names, 1, "seenEvent(event, role, state, asked.seen)", seen=AUDIENCES):
        assert seen == to_data(view_event(entry.event, role, game, entry.cites))


MELEE = Melee({"doc": Sealed(None, False), "tuco": Sealed("tuco-fire", True), "cheyenne": Sealed("x", False)}, False)
COACH = Stagecoach(
    melee=MELEE,
    plan=Plan(2, ("doc",), 1, {"tuco": ("tuco-fire",), "cheyenne": ()}),
    drink=Drink(2, "car-1.roof"),
)
HORSES = Horses(
    flasks={"whisky-1": Flask("old", False), "whisky-2": Flask("classic", True), "purse-1": Flask("old", False)},
    attack=Attack("car-1", ("tuco", "doc"), {"tuco": ("tuco",), "doc": ()}),
    pour=Pour("doc", "old", True, 2),
)
SECRETS = changed(
    with_part(with_part(GAME, "horses", HORSES), "stagecoach", COACH),
    options=changed(GAME.options, modules=("expert", "duo", "team"), seats=(*GAME.options.seats, "belle")),
    figures={**GAME.figures, "nobody": changed(GAME.figures["doc"], place="")},
    cards={
        "tuco": Cards(("doc-bullet-3", "tuco-fire"), ("neutral-bullet",), ("a-bullet-1",), ("doc-bullet-3", "x")),
        "cheyenne": Cards((), ("y",), (), ("neutral-bullet",)),
        "doc": Cards((), ("doc-fire", "b-bullet-1", "a-bullet-2"), ("z",)),
    },
    sealed={"tuco": ("tuco", "doc"), "doc": ("nobody", "doc")},
    round=changed(GAME.round, pile=(Played("doc", "doc-fire", True), Played("tuco", "tuco-fire", False))),
    rounds=("tunnel", "braking"),
    ranking=(Standing(1, "tuco", 500, 2),),
)
"""A game that has everything that can be hidden at one moment."""


@needs_node
def test_every_secret_is_kept_as_in_python() -> None:
    no_teams = changed(GAME.options, modules=("expert", "duo"))
    games = [
        SECRETS,
        changed(SECRETS, phase="over"),
        with_part(SECRETS, "stagecoach", changed(COACH, melee=changed(MELEE, shown=True))),
        changed(SECRETS, options=changed(no_teams, rulings=("ruling.rounds.face-down=face-up",))),
        changed(SECRETS, options=changed(no_teams, rulings=("ruling.expert.discard-secret=open",))),
    ]
    asked = [(game, role) for game in games for role in roles(game)]
    found = answers(GLIMPSE, [{"state": to_data(game), "role": role} for game, role in asked])
    assert found == [to_data(glimpse(game, role)) for game, role in asked]


@needs_node
def test_discards_are_open_where_the_table_agrees_on_it() -> None:
    event = HandKept("tuco", ("tuco-fire",), ("tuco-move",))
    options = [changed(GAME.options, rulings=rulings) for rulings in ((), ("ruling.expert.discard-secret=open",))]
    asked = [(changed(GAME, options=one), role) for one in options for role in roles(GAME)]
    told = {"type": "HandKept", "data": to_data(event)}
    questions = [{"event": told, "role": role, "state": to_data(game), "seen": AUDIENCES} for game, role in asked]
    assert answers(SEEN_EVENT, questions) == [to_data(view_event(event, role, game)) for game, role in asked]


# --- what is not listed is hidden

STRANGE = ["unknown", "constructor", "__proto__"]
"""Unknown names, two of which every JavaScript object seems to have."""


def seen_by(role: str, *events: dict[str, Any], seen: dict[str, Any] = AUDIENCES) -> list[Any]:
    return answers(
        SEEN_EVENT, [{"event": event, "role": role, "state": to_data(GAME), "seen": seen} for event in events]
    )


@needs_node
def test_an_event_of_an_unknown_type_is_seen_by_the_referee_only() -> None:
    events = [{"type": type, "data": {"seat": "tuco"}} for type in STRANGE]
    assert seen_by("tuco", *events) == [None, None, None]
    assert seen_by("referee", *events) == [{**event, "hidden": [], "cites": []} for event in events]


@needs_node
def test_an_unknown_field_is_hidden() -> None:
    known = {"bandit": "tuco", "amount": 250}
    events = [{"type": "RansomPaid", "data": {**known, field: "secret"}, "cites": ["a"]} for field in STRANGE]
    assert seen_by("tuco", *events) == [
        {"type": "RansomPaid", "data": known, "hidden": [field], "cites": ["a"]} for field in STRANGE
    ]
    assert seen_by("referee", *events) == [{**event, "hidden": []} for event in events]


@needs_node
def test_what_is_for_an_unknown_audience_is_hidden() -> None:
    fields = {"bandit": "everybody", **{audience: audience for audience in STRANGE}}
    event = {"type": "RansomPaid", "data": dict.fromkeys(fields, "tuco")}
    (seen,) = seen_by("tuco", event, seen={"RansomPaid": {"fields": fields, "added": {}}})
    assert (seen["data"], seen["hidden"]) == ({"bandit": "tuco"}, STRANGE)


@needs_node
def test_a_card_is_open_only_if_the_event_says_that_it_lies_face_up() -> None:
    (seen,) = seen_by("doc", {"type": "CardPlayed", "data": {"seat": "tuco", "card": "tuco-fire"}})
    assert (seen["data"], seen["hidden"]) == ({"seat": "tuco"}, ["card"])


@needs_node
def test_nothing_new_in_a_state_is_shown() -> None:
    state = to_data(GAME)
    news = {"secret": 1}
    state |= {
        **news,
        "options": state["options"] | news,
        "round": state["round"] | news | {"pile": [one | news for one in state["round"]["pile"]]},
        "figures": {bandit: figure | news for bandit, figure in state["figures"].items()},
        "cards": {seat: cards | news for seat, cards in state["cards"].items()},
    }
    questions = [{"state": state, "role": role} for role in roles(GAME)]
    assert answers(GLIMPSE, questions) == [to_data(glimpse(GAME, role)) for role in roles(GAME)]


@needs_node
def test_a_wrong_audience_in_the_table_is_noticed() -> None:
    record = records_data()["horses"]
    record["attack"]["fields"]["hidden"]["audience"] = "everybody"
    answer = "({ state, role, records }) => glimpse(state, role, records)"
    (seen,) = answers(answer, [{"state": to_data(SECRETS), "role": "belle", "records": {"horses": record}}])
    assert seen["horses"]["attack"]["hidden"] == {"tuco": ["tuco"], "doc": []}
    assert glimpse(SECRETS, "belle").horses.attack.hidden == {"tuco": None, "doc": None}  # type: ignore[attr-defined]


@needs_node
def test_nothing_new_in_the_record_of_a_module_is_shown() -> None:
    game = reduce(lambda so_far, part: with_part(so_far, part[0], part[1].ADDED()), parts("model"), GAME)
    state = to_data(game)
    state |= {part: state[part] | {"secret": 1} for part in records_data()}
    questions = [{"state": state, "role": role} for role in roles(game)]
    assert answers(GLIMPSE, questions) == [to_data(glimpse(game, role)) for role in roles(game)]


@needs_node
def test_a_role_that_nobody_has_sees_nothing() -> None:
    answer = """({ state, role }) => [() => glimpse(state, role, RECORDS), () => seenEvent({}, role, state, {})]
    .map((look) => {
      try { return look(); } catch (error) { return error.message; }
    })"""
    told = f'expected a role of this game, one of {", ".join(roles(GAME))}; got "nobody"'
    assert answers(answer, [{"state": to_data(GAME), "role": "nobody"}]) == [[told, told]]


@needs_node
def test_a_state_with_parts_missing_is_seen_as_far_as_it_goes() -> None:
    lost = changed(GAME, values={}, sealed={"tuco": ("nobody", "tuco")})
    (seen,) = answers(GLIMPSE, [{"state": to_data(lost), "role": "doc"}])
    assert seen["pawns"] == [{"seat": "tuco", "last": None, "before": None}]
    assert {token["value"] for bandit in seen["bandits"] for token in bandit["tokens"]} == {None}


# --- the table of audiences


def test_the_table_names_every_field_of_every_event() -> None:
    listed = {type: list(seen["fields"]) for type, seen in AUDIENCES.items()}
    assert listed == {type: [field.name for field in attrs.fields(kind)] for type, kind in e.EVENTS.items()}


def fields_in(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The fields of a record and of the records in it, in the table for the browser."""
    for field in record.values():
        yield field
        yield from fields_in(field.get("fields", {}))


@needs_node
def test_the_browser_knows_every_audience_and_every_fact_of_the_table_once_and_the_same_open_kinds() -> None:
    said = "Object.keys(one.audiences ?? {}), Object.keys(one.facts ?? {}), one.openKinds ?? []"
    (found,) = answers(f"() => [...VISIBILITY.values()].map((one) => [{said}])", [None])
    audiences, facts, kinds = (sorted(chain.from_iterable(each)) for each in zip(*found, strict=True))
    added = [one for seen in AUDIENCES.values() for one in seen["added"].values()]
    added += [field for record in records_data().values() for field in fields_in(record)]
    named = {name for seen in AUDIENCES.values() for name in seen["fields"].values()}
    assert audiences == sorted(named | {one["audience"] for one in added})
    assert facts == sorted({one["fact"] for one in added if "fact" in one})
    assert kinds == sorted(OPEN_KINDS)


@needs_node
def test_the_browser_hides_the_kinds_of_loot_that_a_module_makes_differ() -> None:
    (found,) = answers("() => [...VISIBILITY].map(([module, one]) => [module, one.hiddenKinds ?? []])", [None])
    drawn = {module: drawn_unseen((MODULES[0], module)) for module in MODULES[1:]}
    closed = {module: [kind for kind in kinds if kind in OPEN_KINDS] for module, kinds in drawn.items()}
    assert {module: kinds for module, kinds in found if kinds} == {
        module: kinds for module, kinds in closed.items() if kinds
    }
    assert any(closed.values())


def test_no_two_audiences_and_no_two_facts_have_one_name() -> None:
    """The browser knows them by name."""
    added = [pair for table in (ADDED, SOMETIMES) for said in table.values() for pair in said.values()]
    audiences = {
        *chain.from_iterable(said.values() for said in events.AUDIENCES.values()),
        *(pair[1] for pair in added),
    }
    for functions in (audiences, {fact for fact, _ in added if not isinstance(fact, Count)}):
        assert len({one.__name__ for one in functions}) == len(functions)
