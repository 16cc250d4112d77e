"""A command is accepted with everything that follows from it, or refused with the clauses that forbid it."""

from collections.abc import Mapping
from copy import deepcopy
from importlib import import_module
from random import Random
from typing import Any, TypeVar

import pytest

from colt_rules.commands import Command, Deal, DrawCards, Fire, Move, PlayCard, Rob, StartGame
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import ActionTaken, BanditMoved, CardReturned, CardRevealed, Cited
from colt_rules.kernel import NEW, Accepted, NotAtRest, Refused, awaiting, decide, fold, legal, settle
from colt_rules.kernel.decide import decide_by, legal_by
from colt_rules.log.codec import to_json
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.registry import registry
from colt_rules.rules.base.module import MODULE as BASE
from colt_rules.rules.module import Choice, Rules
from colt_rules.rules.rulebook import assemble, rules_of
from colt_rules.views import roles, view
from tests.conftest import few_or
from tests.kinds import with_every_edition_and_module
from tests.rules.sittings import SEATS, sitting
from tests.rules.sittings import until as sitting_until
from tests.tables import play, table, until
from tests.verdicts import accepted

SKETCH = """
    roof   |   |        | tuco  |           |
    inside | M | doc    | purse | ghost     |
"""
FORM = "ruling.command.form"


def moving() -> Game:
    """Doc has to carry out a Move, followed by tuco's Robbery."""
    return board(SKETCH, pile=["doc-move", "tuco-robbery", "ghost-move"])


def refused(game: Game, command: Any) -> Refused:
    before = deepcopy(game)
    verdict = decide(game, command)
    assert isinstance(verdict, Refused), verdict
    assert game == before
    assert verdict.clauses
    assert all(registry().find(clause) for clause in verdict.clauses)
    return verdict


class TestAccepted:
    def test_it_has_events_with_clauses_the_state_after_and_open_decisions(self) -> None:
        game = moving()
        verdict = decide(game, Move("doc", "car-2.inside"))
        assert isinstance(verdict, Accepted)
        assert verdict.events[:3] == (
            (ActionTaken("doc", "move"), ("stealin.obligatory",)),
            (BanditMoved("doc", "car-1.inside", "car-2.inside", "move"), ("move.inside.adjacent",)),
            (CardReturned("doc", "doc-move"), ("stealin.card-returns",)),
        )
        assert fold((event for event, _ in verdict.events), game) == verdict.after
        assert verdict.awaiting == awaiting(verdict.after) == (Decision("ghost", "move", "ghost"),)

    def test_everything_that_needs_no_choice_follows_at_once(self) -> None:
        names = [event.__class__.__name__ for event, _ in accepted(moving(), Move("doc", "car-2.inside")).events]
        # Nothing lies on tuco's roof, so his card does nothing and ghost's comes up.
        assert names == [
            *("ActionTaken", "BanditMoved", "CardReturned"),
            *("CardRevealed", "ActionIdle", "CardReturned"),
            "CardRevealed",
        ]

    def test_the_position_does_not_change(self) -> None:
        game = moving()
        before = deepcopy(game)
        decide(game, Move("doc", "car-2.inside"))
        assert game == before

    def test_what_is_legal_is_what_is_accepted(self) -> None:
        game = moving()
        assert list(legal(game, "doc")) == [Move("doc", "locomotive.inside"), Move("doc", "car-2.inside")]
        assert all(isinstance(decide(game, command), Accepted) for command in legal(game, "doc"))

    def test_changing_the_returned_list_does_not_change_the_answers(self) -> None:
        game = moving()
        rules, waited = rules_of(game), awaiting(game)
        verdict = decide_by(rules, game, Move("doc", "car-2.inside"), waited)
        answers: Any = legal_by(rules, game, "doc", waited)
        answers[:] = [Move("doc", "car-3.inside")]
        assert isinstance(decide_by(rules, game, answers[0], waited), Refused)
        assert decide_by(rules, game, Move("doc", "car-2.inside"), waited) == verdict
        assert isinstance(verdict, Accepted)

    def test_cached_answers_do_not_apply_to_another_position(self) -> None:
        game = moving()
        rules, waited = rules_of(game), awaiting(game)
        (first, *_) = legal_by(rules, game, "doc", waited)
        doc = changed(game.figures["doc"], place="car-3.inside")
        other = changed(game, figures={**game.figures, "doc": doc})
        assert isinstance(decide_by(rules, other, first, waited), Refused)

    def test_nothing_is_legal_for_an_actor_without_a_decision(self) -> None:
        assert [list(legal(moving(), actor)) for actor in ("tuco", "ghost", "chance", "table", "", "nobody")] == [
            []
        ] * 6


