"""The picture of a case is one file for all languages, with a caption, a legend and a text alternative."""

import re
from xml.etree import ElementTree

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.pictures.showing import MARSHAL
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.site.illustrations import illustration
from colt_rules.site.pages import topics
from colt_rules.site.pictures import Shown, called, figure, files, legend, pictured
from colt_rules.site.sources import Sources
from tests.site.reading import reader

CASE = "fire.roof.line-of-sight/the-second-roof-is-hidden"
HIDDEN = "secrecy.bullets.who-sees/nobody-else"
SAID = {
    "en": "Tuco fires at Cheyenne.",
    "ru": "Туко стреляет в Шайенн.",
    "fr": "Tuco tire sur Cheyenne.",
    "pl": "Tuco strzela do Cheyenne.",
}
"""What is refused in the case, by language."""
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = ("goes", "shot", "blow", "cross", "flash", "who", "between", "told", "heap", "next")
"""The classes of marks."""


def shown_in(sources: Sources, case: str = CASE) -> Shown:
    found = pictured(sources.runs_of(case)[0])
    assert found
    return found


def test_a_picture_has_the_name_of_its_content_and_tells_its_size(sources: Sources) -> None:
    shown, [run] = shown_in(sources), sources.runs_of(CASE)
    found = dict(files([shown]))
    root = ElementTree.fromstring(found[f"pictures/{shown.name}.svg"])
    assert (root.get("width"), root.get("height")) == (str(shown.picture.width), str(shown.picture.height))
    html = figure(reader("en"), run) + legend(reader("en"), [shown])
    assert f'src="/../pictures/{shown.name}.svg"' in html
    assert set(re.findall(r'src="/\.\./(pictures/[^"]+)"', html)) == set(found)  # itself, and the emblems of its legend


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_legend_names_everybody_in_the_language_of_the_reader(sources: Sources, lang: str) -> None:
    to, [run] = reader(lang), sources.runs_of(CASE)
    html = figure(to, run)
    named = legend(to, [shown_in(sources)])
    names = [to.plain(CHARACTERS[bandit].name) for bandit in run.given.figures]
    marshal = to.plain(sources.registry.terms[MARSHAL].term)
    assert all(f">{name}</span>" in named for name in (*names, marshal))
    alt = html.partition('alt="')[2].partition('"')[0]
    assert all(name in alt for name in (*names, marshal))
    assert to.plain(sources.registry.terms["roof"].term) in alt
    caption = html.partition("<figcaption>")[2].partition("</figcaption>")[0]
    assert caption == f"{to.say('case.refused')}{to.colon} {SAID[lang]}"
    assert alt.startswith(caption)


def test_a_refusal_is_told_as_one_and_a_case_with_nothing_to_see_has_no_picture(sources: Sources) -> None:
    to, [run] = reader("fr"), sources.runs_of(CASE)
    assert "<figcaption>Refus\u202f: " in figure(to, run)
    quiet = next(run for run in sources.suite.runs if not run.commands)
    assert pictured(quiet) is None
    assert figure(to, quiet) == ""


def test_every_topic_has_a_picture_in_every_language() -> None:
    for lang in LANGUAGES:
        to = reader(lang)
        bodies = {page.address: page.body for page in topics.pages(to)}
        for topic in topics.topics(to.sources.registry):
            assert 1 <= bodies[topic.address].count("<figure>") <= 8, topic.address


def faults(shown: Shown) -> list[str]:
    """The faults of a picture: nothing visible happens, or the legend is incomplete."""
    root = ElementTree.fromstring(shown.picture.svg)
    looks = {look for one in root.iter() for look in one.get("class", "").split()}
    signs = [one.text or "" for one in root.iter(f"{SVG}text")]
    found = [] if looks & {*DRAWN} else ["nothing happens"]
    found += [f"{sign}: a word" for sign in signs if not re.fullmatch(r"[A-ZА-Я][a-zа-я]?|II?|[+$×-]*\d+\.?", sign)]
    legend = {entry.id for entry in shown.picture.legend}
    there = {name for _, names in shown.picture.occupants for name in names}
    return found + [f"{name}: not in the legend" for name in there - legend]


def some(sources: Sources, every: int) -> list[Shown]:
    return [shown for run in sources.suite.runs[::every] if (shown := pictured(run))]


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.thorough)])
def test_no_picture_is_without_something_that_happens_and_every_legend_is_whole(sources: Sources, every: int) -> None:
    wrong = {shown.name: found for shown in some(sources, every) if (found := faults(shown))}
    assert wrong == {}


def test_the_faults_of_a_picture_would_be_found(sources: Sources) -> None:
    shown = shown_in(sources)
    plain = re.sub(r'<(path|use|ellipse|text) class="(?:shot|cross|who|between|halo)"[^>]*>', "", shown.picture.svg)
    plain = re.sub(r'<use href="#colt-flash"[^>]*>', "", plain)
    assert "nothing happens" in faults(evolve(shown, picture=evolve(shown.picture, svg=plain)))
    assert any("legend" in one for one in faults(evolve(shown, picture=evolve(shown.picture, legend=()))))


def test_two_runs_that_look_the_same_are_one_file(sources: Sources) -> None:
    last = dict(list(sources.suite.cases.items())[-50:])
    few = evolve(sources, suite=evolve(sources.suite, cases=last))
    shown = [one for run in few.suite.runs if (one := pictured(run))]
    names = [path for path, _ in files(shown)]
    assert 1 < len(names) < 120
    assert names == sorted(set(names))


def test_somebody_without_a_name_of_their_own_is_called_in_the_language_of_the_reader() -> None:
    assert {lang: called(reader(lang), "player-2") for lang in LANGUAGES} == {
        "en": "Player 2",
        "ru": "Игрок 2",
        "fr": "Le joueur 2",
        "pl": "Gracz 2",
    }
    assert called(reader("ru"), "nobody-knows") == "nobody-knows"


@pytest.mark.parametrize("entry", ["ruling.whisky.two-bandits"])
def test_who_has_nothing_to_do_is_shown_by_the_bandit_of_the_player(sources: Sources, entry: str) -> None:
    found = illustration(sources, entry)
    assert found
    assert "player" not in {entry.id for entry in found.shown.picture.legend}
