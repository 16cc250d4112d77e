"""A PettingZoo environment: agents are the seats, an action is the number of a choice.

``colt_express(…)`` is an AEC environment with action masks; PettingZoo's own tests hold it. An observation is a
dictionary of three:

- ``observation``: what the seat sees, as ``observing.Layout.names`` has it; never anything else;
- ``choices``: a row of numbers for each action, so that a learner knows what it stands for; empty rows for no action;
- ``action_mask``: 1 for each action that can be taken, all 0 for whoever has not to choose.

**Actions.** Action ``i`` is the choice number ``i`` of the table, in the order of the canonical JSON of commands. Where
there are more choices than actions, as with cards to keep out of a big hand, so many of them are offered that lie
evenly apart in that order, the first and the last among them. So there is always something to choose and every game can
be played to its end; only some choices are never offered. ``infos[agent]["choices"]`` says how many there are.

**Rewards** come at the end, and are nothing before. ``"money"``: the seat's share of all money, from 0 to 1.
``"rank"``: 1 for the winner, 0 for the last one, evenly between them; who wins together has the same.

**Seeds.** ``reset(seed=…)`` plays the same game again on the same engine. Without a seed each game is another one, in a
row that follows from the last seed given.

Decisions that several seats make at once are made one after the other; nobody sees an answer of the others before the
rules show it. Where one has to decide twice in a row, the same agent comes again.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from colt_rules.commands import ClaimRuling, StartGame
from colt_rules.model.names import Seat
from colt_rules.research.observing import Layout
from colt_rules.research.session import SEEDS, Data, NoSuchChoice, Table, check_seed, table, whole
from colt_rules.safe_text import one_of

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        "expected numpy, gymnasium and pettingzoo, got not all of them: pip install 'colt-rules[research]'"
    ) from error

MOST_CHOICES = 80
"""How many actions there are unless somebody says otherwise: more choices are seen only of cards to keep."""
REWARDS = ("money", "rank")


class NoSuchAgent(ValueError):
    """A name that is no agent's; the message says whose there are."""


class ColtExpress(AECEnv[Seat, Any, Any]):
    """A game of Colt Express as PettingZoo has it."""

    # PettingZoo reads it from the class and never changes it, though its type allows that.
    metadata: dict[str, Any] = {"name": "colt_express_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        start: StartGame,
        *,
        claims: Sequence[ClaimRuling] = (),
        engine: str | None = None,
        reward: str = "money",
        most_choices: int = MOST_CHOICES,
    ) -> None:
        """For games that are set up like this, by ``players.play.new_game``, on an engine as for ``table``."""
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"reward: expected {' or '.join(REWARDS)}, got {reward!r}")
        if (whole(most_choices) or 0) < 2:
            raise ValueError(
                f"most_choices: expected at least 2, got {most_choices!r}: there must be something to choose"
            )
        self._start, self._claims, self._engine, self._reward = start, claims, engine, reward
        self.table: Table = table(start, claims=claims, engine=engine)
        self.layout = Layout(start)
        self.most_choices = most_choices
        self.render_mode = None
        self.possible_agents, self.agents = list(start.seats), list[Seat]()
        self._seeds = Random()
        anything: dict[str, Any] = {"low": -np.inf, "high": np.inf, "dtype": np.float32}
        space = Dict(
            {
                "observation": Box(shape=(len(self.layout.names),), **anything),
                "choices": Box(shape=(most_choices, len(self.layout.choice_names)), **anything),
                "action_mask": Box(low=0, high=1, shape=(most_choices,), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(start.seats, space)
        self.action_spaces = {seat: Discrete(most_choices) for seat in start.seats}

    def observation_space(self, agent: Seat) -> Any:
        """What an observation is like."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: Seat) -> Any:
        """The numbers of choices."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: Seat) -> Seat:
        """The agent, who has to be one: a learner sees no more than a seat does."""
        if agent not in self.possible_agents:
            raise NoSuchAgent(f"agent: expected {one_of(str(agent), self.possible_agents)}; got {agent!r}")
        return agent

    def _check_begun(self) -> None:
        """Refuse to go on before there is a game."""
        if not hasattr(self, "agent_selection"):
            raise NoSuchChoice("expected a game that has begun, got none: call reset() to begin one")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game."""
        if seed is not None:
            seed = check_seed(seed)
            self._seeds = Random(seed)
        self.table = table(
            self._start,
            seed=self._seeds.randrange(SEEDS) if seed is None else seed,
            claims=self._claims,
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
        """What an agent sees now, and what it can choose if it has to."""
        seen = self.table.view(self._known(agent))
        rows: Any = np.zeros((self.most_choices, len(self.layout.choice_names)), dtype=np.float32)
        mask: Any = np.zeros(self.most_choices, dtype=np.int8)
        if agent == self.table.actor:
            offered = self.offered()
            rows[: len(offered)] = self.layout.choices(seen, offered)
            mask[: len(offered)] = 1
        return {"observation": self.layout.observation(seen), "choices": rows, "action_mask": mask}

    def last(self, observe: bool = True) -> Any:
        """As PettingZoo has it, of the agent who has to choose: observation, reward, terminated, truncated, info."""
        self._check_begun()
        return super().last(observe)

    def offered(self) -> list[Data]:
        """What can be chosen now, as commands: the one at place ``i`` is action ``i``."""
        choices = self.table.choices
        return [choices[index] for index in spread(len(choices), self.most_choices)]

    def step(self, action: Any) -> None:
        """Let the agent who has to choose take the choice of this number."""
        self._check_begun()
        if not self.agents:
            raise NoSuchChoice(
                "expected a game in which somebody is to act, got none: call reset() to begin another one"
            )
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        offered = spread(self.table.count, self.most_choices)
        chosen = whole(action)
        if chosen is None or not 0 <= chosen < len(offered):
            raise NoSuchChoice(
                f"expected an action of {agent} ({self.table.kind}) from 0 to {len(offered) - 1}, got {action!r}: "
                "take one that the action_mask shows"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.take(offered[chosen])
        self._await()
        self._accumulate_rewards()

    def _await(self) -> None:
        """Turn to whoever has to choose now, or end the game."""
        actor = self.table.actor
        if actor is None:
            self.rewards = rewards_of(self.table.ranking, self._reward)
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"choices": 0} for agent in self.agents}
        else:
            self.agent_selection = actor
            self.infos = {agent: {"choices": self.table.count if agent == actor else 0} for agent in self.agents}

    def render(self) -> None:
        """Nothing: ``colt replay`` shows a game, once ``table.commands`` have become a log."""

    def close(self) -> None:
        """Nothing is left open."""


colt_express = ColtExpress
"""As PettingZoo's own environments are called."""


def spread(count: int, most: int) -> range | list[int]:
    """The numbers of the choices that are offered: all of them, or so many that lie evenly apart."""
    return range(count) if count <= most else [number * (count - 1) // (most - 1) for number in range(most)]


def rewards_of(ranking: Sequence[Data], reward: str) -> dict[Seat, float]:
    """By seat, what the end of a game is worth: the share of all money, or the place in the ranking."""
    if reward == "money":
        money = {row["seat"]: max(0, row["money"]) for row in ranking}
        everything = sum(money.values()) or 1
        return {seat: amount / everything for seat, amount in money.items()}
    last = max(row["rank"] for row in ranking)
    return {row["seat"]: (last - row["rank"]) / (last - 1) if last > 1 else 1.0 for row in ranking}
