"""The events of Marshal & Prisoners."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Card, Number, Place, Seat, Token
from colt_rules.model.record import record

# --- the set-up


@record
class TurnsNamed(Event):
    """The table has named the turns that a round card shows."""

    card: Open[str]
    turns: Open[tuple[str, ...]]


@record
class SymbolsNamed(Event):
    """The table has named the symbols of a round card: its happening, if it has one, and its plans, sorted."""

    card: Open[str]
    symbols: Open[tuple[str, ...]]


@record
class BulletsNamed(Event):
    """The table has named the kinds of bullets in a cylinder, top first."""

    cylinder: Open[str]
    # For the table the Marshal says what his cylinders hold.
    bullets: Annotated[tuple[str, ...], SeenBy("the_marshal", count="count")]


@record
class LootNamed(Event):
    """The table has named the loot printed in the prison car, by kind."""

    loot: Open[tuple[str, ...]]


@record
class NamingFinished(Event):
    """The table has named all cards that it wants to; the others are as they are assumed to be."""


@record
class MarshalSeated(Event):
    """A player took the Marshal with his cards; the brawler cards lie on his portrait, top first."""

    # His cards and the brawlers are the same in every game, by the rules.
    seat: Open[Seat]
    cards: Open[tuple[Card, ...]]
    brawlers: Open[tuple[str, ...]]


@record
class CylinderLoaded(Event):
    """The bullets of a cylinder lie ready, top first."""

    cylinder: Open[str]
    bullets: Annotated[tuple[Card, ...], SeenBy("the_marshal", count="count")]


@record
class PrisonersDrawn(Event):
    """These prisoners lie beside the prison car."""

    prisoners: Open[tuple[str, ...]]


@record
class GoalsDrawn(Event):
    """These goals were drawn unseen and wait to be shuffled with the others."""

    goals: Annotated[tuple[str, ...], SeenBy("nobody", count="count")]


@record
class GoalsDealt(Event):
    """The Marshal's future goals lie face down, next one first."""

    goals: Annotated[tuple[str, ...], SeenBy("nobody", count="count")]


# --- the round


@record
class GoalCameUp(Event):
    """A round began, and the next goal joined the current ones."""

    goal: Annotated[str, SeenBy("the_marshal")]


@record
class PlusOffered(Event):
    """Because of a plus card the Marshal may play so many cards more."""

    cards: Open[Number]


@record
class PlusCardPlayed(Event):
    """The Marshal laid another card on top of a plus card, face up."""

    seat: Open[Seat]
    card: Open[Card]


@record
class PlusDeclined(Event):
    """The Marshal plays no other card after his plus card."""

    # Whether there was a card to play a pass must not tell.
    seat: Open[Seat]


@record
class IdeaFound(Event):
    """A player took the Brilliant Idea into hand instead of drawing, out of the deck or out of the discard pile."""

    seat: Open[Seat]
    card: Open[Card]
    discarded: Open[bool]


@record
class ShuffleDue(Event):
    """A player found the Brilliant Idea in the discard pile, and the deck is still to be shuffled."""

    seat: Open[Seat]


@record
class SearchedDeckShuffled(Event):
    """The deck was shuffled after the search, top card first."""

    seat: Open[Seat]
    deck: Annotated[tuple[Card, ...], SeenBy("nobody", count="count")]


@record
class HoldingStarted(Event):
    """Schemin' is over, and these players may hold back up to so many cards for the next round."""

    round: Open[Number]
    seats: Open[tuple[Seat, ...]]
    plans: Open[Number]


@record
class CardsHeld(Event):
    """A player said which cards stay in hand."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class PileMeasured(Event):
    """So many cards lie on the pile when a turn begins, or when the pile is turned over.

    Then ``turn`` is the number of turns.
    """

    round: Open[Number]
    turn: Open[Number]
    laid: Open[Number]


@record
class LastCardNoted(Event):
    """This is now the last card of a bandit that came to be carried out: a Brilliant Idea copies it."""

    round: Open[Number]
    bandit: Open[Bandit]
    action: Open[str]


@record
class PosterTaken(Event):
    """The Marshal took the wanted poster of a bandit arrested for the first time."""

    bandit: Open[Bandit]


@record
class CylinderFired(Event):
    """The top bullet of a cylinder has been fired; so many are left in it."""

    cylinder: Open[str]
    left: Open[Number]


@record
class BulletLaidOpen(Event):
    """The bullet that a bandit just got lies face up before it: its effect lasts to the round's end."""

    bandit: Open[Bandit]
    seat: Open[Seat]
    bullet: Open[Card]


@record
class BulletsReturned(Event):
    """At the round's end the bullets lying before a bandit go back among its cards, on top of the deck."""

    bandit: Open[Bandit]
    seat: Open[Seat]
    bullets: Open[tuple[Card, ...]]


@record
class PrisonerFreed(Event):
    """A bandit freed a prisoner and has a power by it, or none."""

    bandit: Open[Bandit]
    prisoner: Open[str]
    power: Open[str | None]


@record
class PrisonerRecaptured(Event):
    """The Marshal took a prisoner from a bandit, and with it the power that it gave, if any."""

    bandit: Open[Bandit]
    prisoner: Open[str]
    power: Open[str | None]


