"""The figures of the table in the browser."""

from pathlib import Path

import pytest

from colt_rules.bench import table_figures
from colt_rules.site.printing import chromium
from tests.conftest import THOROUGH
from tests.site.browser import SITE, repeats_others


def test_a_site_without_the_engine_has_none(tmp_path: Path) -> None:
    assert list(table_figures.measure(tmp_path)) == []


@repeats_others
@pytest.mark.thorough
def test_choices_and_moves_are_measured_in_the_built_site() -> None:
    if not (chromium() and (SITE / "engine" / "list.js").exists()):
        (pytest.fail if THOROUGH else pytest.skip)("needs Chromium and a site with the engine: run make docs with node")
    measured = {one.name: one.median for one in table_figures.measure(SITE)}
    assert set(measured) == {"table-cold", "table-warm", "table-easy", "table-medium", "table-hard", "table-choice"}
    assert measured["table-easy"] < measured["table-hard"]
    assert all(value > 0 for value in measured.values())
