"""How the stagecoach, the Shotgun and hostages are written in a case.

    car    |       | mail             | dining | stagecoach    |
    roof   | tuco  | shotgun          |        | doc           |
    inside | M     | ghost            | purse  | belle         |
    beside |       | stagecoach       |        |

The column ``stagecoach``, always the last one, is not a car of the train: its cells are the places of the stagecoach.
The row ``beside`` shows which car it is beside. Hostages, their captors, and who has ridden away are options beyond the
sketch.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from colt_rules.conformance.notation import (
    BadSketch,
    Choosing,
    Drawing,
    Loot,
    Notation,
    Option,
    OptionValues,
    Sample,
    SketchWords,
    Written,
    cell,
    check_names,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import LOCOMOTIVE, Car, Place, Seat, Token, car_of, inside, is_roof, kind_of, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.horses.places import BESIDE
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.model import AWAY, COACH, Plan, stagecoach_of
from colt_rules.rules.stagecoach.setup import STRONGBOX

SHOTGUN = "shotgun"

# --- reading


def read(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The stagecoach in the middle of the round, after everything due at its start.

    Its strongbox is on its roof unless it is drawn elsewhere, and the captor of the poker player has no power.
    """
    captors, number = options["captors"], game.round.number
    check_names("captors", captors, game.figures)
    check_names("remembered", options["remembered"], game.figures)
    _check_hostages(captors, options["hostages"])
    _check_melee(game)
    floor, values = game.floor, game.values
    if STRONGBOX not in values:
        floor = {**floor, roof(COACH): (*floor.get(roof(COACH), ()), STRONGBOX)}
        values = {**values, STRONGBOX: BOX.strongbox_value}
    figures = {
        bandit: changed(figure, powers=()) if captors.get(bandit) == "poker-player" else figure
        for bandit, figure in game.figures.items()
    }
    coach = changed(
        stagecoach_of(game),
        car=_car(drawing),
        shotgun=_shotgun(drawing),
        fell_back=number - 1,
        bitten=number if "poodle" in captors.values() else 0,
        plan=_plan(game, options["kept"]),
    )
    return with_part(changed(game, figures=figures, floor=floor, values=values), COACH, coach)


def _check_hostages(captors: Mapping[str, str], waiting: tuple[str, ...]) -> None:
    """Raise BadSketch for an unknown hostage, or one in two places."""
    for where, named in (("captors", captors.values()), ("hostages", waiting)):
        if strange := [hostage for hostage in named if hostage not in EXTRAS.hostages]:
            raise BadSketch(f"{where}: expected some of {', '.join(EXTRAS.hostages)}; got {strange[0]!r}")
    all_ = (*captors.values(), *waiting)
    if twice := sorted({hostage for hostage in all_ if all_.count(hostage) > 1}):
        raise BadSketch(f"hostages: expected each in one place, got {', '.join(twice)} twice")


def _check_melee(game: Game) -> None:
    """Raise BadSketch if somebody has acted in a melee before the others."""
    acted = len(game.options.seats) - len(game.round.order)
    if game.phase == "schemin" and rules_of(game).turn(game) == "melee" and acted:
        raise BadSketch(f"acted: expected 0, for in a melee all choose at once; got {acted}")


def _car(drawing: Drawing) -> Car:
    """The car that the stagecoach is beside: the locomotive by default."""
    cars = [car_of(at) for at in drawing.cells_with(COACH)]
    if len(cars) > 1:
        raise BadSketch(f"{BESIDE}: expected the {COACH} once, got it beside {' and '.join(cars)}")
    return cars[0] if cars else LOCOMOTIVE


def _shotgun(drawing: Drawing) -> Place:
    """The place of the Shotgun: the roof of the stagecoach by default."""
    places = drawing.cells_with(SHOTGUN)
    if len(places) > 1 or not all(map(is_roof, places)):
        raise BadSketch(f"expected the {SHOTGUN} once, on a roof; got him at {' and '.join(places)}")
    return places[0] if places else roof(COACH)


