"""The extension points through which a module changes the game, and the rules of one game: its modules combined.

A step looks at the state and returns what is due: events that happen automatically, open decisions, or None. What
happens next is thus always a function of the state. A game can be taken up after any command, and a module adds a step
instead of editing a sequence of calls.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import Attribute, Factory, field, fields, has

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
"""What is due: events that happen automatically, open decisions, or None."""
Step: TypeAlias = Callable[["Rules", Game], StepResult]
"""Returns what is due in a position."""
Counted: TypeAlias = tuple[ScoreLine | None, Cites]
"""A line of the final score, with the clauses that it cites; None if there is nothing to get."""
Scoring: TypeAlias = Callable[["Rules", Game], list[Counted]]
"""Returns the lines of the final score that come from one source of money."""
Fold: TypeAlias = Callable[[Game, Any], Game]
"""Returns the state after an event of one type, given the state before it."""
Places: TypeAlias = Callable[["Rules", Game, Graph], Graph]
"""Returns the board with the places and relations of a module, given the board of the modules before it."""
Numbers: TypeAlias = Mapping[str, int]
"""A number by the clause that states it. An edition has exactly one of the clauses; ``rules.number`` finds it."""
Forbidden: TypeAlias = Callable[["Rules", Game, str, Any], Reasons]
"""Returns the clauses that forbid a command that would answer a choice, given the subject of the choice."""
Disabled: TypeAlias = Callable[["Rules", Game, Bandit, str], Reasons]
"""Returns the clauses by which a bandit's card with this action does nothing."""
OutOfTurn: TypeAlias = Callable[["Rules", Game, Decision, Command], Cites]
"""Returns clauses that say why an open decision does not belong to the actor of the command."""
Follow: TypeAlias = Callable[["Rules", Game, Event], list[Cited]]
"""Returns the events that an event triggers at once, given the game before the event."""
Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The players by side: the players of a side win together, and every player is on exactly one."""
Printed: TypeAlias = Callable[[Any, RoundCard], RoundCard]
"""Returns a round card as it counts in a game, given the card of the modules before; also for a view of a game."""
Won: TypeAlias = tuple[tuple[Seat, ...], Cites]
"""The players who have won regardless of money, and the clauses that say so."""
FacesAllowed: TypeAlias = tuple[tuple[bool, ...], Cites]
"""Whether a player can lay cards face down (True), face up (False) or either way, and the clauses that say so."""


@record
class Choice:
    """How a kind of decision is answered. Its functions get the subject that the decision names, mostly a bandit."""

    commands: tuple[type[Command], ...]
    """The types of commands that can answer it."""
    answers: Callable[["Rules", Game, str], Answers]
    """Returns every command that is accepted."""
    refusal: Callable[["Rules", Game, str, Any], Cites]
    """Returns every clause that forbids a command that is well formed but not among the answers."""
    happens: Callable[["Rules", Game, str, Any], list[Cited]]
    """Returns the events of an answer. What they trigger is left to the steps, which look at the new position."""
    idle: Callable[["Rules", Game, Bandit], Reasons] | None = None
    """Returns the clauses by which an action card does nothing, empty if there is something to choose.

    None if the choice is not that of an action card.
    """


@record
class Change:
    """What a module changes in a choice of another module: it adds answers, forbids some, or both."""

    choice: str
    added: Choice | None = None
    """More answers. A command whose type both choices have belongs to this choice only if it is among its answers."""
    forbidden: Forbidden | None = None
    """Forbids answers, also those that other modules add.

    If all answers of a card are forbidden, the card does nothing.
    """


@record
class OtherFigure:
    """A figure that is not a bandit: rules that affect, pay or count bandits do not apply to it."""

    company: bool = False
    """Whether a bandit at the same place as this figure counts as not alone."""
    hides: bool = True
    """Whether it hides figures behind it from a shot; otherwise a line of fire passes it."""


@record
class Table:
    """The players who can sit down to a game, and the length of its train."""

    players: tuple[int, ...]
    """The numbers of players that are allowed."""
    cars: Callable[[int], int | None]
    """Returns the number of cars behind the locomotive for any number of players; None if no rule gives one."""
    names: tuple[Seat, ...]
    """The names that seats can have."""
    chosen: bool
    """Whether players choose the names of their seats; otherwise the first names are taken in order."""
    miscounted: Callable[[int], Cites]
    """Returns the clauses that forbid another number of players."""
    misnamed: Cites
    """The clauses that forbid other names of seats."""
    cars_cites: Callable[[int], Cites]
    """Returns the clauses that give the number of cars for a number of players."""
    cites: Cites
    """The clauses that the start of such a game cites."""
    required: tuple[Seat, ...] = ()
    """The names that somebody has to take."""
    missing: Cites = ()
    """The clauses that forbid a game in which nobody took a required name."""
    counted: Callable[[int], int] = int
    """Returns the number of players whose round cards are used, given the number who have sat down."""

    def seated(self, order: Iterable[Seat], players: int) -> tuple[Seat, ...]:
        """The first seats in this order that can sit down together, as many as there are players.

        If players do not choose the names, the order is that of the names.
        """
        if not self.chosen:
            return self.names[:players]
        named = tuple(order)
        free = [name for name in named if name not in self.required][: players - len(self.required)]
        return tuple(name for name in named if name in self.required or name in free)

    def train(self, players: int) -> int:
        """The number of cars behind the locomotive for an allowed number of players."""
        cars = self.cars(players)
        assert cars is not None, "expected a number of cars for each allowed number of players"
        return cars


NO_TABLE = Table((), lambda players: None, (), True, lambda players: (), (), lambda players: (), ())
"""The table that the first module starts from."""


def always_possible(rules: "Rules", game: Game, bandit: Bandit) -> Reasons:
    """The ``idle`` of an action that can always be carried out."""
    return ()


@record
class Turn:
    """A kind of turn in the Schemin' phase."""

    face_down: bool
    """Whether cards are laid face down."""
    order: Callable[[tuple[Seat, ...]], tuple[Seat, ...]]
    """Returns who acts, one entry for each action, given all seats clockwise from the first player."""
    cites: Cites
    """The clauses that describe such a turn."""


