"""Problems of the specification, all reported together."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import field, frozen


@frozen
class Problem:
    """One error in one place; `message` says what was expected and what was found."""

    file: str
    path: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.path, self.message) if part)


class SpecError(Exception):
    """The specification is invalid; `problems` lists every error, `str()` one per line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


@frozen
class Findings:
    """Problems collected over several steps, so that one run reports all of them."""

    problems: list[Problem] = field(factory=list)

    def add(self, file: str, path: str, message: str) -> None:
        """Record one problem."""
        self.problems.append(Problem(file, path, message))

    @contextmanager
    def gather(self) -> Iterator[None]:
        """Record the problems of a `SpecError` raised in the block and suppress it."""
        try:
            yield
        except SpecError as error:
            self.problems.extend(error.problems)

    def raise_any(self) -> None:
        """Raise one `SpecError` with all recorded problems, if there are any."""
        if self.problems:
            raise SpecError(self.problems)
