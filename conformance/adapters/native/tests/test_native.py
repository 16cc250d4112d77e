"""The Python side of the engine."""

from __future__ import annotations

import copy
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from colt_native import BadPosition, Game, Refused, Search, playouts

FOUR = ["tuco", "ghost", "belle", "doc"]
TABLES: list[tuple[str, list[str], list[str]]] = [
    ("ru-full", ["base"], FOUR),
    ("ru-full", ["base", "expert"], FOUR),
    ("ru-full", ["base", "duo"], ["player-1", "player-2", "player-3"]),
    ("ru-full", ["base", "team", "horses", "stagecoach"], FOUR),
    ("ru-full", ["base", "expert", "horses", "stagecoach", "mei"], [*FOUR, "mei", "django", "cheyenne"]),
    ("ru-full", ["base", "time-machine"], FOUR),
    ("ru-full", ["base", "cursed-loot"], FOUR),
    ("ru-full", ["base", "duo", "horses", "stagecoach", "time-machine", "cursed-loot"], ["player-1", "player-2"]),
    (
        "ru-full",
        ["base", "team", "horses", "stagecoach", "mei", "time-machine", "cursed-loot"],
        [*FOUR, "mei", "django"],
    ),
    ("fr-horses", ["base", "duo", "horses"], ["player-1", "player-2"]),
    ("fr-horses", ["base", "horses", "stagecoach"], FOUR),
    ("pl-base", ["base", "expert", "duo"], ["player-1", "player-2"]),
    ("ru-base", ["base"], FOUR),
]


def play(game: Game, rng: random.Random) -> None:
    while not game.over:
        game.apply(rng.randrange(game.legal_count()))


def refused(call: Any, *arguments: Any, **named: Any) -> str:
    try:
        call(*arguments, **named)
    except (Refused, BadPosition, IndexError) as error:
        return str(error)
    raise AssertionError("it was not refused")


def test_whole_games_go_through_json_and_come_back() -> None:
    for edition, modules, seats in TABLES:
        game = Game.new(edition, modules, seats, seed=5)
        rng = random.Random(5)
        while not game.over:
            again = Game.from_state(game.to_state())
            assert again.to_state() == game.to_state()
            assert again.legal() == game.legal()
            assert again.view(seats[0]) == game.view(seats[0])
            game.apply(rng.randrange(game.legal_count()))


def test_the_commands_played_make_the_same_game() -> None:
    for edition, modules, seats in TABLES:
        game = Game.new(edition, modules, seats, seed=6)
        play(game, random.Random(6))
        again = Game.from_state(EMPTY)
        for command in game.commands:
            again.apply_command(command)
        assert again.to_state() == game.to_state()


def test_numbers_and_commands_say_the_same() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=2)
    for index, command in enumerate(game.legal()):
        one, other = game.copy(), game.copy()
        assert game.command(index) == command
        one.apply(index)
        other.apply_command(command)
        assert one.to_state() == other.to_state()
    assert "0 to" in refused(game.apply, game.legal_count())
    assert "0 to" in refused(game.apply, -1)


def test_a_copy_goes_its_own_way() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=3)
    before = game.to_state()
    for branch in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        play(branch, random.Random(1))
        assert game.to_state() == before


def test_a_pickle_is_the_same_game_with_its_past_and_its_luck() -> None:
    for edition, modules, seats in TABLES:
        game, rng = Game.new(edition, modules, seats, seed=8), random.Random(8)
        for _ in range(25):
            game.apply(rng.randrange(game.legal_count()))
        for start in (game, Game.from_state(game.to_state(), seed=9)):
            again = pickle.loads(pickle.dumps(start))
            assert (again, hash(again), again.commands) == (start, hash(start), start.commands)
            play(again, random.Random(1))
            branch = start.copy()
            play(branch, random.Random(1))
            assert again.commands == branch.commands
            assert again != start


def test_a_pickle_that_is_cut_off_changed_or_of_another_version_is_refused() -> None:
    kept = Game.new("ru-full", ["base"], FOUR, seed=8).__getstate__()
    for bytes_, told in (
        (b"", "cut off or changed"),
        (kept[:9], "cut off or changed"),
        (kept[:-1], "cut off or changed"),
        (kept + b"\0", "cut off or changed"),
        *((kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :], "cut off or changed") for at in range(8, len(kept), 61)),
        (bytes([kept[0] ^ 1]) + kept[1:], "another; between versions send to_state() or commands"),
    ):
        assert told in refused(Game.__new__(Game).__setstate__, bytes_)


def test_games_are_equal_at_the_same_position() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=3)
    other = game.copy()
    other.reseed(4)
    assert (other, hash(other)) == (game, hash(game))
    assert Game.from_state(game.to_state()) == game
    assert len({game, other, Game.new("ru-full", ["base"], FOUR, seed=4)}) == 2
    other.apply(0)
    assert other != game
    assert game != "a game"


