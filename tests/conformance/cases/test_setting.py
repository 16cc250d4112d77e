"""The settings of a case: its editions, written or derived, and the names of its runs."""

from typing import Any

import pytest

from colt_rules.commands import StartGame
from colt_rules.conformance.cases.case import Case, command_data
from colt_rules.conformance.cases.setting import Setting, is_in_force, is_played, obstacles, settings_of
from colt_rules.rules.editions import EDITIONS
from tests.conformance.made_up import HIDDEN, HIT, HOUSE_RULE, WITNESS, expanded_in, read

ALL = ("ru-full", "fr-horses", "pl-base", "ru-base")
"""The editions in these tests; there may be more."""
ANYWHERE = {key: value for key, value in HIT.items() if key != "editions"}


def settings(case: Case) -> list[Setting]:
    return [setting for setting in settings_of(case) if setting.edition in ALL]


def editions(**changes: Any) -> tuple[str, ...]:
    return tuple(setting.edition for setting in settings(read(ANYWHERE, **changes)))


def test_a_case_that_names_no_edition_is_for_all() -> None:
    assert tuple(setting.edition for setting in settings_of(read(ANYWHERE))) == EDITIONS
    assert editions() == ALL


@pytest.mark.parametrize(
    ("clause", "where"),
    [
        ("tuco.upward-only", ("ru-base",)),
        ("tuco.through-the-roof", ("ru-full", "fr-horses", "pl-base")),
        ("setup.rounds.station-always", ("fr-horses", "pl-base")),
        ("ruling.setup.stations-are-happenings", ("ru-full", "fr-horses", "ru-base")),
        ("ruling.django.into-the-marshal", ALL),
    ],
)
def test_a_case_is_for_the_editions_in_which_its_clauses_hold(clause: str, where: tuple[str, ...]) -> None:
    assert editions(id=f"{clause}/x", clauses=[clause]) == where
    assert tuple(edition for edition in ALL if is_in_force(clause, edition)) == where


def test_what_does_not_apply_need_not_hold() -> None:
    assert editions(without=["tuco.upward-only"]) == ALL


@pytest.mark.parametrize(
    ("conditions", "where"),
    [
        (["tuco.upward-only"], ("ru-base",)),
        (["not tuco.upward-only"], ("ru-full", "fr-horses", "pl-base")),
        (["not tuco.upward-only", "not setup.rounds.station-always"], ("ru-full",)),
        (["not ruling.setup.stations-are-happenings"], ("pl-base",)),
        (["not team.pairs"], ("pl-base", "ru-base")),
    ],
)
def test_a_clause_that_is_not_exercised_may_limit_the_editions(conditions: list[str], where: tuple[str, ...]) -> None:
    """So a new edition is included or excluded according to its clauses."""
    assert editions(where=conditions) == where


@pytest.mark.parametrize(
    ("modules", "where"),
    [
        (["base", "expert"], ALL),
        (["base", "team"], ("ru-full", "fr-horses")),
        (["base", "duo"], ("ru-full", "fr-horses", "ru-base")),
        (["base", "expert", "duo"], ("pl-base",)),
        (["base", "expert", "team"], ()),
        (["expert"], ()),
    ],
)
def test_a_case_is_for_the_editions_that_play_its_modules_together(modules: list[str], where: tuple[str, ...]) -> None:
    assert editions(modules=modules) == where
    assert tuple(edition for edition in ALL if is_played(edition, tuple(modules))) == where


@pytest.mark.parametrize("option", ["powers", "happenings"])
def test_a_board_without_powers_or_happenings_is_not_for_an_edition_that_always_has_them(option: str) -> None:
    assert editions(given={**HIT["given"], option: False}) == ("ru-full", "fr-horses", "ru-base")


def test_a_house_rule_is_for_the_editions_that_leave_the_question_open() -> None:
    house_rule = "ruling.neutral-bullets.happenings-too=as-far-as-they-go"
    assert editions(given={**HIT["given"], "rulings": [house_rule]}) == ("ru-full", "fr-horses", "ru-base")


def test_editions_that_are_named_are_taken_in_their_order_and_what_speaks_against_them_is_told() -> None:
    case = read(HIDDEN, editions=["ru-base", "ru-full"])
    assert [setting.edition for setting in settings(case)] == ["ru-full", "ru-base"]
    wrong = read(id="tuco.upward-only/x", clauses=["tuco.upward-only"], modules=["base", "team"])
    assert obstacles(wrong, wrong.sides[0], "pl-base") == [
        "pl-base does not play base, team (it has no team)",
        "tuco.upward-only does not hold in pl-base",
    ]


def test_the_first_run_has_the_name_of_the_case_and_the_others_what_sets_them_apart() -> None:
    names = [setting.name for setting in settings(read(WITNESS))]
    assert names == [WITNESS["id"], *(f"{WITNESS['id']}@{edition}" for edition in ALL[1:])]
    house_rule = "ruling.setup.stations-are-happenings=plain-station"
    id = HOUSE_RULE["id"]
    assert [setting.name for setting in settings(read(HOUSE_RULE))] == [
        id,
        f"{id}@ru-full+{house_rule}",
        f"{id}@fr-horses",
        f"{id}@fr-horses+{house_rule}",
        f"{id}@ru-base",
        f"{id}@ru-base+{house_rule}",
    ]


def test_names_do_not_depend_on_the_order_of_the_sides() -> None:
    turned = read(WITNESS, differs=WITNESS["differs"][::-1])
    assert [setting.name for setting in settings(turned)] == [setting.name for setting in settings(read(WITNESS))]


def test_a_side_speaks_of_its_editions() -> None:
    assert [setting.side.clauses for setting in settings(read(WITNESS))] == [
        *[("tuco.through-the-roof",)] * 3,
        ("tuco.upward-only",),
    ]


def test_a_side_may_have_modules_of_its_own() -> None:
    first, second = WITNESS["differs"]
    case = read(WITNESS, differs=[first, {**second, "modules": ["base", "expert"]}])
    assert [setting.modules for setting in settings(case)] == [*[("base",)] * 3, ("base", "expert")]
    assert expanded_in(case, "ru-base").given.options.modules == ("base", "expert")


def test_a_table_may_ask_for_the_edition_and_modules_of_the_run() -> None:
    spoken = "StartGame by table edition=* modules=[*] seats=[tuco] train=[]"
    start = StartGame("table", "pl-base", ("base", "expert"), ("tuco",), False, False, False, ())
    assert command_data(spoken, "pl-base", ("base", "expert")) == command_data(
        "StartGame by table edition=pl-base modules=[base, expert] seats=[tuco] train=[]", "x", ()
    )
    assert command_data(spoken, "pl-base", ("base", "expert"))["edition"] == start.edition
    listed = read(WITNESS, given={"commands": []}, when=[spoken])
    assert expanded_in(listed, "ru-base").commands[0]["edition"] == "ru-base"
