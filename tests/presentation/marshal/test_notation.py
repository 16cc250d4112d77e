"""What the Marshal adds to a board: what is drawn and stated, the defaults, and what can be left out."""

from collections import Counter
from typing import Any

import pytest
from attrs import asdict

from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.cases.reachable import unreachable
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketch import renamed
from colt_rules.conformance.fuzzing.sketching import board_of, given_of, is_drawable, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.kernel import awaiting
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import (
    CELL,
    FALLEN,
    Holding,
    LastCard,
    MarshalPlayer,
    Payment,
    PileMeasure,
    Reflexes,
    marshal_of,
)
from colt_rules.rules.rulebook import rules_of

PLAIN = """\
car    |         | mail  | dining | prison |
roof   |         | tuco  |        |        |
inside | marshal | ghost | doc    | belle  |
"""
FULL = PLAIN.replace("doc    |", "doc mailbag:1200 mailbag |")


def with_marshal(sketch: str = PLAIN, **told: Any) -> Game:
    return board(sketch, modules=("base", "mei", "marshal"), **{"pile": ["tuco-move"], **told})


def with_fields(game: Game, **fields: Any) -> Game:
    """The position with this of its Marshal."""
    return with_part(game, "marshal", changed(marshal_of(game), **fields))


# --- read


def test_the_marshal_is_a_figure_with_a_seat_his_own_deck_and_no_pawn() -> None:
    game = with_marshal()
    assert game.options.seats == ("marshal", "ghost", "tuco", "doc", "belle")
    assert (game.marshal, game.figures["marshal"].place, game.figures["marshal"].powers) == (
        "",
        "locomotive.inside",
        (),
    )
    deck = Counter(card.removeprefix("marshal-") for card in game.cards["marshal"].deck)
    assert deck == {id: card.count for id, card in EXTRAS.marshal_cards.items() if not card.with_action}
    assert "tuco-marshal" not in game.cards["tuco"].deck
    assert "tuco-brilliant-idea" in game.cards["tuco"].deck


def test_what_is_not_told_is_as_at_the_beginning_of_the_round() -> None:
    player = marshal_of(with_marshal(number=2))
    assert player.brawlers == ("gold", "silver", "bronze")
    assert [len(player.cylinders[side]) for side in ("left", "right")] == [6, 6]
    assert (len(player.current), len(player.future or ())) == (2, 3)
    assert with_marshal().figures["marshal"].bullets == 12
    assert (player.prisoners, player.named) == ((), True)


def test_bullets_that_somebody_has_are_missing_from_the_left_cylinder_first() -> None:
    game = with_marshal(received={"tuco": ["marshal-bullet-knee"]}, wounds={"doc": ["disarmed"]})
    left, right = (marshal_of(game).cylinders[side] for side in ("left", "right"))
    assert (len(left), len(right), game.figures["marshal"].bullets) == (4, 6, 10)
    assert not {"marshal-bullet-knee", "marshal-bullet-disarmed"} & {*left}
    named = with_marshal(wounds={"doc": ["marshal-bullet-disarmed"]}, cylinders={"left": ["marshal-bullet-golden"]})
    assert marshal_of(named).wounds == {"doc": ("marshal-bullet-disarmed",)}
    assert marshal_of(named).cylinders["left"] == ("marshal-bullet-golden",)
    told = with_marshal(cylinders={"left": ["golden"], "right": []})
    assert marshal_of(told).cylinders == {"left": ("marshal-bullet-golden",), "right": ()}
    assert told.figures["marshal"].bullets == 1


def test_who_is_in_the_cell_or_thrown_off_is_in_no_cell_of_the_board() -> None:
    game = with_marshal(cell=["django"], fallen=["cheyenne"])
    assert (game.figures["django"].place, game.figures["cheyenne"].place) == (CELL, FALLEN)


def test_a_companion_gives_its_power_as_in_a_game() -> None:
    told: dict[str, Any] = {"companions": {"tuco": "companion-of-belle", "doc": "companion-of-doc"}}
    assert [with_marshal(**told).figures[bandit].powers for bandit in ("tuco", "doc")] == [("tuco", "belle"), ("doc",)]
    assert with_marshal(powers=False, **told).figures["tuco"].powers == ()


