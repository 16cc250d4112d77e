"""The search for the Brilliant Idea instead of a draw."""

from typing import Any

import pytest

from colt_rules.commands import Deal, DrawCards, PlayCard
from colt_rules.decisions import Decision
from colt_rules.events import CardPlayed, CardsDrawn
from colt_rules.kernel import awaiting
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Draw, Game
from colt_rules.rules.base.abilities import may_hide
from colt_rules.rules.marshal.commands import SearchForIdea
from colt_rules.rules.marshal.events import IdeaFound, SearchedDeckShuffled, ShuffleDue
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.stagecoach.events import ChoiceSealed, MeleeShown
from colt_rules.views import view
from colt_rules.views.commands import SeenCommand, view_command
from tests.rules.coaches import ALL
from tests.rules.jails import jail
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    car    |  | a          | b     | prison |
    roof   |  |            |       |        |
    inside |  | ghost tuco | belle | doc    |
"""
IDEA = "ghost-brilliant-idea"
FOUND = ("schemin.play-or-draw", "idea.search", "idea.search.announced", "ruling.idea.search-is-a-draw")
EXPERT = ("base", "expert")


def scheming(cards: Cards | None = None, **fields: Any) -> Game:
    """Ghost is to play or draw, with these cards or with a Move in hand and the Idea somewhere in the deck."""
    hands = {seat: [f"{seat}-move"] for seat in ("ghost", "tuco", "belle", "doc")}
    game = jail(SKETCH, hands=hands, first="ghost", **fields)
    own = cards or Cards(("ghost-move",), ("ghost-fire", IDEA, "ghost-punch"))
    return changed(game, cards={**game.cards, "ghost": own})


# --- in the deck


@pytest.mark.clause("idea.search", "idea.search.announced", "ruling.idea.search-is-a-draw")
def test_instead_of_drawing_a_player_takes_the_idea_out_of_the_deck() -> None:
    game = scheming()
    assert answers(game, "ghost")[-2:] == [DrawCards("ghost"), SearchForIdea("ghost")]
    verdict = accepted(game, SearchForIdea("ghost"))
    assert verdict.events == ((IdeaFound("ghost", IDEA, False), FOUND),)
    assert verdict.after.cards["ghost"] == Cards(("ghost-move", IDEA), ("ghost-fire", "ghost-punch"))
    assert verdict.after.round.draws == (Draw("ghost", 0),)


@pytest.mark.clause("idea.search.shuffled")
def test_then_the_deck_is_shuffled_before_anybody_acts() -> None:
    game = after(scheming(), SearchForIdea("ghost"))
    assert awaiting(game) == (Decision("chance", "searched-deck", "ghost"),)
    mixed = ("ghost-punch", "ghost-fire")
    for wrong in (("ghost-punch",), (*mixed, IDEA)):
        assert refusal(game, Deal("chance", "searched-deck", "ghost", wrong)) == ("idea.search.shuffled",)
    assert refusal(game, Deal("chance", "deck", "ghost", mixed)) == ("ruling.command.form",)
    verdict = accepted(game, Deal("chance", "searched-deck", "ghost", mixed))
    assert verdict.events == ((SearchedDeckShuffled("ghost", mixed), ("idea.search.shuffled",)),)
    assert verdict.after.cards["ghost"].deck == mixed
    assert awaiting(verdict.after) == (Decision("tuco", "scheme", "tuco"),)


@pytest.mark.clause("ruling.idea.not-in-the-deck", "idea.search")
@pytest.mark.parametrize("hand", [("ghost-move", IDEA), ("ghost-move",)])
def test_an_idea_that_is_in_hand_or_played_cannot_be_searched_for(hand: tuple[str, ...]) -> None:
    game = scheming(Cards(hand, ("ghost-fire", "ghost-punch")))
    assert SearchForIdea("ghost") not in answers(game, "ghost")
    assert refusal(game, SearchForIdea("ghost")) == ("idea.search", "ruling.idea.not-in-the-deck")


@pytest.mark.clause("ruling.idea.not-in-the-deck")
def test_the_marshal_has_no_idea_to_search_for() -> None:
    game = scheming()
    his = changed(game, round=changed(game.round, order=(MARSHAL, *game.round.order)))
    assert DrawCards(MARSHAL) in answers(his, MARSHAL)
    assert refusal(his, SearchForIdea(MARSHAL)) == ("idea.search", "ruling.idea.not-in-the-deck")


@pytest.mark.clause("ruling.idea.search-is-a-draw", "ghost.draw-forfeits")
def test_a_search_costs_ghost_his_power_like_a_draw() -> None:
    game = scheming()
    assert may_hide(game, "ghost")
    assert not may_hide(after(game, SearchForIdea("ghost")), "ghost")


@pytest.mark.clause("ruling.idea.search-is-a-draw", "ruling.speeding-up.order-free")
def test_where_no_card_may_be_drawn_any_more_the_idea_is_not_searched_for_either() -> None:
    claim = ["ruling.speeding-up.order-free=draw-first"]
    second_action: dict[str, Any] = {"card": "bridge.2-4", "turn": 1, "acted": 1}
    game = scheming(**second_action, rulings=claim)
    assert answers(game, "ghost") == [PlayCard("ghost", "ghost-move", False)]
    assert refusal(game, SearchForIdea("ghost")) == ("ruling.idea.search-is-a-draw", "ruling.speeding-up.order-free")
    assert SearchForIdea("ghost") in answers(scheming(**second_action), "ghost")


# --- in the expert variant


@pytest.mark.clause("idea.search.expert", "ruling.idea.search-expert")
def test_in_the_expert_variant_a_discarded_idea_is_taken_and_the_deck_keeps_its_order_until_it_is_shuffled() -> None:
    cards = Cards(("ghost-move",), ("ghost-fire", "ghost-punch"), ("ghost-marshal", IDEA))
    verdict = accepted(scheming(cards, modules=EXPERT), SearchForIdea("ghost"))
    cites = (*FOUND, "idea.search.expert", "ruling.idea.search-expert")
    due = (ShuffleDue("ghost"), ("idea.search.shuffled", "ruling.idea.search-shuffle"))
    assert verdict.events == ((IdeaFound("ghost", IDEA, True), cites), due)
    left = Cards(("ghost-move", IDEA), ("ghost-fire", "ghost-punch"), ("ghost-marshal",))
    assert verdict.after.cards["ghost"] == left
    assert awaiting(verdict.after) == (Decision("chance", "searched-deck", "ghost"),)


@pytest.mark.clause("ruling.idea.search-shuffle")
def test_by_a_claim_a_deck_that_nobody_looked_through_is_not_shuffled() -> None:
    cards = Cards(("ghost-move",), ("ghost-fire", "ghost-punch"), ("ghost-marshal", IDEA))
    claim = ["ruling.idea.search-shuffle=only-if-searched"]
    verdict = accepted(scheming(cards, modules=EXPERT, rulings=claim), SearchForIdea("ghost"))
    assert [type(event) for event, _ in verdict.events] == [IdeaFound]
    assert "ruling.idea.search-shuffle" in verdict.events[0][1]
    assert awaiting(verdict.after) == (Decision("tuco", "scheme", "tuco"),)
    searched = accepted(scheming(modules=EXPERT, rulings=claim), SearchForIdea("ghost"))
    assert awaiting(searched.after) == (Decision("chance", "searched-deck", "ghost"),)


@pytest.mark.clause("idea.search.expert")
def test_without_that_variant_there_is_no_discard_pile_to_search() -> None:
    game = scheming(Cards(("ghost-move",), ("ghost-fire",), (IDEA,)))
    assert refusal(game, SearchForIdea("ghost")) == ("idea.search", "ruling.idea.not-in-the-deck")


@pytest.mark.clause("ruling.idea.search-expert")
def test_in_the_expert_variant_the_deck_is_searched_as_well_and_shuffled_unless_the_table_claims_otherwise() -> None:
    verdict = accepted(scheming(modules=EXPERT), SearchForIdea("ghost"))
    assert verdict.events == ((IdeaFound("ghost", IDEA, False), (*FOUND, "ruling.idea.search-expert")),)
    assert awaiting(verdict.after) == (Decision("chance", "searched-deck", "ghost"),)
    claimed = scheming(modules=EXPERT, rulings=["ruling.idea.search-expert=discard-only"])
    assert refusal(claimed, SearchForIdea("ghost")) == (
        *("idea.search", "ruling.idea.not-in-the-deck", "ruling.idea.search-expert"),
    )


# --- in a melee


def melee(**fields: Any) -> Game:
    return scheming(modules=ALL, card="attack-plans.2-4", **fields)


@pytest.mark.clause("ruling.idea.search-is-a-draw", "melee.draw")
def test_in_a_melee_a_search_is_sealed_like_a_draw_and_carried_out_when_a_draw_would_be() -> None:
    game = melee()
    assert SearchForIdea("ghost") in answers(game, "ghost")
    sealed = accepted(game, SearchForIdea("ghost"))
    drawn = accepted(game, DrawCards("ghost"))
    assert sealed.events[0][0] == ChoiceSealed("ghost", None, True)
    assert sealed.events[0][1] == drawn.events[0][1]
    then = sealed.after
    for seat in ("tuco", "belle"):
        then = after(then, PlayCard(seat, f"{seat}-move", False))
    last = accepted(then, PlayCard("doc", "doc-move", False))
    assert told(last, IdeaFound) == [IdeaFound("ghost", IDEA, False)]
    assert cited(last, IdeaFound) == (*FOUND, "melee.draw")
    assert not told(last, MeleeShown)
    assert awaiting(last.after) == (Decision("chance", "searched-deck", "ghost"),)
    rest = accepted(last.after, Deal("chance", "searched-deck", "ghost", ("ghost-fire", "ghost-punch")))
    assert [event.seat for event in told(rest, CardPlayed)] == ["tuco", "belle", "doc"]


@pytest.mark.clause("ruling.idea.search-is-a-draw", "melee.usual-order")
def test_in_a_melee_searchers_and_those_who_draw_take_their_cards_in_the_usual_order() -> None:
    then = after(after(melee(), DrawCards("ghost")), SearchForIdea("tuco"))
    verdict = accepted(after(then, DrawCards("belle")), PlayCard("doc", "doc-move", False))
    taken = [event for event, _ in verdict.events if isinstance(event, CardsDrawn | IdeaFound)]
    assert [(event.__class__, event.seat) for event in taken] == [(CardsDrawn, "ghost"), (IdeaFound, "tuco")]
    deck = verdict.after.cards["tuco"].deck
    rest = accepted(verdict.after, Deal("chance", "searched-deck", "tuco", deck))
    assert [event.seat for event in told(rest, CardsDrawn)] == ["belle"]


@pytest.mark.clause("ruling.idea.search-is-a-draw", "ruling.melee.draw-sealed")
@pytest.mark.parametrize("role", ["tuco", MARSHAL, "spectator"])
def test_in_a_melee_nobody_else_tells_a_search_from_a_draw_or_a_card(role: str) -> None:
    game = melee()
    ways = (SearchForIdea("ghost"), DrawCards("ghost"), PlayCard("ghost", "ghost-move", False))
    verdicts = [accepted(game, way) for way in ways]
    first = view(verdicts[0].after, role)
    assert all(view(verdict.after, role) == first for verdict in verdicts)
    for way, verdict in zip(ways, verdicts, strict=True):
        assert view_command(way, role, verdict.after, verdict.events[0][0]) == SeenCommand(None, None)
