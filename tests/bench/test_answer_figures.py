"""The figures of the first answer on a slow phone."""

import pytest

from colt_rules.bench import answer_figures
from colt_rules.site.printing import chromium
from tests.conftest import THOROUGH
from tests.site.browser import SITE, repeats_others


@repeats_others
@pytest.mark.thorough
def test_the_first_answer_is_measured_in_the_built_site() -> None:
    if not (chromium() and SITE.exists()):
        (pytest.fail if THOROUGH else pytest.skip)("needs Chromium and the site: run make docs")
    measured = {one.name: one.median for one in answer_figures.measure(SITE, repeats=1)}
    assert set(measured) == {"answer-en", "typed-en", "answer-ru", "typed-ru"}
    assert 0 < measured["typed-en"] < measured["answer-en"]
