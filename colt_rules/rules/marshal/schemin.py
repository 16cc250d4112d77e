"""Schemin' with a Marshal: his goals, plus cards, and cards held back for the next round."""

from colt_rules.commands import Command, DrawCards, PlayCard
from colt_rules.decisions import Answers, Decision, Ways, any_of
from colt_rules.events import CardPlayed, Cited, DeckShuffled, Event, HandDrawn, HandReturned
from colt_rules.model.changes import still_in, without
from colt_rules.model.names import Card, Cites, Seat, is_bullet
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.schemin import scheme_refusal
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import KeepingStarted
from colt_rules.rules.horses.events import FlaskCardPlayed
from colt_rules.rules.marshal import whisky
from colt_rules.rules.marshal.commands import Forgo
from colt_rules.rules.marshal.events import (
    CardsHeld,
    GoalCameUp,
    HoldingStarted,
    PlusCardPlayed,
    PlusDeclined,
    PlusOffered,
)
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.module import Choice, Rules, StepResult

PLUS = "-plus"
STANDARD = "standard"
STOPS = "ruling.plus.stop-when-he-likes"
SPECIAL_TURN: Cites = ("plus.standard-turns-only",)

# --- goals


@clause("goal.one-each-round")
def turn_up_goal(rules: Rules, game: Game) -> StepResult:
    """When a round starts, the top card of the future goals joins the current goals."""
    marshal = marshal_of(game)
    if len(marshal.current) == game.round.number or not marshal.future:
        return None
    return [(GoalCameUp(marshal.future[0]), ("goal.one-each-round", "goal.current-known-to-marshal"))]


# --- plus cards


def has_plus(card: Card) -> bool:
    """Whether this is a plus card."""
    return card.endswith(PLUS)


