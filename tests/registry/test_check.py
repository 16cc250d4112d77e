"""A sound specification has no problems, and all problems of any other are reported."""

from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from tests.registry.altered import told, with_clause, with_passage, with_ruling


def test_a_sound_specification_has_no_problem(small: Registry) -> None:
    assert told(small) == []


def test_all_problems_are_reported_at_once(small: Registry) -> None:
    unnamed = with_passage(with_clause(small, "fire.may", see=("x.y",)), "6", sha256="")
    assert len(told(with_ruling(unnamed, reason=Localized("a", "b", "c", "")))) == 3
