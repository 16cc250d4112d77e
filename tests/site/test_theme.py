"""What the theme repeats on every page is taken out of the pages and put where all of them find it."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from colt_rules.site.building import THEME

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 6h{}v2H3z"/></svg>'


@pytest.fixture
def hooks() -> ModuleType:
    """The file as mkdocs loads it, by its path."""
    pytest.importorskip("mkdocs")
    spec = spec_from_file_location("hooks", THEME / "hooks.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def settings(base: str) -> str:
    text = json.dumps({"base": base, "search": f"{base}/assets/worker.js", "features": ["navigation.top"]})
    return f'<script id="__config" type="application/json">{text}</script>'


def test_an_icon_is_drawn_once_for_all_pages(hooks: ModuleType) -> None:
    first = hooks.on_post_page(f"<label>{ICON.format(1)}</label>{ICON.format(2)}")
    assert first == '<label><svg class="icon icon-0"></svg></label><svg class="icon icon-1"></svg>'
    assert hooks.on_post_page(ICON.format(2)) == '<svg class="icon icon-1"></svg>'


def test_newlines_are_left_out_beside_tags_but_not_in_what_people_read(hooks: ModuleType) -> None:
    page = "<nav>\n<a>\nRules\n</a>\n</nav>\n<article>\n<b>a</b>\n<i>b</i></article>"
    assert hooks.on_post_page(page) == "<nav><a>Rules</a></nav><article>\n<b>a</b>\n<i>b</i></article>"


def test_a_sign_behind_a_heading_says_nothing_in_english(hooks: ModuleType) -> None:
    sign = '<article><a class="headerlink" href="#x" title="Permanent link">&para;</a></article>'
    assert hooks.on_post_page(sign) == '<article><a class="headerlink" href="#x">&para;</a></article>'


def test_code_is_left_as_it_is(hooks: ModuleType) -> None:
    code = f"<pre>\n\n  {ICON.format(1)}</pre>"
    assert hooks.on_post_page(f"<p>a\n\n  b</p>{code}") == f"<p>a\nb</p>{code}"


HEAD = """<form class="md-header__option" data-md-component="palette">
<input></form><p>between</p><search class="part"><button></button>
<dialog><ol></ol></dialog>
</search><p>after</p>"""


def test_what_needs_scripts_is_written_by_one(hooks: ModuleType) -> None:
    found = hooks.on_post_page(HEAD)
    assert found == (
        '<script>__md_write("colours")</script><p>between</p><script>__md_write("search")</script><p>after</p>'
    )
    assert [HEAD.replace(part, "") != HEAD for part in hooks._written.values()] == [True, True]


@pytest.mark.parametrize("base", [".", "../.."])
def test_settings_and_icons_go_into_files_wherever_the_last_page_lies(
    hooks: ModuleType, tmp_path: Path, base: str
) -> None:
    assert hooks.on_post_page(f"<p>a</p>{settings(base)}{ICON.format(1)}").startswith("<p>a</p><svg class=")
    for name, text in {
        "assets/page.js": "first\n",
        "assets/theme.css": "",
        "assets/javascripts/bundle.js": "",
        "assets/javascripts/lunr/tinyseg.js": "",
        "assets/javascripts/workers/search.js": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    hooks.on_post_build(SimpleNamespace(site_dir=tmp_path))
    first, told, _ = (tmp_path / "assets/page.js").read_text(encoding="utf-8").splitlines()
    assert first == "first"
    assert json.loads(told.removeprefix("__md_settings(").removesuffix(");")) == {"features": ["navigation.top"]}
    (style,) = (tmp_path / "assets/theme.css").read_text(encoding="utf-8").splitlines()
    assert style.startswith('.icon-0{--icon:url("data:image/svg+xml,%3Csvg')
    assert "M3 6h1v2H3z" in style
    assert [path.name for path in (tmp_path / "assets/javascripts").iterdir()] == ["bundle.js"]
