"""The Stealin' phase: the pile is carried out card by card, in the order of play."""

from itertools import product
from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, Command, DrawCards, Fire, Move, MoveMarshal, PlayCard, Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    CardPlayed,
    CardReturned,
    CardRevealed,
    Event,
    NeutralBulletGiven,
    PileTurned,
    StealinEnded,
)
from colt_rules.kernel import Accepted, Refused, awaiting, decide, fold, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played
from colt_rules.rules.base.actions import ACTIONS
from colt_rules.rules.rulebook import rulebook
from tests.verdicts import accepted, after, answers, back, comes_up, lay, refusal

REVEALED = ("stealin.pile-turned", "stealin.first-in-first-out")
OBLIGATORY = ("stealin.obligatory",)
OUT_OF_TURN = ("ruling.command.form", "stealin.first-in-first-out")
SKETCH = """
    roof   |             |      |       |
    inside | M strongbox | tuco | ghost |
    """


def planned(*pile: str) -> Game:
    return board(SKETCH, pile=pile)


def events(verdict: Accepted) -> list[Event]:
    return [event for event, _ in verdict.events]


# --- the order


@pytest.mark.clause("stealin.first-in-first-out")
def test_cards_come_up_in_the_order_in_which_they_were_played() -> None:
    game = planned("ghost-floor-change", "tuco-move", "ghost-move")
    assert awaiting(game) == (Decision("ghost", "floor-change", "ghost"),)
    game = after(game, ChangeFloor("ghost", "car-2.roof"))
    assert awaiting(game) == (Decision("tuco", "move", "tuco"),)
    game = after(game, Move("tuco", "car-2.inside"))
    assert awaiting(game) == (Decision("ghost", "move", "ghost"),)


@pytest.mark.clause("stealin.first-in-first-out", "ruling.command.form")
def test_nobody_acts_before_the_own_card_comes_up() -> None:
    game = planned("ghost-move", "tuco-move")
    assert refusal(game, Move("tuco", "car-2.inside")) == OUT_OF_TURN
    assert answers(game, "tuco") == []


@pytest.mark.clause("stealin.first-in-first-out")
def test_one_players_cards_keep_their_order_too() -> None:
    game = planned("tuco-floor-change", "tuco-move")
    assert refusal(game, Move("tuco", "car-2.inside")) == OUT_OF_TURN
    game = after(game, ChangeFloor("tuco", "car-1.roof"))
    assert accepted(game, Move("tuco", "car-2.roof"))


@pytest.mark.clause("stealin.pile-turned", "stealin.first-in-first-out")
def test_the_next_card_is_revealed_when_the_one_before_is_done() -> None:
    game = planned("tuco-floor-change", "ghost-floor-change", "tuco-move")
    assert accepted(game, ChangeFloor("tuco", "car-1.roof")).events == (
        (ActionTaken("tuco", "floor-change"), OBLIGATORY),
        (BanditMoved("tuco", "car-1.inside", "car-1.roof", "climb"), ("floor-change.up",)),
        back("tuco-floor-change"),
        (CardRevealed("ghost", "ghost-floor-change"), REVEALED),
    )


@pytest.mark.clause("stealin.pile-turned")
def test_a_card_played_face_down_is_revealed_when_it_comes_up_and_not_before() -> None:
    game = lay(board(SKETCH), "tuco-floor-change", "ghost-move", face_down=True)
    assert comes_up(game) == [(CardRevealed("tuco", "tuco-floor-change"), REVEALED)]
    first = settle(game).after
    assert first.round.current == Played("tuco", "tuco-floor-change", True)
    assert first.round.pile == (Played("ghost", "ghost-move", True),)


@pytest.mark.clause("stealin.pile-turned", "stealin.first-in-first-out")
def test_turning_the_pile_over_keeps_its_order() -> None:
    """The last card of the last turn is laid; the one that was laid first comes up first."""
    game = board(SKETCH, card="bridge.2-4")
    pile = (Played("ghost", "ghost-move", True), Played("tuco", "tuco-fire", False))
    cards = {"ghost": Cards((), ()), "tuco": Cards(("tuco-move", "tuco-punch"), ("tuco-marshal",))}
    last = changed(game, phase="schemin", cards=cards, round=changed(game.round, turn=2, order=("tuco",), pile=pile))
    turned = accepted(last, PlayCard("tuco", "tuco-move", False))
    assert events(turned)[0] == CardPlayed("tuco", "tuco-move", False)
    assert turned.events[-2:] == (
        (PileTurned(), ("schemin.ends", "game.two-phases", "stealin.pile-turned")),
        (CardRevealed("ghost", "ghost-move"), REVEALED),
    )
    assert turned.after.round.pile == (Played("tuco", "tuco-fire", False), Played("tuco", "tuco-move", False))


