"""A class is found in its file at the line that Python reports."""

import ast
from inspect import getsource, getsourcelines

import pytest

from colt_rules.events import CardPlayed
from colt_rules.log.class_source import class_as_written, first_line
from colt_rules.log.entries import EventEntry
from colt_rules.model.state import Game


@pytest.mark.parametrize("cls", [CardPlayed, EventEntry, Game])
def test_a_class_is_as_it_is_written(cls: type) -> None:
    (tree,) = ast.parse(getsource(cls)).body
    assert ast.dump(class_as_written(cls)) == ast.dump(tree)
    assert first_line(cls) == getsourcelines(cls)[1]
