"""Double shot: the Marshal's Fire, with one bullet or with one from each cylinder."""

from itertools import permutations

from colt_rules.commands import Command, Fire
from colt_rules.events import BulletGiven, Cited
from colt_rules.model.names import Bandit, Card, Cites, Reasons, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.actions import fire
from colt_rules.rules.base.actions.fire import in_reach
from colt_rules.rules.base.stealin import action
from colt_rules.rules.marshal import bullets
from colt_rules.rules.marshal.commands import FireCylinders
from colt_rules.rules.marshal.events import CylinderFired
from colt_rules.rules.marshal.model import LEFT, RIGHT, marshal_of
from colt_rules.rules.module import Choice, Rules
from colt_rules.rules.stagecoach.actions import BEHIND, hidden

ONE_LEFT = "ruling.double-shot.one-cylinder-left"
TWO_FROM_ONE = f"{ONE_LEFT}=two-from-one"
BELLE_ONE_CYLINDER = "ruling.double-shot.belle-one-cylinder"
TO_THE_LETTER = f"{BELLE_ONE_CYLINDER}=to-the-letter"
SAFE_AMONG = 3
"""With this many targets in reach Belle is protected, even if the book is taken literally."""
COMPANION = "ruling.double-shot.companion-of-belle"

Shots = dict[str, Bandit]
"""By cylinder: the target of its bullet."""


# --- the targets that he can choose


@clause(
    "double-shot.belle-among-two",
    "double-shot.belle-among-three",
    "double-shot.belle-single",
    "ruling.double-shot.belle-one-cylinder",
    "ruling.double-shot.companion-of-belle",
)
def exposed(rules: Rules, game: Game, reach: list[Bandit], shots: int) -> list[Bandit]:
    """A bandit with Belle's power can be shot only if there are too few other targets, and Belle herself last.

    By a house rule the power does not protect one of two targets if the Marshal can shoot only one of them. ``shots``
    is
    the number of shots.
    """
    if not reach:
        return []
    if rules.agreed(TO_THE_LETTER) and len(reach) < SAFE_AMONG and _ready(rules, game) < 2:
        return reach
    last = sorted(_sheltered(game, target) for target in reach)[:shots][-1]
    return [target for target in reach if _sheltered(game, target) <= last]


@clause("ruling.double-shot.companion-of-belle")
def _sheltered(game: Game, bandit: Bandit) -> int:
    """When a target may be chosen: 0 without Belle's power, 1 with it, 2 for Belle herself, who comes last."""
    return ("belle" in game.figures[bandit].powers) * (2 if bandit == "belle" else 1)


@clause("double-shot.two-bandits", "double-shot.single", "double-shot.not-the-same")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The Marshal shoots one bandit from either cylinder, or two different bandits with one bullet from each."""
    reach, ready = in_reach(rules, game, bandit), _ready(rules, game)
    single: list[Shots] = [
        {cylinder: target}
        for target in exposed(rules, game, reach, 1)
        for cylinder, left in marshal_of(game).cylinders.items()
        if left
    ]
    double: list[Shots] = [
        {LEFT: one, RIGHT: other} for one, other in permutations(exposed(rules, game, reach, 2), 2) if ready > 1
    ]
    seat = game.figures[bandit].seat
    return [
        FireCylinders(seat, shots.get(LEFT), shots.get(RIGHT), mailbag)
        for shots in single + double
        for mailbag in bullets.pointed_at(rules, game, _fired(game, shots))
    ]


@clause("ruling.double-shot.one-cylinder-left")
def _ready(rules: Rules, game: Game) -> int:
    """The Marshal can fire one bullet from each cylinder at once; by a house rule two from the last one that is loaded.

    Returns how many bullets he can fire.
    """
    cylinders = marshal_of(game).cylinders.values()
    return min(2, sum(map(len, cylinders))) if rules.agreed(TWO_FROM_ONE) else sum(map(bool, cylinders))


@clause("double-shot.one-from-each")
def _fired(game: Game, shots: Shots) -> list[tuple[str, Card, Bandit]]:
    """Each shot fires the top bullet of its cylinder; by a house rule an empty cylinder takes one of the other.

    Returns the cylinder, the bullet and the target of each shot.
    """
    left = dict(marshal_of(game).cylinders)
    loaded_first = sorted(shots, key=lambda cylinder: not left[cylinder])
    fired: list[tuple[str, Card, Bandit]] = []
    for cylinder in loaded_first:
        source = cylinder if left[cylinder] or not fired else fired[0][0]
        if left[source]:
            fired.append((source, left[source][0], shots[cylinder]))
            left[source] = left[source][1:]
    return fired


# --- refusals


def refusal(rules: Rules, game: Game, bandit: Bandit, command: FireCylinders) -> Cites:
    """Each shot that is not possible is refused by the clauses about that shot."""
    shots = _shots(command)
    if not shots:
        return ("stealin.obligatory",)
    reasons: list[str] = []
    if command.left == command.right:
        reasons.append("double-shot.not-the-same")
    if len(_fired(game, shots)) < len(shots) or len(shots) > _ready(rules, game):
        reasons += ["fire.no-bullets", ONE_LEFT]
    for target in shots.values():
        reasons += _spared(rules, game, bandit, target, len(shots))
    if not reasons:
        reasons += ["marshal-bullet.drop-the-mail", bullets.TWO_MAILBAGS]
    return tuple(dict.fromkeys(reasons))


def _shots(command: FireCylinders) -> Shots:
    return {cylinder: target for cylinder, target in ((LEFT, command.left), (RIGHT, command.right)) if target}


def _spared(rules: Rules, game: Game, bandit: Bandit, target: Bandit, shots: int) -> Cites:
    """Why a bandit cannot be hit by one of this many shots: it is out of reach, or Belle's power protects it."""
    reach = in_reach(rules, game, bandit)
    if target not in reach:
        fired = Fire(game.figures[bandit].seat, target)
        behind = target in game.figures and hidden(rules, game, game.figures[bandit].place, game.figures[target].place)
        blocked = ("marshal-player.shotgun-blocks-sight",) if behind == BEHIND else ()
        return (*rules.choices["fire"].refusal(rules, game, bandit, fired), *blocked)
    if target in exposed(rules, game, reach, shots):
        return ()
    return (*_by_belle(rules, game, reach, shots), *((COMPANION,) if target != "belle" else ()))


