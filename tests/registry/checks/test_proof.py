"""Every clause is carried out by code, and neither code nor tests name an unknown one."""

from attrs import evolve

from colt_rules.registry.check import check
from colt_rules.registry.claims import Claim
from colt_rules.registry.registry import Registry
from tests.registry.altered import CLAIM, CLAUSES, RULINGS, naming


class TestCode:
    def told(self, registry: Registry, claims: dict[str, tuple[Claim, ...]]) -> list[str]:
        return [str(problem) for problem in check(registry, claims, {})]

    def test_every_clause_and_ruling_is_claimed(self, small: Registry) -> None:
        problems = self.told(small, {"fire.may": CLAIM, "fire.others": CLAIM})
        assert problems == [
            f'{CLAUSES}: clause[ghost.fire]: expected a function with @clause("ghost.fire"), got none',
            f'{RULINGS}: ruling[ruling.fire.wall]: expected a function with @clause("ruling.fire.wall"), got none',
        ]

    def test_what_only_cites_a_clause_does_not_carry_it_out(self, small: Registry) -> None:
        citing = (evolve(CLAIM[0], acts=False),)
        claims = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
        (problem,) = self.told(small, {**claims, "ghost.fire": citing})
        assert problem.startswith(f"{CLAUSES}: clause[ghost.fire]: expected a function")
        assert problem.endswith(
            "or a component that names it, got only code that cites it: colt_rules/rules/fire.py:7 aim"
        )
        assert self.told(small, {**claims, "ghost.fire": citing + CLAIM}) == []

    def test_a_component_can_be_what_carries_it_out(self, small: Registry) -> None:
        claims: dict[str, tuple[Claim, ...]] = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
        assert self.told(naming(small, "ghost.fire"), {**claims, "ghost.fire": ()}) == []
        (problem,) = self.told(naming(small, "ghost.fier"), claims)
        assert 'locomotive.clauses: expected an id of the specification, got "ghost.fier"' in problem

    def test_code_claims_only_what_exists(self, small: Registry) -> None:
        claims = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
        assert self.told(small, {**claims, "fire.mya": CLAIM}) == [
            'colt_rules/rules/fire.py: line 7, aim: expected an id of the specification, got "fire.mya"; '
            "did you mean fire.may?"
        ]


def test_tests_name_only_what_exists(small: Registry) -> None:
    claims = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
    test = ("tests/test_fire.py::test_aim",)
    assert [str(problem) for problem in check(small, claims, {"fire.may": test, "fire.mya": test})] == [
        'tests/test_fire.py: test_aim: expected an id of the specification, got "fire.mya"; did you mean fire.may?'
    ]
