"""What a module of the game can bring: the extension points, and the rules of one game put together from them.

A step looks at the state and says what is due: a list of events that happen by themselves, a tuple of decisions
that are waited for, or nothing. What must happen next is thus always a question to the state, so a game can be taken
up after any command, and a module adds a step instead of editing a flow.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import Factory, evolve

from colt_rules.commands import Command, StartGame
from colt_rules.decisions import Answers, Decision
from colt_rules.events import Cited, Event, ScoreLine
from colt_rules.model.graph import NO_GRAPH, Graph
from colt_rules.model.names import Bandit, Card, Cites, Place, Reasons, Seat, owner_and_action
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
Fits: TypeAlias = Callable[["Rules", Game, int], int]
"""For how many players the round cards are chosen, from what the modules before say."""
Bar: TypeAlias = Callable[["Rules", Game, str, Any], Reasons]
"""For a command that would answer a choice: the clauses by which it is forbidden, none if it is not."""
Hinder: TypeAlias = Callable[["Rules", Game, Bandit, str], Reasons]
"""For a bandit and the action on its card: the clauses by which the card does nothing, none if it works."""
Wait: TypeAlias = Callable[["Rules", Game, Decision, Command], Cites]
"""For an open decision and a command of somebody who is not asked: the clauses that say who is, if they are special."""
Follow: TypeAlias = Callable[["Rules", Game, Event], list[Cited]]
"""What an event brings with it at once; the game is that before the event."""
Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""Which players win together: every player is on one side."""
Reach: TypeAlias = Callable[["Rules", Game, Bandit], Mapping[Place, Cites]]
"""For a bandit whose action card is carried out: more places where it can lead, with the clauses that say so."""
PrintedTurns: TypeAlias = Callable[[Any, str], tuple[str, ...] | None]
"""For a game, or a view of one, and a round card: the kinds of its turns, or none where the box has them."""
PrintedSymbols: TypeAlias = Callable[[Game, str], tuple[str | None, int] | None]
"""For a game and a round card: its happening, if any, and the number of its plans, or none where the box has them."""
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


@record
class Action:
    """What an action card does."""

    choice: Choice
    idle: Callable[["Rules", Game, Bandit], Reasons]
    """The clauses that keep the card from doing anything; none where there is something to choose."""


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


def allows_all(command: StartGame) -> Reasons:
    """For modules that go with all others."""
    return ()


