"""The address of a site comes from its builder or from the project, and is never invented."""

import re
from gzip import decompress
from pathlib import Path
from xml.etree import ElementTree

import pytest

from colt_rules.site.publishing import BadSetting, Publishing, publishing, sitemap_files

PAGES = {"en": ["index.html", "clauses/fire.target.html", "evidence/fire.target.html"], "ru": ["index.html"]}
PAGES["ru"].append("clauses/fire.target.html")
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def project(folder: Path, urls: str = "") -> Path:
    (folder / "pyproject.toml").write_text(f'[project]\nname = "x"\n{urls}', encoding="utf-8")
    return folder


def test_no_address_is_invented(tmp_path: Path) -> None:
    assert publishing(project(tmp_path)) == Publishing("", "")
    assert dict(sitemap_files(Publishing(), PAGES)) == {}


def test_the_urls_of_the_project_are_used_unless_the_builder_sets_others(tmp_path: Path) -> None:
    root = project(
        tmp_path,
        '[project.urls]\nIssues = "https://code.example.org/x/issues"\nDocumentation = "https://example.org/x"\n',
    )
    assert publishing(root) == Publishing(
        "https://example.org/x/", "https://code.example.org/x/issues/new?title={subject}&body={text}"
    )
    assert publishing(root, "http://here.example.org", "") == Publishing("http://here.example.org/", "")


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("mailto:rules@example.org", "mailto:rules@example.org?subject=fire.target&body=a%0Ab"),
        ("https://example.org/o/r/issues/", "https://example.org/o/r/issues/new?title=fire.target&body=a%0Ab"),
        (
            "https://example.org/o/r/-/issues",
            "https://example.org/o/r/-/issues/new?issue%5Btitle%5D=fire.target&issue%5Bdescription%5D=a%0Ab",
        ),
        ("https://example.org/form?about={subject}", "https://example.org/form?about=fire.target"),
    ],
)
def test_a_report_has_its_words_filled_in(tmp_path: Path, given: str, made: str) -> None:
    assert publishing(project(tmp_path), report=given).report_at("fire.target", "a\nb") == made


@pytest.mark.parametrize(
    "given", ["javascript:{subject}", "rules@example.org", "https://example.org/", "mailto:nobody"]
)
def test_what_is_no_place_for_reports_is_told(tmp_path: Path, given: str) -> None:
    with pytest.raises(BadSetting, match=f"expected where to report a mistake: .*got {re.escape(given)}"):
        publishing(project(tmp_path), report=given)


@pytest.mark.parametrize("given", ["example.org", "ftp://example.org/", "https://", "https://example.org/?a=b"])
def test_what_is_no_address_is_told(tmp_path: Path, given: str) -> None:
    with pytest.raises(BadSetting, match=f"expected the address of the site, .*got {re.escape(given)}"):
        publishing(project(tmp_path), address=given)


def test_a_sitemap_lists_every_page_with_its_other_languages() -> None:
    files = dict(sitemap_files(Publishing("https://example.org/x/"), PAGES))
    assert [*files] == ["en/sitemap.xml.gz", "ru/sitemap.xml.gz", "sitemap.xml"]
    lists = [one.text for one in ElementTree.fromstring(files["sitemap.xml"]).iter(f"{SITEMAP}loc")]
    assert lists == ["https://example.org/x/en/sitemap.xml.gz", "https://example.org/x/ru/sitemap.xml.gz"]
    entries = ElementTree.fromstring(decompress(files["en/sitemap.xml.gz"]))
    found = {
        entry.findtext(f"{SITEMAP}loc"): {one.get("hreflang"): one.get("href") for one in entry.iter(f"{XHTML}link")}
        for entry in entries
    }
    begin = "https://example.org/x"
    assert found == {
        f"{begin}/en/index.html": {
            "en": f"{begin}/en/index.html",
            "ru": f"{begin}/ru/index.html",
            "x-default": f"{begin}/en/index.html",
        },
        f"{begin}/en/clauses/fire.target.html": {
            "en": f"{begin}/en/clauses/fire.target.html",
            "ru": f"{begin}/ru/clauses/fire.target.html",
            "x-default": f"{begin}/en/clauses/fire.target.html",
        },
        f"{begin}/en/evidence/fire.target.html": {},
    }


def test_robots_are_told_only_at_the_root_of_a_host() -> None:
    files = dict(sitemap_files(Publishing("https://example.org/"), PAGES))
    assert b"Sitemap: https://example.org/sitemap.xml\n" in files["robots.txt"]