def _plan(game: Game, kept: Mapping[Seat, Sequence[str]]) -> Plan | None:
    """The cards kept in this round's plan of attack, if any."""
    check_names("kept", kept, game.options.seats)
    if kept and game.phase == "schemin":
        raise BadSketch("kept: allowed only in Stealin', because a plan is made when all hands have been played")
    plans = rules_of(game).round_card(game).plans
    if most := [seat for seat, cards in kept.items() if len(cards) > plans]:
        raise BadSketch(f"kept: expected at most {plans} cards in a round with this card, got more of {most[0]}")
    return Plan(game.round.number, (), plans, {seat: tuple(sorted(kept[seat])) for seat in kept}) if kept else None


def impossible(game: Game) -> Iterator[str]:
    """The stagecoach is beside a car of the train, and the Shotgun on it or on the roof that it faces."""
    coach = stagecoach_of(game)
    if coach.car and coach.car not in game.train:
        yield f"{COACH}: expected it beside a car of the train, {', '.join(game.train)}; got it beside {coach.car}"
    elif coach.car and coach.shotgun not in (facing := (roof(COACH), roof(coach.car))):
        yield f"{SHOTGUN}: expected him on the {COACH} or facing it, {' or '.join(facing)}; got him at {coach.shotgun}"


# --- writing


def write(game: Game) -> Written:
    """The Shotgun on a roof, the stagecoach beside a car, its strongbox with its own name, and this round's plan.

    No board shows a melee or a run, or a game before the stagecoach is there.
    """
    coach = stagecoach_of(game)
    kept = coach.plan.kept if coach.plan and coach.plan.round == game.round.number else {}
    half_done = coach.melee or coach.running or not coach.car
    return Written(
        cells={coach.shotgun: [SHOTGUN], cell(coach.car, BESIDE): [COACH]} if coach.car else {},
        tokens={STRONGBOX: STRONGBOX},
        options=None if half_done else {"kept": {seat: cards for seat, cards in kept.items() if cards}},
    )


# --- random positions and commands


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """All hostages."""
    return {"hostage": sorted(EXTRAS.hostages)}


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """The stagecoach beside any car, and any hostages, some of whom have captors."""
    car = choosing.one(train)
    hostages = choosing.several(sorted(EXTRAS.hostages), len(seats), unique=True)
    count = choosing.number(0, len(hostages))
    captors = dict(zip(seats, hostages[:count], strict=False))
    return {cell(car, BESIDE): [COACH]}, {"captors": captors, "hostages": hostages[count:]}


OPTIONS = {
    "hostages": Option(
        tuple[str, ...],
        (),
        f"stagecoach: those still beside the train, out of {', '.join(EXTRAS.hostages)}.",
        copied=True,
    ),
    "captors": Option(
        Mapping[str, str],
        {},
        "stagecoach: who has which hostage, such as `{tuco: teacher}`. Without powers if it is the poker "
        "player; the poodle has bitten in this round.",
        copied=True,
    ),
    "away": Option(
        tuple[str, ...], (), "stagecoach: who has ridden away. They are in no cell of the board.", place=AWAY
    ),
    "kept": Option(
        Mapping[str, tuple[str, ...]],
        {},
        "stagecoach, Stealin': the cards that are left in hand by this round's plan of attack.",
        in_hand=True,
    ),
    "remembered": Option(
        Mapping[str, int],
        {},
        "stagecoach: how many bullets were given to a bandit in the round in which each costs money.",
        copied=True,
    ),
}

NOTATION = Notation(
    options=OPTIONS,
    sketch=SketchWords(
        rows={BESIDE: (COACH,)},
        places=(inside(COACH), roof(COACH)),
        figures=(SHOTGUN,),
        loot={STRONGBOX: Loot(kind_of(STRONGBOX), BOX.strongbox_value, STRONGBOX)},
        default={roof(COACH): (SHOTGUN, STRONGBOX), cell(LOCOMOTIVE, BESIDE): (COACH,)},
    ),
    read=read,
    write=write,
    impossible=impossible,
    compared_like={"CardsKept.cards": "HandReturned.cards"},
    vocabulary=vocabulary,
    sampled=sampled,
    pages={
        "guarded": STRONGBOX,
        "decided": "what the table agrees on, hostages",
        "rows.what": "with the stagecoach `coach-strongbox`, `hostages` and `drink`",
        "Given.neutral": f"with the stagecoach {BOX.neutral_bullets + EXTRAS.neutral_bullets}",
    },
)
