"""Mutants: the reference with one clause read wrongly, which test the cases in turn.

Each is a patch of one module, bound to the functions that it changes, so the rest of the file may change freely.
`apply` loads the module from its patched source and must run before anything imports the module; therefore this module
imports nothing of the rules. `exchange` works in a process that has imported the module: it replaces the code of the
patched functions.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from textwrap import dedent, indent
from types import CodeType, FunctionType, ModuleType

from attrs import asdict, frozen

from colt_rules.conformance.cases.yaml import Document, read_documents
from colt_rules.registry.errors import Findings, Problem, SpecError
from colt_rules.registry.registry import registry
from colt_rules.registry.strict import structure

PACKAGE = Path(__file__).resolve().parents[2]


@frozen(kw_only=True)
class SourceChange:
    """Lines of a module, and their replacement."""

    function: str = ""
    """The function that contains the lines, a method as ``Class.method``; empty if they are outside all functions."""
    old: str
    """Whole lines that occur once in the function. Their common indentation does not matter."""
    new: str
    """The lines that replace them, indented like the old ones."""


@frozen(kw_only=True)
class _Written(SourceChange):
    """A mutant as written in its file."""

    id: str
    reading: str
    """The wrong rule, stated as a fact."""
    clause: str
    """The clause or ruling that is read wrongly."""
    module: str
    also: tuple[SourceChange, ...] = ()
    """Further changes in the module, if one function is not enough."""


@frozen(kw_only=True)
class Mutant(_Written):
    """A named wrong reading of a clause, as a patch of the reference; `file` is where it is written."""

    file: str


def load_unbreakable(folder: Path) -> dict[str, str]:
    """The clauses and rulings that no program can get wrong, each with the reason."""
    (document,) = read_documents(folder / "unbreakable.yaml")
    return structure(document.data, dict[str, str], document.file)


class TooLate(RuntimeError):
    """The module to be patched has already been imported."""


def load_mutants(folder: Path) -> dict[str, Mutant]:
    """Load the mutants of all modules below a folder, by id, in the order of the files.

    Raises a ``SpecError`` with all problems.
    """
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
    """The mutant of this id. Reads no other, since an engine has to start fast."""
    documents = (one for path in sorted(folder.glob("*/*.yaml")) for one in read_documents(path, f"id: {id}\n"))
    return next(map(_read, documents), None)


def _read(document: Document) -> Mutant:
    id = document.data.get("id") if isinstance(document.data, dict) else None
    where = id if isinstance(id, str) else f"line {document.line}"
    written = structure(document.data, _Written, document.file, where)
    return Mutant(file=document.file, **asdict(written, recurse=False))


def _problems(mutant: Mutant, namesake: Mutant | None) -> Iterator[Problem]:
    """What is wrong with a mutant."""

    def problem(key: str, message: str) -> Problem:
        return Problem(mutant.file, f"{mutant.id}.{key}", message)

    if namesake:
        yield problem("id", f"expected a unique id, got one that is taken in {namesake.file}")
    if not mutant.id.startswith(f"{mutant.clause}/"):
        yield problem("id", f"expected {mutant.clause}/ and a few words, got another beginning")
    known = registry()
    if mutant.clause not in known.clauses and mutant.clause not in known.rulings:
        yield problem("clause", f"expected the id of a clause or ruling, got {mutant.clause}")
    for key, change in _changes(mutant):
        if change.old == change.new:
            yield problem(f"{key}new", "expected lines that differ from the old ones, got the same")
    try:
        for source, start, end in _patches(mutant):
            # Parses only the changed function, at its line: parsing every module would take seconds.
            ast.parse("\n" * source.count("\n", 0, start) + dedent(source[start:end]))
    except SyntaxError as error:
        yield problem("new", f"expected valid Python in this place, got {error.msg} in line {error.lineno}")
    except SpecError as error:
        yield from error.problems


def patched(mutant: Mutant) -> str:
    """The source of the module with the old lines replaced by the new ones."""
    *_, (source, _, _) = _patches(mutant)
    return source


def _changes(mutant: Mutant) -> Iterator[tuple[str, SourceChange]]:
    """The changes of a mutant, each with the path of its keys."""
    yield "", mutant
    for number, change in enumerate(mutant.also):
        yield f"also[{number}].", change


def _patches(mutant: Mutant) -> Iterator[tuple[str, int, int]]:
    """The source of the module after each change, and the start and end of the changed function."""
    file = _source(mutant.module)
    if file is None:
        raise _fault(mutant, "module", f"expected a module of this package, got {mutant.module}")
    source = file.read_text(encoding="utf-8")
    for key, change in _changes(mutant):
        functions = _functions(source)
        if change.function and change.function not in functions:
            raise _fault(mutant, f"{key}function", f"expected a function of {mutant.module}, got {change.function}")
        start, end = functions.get(change.function, (0, len(source)))
        found = list(_whole_lines(change.old).finditer(source, start, end))
        if not change.function:
            found = [one for one in found if not any(a <= one.start() < one.end() <= b for a, b in functions.values())]
        if len(found) != 1:
            where = f"{change.function} of {mutant.module}" if change.function else f"{mutant.module} outside functions"
            raise _fault(
                mutant, f"{key}old", f"expected whole lines that are once in {where}, got them {len(found)} times"
            )
        [old] = found
        new = indent(change.new.rstrip("\n"), old["margin"])
        source = source[: old.start()] + new + source[old.end() :]
        yield source, start, end + len(new) - (old.end() - old.start())


@cache
def _functions(source: str) -> dict[str, tuple[int, int]]:
    """The start of each function with its decorators, and its end; inner functions are part of the outer one."""
    lines = [0, *(end.end() for end in re.finditer("\n", source))]
    found = {}
    for node in ast.parse(source).body:
        prefix, inside = (f"{node.name}.", node.body) if isinstance(node, ast.ClassDef) else ("", [node])
        for function in inside:
            if isinstance(function, ast.FunctionDef) and function.end_lineno:
                first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
                found[prefix + function.name] = lines[first - 1], lines[function.end_lineno] - 1
    return found


def _whole_lines(text: str) -> re.Pattern[str]:
    """A pattern that finds these lines at any common indentation."""
    first, *others = map(re.escape, text.splitlines() or [""])
    rest = "".join(rf"\n(?P=margin){line}" if line else r"\n" for line in others)
    return re.compile(rf"^(?P<margin> *){first}{rest}$", re.MULTILINE)


def _fault(mutant: Mutant, key: str, message: str) -> SpecError:
    return SpecError([Problem(mutant.file, f"{mutant.id}.{key}", message)])


def _source(module: str) -> Path | None:
    """The file of a module of this package. Python's own search would import the enclosing packages."""
    package, *names = module.split(".")
    path = PACKAGE.joinpath(*names)
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None) if package == PACKAGE.name else None


