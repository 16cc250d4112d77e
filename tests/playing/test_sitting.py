"""A sitting plays whole games, tells each role what it may know, and leaves a log that the rules give."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.commands import Command, PlayCard
from colt_rules.kernel import Refused, legal
from colt_rules.log.choices import read_ways
from colt_rules.log.errors import LogError
from colt_rules.log.lines import parse_lines
from colt_rules.log.redaction import redacted
from colt_rules.log.verifying import check
from colt_rules.players.play import GameRefused, any_seats, table_of, variants
from colt_rules.playing.sitting import (
    PERSON,
    CannotAdvise,
    CannotTakeBack,
    Departed,
    NotAtThisTable,
    Setup,
    Sitting,
)
from colt_rules.views import REFEREE, SPECTATOR
from tests.conftest import few_or

FOUR = ("tuco", "doc", "belle", "ghost")
ONE_PERSON = (PERSON, "medium", "medium", "medium")
KINDS = sorted(variants())


def any_setup(random: Random, people: int) -> Setup:
    """Some game that can be played, with this many people."""
    edition, variant = random.choice(KINDS)
    modules = variants()[edition, variant]
    table = table_of(edition, modules)
    seats = any_seats(random, table, random.choice(table.players))
    players = [PERSON] * min(people, len(seats))
    players += ["medium"] * (len(seats) - len(players))
    return Setup(seats, tuple(players), edition, modules)


def advance(sitting: Sitting) -> None:
    """To where a person has to choose."""
    while sitting.advance():
        pass


def choose(sitting: Sitting, random: Random) -> Command:
    """Some choice of a person who has to choose, carried out."""
    waits = [one["actor"] for one in sitting.look(SPECTATOR)["waits"]]
    role = next(actor for actor in waits if actor in sitting.people)
    ways = read_ways(sitting.look(role)["choices"])
    command: Command = ways[random.randrange(len(ways))]
    assert sitting.choose(role, command) is None
    return command


def played(setup: Setup, seed: int, most: int = 10_000) -> Sitting:
    """A game played by these people at random to its end, or until they have chosen this often."""
    sitting, random = Sitting(setup, seed), Random(seed)
    advance(sitting)
    while not sitting.over and most:
        choose(sitting, random)
        advance(sitting)
        most -= 1
    return sitting


@settings(max_examples=few_or(100), deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 3))
def test_whole_games_of_any_kind_are_sound_and_go_on_from_their_log(seed: int, people: int) -> None:
    setup = any_setup(Random(seed), people)
    sitting = played(setup, seed)
    log = parse_lines(sitting.log().splitlines(keepends=True))
    assert check(log) == []
    assert sitting.look(SPECTATOR)["view"]["ranking"]
    assert Sitting.of_log(sitting.log(), setup.players, seed=seed).log() == sitting.log()


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    setup = Setup(FOUR, ONE_PERSON)
    assert played(setup, 5).log() == played(setup, 5).log() != played(setup, 6).log()


def test_a_game_goes_on_after_a_break_as_if_there_had_been_none() -> None:
    setup = Setup(FOUR, ONE_PERSON)
    whole, broken = played(setup, 5, most=13), played(setup, 5, most=12)
    resumed = Sitting.of_log(broken.log(), setup.players, seed=5)
    command = parse_lines(whole.log().splitlines(keepends=True)).commands
    (last,) = [one.command for one in command if one.actor == "tuco"][12:]
    assert resumed.choose("tuco", last) is None
    advance(resumed)
    assert resumed.log() == whole.log()


def test_the_events_that_a_role_is_told_are_those_of_its_redacted_log() -> None:
    sitting = played(Setup(FOUR, (PERSON, PERSON, "medium", "easy")), 7, most=30)
    lines = redacted(parse_lines(sitting.log().splitlines(keepends=True)), "doc")
    told = [(one["number"], one["type"], one["data"], one["hidden"]) for one in sitting.moments("doc")]
    wanted = [json.loads(line) for line in lines]
    events = [(one["seq"], one["type"], one["data"], one["hidden"]) for one in wanted if "seq" in one]
    assert [(number, type) for number, type, *_ in told] == [(number, type) for number, type, *_ in events]
    assert [sorted(hidden) for *_, hidden in told] == [sorted(hidden) for *_, hidden in events]


def test_moments_after_a_number_are_the_rest() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 3, most=5)
    every = sitting.moments("tuco")
    assert [one["number"] for one in every] == list(range(1, sitting.number + 1))
    assert sitting.moments("tuco", after=every[40]["number"]) == every[41:]
    assert sitting.moments("tuco", after=sitting.number) == []


def test_the_last_moment_has_the_position_that_the_role_sees_now() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 3, most=5)
    now = {**sitting.look("tuco")["view"], "awaiting": []}
    assert sitting.moments("tuco")[-1]["view"] == now


@pytest.mark.parametrize("role", ["doc", REFEREE, "django", ""])
def test_only_people_are_told_something_before_the_end(role: str) -> None:
    sitting = Sitting(Setup(FOUR, ONE_PERSON), 1)
    for ask in (sitting.look, sitting.moments, sitting.log_for, sitting.hint, sitting.take_back):
        with pytest.raises(NotAtThisTable):
            ask(role)


def test_a_bot_is_not_played_by_anybody() -> None:
    sitting = Sitting(Setup(FOUR, ONE_PERSON), 1)
    command = PlayCard("doc", "doc-fire", False)
    for role in ("doc", "tuco"):
        for ask in (sitting.choose, sitting.judge):
            with pytest.raises(NotAtThisTable):
                ask(role, command)


def test_when_the_game_is_over_everybody_may_have_the_whole_log() -> None:
    sitting = played(Setup(FOUR, ("easy",) * 4), 2)
    assert sitting.over
    assert sitting.log_for(SPECTATOR) == sitting.log() == sitting.log_for("doc")


def test_the_log_of_a_role_is_redacted_before() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 2, most=3)
    assert sitting.log_for("tuco") != sitting.log()
    assert b'"as":"tuco"' in sitting.log_for("tuco")


def test_a_refused_choice_changes_nothing() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 2, most=3)
    before = sitting.log()
    assert isinstance(sitting.choose("tuco", PlayCard("tuco", "tuco-no-such-card", False)), Refused)
    assert isinstance(sitting.judge("tuco", PlayCard("tuco", "tuco-no-such-card", False)), Refused)
    assert sitting.log() == before


def test_judging_carries_nothing_out() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 2, most=3)
    before = sitting.log()
    (allowed, *_) = read_ways(sitting.look("tuco")["choices"])
    assert sitting.judge("tuco", allowed) is None
    assert sitting.log() == before


def test_a_choice_is_taken_back_with_all_that_followed() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 2, most=3)
    before = sitting.log()
    choose(sitting, Random(1))
    advance(sitting)
    assert sitting.look("tuco")["can_take_back"]
    sitting.take_back("tuco")
    assert sitting.log() == before


@pytest.mark.parametrize(("players", "practice"), [((PERSON, PERSON, "easy", "easy"), True), (ONE_PERSON, False)])
def test_nothing_is_taken_back_from_others_or_in_earnest(players: tuple[str, ...], practice: bool) -> None:
    sitting = played(Setup(FOUR, players, practice=practice), 2, most=3)
    assert not sitting.look("tuco")["can_take_back"]
    with pytest.raises(CannotTakeBack):
        sitting.take_back("tuco")


def test_a_hint_is_something_that_can_be_chosen() -> None:
    sitting = played(Setup(FOUR, ONE_PERSON), 2, most=3)
    assert sitting.hint("tuco")[0] in legal(sitting.game, "tuco")


def test_who_has_nothing_to_choose_gets_no_hint() -> None:
    sitting = played(Setup(FOUR, ("easy",) * 4), 2)
    with pytest.raises(CannotAdvise):
        sitting.hint(SPECTATOR)


def test_a_game_that_cannot_be_played_does_not_begin() -> None:
    with pytest.raises(GameRefused):
        Sitting(Setup(("tuco", "doc"), (PERSON, PERSON)))
    with pytest.raises(ValueError, match="players: expected person or easy"):
        Sitting(Setup(("tuco", "doc", "belle"), (PERSON, "strong", "easy")))


def test_a_log_that_departs_from_the_rules_is_refused_with_its_line() -> None:
    log = played(Setup(FOUR, ONE_PERSON), 2, most=3).log()
    lines = log.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"type":"CardPlayed"' in line)
    with pytest.raises(Departed) as found:
        Sitting.of_log(b"".join([*lines[:at], *lines[at + 1 :]]))
    assert found.value.line == at + 1
    with pytest.raises(LogError):
        Sitting.of_log(b"hello")
    with pytest.raises(LogError):
        Sitting.of_log(b"".join(lines[:-1]))