class TestRefused:
    @pytest.mark.clause("ruling.command.form")
    @pytest.mark.parametrize(
        ("command", "message"),
        [
            (None, "expected a command"),
            (7, "expected a command"),
            ("Move", "expected a command"),
            ([Move("doc", "car-2.inside")], "expected a command"),
            (Move, "expected a command"),
            (object(), "expected a command"),
            (Move("doc", None), "Move.to: expected a text, got None"),  # type: ignore[arg-type]
            (Move(("doc",), "car-2.inside"), "Move.actor: expected a text"),  # type: ignore[arg-type]
            (Move("doc", ["car-2.inside"]), "Move.to: expected a text"),  # type: ignore[arg-type]
            (PlayCard("doc", "doc-move", 1), "PlayCard.face_down: expected true or false, got 1"),  # type: ignore[arg-type]
            (Deal("chance", "deck", "doc", ["a"]), "Deal.outcome: expected a row of texts"),  # type: ignore[arg-type]
            (Deal("chance", "deck", "doc", ("a", 1)), "Deal.outcome: expected a row of texts"),  # type: ignore[arg-type]
            (Move("doc", 10**5000), "Move.to: expected a text"),  # type: ignore[arg-type]
            (Move("doc", "x" * 10**6 + "\ud800"), "got"),
        ],
        ids=str.split("none number text list class object to actor nested bool row item huge long"),
    )
    def test_a_malformed_command_is_refused_with_what_is_wrong(self, command: Any, message: str) -> None:
        verdict = refused(moving(), command)
        assert message in verdict.message
        assert len(verdict.message) < 600
        assert verdict.clauses == ((FORM,) if "expected" in message else ("move.inside.adjacent",))

    def test_every_malformed_field_is_named(self) -> None:
        command: Any = StartGame(None, 1, [], "x", 0, None, 2.5, {})  # type: ignore[arg-type]
        message = refused(NEW, command).message
        for name in ("actor", "edition", "modules", "seats", "powers", "happenings", "stations", "train"):
            assert f"StartGame.{name}: expected" in message

    def test_a_value_nested_without_end_is_refused(self) -> None:
        knot: list[Any] = []
        knot.append(knot)
        deep: Any = ()
        for _ in range(100_000):
            deep = (deep,)
        value: Any
        for value in (knot, deep):
            assert refused(moving(), Move("doc", value)).clauses == (FORM,)

    def test_a_malformed_row_is_not_compared(self) -> None:
        game = until("deck", table(3))
        deck = game.cards["ghost"].deck
        rows: list[Any] = [(*deck[:-1], 5), (*deck[:-1], None), list(deck), None, 10, {"a": 1}]
        for row in rows:
            assert refused(game, Deal("chance", "deck", "ghost", row)).clauses == (FORM,)

    def test_a_command_of_the_wrong_kind_is_refused_with_the_expected_kinds(self) -> None:
        for command in (Rob("doc", "purse-1"), DrawCards("doc"), Fire("doc", "tuco")):
            verdict = refused(moving(), command)
            assert verdict.clauses == (FORM, "stealin.first-in-first-out")
            assert verdict.message == f"expected Move from doc, got {command.__class__.__name__}"

    def test_a_command_out_of_turn_is_refused_with_whose_turn_it_is(self) -> None:
        verdict = refused(moving(), Move("tuco", "car-1.roof"))
        assert verdict.clauses == (FORM, "stealin.first-in-first-out")
        assert verdict.message == "expected doc (move) to act, got tuco"

    def test_an_illegal_answer_is_refused_with_clauses_and_legal_answers(self) -> None:
        verdict = refused(moving(), Move("doc", "car-3.inside"))
        assert verdict.clauses == ("move.inside.adjacent",)
        for place in ("locomotive.inside", "car-2.inside", "car-3.inside"):
            assert place in verdict.message

    def test_a_refusal_gives_the_number_of_very_many_answers(self) -> None:
        game = until("deck", table(3))
        message = refused(game, Deal("chance", "deck", "ghost", ())).message
        assert "226,800" in message
        assert len(message) < 2000

    def test_a_wrong_shuffle_of_a_very_large_deck_is_refused(self) -> None:
        bullets = [f"{bandit}-bullet-{count}" for bandit in ("doc", "ghost") for count in range(1, 7)]
        sketch = """
            roof   |   | tuco doc ghost |  |
            inside | M |                |  |
        """
        game = settle(board(sketch, first="ghost", received={"tuco": bullets}, rounds=["bridge.2-4"])).after
        assert refused(game, Deal("chance", "deck", "tuco", ())).clauses == (
            "schemin.hand-of-six",
            "round-end.shuffle",
            "fire.bullet.stays",
        )

    def test_when_the_game_is_over_everything_is_refused(self) -> None:
        game = settle(board(SKETCH, rounds=[])).after
        verdict = refused(game, Move("doc", "car-2.inside"))
        assert verdict.clauses == (FORM, "end.after-five-rounds")
        assert verdict.message == "the game is over: nothing is open any more"
        assert refused(game, None).clauses == (FORM,)

    def test_before_the_game_only_a_table_is_heard(self) -> None:
        assert refused(NEW, DrawCards("doc")).message == "expected table (game) to act, got doc"
        assert (
            refused(NEW, DrawCards("table")).message == "expected StartGame or AgreeOnRuling from table, got DrawCards"
        )

    @pytest.mark.parametrize("face_down", [0, 0.0])
    def test_a_field_of_the_wrong_type_is_refused_even_if_it_equals_the_right_one(self, face_down: Any) -> None:
        game = until("scheme", table(3))
        right = next(command for command in legal(game, "ghost") if isinstance(command, PlayCard))
        assert refused(game, changed(right, face_down=face_down)).clauses == (FORM,)

    def test_events_carry_the_listed_answer_not_an_equal_value(self) -> None:
        game = until("scheme", table(3))
        right = next(command for command in legal(game, "ghost") if isinstance(command, PlayCard))
        verdict = decide(game, changed(right, face_down=0))  # type: ignore[arg-type]
        if isinstance(verdict, Accepted):
            assert verdict.after.round.pile[0].face_down is False


