"""A PettingZoo environment: the agents are the seats, an action is the index of a choice.

``colt_express(…)`` is an AEC environment with action masks and passes PettingZoo's own tests. An observation is a
dictionary with three entries:

- ``observation``: what the seat sees, as numbers named by ``observing.Layout.names``, and nothing else;
- ``choices``: a row of numbers that describes each action; rows without an action are zero;
- ``action_mask``: 1 for each action that can be taken; all 0 for an agent that is not to choose.

**Actions** have two forms. With ``actions="names"`` an action is a step of a choice and has the same number in every
game (see ``actions``). Then ``taken`` comes in the place of ``choices``: 1 for each step that the agent has taken of
the choice that it is making, and an agent is selected again until its choice is made. A choice that is the only one is
made by itself.

With ``actions="rows"``, as usual, action ``i`` is choice ``i`` of the session, in the order of the canonical JSON of
commands. If there are more choices than actions, as with cards to keep from a big hand, evenly spaced choices are
offered, including the first and the last. So there is always an action and every game can be finished, but some choices
are never offered.
``infos[agent]["choices"]`` is the number of all choices.

**Rewards** are given at the end and are 0 before. ``"money"``: the seat's share of all money, from 0 to 1. ``"rank"``:
1 for the winner, 0 for the last, evenly spaced between; seats that win together have the same. If nobody wins, ranks
begin with the second, so the best gets less than 1.

**Memory.** A view shows one position only. With ``memory=True`` an observation also carries what the seat has seen so
far: the cards that were turned up, the round cards, the values of tokens that it once had (see ``memory``).

**Seeds.** ``reset(seed=…)`` plays the same game again on the same engine. Without a seed each game is different, in a
sequence determined by the last seed given.

**Pictures.** ``render()`` gives the train as a spectator sees it: as text (``render_mode="ansi"``) or as an SVG picture
(``"svg"``). ``state()`` gives what all seats see together, as numbers; a critic in training may read it, a player may
not.

**Copies.** An environment can be copied, pickled and compared; see ``session`` for what makes games equal.

Simultaneous decisions of several seats are made one after the other; no seat sees another's answer before the rules
reveal it. An agent with two decisions in a row is selected twice.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, cast

import msgspec

from colt_rules.commands import AgreeOnRuling, StartGame
from colt_rules.log.codec import to_json
from colt_rules.model.names import Seat
from colt_rules.pictures.text import train_text
from colt_rules.pictures.train import train_svg
from colt_rules.research.actions import Steps, names
from colt_rules.research.observer import NativeSteps, Observer, spread
from colt_rules.research.observing import Layout
from colt_rules.research.session import SEEDS, Data, NoSuchChoice, Session, as_int, check_seed, new_session
from colt_rules.safe_text import one_of
from colt_rules.views import SPECTATOR, View

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        "expected numpy, gymnasium and pettingzoo, got not all of them: pip install 'colt-rules[research]'"
    ) from error

MOST_CHOICES = 80
"""The default number of actions: only choices of cards to keep have been seen to exceed it."""
REWARDS = ("money", "rank")
ROWS, NAMES = ACTIONS = ("rows", "names")
"""What an action is: the row of a choice, or a name in a choice."""
PICTURES: dict[str, Callable[[View], str]] = {"ansi": train_text, "svg": train_svg}
"""By render mode: what draws the train."""


class NoSuchAgent(ValueError):
    """The environment has no such agent; the message lists its agents."""


class ColtExpress(AECEnv[Seat, Any, Any]):
    """A game of Colt Express as a PettingZoo environment."""

    # PettingZoo reads it from the class and never changes it, although its type is mutable.
    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "colt_express_v0",
        "render_modes": [*PICTURES],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        start: StartGame,
        *,
        house_rules: Sequence[AgreeOnRuling] = (),
        engine: str | None = None,
        reward: str = "money",
        actions: str = ROWS,
        most_choices: int = MOST_CHOICES,
        memory: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """An environment for games of this set-up, by ``players.play.new_game``. ``engine``: see ``new_session``."""
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"reward: expected {' or '.join(REWARDS)}, got {reward!r}")
        if actions not in ACTIONS:
            raise ValueError(f"actions: expected {' or '.join(ACTIONS)}, got {actions!r}")
        if (as_int(most_choices) or 0) < 2:
            raise ValueError(
                f"most_choices: expected at least 2, got {most_choices!r}: there must be something to choose"
            )
        if render_mode not in (*PICTURES, None):
            raise ValueError(f"render_mode: expected {' or '.join(PICTURES)}, or None; got {render_mode!r}")
        self._start, self._house_rules, self._engine, self._reward = start, house_rules, engine, reward
        self.session: Session = new_session(start, house_rules=house_rules, engine=engine)
        self.layout = Layout(start, memory=memory)
        self.observer = Observer(self.layout)
        self.most_choices = most_choices
        self._in_steps, self._steps = actions == NAMES, cast("Steps | NativeSteps | None", None)
        number = len(names()) if self._in_steps else most_choices
        row = Box(low=0, high=1, shape=(number,), dtype=np.int8)
        self.render_mode = render_mode
        self.possible_agents, self.agents = list(start.seats), list[Seat]()
        self._seeds = Random()
        anything: dict[str, Any] = {"low": -np.inf, "high": np.inf, "dtype": np.float32}
        space = Dict(
            {
                "observation": Box(shape=(len(self.layout.names),), **anything),
                **(
                    {"taken": row}
                    if self._in_steps
                    else {"choices": Box(shape=(most_choices, len(self.layout.choice_names)), **anything)}
                ),
                "action_mask": row,
            }
        )
        self.state_space = Box(shape=(len(start.seats) * len(self.layout.names),), **anything)
        self.observation_spaces = dict.fromkeys(start.seats, space)
        self.action_spaces = {seat: Discrete(number) for seat in start.seats}

    def observation_space(self, agent: Seat) -> Any:
        """The space of observations."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: Seat) -> Any:
        """The space of actions."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: Seat) -> Seat:
        """The agent itself; raises ``NoSuchAgent`` for any other role: a learner may see only what a seat sees."""
        if agent not in self.possible_agents:
            raise NoSuchAgent(f"agent: expected {one_of(str(agent), self.possible_agents)}; got {agent!r}")
        return agent

    def _check_begun(self) -> None:
        """Raise ``NoSuchChoice`` before the first ``reset``."""
        if not hasattr(self, "agent_selection"):
            raise NoSuchChoice("expected a game that has begun, got none: call reset() to begin one")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game."""
        if seed is not None:
            seed = check_seed(seed)
            self._seeds = Random(seed)
        self.session = new_session(
            self._start,
            seed=self._seeds.randrange(SEEDS) if seed is None else seed,
            house_rules=self._house_rules,
            engine=self._engine,
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"choices": 0} for agent in self.agents}
        self._await()

    def observe(self, agent: Seat) -> dict[str, Any]:
        """What an agent sees now, and its actions if it is to choose."""
        seen = {"observation": self.observer.seen(self.session, self._known(agent))}
        return seen | (self._shown_steps(agent) if self._in_steps else self._shown_rows(agent))

    def _shown_rows(self, agent: Seat) -> dict[str, Any]:
        mask: Any = np.zeros(self.most_choices, dtype=np.int8)
        if agent != self.session.actor:
            rows: Any = np.zeros((self.most_choices, len(self.layout.choice_names)), dtype=np.float32)
            return {"choices": rows, "action_mask": mask}
        rows, offered = self.observer.choices(self.session, self.most_choices)
        mask[:offered] = 1
        return {"choices": rows, "action_mask": mask}

    def _shown_steps(self, agent: Seat) -> dict[str, Any]:
        taken: Any = np.zeros(len(names()), dtype=np.int8)
        mask: Any = np.zeros(len(names()), dtype=np.int8)
        if self._steps is not None and agent == self.session.actor:
            taken[self._steps.taken] = 1
            mask[self._steps.actions] = 1
        return {"taken": taken, "action_mask": mask}

    def state(self) -> Any:
        """The observations of all seats one after the other, clockwise from the first seat: more than a player sees."""
        return np.concatenate([self.observer.seen(self.session, seat) for seat in self._start.seats])

    def last(self, observe: bool = True) -> Any:
        """For the selected agent: observation, reward, terminated, truncated, info; see PettingZoo."""
        self._check_begun()
        return super().last(observe)

    def offered(self) -> list[Data]:
        """The commands that can be chosen now; the command at index ``i`` is action ``i``."""
        choices = self.session.choices
        return [choices[index] for index in spread(len(choices), self.most_choices)]

    def step(self, action: Any) -> None:
        """Take an action for the selected agent."""
        self._check_begun()
        if not self.agents:
            raise NoSuchChoice(
                "expected a game in which somebody is to act, got none: call reset() to begin another one"
            )
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        choice = self._choice_in_steps(action) if self._in_steps else self._choice_in_row(action)
        if choice is not None:
            self.take(choice)

    def take(self, choice: int) -> None:
        """Take a choice of the session, by its index there, for the agent that is to choose, whatever actions are.

        A bot plays so: it knows the choices and no actions. Until the end all rewards are 0.
        """
        self._check_begun()
        self.session.take(choice)
        self._await()
        self._accumulate_rewards()

    def _choice_in_steps(self, action: Any) -> int | None:
        """The choice that the agent has made with this step; None if it needs more."""
        assert self._steps is not None
        self._steps.take(action)
        return self._steps.chosen

    def _choice_in_row(self, action: Any) -> int:
        """The choice that is action number ``action``."""
        offered = spread(self.session.count, self.most_choices)
        chosen = as_int(action)
        if chosen is None or not 0 <= chosen < len(offered):
            at = self.session
            raise NoSuchChoice(
                f"expected an action of {at.actor} ({at.kind}) from 0 to {len(offered) - 1}, got {action!r}: "
                "take one that the action_mask shows"
            )
        return offered[chosen]

    def _await(self) -> None:
        """Select the agent that is to choose now, or end the game."""
        if self._in_steps:
            self._begin_steps()
        actor = self.session.actor
        if actor is None:
            self.rewards = rewards_of(self.session.ranking, self._reward)
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"choices": 0} for agent in self.agents}
        else:
            self.agent_selection = actor
            self.infos = {agent: {"choices": self.session.count if agent == actor else 0} for agent in self.agents}

    def _begin_steps(self) -> None:
        """Begin the next choice in which there is something to choose."""
        self._steps = None
        while self._steps is None and self.session.actor is not None:
            begun = self.observer.steps(self.session)
            if begun.chosen is None:
                self._steps = begun
            else:
                self.session.take(begun.chosen)

    def render(self) -> str | None:
        """The train as a spectator sees it, in the render mode; None without one."""
        if self.render_mode is None:
            return None
        return PICTURES[self.render_mode](msgspec.convert(self.session.view(SPECTATOR), View))

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __copy__(self) -> "ColtExpress":
        return deepcopy(self)  # one that shared the session would go on with it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ColtExpress) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> tuple[Any, ...]:
        """What makes two environments equal: how they were made, and the position."""
        made = self._start, tuple(self._house_rules), self._reward, self._in_steps, self.most_choices
        remembered = [to_json(self.session.memory(seat)) for seat in self._start.seats if self.layout.memory]
        return *made, self.session, tuple(self._steps.taken) if self._steps else (), *remembered


colt_express = ColtExpress
"""The name in the style of PettingZoo's own environments."""


def rewards_of(ranking: Sequence[Data], reward: str) -> dict[Seat, float]:
    """By seat: the reward at the end of a game, the share of all money or the place in the ranking."""
    if reward == "money":
        money = {row["seat"]: max(0, row["money"]) for row in ranking}
        everything = sum(money.values()) or 1
        return {seat: amount / everything for seat, amount in money.items()}
    last = max(row["rank"] for row in ranking)
    return {row["seat"]: (last - row["rank"]) / (last - 1) if last > 1 else 1.0 for row in ranking}
