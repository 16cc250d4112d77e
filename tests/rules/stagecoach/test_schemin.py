"""Schemin' with the stagecoach: the melee, and cards that are kept for the next round."""

from typing import Any

import pytest

from colt_rules.commands import Deal, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import CardPlayed, CardsDrawn, DeckShuffled, HandDrawn, HandReturned, PileTurned, TurnStarted
from colt_rules.kernel import awaiting, legal, settle
from colt_rules.model.parts import part_of, with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Draw, Game
from colt_rules.rules.duo.commands import ChooseCard
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import DiscardShuffled, DrawAnnounced, KeepingStarted
from colt_rules.rules.horses.commands import UseFlask
from colt_rules.rules.horses.events import FlaskUsed
from colt_rules.rules.stagecoach.events import CardsKept, ChoiceSealed, MeleeEnded, MeleeShown, PlanStarted
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.seen import StagecoachView
from colt_rules.views import view
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

ALL = ("base", "horses", "stagecoach")
SKETCH = """
    car    |      | mail  | dining | stagecoach |
    roof   | tuco | ghost | belle  |            |
    inside |      | M     |        |            |
"""
SEALED = ("melee.at-once", "melee.draw", "ruling.melee.draw-sealed")
HANDS = {
    "tuco": ["tuco-move", "tuco-fire"],
    "ghost": ["ghost-move", "ghost-fire"],
    "belle": ["belle-move", "belle-fire"],
}


def scheming(**fields: Any) -> Game:
    return board(SKETCH, **{"modules": ALL, "hands": HANDS, "card": "panting-horses.2-4"} | fields)


def keepings(game: Game, seat: str) -> set[tuple[str, ...]]:
    """What a player can keep."""
    return {command.cards for command in legal(game, seat) if isinstance(command, KeepCards)}


def holding(game: Game, seat: str, **piles: Any) -> Game:
    """The position with other cards in a player's hand, deck or discard pile."""
    return changed(game, cards={**game.cards, seat: changed(game.cards[seat], **piles)})


def sealing(game: Game, *commands: Any) -> Game:
    """The position after these choices."""
    for command in commands:
        game = after(game, command)
    return game


# --- the melee


@pytest.mark.clause("melee.at-once")
def test_in_a_melee_all_choose_at_once_in_any_order_and_nothing_is_shown_before_the_last_has_chosen() -> None:
    game = scheming()
    assert awaiting(game) == tuple(Decision(seat, "melee", seat) for seat in ("tuco", "ghost", "belle"))
    verdict = accepted(game, PlayCard("belle", "belle-move", False))
    assert verdict.events == ((ChoiceSealed("belle", "belle-move", False), SEALED),)
    assert verdict.after.round.pile == ()
    assert verdict.after.cards["belle"].hand == ("belle-move", "belle-fire")
    assert verdict.awaiting == (Decision("tuco", "melee", "tuco"), Decision("ghost", "melee", "ghost"))


@pytest.mark.clause("melee.at-once", "ruling.melee.draw-sealed")
def test_a_choice_once_made_stands() -> None:
    game = sealing(scheming(), PlayCard("belle", "belle-move", False))
    assert legal(game, "belle") == ()
    assert "ruling.command.form" in refusal(game, PlayCard("belle", "belle-fire", False))


@pytest.mark.clause("ruling.melee.draw-sealed", "melee.draw")
def test_a_draw_is_sealed_with_the_same_words_as_a_card() -> None:
    drawn = accepted(scheming(), DrawCards("belle"))
    assert drawn.events == ((ChoiceSealed("belle", None, False), SEALED),)
    assert not told(drawn, CardsDrawn)


