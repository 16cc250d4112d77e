"""Who sees what of horses and whisky, in a game and in its events."""

from collections.abc import Collection, Mapping

from colt_rules.events import LootDropped, LootTaken
from colt_rules.model.names import Bandit, Car, Cites, Seat, Token
from colt_rules.model.record import record
from colt_rules.model.state import Game, all_open
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.horses.model import Attack, Flask, Pour, horses_of
from colt_rules.rules.visibility import Secret, Visibility, nobody, player

IN_A_FLASK: Cites = ("horses.secrecy.flasks", "ruling.whisky.who-knows")
"""Why not all know what a flask holds."""
IN_A_HAND: Cites = ("attack.secret-choice", "horses.secrecy.sealed")
"""Why not all know who boards."""


# --- what a role sees of a game


@record
class FlaskView:
    """A whisky flask; where it lies is told as of all loot, and one that lies nowhere has left the game."""

    kind: str | None
    """classic or old."""
    used: bool
    """Whether its half-empty side is up, or was when it left the game."""


@record
class BoardingView:
    """A player who has chosen in the horse attack."""

    seat: Seat
    boards: tuple[Bandit, ...] | None
    """The bandits that board the car that is up."""


@record
class AttackView:
    """How far the horse attack has come."""

    car: Car
    """The car that is up."""
    riders: tuple[Bandit, ...]
    """Who still rides."""
    hidden: tuple[BoardingView, ...]
    """Who has chosen, in the order of the seats."""


@record
class HorsesView:
    """Horses and flasks."""

    stands: Mapping[str, Car]
    """By horse: the car that it stands beside."""
    flasks: Mapping[Token, FlaskView]
    attack: AttackView | None
    pour: Pour | None


@clause("ruling.secrecy.open-information")
def _look(game: Game, role: str) -> HorsesView:
    """Where horses stand and which flasks are half empty everybody sees."""
    horses = horses_of(game)
    return HorsesView(
        stands=horses.stands,
        flasks={token: _flask(game, role, token, flask) for token, flask in horses.flasks.items()},
        attack=_attack(game, role, horses.attack) if horses.attack else None,
        pour=horses.pour,
    )


@clause(*IN_A_FLASK, "horses.setup.whisky.blind")
def _flask(game: Game, role: str, token: Token, flask: Flask) -> FlaskView:
    """Into a full flask looks who has it, and nobody while it lies about; what a half-empty one holds all know."""
    known = flask.used or all_open(game, role) or has_token(game, role, token)
    return FlaskView(flask.kind if known else None, flask.used)


def has_token(game: Game, role: str, token: Token) -> bool:
    """Whether a bandit of this player has the token."""
    return any(token in figure.loot for figure in game.figures.values() if figure.seat == role)


@clause(*IN_A_HAND)
def _attack(game: Game, role: str, attack: Attack) -> AttackView:
    """Who has chosen everybody sees, what is in the hand its player alone."""
    chosen = [seat for seat in game.options.seats if seat in attack.hidden]
    return AttackView(
        car=attack.car,
        riders=attack.riders,
        hidden=tuple(
            BoardingView(seat, attack.hidden[seat] if role == seat or all_open(game, role) else None) for seat in chosen
        ),
    )


# --- what a role sees of an event


@clause(*IN_A_FLASK)
def owner(game: Game, event: LootTaken | LootDropped) -> Collection[str]:
    """Whoever takes a flask looks at it, and who loses one knew it; all others learn what it holds when it is used."""
    return (game.figures[event.bandit].seat,)


def whisky(game: Game, event: LootTaken | LootDropped) -> str | None:
    """What a flask holds, if the token is one."""
    flask = horses_of(game).flasks.get(event.token)
    return flask.kind if flask else None


CARRIED_OUT_BY: CarriedOutBy = {
    "horses.setup.whisky.blind": (nobody,),
    "ruling.whisky.who-knows": (nobody,),
    "horses.secrecy.sealed": (player,),
}
"""What is in a flask that lies face down in a car nobody sees; what is hidden in a hand, its player."""

VISIBILITY = Visibility(
    view=HorsesView,
    look=_look,
    secrets=(
        Secret("flasks", IN_A_FLASK, lambda seen: (flask.kind for flask in seen.flasks.values())),
        Secret("attack", IN_A_HAND, lambda seen: (one.boards for one in seen.attack.hidden) if seen.attack else ()),
    ),
    sometimes={LootTaken: {"kind": (whisky, owner)}, LootDropped: {"kind": (whisky, owner)}},
    open_kinds=("whisky",),
)
