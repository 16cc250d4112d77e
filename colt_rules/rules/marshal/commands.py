"""The commands of Marshal & Prisoners."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Bandit, Place, Token
from colt_rules.model.record import record


@record
class NameTurns(Command):
    """Name the turns that a round card shows, in order, before the game is set up."""

    card: str
    turns: tuple[str, ...]


@record
class NameSymbols(Command):
    """Name what a round card shows besides its turns, before the game is set up.

    The symbols are its happening, if it has one, and `plan` for each plan of attack, sorted.
    """

    card: str
    symbols: tuple[str, ...]


@record
class NameBullets(Command):
    """Name the kinds of bullets that a cylinder holds, top first, before the game is set up."""

    cylinder: str
    bullets: tuple[str, ...]


@record
class NameLoot(Command):
    """Name the loot that is printed in the prison car, sorted by kind, before the game is set up."""

    loot: tuple[str, ...]


@record
class FinishNaming(Command):
    """Finish naming cards; the faces of cards that are not named are as the rules assume."""


@record
class FireCylinders(Command):
    """Carry out a Fire of the Marshal: the target of each cylinder's top bullet, or no target."""

    left: Bandit | None
    right: Bandit | None
    mailbag: Token | None
    """The mailbag that he points at if the target has two and the bullet takes one of them; otherwise unset."""


@record
class Arrest(Command):
    """Carry out an Arrest of this bandit."""

    target: Bandit


@record
class PunchMarshal(Command):
    """Carry out a Punch against the Marshal: where he is pushed."""

    to: Place


@record
class ThrowOff(Command):
    """Carry out a Punch that throws the target off the train: whom, which token it loses, and whether to keep that."""

    target: Bandit
    token: Token | None
    keep: bool


@record
class ShootOff(Command):
    """Carry out a Fire that throws the target off the end of the train."""

    target: Bandit


@record
class RobTwo(Command):
    """Carry out a Robbery of these two tokens, sorted by name."""

    tokens: tuple[Token, ...]


@record
class LeaveCell(Command):
    """Carry out a Brilliant Idea by leaving the cell."""

    to: Place


@record
class FreePrisoner(Command):
    """Carry out a Brilliant Idea by freeing one of the prisoners beside the prison car."""

    prisoner: str


@record
class FreeBandit(Command):
    """Carry out a Brilliant Idea by freeing a bandit from the cell."""

    bandit: Bandit


@record
class PayLiberator(Command):
    """Give this loot token to the liberator."""

    token: Token


@record
class SearchForIdea(Command):
    """Search for the Brilliant Idea instead of drawing three cards."""


@record
class Forgo(Command):
    """Decline an optional action. Before an angry Marshal's Fire it declines his Move as well."""


COMMANDS: dict[str, type[Command]] = {
    "NameTurns": NameTurns,
    "NameSymbols": NameSymbols,
    "NameBullets": NameBullets,
    "NameLoot": NameLoot,
    "FinishNaming": FinishNaming,
    "FireCylinders": FireCylinders,
    "Arrest": Arrest,
    "PunchMarshal": PunchMarshal,
    "ThrowOff": ThrowOff,
    "ShootOff": ShootOff,
    "RobTwo": RobTwo,
    "LeaveCell": LeaveCell,
    "FreePrisoner": FreePrisoner,
    "FreeBandit": FreeBandit,
    "PayLiberator": PayLiberator,
    "SearchForIdea": SearchForIdea,
    "Forgo": Forgo,
}
