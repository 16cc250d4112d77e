"""A toy expansion for tests of the extension points: a balloon moored to the locomotive's roof."""

from collections.abc import Callable
from typing import Any

import attrs

from colt_rules.commands import ChangeFloor
from colt_rules.events import BanditMoved, Cited, NeutralBulletGiven, RansomPaid, ScoreLine
from colt_rules.kernel import Accepted
from colt_rules.kernel.decide import decide_by
from colt_rules.model.graph import NO_GRAPH, Graph
from colt_rules.model.names import Bandit, Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.stealin import action
from colt_rules.rules.base.turns import once_each
from colt_rules.rules.module import (
    Choice,
    Components,
    Counted,
    Happening,
    Module,
    Outcome,
    Rules,
    StepResult,
    Turn,
    Turns,
)


def balloon() -> Graph:
    """One new place with its relations: a Move leads back to the train, and shots go both ways."""
    return changed(
        NO_GRAPH,
        moves={"balloon.roof": ("locomotive.roof",)},
        sight={"balloon.roof": (("locomotive.roof",),)},
        pushes={"balloon.roof": ("locomotive.roof",)},
        stairs={"balloon.roof": "locomotive.roof"},
    )


def moored_to(part: Graph) -> Callable[[Rules, Game, Graph], Graph]:
    """A ``places`` function that adds a part to the board."""

    def places(rules: Rules, game: Game, graph: Graph) -> Graph:
        return changed(
            graph,
            moves={**graph.moves, **part.moves},
            sight={**graph.sight, **part.sight},
            pushes={**graph.pushes, **part.pushes},
            stairs={**graph.stairs, **part.stairs},
        )

    return places


def thin_air(rules: Rules, game: Game) -> StepResult:
    """A bandit in the balloon without a neutral bullet in the deck gets one."""
    for bandit, figure in game.figures.items():
        if figure.place == "balloon.roof" and "neutral-bullet" not in game.cards[figure.seat].deck:
            return [(NeutralBulletGiven(bandit, figure.seat, game.neutral - 1), ("toy.thin-air",))]
    return None


def boardings(rules: Rules, game: Game, bandit: Bandit) -> list[Any]:
    return [ChangeFloor(game.figures[bandit].seat, "balloon.roof")]


def no_boarding(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> Cites:
    return ("toy.rope",)


def boarded(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    return [(BanditMoved(bandit, game.figures[bandit].place, command.to, "climb"), ("toy.rope",))]


def not_at_the_rope(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    return () if game.figures[bandit].place == "locomotive.roof" else ("toy.no-rope",)


def gust(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit in the balloon is paid for the view."""
    there = [bandit for bandit, figure in game.figures.items() if figure.place == "balloon.roof"]
    return [(RansomPaid(bandit, 50), ("toy.gust",)) for bandit in there]


def altitude(rules: Rules, game: Game) -> list[Counted]:
    """A bandit who ends the game in the balloon gets $111."""
    aloft = [figure.seat for figure in game.figures.values() if figure.place == "balloon.roof"]
    return [(ScoreLine(seat, "toy", 111), ("toy.altitude",)) for seat in aloft]


ROPE = action("rope", Choice((ChangeFloor,), boardings, no_boarding, boarded), not_at_the_rope)


def module(**points: Any) -> Module:
    """A module that fills only these extension points."""
    filled: dict[str, Any] = {"name": "toy", "places": (moored_to(balloon()),)} | points
    return Module(**filled)


TOY = module(
    arrivals={"thin-air": thin_air},
    choices={"rope": ROPE},
    turns=Turns(kinds={"calm": Turn(False, once_each, ("toy.calm",))}),
    happenings={"gust": Happening(("toy.gust",), gust, lambda rules, game: ())},
    outcome=Outcome(scoring={"altitude": altitude}),
)
SKETCH = """
    roof   | tuco |                |       |
    inside |      | M purse        | doc ghost |
"""


def toy_card(turns: Any, happening: str | None) -> Module:
    """The toy with its own round card."""
    card = attrs.evolve(BOX.round_cards["tunnel.2-4"], id="toy.2-4", turns=turns, happening=happening)
    return changed(TOY, components=Components(round_cards={"toy.2-4": card}))


def accepted(rules: Rules, game: Game, command: Any) -> Accepted:
    verdict = decide_by(rules, game, command)
    assert isinstance(verdict, Accepted), verdict
    return verdict


def open_card(game: Game, card: str, *pile: str) -> Game:
    """The position in which this card is revealed and these cards are left in the pile."""
    seat = card.partition("-")[0]
    rest = tuple(Played(name.partition("-")[0], name, False) for name in pile)
    return changed(game, round=changed(game.round, current=Played(seat, card, False), pile=rest))