def test_a_playout_can_be_had_with_everything_that_is_played() -> None:
    for edition, modules, seats in TABLES:
        game = Game.new(edition, modules, seats, seed=6)
        for seed in range(5):
            end = game.played_out(seed)
            assert end.over
            assert end.ranking == game.playout(seed).ranking
            again = Game.from_state(EMPTY)
            for command in end.commands:
                again.apply_command(command)
            assert again == end


def test_a_refusal_changes_nothing() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=3)
    before = game.to_state()
    bad: list[Any] = [
        None,
        42,
        [],
        {},
        {"type": "Fire"},
        {"type": "Pass", "actor": "tuco"},
        {**game.legal()[0], "more": 1},
    ]
    for command in bad:
        assert refused(game.apply_command, command)
    assert game.to_state() == before


def test_seeds_decide_everything() -> None:
    one = playouts("ru-full", ["base"], FOUR, seeds=range(50), threads=1)
    two = playouts("ru-full", ["base"], FOUR, seeds=range(50), threads=2)
    assert [result.ranking for result in one] == [result.ranking for result in two]
    assert all(result.winners for result in one)
    game = Game.new("ru-full", ["base"], FOUR, seed=4)
    assert [r.money for r in game.playouts(5, seed=9)] == [game.playout(9 + i).money for i in range(5)]


def hides(seed: int) -> Game:
    """A game in which somebody has just hidden beneath the train."""
    game, rng = Game.new("ru-full", ["base", "time-machine"], FOUR, seed=seed), random.Random(seed)
    while not game.over:
        asked = dict(game.awaiting)
        game.apply(rng.randrange(game.legal_count()))
        if "hide" in asked.values():
            return game
    return hides(seed + 1)


def test_where_somebody_hides_only_their_player_sees() -> None:
    game = hides(1)
    state = game.to_state()
    bandit, car = state["time_machine"]["hidden"], state["time_machine"]["car"]
    assert state["figures"][bandit]["place"] == "beneath"
    for role in (*FOUR, "spectator", "referee"):
        seen = game.view(role)["time_machine"]
        assert seen == {**state["time_machine"], "car": car if role in (bandit, "referee") else None}
    while game.phase == "schemin":
        game.apply(0)
    assert Game.from_state(game.to_state()) == game
    assert game.to_state()["time_machine"]["hidden"] == ""


def test_a_hidden_bandit_is_beneath_the_train_and_nobody_else() -> None:
    state = hides(1).to_state()
    bandit = state["time_machine"]["hidden"]
    other = next(name for name in FOUR if name != bandit)
    spoilt: list[dict[str, Any]] = [
        {**state, "time_machine": {**state["time_machine"], "hidden": "", "car": ""}},
        {**state, "time_machine": {**state["time_machine"], "hidden": other}},
        {**state, "time_machine": {**state["time_machine"], "car": "time-machine"}},
        {name: value for name, value in state.items() if name != "time_machine"},
    ]
    for position in spoilt:
        assert "time_machine" in refused(Game.from_state, position)


def test_nobody_sees_which_loot_is_cursed() -> None:
    game = Game.new(
        "ru-full", ["base", "cursed-loot"], FOUR, seed=1, train=["first-class", "mail", "dining", "baggage"]
    )
    for role, known in (("tuco", False), ("spectator", False), ("referee", True)):
        view = game.view(role)
        lying = [token for tokens in view["floor"].values() for token in tokens] + view["aside"]
        assert {token["kind"] for token in lying} == {"purse", "jewel", "strongbox"}
        assert {token["value"] is not None for token in lying} == {known}


def test_what_it_does_not_play_is_refused_with_words() -> None:
    assert "marshal" in refused(Game.new, "ru-full", ["base", "mei", "marshal"], FOUR, 1)
    assert "expert" in refused(Game.new, "pl-base", ["base", "duo"], ["player-1", "player-2"], 1)
    assert "role" in refused(Game.new("ru-full", ["base"], FOUR, 1).view, "nobody")
    state = Game.new("ru-full", ["base"], FOUR, seed=1).to_state()
    state["figures"]["tuco"]["bullets"] = 7
    assert refused(Game.from_state, state) == "figures.tuco.bullets: expected a whole number from 0 to 6, got 7"


