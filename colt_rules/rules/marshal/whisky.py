"""A drink for the Marshal: a player who is the Marshal takes the flask and may use it."""

from colt_rules.decisions import Decision
from colt_rules.events import Cited, Event
from colt_rules.model.names import CHANCE, Cites, Token
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.setup import drawn, one
from colt_rules.rules.horses.events import FlaskCardPlayed, FlaskUsed
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.schemin import OLD, flasks_at_hand
from colt_rules.rules.marshal.events import FlaskKept, NoFlaskFound
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.module import Rules, StepResult

DRINK = "happening.drink-for-the-marshal"
TAKEN = (f"{DRINK}.taken",)
HIS_PLACE = "ruling.drink-for-the-marshal.his-place"


@clause("happening.drink-for-the-marshal.taken")
def take_flask(rules: Rules, game: Game) -> StepResult:
    """If a flask lies at the Marshal's place, he takes it and does not drink.

    If there are several, chance picks one.
    """
    if not game.round.happened or rules.round_card(game).happening != "drink-for-the-marshal":
        return None
    if marshal_of(game).drank == game.round.number:
        return None
    flasks = _beside(rules, game)
    if not flasks:
        return [(NoFlaskFound(game.round.number, game.figures[MARSHAL].place), (*TAKEN, HIS_PLACE))]
    return (Decision(CHANCE, "flask-for-the-marshal", ""),) if len(flasks) > 1 else _taken(rules, game, flasks)


@clause("ruling.drink-for-the-marshal.his-place")
def _beside(rules: Rules, game: Game) -> tuple[Token, ...]:
    """The flasks at the Marshal's place."""
    lying = game.floor.get(game.figures[MARSHAL].place, ())
    return tuple(token for token in lying if token in horses_of(game).flasks)


@clause("happening.drink-for-the-marshal.taken")
def _taken(rules: Rules, game: Game, picked: tuple[Token, ...]) -> list[Cited]:
    """The Marshal puts the flask on his sheet."""
    place = game.figures[MARSHAL].place
    return [(FlaskKept(game.round.number, picked[0], place), (*TAKEN, HIS_PLACE))]


# --- using the flask

CARRIED_OUT_BY: CarriedOutBy = {f"{DRINK}.used": (flasks_at_hand,)}
"""The general rule that a flask is used by the figure that has it."""


def is_old(game: Game) -> bool:
    """Whether the flask that is being used holds old whisky."""
    pour = horses_of(game).pour
    return pour is not None and pour.kind == OLD


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The Marshal uses a flask as a bandit does; the two cards that old whisky lets him play allow no third."""
    match event:
        case FlaskUsed(bandit=bandit) if bandit == MARSHAL:
            return (f"{DRINK}.used",)
        case FlaskCardPlayed(seat=seat) if seat == game.figures[MARSHAL].seat and is_old(game):
            return (f"{DRINK}.two-cards",)
    return ()


STEPS = {"drink": take_flask}
"""Replaces the step in which the base game's Marshal drinks."""

CHOICES = {"flask-for-the-marshal": drawn("flask-for-the-marshal", _beside, one, _taken, (*TAKEN, HIS_PLACE))}
