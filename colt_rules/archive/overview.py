"""What was found in many logs, counted, with a few examples of each; its size does not grow with their number."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator
from shlex import join

from colt_rules.archive.judging import Fault, Judgement
from colt_rules.archive.logs import LogName
from colt_rules.archive.sharing import Failed

EXAMPLES = 3
"""How many examples of each group are kept: the first by name, so that two runs show the same."""
MOST_NAMED = 20
"""How many logs are named that could not be judged, or are being written."""
MOST_GROUPS = 1_000
"""How many groups are told apart. Logs can name any program and any clause."""
OTHERS = "..."
"""The group of all others."""


class Group:
    """Logs that have something in common: how many, and the first ones, each with its fault or what is said of it."""

    def __init__(self, most: int = EXAMPLES) -> None:
        self.logs = 0
        self.examples: list[tuple[LogName, Fault | str]] = []
        self._most = most

    def add(self, name: LogName, what: Fault | str) -> None:
        self.logs += 1
        insort(self.examples, (name, what), key=lambda example: (example[0].place, example[0].game))
        del self.examples[self._most :]


class Groups:
    """Groups of logs by what they have in common."""

    def __init__(self) -> None:
        self._groups: dict[str, Group] = {}

    def add(self, name: LogName, faults: Iterable[tuple[str, Fault]]) -> None:
        """Add a log to a group for each of these keys, with the first fault of that key."""
        for key, fault in dict(reversed([*faults])).items():
            known = key if key in self._groups or len(self._groups) < MOST_GROUPS else OTHERS
            self._groups.setdefault(known, Group()).add(name, fault)

    def __iter__(self) -> Iterator[tuple[str, Group]]:
        """The groups, those of the most logs first."""
        return iter(sorted(self._groups.items(), key=lambda item: (-item[1].logs, item[0])))


class Overview:
    """All judgements, added one by one."""

    def __init__(self) -> None:
        self.sound = 0
        self.faulty = 0
        self.known = 0
        """Those of an earlier run."""
        self.by_clause = Groups()
        self.by_kind = Groups()
        self.programs: Counter[tuple[str, str]] = Counter()
        """By program and version of the specification: how many logs it wrote."""
        self.faulty_by: Counter[tuple[str, str]] = Counter()
        """By the same: how many of them have faults."""
        self.unreadable = Group(MOST_NAMED)
        self.growing = Group(MOST_NAMED)

    @property
    def logs(self) -> int:
        """How many logs were looked at."""
        return self.sound + self.faulty + self.unreadable.logs

    @property
    def all_sound(self) -> bool:
        """Whether every log could be judged, and nothing is wrong with any."""
        return self.sound == self.logs

    def add(self, name: LogName, found: Judgement | Failed, known: bool = False) -> None:
        """Count a log."""
        self.known += known
        if isinstance(found, Failed) or found.unreadable:
            self.unreadable.add(name, found.why if isinstance(found, Failed) else found.unreadable)
            return
        program = (found.made_by, found.spec)
        if program not in self.programs and len(self.programs) >= MOST_GROUPS:
            program = (OTHERS, "")
        self.programs[program] += 1
        if found.growing:
            self.growing.add(name, "")
        if found.sound:
            self.sound += 1
            return
        self.faulty += 1
        self.faulty_by[program] += 1
        self.by_kind.add(name, ((one.kind, one) for one in found.faults))
        self.by_clause.add(name, ((one.clause, one) for one in found.faults if one.clause))


def reproduced(name: LogName, command: str) -> str:
    """The shell command that looks at one log: ``colt`` with ``command``, such as ``audit``."""
    if not name.game:
        return join(["colt", *command.split(), name.place])
    return join(["colt", "--log", name.shown_place, *command.split(), name.game])
