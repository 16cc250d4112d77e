"""`colt docs`: what it says if there is no site yet, no theme, or a broken link."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from colt_rules.players import doc_tables
from colt_rules.registry import registry
from colt_rules.site import building, sources
from colt_rules.site.building import Built, CannotBuild, Faulty
from colt_rules.site.checking import PageFault
from colt_rules.site.publishing import BadSetting
from colt_rules.site.sources import NoCheckout
from tests.cli.running import run_colt

ROOT = Path(__file__).parents[2]


run = partial(run_colt, "docs")


def test_there_must_be_a_site_to_show(tmp_path: Path) -> None:
    assert "`colt docs build` makes it" in run("serve", "--to", tmp_path / "site", status=2).output


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    from colt_rules.site.serving import server

    with server(tmp_path, 0) as taken:
        result = run("serve", "--to", tmp_path, "--port", str(taken.server_port))
    assert result.exit_code == 2
    assert "name another one with --port" in result.output


def test_what_was_built_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "build", lambda to, *_: Built(to, 2_800, 9_000, 99_000_000))
    assert "2,800 pages, 9,000 files, 99 MB" in run("build", "--to", tmp_path / "site", status=0).output


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (CannotBuild("mkdocs-material is not installed"), "mkdocs-material is not installed"),
        (Faulty([PageFault("a.md", "/b.md: there is no such page")]), "a.md: /b.md: there is no such page"),
        (NoCheckout("expected the site to be built in a checkout"), "in a checkout"),
        (BadSetting("expected the address of the site"), "expected the address of the site"),
        (PermissionError(13, "Permission denied"), "cannot write the site"),
    ],
)
def test_why_it_could_not_be_built_is_told(monkeypatch: pytest.MonkeyPatch, error: Exception, told: str) -> None:
    def fail(*_: object) -> Built:
        raise error

    monkeypatch.setattr(building, "build", fail)
    assert told in run("build", status=2).output


def test_the_addresses_come_from_options_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def note(to: Path, languages: object, tell: object, *addresses: object) -> Built:
        given.append(addresses)
        return Built(to, 1, 1, 1)

    monkeypatch.setattr(building, "build", note)
    run("build")
    run("build", "--address", "https://example.org", "--report", "mailto:a@example.org")
    monkeypatch.setenv("COLT_SITE_ADDRESS", "https://there.example.org")
    run("build")
    assert given == [
        (None, None),
        ("https://example.org", "mailto:a@example.org"),
        ("https://there.example.org", None),
    ]


def test_an_installed_package_cannot_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "is_checkout", lambda _: False)
    with pytest.raises(NoCheckout, match="make docs"):
        sources.read()


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "colt_rules.site.building", None)
    assert "pip install 'colt-rules[docs]'" in run("build", status=2).output


def test_the_tables_of_the_guides_are_checked_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests check that the project's own tables are up to date."""
    monkeypatch.setattr(doc_tables, "drift", lambda root: [])
    monkeypatch.setattr(doc_tables, "write_tables", lambda root: [])
    result = run("tables")
    assert (result.exit_code, result.output) == (0, f"Up to date: {ROOT}\n")
    result = run("tables", "--write")
    assert (result.exit_code, result.output) == (0, f"{ROOT}: 0 pages\n")
    result = run("tables", "--json")
    assert json.loads(result.output) == {"up_to_date": True, "problems": []}


def test_tables_that_are_out_of_date_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doc_tables, "drift", lambda root: ["docs/variants.md: the tables are out of date"])
    result = run("tables", status=1)
    assert result.output.startswith("docs/variants.md: the tables are out of date\n1 problem in ")
    assert "`colt docs tables --write` rewrites them" in result.output


@pytest.mark.parametrize("words", [["docs", "tables"], ["games", "missing"], ["conformance", "contract"]])
def test_what_needs_a_checkout_says_so(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setattr(registry, "is_checkout", lambda folder: False)
    assert "an installed package has no" in run_colt(*words, status=2).output
