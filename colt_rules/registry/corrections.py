"""The corrections: what an earlier version of the specification said otherwise.

A log says by which version of the specification it was written. It is never rewritten, so one from before a correction
is held against the rules of today, and what departs from them is held against the corrections since then.
"""

import re
from pathlib import Path
from typing import Final

from attrs import frozen

from colt_rules.registry.errors import Findings
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file

FIRST_VERSION: Final = "1.0.0"
"""Of the logs whose header names none."""
VERSION_PATTERN: Final = r"^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$"


@frozen(kw_only=True)
class Correction:
    """One thing that the specification says otherwise now."""

    version: str
    """Since which version."""
    clauses: tuple[str, ...]
    """The clauses and rulings it is about: those that older logs cite or lack, newer ones cite."""
    events: tuple[str, ...]
    """The types of events that an older log may have otherwise: in another order or with other citations, as long as
    they lead to the same position. None if no log can show it."""
    retold: tuple[str, ...] = ()
    """Those of these types that an older log may also tell in other words: what they say follows from the others."""
    as_if_claimed: tuple[str, ...] = ()
    """The answers, each ``ruling=answer``, that the rules gave before without being asked: where the question is open
    and the table claimed no other, an older game may have been played by them."""
    claimable_before: tuple[str, ...] = ()
    """The answers, each ``ruling=answer``, that a table had to claim before and that are ours now."""
    as_if_without: tuple[str, ...] = ()
    """The differences of editions that were not known before: an older game may have been played without them."""
    said: Localized
    says: Localized
    why: Localized


@frozen(kw_only=True)
class Corrections:
    """The version of the specification, and what led to it."""

    version: str
    correction: tuple[Correction, ...] = ()
    """The oldest first."""

    def since(self, version: str) -> tuple[Correction, ...]:
        """Those that a specification of this version did not have yet."""
        return tuple(one for one in self.correction if in_numbers(one.version) > in_numbers(version))


def in_numbers(version: str) -> tuple[int, ...]:
    """A version such that a later one is greater."""
    return tuple(map(int, version.split(".")))


def load_corrections(path: Path) -> Corrections:
    """The corrections in a file; versions that are none or out of order are a `SpecError`."""
    found = structure_file(path, Corrections)
    findings, file = Findings(), path.as_posix()
    named = [(f"correction[{at}].version", one.version) for at, one in enumerate(found.correction)]
    for where, version in (("version", found.version), *named):
        if not re.fullmatch(VERSION_PATTERN, version):
            findings.add(file, where, f'expected three numbers as in "1.1.0", got "{version}"')
    findings.raise_any()
    last = FIRST_VERSION
    for where, version in named:
        if in_numbers(version) == in_numbers(FIRST_VERSION) or in_numbers(version) < in_numbers(last):
            findings.add(file, where, f'expected a version after {last}, or the same again, got "{version}"')
        last = version
    if named and found.version != last:
        findings.add(file, "version", f'expected "{last}", as the last correction, got "{found.version}"')
    findings.raise_any()
    return found
