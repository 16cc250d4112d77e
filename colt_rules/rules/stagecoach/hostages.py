"""The hostages of the stagecoach: how they are taken, and how they burden their captors."""

from colt_rules.commands import Command, Move
from colt_rules.decisions import Decision
from colt_rules.events import BanditMoved, CardPlayed, Cited, Event
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Cites, Place, Reasons, Seat, inside, is_roof, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import may_hide
from colt_rules.rules.base.bullets import ORDER, in_order, neutral_bullets
from colt_rules.rules.base.stealin import acting
from colt_rules.rules.duo.events import CardAdded
from colt_rules.rules.horses.events import FlaskCardPlayed, FlaskUsed
from colt_rules.rules.horses.schemin import STANDARD_ONLY
from colt_rules.rules.horses.setup import leads_two
from colt_rules.rules.module import Choice, FacesAllowed, Rules, StepResult
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import TakeHostage
from colt_rules.rules.stagecoach.events import HostageTaken, PoodleBit, PowersLost
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of

IN_VAIN = "ruling.hostage.planned-in-vain"
TWO_BANDITS = "ruling.hostage.two-bandits"


def burdened(game: Game, bandit: Bandit, burden: str) -> bool:
    """Whether a bandit's hostage has this burden."""
    hostage = stagecoach_of(game).captors.get(bandit)
    return hostage is not None and EXTRAS.hostages[hostage].burden == burden


def _burdens_hand(game: Game, seat: Seat, burden: str) -> bool:
    """Whether one of a player's bandits has a hostage with this burden on the hand."""
    captors = stagecoach_of(game).captors
    return any(game.figures[bandit].seat == seat and burdened(game, bandit, burden) for bandit in captors)


def _of_the_hand(game: Game, seat: Seat) -> Cites:
    """The ruling about one hand for two bandits, if this player has two."""
    return (TWO_BANDITS,) if leads_two(game, seat) else ()


# --- taking a hostage


@clause(
    "hostage.must-take",
    "hostage.none-left",
    "hostage.one-each",
    "horses.duo.hostages",
    "ruling.hostage.own-player-chooses",
)
def take_hostage(rules: Rules, game: Game) -> StepResult:
    """A bandit without a hostage who is inside the stagecoach must take one, as long as there are any.

    The step looks only at the position, so it does not matter how the bandit came in.
    """
    waiting = _empty_handed(rules, game) if stagecoach_of(game).hostages else ()
    return (Decision(game.figures[waiting[0]].seat, "hostage", waiting[0]),) if waiting else None


def _empty_handed(rules: Rules, game: Game) -> tuple[Bandit, ...]:
    captors = stagecoach_of(game).captors
    there = [bandit for bandit, figure in rules.bandits(game).items() if figure.place == inside(COACH)]
    return in_order(game, [bandit for bandit in there if bandit not in captors])


