"""Two bots: one that plays anything, one that tries to win."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from colt_rules.commands import (
    AddNoCard,
    ChooseCard,
    Command,
    DrawCards,
    Fire,
    Move,
    MoveMarshal,
    Pickpocket,
    PlayCard,
    Punch,
    Rob,
)
from colt_rules.decisions import Answers, Selections
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Car, Card, Place, Seat, car_of, inside, is_bullet, owner_and_action, owner_of
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import NEW
from colt_rules.players.table import Look
from colt_rules.rules.boxes import HOSTAGES
from colt_rules.rules.horses.commands import BoardCar, Ride, UseFlask
from colt_rules.rules.horses.places import BESIDE, RIDE
from colt_rules.rules.rulebook import rulebook
from colt_rules.rules.stagecoach.commands import PunchShotgun, RideAway, Run, TakeHostage
from colt_rules.rules.stagecoach.model import COACH, Stagecoach
from colt_rules.views import View
from colt_rules.views.state import BanditView, TokenView

PURSE = 340
"""What a purse is worth on average to somebody who cannot look into it."""

FRESH = 120
"""What a card is worth that nobody has seen yet: a card that adds less is not worth keeping for it."""

WHISKY = 200
"""What a flask is worth that can still be used: a card or two more than the others."""

GUARDED = 400
"""What it is worth to have the Shotgun out of the way of a strongbox."""

ESCAPE = 5_000
"""What it is worth not to be caught: all there is to win."""

BETRAYAL = 10_000
"""What it costs to hit the own side: more than there is to gain on the whole train."""


class RandomBot:
    """Takes any answer with the same probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, look: Look, answers: Answers) -> Command:
        """Any of the answers."""
        index = int(self._random() * len(answers))
        return answers[index] if isinstance(answers, (list, tuple, Selections)) else list(answers)[index]


