"""The ranking has a weight for every field of a document and for no other, and a scale that tells scores apart."""

import pytest

from colt_rules.search.index import Document
from colt_rules.search.ranking import ranking


def test_every_field_of_a_document_has_a_weight() -> None:
    fields = Document(id="a", kind="clause", title="", text="").fields()
    assert set(ranking().fields) == set(fields)
    assert all(weight > 0 for weight in ranking().fields.values())


@pytest.mark.parametrize("score", [0.13, 1, 17.4, 300])
def test_a_step_of_the_scale_is_near_the_score(score: float) -> None:
    scale = ranking().scale
    assert abs(scale.score(scale.level(score)) / score - 1) < 0.05


def test_scores_beyond_the_scale_are_at_its_ends() -> None:
    scale = ranking().scale
    assert (scale.level(1e-9), scale.level(1e9)) == (0, scale.highest - scale.lowest)
