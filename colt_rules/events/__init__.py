"""The events: each is one fact, with everything that the fold needs.

``evolve`` copies the fields of an event into the state and infers nothing. The type names and versions are part of the
wire contract, so they are listed here, not derived from Python names. docs/change-an-event.md explains how to change
the fields of an event. Each field states who sees it; one that does not is hidden from all but the referee.
"""

from typing import Annotated, TypeAlias

from colt_rules.model.audience import Hidden, Open, SeenBy
from colt_rules.model.messages import Event as Event
from colt_rules.model.messages import versions, with_those_of_modules
from colt_rules.model.names import Bandit, Car, Card, Cites, Number, Place, Seat, Token
from colt_rules.model.record import record
from colt_rules.model.state import Standing
from colt_rules.modules import parts


@record
class RulingAgreed(Event):
    """The table plays by another answer than the default to a question that the books leave open."""

    ruling: Open[str]
    answer: Open[str]


@record
class GameStarted(Event):
    """The table agreed on a game."""

    edition: Open[str]
    modules: Open[tuple[str, ...]]
    seats: Open[tuple[Seat, ...]]
    powers: Open[bool]
    happenings: Open[bool]
    stations: Open[bool]
    train: Open[tuple[Car, ...]]


@record
class RoundCardsAgreed(Event):
    """The table agreed on the round cards and stations to draw from; empty rows mean all of them."""

    rounds: Open[tuple[str, ...]]
    stations: Open[tuple[str, ...]]


@record
class TrainBuilt(Event):
    """The train was built, locomotive first."""

    cars: Open[tuple[Car, ...]]


@record
class SeatTaken(Event):
    """A player took a bandit with its cards, bullets and starting purse."""

    # The ten cards everybody starts with and the $250 in the first purse are the same for all, by the rules.
    seat: Open[Seat]
    bandit: Open[Bandit]
    cards: Open[tuple[Card, ...]]
    bullets: Open[Number]
    powers: Open[tuple[str, ...]]
    purse: Open[Token]
    value: Open[Number]


@record
class LootPlaced(Event):
    """A loot token was put at a place."""

    token: Open[Token]
    value: Annotated[Number, SeenBy("nobody_if_purse")]
    place: Open[Place]


@record
class LootSetAside(Event):
    """A loot token was put beside the train."""

    token: Open[Token]
    value: Annotated[Number, SeenBy("nobody_if_purse")]


@record
class MarshalPlaced(Event):
    """The Marshal was put at his first place."""

    place: Open[Place]


@record
class NeutralBulletsStacked(Event):
    """The pile of neutral bullets was set up."""

    count: Open[Number]


@record
class RoundCardsDrawn(Event):
    """Round cards were drawn, next one first, and put face down."""

    cards: Annotated[tuple[str, ...], SeenBy("nobody", count="count")]


@record
class StationDrawn(Event):
    """A station was drawn and put at the bottom of the round deck."""

    card: Hidden[str]


@record
class FirstPlayerDrawn(Event):
    """The first player of the first round was drawn."""

    seat: Open[Seat]


@record
class BanditPlaced(Event):
    """A bandit was put at its first place."""

    bandit: Open[Bandit]
    place: Open[Place]


@record
class RoundStarted(Event):
    """A round began. ``card`` is empty if hands are drawn before it is shown. ``order`` is clockwise from ``first``."""

    number: Open[Number]
    card: Open[str]
    first: Open[Seat]
    order: Open[tuple[Seat, ...]]


@record
class RoundCardRevealed(Event):
    """The card of a round that began with the hands was revealed."""

    card: Open[str]


@record
class DeckShuffled(Event):
    """A player's deck was shuffled, top card first."""

    seat: Open[Seat]
    deck: Annotated[tuple[Card, ...], SeenBy("nobody", count="count")]


@record
class HandDrawn(Event):
    """A player drew the hand for the round."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class TurnStarted(Event):
    """A turn of the Schemin' phase began. ``order`` names who acts, one entry per action."""

    turn: Open[Number]
    kind: Open[str]
    face_down: Open[bool]
    order: Open[tuple[Seat, ...]]


@record
class CardPlayed(Event):
    """A player laid a card on the common pile."""

    seat: Open[Seat]
    card: Annotated[Card, SeenBy("player_if_face_down")]
    face_down: Open[bool]


@record
class CardsDrawn(Event):
    """A player drew cards instead of playing one."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class HandReturned(Event):
    """A player put the unplayed cards on top of the deck. A player without any has no such event."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class PileTurned(Event):
    """Schemin' is over; the pile was turned over and Stealin' begins."""


@record
class CardRevealed(Event):
    """The next card of the pile was revealed, to be carried out."""

    seat: Open[Seat]
    card: Open[Card]


@record
class CardReturned(Event):
    """The card that was carried out was put on top of its owner's deck."""

    seat: Open[Seat]
    card: Open[Card]


@record
class ActionTaken(Event):
    """A player carries out the action of the revealed card; its effects follow."""

    bandit: Open[Bandit]
    action: Open[str]


