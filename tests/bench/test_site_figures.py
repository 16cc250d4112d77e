"""The figures of the site: how long it takes, how heavy it and its heaviest page are, how many questions it answers."""

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
        (to / "find").mkdir()
        (to / "find" / "en.js").write_bytes(b"x" * 2_000_000)
        (to / "find" / "finding.js").write_bytes(b"x" * 9_000_000)
        built.append(to)
        return Built(to, 2, 2, 500_000)

    monkeypatch.setattr(site_figures, "build", build)
    monkeypatch.setattr(site_figures, "_answered", lambda lang, repeat: 95.0)  # tests/search asks the questions
    seconds, size, page, data, *answers = site_figures.measure(7, 100)
    assert len(built) == 1
    assert (seconds.goal, seconds.met) == (180, True)
    assert (size.median, size.goal, size.met) == (0.5, 120, True)
    assert (page.median, page.goal, page.met) == (0.4, 0.2, False)
    assert (data.median, data.goal, data.met) == (2, 1, False)
    assert [figure.name for figure in answers] == ["answers-en", "answers-ru", "answers-fr", "answers-pl"]
    assert all(figure.met and not figure.less_is_better and figure.goal == 90 for figure in answers)