@pytest.mark.clause("melee.at-once", "melee.usual-order")
def test_when_all_have_chosen_the_cards_lie_on_the_pile_face_up_in_the_usual_order() -> None:
    game = sealing(
        scheming(first="ghost"), PlayCard("tuco", "tuco-fire", False), PlayCard("belle", "belle-move", False)
    )
    verdict = accepted(game, PlayCard("ghost", "ghost-move", False))
    assert told(verdict, MeleeShown) == [MeleeShown(("ghost", "belle", "tuco"))]
    assert cited(verdict, MeleeShown) == ("melee.at-once", "melee.usual-order", "ruling.melee.draw-sealed")
    assert told(verdict, CardPlayed) == [
        CardPlayed("ghost", "ghost-move", False),
        CardPlayed("belle", "belle-move", False),
        CardPlayed("tuco", "tuco-fire", False),
    ]
    assert cited(verdict, CardPlayed)[-2:] == ("melee.at-once", "melee.usual-order")
    assert told(verdict, MeleeEnded) == [MeleeEnded()]
    assert stagecoach_of(verdict.after).melee is None
    assert verdict.awaiting == (Decision("ghost", "scheme", "ghost"),)


@pytest.mark.clause("melee.draw", "ruling.melee.draw-sealed")
def test_who_draws_draws_three_before_any_card_is_shown_each_in_the_usual_order() -> None:
    game = sealing(scheming(), PlayCard("tuco", "tuco-fire", False), DrawCards("belle"))
    verdict = accepted(game, DrawCards("ghost"))
    done = [event for event, _ in verdict.events if isinstance(event, CardPlayed | CardsDrawn | MeleeShown)]
    assert done == [
        CardsDrawn("ghost", game.cards["ghost"].deck[:3]),
        CardsDrawn("belle", game.cards["belle"].deck[:3]),
        MeleeShown(("tuco",)),
        CardPlayed("tuco", "tuco-fire", False),
    ]
    assert [len(event.cards) for event in told(verdict, CardsDrawn)] == [3, 3]
    assert cited(verdict, CardsDrawn)[-1] == "melee.draw"
    assert verdict.after.round.draws == (Draw("ghost", 0), Draw("belle", 0))


@pytest.mark.clause("melee.draw")
def test_where_all_draw_nothing_is_shown() -> None:
    verdict = accepted(sealing(scheming(), DrawCards("tuco"), DrawCards("belle")), DrawCards("ghost"))
    assert [event.seat for event in told(verdict, CardsDrawn)] == ["tuco", "ghost", "belle"]
    assert (told(verdict, MeleeShown), told(verdict, MeleeEnded)) == ([], [MeleeEnded()])


@pytest.mark.clause("melee.draw")
def test_without_a_card_to_draw_only_cards_can_be_chosen_and_only_ones_own() -> None:
    game = holding(scheming(), "belle", deck=())
    assert answers(game, "belle") == [PlayCard("belle", "belle-move", False), PlayCard("belle", "belle-fire", False)]
    assert refusal(game, PlayCard("belle", "tuco-fire", False)) == ("schemin.play-or-draw",)
    assert refusal(game, PlayCard("belle", "belle-move", True)) == ("schemin.play.face-up",)


@pytest.mark.clause("melee.draw")
def test_who_has_nothing_to_play_and_nothing_to_draw_draws_nothing() -> None:
    game = holding(scheming(), "belle", hand=(), deck=())
    assert answers(game, "belle") == [DrawCards("belle")]
    done = accepted(sealing(game, DrawCards("belle"), DrawCards("tuco")), PlayCard("ghost", "ghost-move", False))
    assert CardsDrawn("belle", ()) in told(done, CardsDrawn)


@pytest.mark.clause("ruling.whisky.melee")
def test_no_flask_can_be_used_in_a_melee() -> None:
    game = scheming(loot={"tuco": ["whisky"]})
    assert not [command for command in legal(game, "tuco") if isinstance(command, UseFlask)]
    assert refusal(game, UseFlask("tuco", "whisky-1")) == ("ruling.whisky.melee",)
    later = scheming(loot={"tuco": ["whisky"]}, turn=1)
    assert UseFlask("tuco", "whisky-1") in legal(later, "tuco")


