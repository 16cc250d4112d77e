"""Decides commands from outside, whatever their form, and appends accepted commands to a log."""

from typing import Any

from colt_rules.kernel.decide import OUT_OF_FORM, Refused, Verdict, decide
from colt_rules.log.codec import read_command
from colt_rules.log.errors import Malformed
from colt_rules.log.store import Conflict, Store
from colt_rules.model.state import Game


def judge(game: Game, command: Any) -> Verdict:
    """The verdict on a command given as an object or as JSON; a malformed one is refused."""
    try:
        return decide(game, read_command(command))
    except Malformed as error:
        return Refused((OUT_OF_FORM,), str(error))


def submit(store: Store, game: str, command: Any) -> Verdict:
    """The verdict on a command in a stored game; if accepted, it is on the disk when this returns.

    This is all that a server needs. If another writer appends to the game first, the command is decided again in the
    new position and may be refused there.
    """
    while True:
        now = store.position(game)
        verdict = judge(now.game, command)
        if isinstance(verdict, Refused):
            return verdict
        try:
            store.append(game, now.seq, read_command(command), verdict.events)
        except Conflict:
            continue
        return verdict
