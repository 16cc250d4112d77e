"""The figures of the rules site that ``colt bench site`` shows."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from colt_rules.bench.figures import Figure, figure
from colt_rules.site.building import Built, build
from colt_rules.site.checking import HEAVIEST_PAGE, HEAVIEST_SITE

MEGABYTE = 1_000_000


def measure(repeats: int, games: int) -> Iterator[Figure]:
    """Every figure, one after the other as it is ready. A site takes minutes: it is built once, whatever is asked."""
    with TemporaryDirectory() as folder:
        made: list[Built] = []

        def seconds(repeat: int) -> float:
            start = time.perf_counter()
            made.append(build(Path(folder) / "site"))
            return time.perf_counter() - start

        yield figure("build", "building the site in four languages, on all cores", "s", 180, 1, seconds)
        (built,) = made
        size = f"the whole site: {built.pages:,} pages, {built.files:,} files"
        yield figure("size", size, "MB", HEAVIEST_SITE / MEGABYTE, 1, lambda _: built.size / MEGABYTE)
        pages = [path.stat().st_size for path in built.folder.rglob("*.html")]
        yield figure("page", "its heaviest page", "MB", HEAVIEST_PAGE / MEGABYTE, 1, lambda _: max(pages) / MEGABYTE)