def hostages(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The player chooses any of the hostages that are left."""
    seat = game.figures[bandit].seat
    return [TakeHostage(seat, hostage) for hostage in stagecoach_of(game).hostages or ()]


@clause("hostage.must-take", "hostage.never-lost")
def hostage_refusal(rules: Rules, game: Game, bandit: Bandit, command: TakeHostage) -> Cites:
    """Only a hostage that is left can be taken, and not one that has a captor."""
    taken = command.hostage in stagecoach_of(game).captors.values()
    return ("hostage.must-take", "hostage.never-lost") if taken else ("hostage.must-take",)


@clause("hostage.must-take", "hostage.burden.at-once", "hostage.banker.no-burden", "hostage.never-lost")
def taken(rules: Rules, game: Game, bandit: Bandit, command: TakeHostage) -> list[Cited]:
    """The hostage stays with the bandit to the end of the game, and its burden takes effect at once."""
    burden = "hostage.burden.at-once" if EXTRAS.hostages[command.hostage].burden else "hostage.banker.no-burden"
    cites: Cites = ("hostage.must-take", burden, "hostage.never-lost", *_how_it_came(rules, game, bandit))
    if EXTRAS.hostages[command.hostage].burden != "no-power":
        return [(HostageTaken(bandit, command.hostage), cites)]
    return [(HostageTaken(bandit, command.hostage), (*cites, NO_POWER[1])), *_powers_lost(game, bandit)]


def _how_it_came(rules: Rules, game: Game, bandit: Bandit) -> Cites:
    """The rulings about who chooses, if the bandit was brought in, is one of two, or is not alone in the stagecoach."""
    brought = ("ruling.hostage.own-player-chooses",) if acting(game) != bandit else ()
    two = ("horses.duo.hostages", TWO_BANDITS) if leads_two(game, game.figures[bandit].seat) else ()
    return brought + two + (ORDER if len(_empty_handed(rules, game)) > 1 else ())


@clause("hostage.poker-player.no-power", "ruling.hostage.poker-player-which-power")
def _powers_lost(game: Game, bandit: Bandit) -> list[Cited]:
    """The poker player's captor loses the power of its own character, if the table plays with powers."""
    own = tuple(power for power in game.figures[bandit].powers if power == bandit)
    return [(PowersLost(bandit, own), NO_POWER)] if own else []


NO_POWER = ("hostage.poker-player.no-power", "ruling.hostage.poker-player-which-power")


# --- burdens


@clause("hostage.poodle.bullet", "ruling.hostage.poodle-when")
def bite(rules: Rules, game: Game) -> StepResult:
    """When a round starts, before any deck is shuffled, the poodle's captor gets a neutral bullet."""
    coach, number = stagecoach_of(game), game.round.number
    if coach.bitten == number:
        return None
    captor = next((bandit for bandit in coach.captors if burdened(game, bandit, "neutral-bullet-each-round")), None)
    if captor is None:
        return None
    cites = (*BITE, *_of_the_hand(game, game.figures[captor].seat))
    bullet = neutral_bullets(rules, game, (captor,), cites=cites, short=(*BITE, "neutral-bullets.too-few"))
    return [(PoodleBit(captor, number), cites), *bullet]


BITE = ("hostage.poodle.bullet", "ruling.hostage.poodle-when")


@clause("hostage.minister.one-card-fewer", "ruling.hostage.minister-hands", "ruling.hostage.two-bandits")
def one_card_fewer(rules: Rules, game: Game, seat: Seat) -> tuple[int, Cites]:
    """The minister's captor draws one card fewer at the start of a round."""
    if not _burdens_hand(game, seat, "one-card-fewer"):
        return 0, ()
    return -1, ("hostage.minister.one-card-fewer", "ruling.hostage.minister-hands", *_of_the_hand(game, seat))


@clause(
    "hostage.teacher.no-punch",
    "hostage.zealot.no-ride",
    "hostage.burden.at-once",
    "ruling.hostage.planned-in-vain",
    "ruling.hostage.two-bandits",
)
def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """Punch cards of the teacher's captor and Ride cards of the zealot's have no effect, whenever they were played."""
    if action == "punch" and burdened(game, bandit, "no-punch"):
        return ("hostage.teacher.no-punch", IN_VAIN)
    if action == "ride" and burdened(game, bandit, "no-ride"):
        return ("hostage.zealot.no-ride", IN_VAIN)
    return ()


ONE_ROOF = ("hostage.old-lady.one-roof", "ruling.hostage.old-lady-own-move")


@clause("hostage.old-lady.one-roof", "ruling.hostage.old-lady-own-move")
def forbid_move(rules: Rules, game: Game, bandit: Bandit, command: Move) -> Reasons:
    """A Move of the old lady's captor on the roofs is at most one car, the crossing to the stagecoach included."""
    start = game.figures[bandit].place
    if not is_roof(start) or not burdened(game, bandit, "one-roof"):
        return ()
    farther = is_roof(command.to) and command.to not in (start, *_one_step(game, rules.graph(game), start))
    return ONE_ROOF if farther else ()


def _one_step(game: Game, graph: Graph, start: Place) -> tuple[Place, ...]:
    """The next roofs: ahead, behind, and across between the stagecoach and the car it faces."""
    facing = {roof(COACH): roof(stagecoach_of(game).car), roof(stagecoach_of(game).car): roof(COACH)}
    steps = (graph.forward.get(start), graph.backward.get(start), facing.get(start))
    return tuple(place for place in steps if place is not None)


@clause("hostage.photographer.face-up", "ruling.hostage.photographer-tunnel", "ruling.hostage.two-bandits")
def face_up(rules: Rules, game: Game, seat: Seat) -> FacesAllowed | None:
    """The photographer's captor plays every card face up."""
    return ((False,), _shown(game, seat)) if _burdens_hand(game, seat, "face-up") else None


def _shown(game: Game, seat: Seat) -> Cites:
    return ("hostage.photographer.face-up", *(TUNNEL if game.round.hidden else ()), *_of_the_hand(game, seat))


TUNNEL: Cites = ("ruling.hostage.photographer-tunnel",)


@clause("ruling.hostage.photographer-tunnel")
def plays_as(rules: Rules, game: Game, seat: Seat) -> str | None:
    """For the photographer's captor a tunnel is still a tunnel, or by a house rule a standard turn."""
    if not game.round.hidden or not rules.agreed("ruling.hostage.photographer-tunnel=standard"):
        return None
    return "standard" if _burdens_hand(game, seat, "face-up") else None


# --- clauses added to events of other modules


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about hostages that an event of another part of the rules also cites."""
    match event:
        case BanditMoved(bandit=bandit, to=to) if to == inside(COACH) and bandit in rules.bandits(game):
            return _takes_none(game, bandit)
        case BanditMoved(bandit=bandit, start=start, how="move") if is_roof(start):
            return ONE_ROOF if burdened(game, bandit, "one-roof") else ()
        case CardPlayed(seat=seat) | CardAdded(seat=seat) | FlaskCardPlayed(seat=seat):
            return _laid_openly(game, seat)
        case FlaskUsed(seat=seat) if rules.holds(STANDARD_ONLY) and plays_as(rules, game, seat):
            return TUNNEL
    return ()


@clause("hostage.none-left", "hostage.one-each", "horses.duo.hostages")
def _takes_none(game: Game, bandit: Bandit) -> Cites:
    """A bandit with a hostage takes no other, and no bandit takes one if none is left."""
    coach = stagecoach_of(game)
    has_one = ("hostage.one-each",) if bandit in coach.captors else ()
    return has_one if coach.hostages or has_one else ("hostage.none-left",)


@clause("hostage.photographer.face-up")
def _laid_openly(game: Game, seat: Seat) -> Cites:
    """A card that could have been face down lies face up because of the photographer."""
    hides = game.round.hidden or may_hide(game, seat)
    return _shown(game, seat) if hides and _burdens_hand(game, seat, "face-up") else ()


STEPS = {"poodle": bite}

ARRIVALS = {"take-hostage": take_hostage}

CHOICES = {"hostage": Choice((TakeHostage,), hostages, hostage_refusal, taken)}
