"""Finds the code that implements each clause, from the marks that the decorator `clause` leaves.

A function that returns `Cites` only says which clauses something rests on, so it does not count as an implementation;
one that returns `Reasons` forbids by them and does. Code outside a module's homes may not name its clauses, so the
module lists such implementations in a table `CARRIED_OUT_BY`.
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
"""The packages that implement clauses."""


@frozen(order=True)
class Implementation:
    """A function or class that is marked as implementing a clause. `file` is relative to the project's root."""

    module: str
    line: int
    name: str
    file: str
    acts: bool = True
    """Whether it implements the clause rather than only citing it."""


ELSEWHERE = "CARRIED_OUT_BY"
"""The name of a module's table of implementations outside its homes, by clause id."""


def implementations(packages: Iterable[str]) -> dict[str, tuple[Implementation, ...]]:
    """The implementations of each clause id in all modules of these packages.

    A module that cannot be imported raises: skipping it would lose its implementations silently.
    """
    found: dict[str, set[Implementation]] = {}
    for module in _modules(packages):
        for code in _code(module, module.__name__, ""):
            for id in code.__dict__.get("__clauses__", ()):
                found.setdefault(id, set()).add(_implementation(code))
        for id, elsewhere in vars(module).get(ELSEWHERE, {}).items():
            found.setdefault(id, set()).update(map(_implementation, elsewhere))
    return {id: tuple(sorted(found[id])) for id in sorted(found)}


@cache
def _implementation(code: Any) -> Implementation:
    lines, first = inspect.getsourcelines(inspect.unwrap(code))
    (written,) = ast.parse(textwrap.dedent("".join(lines))).body
    cites = isinstance(written, ast.FunctionDef) and _is_cites(written.returns)
    module = import_module(code.__module__)
    return Implementation(module.__name__, first, code.__qualname__, _file(module), acts=not cites)


def _is_cites(returns: ast.expr | None) -> bool:
    """Whether the annotation is `Cites`, by name: the type itself is a plain tuple of strings."""
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
    """The functions and classes defined in a module, at any depth, without imported ones."""
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
