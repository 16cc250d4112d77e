"""What the stagecoach and the Shotgun change about action cards: more answers, forbidden answers, idle cards."""

from colt_rules.commands import ChangeFloor, Command, Fire, Move, MoveMarshal, Punch, Rob
from colt_rules.events import Cited
from colt_rules.model.names import Bandit, Cites, Place, Reasons, car_of, is_roof, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.horses.places import RIDE
from colt_rules.rules.module import Change, Choice, Rules
from colt_rules.rules.stagecoach import hostages, scoring
from colt_rules.rules.stagecoach.arrivals import comes_to
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import PunchShotgun
from colt_rules.rules.stagecoach.events import ShotgunThrown
from colt_rules.rules.stagecoach.model import AWAY, COACH, stagecoach_of
from colt_rules.rules.stagecoach.places import ON_TOP, WITHIN
from colt_rules.rules.stagecoach.setup import STRONGBOX

SHOTGUN = "shotgun"
"""What somebody calls him who takes him for a bandit."""
BEHIND: Cites = ("shotgun.blocks-sight",)
THROWN: Cites = ("shotgun.punched", "shotgun.thrown-off", "shotgun.never-back")


# --- cards that do nothing


def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """Why a card does nothing: its bandit has left the game, or place or hostage keeps it from acting."""
    return scoring.gone(rules, game, bandit, action) or (
        *_kept_by_the_place(rules, game, bandit, action),
        *hostages.disabled(rules, game, bandit, action),
    )


