"""The set-up with horses: a flask in each car, and the horse attack, in which the bandits board the train."""

from collections.abc import Sequence
from itertools import combinations

from colt_rules.commands import Command
from colt_rules.decisions import Decision
from colt_rules.events import BanditPlaced, Cited, FirstPlayerDrawn
from colt_rules.model.names import CHANCE, Bandit, Car, Cites, Seat, inside
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.setup import ROUNDS, drawn, is_laid_out, one
from colt_rules.rules.horses.box import EXTRAS
from colt_rules.rules.horses.commands import BoardCar, HidePawns
from colt_rules.rules.horses.events import (
    AttackEnded,
    AttackReached,
    BoardingSealed,
    BoardingShown,
    FlaskPlaced,
    HorseLeft,
)
from colt_rules.rules.horses.model import Attack, horses_of
from colt_rules.rules.horses.places import BOARDED
from colt_rules.rules.module import Choice, Rules, StepResult

REARMOST = "attack.first-player.rearmost"
SIX = "horses.setup.whisky.six"
BOXED = "ruling.horses.flasks-in-the-box=five-and-one"

# --- flasks


@clause("horses.setup.whisky", "horses.setup.whisky.blind")
def place_flasks(rules: Rules, game: Game) -> StepResult:
    """Once the cars are filled, each car behind the locomotive gets one whisky flask, drawn unseen."""
    return (Decision(CHANCE, "flasks", ""),) if is_laid_out(rules, game) and not horses_of(game).flasks else None


@clause("horses.setup.whisky.seven", "horses.setup.whisky.six", "ruling.horses.flasks-in-the-box")
def _flasks(rules: Rules, game: Game) -> tuple[str, ...]:
    """The flasks are drawn from those that the edition's book counts; by a house rule, from the published box."""
    boxed = rules.holds(SIX) or rules.agreed(BOXED)
    return tuple(kind for kind, flask in EXTRAS.flasks.items() for _ in range(flask.count if boxed else flask.listed))


@clause("horses.setup.whisky", "ruling.horses.whisky-not-in-the-locomotive")
def _flasks_wanted(rules: Rules, game: Game) -> int:
    """One flask for each car behind the locomotive."""
    return len(game.train) - 1


@clause("horses.setup.whisky", "horses.setup.whisky.blind")
def _flasks_placed(rules: Rules, game: Game, kinds: tuple[str, ...]) -> list[Cited]:
    """Each car behind the locomotive gets one flask; the others leave the game."""
    return flasks_in(rules, game, game.train[1:], kinds)


def flasks_in(rules: Rules, game: Game, cars: Sequence[Car], kinds: Sequence[str]) -> list[Cited]:
    """One flask is put inside each of these cars; flasks are numbered from the head of the train."""
    return [
        (FlaskPlaced(f"whisky-{number}", kind, inside(car)), _flask_cites(rules, game))
        for number, (car, kind) in enumerate(zip(cars, kinds, strict=True), 1)
    ]


@clause("ruling.horses.whisky-not-in-the-locomotive", "ruling.horses.flasks-in-the-box")
def _flask_cites(rules: Rules, game: Game) -> Cites:
    """The clauses about the number of flasks, and about the locomotive, which gets no flask.

    One book answers both questions; for the other books there are rulings.
    """
    cites = ("horses.setup.whisky", "horses.setup.whisky.blind")
    if rules.holds(SIX):
        return (*cites, SIX)
    counted = () if rules.agreed(BOXED) else ("horses.setup.whisky.seven",)
    return (*cites, *counted, "ruling.horses.flasks-in-the-box", "ruling.horses.whisky-not-in-the-locomotive")


# --- the horse attack


@clause("attack.instead-of-placement", "ruling.attack.drawn-before")
def attack(rules: Rules, game: Game) -> StepResult:
    """After the set-up the bandits come on horseback: at each car their players choose whether they board it."""
    begun = horses_of(game).attack
    if begun:
        return _go_on(rules, game, begun)
    ready = len(game.rounds) == rules.number(ROUNDS) and (game.round.first or drawn_among_rearmost(rules, game))
    riders = tuple(bandit for bandit in rules.bandits_by_seat(game) if not game.figures[bandit].place)
    return [(AttackReached(_boardable(rules, game)[-1], riders), BEGUN)] if ready and riders else None


