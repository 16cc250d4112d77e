"""Both engines give the same numbers at every position; the native one refuses names that it cannot fill."""

from random import Random
from typing import Any

import pytest

from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.log.codec import read_command, to_data
from colt_rules.players.play import variants
from colt_rules.research.memory import Memory
from colt_rules.research.native import native_engine
from colt_rules.research.session import NativeSession, new_session, why_not_native
from tests.conftest import THOROUGH
from tests.research.needing import ENGINES, PACKAGES, needs_native
from tests.research.test_session import FOUR
from tests.rules.sittings import sitting

numpy = pytest.importorskip("numpy", reason=PACKAGES)

from colt_rules.research.actions import Steps, names  # noqa: E402
from colt_rules.research.observer import NativeSteps, Observer, spread  # noqa: E402
from colt_rules.research.observing import Layout  # noqa: E402

GAMES = 6 if THOROUGH else 1
PLAYED = [
    *(("ru-full", variant) for variant in ("base", "duo", "team", "expert", "duo+stagecoach", "team+stagecoach+mei")),
    *(("ru-full", variant) for variant in ("stagecoach+time-machine", "expert+stagecoach+cursed-loot")),
    *(("ru-full", variant) for variant in ("marshal", "expert+stagecoach+marshal+time-machine")),
    *(("pl-base", "base"), ("fr-horses", "stagecoach"), ("ru-base", "base")),
]
"""Variants in which everything that the native engine plays comes up."""


def named(layout: Layout, row: Any) -> dict[str, float]:
    """The numbers of an observation that are not 0, by their names."""
    return {name: round(float(value), 4) for name, value in zip(layout.names, row, strict=True) if value}


@needs_native
@pytest.mark.parametrize(("edition", "variant"), list(variants()) if THOROUGH else PLAYED)
def test_both_engines_give_the_same_numbers(edition: str, variant: str) -> None:
    start = sitting(edition, variant)
    assert not why_not_native(start)
    observer = Observer(Layout(start, memory=True))
    layout, tables = observer.layout, observer.tables()
    random, row = Random(f"{edition} {variant}"), numpy.empty(len(layout.names), dtype=numpy.float32)
    for seed in range(GAMES):
        at = NativeSession.new(start, seed)
        while not at.over:
            for seat in start.seats if random.random() < 0.1 else ():
                tables.observe(at.game, seat, row)
                assert named(layout, row) == named(layout, layout.observation(at.view(seat), at.memory(seat)))
            if random.random() < 0.2:
                rows, offered = observer.choices(at, 12)
                chosen = [at.choices[index] for index in spread(at.count, 12)]
                assert offered == len(chosen)
                assert numpy.allclose(rows[:offered], layout.choices(at.view(str(at.actor)), chosen))
                assert not rows[offered:].any()
                check_steps(observer, at, random)
            at.take(random.randrange(at.count))
        for seat in start.seats:
            tables.observe(at.game, seat, row)
            assert named(layout, row) == named(layout, layout.observation(at.view(seat), at.memory(seat)))


def check_steps(observer: Observer, at: NativeSession, random: Random) -> None:
    """The same steps lead to the same choice."""
    there, here = Steps(observer.layout, at.view(str(at.actor)), at.choices), observer.steps(at)
    assert isinstance(here, NativeSteps)
    while there.chosen is None:
        assert (here.actions, here.taken, here.chosen) == (there.actions, there.taken, None)
        action = random.choice(there.actions)
        there.take(action)
        here.take(action)
    assert (here.actions, here.chosen) == ([], there.chosen)


@needs_native
@pytest.mark.parametrize("variant", ["base", "duo", "team", "expert+stagecoach", "marshal"])
def test_both_engines_remember_the_same(variant: str) -> None:
    random, start = Random(3), sitting(variant=variant)
    at, game, memory, known = NativeSession.new(start, 3), NEW, Memory(), 0
    while not at.over:
        at.take(random.randrange(at.count))
        commands = at.commands
        for command in commands[known:]:
            verdict = decide(game, read_command(command))
            assert isinstance(verdict, Accepted), verdict
            game, memory = verdict.after, memory.after(verdict.after, verdict.events)
        known = len(commands)
        assert [at.memory(seat) for seat in start.seats] == [to_data(memory.of(seat)) for seat in start.seats]


@needs_native
def test_the_native_engine_refuses_names_that_it_cannot_fill() -> None:
    layout, package = Layout(FOUR), native_engine("Layout")
    with pytest.raises(ValueError, match=r"names: expected names that this engine can fill, got moon\.phase"):
        package.Layout((*layout.names, "moon.phase"), layout.choice_names, names())
    with pytest.raises(ValueError, match=r"choice names: expected names that this engine can fill, got moon"):
        package.Layout(layout.names, (*layout.choice_names, "moon"), names())
    with pytest.raises(ValueError, match="action names: expected PlayCard among them"):
        package.Layout(layout.names, layout.choice_names, names()[1:])
    with pytest.raises(ValueError, match="row: expected an array of 596, got 5"):
        package.Layout(layout.names, layout.choice_names, names()).observe(
            NativeSession.new(FOUR, 1).game, "tuco", numpy.empty(5, dtype=numpy.float32)
        )


@needs_native
def test_a_layout_of_another_kind_of_game_is_refused_instead_of_leaving_out_numbers() -> None:
    package, layout = native_engine("Layout"), Layout(FOUR)
    tables = package.Layout(layout.names, layout.choice_names, names())
    at = NativeSession.new(sitting(variant="stagecoach"), 1)
    with pytest.raises(package._engine.Broken, match="expected a layout with a number for everything"):
        tables.observe(at.game, at.seats[0], numpy.empty(len(layout.names), dtype=numpy.float32))


@pytest.mark.parametrize("engine", ENGINES)
def test_views_are_read_where_the_native_engine_has_no_tables(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at, observer = new_session(FOUR, seed=2, engine=engine), Observer(Layout(FOUR))
    seen, rows = observer.seen(at, "tuco"), observer.choices(at, 9)

    def refused() -> None:
        raise ValueError("expected names that this engine can fill")

    monkeypatch.setattr(other := Observer(Layout(FOUR)), "tables", refused)
    assert numpy.allclose(other.seen(at, "tuco"), seen)
    assert numpy.allclose(other.choices(at, 9)[0], rows[0])
    assert isinstance(other.steps(at), Steps)


def test_choices_are_spread_evenly_each_once() -> None:
    assert list(spread(5, 8)) == [0, 1, 2, 3, 4]
    assert spread(11, 3) == [0, 5, 10]
    for count in range(9, 700, 7):
        offered = list(spread(count, 8))
        assert len(set(offered)) == 8
        assert (offered[0], offered[-1]) == (0, count - 1)
