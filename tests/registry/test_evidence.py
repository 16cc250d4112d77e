"""The tests that prove a clause are read from their marks."""

from pathlib import Path

import pytest

from colt_rules.registry.checks.proof import drift
from colt_rules.registry.errors import SpecError
from colt_rules.registry.evidence import INDEX, index, read_index, scan


def scanned(tmp_path: Path, text: str) -> dict[str, tuple[str, ...]]:
    (tmp_path / "tests/rules").mkdir(parents=True, exist_ok=True)
    (tmp_path / "tests/rules/test_fire.py").write_text(f"import pytest\n{text}", encoding="utf-8")
    return scan(tmp_path / "tests")


class TestScan:
    def test_a_mark_on_a_function(self, tmp_path: Path) -> None:
        found = scanned(tmp_path, '@pytest.mark.clause("fire.target", "fire.may")\ndef test_aim(): ...\n')
        node = ("tests/rules/test_fire.py::test_aim",)
        assert found == {"fire.may": node, "fire.target": node}

    def test_a_mark_on_a_class_holds_for_all_its_tests(self, tmp_path: Path) -> None:
        text = (
            '@pytest.mark.clause("fire.target")\nclass TestFire:\n'
            "    def test_one(self): ...\n    async def test_two(self): ...\n    def helper(self): ...\n"
        )
        expected = (
            "tests/rules/test_fire.py::TestFire::test_one",
            "tests/rules/test_fire.py::TestFire::test_two",
        )
        assert scanned(tmp_path, text) == {"fire.target": expected}

    @pytest.mark.parametrize(
        "mark",
        [
            'pytestmark = pytest.mark.clause("fire.target")',
            'pytestmark = [pytest.mark.slow, pytest.mark.clause("fire.target")]',
            'pytestmark: object = pytest.mark.clause("fire.target")',
        ],
    )
    def test_a_mark_on_a_module_holds_for_all_its_tests(self, tmp_path: Path, mark: str) -> None:
        found = scanned(tmp_path, f"{mark}\ndef test_aim(): ...\n")
        assert found == {"fire.target": ("tests/rules/test_fire.py::test_aim",)}

    def test_a_mark_on_one_set_of_parameters_counts(self, tmp_path: Path) -> None:
        text = (
            '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("fire.target"))])\n'
            "def test_aim(x): ...\n"
        )
        assert list(scanned(tmp_path, text)) == ["fire.target"]

    def test_what_pytest_does_not_collect_proves_nothing(self, tmp_path: Path) -> None:
        text = (
            '@pytest.mark.clause("a.b")\ndef helper(): ...\n'
            '@pytest.mark.clause("a.c")\nclass Base:\n    def test_x(self): ...\n'
        )
        assert scanned(tmp_path, text) == {}

    @pytest.mark.parametrize("argument", ["ID", "*IDS", '"fire" + ".x"', "id='fire.x'"])
    def test_an_id_that_is_not_written_out_is_refused(self, tmp_path: Path, argument: str) -> None:
        with pytest.raises(SpecError, match=r"test_fire.py: line 2: expected clause ids written out"):
            scanned(tmp_path, f"@pytest.mark.clause({argument})\ndef test_aim(): ...\n")

    def test_a_file_that_is_not_python_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SpecError, match=r"test_fire.py: expected a Python file"):
            scanned(tmp_path, "def")


EVIDENCE = {"fire.may": ('tests/test_b.py::test_x["1"]',), "fire.target": ("tests/test_a.py::test_y",)}


class TestIndex:
    def test_what_is_written_is_read_again(self, tmp_path: Path) -> None:
        (tmp_path / INDEX).write_text(index(EVIDENCE), encoding="utf-8")
        assert read_index(tmp_path) == EVIDENCE

    def test_it_does_not_depend_on_the_order(self) -> None:
        assert index(EVIDENCE) == index(dict(reversed(EVIDENCE.items())))

    def test_an_index_up_to_date_does_not_drift(self, tmp_path: Path) -> None:
        (tmp_path / INDEX).write_text(index(EVIDENCE), encoding="utf-8")
        assert drift(tmp_path, EVIDENCE) == []

    def test_a_test_that_came_or_went_is_told(self, tmp_path: Path) -> None:
        (tmp_path / INDEX).write_text(index(EVIDENCE), encoding="utf-8")
        now = {
            "fire.may": (),
            "fire.new": ("tests/test_c.py::test_z",),
            "fire.target": EVIDENCE["fire.target"],
        }
        assert [problem.path for problem in drift(tmp_path, now)] == ["tests.fire.may", "tests.fire.new"]

    def test_a_missing_index_is_told(self, tmp_path: Path) -> None:
        (problem,) = drift(tmp_path, {})
        assert "run `colt spec index`" in problem.message