@frozen
class _Loader(SourceLoader):
    """Loads the module of a mutant from its patched source, which is never cached as bytecode."""

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
    """Make this process use the wrong reading once it imports the module."""
    if mutant.module in sys.modules:
        raise TooLate(
            f"expected to apply {mutant.id} before {mutant.module} is imported, got it after: "
            "apply the mutant in a fresh process, before anything of the rules is imported"
        )
    sys.meta_path.insert(0, _Finder(mutant))


def exchange(mutant: Mutant, source: str) -> bool:
    """Make a process that has imported the module use its patched source; return False if that is not possible.

    References to a function taken earlier see the change too. Values that a function computed at import time stay: a
    mutant that survives this may die when it is applied.
    """
    module = sys.modules[mutant.module]
    compiled = compile(source, str(_source(mutant.module)), "exec")
    exchanged: list[tuple[FunctionType, CodeType]] = []
    for _, change in _changes(mutant):
        function, code = _plain_function(module, change.function), _code_of(compiled, change.function)
        if function is None or code is None or _changes_the_head(change) or not _fits(function.__code__, code):
            return False
        exchanged.append((function, code))
    for function, code in exchanged:
        function.__code__ = code
    return True


def _plain_function(module: ModuleType, name: str) -> FunctionType | None:
    """The function of this name without its decorators, such as a cache."""
    found: object = module
    for part in name.split("."):
        found = vars(found).get(part)
        found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    while wrapped := getattr(found, "__wrapped__", None):
        found = wrapped
    return found if isinstance(found, FunctionType) and found.__qualname__ == name else None


def _code_of(code: CodeType, name: str) -> CodeType | None:
    """The code of the function of this name within the code of its module."""
    first, _, rest = name.partition(".")
    inner = [const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == first]
    if len(inner) != 1:
        return None
    return _code_of(inner[0], rest) if rest else inner[0]


def _changes_the_head(change: SourceChange) -> bool:
    """Whether decorators, parameters or defaults change, which are not part of the code object."""
    lines = [line.strip() for text in (change.old, change.new) for line in text.splitlines()]
    return any(line.startswith(("@", "def ")) for line in lines)


def _fits(old: CodeType, new: CodeType) -> bool:
    """Whether the code can be replaced: both have the same parameters and free variables."""

    def outside(code: CodeType) -> tuple[object, ...]:
        count = code.co_argcount + code.co_kwonlyargcount
        return code.co_freevars, code.co_varnames[:count], code.co_argcount, code.co_flags & ~0x0F

    return outside(old) == outside(new)