def _by_belle(rules: Rules, game: Game, reach: list[Bandit], shots: int) -> Cites:
    """The clauses by which Belle's power protects against this many shots."""
    if shots > 1:
        return ("double-shot.belle-among-three",)
    return ("double-shot.belle-single",) if _ready(rules, game) > 1 else ("belle.not-if-another", BELLE_ONE_CYLINDER)


@clause("ruling.double-shot.one-cylinder-left")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """If nobody is in reach or both cylinders are empty, the Marshal's Fire has no effect."""
    empty: Cites = () if _ready(rules, game) else ("fire.no-bullets", ONE_LEFT)
    return empty if in_reach(rules, game, bandit) else (*empty, *_nobody_in_sight(rules, game, bandit))


@clause("marshal-player.shotgun-blocks-sight")
def _nobody_in_sight(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    """The clauses by which there is no target, including that the Shotgun blocks the line of sight."""
    start = game.figures[bandit].place
    behind = any(hidden(rules, game, start, figure.place) == BEHIND for figure in game.figures.values())
    return ("fire.no-target", *(("marshal-player.shotgun-blocks-sight",) if behind else ()))


# --- what happens


@clause("marshal-bullet.into-the-deck")
def happens(rules: Rules, game: Game, bandit: Bandit, command: FireCylinders) -> list[Cited]:
    """Each target gets its bullet, and the immediate effect of the bullet's kind follows at once."""
    shots = _shots(command)
    reach, fired = in_reach(rules, game, bandit), _fired(game, shots)
    left = {cylinder: len(cards) for cylinder, cards in marshal_of(game).cylinders.items()}
    events: list[Cited] = []
    for cylinder, bullet, target in fired:
        left[cylinder] -= 1
        hit = game.figures[target]
        given = BulletGiven(bandit, target, hit.seat, bullet, sum(left.values()))
        cites = (*_way(rules, game, bandit, target), *_how(rules, game, reach, target, len(fired)))
        events += [
            (given, (*cites, *bullets.given_by(bullet))),
            (CylinderFired(cylinder, left[cylinder]), _taken_from(len(fired))),
            *bullets.effect(rules, game, target, bullet, command.mailbag),
        ]
    return events


def _way(rules: Rules, game: Game, bandit: Bandit, target: Bandit) -> Cites:
    """The clauses by which the target is in reach."""
    start, place = game.figures[bandit].place, game.figures[target].place
    if not is_roof(start):
        return fire.INSIDE
    alone = sum(figure.place == place for figure in game.figures.values()) == 1
    past_belle = rules.house_rules and fire.only_belle_between(rules, game, start, place)
    return (*(fire.ROOF if alone else fire.SIDE_BY_SIDE), *((fire.BELLE_HIDES,) if past_belle else ()))


def _how(rules: Rules, game: Game, reach: list[Bandit], target: Bandit, shots: int) -> Cites:
    """The clauses by which this target could be chosen, alone or as one of two, and in spite of Belle's power."""
    how: Cites = ("double-shot.two-bandits",) if shots > 1 else ("double-shot.single",)
    if _sheltered(game, target) and len(reach) > 1:
        how += _in_spite_of_belle(rules, game, target)
    from_the_last = len(reach) > 1 and not all(marshal_of(game).cylinders.values())
    return (*how, ONE_LEFT) if from_the_last else how


@clause("ruling.double-shot.belle-one-cylinder")
def _in_spite_of_belle(rules: Rules, game: Game, target: Bandit) -> Cites:
    """The clauses by which one of two targets is hit although it has Belle's power."""
    if rules.agreed(TO_THE_LETTER) and _ready(rules, game) < 2:
        return (BELLE_ONE_CYLINDER,)
    return ("double-shot.belle-among-two",) if target == "belle" else (COMPANION,)


@clause("double-shot.one-from-each", "double-shot.single")
def _taken_from(shots: int) -> Cites:
    """Two bandits get one bullet from each cylinder; a single bandit gets one from the cylinder that he chose."""
    return ("double-shot.one-from-each",) if shots > 1 else ("double-shot.single",)


FIRE = Choice((FireCylinders,), answers, refusal, happens)
"""The Marshal's Fire, also without a card."""

ACTION = action("double-shot", FIRE, idle)
