"""Commands as they come from outside: judged, whatever they are."""

from typing import Any

from colt_rules.kernel.decide import OUT_OF_FORM, Refused, Verdict, decide
from colt_rules.log.codec import read_command
from colt_rules.log.errors import Malformed
from colt_rules.model.state import Game


def judge(game: Game, command: Any) -> Verdict:
    """The verdict on a command given as an object or as JSON; one that cannot be read is refused like any other."""
    try:
        return decide(game, read_command(command))
    except Malformed as error:
        return Refused((OUT_OF_FORM,), str(error))
