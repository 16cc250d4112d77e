"""What all tests share: the thorough mode, and the helpers beside this file."""

import gc
import os
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("COLT_THOROUGH") == "1"
"""Whether this is a thorough run, as in ``.ci/run``; otherwise the slowest tests and most kept games are left out."""

# Where there is time, nobody can change a record in the tests of the rules, either (the Makefile says so for them); the
# type checker forbids it always. It is read when `colt_rules.model.record` is imported, so before any such import.
os.environ.setdefault("COLT_RULES_FROZEN", "0")

# Programs that tests start speak English, wherever the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

# What tests read stays to the end: to look for garbage among it as often as usual takes a tenth of the time.
gc.set_threshold(100_000, 50, 100)

# Tests import the helpers as `tests.verdicts`; pytest's importlib mode puts nothing on the path by itself.
sys.path.insert(0, str(Path(__file__).parents[1]))

# Other steps of `make test` run beside the tests: how long a drawn example took says nothing about the code.
settings.register_profile("colt", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("colt")


def at_least(*quick: str, of: Iterable[str]) -> list[ParameterSet]:
    """All these parameters of a test in thorough runs, else only the ``quick`` parameters."""
    return [pytest.param(one, marks=() if one in quick else pytest.mark.thorough) for one in of]


def few_or(many: int) -> int:
    """How many whole games a property is tried on: ``many`` in thorough runs, else a third."""
    return many if THOROUGH else -(-many // 3)


LIST = Path(__file__).parents[1] / "events" / "games" / "games.toml"
GAMES = tomllib.loads(LIST.read_text(encoding="utf-8"))
"""By name, how the kept games came about."""


def with_every_module(*few: str) -> list[str]:
    """These kept games, and a further game for each module that these games do not have."""
    games = list(few)
    for name, agreed in GAMES.items():
        if not set(agreed.get("modules", ())) <= {
            module for game in games for module in GAMES[game].get("modules", ())
        }:
            games.append(name)
    return games


A_FEW = with_every_module(
    *("six-everything", "polish-base", "house-rules", "sealed", "team-four", "french-team-stagecoach", "polish-two")
)
"""Kept games of every module, two editions and every score line."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the time for everything, leave out what is marked as thorough and what asks for one more kept game."""
    if THOROUGH:
        return
    left_out = {item for item in items if item.get_closest_marker("thorough") or _asks_for_another_game(item)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def _asks_for_another_game(item: pytest.Item) -> bool:
    """Whether a test is one of many alike, each of which asks for one kept game, and this game is not among the few."""
    asked = getattr(item, "callspec", None)
    name = asked.id if asked else ""
    return name in GAMES and name not in A_FEW and item.path.parent.name != "events"
