"""What is wrong with the specification, all of it at once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import field, frozen


@frozen
class Problem:
    """One thing wrong in one place: `message` says what was expected and what came."""

    file: str
    path: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.path, self.message) if part)


class SpecError(Exception):
    """The specification cannot be used; `problems` lists every reason, `str()` one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


@frozen
class Findings:
    """Problems gathered over several steps, so that a reader learns of all of them in one run."""

    problems: list[Problem] = field(factory=list)

    def add(self, file: str, path: str, message: str) -> None:
        """Note one problem and go on."""
        self.problems.append(Problem(file, path, message))

    @contextmanager
    def gather(self) -> Iterator[None]:
        """Keep the problems of a step that fails, and go on after it."""
        try:
            yield
        except SpecError as error:
            self.problems.extend(error.problems)

    def raise_any(self) -> None:
        """Raise one `SpecError` with everything gathered, if there is anything."""
        if self.problems:
            raise SpecError(self.problems)
