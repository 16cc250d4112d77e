"""Sampled states have the seat's view, in every kind of game, and depend on the view alone."""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import msgspec
import pytest

from colt_rules.commands import AgreeOnRuling, Command
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.kernel.decide import awaiting_by
from colt_rules.log.codec import to_data, to_json
from colt_rules.model.names import TABLE, owner_of
from colt_rules.model.state import Draw, Game
from colt_rules.players import imagining
from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.imagining import CannotImagine, Imagination, unimaginable
from colt_rules.players.play import new_game, variants
from colt_rules.players.soak import GameSetup, any_game
from colt_rules.research.session import ReferenceSession
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.table import what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import view
from tests.conftest import few_or
from tests.kinds import each, with_every_pair
from tests.rules.sittings import sitting
from tests.verdicts import after
from tests.views.test_two_worlds import exchanged

BANDITS = ("ghost", "cheyenne", "django", "tuco", "doc", "belle")
OPTIONS: dict[str, dict[str, Any]] = {
    "everything": {},
    "no powers": {"powers": False},
    "no stations": {"stations": False},
    "no happenings": {"happenings": False, "stations": False},
}
KINDS = [
    pytest.param(edition, options, id=f"{edition}, {name}")
    for edition in EDITIONS
    for name, options in OPTIONS.items()
    if not what_forbids(new_game(BANDITS[:4], edition=edition, **options), ())
]


def state_of(world: dict[str, Any]) -> Game:
    return msgspec.convert(world, Game)


IMAGINABLE_GAMES = {kind: modules for kind, modules in variants().items() if not unimaginable(modules)}


@pytest.mark.parametrize(("edition", "variant"), each(IMAGINABLE_GAMES))
def test_an_imagined_world_of_any_game_goes_on_like_the_real_one(edition: str, variant: str) -> None:
    """With any options and house rules, whoever is asked."""
    setup = any_game(0, [(edition, variant)], with_house_rules=0.6)
    random = Random(f"{edition} {variant}")
    assert moments_of(setup, random, looking=0.25, going_on=0.1) > 5


def moments_of(setup: GameSetup, random: Random, looking: float, going_on: float) -> int:
    """The number of moments of a game, half random and half schemed, at which a world was imagined and compared.

    Some worlds are also played to the end of the round.
    """
    moments, game = 0, NEW
    for command in (*setup.house_rules, setup.start):
        game = after(game, command)
    rules, dealer, schemer = rules_of(game), Dealer(random.getrandbits(62), setup.usual), SchemingBot(1)
    while waited := awaiting_by(rules, game):
        seats = [due.actor for due in waited if due.actor in game.options.seats and random.random() < looking]
        for seat in seats:
            world = state_of(Imagination(to_data(view(game, seat))).world(random))
            assert_alike(world, game, seat)
            moments += 1
            if random.random() < going_on:
                to_the_end_of_the_round(world, random)
        game = after(game, any_command(game, random.choice(waited).actor, dealer, schemer, random))
    return moments


def assert_alike(world: Game, game: Game, seat: str) -> None:
    """To the seat both look the same and offer the same answers; what the view does not say of the round is right."""
    assert to_data(view(world, seat)) == to_data(view(game, seat))
    offered, real = (Counter(map(repr, legal(one, seat))) for one in (world, game))
    assert offered >= real if "ruling.speeding-up.order-free=draw-first" in game.options.rulings else offered == real
    for field in ("acted", "happened", "undealt"):
        assert getattr(world.round, field) == getattr(game.round, field), field
    assert all_cards(world) == all_cards(game)


def all_cards(game: Game) -> Counter[str]:
    """All cards there are; a view does not say whose Marshal card is in a deck that two figures share."""
    owners = {bandit: figure.seat for bandit, figure in game.figures.items()}
    wounds = marshal_of(game).wounds.values()
    there = [card for seat in game.cards for card in (*cards_of(game, seat).elements(), *game.cards[seat].discard)]
    return Counter(
        f"{owners[owner_of(card)]}-marshal" if card.endswith("-marshal") else card for card in chain(there, *wounds)
    )


