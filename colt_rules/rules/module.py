"""What a module of the game can bring: the extension points, and the rules of one game put together from them.

A step looks at the state and says what is due: a list of events that happen by themselves, a tuple of decisions
that are waited for, or nothing. What must happen next is thus always a question to the state, so a game can be taken
up after any command, and a module adds a step instead of editing a flow.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import Factory

from colt_rules.commands import Command, StartGame
from colt_rules.decisions import Answers, Decision
from colt_rules.events import Cited, Event, ScoreLine
from colt_rules.model.graph import Graph, join
from colt_rules.model.names import Bandit, Cites, Seat
from colt_rules.model.record import record
from colt_rules.model.state import Game

Due: TypeAlias = list[Cited] | tuple[Decision, ...] | None
Step: TypeAlias = Callable[["Rules", Game], Due]
Counted: TypeAlias = tuple[ScoreLine | None, Cites]
"""A line of the final score, or none where there is nothing to get, with the clauses that say so."""
Scoring: TypeAlias = Callable[["Rules", Game], list[Counted]]
"""What players' money comes from at the end."""


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
    idle: Callable[["Rules", Game, Bandit], Cites]
    """The clauses that keep the card from doing anything; none where there is something to choose."""


@record
class Table:
    """Who can sit down to a game, and how long its train is."""

    cars: Mapping[int, int]
    """By number of players: the cars behind the locomotive."""
    names: tuple[Seat, ...]
    """What seats can be called."""
    chosen: bool
    """Whether each seat chooses its name, or the first ones are taken in order."""
    players_cites: Cites
    cars_cites: Cites
    names_cites: Cites


def always_possible(rules: "Rules", game: Game, bandit: Bandit) -> Cites:
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

    cites: Cites
    happens: Callable[["Rules", Game], list[Cited]]
    """What happens by itself."""
    due: Callable[["Rules", Game], tuple[Bandit, ...]]
    """Which bandits have a choice to make in it, in order; the choice carries the happening's name."""


Phases: TypeAlias = Mapping[str, Mapping[str, Step]]
"""By phase: its steps, each with a name, in the order in which they are asked what is due."""


def allows_all(command: StartGame) -> Cites:
    """For modules that go with all others."""
    return ()


@record
class Module:
    """A module's contribution to each extension point; what it leaves out it does not change."""

    name: str
    places: tuple[Callable[[Game], Graph], ...] = ()
    """The places it adds and their relations."""
    forbids: Callable[[StartGame], Cites] = allows_all
    """With which modules, or in which edition, it cannot be played."""
    table: Callable[["Rules"], Table] | None = None
    """Who can sit down to a game, in place of what the base game says."""
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
    turns: Mapping[str, Turn] = Factory(dict)
    happenings: Mapping[str, Happening] = Factory(dict)
    sides: Callable[[Game], tuple[tuple[Seat, ...], ...]] | None = None
    """Which players win together, in place of what the base game says."""
    scoring: Mapping[str, Scoring] = Factory(dict)
    order: Mapping[str, Cites] = Factory(dict)
    """By phase: the clauses that say whose turn it is."""
    also: Callable[["Rules", Game, Event], Cites] | None = None
    """The clauses by which an event of another module rests on this one too; the game is that before the event."""
    replaces: frozenset[str] = frozenset()
    """What it puts in place of another module's, such as ``choice scheme`` or ``setup step board-train``."""


@record
class Rules:
    """The rules of one game: the modules in play, put together, as its edition has them."""

    places: tuple[Callable[[Game], Graph], ...]
    table: Callable[["Rules"], Table]
    arrivals: tuple[Step, ...]
    steps: Mapping[str, tuple[Step, ...]]
    """By phase: what is due, in order of precedence."""
    choices: Mapping[str, Choice]
    actions: Mapping[str, Action]
    turns: Mapping[str, Turn]
    happenings: Mapping[str, Happening]
    sides: Callable[[Game], tuple[tuple[Seat, ...], ...]]
    scoring: tuple[Scoring, ...]
    order: Mapping[str, Cites]
    also: tuple[Callable[["Rules", Game, Event], Cites], ...]
    differences: frozenset[str] = frozenset()
    """The clauses that hold in the game's edition and not in the baseline."""
    claims: frozenset[str] = frozenset()
    """The answers that the table claimed instead of ours, each ``ruling=answer``."""

    def holds(self, clause: str) -> bool:
        """Whether this clause holds, which is not one of the baseline."""
        return clause in self.differences

    def claimed(self, answer: str) -> bool:
        """Whether the table claimed this answer, ``ruling=answer``."""
        return answer in self.claims

    def cited(self, game: Game, events: list[Cited]) -> list[Cited]:
        """These events with all the clauses they rest on, whichever module they come from."""
        return [
            (event, (*cites, *(id for also in self.also for id in also(self, game, event)))) for event, cites in events
        ]

    def graph(self, game: Game) -> Graph:
        """The board as it is now."""
        if len(self.places) == 1:
            return self.places[0](game)
        return join(places(game) for places in self.places)


def arrive(rules: Rules, game: Game) -> Due:
    """The step at which a phase lets the position have its effects, whichever modules bring them."""
    for arrival in rules.arrivals:
        due = arrival(rules, game)
        if due is not None:
            return due
    return None
