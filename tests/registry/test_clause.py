"""The decorator `clause` marks a function with the clauses it implements."""

import pytest

from colt_rules.registry.clause import clause


def test_the_clauses_are_kept_on_the_function_which_is_returned_unchanged() -> None:
    def shoot() -> str:
        return "bang"

    marked = clause("fire.target", "fire.bullet-given")(shoot)

    assert marked is shoot
    assert marked() == "bang"
    assert vars(shoot)["__clauses__"] == ("fire.target", "fire.bullet-given")


def test_a_class_can_be_marked_too() -> None:
    @clause("fire.target")
    class Fire:
        pass

    assert vars(Fire)["__clauses__"] == ("fire.target",)


def test_a_decorator_without_ids_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one clause id, got none"):
        clause()
