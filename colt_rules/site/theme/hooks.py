"""Hooks of mkdocs: remove from pages what all of them repeat, and files that no page loads.

mkdocs loads this file by its path, so it imports nothing of the package and gets its data from the configuration.
"""

import json
import re
from functools import cache, partial
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

_APART = re.compile(r"(<pre\b.*?</pre>|<script\b.*?</script>|<textarea\b.*?</textarea>)", re.DOTALL)
_EMPTY = re.compile(r"\s*\n\s*")

_BETWEEN = re.compile(r"(?<=>)\n|\n(?=<)")
"""Line breaks beside tags in the head and the bars of a page, where they separate no words."""
_UNNEEDED = re.compile(
    r"</t[dh]>(?=\s*<(?:t[dh]\b|/tr>))|</tr>(?=\s*<(?:tr\b|/t(?:body|head)>))|</li>(?=\s*<(?:li\b|/[uo]l>))"
    r"|</p>(?=\s*<(?:(?:p|div|[uo]l|h[1-6]|table|details)\b|/(?:div|details|li|blockquote)>))"
)
"""End tags of cells, rows, items and paragraphs that HTML allows to omit."""
_TAG = re.compile(r"<[a-z][^<>]*>")
_QUOTED = re.compile(r""" (href|class|id|lang)="([^\s"'=<>`]+)"(?=[ >])""")
"""Attributes whose values need no quotation marks."""
_SAID_TWICE = ' title="Permanent link"'
"""The theme's title of the sign after a heading, in English in every language."""
_NESTED = re.compile(r' aria-labelledby="__nav[^"]*" aria-expanded="(?:true|false)"')
"""What makes each level of the navigation a landmark: without a name, since its label is only an arrow."""
_ICON = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="([^"]+)"/></svg>')
_SETTINGS = re.compile(r'<script id="__config" type="application/json">(.*?)</script>', re.DOTALL)

_BY_SCRIPT = {
    "colours": re.compile(r'<form class="md-header__option" data-md-component="palette">.*?</form>', re.DOTALL),
    "edition": re.compile(r'<label class="colt-edition".*?</label>', re.DOTALL),
    "search": re.compile(r"<search\b.*?</search>", re.DOTALL),
}
"""Parts that are useless without scripts, so a script can write them."""

_written: dict[str, str] = {}
"""The parts in ``_BY_SCRIPT`` of the last page; they are the same on all pages."""
_icons: dict[str, int] = {}
"""The numbers of the theme's icons, by path."""
_settings: dict[str, Any] = {}
"""The settings of the theme's script on the last page; except for the path to the root they are the same on all."""
_frame: dict[str, str] = {}
"""The frame of pages that the navigation does not list, taken from the first of them."""
FROM_ROOT = "~/"
"""The prefix of addresses in the frame that start at the root of the language."""


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", **_: Any) -> str:
    """Set the description of a page, and hide the theme's bars on a page that uses the whole width."""
    page.meta["description"] = _described(config.extra["described"])[page.file.src_uri]
    if page.file.src_uri in config.extra["wide"]:
        page.meta["hide"] = ["navigation", "toc"]
    return markdown


def on_page_context(context: dict[str, Any], page: "Page", config: "MkDocsConfig", nav: "Navigation") -> dict[str, Any]:
    """Tell `main.html` whether a page shares the common frame, and what it needs for that."""
    address = page.file.src_uri
    is_listed = any(one.file.src_uri == address for one in nav.pages) or address in config.extra["wide"]
    return {
        **context,
        "detail": not is_listed,
        "is_kept": bool(_frame),
        "is_short": address in config.extra["short"],
        "keep": _keep,
        "styles": _assets(config, "stylesheets/main.*.css", "stylesheets/palette.*.css"),
        "bundle": _assets(config, "javascripts/bundle.*.js")[0],
    }


_found: dict[tuple[str, ...], list[str]] = {}
"""By patterns: the addresses of the theme's files, which are the same for all pages."""


def _assets(config: "MkDocsConfig", *patterns: str) -> list[str]:
    """The addresses of the theme's files, whose names change with its version."""
    if patterns not in _found:
        folders = [Path(folder) for folder in config.theme.dirs]
        found = [sorted(path for folder in folders for path in folder.glob(f"assets/{one}")) for one in patterns]
        _found[patterns] = [f"assets/{paths[0].parent.name}/{paths[0].name}" for paths in found]
    return _found[patterns]


def _keep(parts: dict[str, str], root: str) -> str:
    """Keep the frame of a page. The page itself does not contain the frame: a script inserts it."""
    for name, part in parts.items():
        drawn = _BETWEEN.sub("", _ICON.sub(_icon, _EMPTY.sub("\n", _one_landmark(part.strip()))))
        _frame[name] = drawn.replace(f'="{root}/', f'="{FROM_ROOT}')
    return ""


@cache
def _described(path: str) -> dict[str, str]:
    """The description of each page, by address."""
    found: dict[str, str] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


def on_post_page(output: str, page: "Page", **_: Any) -> str:
    """The page without indentation, optional end tags and quotes, and what all pages share: icons, settings, head.

    A link to an anchor on the same page is reduced to the anchor.
    """
    output = output.replace(f'href="{page.file.name}.html#', 'href="#')
    output = _SETTINGS.sub(_without_settings, _one_landmark(output))
    parts = _APART.split(output)
    output = "".join(
        part if number % 2 else _UNNEEDED.sub("", _ICON.sub(_icon, _EMPTY.sub("\n", part)))
        for number, part in enumerate(parts)
    ).replace(_SAID_TWICE, "")
    for name, pattern in _BY_SCRIPT.items():
        output = pattern.sub(partial(_by_script, name), output)
    head, article, rest = output.partition("<article")
    if not article:
        return output
    return _BETWEEN.sub("", head) + article + _TAG.sub(lambda tag: _QUOTED.sub(r" \1=\2", tag[0]), rest)


def _one_landmark(output: str) -> str:
    """The page with the whole navigation as one landmark."""
    return _NESTED.sub(' role="none"', output)


def _by_script(name: str, match: re.Match[str]) -> str:
    _written[name] = match[0]
    return f'<script>__md_write("{name}")</script>'


def _without_settings(match: re.Match[str]) -> str:
    found = json.loads(match[1])
    _settings.update({key: value for key, value in found.items() if key not in ("base", "search")})
    return ""


def _icon(match: re.Match[str]) -> str:
    return f'<svg class="icon icon-{_icons.setdefault(match[1], len(_icons))}"></svg>'


def on_post_build(config: "MkDocsConfig", **_: Any) -> None:
    """Add the files that pages share, and remove files that no page loads: above all the theme's search."""
    site = Path(config.site_dir)
    with (site / "assets" / "page.js").open("a", encoding="utf-8") as script:
        script.write(f"__md_settings({json.dumps(_settings, ensure_ascii=False)});\n")
        script.write(f"var __md_parts = {json.dumps({**_written, **_frame}, ensure_ascii=False)};\n")
    with (site / "assets" / "theme.css").open("a", encoding="utf-8") as style:
        style.writelines(_drawn(path, number) for path, number in _icons.items())
    for path in site.glob("assets/**/*.map"):
        path.unlink()
    for name in ("lunr", "workers"):
        rmtree(site / "assets" / "javascripts" / name, ignore_errors=True)


def _drawn(path: str, number: int) -> str:
    """An icon as a style: a mask filled with the colour of the text."""
    image = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path d='{path}'/></svg>"
    return f'.icon-{number}{{--icon:url("data:image/svg+xml,{quote(image, safe=" /:=")}")}}\n'
