"""How a bot evaluates choices from its view, by the values that modules assign."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import Factory, asdict

from colt_rules.commands import COMMAND_NAMES, Command
from colt_rules.model.changes import with_part
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Card, Place, Seat, is_bullet, owner_and_action, owner_of
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import View
from colt_rules.views.records import TokenView
from colt_rules.views.state import BanditView

PURSE = 340
"""The average value of a purse, for bots that cannot see its value."""

FRESH = 120
"""The value of an unseen card: a card that adds less is not worth keeping."""


@record
class Reason:
    """A fact that speaks for a choice, as data."""

    key: str
    """Which fact it is; the kind of command for what such a choice is good for in general."""
    fields: Mapping[str, Any] = Factory(dict)


@record
class Values:
    """The approximate values, in dollars, that a module assigns; anything not listed is worth 0."""

    commands: Mapping[type[Command], Callable[["Outlook", Any], float]] = Factory(dict)
    """By kind of command: the value of such an answer."""
    reasons: Mapping[type[Command], Callable[["Outlook", Any], Reason | None]] = Factory(dict)
    """By kind of command: what adds most to the value of an answer, if that is a fact on the table."""
    plans: Mapping[str, Callable[["Prospects"], float]] = Factory(dict)
    """By action: what a card adds to the cards already planned."""
    ways: Mapping[str, Callable[["Prospects", set[Place]], set[Place]]] = Factory(dict)
    """By action: where a card can bring a bandit that is in one of these places."""
    offers: Mapping[str, Callable[["Prospects", set[Place]], float]] = Factory(dict)
    """By name: the gain other than loot in the best of these places."""
    tokens: Mapping[str, float] = Factory(dict)
    """By kind of loot whose value is not money: its value."""
    unseen: Mapping[str, Callable[["Outlook", str], float | None]] = Factory(dict)
    """By module: the value of an unseen token of a kind, or None if the module has no estimate."""
    board: Mapping[str, Callable[[View], Any]] = Factory(dict)
    """By module: its record in the state, as far as its part of the board depends on it."""
    starts: Mapping[str, Callable[[View, Bandit], Place]] = Factory(dict)
    """By module: where a bandit will be before its first card is carried out; ``""`` if it will be where it is now."""


class Outlook:
    """A bot's evaluation of its view, or of another role's view on behalf of its seat."""

    def __init__(self, seen: View, values: Values, seat: Seat = "") -> None:
        self.seen = seen
        self.values = values
        self.seat = seat or seen.role

    def worth(self, command: Command) -> float:
        """The value of an answer."""
        judge = self.values.commands.get(command.__class__)
        return judge(self, command) if judge else 0

    def reason(self, command: Command) -> Reason:
        """What speaks for an answer, as far as it follows from the view."""
        judge = self.values.reasons.get(command.__class__)
        found = judge(self, command) if judge else None
        given = asdict(command, recurse=False)
        return Reason(found.key, {**given, **found.fields}) if found else Reason(COMMAND_NAMES[type(command)], given)

    def of_card(self, card: Card) -> float:
        """What an action card adds to the plans of its bandit."""
        if is_bullet(card):
            return 0
        bandit, action = owner_and_action(card)
        judge = self.values.plans.get(action)
        return judge(Prospects(self, bandit)) if judge else 0

    def of_token(self, token: TokenView) -> float:
        """The value of a token to its taker."""
        return self.values.tokens.get(token.kind, self._unseen(token.kind) if token.value is None else token.value)

    def _unseen(self, kind: str) -> float:
        """The estimated value of a token that the viewer cannot see."""
        unseen = self.values.unseen
        told = (unseen[module](self, kind) for module in self.seen.options.modules if module in unseen)
        return next((worth for worth in told if worth is not None), PURSE)

    def acting(self) -> "Prospects":
        """The prospects of the bandit that is to act."""
        return Prospects(self, next(open_.subject for open_ in self.seen.awaiting if open_.actor == self.seat))

    @property
    def hand(self) -> Sequence[Card]:
        """The seat's hand, as far as the viewer sees it."""
        return next(seat for seat in self.seen.seats if seat.seat == self.seat).hand or ()

    @cached_property
    def side(self) -> set[Seat]:
        """The seats that win together with the seat."""
        return {*self.rules.side(self.seen.options.seats, self.seat)}

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rulebook(self.seen.options.modules, self.seen.options.edition)

    @cached_property
    def graph(self) -> Graph:
        """The board as the viewer sees it."""
        game = changed(NEW, train=self.seen.train)
        for module in self.values.board.keys() & self.seen.options.modules:
            game = with_part(game, module, self.values.board[module](self.seen))
        return self.rules.graph(game)


class Prospects:
    """A bot's evaluation of its view for one of its bandits."""

    def __init__(self, outlook: Outlook, bandit: Bandit) -> None:
        self.outlook, self.seen, self.graph = outlook, outlook.seen, outlook.graph
        bandits, side = self.seen.bandits, outlook.side
        self.me: BanditView = next(each for each in bandits if each.bandit == bandit)
        self.others = [each for each in bandits if each.seat not in side]
        self.friends = [each for each in bandits if each.seat in side and each.bandit != bandit]
        self.reach, self.robberies = self._planned()

    def _planned(self) -> tuple[set[Place], int]:
        """Where the cards planned so far can bring the bandit, and how many robberies are among them."""
        reach, robberies = {self._start() or self.me.place}, 0
        for played in self.seen.round.pile:
            if played.card is not None and owner_of(played.card) == self.me.bandit:
                action = owner_and_action(played.card)[1]
                way = self.outlook.values.ways.get(action)
                reach = way(self, reach) if way else reach
                robberies += action == "robbery"
        return reach - {self.seen.marshal} or reach, robberies

    def _start(self) -> Place:
        """Where the bandit will be before it acts, if a module says so; else ``""``."""
        starts, played = self.outlook.values.starts, self.seen.options.modules
        found = (starts[module](self.seen, self.me.bandit) for module in starts if module in played)
        return next(filter(None, found), "")

    def best(self, places: set[Place]) -> float:
        """The value of the best token left in any of these places after the planned robberies."""
        best = 0.0
        for place in places - {self.seen.marshal}:
            rivals = sum(other.place == place for other in self.others)
            loot = self.loot(place)
            if len(loot) > self.robberies:
                best = max(best, loot[self.robberies] / (1 + 0.3 * rivals))
        return best

    def gain(self, places: set[Place]) -> float:
        """What going to one of these places adds to the plans: better loot, or a bonus if none is within reach."""
        now = self.best(self.reach)
        return 0.6 * max(0.0, self.best(places) - now) + (60 if now == 0 else 0)

    def offers(self, places: set[Place]) -> float:
        """The gain other than loot in the best of these places."""
        return sum(offer(self, places) for offer in self.outlook.values.offers.values())

    def at(self, place: Place) -> float:
        """The value of being at a place: loot to take, no rivals, no Marshal."""
        if place == self.seen.marshal:
            return -400
        loot, beyond = (max(self.loot(there), default=0) for there in (place, self.graph.stairs[place]))
        return loot + 0.2 * beyond - 30 * sum(other.place == place for other in self.others) + self.offers({place})

    def loot(self, place: Place) -> list[float]:
        """The values of the tokens at a place, best first."""
        return sorted(map(self.outlook.of_token, self.seen.floor.get(place, ())), reverse=True)

    def view_of(self, bandit: Bandit) -> BanditView:
        """The view of another bandit."""
        return next(each for each in (*self.others, *self.friends) if each.bandit == bandit)
