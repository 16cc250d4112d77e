"""The extension points by which a module changes what others bring, each tried with a toy."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

from colt_rules.commands import ChangeFloor, DrawCards, Move, PlayCard, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Answers, Arrangements, Decision
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    CardReturned,
    Cited,
    Event,
    GameEnded,
    HandDrawn,
    HandReturned,
    LootPlaced,
    LootSetAside,
    NeutralBulletsStacked,
    RansomPaid,
    RoundStarted,
    SeatTaken,
    TrainBuilt,
)
from colt_rules.kernel import NEW, Accepted, Refused
from colt_rules.kernel.decide import decide_by
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Cites, Seat, kind_of, owner_and_action
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES, parts
from colt_rules.registry.components import RoundCard
from colt_rules.rules.base.abilities import may_keep
from colt_rules.rules.base.actions.fire import in_reach
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.happenings import pickpockets
from colt_rules.rules.base.module import MODULE as BASE
from colt_rules.rules.base.scoring import end_game, level_on_money
from colt_rules.rules.base.stealin import await_action
from colt_rules.rules.base.table import what_forbids
from colt_rules.rules.duo.module import MODULE as DUO
from colt_rules.rules.expert.events import HandFilled
from colt_rules.rules.module import (
    CLOSE,
    ActionCards,
    Change,
    Choice,
    Components,
    Module,
    OtherFigure,
    Outcome,
    Rules,
    Sides,
    Supply,
    Table,
    Turns,
    early,
    points,
)
from colt_rules.rules.rulebook import ModuleConflict, assemble
from colt_rules.rules.rulebook import module as built
from tests.rules.toy import SKETCH, accepted, module, open_card
from tests.tables import table

ALONE = "roof | tuco | | |\ninside | M | | doc ghost |"
"""Nobody is where Tuco is, so his Punch has no target."""


def names(verdict: Accepted) -> list[str]:
    return [event.__class__.__name__ for event, _ in verdict.events]


def idle_cites(verdict: Accepted) -> list[Cites]:
    return [cites for event, cites in verdict.events if isinstance(event, ActionIdle)]


def refused(rules: Rules, game: Game, command: Any) -> Cites:
    verdict = decide_by(rules, game, command)
    assert isinstance(verdict, Refused), verdict
    return verdict.clauses


# --- changes: one may wave from a roof in place of a Punch


def waves(rules: Rules, game: Game, bandit: Bandit) -> list[Any]:
    figure = game.figures[bandit]
    return [ChangeFloor(figure.seat, "wave")] if figure.place == "locomotive.roof" else []


def waved(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    return [(ActionTaken(bandit, "punch"), ("toy.wave",)), (RansomPaid(bandit, 10), ("toy.wave",))]


WAVE = Choice((ChangeFloor,), waves, lambda rules, game, bandit, command: ("toy.no-wave",), waved)
WAVING = assemble((BASE, module(changes=(Change("punch", added=WAVE),))))


class TestAdded:
    def test_what_happens_is_told_from_the_type_of_the_command(self) -> None:
        game = open_card(board("roof | tuco doc | | |\ninside | M | | ghost |"), "tuco-punch", "doc-move")
        waved = accepted(WAVING, game, ChangeFloor("tuco", "wave"))
        assert (RansomPaid("tuco", 10), ("toy.wave",)) in waved.events
        punched = accepted(WAVING, game, Punch("tuco", "doc", None, "car-1.roof", False))
        assert "BanditMoved" in names(punched)
        assert "RansomPaid" not in names(punched)

    def test_a_refusal_is_told_from_the_type_of_the_command(self) -> None:
        game = open_card(board("roof | tuco doc | | |\ninside | M | | ghost |"), "tuco-punch")
        assert refused(WAVING, game, ChangeFloor("tuco", "shout")) == ("toy.no-wave",)
        assert refused(WAVING, game, Punch("tuco", "ghost", None, "car-1.roof", False))[0] == "punch.target"

    def test_a_card_is_not_idle_where_the_added_answers_are_all_there_are(self) -> None:
        game = open_card(board(ALONE, rounds=["bridge.2-4"]), "doc-move", "tuco-punch")
        verdict = accepted(WAVING, game, Move("doc", "car-1.inside"))
        assert not idle_cites(verdict)
        assert verdict.awaiting[0].kind == "punch"
        assert accepted(WAVING, verdict.after, ChangeFloor("tuco", "wave"))

    def test_two_modules_can_add_to_one_choice(self) -> None:
        duck = Choice((DrawCards,), lambda *_: [DrawCards("tuco")], lambda *_: ("toy.duck",), lambda *_: [])
        two = module(name="two", changes=(Change("punch", added=duck),))
        rules = assemble((BASE, module(changes=(Change("punch", added=WAVE),)), two))
        assert rules.choices["punch"].commands == (Punch, ChangeFloor, DrawCards)
        answers = rules.choices["punch"].answers(rules, board(ALONE), "tuco")
        assert [*answers] == [ChangeFloor("tuco", "wave"), DrawCards("tuco")]


# --- changes: the first car is closed


def closed(rules: Rules, game: Game, bandit: Bandit, command: Any) -> Cites:
    return ("toy.closed",) if isinstance(command, Move) and command.to.startswith("car-1.") else ()


CLOSED = assemble((BASE, module(changes=(Change("move", forbidden=closed),))))


class TestForbidden:
    def test_an_answer_that_is_forbidden_is_left_out_and_refused_for_that_alone(self) -> None:
        game = open_card(board(SKETCH), "tuco-move")
        answers = CLOSED.choices["move"].answers(CLOSED, game, "tuco")
        assert [*answers] == [Move("tuco", "car-2.roof")]
        assert refused(CLOSED, game, Move("tuco", "car-1.roof")) == ("toy.closed",)
        assert accepted(CLOSED, game, Move("tuco", "car-2.roof"))

    def test_where_all_answers_are_forbidden_the_card_is_idle_for_that(self) -> None:
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "doc-move")
        verdict = accepted(CLOSED, game, Move("tuco", "car-2.roof"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.closed")]

    def test_answers_that_a_module_adds_can_be_forbidden_too(self) -> None:
        rules = assemble((BASE, module(changes=(Change("punch", WAVE, lambda *_: ("toy.quiet",)),))))
        game = open_card(board(ALONE, rounds=["bridge.2-4"]), "doc-move", "tuco-punch")
        verdict = accepted(rules, game, Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.quiet")]


def test_what_is_changed_must_be_there() -> None:
    with pytest.raises(ModuleConflict, match="the module toy changes the choice balloon-ride, which is not there"):
        assemble((BASE, module(changes=(Change("balloon-ride", WAVE),))))


# --- what a module says of another one that is not in play


def no_drink(rules: Rules, game: Game) -> None:
    return None


DRY = module(
    places=(),
    action_cards=ActionCards(deck={"ride": 0}),
    choices={"melee": WAVE},
    steps={"round-end": {"drink": no_drink}},
    changes=(Change("run", added=WAVE), Change("ride", forbidden=closed)),
    replaces=frozenset({"cards of ride", "choice melee", "round-end step drink"}),
)
"""Speaks of cards, choices and steps that two modules bring."""
RODE = tuple(map(built, ("base", "horses", "stagecoach")))


class TestNotInPlay:
    def test_what_stands_in_place_of_nothing_is_left_out(self) -> None:
        assert assemble((BASE, DRY)) == assemble((BASE,))

    def test_of_what_two_modules_bring_only_what_is_there_is_replaced_and_extended(self) -> None:
        rules, plain = assemble((*RODE[:2], DRY)), assemble(RODE[:2])
        assert plain.action_cards.deck["ride"] == 1
        deck = plain.action_cards.deck
        assert rules.action_cards.deck == {action: count for action, count in deck.items() if action != "ride"}
        assert rules.choices["ride"] != plain.choices["ride"]
        assert "melee" not in rules.choices
        assert changed(rules, choices=plain.choices, action_cards=plain.action_cards) == plain

    def test_what_no_module_brings_is_an_error_though_others_are_not_in_play(self) -> None:
        misspelt = changed(DRY, choices={"mealy": WAVE}, replaces=frozenset({"choice mealy"}))
        with pytest.raises(ModuleConflict, match="the module toy replaces the choice mealy, which is not there"):
            assemble((BASE, misspelt))
        with pytest.raises(ModuleConflict, match="the module toy changes the choice dring, which is not there"):
            assemble((BASE, module(changes=(Change("dring", forbidden=closed),))))

    @pytest.mark.parametrize("replaces", [frozenset[str](), frozenset({"round-end step drink"})])
    def test_an_early_step_with_the_name_of_another_is_an_error(self, replaces: frozenset[str]) -> None:
        with pytest.raises(ModuleConflict, match="two modules define the round-end step 'drink'"):
            assemble((*RODE, module(steps={"round-end": early({"drink": no_drink})}, replaces=replaces)))


def test_choices_that_nobody_extends_stay_as_they_are() -> None:
    rules = assemble((BASE, module(changes=(Change("punch", WAVE), Change("move", forbidden=closed)))))
    for name, choice in BASE.choices.items():
        assert (rules.choices[name] is choice) == (name not in ("punch", "move"))


# --- action_cards.disabled


def cramp(rules: Rules, game: Game, bandit: Bandit, action: str) -> Cites:
    """Tuco has a cramp in the arm."""
    return ("toy.cramp",) if (bandit, action) == ("tuco", "punch") else ()


class TestDisabledCards:
    def test_it_does_nothing_though_there_would_be_something_to_choose(self) -> None:
        rules = assemble((BASE, module(action_cards=ActionCards(disabled=(cramp,)))))
        together = board("roof | tuco ghost | | |\ninside | M | | doc |", rounds=["bridge.2-4"])
        verdict = accepted(rules, open_card(together, "doc-move", "tuco-punch"), Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.cramp")]


# --- follows: a toll for every roof


def toll(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """A bandit that moves is paid $5; a bandit that is paid $5 is paid $100 more, plus its ransom so far."""
    if isinstance(event, BanditMoved):
        return [(RansomPaid(event.bandit, 5), ("toy.toll",))]
    if isinstance(event, RansomPaid) and event.amount == 5:
        ransom = game.figures[event.bandit].ransom
        return [(RansomPaid(event.bandit, 100 + ransom), ("toy.again",))]
    return []


def stamp(rules: Rules, game: Game, event: Event) -> Cites:
    if not isinstance(event, RansomPaid):
        return ()
    return (f"toy.at-{game.figures[event.bandit].place}",)


class TestFollows:
    def test_an_event_brings_others_with_it_at_once_and_they_others(self) -> None:
        rules = assemble((BASE, module(follows=(toll,))))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        assert names(verdict)[:5] == ["ActionTaken", "BanditMoved", "RansomPaid", "RansomPaid", "CardReturned"]
        paid, again = verdict.events[2:4]
        assert paid == (RansomPaid("tuco", 5), ("toy.toll",))
        assert again == (RansomPaid("tuco", 100), ("toy.again",))
        assert verdict.after.figures["tuco"].ransom == 105

    def test_what_follows_cites_the_clauses_that_modules_add_as_of_its_moment(self) -> None:
        rules = assemble((BASE, module(follows=(toll,), added_clauses=(stamp,))))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        paid = [cites for event, cites in verdict.events if isinstance(event, RansomPaid)]
        assert paid == [("toy.toll", "toy.at-car-1.roof"), ("toy.again", "toy.at-car-1.roof")]


# --- out: who cannot win

RICH = board(SKETCH, rounds=[], loot={"tuco": ["purse:500"], "doc": ["purse:300"]}, bullets={"doc": 0})
LOST: Cites = ("toy.lost",)


def ended(*modules: Module, game: Game = RICH) -> tuple[GameEnded, Cites]:
    ((event, cites),) = end_game(assemble((BASE, *modules)), game)
    assert isinstance(event, GameEnded)
    return event, cites


def out(*bandits: Bandit) -> Callable[[Rules, Game], dict[Bandit, Cites]]:
    return lambda rules, game: dict.fromkeys(bandits, LOST)


def two_sides(game: Game, before: Sides) -> Sides:
    return (("tuco", "ghost"), ("doc",))


def tokens(event: GameEnded, seat: Seat) -> list[int]:
    """What a player's loot counts for, if it counts at all."""
    return [line.amount for line in event.lines if (line.seat, line.line) == (seat, "tokens")]