@pytest.mark.clause("ruling.whisky.melee")
def test_by_a_claim_a_flask_is_used_openly_before_the_cards_of_a_melee_are_shown() -> None:
    claim = ["ruling.whisky.melee=before-the-reveal"]
    game = sealing(scheming(loot={"belle": ["whisky"]}, rulings=claim), PlayCard("tuco", "tuco-fire", False))
    used = accepted(game, UseFlask("belle", "whisky-1"))
    assert {"whisky.use", "ruling.whisky.melee"} <= set(cited(used, FlaskUsed))
    assert awaiting(used.after) == (Decision("belle", "flask-card", "belle"),)
    laid = accepted(used.after, PlayCard("belle", "belle-move", False))
    assert awaiting(laid.after) == (Decision("ghost", "melee", "ghost"),)
    done = accepted(laid.after, PlayCard("ghost", "ghost-move", False))
    order = [played.seat for played in done.after.round.pile]
    assert order[0] == "belle"
    assert sorted(order) == ["belle", "ghost", "tuco"]
    assert done.after.round.turn == 1


@pytest.mark.clause("ruling.whisky.melee")
def test_by_the_claim_all_may_use_a_flask_and_the_melee_is_over() -> None:
    claim = ["ruling.whisky.melee=before-the-reveal"]
    game = scheming(loot={seat: ["whisky"] for seat in ("tuco", "ghost", "belle")}, rulings=claim)
    for seat, card in (("ghost", "ghost-move"), ("belle", "belle-move"), ("tuco", "tuco-fire")):
        (token,) = game.figures[seat].loot
        game = after(after(game, UseFlask(seat, token)), PlayCard(seat, card, False))
    assert [played.seat for played in game.round.pile] == ["ghost", "belle", "tuco"]
    assert (game.round.turn, stagecoach_of(game).melee) == (1, None)


@pytest.mark.clause("ruling.melee.ghost")
def test_in_a_melee_that_is_the_first_turn_ghosts_card_may_lie_face_down() -> None:
    game = sealing(scheming(), PlayCard("tuco", "tuco-fire", False), PlayCard("belle", "belle-move", False))
    verdict = accepted(game, PlayCard("ghost", "ghost-move", True))
    assert told(verdict, CardPlayed)[1] == CardPlayed("ghost", "ghost-move", True)
    cites = next(cites for event, cites in verdict.events if event == CardPlayed("ghost", "ghost-move", True))
    assert cites[-1] == "ruling.melee.ghost"
    assert all("ruling.melee.ghost" not in cites for event, cites in verdict.events if isinstance(event, ChoiceSealed))


@pytest.mark.clause("ruling.melee.ghost")
def test_in_a_later_melee_ghost_shows_his_card() -> None:
    game = scheming(card="shotgun-rage.2-4", turn=2)
    assert PlayCard("ghost", "ghost-move", True) not in legal(game, "ghost")


@pytest.mark.clause("ruling.melee.ghost")
def test_by_a_claim_ghost_shows_his_card_in_a_melee_like_everybody() -> None:
    game = scheming(rulings=["ruling.melee.ghost=shown-like-all"])
    assert answers(game, "ghost") == [
        PlayCard("ghost", "ghost-move", False),
        PlayCard("ghost", "ghost-fire", False),
        DrawCards("ghost"),
    ]
    assert refusal(game, PlayCard("ghost", "ghost-move", True)) == ("ruling.melee.ghost",)
    standard = scheming(rulings=["ruling.melee.ghost=shown-like-all"], card="bridge.2-4", first="ghost")
    assert PlayCard("ghost", "ghost-move", True) in legal(standard, "ghost")


