"""The Marshal as a figure: how the rules for bandits apply to him when he moves, is hit or stands in between.

His pawn is a figure like a bandit's, and the place of the base game's Marshal stays empty. So the rules for moving,
aiming and punching apply to him unchanged; this file has the exceptions and the clauses that such events cite.
"""

from colt_rules.commands import Command, Fire
from colt_rules.events import ActionTaken, BanditMoved, BanditStayed, BulletGiven, Event
from colt_rules.model.names import Bandit, Card, Cites, Place, Reasons, car_of, is_roof, owner_and_action
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.abilities import knock_back, through_the_roof
from colt_rules.rules.base.actions import floor_change, move
from colt_rules.rules.base.actions.fire import in_reach
from colt_rules.rules.base.arrivals import meet_the_marshal
from colt_rules.rules.horses.actions import ride
from colt_rules.rules.horses.events import HorseRidden
from colt_rules.rules.marshal.model import CELL, MARSHAL
from colt_rules.rules.module import OtherFigure, Rules
from colt_rules.rules.stagecoach.events import ShotgunMoved, ShotgunThrown
from colt_rules.rules.stagecoach.follows import leads_past
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of
from colt_rules.rules.stagecoach.places import WITHIN, places

CARRIED_OUT_BY: CarriedOutBy = {
    "marshal-player.any-place": (move.answers, floor_change.answers),
    "marshal-player.no-meeting": (meet_the_marshal,),
    "marshal-player.shot": (in_reach,),
    "marshal-player.powers": (knock_back, through_the_roof),
    "marshal-player.ride": (ride.answers, ride.happens),
    "marshal-player.stagecoach": (places,),
    "marshal-player.shotgun-blocks-sight": (in_reach,),
}
"""The general rules that implement these clauses because the Marshal is a figure."""

COMPANY = "ruling.marshal-player.company"
NOT_ALONE = f"{COMPANY}=not-alone"
PLUS = "-plus"
"""The ending of the names of plus cards."""


@clause(
    "happening.not-the-marshal",
    "marshal-player.no-hostage",
    "marshal-player.shotgun",
    "prison.scoring.bandits-only",
    "prison.scoring.gunslinger",
    "ruling.marshal-player.company",
    "ruling.marshal-player.in-between",
)
def other_figures(rules: Rules) -> dict[Bandit, OtherFigure]:
    """The Marshal is not a bandit: happenings, payments and counts of bandits leave him out.

    A bandit with only the Marshal for company is alone, and he hides the figures behind him, unless a house rule says
    otherwise.
    """
    return {MARSHAL: OtherFigure(company=rules.agreed(NOT_ALONE), hides=not rules.agreed(SEEN_PAST))}


# --- his cards


@clause("plus.carried-out", "double-shot.two-bandits")
def acts_as(rules: Rules, game: Game, card: Card) -> str | None:
    """The Marshal's Move + is carried out as a Move, Floor change + as a Floor change, and a Fire as a double shot."""
    owner, action = owner_and_action(card)
    if owner != MARSHAL:
        return None
    if action.endswith(PLUS):
        return action.removesuffix(PLUS)
    return "double-shot" if action == "fire" else None


