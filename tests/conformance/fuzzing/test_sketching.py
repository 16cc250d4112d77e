"""A position taken apart and drawn again is the same position, and any piece of it can be left out."""

from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from attrs import asdict, evolve
from msgspec import UNSET

from colt_rules.conformance.cases.board import VALUES, board
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.expand import BadCase, position_of
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketch import FULL, PLAIN_CARD, Sketch, renamed
from colt_rules.conformance.fuzzing.sketching import board_of, commands_of, given_of, is_drawable, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.kernel import Accepted, decide
from colt_rules.log.codec import command_object, read_command
from colt_rules.model.changes import with_part
from colt_rules.model.names import LOCOMOTIVE, Token, inside, kind_of, roof
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play, variants
from colt_rules.players.soak import any_game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.horses.model import Horses, horses_of
from colt_rules.rules.marshal.model import MarshalPlayer, marshal_of
from colt_rules.rules.stagecoach.model import Stagecoach, stagecoach_of
from tests.kinds import each

pytestmark = pytest.mark.thorough

BANDITS = ("ghost", "doc", "tuco", "belle", "django", "cheyenne")
SEEDS = range(4)
"""One game for each number of bandits, three to six."""


@cache
def drawn(seed: int) -> list[tuple[Game, Sketch]]:
    """The positions of a random game that a board can show, each with its sketch and next command."""
    seats = BANDITS[: 3 + seed]
    moves = list(play(new_game(seats), Dealer(seed), {seat: RandomBot(seed) for seat in seats}))
    found = []
    for (_, before), (command, _) in pairwise(moves):
        made = take_apart(before.after, (command_object(command),))
        if made is not None:
            found.append((before.after, made))
    return found


