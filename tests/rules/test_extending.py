"""The extension points by which a module changes what others bring, each tried with a toy."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

from colt_rules.commands import ChangeFloor, Deal, DrawCards, Fire, Move, PlayCard, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Arrangements, Decision
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    BanditStayed,
    CardRevealed,
    Cited,
    Event,
    GameEnded,
    HandDrawn,
    HandReturned,
    NeutralBulletGiven,
    NeutralBulletsStacked,
    RansomPaid,
    RoundStarted,
    SeatTaken,
)
from colt_rules.kernel import NEW, Accepted, Refused, settle
from colt_rules.kernel.decide import decide_by
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.model.graph import NO_GRAPH, Graph
from colt_rules.model.names import Bandit, Cites, Seat
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.module import MODULE as BASE
from colt_rules.rules.base.scoring import end_game
from colt_rules.rules.duo.module import MODULE as DUO
from colt_rules.rules.duo.schemin import has_chosen
from colt_rules.rules.expert.events import HandFilled
from colt_rules.rules.expert.module import MODULE as EXPERT
from colt_rules.rules.module import Choice, Module, Rules
from colt_rules.rules.rulebook import ModuleConflict, assemble
from colt_rules.rules.rulebook import module as built
from colt_rules.rules.team.module import MODULE as TEAM
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


# --- adds: one may wave from a roof in place of a Punch


def waves(rules: Rules, game: Game, bandit: Bandit) -> list[Any]:
    figure = game.figures[bandit]
    return [ChangeFloor(figure.seat, "wave")] if figure.place == "locomotive.roof" else []


def waved(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    return [(ActionTaken(bandit, "punch"), ("toy.wave",)), (RansomPaid(bandit, 10), ("toy.wave",))]


WAVE = Choice((ChangeFloor,), waves, lambda rules, game, bandit, command: ("toy.no-wave",), waved)
WAVING = assemble((BASE, module(adds={"punch": WAVE})))


class TestAdds:
    def test_the_answers_are_those_of_both(self) -> None:
        game = board("roof | tuco doc | | |\ninside | M | | ghost |", pile=["tuco-punch"])
        plain = [*assemble((BASE,)).choices["punch"].answers(WAVING, game, "tuco")]
        assert [*WAVING.choices["punch"].answers(WAVING, game, "tuco")] == [*plain, ChangeFloor("tuco", "wave")]
        assert len(plain) > 0

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

    def test_a_card_is_idle_as_before_where_neither_has_an_answer(self) -> None:
        alone = "roof | | tuco | |\ninside | M | | doc ghost |"
        game = open_card(board(alone, rounds=["bridge.2-4"]), "doc-move", "tuco-punch")
        verdict = accepted(WAVING, game, Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "ruling.action.nobody-there")]

    def test_a_choice_that_is_no_action_can_have_more_answers(self) -> None:
        rules = assemble((BASE, module(adds={"scheme": changed(WAVE, answers=always_wave)})))
        game = board(SKETCH, hands={"tuco": ["tuco-move"]}, acted=2)
        seat = game.round.order[0]
        assert ChangeFloor(seat, "wave") in rules.choices["scheme"].answers(rules, game, seat)
        assert DrawCards(seat) in rules.choices["scheme"].answers(rules, game, seat)

    def test_two_modules_can_add_to_one_choice(self) -> None:
        duck = Choice((DrawCards,), lambda *_: [DrawCards("tuco")], lambda *_: ("toy.duck",), lambda *_: [])
        two = module(name="two", adds={"punch": duck})
        rules = assemble((BASE, module(adds={"punch": WAVE}), two))
        assert rules.choices["punch"].commands == (Punch, ChangeFloor, DrawCards)
        answers = rules.choices["punch"].answers(rules, board(ALONE), "tuco")
        assert [*answers] == [ChangeFloor("tuco", "wave"), DrawCards("tuco")]


def always_wave(rules: Rules, game: Game, seat: str) -> list[Any]:
    return [ChangeFloor(seat, "wave")]


# --- bars: the first car is closed


def closed(rules: Rules, game: Game, bandit: Bandit, command: Any) -> Cites:
    return ("toy.closed",) if isinstance(command, Move) and command.to.startswith("car-1.") else ()


CLOSED = assemble((BASE, module(bars={"move": closed})))


class TestBars:
    def test_an_answer_that_is_barred_is_left_out_and_refused_by_the_bar_alone(self) -> None:
        game = open_card(board(SKETCH), "tuco-move")
        answers = CLOSED.choices["move"].answers(CLOSED, game, "tuco")
        assert [*answers] == [Move("tuco", "car-2.roof")]
        assert refused(CLOSED, game, Move("tuco", "car-1.roof")) == ("toy.closed",)
        assert accepted(CLOSED, game, Move("tuco", "car-2.roof"))

    def test_what_was_never_an_answer_is_refused_by_both(self) -> None:
        game = open_card(board(SKETCH), "tuco-move")
        plain = refused(assemble((BASE,)), game, Move("tuco", "car-1.inside"))
        assert refused(CLOSED, game, Move("tuco", "car-1.inside")) == (*plain, "toy.closed")

    def test_what_the_bar_does_not_speak_of_is_refused_as_before(self) -> None:
        game = open_card(board(SKETCH), "tuco-move")
        plain = refused(assemble((BASE,)), game, Move("tuco", "car-2.inside"))
        assert refused(CLOSED, game, Move("tuco", "car-2.inside")) == plain

    def test_where_all_answers_are_barred_the_card_is_idle_by_the_bar(self) -> None:
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "doc-move")
        verdict = accepted(CLOSED, game, Move("tuco", "car-2.roof"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.closed")]

    def test_where_only_some_are_barred_the_card_is_carried_out(self) -> None:
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "doc-floor-change", "tuco-move")
        verdict = accepted(CLOSED, game, ChangeFloor("doc", "car-2.roof"))
        assert not idle_cites(verdict)
        assert verdict.awaiting[0].kind == "move"

    def test_an_action_that_is_idle_anyway_keeps_its_own_reason(self) -> None:
        rules = assemble((BASE, module(bars={"punch": lambda *_: ("toy.closed",)})))
        game = open_card(board(ALONE, rounds=["bridge.2-4"]), "doc-move", "tuco-punch")
        verdict = accepted(rules, game, Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "ruling.action.nobody-there")]

    def test_answers_that_a_module_adds_can_be_barred_too(self) -> None:
        rules = assemble((BASE, module(adds={"punch": WAVE}, bars={"punch": lambda *_: ("toy.quiet",)})))
        game = open_card(board(ALONE, rounds=["bridge.2-4"]), "doc-move", "tuco-punch")
        verdict = accepted(rules, game, Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.quiet")]

    def test_a_choice_that_is_no_action_can_be_barred(self) -> None:
        def no_draw(rules: Rules, game: Game, seat: str, command: Any) -> Cites:
            return ("toy.no-draw",) if isinstance(command, DrawCards) else ()

        rules = assemble((BASE, module(bars={"scheme": no_draw})))
        game = board(SKETCH, hands={"tuco": ["tuco-move"]}, acted=2)
        seat = game.round.order[0]
        assert DrawCards(seat) not in rules.choices["scheme"].answers(rules, game, seat)
        assert refused(rules, game, DrawCards(seat)) == ("toy.no-draw",)

    def test_several_bars_add_up(self) -> None:
        two = module(name="two", bars={"move": lambda *_: ("toy.strike",)})
        rules = assemble((BASE, module(bars={"move": closed}), two))
        game = open_card(board(SKETCH), "tuco-move")
        assert [*rules.choices["move"].answers(rules, game, "tuco")] == []


@pytest.mark.parametrize("points", [{"adds": {"balloon-ride": WAVE}}, {"bars": {"balloon-ride": closed}}])
def test_what_is_added_to_or_barred_must_be_there(points: dict[str, Any]) -> None:
    with pytest.raises(ModuleConflict, match="the module toy extends the choice balloon-ride, which is not there"):
        assemble((BASE, module(**points)))


def test_choices_that_nobody_extends_stay_as_they_are() -> None:
    rules = assemble((BASE, module(adds={"punch": WAVE}, bars={"move": closed})))
    for name, choice in {**BASE.choices, **{name: act.choice for name, act in BASE.actions.items()}}.items():
        assert (rules.choices[name] is choice) == (name not in ("punch", "move"))


# --- hinders


def cramp(rules: Rules, game: Game, bandit: Bandit, action: str) -> Cites:
    """Tuco has a cramp in the arm."""
    return ("toy.cramp",) if (bandit, action) == ("tuco", "punch") else ()


class TestHinders:
    def test_a_card_that_is_hindered_does_nothing_and_that_comes_before_its_own_reason(self) -> None:
        rules = assemble((BASE, module(hinders=cramp)))
        game = open_card(board(ALONE, rounds=["bridge.2-4"]), "doc-move", "tuco-punch")
        verdict = accepted(rules, game, Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.cramp")]

    def test_it_does_nothing_though_there_would_be_something_to_choose(self) -> None:
        rules = assemble((BASE, module(hinders=cramp)))
        together = board("roof | tuco ghost | | |\ninside | M | | doc |", rounds=["bridge.2-4"])
        verdict = accepted(rules, open_card(together, "doc-move", "tuco-punch"), Move("doc", "car-1.inside"))
        assert idle_cites(verdict) == [("stealin.obligatory", "toy.cramp")]

    def test_other_bandits_and_other_cards_are_not_hindered(self) -> None:
        rules = assemble((BASE, module(hinders=cramp)))
        together = board("roof | tuco ghost | | |\ninside | M | | doc |", rounds=["bridge.2-4"])
        game = open_card(together, "doc-move", "ghost-punch", "tuco-move")
        verdict = accepted(rules, game, Move("doc", "car-1.inside"))
        assert not idle_cites(verdict)
        assert verdict.awaiting[0].kind == "punch"

    def test_several_modules_tell_all_their_reasons(self) -> None:
        two = module(name="two", hinders=lambda *_: ("toy.fog",))
        rules = assemble((BASE, module(hinders=cramp), two))
        assert rules.actions["punch"].idle(rules, board(ALONE), "tuco") == ("toy.cramp", "toy.fog")
        assert rules.actions["move"].idle(rules, board(ALONE), "tuco") == ("toy.fog",)


# --- follows: a toll for every roof


def toll(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """Whoever goes along the roofs is paid, and whoever is paid is counted."""
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
        rules = assemble((BASE, module(follows=toll)))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        assert names(verdict)[:5] == ["ActionTaken", "BanditMoved", "RansomPaid", "RansomPaid", "CardReturned"]
        paid, again = verdict.events[2:4]
        assert paid == (RansomPaid("tuco", 5), ("toy.toll",))
        assert again == (RansomPaid("tuco", 100), ("toy.again",))
        assert verdict.after.figures["tuco"].ransom == 105

    def test_a_follower_knows_the_game_just_before_the_event(self) -> None:
        rules = assemble((BASE, module(follows=toll)))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "tuco-move")
        once = accepted(rules, game, Move("tuco", "car-1.roof"))
        again = accepted(rules, once.after, Move("tuco", "car-2.roof"))
        assert again.after.figures["tuco"].ransom == 105 + 5 + 205

    def test_what_one_event_brought_is_known_when_the_next_one_happens(self) -> None:
        def echo(rules: Rules, game: Game, event: Event) -> list[Cited]:
            if isinstance(event, ActionTaken):
                return [(RansomPaid(event.bandit, 7), ("toy.first",))]
            if isinstance(event, BanditMoved):
                return [(RansomPaid(event.bandit, game.figures[event.bandit].ransom), ("toy.echo",))]
            return []

        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        verdict = accepted(assemble((BASE, module(follows=echo))), game, Move("tuco", "car-1.roof"))
        assert [event.amount for event, _ in verdict.events if isinstance(event, RansomPaid)] == [7, 7]

    def test_what_follows_cites_the_clauses_that_modules_add_as_of_its_moment(self) -> None:
        rules = assemble((BASE, module(follows=toll, added_clauses=stamp)))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        paid = [cites for event, cites in verdict.events if isinstance(event, RansomPaid)]
        assert paid == [("toy.toll", "toy.at-car-1.roof"), ("toy.again", "toy.at-car-1.roof")]

    def test_what_happens_by_itself_brings_followers_too(self) -> None:
        def welcome(rules: Rules, game: Game, event: Event) -> list[Cited]:
            return [(RansomPaid("tuco", 1), ("toy.welcome",))] if isinstance(event, CardRevealed) else []

        rules = assemble((BASE, module(follows=welcome)))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        assert names(verdict)[-2:] == ["CardRevealed", "RansomPaid"]

    def test_every_module_has_its_followers(self) -> None:
        two = module(
            name="two",
            follows=lambda rules, game, event: (
                [(NeutralBulletGiven("tuco", "tuco", game.neutral - 1), ("toy.two",))]
                if isinstance(event, BanditMoved)
                else []
            ),
        )
        rules = assemble((BASE, module(follows=toll), two))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        brought = names(accepted(rules, game, Move("tuco", "car-1.roof")))
        assert brought[1:5] == ["BanditMoved", "RansomPaid", "RansomPaid", "NeutralBulletGiven"]


# --- out: who cannot win

RICH = board(SKETCH, rounds=[], loot={"tuco": ["purse:500"], "doc": ["purse:300"]}, bullets={"doc": 0})
LOST: Cites = ("toy.lost",)


def ended(*modules: Module, game: Game = RICH) -> tuple[GameEnded, Cites]:
    ((event, cites),) = end_game(assemble((BASE, *modules)), game)
    assert isinstance(event, GameEnded)
    return event, cites


def out(*bandits: Bandit) -> Callable[[Rules, Game], dict[Bandit, Cites]]:
    return lambda rules, game: dict.fromkeys(bandits, LOST)


def two_sides(game: Game) -> tuple[tuple[Seat, ...], ...]:
    return (("tuco", "ghost"), ("doc",))


def tokens(event: GameEnded, seat: Seat) -> list[int]:
    """What a player's loot counts for, if it counts at all."""
    return [line.amount for line in event.lines if (line.seat, line.line) == (seat, "tokens")]


