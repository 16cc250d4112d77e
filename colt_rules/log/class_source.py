"""Classes as they are written: what stands in their source besides what Python keeps of it."""

import ast
import sys
from collections.abc import Mapping
from functools import cache
from inspect import getsource


def class_as_written(cls: type) -> ast.ClassDef:
    """The class in the tree of its file, which is read once for all classes that stand in it."""
    return _classes(cls.__module__)[cls.__qualname__]


def first_line(cls: type) -> int:
    """The line of its file in which a class begins, decorators included."""
    tree = class_as_written(cls)
    return min([tree.lineno, *(each.lineno for each in tree.decorator_list)])


@cache
def _classes(module: str) -> Mapping[str, ast.ClassDef]:
    """By name, the classes at the top of a module."""
    tree = ast.parse(getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