@pytest.mark.clause("ruling.melee.no-standard-turn")
def test_no_card_can_be_added_to_a_fire_in_a_melee() -> None:
    game = scheming(
        modules=("base", "duo", "horses", "stagecoach"),
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle"]},
        hands={"player-1": ["tuco-fire", "ghost-move"], "player-2": ["belle-move"]},
    )
    verdict = accepted(
        sealing(game, PlayCard("player-2", "belle-move", False)), PlayCard("player-1", "tuco-fire", False)
    )
    assert verdict.awaiting == (Decision("player-1", "scheme", "player-1"),)


@pytest.mark.clause("ruling.melee.draw-sealed", "melee.draw")
def test_in_the_expert_variant_a_draw_of_a_melee_waits_for_the_discard_pile_to_be_shuffled() -> None:
    game = scheming(modules=("base", "expert", "horses", "stagecoach"))
    game = holding(game, "tuco", deck=("tuco-punch",), discard=("tuco-marshal", "tuco-ride"))
    game = sealing(game, DrawCards("tuco"), DrawCards("ghost"))
    verdict = accepted(game, PlayCard("belle", "belle-move", False))
    assert told(verdict, DrawAnnounced) == [DrawAnnounced("tuco")]
    assert not told(verdict, MeleeShown)
    assert verdict.awaiting == (Decision("chance", "discard", "tuco"),)
    seen = part_of(view(verdict.after, "belle"), "stagecoach")
    assert isinstance(seen, StagecoachView)
    assert seen.melee
    sealed = seen.melee.sealed
    assert [(one.seat, one.draws) for one in sealed] == [("tuco", True), ("ghost", None), ("belle", False)]
    drawn = accepted(verdict.after, Deal("chance", "discard", "tuco", ("tuco-ride", "tuco-marshal")))
    assert told(drawn, DiscardShuffled)
    assert told(drawn, CardsDrawn)[0] == CardsDrawn("tuco", ("tuco-punch", "tuco-ride", "tuco-marshal"))
    assert [event.seat for event in told(drawn, CardsDrawn)] == ["tuco", "ghost"]
    assert told(drawn, MeleeShown) == [MeleeShown(("belle",))]
    assert told(drawn, CardPlayed) == [CardPlayed("belle", "belle-move", False)]
    assert told(drawn, MeleeEnded)


# --- the plan of attack


def last_turn(hands: dict[str, list[str]], **fields: Any) -> Game:
    """The last turn of a round with a symbol, Belle about to act with a card nobody else has."""
    fields = {"card": "higher-speed.2-4", "turn": 2, "acted": 2, "rounds": ["tunnel.2-4"]} | fields
    return scheming(hands={"belle": ["belle-punch"], **hands}, **fields)


def planning(hands: dict[str, list[str]], **fields: Any) -> Game:
    return after(last_turn(hands, **fields), PlayCard("belle", "belle-punch", False))


@pytest.mark.clause("plan.keep", "ruling.plan.all-at-once")
def test_after_the_last_turn_everybody_with_cards_is_asked_at_once_which_to_keep() -> None:
    game = last_turn(
        {"tuco": ["tuco-fire", "neutral-bullet"], "ghost": ["ghost-move"]}, received={"tuco": ["neutral-bullet"]}
    )
    verdict = accepted(game, PlayCard("belle", "belle-punch", False))
    assert verdict.events[-1] == (PlanStarted(1, ("tuco", "ghost"), 1), ("plan.keep", "ruling.plan.all-at-once"))
    assert verdict.awaiting == (Decision("tuco", "plan", "tuco"), Decision("ghost", "plan", "ghost"))
    assert keepings(verdict.after, "tuco") == {(), ("tuco-fire",), ("neutral-bullet",)}


