"""What the stagecoach adds to the final score: ransoms, and the three stations that are counted last."""

from collections.abc import Mapping

from colt_rules.commands import Command
from colt_rules.events import BulletGiven, Cited, Event, GameEnded, NeutralBulletGiven, ScoreLine
from colt_rules.model.names import Bandit, Cites, Reasons, Seat, Token, car_of, is_bullet, kind_of, owner_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import bullet_cards, uncounted_bandits
from colt_rules.rules.base.stealin import action
from colt_rules.rules.editions import settled
from colt_rules.rules.horses.actions.ride import horses_beside, mounted
from colt_rules.rules.horses.setup import leads_two
from colt_rules.rules.module import Choice, Counted, Rules
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import RideAway
from colt_rules.rules.stagecoach.events import BanditEscaped, BulletRemembered
from colt_rules.rules.stagecoach.hostages import TWO_BANDITS
from colt_rules.rules.stagecoach.model import AWAY, COACH, stagecoach_of

MORTAL = 150
LAST = "ruling.stations.counted-last"
LEVELS = "ruling.sharing-the-loot.levels"


def _is_played(rules: Rules, game: Game, station: str) -> bool:
    """Whether this station is the card of the round, in a game with happenings."""
    return game.options.happenings and rules.round_card(game).happening == station


# --- ransoms


@clause(
    "horses.scoring.ransoms",
    "hostage.poodle.ransom",
    "hostage.banker.ransom",
    "hostage.minister.ransom",
    "hostage.teacher.ransom",
    "hostage.zealot.ransom",
    "hostage.old-lady.ransom",
    "hostage.poker-player.ransom",
    "hostage.photographer.ransom",
)
def ransoms(rules: Rules, game: Game) -> list[Counted]:
    """Each captor is paid the ransom of its hostage."""
    left_out = uncounted_bandits(rules, game)
    captors = stagecoach_of(game).captors
    lines: list[Counted] = []
    for bandit in rules.bandits_by_seat(game):
        if bandit in captors and bandit not in left_out:
            seat = game.figures[bandit].seat
            amount, why = ransom_of(rules, game, bandit, captors[bandit])
            two = (TWO_BANDITS,) if leads_two(game, seat) else ()
            cites = ("horses.scoring.ransoms", f"hostage.{captors[bandit]}.ransom", *why, *two)
            lines.append((ScoreLine(seat, "hostage", amount) if amount else None, cites))
    return lines


@clause("hostage.banker.ransom", "ruling.hostage.two-bandits", "ruling.sharing-the-loot.each-strongbox")
def ransom_of(rules: Rules, game: Game, bandit: Bandit, hostage: str) -> tuple[int, Cites]:
    """The ransom is paid once, or once for each thing of a certain kind that the captor has.

    Some ransoms are paid only if the captor has a certain thing.
    """
    facts, captor = EXTRAS.hostages[hostage], game.figures[bandit]
    kinds = [kind_of(token) for token in captor.loot]
    if facts.needs:
        return (facts.ransom if facts.needs in kinds else 0), ()
    if facts.ransom_for == "bullet":
        number, why = _hits(rules, game, captor.seat, bandit)
        return facts.ransom * number, why
    return facts.ransom * (kinds.count(facts.ransom_for) if facts.ransom_for else 1), ()


@clause("hostage.photographer.ransom", "horses.team.photographer", "ruling.hostage.photographer-bullets")
def _hits(rules: Rules, game: Game, seat: Seat, captor: Bandit) -> tuple[int, Cites]:
    """The photographer counts the bullet cards of the captor's player that bandits of other sides fired.

    By a house rule bullets of a mate count too; by another only the bullets in the deck count.
    """
    side = next(side for side in rules.sides(game) if seat in side)
    bandits = rules.bandits(game)
    others = {bandit for bandit, figure in bandits.items() if figure.seat not in side}
    if rules.agreed("ruling.hostage.photographer-bullets=mates-too"):
        others |= {bandit for bandit, figure in bandits.items() if figure.seat == seat and bandit != captor}
    partners = ("horses.team.photographer",) if len(side) > 1 else ()
    bullets = bullet_cards(game, seat)
    if rules.agreed("ruling.hostage.photographer-bullets=deck-only"):
        bullets = [card for card in game.cards[seat].deck if is_bullet(card)]
    fired = sum(owner_of(card) in others for card in bullets)
    return fired, (*partners, "ruling.hostage.photographer-bullets")


# --- Sharing the loot


@clause("station.sharing-the-loot", "ruling.sharing-the-loot.each-strongbox", "ruling.stations.counted-last")
def shared_loot(rules: Rules, game: Game) -> list[Counted]:
    """The value of each strongbox is split between its owner and all bandits there, each part rounded down."""
    if not _is_played(rules, game, "sharing-the-loot"):
        return []
    return [
        line
        for owner in rules.bandits_by_seat(game)
        for token in game.figures[owner].loot
        if kind_of(token) == "strongbox"
        for line in _split(rules, game, owner, token)
    ]


def _split(rules: Rules, game: Game, owner: Bandit, token: Token) -> list[Counted]:
    """The owner gives up what the others get."""
    company, why = _company(rules, game, owner)
    value = game.values[token]
    part = value // len(company)
    cites = ("station.sharing-the-loot", "ruling.sharing-the-loot.each-strongbox", LAST, *why)
    if len(company) == 1:
        return [(None, cites)]
    return [
        (ScoreLine(game.figures[one].seat, "shared-loot", part - value if one == owner else part), cites)
        for one in company
    ]