class TestOut:
    def test_whoever_is_out_ranks_below_all_others_whatever_the_money(self) -> None:
        event, cites = ended(module(outcome=Outcome(cannot_win=(out("tuco"),))))
        assert [(one.rank, one.seat) for one in event.ranking] == [(1, "doc"), (2, "ghost"), (3, "tuco")]
        assert tokens(event, "tuco") == [500]
        assert "toy.lost" in cites
        plain, plain_cites = ended()
        assert [one.seat for one in plain.ranking][:2] == ["doc", "tuco"]
        assert "toy.lost" not in plain_cites

    def test_the_loot_of_whoever_is_out_does_not_count_for_a_side_that_can_still_win(self) -> None:
        event, _ = ended(module(outcome=Outcome(cannot_win=(out("tuco"),), win_together=(two_sides,))))
        assert tokens(event, "tuco") == []
        assert {one.seat: one.money for one in event.ranking}["ghost"] == 0
        plain, _ = ended(module(outcome=Outcome(win_together=(two_sides,))))
        assert {one.seat: one.money for one in plain.ranking}["ghost"] == 500


# --- other_figures: Ghost is only a guest on the train

WITH_STAGECOACH = (BASE, built("horses"), built("stagecoach"))
PLAIN = assemble(WITH_STAGECOACH)
GUEST = assemble((*WITH_STAGECOACH, Module("toy", other_figures=(lambda rules: {"ghost": OtherFigure()},))))
NOWHERE = "nowhere"
RIDE = """
    car    |                | mail             | dining         | private-saloon | stagecoach |
    roof   |                | tuco ghost       | doc            |                |            |
    inside | belle purse    | M purse          | purse          | purse          |            |
    beside | horse          | stagecoach horse |                | horse          |
"""
TRIP = board(
    RIDE,
    modules=("base", "horses", "stagecoach"),
    seats=["tuco", "ghost", "doc", "belle"],
    loot={"ghost": ["purse:500"], "tuco": ["purse:300"]},
    captors={"belle": "photographer"},
    hostages=["zealot"],
    rounds=["bridge.2-4"],
)
EVERYWHERE = sorted({*PLAIN.graph(TRIP).stairs})
"""Every place of the train and of the stagecoach."""