@clause("stagecoach.inside.not-by-move", "ruling.ride.from-the-stagecoach")
def _kept_by_the_place(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """Nobody gets out of the stagecoach by a Move, nor by a Ride where the table agrees on it."""
    place = game.figures[bandit].place
    if action == "move" and place == WITHIN:
        return ("stagecoach.inside.not-by-move",)
    only_from_the_train = rules.agreed("ruling.ride.from-the-stagecoach=only-from-the-train")
    if action == "ride" and car_of(place) == COACH and only_from_the_train:
        return ("ruling.ride.from-the-stagecoach",)
    return ()


# --- a Punch for the Shotgun


@clause("shotgun.punched")
def _punches(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """A bandit beside the Shotgun on the stagecoach can punch him."""
    figure = game.figures[bandit]
    return [PunchShotgun(figure.seat)] if figure.place == ON_TOP == stagecoach_of(game).shotgun else []


def _punch_refusal(rules: Rules, game: Game, bandit: Bandit, command: PunchShotgun) -> Cites:
    """He can be punched on the stagecoach and from its roof, and never again."""
    gone = stagecoach_of(game).shotgun != ON_TOP
    return ("shotgun.punched", *(("shotgun.never-back",) if gone else ()))


@clause("shotgun.thrown-off", "shotgun.never-back")
def _thrown(rules: Rules, game: Game, bandit: Bandit, command: PunchShotgun) -> list[Cited]:
    """He lands on the roof of the facing car, for good; the strongbox stays where it is."""
    lands = roof(stagecoach_of(game).car)
    return [(ShotgunThrown(bandit, ON_TOP, lands), THROWN + comes_to(rules, game, lands))]


PUNCH_SHOTGUN = action("punch", Choice((PunchShotgun,), _punches, _punch_refusal, _thrown))


# --- answers that are forbidden, and what else forbids those that were never possible


@clause("shotgun.before-belle", "stagecoach.inside.push", "stagecoach.roof.push", "hostage.never-lost")
def _forbid_punch(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """Belle cannot be punched while the Shotgun can, pushes cross only between facing places, a hostage is no loot."""
    if not isinstance(command, Punch):
        return ()
    place = game.figures[bandit].place
    target = game.figures.get(command.target)
    reasons: list[str] = []
    if target and target.place == place and "belle" in target.powers and _punches(rules, game, bandit):
        reasons += ["belle.not-if-another", "shotgun.before-belle"]
    if COACH in (car_of(place), car_of(command.to)) and command.to not in rules.graph(game).pushes[place]:
        reasons.append("stagecoach.roof.push" if is_roof(place) else "stagecoach.inside.push")
    if command.token in EXTRAS.hostages:
        reasons.append("hostage.never-lost")
    return tuple(reasons)


@clause("shotgun.guards-strongbox")
def forbid_robbery(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """The strongbox that the Shotgun stands on cannot be taken."""
    guarded = isinstance(command, Rob) and command.token == STRONGBOX and stagecoach_of(game).shotgun == ON_TOP
    return ("shotgun.guards-strongbox",) if guarded else ()


@clause("shotgun.blocks-sight", "shotgun.no-target", "stagecoach.inside.fire", "station.escape.out-of-the-game")
def _forbid_fire(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """The Shotgun is no target and hides those behind him; inside the stagecoach only the facing car is seen."""
    if not isinstance(command, Fire):
        return ()
    if command.target == SHOTGUN:
        return ("shotgun.no-target",)
    target = game.figures.get(command.target)
    if target is None:
        return ()
    if target.place == AWAY:
        return ("station.escape.out-of-the-game",)
    return hidden(rules, game, game.figures[bandit].place, target.place)


def hidden(rules: Rules, game: Game, start: Place, place: Place) -> Cites:
    """Why a place is on no line of fire, if that is due to the Shotgun or the stagecoach."""
    graph, shotgun = rules.graph(game), stagecoach_of(game).shotgun
    if start == place or any(place in line for line in graph.sight[start]):
        return ()
    if start in graph.roofs and place in graph.roofs:
        ends = sorted((graph.roofs.index(start), graph.roofs.index(place)))
        return BEHIND if ends[0] < graph.roofs.index(shotgun) < ends[1] else ()
    if WITHIN in (start, place) and not is_roof(start) and not is_roof(place):
        return ("stagecoach.inside.fire",)
    return ()


@clause("stagecoach.roof.move", "stagecoach.inside.not-by-move")
def _forbid_move(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """No Move leads inside the stagecoach, none farther than its roof lies; the old lady goes slowly."""
    if not isinstance(command, Move):
        return ()
    place = game.figures[bandit].place
    reasons: Cites = ()
    if COACH in (car_of(place), car_of(command.to)) and command.to not in rules.graph(game).moves[place]:
        reasons = ("stagecoach.inside.not-by-move",) if command.to == WITHIN else ("stagecoach.roof.move",)
    return reasons + hostages.forbid_move(rules, game, bandit, command)


@clause("stagecoach.stairs")
def _forbid_floor_change(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """From a level of the stagecoach the stairs lead to the other and nowhere else."""
    place = game.figures[bandit].place
    elsewhere = isinstance(command, ChangeFloor) and command.to != rules.graph(game).stairs[place]
    return ("stagecoach.stairs",) if elsewhere and car_of(place) == COACH else ()


@clause("stagecoach.not-the-marshal")
def _forbid_marshal(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """The Marshal never boards the stagecoach."""
    boards = isinstance(command, MoveMarshal) and car_of(command.to) == COACH
    return ("stagecoach.not-the-marshal",) if boards else ()


@clause("ride.into-stagecoach")
def _forbid_ride(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A Ride ends inside the stagecoach only where the horse can stop beside it, and never on its roof."""
    if not isinstance(command, Ride) or car_of(command.to) != COACH:
        return ()
    ends = rules.graph(game).relations[RIDE][game.figures[bandit].place]
    return () if command.to in ends else ("ride.into-stagecoach",)


CHANGES = (
    Change("punch", PUNCH_SHOTGUN, _forbid_punch),
    Change("ride", scoring.RIDE_AWAY, _forbid_ride),
    Change("robbery", forbidden=forbid_robbery),
    Change("fire", forbidden=_forbid_fire),
    Change("move", forbidden=_forbid_move),
    Change("floor-change", forbidden=_forbid_floor_change),
    Change("marshal", forbidden=_forbid_marshal),
)
