"""The random bot plays anything; the scheming bot wins more often than its share."""

from collections import Counter

from colt_rules.commands import DrawCards, Fire
from colt_rules.players.bots import BOTS, RandomBot, SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import Bot, new_game, play
from colt_rules.views import View

SEATS = ("tuco", "ghost", "belle", "doc")


def no_look() -> View:
    raise AssertionError("the random bot does not look")


def test_the_random_bot_takes_every_answer_sooner_or_later() -> None:
    answers = [Fire("tuco", target) for target in ("ghost", "belle", "doc")]
    bot = RandomBot(1)
    chosen = Counter(bot.choose(no_look, answers).target for _ in range(300))  # type: ignore[union-attr]
    assert set(chosen) == {"ghost", "belle", "doc"}
    assert min(chosen.values()) > 60


def test_a_single_answer_is_taken_without_a_look() -> None:
    assert SchemingBot(1).choose(no_look, [DrawCards("tuco")]) == DrawCards("tuco")


def test_one_scheming_bot_beats_three_random_ones_more_than_half_of_the_time() -> None:
    """Its share would be a quarter of 60 games; in longer runs it wins about nine in ten."""
    won = 0
    for seed in range(60):
        schemer = SEATS[seed % 4]
        bots: dict[str, Bot] = {seat: RandomBot(seed * 10 + number) for number, seat in enumerate(SEATS)}
        bots[schemer] = SchemingBot(seed)
        *_, (_, last) = play(new_game(SEATS), Dealer(seed), bots)
        won += last.after.ranking[0].seat == schemer
    assert won > 30


def test_bots_have_names() -> None:
    assert set(BOTS) == {"random", "scheming"}