def test_mailbags_are_loot_and_those_in_safety_come_after_all_others() -> None:
    game = with_marshal(FULL, secured=[200])
    assert game.floor["dining.inside"] == ("mailbag-1", "mailbag-2")
    assert [game.values[f"mailbag-{number}"] for number in (1, 2, 3)] == [1200, 200, 200]
    assert marshal_of(game).mailbags == ("mailbag-3",)


def test_cards_that_are_held_back_are_in_hand_and_the_last_card_is_known() -> None:
    game = with_marshal(pile=["marshal-fire"], held={"doc": ["doc-fire"]}, last="tuco-punch", card="rumours.2-4")
    assert game.cards["doc"].hand == ("doc-fire",)
    holding = marshal_of(game).holding
    assert holding is not None
    assert holding.held == {"doc": ("doc-fire",)}
    assert marshal_of(game).last_card == LastCard(1, "tuco", "punch")


def test_the_turns_that_a_table_has_named_are_those_of_the_round() -> None:
    turns = {"rumours.2-4": ["standard", "switching", "standard", "standard", "tunnel"]}
    game = with_marshal(pile=[], hands={}, card="rumours.2-4", turns=turns, turn=4, acted=1)
    assert (game.round.hidden, len(game.round.order)) == (True, 4)
    assert rules_of(game).turn(game) == "tunnel"
    with pytest.raises(BadSketch, match=r"turn: expected 0 to 3 on rumours\.2-4, got 4"):
        with_marshal(pile=[], hands={}, card="rumours.2-4", turn=4)


@pytest.mark.parametrize(
    ("sketch", "told", "why"),
    [
        (PLAIN.replace("prison", "baggage"), {}, "expected the last car to be prison, got baggage"),
        (
            PLAIN.replace("marshal |", "M       |"),
            {},
            "expected no Marshal M, for one of the players is the Marshal; got him at loco",
        ),
        (PLAIN.replace("marshal", "cheyenne"), {}, "expected the Marshal in a cell of the board, written marshal"),
        (PLAIN, {"posters": ["marshal"]}, "posters: expected bandits on the train"),
        (PLAIN, {"companions": {"django": "companion-of-doc"}}, "companions: expected bandits on the train"),
        (PLAIN, {"companions": {"doc": "hamster"}}, "companions: expected some of .*; got 'hamster'"),
        (PLAIN, {"prisoners": ["hamster"]}, "prisoners: expected some of .*; got 'hamster'"),
        (PLAIN, {"current": ["fame"]}, "current: expected some of .*; got 'fame'"),
        (PLAIN, {"cylinders": {"left": ["pea"]}}, "cylinders: expected some of .*; got 'pea'"),
        (PLAIN, {"wounds": {"doc": ["pea"]}}, "wounds: expected some of .*; got 'pea'"),
        (PLAIN, {"secured": [7]}, "secured: expected values of mailbags, 200, 1200; got 7"),
        (PLAIN, {"cell": ["doc"]}, "cell: expected bandits that are not on the train, got doc"),
        (PLAIN, {"received": {"doc": ["marshal-bullet-golden"] * 3}}, "no more bullet cards than exist"),
        (PLAIN, {"loot": {"doc": ["mailbag:7"]}}, "got 'mailbag:7'"),
        (PLAIN, {"turns": {"noon": ["standard"]}}, "turns: expected round cards .*, got noon"),
        (PLAIN, {"held": {"doc": ["doc-fire"]}}, "held: expected at most 0 cards in a round with this card"),
        (
            PLAIN,
            {"measured": [0, 1]},
            "measured: expected as many numbers as turns have begun, .* here 6, .*; got 0, 1",
        ),
        (
            PLAIN,
            {"measured": [0, 2, 1, 3, 4, 5]},
            "measured: expected .* none of them below 0 or below the one before it",
        ),
        (
            PLAIN,
            {"measured": [-1, 0, 1, 3, 4, 5]},
            "measured: expected .* none of them below 0 or below the one before it",
        ),
        (PLAIN, {"measured": [0, 1], "hands": {}, "pile": []}, "measured: expected .* here 1, .*; got 0, 1"),
        (PLAIN, {"held": {"doc": ["doc-fire"]}, "hands": {}, "pile": []}, "held: allowed only in Stealin'"),
    ],
)
def test_what_makes_no_sense_is_told(sketch: str, told: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSketch, match=why):
        with_marshal(sketch, **told)