@record
class Happening:
    """What a round card causes at the end of the round."""

    cites: Cites | Callable[[Game], Cites]
    """The clauses that it cites; a function if they depend on the game, such as on the number of players."""
    happens: Callable[["Rules", Game], list[Cited]]
    """Returns the events that happen automatically."""
    due: Callable[["Rules", Game], tuple[Bandit, ...]]
    """Returns the bandits who have a choice to make, in order; the choice has the name of the happening."""


@record
class Pool:
    """The loot tokens of one kind in the supply, from which the tokens on the board are taken."""

    values: tuple[int, ...]
    """The value of each token."""
    blind: Cites = ()
    """The clauses by which tokens are drawn unseen and lie face down; empty if all are alike and none is drawn."""

    def with_more(self, values: tuple[int, ...], blind: Cites = ()) -> "Pool":
        """The same tokens with others of the kind mixed in."""
        return Pool((*self.values, *values), (*self.blind, *blind))


Supply: TypeAlias = Mapping[str, Pool]
"""By kind of loot: its tokens."""


@record
class Gain:
    """A thing that a player could get in a game, and who has it at the end, for statistics."""

    thing: str
    owner: Bandit = ""
    """The figure that has it; empty if none has."""
    amount: int = 0
    """What it pays its owner, in dollars."""


# --- steps

Steps: TypeAlias = Mapping[str, Mapping[str, Step]]
"""By phase: its steps by name, in the order in which they are asked."""
CLOSE = "close"
"""The name of the step that ends a phase: it is asked when no other step returns anything."""


@record
class Early:
    """A step that is asked before the steps of earlier modules."""

    step: Step

    def __call__(self, rules: "Rules", game: Game) -> StepResult:
        """What the step says is due."""
        return self.step(rules, game)


def early(steps: Mapping[str, Step]) -> dict[str, Step]:
    """These steps, to be asked before the steps of earlier modules."""
    return {name: Early(step) for name, step in steps.items()}


# --- the extension points

ENTRY = "entry"
"""The key under which a point's metadata says what its entries are called."""


