"""The prisoners: a bandit who has one has another bandit's power, or can rob two tokens at once."""

from colt_rules.commands import Command
from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    BulletGiven,
    CardPlayed,
    Event,
    HandDrawn,
    LootSnatched,
)
from colt_rules.model.names import Bandit, Cites, Reasons, Seat, car_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.abilities import hand_size, is_spared, knock_back, may_hide, without_belle
from colt_rules.rules.base.actions.fire import in_reach
from colt_rules.rules.base.actions.punch import beside
from colt_rules.rules.base.stealin import acting
from colt_rules.rules.expert.events import HandFilled
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.events import PrisonerFreed
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.module import Change, Rules
from colt_rules.rules.stagecoach import hostages
from colt_rules.rules.stagecoach.events import PowersLost

CARRIED_OUT_BY: CarriedOutBy = {
    "ruling.prisoner.when-it-helps": (hand_size, may_hide),
    "ruling.prisoner.poker-player": (hostages.taken,),
    "ruling.prisoner.django-through-the-roof": (knock_back,),
    "prisoner.belle-first": (without_belle,),
    "ruling.prisoner.belle-and-a-third": (without_belle,),
}
"""The general rules that implement these clauses: they ask for a power, wherever it comes from."""

BELLE = "belle"
BORROWED: Cites = ("prisoner.another-power",)
FOR_SCHEMIN: Cites = (*BORROWED, "ruling.prisoner.when-it-helps")


# --- what a prisoner gives


@clause("prisoner.companion", "prisoner.another-power", "ruling.prisoner.powers-left-out")
def power_of(game: Game, bandit: Bandit, prisoner: str) -> str | None:
    """A bandit whose prisoner is the companion of another bandit has that bandit's power.

    Returns None if the prisoner is its own companion, or if the game is played without powers.
    """
    whose = EXTRAS.prisoners[prisoner].companion_of
    return whose if whose != bandit and game.options.powers else None


@clause("prisoner.own-companion")
def has_own_companion(game: Game, bandit: Bandit) -> bool:
    """Whether a bandit has its own companion as its prisoner."""
    prisoner = marshal_of(game).companions.get(bandit)
    return prisoner is not None and EXTRAS.prisoners[prisoner].companion_of == bandit


def what_it_gives(game: Game, bandit: Bandit, prisoner: str) -> Cites:
    """The clauses that say what this prisoner gives to this bandit."""
    if EXTRAS.prisoners[prisoner].companion_of == bandit:
        return ("prisoner.companion", "prisoner.own-companion")
    if not game.options.powers:
        return ("prisoner.companion", "ruling.prisoner.powers-left-out")
    return ("prisoner.companion", *BORROWED, "prisoner.another-power.while-held")


@clause("prisoner.another-power", "prisoner.another-power.while-held")
def borrows(game: Game, bandit: Bandit, power: str) -> bool:
    """Whether a bandit has this power from a prisoner rather than from its own character."""
    return bandit != power and power in game.figures[bandit].powers


# --- Belle and a bandit who has her companion


def _charmed(game: Game, targets: list[Bandit], command: Command) -> Reasons:
    """The clauses that protect Belle or a bandit who has her companion.

    If these two bandits are the only targets, only Belle is protected; if there is a third target, both bandits are
    protected.
    """
    target: Bandit | None = getattr(command, "target", None)
    if target not in targets or not is_spared(game, target, targets):
        return ()
    borrowed = BORROWED if target != BELLE else ()
    if not _both_there(game, targets):
        return borrowed
    alone = all(BELLE in game.figures[each].powers for each in targets)
    return (*borrowed, "prisoner.belle-first" if alone else "ruling.prisoner.belle-and-a-third")


def _both_there(game: Game, targets: list[Bandit]) -> bool:
    """Whether Belle and a bandit who has her companion are both targets."""
    return BELLE in targets and any(borrows(game, each, BELLE) for each in targets)


def _forbid_fire(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    return _charmed(game, in_reach(rules, game, bandit), command)


def _forbid_punch(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    return _charmed(game, beside(game, bandit), command)


CHANGES = (Change("fire", forbidden=_forbid_fire), Change("punch", forbidden=_forbid_punch))


# --- clauses added to events of other modules


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about prisoners that an event of another part of the rules also cites."""
    match event:
        case BulletGiven(shooter=shooter, target=target) if shooter != MARSHAL:
            instead = _instead_of_belle(game, target, in_reach(rules, game, shooter))
            return (*_through_the_roof(rules, game, shooter, target), *instead)
        case BanditMoved(bandit=bandit, how="push"):
            return _instead_of_belle(game, bandit, beside(game, acting(game)))
        case BanditMoved(how="knock") | BanditStayed(how="knock"):
            return BORROWED if borrows(game, acting(game), "django") else ()
        case BanditMoved(bandit=bandit, start=start, to=to, how="climb") if car_of(start) != car_of(to):
            return BORROWED if borrows(game, bandit, "mei") else ()
        case LootSnatched(by=bandit):
            return BORROWED if borrows(game, bandit, "cheyenne") else ()
        case HandDrawn(seat=seat) | HandFilled(seat=seat):
            return FOR_SCHEMIN if _borrowed_by(game, seat, "doc") else ()
        case CardPlayed(seat=seat, face_down=True) if not game.round.hidden:
            return FOR_SCHEMIN if _borrowed_by(game, seat, "ghost") else ()
        case PowersLost(bandit=bandit) if bandit in marshal_of(game).companions:
            return ("ruling.prisoner.poker-player",)
        case PrisonerFreed(bandit=bandit, power=str()) if hostages.burdened(game, bandit, "no-power"):
            return ("ruling.prisoner.poker-player",)
    return ()


def _borrowed_by(game: Game, seat: Seat, power: str) -> bool:
    return any(figure.seat == seat and borrows(game, bandit, power) for bandit, figure in game.figures.items())


@clause("ruling.prisoner.django-through-the-roof")
def _through_the_roof(rules: Rules, game: Game, shooter: Bandit, target: Bandit) -> Cites:
    """A shot through the roof does not knock its target back, even if the shooter has Django's power too.

    Returns the clauses for such a shot by a power from a prisoner.
    """
    figure = game.figures[shooter]
    if rules.graph(game).stairs[figure.place] != game.figures[target].place:
        return ()
    both: Cites = ("ruling.prisoner.django-through-the-roof",) if "django" in figure.powers else ()
    return (*(BORROWED if borrows(game, shooter, "tuco") else ()), *both)


def _instead_of_belle(game: Game, target: Bandit, targets: list[Bandit]) -> Cites:
    """The clauses by which another target was hit instead of Belle.

    The target is the bandit who has her companion, or a third bandit.
    """
    if not _both_there(game, targets):
        return ()
    return ("prisoner.belle-first",) if borrows(game, target, BELLE) else ("ruling.prisoner.belle-and-a-third",)