class TestOut:
    def test_whoever_is_out_ranks_below_all_others_whatever_the_money(self) -> None:
        event, cites = ended(module(cannot_win=out("tuco")))
        assert [(one.rank, one.seat) for one in event.ranking] == [(1, "doc"), (2, "ghost"), (3, "tuco")]
        assert tokens(event, "tuco") == [500]
        assert "toy.lost" in cites
        plain, plain_cites = ended()
        assert [one.seat for one in plain.ranking][:2] == ["doc", "tuco"]
        assert "toy.lost" not in plain_cites

    def test_the_loot_of_whoever_is_out_does_not_count_for_a_side_that_can_still_win(self) -> None:
        event, _ = ended(module(cannot_win=out("tuco"), sides=two_sides))
        assert tokens(event, "tuco") == []
        assert {one.seat: one.money for one in event.ranking}["ghost"] == 0
        plain, _ = ended(module(sides=two_sides))
        assert {one.seat: one.money for one in plain.ranking}["ghost"] == 500

    def test_the_richest_are_not_level_with_somebody_who_is_out(self) -> None:
        level = board(SKETCH, rounds=[], loot={"tuco": ["purse:300"], "doc": ["purse:300"]})
        _, cites = ended(module(cannot_win=out("tuco")), game=level)
        assert "ruling.end.still-level" not in cites
        assert "ruling.end.still-level" in ended(game=level)[1]

    def test_where_nobody_can_win_the_first_rank_stays_empty(self) -> None:
        event, cites = ended(module(cannot_win=out("tuco", "doc", "ghost")))
        assert event.ranking[0].rank == 2
        assert "end.richest-wins" not in cites

    def test_a_side_is_out_only_with_all_its_bandits(self) -> None:
        rich = board(SKETCH, rounds=[], loot={"ghost": ["purse:500", "jewel", "jewel", "jewel"]}, bullets={"doc": 0})
        event, _ = ended(module(cannot_win=out("tuco"), sides=two_sides), game=rich)
        assert event.ranking[0].seat in ("tuco", "ghost")
        event, _ = ended(module(cannot_win=out("tuco", "ghost"), sides=two_sides), game=rich)
        assert (event.ranking[0].rank, event.ranking[0].seat) == (1, "doc")

    def test_several_modules_say_who_is_out(self) -> None:
        event, _ = ended(module(name="one", cannot_win=out("tuco")), module(name="two", cannot_win=out("doc")))
        assert event.ranking[0].seat == "ghost"


