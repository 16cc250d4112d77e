"""The ranking has a weight for every field of a document and for no other."""

from colt_rules.search.index import Document
from colt_rules.search.ranking import ranking


def test_every_field_of_a_document_has_a_weight() -> None:
    fields = Document(id="a", kind="clause", title="", text="").fields()
    assert set(ranking().fields) == set(fields)
    assert all(weight > 0 for weight in ranking().fields.values())
