"""The engine itself. Whatever comes in is checked: what cannot be is refused with an exception that says what was
expected, what came, and where. A refusal changes nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

EDITIONS: list[str]
MODULES: list[str]
STATE_BYTES: int

class BadPosition(ValueError):
    """A position that cannot be, or one of a module that this engine does not play."""

class Refused(ValueError):
    """A command that does not stand; also a role or a game that there is not."""

class TooMuch(ValueError):
    """More cards, choices or other things than this engine has room for. Nothing is ever cut short."""

class Broken(RuntimeError):
    """The engine contradicts itself. Please report it."""

class Result:
    """The end of a playout."""

    @property
    def winners(self) -> list[str]:
        """The seats of rank 1; several where victory is shared, none where nobody can win."""
    @property
    def money(self) -> dict[str, int]:
        """By seat, the money of its side."""
    @property
    def ranking(self) -> list[dict[str, Any]]:
        """Rows of rank, seat, money and bullets, best first, as in the state."""

class Game:
    """A game at one moment. It can be copied in well under a microsecond, and copies share what was played before."""

    def __init__(self) -> None:
        """A game that is not started: it waits for what the table says (`apply_command`)."""
    @staticmethod
    def new(
        edition: str,
        modules: Sequence[str],
        seats: Sequence[str],
        seed: int,
        *,
        powers: bool = True,
        happenings: bool = True,
        stations: bool = True,
        train: Sequence[str] = (),
        house_rules: Sequence[tuple[str, str]] = (),
        agreed: tuple[Sequence[str], Sequence[str]] | None = None,
    ) -> Game:
        """Set up a game; its own dice answer for chance. `house_rules` are pairs of ruling, answer; `agreed` the seven
        round cards and three stations to draw from, where a table can agree on them; by default all."""
    @staticmethod
    def from_state(state: dict[str, Any], seed: int | None = None) -> Game:
        """The position that this JSON tells (events/schemas/state.json). With a seed its dice answer for chance."""
    def to_state(self) -> dict[str, Any]:
        """The position as JSON."""
    def view(self, role: str) -> dict[str, Any]:
        """What a seat, `spectator` or `referee` may see, as JSON (events/schemas/view.json)."""
    def memory(self, seat: str) -> dict[str, Any]:
        """What a seat has seen beside its view since the game was made: the cards that were turned up, in the whole
        game and in this round, by number; the round cards; the values of the tokens that its bandits have had."""
    def legal(self, actor: str | None = None) -> list[dict[str, Any]]:
        """All commands that `actor` can give now; by default those of `self.actor`, in the order of `apply`."""
    def legal_count(self) -> int:
        """How many choices `self.actor` has; 0 for chance and the table, whose choices are not enumerated."""
    def command(self, index: int) -> dict[str, Any]:
        """One of the choices of `self.actor` as a command."""
    def order(self) -> list[int]:
        """The numbers of the choices of `self.actor`, in the order of the canonical JSON of the commands."""
    def apply(self, index: int) -> None:
        """Take one of the choices of `self.actor`, by its number. Numbers are stable as long as the position is."""
    def apply_command(self, command: dict[str, Any]) -> None:
        """Take any command of anybody, chance and the table included; `Refused` if it does not stand."""
    def rows(self) -> dict[str, Any] | None:
        """What chance has to deal: every row of `count` of `items`. None if it is not waited for."""
    def deal(self) -> None:
        """Let the dice deal what chance is waited for."""
    def copy(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object) -> Game: ...
    def __eq__(self, other: object) -> bool:
        """Whether everything is where it is there. How it came about, and the dice, do not count."""
    def __hash__(self) -> int:
        """That of the position: a game that goes on has another one."""
    def __getstate__(self) -> bytes:
        """The game, its past and its dice as they lie in memory: quick, and only for this version of the engine.
        Between versions send `to_state()`, or `commands`. As any pickle, load it only if you trust it."""
    def __setstate__(self, bytes: bytes) -> None:
        """The same game again; `BadPosition` if the bytes are cut off, changed or of another version."""
    def reseed(self, seed: int) -> None:
        """New dice, such as for a copy that is to go another way."""
    def playout(self, seed: int) -> Result:
        """Play on at random to the end, on a copy."""
    def played_out(self, seed: int) -> Game:
        """The game at the end of `playout(seed)`; its `commands` are all that was played, so they make a log."""
    def playouts(self, n: int, seed: int = 0, threads: int = 1) -> list[Result]:
        """`n` such playouts, with the seeds `seed`, `seed + 1` and so on; the GIL is released."""
    @property
    def commands(self) -> list[dict[str, Any]]:
        """Everything that was played, also by chance and the table, since the game was made. Given to the reference one
        after the other, they make its full log."""
    @property
    def actor(self) -> str | None:
        """Who has to decide; where several have at once, the first of them. None when the game is over."""
    @property
    def awaiting(self) -> list[tuple[str, str]]:
        """Everybody who has to decide now, with the kind of the decision."""
    @property
    def phase(self) -> str: ...
    @property
    def over(self) -> bool: ...
    @property
    def winners(self) -> list[str]: ...
    @property
    def ranking(self) -> list[dict[str, Any]]: ...

class Search:
    """A tree over a seat's own choices, grown by playouts from states that fit its view. It knows nothing but these
    states: whoever samples them from the view alone gets an answer that rests on the view alone."""

    def __init__(self, choices: Sequence[dict[str, Any]], rounds: int | None = None) -> None:
        """The choices of one seat, as commands. Playouts end so many rounds after the current one, or with the game."""
    def think(self, state: dict[str, Any], playouts: int, seed: int = 0, left: Sequence[int] | None = None) -> bool:
        """Play so many times from a state after each choice that is left, by default all, with the same dice for each;
        the GIL is released. False, and nothing is done, if one of these is no choice of the seat in this state."""
    @property
    def worth(self) -> list[int]:
        """What each choice is worth at first sight, in dollars; 0 before the first state."""
    @property
    def tried(self) -> list[int]:
        """How often each choice was tried."""
    @property
    def gains(self) -> list[float]:
        """The average lead after each choice, in dollars, over the mean of the richest and the average other side; a
        victory counts as $1,000."""

def playouts(
    edition: str,
    modules: Sequence[str],
    seats: Sequence[str],
    seeds: Sequence[int],
    threads: int = 1,
    *,
    powers: bool = True,
    happenings: bool = True,
    stations: bool = True,
    train: Sequence[str] = (),
    house_rules: Sequence[tuple[str, str]] = (),
) -> list[Result]:
    """Whole random games from the set-up on, one for each seed, on several threads with the GIL released. The table
    agrees on all round cards; everybody else takes one of their choices, each as likely as the others."""

def tally(
    edition: str,
    modules: Sequence[str],
    names: Sequence[str],
    players: int,
    seed: int,
    games: int,
    threads: int = 1,
    *,
    required: Sequence[str] = (),
    drawn: bool = True,
    powers: bool = True,
    happenings: bool = True,
    stations: bool = True,
    house_rules: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """Play random games with the seeds `seed`, `seed + 1` and so on, and count how they end: whole numbers only, the
    same on any number of threads. In each game `players` of the `names` sit down in any order, those in `required`
    always; if not `drawn`, the first names in their order.

    `games`; `level`: games in which several are level on money for the first place; `shared`: with more than one
    winner; `nobody`: without any; `otherwise`: with other winners if the tie-break counted every bullet. `seats` (by
    turn in the first round) and `characters`: `games`, `wins` (shared ones too), `shared`, and the sum of `money` and
    of its `squares`. `brought`: by module and thing, how often it was `offered` and `taken`, how often who had it won,
    and the sum of `money` that it brought and of its `squares`."""

def seating(names: Sequence[str], players: int, seed: int, *, required: Sequence[str] = ()) -> list[str]:
    """Who sits where in the game of this seed in a tally: `playouts` with these seats and this seed plays it."""

class Layout:
    """The numbers of an observation and of a choice, by their names (colt_rules.research.observing and actions), and
    where this engine finds them. Arrays are written whole; one of another size or type is refused."""

    def __init__(self, names: Sequence[str], choice_names: Sequence[str], action_names: Sequence[str]) -> None:
        """Tables for these names; ValueError for a name that the engine cannot fill."""
    def observe(self, game: Game, seat: str, row: NDArray[Any]) -> None:
        """Write what a seat sees: float32, one for each of `names`. `Broken` if the game shows what has no name."""
    def choices(self, game: Game, rows: NDArray[Any]) -> int:
        """Write a row for each choice of `game.actor`, in the order of `game.order()`, and give how many there are; of
        more choices than rows, evenly spaced ones."""

class Steps:
    """A choice that is made name by name (colt_rules.research.actions)."""

    def __init__(self, layout: Layout, game: Game) -> None:
        """Begin the choice of `game.actor`; if it has only one, that is chosen."""
    @property
    def chosen(self) -> int:
        """The number of the choice, as `Game.apply` has it; -1 if it needs more steps."""
    @property
    def taken(self) -> list[int]:
        """The actions that were taken."""
    def mask(self, mask: NDArray[Any]) -> None:
        """Set the entries of the actions that can be taken to 1: int8, one for each of `action_names`."""
    def take(self, action: int) -> bool:
        """Take an action; False, and nothing else, if it cannot be taken."""

class Batch:
    """Many games stepped at once, over threads with the GIL released: see colt_rules.research.batch."""

    def __init__(
        self,
        layout: Layout,
        edition: str,
        modules: Sequence[str],
        seats: Sequence[str],
        games: int,
        *,
        threads: int = 1,
        steps: bool = False,
        most_choices: int = 80,
        by_rank: bool = False,
        remember: bool = False,
        alone: bool = False,
        powers: bool = True,
        happenings: bool = True,
        stations: bool = True,
        train: Sequence[str] = (),
        house_rules: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Game i plays the seeds `seed` + i, then every `games` more; the table agrees on all round cards. With `steps`
        an action is a name, otherwise the number of a choice in the order of `Game.order()`. With `alone` schemers play
        all seats but one, number seed modulo the number of seats, which is asked only if it has a choice."""
    def __len__(self) -> int: ...
    def reset(
        self,
        seed: int,
        observations: NDArray[Any],
        masks: NDArray[Any],
        actors: NDArray[Any],
        choices: NDArray[Any] | None,
        taken: NDArray[Any] | None,
    ) -> None:
        """Begin all games; has to be called first. Writes what the seat sees that has to choose in each game (float32),
        what it can do (int8), which seat it is (int64), and unless they are None the rows of its choices (float32) or
        the steps that it has taken (int8)."""
    def step(
        self,
        actions: NDArray[Any],
        rewards: NDArray[Any],
        ended: NDArray[Any],
        observations: NDArray[Any],
        masks: NDArray[Any],
        actors: NDArray[Any],
        choices: NDArray[Any] | None,
        taken: NDArray[Any] | None,
    ) -> None:
        """Take an int64 action in each game, and write float32 rewards by seat, int8 marks of the games that ended,
        which begin anew, and what `reset` writes. ValueError for an action that cannot be taken; then nothing has
        changed."""
    def game(self, index: int) -> Game:
        """A copy of one of the games, without what was played before."""
