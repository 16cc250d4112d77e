"""Mutants load strictly, cover every clause, and change only the functions they name."""

import json
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.proof.mutants import (
    Mutant,
    SourceChange,
    TooLate,
    apply,
    load_mutants,
    load_unbreakable,
    patched,
)
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from colt_rules.rules.editions import EDITIONS

FOLDER = suite_folder() / "mutants"
MUTANTS = load_mutants(FOLDER)
UNBREAKABLE = load_unbreakable(FOLDER)
PLAYED = [
    entry.id for entry in registry().citable() if any(registry().holds(entry.id, edition) for edition in EDITIONS)
]
"""Every clause of a played edition, and every ruling."""
SOUND: dict[str, Any] = {
    "id": "schemin.draw.three/two",
    "reading": "A player who draws takes two cards",
    "module": "colt_rules.rules.base.schemin",
    "old": '"schemin.draw.three": 3,',
    "new": '"schemin.draw.three": 2,',
}


def write(folder: Path, *mutants: dict[str, Any]) -> Path:
    """A folder of mutants, with these mutants in one file."""
    documents = ["".join(map(_key, mutant.items())) or "{}\n" for mutant in mutants]
    (folder / "base").mkdir()
    (folder / "base" / "03-schemin.yaml").write_text("---\n".join(documents), encoding="utf-8")
    return folder


def _key(item: tuple[str, Any]) -> str:
    key, value = item
    return f"{key}: |-\n{indent(value, '  ')}\n" if isinstance(value, str) else f"{key}: {json.dumps(value)}\n"


def problems(folder: Path) -> list[tuple[str, str]]:
    """The paths and messages of the problems that loading reports."""
    with pytest.raises(SpecError) as error:
        load_mutants(folder)
    assert {problem.file for problem in error.value.problems} == {(folder / "base" / "03-schemin.yaml").as_posix()}
    return [(problem.path, problem.message) for problem in error.value.problems]


def python(code: str) -> str:
    """What a fresh process prints."""
    root = Path(__file__).parents[3]
    run = subprocess.run([sys.executable, "-c", dedent(code)], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


# --- the mutants of the suite


def test_every_clause_and_ruling_has_a_mutant_or_a_reason_why_not() -> None:
    broken = {mutant.clause for mutant in MUTANTS.values()}
    assert [id for id in PLAYED if (id in broken) == (id in UNBREAKABLE)] == []


def test_reasons_are_given_for_clauses_that_are_played() -> None:
    assert set(UNBREAKABLE) <= set(PLAYED)
    assert all(reason.strip() for reason in UNBREAKABLE.values())


def test_a_reading_is_one_sentence_of_its_own_without_a_full_stop() -> None:
    readings = [mutant.reading for mutant in MUTANTS.values()]
    assert [each for each in readings if not each[0].isupper() or "\n" in each or each.endswith(".")] == []
    assert [each for each, number in Counter(readings).items() if number > 1] == []


def test_a_mutant_stands_in_the_file_of_a_clause_it_concerns() -> None:
    known = registry()
    for mutant in MUTANTS.values():
        ruling = known.rulings.get(mutant.clause)
        concerned = ruling.completes if ruling else (mutant.clause,)
        assert Path(mutant.file).stem in {Path(known.clause(id).file).stem for id in concerned}, mutant.id


@pytest.mark.thorough
def test_every_patch_is_python() -> None:
    """To load them is to parse what each changes; this compiles the whole module."""
    for mutant in MUTANTS.values():
        compile(patched(mutant), mutant.id, "exec")


# --- loading


def test_a_sound_mutant_is_loaded_with_its_file(tmp_path: Path) -> None:
    folder = write(tmp_path, SOUND)
    file = (folder / "base" / "03-schemin.yaml").as_posix()
    assert load_mutants(folder) == {SOUND["id"]: Mutant(file=file, **SOUND)}


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        ({"id": "schemin.draw.four/two"}, "id", "the id of a clause or ruling, a slash and a few words"),
        ({"id": "schemin.draw.three"}, "id", "the id of a clause or ruling, a slash and a few words"),
        ({"module": "colt_rules.rules.base.no_such"}, "module", "expected a module of this package"),
        ({"module": "json"}, "module", "expected a module of this package, got json"),
        ({"old": '"schemin.draw.three": 4,'}, "old", "got them 0 times"),
        pytest.param({"old": "RAW = 3"}, "old", "got them 0 times", id="the end of a line"),
        pytest.param({"old": ""}, "old", "expected whole lines that are once", id="nothing"),
        pytest.param({"old": '"schemin.draw.three":'}, "old", "got them 0 times", id="the beginning of a line"),
        ({"function": "no_such"}, "function", "expected a function of colt_rules.rules.base.schemin, got no_such"),
        ({"also": [{"old": "HAND = 0", "new": "HAND = 1"}]}, "also[0].old", "got them 0 times"),
        (
            {
                "also": [
                    {
                        "old": '"schemin.draw.three": 2,',
                        "new": '"schemin.draw.three": 2,',
                    }
                ]
            },
            "also[0].new",
            "expected lines that differ from the old ones",
        ),
        ({"also": [{"old": "HAND = 6"}]}, "also[0].new", "expected a text, got nothing"),
        ({"new": '"schemin.draw.three": 3,'}, "new", "expected lines that differ from the old ones"),
        ({"new": '"schemin.draw.three": ('}, "new", "expected valid Python in this place"),
        (
            {"old": "DRAW: Numbers = {", "new": "TWO = 2\n    TWO += 1\nDRAW: Numbers = {"},
            "new",
            "unexpected indent in line",
        ),
        ({"file": "elsewhere"}, "file", "expected one of the keys function, old, new, id, reading"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, change: dict[str, Any], where: str, what: str) -> None:
    mutant = SOUND | change
    [(path, message)] = problems(write(tmp_path, mutant))
    assert path == f"{mutant['id']}.{where}"
    assert what in message


@pytest.mark.parametrize("key", [key for key in SOUND if key != "id"])
def test_a_missing_key_is_told(tmp_path: Path, key: str) -> None:
    mutant = {name: text for name, text in SOUND.items() if name != key}
    assert problems(write(tmp_path, mutant)) == [(f"{SOUND['id']}.{key}", "expected a text, got nothing")]


def test_a_mutant_without_an_id_is_told_by_its_line(tmp_path: Path) -> None:
    mutant = {name: text for name, text in SOUND.items() if name != "id"}
    assert problems(write(tmp_path, SOUND, mutant)) == [("line 12.id", "expected a text, got nothing")]


def test_an_id_that_is_taken_is_told(tmp_path: Path) -> None:
    [(path, message)] = problems(write(tmp_path, SOUND, SOUND | {"new": '"schemin.draw.three": 4,'}))
    assert path == f"{SOUND['id']}.id"
    assert "03-schemin.yaml" in message


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    other = SOUND | {
        "id": "schemin.draw.three/one",
        "module": "nowhere",
        "new": '"schemin.draw.three": 3,',
    }
    told = problems(write(tmp_path, SOUND | {"old": '"schemin.draw.three": 4,'}, other))
    assert [path for path, _ in told] == [f"{SOUND['id']}.old", f"{other['id']}.new", f"{other['id']}.module"]


def test_a_folder_without_mutants_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="expected a YAML file for each topic"):
        load_mutants(tmp_path)


