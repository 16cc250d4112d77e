"""The events of Marshal & Prisoners."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Card, Number, Place, Seat, Token
from colt_rules.model.record import record

# --- the set-up


@record
class TurnsNamed(Event):
    """The table named the turns that a round card shows."""

    card: Open[str]
    turns: Open[tuple[str, ...]]


@record
class SymbolsNamed(Event):
    """The table named the symbols of a round card: its happening, if it has one, and its plans, sorted."""

    card: Open[str]
    symbols: Open[tuple[str, ...]]


@record
class BulletsNamed(Event):
    """The table named the kinds of bullets in a cylinder, top first."""

    cylinder: Open[str]
    # The Marshal names the bullets of his cylinders for the table.
    bullets: Annotated[tuple[str, ...], SeenBy("the_marshal", count="count")]


@record
class LootNamed(Event):
    """The table named the loot printed in the prison car, by kind."""

    loot: Open[tuple[str, ...]]


@record
class NamingFinished(Event):
    """The table finished naming cards; the faces of the other cards are as the rules assume."""


@record
class MarshalSeated(Event):
    """A player took the Marshal with his cards; the brawler cards lie on his portrait, top first."""

    # The rules fix his cards and the brawler cards, so they are public.
    seat: Open[Seat]
    cards: Open[tuple[Card, ...]]
    brawlers: Open[tuple[str, ...]]


@record
class CylinderLoaded(Event):
    """The bullets of a cylinder were stacked, top first."""

    cylinder: Open[str]
    bullets: Annotated[tuple[Card, ...], SeenBy("the_marshal", count="count")]


@record
class PrisonersDrawn(Event):
    """These prisoners were drawn and lie beside the prison car."""

    prisoners: Open[tuple[str, ...]]


@record
class GoalsDrawn(Event):
    """These goals were drawn unseen, to be shuffled with the others."""

    goals: Annotated[tuple[str, ...], SeenBy("nobody", count="count")]


@record
class GoalsDealt(Event):
    """The Marshal's future goals were put face down, next one first."""

    goals: Annotated[tuple[str, ...], SeenBy("nobody", count="count")]


# --- the round


@record
class GoalCameUp(Event):
    """A round began, and the next goal joined the current ones."""

    goal: Annotated[str, SeenBy("the_marshal")]


@record
class PlusOffered(Event):
    """A plus card allows the Marshal to play this many more cards."""

    cards: Open[Number]


@record
class PlusCardPlayed(Event):
    """The Marshal laid another card on top of a plus card, face up."""

    seat: Open[Seat]
    card: Open[Card]


@record
class PlusDeclined(Event):
    """The Marshal played no other card after his plus card."""

    # The event is the same whether or not he had a card to play, so that a pass reveals nothing.
    seat: Open[Seat]


@record
class IdeaFound(Event):
    """A player took the Brilliant Idea into hand instead of drawing, from the deck or from the discard pile."""

    seat: Open[Seat]
    card: Open[Card]
    discarded: Open[bool]


@record
class ShuffleDue(Event):
    """A player found the Brilliant Idea in the discard pile, and the deck must still be shuffled."""

    seat: Open[Seat]


@record
class SearchedDeckShuffled(Event):
    """The deck was shuffled after the search, top card first."""

    seat: Open[Seat]
    deck: Annotated[tuple[Card, ...], SeenBy("nobody", count="count")]


@record
class HoldingStarted(Event):
    """Schemin' is over, and these players may each hold back up to this many cards for the next round."""

    round: Open[Number]
    seats: Open[tuple[Seat, ...]]
    plans: Open[Number]


@record
class CardsHeld(Event):
    """A player chose the cards that stay in hand."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class PileMeasured(Event):
    """The number of cards on the pile was recorded when a turn began or the pile was turned over.

    In the latter case ``turn`` is the number of turns.
    """

    round: Open[Number]
    turn: Open[Number]
    laid: Open[Number]


@record
class LastCardNoted(Event):
    """A card of a bandit was revealed that a Brilliant Idea can copy from now on."""

    round: Open[Number]
    bandit: Open[Bandit]
    action: Open[str]


@record
class PosterTaken(Event):
    """The Marshal took the wanted poster of a bandit arrested for the first time."""

    bandit: Open[Bandit]


@record
class CylinderFired(Event):
    """The top bullet of a cylinder was fired; ``left`` bullets remain in it."""

    cylinder: Open[str]
    left: Open[Number]


@record
class BulletLaidOpen(Event):
    """The bullet that a bandit just got was laid face up: its effect lasts until the end of the round."""

    bandit: Open[Bandit]
    seat: Open[Seat]
    bullet: Open[Card]


@record
class BulletsReturned(Event):
    """At the end of the round the bullets lying before a bandit were put on top of its deck."""

    bandit: Open[Bandit]
    seat: Open[Seat]
    bullets: Open[tuple[Card, ...]]


@record
class PrisonerFreed(Event):
    """A bandit freed a prisoner and got the power that the prisoner gives, if any."""

    bandit: Open[Bandit]
    prisoner: Open[str]
    power: Open[str | None]


@record
class PrisonerRecaptured(Event):
    """The Marshal took a prisoner from a bandit, who lost the power that it gave, if any."""

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
    """A bandit or the Marshal was thrown off the train and is out of the game. ``how`` is push or knock."""

    bandit: Open[Bandit]
    start: Open[Place]
    how: Open[str]


# --- end of the round


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
    """The pile is done, and each of these players may lay one more card, in this order."""

    round: Open[Number]
    seats: Open[tuple[Seat, ...]]


@record
class ReflexPlayed(Event):
    """A player laid a card, which is carried out on the spot."""

    seat: Open[Seat]
    card: Open[Card]


@record
class ReflexDeclined(Event):
    """A player laid no further card."""

    seat: Open[Seat]


@record
class ReflexesEnded(Event):
    """Every player has laid a further card or declined."""


@record
class AngerSpent(Event):
    """In this round the Angry Marshal has carried out or declined this many of his two actions."""

    round: Open[Number]
    actions: Open[Number]


@record
class FlaskKept(Event):
    """In this round the Marshal took a flask at his place onto his sheet."""

    round: Open[Number]
    token: Open[Token]
    place: Open[Place]


@record
class NoFlaskFound(Event):
    """In this round there was no flask at the Marshal's place."""

    round: Open[Number]
    place: Open[Place]


# --- end of the game


@record
class LeftoversSecured(Event):
    """After the last round the Marshal got the prisoners beside the prison car and the mailbags that no bandit has."""

    prisoners: Open[tuple[str, ...]]
    mailbags: Open[tuple[Token, ...]]


@record
class GoalsJudged(Event):
    """The Marshal turned his five goals face up; ``met`` are the goals that were met."""

    goals: Open[tuple[str, ...]]
    met: Open[tuple[str, ...]]


HOW = ("arrest", "idea", "freed")
"""The values of ``how`` that this module adds to BanditMoved."""

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
