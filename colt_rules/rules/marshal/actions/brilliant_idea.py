"""Brilliant Idea: leave the cell, free a prisoner or a bandit at the prison car, or elsewhere copy the last card."""

from colt_rules.commands import Command
from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, ActionTaken, BanditMoved, CardRevealed, Cited, Event, PileTurned, TurnStarted
from colt_rules.model.names import Bandit, Card, Cites, Reasons, is_roof, owner_and_action
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.marshal import bullets
from colt_rules.rules.marshal.commands import Forgo, FreeBandit, FreePrisoner, LeaveCell, PayLiberator
from colt_rules.rules.marshal.events import LastCardNoted, LiberatorPaid, PaymentOwed, PileMeasured, PrisonerFreed
from colt_rules.rules.marshal.model import CELL, CORRIDOR, FALLEN, IDEA, MARSHAL, PRISON_ROOF, LastCard, marshal_of
from colt_rules.rules.marshal.prison import locked_up
from colt_rules.rules.marshal.prisoners import power_of, what_it_gives
from colt_rules.rules.marshal.turns import SHAKING, UNSTEADY
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.stagecoach import hostages
from colt_rules.rules.stagecoach.model import AWAY

BY_PLACE: Cites = ("idea.by-place",)
OUT: Cites = (*BY_PLACE, "idea.out-of-the-cell")
FREE: Cites = (*BY_PLACE, "idea.free")
HAS_ONE: Cites = ("idea.free-prisoner.has-one", "prisoner.one-each")
PAYS: Cites = ("idea.free-bandit.pays",)
COPIED: Cites = (*BY_PLACE, "idea.copy", "idea.copy.skipped", "ruling.idea.copied-as-ones-own")
NOTED: Cites = ("ruling.idea.last-card-in-vain",)
MUST_FREE = "ruling.idea.must-free"
MAY_REFUSE = f"{MUST_FREE}=may-refuse"
NO_DIAGONAL = "mei.cell-no-diagonal"
OWN_CARD_SHAKING = "ruling.idea.own-card-shaking"
ANOTHERS_ONLY = f"{OWN_CARD_SHAKING}=anothers-only"


# --- copying the last card