def _boardable(rules: Rules, game: Game) -> tuple[Car, ...]:
    """The cars that can be boarded, the front one first."""
    return tuple(rules.graph(game).relations[BOARDED])


BEGUN = ("attack.instead-of-placement", "attack.cars-only", "attack.from-the-tail", "horses.setup.horse")


@clause("attack.secret-choice", "attack.last-rider", "attack.front-car", "ruling.attack.alone-with-two")
def _go_on(rules: Rules, game: Game, now: Attack) -> StepResult:
    """At each car all riding players choose at once; the last rider names any car that is left.

    All who still ride board the front car.
    """
    if not now.riders:
        return [_ended()]
    if now.car == _boardable(rules, game)[0]:
        cites = (*GOT_IN, "attack.front-car")
        return [*_boarded(rules, game, now.riders, now.car, cites), _ended()]
    seats = riding_seats(game, now)
    if len(seats) == 1:
        return (Decision(seats[0], "start", now.riders[0]),)
    undecided = tuple(Decision(seat, "attack", seat) for seat in seats if seat not in now.hidden)
    return undecided or _opened(rules, game, now)


def riding_seats(game: Game, now: Attack) -> list[Seat]:
    """The players who still have a riding bandit, in the order of the seats."""
    riding = {game.figures[bandit].seat for bandit in now.riders}
    return [seat for seat in game.options.seats if seat in riding]


@clause("attack.secret-choice", "attack.rides-on", "attack.from-the-tail", "horses.secrecy.sealed")
def _opened(rules: Rules, game: Game, now: Attack) -> list[Cited]:
    """All choices are shown at the same moment; bandits that were shown board the car, the others ride on."""
    boards = [bandit for seat in riding_seats(game, now) for bandit in now.hidden[seat]]
    riders = tuple(bandit for bandit in now.riders if bandit not in boards)
    shown: list[Cited] = [(BoardingShown(seat, now.hidden[seat]), SHOWN) for seat in riding_seats(game, now)]
    cars = _boardable(rules, game)
    ahead = cars[cars.index(now.car) - 1]
    on: Cited = (AttackReached(ahead, riders), ("attack.from-the-tail", "attack.rides-on"))
    return [*shown, *_boarded(rules, game, boards, now.car, GOT_IN), on if riders else _ended()]


SHOWN = ("attack.secret-choice", "horses.secrecy.sealed")
GOT_IN = ("attack.instead-of-placement", "attack.boards", "setup.placement.inside")


@clause("attack.boards", "attack.horse-left", "horses.setup.horse")
def _boarded(rules: Rules, game: Game, bandits: Sequence[Bandit], car: Car, cites: Cites) -> list[Cited]:
    """Each of these bandits is put inside the car, and its horse stays beside it."""
    first, place = len(horses_of(game).stands) + 1, rules.graph(game).relations[BOARDED][car]
    left = ("attack.horse-left", "horses.setup.horse")
    return [
        event
        for number, bandit in enumerate(bandits, first)
        for event in (
            (BanditPlaced(bandit, place), cites),
            (HorseLeft(bandit, f"horse-{number}", car), left),
        )
    ]


@clause("attack.horses-nobodys")
def _ended() -> Cited:
    """When every bandit has boarded, the horses belong to nobody."""
    return AttackEnded(), ("attack.horses-nobodys",)


def _now(game: Game) -> Attack:
    now = horses_of(game).attack
    assert now, "players choose only in the attack"
    return now


def leads_two(game: Game, seat: Seat) -> bool:
    """Whether this player has two bandits."""
    return sum(figure.seat == seat for figure in game.figures.values()) > 1


def _riding(game: Game, seat: Seat) -> list[Bandit]:
    return sorted(bandit for bandit in _now(game).riders if game.figures[bandit].seat == seat)


@clause("attack.secret-choice", "attack.two-pawns")
def pawns(rules: Rules, game: Game, seat: str) -> list[Command]:
    """The player chooses for each of their riding bandits whether it boards or rides on."""
    riding = _riding(game, seat)
    return [HidePawns(seat, boards) for count in range(len(riding) + 1) for boards in combinations(riding, count)]


