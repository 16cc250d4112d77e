"""Modules put together: a toy expansion comes in through the extension points, and a conflict is an error."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, DrawCards, Fire, Move, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionTaken,
    BanditMoved,
    BanditPlaced,
    CardReturned,
    Event,
    GameEnded,
    HappeningStarted,
    NeutralBulletGiven,
    RansomPaid,
    TurnStarted,
)
from colt_rules.kernel import Refused
from colt_rules.kernel.decide import decide_by
from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.module import MODULE as BASE
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.module import (
    CLOSE,
    NO_TABLE,
    ActionCards,
    Components,
    Module,
    Outcome,
    Rules,
    Sides,
    StepResult,
    Table,
    Turns,
    early,
)
from colt_rules.rules.rulebook import (
    ModuleConflict,
    UnknownEdition,
    assemble,
    module_sets,
    rulebook,
    rules_of,
    what_keeps_apart,
)
from tests.rules.toy import (
    ROPE,
    SKETCH,
    TOY,
    accepted,
    altitude,
    balloon,
    module,
    moored_to,
    open_card,
    thin_air,
    toy_card,
)
from tests.tables import table


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

    def test_its_happening_and_its_scoring_line_count(self) -> None:
        rules = assemble((BASE, toy_card(("standard",), "gust")))
        position = board(SKETCH, rounds=[])
        game = open_card(changed(position, round=changed(position.round, card="toy.2-4")), "tuco-rope")
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

    def test_its_turn_can_stand_on_a_round_card(self) -> None:
        rules = assemble((BASE, toy_card(("calm",), None)))
        position = changed(board(SKETCH, card="bridge.2-4"), rounds=("toy.2-4",))
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
            ({"choices": {"move": ROPE}}, "choice 'move'"),
            ({"turns": Turns(kinds={"tunnel": TOY.turns.kinds["calm"]})}, "turn 'tunnel'"),
            ({"happenings": {"braking": TOY.happenings["gust"]}}, "happening 'braking'"),
            ({"turns": Turns(order={"stealin": ("toy.rope",)})}, "order of 'stealin'"),
            ({"outcome": Outcome(scoring={"tokens": altitude})}, "scoring 'tokens'"),
            ({"arrivals": {"meet-the-marshal": thin_air}}, "arrival step 'meet-the-marshal'"),
            ({"steps": {"stealin": {CLOSE: thin_air}}}, "stealin step 'close'"),
            ({"steps": {"setup": {"board-train": thin_air}}}, "setup step 'board-train'"),
            ({"steps": {"setup": early({"board-train": thin_air})}}, "setup step 'board-train'"),
            ({"action_cards": ActionCards(deck={"move": 1})}, "cards of 'move'"),
            (
                {"components": Components(round_cards={"tunnel.2-4": BOX.round_cards["tunnel.2-4"]})},
                r"round card 'tunnel\.2-4'",
            ),
            ({"components": Components(characters={"tuco": BOX.characters["tuco"]})}, "character 'tuco'"),
            ({"components": Components(cars={"mail": BOX.cars["mail"]})}, "car 'mail'"),
        ],
        ids=lambda points: "".join(points) if isinstance(points, dict) else "",
    )
    def test_two_answers_to_one_question_are_an_error(self, points: Mapping[str, Any], what: str) -> None:
        with pytest.raises(ModuleConflict, match=what):
            assemble((BASE, module(**points)))

    def test_steps_arrivals_and_scoring_lines_keep_the_order_of_the_modules(self) -> None:
        toy = module(
            outcome=Outcome(scoring={"altitude": altitude}),
            steps={"stealin": {"thin-air": thin_air}},
            arrivals={"thin-air": thin_air},
        )
        rules = assemble((BASE, toy))
        *steps, closing = BASE.steps["stealin"].values()
        assert [*rules.arrivals.values()] == [*BASE.arrivals.values(), thin_air]
        assert [*rules.outcome.scoring.values()] == [*BASE.outcome.scoring.values(), altitude]
        assert [*rules.steps["stealin"].values()] == [*steps, thin_air, closing]

    def test_early_steps_are_asked_before_all_others_those_of_later_modules_first(self) -> None:
        one = module(name="one", steps={"stealin": early({"thin-air": thin_air})})
        two = module(name="two", steps={"stealin": early({"note": note_nothing})})
        rules, game = assemble((BASE, one, two)), board(SKETCH)
        assert one.steps["stealin"]["thin-air"](rules, game) == thin_air(rules, game)
        assert [*rules.steps["stealin"].values()] == [note_nothing, thin_air, *BASE.steps["stealin"].values()]

    @pytest.mark.parametrize("phase", ["setup", "schemin", "stealin", "round-end"])
    @pytest.mark.parametrize("when", [early, dict])
    def test_a_step_that_a_later_module_adds_to_a_phase_is_asked(self, phase: str, when: Callable[..., Any]) -> None:
        asked: list[str] = []

        def note(rules: Rules, game: Game) -> StepResult:
            asked.append(game.phase)
            return None

        play_through((BASE, module(steps={phase: when({"note": note})})))
        assert phase in asked

    def test_a_module_can_put_a_place_next_to_the_train(self) -> None:
        roofs = ("car-1.roof", "car-2.roof", "balloon.roof")
        near = changed(balloon(), moves={**balloon().moves, "locomotive.roof": roofs})
        graph = assemble((BASE, module(places=(moored_to(near),)))).graph(board(SKETCH))
        assert "balloon.roof" in graph.moves["locomotive.roof"]


def note_nothing(rules: Rules, game: Game) -> StepResult:
    return None


def all_aloft(rules: Rules, game: Game) -> StepResult:
    """Everybody starts in the balloon."""
    if all(figure.place for figure in game.figures.values()):
        return None
    return [(BanditPlaced(bandit, "balloon.roof"), ("toy.aloft",)) for bandit in game.figures]


def one_draw(rules: Rules, game: Game, seat: str) -> list[Any]:
    return [DrawCards(seat)]


class TestReplacing:
    def test_a_step_is_put_in_the_place_of_another(self) -> None:
        toy = module(
            steps={"setup": {"board-train": all_aloft}},
            replaces=frozenset({"setup step board-train"}),
        )
        rules = assemble((BASE, toy))
        places = list(BASE.steps["setup"]).index("board-train")
        assert [*rules.steps["setup"].values()][places] == all_aloft
        assert len(rules.steps["setup"]) == len(BASE.steps["setup"])
        game = play_through((BASE, toy), until="schemin")
        assert {figure.place for figure in game.figures.values()} == {"balloon.roof"}

    def test_a_choice_is_put_in_the_place_of_another(self) -> None:
        scheme = changed(BASE.choices["scheme"], answers=one_draw)
        toy = module(choices={"scheme": scheme}, replaces=frozenset({"choice scheme"}))
        rules = assemble((BASE, toy))
        assert rules.choices["scheme"] == scheme
        game = play_through((BASE, toy), until="schemin")
        draws = Decision(game.round.order[0], "scheme", game.round.order[0])
        assert list(rules.choices["scheme"].answers(rules, game, draws.subject)) == [DrawCards(draws.actor)]
        hand = next(card for card in game.cards[draws.actor].hand)
        refused = decide_by(rules, game, PlayCard(draws.actor, hand, False))
        assert isinstance(refused, Refused)

    @pytest.mark.parametrize(
        ("points", "name", "what"),
        [
            ({"steps": {"setup": {"board-train": all_aloft}}}, "setup step board-train", "setup step 'board-train'"),
            ({"choices": {"scheme": BASE.choices["deck"]}}, "choice scheme", "choice 'scheme'"),
            ({"steps": {"schemin": {CLOSE: note_nothing}}}, "schemin step close", "schemin step 'close'"),
            ({"turns": Turns(kinds={"switching": TOY.turns.kinds["calm"]})}, "turn switching", "turn 'switching'"),
            ({"outcome": Outcome(scoring={"gunslinger": altitude})}, "scoring gunslinger", "scoring 'gunslinger'"),
            ({"happenings": {"braking": TOY.happenings["gust"]}}, "happening braking", "happening 'braking'"),
        ],
        ids=lambda points: points if isinstance(points, str) else "",
    )
    def test_two_modules_that_replace_the_same_are_an_error(self, points: Any, name: str, what: str) -> None:
        one = module(name="one", replaces=frozenset({name}), **points)
        two = module(name="two", replaces=frozenset({name}), **points)
        assert assemble((BASE, one))
        with pytest.raises(ModuleConflict, match=f"two modules define the {what}"):
            assemble((BASE, one, two))

    @pytest.mark.parametrize(
        ("points", "name"),
        [
            ({}, "choice scheme"),
            ({"choices": {"rope": BASE.choices["scheme"]}}, "choice rope"),
            ({"steps": {"setup": {"moor": all_aloft}}}, "setup step moor"),
            ({"steps": {"setup": {"board-train": all_aloft}}}, "schemin step board-train"),
            ({"turns": TOY.turns}, "turn calm"),
        ],
    )
    def test_what_is_replaced_must_be_there_and_must_be_brought(self, points: Any, name: str) -> None:
        with pytest.raises(ModuleConflict):
            assemble((BASE, module(**points, replaces=frozenset({name}))))

    def test_the_conflict_names_the_module_and_what_it_replaces(self) -> None:
        wrong = module(choices={"rope": BASE.choices["scheme"]}, replaces=frozenset({"choice rope"}))
        with pytest.raises(ModuleConflict, match="the module toy replaces the choice rope, which is not there"):
            assemble((BASE, wrong))

    def test_what_is_not_said_to_be_replaced_is_a_conflict_even_if_it_is_the_same(self) -> None:
        with pytest.raises(ModuleConflict, match="turn 'standard'"):
            assemble((BASE, module(turns=BASE.turns)))


def solo_table(rules: Rules, before: Table) -> Table:
    """A table for one player with one car, whatever other modules say."""
    return Table((1,), one_car, ("tuco",), True, alone, ("toy.alone",), alone, ("toy.alone",))


def one_car(players: int) -> int:
    return 1


def alone(players: int) -> tuple[str, ...]:
    return ("toy.alone",)


def one_more(rules: Rules, before: Table) -> Table:
    """One player more than before, called after their number."""
    number = max(before.players) + 1
    return changed(before, players=(*before.players, number), names=(*before.names, f"player-{number}"))


def everybody_together(game: Game, before: Sides) -> Sides:
    return (tuple(seat for side in before for seat in side),)


def doc_alone(game: Game, before: Sides) -> Sides:
    return (("doc",), *(tuple(seat for seat in side if seat != "doc") for side in before))


class TestWhatIsMadeInTurn:
    def test_a_module_says_who_can_sit_down(self) -> None:
        rules = assemble((BASE, module(seating=(solo_table,))))
        assert rules.table == solo_table(rules, NO_TABLE)
        assert rules.table.players == (1,)

    def test_several_modules_change_the_table_each_from_that_of_those_before_it(self) -> None:
        more = module(name="more", seating=(one_more,))
        rules = assemble((BASE, more, changed(more, name="even-more")))
        plain = assemble((BASE,))
        assert rules.table.players == (*plain.table.players, 7, 8)
        assert rules.table.names == (*plain.table.names, "player-7", "player-8")
        rules = assemble((BASE, module(seating=(solo_table,)), more))
        assert (rules.table.players, rules.table.names) == ((1, 2), ("tuco", "player-2"))

    def test_the_first_of_them_begins_with_no_table_and_no_side(self) -> None:
        begun: list[Any] = []

        def note(of: Any, before: Any) -> Any:
            begun.append(before)
            return before

        rules = assemble((changed(BASE, seating=(note,), outcome=Outcome(win_together=(note,))),))
        assert (rules.table, rules.sides(board(SKETCH))) == (NO_TABLE, ())
        assert begun == [NO_TABLE, ()]
        assert (NO_TABLE.players, NO_TABLE.cars(3), NO_TABLE.names) == ((), None, ())

    def test_several_modules_change_the_sides_each_from_those_of_the_modules_before_it(self) -> None:
        rules = assemble(
            (
                BASE,
                module(outcome=Outcome(win_together=(everybody_together,))),
                module(name="two", outcome=Outcome(win_together=(doc_alone,))),
            )
        )
        assert rules.sides(board(SKETCH, seats=["tuco", "doc", "ghost"])) == (("doc",), ("tuco", "ghost"))

    def test_a_module_says_who_wins_together(self) -> None:
        rules = assemble((BASE, module(outcome=Outcome(win_together=(everybody_together,)))))
        game = open_card(board(SKETCH, rounds=[], loot={"doc": ["purse:300"]}), "tuco-move")
        ended = accepted(rules, game, Move("tuco", "car-1.roof")).events[-1][0]
        assert isinstance(ended, GameEnded)
        assert [(standing.rank, standing.money) for standing in ended.ranking] == [(1, 1300)] * 3
        alone = accepted(assemble((BASE,)), game, Move("tuco", "car-1.roof")).events[-1][0]
        assert isinstance(alone, GameEnded)
        assert sorted(standing.money for standing in alone.ranking) == [1000, 1000, 1300]

    def test_a_module_keeps_others_away(self) -> None:
        start = table(3, modules=("base", "expert", "team"))
        assert what_keeps_apart(start) == ("ruling.team.not-with-expert",)
        assert what_keeps_apart(table(3)) == ()


class TestAlso:
    def test_an_event_of_another_module_cites_the_clauses_that_a_module_adds(self) -> None:
        def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
            """Cites what the toy says of every Move that leaves the locomotive."""
            if isinstance(event, BanditMoved) and game.figures[event.bandit].place == "locomotive.roof":
                return ("toy.farewell",)
            return ()

        rules = assemble((BASE, module(added_clauses=(added_clauses,))))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move", "tuco-move")
        left = accepted(rules, game, Move("tuco", "car-1.roof"))
        assert left.events[1][1] == ("move.roof.one-to-three", "toy.farewell")
        assert left.events[0][1] == ("stealin.obligatory",)
        again = accepted(rules, left.after, Move("tuco", "car-2.roof"))
        assert again.events[1][1] == ("move.roof.one-to-three",)

    def test_every_module_adds_its_own(self) -> None:
        one = module(name="one", added_clauses=(lambda rules, game, event: ("toy.one",),))
        two = module(name="two", added_clauses=(lambda rules, game, event: ("toy.two",),))
        game = open_card(board(SKETCH, rounds=["bridge.2-4"]), "tuco-move")
        events = accepted(assemble((BASE, one, two)), game, Move("tuco", "car-1.roof")).events
        assert all(cites[-2:] == ("toy.one", "toy.two") for _, cites in events)


class TestModuleSets:
    def test_the_base_game_is_in_every_set_and_the_others_in_their_order(self) -> None:
        sets = list(module_sets())
        assert len(sets) == len(set(sets)) == 2 ** (len(MODULES) - 1)
        assert all(each[0] == "base" for each in sets)
        assert all(tuple(sorted(each, key=MODULES.index)) == each for each in sets)

    @pytest.mark.parametrize("modules", list(module_sets()))
    def test_modules_that_go_together_are_put_together(self, modules: tuple[str, ...]) -> None:
        start = table(3, modules=modules)
        apart = all(what_keeps_apart(changed(start, edition=edition)) for edition in EDITIONS)
        if not apart:
            assert rulebook(modules)

    def test_the_differences_of_an_edition_and_the_house_rules_are_known_to_the_rules(self) -> None:
        rules = rulebook(("base",), "ru-base", ("ruling.end.still-level=seat-order",))
        assert rules.holds("tuco.upward-only")
        assert not rules.holds("setup.advanced.always")
        assert rules.agreed("ruling.end.still-level=seat-order")
        assert not rules.agreed("ruling.draw.what-is-left=pass")
        assert rules.holds("setup.advanced.optional"), "a clause of the baseline"
        assert not rules.holds("tuco.through-the-roof"), "another stands instead of it"
        assert rulebook(("base",), "ru-full").holds("tuco.through-the-roof")

    def test_a_number_is_that_of_the_clause_that_holds(self) -> None:
        numbers = {"tuco.through-the-roof": 2, "tuco.upward-only": 1}
        assert [rulebook(("base",), edition).number(numbers) for edition in ("ru-full", "ru-base")] == [2, 1]
        with pytest.raises(LookupError, match=r"expected one of tuco.upward-only to hold, got none"):
            rulebook(("base",), "ru-full").number({"tuco.upward-only": 1})

    def test_an_edition_that_there_is_not_has_no_rules(self) -> None:
        unknown = changed(NEW, options=changed(NEW.options, edition="xx-base"))
        with pytest.raises(UnknownEdition, match=r"expected an edition, one of ru-full, .*; got 'xx-base'"):
            rules_of(unknown)
        assert rules_of(NEW) == rulebook(("base",), "ru-full"), "none is named yet"


def play_through(modules: tuple[Module, ...], until: str = "over") -> Game:
    """A whole game by these modules, or up to a phase at rest, with the first answer to every question."""
    rules = assemble(modules)
    setting_up = import_module("colt_rules.kernel.decide")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setting_up, "rules_of", lambda game: rules)
        verdict = accepted(rules, NEW, table(3))
        while verdict.awaiting and not (verdict.after.phase == until and verdict.after.round.order):
            decision = verdict.awaiting[0]
            answers = rules.choices[decision.kind].answers(rules, verdict.after, decision.subject)
            verdict = accepted(rules, verdict.after, next(iter(answers)))
    return verdict.after
