"""Implementations are gathered from every module of a package."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from colt_rules.registry.implementations import Implementation, implementations

HEAD = "from colt_rules.registry.clause import clause\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Makes an importable package of the given files."""

    def make(**files: str) -> str:
        for name, text in {"__init__": "", **files}.items():
            path = tmp_path / "implementing" / f"{name.replace('__in__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(HEAD + text, encoding="utf-8")
        return "implementing"

    monkeypatch.syspath_prepend(tmp_path)
    yield make
    for name in [name for name in sys.modules if name.split(".")[0] == "implementing"]:
        del sys.modules[name]


def test_a_function_is_found_with_module_line_and_name(package: Callable[..., str]) -> None:
    name = package(fire='@clause("fire.target", "fire.may")\ndef aim() -> None: ...\n')
    one = Implementation("implementing.fire", 2, "aim", "implementing/fire.py")
    assert implementations([name]) == {"fire.may": (one,), "fire.target": (one,)}


def test_modules_below_are_looked_into(package: Callable[..., str]) -> None:
    name = package(actions__in____init__="", actions__in__fire='@clause("fire.target")\ndef aim() -> None: ...\n')
    (one,) = implementations([name])["fire.target"]
    assert one.file == "implementing/actions/fire.py"


def test_methods_and_classes_are_found(package: Callable[..., str]) -> None:
    name = package(
        fire='@clause("fire.class")\nclass Fire:\n'
        '    @clause("fire.method")\n    def aim(self) -> None: ...\n'
        '    @staticmethod\n    @clause("fire.static")\n    def shoot() -> None: ...\n'
        '    @property\n    @clause("fire.property")\n    def range(self) -> int: ...\n'
    )
    found = {id: one.name for id, (one,) in implementations([name]).items()}
    assert found == {
        "fire.class": "Fire",
        "fire.method": "Fire.aim",
        "fire.static": "Fire.shoot",
        "fire.property": "Fire.range",
    }


def test_an_imported_function_counts_where_it_is_written_only(package: Callable[..., str]) -> None:
    name = package(
        fire='@clause("fire.target")\ndef aim() -> None: ...\n',
        other="from implementing.fire import aim\nagain = aim\n",
    )
    assert [one.module for one in implementations([name])["fire.target"]] == ["implementing.fire"]


def test_a_subclass_does_not_inherit_an_implementation(package: Callable[..., str]) -> None:
    name = package(fire='@clause("fire.target")\nclass Fire: ...\nclass More(Fire): ...\n')
    assert [one.name for one in implementations([name])["fire.target"]] == ["Fire"]


def test_a_cached_function_can_implement_a_clause(package: Callable[..., str]) -> None:
    name = package(fire='from functools import cache\n@clause("fire.target")\n@cache\ndef aim() -> None: ...\n')
    assert [one.line for one in implementations([name])["fire.target"]] == [3]


CITES = "Cites = Reasons = tuple[str, ...]\n"


def test_a_function_that_returns_citations_does_not_act(package: Callable[..., str]) -> None:
    name = package(
        fire=f'{CITES}@clause("fire.target")\ndef told() -> Cites: ...\n'
        '@clause("fire.target")\ndef forbids() -> Reasons: ...\n'
        '@clause("fire.target")\ndef order() -> tuple[str, ...]: ...\n'
    )
    assert {one.name: one.acts for one in implementations([name])["fire.target"]} == {
        "told": False,
        "forbids": True,
        "order": True,
    }


def test_a_module_can_name_code_elsewhere_that_implements_its_clause(package: Callable[..., str]) -> None:
    name = package(
        fire='@clause("fire.target")\ndef aim() -> None: ...\n',
        two='from implementing.fire import aim\nCARRIED_OUT_BY = {"two.target": (aim,)}\n',
    )
    found = implementations([name])
    assert (
        found["two.target"]
        == found["fire.target"]
        == (Implementation("implementing.fire", 2, "aim", "implementing/fire.py"),)
    )


def test_a_module_that_cannot_be_imported_raises(package: Callable[..., str]) -> None:
    name = package(fire="raise RuntimeError('broken')\n")
    with pytest.raises(RuntimeError, match="broken"):
        implementations([name])
