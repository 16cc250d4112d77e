"""How the time machine and a hiding bandit are written in a case.

    car    |   | mail  | dining | time-machine |
    roof   |   | tuco  |        |              |
    inside | M | ghost |        | doc purse    |

The column ``time-machine``, after the train although the time machine is before it, is not a car: only its lower cell
is a place. Who hides, and beneath what, is an option beyond the sketch.
"""

from collections.abc import Mapping, Sequence

from colt_rules.conformance.notation import (
    BadSketch,
    Choosing,
    Drawing,
    Notation,
    Option,
    OptionValues,
    Sample,
    SketchWords,
    Written,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import Bandit, Car, Seat, Token
from colt_rules.model.state import Game
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.time_machine.model import BENEATH, MACHINE, NAME, TimeMachine, machine_of
from colt_rules.rules.time_machine.round_end import hideouts

HIDING = "hiding"
"""The option that states who hides, and beneath what."""


def read(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The bandit who hides beneath a car, the locomotive or the stagecoach; at most one bandit does."""
    hiding: Mapping[Bandit, Car] = options[HIDING]
    if len(hiding) > 1:
        raise BadSketch(f"{HIDING}: expected one bandit at most, got {', '.join(hiding)}")
    for bandit, car in hiding.items():
        if car not in (there := hideouts(game)):
            raise BadSketch(f"{HIDING}: expected a car of this game, {', '.join(there)}; got {car!r}")
        game = with_part(game, NAME, TimeMachine(hidden=bandit, car=car))
    return game


def write(game: Game) -> Written:
    """The hiding bandit, and what it hides beneath."""
    machine = machine_of(game)
    return Written(options={HIDING: {machine.hidden: machine.car} if machine.hidden else {}})


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
    sketch=SketchWords(places=(MACHINE,)),
    read=read,
    write=write,
    sampled=sampled,
)