def as_drawn(game: Game, of: Sketch, again: Game) -> Game:
    """The position as a board shows it: tokens renumbered, without what no board shows."""
    names = renamed(of)

    def called(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(names[token] for token in tokens)

    unseen: dict[str, Any] = {"draws": again.round.draws}
    if game.phase == "stealin":
        unseen |= {"turn": again.round.turn, "hidden": again.round.hidden, "answered": 0}
    drawn_again = changed(
        game,
        figures={
            bandit: changed(figure, loot=called(figure.loot), ransom=0) for bandit, figure in game.figures.items()
        },
        floor={place: called(tokens) for place, tokens in game.floor.items()},
        aside=called(game.aside),
        values={names[token]: value for token, value in game.values.items() if token in names},
        options=changed(game.options, train=(), stations=again.options.stations),
        round=changed(game.round, **unseen),
        teams=(),
        sealed={},
        agreed=again.agreed,
    )
    if part_of(game, "horses"):
        drawn_again = with_part(drawn_again, "horses", _horses_as_drawn(horses_of(game), names, again))
    if part_of(game, "stagecoach"):
        drawn_again = with_part(drawn_again, "stagecoach", _coach_as_drawn(stagecoach_of(game), again))
    if part_of(game, "marshal"):
        marshal = _marshal_as_drawn(marshal_of(game), again)
        secured = [game.values[token] for token in marshal_of(game).mailbags]
        values = {**drawn_again.values, **dict(zip(marshal.mailbags, secured, strict=True))}
        drawn_again = with_part(changed(drawn_again, values=values), "marshal", marshal)
    return drawn_again


def _horses_as_drawn(horses: Horses, names: dict[Token, Token], again: Game) -> Horses:
    """Horses are renumbered from head to tail, since their names do not matter. A flask that is gone is not drawn."""
    stands = sorted(horses.stands.values(), key=again.train.index)
    return changed(
        horses,
        stands={f"horse-{number}": car for number, car in enumerate(stands, 1)},
        flasks={names[token]: flask for token, flask in horses.flasks.items() if token in names or not flask.used},
    )


def _coach_as_drawn(coach: Stagecoach, again: Game) -> Stagecoach:
    """Finished things are not drawn: a bite, a drink, a plan in which no card was kept."""
    plan = coach.plan
    if plan is not None:
        kept = {seat: cards for seat, cards in plan.kept.items() if cards}
        plan = changed(plan, kept=kept) if kept and plan.round == again.round.number else None
    return changed(coach, bitten=stagecoach_of(again).bitten, drink=None, plan=plan)


def _marshal_as_drawn(marshal: MarshalPlayer, again: Game) -> MarshalPlayer:
    """Finished things are not drawn, nor the initial content of a cylinder; secured mail has other numbers."""
    holding, last, number = marshal.holding, marshal.last_card, again.round.number
    if holding is not None:
        held = {seat: tuple(sorted(cards)) for seat, cards in holding.held.items() if cards}
        holding = changed(holding, held=held) if held and holding.round == number else None
    return changed(
        marshal,
        loads={},
        holding=holding,
        last_card=last if last and last.round == number else None,
        measured=tuple(one for one in marshal.measured or () if one.round == number) or UNSET,
        mailbags=marshal_of(again).mailbags,
        reflexes=None,
        anger=None,
        rumoured=0,
        drank=0,
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_goes_into_a_sketch_and_back(seed: int) -> None:
    positions = drawn(seed)
    assert {game.phase for game, _ in positions} == {"schemin", "stealin"}
    for game, made in positions:
        again = board_of(made)
        assert again == as_drawn(game, made, again)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_command_stands_on_the_board_that_is_drawn(seed: int) -> None:
    for _, made in drawn(seed):
        again = board_of(made)
        (command,) = commands_of(made)
        assert isinstance(decide(again, read_command(command)), Accepted)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_piece_can_be_left_out_or_it_is_told_why_not(seed: int) -> None:
    for _, made in drawn(seed)[::21]:
        for piece in pieces(made):
            less = without(made, [piece])
            with suppress(BadCase, BadSketch):
                board_of(less)
            assert len(pieces(less)) < len(pieces(made)) or piece[0] in ("deck", "plain"), piece


def told(of: Sketch) -> set[str]:
    """The options of the board besides the drawing."""
    given, plain = given_of(of), Given(board="")
    return {name for name in asdict(plain) if name != "board" and getattr(given, name) != getattr(plain, name)}


def test_defaults_are_left_out_of_a_sketch() -> None:
    """A minimal board is sketched with the same words."""
    rows = (
        "car    |   | baggage | mail |",
        "roof   |   | doc     | tuco |",
        "inside | M | ghost   |      |",
    )
    given = Given(board="\n".join(rows) + "\n", pile=("ghost-move",))
    made = take_apart(position_of(given, "ru-full", ("base",)), ())
    assert made is not None
    assert given_of(made) == given


def test_everything_ordinary_can_be_left_out_of_any_position() -> None:
    """Without the pieces that differ from the defaults, only bandits, cars, loot and cards are stated."""
    for _, made in drawn(1)[::21]:
        gone = [piece for piece in pieces(made) if piece[0] in ("plain", "worth", "fired", "draws", "deck", "bullet")]
        less = without(made, gone)
        assert told(less) <= {"pile", "hands", "loot", "aside", "first", "received"}
        assert (less.card, less.neutral, set(less.bullets.values())) == (PLAIN_CARD, BOX.neutral_bullets, {FULL})
        assert all(less.values[token] == VALUES[kind_of(token)] for token in renamed(less))


def test_a_bandit_takes_all_that_is_theirs_along() -> None:
    for _, made in drawn(2)[::21]:
        less = without(made, [("bandit", "tuco")])
        assert "tuco" not in {*less.standing, *less.loot, *less.bullets, *less.decks, *(less.hands or {}), *less.draws}
        assert not any(card.startswith("tuco-") for card in less.pile)


def test_who_stands_on_a_car_that_is_left_out_comes_to_the_next_one_ahead() -> None:
    made = next(made for seed in SEEDS for _, made in drawn(seed) if len(made.cars) > 2)
    ahead, gone = made.cars[-2:]
    bandit = next(iter(made.standing))
    for place, other in ((inside(gone), inside(ahead)), (roof(gone), roof(ahead))):
        less = without(evolve(made, standing={**made.standing, bandit: place}), [("car", gone)])
        assert less.standing[bandit] == other
        assert is_drawable(less)
    everything = without(
        evolve(made, standing={**made.standing, bandit: roof(gone)}), [("car", car) for car in made.cars]
    )
    assert everything.standing[bandit] == roof(LOCOMOTIVE)


def test_tokens_are_numbered_anew_in_commands_too() -> None:
    changed_names = [
        (made.commands[0]["token"], commands_of(made)[0]["token"], renamed(made))
        for seed in SEEDS
        for _, made in drawn(seed)
        if made.commands[0].get("token")
    ]
    assert any(before != after for before, after, _ in changed_names)
    assert all(names[before] == after for before, after, names in changed_names)


@cache
def varied(edition: str, variant: str) -> list[tuple[Game, Sketch | None]]:
    """Every position of a game of this kind after its set-up, with its sketch if it has one."""
    found: list[tuple[Game, Sketch | None]] = []
    for seed in range(1 if "+" in variant else 2):
        agreed = any_game(seed, [(edition, variant)])
        bots = {seat: RandomBot(seed) for seat in agreed.start.seats}
        played = play(agreed.start, Dealer(seed), bots, agreed.house_rules)
        found += [(verdict.after, take_apart(verdict.after, ())) for _, verdict in played]
    return [(game, made) for game, made in found if game.phase in ("schemin", "stealin")]


@pytest.mark.parametrize(("edition", "variant"), each(variants()))
def test_a_position_of_any_edition_and_variant_comes_back_or_has_no_sketch(edition: str, variant: str) -> None:
    positions = varied(edition, variant)
    shown = [(game, made) for game, made in positions if made is not None]
    assert len(shown) > len(positions) / (20 if "team" in variant else 5)  # a hand with a borrowed card is rarely shown
    for game, made in shown:
        again = board_of(made)
        assert again == as_drawn(game, made, again)
        assert (again.options.edition, again.options.modules) == (game.options.edition, game.options.modules)


@pytest.mark.parametrize("variant", ["duo", "team"])
def test_bandits_who_belong_together_are_not_left_out_alone(variant: str) -> None:
    made = next(made for _, made in varied("ru-full", variant) if made is not None)
    assert "bandit" not in {kind for kind, *_ in pieces(made)}


def test_a_borrowed_card_can_be_left_out_of_a_hand() -> None:
    lent = [made for _, made in varied("ru-full", "team") if made is not None and made.borrowed and made.hands]
    assert lent
    for made in lent:
        for piece in pieces(made):
            if piece[0] == "hand":
                less = without(made, [piece])
                assert less.hands is not None
                given_of(less)  # it can be written down, even if a board cannot have it
                assert all(card in less.hands[seat] for seat, cards in less.borrowed.items() for card in cards)


def test_a_token_with_a_name_of_its_own_keeps_its_value() -> None:
    """The strongbox of the stagecoach can be cursed; on its roof it need not be drawn unless it is."""
    rows = "car | | mail | dining | stagecoach |\nroof | tuco | | | {} |\ninside | M | doc ghost | | |"
    modules = ("base", "horses", "stagecoach", "cursed-loot")
    for word, value in (("", 1000), ("strongbox-3:10", 10)):
        game = board(rows.format(word), pile=["tuco-move"], modules=modules)
        assert game.values["strongbox-3"] == value
        made = take_apart(game, ())
        assert made is not None
        assert board_of(made).values["strongbox-3"] == value
        assert ("strongbox-3" in str(given_of(made).board)) == bool(word)


def test_the_answers_that_a_table_agrees_on_are_pieces_too() -> None:
    rows = "car | | baggage | mail |\nroof | | doc | tuco |\ninside | M | ghost | |"
    house_rule = "ruling.belle.blocks-sight=transparent"
    made = take_apart(board(rows, pile=["ghost-move"], rulings=[house_rule], edition="ru-base"), ())
    assert made is not None
    assert given_of(made).rulings == (house_rule,)
    assert board_of(made).options.rulings == (house_rule,)
    assert board_of(without(made, [("ruling", house_rule)])).options.rulings == ()


def test_no_board_shows_the_set_up_or_the_end() -> None:
    assert take_apart(NEW, ()) is None
    seats = BANDITS[:3]
    *_, (_, last) = play(new_game(seats), Dealer(0), {seat: RandomBot(0) for seat in seats})
    assert last.after.phase == "over"
    assert take_apart(last.after, ()) is None
