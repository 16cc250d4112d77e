"""An OpenSpiel game: sequential, with explicit chance and information states that remember.

Importing this module registers the game: ``pyspiel.load_game("python_colt_express(seats=tuco+ghost+belle)")``. Its
parameters are the ``seats``, the ``variant`` and the ``edition`` (``docs/variants.md``), and the ``reward`` (see
``environment``). The reference plays it, because chance there is a decision like any other.

**Chance** deals card by card: a shuffled deck is a row of chance nodes, each of which draws one of the items that are
left, with a probability by how many of them there are. Draws that leave nothing open are made by themselves.

**Actions** of players are those with fixed numbers (``actions``): steps of a choice. A choice that is the only one is
made by itself. Simultaneous decisions are made one after the other; nobody sees another's answer before the rules
reveal it.

**An information state** is everything that the seat has seen: every event as its seat saw it, the steps that it has
taken of the choice that it is making, and its view. An observation is the view alone, as JSON and as the numbers of
``observing``.
"""

from collections import Counter
from copy import copy
from typing import Any, cast

from colt_rules.commands import Command, StartGame
from colt_rules.decisions import Arrangements, Decision
from colt_rules.kernel import NEW, Accepted, decide, decide_by, legal_by
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.model.names import CHANCE, TABLE, Seat
from colt_rules.model.state import Game
from colt_rules.pictures.text import train_text
from colt_rules.players.play import GameRefused, modules_of, new_game
from colt_rules.research.actions import Steps, names
from colt_rules.research.environment import REWARDS, rewards_of
from colt_rules.research.observing import Layout
from colt_rules.research.session import Data
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import REFEREE, view, view_event

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError(
        "expected numpy and pyspiel, got not both: pip install 'colt-rules[research]' open_spiel"
    ) from error

