"""Both engines list the same choices in the same order and play whole games; bad input raises with the reason."""

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random

import pytest

from colt_rules.kernel import NEW, Accepted, awaiting, decide
from colt_rules.log.codec import read_command, to_json
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.model.state import Game
from colt_rules.players.play import GameRefused, modules_of, new_game, variants
from colt_rules.research import session
from colt_rules.research.native import EngineMissing
from colt_rules.research.session import (
    NativeSession,
    NoSuchChoice,
    ReferenceSession,
    Session,
    new_session,
    why_not_native,
)
from tests.conftest import few_or
from tests.kinds import with_every_edition_and_module
from tests.research.needing import ENGINES, INSTALLED, needs_native
from tests.rules.sittings import sitting

FOUR = new_game(("tuco", "ghost", "belle", "doc"))


def played(at: Session, seed: int) -> Session:
    """The same table, played on at random to its end."""
    random = Random(seed)
    while not at.over:
        at.take(random.randrange(at.count))
    return at


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_is_played_by_numbers_to_its_end(engine: str) -> None:
    at = new_session(FOUR, seed=1, engine=engine)
    assert at.engine == engine
    assert at.seats == FOUR.seats
    assert at.kind == "scheme"
    assert at.count == len(at.choices) > 1
    assert {choice["actor"] for choice in at.choices} == {at.actor}
    played(at, 1)
    assert (at.actor, at.kind, at.count, list(at.choices)) == (None, "", 0, [])
    assert {row["seat"] for row in at.ranking} == set(FOUR.seats)
    assert at.ranking[0]["rank"] == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_choices_are_in_the_order_of_their_json(engine: str) -> None:
    at, random = new_session(FOUR, seed=2, engine=engine), Random(2)
    while not at.over:
        written = [to_json(choice) for choice in at.choices]
        assert written == sorted(set(written))
        at.take(random.randrange(at.count))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_seed_plays_the_same_game_again_and_another_one_another(engine: str) -> None:
    one, again, other = (played(new_session(FOUR, seed=seed, engine=engine), 3) for seed in (5, 5, 6))
    assert one.commands == again.commands
    assert one.commands != other.commands


@pytest.mark.parametrize("engine", ENGINES)
def test_a_copy_goes_its_own_way(engine: str) -> None:
    at = new_session(FOUR, seed=7, engine=engine)
    before = to_json([at.view("referee"), list(at.choices)])
    same, lucky = at.copy(), at.copy(seed=8)
    assert to_json([same.view("referee"), list(same.choices)]) == before
    ends = [played(copy, 9).commands for copy in (same, lucky, at.copy())]
    assert ends[0] == ends[2] != ends[1]
    assert to_json([at.view("referee"), list(at.choices)]) == before


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda at: pickle.loads(pickle.dumps(at))])
@pytest.mark.parametrize("engine", ENGINES)
def test_copies_and_pickles_play_on_as_the_original_does(engine: str, again: Callable[[Session], Session]) -> None:
    at = new_session(FOUR, seed=7, engine=engine)
    for number in range(30):
        at.take(number % at.count)
    twin = again(at)
    assert (twin, hash(twin), twin.commands) == (at, hash(at), at.commands)
    assert played(twin, 9).commands == played(at.copy(), 9).commands
    assert twin != at


@pytest.mark.parametrize("engine", ENGINES)
def test_sessions_are_equal_at_the_same_position_however_they_came_there(engine: str) -> None:
    at = new_session(FOUR, seed=7, engine=engine)
    lucky = at.copy(seed=8)
    assert (lucky, hash(lucky)) == (at, hash(at)), "what chance will bring is not part of a position"
    assert len({at, lucky, new_session(FOUR, seed=8, engine=engine)}) == 2
    lucky.take(0)
    assert lucky != at


@pytest.mark.parametrize("engine", ENGINES)
def test_what_was_played_makes_the_same_game_on_the_reference(engine: str) -> None:
    at = played(new_session(FOUR, seed=10, engine=engine), 10)
    game = NEW
    for command in at.commands:
        verdict = decide(game, read_command(command))
        assert isinstance(verdict, Accepted), verdict
        game = verdict.after
    assert to_json(game.ranking) == to_json(list(at.ranking))


def on_both(at: NativeSession) -> Iterator[tuple[NativeSession, ReferenceSession]]:
    """A native game and, whenever a seat has to choose, the same position on the reference; the caller plays on."""
    game: Game = NEW
    known = 0
    while True:
        for command in at.commands[known:]:
            verdict = decide(game, read_command(command))
            assert isinstance(verdict, Accepted), verdict
            game = verdict.after
        known = len(at.commands)
        if at.over:
            return
        yield at, ReferenceSession(game, awaiting(game), 0, [])