# --- hands and stays


def two_more(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
    """Ghost's hand is two cards larger."""
    return (2, ("toy.long-sleeves",)) if seat in ("ghost", "player-1") else (0, ())


def none(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
    return 0, ()


def first_hands(*modules: Module, **fields: Any) -> dict[Seat, tuple[int, Cites]]:
    """The first hand of each player: how many cards it has, and the clauses of the draw."""
    rules = assemble((BASE, *modules))
    hands: dict[Seat, tuple[int, Cites]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("colt_rules.kernel.decide"), "rules_of", lambda game: rules)
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
        hands = first_hands(module(hand_sizes=two_more), **FOUR)
        assert hands["ghost"] == (8, ("schemin.hand-of-six", "toy.long-sleeves"))
        assert hands["tuco"] == (6, ("schemin.hand-of-six",))

    def test_a_hand_can_be_smaller(self) -> None:
        def fewer(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
            return -1, ("toy.cold-fingers",)

        hands = first_hands(module(hand_sizes=fewer), module(name="two", hand_sizes=two_more), **FOUR)
        assert {seat: size for seat, (size, _) in hands.items()} == {"ghost": 7, "tuco": 5, "belle": 5, "django": 5}
        assert hands["ghost"][1] == ("schemin.hand-of-six", "toy.cold-fingers", "toy.long-sleeves")

    def test_it_is_so_with_two_bandits_and_in_teams(self) -> None:
        seats = {"powers": False, "seats": ("player-1", "player-2"), "train": ()}
        duo = first_hands(DUO, module(hand_sizes=two_more), **seats, modules=("base", "duo"))
        plain = first_hands(DUO, **seats, modules=("base", "duo"))
        assert duo["player-1"][0] == plain["player-1"][0] + 2
        assert duo["player-2"][0] == plain["player-2"][0]
        team = first_hands(TEAM, module(hand_sizes=two_more), **FOUR, modules=("base", "team"))
        assert team["ghost"][0] == team["tuco"][0] + 2
        assert "toy.long-sleeves" in team["ghost"][1]

    def test_a_hand_that_is_filled_up_is_filled_up_to_that_size(self) -> None:
        rules = assemble((BASE, EXPERT, module(hand_sizes=two_more)))
        game = open_card(
            board(SKETCH, card="bridge.2-4", rounds=["tunnel.2-4"], modules=("base", "expert")), "tuco-move"
        )
        game = changed(game, cards={seat: changed(cards, hand=()) for seat, cards in game.cards.items()})
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        filled = {
            event.seat: (len(event.cards), cites) for event, cites in verdict.events if isinstance(event, HandFilled)
        }
        assert filled["ghost"][0] == filled["tuco"][0] + 2
        assert "toy.long-sleeves" in filled["ghost"][1]
        assert "toy.long-sleeves" not in filled["tuco"][1]


def moves_stay(rules: Rules, game: Game, seat: Seat) -> tuple[str, ...]:
    """Tuco's first Move never leaves his hand."""
    return tuple(card for card in game.cards[seat].hand if card == "tuco-move")[:1]


class TestStays:
    def test_a_card_that_stays_is_not_laid_on_the_deck_with_the_others(self) -> None:
        rules = assemble((BASE, module(stays_in_hand=moves_stay)))
        game = board(SKETCH, hands={"tuco": ["tuco-move", "tuco-move", "tuco-fire"]}, card="bridge.2-4", acted=2)
        due = BASE.closings["schemin"](rules, game)
        assert isinstance(due, list)
        back = [event for event, _ in due if isinstance(event, HandReturned)]
        (returned,) = [event for event in back if event.seat == "tuco"]
        assert sorted(returned.cards) == ["tuco-fire", "tuco-move"]

    def test_the_next_hand_is_drawn_only_as_far_as_it_is_missing(self) -> None:
        rules = assemble((BASE, module(stays_in_hand=moves_stay)))
        game = board(SKETCH, rounds=["tunnel.2-4"])
        cards = game.cards["tuco"]
        kept = changed(cards, hand=("tuco-move",), deck=tuple(card for card in cards.deck if card != "tuco-move"))
        game = changed(game, cards={**game.cards, "tuco": kept}, phase="schemin")
        game = changed(game, round=changed(game.round, undealt=("tuco",), turn=-1, order=(), pile=()))
        verdict = accepted(rules, game, Deal("chance", "deck", "tuco", game.cards["tuco"].deck))
        (drawn,) = [event for event, _ in verdict.events if isinstance(event, HandDrawn)]
        assert len(drawn.cards) == 5

    def test_several_modules_keep_their_cards(self) -> None:
        two = module(name="two", stays_in_hand=lambda rules, game, seat: ("doc-fire",) if seat == "doc" else ())
        rules = assemble((BASE, module(stays_in_hand=moves_stay), two))
        game = board(SKETCH, hands={"tuco": ["tuco-move"], "doc": ["doc-fire"]}, acted=1)
        assert (rules.staying(game, "tuco"), rules.staying(game, "doc")) == (("tuco-move",), ("doc-fire",))

    def test_with_two_bandits_what_stayed_is_no_card_of_choice(self) -> None:
        stays = assemble((BASE, DUO, module(stays_in_hand=moves_stay)))
        game = board(SKETCH, hands={"tuco": ["tuco-move"]}, acted=2)
        assert not has_chosen(stays, game, "tuco")
        assert has_chosen(assemble((BASE, DUO)), game, "tuco")


# --- faces


def face_down(rules: Rules, game: Game, seat: Seat) -> tuple[tuple[bool, ...], Cites] | None:
    """Tuco hides all he plays."""
    return ((True,), ("toy.shy",)) if seat == "tuco" else None


class TestFaces:
    def test_a_player_lays_cards_the_way_that_a_module_says(self) -> None:
        rules = assemble((BASE, module(card_faces=face_down)))
        game = board(SKETCH, seats=["tuco", "doc", "ghost"], first="tuco", hands={"tuco": ["tuco-move"]}, acted=0)
        answers = rules.choices["scheme"].answers(rules, game, "tuco")
        assert PlayCard("tuco", "tuco-move", True) in answers
        assert PlayCard("tuco", "tuco-move", False) not in answers
        assert refused(rules, game, PlayCard("tuco", "tuco-move", False)) == ("toy.shy",)

    def test_others_lay_them_as_the_turn_says(self) -> None:
        rules = assemble((BASE, module(card_faces=face_down)))
        game = board(SKETCH, seats=["doc", "tuco", "ghost"], first="doc", hands={"doc": ["doc-move"]}, acted=0)
        answers = rules.choices["scheme"].answers(rules, game, "doc")
        assert PlayCard("doc", "doc-move", False) in answers
        assert refused(rules, game, PlayCard("doc", "doc-move", True)) == ("turn.standard",)


# --- plays_as


def as_in_a_tunnel(rules: Rules, game: Game, seat: Seat) -> str | None:
    return "tunnel" if seat == "tuco" else None


def test_a_turn_can_be_of_another_kind_for_one_player() -> None:
    rules = assemble((BASE, module(plays_as=as_in_a_tunnel)))
    game = board(SKETCH, hands={"tuco": ["tuco-move"]}, acted=0)
    assert (rules.turn_of(game, "tuco"), rules.turn_of(game, "doc")) == ("tunnel", rules.turn(game))


# --- components


class TestComponents:
    def test_cards_of_a_module_are_in_every_deck_with_two_bandits_one_of_each(self) -> None:
        balloonists = module(deck={"rope": 2})
        assert taken(balloonists)["ghost"].count("ghost-rope") == 2
        assert len(taken(balloonists)["ghost"]) == len(taken()["ghost"]) + 2
        seats = {"seats": ("player-1", "player-2"), "modules": ("base", "duo"), "train": ()}
        both = taken(DUO, balloonists, **seats)["player-1"]
        assert sorted(both.count(card) for card in set(both) if card.endswith("-rope")) == [1, 1]

    def test_two_modules_with_the_same_card_are_an_error(self) -> None:
        with pytest.raises(ModuleConflict, match="cards of 'move'"):
            assemble((BASE, module(deck={"move": 1})))

    def test_neutral_bullets_add_up(self) -> None:
        rules = assemble((BASE, module(neutral_bullets=2), module(name="two", neutral_bullets=3)))
        assert rules.neutral_bullets == BOX.neutral_bullets + 5
        stacked = [event for event, _ in set_up(rules) if isinstance(event, NeutralBulletsStacked)]
        assert stacked == [NeutralBulletsStacked(BOX.neutral_bullets + 5)]

    def test_round_cards_of_a_module_are_drawn_with_the_others_and_played(self) -> None:
        fair = attrs.evolve(BOX.round_cards["tunnel.2-4"], id="fair.2-4", turns=("standard",), happening=None)
        rules = assemble((BASE, module(round_cards={"fair.2-4": fair})))
        game = changed(board(SKETCH), options=changed(board(SKETCH).options, stations=False))
        rows = rules.choices["round-cards"].answers(rules, game, "")
        assert isinstance(rows, Arrangements)
        assert "fair.2-4" in rows.items
        assert "fair.2-4" not in assemble((BASE,)).round_cards
        game = open_card(changed(board(SKETCH), rounds=("fair.2-4",)), "tuco-move")
        verdict = accepted(rules, game, Move("tuco", "car-1.roof"))
        assert [event.card for event, _ in verdict.events if isinstance(event, RoundStarted)] == ["fair.2-4"]

    def test_two_modules_with_the_same_round_card_are_an_error(self) -> None:
        with pytest.raises(ModuleConflict, match=r"round card 'tunnel\.2-4'"):
            assemble((BASE, module(round_cards={"tunnel.2-4": BOX.round_cards["tunnel.2-4"]})))


def set_up(rules: Rules, **fields: Any) -> list[Cited]:
    """What happens until the first round begins, with the first answer to every question."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("colt_rules.kernel.decide"), "rules_of", lambda game: rules)
        verdict = accepted(rules, NEW, table(**{"players": 3} | fields))
        events = [*verdict.events]
        while verdict.after.phase == "setup":
            decision = verdict.awaiting[0]
            answers = rules.choices[decision.kind].answers(rules, verdict.after, decision.subject)
            verdict = accepted(rules, verdict.after, next(iter(answers)))
            events += verdict.events
    return events


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
        def first(game: Game, graph: Graph) -> Graph:
            return changed(graph, relations={"seen": {"roofs": len(graph.roofs)}})

        def second(game: Game, graph: Graph) -> Graph:
            return changed(graph, relations={**graph.relations, "then": graph.relations["seen"]})

        rules = assemble((BASE, module(places=first), module(name="two", places=second)))
        graph = rules.graph(board(SKETCH))
        assert graph.relations == {"seen": {"roofs": 3}, "then": {"roofs": 3}}

    def test_the_first_of_them_begins_with_an_empty_board(self) -> None:
        boards: list[Graph] = []

        def note(game: Game, graph: Graph) -> Graph:
            boards.append(graph)
            return graph

        assemble((changed(BASE, places=note),)).graph(board(SKETCH))
        assert boards == [NO_GRAPH]

    def test_a_board_can_change_with_the_position(self) -> None:
        def drifting(game: Game, graph: Graph) -> Graph:
            return changed(graph, relations={"near": {game.figures["tuco"].place: True}})

        rules = assemble((BASE, module(places=drifting)))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        after = accepted(rules, game, Move("tuco", "car-1.roof")).after
        assert rules.graph(game).relations["near"] == {"locomotive.roof": True}
        assert rules.graph(after).relations["near"] == {"car-1.roof": True}

    def test_whom_django_cannot_move_stays_for_the_reason_that_the_board_gives(self) -> None:
        def fenced(game: Game, graph: Graph) -> Graph:
            knocked = {pair: to for pair, to in graph.knocked.items() if pair != ("car-1.roof", "car-2.roof")}
            unmoved = {("car-1.roof", "car-2.roof"): ("toy.fence",)}
            return changed(graph, knocked=knocked, unmoved=unmoved)

        sketch = "roof | | django | tuco | |\ninside | M | | | doc |"
        game = open_card(board(sketch, rounds=["bridge.2-4"]), "django-fire")
        fence = assemble((BASE, module(places=fenced)))
        stayed = [
            one for one in accepted(fence, game, Fire("django", "tuco")).events if isinstance(one[0], BanditStayed)
        ]
        assert stayed == [(BanditStayed("tuco", "car-2.roof", "knock"), ("toy.fence",))]
        plain = accepted(assemble((BASE,)), game, Fire("django", "tuco"))
        assert (BanditMoved("tuco", "car-2.roof", "car-3.roof", "knock"), ("django.knock-back",)) in plain.events

    def test_at_the_end_of_the_train_the_reason_is_that_of_the_base_game(self) -> None:
        sketch = "roof | | django | tuco |\ninside | M | | doc |"
        game = open_card(board(sketch, rounds=["bridge.2-4"]), "django-fire")
        verdict = accepted(assemble((BASE,)), game, Fire("django", "tuco"))
        told = [cites for event, cites in verdict.events if isinstance(event, BanditStayed)]
        assert told == [("django.train-end", "train.no-leaving")]


# --- waits: nobody but the acting bandit's player tugs the rope


class TestOutOfTurn:
    def test_a_module_says_what_else_keeps_somebody_waiting(self) -> None:
        def tug(rules: Rules, game: Game, due: Decision, command: Any) -> Cites:
            return ("toy.tug",) if due.kind == "move" and isinstance(command, Move) else ()

        rules = assemble((BASE, module(waits=tug)))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        plain = ("ruling.command.form", "stealin.first-in-first-out")
        assert refused(rules, game, Move("doc", "car-1.roof")) == (*plain, "toy.tug")
        assert refused(rules, game, DrawCards("doc")) == plain
        assert refused(assemble((BASE,)), game, Move("doc", "car-1.roof")) == plain


# --- the page that lists the points

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.partition("| point |")[2].partition("\n\n")[0].splitlines()[2:]]


def test_the_page_lists_every_point_once() -> None:
    listed = [name for points, _, _ in ROWS for name in re.findall(r"`(\w+)`", points)]
    assert sorted(listed) == sorted({field.name for field in attrs.fields(Module)} - {"name"})


@pytest.mark.parametrize("row", ROWS, ids=[row[0].strip() for row in ROWS])
def test_the_page_says_who_fills_a_point(row: list[str]) -> None:
    points, _, by = row
    plain = Module("")
    filling = {
        name
        for name in MODULES
        for point in re.findall(r"`(\w+)`", points)
        if getattr(built(name), point) != getattr(plain, point)
    }
    told = set(MODULES) if by.strip() == "all" else set(re.sub(r"\(.*?\)", "", by).replace(",", " ").split())
    assert told == filling


# --- evolve


def test_every_module_folds_events_of_its_own() -> None:
    folds = {name: built(name).evolve for name in MODULES}
    assert all(folds[name] for name in MODULES)
    assert {kind: fold for of in folds.values() for kind, fold in of.items()} == EVOLVE
    assert sum(map(len, folds.values())) == len(EVOLVE), "no event has two folds"


def test_a_game_without_any_extension_is_settled_as_ever() -> None:
    rules = assemble((BASE,))
    assert (
        rules.follows,
        rules.added_clauses,
        rules.hand_sizes,
        rules.stays_in_hand,
        rules.card_faces,
        rules.cannot_win,
    ) == ((),) * 6
    assert settle(board(SKETCH)).events
