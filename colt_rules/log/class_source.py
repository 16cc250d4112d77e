"""The source of classes, for what Python does not keep at run time, such as docstrings of fields."""

import ast
import sys
from collections.abc import Mapping
from functools import cache
from inspect import getsource
from itertools import pairwise


def class_as_written(cls: type) -> ast.ClassDef:
    """The syntax tree of a class; each file is parsed once."""
    return _classes(cls.__module__)[cls.__qualname__]


def first_line(cls: type) -> int:
    """The first line of a class in its file, decorators included."""
    tree = class_as_written(cls)
    return min([tree.lineno, *(each.lineno for each in tree.decorator_list)])


def docstrings_of_fields(cls: type) -> dict[str, str]:
    """By name: the docstrings below the fields or members of a class, each on one line."""
    found = {}
    for field, below in pairwise(class_as_written(cls).body):
        match field, below:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


@cache
def _classes(module: str) -> Mapping[str, ast.ClassDef]:
    """By name: the top-level classes of a module."""
    tree = ast.parse(getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
