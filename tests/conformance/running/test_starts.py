"""Starts that an engine deals by itself: impossible starts are reported, and so are very unlikely ones."""

import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from colt_rules.commands import AgreeOnRuling, StartGame
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.interview import Adapter, Interview, greet
from colt_rules.conformance.running.questions import Trouble
from colt_rules.conformance.running.results import CaseResult, Status
from colt_rules.conformance.running.starts import (
    CHECKS,
    DRAWN,
    STARTS,
    UNLIKELY,
    DrawCount,
    GameStart,
    requests_of,
    start_ids,
    start_result,
    starts,
)
from colt_rules.log.codec import command_object
from colt_rules.model.names import inside, kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.editions import EDITIONS, holds

Change = Callable[[Game, Random], Game]
(THREE, FOUR, *_) = starts(("ru-full",), ("base",))


def judged(change: Change, start: GameStart = THREE) -> CaseResult:
    """The result for an engine that deals like the reference, except for this change."""
    reference, random = Reference(), Random(1)
    answers: list[p.Response | Trouble] = []
    for request in requests_of(start):
        answer = reference.answer(request)
        assert isinstance(answer, p.Dealt)
        answers.append(p.Dealt(answer.seq, change(answer.state, random), answer.commands))
    return start_result(start, answers)


def told(result: CaseResult) -> dict[str, tuple[Status, str]]:
    return {each.check: (each.status, each.message) for each in result.results}


def as_it_is(game: Game, _: Random) -> Game:
    return game


@pytest.mark.parametrize("start", [THREE, FOUR], ids=lambda start: start.name)
def test_the_reference_deals_by_the_rules(start: GameStart) -> None:
    """`make conformance` asks it for all of them."""
    assert told(judged(as_it_is, start)) == dict.fromkeys(CHECKS, (Status.PASS, ""))


def test_every_way_to_set_up_a_game_is_asked_for() -> None:
    names = [start.name for start in starts(EDITIONS, MODULES)]
    assert {"start/duo-2@pl-base", "start/horses-6@fr-horses", "start/duo+stagecoach-3@ru-full"} <= set(names)
    assert {"start/mei-3@ru-full", "start/mei-7@ru-full", "start/team+mei-6@ru-full"} <= set(names)
    assert "start/expert+mei-7@ru-full" not in names
    assert {module for start in starts(EDITIONS, MODULES) for module in start.command.modules} == set(MODULES)
    assert [start.name for start in starts(("pl-base",), MODULES[:1])] == [
        *(f"start/base-{n}@pl-base" for n in (3, 4, 5, 6)),
        "start/base-3-chosen-train@pl-base",
    ]


NAMES = {start.name: start for start in starts(EDITIONS, MODULES)}


def test_what_else_a_table_may_agree_on_is_asked_for_where_the_edition_lets_it() -> None:
    assert {f"start/base-3-chosen-train@{edition}" for edition in EDITIONS} <= set(NAMES)
    optional = [edition for edition in EDITIONS if holds("setup.rounds.station-optional", edition)]
    assert [name for name in NAMES if name.startswith("start/base-3-no-stations")] == [
        f"start/base-3-no-stations@{edition}" for edition in optional
    ]
    plain = NAMES["start/base-3@ru-full+ruling.setup.stations-are-happenings=plain-station"]
    assert (plain.command.stations, plain.command.happenings) == (True, False)
    agreed = {start.house_rules for start in NAMES.values() if start.house_rules}
    assert ("ruling.horses.flasks-in-the-box=five-and-one",) in agreed
    assert "start/stagecoach-3@fr-horses+ruling.horses.flasks-in-the-box=five-and-one" not in NAMES


def deaf(start: GameStart, agreed: StartGame, tell: Callable[[Game], Game], check: str = "start") -> tuple[Status, str]:
    """The result for an engine that sets up another game than the table agreed on, and reports the right one."""
    reference = Reference(seed=1)
    answers: list[p.Response | Trouble] = []
    for number in range(1, start.times + 1):
        answer = reference.answer(p.SetUp(number, command_object(agreed)))
        assert isinstance(answer, p.Dealt)
        answers.append(p.Dealt(answer.seq, tell(answer.state), answer.commands))
    return told(start_result(start, answers))[check]


