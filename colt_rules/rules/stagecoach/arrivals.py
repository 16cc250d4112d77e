"""What follows at once from a new position: meeting the Shotgun on a roof of the train."""

from colt_rules.commands import Command
from colt_rules.decisions import Decision
from colt_rules.events import BanditMoved, Cited, Event
from colt_rules.model.names import Bandit, Cites, Place, car_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import ORDER, in_order, neutral_bullets
from colt_rules.rules.editions import settled
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.stagecoach.commands import Run
from colt_rules.rules.stagecoach.events import (
    BanditEscaped,
    BanditRan,
    ShotgunMet,
    ShotgunMoved,
    ShotgunThrown,
    ShotgunTolerated,
)
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of
from colt_rules.rules.stagecoach.places import ON_TOP

TOGETHER: Cites = ("shotgun.never-together",)
FLIGHT: Cites = ("shotgun.meeting.flight", "shotgun.never-together")
TOO_FEW: Cites = ("neutral-bullets.too-few", "ruling.shotgun.too-few-bullets")


@clause("shotgun.never-together", "shotgun.meeting.neutral-bullet", "shotgun.inactive", "ruling.shotgun.comes-to-them")
def meet_the_shotgun(rules: Rules, game: Game) -> StepResult:
    """Every bandit on the Shotgun's roof of the train gets a neutral bullet; then they run one after the other.

    The step looks only at the position, so it does not matter who came to whom, or how, unless a house rule says that
    it
    does. While the Shotgun is on the stagecoach, nobody meets him.
    """
    coach = stagecoach_of(game)
    if coach.running:
        runner = coach.running[0]
        return (Decision(game.figures[runner].seat, "run", runner),)
    if coach.shotgun in ("", ON_TOP):
        return None
    there = [bandit for bandit, figure in rules.bandits(game).items() if figure.place == coach.shotgun]
    if coach.tolerated:
        there = [bandit for bandit in there if bandit not in coach.tolerated]
    if not there:
        return None
    met = in_order(game, there)
    return [(ShotgunMet(met), TOGETHER + ORDER if len(met) > 1 else TOGETHER), *_shot(rules, game, met)]


@clause("shotgun.meeting.neutral-bullet", "ruling.shotgun.too-few-bullets")
def _shot(rules: Rules, game: Game, met: tuple[Bandit, ...]) -> list[Cited]:
    """Each bandit gets a neutral bullet on top of the deck; if there are too few for all, none does."""
    cites: Cites = ("shotgun.meeting.neutral-bullet",)
    return neutral_bullets(rules, game, met, cites, cites + TOO_FEW)


@clause("ruling.shotgun.comes-to-them")
def comes_to(rules: Rules, game: Game, place: Place) -> Cites:
    """Bandits whom the Shotgun comes to meet him as if they had come to him.

    Returns the ruling, or no clauses if no bandit is there or the edition's own book settles the question.
    """
    there = any(figure.place == place for figure in rules.bandits(game).values())
    return COMES_TO if there and not settled(COMES_TO[0], game.options.edition) else ()


COMES_TO: Cites = ("ruling.shotgun.comes-to-them",)


@clause("ruling.shotgun.comes-to-them")
def tolerated(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """By a house rule bandits whom the Shotgun comes to may stay until they leave his roof."""
    match event:
        case ShotgunThrown(to=to) | ShotgunMoved(to=to) if rules.agreed("ruling.shotgun.comes-to-them=only-who-moves"):
            there = [bandit for bandit, figure in rules.bandits(game).items() if figure.place == to]
            changes = there or stagecoach_of(game).tolerated
            return [(ShotgunTolerated(in_order(game, there)), COMES_TO)] if changes else []
        case BanditMoved(bandit=bandit) | BanditEscaped(bandit=bandit):
            return tolerated_no_more(game, bandit)
    return []


@clause("ruling.shotgun.comes-to-them")
def tolerated_no_more(game: Game, bandit: Bandit) -> list[Cited]:
    """A bandit who leaves the Shotgun's roof meets him like any other on coming back, even in the same action."""
    may_stay = stagecoach_of(game).tolerated or ()
    left = tuple(other for other in may_stay if other != bandit)
    return [(ShotgunTolerated(left), COMES_TO)] if left != may_stay else []


@clause("shotgun.meeting.flight", "shotgun.meeting.not-to-stagecoach")
def ways_out(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """A bandit runs from the Shotgun to the roof ahead or to the one behind, but not to that of the stagecoach."""
    graph, figure = rules.graph(game), game.figures[bandit]
    near = (graph.forward.get(figure.place), graph.backward.get(figure.place))
    return [Run(figure.seat, place) for place in near if place is not None]


def run_refusal(rules: Rules, game: Game, bandit: Bandit, command: Run) -> Cites:
    """A bandit can run only to an adjacent roof of the train."""
    to_coach = car_of(command.to) == COACH
    return ("shotgun.meeting.flight", *(("shotgun.meeting.not-to-stagecoach",) if to_coach else ()))


def ran(rules: Rules, game: Game, bandit: Bandit, command: Run) -> list[Cited]:
    """The bandit runs to the chosen roof."""
    return [(BanditRan(bandit, game.figures[bandit].place, command.to), FLIGHT)]


ARRIVALS = {"meet-the-shotgun": meet_the_shotgun}
CHOICES = {"run": Choice((Run,), ways_out, run_refusal, ran)}
