"""The powers of the six bandits, each an exception to a general rule.

A bandit has a power if the character's name is among the ``powers`` of its figure, whatever put the name there.
"""

from colt_rules.events import BanditMoved, BanditStayed, Cited
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Cites, Place, Seat, Token, is_roof, kind_of
from colt_rules.model.state import Figure, Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules

HAND = 6
DOCS_HAND = 7


@clause("ghost.first-turn-face-down", "ghost.draw-forfeits")
def may_hide(game: Game, seat: Seat) -> bool:
    """In the first turn of a round Ghost may play his card face down, but not once he has drawn cards in that turn."""
    return game.round.turn == 0 and is_ghost(game, seat) and not drew_first(game, seat)


def is_ghost(game: Game, seat: Seat) -> bool:
    """Whether this player has Ghost's power."""
    return any(figure.seat == seat and "ghost" in figure.powers for figure in game.figures.values())


def drew_first(game: Game, seat: Seat) -> bool:
    """Whether this player has drawn cards in the first turn of the round."""
    return any(draw.seat == seat and draw.turn == 0 for draw in game.round.draws)


@clause("doc.seven-cards", "schemin.hand-of-six", "ruling.hand.what-is-there", "ruling.doc.every-effect")
def hand_size(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
    """A player draws a hand of six cards, Doc seven; modules may change the number.

    Returns the number and its clauses.
    """
    doc = is_doc(game, seat)
    size, cites = (DOCS_HAND, DOC_DRAWS) if doc else (HAND, SIX_DRAWN)
    for change in rules.action_cards.hand_sizes:
        more, why = change(rules, game, seat)
        size, cites = size + more, cites + why
        if more and doc and EVERY_EFFECT not in cites:
            cites += (EVERY_EFFECT,)
    return size, cites


EVERY_EFFECT = "ruling.doc.every-effect"


SIX_DRAWN: Cites = ("schemin.hand-of-six",)
DOC_DRAWS: Cites = ("doc.seven-cards",)


def is_doc(game: Game, seat: Seat) -> bool:
    """Whether this player has Doc's power."""
    return any(figure.seat == seat and "doc" in figure.powers for figure in game.figures.values())


@clause("tuco.through-the-roof", "tuco.upward-only")
def through_the_roof(rules: Rules, graph: Graph, shooter: Figure) -> tuple[Place, ...]:
    """Tuco can also aim at the other level of his own car; in one edition only upward, at its roof."""
    if "tuco" not in shooter.powers or (rules.holds("tuco.upward-only") and is_roof(shooter.place)):
        return ()
    if graph.has_one_level(shooter.place):
        return ()
    return (graph.stairs[shooter.place],)


@clause("belle.not-if-another", "ruling.belle.blocks-sight")
def without_belle(game: Game, targets: list[Bandit]) -> list[Bandit]:
    """Belle cannot be chosen as the target if another bandit can, even one who has her power too.

    A bandit who has her power cannot be chosen either if one without it can.
    """
    others = [target for target in targets if "belle" not in game.figures[target].powers]
    return others or [target for target in targets if target != "belle"] or targets


def is_spared(game: Game, target: Bandit, targets: list[Bandit]) -> bool:
    """Whether Belle's power protects this target because another of these targets can be chosen."""
    return target not in without_belle(game, [*targets, target])


@clause("cheyenne.keeps-purse", "cheyenne.other-loot-drops")
def may_keep(rules: Rules, puncher: Figure, token: Token | None) -> bool:
    """Cheyenne may keep a purse that her punch makes the target lose; other loot drops.

    A module may let her keep other kinds of loot.
    """
    return token is not None and "cheyenne" in puncher.powers and _can_be_kept(rules, kind_of(token))


def _can_be_kept(rules: Rules, kind: str) -> bool:
    return kind == "purse" or any(kind in kinds(rules) for kinds in rules.components.kept_kinds)


TRAIN_END: Cites = ("django.train-end", "train.no-leaving")


@clause("django.knock-back", "django.train-end", "train.no-leaving")
def knock_back(graph: Graph, shooter: Figure, target: Bandit, place: Place) -> list[Cited]:
    """A bandit shot by Django is moved one car in the direction of the shot, but never off the train.

    The bandit also stays if the next place is closed to it.
    """
    if "django" not in shooter.powers or place == graph.stairs[shooter.place]:
        return []  # a shot through the roof has no direction along the train
    beyond = graph.knocked.get((shooter.place, place))
    if beyond is None:
        return [(BanditStayed(target, place, "knock"), graph.unmoved.get((shooter.place, place), TRAIN_END))]
    if beyond in graph.closed and target in graph.closed[beyond]:
        return [(BanditStayed(target, place, "knock"), graph.closed[beyond][target])]
    return [(BanditMoved(target, place, beyond, "knock"), ("django.knock-back",))]
