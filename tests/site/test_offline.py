"""What makes the site an app: a manifest with its icons, the worker of this build, and the lists of cached files."""

import json
import struct
from pathlib import Path

import pytest

from colt_rules.site.building import PUBLISHED
from colt_rules.site.offline import ICONS, PREVIEW, build_of, cached_files, manifest, offline_files, preview_address
from colt_rules.site.publishing import UNPUBLISHED, Publishing


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in {
        "index.html": "the front door",
        "pictures/one.svg": "",
        "pictures/two.svg": "",
        "ru/index.html": '<img src="../pictures/one.svg" alt="">',
        "ru/rules/base/fire.html": "",
        "ru/clauses/fire.target.html": '<img src="../../pictures/two.svg" alt="">',
        "ru/contract/index.html": "",
        "ru/assets/page.js": "",
        "ru/sitemap.xml.gz": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_language_begins_with_its_rules_and_an_installed_one_has_all_that_players_read(site: Path) -> None:
    lists = cached_files(site, "ru")
    assert {"404.html", "index.html", "play/colt.js", "play/edition.js", "play/words-ru.js"} < set(lists["first"])
    assert {"find/ru.js", "find/ru-rest.js", "find/finding.js", "find/dialog.js"} < set(lists["first"])
    begins = {"ru/assets/page.js", "ru/index.html", "ru/rules/base/fire.html", "pictures/one.svg"}
    assert begins < set(lists["first"])
    assert lists["more"] == ["ru/clauses/fire.target.html", "pictures/two.svg"]


def test_another_page_is_another_build(site: Path) -> None:
    before = build_of(site)
    assert before == build_of(site)
    (site / "ru" / "index.html").write_text("new", encoding="utf-8")
    assert before != build_of(site)


def test_the_worker_knows_its_build_and_what_is_its_own(site: Path) -> None:
    files = dict(offline_files(site, ["ru"], "Rules."))
    assert [*files] == ["manifest.json", "kept-ru.json", "worker.js"]
    first = files["worker.js"].partition("\n")[0].removeprefix("const SITE = ").removesuffix(";")
    assert json.loads(first)["build"] == build_of(site)
    assert {"ru", "pictures", "index.html"} < set(json.loads(first)["own"])
    assert json.loads(files["kept-ru.json"]) == cached_files(site, "ru")


def test_the_manifest_names_icons_of_their_sizes() -> None:
    made = json.loads(manifest("Rules."))
    assert made["start_url"] == "index.html"
    assert {icon["src"]: icon["sizes"] for icon in made["icons"]} == {
        name: f"{size}x{size}" for size, name in ICONS.items()
    }
    for size, name in ICONS.items():
        assert size_of(PUBLISHED / name) == (size, size)


def test_the_preview_is_as_large_as_those_want_who_show_it_and_no_heavier_than_needed() -> None:
    assert size_of(PUBLISHED / PREVIEW) == (1200, 630)
    assert (PUBLISHED / PREVIEW).stat().st_size < 100_000


def size_of(png: Path) -> tuple[int, int]:
    head = png.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", head[16:])
    return width, height


def test_the_address_of_the_preview_is_whole_where_it_is_known() -> None:
    assert preview_address(UNPUBLISHED, 2) == "../../preview.png"
    assert preview_address(Publishing("https://example.org/x/"), 2) == "https://example.org/x/preview.png"
