"""Deadly fall: in the round of this station a Punch on a roof, or Django's shot, can throw its target off the train."""

from colt_rules.commands import Command, Fire, Punch
from colt_rules.events import BanditMoved, BanditStayed, Cited, Event
from colt_rules.model.names import Bandit, Cites, Reasons, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import may_keep, without_belle
from colt_rules.rules.base.actions import fire, punch
from colt_rules.rules.base.stealin import action
from colt_rules.rules.marshal.actions import punch as punch_of_marshal
from colt_rules.rules.marshal.commands import PunchMarshal, ShootOff, ThrowOff
from colt_rules.rules.marshal.events import ThrownOff
from colt_rules.rules.marshal.model import FALLEN, MARSHAL
from colt_rules.rules.marshal.scoring import is_played
from colt_rules.rules.module import Choice, Rules
from colt_rules.rules.stagecoach.arrivals import tolerated_no_more
from colt_rules.rules.stagecoach.model import COACH

FALL = "station.deadly-fall"
OFF = (FALL, "station.deadly-fall.out-of-the-game")


@clause("station.deadly-fall", "ruling.deadly-fall.stagecoach-roof")
def _on_firm_ground(rules: Rules, game: Game, place: str) -> Reasons:
    """A Punch can throw its target off the train only from a roof of the train and only in this station's round.

    Returns the clauses that forbid it at this place; empty if it is possible.
    """
    if is_played(rules, game, "deadly-fall") and place in rules.graph(game).roofs:
        return ()
    return (FALL, "ruling.deadly-fall.stagecoach-roof") if place == roof(COACH) else (FALL,)


@clause("station.deadly-fall", "ruling.deadly-fall.loot-first")
def _throws(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """A puncher on a roof of the train may throw a target off instead of pushing it, after it loses a token."""
    puncher = game.figures[bandit]
    if _on_firm_ground(rules, game, puncher.place):
        return []
    return [
        ThrowOff(puncher.seat, target, token, keep)
        for target in without_belle(game, punch.beside(game, bandit))
        for token in ((None,) if target == MARSHAL else game.figures[target].loot or (None,))
        for keep in ((False, True) if may_keep(rules, puncher, token) else (False,))
    ]


def _throw_refusal(rules: Rules, game: Game, bandit: Bandit, command: ThrowOff) -> Cites:
    """A Punch can throw its target off only in the station's round and only from a roof of the train.

    It is also refused by whatever forbids any Punch.
    """
    puncher = game.figures[bandit]
    here = _on_firm_ground(rules, game, puncher.place)
    landing = next(iter(rules.graph(game).pushes[puncher.place]), puncher.place)
    push = Punch(command.actor, command.target, command.token, landing, command.keep)
    return (*here, *punch.refusal(rules, game, bandit, push)) or (FALL,)


@clause("station.deadly-fall", "station.deadly-fall.out-of-the-game", "ruling.deadly-fall.loot-first")
def _thrown(rules: Rules, game: Game, bandit: Bandit, command: ThrowOff) -> list[Cited]:
    """The target loses a token, the Marshal a brawler card, and falls off the train instead of being pushed."""
    puncher = game.figures[bandit]
    if command.target == MARSHAL:
        blow = punch_of_marshal.happens(rules, game, bandit, PunchMarshal(command.actor, puncher.place))
    else:
        push = Punch(command.actor, command.target, command.token, puncher.place, command.keep)
        blow = punch.happens(rules, game, bandit, push)
    fall: Cited = (ThrownOff(command.target, puncher.place, "push"), (*OFF, "ruling.deadly-fall.loot-first"))
    return [*(cited for cited in blow if not isinstance(cited[0], BanditMoved)), fall]


@clause("station.deadly-fall.django", "ruling.deadly-fall.stagecoach-roof")
def _shots_off(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """Django may throw off a target on the first or last roof of the train, unless he shoots from the stagecoach."""
    shooter = game.figures[bandit]
    if "django" not in shooter.powers or not shooter.bullets or not is_played(rules, game, "deadly-fall"):
        return []
    roofs = rules.graph(game).roofs
    targets = without_belle(game, fire.in_reach(rules, game, bandit))
    return [
        ShootOff(shooter.seat, target)
        for target in targets
        if game.figures[target].place in (roofs[0], roofs[-1]) and not _powerless(rules, game, bandit, target)
    ]


def _powerless(rules: Rules, game: Game, bandit: Bandit, target: Bandit) -> Cites:
    """The clauses by which a shot from here never moves this target."""
    return rules.graph(game).unmoved.get((game.figures[bandit].place, game.figures[target].place), ())


def _shot_off_refusal(rules: Rules, game: Game, bandit: Bandit, command: ShootOff) -> Cites:
    """Only Django's shot throws a target off, in the station's round and from the roof at either end of the train.

    It is also refused by whatever forbids any Fire.
    """
    powerless = _powerless(rules, game, bandit, command.target) if command.target in game.figures else ()
    across = (*powerless, "ruling.deadly-fall.stagecoach-roof") if powerless else ()
    return (f"{FALL}.django", *across, *fire.refusal(rules, game, bandit, Fire(command.actor, command.target)))


@clause("station.deadly-fall.django", "station.deadly-fall.out-of-the-game")
def _shot_off(rules: Rules, game: Game, bandit: Bandit, command: ShootOff) -> list[Cited]:
    """The target gets the bullet and falls off the train instead of being knocked back."""
    hit = fire.happens(rules, game, bandit, Fire(command.actor, command.target))
    fall = ThrownOff(command.target, game.figures[command.target].place, "knock")
    return [
        *(cited for cited in hit if not isinstance(cited[0], BanditMoved | BanditStayed)),
        (fall, (*OFF, f"{FALL}.django")),
    ]


@clause("station.deadly-fall.out-of-the-game")
def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """Cards of a bandit or a Marshal who was thrown off are not carried out."""
    return ("station.deadly-fall.out-of-the-game",) if game.figures[bandit].place == FALLEN else ()


THROW_OFF = action("punch", Choice((ThrowOff,), _throws, _throw_refusal, _thrown))
SHOOT_OFF = action("fire", Choice((ShootOff,), _shots_off, _shot_off_refusal, _shot_off))


def off_the_shotguns_roof(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """A bandit who falls off the train has left the Shotgun's roof."""
    return tolerated_no_more(game, event.bandit) if isinstance(event, ThrownOff) else []