NAME = "python_colt_express"
MOST_ITEMS = 256
"""No deal has more different items."""
LONGEST = 10_000
"""No game has more steps of players, or more draws."""
PARAMETERS = {"seats": "tuco+ghost+belle", "variant": "base", "edition": EDITIONS[0], "reward": REWARDS[0]}
KIND = pyspiel.GameType(
    short_name=NAME,
    long_name="Colt Express",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class Course:
    """A game in play: it goes on by itself until a draw or a step of a player is open.

    A copy shares everything that cannot change.
    """

    def __init__(self, start: StartGame, layout: Layout) -> None:
        self._layout, self.seats = layout, start.seats
        self.game: Game = NEW
        self._waited: tuple[Decision, ...] = ()
        self.seen: dict[Seat, tuple[str, ...]] = dict.fromkeys(self.seats, ())
        """By seat: what it has seen, event by event."""
        self.drawn: tuple[str, ...] = ()
        """The row that is being dealt, as far as it has been drawn."""
        self.dealt: Arrangements | None = None
        """What is being dealt now."""
        self.steps: Steps | None = None
        """The choice that is being made now."""
        self._choices: list[Command] = []
        verdict = decide(NEW, start)
        if not isinstance(verdict, Accepted):
            raise GameRefused(start, verdict)
        self._remember(verdict)
        self._go_on()

    def __deepcopy__(self, memo: object) -> "Course":
        twin = copy(self)
        twin.seen, twin.steps = dict(self.seen), copy(self.steps)
        if twin.steps is not None:
            twin.steps.taken = list(twin.steps.taken)
        return twin

    @property
    def actor(self) -> str | None:
        """Who is to draw or to choose: chance or a seat; None after the end."""
        return self._waited[0].actor if self._waited else None

    @property
    def items(self) -> list[str]:
        """What is dealt now, each different item once; the number of an outcome is its place here."""
        return sorted(set(self.dealt.items)) if self.dealt else []

    @property
    def left(self) -> Counter[str]:
        """How many of each item are left to be drawn."""
        return Counter(self.dealt.items if self.dealt else ()) - Counter(self.drawn)

    def draw(self, number: int) -> None:
        """Draw the item with this number."""
        self.drawn = (*self.drawn, self.items[number])
        self._go_on()

    def take(self, action: int) -> None:
        """Take a step of the choice of the actor."""
        assert self.steps is not None
        self.steps.take(action)
        if self.steps.chosen is not None:
            self._happen(self._choices[self.steps.chosen])
            self._go_on()

    def view(self, role: str) -> Data:
        """The view of a role."""
        return cast(Data, to_data(view(self.game, role)))

    def _go_on(self) -> None:
        """Do everything that leaves nothing open. The table always gives the usual answer."""
        while (actor := self.actor) is not None:
            answers = legal_by(rules_of(self.game), self.game, actor, self._waited)
            if actor == TABLE:
                self._happen(next(iter(answers)))
            elif actor == CHANCE:
                self.dealt = cast(Arrangements, answers)
                while len(self.drawn) < self.dealt.count and len(self.left) == 1:
                    self.drawn = (*self.drawn, *self.left)
                if len(self.drawn) < self.dealt.count:
                    return
                self._happen(self.dealt.deal(self.drawn))
            else:
                rows = sorted(((command_object(each), each) for each in answers), key=lambda row: to_json(row[0]))
                self._choices = [command for _, command in rows]
                self.steps = Steps(self._layout, self.view(actor), [shown for shown, _ in rows])
                if self.steps.chosen is None:
                    return
                self._happen(self._choices[self.steps.chosen])

    def _happen(self, command: Command) -> None:
        verdict = decide_by(rules_of(self.game), self.game, command, self._waited)
        assert isinstance(verdict, Accepted), f"expected a listed command to be accepted, got {verdict}"
        self.drawn, self.dealt, self.steps = (), None, None
        self._remember(verdict)

    def _remember(self, verdict: Accepted) -> None:
        """Go to the position after these events, which every seat sees as it may."""
        self.game, self._waited = verdict.after, verdict.awaiting
        for seat in self.seats:
            lines = [to_json(to_data(view_event(event, seat, self.game, cites))) for event, cites in verdict.events]
            self.seen[seat] += tuple(line.decode() for line in lines)


class ColtExpressGame(pyspiel.Game):
    """A game of Colt Express with these parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        if given["reward"] not in REWARDS:
            raise ValueError(f"reward: expected {' or '.join(REWARDS)}, got {given['reward']!r}")
        edition = given["edition"]
        self.start = new_game(given["seats"].split("+"), edition=edition, modules=modules_of(edition, given["variant"]))
        self.reward = given["reward"]
        self.layout = Layout(self.start)
        Course(self.start, self.layout)  # raises GameRefused, before the library asks for a state
        about = pyspiel.GameInfo(
            num_distinct_actions=len(names()),
            max_chance_outcomes=MOST_ITEMS,
            num_players=len(self.start.seats),
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(KIND, about, params or {})

    def new_initial_state(self) -> "ColtExpressState":
        """The beginning of a game."""
        return ColtExpressState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What makes observations: with perfect recall information states, else views."""
        if params:
            raise ValueError(f"params: expected none, got {params!r}")
        return Observer(self.layout, bool(iig_obs_type and iig_obs_type.perfect_recall))


class ColtExpressState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: ColtExpressGame) -> None:
        super().__init__(game)
        self._reward = game.reward
        self.course = Course(game.start, game.layout)

    def current_player(self) -> int:
        """The number of the seat that is to choose, clockwise from 0, or chance, or the end."""
        actor = self.course.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else self.course.seats.index(actor)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.course.actor is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The items that can be drawn now, by their numbers, with their probabilities."""
        left = self.course.left
        return [(number, left[item] / left.total()) for number, item in enumerate(self.course.items) if left[item]]

    def _legal_actions(self, player: int) -> list[int]:
        steps = self.course.steps
        return steps.actions if steps and player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self.course.actor == CHANCE:
            self.course.draw(action)
        else:
            self.course.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.items[action] if player == pyspiel.PlayerId.CHANCE else names()[action]

    def returns(self) -> list[float]:
        """The rewards of the seats; 0 before the end."""
        if not self.is_terminal():
            return [0.0] * len(self.course.seats)
        got = rewards_of(cast(list[Data], to_data(self.course.game.ranking)), self._reward)
        return [got[seat] for seat in self.course.seats]

    def __str__(self) -> str:
        steps = [names()[action] for action in self.course.steps.taken] if self.course.steps else []
        return "\n".join([train_text(view(self.course.game, REFEREE)), *self.course.drawn, *steps])


class Observer:
    """Makes observations of a state for a player, as OpenSpiel asks for them."""

    def __init__(self, layout: Layout, remembers: bool) -> None:
        self._layout, self._remembers = layout, remembers
        self.tensor: Any = None if remembers else np.zeros(len(layout.names), np.float32)
        self.dict = {} if remembers else {"observation": self.tensor}

    def set_from(self, state: ColtExpressState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        if self.tensor is not None:
            course = state.course
            self.tensor[:] = self._layout.observation(course.view(course.seats[player]))

    def string_from(self, state: ColtExpressState, player: int) -> str:
        """What the player sees, after all that it has seen if the observer remembers."""
        course = state.course
        seat = course.seats[player]
        lines = [to_json(course.view(seat)).decode()]
        if self._remembers:
            steps = course.steps.taken if course.steps and course.actor == seat else []
            lines = [*course.seen[seat], *(names()[action] for action in steps), *lines]
        return "\n".join(lines)


pyspiel.register_game(KIND, ColtExpressGame)
