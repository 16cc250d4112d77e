"""A sketch becomes the position a person would see in it."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.notation import BadSketch
from colt_rules.decisions import Decision
from colt_rules.events import CardRevealed, StealinEnded
from colt_rules.kernel import awaiting, settle
from colt_rules.model.state import NEW, Draw, Game, Played
from colt_rules.rules.base.box import BOX
from colt_rules.rules.rulebook import rulebook

SKETCH = """
    roof   | tuco purse  |                 | ghost belle |
    inside | M strongbox | purse:500 purse | jewel doc   |
    """


def test_each_column_is_a_car_and_the_first_is_the_locomotive() -> None:
    assert board(SKETCH).train == ("locomotive", "car-1", "car-2")
    assert board("roof | | | | | | | |\ninside | M tuco | | | | | | |").train[-1] == "car-6"


def test_bandits_stand_where_they_are_drawn() -> None:
    places = {bandit: figure.place for bandit, figure in board(SKETCH).figures.items()}
    assert places == {"tuco": "locomotive.roof", "doc": "car-2.inside", "ghost": "car-2.roof", "belle": "car-2.roof"}


def test_loot_lies_where_it_is_drawn_numbered_by_kind_from_head_to_tail_inside_first() -> None:
    assert board(SKETCH).floor == {
        "locomotive.inside": ("strongbox-1",),
        "locomotive.roof": ("purse-1",),
        "car-1.inside": ("purse-2", "purse-3"),
        "car-2.inside": ("jewel-1",),
    }


def test_there_are_at_most_99_tokens_of_a_kind() -> None:
    def drawn(jewels: int) -> Game:
        return board(f"roof | tuco doc ghost belle |\ninside | {'jewel ' * jewels}|")

    assert "jewel-99" in drawn(99).values
    with pytest.raises(BadSketch, match="expected at most 99 tokens of a kind, got more of jewel: take some away"):
        drawn(100)


def test_a_purse_is_worth_what_the_sketch_says_and_250_otherwise() -> None:
    assert board(SKETCH).values == {
        "strongbox-1": 1000,
        "purse-1": 250,
        "purse-2": 500,
        "purse-3": 250,
        "jewel-1": 500,
        "strongbox-2": 1000,
    }


def test_the_marshal_stands_where_he_is_drawn_and_in_the_locomotive_otherwise() -> None:
    assert board("roof | | |\ninside | tuco | M |").marshal == "car-1.inside"
    assert board("roof | | |\ninside | | tuco |").marshal == "locomotive.inside"


def test_the_rows_can_come_in_either_order_and_blank_lines_do_not_count() -> None:
    assert board("\n\ninside | M | tuco |\n\nroof | | ghost |\n") == board("roof | | ghost |\ninside | M | tuco |")


def test_seats_go_as_the_bandits_stand_unless_told() -> None:
    assert board(SKETCH).options.seats == ("tuco", "doc", "ghost", "belle")
    told = board(SKETCH, seats=["belle", "tuco", "ghost", "doc"], first="ghost")
    assert told.options.seats == tuple(told.figures) == tuple(told.cards) == ("belle", "tuco", "ghost", "doc")
    assert (board(SKETCH).round.first, told.round.first) == ("tuco", "ghost")


def test_everybody_has_six_bullets_no_loot_and_their_own_power_unless_stated() -> None:
    tuco = board(SKETCH).figures["tuco"]
    assert (tuco.seat, tuco.bullets, tuco.loot, tuco.powers, tuco.ransom) == ("tuco", 6, (), ("tuco",), 0)
    told = board(SKETCH, bullets={"tuco": 2}, loot={"tuco": ["purse:300", "jewel"]}, powers=False)
    tuco = told.figures["tuco"]
    assert (tuco.bullets, tuco.loot, tuco.powers) == (2, ("purse-4", "jewel-2"), ())
    assert (told.values["purse-4"], told.options.powers) == (300, False)
    assert told.figures["ghost"].bullets == 6


def test_what_others_have_received_is_missing_from_a_stack_unless_told() -> None:
    received = {"doc": ["tuco-bullet-6", "ghost-bullet-6"], "ghost": ["tuco-bullet-5"], "belle": ["neutral-bullet"] * 2}
    game = board(SKETCH, received=received)
    assert {bandit: figure.bullets for bandit, figure in game.figures.items()} == {
        "tuco": 4,
        "doc": 6,
        "ghost": 5,
        "belle": 6,
    }
    assert game.neutral == 11
    told = board(SKETCH, received=received, bullets={"tuco": 4, "ghost": 0}, neutral=3)
    assert (told.figures["tuco"].bullets, told.figures["ghost"].bullets, told.neutral) == (4, 0, 3)
    assert board(SKETCH, received=received, neutral=11).neutral == 11


def test_a_stack_holds_only_what_lies_below_a_card_that_was_given() -> None:
    assert board(SKETCH, received={"doc": ["tuco-bullet-3"]}).figures["tuco"].bullets == 2
    assert board(SKETCH, received={"doc": ["tuco-bullet-1", "tuco-bullet-4"]}).figures["tuco"].bullets == 0
    assert board(SKETCH, received={"doc": ["neutral-bullet"] * 13}).neutral == 0


def test_what_is_received_may_come_from_anywhere_that_can_be_gone_through_once() -> None:
    game = board(SKETCH, received={"doc": iter(["tuco-bullet-6", "neutral-bullet"])})
    assert game.cards["doc"].deck[:2] == ("tuco-bullet-6", "neutral-bullet")
    assert (game.figures["tuco"].bullets, game.neutral) == (5, 12)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"received": {"doc": ["tuco-bullet-6"]}, "bullets": {"tuco": 6}},
            "bullets: expected at most 5 cards left of tuco, for tuco-bullet-6 has been received; got 6",
        ),
        (
            {"received": {"doc": ["tuco-bullet-6"], "ghost": ["tuco-bullet-3"]}, "bullets": {"tuco": 3}},
            "bullets: expected at most 2 cards left of tuco, for tuco-bullet-3 has been received; got 3",
        ),
        (
            {"received": {"doc": ["tuco-bullet-6"] * 2}},
            "received: expected a bullet card in one place, got it twice: tuco-bullet-6",
        ),
        (
            {"received": {"doc": ["tuco-bullet-6", "tuco-bullet-5"], "ghost": ["tuco-bullet-5"]}},
            "received: expected a bullet card in one place, got it twice: tuco-bullet-5",
        ),
        (
            {"received": {"doc": ["neutral-bullet"]}, "neutral": 13},
            "neutral: expected 0 to 12 cards left, for 1 of 13 have been received; got 13",
        ),
        (
            {"received": {"doc": ["neutral-bullet"] * 7, "tuco": ["neutral-bullet"] * 7}},
            "received: expected at most 13 neutral bullet cards, got 14",
        ),
        ({"neutral": 14}, "neutral: expected 0 to 13 cards left, for 0 of 13 have been received; got 14"),
        ({"neutral": -1}, "neutral: expected 0 to 13 cards left, for 0 of 13 have been received; got -1"),
    ],
)
def test_no_bullet_card_is_in_two_places(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSketch) as error:
        board(SKETCH, **given)
    assert str(error.value) == told


def test_a_deck_holds_the_ten_action_cards_without_those_on_the_pile_and_the_bullets_received_on_top() -> None:
    game = board(
        SKETCH, pile=["tuco-move", "tuco-fire", "doc-move"], received={"tuco": ["doc-bullet-6", "neutral-bullet"]}
    )
    deck = game.cards["tuco"].deck
    assert deck[:2] == ("doc-bullet-6", "neutral-bullet")
    assert sorted(deck[2:]) == sorted(
        f"tuco-{action}"
        for action in ("move", "floor-change", "floor-change", "fire", "robbery", "robbery", "punch", "marshal")
    )
    assert len(game.cards["doc"].deck) == 9
    assert len(game.cards["ghost"].deck) == 10
    assert game.cards["ghost"].hand == ()


def test_the_first_card_of_the_pile_is_revealed_and_waits_for_its_player() -> None:
    game = board(SKETCH, pile=["tuco-move", "doc-move"])
    assert game.phase == "stealin"
    assert game.round.current == Played("tuco", "tuco-move", False)
    assert game.round.pile == (Played("doc", "doc-move", False),)
    assert awaiting(game) == (Decision("tuco", "move", "tuco"),)


def test_without_cards_the_next_thing_is_the_rounds_end() -> None:
    game = board(SKETCH)
    assert game.round.current is None
    first = settle(game).events[0][0]
    assert first == StealinEnded()
    assert not any(isinstance(event, CardRevealed) for event, _ in settle(game).events)


def test_one_strongbox_waits_and_thirteen_neutral_bullets_lie_ready_unless_told() -> None:
    game = board(SKETCH)
    assert (game.aside, game.neutral) == (("strongbox-2",), 13)
    told = board(SKETCH, aside=(), neutral=1)
    assert (told.aside, told.neutral) == ((), 1)


def test_the_round_is_the_first_of_a_quiet_card_unless_told() -> None:
    game = board(SKETCH)
    assert (game.round.number, game.round.card, game.rounds, game.options.happenings) == (1, "tunnel.2-4", (), True)
    told = board(SKETCH, number=4, card="braking.2-4", rounds=["conductor"], happenings=False)
    assert (told.round.number, told.round.card, told.rounds, told.options.happenings) == (
        4,
        "braking.2-4",
        ("conductor",),
        False,
    )
    assert (game.options.edition, game.options.modules) == ("ru-full", ("base",))


@pytest.mark.parametrize(
    "sketch",
    [
        "",
        "roof | tuco |",
        "inside | M |",
        "roof | tuco |\ninside | M | |",
        "roof | tuco |\ncellar | M |",
        "roof | tuco |\ninside | M |\ncellar | |",
    ],
)
def test_a_sketch_needs_a_roof_row_and_an_inside_row_of_one_length(sketch: str) -> None:
    with pytest.raises(BadSketch, match="expected the rows roof and inside"):
        board(sketch)


@pytest.mark.parametrize("word", ["tucco", "m", "purse:x", "purse:-5", "gold", "purse-1"])
def test_an_unknown_word_is_reported(word: str) -> None:
    with pytest.raises(BadSketch, match="expected a bandit, M, or loot"):
        board(f"roof | tuco |\ninside | M {word} |")


def test_seats_name_exactly_the_bandits_on_the_board() -> None:
    with pytest.raises(BadSketch, match="expected the seats to name the bandits"):
        board(SKETCH, seats=["tuco", "ghost"])
    with pytest.raises(BadSketch, match="expected the seats to name the bandits"):
        board(SKETCH, seats=["tuco", "doc", "ghost", "belle", "django"])


@pytest.mark.parametrize(
    ("sketch", "told"),
    [
        ("roof | M | |\ninside | | tuco |", "expected the Marshal M once, inside a car"),
        ("roof | | |\ninside | M | M tuco |", "expected the Marshal M once, inside a car"),
        ("roof | tuco | |\ninside | M | tuco |", "expected tuco in one place"),
        ("roof | | |\nroof | | |\ninside | M | tuco |", "expected one row called roof, got two"),
        ("roof | | |\ninside | M | tuco purse: |", "expected a bandit, M, or loot"),
    ],
)
def test_a_sketch_that_makes_no_sense_is_told(sketch: str, told: str) -> None:
    with pytest.raises(BadSketch, match=told):
        board(sketch)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seats": ["tuco", "doc", "ghost", "belle", "belle"]}, "expected the seats to name the bandits"),
        ({"first": "django"}, "first: expected bandits on the train"),
        ({"loot": {"django": ["purse"]}}, "loot: expected bandits on the train"),
        ({"bullets": {"django": 1}}, "bullets: expected bandits on the train"),
        ({"received": {"django": ["neutral-bullet"]}}, "received: expected bandits on the train"),
        ({"pile": ["django-fire"]}, "pile: expected cards of"),
        ({"pile": ["tuco-dance"]}, "too many or unknown: tuco-dance"),
        ({"pile": ["tuco-punch", "tuco-punch"]}, "too many or unknown: tuco-punch"),
        ({"card": "breakfast"}, "card: expected round cards"),
        ({"rounds": ["breakfast"]}, "rounds: expected round cards"),
        (
            {"modules": ("base", "marshal")},
            "modules: expected modules that go together, got base, marshal: add mei",
        ),
        ({"modules": ("mei", "base")}, "modules: expected some of base, .*, in this order; got mei, base"),
    ],
)
def test_what_does_not_fit_the_sketch_is_told(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSketch, match=told):
        board(SKETCH, **given)


def test_a_position_is_drawn_as_the_sketch_it_came_from() -> None:
    position = board(SKETCH.replace(":500", ""))
    drawn = sketch_of(position)
    assert board(drawn) == position
    first, second = drawn.splitlines()
    assert [index for index, sign in enumerate(first) if sign == "|"] == [
        index for index, sign in enumerate(second) if sign == "|"
    ]


def test_before_there_is_a_train_the_rows_are_empty() -> None:
    assert sketch_of(NEW) == "roof   |  |\ninside |  |"


# --- cars by name

NAMED = """
    car    |      | mail | second-class |
    roof   | tuco |      | ghost        |
    inside | M    | doc  | purse        |
    """


def test_a_car_row_names_the_cars() -> None:
    game = board(NAMED)
    assert game.train == ("locomotive", "mail", "second-class")
    assert {bandit: figure.place for bandit, figure in game.figures.items()} == {
        "tuco": "locomotive.roof",
        "doc": "mail.inside",
        "ghost": "second-class.roof",
    }
    assert game.floor == {"second-class.inside": ("purse-1",)}


def test_the_locomotive_may_be_named_and_the_row_may_come_last() -> None:
    rows = [line for line in NAMED.splitlines() if line.strip()]
    assert board(NAMED.replace("car    |      ", "car    | locomotive ")) == board(NAMED)
    assert board("\n".join([*rows[1:], rows[0]])) == board(NAMED)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("car | | mail |", "all with the same number of cells"),
        ("car | | mail | dining | baggage |", "all with the same number of cells"),
        ("car | | mail | |", "car: expected a unique name for each car but the locomotive"),
        ("car | | mail | mail |", "car: expected a unique name"),
        ("car | | locomotive | mail |", "car: expected a unique name"),
        ("car | caboose | mail | dining |", "car: expected a unique name"),
        ("car | | a | b |\n car | | a | b |", "expected one row called car, got two"),
    ],
)
def test_a_car_row_that_makes_no_sense_is_told(row: str, told: str) -> None:
    with pytest.raises(BadSketch, match=told):
        board(NAMED.replace("car    |      | mail | second-class |", row))


# --- Schemin'


def test_with_hands_it_is_schemin_and_the_first_player_is_asked() -> None:
    game = board(SKETCH, hands={"tuco": ["tuco-fire", "tuco-move"]}, first="doc")
    assert (game.phase, game.round.turn, game.round.order) == ("schemin", 0, ("doc", "ghost", "belle", "tuco"))
    assert awaiting(game) == (Decision("doc", "scheme", "doc"),)
    assert game.cards["tuco"].hand == ("tuco-fire", "tuco-move")
    assert len(game.cards["tuco"].deck) == 8
    assert (game.cards["doc"].hand, len(game.cards["doc"].deck)) == ((), 10)
    assert board(SKETCH, hands={}).phase == "schemin"


def test_what_is_on_the_pile_or_in_a_hand_is_not_in_the_deck() -> None:
    game = board(
        SKETCH,
        hands={"belle": ["belle-move", "ghost-bullet-6"]},
        pile=["belle-fire"],
        received={"belle": ["neutral-bullet", "ghost-bullet-6"]},
    )
    deck = game.cards["belle"].deck
    assert deck[0] == "neutral-bullet"
    assert "ghost-bullet-6" not in deck
    assert (deck.count("belle-move"), deck.count("belle-fire"), len(deck)) == (1, 1, 9)
    assert game.round.pile == (Played("belle", "belle-fire", False),)
    assert game.round.current is None


def test_a_deck_lies_as_it_is_given() -> None:
    left = list(board(SKETCH, hands={"tuco": ["tuco-fire"]}).cards["tuco"].deck)
    game = board(SKETCH, hands={"tuco": ["tuco-fire"]}, decks={"tuco": left[::-1]})
    assert game.cards["tuco"].deck == tuple(left[::-1]) != tuple(left)
    assert len(game.cards["doc"].deck) == 10


def test_turns_before_and_who_has_acted_are_counted() -> None:
    first = board(SKETCH, hands={}, acted=2)
    assert (first.round.turn, first.round.order, first.round.hidden) == (0, ("ghost", "belle"), False)
    tunnel = board(SKETCH, hands={}, card="tunnel.2-4", turn=1, acted=1)
    assert (tunnel.round.turn, tunnel.round.order, tunnel.round.hidden) == (1, ("doc", "ghost", "belle"), True)


def test_turns_go_in_the_order_and_the_way_up_of_their_kind() -> None:
    for name in ("angry-marshal.2-4", "braking.2-4"):
        for turn, kind in enumerate(BOX.round_cards[name].turns):
            game = board(SKETCH, hands={}, card=name, turn=turn)
            rules = rulebook(("base",)).turns.kinds[kind]
            assert game.round.order == rules.order(game.options.seats)
            assert game.round.hidden == rules.face_down


def test_draws_are_who_drew_in_which_turn() -> None:
    game = board(SKETCH, hands={}, turn=2, draws={"tuco": [0, 1], "belle": [1]})
    assert game.round.draws == (Draw("tuco", 0), Draw("tuco", 1), Draw("belle", 1))
    assert board(SKETCH, hands={}).round.draws == ()


def test_a_card_with_a_question_mark_lies_face_down() -> None:
    game = board(SKETCH, hands={}, pile=["tuco-fire?", "ghost-move"])
    assert game.round.pile == (Played("tuco", "tuco-fire", True), Played("ghost", "ghost-move", False))
    assert "tuco-fire" in game.cards["tuco"].deck, "there are two of them"
    assert board(SKETCH, pile=["tuco-fire?"]).round.current == Played("tuco", "tuco-fire", True)


def test_the_edition_is_the_one_that_is_named() -> None:
    assert board(SKETCH, edition="pl-base").options.edition == "pl-base"


def test_a_station_card_means_a_game_with_stations() -> None:
    assert board(SKETCH, rounds=["conductor"]).options.stations
    assert board(SKETCH, card="conductor").options.stations
    assert not board(SKETCH, rounds=["tunnel.2-4"]).options.stations


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"hands": {"django": []}}, "hands: expected bandits on the train"),
        ({"hands": {}, "decks": {"django": []}}, "decks: expected bandits on the train"),
        ({"hands": {}, "draws": {"django": [0]}}, "draws: expected bandits on the train"),
        ({"hands": {"tuco": ["tuco-dance"]}}, "hands: expected no more cards than tuco has.*: tuco-dance"),
        ({"hands": {"tuco": ["tuco-punch"] * 2}}, "hands: expected no more cards than tuco has.*: tuco-punch"),
        ({"hands": {"tuco": ["doc-fire"]}}, "hands: expected no more cards than tuco has.*: doc-fire"),
        ({"hands": {"tuco": ["tuco-punch"]}, "pile": ["tuco-punch"]}, "hands: expected no more cards"),
        ({"hands": {}, "decks": {"tuco": ["tuco-fire"]}}, "decks: expected the cards left of tuco, .*; got tuco-fire"),
        ({"hands": {}, "decks": {"tuco": []}}, "decks: expected the cards left of tuco"),
        ({"hands": {}, "turn": 5}, "turn: expected 0 to 4 on tunnel.2-4, got 5"),
        ({"hands": {}, "turn": -1}, "turn: expected 0 to 4 on tunnel.2-4, got -1"),
        ({"hands": {}, "acted": 4}, "acted: expected 0 to 3, since the turn is not over; got 4"),
        ({"hands": {}, "acted": -1}, "acted: expected 0 to 3"),
        ({"pile": ["tuco-move"], "bullets": {"tuco": 7}}, "bullets: expected 0 to 6 .*got 7"),
        ({"pile": ["tuco-move"], "bullets": {"tuco": -1}}, "bullets: expected 0 to 6 .*got -1"),
    ],
)
def test_an_impossible_board_is_reported(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSketch, match=told):
        board(SKETCH, **given)