@record
class ActionIdle(Event):
    """The action of the revealed card had no effect."""

    bandit: Open[Bandit]
    action: Open[str]


@record
class BanditMoved(Event):
    """A bandit moved to another place. ``how`` is move, climb, push, knock, flight or the name of a happening."""

    bandit: Open[Bandit]
    start: Open[Place]
    to: Open[Place]
    how: Open[str]


@record
class BanditStayed(Event):
    """A bandit that would have been moved stays, because the train ends there. ``how`` as in BanditMoved."""

    bandit: Open[Bandit]
    place: Open[Place]
    how: Open[str]


@record
class BulletGiven(Event):
    """A bandit was hit and got the shooter's top bullet card on top of the deck."""

    shooter: Open[Bandit]
    target: Open[Bandit]
    seat: Open[Seat]
    bullet: Open[Card]
    left: Open[Number]
    """Bullets left with the shooter."""


@record
class NeutralBulletGiven(Event):
    """A bandit got a neutral bullet card on top of the deck."""

    bandit: Open[Bandit]
    seat: Open[Seat]
    left: Open[Number]
    """Neutral bullets left in the pile."""


@record
class BulletUncounted(Event):
    """The bullet that a bandit just got does not count in the tie-break."""

    bandit: Open[Bandit]
    seat: Open[Seat]


@record
class NeutralBulletsShort(Event):
    """The pile was too small, so none of these bandits got a neutral bullet."""

    bandits: Open[tuple[Bandit, ...]]


@record
class NeutralBulletsRemoved(Event):
    """The rest of the pile of neutral bullets was removed from the game."""

    count: Open[Number]


@record
class LootTaken(Event):
    """A bandit took a token from a place."""

    bandit: Open[Bandit]
    token: Open[Token]
    place: Open[Place]


@record
class LootDropped(Event):
    """A bandit lost a token, which fell at this place."""

    bandit: Open[Bandit]
    token: Open[Token]
    place: Open[Place]


@record
class LootSnatched(Event):
    """A bandit lost a token to another bandit."""

    bandit: Open[Bandit]
    token: Open[Token]
    by: Open[Bandit]


@record
class LootLost(Event):
    """A bandit lost a token, which left the game."""

    bandit: Open[Bandit]
    token: Open[Token]


@record
class LootKept(Event):
    """A bandit that should lose a token has none to lose: in a Punch, before the push, or by the Marshal's revenge."""

    bandit: Open[Bandit]


@record
class StrongboxBrought(Event):
    """The token beside the train was put at a place."""

    token: Open[Token]
    place: Open[Place]


@record
class MarshalMoved(Event):
    """The Marshal moved to another place."""

    start: Open[Place]
    to: Open[Place]


@record
class MarshalStayed(Event):
    """The Marshal would have moved but stays, because the train ends there."""

    place: Open[Place]


@record
class StealinEnded(Event):
    """The last card of the pile is done."""


@record
class HappeningStarted(Event):
    """The happening of the round card began. ``due`` names the bandits that have a choice to make in it."""

    happening: Open[str]
    due: Open[tuple[Bandit, ...]]


@record
class PickpocketAnswered(Event):
    """A bandit chose a purse in the pickpocketing, or none."""

    bandit: Open[Bandit]
    token: Open[Token | None]


@record
class RansomPaid(Event):
    """A bandit was paid money."""

    bandit: Open[Bandit]
    amount: Open[Number]


@record
class RoundEnded(Event):
    """A round is over and another follows, led by ``first``. After the last round the game ends instead."""

    number: Open[Number]
    first: Open[Seat]


@record
class ScoreLine:
    """A part of a player's final money and its source."""

    seat: Seat
    line: str
    amount: Number


@record
class GameEnded(Event):
    """The game is over: the sources of each player's money, and the ranking, winners first.

    A score line belongs to one player. In the ranking every player of a side has a row with the money, bullets and rank
    of the whole side, and ranks count sides: after two partners of rank 1 comes rank 2.
    """

    lines: Open[tuple[ScoreLine, ...]]
    ranking: Open[tuple[Standing, ...]]


Cited: TypeAlias = tuple[Event, Cites]
"""An event and its clauses. The fold needs only the event."""

EVENTS: dict[str, type[Event]] = with_those_of_modules(
    "events",
    {
        "RulingAgreed": RulingAgreed,
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
"""By name on the wire: the event classes."""

HOW: tuple[str, ...] = (
    *("move", "climb", "push", "knock", "flight", "swivel-arm", "braking"),
    *(word for _, part in parts("events") for word in getattr(part, "HOW", ())),
)
"""The values of ``how`` in ``BanditMoved`` and ``BanditStayed``."""

EVENT_NAMES: dict[type[Event], str] = {cls: name for name, cls in EVENTS.items()}

VERSIONS: dict[str, int] = versions(EVENTS)
"""The newest version of each event type, from ``earlier`` of its class."""
