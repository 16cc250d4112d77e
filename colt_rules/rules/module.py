"""What a module of the game can bring: the extension points, and the rules of one game, its modules combined.

A step looks at the state and says what is due: a list of events that happen by themselves, a tuple of decisions
that are waited for, or nothing. What must happen next is thus always a question to the state, so a game can be taken
up after any command, and a module adds a step instead of editing a flow.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from attrs import Factory

from colt_rules.commands import Command, StartGame
from colt_rules.decisions import Answers, Decision
from colt_rules.events import Cited, Event, ScoreLine
from colt_rules.model.graph import NO_GRAPH, Graph
from colt_rules.model.names import Bandit, Card, Cites, Reasons, Seat, owner_and_action
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Figure, Game, by_seat
from colt_rules.registry.components import Car, Character, RoundCard
from colt_rules.registry.corrections import FIRST_VERSION

StepResult: TypeAlias = list[Cited] | tuple[Decision, ...] | None
"""What is due: events that happen by themselves, decisions that are waited for, or nothing."""
Step: TypeAlias = Callable[["Rules", Game], StepResult]
Counted: TypeAlias = tuple[ScoreLine | None, Cites]
"""A line of the final score, or none where there is nothing to get, with the clauses that say so."""
Scoring: TypeAlias = Callable[["Rules", Game], list[Counted]]
"""What players' money comes from at the end."""
Fold: TypeAlias = Callable[[Game, Any], Game]
"""The state after an event of one type, from the state before it."""
Places: TypeAlias = Callable[["Rules", Game, Graph], Graph]
"""The board with the places and relations of one more module, from the board without them."""
Numbers: TypeAlias = Mapping[str, int]
"""A number by the clause that states it; of several clauses, an edition has one. ``rules.number`` finds it."""
Forbidden: TypeAlias = Callable[["Rules", Game, str, Any], Reasons]
"""For a command that would answer a choice: the clauses by which it is forbidden, none if it is not."""
Disabled: TypeAlias = Callable[["Rules", Game, Bandit, str], Reasons]
"""For a bandit and the action on its card: the clauses by which the card does nothing, none if it works."""
OutOfTurn: TypeAlias = Callable[["Rules", Game, Decision, Command], Cites]
"""For an open decision and a command of somebody who is not asked: the clauses that say who is, if they are special."""
Follow: TypeAlias = Callable[["Rules", Game, Event], list[Cited]]
"""What an event brings with it at once; the game is that before the event."""
Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""Which players win together: every player is on one side."""
Printed: TypeAlias = Callable[[Any, RoundCard], RoundCard]
"""A round card as it is in a game, or in a view of one, from what the modules before say."""
Won: TypeAlias = tuple[tuple[Seat, ...], Cites]
"""Who has won whatever the money, and the clauses that say so."""
Ways: TypeAlias = tuple[tuple[bool, ...], Cites]
"""Whether cards can be played face down, face up or either way, and the clauses that say so."""


@record
class Choice:
    """How a kind of decision is answered. The subject is the one the decision names, mostly a bandit."""

    commands: tuple[type[Command], ...]
    """The commands that can answer it."""
    answers: Callable[["Rules", Game, str], Answers]
    """Who may and what can be chosen: every command that is accepted."""
    refusal: Callable[["Rules", Game, str, Any], Cites]
    """For one of its commands, well formed but not among the answers: every clause that forbids it."""
    happens: Callable[["Rules", Game, str, Any], list[Cited]]
    """What happens. What that triggers is left to the steps that look at the new position."""
    idle: Callable[["Rules", Game, Bandit], Reasons] | None = None
    """Of an action card: the clauses that keep it from doing anything; none where there is something to choose."""


@record
class Change:
    """What a module changes in a choice of another: it adds answers, or forbids some."""

    choice: str
    added: Choice | None = None
    """More answers. A command that both have is one of these only if it is among their answers."""
    forbidden: Forbidden | None = None
    """Which answers are forbidden, also of those that other modules add; a card all of whose answers are is idle."""


@record
class OtherFigure:
    """A figure that is no bandit: what befalls bandits, pays them or is counted for them passes it by."""

    company: bool = False
    """Whether a bandit who is with it is not alone."""
    hides: bool = True
    """Whether it hides those behind it; else a line of fire leads past it."""


@record
class Table:
    """Who can sit down to a game, and how long its train is."""

    players: tuple[int, ...]
    """How many can sit down."""
    cars: Callable[[int], int | None]
    """The cars behind the locomotive for a number of players, even one that is not allowed; None where no rule says."""
    names: tuple[Seat, ...]
    """What seats can be called."""
    chosen: bool
    """Whether each seat chooses its name, or the first ones are taken in order."""
    miscounted: Callable[[int], Cites]
    """What forbids another number of players."""
    misnamed: Cites
    """What forbids other names of seats."""
    cars_cites: Callable[[int], Cites]
    """What says how many cars there are for a number of players."""
    cites: Cites
    """What a game rests on to which people sit down like that."""
    required: tuple[Seat, ...] = ()
    """Of the names: those that somebody has to take."""
    missing: Cites = ()
    """What forbids a game in which nobody took them."""
    counted: Callable[[int], int] = int
    """For how many players the round cards are chosen where so many have sat down."""

    def seated(self, order: Iterable[Seat], players: int) -> tuple[Seat, ...]:
        """So many seats, the first ones in this order that can sit down together; the table may leave no order."""
        if not self.chosen:
            return self.names[:players]
        named = tuple(order)
        free = [name for name in named if name not in self.required][: players - len(self.required)]
        return tuple(name for name in named if name in self.required or name in free)

    def train(self, players: int) -> int:
        """The cars behind the locomotive with as many players as can sit down."""
        cars = self.cars(players)
        assert cars is not None, "whoever says how many can play says how many cars they have"
        return cars


NO_TABLE = Table((), lambda players: None, (), True, lambda players: (), (), lambda players: (), ())
"""The table before any module has said who can sit down."""


def always_possible(rules: "Rules", game: Game, bandit: Bandit) -> Reasons:
    """For actions that nothing on the train can stop."""
    return ()


@record
class Turn:
    """A kind of turn in the Schemin' phase."""

    face_down: bool
    order: Callable[[tuple[Seat, ...]], tuple[Seat, ...]]
    """Who acts, one entry an action, from all seats clockwise beginning with the first player."""
    cites: Cites