# --- patching

NEIGHBOURS = """
LIMIT = 3


def one():
    for _ in range(LIMIT):
        work()
    return LIMIT


def other():
    LIMIT = 3

    def inner():
        return LIMIT

    work()
    work()
    return LIMIT


class Table:
    @property
    def size(self):
        return LIMIT
"""
FOR = "    for _ in range(LIMIT):\n        work()\n"
FOR_EVER = "    while True:\n        rest()\n"
INNER = "    def inner():\n        return LIMIT\n"


@pytest.fixture
def neighbours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with one module, in which some lines occur more than once."""
    (tmp_path / "made_up").mkdir()
    (tmp_path / "made_up" / "work.py").write_text(NEIGHBOURS, encoding="utf-8")
    monkeypatch.setattr("colt_rules.conformance.proof.mutants.PACKAGE", tmp_path / "made_up")


def wrong(function: str, old: str, new: str, *also: SourceChange) -> Mutant:
    """A mutant of that module."""
    change = SOUND | {"module": "made_up.work", "function": function, "old": old, "new": new}
    return Mutant(file="", also=also, **change)


@pytest.mark.usefixtures("neighbours")
@pytest.mark.parametrize(
    ("function", "old", "new", "before", "after"),
    [
        ("", "LIMIT = 3", "LIMIT = 4", "LIMIT = 3\n\n\ndef one", "LIMIT = 4\n\n\ndef one"),
        ("other", "LIMIT = 3", "LIMIT = 4", "    LIMIT = 3", "    LIMIT = 4"),
        ("one", "return LIMIT", "return 1", "    return LIMIT\n\n\ndef other", "    return 1\n\n\ndef other"),
        ("Table.size", "return LIMIT", "return 1", "(self):\n        return LIMIT", "(self):\n        return 1"),
        ("Table.size", "@property", "@cache", "@property", "@cache"),
        ("one", "for _ in range(LIMIT):\n    work()", "while True:\n    rest()", FOR, FOR_EVER),
        ("other", "def inner():\n    return LIMIT", "inner = one", INNER, "    inner = one\n"),
    ],
)
def test_lines_are_replaced_in_the_function_and_nowhere_else(
    function: str, old: str, new: str, before: str, after: str
) -> None:
    assert NEIGHBOURS.count(before) == 1
    assert patched(wrong(function, old, new)) == NEIGHBOURS.replace(before, after)


@pytest.mark.usefixtures("neighbours")
@pytest.mark.parametrize(
    ("function", "old", "what"),
    [
        ("other", "work()", "once in other of made_up.work, got them 2 times"),
        ("one", "LIMIT = 3", "once in one of made_up.work, got them 0 times"),
        ("", "return LIMIT", "once in made_up.work outside functions, got them 0 times"),
        ("size", "return LIMIT", "expected a function of made_up.work, got size"),
        ("other.inner", "return LIMIT", "expected a function of made_up.work, got other.inner"),
    ],
)
def test_lines_that_are_not_once_in_the_function_are_refused(function: str, old: str, what: str) -> None:
    with pytest.raises(SpecError, match=what):
        patched(wrong(function, old, "pass"))


@pytest.mark.usefixtures("neighbours")
def test_a_reading_may_change_more_than_one_function() -> None:
    size = SourceChange(function="Table.size", old="return LIMIT", new="limit = LIMIT + 1\nreturn limit")
    source = patched(wrong("one", "return LIMIT", "", size))
    assert source == NEIGHBOURS.replace("    return LIMIT\n\n\ndef other", "\n\n\ndef other").replace(
        "(self):\n        return LIMIT", "(self):\n        limit = LIMIT + 1\n        return limit"
    )


def test_what_stands_elsewhere_in_the_file_may_change(tmp_path: Path, neighbours: None) -> None:
    mutant = wrong("one", "return LIMIT", "return 1")
    changed = NEIGHBOURS.replace("def other", "def before(self):\n    return LIMIT\n\n\ndef another").replace("3", "5")
    (tmp_path / "made_up" / "work.py").write_text(changed, encoding="utf-8")
    assert patched(mutant) == changed.replace("    return LIMIT\n\n\ndef before", "    return 1\n\n\ndef before")


def test_an_empty_replacement_removes_the_old_lines() -> None:
    source = patched(Mutant(file="", **SOUND | {"new": ""}))
    assert '"schemin.draw.three": 3,' not in source
    assert source.startswith('"""Schemin\', the first phase')