@pytest.mark.parametrize(
    ("sketch", "told"),
    [(PLAIN, {}), (PLAIN.replace("marshal", "mailbag"), {}), (PLAIN.replace("marshal", "M"), {"cell": ["django"]})],
)
def test_what_the_marshal_brings_needs_him(sketch: str, told: dict[str, Any]) -> None:
    with pytest.raises(BadSketch, match="expected the module marshal to be in play"):
        board(sketch, pile=["tuco-move"], **told)


# --- written back


def test_a_position_is_sketched_with_the_same_words() -> None:
    drawn = sketch_of(with_marshal(PLAIN.replace("doc    |", "doc mailbag |")))
    assert [line.split() for line in drawn.splitlines()] == [
        line.split() for line in PLAIN.replace("doc    |", "doc mailbag |").splitlines()[1:]
    ]


TOLD: dict[str, Any] = {
    "cell": ("django",),
    "fallen": ("cheyenne",),
    "brawlers": ("bronze",),
    "punches": {"doc": ("gold",), "tuco": ("silver",)},
    "cylinders": {"left": ("golden",), "right": ("knee", "golden")},
    "current": ("keys",),
    "future": ("warrant-doc", "scratches"),
    "shown": ("keys",),
    "posters": ("django", "doc"),
    "secured": (1200,),
    "recaptured": ("companion-of-tuco",),
    "prisoners": ("companion-of-belle",),
    "companions": {"doc": "companion-of-ghost"},
    "wounds": {"ghost": ("knee",)},
    "last": "doc-fire",
    "held": {"doc": ("doc-move",)},
    "turns": {"rumours.2-4": ("standard",)},
    "measured": (0, 3),
    "printed": ("jewel", "purse"),
}


def test_all_that_can_be_told_comes_back() -> None:
    game = with_marshal(FULL, pile=["marshal-fire"], card="rumours.2-4", **TOLD)
    made = take_apart(game, ())
    assert made is not None
    given = asdict(given_of(made), recurse=False)
    assert {name: given[name] for name in TOLD} == TOLD
    assert "mailbag:1200 mailbag |" in given["board"]
    assert board_of(made) == game


def test_defaults_are_left_out_of_a_sketch() -> None:
    made = take_apart(with_marshal(number=2), ())
    assert made is not None
    assert (given_of(made).board, given_of(made).pile, given_of(made).number) == (PLAIN, ("tuco-move",), 2)
    said = asdict(given_of(made), recurse=False)
    untold = asdict(given_of(made).__class__(board=""), recurse=False)
    assert {name for name in TOLD if said[name] != untold[name]} == set()


def test_the_card_that_a_board_turns_up_is_the_last_one_without_saying() -> None:
    made = take_apart(with_marshal(), ())
    assert made is not None
    assert marshal_of(board_of(made)).last_card == LastCard(1, "tuco", "move")
    assert asdict(given_of(made))["last"] == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"plus": 1},
        {"searching": "doc"},
        {"payment": Payment("doc", "tuco")},
        {"reflexes": Reflexes(1, (), False)},
        {"named": False},
        {"future": None},
        {"measured": (PileMeasure(1, 1, 3),)},
    ],
)
def test_no_board_shows_what_is_half_done(fields: dict[str, Any]) -> None:
    assert take_apart(with_marshal(), ()) is not None
    assert take_apart(with_fields(with_marshal(), **fields), ()) is None


def test_what_is_over_since_an_earlier_round_is_not_told() -> None:
    past = with_fields(
        with_marshal(number=2, pile=["marshal-fire"]),
        last_card=LastCard(1, "doc", "fire"),
        holding=Holding(1, (), 1, {"doc": ("doc-fire",)}),
        reflexes=Reflexes(1, (), True),
        measured=(PileMeasure(1, 0, 0),),
    )
    made = take_apart(past, ())
    assert made is not None
    given = asdict(given_of(made), recurse=False)
    assert (given["last"], given["held"], given["measured"]) == ("", {}, ())