@record
class MailbagSecured(Event):
    """The Marshal took a mailbag from a bandit."""

    bandit: Open[Bandit]
    token: Open[Token]


@record
class BrawlerTaken(Event):
    """A bandit punched the Marshal and took the top brawler card."""

    bandit: Open[Bandit]
    brawler: Open[str]


@record
class PaymentOwed(Event):
    """A freed bandit owes its liberator a loot token."""

    freed: Open[Bandit]
    liberator: Open[Bandit]


@record
class LiberatorPaid(Event):
    """A freed bandit gave its liberator a loot token."""

    bandit: Open[Bandit]
    token: Open[Token]
    liberator: Open[Bandit]


@record
class ThrownOff(Event):
    """Somebody was thrown off the train and is out of the game. ``how`` is push or knock."""

    bandit: Open[Bandit]
    start: Open[Place]
    how: Open[str]


# --- the round's end


@record
class LootCarriedUp(Event):
    """A loot token in the Marshal's car was put on its roof."""

    token: Open[Token]
    start: Open[Place]
    to: Open[Place]


@record
class GoalRumoured(Event):
    """In this round one of the Marshal's current goals was drawn, and he showed it to everybody."""

    round: Open[Number]
    goal: Open[str]


@record
class ReflexesStarted(Event):
    """The pile is done, and these players may lay one card more each, in this order."""

    round: Open[Number]
    seats: Open[tuple[Seat, ...]]


@record
class ReflexPlayed(Event):
    """A player laid a card that is carried out on the spot."""

    seat: Open[Seat]
    card: Open[Card]


@record
class ReflexDeclined(Event):
    """A player lays no card more."""

    seat: Open[Seat]


@record
class ReflexesEnded(Event):
    """Everybody has had the chance to lay a card, and what is left in hand is seen to."""


@record
class AngerSpent(Event):
    """In this round the Angry Marshal has carried out so many of his two actions, or declined them."""

    round: Open[Number]
    actions: Open[Number]


@record
class FlaskKept(Event):
    """In this round the Marshal took a flask that lay where he was onto his sheet."""

    round: Open[Number]
    token: Open[Token]
    place: Open[Place]


@record
class NoFlaskFound(Event):
    """In this round no flask lay where the Marshal was."""

    round: Open[Number]
    place: Open[Place]


# --- the end of the game


@record
class LeftoversSecured(Event):
    """After the last round the Marshal got the prisoners still beside the prison car and the mailbags of no bandit."""

    prisoners: Open[tuple[str, ...]]
    mailbags: Open[tuple[Token, ...]]


@record
class GoalsJudged(Event):
    """The Marshal turned his five goals up: these are his goals, and these of them were met."""

    goals: Open[tuple[str, ...]]
    met: Open[tuple[str, ...]]


HOW = ("arrest", "idea", "freed")
"""The words for how a bandit came to another place."""

EVENTS: dict[str, type[Event]] = {
    "TurnsNamed": TurnsNamed,
    "SymbolsNamed": SymbolsNamed,
    "BulletsNamed": BulletsNamed,
    "LootNamed": LootNamed,
    "NamingFinished": NamingFinished,
    "MarshalSeated": MarshalSeated,
    "CylinderLoaded": CylinderLoaded,
    "PrisonersDrawn": PrisonersDrawn,
    "GoalsDrawn": GoalsDrawn,
    "GoalsDealt": GoalsDealt,
    "GoalCameUp": GoalCameUp,
    "PlusOffered": PlusOffered,
    "PlusCardPlayed": PlusCardPlayed,
    "PlusDeclined": PlusDeclined,
    "IdeaFound": IdeaFound,
    "ShuffleDue": ShuffleDue,
    "SearchedDeckShuffled": SearchedDeckShuffled,
    "HoldingStarted": HoldingStarted,
    "CardsHeld": CardsHeld,
    "PileMeasured": PileMeasured,
    "LastCardNoted": LastCardNoted,
    "PosterTaken": PosterTaken,
    "CylinderFired": CylinderFired,
    "BulletLaidOpen": BulletLaidOpen,
    "BulletsReturned": BulletsReturned,
    "PrisonerFreed": PrisonerFreed,
    "PrisonerRecaptured": PrisonerRecaptured,
    "MailbagSecured": MailbagSecured,
    "BrawlerTaken": BrawlerTaken,
    "PaymentOwed": PaymentOwed,
    "LiberatorPaid": LiberatorPaid,
    "ThrownOff": ThrownOff,
    "LootCarriedUp": LootCarriedUp,
    "GoalRumoured": GoalRumoured,
    "ReflexesStarted": ReflexesStarted,
    "ReflexPlayed": ReflexPlayed,
    "ReflexDeclined": ReflexDeclined,
    "ReflexesEnded": ReflexesEnded,
    "AngerSpent": AngerSpent,
    "FlaskKept": FlaskKept,
    "NoFlaskFound": NoFlaskFound,
    "LeftoversSecured": LeftoversSecured,
    "GoalsJudged": GoalsJudged,
}
