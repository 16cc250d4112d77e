"""Every event there is: one fact, with all that the fold needs.

``evolve`` copies what an event says into the state and concludes nothing. The type names and versions are part
of the wire contract and are written down here, not derived from Python names. docs/change-an-event.md tells how the
fields of an event are changed.
"""

from typing import TypeAlias

from colt_rules.model.messages import Event as Event
from colt_rules.model.messages import versions, with_those_of_modules
from colt_rules.model.names import Bandit, Car, Card, Cites, Number, Place, Seat, Token
from colt_rules.model.record import record
from colt_rules.model.state import Standing
from colt_rules.modules import parts


@record
class RulingClaimed(Event):
    """The table plays by another answer than ours to a question that the books leave open."""

    ruling: str
    answer: str


@record
class GameStarted(Event):
    """The table agreed on a game."""

    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    powers: bool
    happenings: bool
    stations: bool
    train: tuple[Car, ...]


@record
class RoundCardsAgreed(Event):
    """The table agreed on the round cards and stations that are drawn from; none named means all."""

    rounds: tuple[str, ...]
    stations: tuple[str, ...]


@record
class TrainBuilt(Event):
    """The train stands, locomotive first."""

    cars: tuple[Car, ...]


@record
class SeatTaken(Event):
    """A player took a bandit with its cards, bullets and starting purse."""

    seat: Seat
    bandit: Bandit
    cards: tuple[Card, ...]
    bullets: Number
    powers: tuple[str, ...]
    purse: Token
    value: Number


@record
class LootPlaced(Event):
    """A loot token was put at a place."""

    token: Token
    value: Number
    place: Place


@record
class LootSetAside(Event):
    """A loot token waits beside the train."""

    token: Token
    value: Number


@record
class MarshalPlaced(Event):
    """The Marshal stands at his first place."""

    place: Place


@record
class NeutralBulletsStacked(Event):
    """The pile of neutral bullets lies ready."""

    count: Number


@record
class RoundCardsDrawn(Event):
    """Round cards were drawn, next one first, and lie face down."""

    cards: tuple[str, ...]


@record
class StationDrawn(Event):
    """A station was drawn and lies at the bottom of the round deck."""

    card: str


@record
class FirstPlayerDrawn(Event):
    """The first player of the first round was drawn."""

    seat: Seat


@record
class BanditPlaced(Event):
    """A bandit stands at its first place."""

    bandit: Bandit
    place: Place


@record
class RoundStarted(Event):
    """A round began: its card lies open; it is empty where hands come first. ``order`` is clockwise from ``first``."""

    number: Number
    card: str
    first: Seat
    order: tuple[Seat, ...]


@record
class RoundCardRevealed(Event):
    """The card of a round that began with the hands lies open now."""

    card: str


@record
class DeckShuffled(Event):
    """A player's deck was shuffled, top card first."""

    seat: Seat
    deck: tuple[Card, ...]


@record
class HandDrawn(Event):
    """A player drew the hand for the round."""

    seat: Seat
    cards: tuple[Card, ...]


@record
class TurnStarted(Event):
    """A turn of the Schemin' phase began. ``order`` names who acts, one entry an action."""

    turn: Number
    kind: str
    face_down: bool
    order: tuple[Seat, ...]


@record
class CardPlayed(Event):
    """A player laid a card on the common pile."""

    seat: Seat
    card: Card
    face_down: bool


@record
class CardsDrawn(Event):
    """A player drew cards instead of playing one."""

    seat: Seat
    cards: tuple[Card, ...]


@record
class HandReturned(Event):
    """A player put the unplayed cards on top of the deck. Who has none to put back has no such event."""

    seat: Seat
    cards: tuple[Card, ...]


@record
class PileTurned(Event):
    """Schemin' is over; the pile was turned over and Stealin' begins."""


@record
class CardRevealed(Event):
    """The next card of the pile comes to be carried out."""

    seat: Seat
    card: Card


@record
class CardReturned(Event):
    """The card that was carried out lies on top of its owner's deck."""

    seat: Seat
    card: Card


@record
class ActionTaken(Event):
    """A player carries out the action of the card that was revealed; what it does follows."""

    bandit: Bandit
    action: str


@record
class ActionIdle(Event):
    """The action of the card that was revealed could do nothing."""

    bandit: Bandit
    action: str


@record
class BanditMoved(Event):
    """A bandit came to another place. ``how`` is move, climb, push, knock, flight or the name of a happening."""

    bandit: Bandit
    start: Place
    to: Place
    how: str


@record
class BanditStayed(Event):
    """A bandit that would have been moved stays, because the train ends there. ``how`` as in BanditMoved."""

    bandit: Bandit
    place: Place
    how: str


@record
class BulletGiven(Event):
    """A bandit was hit and got the shooter's top bullet card on top of the deck."""

    shooter: Bandit
    target: Bandit
    seat: Seat
    bullet: Card
    left: Number
    """Bullets left with the shooter."""


@record
class NeutralBulletGiven(Event):
    """A bandit got a neutral bullet card on top of the deck."""

    bandit: Bandit
    seat: Seat
    left: Number
    """Neutral bullets left in the pile."""


@record
class BulletUncounted(Event):
    """The bullet that a bandit just got is left out of the tie-break."""

    bandit: Bandit
    seat: Seat


