"""Whole games, played at random: what must hold after every event and at every decision, whatever happens."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.commands import COMMANDS, Command, StartGame, form_problems
from colt_rules.decisions import Arrangements
from colt_rules.events import (
    EVENTS,
    ActionIdle,
    ActionTaken,
    CardPlayed,
    CardReturned,
    CardRevealed,
    Event,
    GameEnded,
    LootLost,
    RoundEnded,
    RoundStarted,
    StealinEnded,
)
from colt_rules.kernel import NEW, Accepted, Refused, awaiting, decide, evolve, fold, legal, settle
from colt_rules.model.names import is_bullet, kind_of, owner_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.registry import registry
from colt_rules.rules.rulebook import rulebook
from tests.tables import BANDITS, CARS, log, pick, play, table

CITABLE = {entry.id for entry in registry().citable()}
SEEDS = st.integers(0, 2**32)
PURSES = Counter({250: 8, 300: 2, 350: 2, 400: 2, 450: 2, 500: 2})


@st.composite
def tables(draw: st.DrawFn) -> StartGame:
    """Any table of the base game."""
    seats = tuple(draw(st.permutations(BANDITS)))[: draw(st.integers(3, 6))]
    cars = tuple(draw(st.permutations(CARS)))[: len(seats)]
    happenings, stations = draw(st.sampled_from([(False, False), (True, False), (True, True)]))
    return table(
        seats=seats,
        powers=draw(st.booleans()),
        happenings=happenings,
        stations=stations,
        train=draw(st.sampled_from([(), cars])),
    )


# --- what must hold after every event


def check_cards(game: Game) -> None:
    """Every action card is with its owner or on the pile, and every bullet is in a stack, a deck or a hand."""
    pile = [played.card for played in game.round.pile]
    current = [game.round.current.card] if game.round.current else []
    held = {seat: Counter(cards.hand + cards.deck) for seat, cards in game.cards.items()}
    for bandit, figure in game.figures.items():
        own = Counter(card for card in held[figure.seat].elements() if not is_bullet(card))
        own += Counter(card for card in pile + current if owner_of(card) == bandit)
        assert own == {
            f"{bandit}-move": 2,
            f"{bandit}-floor-change": 2,
            f"{bandit}-fire": 2,
            f"{bandit}-robbery": 2,
            f"{bandit}-punch": 1,
            f"{bandit}-marshal": 1,
        }
    bullets = Counter(card for cards in held.values() for card in cards.elements() if is_bullet(card))
    neutral = bullets.pop("neutral-bullet", 0)
    assert neutral + game.neutral == (13 if game.neutral >= 0 else -1)
    given = {f"{name}-bullet-{n}": 1 for name, figure in game.figures.items() for n in range(figure.bullets + 1, 7)}
    assert bullets == given
    assert not any(is_bullet(card) for card in pile + current)


def check_tokens(game: Game, lost: list[str]) -> None:
    """Every token is at exactly one place, on one sheet, aside, or out of the game."""
    floor = [token for tokens in game.floor.values() for token in tokens]
    owned = [token for figure in game.figures.values() for token in figure.loot]
    assert Counter(floor + owned + list(game.aside) + lost) == Counter(list(game.values))
    assert all(game.floor.values())
    purses = Counter(value for token, value in game.values.items() if kind_of(token) == "purse")
    assert purses <= PURSES
    assert all(
        game.values[token] == {"jewel": 500, "strongbox": 1000}[kind_of(token)]
        for token in game.values
        if "purse" not in token
    )
    if game.round.number:
        assert sum(kind_of(token) == "strongbox" for token in game.values) == 2


def check_places(game: Game) -> None:
    """Everybody is at a place of the train, and the Marshal inside it."""
    if not game.round.number:
        return
    places = {f"{car}.{level}" for car in game.train for level in ("inside", "roof")}
    assert {figure.place for figure in game.figures.values()} <= places
    assert set(game.floor) <= places
    assert game.marshal in {f"{car}.inside" for car in game.train}
    assert len(game.train) == len(game.options.seats) + 1
    assert game.train[0] == "locomotive"


def check(game: Game, lost: list[str]) -> None:
    check_cards(game)
    check_tokens(game, lost)
    check_places(game)


def check_rest(game: Game) -> None:
    """At a decision nobody is inside the Marshal's car, and whoever is waited for has something to choose."""
    if game.round.number:
        assert not any(figure.place == game.marshal for figure in game.figures.values())
    for decision in awaiting(game):
        options = legal(game, decision.actor)
        assert isinstance(options, Arrangements) or options
    assert settle(game) == Accepted((), game, awaiting(game))