def test_an_engine_that_draws_cars_where_they_were_chosen_is_told() -> None:
    start = NAMES["start/base-3-chosen-train@ru-full"]
    right = changed(start.command, train=())
    status, message = deaf(start, right, lambda game: _with_options(game, train=start.command.train), "train")
    assert status is Status.FAIL
    assert f"expected {', '.join(start.command.train)}, as the table chose" in message


def test_an_engine_that_plays_a_station_where_the_table_wants_none_is_told() -> None:
    start = NAMES["start/base-3-no-stations@ru-full"]
    status, message = deaf(
        start, changed(start.command, stations=True), lambda game: _with_options(game, stations=False)
    )
    assert status is Status.FAIL
    assert "round-cards: expected 5 of " in message


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("start/duo+stagecoach-2@ru-full+ruling.horses.hostages-by-bandits=players", "hostages: expected 1 of "),
        ("start/stagecoach-3@ru-full+ruling.setup.mixing=left-out", "round-cards: expected 4 of "),
        ("start/duo-2@pl-base+ruling.duo.placement-in-turn=hidden", "sealed"),
        ("start/base-3@ru-full+ruling.rounds.face-down=face-up", "rulings"),
    ],
)
def test_an_engine_that_does_not_hear_a_house_rule_is_told(name: str, word: str) -> None:
    start = NAMES[name]
    heard = {} if word == "rulings" else {"rulings": start.house_rules}
    status, message = deaf(start, start.command, lambda game: _with_options(game, **heard))
    assert status is Status.FAIL
    assert word in message


def _with_options(game: Game, **options: Any) -> Game:
    return changed(game, options=changed(game.options, **options))


def test_a_house_rule_that_the_edition_settles_is_no_start() -> None:
    house_rule = command_object(AgreeOnRuling("table", "ruling.horses.flasks-in-the-box", "five-and-one"))
    assert isinstance(Reference().answer(p.SetUp(1, command_object(COACH.command), (house_rule,))), p.Failed)


def test_the_draws_that_a_start_shows_need_not_be_reported() -> None:
    assert tuple(DRAWN) == p.SHOWN


COACH = next(start for start in starts(EDITIONS, MODULES) if start.name == "start/stagecoach-3@fr-horses")


def told_otherwise(change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> tuple[Status, str]:
    """The result for an engine that plays like the reference but reports other commands."""
    answer = Reference().answer(requests_of(COACH)[0])
    assert isinstance(answer, p.Dealt)
    commands = tuple(change([dict(command) for command in answer.commands]))
    return told(start_result(COACH, [p.Dealt(answer.seq, answer.state, commands)]))["start"]


def drawn_as(what: str, outcome: Any) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    return lambda commands: [each | {"outcome": outcome} if each.get("what") == what else each for each in commands]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (drawn_as("flasks", ["old", "old", "old"]), "flasks: expected 3 of classic x5, old, got old x3"),
        (drawn_as("hostages", ["sheriff", "banker"]), "hostages: expected 2 of "),
        (drawn_as("hostages", 7), "commands: "),
        (lambda commands: [], "commands: expected an answer of chance about hostages, got none"),
        (lambda commands: [*commands, commands[0]], "commands: expected no more of them"),
        (lambda commands: [{"type": "Loiter"} for _ in commands], "Loiter"),
    ],
)
def test_what_an_engine_says_was_answered_is_held_against_the_rules(
    change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]], word: str
) -> None:
    status, message = told_otherwise(change)
    assert status is Status.FAIL
    assert message.startswith("start 1: ")
    assert word in message


def test_a_draw_that_is_told_and_not_made_is_a_difference() -> None:
    """The hostages of another start: drawn by the rules, but not the ones on the board."""
    reference = Reference(seed=1)
    one, other = (reference.answer(request) for request in requests_of(COACH)[:2])
    assert isinstance(one, p.Dealt)
    assert isinstance(other, p.Dealt)
    theirs = next(command for command in other.commands if command["what"] == "hostages")
    commands = tuple(theirs if command.get("what") == "hostages" else command for command in one.commands)
    assert commands != one.commands
    status, message = told(start_result(COACH, [p.Dealt(1, one.state, commands)]))["start"]
    assert status is Status.FAIL
    assert "hostages" in message


