"""Which code carries out which clause: what the decorator `clause` left behind, gathered from packages.

A function that gives back `Cites` says what something rests on and changes nothing by it, so its claim leads nobody to
what makes a clause true; one that gives back `Reasons` forbids by them. A module's home may also say, in a table
`CARRIED_OUT_BY`, that code elsewhere carries out a clause of its own as it stands: elsewhere may not name it.
"""

import ast
import inspect
import pkgutil
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from attrs import frozen

CODE = ("colt_rules.rules", "colt_rules.kernel", "colt_rules.views")
"""The packages that carry out clauses."""


@frozen(order=True)
class Claim:
    """A function or class that says it carries out a clause. `file` is as seen from the project's root."""

    module: str
    line: int
    name: str
    file: str
    acts: bool = True
    """Whether it carries the clause out, or only says that something rests on it."""


ELSEWHERE = "CARRIED_OUT_BY"
"""By clause id: the functions of other homes that carry it out."""


def claims(packages: Iterable[str]) -> dict[str, tuple[Claim, ...]]:
    """The claims to each clause id in all modules of these packages.

    A module that cannot be imported raises: were it passed over, its claims would be missed without a word.
    """
    found: dict[str, set[Claim]] = {}
    for module in _modules(packages):
        for code in _code(module, module.__name__, ""):
            for id in code.__dict__.get("__clauses__", ()):
                found.setdefault(id, set()).add(_claim(code))
        for id, elsewhere in vars(module).get(ELSEWHERE, {}).items():
            found.setdefault(id, set()).update(map(_claim, elsewhere))
    return {id: tuple(sorted(found[id])) for id in sorted(found)}


@cache
def _claim(code: Any) -> Claim:
    lines, first = inspect.getsourcelines(inspect.unwrap(code))
    (written,) = ast.parse(textwrap.dedent("".join(lines))).body
    cites = isinstance(written, ast.FunctionDef) and _is_cites(written.returns)
    module = import_module(code.__module__)
    return Claim(module.__name__, first, code.__qualname__, _file(module), acts=not cites)


def _is_cites(returns: ast.expr | None) -> bool:
    """As it is written: the types themselves are tuples of texts, as many others are."""
    return isinstance(returns, ast.Name) and returns.id == "Cites"


def _modules(packages: Iterable[str]) -> Iterator[ModuleType]:
    for name in packages:
        package = import_module(name)
        yield package
        for info in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{name}.", onerror=_raise):
            yield import_module(info.name)


def _raise(name: str) -> None:
    raise ImportError(f"cannot import {name}", name=name)


def _code(holder: Any, module: str, prefix: str) -> Iterator[Any]:
    """The functions and classes written in a module, at any depth; not those it only imports."""
    for value in vars(holder).values():
        code = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        name = getattr(code, "__qualname__", None)
        if name and name.startswith(prefix) and getattr(code, "__module__", "") == module:
            yield code
            if inspect.isclass(code):
                yield from _code(code, module, f"{name}.")


def _file(module: ModuleType) -> str:
    parts = module.__name__.split(".")
    return "/".join([*parts, "__init__.py"] if hasattr(module, "__path__") else [*parts[:-1], f"{parts[-1]}.py"])