def _hand_cites(game: Game, seat: Seat) -> Cites:
    return ("attack.secret-choice", "attack.two-pawns") if leads_two(game, seat) else ("attack.secret-choice",)


def _pawns_refusal(rules: Rules, game: Game, seat: str, command: HidePawns) -> Cites:
    """A player can only choose their own riding bandits, each once, sorted by name."""
    if command.boards != tuple(sorted(set(command.boards))):
        return ("ruling.command.form",)
    return _hand_cites(game, seat)


@clause("attack.secret-choice", "attack.two-pawns", "horses.secrecy.sealed")
def _hidden(rules: Rules, game: Game, seat: str, command: HidePawns) -> list[Cited]:
    """The choice stays secret until all players have chosen."""
    return [(BoardingSealed(seat, command.boards), (*_hand_cites(game, seat), "horses.secrecy.sealed"))]


@clause("attack.last-rider", "attack.cars-only", "ruling.attack.alone-with-two")
def starts(rules: Rules, game: Game, bandit: str) -> list[Command]:
    """The last rider boards the current car or any car ahead of it, but not the locomotive."""
    cars = _boardable(rules, game)
    up = cars.index(_now(game).car)
    return [BoardCar(game.figures[bandit].seat, car) for car in reversed(cars[: up + 1])]


def _start_refusal(rules: Rules, game: Game, bandit: str, command: BoardCar) -> Cites:
    """A car that has been up cannot be boarded any more, and the locomotive and the stagecoach never can."""
    passed = command.car in _boardable(rules, game)
    return ("attack.last-rider", "attack.from-the-tail") if passed else ("attack.last-rider", "attack.cars-only")


@clause("attack.last-rider", "ruling.attack.alone-with-two")
def _started(rules: Rules, game: Game, bandit: str, command: BoardCar) -> list[Cited]:
    """The last rider boards the named car; a player with two bandits names one for each."""
    cites: Cites = (*GOT_IN, "attack.last-rider")
    if leads_two(game, command.actor):
        cites += ("ruling.attack.alone-with-two",)
    return _boarded(rules, game, [bandit], command.car, cites)


# --- the first player


@clause("attack.first-player.rearmost", "ruling.attack.first-player-in-teams", "ruling.attack.drawn-before")
def drawn_among_rearmost(rules: Rules, game: Game) -> bool:
    """In one edition the first player is drawn after the attack, among the bandits in the rearmost boarded car.

    In teams the first player is always drawn before the attack, among the players A.
    """
    return rules.holds(REARMOST) and "team" not in game.options.modules


@clause("attack.first-player.rearmost")
def draw_rearmost(rules: Rules, game: Game) -> StepResult:
    """In one edition a bandit in the rearmost boarded car is drawn after the attack."""
    boarded = horses_of(game).stands and not horses_of(game).attack
    due = boarded and not game.round.first and drawn_among_rearmost(rules, game)
    return (Decision(CHANCE, "rearmost", ""),) if due else None


@clause("attack.first-player.rearmost")
def _rearmost(rules: Rules, game: Game) -> tuple[str, ...]:
    """The bandits in the rearmost car that was boarded."""
    last = max(map(game.train.index, horses_of(game).stands.values()))
    rearmost = inside(game.train[last])
    return tuple(bandit for bandit in rules.bandits_by_seat(game) if game.figures[bandit].place == rearmost)


@clause("attack.first-player.rearmost", "setup.first-player.holds-rounds")
def _rearmost_drawn(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    """The player of the drawn bandit is the first player."""
    return [(FirstPlayerDrawn(game.figures[outcome[0]].seat), (REARMOST, "setup.first-player.holds-rounds"))]


STEPS = {"place-flasks": place_flasks, "attack": attack, "draw-rearmost": draw_rearmost}

CHOICES = {
    "flasks": drawn("flasks", _flasks, _flasks_wanted, _flasks_placed, _flask_cites),
    "attack": Choice((HidePawns,), pawns, _pawns_refusal, _hidden),
    "start": Choice((BoardCar,), starts, _start_refusal, _started),
    "rearmost": drawn("rearmost", _rearmost, one, _rearmost_drawn, (REARMOST,)),
}
