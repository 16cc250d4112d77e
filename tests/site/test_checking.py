"""Checks of the built site find broken links, pages that are too large, and foreign content."""

from pathlib import Path

import pytest

from colt_rules.site import checking
from colt_rules.site.checking import faults


def site(folder: Path, **pages: str) -> Path:
    for name, html in pages.items():
        path = folder / "en" / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(html, encoding="utf-8")
    (folder / "picture.svg").write_text("<svg/>", encoding="utf-8")
    return folder


def found(folder: Path) -> list[str]:
    return [fault.what for fault in faults(folder)]


def test_links_that_lead_somewhere_are_no_fault(tmp_path: Path) -> None:
    here = '<a href="b.html#x">b</a><img src="../picture.svg"><a href=https://example.org>out</a><a href="#y" id=y>'
    assert found(site(tmp_path, a=here, b='<h2 id="x">x</h2>')) == []


@pytest.mark.parametrize(
    ("html", "what"),
    [
        ('<a href="none.html">', "none.html: there is no such file"),
        ('<img src="../none.svg">', "../none.svg: there is no such file"),
        ('<a href="a.html#none">', "a.html#none: there is no #none on that page"),
        ("<a href=none.html>", "none.html: there is no such file"),
    ],
)
def test_a_link_or_picture_that_is_missing_is_a_fault(tmp_path: Path, html: str, what: str) -> None:
    assert found(site(tmp_path, a=html)) == [what]


@pytest.mark.parametrize(
    "html",
    [
        '<script src="https://cdn.example/x.js">',
        '<link rel=stylesheet href="//fonts.example/x.css">',
        '<img src="http://x/y.png">',
    ],
)
def test_nothing_may_be_loaded_from_elsewhere(tmp_path: Path, html: str) -> None:
    assert any("loads something from elsewhere" in what for what in found(site(tmp_path, a=html)))


def test_what_stands_in_a_script_is_no_link(tmp_path: Path) -> None:
    assert found(site(tmp_path, a="<script>const a = '<a href=\"none.html\">'</script>")) == []


def test_a_page_may_not_be_too_heavy(tmp_path: Path) -> None:
    assert found(site(tmp_path, a="x" * 200_001)) == ["expected at most 200,000 bytes, got 200,001"]


def test_the_site_may_not_be_too_heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "HEAVIEST_SITE", 5)
    assert found(site(tmp_path, a="")) == ["expected at most 5 bytes in all, got 6"]


def test_what_is_made_for_print_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "booklets").mkdir()
    (tmp_path / "booklets" / "a.html").write_text("x" * 300_001, encoding="utf-8")
    (tmp_path / "booklets" / "a.pdf").write_bytes(b"x" * 1_000_000)
    monkeypatch.setattr(checking, "HEAVIEST_SITE", 5)
    assert found(tmp_path) == []
    (tmp_path / "booklets" / "a.html").write_text("x" * 500_001, encoding="utf-8")
    assert found(tmp_path) == ["expected at most 500,000 bytes, got 500,001"]


def test_the_engine_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checking, "HEAVIEST_SITE", 100)
    monkeypatch.setattr(checking, "HEAVIEST_ENGINE", 1_000)
    (site(tmp_path, a="x") / "engine").mkdir()
    (tmp_path / "engine" / "wasm-1.js").write_text("x" * 1_000, encoding="utf-8")
    assert found(tmp_path) == []
    (tmp_path / "engine" / "core-1.js").write_text("x", encoding="utf-8")
    assert found(tmp_path) == ["expected at most 1,000 bytes in all, got 1,001"]
