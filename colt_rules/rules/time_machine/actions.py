"""What the time machine changes about actions: forbidden answers, and the clauses of refusals."""

from colt_rules.commands import ChangeFloor, Command, Fire, Move, MoveMarshal, Punch
from colt_rules.decisions import Decision
from colt_rules.events import BanditMoved, Cited, Event
from colt_rules.model.names import Bandit, Cites, Place, Reasons, is_roof, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.actions import fire
from colt_rules.rules.base.bullets import neutral_bullets
from colt_rules.rules.horses.commands import BoardCar, Ride
from colt_rules.rules.horses.places import BOARDED, RIDE
from colt_rules.rules.marshal.commands import PunchMarshal, ShootOff, ThrowOff
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.mei.box import MEI
from colt_rules.rules.module import Change, Rules
from colt_rules.rules.stagecoach.actions import BEHIND
from colt_rules.rules.stagecoach.arrivals import TOO_FEW
from colt_rules.rules.stagecoach.commands import Run
from colt_rules.rules.stagecoach.follows import PASSING
from colt_rules.rules.stagecoach.hostages import ONE_ROOF, burdened
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.places import ON_TOP
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.model import MACHINE, NAME
from colt_rules.rules.time_machine.places import CAB, TOP
from colt_rules.rules.time_machine.round_end import ALONE

NO_STAIRS: Cites = ("time-machine.no-floor-change",)
NO_DIAGONAL: Cites = ("ruling.time-machine.mei",)
LIKE_A_ROOF: Cites = ("ruling.time-machine.like-a-roof",)
DEADLY_FALL: Cites = ("ruling.time-machine.deadly-fall",)
FLIGHT: Cites = ("ruling.time-machine.flight",)


# --- ways


@clause("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")
def _kept_out(rules: Rules, game: Game, bandit: Bandit, to: Place) -> Reasons:
    """The clauses by which this figure can never enter a place; empty if it can."""
    return rules.graph(game).closed.get(to, {}).get(bandit, ())


