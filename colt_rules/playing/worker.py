"""The engine of a page: one desk, which a worker in the browser asks."""

from colt_rules.model.record import changed
from colt_rules.players.searching import USUAL_EFFORT
from colt_rules.playing.desk import Desk

LONGEST = 1.0
"""After how many seconds a bot stops searching, so that nobody waits on a slow device."""

answer = Desk(changed(USUAL_EFFORT, seconds=LONGEST)).answer
"""Takes a request and returns its answer, both as JSON."""
