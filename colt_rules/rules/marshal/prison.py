"""The prison car: a bandit in the cell can do hardly anything and is out of the others' reach."""

from colt_rules.commands import ChangeFloor, Command, Fire, Move, Punch
from colt_rules.events import (
    ActionIdle,
    BanditMoved,
    CardPlayed,
    CardsDrawn,
    Event,
    HappeningStarted,
    NeutralBulletGiven,
)
from colt_rules.model.names import Bandit, Cites, Place, Reasons
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import happenings, places, schemin
from colt_rules.rules.base.actions.fire import in_reach
from colt_rules.rules.base.actions.punch import beside
from colt_rules.rules.horses.commands import BoardCar, Ride
from colt_rules.rules.horses.events import AttackReached
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.places import RIDE
from colt_rules.rules.marshal.events import IdeaFound
from colt_rules.rules.marshal.model import CELL, CORRIDOR, IDEA, PRISON, PRISON_ROOF
from colt_rules.rules.module import Change, Rules

CARRIED_OUT_BY: CarriedOutBy = {
    "prison-car.corridor-and-roof": (places.train_graph,),
    "ruling.cell.plans-on": (schemin.schemes,),
    "ruling.cell.happenings": (happenings.pickpockets,),
}
"""The general rules that implement these clauses.

The prison car is a car like others, players act wherever their bandits are, and cell and corridor are two places.
"""

NOT_BOARDED: Cites = ("prison.setup.attack",)
NO_ENTRY: Cites = ("prison-car.cell",)
NOT_SHOT: Cites = ("prison-car.cell.not-shot",)
NOT_PUNCHED: Cites = ("prison-car.cell.not-punched",)
NOT_PUSHED_IN: Cites = ("prison-car.cell.not-pushed-in",)


def locked_up(game: Game) -> list[Bandit]:
    """The bandits in the cell."""
    return [bandit for bandit, figure in game.figures.items() if figure.place == CELL]


# --- cards without effect


@clause("prison-car.cell.no-effect", "ruling.cell.plans-on")
def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """A card of a bandit who is in the cell when it is carried out has no effect, unless it is a Brilliant Idea."""
    idle = game.figures[bandit].place == CELL and action != IDEA
    return ("prison-car.cell.no-effect", "ruling.cell.plans-on") if idle else ()


# --- further clauses for refusals


def forbid_fire(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A bandit in the cell cannot be shot."""
    if not isinstance(command, Fire) or command.target not in locked_up(game):
        return ()
    return () if command.target in in_reach(rules, game, bandit) else NOT_SHOT


def forbid_punch(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A bandit in the cell cannot be punched, and no push leads into the cell."""
    if not isinstance(command, Punch):
        return ()
    out_of_reach = command.target in locked_up(game) and command.target not in beside(game, bandit)
    landings = rules.graph(game).pushes[game.figures[bandit].place]
    no_landing = command.to == CELL and CELL not in landings
    return (*(NOT_PUNCHED if out_of_reach else ()), *(NOT_PUSHED_IN if no_landing else ()))


def forbid_way(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """No Move, Floor change or Ride leads into the cell."""
    graph, place = rules.graph(game), game.figures[bandit].place
    match command:
        case Move(to=to):
            ends = graph.moves[place]
        case ChangeFloor(to=to):
            ends = (graph.stairs[place],)
        case Ride(to=to):
            ends = graph.relations[RIDE][place]
        case _:
            return ()
    return NO_ENTRY if to == CELL and CELL not in ends else ()


@clause("prison.setup.attack")
def forbid_start(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """In the horse attack a bandit cannot board the prison car."""
    boards = isinstance(command, BoardCar) and command.car == PRISON
    return NOT_BOARDED if boards else ()


CHANGES = (
    Change("start", forbidden=forbid_start),
    Change("fire", forbidden=forbid_fire),
    Change("punch", forbidden=forbid_punch),
    Change("move", forbidden=forbid_way),
    Change("floor-change", forbidden=forbid_way),
    Change("ride", forbidden=forbid_way),
)


# --- clauses added to events of other modules


OUT_OF_REACH = "ruling.cell.happenings=out-of-reach"


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about the prison car that an event of another part of the rules also cites."""
    match event:
        case BanditMoved(to=to, how=how):
            return _came_to(to, how)
        case ActionIdle(bandit=bandit, action=action):
            return _out_of_reach(rules, game, bandit, action)
        case NeutralBulletGiven(bandit=bandit) if game.figures[bandit].place == CELL:
            return ("ruling.cell.happenings",)
        case HappeningStarted() if rules.agreed(OUT_OF_REACH) and locked_up(game):
            return ("ruling.cell.happenings",)
        case AttackReached() if not horses_of(game).attack:
            return NOT_BOARDED
        case CardPlayed(seat=seat) | CardsDrawn(seat=seat) | IdeaFound(seat=seat):
            inside = any(game.figures[bandit].seat == seat for bandit in locked_up(game))
            return ("ruling.cell.plans-on",) if inside else ()
    return ()


def _came_to(to: Place, how: str) -> Cites:
    """The clauses about a bandit who comes into the prison car; only an arrest leads into the cell."""
    if to == CELL:
        return NO_ENTRY
    if to not in (CORRIDOR, PRISON_ROOF):
        return ()
    knocked = to == CORRIDOR and how in ("push", "knock")
    return ("prison-car.corridor-and-roof", *(NOT_PUSHED_IN if knocked else ()))


def _out_of_reach(rules: Rules, game: Game, bandit: Bandit, action: str) -> Cites:
    """The clause by which an action aimed near the prison car could not reach the bandits in the cell."""
    figure = game.figures[bandit]
    if not locked_up(game) or figure.place == CELL:
        return ()
    if action == "punch":
        return NOT_PUNCHED if figure.place == CORRIDOR else ()
    seen = any(CORRIDOR in line for line in rules.graph(game).sight.get(figure.place, ()))
    through = figure.place == PRISON_ROOF and "tuco" in figure.powers
    near = figure.place == CORRIDOR or seen or through
    return NOT_SHOT if action == "fire" and near else ()