def entries(called: str) -> Any:
    """A point that maps names to entries; ``replaces`` and conflicts call an entry by this word and its name."""
    return field(factory=dict, metadata={ENTRY: called})


@record
class Components:
    """What a module adds to the components of the game, and where loot starts."""

    characters: Mapping[str, Character] = entries("character")
    """The bandits that players can be."""
    cars: Mapping[str, Car] = entries("car")
    """The cars of the train, with the loot printed in them."""
    loot: tuple[Callable[["Rules", Supply], Supply], ...] = ()
    """Each returns the loot tokens by kind, given what the modules before it made (``rules.supply``)."""
    locomotive: tuple[Callable[["Rules", tuple[Cited, ...]], tuple[Cited, ...]], ...] = ()
    """Each returns the events that fill the locomotive, given those of the modules before (``rules.in_locomotive``).

    The set-up gives a strongbox among them the value that is drawn.
    """
    kept_kinds: tuple[Callable[["Rules"], frozenset[str]], ...] = ()
    """Each returns kinds of loot besides purses that a power lets a bandit keep when another bandit loses them."""
    neutral_bullets: int = 0
    """The number of neutral bullet cards."""
    round_cards: Mapping[str, RoundCard] = entries("round card")
    """The round cards and station cards that the round deck is drawn from."""
    printed: tuple[Printed, ...] = ()
    """Each changes what a round card shows in a game, if that differs from the printed card."""


@record
class ActionCards:
    """What a module changes for action cards, from the deck to the moment when they are carried out."""

    deck: Mapping[str, int] = entries("cards of")
    """By action: the number of cards in the deck of every bandit."""
    hand_sizes: tuple[Callable[["Rules", Game, Seat], tuple[int, Cites]], ...] = ()
    """Each returns by how many cards a player's hand is larger (or, below 0, smaller), with the clauses."""
    stays_in_hand: tuple[Callable[["Rules", Game, Seat], tuple[Card, ...]], ...] = ()
    """Each returns unplayed cards that stay in a player's hand from one round to the next."""
    acts_as: tuple[Callable[["Rules", Game, Card], str | None], ...] = ()
    """Each returns the action that a card is carried out as, or None if it is the action that the card names."""
    disabled: tuple[Disabled, ...] = ()
    """Each returns the clauses by which a card does nothing, whatever could be chosen."""


@record
class Turns:
    """The kinds of turns that a module adds, and whose turn it is."""

    kinds: Mapping[str, Turn] = entries("turn")
    """The kinds of turns that a round card can show."""
    plays_as: tuple[Callable[["Rules", Game, Seat], str | None], ...] = ()
    """Each returns the kind that this turn counts as for a player, or None if it is the kind that the card shows."""
    card_faces: tuple[Callable[["Rules", Game, Seat], FacesAllowed | None], ...] = ()
    """Each returns which way up a player has to lay cards, or None if that is left to the turn."""
    order: Mapping[str, Cites] = entries("order of")
    """By phase: the clauses that say whose turn it is."""
    out_of_turn: tuple[OutOfTurn, ...] = ()
    """Each returns further clauses for a command that comes out of turn."""


@record
class Outcome:
    """What a module changes for the end of the game: money, sides and winners."""

    scoring: Mapping[str, Scoring] = entries("scoring")
    """The sources of money, each with its lines of the final score."""
    win_together: tuple[Callable[[Game, Sides], Sides], ...] = ()
    """Each returns the sides, given what the modules before it made (``rules.sides``)."""
    cannot_win: tuple[Callable[["Rules", Game], Mapping[Bandit, Cites]], ...] = ()
    """Each returns bandits who cannot win. Their money does not count if another bandit of their side can win."""
    victory: tuple[Callable[["Rules", Game], Won | None], ...] = ()
    """Each returns the players who win regardless of money and ``cannot_win``, or None.

    All players who win together with one of them are among them.
    """


