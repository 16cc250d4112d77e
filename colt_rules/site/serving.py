"""The built site over HTTP, on this machine alone."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of each request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for the site in this folder; port 0 takes any that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
