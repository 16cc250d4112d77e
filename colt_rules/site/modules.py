"""Public names of Python modules with signature, docstring and line, read without importing them."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

from attrs import frozen

WIDTH = 88
"""The width of a signature, which fits beside the navigation."""

_SHOWN = ("property", "cached_property", "classmethod", "staticmethod", "contextmanager")
"""The decorators that affect how a member is called."""


@frozen(kw_only=True)
class Member:
    """A public function, class, constant, field or method."""

    name: str
    kind: str
    """`class`, `function` or `value`."""
    signature: str
    docstring: str
    line: int
    clauses: tuple[str, ...] = ()
    """The clauses that it implements."""
    members: tuple["Member", ...] = ()


@frozen(kw_only=True)
class PythonModule:
    """The docstring and the definitions of a module."""

    name: str
    file: str
    """The file, relative to the project's root."""
    docstring: str
    members: tuple[Member, ...]
    exports: tuple[str, ...]
    """The names in `__all__`."""


def read_module(root: Path, name: str) -> PythonModule:
    """The module of this name below the root."""
    path = root / f"{name.replace('.', '/')}.py"
    if not path.is_file():
        path = path.with_suffix("") / "__init__.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return PythonModule(
        name=name,
        file=path.relative_to(root).as_posix(),
        docstring=ast.get_docstring(tree) or "",
        members=tuple(_members(tree.body)),
        exports=_exports(tree.body),
    )


def _exports(body: Sequence[ast.stmt]) -> tuple[str, ...]:
    for line in body:
        match line:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names)):
                return tuple(ast.literal_eval(name) for name in names)
    return ()


def _members(body: Sequence[ast.stmt]) -> Iterator[Member]:
    for line, below in zip(body, [*body[1:], None], strict=True):
        match line:
            case ast.FunctionDef() if _is_public(line.name) or line.name == "__init__":
                yield _function(line)
            case ast.ClassDef() if _is_public(line.name):
                yield _class(line)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]) if _is_public(name):
                yield _value(line, name, _text_below(below))


def _is_public(name: str) -> bool:
    return not name.startswith("_")


def _text_below(below: ast.stmt | None) -> str:
    match below:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""


def _function(node: ast.FunctionDef) -> Member:
    shown = [text for each in node.decorator_list if (text := ast.unparse(each)) in _SHOWN]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"def {node.name}({ast.unparse(node.args)}){returns}"
    return Member(
        name=node.name,
        kind="function",
        signature="\n".join((*(f"@{name}" for name in shown), _wrapped(signature))),
        docstring=ast.get_docstring(node) or "",
        line=node.lineno,
        clauses=_clauses(node),
    )


def _class(node: ast.ClassDef) -> Member:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    return Member(
        name=node.name,
        kind="class",
        signature=_wrapped(f"class {node.name}({bases})" if bases else f"class {node.name}"),
        docstring=ast.get_docstring(node) or "",
        line=node.lineno,
        clauses=_clauses(node),
        members=tuple(_members(node.body)),
    )


def _value(node: ast.AnnAssign | ast.Assign, name: str, text: str) -> Member:
    kind = f"{name}: {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else name
    whole = f"{kind} = {ast.unparse(node.value)}" if node.value else kind
    signature = whole if len(whole) <= WIDTH else kind
    return Member(name=name, kind="value", signature=signature, docstring=text, line=node.lineno)


def _wrapped(signature: str) -> str:
    return fill(signature, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _clauses(node: ast.FunctionDef | ast.ClassDef) -> tuple[str, ...]:
    for each in node.decorator_list:
        match each:
            case ast.Call(func=ast.Name(id="clause"), args=ids):
                return tuple(ast.literal_eval(id) for id in ids)
    return ()
