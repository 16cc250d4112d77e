"""Schemin' in the expert variant: hands are filled up instead of dealt anew, and unplayed cards can be kept."""

from colt_rules.commands import Deal, DrawCards, PlayCard
from colt_rules.decisions import Arrangements, Decision, Ways, any_of
from colt_rules.events import Cited, PileTurned
from colt_rules.model.names import CHANCE, Cites, Seat, is_bullet
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import hand_size, is_doc
from colt_rules.rules.base.schemin import DRAW, TURNED, deal_hands, deal_refusal, scheme_refusal, schemed, schemes
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import (
    BulletsDiscarded,
    DiscardShuffled,
    DrawAnnounced,
    HandFilled,
    HandKept,
    KeepingStarted,
)
from colt_rules.rules.module import Choice, Rules, StepResult

FILLED = ("expert.draw-up-to-six", "expert.no-shuffle")
RESHUFFLED = ("expert.reshuffle", "ruling.expert.deck-first")


# --- hands


@clause("expert.draw-up-to-six", "expert.no-shuffle", "ruling.expert.doc", "ruling.expert.full-hand")
def fill_hands(rules: Rules, game: Game) -> StepResult:
    """At the start of a round each player draws from the unshuffled deck until six cards are in hand.

    Before the first round decks are shuffled and hands drawn as in the base game.
    """
    if game.round.number == 1:
        return deal_hands(rules, game)
    if not game.round.undealt:
        return _bullets_out(rules, game)
    seat = game.round.undealt[0]
    size, size_cites = hand_size(rules, game, seat)
    missing = max(0, size - len(game.cards[seat].hand))
    if must_reshuffle(game, seat, missing):
        return (Decision(CHANCE, "discard", seat),)
    cites: Cites = (*FILLED, *size_cites, "ruling.expert.doc") if is_doc(game, seat) else (*FILLED, *size_cites[1:])
    if not missing:
        cites = (*cites, "ruling.expert.full-hand")
    return [(HandFilled(seat, game.cards[seat].deck[:missing]), cites)]


@clause("expert.reshuffle", "ruling.expert.deck-first")
def must_reshuffle(game: Game, seat: Seat, wanted: int) -> bool:
    """Whether the deck has fewer cards than are drawn, and there is a discard pile to make a new deck of."""
    cards = game.cards[seat]
    return len(cards.deck) < wanted and bool(cards.discard)


@clause("expert.bullets-discarded-at-start", "ruling.expert.bullets-shown")
def _bullets_out(rules: Rules, game: Game) -> StepResult:
    """In one edition players discard the bullet cards in hand face up when Schemin' begins."""
    clause_id = "expert.bullets-discarded-at-start"
    if game.round.turn >= 0 or not game.round.card or not rules.holds(clause_id):
        return None
    drawn = {seat: _bullets(game, seat) for seat in clockwise(game.options.seats, game.round.first)}
    cites = (clause_id, "ruling.expert.bullets-shown")
    return [(BulletsDiscarded(seat, bullets), cites) for seat, bullets in drawn.items() if bullets] or None


def _bullets(game: Game, seat: Seat) -> tuple[str, ...]:
    return tuple(filter(is_bullet, game.cards[seat].hand))


def _reshuffles(rules: Rules, game: Game, seat: str) -> Arrangements:
    discard = game.cards[seat].discard
    return Arrangements("discard", seat, discard, len(discard))


def _reshuffle_refusal(rules: Rules, game: Game, seat: str, command: Deal) -> Cites:
    return deal_refusal("discard", seat, command, ("expert.reshuffle",))


@clause("expert.reshuffle")
def _reshuffled(rules: Rules, game: Game, seat: str, command: Deal) -> list[Cited]:
    """The shuffled discard pile becomes the new deck; the rest of the old deck is drawn first."""
    return [(DiscardShuffled(seat, command.outcome), RESHUFFLED)]


# --- drawing


def _schemed(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards) -> list[Cited]:
    """A card is played or drawn as in the base game, but a draw may have to wait until the discard pile is shuffled."""
    if isinstance(command, DrawCards) and must_reshuffle(game, seat, rules.number(DRAW)):
        return [(DrawAnnounced(seat), ("schemin.play-or-draw", *RESHUFFLED))]
    return schemed(rules, game, seat, command)


def finish_draw(rules: Rules, game: Game) -> StepResult:
    """A player whose draw had to wait draws as soon as the discard pile is shuffled."""
    seat = game.round.drawing
    if not seat:
        return None
    if must_reshuffle(game, seat, rules.number(DRAW)):
        return (Decision(CHANCE, "discard", seat),)
    return schemed(rules, game, seat, DrawCards(seat))


# --- end of the phase


@clause("expert.keep-cards", "ruling.expert.kept-in-secret")
def end_schemin(rules: Rules, game: Game) -> StepResult:
    """After Schemin' each player with cards in hand may keep some, all choosing at once.

    Then the pile is turned over.
    """
    holders = tuple(seat for seat in clockwise(game.options.seats, game.round.first) if game.cards[seat].hand)
    if not holders:
        return [(PileTurned(), TURNED)]
    return [(KeepingStarted(holders), ("schemin.ends", "expert.keep-cards", "ruling.expert.kept-in-secret"))]


def await_kept_cards(rules: Rules, game: Game) -> StepResult:
    """The players answer in any order."""
    return tuple(Decision(seat, "kept-cards", seat) for seat in game.round.keeping) or None


def keepings(rules: Rules, game: Game, seat: str) -> Ways:
    """A player keeps any number of the action cards in hand; also no card."""
    actions = tuple(card for card in game.cards[seat].hand if not is_bullet(card))
    return Ways(KeepCards, seat, cards=any_of(actions))


@clause("expert.keep-cards", "expert.discard-rest")
def _keeping_refusal(rules: Rules, game: Game, seat: str, command: KeepCards) -> Cites:
    """A player cannot keep bullet cards or cards not in hand, and names the kept ones sorted by name."""
    if any(map(is_bullet, command.cards)):
        return ("expert.keep-cards", "expert.discard-rest")
    in_order = command.cards == tuple(sorted(command.cards))
    return ("expert.keep-cards",) if in_order else ("ruling.command.form",)


@clause("expert.discard-rest")
def _kept(rules: Rules, game: Game, seat: str, command: KeepCards) -> list[Cited]:
    """Bullet cards and action cards that are not kept go on the discard pile.

    After the last answer Schemin' is over.
    """
    rest = list(game.cards[seat].hand)
    for card in command.cards:
        rest.remove(card)
    kept: Cited = (HandKept(seat, command.cards, tuple(rest)), ("expert.keep-cards", "expert.discard-rest"))
    return [kept, (PileTurned(), TURNED)] if game.round.keeping == (seat,) else [kept]


CHOICES = {
    "scheme": Choice((PlayCard, DrawCards), schemes, scheme_refusal, _schemed),
    "discard": Choice((Deal,), _reshuffles, _reshuffle_refusal, _reshuffled),
    "kept-cards": Choice((KeepCards,), keepings, _keeping_refusal, _kept),
}
