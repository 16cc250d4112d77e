"""Every clause is implemented by code, and neither code nor tests name an unknown one."""

from attrs import evolve

from colt_rules.registry.check import check
from colt_rules.registry.implementations import Implementation
from colt_rules.registry.registry import Registry
from tests.registry.altered import CLAUSES, IMPLEMENTATION, RULINGS, naming


class TestCode:
    def told(self, registry: Registry, implementations: dict[str, tuple[Implementation, ...]]) -> list[str]:
        return [str(problem) for problem in check(registry, implementations, {})]

    def test_every_clause_and_ruling_is_implemented(self, small: Registry) -> None:
        problems = self.told(small, {"fire.may": IMPLEMENTATION, "fire.others": IMPLEMENTATION})
        assert problems == [
            f'{CLAUSES}: clause[ghost.fire]: expected a function with @clause("ghost.fire"), got none',
            f'{RULINGS}: ruling[ruling.fire.wall]: expected a function with @clause("ruling.fire.wall"), got none',
        ]

    def test_code_that_only_cites_a_clause_does_not_implement_it(self, small: Registry) -> None:
        citing = (evolve(IMPLEMENTATION[0], acts=False),)
        implementations = dict.fromkeys((entry.id for entry in small.citable()), IMPLEMENTATION)
        (problem,) = self.told(small, {**implementations, "ghost.fire": citing})
        assert problem.startswith(f"{CLAUSES}: clause[ghost.fire]: expected a function")
        assert problem.endswith(
            "or a component that names it, got only code that cites it: colt_rules/rules/fire.py:7 aim"
        )
        assert self.told(small, {**implementations, "ghost.fire": citing + IMPLEMENTATION}) == []

    def test_a_component_can_make_a_clause_true(self, small: Registry) -> None:
        implementations: dict[str, tuple[Implementation, ...]] = dict.fromkeys(
            (entry.id for entry in small.citable()), IMPLEMENTATION
        )
        assert self.told(naming(small, "ghost.fire"), {**implementations, "ghost.fire": ()}) == []
        (problem,) = self.told(naming(small, "ghost.fier"), implementations)
        assert 'locomotive.clauses: expected an id of the specification, got "ghost.fier"' in problem

    def test_code_names_only_clauses_that_exist(self, small: Registry) -> None:
        implementations = dict.fromkeys((entry.id for entry in small.citable()), IMPLEMENTATION)
        assert self.told(small, {**implementations, "fire.mya": IMPLEMENTATION}) == [
            'colt_rules/rules/fire.py: line 7, aim: expected an id of the specification, got "fire.mya"; '
            "did you mean fire.may?"
        ]


def test_tests_name_only_what_exists(small: Registry) -> None:
    implementations = dict.fromkeys((entry.id for entry in small.citable()), IMPLEMENTATION)
    test = ("tests/test_fire.py::test_aim",)
    assert [str(problem) for problem in check(small, implementations, {"fire.may": test, "fire.mya": test})] == [
        'tests/test_fire.py: test_aim: expected an id of the specification, got "fire.mya"; did you mean fire.may?'
    ]
