"""Schemin' with the stagecoach: the melee, and the plan of attack that keeps cards for the next round."""

from colt_rules.commands import Command, DrawCards, PlayCard
from colt_rules.decisions import Decision, Ways, any_of
from colt_rules.events import CardsDrawn, Cited, DeckShuffled, Event, HandDrawn, HandReturned, TurnStarted
from colt_rules.model.changes import still_in, without
from colt_rules.model.names import Card, Cites, Reasons, Seat
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.schemin import scheme_refusal, schemes, ways_up
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import KeepingStarted
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.schemin import USE_FLASK
from colt_rules.rules.module import Change, Choice, Rules, StepResult
from colt_rules.rules.stagecoach.events import CardsKept, ChoiceSealed, MeleeEnded, MeleeShown, PlanStarted
from colt_rules.rules.stagecoach.model import Melee, Sealed, stagecoach_of

# --- the melee


@clause("melee.at-once", "ruling.melee.draw-sealed")
def melee(rules: Rules, game: Game) -> StepResult:
    """In a melee all players choose at once and in secret; when all have chosen, the choices are carried out."""
    round_ = game.round
    if round_.turn < 0 or round_.drawing or rules.turn(game) != "melee" or horses_of(game).pour:
        return None
    going_on = stagecoach_of(game).melee or NOBODY_CHOSE
    if not round_.order:
        return [(MeleeEnded(), ("melee.at-once",))] if going_on.sealed else None
    waiting = tuple(Decision(seat, "melee", seat) for seat in round_.order if seat not in going_on.sealed)
    return waiting or _goes_on(rules, game, going_on)


NOBODY_CHOSE = Melee({}, False)


@clause("melee.draw", "melee.usual-order", "ruling.melee.draw-sealed")
def _goes_on(rules: Rules, game: Game, now: Melee) -> list[Cited]:
    """First all draws are made, then all cards are shown, then they are laid, each time in the usual order."""
    order = game.round.order
    drawing = [seat for seat in order if now.sealed[seat].card is None]
    if not drawing and not now.shown:
        return [(MeleeShown(order), SHOWN)]
    seat = (drawing or order)[0]
    return _carried_out(rules, game, seat, now.sealed[seat])


SEALED = ("melee.at-once", "melee.draw", "ruling.melee.draw-sealed")
"""The same clauses for a card and a draw, because it is secret which of the two it was, and citations are public."""
SHOWN = ("melee.at-once", "melee.usual-order", "ruling.melee.draw-sealed")


@clause("melee.usual-order", "melee.draw", "ruling.melee.ghost")
def _carried_out(rules: Rules, game: Game, seat: Seat, sealed: Sealed) -> list[Cited]:
    """A player's choice is carried out as in any other turn; Ghost's card may lie face down."""
    if sealed.card is None:
        command: Command = DrawCards(seat)
        cites: Cites = ("melee.draw",)
    else:
        command = PlayCard(seat, sealed.card, sealed.face_down)
        cites = ("melee.at-once", "melee.usual-order", *(("ruling.melee.ghost",) if sealed.face_down else ()))
    happens = rules.choices["scheme"].happens(rules, game, seat, command)
    return [(event, own + cites) for event, own in happens]


@clause("melee.draw", "ruling.melee.ghost", "ruling.whisky.melee")
def choices(rules: Rules, game: Game, seat: str) -> tuple[Command, ...]:
    """A player chooses a card or a draw, as in any turn.

    By house rules a flask can be chosen too, and Ghost must show his card.
    """
    listed = schemes(rules, game, seat)
    if not rules.agreed(SHOWN_LIKE_ALL):
        return listed
    return tuple(command for command in listed if not (isinstance(command, PlayCard) and command.face_down))


SHOWN_LIKE_ALL = "ruling.melee.ghost=shown-like-all"


@clause("ruling.melee.ghost")
def _forbid_flask_card(rules: Rules, game: Game, seat: str, command: Command) -> Reasons:
    """By a house rule Ghost must also show the card that a flask lets him play in a melee."""
    if not (isinstance(command, PlayCard) and command.face_down and rules.agreed(SHOWN_LIKE_ALL)):
        return ()
    could_hide = rules.turn_of(game, seat) == "melee" and True in ways_up(rules, game, seat)
    return ("ruling.melee.ghost",) if could_hide else ()


@clause("ruling.melee.ghost")
def choice_refusal(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards) -> Cites:
    """A melee refuses what any other turn refuses; by a house rule also Ghost's face-down card."""
    hides = isinstance(command, PlayCard) and command.face_down
    reasons = scheme_refusal(rules, game, seat, command)
    return (*reasons, "ruling.melee.ghost") if hides and rules.agreed(SHOWN_LIKE_ALL) else reasons


@clause("melee.at-once", "ruling.melee.draw-sealed")
def sealed(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards) -> list[Cited]:
    """The choice is final, and no other player learns it before all have chosen."""
    if isinstance(command, DrawCards):
        return [(ChoiceSealed(seat, None, False), SEALED)]
    return [(ChoiceSealed(seat, command.card, command.face_down), SEALED)]


