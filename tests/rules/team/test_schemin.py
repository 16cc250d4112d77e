"""Schemin' in teams: a card from the partner's deck, and what becomes of it."""

from typing import Any

import pytest

from colt_rules.commands import Deal, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import CardPlayed, HandDrawn, HandReturned, PileTurned
from colt_rules.kernel import Accepted, awaiting, settle
from colt_rules.model.names import is_bullet
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played
from colt_rules.rules.team.events import PartnerCardDrawn
from colt_rules.views import view, view_event, view_reasons
from tests.rules.sittings import cited, sitting, told, until
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    roof   | ghost | cheyenne | doc    | tuco |
    inside |       | M        |        |      |
"""
TEAM = ("base", "team")
SEATS = ("ghost", "cheyenne", "doc", "tuco")
NOT_PLAYED = {
    "ghost": ["ghost-fire", "cheyenne-move"],
    "cheyenne": ["cheyenne-fire", "cheyenne-fire"],
    "tuco": ["tuco-move"],
}


def round_over(hands: dict[str, list[str]] | None = None, **fields: Any) -> Game:
    """The end of a round with nothing left to do; settled, the next one begins and Doc leads it."""
    game = board(
        SKETCH, **{"modules": TEAM, "hands": hands or {}, "card": "bridge.2-4", "rounds": ["tunnel.2-4"]} | fields
    )
    return changed(game, phase="round-end", round=changed(game.round, order=()))


def dealt(game: Game, **decks: tuple[str, ...]) -> Accepted:
    """The verdict on the last shuffle of a round's start; decks are shuffled so that they lie as they are named."""
    verdict = settle(game)
    while (decision := verdict.awaiting[0]).kind == "deck":
        deck = decks.get(decision.subject, verdict.after.cards[decision.subject].deck)
        verdict = accepted(verdict.after, Deal("chance", "deck", decision.subject, deck))
    return verdict


def shuffled(game: Game, seat: str, *top: str) -> tuple[str, ...]:
    """The deck of a seat with these cards on top."""
    rest = list(game.cards[seat].deck)
    for card in top:
        rest.remove(card)
    return (*top, *rest)


# --- the partner's card


@pytest.mark.clause("team.partner-card", "ruling.team.hand-completed")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_each_draws_the_top_card_of_the_partner_s_deck_and_completes_the_hand_from_the_own(edition: str) -> None:
    game = round_over(edition=edition)
    decks = {seat: tuple(reversed(game.cards[seat].deck)) for seat in SEATS}
    verdict = dealt(game, **decks)
    pairs = {"ghost": "cheyenne", "cheyenne": "ghost", "doc": "tuco", "tuco": "doc"}
    assert {event.seat: (event.partner, event.card) for event in told(verdict, PartnerCardDrawn)} == {
        seat: (pairs[seat], decks[pairs[seat]][0]) for seat in SEATS
    }
    for seat in SEATS:
        size = 7 if seat == "doc" else 6
        assert verdict.after.cards[seat].hand == (decks[pairs[seat]][0], *decks[seat][1:size])
        assert verdict.after.cards[seat].deck == decks[seat][size:]
        assert verdict.after.cards[seat].borrowed == (decks[pairs[seat]][0],)
    assert "team.partner-card" in cited(verdict, PartnerCardDrawn)
    assert {"team.partner-card", "ruling.team.hand-completed"} <= set(cited(verdict, HandDrawn))
    assert [event.seat for event in told(verdict, PartnerCardDrawn)] == ["doc", "tuco", "ghost", "cheyenne"]


@pytest.mark.clause("team.partner-card")
def test_all_decks_are_shuffled_before_anybody_draws() -> None:
    verdict = settle(round_over())
    for seat in ("doc", "tuco", "ghost", "cheyenne"):
        assert verdict.awaiting == (Decision("chance", "deck", seat),)
        assert not told(verdict, PartnerCardDrawn)
        verdict = accepted(verdict.after, Deal("chance", "deck", seat, verdict.after.cards[seat].deck))
    assert len(told(verdict, PartnerCardDrawn)) == 4


@pytest.mark.clause("team.partner-card")
def test_so_it_is_in_the_first_round() -> None:
    game = until("scheme", sitting("ru-full", "team", 6))
    assert game.round.number == 1
    for seat, cards in game.cards.items():
        assert len(cards.borrowed) == 1
        assert len(cards.hand) == (7 if seat == "doc" else 6)
        assert sum(card.startswith(f"{seat}-") for card in cards.hand) == len(cards.hand) - 1