@pytest.mark.parametrize(("players", "what", "item"), [(3, "flasks", "old"), (6, "hostages", "banker")])
def test_flasks_and_hostages_that_never_come_are_told(players: int, what: str, item: str) -> None:
    """Every start is one that the rules allow: it is picked from the starts of the reference."""
    reference = Reference(seed=1)
    start = next(each for each in starts(EDITIONS, MODULES) if each.name == f"start/stagecoach-{players}@fr-horses")
    picked: list[p.Response | Trouble] = []
    while len(picked) < STARTS:
        answer = reference.answer(requests_of(start)[0])
        assert isinstance(answer, p.Dealt)
        if not any(item in command.get("outcome", ()) for command in answer.commands):
            picked.append(answer)
    status, message = told(start_result(start, picked))["pools"]
    assert status is Status.FAIL
    assert f"{what}: {item}: " in message


def renamed(game: Game, car: str, other: str) -> Game:
    """The start with a car renamed."""
    train = tuple(other if each == car else each for each in game.train)
    floor = {inside(other) if place == inside(car) else place: tokens for place, tokens in game.floor.items()}
    figures = {
        bandit: changed(figure, place=inside(other)) if figure.place == inside(car) else figure
        for bandit, figure in game.figures.items()
    }
    return changed(game, train=train, floor=floor, figures=figures)


def unknown_car(game: Game, _: Random) -> Game:
    return renamed(game, game.train[1], "sleeping")


def twice_the_same_car(game: Game, _: Random) -> Game:
    return renamed(game, game.train[1], game.train[2])


def too_many_cars(game: Game, _: Random) -> Game:
    return changed(game, train=(*game.train, next(car for car in BOX.cars if car not in game.train)))


def dear_purses(game: Game, _: Random) -> Game:
    in_cars = {token for tokens in game.floor.values() for token in tokens if kind_of(token) == "purse"}
    values = {token: 1000 if token in in_cars else value for token, value in game.values.items()}
    return changed(game, values=values)


def no_loot(game: Game, _: Random) -> Game:
    return changed(game, floor={})


def wrong_round_cards(game: Game, _: Random) -> Game:
    return changed(game, rounds=(game.round.card, *game.rounds[1:]))


def on_the_roof(game: Game, _: Random) -> Game:
    return changed(game, figures={name: changed(of, place="locomotive.roof") for name, of in game.figures.items()})


def no_bullets(game: Game, _: Random) -> Game:
    return changed(game, neutral=0)


def sheriff_first(game: Game, _: Random) -> Game:
    return changed(game, round=changed(game.round, first="sheriff"))


@pytest.mark.parametrize(
    ("change", "check", "word"),
    [
        (unknown_car, "train", "not available, or not so often: sleeping"),
        (twice_the_same_car, "train", "x2"),
        (too_many_cars, "train", "expected 3 of "),
        (dear_purses, "values", "got one more of $1000"),
        (no_loot, "contents", "got none"),
        (sheriff_first, "first-player", "got sheriff"),
        (wrong_round_cards, "start", "round-cards"),
        (on_the_roof, "start", "place"),
        (no_bullets, "start", "neutral"),
    ],
)
def test_a_start_that_the_rules_do_not_allow_is_told_once_by_the_check_for_it(
    change: Change, check: str, word: str
) -> None:
    """The frequency of draws is judged as if nothing else had happened."""
    result = told(judged(change))
    status, message = result.pop(check)
    assert status is Status.FAIL
    assert message.startswith("start 1: ")
    assert word in message
    assert message.endswith(f"(in {STARTS} starts)")
    assert {other: told[0] for other, told in result.items() if told[0] is Status.FAIL} == {}


@pytest.mark.parametrize(("change", "check"), [(dear_purses, "values"), (no_loot, "contents")])
def test_what_is_wrong_with_the_loot_names_the_car(change: Change, check: str) -> None:
    _, message = told(judged(change))[check]
    places = [inside(car) for car in ("locomotive", *BOX.cars)]
    assert any(message.startswith(f"start 1: {place}: expected ") for place in places), message


def test_two_faults_are_told_by_two_checks() -> None:
    result = told(judged(lambda game, random: dear_purses(unknown_car(game, random), random)))
    assert [check for check, (status, _) in result.items() if status is Status.FAIL] == ["train", "values"]


