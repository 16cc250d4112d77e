"""The public names: the strategies, and a word about what they need."""

import builtins
import sys
from typing import Any

import pytest

from colt_rules import testing
from colt_rules.conformance.fuzzing import strategies


def test_the_strategies_are_public() -> None:
    for name in ("tables", "games", "positions", "legal_commands", "commands"):
        assert getattr(testing, name) is getattr(strategies, name)
    assert set(testing.__all__) == {"tables", "games", "positions", "legal_commands", "commands"}


def test_an_unknown_name_raises() -> None:
    with pytest.raises(AttributeError, match=r"expected one of commands, games, .* got vocabulary"):
        testing.vocabulary  # noqa: B018  # asking is all there is to it


def test_without_hypothesis_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without_hypothesis(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "hypothesis":
            raise ModuleNotFoundError("No module named 'hypothesis'", name="hypothesis")
        return imported(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, strategies.__name__)
    monkeypatch.delattr(sys.modules["colt_rules.conformance.fuzzing"], "strategies")
    monkeypatch.setattr(builtins, "__import__", without_hypothesis)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'colt-rules\[testing\]'"):
        testing.games  # noqa: B018  # asking is all there is to it
