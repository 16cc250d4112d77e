"""Serves the built site over HTTP, on this machine only."""

import io
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO

from colt_rules.site.addresses import NOT_FOUND


class _Quiet(SimpleHTTPRequestHandler):
    """Logs no requests, and serves nothing outside the site."""

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
        return super().send_head()

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


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for the site in this folder; port 0 takes any that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
