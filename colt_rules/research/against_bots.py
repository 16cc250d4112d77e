"""A Gymnasium environment: one seat learns, bots play the others.

``AgainstBots(…)`` is the PettingZoo environment (``environment``) seen from one seat: the same observations, actions,
masks, rewards and options. Everything until the seat has something to choose happens within ``reset`` and ``step``:
the choices of the other seats, those of chance, and those of the seat itself that are the only one. ``action_masks()``
is what ``MaskablePPO`` of sb3-contrib asks for. It passes ``gymnasium.utils.env_checker.check_env``.

**The other seats** are played by ``others``: the name of a bot (``random`` or ``scheming``) or any callable that makes
a player from a seed (``playing.MakesPlayer``), such as ``searching.ImaginingPlayer``; or a sequence of these, one for
each other seat, clockwise from the learner's. A player gets the view of its seat and the choices, nothing else.

**The learner's seat** is ``seat``, or a random one in every game. With ``any_bandits`` the bandits too are drawn anew
for each game; the numbers of an observation do not depend on who they are.

**A game** gives its reward with its last step and 0 before. ``info`` has the ``seat``, the number of its ``choices``,
and after the end the ``ranking``. An action that the mask does not show ends the episode at once with reward 0, the
lowest there is, and ``info["refused"]`` says why: so learners without masks can be tried. What is no action at all
raises ``NoSuchChoice``.

**Seeds.** ``reset(seed=…)`` plays the same game again, with the same seat, bandits and bots, on the same engine.
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any, TypeAlias

from attrs import evolve

from colt_rules.commands import StartGame
from colt_rules.model.names import Seat
from colt_rules.players.bots import BOTS
from colt_rules.players.play import any_seats, table_of
from colt_rules.research.environment import ColtExpress, NoSuchAgent
from colt_rules.research.playing import BotPlays, MakesPlayer, Player
from colt_rules.research.session import SEEDS, NoSuchChoice, as_int, check_seed
from colt_rules.safe_text import one_of

try:
    import numpy as np
    from gymnasium import Env
except ImportError as error:
    raise ImportError("expected numpy and gymnasium, got not both: pip install 'colt-rules[research]'") from error

Others: TypeAlias = str | MakesPlayer | Sequence[str | MakesPlayer]
"""Who plays the other seats."""


class AgainstBots(Env[dict[str, Any], int]):
    """Games of Colt Express in which one seat learns."""

    def __init__(
        self,
        start: StartGame,
        others: Others = "scheming",
        *,
        seat: Seat | None = None,
        any_bandits: bool = False,
        **options: Any,
    ) -> None:
        """An environment for games of this set-up; ``options`` are those of ``environment.ColtExpress``."""
        self._start, self._options, self._any_bandits = start, options, any_bandits
        self.table = ColtExpress(start, **options)
        """The whole game, as the environment of all seats."""
        if seat not in (*start.seats, None):
            raise NoSuchAgent(f"seat: expected {one_of(str(seat), start.seats)}, or None for any; got {seat!r}")
        if seat and any_bandits:
            raise ValueError(f"seat: expected None with any_bandits, since {seat!r} may not be at the table")
        self._seat = seat
        self._makers = _makers(others, len(start.seats) - 1)
        self._players: dict[Seat, Player] = {}
        self.seat = ""
        """The seat that learns in this game; none before the first ``reset``."""
        self.metadata = {"render_modes": self.table.metadata["render_modes"]}
        self.render_mode = self.table.render_mode
        self.observation_space = self.table.observation_space(start.seats[0])
        self.action_space = self.table.action_space(start.seats[0])
        self._mask = np.zeros(self.table.action_space(start.seats[0]).n, dtype=np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game and play it until the learner has something to choose."""
        super().reset(seed=None if seed is None else check_seed(seed))
        random = Random(int(self.np_random.integers(SEEDS)))
        if self._any_bandits:
            drawn = any_seats(random, table_of(self._start.edition, self._start.modules), len(self._start.seats))
            self.table = ColtExpress(evolve(self._start, seats=drawn), **self._options)
        seats = self.table.possible_agents
        self.seat = self._seat or random.choice(seats)
        self.table.reset(seed=random.randrange(SEEDS))
        after = seats.index(self.seat) + 1
        self._players = {
            other: maker(random.getrandbits(62))
            for other, maker in zip([*seats[after:], *seats[: after - 1]], self._makers, strict=True)
        }
        self._play_on()
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action for the learner and play until it has something to choose, or to the end."""
        if not self._mask.any():
            raise NoSuchChoice(
                "expected a game in which the learner is to act, got none: call reset() to begin another one"
            )
        number = as_int(action)
        if number is None or not 0 <= number < len(self._mask):
            raise NoSuchChoice(f"expected an action from 0 to {len(self._mask) - 1}, got {action!r}")
        if not self._mask[number]:
            return self._refused(number)
        self.table.step(number)
        self._play_on()
        seen, info = self._seen()
        over = self.table.session.over
        return seen, float(self.table.rewards[self.seat]) if over else 0.0, over, False, info

    def action_masks(self) -> Any:
        """Which actions can be taken now, as MaskablePPO asks for them: all False after the end."""
        return self._mask.copy()

    def render(self) -> Any:
        """The train as a spectator sees it, in the render mode; None without one."""
        return self.table.render()

    def __copy__(self) -> "AgainstBots":
        return deepcopy(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AgainstBots) and (self.seat, self.table) == (other.seat, other.table)

    def __hash__(self) -> int:
        return hash((self.seat, self.table))

    def _play_on(self) -> None:
        """Play until the learner has something to choose, or to the end."""
        while (actor := self.table.session.actor) is not None:
            session = self.table.session
            if actor == self.seat and session.count > 1:
                return
            alone = session.count == 1
            self.table.take(0 if alone else self._players[actor].choose(session.view(actor), session.choices))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the learner sees now, and the information beside it."""
        seen = self.table.observe(self.seat)
        self._mask = seen["action_mask"].astype(np.bool_)
        info: dict[str, Any] = {"seat": self.seat, "choices": self.table.infos[self.seat]["choices"]}
        if self.table.session.over:
            info["ranking"] = list(self.table.session.ranking)
        return seen, info

    def _refused(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The end of the episode by an action that the mask does not show."""
        can = np.flatnonzero(self._mask).tolist()
        seen, info = self._seen()
        seen["action_mask"][:] = 0
        self._mask[:] = False
        info["refused"] = f"expected one of the actions {', '.join(map(str, can))}, which the mask shows; got {action}"
        return seen, 0.0, True, False, info


def _makers(others: Others, seats: int) -> list[MakesPlayer]:
    """What makes the player of each other seat."""
    several = [others] * seats if isinstance(others, str) or callable(others) else list(others)
    if len(several) != seats:
        raise ValueError(f"others: expected one for each of the {seats} other seats, got {len(several)}")
    return [_maker(each) for each in several]


def _maker(other: str | MakesPlayer) -> MakesPlayer:
    if isinstance(other, str) and other in BOTS:
        return partial(_bot, other)
    if not callable(other):
        expected = one_of(str(other), BOTS)
        raise ValueError(f"others: expected {expected}, or a callable that makes a player from a seed; got {other!r}")
    return other


def _bot(name: str, seed: int) -> Player:
    return BotPlays(BOTS[name](seed))