@record
class Module:
    """What a module contributes to each extension point; a point that it leaves out changes nothing.

    A point is a mapping of entries by name, of which the modules of a game have each name once, a tuple of functions,
    which are all asked in the order of the modules, a number, or a record of such points.
    """

    name: str = ""
    since: str = FIRST_VERSION
    """The first version of the specification that has the module; no log of an earlier version can have it."""

    # --- what a game consists of
    forbids: tuple[Callable[[StartGame], Reasons], ...] = ()
    """Each returns the clauses that forbid a game with these modules, or in this edition."""
    seating: tuple[Callable[["Rules", Table], Table], ...] = ()
    """Each returns who can sit down, given the table of the modules before (``rules.table``)."""
    components: Components = Components()
    places: tuple[Places, ...] = ()
    """Each adds places and relations to the board (``rules.graph``)."""
    other_figures: tuple[Callable[["Rules"], Mapping[Bandit, OtherFigure]], ...] = ()
    """Each returns figures that are not bandits (``rules.no_bandits``)."""

    # --- how it is played
    steps: Steps = Factory(dict)
    """By phase: the steps that return what is due. The phase ``setup`` has the set-up steps.

    They are asked after the steps of the modules before it, or before them if they are marked by ``early``.
    """
    arrivals: Mapping[str, Step] = entries("arrival step")
    """The steps that are asked whenever a position has changed in the Stealin' phase or at the end of a round."""
    choices: Mapping[str, Choice] = entries("choice")
    """How decisions are answered; the choice of an action card has the name of the action."""
    changes: tuple[Change, ...] = ()
    """What it changes in choices of other modules."""
    turns: Turns = Turns()
    action_cards: ActionCards = ActionCards()
    happenings: Mapping[str, Happening] = entries("happening")
    outcome: Outcome = Outcome()

    # --- events
    evolve: Mapping[type, Fold] = Factory(dict)
    """By type of event: what it changes in the state."""
    follows: tuple[Follow, ...] = ()
    """Each returns events that another module's event triggers, unless the position afterwards already shows that."""
    added_clauses: tuple[Callable[["Rules", Game, Event], Cites], ...] = ()
    """Each returns clauses that an event of another module also cites, given the game before the event."""

    replaces: frozenset[str] = frozenset()
    """The entries of other modules that it replaces, such as ``choice scheme`` or ``setup step board-train``."""


def points(module: Module) -> Iterator[tuple[str, "Attribute[Any]", Any]]:
    """Every extension point by its path, such as ``outcome.scoring``: its field, and what the module gives to it."""
    for point in fields(Module):
        given = getattr(module, point.name)
        if has(given.__class__):
            yield from ((f"{point.name}.{part.name}", part, getattr(given, part.name)) for part in fields(type(given)))
        else:
            yield point.name, point, given


