"""Stealin' with Reflexes: players keep their hands, and after the pile each may lay one more card."""

from colt_rules.commands import Command, PlayCard
from colt_rules.decisions import Decision
from colt_rules.events import Cited, PileTurned
from colt_rules.model.changes import without
from colt_rules.model.names import Cites, Seat, is_bullet
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.schemin import TURNED, unplayed
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import HandKept, KeepingStarted
from colt_rules.rules.expert.schemin import keepings
from colt_rules.rules.marshal.commands import Forgo
from colt_rules.rules.marshal.events import ReflexDeclined, ReflexesEnded, ReflexesStarted, ReflexPlayed
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.rules.module import Choice, Rules, StepResult

REFLEXES = "reflexes"
HANDS_STAY = ("happening.reflexes.hands-stay",)
ONE_MORE = ("happening.reflexes.one-more",)
REST = ("happening.reflexes.rest-on-top",)
WITH_EXPERT = "ruling.reflexes.expert"


def _is_on(rules: Rules, game: Game) -> bool:
    """Whether this round has the happening."""
    return game.options.happenings and rules.round_card(game).happening == REFLEXES


@clause("happening.reflexes.hands-stay")
def hands_stay(rules: Rules, game: Game) -> StepResult:
    """In a round with Reflexes players keep their unplayed cards in hand when Schemin' is over."""
    if game.round.turn < 0 or not _is_on(rules, game):
        return None
    return [(PileTurned(), TURNED + HANDS_STAY)]


@clause("happening.reflexes.one-more")
def reflexes(rules: Rules, game: Game) -> StepResult:
    """When the pile is done, each player, clockwise from the first player, may lay one more card."""
    if not _is_on(rules, game):
        return None
    begun = marshal_of(game).reflexes
    if begun is None or begun.round != game.round.number:
        return [(ReflexesStarted(game.round.number, _holders(game)), ONE_MORE)]
    if begun.waiting:
        return (Decision(begun.waiting[0], "reflex", begun.waiting[0]),)
    if not begun.over:
        return [*_rest(rules, game), (ReflexesEnded(), REST)]
    return tuple(Decision(seat, "kept-after-reflexes", seat) for seat in game.round.keeping) or None


def _holders(game: Game) -> tuple[Seat, ...]:
    """The players with cards in hand, clockwise from the first player."""
    return tuple(seat for seat in clockwise(game.options.seats, game.round.first) if game.cards[seat].hand)


@clause("happening.reflexes.rest-on-top", "ruling.reflexes.expert")
def _rest(rules: Rules, game: Game) -> list[Cited]:
    """Cards still in hand go on top of the decks; in the expert variant each player chooses which to keep."""
    if "expert" not in game.options.modules:
        return unplayed(rules, game, REST)
    holders = _holders(game)
    return [(KeepingStarted(holders), ("expert.keep-cards", WITH_EXPERT))] if holders else []


@clause("happening.reflexes.one-more", "ruling.reflexes.pass")
def _one_more(rules: Rules, game: Game, seat: str) -> list[Command]:
    """A player lays any action card from hand face up, or no card."""
    cards = [card for card in dict.fromkeys(game.cards[seat].hand) if not is_bullet(card)]
    return [*(PlayCard(seat, card, False) for card in cards), Forgo(seat)]


def _reflex_refusal(rules: Rules, game: Game, seat: str, command: PlayCard | Forgo) -> Cites:
    """Only an action card in hand can be laid, face up."""
    assert isinstance(command, PlayCard), "declining is always allowed"
    return (*ONE_MORE, "schemin.play.actions-only") if is_bullet(command.card) else ONE_MORE


def _reflex(rules: Rules, game: Game, seat: str, command: PlayCard | Forgo) -> list[Cited]:
    if isinstance(command, PlayCard):
        return [(ReflexPlayed(seat, command.card), ONE_MORE)]
    return [(ReflexDeclined(seat), (*ONE_MORE, "ruling.reflexes.pass"))]


def _keeping_refusal(rules: Rules, game: Game, seat: str, command: KeepCards) -> Cites:
    """A player keeps only action cards in hand, named sorted by name."""
    in_order = command.cards == tuple(sorted(command.cards))
    return ("expert.keep-cards", WITH_EXPERT) if in_order else ("ruling.command.form",)


def _kept(rules: Rules, game: Game, seat: str, command: KeepCards) -> list[Cited]:
    rest = without(game.cards[seat].hand, *command.cards)
    return [(HandKept(seat, command.cards, rest), ("expert.keep-cards", "expert.discard-rest", WITH_EXPERT))]


LATE_SCHEMIN_STEPS = {"hands-stay": hands_stay}
"""Asked after everything that belongs to the last turn and after cards are held back."""
STEPS = {"reflexes": reflexes}
"""Asked when the pile is done."""

CHOICES = {
    "reflex": Choice((PlayCard, Forgo), _one_more, _reflex_refusal, _reflex),
    "kept-after-reflexes": Choice((KeepCards,), keepings, _keeping_refusal, _kept),
}
