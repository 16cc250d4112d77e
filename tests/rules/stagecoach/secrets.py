"""Exchanges every secret of melees and plans that a role may not know."""

from random import Random

from colt_rules.model.changes import with_part
from colt_rules.model.names import is_bullet
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.stagecoach.model import Melee, Sealed, stagecoach_of


def hand_stays(game: Game, seat: str) -> bool:
    """Whether a hand must stay as it is: no hand must."""
    return False


def exchanged(game: Game, role: str, rng: Random) -> Game:
    """Other players have made other choices in a melee and keep other cards from their hands."""
    mine, cards = stagecoach_of(game), game.cards
    melee, plan = mine.melee, mine.plan
    if melee:
        known = {role, game.round.drawing, *(draw.seat for draw in game.round.draws if draw.turn == game.round.turn)}
        sealed = {
            seat: one if seat in known else other_choice(melee, one, [c for c in cards[seat].hand if not is_bullet(c)])
            for seat, one in melee.sealed.items()
        }
        melee = changed(melee, sealed=sealed)
    if plan:
        kept = {
            seat: row if seat == role or len(row) > len(hand) else tuple(sorted(rng.sample(hand, len(row))))
            for seat, row in plan.kept.items()
            for hand in [cards[seat].hand]
        }
        plan = changed(plan, kept=kept)
    return with_part(game, "stagecoach", changed(mine, melee=melee, plan=plan))


def other_choice(melee: Melee, one: Sealed, hand: list[str]) -> Sealed:
    """Before all is shown a card instead of a draw or a draw instead of a card; afterwards another face-down card."""
    if not melee.shown:
        return Sealed(hand[0], False) if hand and one.card is None else Sealed(None, False)
    return changed(one, card=hand[0]) if one.face_down and hand else one
