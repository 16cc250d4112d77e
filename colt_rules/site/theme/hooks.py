"""What mkdocs does beside its own: our search index, pages without empty lines, nothing that nobody loads.

mkdocs loads this file by its path, so it imports nothing of the package but what it is given in the configuration.
"""

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page

_APART = re.compile(r"(<pre\b.*?</pre>|<script\b.*?</script>|<textarea\b.*?</textarea>)", re.DOTALL)
_EMPTY = re.compile(r"\s*\n\s*")

TITLE = 5.0
"""How much more a word counts in a title: the theme's thousand would let any title beat what a clause says."""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Keep the theme from indexing every word, and its bars from a page that wants the whole width."""
    page.meta["search"] = {"exclude": True}
    if page.file.src_uri in config.extra["wide"]:
        page.meta["hide"] = ["navigation", "toc"]
    return markdown


def on_post_page(output: str, **_: Any) -> str:
    """The page without indents and empty lines, which are a tenth of it."""
    parts = _APART.split(output)
    return "".join(part if number % 2 else _EMPTY.sub("\n", part) for number, part in enumerate(parts))


@event_priority(-50)  # after the search plugin has written its index, before the offline plugin copies it
def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """Put our search index in the place of the theme's, and take away what no page loads."""
    site = Path(config.site_dir)
    index = site / "search" / "search_index.json"
    data = json.loads(index.read_text(encoding="utf-8"))
    data["config"]["fields"]["title"]["boost"] = TITLE
    found = json.loads(Path(config.extra["found"]).read_text(encoding="utf-8"))
    data["docs"] = [{"location": at, "title": escape(title), "text": escape(text)} for at, title, text in found]
    index.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    for path in site.glob("assets/**/*.map"):
        path.unlink()
    needed = {f"lunr.{lang}.min.js" for lang in (*data["config"]["lang"], "stemmer.support", "multi")}
    for path in site.glob("assets/javascripts/lunr/**/*.js"):
        if path.name not in needed:
            path.unlink()
