"""Observations have named numbers that depend on the view alone, in every kind of game."""

from random import Random
from typing import Any

import pytest

from colt_rules.log.codec import to_data
from colt_rules.modules import IncompleteModule
from colt_rules.players.play import new_game, variants
from colt_rules.research.session import ReferenceSession
from colt_rules.rules.horses.model import Attack
from colt_rules.rules.visibility import By, Sort
from colt_rules.views import view
from tests.conftest import THOROUGH
from tests.kinds import with_every_edition_and_module
from tests.research.needing import PACKAGES
from tests.rules.sittings import sitting
from tests.views.test_two_worlds import exchanged

pytest.importorskip("numpy", reason=PACKAGES)

from colt_rules.research import naming
from colt_rules.research.observing import Layout

FOUR = new_game(("tuco", "ghost", "belle", "doc"))


def told(layout: Layout, seen: dict[str, Any]) -> dict[str, float]:
    """The numbers of an observation that are not 0, by their names."""
    row = layout.observation(seen)
    assert len(row) == len(layout.names) == len(set(layout.names))
    return {name: round(float(value), 3) for name, value in zip(layout.names, row, strict=True) if value}


def told_of(layout: Layout, at: ReferenceSession) -> list[dict[str, float]]:
    """The same of each choice."""
    rows = layout.choices(at.view(str(at.actor)), at.choices)
    assert rows.shape == (at.count, len(layout.choice_names))
    assert len(layout.choice_names) == len(set(layout.choice_names))
    return [
        {name: round(float(value), 3) for name, value in zip(layout.choice_names, row, strict=True) if value}
        for row in rows
    ]


def test_a_first_position_has_the_expected_numbers() -> None:
    at = ReferenceSession.new(FOUR, 1)
    seat = str(at.actor)
    seen, numbers = at.view(seat), told(Layout(FOUR), at.view(seat))
    assert numbers["phase.schemin"] == numbers["asked.scheme"] == 1
    assert numbers["first.seat0"] == 1, "who begins looks"
    assert numbers["marshal.car0.inside"] == 1
    assert numbers["car0.inside.strongbox"] == 0.2
    assert numbers["car0.inside.dollars"] == numbers["aside.dollars"] == 1
    assert numbers["neutral"] == 1
    assert numbers["seat0.bandit0.car4.inside"] == numbers["seat1.bandit0.car3.inside"] == 1
    assert numbers["seat0.bandit0.dollars"] == 0.25
    assert "seat1.bandit0.dollars" not in numbers
    assert numbers["seat1.bandit0.unseen"] == 0.2
    assert numbers[f"seat0.bandit0.power.{seat}"] == 1
    own = next(each for each in seen["seats"] if each["seat"] == seat)
    assert sum(value for name, value in numbers.items() if name.startswith("hand.")) == len(own["hand"]) / 4


def test_what_modules_add_is_named_after_its_fields() -> None:
    """And after the things in them, relative to the viewer."""
    start, found = sitting(variant="stagecoach"), set[str]()
    layout, random = Layout(start), Random(7)
    for seed in range(2):
        at = ReferenceSession.new(start, seed)
        while (seat := at.actor) is not None:
            seen, numbers = at.view(seat), told(layout, at.view(seat))
            assert numbers["stagecoach"] == 1
            if coach := seen["stagecoach"]["car"]:
                assert numbers[f"stagecoach.car.car{seen['train'].index(coach)}"] == 1
            for bandit, hostage in seen["stagecoach"]["captors"].items():
                around = (start.seats.index(bandit) - start.seats.index(seat)) % len(start.seats)
                assert numbers[f"stagecoach.captors.seat{around}.bandit0.{hostage}"] == 1
            found |= numbers.keys()
            at.take(random.randrange(at.count))
    assert {"horses.attack", "horses.attack.chosen.seat1", "horses.attack.riders.seat1.bandit0"} <= found


def test_a_module_states_the_words_for_every_text_that_a_module_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(naming.WORDS, Attack, {"car": Sort.CAR, "hidden": By(Sort.SEAT, Sort.BANDIT)})
    naming._fields.cache_clear()
    with pytest.raises(IncompleteModule, match=r"expected what the text horses\.attack\.riders can be"):
        Layout(sitting(variant="horses"))
    naming._fields.cache_clear()


def test_choices_have_the_expected_numbers() -> None:
    layout, at, random = Layout(FOUR), ReferenceSession.new(FOUR, 2), Random(2)
    kinds: dict[str, list[dict[str, float]]] = {}
    while not at.over:
        rows = told_of(layout, at)
        for row, choice in zip(rows, at.choices, strict=True):
            assert row[f"is.{choice['type']}"] == 1
        kinds.setdefault(at.kind, []).extend(rows)
        at.take(random.randrange(at.count))
    assert all(any(name.startswith("card.first.") for name in row) for row in kinds["scheme"] if "is.PlayCard" in row)
    assert all(any(name.startswith("place.car") for name in row) for row in kinds["move"])
    assert all(any(name.startswith("bandit.seat") for name in row) for row in kinds["fire"])
    assert all({"token.purse", "token.jewel", "token.strongbox"} & row.keys() for row in kinds["robbery"])


def test_choices_that_differ_have_rows_that_differ() -> None:
    """Except choices between tokens that look alike to the seat, which are equivalent."""
    layout, random = Layout(FOUR), Random(3)
    for seed in range(3):
        at = ReferenceSession.new(FOUR, seed)
        while not at.over:
            seen = at.view(str(at.actor))
            loot = [*(each["tokens"] for each in seen["bandits"]), *seen["floor"].values()]
            looks = {token["token"]: (token["kind"], token["value"]) for tokens in loot for token in tokens}
            known = [{**choice, "token": looks.get(choice.get("token"))} for choice in at.choices]
            rows = told_of(layout, at)
            for one, row in zip(known, rows, strict=True):
                assert rows.count(row) == known.count(one)
            at.take(random.randrange(at.count))


def test_what_a_seat_may_not_know_changes_no_number() -> None:
    layout, at, random = Layout(FOUR), ReferenceSession.new(FOUR, 4), Random(4)
    while (seat := at.actor) is not None:
        role = random.choice(FOUR.seats)
        twin = exchanged(at.game, role, random)
        assert told(layout, at.view(role)) == told(layout, to_data(view(twin, role)))
        assert told(layout, at.view(seat)) != told(layout, at.view("referee") | {"role": seat})
        at.take(random.randrange(at.count))


@pytest.mark.parametrize(("edition", "variant"), list(variants()) if THOROUGH else with_every_edition_and_module())
def test_every_kind_of_game_has_its_numbers(edition: str, variant: str) -> None:
    start = sitting(edition, variant)
    layout, at, random = Layout(start), ReferenceSession.new(start, 5), Random(5)
    while not at.over:
        if random.random() < 0.3:
            numbers = told(layout, at.view(str(at.actor)))
            assert f"asked.{at.kind}" in numbers
            assert max(map(abs, numbers.values())) < 10
            assert told_of(layout, at)
        at.take(random.randrange(at.count))
    assert told(layout, at.view(start.seats[0]))["phase.over"] == 1