def test_what_cannot_be_judged_is_skipped_and_says_why() -> None:
    """With cars that do not exist it is undefined where the bandits should be."""
    status, message = told(judged(unknown_car))["start"]
    assert status is Status.SKIPPED
    assert "see the other checks" in message


def test_what_was_dealt_is_in_the_result_so_that_it_can_be_looked_at_again() -> None:
    result = next(each for each in judged(no_bullets).results if each.check == "start")
    assert result.got["state"]["neutral"] == 0
    assert result.got["type"] == "dealt"


def always_first(game: Game, _: Random) -> Game:
    seats = game.options.seats
    round_ = changed(game.round, first=seats[0], undealt=seats)
    places = [inside(game.train[-1 - number % 2]) for number in range(len(seats))]
    figures = {name: changed(game.figures[name], place=at) for name, at in zip(seats, places, strict=True)}
    return changed(game, round=round_, figures=figures)


def test_what_a_fair_hand_hardly_ever_does_is_told() -> None:
    result = told(judged(always_first))
    assert result["start"] == (Status.PASS, "")
    status, message = result["pools"]
    assert status is Status.FAIL
    assert "first-player: " in message
    assert "expected about 20 times in 60 starts, got 60" in message


def exactly(draws: int, share: Fraction, came: int) -> Fraction:
    """The probability that a fair dealer draws something exactly this often."""
    return comb(draws, came) * share**came * (1 - share) ** (draws - came)


@pytest.mark.parametrize("draws", [15, 60, 240])
@pytest.mark.parametrize("one_of", [2, 6, 19, 40])
def test_a_fair_dealer_is_hardly_ever_called_odd(draws: int, one_of: int) -> None:
    """One card of many in few draws is far from a normal distribution: 6 of 15 instead of one happens."""
    share = Fraction(1, one_of)
    odd = {came for came in range(draws + 1) if DrawCount(came, float(draws * share), draws).is_odd}
    assert sum(exactly(draws, share, came) for came in odd) <= 2 * UNLIKELY
    assert draws in odd or share**draws > UNLIKELY / 10


def test_a_car_that_never_comes_and_a_purse_that_comes_too_often_are_told() -> None:
    """Every start is one that the rules allow: it is picked from the starts of the reference."""
    reference = Reference()
    without_mail: list[p.Response | Trouble] = []
    rich: list[p.Response | Trouble] = []
    while min(len(without_mail), len(rich)) < STARTS:
        answer = reference.answer(requests_of(THREE)[0])
        assert isinstance(answer, p.Dealt)
        if "mail" not in answer.state.train:
            without_mail.append(answer)
        if DRAWN["purses"](answer.state)[:1] == ("$500",):
            rich.append(answer)
    for answers, word in ((without_mail, "train: mail: "), (rich, "purses: $500 as the first: ")):
        status, message = told(start_result(THREE, answers[:STARTS]))["pools"]
        assert status is Status.FAIL
        assert word in message


def test_an_engine_that_skips_or_fails_is_told_as_such() -> None:
    for answer, status in (
        (p.Skipped(1, "not yet"), Status.SKIPPED),
        (p.Failed(1, "lost"), Status.ERROR),
        (Trouble(Status.CRASH, "gone"), Status.CRASH),
    ):
        assert {each.status for each in start_result(FOUR, [answer]).results} == {status}


ONE_SHOT = """
import json, sys
start, *others = json.load(sys.stdin)["requests"]
started = {"type": "started", "seq": start["seq"], "protocol": 1, "name": "e", "version": "1"}
started |= {"editions": ["ru-full"], "modules": ["base"], "levels": ["setup"]}
skipped = [{"type": "skipped", "seq": other["seq"], "reason": "not yet"} for other in others]
print(json.dumps({"type": "result", "responses": [started, *skipped]}))
"""


def test_the_starts_of_a_one_shot_engine_are_judged_too(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ONE_SHOT, encoding="utf-8")
    adapter = Adapter(shlex.join([sys.executable, str(engine)]), one_shot=True)
    with closing(Interview(adapter, *greet(adapter))) as interview:
        assert {each.status for each in interview.result(THREE).results} == {Status.SKIPPED}


def test_checks_of_starts_have_names_that_expectations_can_use() -> None:
    assert "start/base-3@ru-full#start" in start_ids()
    assert "start/base-3@pl-base#pools" in start_ids()
    assert "start/base-3@pl-base#first-player" in start_ids()
