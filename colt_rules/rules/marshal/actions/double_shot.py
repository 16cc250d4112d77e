"""Double shot: how a Fire of the Marshal is carried out, with one bullet or with one from each cylinder."""

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
"""Among so many in sight Belle is safe from every shot of the Marshal, to the letter of the book too."""
COMPANION = "ruling.double-shot.companion-of-belle"

Shots = dict[str, Bandit]
"""By cylinder: whom its bullet is meant for."""


# --- whom he can choose


@clause(
    "double-shot.belle-among-two",
    "double-shot.belle-among-three",
    "double-shot.belle-single",
    "ruling.double-shot.belle-one-cylinder",
    "ruling.double-shot.companion-of-belle",
)
def exposed(rules: Rules, game: Game, reach: list[Bandit], shots: int) -> list[Bandit]:
    """Whom so many shots can hit: those with Belle's power only if there are not enough others, Belle herself last.

    By a house rule her power is no help against one of two who cannot both be shot.
    """
    if not reach:
        return []
    if rules.agreed(TO_THE_LETTER) and len(reach) < SAFE_AMONG and _ready(rules, game) < 2:
        return reach
    last = sorted(_sheltered(game, target) for target in reach)[:shots][-1]
    return [target for target in reach if _sheltered(game, target) <= last]


@clause("ruling.double-shot.companion-of-belle")
def _sheltered(game: Game, bandit: Bandit) -> int:
    """How late a bandit is chosen: after all others with Belle's power, and after these Belle whose own it is."""
    return ("belle" in game.figures[bandit].powers) * (2 if bandit == "belle" else 1)


@clause("double-shot.two-bandits", "double-shot.single", "double-shot.not-the-same")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """One bandit with a bullet of either cylinder, or two bandits with one of each, whichever way round."""
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
    """How many bullets he can fire at once: one of each cylinder, unless the table agrees on two of the last one."""
    cylinders = marshal_of(game).cylinders.values()
    return min(2, sum(map(len, cylinders))) if rules.agreed(TWO_FROM_ONE) else sum(map(bool, cylinders))


@clause("double-shot.one-from-each")
def _fired(game: Game, shots: Shots) -> list[tuple[str, Card, Bandit]]:
    """The cylinder and the bullet of each shot: the top ones; an empty cylinder takes the next one of the other."""
    left = dict(marshal_of(game).cylinders)
    loaded_first = sorted(shots, key=lambda cylinder: not left[cylinder])
    fired: list[tuple[str, Card, Bandit]] = []
    for cylinder in loaded_first:
        source = cylinder if left[cylinder] or not fired else fired[0][0]
        if left[source]:
            fired.append((source, left[source][0], shots[cylinder]))
            left[source] = left[source][1:]
    return fired


# --- what keeps him from it


def refusal(rules: Rules, game: Game, bandit: Bandit, command: FireCylinders) -> Cites:
    """Each shot that is not possible, by its own clauses."""
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
    """Why a bandit cannot be hit by one of so many shots: out of sight, or by Belle's power."""
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
    """What Belle's power rests on against so many shots."""
    if shots > 1:
        return ("double-shot.belle-among-three",)
    return ("double-shot.belle-single",) if _ready(rules, game) > 1 else ("belle.not-if-another", BELLE_ONE_CYLINDER)


@clause("ruling.double-shot.one-cylinder-left")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """With nobody in sight, or both cylinders empty, his Fire does nothing."""
    empty: Cites = () if _ready(rules, game) else ("fire.no-bullets", ONE_LEFT)
    return empty if in_reach(rules, game, bandit) else (*empty, *_nobody_in_sight(rules, game, bandit))


@clause("marshal-player.shotgun-blocks-sight")
def _nobody_in_sight(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    """There is no target, maybe because the Shotgun is in between."""
    start = game.figures[bandit].place
    behind = any(hidden(rules, game, start, figure.place) == BEHIND for figure in game.figures.values())
    return ("fire.no-target", *(("marshal-player.shotgun-blocks-sight",) if behind else ()))


# --- what happens


@clause("marshal-bullet.into-the-deck")
def happens(rules: Rules, game: Game, bandit: Bandit, command: FireCylinders) -> list[Cited]:
    """Each of those who are hit gets the bullet, and what its kind does is done at once."""
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
    """By which clauses the target is in sight."""
    start, place = game.figures[bandit].place, game.figures[target].place
    if not is_roof(start):
        return fire.INSIDE
    alone = sum(figure.place == place for figure in game.figures.values()) == 1
    past_belle = rules.house_rules and fire.only_belle_between(rules, game, start, place)
    return (*(fire.ROOF if alone else fire.SIDE_BY_SIDE), *((fire.BELLE_HIDES,) if past_belle else ()))


def _how(rules: Rules, game: Game, reach: list[Bandit], target: Bandit, shots: int) -> Cites:
    """Why this one could be chosen: alone or as one of two, and in spite of Belle's power."""
    how: Cites = ("double-shot.two-bandits",) if shots > 1 else ("double-shot.single",)
    if _sheltered(game, target) and len(reach) > 1:
        how += _in_spite_of_belle(rules, game, target)
    from_the_last = len(reach) > 1 and not all(marshal_of(game).cylinders.values())
    return (*how, ONE_LEFT) if from_the_last else how


@clause("ruling.double-shot.belle-one-cylinder")
def _in_spite_of_belle(rules: Rules, game: Game, target: Bandit) -> Cites:
    """Why one of two in sight is hit who has Belle's power."""
    if rules.agreed(TO_THE_LETTER) and _ready(rules, game) < 2:
        return (BELLE_ONE_CYLINDER,)
    return ("double-shot.belle-among-two",) if target == "belle" else (COMPANION,)


@clause("double-shot.one-from-each", "double-shot.single")
def _taken_from(shots: int) -> Cites:
    """One bullet of each cylinder for two bandits; for one bandit that of the cylinder which the Marshal chose."""
    return ("double-shot.one-from-each",) if shots > 1 else ("double-shot.single",)


FIRE = Choice((FireCylinders,), answers, refusal, happens)
"""A Fire of his without a card."""

ACTION = action("double-shot", FIRE, idle)