# --- the plan of attack


@clause(
    "plan.keep", "horses.expert.no-plan", "ruling.plan.all-at-once", "ruling.plan.no-happening", "ruling.plan.hands"
)
def plan(rules: Rules, game: Game) -> StepResult:
    """After Schemin' each player with cards in hand may keep some for the next round, all choosing at the same time.

    The last round has no plan, because no round follows; nor has the expert variant. If every hand holds only cards
    that
    stay there anyway, no player is asked. Otherwise players with only such cards are asked too, because hands are
    secret.
    """
    made = stagecoach_of(game).plan
    if made and made.round == game.round.number:
        return tuple(Decision(seat, "plan", seat) for seat in made.waiting) or None
    plans = rules.round_card(game).plans
    if not plans or not game.rounds or "expert" in game.options.modules:
        return None
    seats = tuple(seat for seat in clockwise(game.options.seats, game.round.first) if game.cards[seat].hand)
    if not any(_keepable(rules, game, seat) for seat in seats):
        return None
    return [(PlanStarted(game.round.number, seats, plans), PLANNED + _unhappened(game))]


PLANNED = ("plan.keep", "ruling.plan.all-at-once")


def _unhappened(game: Game) -> Cites:
    """The ruling that plans and melees exist in a game without happenings; empty in a game with happenings."""
    return () if game.options.happenings else ("ruling.plan.no-happening",)


@clause("plan.keep", "ruling.plan.all-at-once", "ruling.plan.hands")
def keepings(rules: Rules, game: Game, seat: str) -> Ways:
    """A player keeps any cards in hand, bullet cards too, up to the number of symbols.

    Cards that stay in hand anyway are not among them.
    """
    made = stagecoach_of(game).plan
    return Ways(KeepCards, seat, cards=any_of(_keepable(rules, game, seat), made.plans if made else 0))


def _keepable(rules: Rules, game: Game, seat: Seat) -> tuple[Card, ...]:
    return without(game.cards[seat].hand, *rules.staying(game, seat))


def keeping_refusal(rules: Rules, game: Game, seat: str, command: KeepCards) -> Cites:
    """A player cannot keep more cards than symbols or cards not in hand, and names them sorted by name."""
    if command.cards != tuple(sorted(command.cards)):
        return ("ruling.command.form",)
    stays = any(card in rules.staying(game, seat) for card in command.cards)
    return ("plan.keep", "ruling.plan.hands") if stays else ("plan.keep",)


@clause("plan.keep", "plan.not-shuffled")
def keep(rules: Rules, game: Game, seat: str, command: KeepCards) -> list[Cited]:
    """These cards stay in hand, known only to the player."""
    return [(CardsKept(seat, command.cards), ("plan.keep", "plan.not-shuffled", "ruling.plan.all-at-once"))]


@clause("plan.keep", "plan.not-shuffled", "plan.hand-completed")
def kept(rules: Rules, game: Game, seat: Seat) -> tuple[Card, ...]:
    """The cards that a player keeps stay in hand from the end of Schemin' until the next hand is drawn.

    A card that leaves the hand before that is no longer kept.
    """
    made, round_ = stagecoach_of(game).plan, game.round
    if made is None:
        return ()
    now = made.round == round_.number or (made.round == round_.number - 1 and round_.turn < 0)
    return still_in(game.cards[seat].hand, made.kept.get(seat, ())) if now else ()


# --- clauses added to events of other modules


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about melee and plan that an event of another module also cites."""
    match event:
        case TurnStarted(kind="melee"):
            return _unhappened(game)
        case CardsDrawn() if game.round.drawing and rules.turn(game) == "melee":
            return ("melee.draw",)
        case KeepingStarted() if rules.round_card(game).plans:
            return ("horses.expert.no-plan",)
        case HandReturned(seat=seat) if kept(rules, game, seat):
            return ("plan.keep",)
        case DeckShuffled(seat=seat) if kept(rules, game, seat):
            return ("plan.not-shuffled",)
        case HandDrawn(seat=seat) if kept(rules, game, seat):
            return _completed(game)
    return ()


@clause("plan.hand-completed", "ruling.plan.hands")
def _completed(game: Game) -> Cites:
    """The player draws only what the hand lacks; a card of choice or from a partner comes first."""
    variant = "duo" in game.options.modules or "team" in game.options.modules
    return ("plan.hand-completed", "ruling.plan.hands") if variant else ("plan.hand-completed",)


STEPS = {"melee": melee}
LATE_STEPS = {"plan": plan}
"""Asked after everything that belongs to the last turn."""

CHOICES = {
    "melee": Choice((PlayCard, DrawCards), choices, choice_refusal, sealed),
    "plan": Choice((KeepCards,), keepings, keeping_refusal, keep),
}

# A flask is an answer only by a house rule; otherwise this choice gives the clauses of the refusal.
CHANGES = (Change("melee", added=USE_FLASK), Change("flask-card", forbidden=_forbid_flask_card))
