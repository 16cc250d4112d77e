"""Serves the built site over HTTP, on this machine only, compressed as a host on the web would."""

import gzip
import io
import re
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO

from colt_rules.site.addresses import NOT_FOUND

_TEXT = re.compile(r"text/.*|.*[/+](?:javascript|json|xml)")
"""The types of files worth compressing."""


class _Quiet(SimpleHTTPRequestHandler):
    """Logs no requests, and serves nothing outside the site."""

    _packed = b""
    """The compressed file, if the browser takes it."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Serve a file if it is in the folder of the site and no link leads out of it."""
        try:
            asked, site = (Path(one).resolve() for one in (self.translate_path(self.path), self.directory))
            inside = asked.is_relative_to(site)
        except (OSError, RuntimeError, ValueError):  # not a valid file name, or a loop of links
            inside = False
        if not inside:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None
        self._packed = self._compressed(asked)
        file = super().send_head()
        if file is None or not self._packed:
            return file
        file.close()
        return io.BytesIO(self._packed)

    def _compressed(self, asked: Path) -> bytes:
        path = asked / "index.html" if self.path.partition("?")[0].endswith("/") else asked
        is_wanted = "gzip" in self.headers.get("Accept-Encoding", "") and _TEXT.fullmatch(self.guess_type(path))
        return _gzipped(path, path.stat().st_mtime_ns) if is_wanted and path.is_file() else b""

    def send_header(self, keyword: str, value: str) -> None:
        """Send the length of the compressed file instead of its own."""
        if self._packed and keyword == "Content-Length":
            super().send_header("Content-Encoding", "gzip")
            super().send_header("Vary", "Accept-Encoding")
            value = str(len(self._packed))
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Make browsers revalidate cached pages, which change with a build."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's own page for unknown addresses, if it has one."""
        page = Path(self.directory) / NOT_FOUND
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@lru_cache(maxsize=1000)
def _gzipped(path: Path, changed: int) -> bytes:
    """A file, compressed; ``changed`` tells apart its contents."""
    return gzip.compress(path.read_bytes(), mtime=0)


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for the site in this folder; port 0 takes any that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