def with_ghost_at(place: str, game: Game = TRIP) -> Game:
    return changed(game, figures={**game.figures, "ghost": changed(game.figures["ghost"], place=place)})


def brought(rules: Rules, happening: str, game: Game) -> tuple[Any, Any]:
    return rules.happenings[happening].happens(rules, game), rules.happenings[happening].due(rules, game)


class TestNoBandits:
    @pytest.mark.parametrize("happening", PLAIN.happenings)
    def test_every_happening_passes_by_whoever_is_no_bandit(self, happening: str) -> None:
        alone = brought(PLAIN, happening, with_ghost_at(NOWHERE))
        for place in EVERYWHERE:
            assert brought(GUEST, happening, with_ghost_at(place)) == alone, place

    def test_nothing_is_triggered_where_whoever_is_no_bandit_comes_to(self) -> None:
        alone = [arrival(PLAIN, with_ghost_at(NOWHERE)) for arrival in PLAIN.arrivals.values()]
        for place in EVERYWHERE:
            assert [arrival(GUEST, with_ghost_at(place)) for arrival in GUEST.arrivals.values()] == alone, place


# --- victory


def won_by(*seats: Seat) -> Callable[[Rules, Game], tuple[tuple[Seat, ...], Cites]]:
    return lambda rules, game: (seats, ("toy.won",))


