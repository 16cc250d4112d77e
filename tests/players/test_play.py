"""A dealer and bots play a whole game."""

from itertools import islice

import pytest

from colt_rules.commands import AgreeOnRoundCards, AgreeOnRuling, Command, DrawCards
from colt_rules.decisions import Answers
from colt_rules.kernel import NEW
from colt_rules.players.bots import RandomBot, SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import (
    Bot,
    GameRefused,
    Look,
    all_variants,
    modules_of,
    new_game,
    play,
    table_of,
    variant_of,
    variants,
)
from colt_rules.rules.base.table import Tables
from tests.kinds import each

SEATS = ("tuco", "ghost", "belle", "doc")


def bots(kind: type[RandomBot] | type[SchemingBot]) -> dict[str, Bot]:
    return {seat: kind(number) for number, seat in enumerate(SEATS)}


@pytest.mark.parametrize("kind", [RandomBot, SchemingBot])
def test_a_game_comes_to_its_end(kind: type[RandomBot] | type[SchemingBot]) -> None:
    *_, (_, last) = play(new_game(SEATS), Dealer(1), bots(kind))
    assert last.after.phase == "over"
    assert {standing.seat for standing in last.after.ranking} == set(SEATS)
    assert last.awaiting == ()


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [RandomBot, SchemingBot])
@pytest.mark.parametrize(("edition", "variant"), each(variants()))
def test_every_variant_of_every_edition_comes_to_its_end(
    edition: str, variant: str, kind: type[RandomBot] | type[SchemingBot]
) -> None:
    modules = modules_of(edition, variant)
    wanted = table_of(edition, modules)
    for players in wanted.players:
        seats = wanted.seated(wanted.names, players)
        players_ = {seat: kind(number) for number, seat in enumerate(seats)}
        *_, (_, last) = play(new_game(seats, edition=edition, modules=modules), Dealer(players), players_)
        assert last.after.phase == "over"
        assert {standing.seat for standing in last.after.ranking} == set(seats)


def test_the_modules_of_a_variant_are_those_of_its_edition() -> None:
    assert modules_of("ru-full", "base") == ("base",)
    assert modules_of("ru-full", "duo") == ("base", "duo")
    assert modules_of("pl-base", "duo") == ("base", "expert", "duo")
    assert modules_of("pl-base", "team") == ("base", "team"), "the rules refuse it, and say why"
    assert modules_of("fr-horses", "horses") == ("base", "horses")
    assert modules_of("ru-full", "duo+stagecoach") == ("base", "duo", "horses", "stagecoach")
    assert modules_of("pl-base", "team+stagecoach") == ("base", "team", "horses", "stagecoach"), "refused as well"


def test_an_unknown_variant_is_reported_with_similar_ones() -> None:
    with pytest.raises(ValueError, match=r"variant: expected one of \d+ names, such as base, .*; got 'zeppelin'"):
        modules_of("ru-full", "zeppelin")


def test_no_two_games_have_the_same_name() -> None:
    kinds = {(start.edition, start.modules) for start, _ in Tables(NEW).kinds()}
    assert len(variants()) == len(kinds)
    assert {(edition, modules) for (edition, _), modules in variants().items()} == kinds


def test_a_variant_is_named_after_its_modules_without_implied_ones() -> None:
    base, toy, toys, more = ("base",), ("base", "toy"), ("base", "toy", "train"), ("base", "toy", "train", "balloon")
    assert [variant_of(game, [base, toy, toys]) for game in (base, toy, toys)] == ["base", "toy", "train"]
    assert [variant_of(game, [base, toys]) for game in (base, toys)] == ["base", "train"]
    assert variant_of(more, [base, toys, ("base", "balloon"), more]) == "train+balloon"


def test_every_variant_of_any_edition_can_be_asked_for_the_base_game_first() -> None:
    assert set(all_variants()) == {variant for _, variant in variants()}
    assert next(iter(all_variants())) == "base"


def test_what_the_table_agrees_on_in_the_game_is_any_of_the_answers() -> None:
    agreed = set()
    for seed in range(6):
        steps = play(new_game(SEATS, modules=("base", "horses", "stagecoach")), Dealer(seed), bots(RandomBot))
        agreed |= {command for command, _ in islice(steps, 3) if isinstance(command, AgreeOnRoundCards)}
    assert AgreeOnRoundCards("table", (), ()) in agreed
    assert any(len(command.rounds) == 7 for command in agreed)


def test_what_the_table_agrees_on_comes_first() -> None:
    house_rules = (
        AgreeOnRuling("table", "ruling.draw.what-is-left", "pass"),
        AgreeOnRuling("table", "ruling.end.still-level", "seat-order"),
    )
    start = new_game(SEATS)
    steps = list(play(start, Dealer(1), bots(RandomBot), house_rules))
    assert [command for command, _ in steps[:3]] == [*house_rules, start]
    assert steps[-1][1].after.options.rulings == (
        "ruling.draw.what-is-left=pass",
        "ruling.end.still-level=seat-order",
    )


def test_an_invalid_house_rule_raises_with_the_reason() -> None:
    with pytest.raises(GameRefused, match=r"ruling\.command\.form") as refused:
        list(play(new_game(SEATS), Dealer(1), {}, (AgreeOnRuling("table", "ruling.nonsense", "yes"),)))
    assert refused.value.clauses == ("ruling.command.form",)


def test_the_same_seeds_play_the_same_game() -> None:
    first = [command for command, _ in play(new_game(SEATS), Dealer(5), bots(SchemingBot))]
    again = [command for command, _ in play(new_game(SEATS), Dealer(5), bots(SchemingBot))]
    assert first == again


def test_a_game_that_cannot_be_set_up_says_why() -> None:
    with pytest.raises(GameRefused, match=r"setup\.players"):
        list(play(new_game(("tuco", "ghost")), Dealer(1), {}))


def test_an_illegal_answer_of_a_bot_raises() -> None:
    class Stubborn:
        def choose(self, look: Look, answers: Answers) -> Command:
            return DrawCards("nobody")

    with pytest.raises(GameRefused, match="nobody"):
        list(play(new_game(SEATS), Dealer(1), dict.fromkeys(SEATS, Stubborn())))


def test_a_bot_sees_no_more_than_its_seat() -> None:
    looked: list[str] = []

    class Curious(RandomBot):
        def choose(self, look: Look, answers: Answers) -> Command:
            seen = look()
            looked.append(seen.role)
            assert all(seat.hand is None for seat in seen.seats if seat.seat != seen.role) or seen.phase == "over"
            return super().choose(look, answers)

    list(play(new_game(SEATS), Dealer(1), {seat: Curious(1) for seat in SEATS}))
    assert set(looked) == set(SEATS)
