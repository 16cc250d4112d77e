"""Fire: the shooter gives a bullet to a bandit in reach."""

from colt_rules.commands import Command, Fire
from colt_rules.decisions import shared
from colt_rules.events import BulletGiven, Cited
from colt_rules.model.names import Bandit, Cites, Place, Reasons, bullet_card, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import is_spared, knock_back, through_the_roof, without_belle
from colt_rules.rules.base.bullets import uncounted
from colt_rules.rules.base.stealin import action
from colt_rules.rules.editions import settled
from colt_rules.rules.module import Choice, Rules

INSIDE = ("fire.target", "fire.bullet-given", "fire.inside.adjacent", "fire.not-same-place")
ROOF = (
    "fire.target",
    "fire.bullet-given",
    "fire.roof.any-distance",
    "fire.roof.line-of-sight",
    "fire.not-same-place",
)
SIDE_BY_SIDE = (*ROOF, "fire.roof.side-by-side")
THROUGH = ("fire.target", "fire.bullet-given", "tuco.through-the-roof")
UPWARD = ("fire.target", "fire.bullet-given", "tuco.upward-only")

_aim = shared(Fire)


@clause("fire.target")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The shooter, who must have a bullet card, chooses any other bandit who can be aimed at."""
    figure = game.figures[bandit]
    if not figure.bullets:
        return []
    return [_aim(figure.seat, target) for target in without_belle(game, in_reach(rules, game, bandit))]


@clause("fire.roof.line-of-sight", "fire.roof.side-by-side", "fire.not-same-place", "ruling.belle.blocks-sight")
def in_reach(rules: Rules, game: Game, bandit: Bandit) -> list[Bandit]:
    """A shooter can aim at every bandit on the nearest occupied place of each line of fire.

    The shooter's own place is on none of these lines.
    """
    graph = rules.graph(game)
    shooter = game.figures[bandit]
    there: dict[Place, list[Bandit]] = {}
    for name, figure in game.figures.items():
        there.setdefault(figure.place, []).append(name)
    reach: list[Bandit] = []
    for line in graph.sight[shooter.place]:
        for place in line:
            if place in there:
                reach += there[place]
                if not (rules.house_rules and _looked_past(rules, game, there[place])):
                    break
    for place in through_the_roof(rules, graph, shooter):
        reach += there.get(place, [])
    if rules.agreed(OTHER_SIDES):
        return [target for target in reach if not same_side(rules, game, bandit, target)]
    return reach


OPPONENTS = "ruling.fire.opponents"
OTHER_SIDES = f"{OPPONENTS}=other-sides-only"


@clause("ruling.fire.opponents")
def same_side(rules: Rules, game: Game, bandit: Bandit, target: Bandit) -> bool:
    """Bandits of players who win together can hit each other, unless the table agrees that they are not opponents.

    Returns whether both bandits are of one side.
    """
    one, other = game.figures[bandit].seat, game.figures[target].seat
    return one == other or any(one in side and other in side for side in rules.sides(game))


BELLE_HIDES = "ruling.belle.blocks-sight"


def _looked_past(rules: Rules, game: Game, there: list[Bandit]) -> bool:
    """Whether a line of fire goes on past the figures at a place.

    It does if none of these figures hides the figures behind it, as modules say. By a house rule it also does if all
    bandits who would hide the figures behind them have Belle's power.
    """
    others = rules.no_bandits
    there = [name for name in there if name not in others or others[name].hides]
    if not there:
        return True
    return rules.agreed(f"{BELLE_HIDES}=transparent") and _is_only_belle(game, there)


def _is_only_belle(game: Game, there: list[Bandit]) -> bool:
    """Whether there are bandits here and all of them have Belle's power."""
    return bool(there) and all("belle" in game.figures[bandit].powers for bandit in there)


