"""How the time machine and a hiding bandit are written in a case.

    car    |   | mail  | dining | time-machine |
    roof   |   | tuco  |        |              |
    inside | M | ghost |        | doc purse    |

The column ``time-machine``, after the train although the time machine is before it, is not a car: only its lower cell
is a place. Who hides, and beneath what, is an option beyond the sketch.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from colt_rules.conformance.notation import (
    BadSketch,
    Choosing,
    Drawing,
    Notation,
    OfThoseLeft,
    Option,
    OptionValues,
    Piece,
    Sample,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import LOCOMOTIVE, Car, Seat, Token
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.time_machine.model import BENEATH, NAME, TimeMachine, machine_of
from colt_rules.rules.time_machine.round_end import hideouts

HIDING = "hiding"
"""The option that states who hides, and beneath what."""


# --- reading


def put(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The time machine in the middle of the round, with the hiding bandit."""
    return with_part(game, NAME, _machine(game, dict(options[HIDING])))


def _machine(game: Game, hiding: Mapping[str, Car]) -> TimeMachine:
    """The time machine with the hiding bandit: at most one, beneath something on the table."""
    if not hiding:
        return TimeMachine()
    if len(hiding) > 1:
        raise BadSketch(f"{HIDING}: expected one bandit at most, got {', '.join(hiding)}")
    ((bandit, car),) = hiding.items()
    if car not in (there := hideouts(game)):
        raise BadSketch(f"{HIDING}: expected what is on the table, {', '.join(there)}; got {car!r}")
    return TimeMachine(hidden=bandit, car=car)


# --- writing


def option_values(machine: TimeMachine) -> OptionValues:
    """Who hides, and where."""
    return {HIDING: {machine.hidden: machine.car} if machine.hidden else {}}


# --- taking apart and leaving out


def apart(game: Game) -> TimeMachine:
    """Who hides; the round in which it was crowded no longer matters once another has begun."""
    return changed(machine_of(game), crowded=0)


def pieces(machine: TimeMachine, tokens: Sequence[Token]) -> list[Piece]:
    """A hiding place other than the locomotive."""
    return [(HIDING, machine.car)] if machine.car not in ("", LOCOMOTIVE) else []


def without(machine: TimeMachine, gone: Collection[Piece], of_those_left: OfThoseLeft) -> TimeMachine:
    """The hiding bandit, if it remains; beneath the locomotive if its car does not."""
    if not of_those_left({machine.hidden: machine.car}):
        return TimeMachine()
    lost = {(HIDING, machine.car), ("car", machine.car)} & {*gone}
    return changed(machine, car=LOCOMOTIVE if lost else machine.car)


# --- random positions


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """Everything to hide beneath, and the time machine."""
    return {"car": [*(hideouts(game) or [LOCOMOTIVE]), NAME]} if part_of(game, NAME) else {}


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """Perhaps one bandit in hiding, beneath any car."""
    hiding = choosing.several([seat for seat in seats if seat != MARSHAL], 1)
    return {}, {HIDING: {bandit: choosing.one(train) for bandit in hiding}}


NOTATION = Notation(
    options={
        HIDING: Option(
            Mapping[str, str],
            {},
            "time-machine, Schemin': who hides beneath what, such as `{tuco: mail}`. The bandit is in no cell of the "
            "board.",
            place=BENEATH,
            scheming_only=True,
        )
    },
    columns=(NAME,),
    roofless=(NAME,),
    put=put,
    option_values=option_values,
    apart=apart,
    pieces=pieces,
    without=without,
    vocabulary=vocabulary,
    sampled=sampled,
)
