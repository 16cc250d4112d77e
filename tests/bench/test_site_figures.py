"""The figures of the site: how long it takes, how heavy it is as a whole, and its heaviest page."""

from pathlib import Path

import pytest

from colt_rules.bench import site_figures
from colt_rules.site.building import Built


def test_the_site_is_built_once_and_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Path] = []

    def build(to: Path) -> Built:
        to.mkdir()
        (to / "a.html").write_bytes(b"x" * 400_000)
        (to / "b.html").write_bytes(b"x" * 100_000)
        built.append(to)
        return Built(to, 2, 2, 500_000)

    monkeypatch.setattr(site_figures, "build", build)
    seconds, size, page = site_figures.measure(7, 100)
    assert len(built) == 1
    assert (seconds.goal, seconds.met) == (180, True)
    assert (size.middle, size.goal, size.met) == (0.5, 150, True)
    assert (page.middle, page.goal, page.met) == (0.4, 0.3, False)
