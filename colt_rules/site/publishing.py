"""Where a site is published: its address, and where to report a mistake.

Neither is invented: without an address there is no sitemap, and without a tracker no page asks for reports.
"""

from collections.abc import Iterable, Iterator, Mapping
from gzip import compress
from pathlib import Path
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

import tomli
from attrs import frozen

from colt_rules.site.addresses import ENGLISH

FORMS = {
    "/-/issues": "/new?issue%5Btitle%5D={subject}&issue%5Bdescription%5D={text}",
    "/issues": "/new?title={subject}&body={text}",
}
"""By the end of its address: the query of a tracker that fills in a new issue."""
MAIL = "?subject={subject}&body={text}"


class BadSetting(ValueError):
    """An invalid address; the message states what was expected."""


@frozen
class Publishing:
    """Where a site is published."""

    address: str = ""
    """The address of the folder above the languages, with a trailing slash; empty if unknown."""
    report: str = ""
    """Where to report a mistake, with ``{subject}`` and ``{text}`` in it; empty if nowhere."""

    @property
    def path(self) -> str:
        """The path of the site on its host; by default the root."""
        return urlsplit(self.address).path or "/"

    def report_at(self, subject: str, text: str) -> str:
        """The address of a new report with these words filled in."""
        return self.report.replace("{subject}", quote(subject, safe="")).replace("{text}", quote(text, safe=""))


UNPUBLISHED = Publishing()
"""A site without a known address."""


def publishing(root: Path, address: str | None = None, report: str | None = None) -> Publishing:
    """The given settings, or else the settings in `[project.urls]` in the project's `pyproject.toml`."""
    urls = _urls(root)
    return Publishing(
        _address(urls.get("documentation", "") if address is None else address),
        _report(urls.get("issues", "") if report is None else report),
    )


def _urls(root: Path) -> Mapping[str, str]:
    """The project's addresses by label in lower case; empty for an installed package."""
    path = root / "pyproject.toml"
    project = tomli.loads(path.read_text(encoding="utf-8")).get("project", {}) if path.is_file() else {}
    return {name.lower(): address for name, address in project.get("urls", {}).items()}


def _address(given: str) -> str:
    if not given:
        return ""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BadSetting(f"expected the address of the site, such as https://rules.example.org/; got {given[:200]}")
    return f"{given.rstrip('/')}/"


def _report(given: str) -> str:
    if not given or ("{subject}" in given and given.startswith(("https://", "http://", "mailto:"))):
        return given
    if given.startswith("mailto:") and "@" in given and "?" not in given:
        return given + MAIL
    for end, form in FORMS.items():
        if given.startswith(("https://", "http://")) and given.rstrip("/").endswith(end):
            return given.rstrip("/") + form
    raise BadSetting(
        "expected where to report a mistake: mailto:NAME@HOST, the address of a tracker that ends in /issues, or any "
        f"address with {{subject}} and {{text}} in it; got {given[:200]}"
    )


# --- for search engines


def sitemap_files(at: Publishing, pages: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, bytes]]:
    """A sitemap: a list of pages for each language, with their other languages, and an index of the lists.

    ``pages`` are addresses of HTML files by language, from the root of the language. The lists are compressed, as the
    sitemap protocol allows: each would be a megabyte. Without an address there is none, since it would be wrong.
    """
    if not at.address:
        return
    known = {lang: set(each) for lang, each in pages.items()}
    lists = []
    for lang, each in known.items():
        entries = "".join(_entry(at, lang, page, known) for page in sorted(each))
        lists.append(f"{lang}/sitemap.xml.gz")
        yield lists[-1], compress(_XML.format(kind="urlset", entries=entries).encode(), mtime=0)
    entries = "".join(f"<sitemap><loc>{escape(at.address + one)}</loc></sitemap>\n" for one in lists)
    yield "sitemap.xml", _XML.format(kind="sitemapindex", entries=entries).encode()
    if at.path == "/":  # crawlers read it only there
        yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {at.address}sitemap.xml\n".encode()


_XML = (
    '<?xml version="1.0" encoding="utf-8"?>\n<{kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{entries}</{kind}>\n'
)


def _entry(at: Publishing, lang: str, page: str, known: Mapping[str, set[str]]) -> str:
    there = {other: other for other in known if page in known[other]}
    if ENGLISH in there and len(there) > 1:
        there["x-default"] = ENGLISH
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{name}" href="{_url(at, other, page)}"/>'
        for name, other in there.items()
        if len(there) > 1
    )
    return f"<url><loc>{_url(at, lang, page)}</loc>{links}</url>\n"


def _url(at: Publishing, lang: str, page: str) -> str:
    return escape(f"{at.address}{lang}/{quote(page)}")
