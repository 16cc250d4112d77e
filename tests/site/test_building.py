"""The configuration of the theme, and an old site that stays until the new one is complete."""

from pathlib import Path

import pytest

from colt_rules.site import building
from colt_rules.site.building import CannotBuild, footer
from colt_rules.site.publishing import BadSetting
from colt_rules.site.sources import Sources
from tests.site.reading import reader


@pytest.fixture(autouse=True)
def theme(monkeypatch: pytest.MonkeyPatch) -> None:
    """The theme counts as installed: no page is made here."""
    monkeypatch.setattr(building, "find_spec", lambda name: name)


def test_the_foot_of_a_page_tells_versions_and_counts(sources: Sources) -> None:
    told = footer(reader("en"))
    assert f"{len(sources.registry.clauses)} clauses" in told
    assert f"{len(sources.suite.cases)} cases" in told


def test_without_the_theme_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "find_spec", lambda _: None)
    with pytest.raises(CannotBuild, match="pip install"):
        building.build(tmp_path / "site")


def test_a_site_stays_when_a_new_one_cannot_be_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(*_: object) -> int:
        (tmp_path / ".site-new").mkdir()
        raise CannotBuild("no luck")

    (tmp_path / "site").mkdir()
    monkeypatch.setattr(building, "gather", lambda tell: None)
    monkeypatch.setattr(building, "_made", fail)
    with pytest.raises(CannotBuild, match="no luck"):
        building.build(tmp_path / "site")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_new_one_takes_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def make(sources: object, at: object, languages: object, work: Path, fresh: Path, tell: object) -> int:
        fresh.mkdir()
        (fresh / "index.html").write_text("new", encoding="utf-8")
        return 1

    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "old.html").write_text("old", encoding="utf-8")
    monkeypatch.setattr(building, "gather", lambda tell: None)
    monkeypatch.setattr(building, "_made", make)
    built = building.build(tmp_path / "site")
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["index.html"]
    assert (built.pages, built.files, built.size) == (1, 1, 3)


def test_a_bad_setting_is_told_before_anything_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "gather", lambda tell: pytest.fail("it takes minutes"))
    with pytest.raises(BadSetting, match="expected the address of the site"):
        building.build(tmp_path / "site", address="example.org")
    assert list(tmp_path.iterdir()) == []
