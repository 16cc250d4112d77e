"""A vector environment of Stable-Baselines3 on the native engine: in each of many games one seat learns.

``BatchEnv`` is to ``Batch`` what ``AgainstBots`` is to the environment: the learner is asked only if it has a choice,
and gets its reward with the last step of a game; another game follows at once. Its seat changes from game to game. The
other seats are those of ``Batch(…, others="scheming")``. Observations and actions are those of ``AgainstBots``, so a
learner that was trained here plays there, too, and ``action_masks()`` is what ``MaskablePPO`` of sb3-contrib asks for.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from colt_rules.commands import StartGame
from colt_rules.research.batch import SCHEMING, Batch
from colt_rules.research.environment import ROWS
from colt_rules.research.session import SEEDS

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError("expected stable-baselines3, got none: pip install 'colt-rules[learn]'") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray


class BatchEnv(VecEnv):
    """Games at several tables, stepped at once, in each of which a seat learns."""

    render_mode = None

    def __init__(self, tables: Sequence[StartGame], games: int, **options: Any) -> None:
        """So many games at each table; raises ``ValueError`` if observations have other names at one than at another.

        They have the same at all tables with the same edition, modules and number of seats.
        ``options`` are those of ``Batch`` but ``actions``, which are always rows, and ``others``, which always scheme.
        """
        if isinstance(tables, StartGame) or not tables:
            got = "a StartGame" if isinstance(tables, StartGame) else "none"
            raise ValueError(f"tables: expected a list of one StartGame or more, got {got}")
        for option, always in (("actions", ROWS), ("others", SCHEMING)):
            if option in options:
                raise ValueError(f"{option}: expected no such option, it is always {always!r}; got {options[option]!r}")
        self._batches = [Batch(table, games=games, others=SCHEMING, actions=ROWS, **options) for table in tables]
        for number, batch in enumerate(self._batches):
            if _named(batch) != _named(self._batches[0]):
                raise ValueError(
                    "tables: expected the same observations at all, as with one edition, modules and number of seats; "
                    f"got {_kind(tables[0])} at table 0 and {_kind(tables[number])} at table {number}"
                )
        spaces: dict[str, Any] = {name: Box(-np.inf, np.inf, array.shape[1:]) for name, array in self._seen().items()}
        actions = self._batches[0].masks.shape[1]
        spaces["action_mask"] = Box(0, 1, (actions,), np.int8)
        super().__init__(games * len(tables), Dict(spaces), Discrete(actions))
        self.seed(0)
        self._actions: NDArray[Any] = np.zeros(0)

    def reset(self) -> dict[str, Any]:
        """Begin all games anew: those of the seed that was given last, or others."""
        random = Random(self._seeds[0])
        for batch in self._batches:
            batch.reset(random.randrange(SEEDS))
        self.seed(random.randrange(SEEDS))
        return self._seen()

    def step_async(self, actions: Any) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[dict[str, Any], Any, Any, list[dict[str, Any]]]:
        """Take the actions; returns what comes next, the rewards, which games have ended, and no information."""
        mine = self._all("actors")
        for batch, actions in zip(self._batches, np.split(self._actions, len(self._batches)), strict=True):
            batch.step(actions)
        rewards = self._all("rewards")[np.arange(self.num_envs), mine]
        return self._seen(), rewards, self._all("ended"), [{} for _ in range(self.num_envs)]

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self._all("observations"),
            "choices": self._all("choices"),
            "action_mask": self._all("masks"),
        }

    def _all(self, name: str) -> Any:
        """A copy of an array of all batches."""
        return np.concatenate([getattr(batch, name) for batch in self._batches])

    def action_masks(self) -> Any:
        """Which actions can be taken now, a row for each game."""
        return self._all("masks").astype(bool)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """The rows of what a method returns, as MaskablePPO asks for the masks."""
        return [getattr(self, method_name)(*args, **kwargs)[game] for game in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, for each game the same."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute, for all games."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing has to be closed."""


def _named(batch: Batch) -> tuple[Sequence[str], ...]:
    """What the numbers of a batch stand for."""
    return batch.layout.names, batch.layout.choice_names


def _kind(table: StartGame) -> str:
    return f"{table.edition} {'+'.join(table.modules)} with {len(table.seats)} seats"
