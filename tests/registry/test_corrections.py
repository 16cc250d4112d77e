"""Corrections are read strictly and in order, name only existing ids, and appear in the changelog."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from colt_rules.events import EVENTS
from colt_rules.registry.check import check
from colt_rules.registry.checks.rulings import unknown_events
from colt_rules.registry.corrections import Correction, Corrections, load_corrections
from colt_rules.registry.errors import SpecError
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
ONE = """
[[correction]]
version = "1.1.0"
clauses = ["fire.may"]
events = ["BulletGiven"]
old = {en = "One."}
new = {en = "Another."}
reason = {en = "A passage."}
"""
SENTENCE = Localized("A", "A", "A", "A")


def read(tmp_path: Path, text: str) -> Corrections:
    file = tmp_path / "corrections.toml"
    file.write_text(text, encoding="utf-8")
    return load_corrections(file)


def problem(tmp_path: Path, text: str) -> str:
    with pytest.raises(SpecError) as error:
        read(tmp_path, text)
    return str(error.value).removeprefix(f"{(tmp_path / 'corrections.toml').as_posix()}: ")


def test_corrections_since_a_version_are_the_later_ones(tmp_path: Path) -> None:
    later = ONE.replace("1.1.0", "1.10.0")
    found = read(tmp_path, f'version = "1.10.0"\n{ONE}{later}')
    first, second = found.correction
    assert (first.version, first.clauses, first.events) == ("1.1.0", ("fire.may",), ("BulletGiven",))
    assert found.since("1.0.0") == (first, second)
    assert found.since("1.1.0") == found.since("1.9.9") == (second,)
    assert found.since("1.10.0") == found.since("2.0.0") == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('version = "1.1"', 'version: expected three numbers as in "1.1.0", got "1.1"'),
        ('version = "1.01.0"', 'version: expected three numbers as in "1.1.0", got "1.01.0"'),
        ("version = 1", "version: expected a text, got the number 1"),
        (f'version = "1.2.0"{ONE}', 'version: expected "1.1.0", as the last correction, got "1.2.0"'),
        (
            f'version = "1.1.0"{ONE.replace("1.1.0", "1.2.0")}{ONE}',
            'correction[1].version: expected a version after 1.2.0, or the same again, got "1.1.0"',
        ),
        (
            f'version = "1.0.0"{ONE.replace("1.1.0", "1.0.0")}',
            'correction[0].version: expected a version after 1.0.0, or the same again, got "1.0.0"',
        ),
        (f'version = "1.1.0"{ONE}\nwho = "me"', "correction[0].who: expected one of the keys"),
        (f'version = "1.1.0"{ONE.replace("old", "former")}', "correction[0].former: expected one of the keys"),
    ],
)
def test_malformed_or_unordered_versions_are_reported(tmp_path: Path, text: str, told: str) -> None:
    assert told in problem(tmp_path, text)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"clauses": ()}, "clauses: expected a clause or ruling that it is about, got none"),
        (
            {"clauses": ("fire.my",)},
            'clauses: expected an id of the specification, got "fire.my"; did you mean fire.may?',
        ),
        ({"new": Localized("B", "B", " ", "B")}, "new.fr: expected a text, got nothing"),
        ({"events": ("BulletGiven", "BulletGiven")}, 'events: expected each once, got "BulletGiven" 2 times'),
        (
            {"former_defaults": ("fire.may=no",)},
            'former_defaults: expected an answer that can be agreed on, got "fire.may=no"',
        ),
        ({"former_house_rules": ("fire=no",)}, 'former_house_rules: expected an answer to a ruling, got "fire=no"'),
        ({"new_differences": ("fire.may",)}, 'new_differences: expected a difference of an edition, got "fire.may"'),
    ],
)
def test_a_correction_with_unknown_names_is_reported(small: Registry, change: dict[str, Any], told: str) -> None:
    right = Correction(
        version="1.1.0",
        clauses=("fire.may",),
        events=("BulletGiven",),
        old=SENTENCE,
        new=SENTENCE,
        reason=SENTENCE,
    )
    registry = evolve(small, corrections=Corrections(version="1.1.0", correction=(evolve(right, **change),)))
    found = [str(one) for one in check(registry, {}, {}) if "corrections.toml" in one.file]
    assert len(found) == 1
    assert found[0].endswith(f"corrections.toml: correction[0].{told}")
    sound = evolve(small, corrections=Corrections(version="1.1.0", correction=(right,)))
    assert not [one for one in check(sound, {}, {}) if "corrections.toml" in one.file]


def test_an_unknown_event_type_is_reported(real: Registry, small: Registry) -> None:
    wrong = Correction(version="1.1.0", clauses=(), events=("BuletGiven",), old=SENTENCE, new=SENTENCE, reason=SENTENCE)
    registry = evolve(small, corrections=Corrections(version="1.1.0", correction=(wrong,)))
    (found,) = unknown_events(registry, EVENTS)
    assert found.message == 'expected a type of event, got "BuletGiven"; did you mean BulletGiven?'
    assert unknown_events(real, EVENTS) == []


def test_the_changelog_names_every_version_that_corrects_something(real: Registry) -> None:
    told = CHANGELOG.read_text(encoding="utf-8")
    for version in {one.version for one in real.corrections.correction}:
        assert f"### Specification {version}\n" in told