class SchemingBot:
    """Tries to win: plans the cards that bring its bandits to loot, and carries them out where they pay most.

    It knows only its view. In Schemin' it follows the cards of a bandit on the pile to where they can bring it and
    asks what the next card would add. In Stealin' it takes what is worth most, hits the richest, spares its own side
    and stays clear of the Marshal. Small random amounts break ties, so that it cannot be read like a book. Which
    bandits it has and where they begin it leaves to them altogether.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, look: Look, answers: Answers) -> Command:
        """The answer that seems to be worth most."""
        if len(answers) == 1:
            return next(iter(answers))
        seen = look()
        if isinstance(answers, Selections):
            return answers.make(_worth_keeping(seen, answers))
        return max(answers, key=lambda command: _worth_of(seen, command) + self._random())


def _worth_of(seen: View, command: Command) -> float:
    """How many dollars, roughly, an answer is worth."""
    match command:
        case PlayCard(card=card, face_down=face_down):
            return _of_card(seen, card) + (5 if face_down else 0)
        case ChooseCard(card=card):
            return _of_card(seen, card)
        case DrawCards():
            return 40 + 15 * (6 - _playable(seen))
        case AddNoCard():
            return FRESH - 40
        case UseFlask():
            return WHISKY + max((_of_card(seen, card) for card in _hand(seen)), default=0)
        case TakeHostage(hostage=hostage):
            return HOSTAGES[hostage].ransom
        case RideAway():
            return ESCAPE
        case PunchShotgun():
            return GUARDED
        case Move() | Fire() | Rob() | Punch() | MoveMarshal() | Ride() | Run() | BoardCar():
            subjects = [open_.subject for open_ in seen.awaiting if open_.actor == seen.role]
            return _Bandit(seen, subjects[0]).worth(command)
        case Pickpocket(token=token):
            return 0 if token is None else PURSE
        case _:
            return 0


def _worth_keeping(seen: View, answers: Selections) -> tuple[Card, ...]:
    """The cards that add more than a fresh one would, the best of them where not all can be kept."""
    worth = {card: _of_card(seen, card) for card in answers.copies}
    good = [card for card in answers.copies.elements() if worth[card] > FRESH]
    best = sorted(good, key=lambda card: -worth[card])[: answers.most]
    return tuple(sorted(best))


def _of_card(seen: View, card: Card) -> float:
    """What an action card adds to the plans of the bandit that is on it."""
    if is_bullet(card):
        return 0
    bandit, action = owner_and_action(card)
    return _Bandit(seen, bandit).plan(action)


def _playable(seen: View) -> int:
    return sum(not is_bullet(card) for card in _hand(seen))


def _hand(seen: View) -> Sequence[Card]:
    return next(seat for seat in seen.seats if seat.seat == seen.role).hand or ()


def _side(seen: View) -> set[Seat]:
    """Who wins together with the one who looks."""
    seats = seen.options.seats
    return {seen.role, seats[seats.index(seen.role) ^ 1]} if "team" in seen.options.modules else {seen.role}


def _board(seen: View) -> Graph:
    """The board as the one who looks sees it."""
    coach = seen.stagecoach
    beside = (coach.car, coach.shotgun) if coach else ("", "")
    return _graph(seen.options.modules, seen.options.edition, seen.train, *beside)


@lru_cache(maxsize=1024)
def _graph(modules: tuple[str, ...], edition: str, train: tuple[Car, ...], car: Car, shotgun: Place) -> Graph:
    return rulebook(modules, edition).graph(
        with_part(changed(NEW, train=train), "stagecoach", Stagecoach(car, shotgun))
    )


class _Bandit:
    """What a bot makes of its view for one of the bandits that it plays for."""

    def __init__(self, seen: View, bandit: Bandit) -> None:
        side = _side(seen)
        self.seen = seen
        self.graph: Graph = _board(seen)
        self.me: BanditView = next(each for each in seen.bandits if each.bandit == bandit)
        self.others = [each for each in seen.bandits if each.seat not in side]
        self.friends = [each for each in seen.bandits if each.seat in side and each.bandit != bandit]

    def worth(self, command: Command) -> float:
        """How many dollars, roughly, it is worth to carry out a card like this."""
        match command:
            case Move(to=place) | Run(to=place):
                return self._at(place)
            case Ride(to=place):
                return self._at(place) + self._hostage({place})
            case BoardCar(car=car):
                return self._at(inside(car))
            case Fire(target=target):
                return self._wealth(target)
            case Rob(token=token):
                return next(_worth(seen) for seen in self._floor(self.me.place) if seen.token == token)
            case Punch():
                return self._punch(command)
            case MoveMarshal(to=place):
                return self._hunt(place)
            case _:
                return 0

    # --- Schemin'

    def plan(self, action: str) -> float:
        """What a card adds at the end of what is planned already."""
        reach, robberies = self._reach()
        now = self._best(reach, robberies)
        after = {
            "move": self._best(_after_move(self.graph, reach), robberies),
            "floor-change": self._best(self._climbed(reach), robberies),
        }
        match action:
            case "robbery":
                return now
            case "move" | "floor-change":
                return 60 + 0.6 * max(0.0, after[action] - now) + (60 if now == 0 else 0)
            case "fire":
                return 150 if self.me.bullets and self._anybody_near(reach) else 60
            case "punch":
                return 260 if any(other.place in reach and other.tokens for other in self.others) else 50
            case "ride":
                ridden = self._ridden(reach)
                gain = max(0.0, self._best(ridden, robberies) - now)
                return 50 + 0.6 * gain + 0.6 * self._hostage(ridden) + (60 if now == 0 else 0) if ridden else 30
            case _:
                return 110 if self.seen.marshal in _after_move(self.graph, reach) else 70

    def _reach(self) -> tuple[set[Place], int]:
        """Where the cards planned so far can bring the bandit, and how often it means to rob on the way."""
        reach, robberies = {self.me.place}, 0
        for played in self.seen.round.pile:
            if played.card is None or owner_of(played.card) != self.me.bandit:
                continue
            match owner_and_action(played.card)[1]:
                case "move":
                    reach = _after_move(self.graph, reach)
                case "floor-change":
                    reach = self._climbed(reach)
                case "ride":
                    reach = self._ridden(reach) or reach
                case "robbery":
                    robberies += 1
        return reach - {self.seen.marshal} or reach, robberies

    def _climbed(self, places: set[Place]) -> set[Place]:
        return {self.graph.stairs[place] for place in places if place in self.graph.stairs}

    def _ridden(self, places: set[Place]) -> set[Place]:
        """Where a Ride can end that begins in one of these places: only where a horse stands there is one."""
        horses, relations = self.seen.horses, self.graph.relations
        cars = set(horses.stands.values()) if horses else set()
        start = [place for place in places if relations[BESIDE].get(place) in cars]
        return {to for place in start for to in relations[RIDE][place]}

    def _hostage(self, places: set[Place]) -> float:
        """What the best hostage is worth whom the bandit could take in one of these places."""
        coach = self.seen.stagecoach
        if not coach or inside(COACH) not in places or self.me.bandit in coach.captors:
            return 0
        return max((HOSTAGES[each].ransom for each in coach.hostages or ()), default=0)

    def _best(self, places: set[Place], taken: int) -> float:
        """The best token that would be left for the bandit in any of these places."""
        best = 0.0
        for place in places:
            if place == self.seen.marshal:
                continue
            rivals = sum(other.place == place for other in self.others)
            loot = sorted((_worth(token) for token in self._floor(place)), reverse=True)
            if len(loot) > taken:
                best = max(best, loot[taken] / (1 + 0.3 * rivals))
        return best

    def _anybody_near(self, places: set[Place]) -> bool:
        in_sight = {place for start in places for line in self.graph.sight.get(start, ()) for place in line}
        return any(other.place in in_sight for other in self.others)

    # --- Stealin'

    def _at(self, place: Place) -> float:
        """What it is worth to stand somewhere: loot to take, nobody who punches, no Marshal."""
        if place == self.seen.marshal:
            return -400
        loot = max((_worth(token) for token in self._floor(place)), default=0)
        below = max((_worth(token) for token in self._floor(self.graph.stairs[place])), default=0)
        return loot + 0.2 * below - 30 * sum(other.place == place for other in self.others)

    def _wealth(self, bandit: Bandit) -> float:
        """What it is worth to shoot at a bandit: the richer the better, but never at one of the own side."""
        target = self._target(bandit)
        return -BETRAYAL if target in self.friends else sum(map(_worth, target.tokens))

    def _punch(self, punch: Punch) -> float:
        target = self._target(punch.target)
        token = next((_worth(seen) for seen in target.tokens if seen.token == punch.token), 0)
        into_trouble = 200 if punch.to == self.seen.marshal else 0
        if target in self.friends:
            return (0 if punch.keep else -token) - into_trouble - BETRAYAL
        return token * (2 if punch.keep else 1) + into_trouble

    def _target(self, bandit: Bandit) -> BanditView:
        return next(other for other in (*self.others, *self.friends) if other.bandit == bandit)

    def _hunt(self, place: Place) -> float:
        """Send the Marshal to others, not to the own side, and away from a strongbox in reach."""
        if any(each.place == place for each in (self.me, *self.friends)):
            return -500
        met = sum(other.place == place for other in self.others)
        guarded = max((_worth(token) for token in self._floor(self.seen.marshal)), default=0)
        near = car_of(self.me.place) in {car_of(near) for near in self.graph.moves[self.seen.marshal]}
        return 150 * met + (0.3 * guarded if near else 0)

    def _floor(self, place: Place) -> Sequence[TokenView]:
        return self.seen.floor.get(place, ())


def _after_move(graph: Graph, places: set[Place]) -> set[Place]:
    return {to for place in places for to in graph.moves.get(place, ())}


def _worth(token: TokenView) -> float:
    if token.kind == "whisky":
        return WHISKY
    return PURSE if token.value is None else token.value


BOTS: dict[str, type[RandomBot] | type[SchemingBot]] = {"random": RandomBot, "scheming": SchemingBot}
"""Bots by name."""