def test_a_mutant_is_played_by_the_process_that_applies_it() -> None:
    play = """
        from colt_rules.conformance.proof.mutants import apply, find_mutant
        from colt_rules.conformance.cases.place import suite_folder
        {}
        from colt_rules.rules.base import schemin
        print(schemin.DRAW["schemin.draw.three"], schemin.__file__.endswith("schemin.py"))
    """
    mutated = python(play.format('apply(find_mutant(suite_folder() / "mutants", "schemin.draw.three/two"))'))
    untouched = python(play.format(""))
    assert (mutated, untouched) == ("2 True", "3 True")


def test_a_package_can_be_patched_and_still_finds_its_modules() -> None:
    steps = python(
        """
        from colt_rules.conformance.proof.mutants import apply, find_mutant
        from colt_rules.conformance.cases.place import suite_folder
        apply(find_mutant(suite_folder() / "mutants", "round-end.happening-last/before-stealin"))
        from colt_rules.rules.base.module import MODULE
        print(*MODULE.steps["stealin"])
        """
    )
    assert steps.split()[:2] == ["begin", "choices"]


def test_a_mutant_that_comes_too_late_is_refused() -> None:
    import_module(MUTANTS["schemin.draw.three/two"].module)
    with pytest.raises(TooLate, match="apply the mutant in a fresh process"):
        apply(MUTANTS["schemin.draw.three/two"])


def test_nothing_that_they_patch_stands_below_the_rules_in_the_fork_server() -> None:
    below = python("from colt_rules.conformance.proof.fork_server import BELOW_THE_RULES; print(*BELOW_THE_RULES)")
    assert "colt_rules.model.graph" in below.split()
    assert {mutant.module for mutant in MUTANTS.values()}.isdisjoint(below.split())


@pytest.mark.parametrize(
    ("id", "how"),
    [
        ("fire.roof.line-of-sight/the-second-roof-is-in-sight", "True"),
        ("schemin.draw.three/two", "False"),  # a name of the module that others have imported
    ],
)
def test_functions_of_a_process_that_has_the_rules_are_exchanged_where_that_is_enough(id: str, how: str) -> None:
    exchanged = python(
        f"""
        import colt_rules.conformance.protocol.reference
        from colt_rules.conformance.proof.mutants import exchange, find_mutant, patched
        from colt_rules.conformance.cases.place import suite_folder
        mutant = find_mutant(suite_folder() / "mutants", {id!r})
        print(exchange(mutant, patched(mutant)))
        """
    )
    assert exchanged == how
