"""A card from the partner's deck is a secret, also in what events cite."""

from typing import Any

import pytest

from colt_rules.commands import Deal, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.events import CardPlayed, HandReturned
from colt_rules.kernel import Accepted, awaiting, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.team.events import PartnerCardDrawn
from colt_rules.views import view, view_event
from tests.rules.sittings import cited
from tests.verdicts import accepted, after, answers

SKETCH = """
    roof   | ghost | cheyenne | doc    | tuco |
    inside |       | M        |        |      |
"""
TEAM = ("base", "team")


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


@pytest.mark.clause("ruling.team.ghost", "ruling.secrecy.hands")
def test_what_is_cited_does_not_tell_whose_card_ghost_hides() -> None:
    hands = {"ghost": ["ghost-fire", "cheyenne-move"], "cheyenne": ["ghost-move"]}
    borrowed = {"ghost": ["cheyenne-move"], "cheyenne": ["ghost-move"]}
    game = board(SKETCH, modules=TEAM, hands=hands, borrowed=borrowed, card="bridge.2-4")
    one, other = (accepted(game, PlayCard("ghost", card, True)) for card in ("cheyenne-move", "ghost-fire"))
    assert cited(one, CardPlayed) == cited(other, CardPlayed)