@clause("idea.copy", "idea.copy.skipped", "ruling.idea.last-card-in-vain")
def note_last_card(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """Each revealed card of a bandit becomes the last card, even if it has no effect, unless it is a Brilliant Idea.

    Cards of a bandit who is out of the game are skipped because they are not carried out.
    """
    if not isinstance(event, CardRevealed):
        return []
    bandit, name = owner_and_action(event.card)
    if bandit == MARSHAL or name == IDEA:
        return []
    if game.figures[bandit].place in (FALLEN, AWAY):
        return []
    return [(LastCardNoted(game.round.number, bandit, name), NOTED)]


def last_card(game: Game) -> LastCard | None:
    """The last card of a bandit in this round that a Brilliant Idea can copy, or None."""
    last = marshal_of(game).last_card
    return last if last and last.round == game.round.number else None


@clause(
    "idea.by-place",
    "idea.copy",
    "ruling.idea.copied-as-ones-own",
    "ruling.idea.hostage-burdens",
    "ruling.idea.own-card-shaking",
)
def acts_as(rules: Rules, game: Game, card: Card) -> str | None:
    """Away from the prison car, a Brilliant Idea copies the last card for the bandit who plays the Idea.

    An Idea of a bandit who is out of the game copies nothing because it is not carried out.
    """
    bandit, name = owner_and_action(card)
    if name != IDEA or game.figures[bandit].place in (CELL, CORRIDOR, PRISON_ROOF, FALLEN, AWAY):
        return None
    if _barred_by_shaking(rules, game, bandit):
        return None
    last = last_card(game)
    return last.action if last else None


def idea_at_work(game: Game) -> Bandit | None:
    """The bandit whose Brilliant Idea is carried out now or comes next; None if that card is another one."""
    waiting = next(iter(_to_be_carried_out(game)), None)
    bandit, name = owner_and_action(waiting.card) if waiting else ("", "")
    return bandit if name == IDEA else None


def _to_be_carried_out(game: Game) -> tuple[Played, ...]:
    """The card that is being carried out, unless it is done, and the cards after it."""
    round_ = game.round
    return (round_.current, *round_.pile) if round_.current and not round_.acted else round_.pile


def copies_another(game: Game, bandit: Bandit) -> bool:
    """Whether a bandit's Brilliant Idea is about to copy the card of another bandit."""
    last = last_card(game)
    return last is not None and last.bandit != bandit and idea_at_work(game) == bandit


# --- house rule: an Idea laid in a shaking turn does not copy a Fire or Punch of its own bandit


@clause("ruling.idea.own-card-shaking")
def measure_pile(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """For a house rule about shaking turns, the pile is counted at each turn and at the end.

    Everybody can count the cards, so this reveals nothing about face-down cards.
    """
    if not isinstance(event, TurnStarted | PileTurned) or not rules.agreed(ANOTHERS_ONLY):
        return []
    round_ = game.round
    if SHAKING not in rules.round_card_in(game, round_.card).turns:
        return []
    return [(PileMeasured(round_.number, round_.turn + 1, len(round_.pile)), (OWN_CARD_SHAKING,))]


@clause("ruling.idea.own-card-shaking")
def _barred_by_shaking(rules: Rules, game: Game, bandit: Bandit) -> bool:
    """Whether a house rule keeps the current Idea from copying the last card: a Fire or Punch of its own bandit."""
    return rules.agreed(ANOTHERS_ONLY) and _own_unsteady_card(game, bandit) and _laid_in_a_shaking_turn(rules, game)


def _own_unsteady_card(game: Game, bandit: Bandit) -> bool:
    """Whether the last card is a Fire or a Punch of this bandit."""
    last = last_card(game)
    return last is not None and last.bandit == bandit and last.action in UNSTEADY


def _laid_in_a_shaking_turn(rules: Rules, game: Game) -> bool:
    """Whether the current card was laid in a shaking turn; if no card is being carried out, the next card of the pile.

    A card laid by Reflexes belongs to no turn.
    """
    marshal, number = marshal_of(game), game.round.number
    measured = [one for one in marshal.measured or () if one.round == number]
    if not measured or (marshal.reflexes and marshal.reflexes.round == number):
        return False
    before = measured[-1].laid - len(_to_be_carried_out(game))
    turns = [one.turn for one in measured if one.laid <= before]
    return bool(turns) and rules.round_card_in(game, game.round.card).turns[turns[-1]] == SHAKING


# --- what can be done at the prison car


@clause("idea.by-place", "idea.out-of-the-cell", "idea.free", "mei.cell-no-diagonal", "ruling.idea.must-free")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """In the cell the player chooses one of two ways out; in the corridor or on the roof, whom to free.

    By a house rule the player may free neither a prisoner nor a bandit. Mei has the same two ways out of the cell as
    others.
    """
    figure = game.figures[bandit]
    if figure.place == CELL:
        return [LeaveCell(figure.seat, place) for place in (CORRIDOR, PRISON_ROOF)]
    if figure.place not in (CORRIDOR, PRISON_ROOF):
        return []
    choices: list[Command] = [FreePrisoner(figure.seat, prisoner) for prisoner in _can_be_freed(game, bandit)]
    choices += [FreeBandit(figure.seat, other) for other in locked_up(game)]
    return [*choices, Forgo(figure.seat)] if choices and rules.agreed(MAY_REFUSE) else choices


@clause("idea.free-prisoner", "idea.free-prisoner.has-one", "prisoner.one-each")
def _can_be_freed(game: Game, bandit: Bandit) -> tuple[str, ...]:
    """A bandit without a prisoner can free any prisoner beside the prison car."""
    marshal = marshal_of(game)
    return () if bandit in marshal.companions else marshal.prisoners or ()


def refusal(rules: Rules, game: Game, bandit: Bandit, command: LeaveCell | FreePrisoner | FreeBandit | Forgo) -> Cites:
    """A choice that is not possible at the bandit's place is refused by the clause about that choice."""
    figure = game.figures[bandit]
    if isinstance(command, Forgo):
        return (MUST_FREE,)
    if isinstance(command, LeaveCell) != (figure.place == CELL):
        return (*BY_PLACE, "idea.out-of-the-cell" if figure.place == CELL else "idea.free")
    if isinstance(command, LeaveCell):
        astray = "mei" in figure.powers and is_roof(command.to)
        return ("idea.out-of-the-cell", *((NO_DIAGONAL,) if astray else ()))
    if isinstance(command, FreeBandit):
        return ("idea.free-bandit",)
    marshal = marshal_of(game)
    there = command.prisoner in (marshal.prisoners or ())
    has_one = HAS_ONE if bandit in marshal.companions else ()
    return (*(() if there else ("idea.free-prisoner",)), *has_one)


@clause("idea.out-of-the-cell", "idea.free-prisoner", "idea.free-bandit", "idea.free-bandit.pays")
def happens(
    rules: Rules, game: Game, bandit: Bandit, command: LeaveCell | FreePrisoner | FreeBandit | Forgo
) -> list[Cited]:
    """The bandit leaves the cell, takes a prisoner, or moves a bandit out of the cell to its own place.

    A freed bandit that has loot owes its liberator a token.
    """
    place = game.figures[bandit].place
    match command:
        case LeaveCell(to=to):
            mei: Cites = (NO_DIAGONAL,) if "mei" in game.figures[bandit].powers else ()
            return [(BanditMoved(bandit, CELL, to, "idea"), OUT + mei)]
        case FreePrisoner(prisoner=prisoner):
            cites: Cites = (*FREE, "idea.free-prisoner", *what_it_gives(game, bandit, prisoner))
            return [(PrisonerFreed(bandit, prisoner, power_of(game, bandit, prisoner)), cites)]
        case FreeBandit(bandit=freed):
            moved = BanditMoved(freed, CELL, place, "freed")
            if not game.figures[freed].loot:
                return [(moved, (*FREE, "idea.free-bandit", *PAYS))]
            return [(moved, (*FREE, "idea.free-bandit")), (PaymentOwed(freed, bandit), PAYS)]
    return []


@clause("idea.copy.nothing", "idea.free-prisoner.has-one", "ruling.idea.must-free", "ruling.idea.own-card-shaking")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """If there is nobody to free or, away from the prison car, no card to copy, the action has no effect."""
    if answers(rules, game, bandit):
        return ()
    if game.figures[bandit].place not in (CORRIDOR, PRISON_ROOF):
        barred = _barred_by_shaking(rules, game, bandit)
        return (*BY_PLACE, *(("idea.copy", OWN_CARD_SHAKING) if barred else ("idea.copy.nothing",)))
    marshal = marshal_of(game)
    has_one = bandit in marshal.companions and marshal.prisoners
    return (*FREE, MUST_FREE, *(HAS_ONE if has_one else ()))


_FREELY = action(IDEA, Choice((LeaveCell, FreePrisoner, FreeBandit, Forgo), answers, refusal, happens), idle)


@clause("ruling.idea.must-free")
def _done_or_left(
    rules: Rules, game: Game, bandit: Bandit, command: LeaveCell | FreePrisoner | FreeBandit | Forgo
) -> list[Cited]:
    """By a house rule a player may free neither a prisoner nor a bandit; then the Idea has no effect."""
    if isinstance(command, Forgo):
        return [(ActionIdle(bandit, IDEA), ("stealin.obligatory", MUST_FREE))]
    return _FREELY.happens(rules, game, bandit, command)


ACTION = changed(_FREELY, happens=_done_or_left)


# --- paying the liberator


@clause("idea.free-bandit.pays")
def await_payment(rules: Rules, game: Game) -> StepResult:
    """The freed bandit's player chooses the token to give."""
    owed = marshal_of(game).payment
    return (Decision(game.figures[owed.freed].seat, "payment", owed.freed),) if owed else None


@clause("idea.free-bandit.pays", "ruling.idea.token-unseen")
def _payments(rules: Rules, game: Game, freed: str) -> list[Command]:
    """The freed bandit gives any one loot token that it has."""
    figure = game.figures[freed]
    return [PayLiberator(figure.seat, token) for token in figure.loot]


def _payment_refusal(rules: Rules, game: Game, freed: str, command: PayLiberator) -> Cites:
    """Only a loot token that the freed bandit has can be given."""
    return (*PAYS, "ruling.idea.token-unseen")


@clause("idea.free-bandit.pays", "ruling.idea.token-unseen")
def _paid(rules: Rules, game: Game, freed: str, command: PayLiberator) -> list[Cited]:
    """The token goes to the liberator, face down."""
    owed = marshal_of(game).payment
    assert owed, "a payment is only asked for when it is owed"
    return [(LiberatorPaid(freed, command.token, owed.liberator), (*PAYS, "ruling.idea.token-unseen"))]


ARRIVALS = {"await-payment": await_payment}

CHOICES = {"payment": Choice((PayLiberator,), _payments, _payment_refusal, _paid)}


# --- clauses added to events of other modules


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about copying that the event of a copied action also cites."""
    match event:
        case ActionTaken(bandit=bandit, action=name) if name != IDEA and idea_at_work(game) == bandit:
            own = _own_in_spite_of_shaking(rules, game, bandit)
            return (*COPIED, *own, *_in_spite_of_a_wound(rules, game, bandit, name))
        case ActionIdle(bandit=bandit, action=name) if name != IDEA and idea_at_work(game) == bandit:
            return (*COPIED, *_burdened(rules, game, bandit, name), *_wounded(rules, game, bandit, name))
    return ()


@clause("ruling.idea.own-card-shaking")
def _own_in_spite_of_shaking(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    """In a round with a shaking turn, a bandit's own Fire or Punch is copied like another bandit's."""
    own = _own_unsteady_card(game, bandit)
    return (OWN_CARD_SHAKING,) if own and SHAKING in rules.round_card_in(game, game.round.card).turns else ()


@clause("ruling.idea.hostage-burdens")
def _burdened(rules: Rules, game: Game, bandit: Bandit, name: str) -> Cites:
    """A hostage that forbids an action forbids it also as a copy."""
    return ("ruling.idea.hostage-burdens",) if hostages.disabled(rules, game, bandit, name) else ()


@clause("ruling.idea.own-card-while-wounded")
def _wounded(rules: Rules, game: Game, bandit: Bandit, name: str) -> Cites:
    """A wound that disables a bandit's card also disables a copy of the bandit's own card."""
    last = last_card(game)
    held_back = last is not None and last.bandit == bandit and bullets.disabled(rules, game, bandit, name)
    return ("ruling.idea.own-card-while-wounded",) if held_back else ()


@clause("marshal-bullet.idea-still-copies")
def _in_spite_of_a_wound(rules: Rules, game: Game, bandit: Bandit, name: str) -> Cites:
    """A Brilliant Idea can copy another bandit's card even if a wound disables the bandit's own cards of that kind."""
    return ("marshal-bullet.idea-still-copies",) if bullets.disabled(rules, game, bandit, name) else ()
