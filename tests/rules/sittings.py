"""Tables of the variants in any edition, and commands from there to a decision of a given kind."""

from typing import Any

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.events import Event
from colt_rules.kernel import NEW, Accepted, awaiting, legal
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from colt_rules.players.play import modules_of, table_of
from colt_rules.rules.editions import holds
from tests.tables import BANDITS, table
from tests.verdicts import after

SEATS = ("player-1", "player-2", "player-3")
"""What seats are called whose players have two bandits each."""


def sitting(edition: str = "ru-full", variant: str = "base", players: int = 0, **fields: Any) -> StartGame:
    """A table for a variant of an edition, with all that the edition asks for; the cars are drawn."""
    modules = modules_of(edition, variant)
    wanted = table_of(edition, modules)
    bandits = wanted.seated(dict.fromkeys((*BANDITS, *wanted.names)), players or 4)
    seats = bandits if wanted.chosen else SEATS[: players or 2]
    station = holds("setup.rounds.station-always", edition)
    plain: dict[str, Any] = {"edition": edition, "modules": modules, "seats": seats, "stations": station, "train": ()}
    return table(**plain | fields)


def with_house_rules(*house_rules: str) -> Game:
    """A new game in which these answers are agreed on, each ``ruling=answer``."""
    game = NEW
    for house_rule in house_rules:
        ruling, _, answer = house_rule.partition("=")
        game = after(game, AgreeOnRuling("table", ruling, answer))
    return game


def simple_answer(game: Game, actor: str) -> Command:
    """Chance deals as things lie; everybody else takes the first thing listed."""
    answers = legal(game, actor)
    if isinstance(answers, Arrangements):
        return answers.deal(answers.items[: answers.count])
    return next(iter(answers))


def until(kind: str, start: StartGame | Game, *house_rules: str) -> Game:
    """The game as soon as this kind of decision is open, beginning with a table or in the middle."""
    game = after(with_house_rules(*house_rules), start) if isinstance(start, StartGame) else start
    while awaiting(game)[0].kind != kind:
        game = after(game, simple_answer(game, awaiting(game)[0].actor))
    return game


def cited(verdict: Accepted, cls: type[Event]) -> Cites:
    """The clauses of the first event of this kind."""
    return next(cites for event, cites in verdict.events if event.__class__ is cls)