@record
class NeutralBulletsShort(Event):
    """The pile was too small, so none of these bandits got a neutral bullet."""

    bandits: tuple[Bandit, ...]


@record
class NeutralBulletsRemoved(Event):
    """What was left of the pile of neutral bullets left the game."""

    count: Number


@record
class LootTaken(Event):
    """A bandit took a token from a place."""

    bandit: Bandit
    token: Token
    place: Place


@record
class LootDropped(Event):
    """A bandit lost a token, which lies at this place now."""

    bandit: Bandit
    token: Token
    place: Place


@record
class LootSnatched(Event):
    """A bandit lost a token to another bandit."""

    bandit: Bandit
    token: Token
    by: Bandit


@record
class LootLost(Event):
    """A bandit lost a token, which left the game."""

    bandit: Bandit
    token: Token


@record
class LootKept(Event):
    """A bandit that should lose a token has none to lose: in a Punch, before the push, or by the Marshal's revenge."""

    bandit: Bandit


@record
class StrongboxBrought(Event):
    """The token that waited beside the train was put at a place."""

    token: Token
    place: Place


@record
class MarshalMoved(Event):
    """The Marshal came to another place."""

    start: Place
    to: Place


@record
class MarshalStayed(Event):
    """The Marshal would have gone on but stays, because the train ends there."""

    place: Place


@record
class StealinEnded(Event):
    """The last card of the pile is done."""


@record
class HappeningStarted(Event):
    """The happening of the round card began. ``due`` names the bandits that have a choice to make in it."""

    happening: str
    due: tuple[Bandit, ...]


@record
class PickpocketAnswered(Event):
    """A bandit chose a purse in the pickpocketing, or none."""

    bandit: Bandit
    token: Token | None


@record
class RansomPaid(Event):
    """A bandit was paid money."""

    bandit: Bandit
    amount: Number


@record
class RoundEnded(Event):
    """A round is over and another follows, led by ``first``. After the last round the game ends instead."""

    number: Number
    first: Seat


@record
class ScoreLine:
    """Why a player has some of the money at the end."""

    seat: Seat
    line: str
    amount: Number


@record
class GameEnded(Event):
    """The game is over: what each player's money comes from, and the ranking, winners first.

    A line belongs to a player. In the ranking every player of a side has a row with the money, the bullets and the rank
    of the whole side, and ranks count sides: after two partners of rank 1 comes rank 2.
    """

    lines: tuple[ScoreLine, ...]
    ranking: tuple[Standing, ...]


Cited: TypeAlias = tuple[Event, Cites]
"""An event and the clauses it rests on. The fold needs the event only."""

EVENTS: dict[str, type[Event]] = with_those_of_modules(
    "events",
    {
        "RulingClaimed": RulingClaimed,
        "GameStarted": GameStarted,
        "RoundCardsAgreed": RoundCardsAgreed,
        "TrainBuilt": TrainBuilt,
        "SeatTaken": SeatTaken,
        "LootPlaced": LootPlaced,
        "LootSetAside": LootSetAside,
        "MarshalPlaced": MarshalPlaced,
        "NeutralBulletsStacked": NeutralBulletsStacked,
        "RoundCardsDrawn": RoundCardsDrawn,
        "StationDrawn": StationDrawn,
        "FirstPlayerDrawn": FirstPlayerDrawn,
        "BanditPlaced": BanditPlaced,
        "RoundStarted": RoundStarted,
        "RoundCardRevealed": RoundCardRevealed,
        "DeckShuffled": DeckShuffled,
        "HandDrawn": HandDrawn,
        "TurnStarted": TurnStarted,
        "CardPlayed": CardPlayed,
        "CardsDrawn": CardsDrawn,
        "HandReturned": HandReturned,
        "PileTurned": PileTurned,
        "CardRevealed": CardRevealed,
        "CardReturned": CardReturned,
        "ActionTaken": ActionTaken,
        "ActionIdle": ActionIdle,
        "BanditMoved": BanditMoved,
        "BanditStayed": BanditStayed,
        "BulletGiven": BulletGiven,
        "NeutralBulletGiven": NeutralBulletGiven,
        "BulletUncounted": BulletUncounted,
        "NeutralBulletsShort": NeutralBulletsShort,
        "NeutralBulletsRemoved": NeutralBulletsRemoved,
        "LootTaken": LootTaken,
        "LootDropped": LootDropped,
        "LootSnatched": LootSnatched,
        "LootLost": LootLost,
        "LootKept": LootKept,
        "StrongboxBrought": StrongboxBrought,
        "MarshalMoved": MarshalMoved,
        "MarshalStayed": MarshalStayed,
        "StealinEnded": StealinEnded,
        "HappeningStarted": HappeningStarted,
        "PickpocketAnswered": PickpocketAnswered,
        "RansomPaid": RansomPaid,
        "RoundEnded": RoundEnded,
        "GameEnded": GameEnded,
    },
)
"""Event classes by their names on the wire."""

HOW: tuple[str, ...] = (
    *("move", "climb", "push", "knock", "flight", "swivel-arm", "braking"),
    *(word for _, part in parts("events") for word in getattr(part, "HOW", ())),
)
"""The words for how a bandit came to another place."""

EVENT_NAMES: dict[type[Event], str] = {cls: name for name, cls in EVENTS.items()}

VERSIONS: dict[str, int] = versions(EVENTS)
"""The newest version of each event type: it follows from ``earlier`` at its class."""
