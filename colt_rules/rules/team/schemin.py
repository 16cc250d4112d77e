"""Schemin' in teams: each player has a card from the partner's deck."""

from collections import Counter

from colt_rules.commands import Deal
from colt_rules.events import Cited, DeckShuffled, HandDrawn, PileTurned
from colt_rules.model.names import Card, Cites, Seat
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import hand_size
from colt_rules.rules.base.schemin import (
    TURNED,
    shuffle_refusal,
    shuffled_by,
    shuffles,
    unplayed,
)
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.team.events import PartnerCardDrawn
from colt_rules.rules.team.partners import partner

ENDS = ("schemin.ends", "schemin.unplayed-on-top")


def _shuffled(rules: Rules, game: Game, seat: str, command: Deal) -> list[Cited]:
    """Hands are drawn when all decks are shuffled, because each player draws from two of them."""
    shuffled: Cited = (DeckShuffled(seat, command.outcome), shuffled_by(rules, game, seat))
    if game.round.undealt != (seat,):
        return [shuffled]
    return [
        shuffled,
        *_hands(rules, game, {other: cards.deck for other, cards in game.cards.items()} | {seat: command.outcome}),
    ]


@clause("team.partner-card", "team.partner-card.bullet", "ruling.team.hand-completed")
def _hands(rules: Rules, game: Game, decks: dict[Seat, tuple[Card, ...]]) -> list[Cited]:
    """Each player first draws the top card of the partner's deck, whatever it is, then fills up from their own."""
    seats = clockwise(game.options.seats, game.round.first)
    borrowed = {seat: decks[partner(game, seat)][:1] for seat in seats}
    first: list[Cited] = [
        (PartnerCardDrawn(seat, partner(game, seat), card), PARTNER) for seat in seats for card in borrowed[seat]
    ]
    then: list[Cited] = []
    for seat in seats:
        size, cites = hand_size(rules, game, seat)
        missing = max(0, size - len(game.cards[seat].hand) - len(borrowed[seat]))
        drawn = decks[seat][1:][:missing]
        then.append((HandDrawn(seat, drawn), (*cites, "team.partner-card", "ruling.team.hand-completed")))
    return first + then


PARTNER = ("team.partner-card", "team.partner-card.bullet")
"""Both clauses for every card, because citations are public and must not reveal whether it is a bullet card."""


def end_schemin(rules: Rules, game: Game) -> StepResult:
    """Unplayed cards go on top of their decks, a partner's card only in one edition; then the pile is turned over."""
    return [*unplayed(rules, game, ENDS + _of_partners_card(rules)), (PileTurned(), TURNED)]


@clause("team.partner-card.stays", "team.partner-card.joins")
def staying_in_hand(rules: Rules, game: Game, seat: Seat) -> tuple[Card, ...]:
    """A partner's card that was not played stays in hand; in one edition it goes on the deck with the others."""
    if rules.holds("team.partner-card.joins"):
        return ()
    cards = game.cards[seat]
    return tuple((Counter(cards.hand) & Counter(cards.borrowed)).elements())


def _of_partners_card(rules: Rules) -> Cites:
    """The clause about a partner's cards that were not played.

    It is cited even if there are no such cards, because whether there are any is secret.
    """
    return ("team.partner-card.joins",) if rules.holds("team.partner-card.joins") else ("team.partner-card.stays",)


CHOICES = {"deck": Choice((Deal,), shuffles, shuffle_refusal, _shuffled)}