@pytest.mark.parametrize(
    ("edition", "modules", "seats", "train", "told"),
    [
        ("ru-ful", ["base"], FOUR, [], "edition: expected one of ru-full, fr-horses, pl-base, ru-base, got 'ru-ful'"),
        ("ru-full", ["base", "zeppelin"], FOUR, [], "modules: expected some of base, expert, "),
        ("ru-full", ["base"], ["tuco", "zorro", "doc"], [], "seats: expected bandits (belle, cheyenne, "),
        ("ru-full", ["base"], FOUR, ["locomotive"], "train: expected cars behind the locomotive (baggage, "),
    ],
)
def test_a_name_that_is_unknown_is_refused_with_those_that_are_not(
    edition: str, modules: list[str], seats: list[str], train: list[str], told: str
) -> None:
    for make in (Game.new, playouts):
        seed: Any = 1 if make is Game.new else [1]
        assert refused(make, edition, modules, seats, seed, train=train).startswith(told)


def test_in_words_a_game_says_what_is_played_and_who_is_to_act() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=1)
    assert repr(game) == "<Game of ru-full, base, with tuco, ghost, belle, doc: schemin, tuco has to decide (scheme)>"
    assert repr(game.playout(1)).startswith(f"<Result: 1. {game.playout(1).ranking[0]['seat']} $")


def test_a_long_word_is_cut_between_two_letters() -> None:
    """However many bytes a letter has, and wherever the cut would be."""
    for blanks in range(4):
        command = {"type": "DrawCards", "actor": [" " * blanks + "é" * 300]}
        assert "..." in refused(Game.new("ru-full", ["base"], FOUR, 1).apply_command, command)


def test_a_choice_where_there_is_none_is_refused_with_words() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=1)
    assert "from 0 to" in refused(game.apply, 99)
    play(game, random.Random(1))
    assert refused(game.apply, 0) == "expected nothing more, since the game is over; got the choice 0"


def moments(count: int) -> list[Game]:
    """Choices in games of all kinds, some of them with a hundred ways."""
    found = []
    for number, (edition, modules, seats) in enumerate(TABLES):
        rng, game = random.Random(number), Game.new(edition, modules, seats, seed=number)
        choices = 0
        while not game.over:
            if game.legal_count() > 1 and (choices := choices + 1) % 23 == 0:
                found.append(game.copy())
            game.apply(rng.randrange(game.legal_count()))
    return random.Random(1).sample(found, count)


def searched(game: Game, seed: int = 1, rounds: int | None = 0) -> Search:
    search = Search(game.legal(), rounds)
    assert search.think(game.to_state(), 3, seed)
    return search


def test_a_search_tries_every_choice_and_the_same_seed_gives_the_same() -> None:
    for game in moments(25):
        one, again, other = searched(game), searched(game), searched(game, 2)
        assert one.tried == [3] * game.legal_count()
        assert one.gains == again.gains
        assert one.worth == other.worth


def test_a_search_tries_only_the_choices_that_are_left() -> None:
    game = moments(1)[0]
    search = searched(game, rounds=None)
    assert search.think(game.to_state(), 2, left=[1])
    assert search.tried == [3, 5, *[3] * (game.legal_count() - 2)]


def test_a_search_does_not_begin_where_the_choices_are_others() -> None:
    one, other = Game.new("ru-full", ["base"], FOUR, seed=1), Game.new("ru-full", ["base"], FOUR, seed=2)
    while one.actor != other.actor or all(command in other.legal() for command in one.legal()):
        one.apply(0)
        other.apply(0)
    search = searched(one)
    before = search.tried, search.gains
    assert not search.think(other.to_state(), 3)
    assert (search.tried, search.gains) == before


def test_a_search_of_what_cannot_be_is_refused() -> None:
    game = Game.new("ru-full", ["base"], FOUR, seed=1)
    with pytest.raises(ValueError, match="choices: expected at least one, got none"):
        Search([])
    with pytest.raises(ValueError, match="rounds: expected 0 or more, got -1"):
        Search(game.legal(), -1)
    with pytest.raises(ValueError, match="playouts: expected 0 or more, got -2"):
        Search(game.legal()).think(game.to_state(), -2)
    with pytest.raises(IndexError, match="left: expected numbers of choices below"):
        Search(game.legal()).think(game.to_state(), 1, left=[4000])
    with pytest.raises(BadPosition):
        Search(game.legal()).think({}, 1)


def test_the_example_of_the_readme_runs() -> None:
    page = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    assert len(names["results"]) == 10_000
    assert names["game"].to_state() == names["state"]


EMPTY: dict[str, Any] = {
    "options": {"edition": "", "modules": [], "seats": [], "powers": False, "happenings": False, "stations": False,
                "train": [], "rulings": []},
    "phase": "new", "train": [], "marshal": "", "figures": {}, "cards": {}, "floor": {}, "values": {}, "aside": [],
    "neutral": -1, "rounds": [],
    "round": {"number": 0, "card": "", "first": "", "undealt": [], "turn": -1, "order": [], "hidden": False,
              "draws": [], "pile": [], "current": None, "acted": False, "happened": False, "due": [],
              "drawing": "", "keeping": [], "answered": 0},
    "ranking": [], "teams": [], "sealed": {},
}  # fmt: skip
