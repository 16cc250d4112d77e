"""Positions that look the same are one file, whatever else differs in them."""

from xml.etree import ElementTree

from attrs import evolve

from colt_rules.kernel import NEW
from colt_rules.model.record import changed
from colt_rules.site.pictures import Pictures, board
from colt_rules.site.sources import Sources

CASE = "fire.roof.line-of-sight/the-second-roof-is-hidden"


def test_a_refused_command_leaves_the_same_picture(sources: Sources) -> None:
    [run] = sources.runs_of(CASE)
    pictures = Pictures((run.given, run.after))
    assert pictures.name_of(run.given) == pictures.name_of(run.after)
    assert len(list(pictures.files())) == 1


def test_what_cannot_be_seen_makes_no_other_picture(sources: Sources) -> None:
    [run] = sources.runs_of(CASE)
    other = changed(run.given, options=changed(run.given.options, edition="pl-base"))
    assert Pictures(()).name_of(other) == Pictures(()).name_of(run.given)


def test_a_picture_tells_its_size_and_what_is_to_be_seen(sources: Sources) -> None:
    [run] = sources.runs_of(CASE)
    pictures = Pictures((run.given,))
    name, width, height, words = pictures.name_of(run.given)
    [(path, svg)] = pictures.files()
    root = ElementTree.fromstring(svg)
    assert path == f"pictures/{name}.svg"
    assert (root.get("width"), root.get("height")) == (str(width), str(height))
    assert words.startswith("Locomotive: on the roof Tuco; inside the Marshal")
    assert f'src="/../pictures/{name}.svg"' in board(run.given)


def test_without_a_train_there_is_no_picture() -> None:
    assert board(NEW) == ""
    assert list(Pictures((NEW,)).files()) == []


def test_every_position_of_a_few_cases_is_drawn_once(sources: Sources) -> None:
    few = evolve(sources, suite=evolve(sources.suite, runs=sources.suite.runs[-60:]))
    names = [path for path, _ in Pictures.of(few).files()]
    assert 1 < len(names) < 120
    assert names == sorted(set(names))