def refusal(rules: Rules, game: Game, bandit: Bandit, command: Fire) -> Cites:
    """What keeps the shooter from aiming at this target: its place, a bandit in between, or Belle's power."""
    target = game.figures.get(command.target)
    if target is None or command.target == bandit:
        return ("fire.target",)
    if rules.agreed(OTHER_SIDES) and same_side(rules, game, bandit, command.target):
        return (OPPONENTS,)
    reach = in_reach(rules, game, bandit)
    reasons = () if command.target in reach else _out_of_reach(rules, game, bandit, target.place)
    if not is_spared(game, command.target, reach):
        return reasons
    others = [game.figures[name].place for name in without_belle(game, reach)]
    past_her = all(only_belle_between(rules, game, game.figures[bandit].place, place) for place in others)
    return (*reasons, "belle.not-if-another", *((BELLE_HIDES,) if past_her else ()))


@clause("ruling.belle.blocks-sight")
def _out_of_reach(rules: Rules, game: Game, bandit: Bandit, place: Place) -> Cites:
    start = game.figures[bandit].place
    if place == start:
        return ("fire.not-same-place",)
    graph = rules.graph(game)
    if place == graph.stairs[start] and "tuco" in game.figures[bandit].powers:
        return ("tuco.upward-only",)
    ahead = graph.forward.get(graph.roofs[0])  # whatever lies before the roofs is in their line
    if not all(is_roof(each) or each == ahead for each in (start, place)):
        return ("fire.roof.any-distance",) if is_roof(start) else ("fire.inside.adjacent",)
    by_belle = only_belle_between(rules, game, start, place)
    return ("fire.roof.line-of-sight", BELLE_HIDES) if by_belle else ("fire.roof.line-of-sight",)


@clause("ruling.belle.blocks-sight")
def only_belle_between(rules: Rules, game: Game, start: Place, place: Place) -> bool:
    """Whether all who stand nearer than this place on the line of fire have Belle's power.

    Then the ruling about Belle decides whether the place is hidden.
    """
    for line in rules.graph(game).sight[start]:
        if place in line:
            nearer = line[: line.index(place)]
            return _is_only_belle(game, [name for name, figure in game.figures.items() if figure.place in nearer])
    return False


@clause("fire.bullet-given")
def happens(rules: Rules, game: Game, bandit: Bandit, command: Fire) -> list[Cited]:
    """The target gets the shooter's top bullet card; a target shot by Django is also knocked back."""
    graph = rules.graph(game)
    shooter, target = game.figures[bandit], game.figures[command.target]
    bullet = bullet_card(bandit, shooter.bullets)
    if target.place == graph.stairs[shooter.place]:
        cites: Cites = UPWARD if rules.holds("tuco.upward-only") else THROUGH
    elif not is_roof(shooter.place) and not is_roof(target.place):
        cites = INSIDE
    else:
        beside = [figure for figure in game.figures.values() if figure.place == target.place]
        cites = ROOF if len(beside) == 1 else SIDE_BY_SIDE
        if rules.house_rules and only_belle_between(rules, game, shooter.place, target.place):
            cites += (BELLE_HIDES,)
    given = BulletGiven(bandit, command.target, target.seat, bullet, shooter.bullets - 1)
    if same_side(rules, game, bandit, command.target) and not settled(OPPONENTS, game.options.edition):
        cites += (OPPONENTS,)
    own = [command.target] if target.seat == shooter.seat else []
    return [(given, cites), *uncounted(rules, game, own), *knock_back(graph, shooter, command.target, target.place)]


@clause("fire.no-target", "fire.no-bullets", "ruling.fire.opponents")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """Without bullet cards, or if nobody can be aimed at, the action has no effect and no bullet card is given."""
    reasons: Cites = () if game.figures[bandit].bullets else ("fire.no-bullets",)
    nobody = ("fire.no-target", OPPONENTS) if rules.agreed(OTHER_SIDES) else ("fire.no-target",)
    return reasons if in_reach(rules, game, bandit) else (*reasons, *nobody)


ACTION = action("fire", Choice((Fire,), answers, refusal, happens), idle)