class TestSettle:
    def test_a_position_at_rest_stays(self) -> None:
        game = moving()
        verdict = settle(game)
        assert (verdict.events, verdict.after, verdict.awaiting) == ((), game, (Decision("doc", "move", "doc"),))

    def test_it_continues_until_a_choice_is_open(self) -> None:
        game = board(SKETCH, pile=["doc-move"])
        assert game.round.current is not None
        closed = changed(game, round=changed(game.round, current=None, pile=(game.round.current,)))
        verdict = settle(closed)
        assert [event for event, _ in verdict.events] == [CardRevealed("doc", "doc-move")]
        assert verdict.after == game

    def test_a_game_that_is_over_stays(self) -> None:
        game = settle(board(SKETCH, rounds=[])).after
        assert settle(game) == Accepted((), game, ())


# --- several decisions at once: no rule of the base game opens two, but modules will


def answers(rules: Rules, game: Game, subject: str) -> list[Command]:
    return [Rob(subject.partition("/")[0], subject)]


def refusal(rules: Rules, game: Game, subject: str, command: Rob) -> tuple[str, ...]:
    return ("robbery.take-one",)


def happens(rules: Rules, game: Game, subject: str, command: Rob) -> list[Cited]:
    return [(BanditMoved("doc", "car-1.inside", f"{subject}.roof", "move"), ("move.must-move",))]


class TestSeveralDecisions:
    @pytest.fixture
    def rules(self, monkeypatch: pytest.MonkeyPatch) -> Rules:
        """Two things are open for doc and one for tuco, until doc has moved."""

        def open_three(rules: Rules, game: Game) -> tuple[Decision, ...] | None:
            if game.figures["doc"].place != "car-1.inside":
                return None
            return tuple(
                Decision(subject.partition("/")[0], "pick", subject) for subject in ("doc/a", "doc/b", "tuco/c")
            )

        pick = Choice((Rob,), answers, refusal, happens)
        steps = {**BASE.steps, "stealin": {"open-three": open_three, **BASE.steps["stealin"]}}
        rules = assemble((changed(BASE, steps=steps, choices={**BASE.choices, "pick": pick}),))
        monkeypatch.setattr(import_module("colt_rules.kernel.decide"), "rules_of", lambda game: rules)
        return rules

    def test_all_of_an_actor_are_listed_and_each_can_be_answered(self, rules: Rules) -> None:
        game = board(SKETCH)
        assert [decision.subject for decision in awaiting(game)] == ["doc/a", "doc/b", "tuco/c"]
        assert list(legal(game, "doc")) == [Rob("doc", "doc/a"), Rob("doc", "doc/b")]
        assert list(legal(game, "tuco")) == [Rob("tuco", "tuco/c")]
        for actor, subject in (("doc", "doc/a"), ("doc", "doc/b"), ("tuco", "tuco/c")):
            verdict = decide_by(rules, game, Rob(actor, subject))
            assert isinstance(verdict, Accepted)
            assert verdict.after.figures["doc"].place == f"{subject}.roof"

    def test_an_answer_of_somebody_else_is_refused(self, rules: Rules) -> None:
        game = board(SKETCH)
        assert refused(game, Rob("doc", "tuco/c")).clauses == ("robbery.take-one",)
        verdict = refused(game, Rob("ghost", "tuco/c"))
        assert verdict.message == "expected doc (pick) or doc (pick) or tuco (pick) to act, got ghost"
        assert refused(game, DrawCards("doc")).message == "expected Rob from doc, got DrawCards"


