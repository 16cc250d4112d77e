"""The tests that name a clause are found by their marks."""

from pathlib import Path

import pytest

from colt_rules.registry.errors import SpecError
from colt_rules.registry.evidence import scan


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

    def test_what_pytest_does_not_collect_is_no_test(self, tmp_path: Path) -> None:
        text = (
            '@pytest.mark.clause("a.b")\ndef helper(): ...\n'
            '@pytest.mark.clause("a.c")\nclass Base:\n    def test_x(self): ...\n'
        )
        assert scanned(tmp_path, text) == {}

    @pytest.mark.parametrize("argument", ["ID", "*IDS", '"fire" + ".x"', "id='fire.x'"])
    def test_an_id_that_is_not_written_out_is_refused(self, tmp_path: Path, argument: str) -> None:
        with pytest.raises(SpecError, match=r"test_fire.py: line 2: expected clause ids as string literals"):
            scanned(tmp_path, f"@pytest.mark.clause({argument})\ndef test_aim(): ...\n")

    def test_a_file_that_is_not_python_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SpecError, match=r"test_fire.py: expected a Python file"):
            scanned(tmp_path, "pytest.mark.clause(")
