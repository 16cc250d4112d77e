"""Many games on the native engine, stepped at once: numpy arrays in, numpy arrays out.

A ``Batch`` plays so many games side by side, in each of which some seat has to choose. ``step`` takes one action for
each game and writes what comes next into the same arrays, which have a row for each game:

- ``observations``: what the seat that has to choose sees, as numbers named by ``layout.names``;
- ``masks``: 1 for each action that it can take;
- ``actors``: which seat it is, as an index into ``seats``;
- ``taken``: with ``actions="names"``, the default, 1 for each step of the choice that is being made; otherwise None;
- ``choices``: with ``actions="rows"``, what describes each action, named by ``layout.choice_names``; otherwise None;
- ``rewards``: those of the last step, with a column for each of ``seats``; 0 unless the game has ended;
- ``ended``: whether the last step ended the game.

    >>> from numpy.random import default_rng
    >>> from colt_rules.players.play import new_game
    >>> from colt_rules.research.batch import Batch
    >>> batch, random = Batch(new_game(("tuco", "ghost", "belle", "doc")), games=64, seed=1), default_rng(1)
    >>> for _ in range(100):
    ...     batch.step((batch.masks * random.random(batch.masks.shape)).argmax(axis=1))

A transition. The actors are kept from before the step, because another seat may have to choose after it, and where a
game has ended, that seat belongs to the next game:

    >>> seen, actors = batch.observations.copy(), batch.actors.copy()
    >>> actions = batch.masks.argmax(axis=1)
    >>> batch.step(actions)
    >>> rewards, ended = batch.rewards[range(len(batch)), actors], batch.ended
    >>> following = batch.observations.copy()  # of batch.actors; where a game has ended, of the next game

Observations, masks, rewards and both forms of actions are those of ``environment``. A game that ends gives all its
seats their rewards in that step, is marked in ``ended``, and is followed by another one at once; what is observed then
is the beginning of the next game. Game ``i`` plays the seeds ``seed + i``, ``seed + i + games`` and so on, on any
number of threads, each the same game as ``new_session(start, seed=…, engine="native")``.

With ``others="scheming"`` one seat of each game learns, and is asked only if it has a choice: seat number ``seed``
modulo the number of seats. Bots of the native engine have the others; they play much as ``SchemingBot`` does, at a
microsecond a choice.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from colt_rules.commands import AgreeOnRuling, StartGame
from colt_rules.research.actions import names
from colt_rules.research.environment import ACTIONS, MOST_CHOICES, NAMES, REWARDS
from colt_rules.research.native import EngineMissing, native_engine
from colt_rules.research.observer import Observer
from colt_rules.research.observing import Layout
from colt_rules.research.session import NoSuchChoice, ReferenceSession, check_seed, why_not_native

try:
    import numpy as np
except ImportError as error:
    raise ImportError("expected numpy, got none: pip install 'colt-rules[research]'") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray


SCHEMING = "scheming"
"""The bots that can have the other seats: those of the native engine."""


class Batch:
    """Games of one kind, stepped at once."""

    def __init__(
        self,
        start: StartGame,
        *,
        games: int,
        seed: int = 0,
        threads: int = 1,
        house_rules: Sequence[AgreeOnRuling] = (),
        reward: str = "money",
        actions: str = NAMES,
        most_choices: int = MOST_CHOICES,
        memory: bool = False,
        others: str | None = None,
    ) -> None:
        """So many new games of this set-up; raises ``EngineMissing`` if the native engine does not play them."""
        if reward not in REWARDS:
            raise ValueError(f"reward: expected {' or '.join(REWARDS)}, got {reward!r}")
        if actions not in ACTIONS:
            raise ValueError(f"actions: expected {' or '.join(ACTIONS)}, got {actions!r}")
        if others not in (None, SCHEMING):
            raise ValueError(f"others: expected {SCHEMING!r}, or None for no bots, got {others!r}")
        if lacking := why_not_native(start):
            raise EngineMissing(lacking)
        package = native_engine("Batch")
        self.layout = Layout(start, memory=memory)
        try:
            tables = Observer(self.layout).tables()
        except ValueError as error:
            raise EngineMissing(str(error)) from None
        self.seats = start.seats
        in_steps = actions == NAMES
        try:
            self._games: Any = package.Batch(
                tables,
                start.edition,
                list(start.modules),
                list(start.seats),
                games,
                threads=threads,
                steps=in_steps,
                most_choices=most_choices,
                by_rank=reward == "rank",
                remember=memory,
                alone=others == SCHEMING,
                powers=start.powers,
                happenings=start.happenings,
                stations=start.stations,
                train=list(start.train),
                house_rules=[(house_rule.ruling, house_rule.answer) for house_rule in house_rules],
            )
        except package.Refused:
            ReferenceSession.new(start, seed, house_rules)  # names the clauses
            raise
        width = len(names()) if in_steps else most_choices
        self.observations: NDArray[Any] = np.zeros((games, len(self.layout.names)), dtype=np.float32)
        """What the seat that has to choose sees, a row for each game: named by ``layout.names``."""
        self.masks: NDArray[Any] = np.zeros((games, width), dtype=np.int8)
        """1 for each action that can be taken."""
        self.actors: NDArray[Any] = np.zeros(games, dtype=np.int64)
        """The place among ``seats`` of the seat that has to choose."""
        self.choices: NDArray[Any] | None = None
        """With actions as rows: the numbers that describe each action, named by ``layout.choice_names``."""
        self.taken: NDArray[Any] | None = None
        """With actions as names: 1 for each step of the choice that is being made."""
        if in_steps:
            self.taken = np.zeros((games, width), dtype=np.int8)
        else:
            self.choices = np.zeros((games, width, len(self.layout.choice_names)), dtype=np.float32)
        self.rewards: NDArray[Any] = np.zeros((games, len(start.seats)), dtype=np.float32)
        """The rewards of the last step, a column for each of ``seats``; 0 unless the game has ended."""
        self._ended: NDArray[Any] = np.zeros(games, dtype=np.int8)
        self._written = (self.observations, self.masks, self.actors, self.choices, self.taken)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._games)

    @property
    def ended(self) -> "NDArray[Any]":
        """Which games the last step ended, as truth values."""
        return self._ended.astype(bool)

    def reset(self, seed: int) -> None:
        """Begin all games anew, from this seed on."""
        self._games.reset(check_seed(seed), *self._written)
        self.rewards[:], self._ended[:] = 0, 0

    def step(self, actions: Any) -> None:
        """Take an action in each game; raises ``NoSuchChoice``, and changes nothing, if one of them cannot be taken."""
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise NoSuchChoice(
                f"expected {len(self)} whole numbers, one for each game; got {given.dtype} of shape {given.shape}"
            )
        try:
            self._games.step(np.ascontiguousarray(given, dtype=np.int64), self.rewards, self._ended, *self._written)
        except ValueError as error:
            raise NoSuchChoice(str(error)) from None