@record
class Rules(Module):
    """The rules of one game: its modules combined, as the edition has them.

    The ``choices`` include the ``changes`` of all modules, the ``steps`` of a phase are in the order in which they are
    asked, and the deck has only actions of which there are cards.
    """

    supply: Supply = Factory(dict)
    """The loot tokens by kind, as ``components.loot`` makes them."""
    in_locomotive: tuple[Cited, ...] = ()
    """The events that fill the locomotive, as ``components.locomotive`` makes them."""
    table: Table = NO_TABLE
    """Who can sit down, as ``seating`` makes it."""
    no_bandits: Mapping[Bandit, OtherFigure] = Factory(dict)
    """The figures that are not bandits, as ``other_figures`` give them."""
    absent: frozenset[str] = frozenset()
    """The clauses that do not hold in the edition of the game."""
    house_rules: frozenset[str] = frozenset()
    """The answers that the table agreed on in place of the specification's, each ``ruling=answer``."""

    @property
    def last_cars(self) -> tuple[str, ...]:
        """The cars at the end of every train, which the table does not count."""
        return tuple(name for name, car in self.components.cars.items() if car.last)

    @property
    def cars_to_choose(self) -> tuple[str, ...]:
        """The cars that a train is chosen or drawn from."""
        return tuple(name for name, car in self.components.cars.items() if not car.last)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions that cards can be carried out as."""
        return tuple(name for name, choice in self.choices.items() if choice.idle)

    def holds(self, clause: str) -> bool:
        """Whether this clause holds in the edition of the game."""
        return clause not in self.absent

    def number(self, numbers: Numbers) -> int:
        """The number stated by whichever of these clauses holds in the edition of the game."""
        return numbers[self.stated_by(numbers)]

    def stated_by(self, numbers: Numbers) -> str:
        """Whichever of these clauses holds in the edition of the game."""
        for clause in numbers:
            if clause not in self.absent:
                return clause
        raise LookupError(f"expected one of {', '.join(numbers)} to hold, got none: add the clause that does")

    def agreed(self, answer: str) -> bool:
        """Whether the table agreed on this answer, ``ruling=answer``."""
        return answer in self.house_rules

    def cited(self, game: Game, events: list[Cited]) -> list[Cited]:
        """These events with the clauses that modules add, each clause once."""
        added_clauses = self.added_clauses
        if not added_clauses:
            return events
        return [
            (event, tuple(dict.fromkeys((*cites, *(id for added in added_clauses for id in added(self, game, event))))))
            for event, cites in events
        ]

    def bandits(self, game: Game) -> Mapping[Bandit, Figure]:
        """The figures that are bandits."""
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
        """The clauses by which somebody other than the actor of the command has to act now."""
        asked = ((why, due) for why in self.turns.out_of_turn for due in open_decisions)
        special = (id for why, due in asked for id in why(self, game, due, command))
        return tuple(dict.fromkeys((*self.turns.order.get(game.phase, ()), *special)))

    def action_of(self, game: Game, card: Card) -> str:
        """The action that a card is carried out as.

        It is asked for when the card comes up, just before it is revealed, and again while its player has to act.
        """
        for acts_as in self.action_cards.acts_as:
            if other := acts_as(self, game, card):
                return other
        return owner_and_action(card)[1]

    def round_card(self, game: Game) -> RoundCard:
        """The round card that is being played, as it counts in this game."""
        return self.round_card_in(game, game.round.card)

    def round_card_in(self, position: Any, card: str) -> RoundCard:
        """A round card as it counts in a game; the position is the game or a view of it."""
        shown = self.components.round_cards[card]
        for printed in self.components.printed:
            shown = printed(position, shown)
        return shown

    def turn(self, game: Game) -> str:
        """The kind of the turn that is being played."""
        return self.round_card_in(game, game.round.card).turns[game.round.turn]

    def turn_of(self, game: Game, seat: Seat) -> str:
        """The kind that the turn counts as for a player."""
        kinds = (plays_as(self, game, seat) for plays_as in self.turns.plays_as)
        return next(filter(None, kinds), self.turn(game))

    def staying(self, game: Game, seat: Seat) -> tuple[Card, ...]:
        """The unplayed cards that stay in a player's hand from one round to the next."""
        stays_in_hand = self.action_cards.stays_in_hand
        return tuple(card for stays in stays_in_hand for card in stays(self, game, seat)) if stays_in_hand else ()

    def who_cannot_win(self, game: Game) -> Mapping[Bandit, Cites]:
        """The bandits who cannot win, each with the clauses that say so."""
        return {bandit: cites for excluded in self.outcome.cannot_win for bandit, cites in excluded(self, game).items()}

    def won(self, game: Game) -> Won | None:
        """Who has won regardless of money, by the first module that names anybody; None if no module does."""
        return next((won for victory in self.outcome.victory if (won := victory(self, game))), None)

    def sides(self, game: Game) -> Sides:
        """The players by side."""
        sides: Sides = ()
        for change in self.outcome.win_together:
            sides = change(game, sides)
        return sides

    def side(self, seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
        """The side of a player in a game with these seats."""
        game = changed(NEW, options=changed(NEW.options, seats=seats))
        return next(side for side in self.sides(game) if seat in side)

    def ways_up(self, game: Game, seat: Seat) -> FacesAllowed | None:
        """Which way up a player has to lay cards; None if that is left to the turn."""
        return next((allowed for faces in self.turns.card_faces if (allowed := faces(self, game, seat))), None)


def arrive(rules: Rules, game: Game) -> StepResult:
    """The step that asks the arrivals of all modules what is due in the new position."""
    for arrival in rules.arrivals.values():
        due = arrival(rules, game)
        if due is not None:
            return due
    return None
