"""What a table agrees on before the set-up, in its own file because records of modules hold it as well as the game."""

from colt_rules.model.record import record


@record
class Agreed:
    """The cards from which the table agreed to draw the round deck; empty means all."""

    rounds: tuple[str, ...]
    stations: tuple[str, ...]
