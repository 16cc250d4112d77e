"""What seats observe in a session, on either engine: the reference by its views, the native engine by its own tables.

Both give the same numbers: ``Layout`` defines them, and the native engine gets its names and makes tables from them. It
refuses a name that it cannot fill; then its views are read as those of the reference are.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from colt_rules.model.names import Seat
from colt_rules.research.actions import Steps, names, no_such_action
from colt_rules.research.native import native_engine
from colt_rules.research.observing import Layout
from colt_rules.research.session import NATIVE, NativeSession, Session, as_int

try:
    import numpy as np
except ImportError as error:
    raise ImportError("expected numpy, got none: pip install 'colt-rules[research]'") from error

Array: TypeAlias = "np.ndarray[Any, Any]"


class Observer:
    """What seats observe in games of one kind."""

    def __init__(self, layout: Layout, *, by_views: bool = False) -> None:
        """An observer for this layout; ``by_views``: it reads the views of the native engine, too."""
        self.layout, self._by_views = layout, by_views
        self._tables: Any = None

    def seen(self, session: Session, seat: Seat) -> Array:
        """What a seat sees, one number for each of ``layout.names``."""
        if (tables := self._native(session)) is None:
            memory = session.memory(seat) if self.layout.memory else None
            return self.layout.observation(session.view(seat), memory)
        row: Array = np.empty(len(self.layout.names), dtype=np.float32)
        tables.observe(_game(session), seat, row)
        return row

    def choices(self, session: Session, most: int) -> tuple[Array, int]:
        """A row for each of ``most`` choices, and how many are offered: all of them, or evenly spaced ones."""
        rows: Array = np.zeros((most, len(self.layout.choice_names)), dtype=np.float32)
        if (tables := self._native(session)) is not None:
            return rows, tables.choices(_game(session), rows)
        choices = session.choices
        chosen = [choices[index] for index in spread(len(choices), most)]
        rows[: len(chosen)] = self.layout.choices(session.view(str(session.actor)), chosen)
        return rows, len(chosen)

    def steps(self, session: Session) -> "Steps | NativeSteps":
        """A choice of the seat that has to choose, to be made step by step."""
        if self._native(session) is not None:
            return NativeSteps(self, session)
        return Steps(self.layout, session.view(str(session.actor)), session.choices)

    def tables(self) -> Any:
        """The native engine's tables; raises ``EngineMissing`` without it, ``ValueError`` if it cannot fill them."""
        return native_engine("Layout").Layout(self.layout.names, self.layout.choice_names, names())

    def _native(self, session: Session) -> Any:
        """The native engine's tables, if it plays the session and can fill them."""
        if session.engine != NATIVE or self._by_views:
            return None
        if self._tables is None:
            try:
                self._tables = self.tables()
            except ValueError:
                self._tables = False
        return self._tables or None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_tables": None}


class NativeSteps:
    """As ``actions.Steps``, but kept by the native engine."""

    def __init__(self, observer: Observer, session: Session, taken: list[int] | None = None) -> None:
        """Begin the choice that a seat has to make now, with steps that it has taken."""
        self._observer, self._session = observer, session
        self._steps = native_engine("Steps").Steps(observer._native(session), _game(session))
        for action in taken or ():
            self.take(action)

    @property
    def taken(self) -> list[int]:
        """The actions that were taken."""
        return list(self._steps.taken)

    @property
    def chosen(self) -> int | None:
        """The index of the choice, as soon as the steps leave only one."""
        number = self._steps.chosen
        assert isinstance(self._session, NativeSession)
        return None if number < 0 else self._session.order.index(number)

    @property
    def actions(self) -> list[int]:
        """The numbers of the actions that can be taken, in order; none if the choice is made."""
        mask: Array = np.zeros(len(names()), dtype=np.int8)
        self._steps.mask(mask)
        return [int(action) for action in mask.nonzero()[0]]

    def take(self, action: object) -> None:
        """Take an action; raises ``NoSuchChoice`` for any other than ``actions``."""
        number = as_int(action)
        if number is None or not 0 <= number < len(names()) or not self._steps.take(number):
            raise no_such_action(self.actions, action)

    def __reduce__(self) -> tuple[Callable[..., "NativeSteps"], tuple[Any, ...]]:
        return NativeSteps, (self._observer, self._session, self.taken)


def spread(count: int, most: int) -> range | list[int]:
    """The indexes of the choices to offer: all of them, or ``most`` evenly spaced ones."""
    return range(count) if count <= most else [number * (count - 1) // (most - 1) for number in range(most)]


def _game(session: Session) -> Any:
    """The native engine's own object."""
    assert isinstance(session, NativeSession)
    return session.game
