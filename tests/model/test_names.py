"""Ids are words that can be parsed back into their parts."""

import pytest

from colt_rules.model.names import (
    NEUTRAL_BULLET,
    action_card,
    bullet_card,
    car_of,
    inside,
    is_bullet,
    is_roof,
    kind_of,
    owner_and_action,
    owner_of,
    roof,
)
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.rulebook import rulebook


@pytest.mark.parametrize("car", ["locomotive", *BOX.cars, "car-1"])
def test_a_place_is_a_car_and_a_level(car: str) -> None:
    assert car_of(inside(car)) == car_of(roof(car)) == car
    assert is_roof(roof(car))
    assert not is_roof(inside(car))
    assert inside(car) == f"{car}.inside"
    assert roof(car) == f"{car}.roof"


@pytest.mark.parametrize("bandit", BOX.characters)
def test_a_card_names_its_owner_and_its_action(bandit: str) -> None:
    for action in BOX.actions:
        card = action_card(bandit, action)
        assert owner_of(card) == bandit
        assert owner_and_action(card) == (bandit, action)
        assert not is_bullet(card)
    for bullets in BOX.bullets:
        assert is_bullet(bullet_card(bandit, bullets))
        assert owner_of(bullet_card(bandit, bullets)) == bandit
    assert bullet_card(bandit, 4) == f"{bandit}-bullet-4"
    assert not any(map(is_bullet, action_cards(rulebook(()), bandit)))


def test_a_neutral_bullet_is_a_bullet_of_no_bandit() -> None:
    assert is_bullet(NEUTRAL_BULLET)
    assert owner_of(NEUTRAL_BULLET) not in BOX.characters


def test_a_token_names_its_kind() -> None:
    assert [kind_of(token) for token in ("purse-7", "purse-doc", "jewel-1", "strongbox-2")] == [
        "purse",
        "purse",
        "jewel",
        "strongbox",
    ]


def test_no_bandit_car_or_token_has_a_name_that_cannot_be_read_back() -> None:
    assert not any("-" in bandit or "." in bandit for bandit in BOX.characters)
    assert not any("." in car for car in BOX.cars)
