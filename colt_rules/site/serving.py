"""The built site over HTTP, on this machine alone."""

import io
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of each request, and shows nothing but the site."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """What is asked for, if it lies in the folder of the site and no link leads out of it."""
        try:
            asked, site = (Path(one).resolve() for one in (self.translate_path(self.path), self.directory))
            inside = asked.is_relative_to(site)
        except (OSError, RuntimeError, ValueError):  # no file has such a name, or links go round in a circle
            inside = False
        if not inside:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None
        return super().send_head()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for the site in this folder; port 0 takes any that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
