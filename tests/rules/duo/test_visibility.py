"""What each role sees where a player has two bandits."""

import pytest

from colt_rules.kernel import awaiting
from colt_rules.model.record import changed
from colt_rules.views import REFEREE, Reason, roles, view, view_reasons
from tests.rules.sittings import simple_answer, sitting, until
from tests.verdicts import after


@pytest.mark.clause("duo.chosen-card", "secrecy.decks")
def test_who_takes_a_card_of_choice_looks_through_the_deck_and_does_not_learn_its_order() -> None:
    game = until("chosen-card", sitting(variant="duo"))
    (open_,) = awaiting(game)
    cards = game.cards[open_.actor]
    for deck in (cards.deck, cards.deck[::-1]):
        turned = changed(game, cards={**game.cards, open_.actor: changed(cards, deck=deck)})
        decks = {role: {seat.seat: seat.deck for seat in view(turned, role).seats} for role in roles(game)}
        assert decks[open_.actor] == dict.fromkeys(game.cards) | {open_.actor: tuple(sorted(cards.deck))}
        assert decks[REFEREE][open_.actor] == deck
        assert all(set(seen.values()) == {None} for role, seen in decks.items() if role not in (open_.actor, REFEREE))
        assert Reason("deck", "duo.chosen-card", True) in view_reasons(turned, open_.actor).all


@pytest.mark.parametrize(
    ("edition", "rulings", "clause"),
    [
        ("ru-full", (), "duo.placement.both-hands"),
        ("pl-base", ("ruling.duo.placement-in-turn=hidden",), "ruling.duo.placement-in-turn"),
    ],
)
def test_a_pawn_in_a_closed_hand_is_known_to_its_player_and_a_clause_of_the_edition_says_so(
    edition: str, rulings: tuple[str, ...], clause: str
) -> None:
    asked = until("placement", sitting(edition, "duo"), *rulings)
    game = after(asked, simple_answer(asked, "player-1"))
    for role in roles(game):
        (pawns,) = view(game, role).pawns
        knows = role in ("player-1", REFEREE)
        assert (pawns.last, pawns.before) == (game.sealed["player-1"] if knows else (None, None))
        assert [reason for reason in view_reasons(game, role).all if reason.field == "pawns"] == [
            Reason("pawns", clause, knows)
        ]
