"""Modules put together: a toy expansion comes in through the extension points, and a conflict is an error."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from colt_rules.commands import ChangeFloor, Fire, Move
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionTaken,
    BanditMoved,
    CardReturned,
    Cited,
    GameEnded,
    HappeningStarted,
    NeutralBulletGiven,
    RansomPaid,
    ScoreLine,
    TurnStarted,
)
from colt_rules.kernel import Accepted, Refused
from colt_rules.kernel.decide import decide_by
from colt_rules.model.graph import Graph, GraphConflict
from colt_rules.model.names import Bandit, Cites
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game, Played
from colt_rules.rules.base import MODULE as BASE
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.stealin import action
from colt_rules.rules.base.turns import once_each
from colt_rules.rules.module import Choice, Due, Happening, Module, Rules, Turn
from colt_rules.rules.rulebook import MODULES, ModuleConflict, assemble, rulebook
from tests.tables import table

# --- a toy expansion: a balloon moored to the locomotive's roof


def balloon(game: Game) -> Graph:
    """One new place with its relations; one gets back to the train by a Move, and shots go both ways."""
    return Graph(
        moves={"balloon.roof": ("locomotive.roof",)},
        sight={"balloon.roof": (("locomotive.roof",),)},
        pushes={"balloon.roof": ("locomotive.roof",)},
        stairs={"balloon.roof": "locomotive.roof"},
        knocked={},
        patrol={},
        forward={},
        backward={},
        insides=(),
        roofs=(),
    )


def thin_air(rules: Rules, game: Game) -> Due:
    """Whoever is in the balloon without a bullet in the deck gets one."""
    for bandit, figure in game.figures.items():
        if figure.place == "balloon.roof" and "neutral-bullet" not in game.cards[figure.seat].deck:
            return [(NeutralBulletGiven(bandit, figure.seat, game.neutral - 1), ("toy.thin-air",))]
    return None


def boardings(rules: Rules, game: Game, bandit: Bandit) -> list[Any]:
    return [ChangeFloor(game.figures[bandit].seat, "balloon.roof")]


def no_boarding(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> Cites:
    return ("toy.rope",)


def boarded(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    return [(BanditMoved(bandit, game.figures[bandit].place, command.to, "climb"), ("toy.rope",))]


def not_at_the_rope(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    return () if game.figures[bandit].place == "locomotive.roof" else ("toy.no-rope",)


def gust(rules: Rules, game: Game) -> list[Cited]:
    """Everybody in the balloon is paid for the view."""
    there = [bandit for bandit, figure in game.figures.items() if figure.place == "balloon.roof"]
    return [(RansomPaid(bandit, 50), ("toy.gust",)) for bandit in there]


def altitude(game: Game) -> list[tuple[ScoreLine, Cites]]:
    """$111 for whoever ends in the balloon."""
    aloft = [figure.seat for figure in game.figures.values() if figure.place == "balloon.roof"]
    return [(ScoreLine(seat, "toy", 111), ("toy.altitude",)) for seat in aloft]


ROPE = action("rope", Choice((ChangeFloor,), boardings, no_boarding, boarded), not_at_the_rope)


def module(**points: Any) -> Module:
    """A module that brings nothing but these points."""
    nothing: dict[str, Any] = {
        "name": "toy",
        "places": balloon,
        "phases": {},
        "closings": {},
        "arrivals": (),
        "choices": {},
        "actions": {},
        "turns": {},
        "happenings": {},
        "scoring": (),
        "order": {},
    }
    return Module(**(nothing | points))


TOY = module(
    arrivals=(thin_air,),
    actions={"rope": ROPE},
    turns={"calm": Turn(False, once_each, ("toy.calm",))},
    happenings={"gust": Happening(("toy.gust",), gust, lambda rules, game: ())},
    scoring=(altitude,),
)
SKETCH = """
    roof   | tuco |                |       |
    inside |      | M purse        | doc ghost |
"""


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A round card of the toy's own. There is no extension point for components yet, so the box is patched."""

    def add(id: str, turns: Any, happening: str | None) -> None:
        card = attrs.evolve(BOX.round_cards["tunnel.2-4"], id=id, turns=turns, happening=happening)
        monkeypatch.setitem(BOX.round_cards, id, card)

    return add


