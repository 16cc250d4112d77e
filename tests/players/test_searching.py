"""The searching bot knows its view alone, keeps to its budget, is reproducible, and beats the schemer."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from colt_rules.commands import Command, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.model.names import kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players import searching
from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import Bot, new_game, play
from colt_rules.players.searching import Effort, SearchingBot
from colt_rules.views import REFEREE, View, view
from tests.conftest import few_or
from tests.rules.sittings import sitting
from tests.views.test_two_worlds import exchanged

SEATS = ("tuco", "ghost", "belle", "doc")
LITTLE = Effort(playouts=6, choices=3)


def positions(seed: int) -> Iterator[tuple[Game, str]]:
    """Some moments of a game of schemers at which a seat has several answers."""
    random, game = Random(seed), NEW
    bots: dict[str, Bot] = {seat: SchemingBot(seed) for seat in SEATS}
    for _, verdict in play(new_game(SEATS), Dealer(seed), bots):
        game = verdict.after
        actor = verdict.awaiting[0].actor if verdict.awaiting else ""
        if actor in SEATS and len(legal(game, actor)) > 2 and random.random() < 0.1:
            yield game, actor


def choice(seen: View, game: Game, seat: str, effort: Effort = LITTLE) -> Command:
    return SearchingBot(1, effort).choose(lambda: seen, legal(game, seat))


def test_two_states_that_look_the_same_give_the_same_choice() -> None:
    tried = 0
    for seed in range(few_or(6)):
        for game, seat in positions(seed):
            twin = exchanged(game, seat, Random(seed))
            assert view(game, seat) == view(twin, seat)
            assert choice(view(game, seat), game, seat) == choice(view(twin, seat), twin, seat)
            tried += twin != game
    assert tried > 5


def test_a_bot_that_is_shown_everything_chooses_otherwise() -> None:
    """So the property above has teeth."""
    told = 0
    for seed in range(6):
        for game, seat in positions(seed):
            twin = exchanged(game, seat, Random(seed))
            told += choice(opened(game, seat), game, seat) != choice(opened(twin, seat), twin, seat)
    assert told


def opened(game: Game, seat: str) -> View:
    """What a seat sees, with the values of all tokens and the rounds to come."""
    mine, all_ = view(game, seat), view(game, REFEREE)
    return changed(mine, bandits=all_.bandits, floor=all_.floor, aside=all_.aside, rounds=all_.rounds)


def test_it_takes_one_of_the_answers_and_the_same_one_again() -> None:
    for game, seat in positions(5):
        chosen = [choice(view(game, seat), game, seat) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in legal(game, seat)


def test_it_plays_no_more_games_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    played = count()
    original = SearchingBot._played_on

    def counted(self: SearchingBot, *given: Any) -> Game:
        next(played)
        return original(self, *given)

    monkeypatch.setattr(SearchingBot, "_played_on", counted)
    moments = list(positions(5))
    for game, seat in moments:
        choice(view(game, seat), game, seat, Effort(playouts=12, choices=3))
    assert 0 < next(played) <= 12 * len(moments)


def test_a_clock_stops_it() -> None:
    """Here time passes only when it looks at the clock."""
    game, seat = next(positions(5))
    ticking = count()
    hasty = SearchingBot(1, Effort(playouts=10**6, seconds=3), lambda: float(next(ticking)))
    assert hasty.choose(lambda: view(game, seat), legal(game, seat)) in legal(game, seat)
    assert next(ticking) == 5


def test_where_nothing_can_be_imagined_it_schemes() -> None:
    game = NEW
    start = sitting(modules=("base", "horses", "stagecoach"))
    bots: dict[str, Bot] = {seat: SearchingBot(3, LITTLE) for seat in start.seats}
    for _, verdict in play(start, Dealer(1), bots):
        game = verdict.after
    assert game.phase == "over"
    assert not awaiting(game)


def test_of_equal_unseen_tokens_one_is_tried() -> None:
    game = board("roof | ghost | | |\ninside | M | tuco purse purse jewel | doc |", pile=["tuco-robbery"])
    answers = legal(game, "tuco")
    assert isinstance(answers, list | tuple)
    tried = searching._likeliest(view(game, "tuco"), answers, 6)
    assert [kind_of(command.token) for command in tried if isinstance(command, Rob)] == ["jewel", "purse"]


@pytest.mark.thorough
def test_one_of_four_wins_more_often_than_its_share() -> None:
    won = 0
    for seed in range(24):
        bots: dict[str, Bot] = {seat: SchemingBot(seed) for seat in SEATS}
        bots[SEATS[seed % 4]] = SearchingBot(seed, Effort(playouts=16, choices=4))
        *_, (_, last) = play(new_game(SEATS), Dealer(seed), bots)
        won += last.after.ranking[0].seat == SEATS[seed % 4]
    assert won > 10
