"""The search player depends on its view alone, is reproducible, plays every game, and beats the scheming bot."""

from functools import partial
from itertools import count
from random import Random

import pytest

from colt_rules.kernel import awaiting, legal
from colt_rules.log.codec import to_data
from colt_rules.model.state import Game
from colt_rules.players import imagining
from colt_rules.players.bots import SchemingBot
from colt_rules.players.imagining import CannotImagine
from colt_rules.players.play import new_game
from colt_rules.research.native import EngineMissing
from colt_rules.research.playing import AnyChoice, BotPlays, match, tally
from colt_rules.research.searching import FlatPlayer, ImaginingBot, ImaginingPlayer, SearchEffort
from colt_rules.research.session import ReferenceSession, new_session
from colt_rules.views import REFEREE, view
from tests.conftest import few_or
from tests.research.needing import needs_native
from tests.rules.sittings import sitting
from tests.views.test_two_worlds import exchanged

BANDITS = ("ghost", "cheyenne", "django", "tuco", "doc", "belle")
LITTLE = SearchEffort(worlds=3, playouts=1)


def positions(seed: int) -> list[ReferenceSession]:
    """Some moments of a game with several choices, the later ones with higher stakes."""
    at, random = ReferenceSession.new(new_game(BANDITS[:5]), seed), Random(seed)
    found = []
    while not at.over:
        if at.count > 2 and random.random() < 0.2:
            found.append(at.copy())
        at.take(random.randrange(at.count))
    return found


def choice(game: Game, seat: str, role: str, seed: int) -> int:
    """What the player does in this state, by what this role sees of it."""
    at = ReferenceSession(game, awaiting(game), 0, [])
    return ImaginingPlayer(seed, LITTLE).choose(to_data(view(game, role)) | {"role": seat}, at.choices)


@needs_native
def test_two_states_that_look_the_same_give_the_same_decision() -> None:
    """The states are two worlds, see ``tests/test_two_worlds.py``; a player who saw all would decide differently."""
    tried = told = 0
    for seed in range(few_or(6)):
        for at in positions(seed):
            assert at.actor is not None
            twin = exchanged(at.game, at.actor, Random(seed))
            assert choice(at.game, at.actor, at.actor, seed) == choice(twin, at.actor, at.actor, seed)
            tried += twin != at.game
            told += leaks(at.game, twin, at.actor, seed)
    assert tried > 10
    assert told, "the property has no teeth"


def leaks(one: Game, other: Game, seat: str, seed: int) -> bool:
    """Whether a player who is shown everything decides otherwise in two states that look the same to the seat."""
    seen = [to_data(view(game, REFEREE)) | {"role": seat} for game in (one, other)]
    at = ReferenceSession(one, awaiting(one), 0, [])
    first, second = (ImaginingPlayer(seed, LITTLE).choose(hidden_hands(view_), at.choices) for view_ in seen)
    return first != second


def hidden_hands(seen: dict[str, object]) -> dict[str, object]:
    """A view that shows the purses and the rounds to come, but hands as the seat sees them."""
    seats = seen["seats"]
    assert isinstance(seats, list)
    for one in seats:
        if one["seat"] != seen["role"]:
            one["hand"] = None
    return seen


@needs_native
def test_the_same_seed_decides_the_same_and_takes_one_of_the_choices() -> None:
    for at in positions(11)[:5]:
        assert at.actor is not None
        seen = at.view(at.actor)
        one, again = (ImaginingPlayer(1, LITTLE).choose(seen, at.choices) for _ in range(2))
        assert one == again
        assert 0 <= one < at.count


@needs_native
def test_it_robs_the_strongbox_at_its_feet_at_the_end() -> None:
    """At the end of a game it takes the most valuable token."""
    at = next(
        at
        for seed in range(60)
        for at in positions(seed)
        if at.kind == "robbery" and len({choice["token"].partition("-")[0] for choice in at.choices}) == 2
    )
    assert at.actor is not None
    chosen = ImaginingPlayer(1, SearchEffort(worlds=40, rounds=0)).choose(at.view(at.actor), at.choices)
    tokens = {each["token"]: each["value"] or 0 for lying in at.view(at.actor)["floor"].values() for each in lying}
    assert tokens[at.choices[chosen]["token"]] == max(tokens[each["token"]] for each in at.choices)


