"""Statistics are counted and added correctly, reproducible from a seed, and read strictly."""

from collections import Counter

import pytest
from attrs import evolve

from colt_rules.kernel import NEW
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.log.playing import log_of, play_commands
from colt_rules.players.play import modules_of, new_game, table_of
from colt_rules.research import statistics
from colt_rules.research.native import EngineMissing, native_engine
from colt_rules.research.recorded import count_log, statistics_of
from colt_rules.research.statistics import (
    BadStatistics,
    GainResults,
    GameKind,
    KindResults,
    Limits,
    NothingToPlay,
    PlayerResults,
    Results,
    Statistics,
    count,
    filtered,
    mean_limits,
    playable,
    pooled,
    read,
    statistics_facts,
    statistics_json,
    wilson,
)
from tests.research.needing import needs_native


def sample(edition: str = "ru-full", players: int = 2) -> KindResults:
    """A table of ten games whose figures are easy to follow."""
    seats = (PlayerResults(10, 7, 1, 5000, 3_000_000), *[PlayerResults(10, 4, 1, 4000, 2_000_000)] * (players - 1))
    brought = {"some": {"poodle": GainResults(4, 2, 1, 2000, 2_000_000)}}
    ended = Results(10, 2, 1, 0, 0, seats, {"tuco": seats[0], "belle": seats[1]}, brought)
    return KindResults(edition, "base", players, ("base",), ended)


def some() -> Statistics:
    return Statistics(statistics.FORMAT, "an engine 1.0", "1.0.0", 7, 20, (sample(), sample("pl-base")))


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (10, 100, 0.0552, 0.1744), (250, 1000, 0.22415, 0.27776)],
)
def test_the_limits_of_a_rate_are_those_of_wilson(hits: int, trials: int, low: float, high: float) -> None:
    found = wilson(hits, trials)
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


def test_the_limits_of_a_mean_follow_from_the_spread() -> None:
    found = mean_limits(1 + 2 + 3 + 4, 1 + 4 + 9 + 16, 4)
    half = 1.959964 * (5 / 3 / 4) ** 0.5
    assert [found.low, found.high] == pytest.approx([2.5 - half, 2.5 + half], abs=1e-5)
    assert mean_limits(5, 25, 1) == Limits(float("-inf"), float("inf"))


def test_parts_add_up() -> None:
    ended = sample().ended
    both = ended + evolve(ended, brought={"other": {}}, characters={"doc": ended.seats[0]})
    assert (both.games, both.level, both.shared) == (20, 4, 2)
    assert both.seats[0] == PlayerResults(20, 14, 2, 10000, 6_000_000)
    assert both.characters == {"tuco": ended.seats[0], "belle": ended.seats[1], "doc": ended.seats[0]}
    assert set(both.brought) == {"some", "other"}
    assert both.average == pytest.approx(0.55)


def test_what_was_taken_is_pooled_over_tables() -> None:
    assert pooled(some().tables) == {"some": {"poodle": GainResults(8, 4, 2, 4000, 4_000_000)}}


def test_what_is_kept_is_read_again() -> None:
    assert read(statistics_json(some())) == some()
    assert sum(line.startswith('  {"edition"') for line in statistics_json(some()).splitlines()) == 2


WRONG = {
    "nothing": "",
    "no object": "[]",
    "another format": statistics_json(some()).replace('"format": 1', '"format": 2'),
    "a field is missing": statistics_json(some()).replace('"wins":7', '"won":7'),
    "a text for a number": statistics_json(some()).replace('"wins":7', '"wins":"7"'),
    "more wins than games": statistics_json(some()).replace('"wins":7', '"wins":11'),
    "more shared than games": statistics_json(some()).replace('"level":2', '"level":11'),
    "a seat too few": statistics_json(some()).replace('"players":2', '"players":3'),
    "games that no table has": statistics_json(some()).replace('"games": 20', '"games": 21'),
}


@pytest.mark.parametrize("name", WRONG)
def test_anything_else_is_refused_with_where_and_what_to_do(name: str) -> None:
    assert WRONG[name] != statistics_json(some())
    with pytest.raises(BadStatistics, match=r"^here\.json: .*expected .*got .*colt stats --keep"):
        read(WRONG[name], "here.json")


def test_tables_can_be_picked() -> None:
    found = filtered(some(), editions=["pl-base"])
    assert (found.games, [table.edition for table in found.tables]) == (10, ["pl-base"])
    with pytest.raises(BadStatistics, match="counted, one of ru-full base, pl-base base; got "):
        filtered(some(), players=[6])


def test_plain_data_has_rates_with_their_limits() -> None:
    row = statistics_facts(some())["tables"][0]
    assert row["average"] == pytest.approx(0.55)
    seat = row["seats"][0]
    assert (seat["rate"], seat["mean"]) == (0.7, 500)
    assert seat["rate_low"] < 0.7 < seat["rate_high"]
    assert row["brought"]["some"]["poodle"]["mean"] == 1000


def test_without_the_native_engine_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.research.native.PACKAGE", "colt_native_that_is_not_there")
    with pytest.raises(EngineMissing, match="pip install"):
        playable()


# --- against games that are played one by one


PAYS = {"poodle": 1000, "minister": 900, "teacher": 800, "zealot": 700}
"""What pays the same in every game."""


def ended(edition: str, variant: str, players: int, games: int) -> Results:
    return count([GameKind(edition, variant, players)], games, seed=3).tables[0].ended


