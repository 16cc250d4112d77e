"""What the stagecoach adds to a board: what is drawn, what is stated, the defaults, and what can be left out."""

from typing import Any

import pytest
from attrs import asdict

from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketching import board_of, given_of, is_drawable, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.conformance.protocol import messages as p
from colt_rules.log.codec import to_data
from colt_rules.model.parts import part_of
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.stagecoach.model import Plan, stagecoach_of

ALL = ("base", "horses", "stagecoach")
PLAIN = """
car    |   | mail  | dining |
roof   |   | tuco  |        |
inside | M | ghost | doc    |
"""
FULL = """
car    |       | mail             | dining      | stagecoach       |
roof   | tuco  | shotgun          | purse       | doc purse        |
inside | M     | ghost whisky:old | whisky:half | belle whisky     |
beside | horse | stagecoach horse | horse horse |
"""
STANDING, GUARDED = ("cell", "mail.beside", "0"), ("cell", "mail.roof", "0")
"""The pieces that are the stagecoach and the Shotgun in it."""


def with_all(sketch: str = PLAIN, **told: Any) -> Game:
    return board(sketch, **{"modules": ALL, **told})


def test_without_the_modules_there_is_nothing_of_theirs() -> None:
    game = board(PLAIN)
    assert not part_of(game, "horses")
    assert not part_of(game, "stagecoach")
    assert "tuco-ride" not in game.cards["tuco"].deck


def test_by_default_the_stagecoach_is_beside_the_locomotive_with_guard_and_strongbox_on_it() -> None:
    game = with_all()
    coach = stagecoach_of(game)
    assert (coach.car, coach.shotgun, coach.hostages, coach.captors) == ("locomotive", "stagecoach.roof", (), {})
    assert game.floor == {"stagecoach.roof": ("strongbox-3",)}
    assert game.values["strongbox-3"] == 1000
    assert game.aside == ("strongbox-1",)
    assert horses_of(game).stands == {}
    assert game.neutral == 16
    assert game.cards["tuco"].deck.count("tuco-ride") == 1


def test_all_stands_where_it_is_drawn() -> None:
    game = with_all(FULL)
    coach, horses = stagecoach_of(game), horses_of(game)
    assert game.train == ("locomotive", "mail", "dining")
    assert (coach.car, coach.shotgun) == ("mail", "mail.roof")
    assert horses.stands == {"horse-1": "locomotive", "horse-2": "mail", "horse-3": "dining", "horse-4": "dining"}
    assert game.figures["doc"].place == "stagecoach.roof"
    assert game.figures["belle"].place == "stagecoach.inside"
    assert game.floor["stagecoach.roof"] == ("purse-2", "strongbox-3")


def test_the_strongbox_of_the_stagecoach_is_called_by_its_name_wherever_it_is() -> None:
    game = with_all(loot={"doc": ["strongbox-3", "strongbox"]})
    assert game.figures["doc"].loot == ("strongbox-3", "strongbox-1")
    assert game.aside == ("strongbox-2",)
    assert game.floor == {}


def test_hostages_wait_or_have_captors() -> None:
    game = with_all(hostages=["minister", "zealot"], captors={"doc": "poker-player", "tuco": "poodle"}, number=3)
    coach = stagecoach_of(game)
    assert (coach.hostages, coach.captors) == (("minister", "zealot"), {"doc": "poker-player", "tuco": "poodle"})
    assert (game.figures["doc"].powers, game.figures["tuco"].powers) == ((), ("tuco",))
    assert (coach.bitten, coach.fell_back) == (3, 2)


def test_who_has_ridden_away_has_a_seat_and_no_place_on_the_train() -> None:
    game = with_all(away=["belle"])
    assert game.options.seats == ("ghost", "tuco", "doc", "belle")
    assert game.figures["belle"].place == "away"


def test_kept_cards_are_in_hand_in_stealin() -> None:
    game = with_all(kept={"doc": ["doc-move", "doc-fire"]}, card="attack-plans.2-4", number=2)
    assert stagecoach_of(game).plan == Plan(2, (), 2, {"doc": ("doc-fire", "doc-move")})
    assert game.cards["doc"].hand == ("doc-move", "doc-fire")
    assert game.cards["doc"].deck.count("doc-fire") == 1


def test_bullets_are_remembered_as_told() -> None:
    assert stagecoach_of(with_all(remembered={"doc": 2})).remembered == {"doc": 2}


