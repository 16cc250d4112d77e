"""The searching bot knows its view alone, keeps to its budget, is reproducible, and beats the schemer."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from colt_rules.commands import Command, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Answers
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.model.names import kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players import searching
from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import Bot, Look, new_game, play
from colt_rules.players.searching import Effort, SearchingBot
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import REFEREE, View, view
from tests.conftest import few_or
from tests.kinds import with_every_edition_and_module
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


def test_where_nothing_can_be_imagined_it_schemes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "unimaginable", lambda modules: modules)
    game, seat = next(positions(5))
    seen = view(game, seat)
    assert choice(seen, game, seat) == SchemingBot(Random(1).getrandbits(62)).choose(lambda: seen, legal(game, seat))


@pytest.mark.parametrize(("edition", "variant"), with_every_edition_and_module())
def test_it_plays_every_kind_of_game(edition: str, variant: str) -> None:
    start, random, game = sitting(edition, variant), Random(variant), NEW
    bots: dict[str, Bot] = {seat: Sometimes(SearchingBot(3, LITTLE), SchemingBot(3), random) for seat in start.seats}
    for _, verdict in play(start, Dealer(1), bots):
        game = verdict.after
    assert game.phase == "over"
    assert not awaiting(game)


class Sometimes:
    """A bot that leaves most of its choices to another one, which is faster."""

    def __init__(self, bot: Bot, mostly: Bot, random: Random) -> None:
        self._bot, self._mostly, self._random = bot, mostly, random

    def choose(self, look: Look, answers: Answers) -> Command:
        bot = self._bot if self._random.random() < few_or(10) / 20 else self._mostly
        return bot.choose(look, answers)


def test_a_side_that_cannot_win_is_behind_one_that_can() -> None:
    """Whatever its money."""
    start, game = sitting(variant="team"), NEW
    for _, verdict in play(start, Dealer(2), {seat: SchemingBot(2) for seat in start.seats}):
        game = verdict.after
    rules, first = rules_of(game), game.ranking[0].seat
    mates = next(side for side in rules.sides(game) if first in side)
    leads = {seat: searching._lead(rules, game, seat) for seat in start.seats}
    assert leads[mates[0]] == leads[mates[1]] == max(leads.values()) > 0
    out = changed(rules, outcome=changed(rules.outcome, cannot_win=(lambda rules, game: dict.fromkeys(mates, ()),)))
    assert searching._lead(out, game, first) == leads[first] - searching.OUT_OF_IT


def test_of_equal_unseen_tokens_one_is_tried() -> None:
    game = board("roof | ghost | | |\ninside | M | tuco purse purse jewel | doc |", pile=["tuco-robbery"])
    answers = legal(game, "tuco")
    assert isinstance(answers, list | tuple)
    tried = searching._likeliest(view(game, "tuco"), answers, 6)
    assert [kind_of(command.token) for command in tried if isinstance(command, Rob)] == ["jewel", "purse"]


@pytest.mark.thorough
def test_one_of_four_wins_more_often_than_its_share() -> None:
    won = 0
    for seed in range(32):
        bots: dict[str, Bot] = {seat: SchemingBot(seed) for seat in SEATS}
        bots[SEATS[seed % 4]] = SearchingBot(seed, Effort(playouts=16, choices=4))
        *_, (_, last) = play(new_game(SEATS), Dealer(seed), bots)
        won += last.after.ranking[0].seat == SEATS[seed % 4]
    assert won > 13
