"""The folder of the suite, and the file of the last run."""

from pathlib import Path

import pytest

from colt_rules.conformance.cases import place
from colt_rules.conformance.cases.place import last_run, suite_folder
from colt_rules.registry.errors import SpecError


def test_the_suite_of_a_checkout_lies_beside_the_package() -> None:
    assert suite_folder() == Path(__file__).parents[3] / "conformance"


def test_an_installed_suite_lies_in_the_package_and_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "colt_rules"
    monkeypatch.setattr(place, "__file__", str(package / "conformance" / "cases" / "place.py"))
    with pytest.raises(SpecError, match="expected the cases in or beside the package, got neither"):
        suite_folder()
    (tmp_path / "conformance" / "cases").mkdir(parents=True)
    assert suite_folder() == tmp_path / "conformance"
    (package / "suite" / "cases").mkdir(parents=True)
    assert suite_folder() == package / "suite"


def test_the_last_run_is_kept_among_what_can_be_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    path = last_run("./engine")
    assert path.parent == tmp_path / "kept" / "colt-rules" / "conformance"
    assert path.suffix == ".jsonl"


def test_every_adapter_and_every_folder_has_a_last_run_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    here = last_run("./engine")
    assert last_run("./engine") == here
    assert last_run("./other") != here
    monkeypatch.chdir(tmp_path)
    assert last_run("./engine") != here
