"""The editions: which modules each one plays, and how it differs from the baseline.

Only differences are listed. A clause that is listed as a difference holds only in the editions that list it, and the
clauses it replaces do not hold there. All other clauses hold in every edition.
"""

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from colt_rules.modules import MODULES
from colt_rules.registry.errors import Findings
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file

BASELINE = "ru-full"
"""The edition that the others are compared with."""


@frozen(kw_only=True)
class EditionDifference:
    """A clause that holds here but not in the baseline, so that play differs; a witness case shows it."""

    clause: str
    instead_of: tuple[str, ...] = ()
    """The clauses of the baseline that do not hold here."""
    note: Localized
    """The effect on play."""


@frozen(kw_only=True)
class Wording:
    """A place where the books differ in wording only, recorded so that it need not be examined again."""

    clauses: tuple[str, ...]
    passages: tuple[str, ...]
    note: Localized
    """The reason why play does not change."""


@frozen(kw_only=True)
class Edition:
    """One published version of the game: its books, its modules, its differences from the baseline."""

    id: str
    books: tuple[str, ...]
    modules: tuple[str, ...] = ()
    """The modules it plays. The baseline's file lists none because it plays all of them."""
    name: Localized
    """A short name: where and when it was published."""
    title: Localized
    differences: tuple[EditionDifference, ...] = field(default=(), metadata={"key": "difference"})
    wordings: tuple[Wording, ...] = field(default=(), metadata={"key": "wording"})
    clauses: frozenset[str] = field(init=False)
    """The clauses that hold here but not in the baseline."""
    without: frozenset[str] = field(init=False)
    """The clauses of the baseline that do not hold here."""

    @clauses.default
    def _clauses(self) -> frozenset[str]:
        return frozenset(difference.clause for difference in self.differences)

    @without.default
    def _without(self) -> frozenset[str]:
        return frozenset(id for difference in self.differences for id in difference.instead_of)


def absent(editions: Mapping[str, Edition], edition: str) -> frozenset[str]:
    """The clauses that do not hold in an edition even if it plays their modules.

    These are the differences of other editions and the clauses that its own differences replace.
    """
    here = editions[edition]
    special = frozenset[str]().union(*(other.clauses for other in editions.values()))
    return special - here.clauses | here.without


def load_editions(folder: Path) -> dict[str, Edition]:
    """The editions of a folder, one file each, by id, the baseline first."""
    editions: dict[str, Edition] = {}
    findings = Findings()
    for path in sorted(folder.glob("*.toml"), key=lambda path: (path.stem != BASELINE, path.stem)):
        with findings.gather():
            edition = structure_file(path, Edition)
            if edition.id != path.stem:
                findings.add(
                    path.as_posix(), "id", f'expected "{path.stem}", as in the name of the file, got "{edition.id}"'
                )
            if edition.id == BASELINE:
                edition = evolve(edition, modules=edition.modules or MODULES)
            elif not edition.modules:
                expected = "expected the modules that it plays, got none: only the baseline may omit them and plays all"
                findings.add(path.as_posix(), "modules", expected)
            editions[edition.id] = edition
    if not (folder / f"{BASELINE}.toml").exists():
        findings.add(folder.as_posix(), "", f"expected {BASELINE}.toml, the baseline of all editions, got none")
    findings.raise_any()
    return editions
