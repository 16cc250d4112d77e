"""The random bot plays anything; the scheming bot wins more often than its share."""

from collections import Counter

import pytest

from colt_rules.commands import DrawCards, Fire, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Ways, any_of
from colt_rules.kernel import NEW, Accepted, decide, legal
from colt_rules.model.names import is_bullet
from colt_rules.model.state import Game
from colt_rules.players.bots import BOTS, RandomBot, SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import Bot, modules_of, new_game, play, table_of, variants
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import View, view

SEATS = ("tuco", "ghost", "belle", "doc")


def no_look() -> View:
    raise AssertionError("the random bot does not look")


def test_the_random_bot_takes_every_answer_sooner_or_later() -> None:
    answers = [Fire("tuco", target) for target in ("ghost", "belle", "doc")]
    bot = RandomBot(1)
    chosen = Counter(bot.choose(no_look, answers).target for _ in range(300))  # type: ignore[attr-defined]
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


@pytest.mark.thorough
@pytest.mark.parametrize(
    "variant", [name for edition, name in variants() if edition == EDITIONS[0] and "+" not in name]
)
def test_scheming_bots_win_in_every_variant_more_often_than_their_share(variant: str) -> None:
    """One side of schemers among random sides; in longer runs it wins nine in ten."""
    modules = modules_of(EDITIONS[0], variant)
    table = table_of(EDITIONS[0], modules)
    seats = table.seated(table.names, min(players for players in table.players if players > 2))
    begun = decide(NEW, new_game(seats, modules=modules))
    assert isinstance(begun, Accepted)
    sides = rules_of(begun.after).sides(begun.after)
    games, won = 30, 0
    for seed in range(games):
        schemers = sides[seed % len(sides)]
        bots: dict[str, Bot] = {seat: RandomBot(seed * 10 + number) for number, seat in enumerate(seats)}
        bots |= {seat: SchemingBot(seed) for seat in schemers}
        *_, (_, last) = play(new_game(seats, modules=modules), Dealer(seed), bots)
        won += last.after.ranking[0].seat in schemers
    assert won > games / len(sides)


@pytest.mark.thorough
def test_schemers_hit_their_own_side_only_when_they_must() -> None:
    hits = 0
    for seed in range(20):
        modules = ("base", "team" if seed % 2 else "duo")
        seats = SEATS if seed % 2 else ("player-1", "player-2", "player-3")
        bots = {seat: SchemingBot(seed + number) for number, seat in enumerate(seats)}
        before = NEW
        for command, verdict in play(new_game(seats, modules=modules), Dealer(seed), bots):
            if isinstance(command, Fire | Punch) and side_of(before, command.target) == side_of(before, command.actor):
                hits += 1
                answers = [answer for answer in legal(before, command.actor) if isinstance(answer, Fire | Punch)]
                assert {side_of(before, answer.target) for answer in answers} == {side_of(before, command.actor)}
            before = verdict.after
    assert hits


def side_of(game: Game, name: str) -> int:
    """The number of the group that wins together to which a seat, or a bandit's seat, belongs."""
    seat = game.figures[name].seat if name in game.figures else name
    number = game.options.seats.index(seat)
    return number // 2 if "team" in game.options.modules else number


def test_a_schemer_keeps_cards_that_add_something_and_no_bullets() -> None:
    kept: list[KeepCards] = []
    for seed in range(5):
        bots = {seat: SchemingBot(seed + number) for number, seat in enumerate(SEATS)}
        commands = [command for command, _ in play(new_game(SEATS, modules=("base", "expert")), Dealer(seed), bots)]
        kept += [command for command in commands if isinstance(command, KeepCards)]
    assert {bool(command.cards) for command in kept} == {True, False}
    assert not any(is_bullet(card) for command in kept for card in command.cards)


def test_a_schemer_keeps_no_more_cards_for_a_plan_than_it_may() -> None:
    answers = Ways(KeepCards, "tuco", cards=any_of(("tuco-robbery", "tuco-fire", "tuco-move"), 1))
    game = board("roof | | | |\ninside | M | tuco purse jewel | doc ghost |", pile=["doc-move"])
    kept = SchemingBot(1).choose(lambda: view(game, "tuco"), answers)
    assert kept == KeepCards("tuco", ("tuco-robbery",))


def test_bots_have_names() -> None:
    assert set(BOTS) == {"random", "scheming"}