class TestNotAtRest:
    def test_a_state_not_at_rest_names_the_due_events(self) -> None:
        unsettled = board(SKETCH)
        for ask in (awaiting, lambda game: legal(game, "doc"), lambda game: decide(game, DrawCards("doc"))):
            with pytest.raises(NotAtRest, match="StealinEnded is due"):
                ask(unsettled)
        assert settle(unsettled).awaiting == awaiting(settle(unsettled).after)

    def test_an_impossible_position_that_never_comes_to_rest_raises(self) -> None:
        foreign = ("doc", "django")  # in both hands of a player whose own bandits then wait for ever
        crossed = changed(sitting_until("placement", sitting(variant="duo")), sealed=dict.fromkeys(SEATS[:2], foreign))
        with pytest.raises(NotAtRest, match="BanditPlaced never ends"):
            settle(crossed)


def test_the_refusal_of_a_long_command_is_short() -> None:
    for command in (Move("x" * 10**6, "y"), Move("doc", "y" * 10**6)):
        assert len(refused(moving(), command).message) < 1000


# --- the order of mappings does not matter

V = TypeVar("V")


def reordered(game: Game, random: Random) -> Game:
    """The same game with its mappings in another order."""

    def shuffled(mapping: Mapping[str, V]) -> dict[str, V]:
        return dict(random.sample(list(mapping.items()), len(mapping)))

    return changed(
        game,
        figures=shuffled(game.figures),
        cards=shuffled(game.cards),
        floor=shuffled(game.floor),
        values=shuffled(game.values),
        sealed=shuffled(game.sealed),
    )


def choices(game: Game, actor: str) -> tuple[str, ...]:
    """The choices of an actor, without order."""
    answers = legal(game, actor)
    return tuple(sorted(map(repr, answers))) if isinstance(answers, tuple | list) else (str(answers),)


STARTS = [
    *(table(3 + n % 4, happenings=n % 3 > 0, stations=n % 3 > 1, powers=n % 5 > 0) for n in range(8)),
    *(sitting(edition, variant, stations=True) for edition, variant in with_every_edition_and_module()),
]


@pytest.mark.parametrize("seed", range(len(STARTS)))
def test_the_order_of_mappings_in_a_state_never_matters(seed: int) -> None:
    """Whole games: at every command the same events, the same open decisions and answers, and the views of roles."""
    random, start = Random(seed), STARTS[seed]
    for game, command, verdict in play(start, seed):
        other = decide(reordered(game, random), command)
        assert isinstance(other, Accepted), other
        assert (other.events, other.awaiting) == (verdict.events, verdict.awaiting)
        assert to_json(other.after) == to_json(verdict.after)
        turned = reordered(verdict.after, random)
        for actor in {decision.actor for decision in verdict.awaiting}:
            assert choices(turned, actor) == choices(verdict.after, actor)
        everybody = roles(verdict.after)
        for role in random.sample(everybody, few_or(len(everybody))):
            assert to_json(view(turned, role)) == to_json(view(verdict.after, role))


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_mappings_never_matters_to_a_refusal(seed: int) -> None:
    random = Random(seed)
    for game, _, _ in play(table(3 + seed), seed):
        if game.figures:
            bandits = list(game.figures)
            commands: list[Command] = [
                Fire(random.choice(bandits), random.choice(bandits)),
                Rob(random.choice(bandits), "purse-1"),
                Move(random.choice(bandits), f"{random.choice(game.train)}.roof"),
                PlayCard(random.choice(bandits), "tuco-fire", False),
            ]
            command = random.choice(commands)
            verdict, other = decide(game, command), decide(reordered(game, random), command)
            assert other == verdict
