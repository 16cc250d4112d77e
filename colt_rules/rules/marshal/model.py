"""What Marshal & Prisoners adds to the state of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from attrs import Factory
from msgspec import UNSET, UnsetType

from colt_rules.model.audience import Open, SeenBy, ValuesSeenBy
from colt_rules.model.names import Bandit, Card, Cites, Number, Seat, Token, inside, roof
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

MARSHAL = "marshal"
"""The Marshal's figure and his seat. His cards are named like those of bandits: ``marshal-arrest``."""

PRISON = "prison"
"""The prison car. Inside it is its corridor."""

CORRIDOR = inside(PRISON)
PRISON_ROOF = roof(PRISON)
CELL = f"{PRISON}.cell"
"""The third place of the prison car, where arrested bandits are."""

FALLEN = "fallen"
"""The place of figures that were thrown off the train: no other place is near to it."""

IDEA = "brilliant-idea"
"""The action of a Brilliant Idea."""

LEFT, RIGHT = "left", "right"
"""The two cylinders."""


@record
class LastCard:
    """The last card of a bandit that came to be carried out, other than a Brilliant Idea."""

    round: Open[Number]
    bandit: Open[Bandit]
    action: Open[str]


@record
class PileMeasure:
    """How many cards had been laid on the pile when a turn of Schemin' began, or when it was turned over."""

    round: Open[Number]
    turn: Open[Number]
    """The turn that began; when the pile was turned over, the number of turns."""
    laid: Open[Number]


@record
class Payment:
    """A loot token that a freed bandit owes."""

    freed: Open[Bandit]
    liberator: Open[Bandit]


@record
class Holding:
    """The cards that are held back for the next round."""

    round: Open[Number]
    waiting: Open[tuple[Seat, ...]]
    """The players who still have to choose the cards that they hold back."""
    plans: Open[Number]
    """How many cards each may hold back."""
    held: Annotated[
        Mapping[Seat, tuple[Card, ...]],
        SeenBy("its_player", ("ruling.secrecy.hands",), count="held_count", each=True),
    ]


@record
class Reflexes:
    """The cards that are laid and carried out after the pile is done."""

    round: Open[Number]
    waiting: Open[tuple[Seat, ...]]
    """The players who may still lay a card, in order."""
    over: Open[bool]
    """Whether the cards left in hand have been put back on the decks."""


@record
class Anger:
    """How far the Angry Marshal's two actions have come."""

    round: Open[Number]
    actions: Open[Number]
    """The number of actions done or declined."""


FUTURE: Cites = ("goal.future-unknown",)
"""The clauses by which nobody knows the goals to come."""
LOADED: Cites = ("ruling.cylinders.who-knows",)
"""The clauses by which not everybody knows which bullets are left."""


@record
class MarshalPlayer:
    """The player who is the Marshal, the prison car and its prisoners."""

    turns: Open[Mapping[str, tuple[str, ...]]] = Factory(dict)
    """By round card: the turns that the table has named for it."""
    printed: Open[tuple[str, ...]] = ()
    """The kinds of loot that the table has named for the prison car; they stay here when the loot is laid out."""
    named: Open[bool] = False
    """Whether the table has named all the cards that it wants to."""
    brawlers: Open[tuple[str, ...]] = ()
    """The brawler cards still on the Marshal's portrait, top first."""
    shown: Open[tuple[str, ...]] = ()
    """The goals that everybody has seen."""
    posters: Open[tuple[Bandit, ...]] = ()
    """The bandits whose wanted posters the Marshal has taken."""
    recaptured: Open[tuple[str, ...]] = ()
    """The prisoners among his achievements."""
    prisoners: Open[tuple[str, ...] | None] = None
    """The prisoners still beside the prison car; None before they are drawn."""
    companions: Open[Mapping[Bandit, str]] = Factory(dict)
    """By bandit: the prisoner it has freed and still has."""
    punches: Open[Mapping[Bandit, tuple[str, ...]]] = Factory(dict)
    """By bandit: the brawler cards it has taken."""
    wounds: Open[Mapping[Bandit, tuple[Card, ...]]] = Factory(dict)
    """By bandit: the bullets lying face up before it, whose effect lasts to the round's end."""
    last_card: Open[LastCard | None] = None
    plus: Open[Number] = 0
    """How many cards the Marshal may still play because of a plus card."""
    searching: Open[Seat] = ""
    """The player who has taken the Brilliant Idea out of a deck that is still to be shuffled."""
    payment: Open[Payment | None] = None
    reflexes: Open[Reflexes | None] = None
    anger: Open[Anger | None] = None
    rumoured: Open[Number] = 0
    """The last round at whose end a goal was rumoured."""
    drank: Open[Number] = 0
    """The last round at whose end the Marshal took a flask, or found no flask to take."""
    met: Open[tuple[str, ...] | None] = None
    """The goals that were met; None before they are judged."""
    symbols: Open[Mapping[str, tuple[str, ...]] | UnsetType] = UNSET
    """By round card: the symbols that the table has named for it; unset if the table has named no symbols."""
    measured: Open[tuple[PileMeasure, ...] | UnsetType] = UNSET
    """The measures of the pile in the last round that had any, in their order; unset if no round has had any."""
    loads: Annotated[Mapping[str, tuple[str, ...]], SeenBy("the_marshal", LOADED, each=True)] = Factory(dict)
    """By cylinder: the kinds of bullets that the table has named for it, top first."""
    cylinders: Annotated[
        Mapping[str, tuple[Card, ...]], SeenBy("the_marshal", LOADED, count="cylinders_count", each=True)
    ] = Factory(dict)
    """By cylinder: the bullets left in it, top first."""
    goals_drawn: Annotated[tuple[str, ...], SeenBy("nobody", FUTURE, count="goals_drawn_count")] = ()
    """The goals drawn for this game that are still to be shuffled."""
    future: Annotated[tuple[str, ...] | None, SeenBy("nobody", FUTURE, count="future_count")] = None
    """The goals that have not come up yet, next first; None before they are shuffled."""
    current: Annotated[
        tuple[str, ...], SeenBy("the_marshal", ("goal.current-known-to-marshal",), count="current_count")
    ] = ()
    """The goals that have come up, in this order."""
    mailbags: Annotated[tuple[Token, ...], ValuesSeenBy("the_marshal", ("ruling.mailbags.face-down",))] = ()
    """The mailbags that he has secured."""
    holding: Open[Holding | None] = None


NO_MARSHAL_PLAYER = MarshalPlayer()

ADDED = MarshalPlayer
"""The record that a game has where this module is played."""

FIELD = "marshal_player"
"""The name of the record in a game. ``marshal`` is taken: it is the place of the base game's Marshal."""


def marshal_of(game: "Game") -> MarshalPlayer:
    """The Marshal of a game, with all that belongs to him."""
    added: MarshalPlayer = part_of(game, "marshal") or NO_MARSHAL_PLAYER
    return added
