"""A jump in a story is measured only if it leads where it should."""

import pytest

from colt_rules.bench import referee_figures
from colt_rules.bench.figures import NotMeasured
from colt_rules.bench.log_figures import long_game, pieces
from colt_rules.referee.story import Story


def test_a_jump_that_leads_elsewhere_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story.read(pieces("long", long_game(600)))
    assert referee_figures.longest_jump(story, 0) > 0
    monkeypatch.setattr(Story, "position", lambda self, at: None)
    with pytest.raises(NotMeasured, match=r"a jump cannot be measured: event .* leads elsewhere"):
        referee_figures.longest_jump(story, 0)