@pytest.mark.clause("plan.keep")
def test_not_more_cards_can_be_kept_than_the_card_has_symbols() -> None:
    hands = {"tuco": ["tuco-fire", "tuco-fire", "tuco-move"]}
    one, two = planning(hands), planning(hands, card="attack-plans.2-4", turn=3)
    assert refusal(one, KeepCards("tuco", ("tuco-fire", "tuco-fire"))) == ("plan.keep",)
    assert KeepCards("tuco", ("tuco-fire", "tuco-fire")) in legal(two, "tuco")
    assert refusal(two, KeepCards("tuco", ("tuco-fire", "tuco-fire", "tuco-move"))) == ("plan.keep",)
    assert len(legal(two, "tuco")) == 5


@pytest.mark.clause("plan.keep", "ruling.plan.all-at-once")
def test_only_cards_in_hand_can_be_kept_and_they_are_named_in_order() -> None:
    game = planning({"tuco": ["tuco-fire", "tuco-move"]}, card="attack-plans.2-4", turn=3)
    assert refusal(game, KeepCards("tuco", ("tuco-punch",))) == ("plan.keep",)
    assert refusal(game, KeepCards("tuco", ("tuco-move", "tuco-fire"))) == ("ruling.command.form",)


@pytest.mark.clause("plan.keep", "plan.not-shuffled")
def test_what_is_kept_stays_in_hand_and_all_else_goes_on_the_deck_when_all_have_answered() -> None:
    game = planning({"tuco": ["tuco-fire", "tuco-move"], "ghost": ["ghost-move"]})
    first = accepted(game, KeepCards("tuco", ("tuco-fire",)))
    cites = ("plan.keep", "plan.not-shuffled", "ruling.plan.all-at-once")
    assert first.events == ((CardsKept("tuco", ("tuco-fire",)), cites),)
    verdict = accepted(first.after, KeepCards("ghost", ()))
    assert told(verdict, HandReturned) == [HandReturned("tuco", ("tuco-move",)), HandReturned("ghost", ("ghost-move",))]
    returned = {event.seat: cites for event, cites in verdict.events if isinstance(event, HandReturned)}
    assert "plan.keep" in returned["tuco"]
    assert "plan.keep" not in returned["ghost"]
    assert told(verdict, PileTurned)
    assert verdict.after.cards["tuco"].hand == ("tuco-fire",)


@pytest.mark.clause("plan.keep", "ruling.plan.all-at-once")
def test_who_has_no_cards_is_not_asked_and_without_any_nobody_is() -> None:
    verdict = accepted(last_turn({}), PlayCard("belle", "belle-punch", False))
    assert not told(verdict, PlanStarted)
    assert told(verdict, PileTurned)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"card": "panting-horses.2-4", "turn": 3}, id="a card without symbols"),
        pytest.param({"rounds": []}, id="the last round"),
    ],
)
@pytest.mark.clause("plan.keep", "ruling.plan.all-at-once")
def test_without_a_symbol_or_in_the_last_round_nothing_can_be_kept(fields: dict[str, Any]) -> None:
    verdict = accepted(last_turn({"tuco": ["tuco-fire"]}, **fields), PlayCard("belle", "belle-punch", False))
    assert not told(verdict, PlanStarted)
    assert told(verdict, HandReturned) == [HandReturned("tuco", ("tuco-fire",))]


@pytest.mark.clause("plan.keep")
def test_the_plan_comes_after_the_last_turn_and_not_before() -> None:
    verdict = accepted(last_turn(HANDS, acted=1), PlayCard("ghost", "ghost-move", False))
    assert verdict.awaiting == (Decision("belle", "scheme", "belle"),)


@pytest.mark.clause("horses.expert.no-plan")
def test_in_the_expert_variant_the_symbols_mean_nothing() -> None:
    game = last_turn({"tuco": ["tuco-fire", "tuco-move"]}, modules=("base", "expert", "horses", "stagecoach"))
    verdict = accepted(game, PlayCard("belle", "belle-punch", False))
    assert not told(verdict, PlanStarted)
    assert "horses.expert.no-plan" in cited(verdict, KeepingStarted)
    assert KeepCards("tuco", ("tuco-fire", "tuco-move")) in legal(verdict.after, "tuco")
    plain = last_turn(
        {"tuco": ["tuco-fire"]},
        modules=("base", "expert", "horses", "stagecoach"),
        card="panting-horses.2-4",
        turn=3,
    )
    begun = accepted(plain, PlayCard("belle", "belle-punch", False))
    assert "horses.expert.no-plan" not in cited(begun, KeepingStarted)