def accepted(rules: Rules, game: Game, command: Any) -> Accepted:
    verdict = decide_by(rules, game, command)
    assert isinstance(verdict, Accepted), verdict
    return verdict


def open_card(game: Game, card: str, *pile: str) -> Game:
    """The position with this card lying open and these still to come."""
    seat = card.partition("-")[0]
    rest = tuple(Played(name.partition("-")[0], name, False) for name in pile)
    return changed(game, round=changed(game.round, current=Played(seat, card, False), pile=rest))


class TestAToyExpansion:
    def test_an_action_of_its_own_leads_to_a_place_of_its_own_with_an_arrival(self) -> None:
        rules = assemble((BASE, TOY))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-rope", "tuco-move")
        verdict = accepted(rules, game, ChangeFloor("tuco", "balloon.roof"))
        assert verdict.events[:4] == (
            (ActionTaken("tuco", "rope"), ("stealin.obligatory",)),
            (BanditMoved("tuco", "locomotive.roof", "balloon.roof", "climb"), ("toy.rope",)),
            (NeutralBulletGiven("tuco", "tuco", 12), ("toy.thin-air",)),
            (CardReturned("tuco", "tuco-rope"), ("stealin.card-returns",)),
        )
        assert verdict.awaiting == (Decision("tuco", "move", "tuco"),)
        back = accepted(rules, verdict.after, Move("tuco", "locomotive.roof"))
        assert back.after.figures["tuco"].place == "locomotive.roof"

    def test_its_relations_are_joined_with_the_train_s(self) -> None:
        graph = assemble((BASE, TOY)).graph(board(SKETCH))
        assert graph.moves["balloon.roof"] == ("locomotive.roof",)
        assert graph.moves["car-2.inside"] == ("car-1.inside",)
        assert graph.roofs == ("locomotive.roof", "car-1.roof", "car-2.roof")

    def test_a_command_that_its_rules_forbid_is_refused_with_its_clauses(self) -> None:
        game = open_card(board(SKETCH), "tuco-rope")
        verdict = decide_by(assemble((BASE, TOY)), game, ChangeFloor("tuco", "car-1.roof"))
        assert isinstance(verdict, Refused)
        assert verdict.clauses == ("toy.rope",)

    def test_from_a_roof_with_no_line_of_fire_a_shot_along_the_roofs_is_refused(self) -> None:
        game = board("roof | tuco | doc | ghost |\ninside | M | | |")
        aloft = changed(game.figures["tuco"], place="balloon.roof")
        game = open_card(changed(game, figures={**game.figures, "tuco": aloft}), "tuco-fire")
        verdict = decide_by(assemble((BASE, TOY)), game, Fire("tuco", "ghost"))
        assert isinstance(verdict, Refused)
        assert verdict.clauses == ("fire.roof.line-of-sight",)

    def test_its_card_is_idle_where_it_says_so(self) -> None:
        rules = assemble((BASE, TOY))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-floor-change", "tuco-rope")
        verdict = accepted(rules, game, ChangeFloor("tuco", "locomotive.inside"))
        idle = [cites for event, cites in verdict.events if event.__class__.__name__ == "ActionIdle"]
        assert idle == [("stealin.obligatory", "toy.no-rope")]

    def test_its_happening_and_its_scoring_line_count(self, cards: Callable[..., None]) -> None:
        cards("toy.2-4", ("standard",), "gust")
        rules = assemble((BASE, TOY))
        game = open_card(board(SKETCH, card="toy.2-4", rounds=[]), "tuco-rope")
        verdict = accepted(rules, game, ChangeFloor("tuco", "balloon.roof"))
        events = [event for event, _ in verdict.events]
        assert HappeningStarted("gust", ()) in events
        assert RansomPaid("tuco", 50) in events
        ended = events[-1]
        assert isinstance(ended, GameEnded)
        assert "toy.altitude" in verdict.events[-1][1]
        assert {line.line: line.amount for line in ended.lines if line.seat == "tuco"} == {
            "tokens": 0,
            "ransom": 50,
            "gunslinger": 1000,
            "toy": 111,
        }
        assert {standing.seat: standing.money for standing in ended.ranking}["tuco"] == 1161

    def test_its_turn_can_stand_on_a_round_card(self, cards: Callable[..., None]) -> None:
        cards("toy.2-4", ("calm",), None)
        rules = assemble((BASE, TOY))
        position = board(SKETCH, card="bridge.2-4", rounds=["toy.2-4"])
        verdict = accepted(rules, open_card(position, "tuco-move"), Move("tuco", "car-1.roof"))
        game = verdict.after
        while game.round.undealt:
            deck = rules.choices["deck"].answers(rules, game, game.round.undealt[0])
            verdict = accepted(rules, game, next(iter(deck)))
            game = verdict.after
        started, cites = verdict.events[-1]
        assert started == TurnStarted(0, "calm", False, ("doc", "ghost", "tuco"))
        assert cites == ("schemin.turns-as-printed", "toy.calm")

    def test_the_base_game_without_it_knows_nothing_of_it(self) -> None:
        rules = rulebook(("base",))
        assert "rope" not in rules.actions
        assert "balloon.roof" not in rules.graph(board(SKETCH)).moves
        verdict = decide_by(assemble((BASE,)), board(SKETCH, pile=["tuco-move"]), Move("tuco", "balloon.roof"))
        assert isinstance(verdict, Refused)