@given(tables(), SEEDS)
@settings(max_examples=20, deadline=None)
@pytest.mark.clause("marshal.never-together", "train.no-leaving", "fire.bullet.stays", "game.five-rounds")
def test_nothing_is_ever_lost_doubled_or_out_of_place(start: StartGame, seed: int) -> None:
    state, lost, rounds = NEW, list[str](), list[str]()
    for before, _, verdict in play(start, seed):
        assert state == before
        for event, cites in verdict.events:
            if isinstance(event, ActionIdle):
                action = rulebook(("base",)).actions[event.action]
                assert not action.choice.answers(rulebook(("base",)), state, event.bandit)
            state = evolve(state, event)
            if isinstance(event, LootLost):
                lost.append(event.token)
            if isinstance(event, RoundStarted):
                rounds.append(event.card)
            assert cites
            assert set(cites) <= CITABLE
            if state.figures.keys() == set(start.seats):
                check(state, lost)
        assert state == verdict.after
        assert verdict.awaiting == awaiting(state)
        check_rest(state)
    assert state.phase == "over"
    assert len(set(rounds)) == len(rounds) == 5
    assert {standing.seat for standing in state.ranking} == set(start.seats)
    assert state.ranking[0].rank == 1


@given(tables(), SEEDS, st.data())
@settings(max_examples=15, deadline=None)
def test_a_game_is_the_fold_of_its_log_and_can_be_cut_anywhere(
    start: StartGame, seed: int, data: st.DataObject
) -> None:
    events = [event for event, _ in log(start, seed)]
    states = [NEW]
    for event in events:
        states.append(evolve(states[-1], event))
    assert states[-1].phase == "over"
    for cut in data.draw(st.lists(st.integers(0, len(events)), min_size=5, max_size=10)):
        assert fold(events[:cut]) == states[cut]
        assert fold(events[cut:], states[cut]) == states[-1]


@given(tables(), SEEDS, st.integers(0, 300))
@settings(max_examples=15, deadline=None)
def test_a_game_taken_up_after_any_command_goes_on_as_it_did(start: StartGame, seed: int, cut: int) -> None:
    steps = list(play(start, seed))
    cut = min(cut, len(steps))
    game = fold(event for _, _, verdict in steps[:cut] for event, _ in verdict.events)
    for _, command, verdict in steps[cut:]:
        again = decide(game, command)
        assert again == verdict
        game = verdict.after


@given(tables(), SEEDS)
@settings(max_examples=10, deadline=None)
@pytest.mark.clause("stealin.obligatory", "stealin.card-returns", "stealin.first-in-first-out")
def test_every_card_is_revealed_then_taken_or_idle_and_returned_last(start: StartGame, seed: int) -> None:
    """What lies between is the card's own: it stays open meanwhile, and nothing follows an action that is idle."""
    state, told = NEW, [event for event, _ in log(start, seed)]
    open_since: int | None = None
    carried_out = 0
    for index, event in enumerate(told):
        state = evolve(state, event)
        if isinstance(event, CardRevealed):
            assert open_since is None
            open_since = index
        if open_since is None:
            assert state.round.current is None
            assert not isinstance(event, ActionTaken | ActionIdle | CardReturned)
            continue
        revealed = told[open_since]
        assert isinstance(revealed, CardRevealed)
        if not isinstance(event, CardReturned):
            assert state.round.current is not None
            assert state.round.current.card == revealed.card
            assert state.round.acted == (index > open_since)
            continue
        first, *effects = told[open_since + 1 : index]
        assert isinstance(first, ActionTaken | ActionIdle)
        assert f"{first.bandit}-{first.action}" == revealed.card == event.card
        assert bool(effects) == isinstance(first, ActionTaken)
        assert not any(isinstance(effect, ActionTaken | ActionIdle | CardRevealed) for effect in effects)
        assert isinstance(told[index + 1], CardRevealed | StealinEnded)
        assert (state.round.current, state.round.acted) == (None, False)
        open_since = None
        carried_out += 1
    assert carried_out == sum(isinstance(event, CardPlayed) for event in told)
    assert carried_out > 20