@pytest.mark.parametrize(
    ("sketch", "told", "why"),
    [
        (PLAIN.replace("tuco ", "tuco shotgun").replace("doc ", "doc shotgun"), {}, "the shotgun once, on a roof"),
        (PLAIN.replace("doc ", "doc shotgun"), {}, "the shotgun once, on a roof; got him at dining.inside"),
        (PLAIN + "beside | | ox | |", {}, "beside: expected the words horse and stagecoach, got 'ox'"),
        (PLAIN + "beside | stagecoach | stagecoach | |", {}, "the stagecoach once, got it beside locomotive and mail"),
        (PLAIN, {"hostages": ["hamster"]}, "hostages: expected some of .*; got 'hamster'"),
        (PLAIN, {"captors": {"doc": "hamster"}}, "captors: expected some of .*; got 'hamster'"),
        (PLAIN, {"captors": {"belle": "poodle"}}, "captors: expected bandits on the train"),
        (PLAIN, {"hostages": ["poodle"], "captors": {"doc": "poodle"}}, "each in one place, got poodle twice"),
        (PLAIN, {"away": ["doc"]}, "away: expected bandits that are not on the train, got doc"),
        (PLAIN, {"kept": {"doc": ["doc-fire"]}}, "kept: expected at most 0 cards in a round with this card"),
        (PLAIN, {"kept": {"doc": ["doc-fire"]}, "hands": {}}, "kept: allowed only in Stealin'"),
        (PLAIN, {"loot": {"doc": ["strongbox-3", "strongbox-3"]}}, "got 'strongbox-3'"),
        (PLAIN, {"hands": {}, "card": "attack-plans.2-4", "acted": 1}, "in a melee all choose at once"),
    ],
)
def test_what_makes_no_sense_is_told(sketch: str, told: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSketch, match=why):
        with_all(sketch, **told)


@pytest.mark.parametrize(
    ("sketch", "told"),
    [
        (PLAIN.replace("dining", "stagecoach"), {}),
        (PLAIN.replace("tuco ", "tuco shotgun"), {}),
        (PLAIN, {"hostages": ["poodle"]}),
        (PLAIN, {"captors": {"doc": "poodle"}}),
        (PLAIN, {"away": ["belle"]}),
        (PLAIN, {"remembered": {"doc": 1}}),
    ],
)
def test_what_the_stagecoach_brings_needs_it(sketch: str, told: dict[str, Any]) -> None:
    with pytest.raises(BadSketch, match="expected the module stagecoach to be in play"):
        board(sketch, **told)


def test_a_position_with_everything_is_sketched_with_the_same_words() -> None:
    drawn = sketch_of(with_all(FULL))
    assert [" ".join(line.split()) for line in drawn.splitlines()] == [
        "car | | mail | dining | stagecoach |",
        "roof | tuco | shotgun | purse | doc purse strongbox-3 |",
        "inside | M | ghost whisky:old | whisky:half | belle whisky |",
        "beside | horse | stagecoach horse | horse horse | |",
    ]
    assert sketch_of(with_all(drawn)) == drawn


@pytest.mark.parametrize("modules", [ALL[:1], ALL[:2], ALL])
def test_a_position_is_written_with_what_its_modules_bring_and_read_again(modules: tuple[str, ...]) -> None:
    game = board(PLAIN, modules=modules, edition="fr-horses")
    assert {"horses", "stagecoach"} & to_data(game).keys() == {*modules} - {"base"}
    assert p.read_request(p.to_line(p.New(1, game))) == p.New(1, game)


def test_what_is_not_as_it_would_be_untold_can_be_left_out() -> None:
    told = {"hostages": ["minister"], "captors": {"belle": "poodle"}, "remembered": {"tuco": 2}, "away": ["django"]}
    made = take_apart(with_all(FULL, pile=["doc-move"], **told), ())
    assert made is not None
    own = {piece for piece in pieces(made) if piece[0] == "option" or piece in (STANDING, GUARDED)}
    assert own == {
        ("option", "hostages", "minister"),
        ("option", "captors", "belle"),
        ("option", "remembered", "tuco"),
        STANDING,
        GUARDED,
    }
    less = asdict(given_of(without(made, own)))
    assert [less[name] for name in ("hostages", "captors", "remembered", "away")] == [(), {}, {}, ("django",)]
    assert "shotgun" not in less["board"]
    assert less["board"].count("stagecoach") == 1


def test_whoever_is_left_out_takes_their_hostage_along_and_the_stagecoach_leaves_a_car_that_is_gone() -> None:
    made = take_apart(with_all(FULL, pile=["doc-move"], captors={"doc": "poodle", "tuco": "teacher"}), ())
    assert made is not None
    assert asdict(given_of(without(made, [("bandit", "tuco")])))["captors"] == {"doc": "poodle"}
    for car, beside in (("dining", "mail"), ("mail", "locomotive")):
        less = without(made, [("car", car)])
        assert is_drawable(less)
        assert stagecoach_of(board_of(less)).car == beside