@record
class Happening:
    """What a round card brings at the round's end."""

    cites: Cites | Callable[[Game], Cites]
    """A function where they depend on the game, such as on the number of players."""
    happens: Callable[["Rules", Game], list[Cited]]
    """What happens by itself."""
    due: Callable[["Rules", Game], tuple[Bandit, ...]]
    """Which bandits have a choice to make in it, in order; the choice carries the happening's name."""


@record
class Pool:
    """The loot tokens of one kind in the supply, from which those on the board are taken."""

    values: tuple[int, ...]
    """What each of them is worth."""
    blind: Cites = ()
    """The clauses by which they are drawn unseen and lie face down; none where all are alike and nothing is drawn."""

    def with_more(self, values: tuple[int, ...], blind: Cites = ()) -> "Pool":
        """The same tokens and more of the kind, mixed."""
        return Pool((*self.values, *values), (*self.blind, *blind))


Supply: TypeAlias = Mapping[str, Pool]
"""By kind of loot: its tokens."""

Phases: TypeAlias = Mapping[str, Mapping[str, Step]]
"""By phase: its steps, each with a name, in the order in which they are asked what is due."""
CLOSE = "close"
"""The name of the step that ends a phase: it is asked when nothing else is due."""
ARRIVAL = "arrival"
"""What a position triggers whenever it comes up in Stealin' or at the round's end, as if that were a phase."""


