"""What a site knows of the place where it is published: its address, and where a mistake is reported.

Neither is made up: without an address there is no sitemap, and without a tracker no page asks for reports.
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
"""By the end of its address: how a tracker is told what to write into a new issue."""
MAIL = "?subject={subject}&body={text}"


class BadSetting(ValueError):
    """An address that cannot be one; the message says what was expected."""


@frozen
class Publishing:
    """Where a site is published."""

    address: str = ""
    """Of the folder above the languages, with a slash at its end; empty if nobody knows it."""
    report: str = ""
    """Where a mistake is reported, with ``{subject}`` and ``{text}`` in it; empty if nowhere."""

    @property
    def path(self) -> str:
        """The path of the site at its host; if nobody knows better, the host has nothing else."""
        return urlsplit(self.address).path or "/"

    def report_at(self, subject: str, text: str) -> str:
        """The address at which a report is begun, with these words filled in."""
        return self.report.replace("{subject}", quote(subject, safe="")).replace("{text}", quote(text, safe=""))


UNPUBLISHED = Publishing()
"""A site of which nobody knows where it will be."""


def publishing(root: Path, address: str | None = None, report: str | None = None) -> Publishing:
    """What is asked for, or else what the project says of itself in its `pyproject.toml`, as `[project.urls]`."""
    urls = _urls(root)
    return Publishing(
        _address(urls.get("documentation", "") if address is None else address),
        _report(urls.get("issues", "") if report is None else report),
    )


def _urls(root: Path) -> Mapping[str, str]:
    """The addresses that the project names, by their labels in small letters; an installed package has none."""
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
    """A sitemap: a list of the pages of each language, with their other languages, and above them the list of lists.

    ``pages`` are addresses of HTML files by language, from the root of the language. A list is compressed, as the
    protocol of sitemaps allows: it would weigh a megabyte. There is none without an address, for it would be wrong.
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
    if at.path == "/":  # elsewhere nobody reads it
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