@record
class Module:
    """A module's contribution to each extension point; what it leaves out it does not change."""

    name: str
    since: str = FIRST_VERSION
    """The first version of the specification that has it: no log of an earlier one can be a game with it."""
    evolve: Mapping[type, Fold] = Factory(dict)
    """By type of event: what it changes in the state."""
    places: Places | None = None
    """The places it adds and their relations."""
    characters: Mapping[str, Character] = Factory(dict)
    """The bandits that players can be."""
    cars: Mapping[str, Car] = Factory(dict)
    """The cars of its trains, with the loot printed in them."""
    tail: tuple[str, ...] = ()
    """Those of its cars that are in every train, behind the others and besides those that the table counts."""
    supply: Callable[["Rules", Supply], Supply] | None = None
    """The loot tokens that there are of each kind, from what the modules before it say."""
    cab: Callable[["Rules", tuple[Cited, ...]], tuple[Cited, ...]] | None = None
    """What starts in the locomotive, from what the modules before it say; a strongbox there is worth what is drawn."""
    deck: Mapping[str, int] = Factory(dict)
    """The action cards that every bandit has: how many of each action."""
    neutral_bullets: int = 0
    """The neutral bullet cards it adds to the pile."""
    round_cards: Mapping[str, RoundCard] = Factory(dict)
    """The round cards and stations that are drawn from."""
    forbids: Callable[[StartGame], Reasons] = allows_all
    """With which modules, or in which edition, it cannot be played."""
    fits: Fits | None = None
    """For how many players the round cards are chosen, made from what the modules before say."""
    table: Callable[["Rules", Table], Table] | None = None
    """Who can sit down to a game, from what the modules before it say."""
    early: Phases = Factory(dict)
    """Steps that are asked before those of the modules before it."""
    phases: Phases = Factory(dict)
    """Steps that are asked after them. The phase ``setup`` holds the set-up steps."""
    closings: Mapping[str, Step] = Factory(dict)
    """By phase: the step that ends it, asked when nothing else is due."""
    arrivals: Mapping[str, Step] = Factory(dict)
    """What a position triggers whenever it comes up in Stealin' or at the round's end."""
    choices: Mapping[str, Choice] = Factory(dict)
    """How decisions are answered that are no action cards."""
    actions: Mapping[str, Action] = Factory(dict)
    acts_as: Callable[["Rules", Game, Card], str | None] | None = None
    """As which action an action card is carried out, where it is not as the one that it names."""
    adds: Mapping[str, Choice] = Factory(dict)
    """More answers to another module's choice or action, by commands of their own."""
    bars: Mapping[str, Bar] = Factory(dict)
    """By choice or action of another module: which of its answers are forbidden."""
    reaches: Mapping[str, Reach] = Factory(dict)
    """By action that leads to another place: where else it leads."""
    hinders: Hinder | None = None
    """Which action cards do nothing, whoever's action it is."""
    turns: Mapping[str, Turn] = Factory(dict)
    happenings: Mapping[str, Happening] = Factory(dict)
    no_bandits: Callable[[Game], frozenset[Bandit]] | None = None
    """Which figures are no bandits: what befalls bandits, pays them or is counted for them passes these by."""
    company: Callable[["Rules"], frozenset[Bandit]] | None = None
    """Which figures are company for a bandit though they are no bandits, where it is asked who is alone."""
    kept_kinds: Callable[["Rules"], frozenset[str]] | None = None
    """Which kinds of loot can be kept besides purses, by a power that lets one keep what somebody loses."""
    hides_nobody: Callable[["Rules"], frozenset[Bandit]] | None = None
    """Which figures hide nobody behind them, where the table claims something: a line of fire leads past them."""
    sides: Callable[[Game, Sides], Sides] | None = None
    """Which players win together, from what the modules before it say."""
    scoring: Mapping[str, Scoring] = Factory(dict)
    cannot_win: Callable[["Rules", Game], Mapping[Bandit, Cites]] | None = None
    """Who cannot win at the end; where somebody else of their side can, their money does not count."""
    victory: Callable[["Rules", Game], Won | None] | None = None
    """Who has won whatever the money, with all who win with them; it is not asked again whether they can win."""
    hand_sizes: Callable[["Rules", Game, Seat], tuple[int, Cites]] | None = None
    """By how many cards a player's hand is larger or smaller than usual."""
    stays_in_hand: Callable[["Rules", Game, Seat], tuple[Card, ...]] | None = None
    """Which unplayed cards stay in a player's hand from one round to the next."""
    card_faces: Callable[["Rules", Game, Seat], Ways | None] | None = None
    """Which way up a player has to lay cards, whatever the turn says."""
    plays_as: Callable[["Rules", Game, Seat], str | None] | None = None
    """Which kind of turn this one is for a player, where it is not what the round card says."""
    printed_turns: PrintedTurns | None = None
    """Which turns a round card has, where they are not those that the box prints."""
    printed_symbols: PrintedSymbols | None = None
    """Which happening and how many plans a round card has, where they are not those that the box prints."""
    order: Mapping[str, Cites] = Factory(dict)
    """By phase: the clauses that say whose turn it is."""
    waits: Wait | None = None
    """Why somebody has to wait who acts while another is asked, besides what the phase says."""
    follows: Follow | None = None
    """What an event of another module brings with it, which nobody could see in the position afterwards."""
    added_clauses: Callable[["Rules", Game, Event], Cites] | None = None
    """The clauses by which an event of another module rests on this one too; the game is that before the event."""
    replaces: frozenset[str] = frozenset()
    """What it puts in place of another module's, such as ``choice scheme`` or ``setup step board-train``."""


Of = TypeVar("Of")
Made = TypeVar("Made")


@record
class InTurn(Generic[Of, Made]):
    """What one module after another makes of something, each from what those before it made."""

    makers: tuple[Callable[[Of, Made], Made], ...]
    first: Made
    """What the first of them begins with."""

    def __call__(self, of: Of) -> Made:
        made = self.first
        for make in self.makers:
            made = make(of, made)
        return made


