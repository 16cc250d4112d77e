"""The end of the game: the Marshal gets the prisoners and mailbags that are left, and his goals are judged."""

from collections.abc import Callable

from colt_rules.model.names import Cites, Token, car_of, kind_of, owner_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import bullet_cards
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.events import GoalsJudged, LeftoversSecured
from colt_rules.rules.marshal.model import CELL, FALLEN, MARSHAL, marshal_of
from colt_rules.rules.module import Rules, StepResult
from colt_rules.rules.stagecoach.model import AWAY

FEW_BULLETS = 2
MANY_BULLETS = 4
KEYS = 2
ONE_BANDIT = "ruling.goal.bullets-of-one-bandit"
TWO_IN_ALL = f"{ONE_BANDIT}=two-in-all"
GONE = "ruling.goal.bandits-gone"


@clause("goal.prisoners-left", "goal.mailbags-left", "goal.revealed", "ruling.goal.judged-at-the-end")
def judge(rules: Rules, game: Game) -> StepResult:
    """After the last round the Marshal gets the prisoners and mailbags that are left, then shows his five goals."""
    marshal = marshal_of(game)
    if game.rounds or marshal.met is not None:
        return None
    mail, off_the_train = _mail_left(rules, game), _off_the_train(game)
    if marshal.prisoners or mail:
        cites: Cites = (
            *(("goal.prisoners-left",) if marshal.prisoners else ()),
            *(("goal.mailbags-left", *off_the_train) if mail else ()),
        )
        return [(LeftoversSecured(marshal.prisoners or (), mail), cites)]
    goals = marshal.current + (marshal.future or ())
    met = tuple(goal for goal in goals if is_met(rules, game, goal))
    cites = ("goal.revealed", "ruling.goal.judged-at-the-end", *_clauses(rules, game, goals), *off_the_train)
    return [(GoalsJudged(goals, met), cites)]


@clause("goal.mailbags-left", "ruling.mailbags.off-the-train")
def _mail_left(rules: Rules, game: Game) -> tuple[Token, ...]:
    """The Marshal gets every mailbag that no bandit has; by a house rule only the mailbags on the train."""
    train_only = rules.agreed("ruling.mailbags.off-the-train=nobodys")
    return tuple(
        token
        for place, tokens in sorted(game.floor.items())
        for token in tokens
        if kind_of(token) == "mailbag" and (car_of(place) in game.train or not train_only)
    )


def _off_the_train(game: Game) -> Cites:
    """The ruling about mailbags off the train, if a mailbag is there."""
    off = any(
        kind_of(token) == "mailbag" and car_of(place) not in game.train
        for place, tokens in game.floor.items()
        for token in tokens
    )
    return ("ruling.mailbags.off-the-train",) if off else ()


def _clauses(rules: Rules, game: Game, goals: tuple[str, ...]) -> Cites:
    """The clauses that say when these goals are met, and the clauses about special cases that occur in this game."""
    told = tuple(dict.fromkeys(id for goal in goals for id in EXTRAS.goals[goal].clauses))
    bandits, at_large = rules.bandits(game), ("goal.warrant.not-in-the-cell",)
    posters = marshal_of(game).posters
    wanted = [bandit for bandit in posters if any(EXTRAS.goals[goal].against == bandit for goal in goals)]
    gone = any(figure.place in (FALLEN, AWAY) for figure in bandits.values())
    return (
        *told,
        *(at_large if any(bandits[bandit].place != CELL for bandit in wanted) else ()),
        *((ONE_BANDIT,) if "goal.dodged-bullets" in told and any(_hits_by(game, each) for each in bandits) else ()),
        *((GONE,) if gone and {"goal.warrant", "goal.full-of-lead", "goal.arch-enemy"} & {*told} else ()),
    )


def is_met(rules: Rules, game: Game, goal: str) -> bool:
    """Whether this goal is met in this position."""
    against = EXTRAS.goals[goal].against
    return warrant(game, against) if against else SPECIALS[goal](rules, game)


@clause("goal.warrant", "goal.warrant.not-in-the-cell")
def warrant(game: Game, bandit: str) -> bool:
    """A warrant is met if the Marshal has the bandit's wanted poster, wherever the bandit is."""
    return bandit in marshal_of(game).posters


@clause("goal.scratches")
def scratches(rules: Rules, game: Game) -> bool:
    """Met if at least one brawler card is left on the Marshal's portrait."""
    return bool(marshal_of(game).brawlers)


@clause("goal.dodged-bullets", "ruling.goal.bullets-of-one-bandit")
def dodged_bullets(rules: Rules, game: Game) -> bool:
    """Met if the Marshal has at most two bullets from each bandit; by a house rule at most two in all."""
    hits = [_hits_by(game, bandit) for bandit in rules.bandits(game)]
    return (sum(hits) if rules.agreed(TWO_IN_ALL) else max(hits)) <= FEW_BULLETS


def _hits_by(game: Game, bandit: str) -> int:
    """How many of a bandit's bullets are among the Marshal's cards."""
    return sum(owner_of(card) == bandit for card in bullet_cards(game, game.figures[MARSHAL].seat))


@clause("goal.golden-bullet")
def golden_bullet(rules: Rules, game: Game) -> bool:
    """Met if at least one of the Marshal's cylinders is empty."""
    return not all(marshal_of(game).cylinders.values())


@clause("goal.mail")
def mail(rules: Rules, game: Game) -> bool:
    """Met if the Marshal has secured at least one mailbag."""
    return bool(marshal_of(game).mailbags)


@clause("goal.keys")
def keys(rules: Rules, game: Game) -> bool:
    """Met if the Marshal has two prisoners or more."""
    return len(marshal_of(game).recaptured) >= KEYS


def _hits(game: Game, bandit: str) -> int:
    """How many of the Marshal's bullets are among a bandit's cards."""
    return sum(owner_of(card) == MARSHAL for card in bullet_cards(game, game.figures[bandit].seat))


@clause("goal.full-of-lead", "ruling.goal.bandits-gone")
def full_of_lead(rules: Rules, game: Game) -> bool:
    """Met if every bandit who began the game has a bullet of the Marshal."""
    return all(_hits(game, bandit) for bandit in rules.bandits(game))


@clause("goal.arch-enemy", "ruling.goal.bandits-gone")
def arch_enemy(rules: Rules, game: Game) -> bool:
    """Met if some bandit has four or more bullets of the Marshal."""
    return any(_hits(game, bandit) >= MANY_BULLETS for bandit in rules.bandits(game))


SPECIALS: dict[str, Callable[[Rules, Game], bool]] = {
    "scratches": scratches,
    "dodged-bullets": dodged_bullets,
    "golden-bullet": golden_bullet,
    "delivered-mail": mail,
    "keys": keys,
    "full-of-lead": full_of_lead,
    "arch-enemy": arch_enemy,
}

STEPS = {"judge-goals": judge}
"""Asked when everything else in the last round is done."""
