"""Mutants: the reference with one clause read wrongly, by which the cases are tested in turn.

Each is a patch of one module. `apply` has that module loaded from its patched source, so it must run before anything
imports the module. Nothing of the rules may therefore be imported here.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from textwrap import indent
from types import ModuleType

from attrs import asdict, frozen

from colt_rules.conformance.cases.yaml import Document, read_documents
from colt_rules.registry.errors import Findings, Problem, SpecError
from colt_rules.registry.registry import registry
from colt_rules.registry.strict import structure

PACKAGE = Path(__file__).resolve().parents[2]


@frozen(kw_only=True)
class _Written:
    """A mutant as it is written in its file."""

    id: str
    reading: str
    """The wrong rule, stated as a fact."""
    clause: str
    """The clause or ruling that is read wrongly."""
    module: str
    old: str
    """Whole lines of the module, once in it. How far all of them are indented does not matter."""
    new: str
    """The lines that stand there instead, indented as far as the old ones."""


@frozen(kw_only=True)
class Mutant(_Written):
    """A named wrong reading of a clause, as a patch of the reference; `file` tells where it is written."""

    file: str


def load_unbreakable(folder: Path) -> dict[str, str]:
    """The clauses and rulings that no program can get wrong, each with the reason."""
    (document,) = read_documents(folder / "unbreakable.yaml")
    return structure(document.data, dict[str, str], document.file)


class TooLate(RuntimeError):
    """The module that was to be patched is imported already."""


def load_mutants(folder: Path) -> dict[str, Mutant]:
    """The mutants of all modules below a folder, by id, in the order of the files; else all that is wrong."""
    mutants: dict[str, Mutant] = {}
    findings = Findings()
    paths = sorted(folder.glob("*/*.yaml"))
    if not paths:
        findings.add(
            folder.as_posix(), "", "expected a YAML file for each topic, in a folder for each module, got none"
        )
    documents: list[Document] = []
    for path in paths:
        with findings.gather():
            documents += read_documents(path)
    for document in documents:
        with findings.gather():
            mutant = _read(document)
            findings.problems.extend(_problems(mutant, mutants.get(mutant.id)))
            mutants.setdefault(mutant.id, mutant)
    findings.raise_any()
    return mutants


def find_mutant(folder: Path, id: str) -> Mutant | None:
    """The mutant of this id, found in the one file that names it: an engine has to start at once."""
    for path in sorted(folder.glob("*/*.yaml")):
        if f"id: {id}\n" in path.read_text(encoding="utf-8"):
            for document in read_documents(path):
                mutant = _read(document)
                if mutant.id == id:
                    return mutant
    return None


def _read(document: Document) -> Mutant:
    id = document.data.get("id") if isinstance(document.data, dict) else None
    where = id if isinstance(id, str) else f"line {document.line}"
    return Mutant(file=document.file, **asdict(structure(document.data, _Written, document.file, where)))


def _problems(mutant: Mutant, namesake: Mutant | None) -> Iterator[Problem]:
    """What keeps a mutant from being one."""

    def problem(key: str, message: str) -> Problem:
        return Problem(mutant.file, f"{mutant.id}.{key}", message)

    if namesake:
        yield problem("id", f"expected an id of its own, got one that is taken in {namesake.file}")
    if not mutant.id.startswith(f"{mutant.clause}/"):
        yield problem("id", f"expected {mutant.clause}/ and a few words, got another beginning")
    if mutant.clause not in {entry.id for entry in registry().citable()}:
        yield problem("clause", f"expected the id of a clause or ruling, got {mutant.clause}")
    if mutant.old == mutant.new:
        yield problem("new", "expected other lines than the old ones, got the same")
    try:
        ast.parse(patched(mutant))
    except SyntaxError as error:
        yield problem("new", f"expected lines that are Python in their place, got {error.msg} in line {error.lineno}")
    except SpecError as error:
        yield from error.problems


def patched(mutant: Mutant) -> str:
    """The source of the module with the old lines replaced by the new ones."""
    file = _source(mutant.module)
    if file is None:
        raise _fault(mutant, "module", f"expected a module of this package, got {mutant.module}")
    source = file.read_text(encoding="utf-8")
    found = list(_whole_lines(mutant.old).finditer(source))
    if len(found) != 1:
        count = len(found)
        raise _fault(mutant, "old", f"expected whole lines that are once in {mutant.module}, got them {count} times")
    [old] = found
    return source[: old.start()] + indent(mutant.new.rstrip("\n"), old["margin"]) + source[old.end() :]


def _whole_lines(text: str) -> re.Pattern[str]:
    """Finds these lines at any margin, the same for all of them."""
    first, *others = map(re.escape, text.splitlines() or [""])
    rest = "".join(rf"\n(?P=margin){line}" if line else r"\n" for line in others)
    return re.compile(rf"^(?P<margin> *){first}{rest}$", re.MULTILINE)


def _fault(mutant: Mutant, key: str, message: str) -> SpecError:
    return SpecError([Problem(mutant.file, f"{mutant.id}.{key}", message)])


def _source(module: str) -> Path | None:
    """The file of a module of this package. Python's own search would import the packages around it."""
    package, *names = module.split(".")
    path = PACKAGE.joinpath(*names)
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None) if package == PACKAGE.name else None


@frozen
class _Loader(SourceLoader):
    """Loads the module of a mutant from its patched source, which is never kept as bytecode."""

    mutant: Mutant

    def get_filename(self, fullname: str) -> str:
        return str(_source(fullname))

    def get_data(self, path: str | bytes) -> bytes:
        return patched(self.mutant).encode()


@frozen
class _Finder(MetaPathFinder):
    """Finds the module of a mutant and no other."""

    mutant: Mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, _Loader(self.mutant)) if fullname == self.mutant.module else None


def apply(mutant: Mutant) -> None:
    """From now on this process plays by the wrong reading."""
    if mutant.module in sys.modules:
        raise TooLate(
            f"expected to apply {mutant.id} before {mutant.module} is imported, got it after: "
            "apply the mutant in a fresh process, before anything of the rules is imported"
        )
    sys.meta_path.insert(0, _Finder(mutant))
