"""Whose options and refusals a role sees, and what it sees of outcomes."""

import pytest

from colt_rules.commands import Fire, Move, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, Accepted, Refused, decide, legal
from colt_rules.model.record import changed
from colt_rules.model.state import Cards
from colt_rules.views import roles, view_legal, view_outcome, view_refusal

STEALIN = board("roof | | | |\ninside | M | tuco ghost | doc |", pile=["tuco-move"])
SCHEMIN = changed(
    STEALIN,
    phase="schemin",
    cards={**STEALIN.cards, "tuco": Cards(("tuco-punch", "neutral-bullet"), ())},
    round=changed(STEALIN.round, current=None, turn=0, order=("tuco",)),
)
SHUFFLE = changed(SCHEMIN, round=changed(SCHEMIN.round, turn=-1, order=(), undealt=("doc",)))


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_seat_sees_its_own_options_the_referee_all_and_nobody_else_any() -> None:
    assert list(view_legal(SCHEMIN, "tuco", "tuco")) == [PlayCard("tuco", "tuco-punch", False)]
    assert list(view_legal(SCHEMIN, "referee", "tuco")) == [PlayCard("tuco", "tuco-punch", False)]
    for role in ("ghost", "doc", "spectator"):
        assert list(view_legal(SCHEMIN, role, "tuco")) == []


def test_a_seat_that_has_nothing_to_decide_has_no_options() -> None:
    for role in roles(STEALIN):
        assert list(view_legal(STEALIN, role, "doc")) == []


@pytest.mark.clause("secrecy.decks")
def test_what_chance_may_deal_tells_a_deck_and_is_seen_by_the_referee_only() -> None:
    assert len(legal(SHUFFLE, "chance")) > 1
    for role in roles(SHUFFLE):
        assert len(view_legal(SHUFFLE, role, "chance")) == (len(legal(SHUFFLE, "chance")) if role == "referee" else 0)


def test_what_the_table_may_agree_on_is_seen_by_the_referee() -> None:
    assert len(view_legal(NEW, "referee", "table")) == len(legal(NEW, "table"))
    assert len(view_legal(NEW, "spectator", "table")) == 0


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_refusal_is_seen_by_the_actor_and_the_referee_only() -> None:
    refused = decide(SCHEMIN, PlayCard("tuco", "tuco-fire", False))
    assert isinstance(refused, Refused)
    for role in roles(SCHEMIN):
        assert view_refusal(refused, role, "tuco") == (refused if role in ("tuco", "referee") else None)


@pytest.mark.parametrize("command", [Fire("doc", "tuco"), Move("spectator", "car-1.roof")])
def test_whoever_acts_out_of_turn_sees_the_reason(command: Fire | Move) -> None:
    refused = decide(STEALIN, command)
    assert isinstance(refused, Refused)
    assert view_refusal(refused, command.actor, command.actor) == refused
    assert view_refusal(refused, "tuco", command.actor) is None


@pytest.mark.clause("robbery.unseen", "punch.loot.purse-unseen")
def test_what_a_command_would_lead_to_is_seen_by_the_referee_only() -> None:
    verdict = decide(STEALIN, next(iter(legal(STEALIN, "tuco"))))
    assert isinstance(verdict, Accepted)
    for role in roles(STEALIN):
        assert bool(view_outcome(verdict, role)) == (role == "referee")