@pytest.mark.clause("stealin.first-in-first-out")
def test_when_the_pile_is_empty_the_phase_is_over() -> None:
    game = planned("tuco-floor-change")
    done = accepted(game, ChangeFloor("tuco", "car-1.roof"))
    assert done.events[2:4] == (back("tuco-floor-change"), (StealinEnded(), ("game.two-phases",)))
    assert refusal(done.after, ChangeFloor("tuco", "car-1.inside"))[0] == "ruling.command.form"


# --- what must be done


@pytest.mark.clause("stealin.obligatory")
@pytest.mark.parametrize(
    ("card", "only"),
    [
        ("tuco-floor-change", ChangeFloor("tuco", "car-1.roof")),
        ("tuco-fire", Fire("tuco", "ghost")),
        ("tuco-marshal", MoveMarshal("tuco", "car-1.inside")),
    ],
)
def test_even_with_one_answer_it_is_the_player_who_gives_it(card: str, only: Command) -> None:
    game = planned(card)
    assert awaiting(game) == (Decision("tuco", card.partition("-")[2], "tuco"),)
    assert answers(game, "tuco") == [only]


@pytest.mark.clause("stealin.obligatory", "ruling.command.form")
@pytest.mark.parametrize(
    "other",
    [
        DrawCards("tuco"),
        PlayCard("tuco", "tuco-fire", False),
        Fire("tuco", "ghost"),
        Rob("tuco", "strongbox-1"),
        Punch("tuco", "ghost", None, "car-2.inside", False),
        MoveMarshal("tuco", "car-1.inside"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_planned_action_can_be_neither_passed_nor_swapped_for_another(other: Command) -> None:
    assert refusal(planned("tuco-move"), other) == OUT_OF_TURN


@pytest.mark.clause("stealin.obligatory")
def test_what_is_impossible_is_left_undone_and_the_next_card_comes_up() -> None:
    game = planned("tuco-floor-change", "tuco-robbery", "ghost-punch", "ghost-move")
    done = accepted(game, ChangeFloor("tuco", "car-1.roof"))
    assert done.events[2:] == (
        back("tuco-floor-change"),
        (CardRevealed("tuco", "tuco-robbery"), REVEALED),
        (ActionIdle("tuco", "robbery"), ("stealin.obligatory", "robbery.nothing-there")),
        back("tuco-robbery"),
        (CardRevealed("ghost", "ghost-punch"), REVEALED),
        (ActionIdle("ghost", "punch"), ("stealin.obligatory", "ruling.action.nobody-there")),
        back("ghost-punch"),
        (CardRevealed("ghost", "ghost-move"), REVEALED),
    )


@pytest.mark.clause("stealin.obligatory")
def test_whether_an_action_is_possible_is_asked_when_its_card_comes_up() -> None:
    """Ghost has climbed out of reach when Doc's first Fire comes up, and is back for the second."""
    game = board(
        """
        roof   |   |     |       |
        inside | M | doc | ghost |
        """,
        pile=["ghost-floor-change", "doc-fire", "ghost-floor-change", "doc-fire"],
    )
    game = after(game, ChangeFloor("ghost", "car-2.roof"))
    assert awaiting(game) == (Decision("ghost", "floor-change", "ghost"),)
    game = after(game, ChangeFloor("ghost", "car-2.inside"))
    assert awaiting(game) == (Decision("doc", "fire", "doc"),)
    assert game.figures["doc"].bullets == 6


@pytest.mark.clause("stealin.obligatory")
@pytest.mark.parametrize("action", ["move", "floor-change", "fire", "robbery", "punch", "marshal"])
def test_a_card_waits_for_its_player_exactly_where_there_is_something_to_choose(action: str) -> None:
    """Every way to put two bandits on a short train, with and without bullets."""
    places = [(level, car) for level in ("roof", "inside") for car in range(3)]
    waiting = 0
    for mine, other in product(places, places):
        cells = dict.fromkeys(places, "") | {("roof", 1): "purse", ("inside", 2): "jewel"}
        cells[mine] += " tuco"
        cells[other] += " ghost"
        sketch = "\n".join(
            f"{level} | " + " | ".join(cells[level, car] for car in range(3)) + " |" for level in ("roof", "inside")
        )
        for bullets in (0, 1):
            game = lay(board(sketch, bullets={"tuco": bullets}), f"tuco-{action}")
            verdict = settle(game)
            waits = verdict.after.round.current is not None
            assert waits == (not any(isinstance(event, ActionIdle) for event, _ in verdict.events))
            assert waits == bool(ACTIONS[action].choice.answers(rulebook(("base",)), verdict.after, "tuco"))
            waiting += waits
    assert waiting


ANSWERS: list[Command] = [
    Move("tuco", "car-1.inside"),
    ChangeFloor("tuco", "locomotive.roof"),
    Fire("tuco", "doc"),
    Rob("tuco", "jewel-1"),
    Punch("tuco", "ghost", None, "car-1.inside", False),
    MoveMarshal("tuco", "car-1.inside"),
]
"""One answer to each of the six cards, in the position below."""


@pytest.mark.clause("stealin.obligatory")
@pytest.mark.parametrize(("action", "answer"), list(zip(ACTIONS, ANSWERS, strict=True)), ids=ACTIONS)
def test_that_a_player_acts_is_told_once_and_before_what_the_action_does(action: str, answer: Command) -> None:
    game = board(
        """
        roof   |                  |     |   |
        inside | tuco ghost jewel | doc | M |
        """,
        pile=[f"tuco-{action}", "doc-move"],
    )
    told = accepted(game, answer).events
    assert told[0] == (ActionTaken("tuco", action), OBLIGATORY)
    assert not any(isinstance(event, ActionTaken | ActionIdle) for event, _ in told[1:])
    returned = told.index(back(f"tuco-{action}"))
    assert returned > 1
    assert told[returned + 1 :] == ((CardRevealed("doc", "doc-move"), REVEALED),)


# --- the card goes back


@pytest.mark.clause("stealin.card-returns")
def test_a_card_carried_out_lies_on_top_of_its_owners_deck() -> None:
    game = planned("tuco-floor-change", "tuco-move", "ghost-move")
    deck = game.cards["tuco"].deck
    game = after(game, ChangeFloor("tuco", "car-1.roof"))
    assert game.cards["tuco"].deck == ("tuco-floor-change", *deck)
    game = after(game, Move("tuco", "car-2.roof"))
    assert game.cards["tuco"].deck == ("tuco-move", "tuco-floor-change", *deck)
    assert game.round.current == Played("ghost", "ghost-move", False)


@pytest.mark.clause("stealin.card-returns")
def test_a_card_found_impossible_returns_as_well() -> None:
    game = lay(board(SKETCH), "tuco-punch")
    done = settle(game)
    assert CardReturned("tuco", "tuco-punch") in events(done)
    assert done.after.cards["tuco"].deck == ("tuco-punch", *game.cards["tuco"].deck)
    assert done.after.round.current is None


@pytest.mark.clause("stealin.card-returns", "stealin.obligatory")
def test_a_card_lies_open_until_all_that_its_action_brought_about_is_done() -> None:
    """Tuco walks in on the Marshal: bullet and flight come first, then the card goes back, then the next comes up."""
    game = board(
        """
        roof   |   |   |      |       |
        inside |   | M | tuco | ghost |
        """,
        pile=["tuco-move", "ghost-move"],
    )
    told = events(accepted(game, Move("tuco", "car-1.inside")))
    assert told == [
        ActionTaken("tuco", "move"),
        BanditMoved("tuco", "car-2.inside", "car-1.inside", "move"),
        NeutralBulletGiven("tuco", "tuco", 12),
        BanditMoved("tuco", "car-1.inside", "car-1.roof", "flight"),
        CardReturned("tuco", "tuco-move"),
        CardRevealed("ghost", "ghost-move"),
    ]
    assert not game.round.acted
    for count in range(1, 5):
        acting = fold(told[:count], game)
        assert (acting.round.current, acting.round.acted) == (Played("tuco", "tuco-move", False), True)
        assert acting.cards["tuco"].deck.count("tuco-move") == 1
    done = fold(told[:5], game)
    assert (done.round.current, done.round.acted) == (None, False)
    assert done.cards["tuco"].deck[:2] == ("tuco-move", "neutral-bullet")
    assert not fold(told, game).round.acted


@pytest.mark.clause("stealin.card-returns", "stealin.obligatory")
def test_once_the_action_is_told_its_player_is_not_asked_again() -> None:
    """Taken up between the action and what the position brings, the game goes on as it did."""
    game = board(
        """
        roof   |   |   |      |       |
        inside |   | M | tuco | ghost |
        """,
        pile=["tuco-move", "ghost-move"],
    )
    whole = accepted(game, Move("tuco", "car-1.inside"))
    for cut in (2, 4, 5):
        moment = fold([event for event, _ in whole.events[:cut]], game)
        assert settle(moment).events == whole.events[cut:]
        assert settle(moment).after == whole.after


@pytest.mark.clause("stealin.card-returns", "stealin.obligatory")
def test_a_card_found_impossible_lies_open_until_that_is_told() -> None:
    game = lay(board(SKETCH), "tuco-punch", "ghost-move")
    told = [event for event, _ in settle(game).events]
    assert told == [
        CardRevealed("tuco", "tuco-punch"),
        ActionIdle("tuco", "punch"),
        CardReturned("tuco", "tuco-punch"),
        CardRevealed("ghost", "ghost-move"),
    ]
    states = [fold(told[:count], game).round for count in range(1, 5)]
    open_card, next_card = Played("tuco", "tuco-punch", False), Played("ghost", "ghost-move", False)
    assert [(state.current, state.acted) for state in states] == [
        (open_card, False),
        (open_card, True),
        (None, False),
        (next_card, False),
    ]


@pytest.mark.clause("stealin.card-returns")
def test_a_card_that_was_refused_does_not_return() -> None:
    game = planned("tuco-move")
    assert refusal(game, Move("tuco", "car-1.inside"))
    assert game.round.current == Played("tuco", "tuco-move", False)
    assert len(game.cards["tuco"].deck) == 9


# --- the form of a command


@pytest.mark.clause("ruling.command.form")
@pytest.mark.parametrize("actor", ["doc", "nobody", "chance", "table", "marshal", ""])
def test_whoever_is_not_asked_is_refused(actor: str) -> None:
    assert refusal(planned("tuco-move"), Move(actor, "car-2.inside")) == OUT_OF_TURN


@pytest.mark.clause("ruling.command.form")
@pytest.mark.parametrize(
    "to", [None, 5, True, ("car-2.inside",), b"car-2.inside", object()], ids=lambda value: value.__class__.__name__
)
def test_a_field_of_the_wrong_type_is_refused_by_form(to: Any) -> None:
    judged = decide(planned("tuco-move"), Move("tuco", to))
    assert isinstance(judged, Refused)
    assert judged.clauses == ("ruling.command.form",)
    assert "Move.to" in judged.message


@pytest.mark.clause("ruling.command.form")
@pytest.mark.parametrize("keep", [0, 1, None, "yes"])
def test_a_number_or_a_word_is_neither_true_nor_false(keep: Any) -> None:
    game = board("roof | | |\ninside | M | cheyenne tuco |", pile=["cheyenne-punch"], loot={"tuco": ["purse"]})
    judged = decide(game, Punch("cheyenne", "tuco", "purse-1", "locomotive.inside", keep))
    assert isinstance(judged, Refused)
    assert judged.clauses == ("ruling.command.form",)
    assert accepted(game, Punch("cheyenne", "tuco", "purse-1", "locomotive.inside", True))


@pytest.mark.clause("ruling.command.form")
@pytest.mark.parametrize("thing", [None, "tuco moves", 7, {}, StealinEnded()])
def test_what_is_no_command_at_all_is_refused_by_form(thing: Any) -> None:
    judged = decide(planned("tuco-move"), thing)
    assert isinstance(judged, Refused)
    assert judged.clauses == ("ruling.command.form",)


@pytest.mark.clause("ruling.command.form")
def test_the_right_answer_of_the_right_player_is_accepted() -> None:
    assert events(accepted(planned("tuco-move"), Move("tuco", "car-2.inside")))[:2] == [
        ActionTaken("tuco", "move"),
        BanditMoved("tuco", "car-1.inside", "car-2.inside", "move"),
    ]