@needs_native
def test_a_game_that_it_cannot_imagine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imagining, "imaginable", lambda: ("base",))
    at = new_session(sitting(modules=("base", "horses", "stagecoach")), seed=1)
    while at.count < 2 or at.actor is None:
        at.take(0)
    with pytest.raises(CannotImagine, match="got horses, stagecoach"):
        ImaginingPlayer().choose(at.view(at.actor), at.choices)


KINDS = (("base", "expert"), ("base", "horses", "stagecoach"), ("base", "expert", "horses", "stagecoach", "mei"))


@needs_native
@pytest.mark.parametrize("modules", KINDS, ids="+".join)
def test_it_plays_games_with_other_modules_to_their_end(modules: tuple[str, ...]) -> None:
    games = list(match(lambda seed: ImaginingPlayer(seed, LITTLE), AnyChoice, games=1, modules=modules, seed=3))
    assert len(games) == 1


@needs_native
def test_the_likeliest_of_many_choices_are_tried() -> None:
    """An expert keeps the cards that its plans need; without a limit every set of cards is tried."""
    at = new_session(new_game(BANDITS[:4], modules=("base", "expert")), seed=2)
    random = Random(2)
    while at.count < 20 or at.actor is None:
        at.take(random.randrange(at.count))
    one = SearchEffort(worlds=1, playouts=1, choices=1)
    seen = at.view(at.actor)
    assert at.kind == "kept-cards"
    chosen = {ImaginingPlayer(seed, one).choose(seen, at.choices) for seed in range(3)}
    assert len(chosen) == 1, "one choice is the likeliest, whatever is sampled"


@needs_native
def test_a_clock_ends_the_search() -> None:
    at = positions(11)[0]
    assert at.actor is not None
    ticking = count()
    hasty = SearchEffort(worlds=10**9, seconds=3)
    assert 0 <= ImaginingPlayer(1, hasty, lambda: next(ticking)).choose(at.view(at.actor), at.choices) < at.count
    assert next(ticking) < 20


@needs_native
def test_a_bot_answers_at_a_table() -> None:
    at = positions(11)[0]
    assert at.actor is not None
    answers = legal(at.game, at.actor)
    bot = ImaginingBot(1, LITTLE)
    assert bot.choose(partial(view, at.game, at.actor), answers) in answers


@needs_native
@pytest.mark.thorough
def test_it_beats_the_flat_search() -> None:
    """A fair share is a quarter; ``colt match --against flat`` plays more games."""
    few = SearchEffort(worlds=4)
    games = match(lambda seed: ImaginingPlayer(seed, few), lambda seed: FlatPlayer(seed, few), games=48, seed=7)
    told = tally(list(games))
    assert told.share > told.fair
    assert told.money > told.others


def test_without_the_native_engine_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.research.native.PACKAGE", "colt_native_that_is_not_there")
    with pytest.raises(EngineMissing, match=r"expected the native engine, got no package .*: pip install"):
        ImaginingPlayer()


@needs_native
def test_it_beats_random_players() -> None:
    games = list(match(lambda seed: ImaginingPlayer(seed, LITTLE), AnyChoice, games=4, seed=5))
    assert tally(games).share > 0.5


@needs_native
@pytest.mark.thorough
def test_it_beats_the_scheming_bot() -> None:
    """A fair share is a quarter; ``colt match`` plays more games, with more thought."""
    few = SearchEffort(worlds=10)
    games = match(lambda seed: ImaginingPlayer(seed, few), lambda seed: BotPlays(SchemingBot(seed)), games=24, seed=6)
    told = tally(list(games))
    assert told.least > told.fair
