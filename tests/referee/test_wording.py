"""Words that all sentences share, and those that modules add to them."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from colt_rules.referee import wording
from colt_rules.referee.wording import at, car_name, card_name, name_of, of_modules, off, to, token_name


@pytest.fixture
def _with_a_balloon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    names = {
        "NAMES": {"pilot": "the pilot"},
        "CARS": {"balloon": "the balloon"},
        "PLACES": {"aloft": "high above", "balloon.basket": "inside the basket"},
        "CARDS": {"rise-plus": "Rise +", "bullet-cork": "Cork"},
        "WORTHLESS": {"ballast": "sandbag"},
    }
    monkeypatch.setattr(
        wording, "parts", lambda name: [("silent", SimpleNamespace()), ("toy", SimpleNamespace(**names))]
    )
    of_modules.cache_clear()
    yield
    of_modules.cache_clear()


@pytest.mark.usefixtures("_with_a_balloon")
def test_a_module_says_what_its_things_are_called() -> None:
    assert car_name("balloon") == "the balloon"
    assert (at("balloon.roof"), at("aloft")) == ("on the roof of the balloon", "high above")
    assert (off("balloon.inside"), to("balloon.inside")) == ("from inside the balloon", "into the balloon")
    assert (to("balloon.basket"), to("aloft")) == ("into the basket", "high above")
    assert token_name("ballast-2", 0) == "sandbag 2"
    assert name_of("pilot") == "the pilot"
    assert (card_name("pilot-rise-plus"), card_name("pilot-rise-plus", "pilot")) == ("the pilot's Rise +", "Rise +")
    assert card_name("pilot-bullet-cork") == "the pilot's bullet card Cork"


def test_what_nobody_knows_stays_as_it_is() -> None:
    assert (car_name("balloon"), at("aloft")) == ("balloon", "inside aloft")
    assert token_name("ballast-2", 0) == "ballast 2 ($0)"
    assert (name_of("pilot"), card_name("pilot-rise-plus")) == ("pilot", "pilot-rise-plus")
