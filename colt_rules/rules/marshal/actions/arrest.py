"""Arrest: the Marshal moves a bandit from his place into the cell."""

from colt_rules.commands import Command
from colt_rules.decisions import shared
from colt_rules.events import BanditMoved, Cited
from colt_rules.model.names import Bandit, Cites, Reasons
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import without_belle
from colt_rules.rules.base.actions.punch import beside
from colt_rules.rules.base.stealin import action
from colt_rules.rules.marshal.commands import Arrest
from colt_rules.rules.marshal.events import PosterTaken
from colt_rules.rules.marshal.model import CELL, CORRIDOR, marshal_of
from colt_rules.rules.module import Choice, Rules
from colt_rules.rules.stagecoach.actions import SHOTGUN
from colt_rules.rules.stagecoach.model import stagecoach_of

BELLE = "ruling.arrest.belle"
TAKES_NOTHING = "ruling.arrest.takes-nothing"

_seize = shared(Arrest)


@clause("arrest.target", "ruling.arrest.not-from-the-cell", "ruling.arrest.belle")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The Marshal chooses any bandit at his own place; Belle's power does not protect her unless a house rule says so.

    From the corridor he cannot arrest a bandit in the cell: the cell is a place of its own.
    """
    seat, there = game.figures[bandit].seat, beside(game, bandit)
    return [_seize(seat, target) for target in (without_belle(game, there) if _spares_belle(rules) else there)]


def _spares_belle(rules: Rules) -> bool:
    """Whether the table has agreed that Belle's power protects her from an Arrest too."""
    return rules.agreed(f"{BELLE}=safe")


@clause("arrest.not-the-shotgun")
def refusal(rules: Rules, game: Game, bandit: Bandit, command: Arrest) -> Cites:
    """An Arrest takes only a bandit at the Marshal's place, and never the Shotgun."""
    if command.target == SHOTGUN:
        return ("arrest.not-the-shotgun",)
    if command.target in beside(game, bandit):
        return ("belle.not-if-another", BELLE)
    target = game.figures.get(command.target)
    from_the_cell = target and target.place == CELL and game.figures[bandit].place == CORRIDOR
    return ("arrest.target", *(("ruling.arrest.not-from-the-cell",) if from_the_cell else ()))


@clause("arrest.to-the-cell", "arrest.again", "ruling.arrest.takes-nothing")
def happens(rules: Rules, game: Game, bandit: Bandit, command: Arrest) -> list[Cited]:
    """The bandit is moved into the cell with everything it has, even if it was arrested before."""
    target = game.figures[command.target]
    before = command.target in marshal_of(game).posters
    others = any(name != command.target for name in beside(game, bandit))
    cites: Cites = (
        *("arrest.target", "arrest.to-the-cell"),
        *(("arrest.again", "arrest.poster.kept") if before else ()),
        *((TAKES_NOTHING,) if target.loot else ()),
        *((BELLE,) if others and "belle" in target.powers else ()),
    )
    moved: Cited = (BanditMoved(command.target, target.place, CELL, "arrest"), cites)
    return [moved, *_poster(game, command.target)]


@clause("arrest.poster", "arrest.poster.kept")
def _poster(game: Game, bandit: Bandit) -> list[Cited]:
    """The Marshal takes the wanted poster of a bandit whom he arrests for the first time, and keeps it to the end."""
    return [] if bandit in marshal_of(game).posters else [(PosterTaken(bandit), ("arrest.poster",))]


@clause("ruling.arrest.nobody-there", "arrest.not-the-shotgun")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """If no bandit is at the Marshal's place, the action has no effect; the Shotgun does not count as a bandit."""
    if beside(game, bandit):
        return ()
    with_the_shotgun = stagecoach_of(game).shotgun == game.figures[bandit].place
    return ("ruling.arrest.nobody-there", *(("arrest.not-the-shotgun",) if with_the_shotgun else ()))


ACTION = action("arrest", Choice((Arrest,), answers, refusal, happens), idle)