def shown(at: Session) -> bytes:
    """The view of the seat that has to choose, with the loot at each place sorted, because its order has no meaning."""
    seen = at.view(str(at.actor))
    lying = {place: sorted(tokens, key=to_json) for place, tokens in seen["floor"].items()}
    return to_json(seen | {"floor": lying})


@needs_native
@pytest.mark.parametrize(("edition", "variant"), with_every_edition_and_module())
def test_a_number_means_the_same_choice_on_either_engine(edition: str, variant: str) -> None:
    start = sitting(edition, variant)
    assert not why_not_native(start)
    random = Random(f"{edition} {variant}")
    for native, reference in on_both(NativeSession.new(start, 11)):
        assert (native.actor, native.kind, native.count) == (reference.actor, reference.kind, reference.count)
        assert list(native.choices) == list(reference.choices)
        assert shown(native) == shown(reference)
        native.take(random.randrange(native.count))


@pytest.mark.parametrize("engine", ENGINES)
def test_who_is_asked_at_once_answers_in_turn_and_sees_no_answer_of_the_others(engine: str) -> None:
    found = 0
    for seed in range(few_or(6)):
        at, random = (
            new_session(sitting(modules=("base", "horses", "stagecoach")), seed=seed, engine=engine),
            Random(seed),
        )
        while not at.over:
            asked = {each["actor"] for each in at.view("referee")["awaiting"]} - {CHANCE, TABLE}
            if len(asked) > 1:
                nexts = [at.copy() for _ in at.choices]
                for number, after in enumerate(nexts):
                    after.take(number)
                assert at.actor not in {after.actor for after in nexts}
                seen: dict[int, set[bytes]] = {}  # by how many cards are chosen, which may be open
                for choice, after in zip(at.choices, nexts, strict=True):
                    if after.actor in asked:
                        seen.setdefault(len(choice.get("cards", ())), set()).add(shown(after))
                assert all(len(same) == 1 for same in seen.values())
                found += len(seen) < len(nexts)
            at.take(random.randrange(at.count))
    assert found


def test_a_game_that_the_native_engine_cannot_play_goes_to_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = [kind for kind, modules in variants().items() if INSTALLED and why_not_native(sitting(*kind))]
    for edition, variant in unknown[:1]:
        start = sitting(edition, variant)
        assert new_session(start).engine == "reference"
        with pytest.raises(EngineMissing, match=r"expected modules that the native engine plays .* got .*reference"):
            new_session(start, engine="native")
    monkeypatch.setattr(session, "native", lambda: None)
    assert new_session(FOUR).engine == "reference"
    with pytest.raises(EngineMissing, match="expected the package colt_native, got none: pip install"):
        new_session(FOUR, engine="native")


@pytest.mark.parametrize("engine", ENGINES)
def test_an_invalid_index_is_refused(engine: str) -> None:
    at = new_session(FOUR, seed=1, engine=engine)
    for wrong in (-1, at.count, 1.5, "0", None):
        with pytest.raises(NoSuchChoice, match=rf"expected a choice of {at.actor} \(scheme\) from 0 to {at.count - 1}"):
            at.take(wrong)  # type: ignore[arg-type]
    played(at, 1)
    with pytest.raises(NoSuchChoice, match="the game is over"):
        at.take(0)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_integer_of_any_library_is_accepted(engine: str) -> None:
    class Number:
        """As numpy has them."""

        def __index__(self) -> int:
            return 1

    one, other = (new_session(FOUR, seed=1, engine=engine) for _ in range(2))
    one.take(Number())  # type: ignore[arg-type]
    other.take(1)
    assert one.commands == other.commands


def test_seats_and_modules_may_come_as_lists() -> None:
    listed = new_game(["tuco", "ghost", "belle", "doc"], modules=["base"])
    assert listed == FOUR


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_that_the_rules_refuse_is_refused_with_its_clauses(engine: str) -> None:
    with pytest.raises(GameRefused, match=r"setup\.players"):
        new_session(new_game(("tuco", "ghost")), engine=engine)
    with pytest.raises(GameRefused):
        new_session(
            new_game(FOUR.seats, edition="pl-base", modules=modules_of("pl-base", "base"), stations=False),
            engine=engine,
        )


def test_an_unknown_engine_or_invalid_seed_is_refused() -> None:
    with pytest.raises(EngineMissing, match="expected native or reference, or nothing for the best one; got 'fast'"):
        new_session(FOUR, engine="fast")
    for wrong in (-1, 2**63, True, "1", 1.0):
        with pytest.raises(ValueError, match=r"seed: expected a whole number from 0 to 2\*\*63 - 1, got"):
            new_session(FOUR, seed=wrong)  # type: ignore[arg-type]