@needs_native
@pytest.mark.parametrize("kind", [("ru-full", "base", 4), ("fr-horses", "stagecoach", 3), ("ru-full", "team", 4)])
def test_it_counts_what_the_games_themselves_say(kind: tuple[str, str, int]) -> None:
    edition, variant, players = kind
    modules, native = modules_of(edition, variant), native_engine()
    names, first = table_of(edition, modules).names, GameKind(*kind).seed(3)
    wins, money, offered = Counter[str](), Counter[str](), Counter[str]()
    shared = nobody = 0
    for seed in range(first, first + 200):
        seats = native.seating(names, players, seed)
        (result,) = native.playouts(edition, modules, seats, [seed])
        wins.update(result.winners)
        money.update(result.money)
        shared += len(result.winners) > (2 if variant == "team" else 1)
        nobody += not result.winners
        begun = native.Game.new(edition, modules, seats, seed).to_state()  # chance falls as in the game above
        offered.update(begun.get("stagecoach", {}).get("hostages", ()))
    found = ended(*kind, 200)
    assert {name: one.wins for name, one in found.characters.items() if one.wins} == dict(wins)
    assert {name: one.money for name, one in found.characters.items()} == dict(money)
    assert (found.games, found.shared, found.nobody) == (200, shared, nobody)
    assert sum(seat.wins for seat in found.seats) == sum(wins.values())
    brought = found.brought.get("hostage", {})
    assert {name: one.offered for name, one in brought.items()} == dict(offered)
    assert all(one.wins <= one.taken < one.offered for one in brought.values())
    assert all(brought[name].mean == pays for name, pays in PAYS.items() if name in brought)


def played_again(kind: GameKind, seed: int) -> KindResults:
    """The table of one of the native engine's games, counted from its log."""
    native, seats = native_engine(), table_of(kind.edition, kind.modules)
    names = native.seating(seats.names, kind.players, seed, required=seats.required)
    start = new_game(names, edition=kind.edition, modules=kind.modules)
    begun = native.Game.from_state(to_data(NEW))
    begun.apply_command(command_object(start))
    commands = begun.played_out(seed).commands
    return count_log(log_of("again", play_commands(to_json(command) + b"\n" for command in commands)))


@needs_native
@pytest.mark.parametrize("variant", ["stagecoach", "time-machine", "cursed-loot"])
def test_a_native_game_counts_as_its_log_does(variant: str) -> None:
    kind = GameKind("ru-full", variant, 3)
    first = kind.seed(5)
    logs = statistics_of(played_again(kind, seed) for seed in range(first, first + 12)).tables[0].ended
    counted = count([kind], 12, seed=5).tables[0].ended
    assert counted == logs
    assert any(one.taken for things in counted.brought.values() for one in things.values())


@needs_native
def test_a_seat_is_the_turn_in_the_first_round() -> None:
    kind, native = GameKind("ru-full", "base", 3), native_engine()
    first = kind.seed(3)
    wins = [0, 0, 0]
    for seed in range(first, first + 60):
        seats = native.seating(table_of("ru-full", ("base",)).names, 3, seed)
        (result,) = native.playouts("ru-full", ["base"], seats, [seed])
        begun = native.Game.new("ru-full", ["base"], seats, seed).to_state()  # chance falls as in the game above
        began = seats.index(begun["round"]["first"])
        for winner in result.winners:
            wins[(seats.index(winner) - began) % 3] += 1
    assert [seat.wins for seat in ended("ru-full", "base", 3, 60).seats] == wins


@needs_native
def test_other_winners_are_those_of_the_same_games_with_every_bullet_counted() -> None:
    """The house rule changes nothing but the tie-break, so the same seeds play the same games."""
    kind, native = GameKind("pl-base", "base", 4), native_engine()
    names, first, differ = table_of("pl-base", ("base",)).names, kind.seed(3), 0
    for seed in range(first, first + 600):
        seats = native.seating(names, 4, seed)
        ours, theirs = (
            native.playouts("pl-base", ["base"], seats, [seed], house_rules=house_rules)[0].winners
            for house_rules in ((), (("ruling.tie-break.to-the-letter", "all"),))
        )
        differ += set(ours) != set(theirs)
    found = ended("pl-base", "base", 4, 600)
    assert found.otherwise == differ > 0
    assert found.level >= found.otherwise
    assert ended("ru-full", "base", 4, 600).otherwise == 0


@needs_native
def test_a_seed_gives_the_same_figures_for_any_threads_and_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = playable(["pl-base"], ["base", "duo"], [2, 4])
    heard: list[int] = []
    once = count(kinds, 300, seed=1, done=heard.append)
    monkeypatch.setattr(statistics, "BATCH", 70)
    assert count(kinds, 300, seed=1, threads=3) == once
    assert count(kinds[1:], 300, seed=1).tables == once.tables[1:]
    assert count(kinds, 300, seed=2).tables != once.tables
    assert sum(heard) == once.games == 600
    assert once.engine.startswith("colt-native ")


@needs_native
def test_only_what_the_engine_plays_is_offered() -> None:
    every = playable()
    assert {kind.edition for kind in every} == set(native_engine().EDITIONS)
    assert all(set(kind.modules) <= set(native_engine().MODULES) for kind in every)
    with pytest.raises(NothingToPlay, match=r"players 9\. It plays ru-full, .* with the modules base, "):
        playable(players=[9])
