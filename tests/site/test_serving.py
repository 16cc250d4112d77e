"""``colt docs serve`` serves the site, and nothing beside it."""

import gzip
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest

from colt_rules.site.serving import server


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a site that has links to its inside, to its outside and to itself."""
    site = tmp_path / "site"
    (site / "en").mkdir(parents=True)
    (site / "index.html").write_text("the front door")
    (site / "en" / "index.html").write_text("english")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "index.html").write_text("secret")
    (site / "404.html").write_text("nothing here")
    (site / "inside").symlink_to("index.html")
    (site / "outside.txt").symlink_to(tmp_path / "secret.txt")
    (site / "up").symlink_to(tmp_path)
    (site / "folder").symlink_to(tmp_path / "folder")
    (site / "circle").symlink_to("circle")
    with server(site, 0) as serving:
        thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield serving.server_port
        serving.shutdown()
        thread.join()


def got(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.putrequest(method, path, skip_host=False)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/", b"the front door"),
        ("/index.html?from=here#there", b"the front door"),
        ("/en/", b"english"),
        ("/inside", b"the front door"),
    ],
)
def test_pages_are_shown(port: int, path: str, text: bytes) -> None:
    assert got(port, path) == (200, text)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "path",
    [
        *("/%00", "/%00/", "/index.html%00", "/en/%00.html", "/nothing", "/" + "x" * 5_000, "/%ff%fe", "/circle"),
        *("/outside.txt", "/up/secret.txt", "/up/", "/folder/", "/folder", "/folder/index.html"),
        *("/../secret.txt", "/%2e%2e/secret.txt", "/en/..%2f..%2fsecret.txt"),
    ],
)
def test_whatever_else_is_asked_for_is_not_there(
    port: int, path: str, method: str, capfd: pytest.CaptureFixture[str]
) -> None:
    status, text = got(port, path, method)
    assert status == 404
    assert text == (b"" if method == "HEAD" else b"nothing here"), "the site's own page"
    assert capfd.readouterr().err == "", "no traceback"


def test_a_site_without_a_page_of_its_own_for_it_says_it_too(tmp_path: Path) -> None:
    with server(tmp_path, 0) as serving:
        thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        status, text = got(serving.server_port, "/nothing")
        serving.shutdown()
        thread.join()
    assert status == 404
    assert b"File not found" in text


def test_nobody_keeps_a_page_without_asking_whether_it_is_still_the_same(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().headers["Cache-Control"] == "no-cache"
    connection.close()


class TestCompression:
    @staticmethod
    def answer(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    @pytest.mark.parametrize("path", ["/", "/index.html?from=here", "/en/"])
    def test_a_text_is_compressed_for_browsers_that_take_it(self, port: int, path: str) -> None:
        _, plain, text = self.answer(port, path)
        _, headers, body = self.answer(port, path, Accept_Encoding="br, gzip")
        assert "Content-Encoding" not in plain
        assert (headers["Content-Encoding"], headers["Vary"]) == ("gzip", "Accept-Encoding")
        assert int(headers["Content-Length"]) == len(body)
        assert headers["Content-type"] == plain["Content-type"]
        assert gzip.decompress(body) == text

    def test_a_page_that_has_not_changed_is_not_sent_again(self, port: int) -> None:
        _, headers, _ = self.answer(port, "/index.html", Accept_Encoding="gzip")
        again = self.answer(port, "/index.html", Accept_Encoding="gzip", If_Modified_Since=headers["Last-Modified"])
        assert (again[0], again[2]) == (304, b"")

    def test_a_changed_page_is_compressed_anew(self, port: int, tmp_path: Path) -> None:
        self.answer(port, "/en/index.html", Accept_Encoding="gzip")
        (tmp_path / "site" / "en" / "index.html").write_text("changed english")
        assert gzip.decompress(self.answer(port, "/en/index.html", Accept_Encoding="gzip")[2]) == b"changed english"

    def test_pictures_are_sent_as_they_are(self, port: int, tmp_path: Path) -> None:
        (tmp_path / "site" / "icon.png").write_bytes(b"picture")
        _, headers, body = self.answer(port, "/icon.png", Accept_Encoding="gzip")
        assert "Content-Encoding" not in headers
        assert body == b"picture"

    @pytest.mark.parametrize("path", ["/nothing", "/en", "/outside.txt"])
    def test_what_is_not_there_is_answered_as_without(self, port: int, path: str) -> None:
        plain, packed = self.answer(port, path), self.answer(port, path, Accept_Encoding="gzip")
        assert plain[0] == packed[0]
        assert plain[2] == packed[2]