def any_command(game: Game, actor: str, dealer: Dealer, schemer: SchemingBot, random: Random) -> Command:
    answers = legal(game, actor)
    if isinstance(answers, Arrangements):
        return dealer.deal(answers)
    if actor == TABLE:
        return dealer.agree(answers)
    return schemer.choose(lambda: view(game, actor), answers) if random.random() < 0.5 else random.choice(answers)


def to_the_end_of_the_round(game: Game, random: Random) -> None:
    """Plays on; no command is refused."""
    number, dealer, schemer = max(1, game.round.number), Dealer(random.getrandbits(62)), SchemingBot(1)
    while (waited := awaiting(game)) and game.round.number <= number:
        game = after(game, any_command(game, waited[0].actor, dealer, schemer, random))


@pytest.mark.parametrize(("edition", "options"), KINDS)
def test_an_imagined_world_looks_like_the_real_one(edition: str, options: dict[str, Any]) -> None:
    for number in range(few_or(3)):
        random = Random(f"{edition} {options} {number}")
        seats = tuple(random.sample(BANDITS, 3 + number))
        at = ReferenceSession.new(new_game(seats, edition=edition, **options), number)
        while (seat := at.actor) is not None:
            seen = at.view(seat)
            world = state_of(Imagination(seen).world(random))
            assert to_data(view(world, seat)) == seen
            assert list(legal(world, seat)) == list(legal(at.game, seat))
            assert world.values.keys() == at.game.values.keys()
            assert (world.round.acted, world.round.happened) == (at.game.round.acted, at.game.round.happened)
            at.take(random.randrange(at.count))


def in_the_middle(seed: int, depth: int = 30) -> ReferenceSession:
    """A game of five in which somebody has to choose, with powers and a station."""
    at, random = ReferenceSession.new(new_game(BANDITS[:5]), seed), Random(seed)
    for _ in range(depth):
        at.take(random.randrange(at.count))
    return at


def cards_of(game: Game, seat: str) -> Counter[str]:
    """All cards of a seat, wherever they are."""
    played = [*game.round.pile, *([game.round.current] if game.round.current else [])]
    mine = [each.card for each in played if each.seat == seat]
    return Counter((*game.cards[seat].hand, *game.cards[seat].deck, *mine))


def test_every_card_purse_and_round_is_there_once() -> None:
    at = in_the_middle(1)
    assert at.actor is not None
    world = state_of(Imagination(at.view(at.actor)).world(Random(1)))
    for seat in at.seats:
        assert cards_of(world, seat) == cards_of(at.game, seat)
    assert len(set(world.rounds)) == len(at.game.rounds)
    assert {world.values[f"purse-{seat}"] for seat in at.seats} == {250}


def purses_of(at: ReferenceSession) -> list[str]:
    """The purses of the seat that has to choose."""
    return [token for token in at.game.figures[str(at.actor)].loot if token.startswith("purse")]


def test_no_purse_is_there_more_often_than_in_the_box() -> None:
    """Also when the seat has looked into many of them."""
    moments = ((at, at.view(str(at.actor))) for at in (in_the_middle(seed, depth=70) for seed in range(30)) if at.actor)
    seen = next(seen for at, seen in moments if len({at.game.values[token] for token in purses_of(at)}) > 1)
    in_the_box = Counter(BOX.purse_values)
    imagination, random = Imagination(seen), Random(1)
    for _ in range(100):
        values = imagination.world(random)["values"]
        assert Counter(value for token, value in values.items() if token.startswith("purse")) <= in_the_box


def test_the_pile_shows_whether_a_seat_drew_in_this_turn() -> None:
    """Where a table agrees that one draws first, what can be chosen depends on it."""
    house_rule = AgreeOnRuling("table", "ruling.speeding-up.order-free", "draw-first")
    ways = set()
    for seed in range(8):
        at, random = ReferenceSession.new(new_game(BANDITS[:4]), seed, [house_rule]), Random(seed)
        while (seat := at.actor) is not None:
            round_ = at.game.round
            if (
                at.kind == "scheme"
                and rules_of(at.game).turn(at.game) == "speeding-up"
                and round_.order.count(seat) == 1
            ):
                world = state_of(Imagination(at.view(seat)).world(random))
                assert list(legal(world, seat)) == list(legal(at.game, seat))
                ways.add(round_.draws[-1:] == (Draw(seat, round_.turn),))
            at.take(random.randrange(at.count))
    assert ways == {True, False}


