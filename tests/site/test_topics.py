"""Every clause is under its topic, in the order of play."""

from colt_rules.languages import LANGUAGES
from colt_rules.modules import MODULES
from colt_rules.registry.registry import registry
from colt_rules.site.addresses import topic_at
from colt_rules.site.pages.topics import pages, topics
from tests.site.reading import reader


def test_play_begins_with_the_base_game() -> None:
    found = [(topic.module, topic.name) for topic in topics(registry())]
    assert found[:3] == [("base", "setup"), ("base", "train"), ("base", "schemin")]
    assert [*dict.fromkeys(module for module, _ in found)] == [*MODULES]
    assert len(found) == len(set(found))


def test_every_clause_is_anchored_under_its_topic_in_each_language() -> None:
    for lang in LANGUAGES:
        bodies = {page.address: page.body for page in pages(reader(lang))}
        for clause in registry().clauses.values():
            assert f"{{#{clause.id}}}" in bodies[topic_at(clause)]


def test_terms_are_linked_in_statements() -> None:
    bodies = {page.address: page.body for page in pages(reader("fr"))}
    assert "[toits](/glossary.md#roof)" in bodies["rules/base/fire.md"]


def test_a_clause_that_does_not_hold_everywhere_is_marked() -> None:
    spec = registry()
    differing = [clause for clause in spec.clauses.values() if spec.only(clause)]
    bodies = {page.address: page.body for page in pages(reader("en"))}
    assert differing
    for clause in differing:
        part = bodies[topic_at(clause)].partition(f"{{#{clause.id}}}")[2].partition("\n## ")[0]
        assert "**only in [" in part
        assert f'<div class="small" data-in="{" ".join(spec.only(clause))}" markdown="1">' in part
        assert all(spec.editions[id].name.en.replace("&", "&amp;") in part for id in spec.only(clause))
    assert spec.only(spec.clauses["fire.target"]) == ()


def test_a_page_about_a_module_says_which_editions_play_it_unless_all_do() -> None:
    bodies = {page.address: page.body for page in pages(reader("pl"))}
    assert '<div class="holds" data-in="ru-full fr-horses" markdown="1">' in bodies["rules/horses/index.md"]
    assert '<div class="holds"' not in bodies["rules/base/index.md"]
    assert '<div class="holds"' not in bodies["rules/index.md"]
    assert bodies["rules/index.md"].count('<div class="small" data-in="ru-full fr-horses"') >= 2


def test_a_list_of_clauses_can_be_marked_for_an_edition() -> None:
    bodies = {page.address: page.body for page in pages(reader("en"))}
    listed = bodies["rules/base/index.md"].splitlines()
    (line,) = [line for line in listed if "(/clauses/tuco.upward-only.md)" in line]
    assert line.endswith(' <i data-in="ru-base"></i>')
    (line,) = [line for line in listed if "(/clauses/fire.target.md)" in line]
    assert "data-in" not in line
