"""The corrections: how the specification has changed between versions.

A log names the version of the specification it was written with and is never rewritten. An older log is audited by
the current rules; where it departs from them, a later correction may explain why.
"""

import re
from pathlib import Path
from typing import Final

from attrs import frozen

from colt_rules.registry.errors import Findings
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file

FIRST_VERSION: Final = "1.0.0"
"""The version that applies to logs whose header names no version."""
VERSION_PATTERN: Final = r"^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$"


@frozen(kw_only=True)
class Correction:
    """One change of what the specification says."""

    version: str
    """The version that introduced the change."""
    clauses: tuple[str, ...]
    """The clauses and rulings concerned. Newer logs cite them; older logs may lack them."""
    events: tuple[str, ...]
    """The types of events that an older log may have in another order or with other citations, as long as they lead
    to the same position. Empty if no log can show the change."""
    dependent_events: tuple[str, ...] = ()
    """The types, out of these, that an older log may also state otherwise because they follow from other events."""
    former_defaults: tuple[str, ...] = ()
    """The answers, each ``ruling=answer``, that the rules used to give by default: where the question is open and the
    table agreed on no other answer, an older game may have been played by them."""
    former_house_rules: tuple[str, ...] = ()
    """The answers, each ``ruling=answer``, that a table had to agree on before and that are the default now."""
    new_differences: tuple[str, ...] = ()
    """The differences of editions that were unknown before: an older game may have been played without them."""
    old: Localized
    new: Localized
    reason: Localized


@frozen(kw_only=True)
class Corrections:
    """The version of the specification and the corrections that led to it."""

    version: str
    correction: tuple[Correction, ...] = ()
    """The corrections, the oldest first."""

    def since(self, version: str) -> tuple[Correction, ...]:
        """The corrections later than this version."""
        return tuple(one for one in self.correction if in_numbers(one.version) > in_numbers(version))


def in_numbers(version: str) -> tuple[int, ...]:
    """A version as numbers, so that a later one compares greater."""
    return tuple(map(int, version.split(".")))


def load_corrections(path: Path) -> Corrections:
    """The corrections in a file; raises `SpecError` for versions that are malformed or out of order."""
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
