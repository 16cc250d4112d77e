"""Exchanges every secret of horses and whisky that a role may not know."""

from random import Random

from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import horses_of
from tests.secrets import owned


def hand_stays(game: Game, seat: str) -> bool:
    """Whether a hand must stay as it is: its player is about to play cards from it for a flask."""
    pour = horses_of(game).pour
    return pour is not None and pour.seat == seat


def exchanged(game: Game, role: str, rng: Random) -> Game:
    """Unused flasks that the role does not have hold each other's whisky; hands in the attack hold other pawns."""
    mine = horses_of(game)
    unseen = [token for token, flask in mine.flasks.items() if not flask.used and token not in owned(game, role)]
    kinds = rng.sample([mine.flasks[token].kind for token in unseen], len(unseen))
    flasks = {token: changed(mine.flasks[token], kind=kind) for token, kind in zip(unseen, kinds, strict=True)}
    attack = mine.attack
    if attack:
        riders = {seat: tuple(b for b in attack.riders if game.figures[b].seat == seat) for seat in attack.hidden}
        hidden = {
            seat: boards if seat == role else tuple(b for b in riders[seat] if b not in boards)
            for seat, boards in attack.hidden.items()
        }
        attack = changed(attack, hidden=hidden)
    return with_part(game, "horses", changed(mine, flasks={**mine.flasks, **flasks}, attack=attack))