def forbid_move(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """For a Move the time machine is next to the cab and counts as one more roof; the Marshal never enters it."""
    if not isinstance(command, Move) or MACHINE not in (place := game.figures[bandit].place, command.to):
        return ()
    if closed := _kept_out(rules, game, bandit, command.to):
        return closed
    if command.to not in rules.graph(game).moves[place]:
        return ("time-machine.move", *(LIKE_A_ROOF if is_roof(place) or is_roof(command.to) else ()))
    return _slowly(game, bandit, place, command.to)


@clause("ruling.time-machine.like-a-roof")
def _slowly(game: Game, bandit: Bandit, start: Place, to: Place) -> Reasons:
    """For the old lady's captor the only Move on roofs is between the time machine and the roof of the locomotive."""
    (other,) = {start, to} - {MACHINE}
    far = is_roof(other) and other != TOP
    return (*ONE_ROOF, *LIKE_A_ROOF) if far and burdened(game, bandit, "one-roof") else ()


@clause("time-machine.no-floor-change", "ruling.time-machine.mei")
def forbid_floor_change(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """No Floor change leads into the time machine, not even diagonally, and one in it has no effect."""
    if not isinstance(command, ChangeFloor) or command.to != MACHINE:
        return ()
    return (*NO_STAIRS, *(NO_DIAGONAL if MEI in game.figures[bandit].powers else ()))


@clause("time-machine.ride", "time-machine.not-the-marshal", "ruling.time-machine.horses")
def forbid_ride(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A Ride leads into the time machine only from at most three cars away, and never for the Marshal.

    From the time machine a Ride reaches one car less far than from the cab.
    """
    place = game.figures[bandit].place
    if not isinstance(command, Ride) or MACHINE not in (place, command.to):
        return ()
    rides = rules.graph(game).relations[RIDE]
    if command.to != MACHINE:
        return (RIDING,) if command.to in rides[CAB] and command.to not in rides[MACHINE] else ()
    near = MACHINE in rides[place]
    return _kept_out(rules, game, bandit, MACHINE) or (() if near else ("time-machine.ride", RIDING))


RIDING = "ruling.time-machine.horses"


@clause("ruling.time-machine.flight")
def forbid_run(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A bandit cannot run from the Shotgun into the time machine, except by a house rule."""
    if not isinstance(command, Run) or command.to != MACHINE:
        return ()
    return () if rules.agreed(f"{FLIGHT[0]}=into-it") else FLIGHT


@clause("ruling.time-machine.attack")
def forbid_boarding(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """In the horse attack the time machine cannot be boarded."""
    if not isinstance(command, BoardCar) or command.car != NAME:
        return ()
    return () if NAME in rules.graph(game).relations[BOARDED] else ("ruling.time-machine.attack",)


@clause("time-machine.not-the-marshal")
def forbid_marshal(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """The Marshal cannot be sent into the time machine."""
    if not isinstance(command, MoveMarshal) or command.to != MACHINE:
        return ()
    return () if MACHINE in rules.graph(game).patrol[game.marshal] else ("time-machine.not-the-marshal",)


# --- punches and shots


@clause("ruling.time-machine.deadly-fall")
def _falls(game: Game, bandit: Bandit, command: Command) -> Reasons:
    """Nobody is thrown off the train from the time machine, neither by a Punch nor by a shot."""
    match command:
        case ThrowOff():
            target = bandit
        case ShootOff(target=target) if target in game.figures:
            pass
        case _:
            return ()
    return DEADLY_FALL if game.figures[target].place == MACHINE else ()


@clause("time-machine.push-in", "time-machine.push-out", "ruling.time-machine.marshal-stays")
def forbid_punch(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A push leads into the time machine only from the locomotive, and out of it only into the cab.

    The Marshal is never pushed into it.
    """
    place = game.figures[bandit].place
    if isinstance(command, PunchMarshal):
        return _kept_out(rules, game, MARSHAL, command.to)
    if falls := _falls(game, bandit, command):
        return falls
    if not isinstance(command, Punch) or command.to in rules.graph(game).pushes[place]:
        return ()
    if place == MACHINE:
        return ("time-machine.push-out",)
    return ("time-machine.push-in",) if command.to == MACHINE else ()


@clause("time-machine.fire", "time-machine.fire.line-of-sight")
def forbid_fire(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A shot crosses between the time machine and the cab, or goes along the roofs to the nearest figures in sight."""
    if falls := _falls(game, bandit, command):
        return falls
    if not isinstance(command, Fire) or command.target not in game.figures:
        return ()
    start, place = game.figures[bandit].place, game.figures[command.target].place
    if start == place or MACHINE not in (start, place):
        return ()
    if not any(place in line for line in rules.graph(game).sight[start]):
        other = place if start == MACHINE else start
        return ("time-machine.fire.line-of-sight", *BEHIND) if is_roof(other) else ("time-machine.fire",)
    hidden = "fire.roof.line-of-sight" in fire.refusal(rules, game, bandit, command)
    return ("time-machine.fire.line-of-sight",) if hidden else ()


@clause("ruling.time-machine.like-a-roof")
def follows(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """A Move between the time machine and a roof that leads over the Shotgun's roof costs a neutral bullet."""
    match event:
        case BanditMoved(bandit=bandit, start=start, to=to, how="move") if MACHINE in (start, to):
            (other,) = {start, to} - {MACHINE}
            if bandit in rules.bandits(game) and leads_past(rules, game, other):
                cites = (*PASSING, *LIKE_A_ROOF)
                return neutral_bullets(rules, game, (bandit,), cites, (*cites, *TOO_FEW))
    return []


def leads_past(rules: Rules, game: Game, other: Place) -> bool:
    """Whether the Shotgun stands on a roof between this roof and the time machine."""
    coach, roofs = stagecoach_of(game), rules.graph(game).roofs
    if coach.shotgun not in roofs or not is_roof(other) or coach.shotgun == other:
        return False
    crossed = roof(coach.car) if other == ON_TOP else other
    return roofs.index(coach.shotgun) <= roofs.index(crossed)


# --- out of turn


def out_of_turn(rules: Rules, game: Game, due: Decision, command: Command) -> Cites:
    """A bandit who is not alone in the time machine at the end of the round cannot hide."""
    return ALONE if isinstance(command, HideBandit) else ()


CHANGES = (
    Change("move", forbidden=forbid_move),
    Change("angry-marshal", forbidden=forbid_move),
    Change("floor-change", forbidden=forbid_floor_change),
    Change("ride", forbidden=forbid_ride),
    Change("run", forbidden=forbid_run),
    Change("start", forbidden=forbid_boarding),
    Change("marshal", forbidden=forbid_marshal),
    Change("punch", forbidden=forbid_punch),
    Change("fire", forbidden=forbid_fire),
)
