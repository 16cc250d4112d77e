"""The figures of the native engine: ratios to the reference in the same run, each with its goal."""

import pytest

from colt_rules.bench import native_figures
from colt_rules.bench.figures import SEATS, Measurement
from colt_rules.players.play import table_of
from colt_rules.research.native import EngineMissing, native_engine
from tests.cli.running import run_colt
from tests.research.needing import needs_native


@needs_native
def test_the_largest_box_is_one_that_the_engine_plays() -> None:
    modules = native_figures.largest_box(native_engine())
    assert len(modules) > 2
    assert set(modules) <= set(native_engine().MODULES)


@needs_native
def test_everything_is_on_one_train() -> None:
    modules = native_figures.one_train(native_engine())
    assert len(modules) > len(native_figures.largest_box(native_engine()))
    assert len(native_figures.seats_for(modules)) == len(SEATS)
    assert set(table_of(native_figures.EDITION, modules).required) <= set(native_figures.seats_for(modules))


def test_without_the_engine_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.research.native.PACKAGE", "colt_native_that_is_not_there")
    with pytest.raises(EngineMissing):
        next(native_figures.measure(1, 4))
    assert "pip install ./conformance/adapters/native" in run_colt("bench", "native", status=2).output


def test_a_duration_in_microseconds_is_better_if_it_is_less() -> None:
    assert Measurement("copy", "copying", "µs", 1, (0.5,), (0.5,)).met
    assert not Measurement("copy", "copying", "µs", 1, (1.5,), (1.5,)).met
    assert Measurement("base", "games", "fold", 100, (120.0,), (120.0,)).goal_in_words == "at least 100"
