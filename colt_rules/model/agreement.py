"""What a table agrees on before the set-up, by itself: records of modules have it as well as the game."""

from colt_rules.model.record import record


@record
class Agreed:
    """What the table agreed to draw the round deck from; nothing named means everything."""

    rounds: tuple[str, ...]
    stations: tuple[str, ...]
