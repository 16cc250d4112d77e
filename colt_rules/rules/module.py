"""What a module of the game can bring: the extension points, and the rules of one game put together from them.

A step looks at the state and says what is due: a list of events that happen by themselves, a tuple of decisions
that are waited for, or nothing. What must happen next is thus always a question to the state, so a game can be taken
up after any command, and a module adds a step instead of editing a flow.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from colt_rules.commands import Command
from colt_rules.decisions import Answers, Decision
from colt_rules.events import Cited, ScoreLine
from colt_rules.model.graph import Graph, join
from colt_rules.model.names import Bandit, Cites, Seat
from colt_rules.model.record import record
from colt_rules.model.state import Game

Due: TypeAlias = list[Cited] | tuple[Decision, ...] | None
Step: TypeAlias = Callable[["Rules", Game], Due]
Scoring: TypeAlias = Callable[[Game], list[tuple[ScoreLine, Cites]]]
"""What players' money comes from at the end, each line with its clauses."""


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


@record
class Module:
    """A module's contribution to each extension point."""

    name: str
    places: Callable[[Game], Graph]
    """The places it adds and their relations."""
    phases: Mapping[str, tuple[Step, ...]]
    """By phase: what is due, in order. The phase ``setup`` holds the set-up steps."""
    closings: Mapping[str, Step]
    """By phase: the step that ends it, asked when nothing else is due."""
    arrivals: tuple[Step, ...]
    """What a position triggers whenever it comes up in Stealin' or at the round's end."""
    choices: Mapping[str, Choice]
    """How decisions are answered that are no action cards."""
    actions: Mapping[str, Action]
    turns: Mapping[str, Turn]
    happenings: Mapping[str, Happening]
    scoring: tuple[Scoring, ...]
    order: Mapping[str, Cites]
    """By phase: the clauses that say whose turn it is."""


@record
class Rules:
    """The rules of one game: the modules in play, put together."""

    places: tuple[Callable[[Game], Graph], ...]
    arrivals: tuple[Step, ...]
    steps: Mapping[str, tuple[Step, ...]]
    """By phase: what is due, in order of precedence."""
    choices: Mapping[str, Choice]
    actions: Mapping[str, Action]
    turns: Mapping[str, Turn]
    happenings: Mapping[str, Happening]
    scoring: tuple[Scoring, ...]
    order: Mapping[str, Cites]

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