@pytest.mark.clause("ruling.plan.no-happening")
def test_plan_and_melee_hold_in_a_game_without_happenings() -> None:
    verdict = accepted(last_turn({"tuco": ["tuco-fire"]}, happenings=False), PlayCard("belle", "belle-punch", False))
    assert cited(verdict, PlanStarted) == ("plan.keep", "ruling.plan.all-at-once", "ruling.plan.no-happening")
    game = scheming(happenings=False)
    begun = settle(changed(game, round=changed(game.round, turn=-1, order=())))
    assert cited(begun, TurnStarted)[-1] == "ruling.plan.no-happening"
    assert begun.awaiting[0].kind == "melee"


def next_hands(game: Game, first: str = "tuco") -> Game:
    """The start of the next round, with this player about to shuffle."""
    mine = stagecoach_of(game)
    over = with_part(changed(game, phase="round-end"), "stagecoach", changed(mine, fell_back=game.round.number))
    begun = settle(changed(over, round=changed(over.round, happened=True))).after
    return changed(begun, round=changed(begun.round, undealt=(first,)))


def kept(**fields: Any) -> Game:
    """Stealin', with a card kept."""
    return scheming(**{"hands": None, "rounds": ["tunnel.2-4"], "card": "attack-plans.2-4"} | fields)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.clause("plan.hand-completed", "plan.not-shuffled")
def test_in_the_next_round_only_what_the_hand_lacks_is_drawn_and_kept_cards_are_not_shuffled(number: int) -> None:
    cards = ["tuco-fire", "tuco-move"][:number]
    game = next_hands(kept(kept={"tuco": cards}))
    assert game.cards["tuco"].hand == tuple(cards)
    assert len(game.cards["tuco"].deck) == 11 - number
    verdict = accepted(game, Deal("chance", "deck", "tuco", game.cards["tuco"].deck))
    assert [len(drawn.cards) for drawn in told(verdict, HandDrawn)] == [6 - number]
    assert cited(verdict, HandDrawn)[-1] == "plan.hand-completed"
    assert cited(verdict, DeckShuffled)[-1] == "plan.not-shuffled"


@pytest.mark.clause("fire.bullet.stays", "plan.keep")
def test_the_citations_of_a_shuffle_do_not_tell_that_the_only_bullet_was_kept() -> None:
    told_by = []
    for card in ("neutral-bullet", "tuco-move"):
        game = next_hands(kept(kept={"tuco": [card]}, received={"tuco": ["neutral-bullet"]}))
        assert ("neutral-bullet" in game.cards["tuco"].deck) == (card != "neutral-bullet")
        verdict = accepted(game, Deal("chance", "deck", "tuco", game.cards["tuco"].deck))
        told_by.append(cited(verdict, DeckShuffled))
    assert told_by[0] == told_by[1]
    assert "fire.bullet.stays" in told_by[0]


@pytest.mark.clause("plan.hand-completed")
def test_whoever_has_kept_nothing_draws_a_whole_hand() -> None:
    game = next_hands(kept(kept={"ghost": ["ghost-move"]}))
    verdict = accepted(game, Deal("chance", "deck", "tuco", game.cards["tuco"].deck))
    assert [len(drawn.cards) for drawn in told(verdict, HandDrawn)] == [6]
    assert "plan.hand-completed" not in cited(verdict, HandDrawn)
    assert "plan.not-shuffled" not in cited(verdict, DeckShuffled)


