"""Who sees what of horses and whisky; the fields of events and of the record name the audiences."""

from collections.abc import Collection

from colt_rules.events import LootDropped, LootTaken
from colt_rules.model.audience import SeenBy
from colt_rules.model.names import Seat, Token
from colt_rules.model.state import Game, roles
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.horses.box import EXTRAS
from colt_rules.rules.horses.commands import BoardCar
from colt_rules.rules.horses.model import IN_A_FLASK, Attack, Flask, Horses, Pour, horses_of
from colt_rules.rules.visibility import By, Sort, Visibility, its_player, nobody, player


@clause(*IN_A_FLASK, "horses.setup.whisky.blind")
def owner_until_used(game: Game, flask: Flask, token: Token) -> Collection[str]:
    """Only its owner sees what a full flask holds, and nobody while it lies about; everybody knows a half-empty one."""
    if flask.used:
        return roles(game)
    return [figure.seat for figure in game.figures.values() if token in figure.loot]


@clause(*IN_A_FLASK)
def owner(game: Game, event: LootTaken | LootDropped) -> Collection[str]:
    """A player who takes a flask looks at it, and a player who loses one already knew it.

    All others learn what the flask holds when it is used.
    """
    return (game.figures[event.bandit].seat,)


def whisky(game: Game, event: LootTaken | LootDropped) -> str | None:
    """What a flask holds, if the token is one."""
    flask = horses_of(game).flasks.get(event.token)
    return flask.kind if flask else None


def chosen(game: Game, attack: Attack) -> tuple[Seat, ...]:
    """Who has chosen in the horse attack, in the order of the seats."""
    return tuple(seat for seat in game.options.seats if seat in attack.hidden)


CARRIED_OUT_BY: CarriedOutBy = {
    "horses.setup.whisky.blind": (nobody,),
    "ruling.whisky.who-knows": (nobody,),
    "horses.secrecy.sealed": (player, its_player),
}
"""Nobody sees what a flask in a car holds; each player sees what is hidden in their own hand."""

KINDS = tuple(EXTRAS.flasks)
FLASKS = tuple(f"whisky-{number + 1}" for number in range(sum(flask.listed for flask in EXTRAS.flasks.values())))
HORSES = tuple(f"horse-{number}" for number in range(1, 8))

VISIBILITY = Visibility(
    audiences=(owner_until_used,),
    sometimes={LootTaken: {"kind": (whisky, owner)}, LootDropped: {"kind": (whisky, owner)}},
    derived={Attack: {"chosen": (chosen, SeenBy("everybody"))}},
    open_kinds=("whisky",),
    words={
        Flask: {"kind": KINDS},
        Attack: {
            "car": Sort.CAR,
            "riders": Sort.BANDIT,
            "hidden": By(Sort.SEAT, Sort.BANDIT),
            "chosen": Sort.SEAT,
        },
        Pour: {"seat": Sort.SEAT, "kind": KINDS},
        Horses: {"stands": By(HORSES, Sort.CAR), "flasks": By(FLASKS)},
        BoardCar: {"car": Sort.CAR},
    },
)
