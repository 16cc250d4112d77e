"""The weights of the ranking are read from their file, and every field that is weighed is one of a document."""

from colt_rules.search.index import Document
from colt_rules.search.ranking import ranking


def test_every_field_of_a_document_has_a_weight() -> None:
    fields = Document(id="a", kind="clause", title="", text="").fields()
    assert set(ranking().fields) == set(fields)
    assert all(weight > 0 for weight in ranking().fields.values())