# --- left out


def test_each_thing_can_be_left_out() -> None:
    made = take_apart(with_marshal(FULL, pile=["marshal-fire"], card="rumours.2-4", **TOLD), ())
    assert made is not None
    own = {piece for piece in pieces(made) if piece[0] == "option"}
    assert own == {
        *(("option", "posters", bandit) for bandit in ("django", "doc")),
        *(("option", "punches", bandit) for bandit in ("doc", "tuco")),
        *(("option", "cylinders", cylinder) for cylinder in ("left", "right")),
        ("option", "companions", "doc"),
        ("option", "wounds", "ghost"),
        ("option", "held", "doc"),
        ("option", "recaptured", "companion-of-tuco"),
        ("option", "prisoners", "companion-of-belle"),
        ("option", "shown", "keys"),
        ("option", "turns", "rumours.2-4"),
        *(("option", "printed", kind) for kind in ("jewel", "purse")),
        *(("option", name) for name in ("brawlers", "current", "future", "secured", "last", "measured")),
    }
    less = asdict(given_of(without(made, own)), recurse=False)
    plain = asdict(given_of(made).__class__(board=""), recurse=False)
    assert {name for name in TOLD if less[name] != plain[name]} == {"cell", "fallen"}
    assert ("worth", next(iter(renamed(made)))) in pieces(made)


def test_the_marshal_and_the_prison_car_stay_and_who_is_left_out_takes_all_along() -> None:
    made = take_apart(with_marshal(FULL, pile=["marshal-fire"], card="rumours.2-4", **TOLD), ())
    assert made is not None
    assert not {("bandit", "marshal"), ("car", "prison")} & {*pieces(made)}
    less = asdict(given_of(without(made, [("bandit", "doc")])), recurse=False)
    assert (less["posters"], less["punches"], less["companions"], less["held"]) == (
        ("django",),
        {"tuco": ("silver",)},
        {},
        {},
    )
    assert is_drawable(made)
    assert awaiting(board_of(without(made, [("bandit", "django"), ("bandit", "cheyenne")])))


# --- whether a game comes to it


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({}, None),
        ({"secured": [1200]}, "mailbags: expected one of $1200, got 2"),
        ({"punches": {"doc": ["gold"]}}, "brawlers: expected each once, got gold more often"),
        (
            {"prisoners": ["companion-of-doc"], "recaptured": ["companion-of-doc"]},
            "prisoners: expected each once, got companion-of-doc more often",
        ),
        (
            {"prisoners": [f"companion-of-{bandit}" for bandit in ("doc", "tuco", "ghost", "belle")]},
            "prisoners: expected at most 3, got 4",
        ),
        (
            {"cylinders": {"left": ["golden"]}},
            "bullets: expected the Marshal's bullets, left and received, to add up to 12; got 7 left and 0 received",
        ),
    ],
)
def test_what_is_more_than_the_box_holds_is_told(told: dict[str, Any], reason: str | None) -> None:
    sketch = FULL.replace("mailbag |", "|")
    found = [one for one in unreachable(with_marshal(sketch, **told)) if one.split(":")[0] != "cars"]
    assert found == ([reason] if reason else [])


def test_loot_that_the_table_names_for_the_prison_car_is_counted() -> None:
    jewels = PLAIN.replace("dining", "baggage").replace("mail ", "saloon").replace("belle  |", "belle jewel jewel |")
    sketch = jewels.replace("saloon", "mail  ")
    assert [one for one in unreachable(with_marshal(sketch)) if one.startswith("jewels")]
    named = with_marshal(sketch, printed=["jewel"])
    assert not [one for one in unreachable(named) if one.startswith("jewels")]


def test_a_record_without_anything_is_no_position_of_a_board() -> None:
    assert take_apart(with_part(with_marshal(), "marshal", MarshalPlayer()), ()) is None
