"""Schemin' with two bandits a player: a card of choice, and a second card after a Fire."""

from colt_rules.commands import Command, PlayCard
from colt_rules.decisions import Decision
from colt_rules.events import Cited
from colt_rules.model.names import Card, Cites, Reasons, Seat, is_bullet, owner_and_action, owner_of
from colt_rules.model.state import Draw, Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.duo.commands import AddNoCard, ChooseCard
from colt_rules.rules.duo.events import CardAdded, CardChosen, NoCardAdded
from colt_rules.rules.module import Choice, Rules, StepResult

EITHER_WAY = "ruling.duo.added-card-face-up=either-way"


# --- a card of choice


@clause("duo.chosen-card", "duo.plain-turns")
def await_chosen_card(rules: Rules, game: Game) -> StepResult:
    """Before a player's deck is shuffled, the player takes a card of choice from it."""
    undealt = game.round.undealt
    if not undealt or has_chosen(rules, game, undealt[0]) or rules.holds("duo.plain-turns"):
        return None
    return (Decision(undealt[0], "chosen-card", undealt[0]),)


def has_chosen(rules: Rules, game: Game, seat: Seat) -> bool:
    """Whether the player has a card of choice in hand, not counting cards that stayed there."""
    return len(game.cards[seat].hand) > len(rules.staying(game, seat))


@clause("duo.chosen-card", "duo.plain-turns")
def beside_the_chosen_card(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
    """The card of choice comes in addition to the usual hand; in one edition there is no such card."""
    return (0, ()) if rules.holds("duo.plain-turns") else (1, ("duo.chosen-card",))


@clause("duo.chosen-card")
def choosable(rules: Rules, game: Game, seat: str) -> list[Command]:
    """The player chooses any card of the deck, also a bullet card unless a house rule says otherwise."""
    deck = sorted(set(game.cards[seat].deck))
    return [ChooseCard(seat, card) for card in deck if not _no_action(rules, card)]


@clause("ruling.duo.any-chosen-card")
def _no_action(rules: Rules, card: Card) -> bool:
    """Whether a card is a bullet card and a house rule demands an action card."""
    return is_bullet(card) and rules.agreed("ruling.duo.any-chosen-card=actions-only")


def _choice_refusal(rules: Rules, game: Game, seat: str, command: ChooseCard) -> Cites:
    """Only a card in the deck can be chosen, and by a house rule only an action card."""
    elsewhere = ("duo.chosen-card",) if command.card not in game.cards[seat].deck else ()
    return (*elsewhere, "ruling.duo.any-chosen-card") if _no_action(rules, command.card) else elsewhere


def _chosen(rules: Rules, game: Game, seat: str, command: ChooseCard) -> list[Cited]:
    """The chosen card goes into the player's hand. The step that deals hands then shuffles the deck."""
    return [(CardChosen(seat, command.card), ("duo.chosen-card", "ruling.duo.any-chosen-card"))]


# --- a second card after a Fire


@clause("duo.fire-combination", "duo.fire-combination.no-third", "duo.plain-turns", "ruling.duo.always-asked")
def await_added_card(rules: Rules, game: Game) -> StepResult:
    """A player who has just played a Fire in a standard turn may add a card of their other bandit.

    A player who played a card face down is asked too, so that the question does not reveal the card.
    """
    seat = _just_played(rules, game)
    if not seat or rules.holds("duo.plain-turns"):
        return None
    return (Decision(seat, "added-card", seat),)


def _just_played(rules: Rules, game: Game) -> Seat:
    """The player who has just played a Fire or a hidden card in a standard turn; "" if there is no such player.

    The player has not yet been asked whether to add a card.
    """
    round_ = game.round
    if round_.answered == len(round_.pile):
        return ""
    everybody = rules.turns.kinds["standard"].order(clockwise(game.options.seats, round_.first))
    acted = everybody[: len(everybody) - len(round_.order)]
    if not acted or rules.turn_of(game, acted[-1]) != "standard" or Draw(acted[-1], round_.turn) in round_.draws:
        return ""
    last = round_.pile[-1]
    return acted[-1] if last.face_down or _is_fire(last.card) else ""


def _is_fire(card: Card) -> bool:
    return owner_and_action(card)[1] == "fire"


@clause("duo.fire-combination", "duo.fire-combination.not-marshal", "ruling.duo.added-card-face-up")
def addable(rules: Rules, game: Game, seat: str) -> list[Command]:
    """After a Fire the player adds an action card of the other bandit face up, but not its Marshal card; or no card."""
    last = game.round.pile[-1]
    faces = (False,) if _face_up_by(rules, game, seat) else (False, True)
    cards = [card for card in dict.fromkeys(game.cards[seat].hand) if _can_be_added(last.card, card)]
    return [*(PlayCard(seat, card, face) for card in cards for face in faces), AddNoCard(seat)]


def _face_up_by(rules: Rules, game: Game, seat: Seat) -> Reasons:
    """The clauses by which the added card must lie face up; a house rule lets it lie either way after a hidden Fire."""
    either_way = game.round.pile[-1].face_down and rules.agreed(EITHER_WAY)
    forced = rules.ways_up(game, seat)
    return (*(() if either_way else ("ruling.duo.added-card-face-up",)), *(forced[1] if forced else ()))


def _can_be_added(last: Card, card: Card) -> bool:
    owner, action = owner_and_action(card)
    return _is_fire(last) and owner != owner_of(last) and action != "marshal" and not is_bullet(card)


def _addition_refusal(rules: Rules, game: Game, seat: str, command: PlayCard | AddNoCard) -> Cites:
    """Each reason why the card is not allowed has a clause of its own, and all that apply are cited."""
    assert isinstance(command, PlayCard), "a player can always add no card"
    reasons: list[str] = []
    last = game.round.pile[-1].card
    in_hand = command.card in game.cards[seat].hand
    if not (in_hand and _is_fire(last) and owner_of(command.card) != owner_of(last)):
        reasons.append("duo.fire-combination")
    if is_bullet(command.card):
        reasons.append("schemin.play.actions-only")
    if owner_and_action(command.card)[1] == "marshal":
        reasons.append("duo.fire-combination.not-marshal")
    if command.face_down:
        reasons += _face_up_by(rules, game, seat)
    return tuple(reasons)


@clause("duo.fire-combination", "duo.ghost.combination")
def _added(rules: Rules, game: Game, seat: str, command: PlayCard | AddNoCard) -> list[Cited]:
    """The second card goes on top of the Fire; a Fire that was added does not allow a third card."""
    round_ = game.round
    if isinstance(command, AddNoCard):
        return [(NoCardAdded(seat, len(round_.pile)), ("duo.fire-combination", "ruling.duo.always-asked"))]
    # The clause against a third card is cited for every card, because the card may be hidden and citations are public.
    cites: Cites = ("duo.fire-combination", "duo.fire-combination.no-third", "ruling.duo.added-card-face-up")
    if round_.pile[-1].face_down:
        cites += ("duo.ghost.combination",)
    return [(CardAdded(seat, command.card, command.face_down, len(round_.pile) + 1), cites)]


CHOICES = {
    "chosen-card": Choice((ChooseCard,), choosable, _choice_refusal, _chosen),
    "added-card": Choice((PlayCard, AddNoCard), addable, _addition_refusal, _added),
}