class TestAssemble:
    def test_the_base_rulebook_is_the_base_module_put_together(self) -> None:
        assert MODULES[0] == "base"
        assert rulebook(()) == rulebook(("base",)) == assemble((BASE,))

    @pytest.mark.parametrize(
        ("points", "what"),
        [
            ({"choices": {"deck": BASE.choices["scheme"]}}, "choice 'deck'"),
            ({"actions": {"move": ROPE}}, "action 'move'"),
            ({"turns": {"tunnel": TOY.turns["calm"]}}, "turn 'tunnel'"),
            ({"happenings": {"braking": TOY.happenings["gust"]}}, "happening 'braking'"),
            ({"order": {"stealin": ("toy.rope",)}}, "order of play 'stealin'"),
        ],
    )
    def test_two_answers_to_one_question_are_an_error(self, points: Mapping[str, Any], what: str) -> None:
        with pytest.raises(ModuleConflict, match=what):
            assemble((BASE, module(**points)))

    def test_the_same_answer_twice_is_none(self) -> None:
        same = module(actions={"move": BASE.actions["move"]}, turns=BASE.turns)
        assert assemble((BASE, same)).actions == BASE.actions

    def test_modules_that_disagree_on_a_relation_are_found_when_the_board_is_asked_for(self) -> None:
        def other(game: Game) -> Graph:
            return changed(balloon(game), stairs={"car-1.inside": "balloon.roof"})

        rules = assemble((BASE, module(places=other)))
        with pytest.raises(GraphConflict, match=r"stairs of car-1\.inside"):
            rules.graph(board(SKETCH))

    def test_steps_arrivals_and_scoring_lines_keep_the_order_of_the_modules(self) -> None:
        rules = assemble((BASE, module(arrivals=(thin_air,), scoring=(altitude,), phases={"stealin": (thin_air,)})))
        assert rules.arrivals == (*BASE.arrivals, thin_air)
        assert rules.scoring == (*BASE.scoring, altitude)
        assert rules.steps["stealin"] == (*BASE.phases["stealin"], thin_air, BASE.closings["stealin"])

    @pytest.mark.parametrize("phase", ["setup", "schemin", "stealin", "round-end"])
    def test_a_step_that_a_later_module_adds_to_a_phase_is_asked(self, phase: str) -> None:
        asked: list[str] = []

        def note(rules: Rules, game: Game) -> Due:
            asked.append(game.phase)
            return None

        rules = assemble((BASE, module(phases={phase: (note,)})))
        play_through(rules)
        assert phase in asked

    def test_a_module_can_put_a_place_next_to_the_train(self) -> None:
        def moored(game: Game) -> Graph:
            roofs = ("car-1.roof", "car-2.roof", "balloon.roof")
            return changed(balloon(game), moves={**balloon(game).moves, "locomotive.roof": roofs})

        graph = assemble((BASE, module(places=moored))).graph(board(SKETCH))
        assert "balloon.roof" in graph.moves["locomotive.roof"]


def play_through(rules: Rules) -> None:
    """A whole game by these rules, with the first answer to every question."""
    verdict = accepted(rules, NEW, table(3))
    while verdict.awaiting:
        decision = verdict.awaiting[0]
        answers = rules.choices[decision.kind].answers(rules, verdict.after, decision.subject)
        verdict = accepted(rules, verdict.after, next(iter(answers)))