def test_worlds_differ_in_all_that_is_hidden() -> None:
    at = in_the_middle(2, depth=8)
    assert at.actor is not None
    imagination, random = Imagination(at.view(at.actor)), Random(2)
    worlds = [state_of(imagination.world(random)) for _ in range(40)]
    other = next(seat for seat in at.seats if seat != at.actor)
    assert len({tuple(sorted(world.cards[other].hand)) for world in worlds}) > 5
    assert len({world.cards[at.actor].deck for world in worlds}) > 5
    assert len({tuple(world.values.values()) for world in worlds}) > 5
    assert len({world.rounds for world in worlds}) > 5
    assert len({world.cards[at.actor].hand for world in worlds}) == 1


def test_two_states_that_look_the_same_give_the_same_worlds() -> None:
    for seed in range(few_or(9)):
        at = in_the_middle(seed, depth=5 * seed + 1)
        if at.actor is None:
            continue
        twin = exchanged(at.game, at.actor, Random(seed))
        assert twin != at.game
        one, other = (to_json(Imagination(to_data(view(game, at.actor))).world(Random(3))) for game in (at.game, twin))
        assert one == other


def test_a_round_card_that_all_can_see_is_the_next_one() -> None:
    at = in_the_middle(4)
    assert at.actor is not None
    seen = at.view(at.actor)
    seen["rounds"] = ["tunnel.5-6"]
    random = Random(4)
    worlds = [Imagination(seen).world(random) for _ in range(20)]
    assert {world["rounds"][0] for world in worlds} == {"tunnel.5-6"}
    assert all(world["rounds"].count("tunnel.5-6") == 1 for world in worlds)


@pytest.mark.parametrize(("edition", "variant"), with_every_pair())
def test_two_states_of_any_game_that_look_the_same_give_the_same_worlds(edition: str, variant: str) -> None:
    """Whatever is hidden in the modules is exchanged."""
    random, twins = Random(f"{edition} {variant}"), 0
    at = ReferenceSession.new(sitting(edition, variant), random.getrandbits(62))
    while (seat := at.actor) is not None:
        if random.random() < 0.1:
            twin = exchanged(at.game, seat, random)
            one, other = (Imagination(to_data(view(game, seat))).world(Random(3)) for game in (at.game, twin))
            assert to_json(one) == to_json(other)
            twins += twin != at.game
        at.take(random.randrange(at.count))
    assert twins


def test_modules_that_cannot_be_imagined_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """At present there are none."""
    assert not [kind for kind, modules in variants().items() if unimaginable(modules)]
    monkeypatch.setattr(imagining, "imaginable", lambda: ("base", "mei"))
    start = sitting(variant="stagecoach")
    seen = {"role": start.seats[0], "options": {"modules": list(start.modules)}}
    expected = "no modules but base, mei, got horses, stagecoach: play this game with another"
    with pytest.raises(CannotImagine, match=expected):
        Imagination(seen)


def test_a_view_without_a_decision_is_refused() -> None:
    at = in_the_middle(5)
    other = next(seat for seat in at.seats if seat != at.actor)
    with pytest.raises(
        CannotImagine, match=f"expected a moment when {other} has to choose, got .* waits for {at.actor}"
    ):
        Imagination(at.view(other))


def test_a_view_that_contradicts_itself_is_refused() -> None:
    at = in_the_middle(6)
    assert at.actor is not None
    seen = at.view(at.actor)
    seen["seats"][0]["deck_size"] += 1
    with pytest.raises(CannotImagine, match=r"seats: expected places for .* unseen cards of ghost, got"):
        Imagination(seen)
