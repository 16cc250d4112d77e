"""Marshal: the player moves the Marshal one car, and every bandit he meets flees."""

from colt_rules.commands import Command, MoveMarshal
from colt_rules.decisions import shared
from colt_rules.events import Cited, MarshalMoved
from colt_rules.model.names import Bandit, Cites, car_of, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.module import Choice, Rules

CITES = ("marshal.move.adjacent", "marshal.inside-only")

_send = shared(MoveMarshal)


def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The player chooses any car next to the Marshal's."""
    seat = game.figures[bandit].seat
    return [_send(seat, place) for place in rules.graph(game).patrol[game.marshal]]


def refusal(rules: Rules, game: Game, bandit: Bandit, command: MoveMarshal) -> Cites:
    """The Marshal moves one car at a time and never onto a roof."""
    far = car_of(command.to) not in map(car_of, rules.graph(game).patrol[game.marshal])
    return (*(CITES[:1] if far else ()), *(CITES[1:] if is_roof(command.to) else ()))


@clause("marshal.move.adjacent")
def happens(rules: Rules, game: Game, bandit: Bandit, command: MoveMarshal) -> list[Cited]:
    """The Marshal moves into an adjacent car. Another step finds in the new position which bandits he meets."""
    return [(MarshalMoved(game.marshal, command.to), CITES)]


ACTION = action("marshal", Choice((MoveMarshal,), answers, refusal, happens))
