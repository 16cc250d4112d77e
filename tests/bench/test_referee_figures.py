"""The figures of the referee are measured with real games and real logs; how fast it is, no test decides."""

import pytest

from colt_rules.bench import referee_figures
from colt_rules.bench.figures import NotMeasured
from colt_rules.bench.log_figures import long_game, peak_memory, pieces
from colt_rules.referee.story import Story


@pytest.mark.thorough
def test_every_figure_of_the_referee_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SHORT": 600, "LONG": 3_000, "JUMPS": 10}.items():
        monkeypatch.setattr(referee_figures, name, value)
    measured = {figure.name: figure for figure in referee_figures.measure(repeats=1, games=2)}
    assert list(measured) == ["audit", "game", "jump", "memory"]
    assert all(figure.middle > 0 for name, figure in measured.items() if name != "memory")
    assert all(measured[name].less_is_better for name in ("game", "jump", "memory"))
    assert measured["audit"].middle < 5, "to decide a game again takes longer than a fifth of playing it"


def test_what_is_audited_are_the_games_that_are_played() -> None:
    auditing = referee_figures.Auditing(2)
    assert auditing.rate() > 0
    assert auditing.longest() <= 2 / auditing.rate() * 2


def test_a_jump_that_leads_elsewhere_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story.read(pieces("long", long_game(600)))
    assert referee_figures.longest_jump(story, 0) > 0
    monkeypatch.setattr(Story, "position", lambda self, at: None)
    with pytest.raises(NotMeasured, match=r"a jump cannot be measured: event .* leads elsewhere"):
        referee_figures.longest_jump(story, 0)


def test_memory_is_that_of_the_process_that_walks() -> None:
    assert 10 * 2**20 < peak_memory(referee_figures.walk_long, 500) < 500 * 2**20