@pytest.mark.clause("team.partner-card.bullet", "ruling.team.hand-completed")
def test_a_bullet_drawn_that_way_stays_in_hand_and_takes_its_place() -> None:
    game = round_over(received={"cheyenne": ["neutral-bullet"]})
    verdict = dealt(game, cheyenne=shuffled(game, "cheyenne", "neutral-bullet"))
    hand = verdict.after.cards["ghost"].hand
    assert hand[0] == "neutral-bullet"
    assert len(hand) == 6
    assert sum(map(is_bullet, hand)) == 1
    assert "schemin.play.actions-only" in refusal(
        after_first_two(verdict.after), PlayCard("ghost", "neutral-bullet", False)
    )


def after_first_two(game: Game) -> Game:
    """Doc and Tuco have acted."""
    for seat in ("doc", "tuco"):
        game = after(game, answers(game, seat)[0])
    return game


@pytest.mark.clause("ruling.team.hand-completed", "team.partner-card.stays")
def test_what_stayed_in_hand_counts_when_the_hand_is_completed() -> None:
    game = round_over(
        {"ghost": ["cheyenne-move", "cheyenne-fire"]}, borrowed={"ghost": ["cheyenne-move", "cheyenne-fire"]}
    )
    verdict = dealt(game)
    hand = verdict.after.cards["ghost"].hand
    assert hand[:2] == ("cheyenne-move", "cheyenne-fire")
    assert len(hand) == 6
    assert sum(card.startswith("ghost") for card in hand) == 3
    assert len(verdict.after.cards["ghost"].borrowed) == 3


@pytest.mark.clause("ruling.team.hand-completed")
def test_a_deck_with_too_few_cards_gives_what_it_has() -> None:
    game = round_over()
    few = Cards((), ("ghost-move", "ghost-fire", "ghost-punch"))
    game = changed(game, cards={**game.cards, "ghost": few})
    verdict = dealt(game)
    assert verdict.after.cards["ghost"].hand[1:] == ("ghost-fire", "ghost-punch")
    assert verdict.after.cards["cheyenne"].hand[0] == "ghost-move"
    none = dealt(changed(game, cards={**game.cards, "ghost": Cards((), ())}))
    assert len(none.after.cards["cheyenne"].hand) == 6
    assert none.after.cards["cheyenne"].borrowed == ()


# --- playing it


@pytest.mark.clause("team.partner-card.playable")
def test_a_partner_s_card_is_played_like_an_own_one() -> None:
    game = board(
        SKETCH,
        modules=TEAM,
        hands={"ghost": ["ghost-fire", "cheyenne-move"]},
        borrowed={"ghost": ["cheyenne-move"]},
        card="bridge.2-4",
        turn=2,
    )
    assert PlayCard("ghost", "cheyenne-move", False) in answers(game, "ghost")
    verdict = accepted(game, PlayCard("ghost", "cheyenne-move", False))
    assert told(verdict, CardPlayed) == [CardPlayed("ghost", "cheyenne-move", False)]
    assert verdict.after.round.pile == (Played("ghost", "cheyenne-move", False),)
    assert verdict.after.cards["ghost"].hand == ("ghost-fire",)
    assert refusal(game, PlayCard("ghost", "cheyenne-fire", False)) == ("schemin.play-or-draw",)


# --- not playing it


def last_turn(edition: str, hands: dict[str, list[str]], borrowed: dict[str, list[str]], **fields: Any) -> Accepted:
    """Tuco plays the last card of Schemin'."""
    game = board(
        SKETCH,
        modules=TEAM,
        hands=hands,
        borrowed=borrowed,
        card="bridge.2-4",
        turn=2,
        acted=3,
        edition=edition,
        **fields,
    )
    return accepted(game, PlayCard("tuco", "tuco-move", False))