@record
class Rules:
    """The rules of one game: the modules in play, put together, as its edition has them."""

    places: tuple[Places, ...]
    characters: Mapping[str, Character]
    cars: Mapping[str, Car]
    tail: tuple[str, ...]
    supply: Supply
    cab: tuple[Cited, ...]
    deck: Mapping[str, int]
    neutral_bullets: int
    round_cards: Mapping[str, RoundCard]
    fitting: tuple[Fits, ...]
    table: Table
    arrivals: tuple[Step, ...]
    steps: Mapping[str, tuple[Step, ...]]
    """By phase: what is due, in order of precedence."""
    choices: Mapping[str, Choice]
    """By kind of decision: how it is answered, with all that modules add to it and all that they bar."""
    actions: Mapping[str, Action]
    acts_as: tuple[Callable[["Rules", Game, Card], str | None], ...]
    reaches: Mapping[str, tuple[Reach, ...]]
    """By action that modules let lead farther: what they say."""
    turns: Mapping[str, Turn]
    happenings: Mapping[str, Happening]
    no_bandits: tuple[Callable[[Game], frozenset[Bandit]], ...]
    company: tuple[Callable[["Rules"], frozenset[Bandit]], ...]
    kept_kinds: tuple[Callable[["Rules"], frozenset[str]], ...]
    hides_nobody: tuple[Callable[["Rules"], frozenset[Bandit]], ...]
    sides: InTurn[Game, Sides]
    scoring: tuple[Scoring, ...]
    cannot_win: tuple[Callable[["Rules", Game], Mapping[Bandit, Cites]], ...]
    victory: tuple[Callable[["Rules", Game], Won | None], ...]
    hand_sizes: tuple[Callable[["Rules", Game, Seat], tuple[int, Cites]], ...]
    stays_in_hand: tuple[Callable[["Rules", Game, Seat], tuple[Card, ...]], ...]
    card_faces: tuple[Callable[["Rules", Game, Seat], Ways | None], ...]
    plays_as: tuple[Callable[["Rules", Game, Seat], str | None], ...]
    printed_turns: tuple[PrintedTurns, ...]
    printed_symbols: tuple[PrintedSymbols, ...]
    order: Mapping[str, Cites]
    waits: tuple[Wait, ...]
    follows: tuple[Follow, ...]
    added_clauses: tuple[Callable[["Rules", Game, Event], Cites], ...]
    absent: frozenset[str] = frozenset()
    """The clauses that do not hold in the game's edition."""
    claims: frozenset[str] = frozenset()
    """The answers that the table claimed instead of ours, each ``ruling=answer``."""

    @property
    def cars_to_choose(self) -> tuple[str, ...]:
        """The cars that a train is chosen or drawn from; what is in every train is none of them."""
        return tuple(car for car in self.cars if car not in self.tail) if self.tail else tuple(self.cars)

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

    def claimed(self, answer: str) -> bool:
        """Whether the table claimed this answer, ``ruling=answer``."""
        return answer in self.claims

    def cited(self, game: Game, events: list[Cited]) -> list[Cited]:
        """These events with all the clauses they rest on, whichever module they come from, each of them once."""
        points = self.added_clauses
        if not points:
            return events
        return [
            (event, tuple(dict.fromkeys((*cites, *(id for added in points for id in added(self, game, event))))))
            for event, cites in events
        ]

    def fits(self, game: Game) -> int:
        """For how many players the round cards are chosen."""
        players = 0
        for fits in self.fitting:
            players = fits(self, game, players)
        return players

    def bandits(self, game: Game) -> Mapping[Bandit, Figure]:
        """The figures that are bandits: all of them, where no module says otherwise."""
        if not self.no_bandits:
            return game.figures
        others = {name for points in self.no_bandits for name in points(game)}
        return {name: figure for name, figure in game.figures.items() if name not in others}

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

    def out_of_turn(self, game: Game, open_decisions: tuple[Decision, ...], command: Command) -> Cites:
        """The clauses by which it is not for this actor to act now."""
        special = (id for wait in self.waits for due in open_decisions for id in wait(self, game, due, command))
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
        """The round card that is being played, with the happening and the plans that it has in this game."""
        card = self.round_cards[game.round.card]
        for printed in self.printed_symbols:
            if symbols := printed(game, card.id):
                happening, plans = symbols
                return evolve(card, happening=happening, plans=plans)
        return card

    def turns_on(self, position: Any, card: str) -> tuple[str, ...]:
        """The kinds of the turns of a round card in a game, or in a view of one."""
        for printed in self.printed_turns:
            if turns := printed(position, card):
                return turns
        return self.round_cards[card].turns

    def turn(self, game: Game) -> str:
        """The kind of the turn that is being played."""
        return self.turns_on(game, game.round.card)[game.round.turn]

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
