"""Finds which tests name which clause by parsing the `pytest.mark.clause("id", ...)` marks of a checkout.

Conformance cases prove a clause. A mark is an optional link to a test of something that a case cannot express.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from colt_rules.registry.errors import Findings

Evidence: TypeAlias = Mapping[str, tuple[str, ...]]
"""By clause id: the pytest node ids of the tests that name it."""


def scan(tests: Path) -> dict[str, tuple[str, ...]]:
    """The tests of each clause below a folder; raises `SpecError` if a mark's ids are not literal strings."""
    found: dict[str, set[str]] = {}
    findings = Findings()
    for path in sorted(tests.rglob("test_*.py")):
        file = path.relative_to(tests.parent).as_posix()
        try:
            text = path.read_text(encoding="utf-8")
            if "mark.clause" not in text:
                continue
            tree = ast.parse(text)
        except (SyntaxError, UnicodeDecodeError) as error:
            findings.add(file, "", f"expected a Python file, got something else: {error}")
            continue
        for node, id in _marked(tree, file, (), findings):
            found.setdefault(id, set()).add(node)
    findings.raise_any()
    return {id: tuple(sorted(found[id])) for id in sorted(found)}


def _marked(
    holder: ast.Module | ast.ClassDef, node: str, outer: tuple[str, ...], findings: Findings
) -> Iterator[tuple[str, str]]:
    """Yield each test in a module or class with each clause that it, or an enclosing scope, is marked with."""
    file = node.partition("::")[0]
    shared = (*outer, *_ids(_pytestmarks(holder), file, findings))
    for child in holder.body:
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if child.name.startswith("test"):
                for id in (*shared, *_ids(child.decorator_list, file, findings)):
                    yield f"{node}::{child.name}", id
            case ast.ClassDef() if child.name.startswith("Test"):
                own = _ids(child.decorator_list, file, findings)
                yield from _marked(child, f"{node}::{child.name}", (*shared, *own), findings)


def _pytestmarks(holder: ast.Module | ast.ClassDef) -> Iterator[ast.expr]:
    for child in holder.body:
        match child:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                yield value
            case ast.AnnAssign(target=ast.Name(id="pytestmark"), value=ast.expr() as value):
                yield value


def _ids(marks: Iterable[ast.expr], file: str, findings: Findings) -> list[str]:
    """The ids named in marks, including ids in marks of single parameter sets."""
    ids = []
    for call in (node for mark in marks for node in ast.walk(mark)):
        match call:
            case ast.Call(func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark") | ast.Name(id="mark"))):
                for argument in (*call.args, *call.keywords):
                    match argument:
                        case ast.Constant(value=str(id)):
                            ids.append(id)
                        case _:
                            findings.add(
                                file,
                                f"line {call.lineno}",
                                "expected clause ids as string literals, got another expression",
                            )
    return ids
