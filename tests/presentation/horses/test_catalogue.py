"""Whisky flasks on the pages."""

from colt_rules.rules.horses.box import EXTRAS
from colt_rules.site.pages.numbers import kind_of, numbers_of
from colt_rules.site.pages.things import KINDS
from tests.site.reading import reader_of_the_specification


def test_flasks_are_listed_after_tokens_with_both_counts_where_they_differ() -> None:
    classic, old = EXTRAS.flasks["classic"], EXTRAS.flasks["old"]
    assert KINDS[KINDS.index("token") + 1] == kind_of(classic) == "flask"
    in_the_box, listed, uses = numbers_of(reader_of_the_specification("en"), classic)
    assert (in_the_box, listed) == ("in the box: 5", "in the list of the Russian book: 6")
    assert [*numbers_of(reader_of_the_specification("en"), old)] == ["in the box: 1", uses]
    assert uses == "can be used: 2 ×"
