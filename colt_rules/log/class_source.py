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


IDS = ("Seat", "Bandit", "Car", "Place", "Card", "Token")
"""The kinds of ids, as named in annotations. At run time all are strings."""


def id_kinds(cls: type) -> Mapping[str, str]:
    """By field: the kind of id in its annotation."""
    found = {}
    for line in class_as_written(cls).body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            names = [node.id for node in ast.walk(line.annotation) if isinstance(node, ast.Name) and node.id in IDS]
            if len(set(names)) == 1:
                found[line.target.id] = names[0]
    return found


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
