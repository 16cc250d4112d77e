"""What the theme repeats on every page is moved to shared files."""

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
    spec = spec_from_file_location("hooks", THEME / "hooks.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cleaned(hooks: ModuleType, output: str) -> str:
    """A written page with the name `here`."""
    text: str = hooks.on_post_page(output, page=SimpleNamespace(file=SimpleNamespace(name="here")))
    return text


def settings(base: str) -> str:
    text = json.dumps({"base": base, "search": f"{base}/assets/worker.js", "features": ["navigation.top"]})
    return f'<script id="__config" type="application/json">{text}</script>'


def test_an_icon_is_drawn_once_for_all_pages(hooks: ModuleType) -> None:
    first = cleaned(hooks, f"<label>{ICON.format(1)}</label>{ICON.format(2)}")
    assert first == '<label><svg class="icon icon-0"></svg></label><svg class="icon icon-1"></svg>'
    assert cleaned(hooks, ICON.format(2)) == '<svg class="icon icon-1"></svg>'


def test_newlines_are_left_out_beside_tags_but_not_in_what_people_read(hooks: ModuleType) -> None:
    page = "<nav>\n<a>\nRules\n</a>\n</nav>\n<article>\n<b>a</b>\n<i>b</i></article>"
    assert cleaned(hooks, page) == "<nav><a>Rules</a></nav><article>\n<b>a</b>\n<i>b</i></article>"


def test_cells_rows_and_items_end_where_the_next_one_begins(hooks: ModuleType) -> None:
    row = "<tr>\n<td>a</td>\n<td>b</td>\n</tr>"
    table = f"<table>\n<thead>\n<tr>\n<th>x</th>\n</tr>\n</thead>\n<tbody>\n{row}\n{row}\n</tbody>\n</table>"
    short = "<tr>\n<td>a\n<td>b\n"
    assert cleaned(hooks, f"<article>{table}</article>") == (
        f"<article><table>\n<thead>\n<tr>\n<th>x\n\n</thead>\n<tbody>\n{short}\n{short}\n</tbody>\n</table></article>"
    )
    assert cleaned(hooks, "<article><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d</article>") == (
        "<article><ul><li>a<li>b<ul><li>c</ul></ul>d</article>"
    )
    assert cleaned(hooks, "<article><div><p>a</p><p>b</p></div><p>c</p>d<a><p>e</p></a></article>") == (
        "<article><div><p>a<p>b</div><p>c</p>d<a><p>e</p></a></article>"
    )
    code = "<article><pre><li>a</li><li>b</li></pre></article>"
    assert cleaned(hooks, code) == code


def test_values_that_need_no_quotation_marks_have_none(hooks: ModuleType) -> None:
    page = '<article><a class="x y" href="a.html#b" lang="pl">id="c" </a><p id="d" title="e">f</p></article>'
    short = '<article><a class="x y" href=a.html#b lang=pl>id="c" </a><p id=d title="e">f</p></article>'
    assert cleaned(hooks, page) == short


def test_a_sign_behind_a_heading_says_nothing_in_english(hooks: ModuleType) -> None:
    sign = '<article><a class="headerlink" href="#x" title="Permanent link">&para;</a></article>'
    assert cleaned(hooks, sign) == "<article><a class=headerlink href=#x>&para;</a></article>"


def test_a_link_to_a_place_on_the_same_page_is_short(hooks: ModuleType) -> None:
    links = '<a href="here.html#a">a</a><a href="there.html#a">a</a><a href="here.html">a</a>'
    assert cleaned(hooks, links) == '<a href="#a">a</a><a href="there.html#a">a</a><a href="here.html">a</a>'


def test_code_is_left_as_it_is(hooks: ModuleType) -> None:
    code = f"<pre>\n\n  {ICON.format(1)}</pre>"
    assert cleaned(hooks, f"<p>a\n\n  b</p>{code}") == f"<p>a\nb</p>{code}"


HEAD = """<form class="md-header__option" data-md-component="palette">
<input></form><p>between</p><search class="part"><button></button>
<dialog><ol></ol></dialog>
</search><p>after</p>"""


def test_what_needs_scripts_is_written_by_one(hooks: ModuleType) -> None:
    found = cleaned(hooks, HEAD)
    assert found == (
        '<script>__md_write("colours")</script><p>between</p><script>__md_write("search")</script><p>after</p>'
    )
    assert [HEAD.replace(part, "") != HEAD for part in hooks._written.values()] == [True, True]


@pytest.mark.parametrize("root", ["..", "../.."])
def test_what_stands_around_a_page_is_kept_with_addresses_from_the_root(hooks: ModuleType, root: str) -> None:
    drawn = f'\n<nav>\n  <a href="{root}/rules/index.html">\n{ICON.format(1)}</a>\n</nav>'
    assert hooks._keep({"beside": drawn}, root) == ""
    assert hooks._frame == {"beside": '<nav><a href="~/rules/index.html"><svg class="icon icon-0"></svg></a></nav>'}


def test_only_pages_that_the_navigation_does_not_list_have_their_frame_in_common(
    hooks: ModuleType, tmp_path: Path
) -> None:
    for name in ("stylesheets/main.1.min.css", "stylesheets/palette.2.min.css", "javascripts/bundle.3.min.js"):
        path = tmp_path / "assets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    def page(address: str) -> SimpleNamespace:
        return SimpleNamespace(file=SimpleNamespace(src_uri=address))

    config = SimpleNamespace(
        extra={"wide": ["matrix.md"], "short": ["clauses/a.md"]}, theme=SimpleNamespace(dirs=[str(tmp_path)])
    )
    nav = SimpleNamespace(pages=[page("index.md")])
    addresses = ("index.md", "matrix.md", "clauses/a.md", "evidence/a.md")
    told = {one: hooks.on_page_context({"a": 1}, page=page(one), config=config, nav=nav) for one in addresses}
    assert [told[one]["detail"] for one in addresses] == [False, False, True, True]
    assert [told[one]["is_short"] for one in addresses] == [False, False, True, False]
    assert told["clauses/a.md"]["styles"] == [
        "assets/stylesheets/main.1.min.css",
        "assets/stylesheets/palette.2.min.css",
    ]
    assert told["clauses/a.md"]["bundle"] == "assets/javascripts/bundle.3.min.js"
    assert all(one["a"] == 1 and not one["is_kept"] for one in told.values())


@pytest.mark.parametrize("base", [".", "../.."])
def test_settings_and_icons_go_into_files_wherever_the_last_page_lies(
    hooks: ModuleType, tmp_path: Path, base: str
) -> None:
    assert cleaned(hooks, f"<p>a</p>{settings(base)}{ICON.format(1)}").startswith("<p>a</p><svg class=")
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