def no_bandit(*bandits: Bandit) -> Callable[[Rules], dict[Bandit, OtherFigure]]:
    return lambda rules: dict.fromkeys(bandits, OtherFigure())


def ranks(event: GameEnded) -> list[tuple[int, Seat]]:
    return [(one.rank, one.seat) for one in event.ranking]


class TestVictory:
    def test_whoever_has_won_is_first_whatever_the_money_and_the_others_follow_by_money(self) -> None:
        event, cites = ended(module(outcome=Outcome(victory=(won_by("ghost"),))))
        assert ranks(event) == [(1, "ghost"), (2, "doc"), (3, "tuco")]
        assert [one.money for one in event.ranking] == [0, 1300, 500]
        assert cites[-2:] == ("toy.won", "ruling.end.ranking-below")
        assert not {"game.goal", "end.richest-wins"} & {*cites}
        assert ranks(ended()[0]) == [(1, "doc"), (2, "tuco"), (3, "ghost")]
        assert (
            level_on_money(assemble((BASE, module(outcome=Outcome(victory=(won_by("ghost"),))))), RICH, event.ranking)
            == []
        )

    def test_a_player_without_a_bandit_comes_first_if_the_game_is_won_and_else_last(self) -> None:
        event, _ = ended(module(other_figures=(no_bandit("doc"),)))
        assert ranks(event) == [(1, "tuco"), (2, "ghost"), (3, "doc")]
        assert event.ranking[-1].money == 0
        event, _ = ended(module(other_figures=(no_bandit("doc"),), outcome=Outcome(victory=(won_by("doc"),))))
        assert ranks(event) == [(1, "doc"), (2, "tuco"), (3, "ghost")]
        assert not [line for line in event.lines if line.seat == "doc"]


# --- hands and stays