@clause(
    "plus.another-card",
    "plus.standard-turns-only",
    "plus.three-in-a-row",
    "happening.drink-for-the-marshal.two-cards",
)
def offer_another(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """After a plus card in a standard turn the Marshal may play another card; after two plus cards, a third.

    The two cards that old whisky lets him play allow no third.
    """
    if not isinstance(event, CardPlayed | PlusCardPlayed | FlaskCardPlayed) or not has_plus(event.card):
        return []
    if isinstance(event, FlaskCardPlayed) and whisky.is_old(game):
        return []
    hand_left = len(game.cards[event.seat].hand) > 1
    if not hand_left or rules.turn_of(game, event.seat) != STANDARD:
        return []
    cites = ("plus.another-card", *(("plus.three-in-a-row",) if isinstance(event, PlusCardPlayed) else ()))
    return [(PlusOffered(1), cites)]


@clause("plus.another-card", "ruling.plus.stop-when-he-likes")
def await_plus_card(rules: Rules, game: Game) -> StepResult:
    """The Marshal may play another card at once, before anybody else acts."""
    return (Decision(MARSHAL, "plus-card", MARSHAL),) if marshal_of(game).plus else None


@clause("plus.another-card", "plus.no-draw", "ruling.plus.stop-when-he-likes")
def _more_cards(rules: Rules, game: Game, seat: str) -> list[Command]:
    """The Marshal plays any action card from hand face up, or no card."""
    cards = [card for card in dict.fromkeys(game.cards[seat].hand) if not is_bullet(card)]
    return [*(PlayCard(seat, card, False) for card in cards), Forgo(seat)]


@clause("plus.no-draw")
def _plus_refusal(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards | Forgo) -> Cites:
    """The Marshal cannot draw instead of playing another card."""
    if isinstance(command, DrawCards):
        return ("plus.no-draw",)
    assert isinstance(command, PlayCard), "declining is always allowed"
    reasons = scheme_refusal(rules, game, seat, command)
    return (*reasons, STOPS) if command.face_down else reasons


def _plus_used(rules: Rules, game: Game, seat: str, command: PlayCard | Forgo) -> list[Cited]:
    if isinstance(command, PlayCard):
        cites = ("plus.another-card", "schemin.play.face-up", "schemin.play.on-top")
        return [(PlusCardPlayed(seat, command.card), cites)]
    return [(PlusDeclined(seat), ("plus.another-card", STOPS))]


@clause("plus.three-in-a-row", "plus.standard-turns-only")
def no_more_cards(rules: Rules, game: Game, due: Decision, command: Command) -> Cites:
    """After two plus cards and a third card the Marshal cannot play a fourth.

    In a special turn a plus card allows no further card.
    """
    if command.actor != MARSHAL or not isinstance(command, PlayCard) or due.actor == MARSHAL:
        return ()
    last = [played.card for played in game.round.pile[-3:] if played.seat == MARSHAL]
    if len(last) == 3 and has_plus(last[0]) and has_plus(last[1]):
        return ("plus.three-in-a-row",)
    laid = bool(game.round.pile) and game.round.pile[-1].seat == MARSHAL
    return SPECIAL_TURN if laid and has_plus(last[-1]) and rules.turn(game) != STANDARD else ()


# --- the plan of attack in games without the stagecoach


@clause("prison.plan.keep", "prison.plan.not-with-expert")
def hold_cards(rules: Rules, game: Game) -> StepResult:
    """After Schemin' every player may hold back one unplayed card for each plan symbol, all choosing at the same time.

    There is no holding back in the last round, which has no next one, nor in the expert variant.
    """
    if "stagecoach" in game.options.modules or "expert" in game.options.modules:
        return None
    made = marshal_of(game).holding
    if made and made.round == game.round.number:
        return tuple(Decision(seat, "hold", seat) for seat in made.waiting) or None
    plans = rules.round_card(game).plans
    if not plans or not game.rounds:
        return None
    seats = tuple(seat for seat in clockwise(game.options.seats, game.round.first) if game.cards[seat].hand)
    return [(HoldingStarted(game.round.number, seats, plans), ("prison.plan.keep",))] if seats else None


@clause("prison.plan.keep")
def _holdings(rules: Rules, game: Game, seat: str) -> Answers:
    """A player holds back any cards in hand, bullet cards too, up to the number of symbols."""
    made = marshal_of(game).holding
    cards = without(game.cards[seat].hand, *rules.staying(game, seat))
    return Ways(KeepCards, seat, cards=any_of(cards, made.plans if made else 0))


def _holding_refusal(rules: Rules, game: Game, seat: str, command: KeepCards) -> Cites:
    """A player cannot hold back more cards than symbols or cards not in hand, and names them sorted by name."""
    return ("prison.plan.keep",) if command.cards == tuple(sorted(command.cards)) else ("ruling.command.form",)


def _held(rules: Rules, game: Game, seat: str, command: KeepCards) -> list[Cited]:
    return [(CardsHeld(seat, command.cards), ("prison.plan.keep", "prison.plan.next-hand"))]


@clause("prison.plan.next-hand")
def held(rules: Rules, game: Game, seat: Seat) -> tuple[Card, ...]:
    """The cards that a player holds back stay in hand from the end of Schemin' until the next hand is drawn.

    A card that is laid by Reflexes is no longer held back.
    """
    made, round_ = marshal_of(game).holding, game.round
    if made is None:
        return ()
    now = made.round == round_.number or (made.round == round_.number - 1 and round_.turn < 0)
    return still_in(game.cards[seat].hand, made.held.get(seat, ())) if now else ()


# --- clauses added to events of other modules


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about plus cards and held cards that an event of another module also cites.

    Face-down cards cite none of them, because only the Marshal knows what they are.
    """
    match event:
        case CardPlayed(card=card, face_down=False) if has_plus(card) and rules.turn(game) != STANDARD:
            return SPECIAL_TURN
        case KeepingStarted() if "stagecoach" not in game.options.modules and rules.round_card(game).plans:
            return ("prison.plan.not-with-expert",)
        case HandReturned(seat=seat) if held(rules, game, seat):
            return ("prison.plan.keep",)
        case DeckShuffled(seat=seat) | HandDrawn(seat=seat) if held(rules, game, seat):
            return ("prison.plan.next-hand",)
    return ()


STEPS = {"turn-up-goal": turn_up_goal, "await-plus-card": await_plus_card}
LATE_STEPS = {"hold-cards": hold_cards}
"""Asked after everything that belongs to the last turn."""

CHOICES = {
    "plus-card": Choice((PlayCard, DrawCards, Forgo), _more_cards, _plus_refusal, _plus_used),
    "hold": Choice((KeepCards,), _holdings, _holding_refusal, _held),
}