@clause("station.sharing-the-loot.same-level", "ruling.sharing-the-loot.levels", "ruling.happenings.stagecoach")
def _company(rules: Rules, game: Game, owner: Bandit) -> tuple[list[Bandit], Cites]:
    """All bandits on the owner's level of the owner's car share, by a house rule all in the car.

    If company does not count at the place, the owner shares with nobody.
    """
    place = game.figures[owner].place
    aboard: Cites = ("ruling.happenings.stagecoach",) if car_of(place) == COACH else ()
    if no_company := rules.graph(game).no_company.get(place):
        return [owner], no_company
    whole_car = rules.agreed("ruling.sharing-the-loot.levels=same-car")
    same_level: Cites = () if whole_car else ("station.sharing-the-loot.same-level",)
    open_question: Cites = () if settled(LEVELS, game.options.edition) else (LEVELS,)
    company = [
        bandit
        for bandit in rules.bandits_by_seat(game)
        if (car_of(game.figures[bandit].place) == car_of(place) if whole_car else game.figures[bandit].place == place)
    ]
    return company, same_level + open_question + aboard


# --- Mortal bullet

MORTALLY = ("station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round")


BANDITS_BULLETS_ONLY = "ruling.mortal-bullet.marshals-bullets=not-his"


@clause("station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round")
def remember(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """In the round of this station every bullet that a bandit gets is counted, whoever fired it.

    By a house rule only neutral bullets and bullets of bandits count.
    """
    match event:
        case BulletGiven(shooter=shooter) if rules.agreed(BANDITS_BULLETS_ONLY) and shooter not in rules.bandits(game):
            return []
        case BulletGiven(target=bandit) | NeutralBulletGiven(bandit=bandit) if _is_played(rules, game, "mortal-bullet"):
            count = stagecoach_of(game).remembered.get(bandit, 0) + 1
            return [(BulletRemembered(bandit, count), MORTALLY)] if bandit in rules.bandits(game) else []
    return []


@clause("station.mortal-bullet", "ruling.stations.counted-last")
def mortal_bullets(rules: Rules, game: Game) -> list[Counted]:
    """Each of these bullets costs $150, even if the player has less money."""
    remembered = stagecoach_of(game).remembered
    return [
        (ScoreLine(game.figures[bandit].seat, "mortal-bullet", -MORTAL * remembered[bandit]), (*MORTALLY, LAST))
        for bandit in rules.bandits_by_seat(game)
        if bandit in remembered
    ]


# --- Escape


@clause("station.escape.ride-away", "ruling.escape.needs-a-horse")
def _ways_out(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """In the round of this station a Ride can take the bandit away from the train, if there is a horse to mount."""
    if not _is_played(rules, game, "escape") or not horses_beside(rules, game, bandit):
        return []
    return [RideAway(game.figures[bandit].seat)] if bandit in rules.bandits(game) else []


def _no_way_out(rules: Rules, game: Game, bandit: Bandit, command: RideAway) -> Cites:
    """A bandit can ride away only in the round of this station."""
    return ("station.escape.ride-away",)


@clause("station.escape.ride-away", "station.escape.out-of-the-game", "ruling.escape.needs-a-horse")
def _ridden_away(rules: Rules, game: Game, bandit: Bandit, command: RideAway) -> list[Cited]:
    """The bandit leaves the game with the horse, the loot and the hostage."""
    horse, _, which = mounted(rules, game, bandit)
    cites = ("station.escape.ride-away", "station.escape.out-of-the-game", "ruling.escape.needs-a-horse", *which)
    return [(BanditEscaped(bandit, horse, game.figures[bandit].place), cites)]


RIDE_AWAY = action("ride", Choice((RideAway,), _ways_out, _no_way_out, _ridden_away))


@clause("station.escape.out-of-the-game", "ruling.escape.needs-a-horse")
def gone(rules: Rules, game: Game, bandit: Bandit, name: str) -> Reasons:
    """The cards of a bandit who has ridden away have no effect."""
    if game.figures[bandit].place != AWAY:
        return ()
    return ("station.escape.out-of-the-game", "ruling.escape.needs-a-horse")


@clause(
    "station.escape.caught",
    "station.escape.on-the-stagecoach",
    "ruling.escape.rank-of-the-caught",
    "ruling.stations.counted-last",
)
def caught(rules: Rules, game: Game) -> Mapping[Bandit, Cites]:
    """A bandit who is on the train when the game ends cannot win; on the stagecoach a bandit is not caught."""
    if not _is_played(rules, game, "escape"):
        return {}
    graph = rules.graph(game)
    train = {*graph.insides, *graph.roofs}
    cites = ("station.escape.caught", "ruling.escape.rank-of-the-caught", LAST)
    return {bandit: cites for bandit in rules.bandits_by_seat(game) if game.figures[bandit].place in train}


@clause("station.escape.on-the-stagecoach", "station.escape.out-of-the-game", "ruling.escape.half-a-side")
def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses by which bandits got away, and by which a side can still win with one of two bandits."""
    if not isinstance(event, GameEnded) or not _is_played(rules, game, "escape"):
        return ()
    places = [figure.place for figure in rules.bandits(game).values()]
    aboard = ("station.escape.on-the-stagecoach",) if COACH in map(car_of, places) else ()
    away = ("station.escape.out-of-the-game",) if AWAY in places else ()
    half = ("ruling.escape.half-a-side",) if uncounted_bandits(rules, game) else ()
    return aboard + away + half


LINES = {"hostage": ransoms, "shared-loot": shared_loot, "mortal-bullet": mortal_bullets}