@given(tables(), SEEDS)
@settings(max_examples=10, deadline=None)
@pytest.mark.clause("round-end.next-first-player", "game.five-rounds", "end.after-five-rounds")
def test_five_rounds_are_led_in_turn(start: StartGame, seed: int) -> None:
    events = [event for event, _ in log(start, seed)]
    started = [event for event in events if isinstance(event, RoundStarted)]
    assert [event.number for event in started] == [1, 2, 3, 4, 5]
    first = start.seats.index(started[0].first)
    assert [event.first for event in started] == [start.seats[(first + n) % len(start.seats)] for n in range(5)]
    handed_on = [event.first for event in events if isinstance(event, RoundEnded)]
    assert handed_on[:4] == [event.first for event in started[1:]]
    assert [event for event in events if isinstance(event, GameEnded)] == events[-1:]


# --- what may be chosen


def words(game: Game) -> list[str]:
    """Words that mean something in this game, and some that never do."""
    places = [f"{car}.{level}" for car in game.train for level in ("inside", "roof")]
    cards = [card for held in game.cards.values() for card in held.hand + held.deck]
    known = [*game.options.seats, *game.values, *places, *cards[:40], "chance", "table", "marshal", "deck", "purses"]
    return [*dict.fromkeys(known), "", "nonsense", "ru-full", "base", "neutral-bullet", "doc-bullet-9", "x.roof"]


def value(random: Random, field: Any, vocabulary: list[str]) -> Any:
    """Something of the right type for this field."""
    if field.type is bool:
        return random.random() < 0.5
    if field.type == tuple[str, ...]:
        return tuple(random.choice(vocabulary) for _ in range(random.randrange(4)))
    if field.type is str:
        return random.choice(vocabulary)
    return random.choice([*vocabulary, None])


def others(random: Random, game: Game, actor: str, earlier: list[Command]) -> Iterator[Command]:
    """Well-formed commands, most of them not open: remembered, altered, borrowed and made up."""
    vocabulary = words(game)
    yield from random.sample(earlier, min(4, len(earlier)))
    mine = pick(random, game, actor)
    for field in attrs.fields(mine.__class__):
        yield changed(mine, **{field.name: value(random, field, vocabulary)})
    for seat in game.options.seats:
        yield changed(mine, actor=seat)
    for cls in COMMANDS.values():
        made = {field.name: value(random, field, vocabulary) for field in attrs.fields(cls)}
        yield cls(**made | {"actor": random.choice([actor, *game.options.seats, "chance"])})


@given(tables(), SEEDS)
@settings(max_examples=12, deadline=None)
@pytest.mark.clause("ruling.command.form")
def test_exactly_what_is_legal_is_accepted_and_all_else_refused_with_clauses(start: StartGame, seed: int) -> None:
    random, earlier = Random(seed), list[Command]()
    refusals = 0
    for before, command, _ in play(start, seed):
        if before.phase == "new":
            continue
        (decision,) = awaiting(before)
        options = legal(before, decision.actor)
        sample = options if not isinstance(options, Arrangements) else [pick(random, before, decision.actor)]
        assert command in options
        for listed in sample:
            assert isinstance(decide(before, listed), Accepted), listed
        for other in others(random, before, decision.actor, earlier):
            assert not form_problems(other)
            verdict = decide(before, other)
            listed_for_actor = other in legal(before, other.actor)
            assert isinstance(verdict, Accepted) == listed_for_actor, (other, verdict)
            if isinstance(verdict, Refused):
                refusals += 1
                assert verdict.clauses
                assert set(verdict.clauses) <= CITABLE, verdict
                assert verdict.message
        earlier.append(command)
    assert refusals > 100


@given(tables(), SEEDS)
@settings(max_examples=3, deadline=None)
def test_a_refusal_leaves_the_position_as_it_was(start: StartGame, seed: int) -> None:
    random = Random(seed)
    for before, _, _ in play(start, seed):
        if before.phase == "new" or random.random() < 0.9:
            continue
        copy = deepcopy(before)
        for other in others(random, before, awaiting(before)[0].actor, []):
            decide(before, other)
        assert before == copy


# --- what is no command at all

LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.binary(max_size=4),
    st.text(max_size=8),
    st.sampled_from(["doc", "table", "chance", "car-1.inside", object, Ellipsis, 10**300, -(2**64), float("nan")]),
)
JUNK: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
        st.frozensets(st.text(max_size=3), max_size=3),
    ),
    max_leaves=8,
)


