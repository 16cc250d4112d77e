"""The time machine: a small expansion that goes with everything."""

from colt_rules.rules.module import Module
from colt_rules.rules.time_machine.evolve import EVOLVE
from colt_rules.rules.time_machine.places import places

MODULE = Module(
    name="time-machine",
    evolve=EVOLVE,
    places=places,
)