@pytest.mark.clause("team.partner-card.stays")
def test_not_played_it_stays_in_the_hand_of_who_drew_it() -> None:
    verdict = last_turn("ru-full", NOT_PLAYED, {"ghost": ["cheyenne-move"]})
    assert told(verdict, PileTurned)
    mine = verdict.after.cards["ghost"]
    assert mine.hand == ("cheyenne-move",)
    assert mine.deck[0] == "ghost-fire"
    assert "cheyenne-move" not in mine.deck
    assert mine.borrowed == ("cheyenne-move",)
    assert verdict.after.cards["cheyenne"].hand == ()
    returned = {event.seat: (event.cards, cites) for event, cites in verdict.events if isinstance(event, HandReturned)}
    assert returned["ghost"][0] == ("ghost-fire",)
    assert "team.partner-card.stays" in returned["ghost"][1]


@pytest.mark.clause("ruling.team.cards-that-stay")
def test_others_see_how_many_cards_go_back_and_how_many_stay_but_not_which() -> None:
    """So they may conclude whether a face-down card was the partner's."""
    verdict = last_turn("ru-full", NOT_PLAYED, {"ghost": ["cheyenne-move"]})
    returned = next(event for event, _ in verdict.events if isinstance(event, HandReturned) and event.seat == "ghost")
    for role in ("tuco", "cheyenne", "spectator"):
        event, after = view_event(returned, role, verdict.after), view(verdict.after, role)
        assert event
        assert (event.data, event.hidden) == ({"seat": "ghost", "count": 1}, ("cards",))
        (mine,) = [seat for seat in after.seats if seat.seat == "ghost"]
        assert (mine.hand, mine.hand_size, mine.borrowed) == (None, 1, None)
        assert "ruling.team.cards-that-stay" in view_reasons(verdict.after, role).shown


@pytest.mark.clause("team.partner-card.stays", "team.partner-card.bullet")
def test_so_does_a_bullet_and_an_own_one_like_it_goes_on_the_deck() -> None:
    hands = {"ghost": ["neutral-bullet", "ghost-fire", "neutral-bullet"], "tuco": ["tuco-move"]}
    game_fields: dict[str, Any] = {"received": {"ghost": ["neutral-bullet"], "cheyenne": ["neutral-bullet"]}}
    verdict = last_turn("ru-full", hands, {"ghost": ["neutral-bullet"]}, **game_fields)
    mine = verdict.after.cards["ghost"]
    assert mine.hand == ("neutral-bullet",)
    assert mine.deck.count("neutral-bullet") == 1


@pytest.mark.clause("team.partner-card.joins")
def test_in_french_it_joins_the_cards_of_who_drew_it() -> None:
    verdict = last_turn("fr-horses", NOT_PLAYED, {"ghost": ["cheyenne-move"]})
    mine = verdict.after.cards["ghost"]
    assert mine.hand == ()
    assert set(mine.deck[:2]) == {"ghost-fire", "cheyenne-move"}
    assert "cheyenne-move" not in verdict.after.cards["cheyenne"].hand
    assert verdict.after.cards["cheyenne"].deck.count("cheyenne-move") == 1
    returned = {event.seat: cites for event, cites in verdict.events if isinstance(event, HandReturned)}
    assert "team.partner-card.joins" in returned["ghost"]


def round_played_out(game: Game) -> Game:
    """The end of the round, with nothing on the pile any more and another round to come."""
    return changed(game, phase="round-end", rounds=("tunnel.2-4",), round=changed(game.round, pile=(), current=None))


@pytest.mark.clause("team.partner-card.joins")
def test_and_is_shuffled_and_drawn_with_them() -> None:
    over = round_played_out(last_turn("fr-horses", NOT_PLAYED, {"ghost": ["cheyenne-move"]}).after)
    next_ = dealt(over, ghost=shuffled(over, "ghost", "ghost-move", "cheyenne-move"))
    assert next_.after.cards["ghost"].hand[1] == "cheyenne-move"
    assert next_.after.cards["cheyenne"].hand[0] == "ghost-move"


@pytest.mark.clause("team.partner-card.joins")
def test_the_partner_may_draw_it_back() -> None:
    over = round_played_out(last_turn("fr-horses", NOT_PLAYED, {"ghost": ["cheyenne-move"]}).after)
    next_ = dealt(over, ghost=shuffled(over, "ghost", "cheyenne-move"))
    assert next_.after.cards["cheyenne"].hand[0] == "cheyenne-move"


# --- secrets