def position(kind: str) -> Game:
    """The first time this kind of decision comes up in some game."""
    for seed in range(40):
        for _, _, verdict in play(table(5, stations=True), seed):
            if any(decision.kind == kind for decision in verdict.awaiting):
                return verdict.after
    raise AssertionError(f"no game has come to {kind}")


@pytest.fixture(scope="module")
def positions() -> dict[str, Game]:
    """A position for each kind of decision there is."""
    return {kind: NEW if kind == "game" else position(kind) for kind in KINDS}


def junk_in_the_form_of(cls: type[Command]) -> st.SearchStrategy[Command]:
    return st.builds(cls, **{field.name: JUNK for field in attrs.fields(cls)})


COMMANDS_OF_JUNK = st.one_of([junk_in_the_form_of(cls) for cls in COMMANDS.values()])
KINDS = sorted(set(rulebook(("base",)).choices) - {"train"})


@given(st.sampled_from(KINDS), COMMANDS_OF_JUNK, st.booleans())
@settings(max_examples=200, deadline=None)
@pytest.mark.clause("ruling.command.form")
def test_junk_in_the_form_of_a_command_is_refused(
    positions: dict[str, Game], kind: str, command: Command, right_actor: bool
) -> None:
    game = positions[kind]
    if right_actor:
        command = changed(command, actor=awaiting(game)[0].actor)
    verdict = decide(game, command)
    if command in legal(game, awaiting(game)[0].actor) if not form_problems(command) else False:
        assert isinstance(verdict, Accepted)
        return
    assert isinstance(verdict, Refused)
    assert verdict.clauses
    assert set(verdict.clauses) <= CITABLE
    if form_problems(command):
        assert verdict.clauses == ("ruling.command.form",)


@given(st.sampled_from(KINDS), SEEDS, st.integers(0, 7), JUNK)
@settings(max_examples=200, deadline=None)
@pytest.mark.clause("ruling.command.form")
def test_a_right_answer_with_one_field_of_junk_is_refused(
    positions: dict[str, Game], kind: str, seed: int, index: int, junk: Any
) -> None:
    game = positions[kind]
    actor = awaiting(game)[0].actor
    right = table() if kind == "game" else pick(Random(seed), game, actor)
    fields = attrs.fields(right.__class__)
    wrong = changed(right, **{fields[index % len(fields)].name: junk})
    verdict = decide(game, wrong)
    if form_problems(wrong):
        # A number that equals a truth value still passes for it: see kernel/test_decide.py.
        assert isinstance(verdict, Refused) or isinstance(junk, int | float)
    else:
        assert isinstance(verdict, Accepted) == (wrong in legal(game, wrong.actor))


@given(JUNK)
@settings(max_examples=60, deadline=None)
@pytest.mark.clause("ruling.command.form")
def test_what_is_no_command_is_refused(junk: Any) -> None:
    for game in (NEW, fold([])):
        verdict = decide(game, junk)
        assert isinstance(verdict, Refused)
        assert verdict.clauses == ("ruling.command.form",)


# --- the same bytes everywhere

PROGRAM = """
import hashlib
from tests.tables import log, table
digest = hashlib.sha256()
for seed in range(4):
    for event, cites in log(table(3 + seed, stations=seed % 2 == 0, powers=seed < 3, train=()), seed):
        digest.update(repr((event, cites)).encode())
print(digest.hexdigest())
"""


def test_two_runs_with_different_hashing_give_the_same_bytes() -> None:
    root = Path(__file__).parents[1]
    digests = set()
    for hash_seed, frozen in (("1", "1"), ("4242", "0")):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root), "COLT_RULES_FROZEN": frozen}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True, cwd=root
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1
    assert len(digests.pop()) == 64


def test_random_games_meet_every_kind_of_event() -> None:
    """The properties above are worth only as much as the games they look at."""
    seen: set[type[Event]] = set()
    for seed in range(30):
        seats = tuple(Random(seed).sample(BANDITS, 6))
        seen |= {event.__class__ for event, _ in log(table(6, seats=seats, stations=True), seed)}
    rare = {"NeutralBulletsShort", "MarshalStayed", "LootLost", "LootKept"}
    assert {name for name, cls in EVENTS.items() if cls not in seen} <= rare
