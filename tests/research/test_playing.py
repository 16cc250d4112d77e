"""A match rotates the player through the seats, is reproducible from its seed, and counts victories."""

from functools import partial

import pytest

from colt_rules.log.codec import read_command
from colt_rules.players.bots import SchemingBot
from colt_rules.players.play import new_game
from colt_rules.research.playing import AnyChoice, BotPlays, Choices, MatchGame, match, play_on, tally
from colt_rules.research.session import Data, ReferenceSession, new_session
from colt_rules.views import view
from tests.research.needing import ENGINES

FOUR = new_game(("tuco", "ghost", "belle", "doc"))


@pytest.mark.parametrize("engine", ENGINES)
def test_bots_and_players_play_to_the_end(engine: str) -> None:
    at = new_session(FOUR, seed=1, engine=engine)
    play_on(at, {seat: BotPlays(SchemingBot(1)) if seat == "doc" else AnyChoice(1) for seat in FOUR.seats})
    assert at.over


def test_a_bot_chooses_at_a_table_what_it_would_choose_elsewhere() -> None:
    at = ReferenceSession.new(FOUR, 1)
    while (seat := at.actor) is not None:
        commands = [read_command(choice) for choice in at.choices]
        chosen = BotPlays(SchemingBot(3)).choose(at.view(seat), at.choices)
        assert commands[chosen] == SchemingBot(3).choose(partial(view, at.game, seat), commands)
        at.take(chosen)


def test_a_match_is_the_same_again_and_seats_go_round() -> None:
    one, again, other = (list(match(AnyChoice, AnyChoice, games=8, seed=seed, players=4)) for seed in (1, 1, 2))
    assert one == again != other
    assert [game.number for game in one] == list(range(8))


def test_the_one_sits_in_every_seat_as_often() -> None:
    places = []

    class Watches(AnyChoice):
        """A player that reports its seat."""

        def choose(self, seen: Data, choices: Choices) -> int:
            places.append(seen["options"]["seats"].index(seen["role"]))
            return super().choose(seen, choices)

    for _ in match(Watches, AnyChoice, games=8, seed=1):
        pass
    assert [place for place, before in zip(places, [None, *places], strict=False) if place != before] == [
        0,
        1,
        2,
        3,
    ] * 2


def test_who_is_better_wins_more_than_a_fair_share() -> None:
    games = list(match(lambda seed: BotPlays(SchemingBot(seed)), AnyChoice, games=16, seed=3))
    told = tally(games)
    assert told.share > told.fair == 0.25
    assert told.money > told.others


def test_victories_are_counted_with_an_interval() -> None:
    told = tally([MatchGame(0, "tuco", 1, 1000, 500.0), MatchGame(1, "doc", 0.5, 500, 500.0)], players=5)
    assert (told.games, told.won, told.share, told.fair) == (2, 1.5, 0.75, 0.2)
    assert (told.money, told.others) == (750, 500)
    assert 0.1 < told.least < told.share < told.most < 1
    with pytest.raises(ValueError, match="expected at least one game"):
        tally([])