@pytest.mark.clause("ruling.team.secrets", "ruling.secrecy.hands")
def test_only_who_drew_the_partner_s_card_knows_it_not_even_the_partner() -> None:
    game = round_over()
    one, other = (
        dealt(game, cheyenne=shuffled(game, "cheyenne", card)) for card in ("cheyenne-move", "cheyenne-punch")
    )
    for role in ("cheyenne", "doc", "spectator"):
        seen = [
            view_event(event, role, verdict.after, cites)
            for verdict in (one, other)
            for event, cites in verdict.events
            if isinstance(event, PartnerCardDrawn) and event.seat == "ghost"
        ]
        assert seen[0] == seen[1]
    assert awaiting(one.after) == awaiting(other.after)
    for role in ("doc", "spectator", "tuco"):
        assert view(one.after, role) == view(other.after, role)
    assert view(one.after, "ghost") != view(other.after, "ghost")


def bullet_or_action(edition: str) -> tuple[Accepted, Accepted]:
    """Two worlds: in one Ghost draws a bullet from Cheyenne's deck, in the other an action card, the bullet stays."""
    game = round_over(received={"cheyenne": ["neutral-bullet"]}, edition=edition)
    last = (*(card for card in game.cards["cheyenne"].deck if card != "neutral-bullet"), "neutral-bullet")
    return dealt(game, cheyenne=shuffled(game, "cheyenne", "neutral-bullet")), dealt(game, cheyenne=last)


@pytest.mark.clause("ruling.team.secrets", "ruling.secrecy.hands", "team.partner-card.bullet")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_the_clauses_of_the_draw_do_not_tell_whether_it_was_a_bullet(edition: str) -> None:
    one, other = bullet_or_action(edition)
    for role in ("doc", "tuco", "spectator"):
        for (event, cites), (counterpart, others) in zip(one.events, other.events, strict=True):
            seen = view_event(event, role, one.after, cites)
            assert seen == view_event(counterpart, role, other.after, others)


@pytest.mark.clause("ruling.team.secrets", "ruling.secrecy.hands", "ruling.secrecy.open-information")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_the_bullets_that_others_see_do_not_tell_whether_it_was_a_bullet(edition: str) -> None:
    one, other = bullet_or_action(edition)
    for role in ("doc", "tuco", "spectator"):
        assert view(one.after, role) == view(other.after, role)


@pytest.mark.clause("team.partner-card.joins", "ruling.secrecy.hands")
def test_in_french_nothing_tells_whether_a_hidden_card_was_the_partner_s_before_it_is_revealed() -> None:
    """In a tunnel Ghost plays the partner's card or an own one, and the other goes on his deck."""
    worlds = []
    for mine, theirs in (("ghost-fire", "cheyenne-move"), ("cheyenne-move", "ghost-fire")):
        hands = {"ghost": [mine, theirs], "tuco": ["tuco-move"]}
        game = board(
            SKETCH,
            modules=TEAM,
            hands=hands,
            borrowed={"ghost": ["cheyenne-move"]},
            card="tunnel.5-6",
            turn=3,
            edition="fr-horses",
        )
        game = after(game, PlayCard("ghost", mine, True))
        for seat in ("cheyenne", "doc"):
            game = after(game, answers(game, seat)[0])
        worlds.append(accepted(game, PlayCard("tuco", "tuco-move", True)))
    for role in ("cheyenne", "doc", "spectator"):
        returned = [
            view_event(event, role, verdict.after, cites)
            for verdict in worlds
            for event, cites in verdict.events
            if isinstance(event, HandReturned) and event.seat == "ghost"
        ]
        assert returned[0] == returned[1]


@pytest.mark.clause("ruling.secrecy.open-information", "team.partner-card.joins")
def test_in_french_a_bullet_drawn_back_still_counts_for_who_received_it_only() -> None:
    """Cheyenne's bullet went to Ghost's hand and his deck; in the next round she draws it from there."""
    hands = {"ghost": ["ghost-fire", "neutral-bullet"], "tuco": ["tuco-move"]}
    received = {"cheyenne": ["neutral-bullet"]}
    over = round_played_out(last_turn("fr-horses", hands, {"ghost": ["neutral-bullet"]}, received=received).after)
    back = dealt(over, ghost=shuffled(over, "ghost", "neutral-bullet")).after
    assert "neutral-bullet" in back.cards["cheyenne"].hand
    for role in ("ghost", "cheyenne", "doc", "spectator"):
        bullets = {seat.seat: seat.bullets for seat in view(back, role).seats}
        assert bullets == {"ghost": (), "cheyenne": ("neutral-bullet",), "doc": (), "tuco": ()}
