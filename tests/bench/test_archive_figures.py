"""The figures of many games, measured with a few."""

import sys
from pathlib import Path

import pytest

from colt_rules.bench import archive_figures
from colt_rules.bench.archive_figures import AUDITED, measure
from colt_rules.bench.figures import NotMeasured
from tests.cli.running import run_colt
from tests.logs import played, text_of


@pytest.mark.thorough
def test_every_figure_is_measured() -> None:
    measured = {one.name: one for one in measure(1, 1)}
    assert list(measured) == ["audits", "cluster", "imports", "memory", "archive", "size", "questions"]
    for name in ("audits", "imports", "archive", "size", "questions"):
        assert measured[name].median > 0
    assert measured["memory"].less_is_better
    assert measured["audits"].what == f"{AUDITED} audits by two processes, relative to one"


@pytest.mark.thorough
def test_without_dask_the_cluster_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    cluster = next(one for one in measure(1, 1) if one.name == "cluster")
    assert cluster.what == "a Dask cluster: not measured without Dask; pip install 'colt-rules[cluster]'"
    assert cluster.goal_in_words == "for information"


def test_without_duckdb_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_figures, "find_spec", lambda name: None)
    assert "pip install 'colt-rules[archive]'" in run_colt("bench", "archive", status=2).output


def test_a_log_with_a_fault_is_not_measured(tmp_path: Path) -> None:
    (tmp_path / "wrong.jsonl").write_bytes(text_of(played(1))[:-30])
    with pytest.raises(NotMeasured, match=r"wrong\.jsonl was found to have faults"):
        archive_figures.audit_some(str(tmp_path), 1)
