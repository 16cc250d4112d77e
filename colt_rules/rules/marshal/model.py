"""What Marshal & Prisoners adds to the state of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import Factory
from msgspec import UNSET, UnsetType

from colt_rules.model.names import Bandit, Card, Number, Seat, Token, inside, roof
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

MARSHAL = "marshal"
"""The Marshal's figure and his seat. Cards of his are named like those of bandits: ``marshal-arrest``."""

PRISON = "prison"
"""The prison car. Inside it is its corridor."""

CORRIDOR = inside(PRISON)
PRISON_ROOF = roof(PRISON)
CELL = f"{PRISON}.cell"
"""The third place of the prison car, where arrested bandits are."""

FALLEN = "fallen"
"""Where somebody is who was thrown off the train: a place that is near to no other."""

IDEA = "brilliant-idea"
"""The action of a Brilliant Idea."""

LEFT, RIGHT = "left", "right"
"""The two cylinders."""


@record
class LastCard:
    """The last card of a bandit that came to be carried out, other than a Brilliant Idea."""

    round: Number
    bandit: Bandit
    action: str


@record
class PileMeasure:
    """How many cards had been laid on the pile when a turn of Schemin' began, or when it was turned over."""

    round: Number
    turn: Number
    """The turn that began; when the pile was turned over, the number of turns."""
    laid: Number


@record
class Payment:
    """A loot token that a freed bandit owes."""

    freed: Bandit
    liberator: Bandit


@record
class Holding:
    """The cards that are held back for the next round."""

    round: Number
    waiting: tuple[Seat, ...]
    """Who still has to say which."""
    plans: Number
    """How many cards each may hold back."""
    held: Mapping[Seat, tuple[Card, ...]]


@record
class Reflexes:
    """The cards that are laid and carried out after the pile is done."""

    round: Number
    waiting: tuple[Seat, ...]
    """Who may still lay one, in order."""
    over: bool
    """Whether the cards left in hand have been seen to."""


@record
class Anger:
    """How far the Angry Marshal's two actions have come."""

    round: Number
    actions: Number
    """How many of them are done or declined."""


@record
class OpenMarshalPlayer:
    """What everybody sees of the player who is the Marshal, of the prison car and its prisoners."""

    turns: Mapping[str, tuple[str, ...]] = Factory(dict)
    """By round card: the turns that the table has named for it."""
    printed: tuple[str, ...] = ()
    """The kinds of loot that the table has named for the prison car, as long as they are not laid out."""
    named: bool = False
    """Whether the table has named all the cards that it wants to."""
    brawlers: tuple[str, ...] = ()
    """The brawler cards still on the Marshal's portrait, top first."""
    shown: tuple[str, ...] = ()
    """The goals that everybody has seen."""
    posters: tuple[Bandit, ...] = ()
    """Whose wanted posters the Marshal has taken."""
    recaptured: tuple[str, ...] = ()
    """The prisoners among his achievements."""
    prisoners: tuple[str, ...] | None = None
    """Those still beside the prison car; nothing before they are drawn."""
    companions: Mapping[Bandit, str] = Factory(dict)
    """By bandit: the prisoner it has freed and still has."""
    punches: Mapping[Bandit, tuple[str, ...]] = Factory(dict)
    """By bandit: the brawler cards it has taken."""
    wounds: Mapping[Bandit, tuple[Card, ...]] = Factory(dict)
    """By bandit: the bullets lying face up before it, whose effect lasts to the round's end."""
    last_card: LastCard | None = None
    plus: Number = 0
    """How many cards the Marshal may still play because of a plus card."""
    searching: Seat = ""
    """Who has taken the Brilliant Idea out of a deck that is still to be shuffled."""
    payment: Payment | None = None
    reflexes: Reflexes | None = None
    anger: Anger | None = None
    rumoured: Number = 0
    """The last round at whose end a goal was rumoured."""
    drank: Number = 0
    """The last round at whose end he took a flask, or found none."""
    met: tuple[str, ...] | None = None
    """The goals that were met; nothing before they are judged."""
    symbols: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """By round card: the symbols that the table has named for it; unset where it has named none."""
    measured: tuple[PileMeasure, ...] | UnsetType = UNSET
    """The measures of the pile in the last round that had any, in their order; unset where no round has had any."""


@record
class MarshalPlayer(OpenMarshalPlayer):
    """The player who is the Marshal, the prison car and its prisoners."""

    loads: Mapping[str, tuple[str, ...]] = Factory(dict)
    """By cylinder: the kinds of bullets that the table has named for it, top first."""
    cylinders: Mapping[str, tuple[Card, ...]] = Factory(dict)
    """By cylinder: the bullets left in it, top first."""
    goals_drawn: tuple[str, ...] = ()
    """The goals drawn for this game that are still to be shuffled."""
    future: tuple[str, ...] | None = None
    """The goals that have not come up yet, next first; nothing before they are shuffled."""
    current: tuple[str, ...] = ()
    """The goals that have come up, in this order."""
    mailbags: tuple[Token, ...] = ()
    """The mailbags that he has secured."""
    holding: Holding | None = None


NO_MARSHAL_PLAYER = MarshalPlayer()

ADDED = MarshalPlayer
"""The record that a game has where this module is played."""

FIELD = "marshal_player"
"""Its name in a game, where ``marshal`` is the place of a Marshal who is nobody's figure."""


def marshal_of(game: "Game") -> MarshalPlayer:
    """The Marshal of a game, with all that belongs to him."""
    added: MarshalPlayer = part_of(game, "marshal") or NO_MARSHAL_PLAYER
    return added
