"""Modules are read from their source."""

from pathlib import Path

import pytest

from colt_rules.site.modules import PythonModule, read_module

TEXT = '''"""What it is about."""

LIMIT: int = 3
"""How many."""
_hidden = 1


def told(name: str, *, loud: bool = False) -> str:
    """Says it."""


def _secret() -> None: ...


@frozen
class Thing(Base):
    """A thing."""

    size: int
    """In metres."""

    @property
    @clause("fire.target")
    def big(self) -> bool:
        """Whether it is big."""
'''


@pytest.fixture
def module(tmp_path: Path) -> PythonModule:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "one.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "pack" / "__init__.py").write_text('__all__ = ["told"]\n', encoding="utf-8")
    assert read_module(tmp_path, "pack").exports == ("told",)
    return read_module(tmp_path, "pack.one")


def test_only_public_names_are_told(module: PythonModule) -> None:
    assert module.docstring == "What it is about."
    assert [member.name for member in module.members] == ["LIMIT", "told", "Thing"]


def test_each_has_its_signature_its_docstring_and_its_line(module: PythonModule) -> None:
    limit, told, thing = module.members
    assert (limit.signature, limit.docstring, limit.line) == ("LIMIT: int = 3", "How many.", 3)
    assert told.signature == "def told(name: str, *, loud: bool=False) -> str"
    assert (thing.signature, thing.line) == ("class Thing(Base)", 16)


def test_a_class_has_fields_and_methods(module: PythonModule) -> None:
    size, big = module.members[-1].members
    assert (size.signature, size.docstring) == ("size: int", "In metres.")
    assert big.signature == "@property\ndef big(self) -> bool"
    assert big.clauses == ("fire.target",)
