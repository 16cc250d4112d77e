"""Two bots: one that plays anything, one that tries to win."""

from collections.abc import Sequence
from random import Random

from colt_rules.commands import (
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
from colt_rules.decisions import Answers
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Place, car_of, owner_and_action
from colt_rules.players.table import Look
from colt_rules.rules.base.places import train_graph
from colt_rules.views import View
from colt_rules.views.state import BanditView, TokenView

PURSE = 340
"""What a purse is worth on average to somebody who cannot look into it."""


class RandomBot:
    """Takes any answer with the same probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, look: Look, answers: Answers) -> Command:
        """Any of the answers."""
        index = int(self._random() * len(answers))
        return answers[index] if isinstance(answers, (list, tuple)) else list(answers)[index]


class SchemingBot:
    """Tries to win: plans the cards that bring it to loot, and carries them out where they pay most.

    It knows only its view. In Schemin' it follows its own cards on the pile to where they can bring it and asks
    what the next card would add. In Stealin' it takes what is worth most, hits the richest, and stays clear of
    the Marshal. Small random amounts break ties, so that it cannot be read like a book.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, look: Look, answers: Answers) -> Command:
        """The answer that seems to be worth most."""
        options = list(answers)
        if len(options) == 1:
            return options[0]
        table = _Table(look())
        return max(options, key=lambda command: table.worth(command) + self._random())


class _Table:
    """What a bot makes of its view."""

    def __init__(self, seen: View) -> None:
        self.seen = seen
        self.graph: Graph = train_graph(seen.train)
        self.me: BanditView = next(bandit for bandit in seen.bandits if bandit.bandit == seen.role)
        self.others = [bandit for bandit in seen.bandits if bandit.bandit != seen.role]

    def worth(self, command: Command) -> float:
        """How many dollars, roughly, an answer is worth."""
        match command:
            case PlayCard(card=card, face_down=face_down):
                return self._plan(owner_and_action(card)[1]) + (5 if face_down else 0)
            case DrawCards():
                return 40 + 15 * (6 - self._playable())
            case Move(to=place):
                return self._at(place)
            case Fire(target=target):
                return self._wealth(target)
            case Rob(token=token):
                return next(_worth(seen) for seen in self._floor(self.me.place) if seen.token == token)
            case Punch():
                return self._punch(command)
            case MoveMarshal(to=place):
                return self._hunt(place)
            case Pickpocket(token=token):
                return 0 if token is None else PURSE
            case _:
                return 0

    # --- Schemin'

    def _playable(self) -> int:
        mine = next(seat for seat in self.seen.seats if seat.seat == self.seen.role)
        return sum("-bullet" not in card for card in mine.hand or ())

    def _plan(self, action: str) -> float:
        """What a card adds at the end of what is planned already."""
        reach, robberies = self._reach()
        now = self._best(reach, robberies)
        after = {
            "move": self._best(_after_move(self.graph, reach), robberies),
            "floor-change": self._best({self.graph.stairs[place] for place in reach}, robberies),
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
            case _:
                return 110 if self.seen.marshal in _after_move(self.graph, reach) else 70

    def _reach(self) -> tuple[set[Place], int]:
        """Where the cards planned so far can bring me, and how often I mean to rob on the way."""
        reach, robberies = {self.me.place}, 0
        for played in self.seen.round.pile:
            if played.seat != self.seen.role or played.card is None:
                continue
            match owner_and_action(played.card)[1]:
                case "move":
                    reach = _after_move(self.graph, reach)
                case "floor-change":
                    reach = {self.graph.stairs[place] for place in reach}
                case "robbery":
                    robberies += 1
        return reach - {self.seen.marshal} or reach, robberies

    def _best(self, places: set[Place], taken: int) -> float:
        """The best token that would be left for me in any of these places."""
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
        in_sight = {place for start in places for line in self.graph.sight[start] for place in line}
        return any(other.place in in_sight for other in self.others)

    # --- Stealin'

    def _at(self, place: Place) -> float:
        """What it is worth to stand somewhere: loot to take, nobody to punch me, no Marshal."""
        if place == self.seen.marshal:
            return -400
        loot = max((_worth(token) for token in self._floor(place)), default=0)
        below = max((_worth(token) for token in self._floor(self.graph.stairs[place])), default=0)
        return loot + 0.2 * below - 30 * sum(other.place == place for other in self.others)

    def _wealth(self, bandit: Bandit) -> float:
        return next(sum(map(_worth, other.tokens)) for other in self.others if other.bandit == bandit)

    def _punch(self, punch: Punch) -> float:
        target = next(other for other in self.others if other.bandit == punch.target)
        token = next((_worth(seen) for seen in target.tokens if seen.token == punch.token), 0)
        into_trouble = 200 if punch.to == self.seen.marshal else 0
        return token * (2 if punch.keep else 1) + into_trouble

    def _hunt(self, place: Place) -> float:
        """Send the Marshal to others, not to me, and away from a strongbox I can reach."""
        if place == self.me.place:
            return -500
        met = sum(other.place == place for other in self.others)
        guarded = max((_worth(token) for token in self._floor(self.seen.marshal)), default=0)
        near = car_of(self.me.place) in {car_of(near) for near in self.graph.moves[self.seen.marshal]}
        return 150 * met + (0.3 * guarded if near else 0)

    def _floor(self, place: Place) -> Sequence[TokenView]:
        return self.seen.floor.get(place, ())


def _after_move(graph: Graph, places: set[Place]) -> set[Place]:
    return {to for place in places for to in graph.moves[place]}


def _worth(token: TokenView) -> float:
    return PURSE if token.value is None else token.value


BOTS: dict[str, type[RandomBot] | type[SchemingBot]] = {"random": RandomBot, "scheming": SchemingBot}
"""Bots by name."""