@record
class Module:
    """A module's contribution to each extension point; what it leaves out it does not change.

    A point holds entries by name, of which the modules of a game have each once, or functions that are all asked, in
    the order of the modules.
    """

    name: str = ""
    since: str = FIRST_VERSION
    """The first version of the specification that has it: no log of an earlier one can be a game with it."""
    evolve: Mapping[type, Fold] = Factory(dict)
    """By type of event: what it changes in the state."""
    places: tuple[Places, ...] = ()
    """The places it adds and their relations."""
    characters: Mapping[str, Character] = Factory(dict)
    """The bandits that players can be."""
    cars: Mapping[str, Car] = Factory(dict)
    """The cars of its trains, with the loot printed in them."""
    loot: tuple[Callable[["Rules", Supply], Supply], ...] = ()
    """The loot tokens that there are of each kind, from what the modules before it say."""
    locomotive: tuple[Callable[["Rules", tuple[Cited, ...]], tuple[Cited, ...]], ...] = ()
    """What starts in the locomotive, from what the modules before it say; a strongbox there is worth what is drawn."""
    deck: Mapping[str, int] = Factory(dict)
    """The action cards that every bandit has: how many of each action."""
    neutral_bullets: int = 0
    """The neutral bullet cards it adds to the pile."""
    round_cards: Mapping[str, RoundCard] = Factory(dict)
    """The round cards and stations that are drawn from."""
    printed: tuple[Printed, ...] = ()
    """What a round card shows in a game, where that is not what the box prints."""
    forbids: tuple[Callable[[StartGame], Reasons], ...] = ()
    """With which modules, or in which edition, it cannot be played."""
    seating: tuple[Callable[["Rules", Table], Table], ...] = ()
    """Who can sit down to a game, from what the modules before it say."""
    early: Phases = Factory(dict)
    """Steps that are asked before those of the modules before it."""
    phases: Phases = Factory(dict)
    """Steps that are asked after them. The phase ``setup`` holds the set-up steps."""
    choices: Mapping[str, Choice] = Factory(dict)
    """How decisions are answered; the choice that an action card leaves has the name of the action."""
    changes: tuple[Change, ...] = ()
    """What it changes in the choices of other modules."""
    disabled_cards: tuple[Disabled, ...] = ()
    """Which action cards do nothing, whoever's action it is."""
    acts_as: tuple[Callable[["Rules", Game, Card], str | None], ...] = ()
    """As which action an action card is carried out, where it is not as the one that it names."""
    turns: Mapping[str, Turn] = Factory(dict)
    happenings: Mapping[str, Happening] = Factory(dict)
    other_figures: tuple[Callable[["Rules"], Mapping[Bandit, OtherFigure]], ...] = ()
    """Which figures are no bandits."""
    kept_kinds: tuple[Callable[["Rules"], frozenset[str]], ...] = ()
    """Which kinds of loot can be kept besides purses, by a power that lets one keep what somebody loses."""
    win_together: tuple[Callable[[Game, Sides], Sides], ...] = ()
    """Which players win together, from what the modules before it say."""
    scoring: Mapping[str, Scoring] = Factory(dict)
    cannot_win: tuple[Callable[["Rules", Game], Mapping[Bandit, Cites]], ...] = ()
    """Who cannot win at the end; where somebody else of their side can, their money does not count."""
    victory: tuple[Callable[["Rules", Game], Won | None], ...] = ()
    """Who has won whatever the money, with all who win with them; it is not asked again whether they can win."""
    hand_sizes: tuple[Callable[["Rules", Game, Seat], tuple[int, Cites]], ...] = ()
    """By how many cards a player's hand is larger or smaller than usual."""
    stays_in_hand: tuple[Callable[["Rules", Game, Seat], tuple[Card, ...]], ...] = ()
    """Which unplayed cards stay in a player's hand from one round to the next."""
    card_faces: tuple[Callable[["Rules", Game, Seat], Ways | None], ...] = ()
    """Which way up a player has to lay cards, whatever the turn says."""
    plays_as: tuple[Callable[["Rules", Game, Seat], str | None], ...] = ()
    """Which kind of turn this one is for a player, where it is not what the round card says."""
    order: Mapping[str, Cites] = Factory(dict)
    """By phase: the clauses that say whose turn it is."""
    out_of_turn: tuple[OutOfTurn, ...] = ()
    """Why somebody has to wait who acts while another is asked, besides what the phase says."""
    follows: tuple[Follow, ...] = ()
    """What an event of another module brings with it, which nobody could see in the position afterwards."""
    added_clauses: tuple[Callable[["Rules", Game, Event], Cites], ...] = ()
    """The clauses by which an event of another module rests on this one too; the game is that before the event."""
    replaces: frozenset[str] = frozenset()
    """What it puts in place of another module's, such as ``choice scheme`` or ``setup step board-train``."""


