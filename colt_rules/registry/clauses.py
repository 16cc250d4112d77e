"""The clauses: one rule each, in our own words, with an id that never changes."""

from enum import Enum
from pathlib import Path

from attrs import asdict, frozen

from colt_rules.registry.errors import Findings
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file


class ClauseKind(Enum):
    """What a clause does."""

    SET_UP = "set-up"
    OBLIGATION = "obligation"
    PERMISSION = "permission"
    LIMIT = "limit"
    EFFECT = "effect"
    TRIGGER = "trigger"
    VISIBILITY = "visibility"
    SCORING = "scoring"
    TIE_BREAK = "tie-break"


@frozen(kw_only=True)
class _Entry:
    """A clause as its topic file has it."""

    id: str
    kind: ClauseKind
    title: Localized
    text: Localized
    exception_to: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    note: Localized | None = None


@frozen(kw_only=True)
class Clause(_Entry):
    """One rule. The editions say where it holds; the passages of the books name the clauses that come from them."""

    module: str
    topic: str
    file: str


@frozen(kw_only=True)
class _TopicFile:
    topic: str
    clause: tuple[_Entry, ...]


def load_clauses(folder: Path) -> dict[str, Clause]:
    """The clauses of all modules below a folder, by id, in the order of the files."""
    clauses: dict[str, Clause] = {}
    findings = Findings()
    paths = sorted(folder.glob("*/*.toml"))
    for path in paths:
        file = path.as_posix()
        with findings.gather():
            written = structure_file(path, _TopicFile)
            for entry in written.clause:
                clause = Clause(module=path.parent.name, topic=written.topic, file=file, **asdict(entry, recurse=False))
                if clause.id in clauses:
                    findings.add(
                        file,
                        f"clause[{clause.id}]",
                        f"expected a unique id, got one already used in {clauses[clause.id].file}",
                    )
                clauses.setdefault(clause.id, clause)
    if not paths:
        findings.add(
            folder.as_posix(),
            "",
            "expected a TOML file for each topic, in a folder for each module, got none",
        )
    findings.raise_any()
    return clauses
