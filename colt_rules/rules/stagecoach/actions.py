"""What the stagecoach and the Shotgun change about action cards: more answers, forbidden ones, cards without effect."""

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
"""The target that stands for the Shotgun in a command that treats him as a bandit."""
BEHIND: Cites = ("shotgun.blocks-sight",)
THROWN: Cites = ("shotgun.punched", "shotgun.thrown-off", "shotgun.never-back")


# --- cards without effect


def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """A card has no effect if its bandit has left the game, or if the bandit's place or hostage forbids the action."""
    return scoring.gone(rules, game, bandit, action) or (
        *_kept_by_the_place(rules, game, bandit, action),
        *hostages.disabled(rules, game, bandit, action),
    )


@clause("stagecoach.inside.not-by-move", "ruling.ride.from-the-stagecoach")
def _kept_by_the_place(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """A Move of a bandit inside the stagecoach has no effect; nor, by a house rule, has a Ride from the stagecoach."""
    place = game.figures[bandit].place
    if action == "move" and place == WITHIN:
        return ("stagecoach.inside.not-by-move",)
    only_from_the_train = rules.agreed("ruling.ride.from-the-stagecoach=only-from-the-train")
    if action == "ride" and car_of(place) == COACH and only_from_the_train:
        return ("ruling.ride.from-the-stagecoach",)
    return ()


# --- a Punch against the Shotgun


@clause("shotgun.punched")
def _punches(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """A bandit on the roof of the stagecoach can punch the Shotgun while he is there."""
    figure = game.figures[bandit]
    return [PunchShotgun(figure.seat)] if figure.place == ON_TOP == stagecoach_of(game).shotgun else []


def _punch_refusal(rules: Rules, game: Game, bandit: Bandit, command: PunchShotgun) -> Cites:
    """The Shotgun can be punched only on the roof of the stagecoach, and never again after he has left it."""
    gone = stagecoach_of(game).shotgun != ON_TOP
    return ("shotgun.punched", *(("shotgun.never-back",) if gone else ()))


@clause("shotgun.thrown-off", "shotgun.never-back")
def _thrown(rules: Rules, game: Game, bandit: Bandit, command: PunchShotgun) -> list[Cited]:
    """The Shotgun lands on the roof of the car that the stagecoach faces and never returns; the strongbox stays."""
    lands = roof(stagecoach_of(game).car)
    return [(ShotgunThrown(bandit, ON_TOP, lands), THROWN + comes_to(rules, game, lands))]


PUNCH_SHOTGUN = action("punch", Choice((PunchShotgun,), _punches, _punch_refusal, _thrown))


# --- forbidden answers, and further clauses for refusals


@clause("shotgun.before-belle", "stagecoach.inside.push", "stagecoach.roof.push", "hostage.never-lost")
def _forbid_punch(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """While the Shotgun can be punched, Belle cannot.

    Pushes cross only between facing places, and a hostage is not loot.
    """
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
    """The strongbox that the Shotgun guards cannot be taken."""
    guarded = isinstance(command, Rob) and command.token == STRONGBOX and stagecoach_of(game).shotgun == ON_TOP
    return ("shotgun.guards-strongbox",) if guarded else ()


@clause("shotgun.blocks-sight", "shotgun.no-target", "stagecoach.inside.fire", "station.escape.out-of-the-game")
def _forbid_fire(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """The Shotgun is never a target and hides the figures behind him.

    From inside the stagecoach only the inside of the facing car is in reach.
    """
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
    """The clauses by which the Shotgun or the stagecoach keeps a place out of every line of fire; otherwise empty."""
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
    """No Move leads inside the stagecoach. A Move onto its roof covers at most three cars; the old lady allows one."""
    if not isinstance(command, Move):
        return ()
    place = game.figures[bandit].place
    reasons: Cites = ()
    if COACH in (car_of(place), car_of(command.to)) and command.to not in rules.graph(game).moves[place]:
        reasons = ("stagecoach.inside.not-by-move",) if command.to == WITHIN else ("stagecoach.roof.move",)
    return reasons + hostages.forbid_move(rules, game, bandit, command)


@clause("stagecoach.stairs")
def _forbid_floor_change(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """On the stagecoach a Floor change leads only to its other level."""
    place = game.figures[bandit].place
    elsewhere = isinstance(command, ChangeFloor) and command.to != rules.graph(game).stairs[place]
    return ("stagecoach.stairs",) if elsewhere and car_of(place) == COACH else ()


@clause("stagecoach.not-the-marshal")
def _forbid_marshal(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """The Marshal never enters the stagecoach."""
    boards = isinstance(command, MoveMarshal) and car_of(command.to) == COACH
    return ("stagecoach.not-the-marshal",) if boards else ()


@clause("ride.into-stagecoach")
def _forbid_ride(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A Ride ends inside the stagecoach only if the horse can stop beside it, and never on its roof."""
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