@record
class Rules(Module):
    """The rules of one game: the modules in play, combined, as its edition has them.

    ``choices`` are those of all modules with all that modules change in them, ``deck`` has the actions of which there
    are cards.
    """

    supply: Supply = Factory(dict)
    in_locomotive: tuple[Cited, ...] = ()
    table: Table = NO_TABLE
    steps: Mapping[str, tuple[Step, ...]] = Factory(dict)
    """By phase: what is due, in order of precedence."""
    arrivals: tuple[Step, ...] = ()
    no_bandits: Mapping[Bandit, OtherFigure] = Factory(dict)
    absent: frozenset[str] = frozenset()
    """The clauses that do not hold in the game's edition."""
    house_rules: frozenset[str] = frozenset()
    """The answers that the table agreed on instead of ours, each ``ruling=answer``."""

    @property
    def last_cars(self) -> tuple[str, ...]:
        """The cars at the end of every train, which the table does not count."""
        return tuple(name for name, car in self.cars.items() if car.last)

    @property
    def cars_to_choose(self) -> tuple[str, ...]:
        """The cars that a train is chosen or drawn from."""
        return tuple(name for name, car in self.cars.items() if not car.last)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions that cards can have."""
        return tuple(name for name, choice in self.choices.items() if choice.idle)

    def holds(self, clause: str) -> bool:
        """Whether this clause holds in the game's edition."""
        return clause not in self.absent

    def number(self, numbers: Numbers) -> int:
        """The number that is stated by the one of these clauses that holds in the game's edition."""
        return numbers[self.stated_by(numbers)]

    def stated_by(self, numbers: Numbers) -> str:
        """The one of these clauses that holds in the game's edition."""
        for clause in numbers:
            if clause not in self.absent:
                return clause
        raise LookupError(f"expected one of {', '.join(numbers)} to hold, got none: add the clause that does")

    def agreed(self, answer: str) -> bool:
        """Whether the table agreed on this answer, ``ruling=answer``."""
        return answer in self.house_rules

    def cited(self, game: Game, events: list[Cited]) -> list[Cited]:
        """These events with all the clauses they rest on, whichever module they come from, each of them once."""
        points = self.added_clauses
        if not points:
            return events
        return [
            (event, tuple(dict.fromkeys((*cites, *(id for added in points for id in added(self, game, event))))))
            for event, cites in events
        ]

    def bandits(self, game: Game) -> Mapping[Bandit, Figure]:
        """The figures that are bandits: all of them, where no module says otherwise."""
        if not self.no_bandits:
            return game.figures
        return {name: figure for name, figure in game.figures.items() if name not in self.no_bandits}

    def bandits_by_seat(self, game: Game) -> list[Bandit]:
        """The bandits in the order of their seats."""
        bandits = self.bandits(game)
        return [bandit for bandit in by_seat(game) if bandit in bandits]

    def graph(self, game: Game) -> Graph:
        """The board as it is now."""
        if len(self.places) == 1:
            return self.places[0](self, game, NO_GRAPH)
        graph = NO_GRAPH
        for places in self.places:
            graph = places(self, game, graph)
        return graph

    def whose_turn(self, game: Game, open_decisions: tuple[Decision, ...], command: Command) -> Cites:
        """The clauses by which it is not for this actor to act now."""
        special = (id for why in self.out_of_turn for due in open_decisions for id in why(self, game, due, command))
        return tuple(dict.fromkeys((*self.order.get(game.phase, ()), *special)))

    def action_of(self, game: Game, card: Card) -> str:
        """The action as which an action card is carried out.

        It is asked for when the card comes up, just before it is revealed, and again while its player has to act.
        """
        for acts_as in self.acts_as:
            if other := acts_as(self, game, card):
                return other
        return owner_and_action(card)[1]

    def round_card(self, game: Game) -> RoundCard:
        """The round card that is being played, as it is in this game."""
        return self.round_card_in(game, game.round.card)

    def round_card_in(self, position: Any, card: str) -> RoundCard:
        """A round card as it is in a game, or in a view of one."""
        shown = self.round_cards[card]
        for printed in self.printed:
            shown = printed(position, shown)
        return shown

    def turn(self, game: Game) -> str:
        """The kind of the turn that is being played."""
        return self.round_card_in(game, game.round.card).turns[game.round.turn]

    def turn_of(self, game: Game, seat: Seat) -> str:
        """The kind of the turn that is being played, as it is for one player."""
        return next((kind for other in self.plays_as if (kind := other(self, game, seat))), self.turn(game))

    def staying(self, game: Game, seat: Seat) -> tuple[Card, ...]:
        """The unplayed cards that stay in a player's hand from one round to the next."""
        points = self.stays_in_hand
        return tuple(card for stays in points for card in stays(self, game, seat)) if points else ()

    def who_cannot_win(self, game: Game) -> Mapping[Bandit, Cites]:
        """Who cannot win, by which clauses."""
        return {bandit: cites for excluded in self.cannot_win for bandit, cites in excluded(self, game).items()}

    def won(self, game: Game) -> Won | None:
        """Who has won whatever the money, if anybody has; where several modules say so, the first of them."""
        return next((won for victory in self.victory if (won := victory(self, game))), None)

    def sides(self, game: Game) -> Sides:
        """Which players win together."""
        sides: Sides = ()
        for change in self.win_together:
            sides = change(game, sides)
        return sides

    def side(self, seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
        """Who wins together with a player where these have sat down."""
        game = changed(NEW, options=changed(NEW.options, seats=seats))
        return next(side for side in self.sides(game) if seat in side)

    def ways_up(self, game: Game, seat: Seat) -> Ways | None:
        """Which way up a player has to lay cards, if that is not left to the turn."""
        return next((ways for faces in self.card_faces if (ways := faces(self, game, seat))), None)


def arrive(rules: Rules, game: Game) -> StepResult:
    """The step at which a phase lets the position have its effects, whichever modules bring them."""
    for arrival in rules.arrivals:
        due = arrival(rules, game)
        if due is not None:
            return due
    return None