@pytest.mark.clause("plan.keep")
def test_a_card_kept_in_one_round_goes_on_the_deck_after_the_next_like_any_other() -> None:
    game = next_hands(kept(kept={"tuco": ["tuco-fire"]}, rounds=["bridge.2-4", "tunnel.2-4"]))
    game = after(game, Deal("chance", "deck", "tuco", game.cards["tuco"].deck))
    over = changed(game, round=changed(game.round, turn=2, order=("tuco",)))
    verdict = accepted(over, DrawCards("tuco"))
    assert "tuco-fire" in next(event.cards for event in told(verdict, HandReturned) if event.seat == "tuco")
    assert verdict.after.cards["tuco"].hand == ()


@pytest.mark.clause("ruling.plan.hands", "plan.hand-completed")
def test_with_two_bandits_the_card_of_choice_comes_first_and_then_what_the_hand_lacks() -> None:
    game = next_hands(
        kept(
            modules=("base", "duo", "horses", "stagecoach"),
            teams={"player-1": ["tuco", "ghost"], "player-2": ["belle"]},
            kept={"player-1": ["tuco-fire", "ghost-move"]},
        ),
        first="player-1",
    )
    assert awaiting(game) == (Decision("player-1", "chosen-card", "player-1"),)
    chosen = after(game, ChooseCard("player-1", "ghost-fire"))
    verdict = accepted(chosen, Deal("chance", "deck", "player-1", chosen.cards["player-1"].deck))
    assert [len(drawn.cards) for drawn in told(verdict, HandDrawn)] == [4]
    assert len(verdict.after.cards["player-1"].hand) == 7
    assert "ruling.plan.hands" in cited(verdict, HandDrawn)


TEAMS = """
    car    |      | mail  | dining | stagecoach |
    roof   | tuco | ghost | belle  | doc        |
    inside |      | M     |        |            |
"""


@pytest.mark.parametrize(("edition", "stays"), [("ru-full", True), ("fr-horses", False)])
@pytest.mark.clause("ruling.plan.hands")
def test_a_partners_card_that_stays_by_itself_is_not_kept_and_where_it_would_not_stay_it_can_be(
    edition: str, stays: bool
) -> None:
    game = board(
        TEAMS,
        modules=("base", "team", "horses", "stagecoach"),
        edition=edition,
        card="higher-speed.2-4",
        rounds=["tunnel.2-4", "escape"],
        turn=2,
        acted=3,
        hands={"tuco": ["ghost-fire", "tuco-move"], "doc": ["doc-move"]},
        borrowed={"tuco": ["ghost-fire"]},
    )
    game = after(game, PlayCard("doc", "doc-move", False))
    options = keepings(game, "tuco")
    assert options == ({(), ("tuco-move",)} if stays else {(), ("tuco-move",), ("ghost-fire",)})
    if stays:
        assert refusal(game, KeepCards("tuco", ("ghost-fire",))) == ("plan.keep", "ruling.plan.hands")
        assert after(game, KeepCards("tuco", ("tuco-move",))).cards["tuco"].hand == ("ghost-fire", "tuco-move")
        assert after(game, KeepCards("tuco", ())).cards["tuco"].hand == ("ghost-fire",)
    else:
        assert after(game, KeepCards("tuco", ("ghost-fire",))).cards["tuco"].hand == ("ghost-fire",)


@pytest.mark.clause("plan.keep")
def test_the_plan_waits_for_a_card_that_may_be_added_to_the_last_fire() -> None:
    game = scheming(
        modules=("base", "duo", "horses", "stagecoach"),
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle"]},
        hands={"player-1": ["tuco-fire", "ghost-move"]},
        card="higher-speed.2-4",
        rounds=["tunnel.2-4"],
        first="player-2",
        turn=2,
        acted=1,
    )
    game = after(game, PlayCard("player-1", "tuco-fire", False))
    assert awaiting(game) == (Decision("player-1", "added-card", "player-1"),)