# --- where he goes and what happens to him


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses that an event of another module also cites because it concerns the Marshal."""
    match event:
        case ActionTaken(bandit="marshal"):
            return _carried_out(game)
        case BanditMoved(bandit="marshal", start=start, to=to, how=how):
            return (
                *_walked(how),
                *_knocked(how),
                *together(game, MARSHAL, to),
                *_aboard(to),
                *_beside_the_shotgun(rules, game, start, to, how),
            )
        case BanditMoved(bandit=bandit, to=to):
            return together(game, bandit, to)
        case BanditStayed(bandit="marshal"):
            return _knocked("knock")
        case BulletGiven(shooter=shooter, target="marshal"):
            return _shot(rules, game, shooter)
        case BulletGiven(shooter=shooter, target=target) if shooter != MARSHAL:
            return _past_him(rules, game, shooter, target)
        case HorseRidden(bandit="marshal"):
            return ("marshal-player.ride",)
        case ShotgunMoved(to=to) | ShotgunThrown(to=to) if to == game.figures[MARSHAL].place:
            return ("marshal-player.shotgun",)
    return ()


@clause("plus.carried-out")
def _carried_out(game: Game) -> Cites:
    """A plus card is carried out as the same card without the plus."""
    current = game.round.current
    return ("plus.carried-out",) if current and current.card.endswith(PLUS) else ()


@clause("marshal-player.any-place")
def _walked(how: str) -> Cites:
    """The Marshal moves and changes floor as a bandit does."""
    return ("marshal-player.any-place",) if how in ("move", "climb") else ()


@clause("marshal-player.no-meeting")
def together(game: Game, bandit: Bandit, to: Place) -> Cites:
    """When the Marshal and a bandit come together inside a car, nothing happens: nobody flees or gets a bullet."""
    others = game.figures if bandit == MARSHAL else [MARSHAL]  # the figure that moves has not arrived yet
    met = any(game.figures[name].place == to for name in others)
    return ("marshal-player.no-meeting",) if met and not is_roof(to) and to != CELL else ()


@clause("marshal-player.powers")
def _knocked(how: str) -> Cites:
    """Django's shot knocks the Marshal back."""
    return ("marshal-player.powers",) if how == "knock" else ()


@clause("marshal-player.shot", "marshal-player.powers")
def _shot(rules: Rules, game: Game, shooter: Bandit) -> Cites:
    """A bandit's Fire can hit the Marshal, Tuco's also through the roof."""
    start = game.figures[shooter].place
    through = rules.graph(game).stairs[start] == game.figures[MARSHAL].place
    return ("marshal-player.shot", *(("marshal-player.powers",) if through else ()))


@clause("marshal-player.stagecoach", "marshal-player.no-hostage")
def _aboard(to: Place) -> Cites:
    """The Marshal enters the stagecoach and its roof as bandits do, but takes no hostage."""
    if car_of(to) != COACH:
        return ()
    return ("marshal-player.stagecoach", *(("marshal-player.no-hostage",) if to == WITHIN else ()))


@clause("marshal-player.shotgun")
def _beside_the_shotgun(rules: Rules, game: Game, start: Place, to: Place, how: str) -> Cites:
    """The Marshal gets no bullet from the Shotgun, neither beside him nor in passing."""
    met = to == stagecoach_of(game).shotgun or (how == "move" and leads_past(rules, game, start, to))
    return ("marshal-player.shotgun",) if met else ()


# --- when he stands in a bandit's way


@clause("ruling.marshal-player.in-between")
def forbid_fire(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """On the roofs the Marshal hides the figures behind him, and while he can be shot, Belle cannot be chosen."""
    if not isinstance(command, Fire) or command.target not in game.figures or bandit == MARSHAL:
        return ()
    reach = in_reach(rules, game, bandit)
    if command.target in reach:
        return saves_belle(game, reach, command.target)
    start, place = game.figures[bandit].place, game.figures[command.target].place
    lines = [line for line in rules.graph(game).sight[start] if place in line]
    hides = any(game.figures[MARSHAL].place in line[: line.index(place)] for line in lines)
    return (IN_BETWEEN,) if hides and not rules.agreed(SEEN_PAST) else ()


IN_BETWEEN = "ruling.marshal-player.in-between"
SEEN_PAST = f"{IN_BETWEEN}=seen-past"


@clause("ruling.marshal-player.in-between")
def _past_him(rules: Rules, game: Game, shooter: Bandit, target: Bandit) -> Cites:
    """By a house rule a bandit can shoot past the Marshal."""
    start, place, his = (game.figures[name].place for name in (shooter, target, MARSHAL))
    past = any(place in line and his in line[: line.index(place)] for line in rules.graph(game).sight[start])
    return (IN_BETWEEN,) if past else ()


@clause("ruling.marshal-player.belle")
def saves_belle(game: Game, targets: list[Bandit], target: Bandit) -> Reasons:
    """Belle cannot be chosen while the Marshal can; if he is the only other target, the ruling about this is cited."""
    if target not in targets or "belle" not in game.figures[target].powers:
        return ()
    others = [name for name in targets if "belle" not in game.figures[name].powers]
    return ("belle.not-if-another", "ruling.marshal-player.belle") if others == [MARSHAL] else ()