def two_more(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
    """Ghost's hand is two cards larger."""
    return (2, ("toy.long-sleeves",)) if seat in ("ghost", "player-1") else (0, ())


def first_hands(*modules: Module, **fields: Any) -> dict[Seat, tuple[int, Cites]]:
    """The first hand of each player: how many cards it has, and the clauses of the draw."""
    rules = assemble((BASE, *modules))
    hands: dict[Seat, tuple[int, Cites]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("colt_rules.kernel.decide"), "rules_of", lambda game: rules)
        patch.setattr(import_module("colt_rules.rules.base.table"), "rulebook", lambda *_: rules)
        verdict = accepted(rules, NEW, table(**fields))
        while verdict.after.round.turn < 0:
            decision = verdict.awaiting[0]
            answers = rules.choices[decision.kind].answers(rules, verdict.after, decision.subject)
            verdict = accepted(rules, verdict.after, next(iter(answers)))
            hands |= {
                event.seat: (len(event.cards), cites) for event, cites in verdict.events if isinstance(event, HandDrawn)
            }
    return hands


FOUR = {"powers": False, "seats": ("ghost", "tuco", "belle", "django")}


class TestHands:
    def test_a_hand_is_so_much_larger_and_says_why(self) -> None:
        hands = first_hands(module(action_cards=ActionCards(hand_sizes=(two_more,))), **FOUR)
        assert hands["ghost"] == (8, ("schemin.hand-of-six", "toy.long-sleeves"))
        assert hands["tuco"] == (6, ("schemin.hand-of-six",))


def moves_stay(rules: Rules, game: Game, seat: Seat) -> tuple[str, ...]:
    """Tuco's first Move never leaves his hand."""
    return tuple(card for card in game.cards[seat].hand if card == "tuco-move")[:1]


class TestStays:
    def test_a_card_that_stays_is_not_laid_on_the_deck_with_the_others(self) -> None:
        rules = assemble((BASE, module(action_cards=ActionCards(stays_in_hand=(moves_stay,)))))
        game = board(SKETCH, hands={"tuco": ["tuco-move", "tuco-move", "tuco-fire"]}, card="bridge.2-4", acted=2)
        due = BASE.steps["schemin"][CLOSE](rules, game)
        assert isinstance(due, list)
        back = [event for event, _ in due if isinstance(event, HandReturned)]
        (returned,) = [event for event in back if event.seat == "tuco"]
        assert sorted(returned.cards) == ["tuco-fire", "tuco-move"]


# --- faces


def face_down(rules: Rules, game: Game, seat: Seat) -> tuple[tuple[bool, ...], Cites] | None:
    """Tuco hides all he plays."""
    return ((True,), ("toy.shy",)) if seat == "tuco" else None


class TestFaces:
    def test_a_player_lays_cards_the_way_that_a_module_says(self) -> None:
        rules = assemble((BASE, module(turns=Turns(card_faces=(face_down,)))))
        game = board(SKETCH, seats=["tuco", "doc", "ghost"], first="tuco", hands={"tuco": ["tuco-move"]}, acted=0)
        answers = rules.choices["scheme"].answers(rules, game, "tuco")
        assert PlayCard("tuco", "tuco-move", True) in answers
        assert PlayCard("tuco", "tuco-move", False) not in answers
        assert refused(rules, game, PlayCard("tuco", "tuco-move", False)) == ("toy.shy",)


# --- turns.plays_as


def as_in_a_tunnel(rules: Rules, game: Game, seat: Seat) -> str | None:
    return "tunnel" if seat == "tuco" else None


def test_a_turn_can_be_of_another_kind_for_one_player() -> None:
    rules = assemble((BASE, module(turns=Turns(plays_as=(as_in_a_tunnel,)))))
    game = board(SKETCH, hands={"tuco": ["tuco-move"]}, acted=0)
    assert (rules.turn_of(game, "tuco"), rules.turn_of(game, "doc")) == ("tunnel", rules.turn(game))


# --- acts_as: on the locomotive's roof a Punch is a wave, and a Fire is nothing but a Move


def on_the_roof(rules: Rules, game: Game, card: str) -> str | None:
    bandit, action = owner_and_action(card)
    other = {"punch": "waving", "fire": "move"}.get(action)
    return other if game.figures[bandit].place == "locomotive.roof" else None


def tired(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    return ("toy.tired",) if game.figures[bandit].ransom else ()


ELSE = assemble(
    (BASE, module(choices={"waving": changed(WAVE, idle=tired)}, action_cards=ActionCards(acts_as=(on_the_roof,))))
)
TUCO_ON_TOP = "roof | tuco | | |\ninside | M | doc | ghost |"


class TestActsAs:
    def test_a_card_is_carried_out_as_another_action(self) -> None:
        game = open_card(board(TUCO_ON_TOP, rounds=["bridge.2-4"]), "doc-move", "tuco-fire")
        verdict = accepted(ELSE, game, Move("doc", "car-2.inside"))
        assert verdict.awaiting == (Decision("tuco", "move", "tuco"),)
        moved = accepted(ELSE, verdict.after, Move("tuco", "car-1.roof"))
        assert (ActionTaken("tuco", "move"), ("stealin.obligatory",)) in moved.events
        assert any(isinstance(event, CardReturned) and event.card == "tuco-fire" for event, _ in moved.events)

    def test_the_same_card_is_what_it_says_in_another_position(self) -> None:
        """So no answer is remembered for a card alone."""
        game = open_card(board(TUCO_ON_TOP), "tuco-fire")
        inside = changed(game, figures={**game.figures, "tuco": changed(game.figures["tuco"], place="car-1.inside")})
        assert [due_by(ELSE, game), due_by(ELSE, inside), due_by(ELSE, game)] == ["move", "fire", "move"]
        assert due_by(assemble((BASE,)), game) == "fire"


def due_by(rules: Rules, game: Game) -> str:
    """What kind of decision the open card asks for."""
    due = await_action(rules, game)
    assert isinstance(due, tuple)
    return due[0].kind


# --- printed: the table has a round card whose turns and symbols it read out to us


def read_out(position: Any, card: RoundCard) -> RoundCard:
    """The face of a round card in a game or in a view: another face for `bridge.2-4` if Tuco plays."""
    if card.id != "bridge.2-4" or "tuco" not in position.options.seats:
        return card
    return attrs.evolve(card, turns=("tunnel", "standard"), happening=None, plans=2)


class TestPrinted:
    def test_turns_happening_and_plans_of_a_round_card_are_those_that_a_module_says(self) -> None:
        rules, plain = assemble((BASE, module(components=Components(printed=(read_out,))))), assemble((BASE,))
        game = board(SKETCH, card="bridge.2-4", acted=0)
        assert (rules.turn(game), plain.turn(game)) == ("tunnel", plain.components.round_cards["bridge.2-4"].turns[0])
        assert plain.round_card(game) == BOX.round_cards["bridge.2-4"]
        assert (rules.round_card(game).happening, rules.round_card(game).plans) == (None, 2)
        for card in ("tunnel.2-4", "bridge.5-6"):
            assert rules.round_card_in(game, card) == BOX.round_cards[card]


# --- components


class TestComponents:
    def test_cards_of_a_module_are_in_every_deck_with_two_bandits_one_of_each(self) -> None:
        balloonists = module(action_cards=ActionCards(deck={"rope": 2}))
        assert taken(balloonists)["ghost"].count("ghost-rope") == 2
        assert len(taken(balloonists)["ghost"]) == len(taken()["ghost"]) + 2
        seats = {"seats": ("player-1", "player-2"), "modules": ("base", "duo"), "train": ()}
        both = taken(DUO, balloonists, **seats)["player-1"]
        assert sorted(both.count(card) for card in set(both) if card.endswith("-rope")) == [1, 1]

    @pytest.mark.parametrize("count", [0, 3])
    def test_a_module_can_say_how_many_cards_there_are_of_another_modules_action(self, count: int) -> None:
        peaceful = module(action_cards=ActionCards(deck={"fire": count}), replaces=frozenset({"cards of fire"}))
        assert [card for card in taken(peaceful)["ghost"] if card.endswith("-fire")] == ["ghost-fire"] * count
        assert len(taken(peaceful)["ghost"]) == len(taken()["ghost"]) - BASE.action_cards.deck["fire"] + count
        seats = {"seats": ("player-1", "player-2"), "modules": ("base", "duo"), "train": ()}
        both = taken(DUO, peaceful, **seats)["player-1"]
        assert len([card for card in both if card.endswith("-fire")]) == min(2, 2 * count)

    def test_neutral_bullets_add_up(self) -> None:
        rules = assemble(
            (
                BASE,
                module(components=Components(neutral_bullets=2)),
                module(name="two", components=Components(neutral_bullets=3)),
            )
        )
        assert rules.components.neutral_bullets == BOX.neutral_bullets + 5
        stacked = [event for event, _ in set_up(rules) if isinstance(event, NeutralBulletsStacked)]
        assert stacked == [NeutralBulletsStacked(BOX.neutral_bullets + 5)]

    def test_round_cards_of_a_module_are_drawn_with_the_others_and_played(self) -> None:
        fair = attrs.evolve(BOX.round_cards["tunnel.2-4"], id="fair.2-4", turns=("standard",), happening=None)
        rules = assemble((BASE, module(components=Components(round_cards={"fair.2-4": fair}))))
        game = changed(board(SKETCH), options=changed(board(SKETCH).options, stations=False))
        rows = rules.choices["round-cards"].answers(rules, game, "")
        assert isinstance(rows, Arrangements)
        assert "fair.2-4" in rows.items
        assert "fair.2-4" not in assemble((BASE,)).components.round_cards
        game = open_card(changed(board(SKETCH), rounds=("fair.2-4",)), "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        assert [event.card for event, _ in verdict.events if isinstance(event, RoundStarted)] == ["fair.2-4"]

    def test_characters_of_a_module_can_be_chosen_like_any(self) -> None:
        kit = attrs.evolve(BOX.characters["tuco"], id="kit", colour="yellow")
        rules = assemble((BASE, module(components=Components(characters={"kit": kit}))))
        assert rules.table.names == (*BOX.characters, "kit")
        start = table(3, seats=("kit", "tuco", "doc"))
        taken_by = [event.bandit for event, _ in set_up(rules, seats=start.seats) if isinstance(event, SeatTaken)]
        assert taken_by == ["kit", "tuco", "doc"]
        assert refused(assemble((BASE,)), NEW, start) == ("setup.character.choice",)

    def test_cars_of_a_module_are_drawn_with_the_others_and_filled_as_printed(self) -> None:
        circus = attrs.evolve(BOX.cars["mail"], id="circus", purses=0, jewels=3)
        rules = assemble((BASE, module(components=Components(cars={"circus": circus}))))
        assert rules.cars_to_choose == (*BOX.cars, "circus")
        game = changed(board(SKETCH), train=())
        rows = rules.choices["train"].answers(rules, game, "")
        assert isinstance(rows, Arrangements)
        assert rows.items == rules.cars_to_choose
        events = set_up(rules, train=("circus", "mail", "dining"))
        placed = [event for event, _ in events if isinstance(event, LootPlaced)]
        assert [event.token for event in placed if event.place == "circus.inside"] == ["jewel-1", "jewel-2", "jewel-3"]

    @pytest.mark.parametrize("train", [(), ("mail", "dining", "baggage")])
    def test_every_train_ends_with_its_tail_which_nobody_chooses(self, train: tuple[str, ...]) -> None:
        caboose = attrs.evolve(BOX.cars["mail"], id="caboose", purses=1, jewels=0, last=True)
        rules = assemble((BASE, module(components=Components(cars={"caboose": caboose}))))
        assert rules.cars_to_choose == tuple(BOX.cars)
        events = [event for event, _ in set_up(rules, train=train)]
        (built_train,) = (event.cars for event in events if isinstance(event, TrainBuilt))
        assert len(built_train) == 5
        assert (built_train[0], built_train[-1]) == ("locomotive", "caboose")
        assert train in ((), built_train[1:4])
        placed = [event for event in events if isinstance(event, LootPlaced) and event.place == "caboose.inside"]
        assert [kind_of(event.token) for event in placed] == ["purse"]

    def test_tokens_that_differ_are_drawn_unseen_and_those_that_are_alike_are_laid(self) -> None:
        rules = assemble(
            (BASE, module(components=Components(loot=(lambda rules, before: mixed(before, "jewel", 7, cites=MIXED),))))
        )
        events = set_up(rules, train=("mail", "baggage", "first-class"))
        assert [rows.what for rows in set_up_draws(rules)[:2]] == ["purses", "jewels"]
        jewels = [
            (event.value, cites) for event, cites in events if isinstance(event, LootPlaced) and "jewel" in event.token
        ]
        assert [value for value, _ in jewels] == [500] * 4
        assert {cites for _, cites in jewels} == {("setup.loot.as-printed", *MIXED)}
        strongboxes = [event for event, cites in events if isinstance(event, LootSetAside) and MIXED[0] not in cites]
        assert strongboxes == [LootSetAside("strongbox-2", 1000)]
        kinds = [kind_of(event.token) for event, _ in events if isinstance(event, LootPlaced)]
        assert kinds == ["purse"] * 5 + ["jewel"] * 4 + ["strongbox"]

    def test_a_module_says_who_hides_nobody_where_the_table_agrees_on_itmething(self) -> None:
        fields: dict[str, Any] = {"seats": ["tuco", "ghost", "doc"], "pile": ["tuco-fire"]}
        sketch = "car | | mail | dining |\nroof | tuco | ghost | doc |\ninside | M | | |"
        rules = assemble(
            (BASE, module(other_figures=(lambda rules: {"ghost": OtherFigure(hides=False)},))),
            house_rules=frozenset({"any"}),
        )
        game = board(sketch, **fields)
        assert in_reach(assemble((BASE,)), game, "tuco") == ["ghost"]
        assert in_reach(rules, game, "tuco") == ["ghost", "doc"]

    def test_a_module_says_what_else_can_be_kept_and_who_else_is_company(self) -> None:
        sketch = "car | | mail | dining |\nroof | | | |\ninside | M | cheyenne ghost purse | doc |"
        game = board(sketch, seats=["cheyenne", "ghost", "doc"], loot={"ghost": ["jewel"]})
        keeping = assemble((BASE, module(components=Components(kept_kinds=(lambda rules: frozenset({"jewel"}),)))))
        kept = [may_keep(rules, game.figures["cheyenne"], "jewel-1") for rules in (assemble((BASE,)), keeping)]
        assert kept == [False, True]
        alone = assemble((BASE, module(other_figures=(no_bandit("ghost"),))))
        watched = assemble((BASE, module(other_figures=(lambda rules: {"ghost": OtherFigure(company=True)},))))
        assert [pickpockets(rules, game) for rules in (alone, watched)] == [("cheyenne",), ()]

    def test_modules_say_for_how_many_players_round_cards_are_chosen_one_after_the_other(self) -> None:
        two_more, doubled = (
            module(seating=(lambda rules, before: changed(before, counted=lambda number: before.counted(number) + 2),)),
            module(seating=(lambda rules, before: changed(before, counted=lambda number: before.counted(number) * 2),)),
        )
        game, sets = board(SKETCH), ((), (two_more,), (two_more, doubled))
        assert [assemble((BASE, *more)).table.counted(3) for more in sets] == [3, 5, 10]
        rules = assemble((BASE, two_more))
        rows = rules.choices["round-cards"].answers(rules, game, "")
        assert isinstance(rows, Arrangements)
        assert {card.rpartition(".")[2] for card in rows.items} == {"5-6"}


# --- more answers by a command that the choice has already: on the locomotive's roof a ladder leads to the last car


def rungs(rules: Rules, game: Game, bandit: Bandit) -> list[Any]:
    figure = game.figures[bandit]
    return [ChangeFloor(figure.seat, "car-2.inside")] if figure.place == "locomotive.roof" else []


def climbed(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    return [(BanditMoved(bandit, game.figures[bandit].place, command.to, "climb"), ("toy.ladder",))]


LADDER = Choice((ChangeFloor,), rungs, lambda *_: ("toy.no-ladder",), climbed)


class TestTheSameCommand:
    RULES = assemble((BASE, module(changes=(Change("floor-change", added=LADDER),))))
    GAME = open_card(board("roof | tuco | | |\ninside | | M | doc ghost |"), "tuco-floor-change")

    def test_an_action_leads_where_a_module_says_and_where_it_always_did(self) -> None:
        answers = self.RULES.choices["floor-change"].answers(self.RULES, self.GAME, "tuco")
        assert [*answers] == [ChangeFloor("tuco", "locomotive.inside"), ChangeFloor("tuco", "car-2.inside")]
        moved = (BanditMoved("tuco", "locomotive.roof", "car-2.inside", "climb"), ("toy.ladder",))
        assert moved in accepted(self.RULES, self.GAME, ChangeFloor("tuco", "car-2.inside")).events
        straight = accepted(self.RULES, self.GAME, ChangeFloor("tuco", "locomotive.inside"))
        assert straight.events[1] == (
            BanditMoved("tuco", "locomotive.roof", "locomotive.inside", "climb"),
            ("floor-change.down",),
        )

    def test_what_neither_leads_to_is_refused_as_ever(self) -> None:
        assert refused(self.RULES, self.GAME, ChangeFloor("tuco", "car-1.roof")) == ("floor-change.down",)


def set_up(rules: Rules, **fields: Any) -> list[Cited]:
    """What happens until the first round begins, with the first answer to every question."""
    return [cited for verdict in set_up_steps(rules, **fields) for cited in verdict.events]


def set_up_steps(rules: Rules, **fields: Any) -> list[Accepted]:
    """The same command by command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("colt_rules.kernel.decide"), "rules_of", lambda game: rules)
        patch.setattr(import_module("colt_rules.rules.base.table"), "rulebook", lambda *_: rules)
        steps = [accepted(rules, NEW, table(**{"players": 3} | fields))]
        while steps[-1].after.phase == "setup":
            steps.append(accepted(rules, steps[-1].after, next(iter(asked(rules, steps[-1])))))
    return steps


def asked(rules: Rules, verdict: Accepted) -> Answers:
    """What can be answered to what is open."""
    decision = verdict.awaiting[0]
    return rules.choices[decision.kind].answers(rules, verdict.after, decision.subject)


def set_up_draws(rules: Rules, **fields: Any) -> list[Arrangements]:
    """What chance is asked for until the first round begins."""
    steps = [step for step in set_up_steps(rules, **fields) if step.after.phase == "setup"]
    return [answers for step in steps if isinstance(answers := asked(rules, step), Arrangements)]


MIXED: Cites = ("ruling.conductor.money",)
"""Stands for the clause of a module that mixes tokens in."""


def mixed(before: Supply, kind: str, *values: int, cites: Cites = ()) -> Supply:
    """A supply with more tokens of a kind."""
    return {**before, kind: before[kind].with_more(values, cites)}


def taken(*modules: Module, **fields: Any) -> dict[Seat, tuple[str, ...]]:
    """The cards with which each seat was taken."""
    cards: dict[Seat, tuple[str, ...]] = {}
    for event, _ in set_up(assemble((BASE, *modules)), **fields):
        if isinstance(event, SeatTaken):
            cards[event.seat] = (*cards.get(event.seat, ()), *event.cards)
    return cards


# --- places


class TestPlaces:
    def test_each_module_makes_its_board_from_that_of_the_modules_before_it(self) -> None:
        def first(rules: Rules, game: Game, graph: Graph) -> Graph:
            return changed(graph, relations={"seen": {"roofs": len(graph.roofs)}})

        def second(rules: Rules, game: Game, graph: Graph) -> Graph:
            return changed(graph, relations={**graph.relations, "then": graph.relations["seen"]})

        rules = assemble((BASE, module(places=(first,)), module(name="two", places=(second,))))
        graph = rules.graph(board(SKETCH))
        assert graph.relations == {"seen": {"roofs": 3}, "then": {"roofs": 3}}

    def test_a_board_can_change_with_the_position(self) -> None:
        def drifting(rules: Rules, game: Game, graph: Graph) -> Graph:
            return changed(graph, relations={"near": {game.figures["tuco"].place: True}})

        rules = assemble((BASE, module(places=(drifting,))))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        after = accepted(rules, game, Move("tuco", "car-1.roof")).after
        assert rules.graph(game).relations["near"] == {"locomotive.roof": True}
        assert rules.graph(after).relations["near"] == {"car-1.roof": True}


# --- out_of_turn: nobody but the acting bandit's player tugs the rope


class TestOutOfTurn:
    def test_a_module_says_what_else_keeps_somebody_waiting(self) -> None:
        def tug(rules: Rules, game: Game, due: Decision, command: Any) -> Cites:
            return ("toy.tug",) if due.kind == "move" and isinstance(command, Move) else ()

        rules = assemble((BASE, module(turns=Turns(out_of_turn=(tug,)))))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        plain = ("ruling.command.form", "stealin.first-in-first-out")
        assert refused(rules, game, Move("doc", "car-1.roof")) == (*plain, "toy.tug")
        assert refused(rules, game, DrawCards("doc")) == plain
        assert refused(assemble((BASE,)), game, Move("doc", "car-1.roof")) == plain


# --- table: somebody has to steer the balloon


def with_a_pilot(rules: Rules, before: Table) -> Table:
    return changed(before, names=(*before.names, "pilot"), required=("pilot",), missing=("toy.pilot",))


PILOTED = assemble((BASE, module(seating=(with_a_pilot,))))


@pytest.mark.parametrize(
    ("seats", "clauses"),
    [
        (("tuco", "pilot", "doc"), ()),
        (("tuco", "ghost", "doc"), ("toy.pilot",)),
        (("tuco", "zorro", "doc"), ("setup.character.choice", "toy.pilot")),
    ],
)
def test_a_game_without_somebody_in_a_required_seat_is_refused(
    seats: tuple[Seat, ...], clauses: Cites, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("colt_rules.rules.base.table"), "rulebook", lambda *_: PILOTED)
    assert what_forbids(table(seats=seats, train=()), ()) == clauses


# --- the page that lists the points

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.partition("| point |")[2].partition("\n\n")[0].splitlines()[2:]]


def test_the_page_lists_every_point_once() -> None:
    listed = [name for paths, _, _ in ROWS for name in re.findall(r"`([\w.]+)`", paths)]
    assert sorted(listed) == sorted({path for path, _, _ in points(Module())} - {"name"})


# --- evolve


def test_every_module_folds_events_of_its_own() -> None:
    folds = {name: built(name).evolve for name in MODULES}
    assert {name for name in MODULES if folds[name]} == {MODULES[0], *(name for name, _ in parts("events"))}
    assert {kind: fold for of in folds.values() for kind, fold in of.items()} == EVOLVE
    assert sum(map(len, folds.values())) == len(EVOLVE), "no event has two folds"


def test_a_module_that_folds_an_event_of_another_is_an_error() -> None:
    usurper = module(evolve={BanditMoved: lambda game, event: game})
    with pytest.raises(ModuleConflict, match="the module toy folds BanditMoved, which a module before it folds"):
        assemble((BASE, usurper))
    assert assemble((BASE, module(evolve={HandFilled: lambda game, event: game})))


def test_a_module_can_put_something_else_into_the_locomotive() -> None:
    """The strongbox stays away, and what stands there besides is as ever."""

    def without_loot(rules: Rules, before: tuple[Cited, ...]) -> tuple[Cited, ...]:
        return tuple(cited for cited in before if not isinstance(cited[0], LootPlaced))

    rules = assemble([BASE, module(components=Components(locomotive=(without_loot,)))])
    assert [event.__class__.__name__ for event, _ in rules.in_locomotive] == ["MarshalPlaced"]
    assert len(assemble([BASE]).in_locomotive) == 2
