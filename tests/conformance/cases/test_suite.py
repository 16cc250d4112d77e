"""The suite is complete: it loads, every clause has its cases, and anything removed is noticed."""

import json
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from colt_rules.conformance.cases.case import Written
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.cases.suite import Filter, Suite, expand_all, load_file, load_suite, source_of, suite
from colt_rules.conformance.running.verify import departures
from colt_rules.model.record import changed
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from colt_rules.rules.base.module import MODULE as BASE
from colt_rules.rules.base.table import FEWEST_PLAYERS, MOST_PLAYERS
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import assemble
from tests.conformance.made_up import BOARD, HIDDEN, HIT, IN_PLAY, WITNESS, changed_case, read, suite_in, told
from tests.rules.toy import module

SIGHT, BULLET = "fire.roof.line-of-sight", "fire.bullet-given"
NOBODY = {"legal": {"of": "table", "are": []}}
SIX = "car | | mail |\nroof | tuco ghost doc | |\ninside | M | belle django cheyenne |"


def problems(folder: Path) -> list[tuple[str, str]]:
    with pytest.raises(SpecError) as error:
        _ = load_suite(folder).runs
    return told(error.value)


def missing(folder: Path) -> list[str]:
    return load_suite(folder).uncovered()


# --- the suite of this repository


def test_the_suite_lacks_nothing() -> None:
    assert suite().missing() == []


def test_every_clause_and_ruling_is_exercised_in_each_edition_in_which_it_holds() -> None:
    assert suite().not_exercised() == {}


@pytest.mark.parametrize(
    ("case", "clause", "editions"),
    [
        ("horses.setup.horse/*full-game", "horses.setup.horse", ["ru-full"]),
        ("ruling.duo.own-targets/*polish-game*", "ruling.duo.own-targets", ["pl-base"]),
        ("setup.loot.*with-everything-in-play", "setup.loot.as-printed", ["fr-horses", "pl-base"]),
    ],
)
def test_a_clause_that_loses_its_cases_in_one_edition_is_told(case: str, clause: str, editions: list[str]) -> None:
    """Cases of other editions do not replace them, nor do cases in which it does not apply."""
    whole = suite()
    of_it = {id: written for id, written in whole.cases.items() if clause in written.case.exercised}
    left = {id: written for id, written in of_it.items() if not fnmatchcase(id, case)}
    assert left
    without = Suite(left, whole.exceptions)
    assert without.not_exercised()[clause] == editions
    told = f"{clause}: expected a case that exercises it in each edition in which it holds, got none in "
    assert told + ", ".join(editions) in without.missing()


def test_every_case_is_there_in_its_first_edition_and_a_witness_in_all() -> None:
    whole = suite()
    settings = {id: settings_of(written.case) for id, written in whole.cases.items()}
    wanted = [one for id, all_ in settings.items() for one in (all_ if whole.cases[id].case.differs else all_[:1])]
    assert [run.name for run in whole.runs] == [one.name for one in wanted]
    assert len(whole.runs) == len({run.name for run in whole.runs}) > 500


def test_every_tenth_case_holds_in_every_edition_that_it_is_for() -> None:
    """`colt conformance check` checks all of them; a sample shows here that it works."""
    whole = suite()
    settings = [setting for written in whole.cases.values() for setting in settings_of(written.case)]
    assert {setting.edition for setting in settings} == set(EDITIONS)
    assert len(settings) == len({setting.name for setting in settings}) > 2 * len(whole.cases)
    assert [told for id in some() for run in whole.runs_of(id) for told in departures(run)] == []


def some() -> list[str]:
    """Every tenth case: expanding all of them in all editions takes too long."""
    return list(suite().cases)[::10]


def test_the_checks_of_all_runs_are_known_by_name_without_running_them() -> None:
    whole = suite()
    known = list(whole.check_ids())
    expanded = [f"{run.name}#{check.id}" for id in some() for run in whole.runs_of(id) for check in run.checks]
    assert [id for id in known if id.partition("#")[0].partition("@")[0] in set(some())] == expanded
    assert len(known) == len(set(known))


def test_every_check_of_a_case_has_an_id_of_its_own() -> None:
    for run in suite().runs:
        ids = [check.id for check in run.checks]
        assert len(ids) == len(set(ids)), run.case.id


def test_a_case_stands_in_the_folder_of_its_clause_or_of_a_module_it_needs() -> None:
    """A case that shows that a clause does not apply may lack the module of the clause."""
    known = registry()
    for id, written in suite().cases.items():
        about = id.partition("/")[0]
        ruling = known.rulings.get(about)
        concerned = ruling.completes if ruling else (about,)
        folders = {Path(known.clause(one).file).parent.name for one in concerned}
        assert Path(written.file).parent.name in {*folders, *written.case.modules}, id


def test_the_source_of_a_case_is_what_stands_in_its_file() -> None:
    written = suite().cases["fire.target/one-shot-hits-one-bandit"]
    source = source_of(written)
    assert source.startswith("id: fire.target/one-shot-hits-one-bandit\ntitle:")
    assert "\nid:" not in source
    assert "---" not in source.splitlines()


def test_the_source_of_the_last_case_of_a_file_goes_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "topic.yaml"
    path.write_text("---\na: 1\n---\nb: 2\nc: 3\n", encoding="utf-8")
    assert source_of(Written(read(), str(path), 2)) == "a: 1"
    assert source_of(Written(read(), str(path), 4)) == "b: 2\nc: 3"


# --- what a small suite lacks


def test_a_small_suite_whose_every_clause_has_a_case_or_a_reason_lacks_nothing(tmp_path: Path) -> None:
    whole = load_suite(suite_in(tmp_path, HIDDEN, HIT, accepting=(BULLET,), refusing=(SIGHT,)))
    assert list(whole.cases) == [HIDDEN["id"], HIT["id"]]
    assert whole.uncovered() == []


def test_a_clause_without_an_accepting_case_is_told(tmp_path: Path) -> None:
    assert missing(suite_in(tmp_path, HIDDEN, accepting=(BULLET,), refusing=(SIGHT,))) == [
        f"{BULLET}: expected a case that is accepting, or a reason why not; got neither"
    ]


def test_a_clause_without_a_refusing_case_is_told(tmp_path: Path) -> None:
    assert missing(suite_in(tmp_path, HIT, accepting=(BULLET,), refusing=(SIGHT,))) == [
        f"{SIGHT}: expected a case that is refusing or no-effect, or a reason why not; got neither"
    ]


@pytest.mark.parametrize("gone", [HIDDEN, HIT], ids=lambda case: case["id"])
def test_a_case_that_is_taken_away_is_noticed(tmp_path: Path, gone: dict[str, Any]) -> None:
    left = [case for case in (HIDDEN, HIT) if case is not gone]
    (told,) = missing(suite_in(tmp_path, *left, accepting=(BULLET,), refusing=(SIGHT,)))
    assert told.startswith(gone["clauses"][0])


@pytest.mark.parametrize("case", [HIDDEN, HIT], ids=lambda case: case["id"])
def test_a_clause_that_a_case_does_not_declare_is_not_shown_by_it(tmp_path: Path, case: dict[str, Any]) -> None:
    other = changed_case(HIT, id="stealin.card-returns/x", clauses=["stealin.card-returns"]) if case is HIT else case
    folder = suite_in(tmp_path, other, accepting=(BULLET,), refusing=())
    assert f"{BULLET}: expected a case that is accepting, or a reason why not; got neither" in missing(folder)


def test_a_case_that_shows_that_a_clause_does_not_apply_shows_its_limit(tmp_path: Path) -> None:
    limited = changed_case(HIT, without=["fire.inside.adjacent"])
    folder = suite_in(tmp_path, limited, accepting=(BULLET,), refusing=("fire.inside.adjacent",))
    assert missing(folder) == []


def test_a_view_shows_a_clause_and_its_limit(tmp_path: Path) -> None:
    def seen_by(role: str) -> dict[str, Any]:
        return changed_case(
            id=f"ruling.secrecy.hands/{role}",
            clauses=["ruling.secrecy.hands"],
            given={"board": BOARD, "hands": {"tuco": ["tuco-fire"]}},
            when=[],
            then=[{"view": {"of": role, "shows": {"phase": "schemin"}}}],
        )

    hands = ("ruling.secrecy.hands",)
    assert missing(suite_in(tmp_path / "a", seen_by("tuco"), accepting=hands)) == []
    assert missing(suite_in(tmp_path / "b", seen_by("doc"), refusing=hands)) == []
    assert len(missing(suite_in(tmp_path / "c", seen_by("doc"), accepting=hands, refusing=hands))) == 1


def test_a_reason_that_is_not_needed_any_more_is_told(tmp_path: Path) -> None:
    assert sorted(missing(suite_in(tmp_path, HIDDEN, HIT))) == [
        f"{BULLET}: expected no reason why no case is accepting, since one is; remove the reason",
        f"{SIGHT}: expected no reason why no case is refusing or no-effect, since one is; remove the reason",
    ]


def test_a_reason_why_nothing_cites_a_clause_is_not_needed_when_something_does(tmp_path: Path) -> None:
    folder = suite_in(tmp_path, HIT, accepting=(BULLET,), uncited=("fire.target", "train.inside-or-roof"))
    assert missing(folder) == [
        "fire.target: expected no reason why nothing cites it, since something does; remove the reason",
    ]


def test_without_any_case_every_clause_and_ruling_in_play_lacks_both(tmp_path: Path) -> None:
    folder = suite_in(tmp_path, accepting=tuple(IN_PLAY), refusing=tuple(IN_PLAY))
    assert len(missing(folder)) == 2 * len(IN_PLAY)


# --- faults of a suite


def test_an_id_is_taken_once_even_across_files(tmp_path: Path) -> None:
    folder = suite_in(tmp_path, HIDDEN, HIT, HIDDEN)
    (folder / "cases" / "base" / "other.yaml").write_text(json.dumps(HIT), encoding="utf-8")
    other, topic = ((folder / "cases" / "base" / f"{name}.yaml").as_posix() for name in ("other", "topic"))
    assert problems(folder) == [
        ("line 3", f"{HIT['id']}: taken in {other}:1"),
        ("line 5", f"{HIDDEN['id']}: taken in {topic}:1"),
    ]


@pytest.mark.parametrize(
    ("sketch", "told"),
    [
        (
            "car | | mail |\nroof | tuco | |\ninside | M | ghost |",
            "given.board: expected 3 or 4 or 5 or 6 players, got 2",
        ),
        ("car | | mail |\nroof | tuco | |\ninside | M | |", "given: seats: expected 2 players or more, got tuco"),
    ],
)
def test_fewer_bandits_than_the_game_has_are_told(tmp_path: Path, sketch: str, told: str) -> None:
    few = changed_case(given={"board": sketch, "pile": ["tuco-move"]}, when=[], then=[NOBODY])
    folder = suite_in(tmp_path, few, uncited=(SIGHT,))
    assert problems(folder) == [(f"line 1 ({HIDDEN['id']})", told)]


def test_a_seat_that_has_to_be_taken_and_is_not_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = module(seating=(lambda rules, before: changed(before, required=("pilot", "tuco")),))
    rules = assemble((BASE, pilot))
    monkeypatch.setattr(import_module("colt_rules.conformance.cases.suite"), "rules_of", lambda game: rules)
    folder = suite_in(tmp_path, changed_case(then=[NOBODY]), uncited=(SIGHT,))
    told = [problem for _, problem in problems(folder) if "seat" in problem]
    assert told == ["given.board: expected a player in the seat pilot, got none"]


def test_three_to_six_bandits_are_what_the_game_has(tmp_path: Path) -> None:
    assert (FEWEST_PLAYERS, MOST_PLAYERS) == (3, 6)
    three = "car | | mail |\nroof | tuco | doc |\ninside | M | ghost |"
    cases = [
        changed_case(
            id=f"{SIGHT}/{name}",
            given={"board": sketch, "pile": ["tuco-move"], "card": card},
            when=[],
            then=[NOBODY],
        )
        for name, sketch, card in (("three", three, "tunnel.2-4"), ("six", SIX, "tunnel.5-6"))
    ]
    assert len(load_suite(suite_in(tmp_path, *cases, uncited=(SIGHT,))).runs) == 2


FOUR = "car | | mail |\nroof | tuco ghost | |\ninside | M | belle doc |"
FIVE = "car | | mail |\nroof | tuco ghost doc | |\ninside | M | belle django |"


@pytest.mark.parametrize(
    ("sketch", "number", "given", "where", "wrong"),
    [
        (FOUR, 4, {"card": "tunnel.5-6"}, "card", "tunnel.5-6"),
        (FIVE, 5, {}, "card", "tunnel.2-4"),
        (SIX, 6, {"card": "bridge.2-4"}, "card", "bridge.2-4"),
        (FOUR, 4, {"rounds": ["bridge.2-4", "bridge.5-6"]}, "rounds", "bridge.5-6"),
        (FIVE, 5, {"card": "conductor", "rounds": ["bridge.2-4", "braking.2-4"]}, "rounds", "bridge.2-4, braking.2-4"),
    ],
)
def test_a_round_card_for_another_number_of_players_is_told(
    tmp_path: Path, sketch: str, number: int, given: dict[str, Any], where: str, wrong: str
) -> None:
    strange = changed_case(given={"board": sketch, "pile": ["tuco-move"], **given}, when=[], then=[NOBODY])
    assert problems(suite_in(tmp_path, strange, uncited=(SIGHT,))) == [
        (f"line 1 ({HIDDEN['id']})", f"given.{where}: expected round cards for {number} players, got {wrong}")
    ]


@pytest.mark.parametrize(
    ("sketch", "given"),
    [
        (FOUR, {"card": "bridge.2-4", "rounds": ["tunnel.2-4", "pickpocketing"]}),
        (FIVE, {"card": "bridge.5-6", "rounds": ["tunnel.5-6", "conductor"]}),
        (FOUR, {"card": "conductor"}),
        (SIX, {"card": "marshals-revenge"}),
    ],
)
def test_round_cards_for_the_number_of_players_and_stations_for_any_are_in_order(
    tmp_path: Path, sketch: str, given: dict[str, Any]
) -> None:
    fitting = changed_case(given={"board": sketch, "pile": ["tuco-move"], **given}, when=[], then=[NOBODY])
    assert len(load_suite(suite_in(tmp_path, fitting, uncited=(SIGHT,))).runs) == 1


def test_a_case_that_the_rules_do_not_bear_out_is_told_with_file_and_line(tmp_path: Path) -> None:
    cases = [
        changed_case(HIT, clauses=[BULLET, "punch.loot.purse-unseen"]),
        changed_case(HIT, id=f"{BULLET}/b", without=["fire.target"]),
        changed_case(given={"board": BOARD, "pile": ["tuco-dance"]}),
    ]
    found = problems(suite_in(tmp_path, *cases))
    assert [path for path, _ in found] == [
        f"line 1 ({HIT['id']})",
        f"line 3 ({BULLET}/b)",
        f"line 5 ({HIDDEN['id']})",
    ]
    assert [what.partition(":")[0] for _, what in found] == ["clauses", "without", "given"]


def test_everything_that_is_wrong_in_all_files_is_told_at_once(tmp_path: Path) -> None:
    folder = suite_in(tmp_path, changed_case(title="A."), changed_case(HIT, title="B."))
    (folder / "exceptions.yaml").write_text("accepting: {}\nrefusing: {}\n", encoding="utf-8")
    (folder / "cases" / "broken.yaml").write_text("a: [", encoding="utf-8")
    assert {path.partition(" ")[0].partition(".")[0] for path, _ in problems(folder)} == {"uncited", "line"}
    assert len(problems(folder)) == 4


def test_a_clause_that_nothing_cites_needs_no_citation(tmp_path: Path) -> None:
    case = changed_case(HIT, clauses=[BULLET, "train.inside-or-roof"])
    assert load_suite(suite_in(tmp_path, case, uncited=("train.inside-or-roof",))).runs


@pytest.mark.parametrize(
    ("name", "id", "reason", "what"),
    [
        ("accepting", "fire.taget", "a reason", "expected the id of a clause or ruling, got 'fire.taget'"),
        ("refusing", "fire.taget", "a reason", "expected the id of a clause or ruling, got 'fire.taget'"),
        ("uncited", "fire.taget", "a reason", "expected the id of a clause or ruling, got 'fire.taget'"),
        ("uncited", "fire.target", " ", "expected a reason, got none"),
    ],
)
def test_exceptions_name_what_is_there_and_say_why(tmp_path: Path, name: str, id: str, reason: str, what: str) -> None:
    folder = suite_in(tmp_path, HIT)
    empty: dict[str, dict[str, str]] = {"accepting": {}, "refusing": {}, "uncited": {}}
    (folder / "exceptions.yaml").write_text(json.dumps({**empty, name: {id: reason}}), encoding="utf-8")
    assert problems(folder) == [(f"{name}.{id}", what)]


def test_a_suite_without_exceptions_is_told(tmp_path: Path) -> None:
    folder = suite_in(tmp_path, HIT)
    (folder / "exceptions.yaml").unlink()
    ((_, what),) = problems(folder)
    assert what.startswith("expected a YAML file, got none")


@pytest.mark.parametrize("text", ["", "---\n{}\n---\n{}\n"])
def test_exceptions_are_one_document(tmp_path: Path, text: str) -> None:
    folder = suite_in(tmp_path, HIT)
    (folder / "exceptions.yaml").write_text(text, encoding="utf-8")
    assert problems(folder)


def test_a_case_is_expanded_in_each_of_its_editions() -> None:
    assert [run.edition for run in expand_all(Written(read(HIT), "topic.yaml", 7), frozenset())] == ["ru-full"]


# --- a single file


def file_of(tmp_path: Path, *cases: dict[str, Any]) -> Path:
    path = tmp_path / "found.yaml"
    path.write_text("\n---\n".join(map(json.dumps, cases)), encoding="utf-8")
    return path


def test_the_cases_of_a_file_need_not_bear_out_their_clauses_nor_have_three_bandits(tmp_path: Path) -> None:
    two = "car | | mail |\nroof | tuco | |\ninside | M | ghost |"
    few = changed_case(given={"board": two, "pile": ["tuco-move"]}, when=[], then=[NOBODY])
    made = load_file(file_of(tmp_path, few, changed_case(HIT, without=["fire.target"])))
    assert [run.case.id for run in made.runs] == list(made.cases) == [HIDDEN["id"], HIT["id"]]
    assert made.exceptions.uncited == suite().exceptions.uncited


def test_what_is_wrong_with_the_cases_of_a_file_is_told(tmp_path: Path) -> None:
    for case, words in (
        (changed_case(title="A."), "without a full stop"),
        (changed_case(given={"board": BOARD, "pile": ["tuco-dance"]}), r"line 1 \(.*\): given: pile: expected"),
        (
            changed_case(given={"board": BOARD, "pile": ["tuco-move"], "card": "tunnel.5-6"}, when=[], then=[NOBODY]),
            r"given.card: expected round cards for \d players, got tunnel.5-6",
        ),
    ):
        with pytest.raises(SpecError, match=words):
            load_file(file_of(tmp_path, case))
    with pytest.raises(SpecError, match=f"line 3: {HIT['id']}: taken in .*found.yaml:1"):
        load_file(file_of(tmp_path, HIT, HIT))
    with pytest.raises(SpecError, match="expected a YAML file, got none"):
        load_file(tmp_path / "nothing.yaml")


# --- filters


def chosen(**filter: Any) -> set[str]:
    return {run.case.id for run in suite().chosen(Filter(**filter))}


def test_an_empty_filter_takes_everything() -> None:
    assert chosen() == set(suite().cases)


def test_ids_are_patterns_any_of_which_will_do() -> None:
    assert chosen(ids=("fire.target/one-shot-hits-one-bandit",)) == {"fire.target/one-shot-hits-one-bandit"}
    fire, punch = chosen(ids=("fire.*",)), chosen(ids=("punch.*",))
    assert fire == {id for id in suite().cases if id.startswith("fire.")} != set()
    assert chosen(ids=("fire.*", "punch.*")) == fire | punch
    assert chosen(ids=("Fire.*",)) == set()


def test_a_clause_takes_the_cases_that_exercise_it_and_those_that_show_its_limit() -> None:
    cases = {id: written.case for id, written in suite().cases.items()}
    found = chosen(clauses=("fire.roof.side-by-side",))
    assert found == {id for id, case in cases.items() if "fire.roof.side-by-side" in (*case.exercised, *case.limited)}
    assert any("fire.roof.side-by-side" in cases[id].limited for id in found)


def test_editions_and_modules_are_taken_by_name() -> None:
    settings = [setting for written in suite().cases.values() for setting in settings_of(written.case)]
    base = {setting.case.id for setting in settings if setting.edition == "ru-full" and "base" in setting.modules}
    assert chosen(editions=("ru-full",), modules=("base",)) == base
    assert len(base) > 500
    assert chosen(editions=("another",)) == chosen(modules=("another",)) == set()


def names(*cases: dict[str, Any], folder: Path, **how: Any) -> list[str]:
    filter = Filter(**{key: how.pop(key) for key in ("ids", "clauses", "editions") if key in how})
    return [run.name for run in load_suite(suite_in(folder, *cases)).chosen(filter, **how)]


ANYWHERE = {key: value for key, value in HIT.items() if key != "editions"}
ID, UP = ANYWHERE["id"], WITNESS["id"]


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ({}, [ID, UP, *(f"{UP}@{edition}" for edition in EDITIONS[1:])]),
        ({"editions": ("pl-base", "ru-base")}, [f"{ID}@pl-base", f"{UP}@pl-base", f"{UP}@ru-base"]),
        ({"ids": (ID,)}, [ID]),
        ({"ids": (f"{ID}@ru-base",)}, [f"{ID}@ru-base"]),
        ({"ids": ("fire.*",), "everywhere": True}, [ID, *(f"{ID}@{edition}" for edition in EDITIONS[1:])]),
        ({"clauses": ("tuco.upward-only",)}, [f"{UP}@ru-base"]),
    ],
)
def test_a_case_is_taken_once_and_a_witness_in_all_its_editions(
    tmp_path: Path, how: dict[str, Any], wanted: list[str]
) -> None:
    assert names(ANYWHERE, WITNESS, folder=tmp_path, **how) == wanted


@pytest.mark.parametrize(
    ("known", "everywhere", "wanted"),
    [
        (("pl-base",), False, [f"{ID}@pl-base", f"{UP}@pl-base"]),
        (("ru-base", "pl-base"), False, [f"{ID}@pl-base", f"{UP}@pl-base", f"{UP}@ru-base"]),
        (("ru-base", "pl-base"), True, [f"{ID}@pl-base", f"{ID}@ru-base", f"{UP}@pl-base", f"{UP}@ru-base"]),
        (("ru-half",), False, [ID, UP]),
        (("ru-half",), True, [ID, UP]),
    ],
)
def test_an_engine_is_asked_in_the_editions_that_it_knows_and_at_least_once(
    tmp_path: Path, known: tuple[str, ...], everywhere: bool, wanted: list[str]
) -> None:
    made = load_suite(suite_in(tmp_path, ANYWHERE, WITNESS))
    assert [run.name for run in made.chosen(Filter(), known, everywhere)] == wanted


def test_what_is_wrong_in_another_edition_only_is_told_when_all_are_looked_at(tmp_path: Path) -> None:
    start = "StartGame by table edition=* modules=[base] seats=[tuco, doc, ghost] powers=yes happenings=yes train=[]"
    case = changed_case(ANYWHERE, given={"commands": [start]}, when=[], then=[NOBODY])
    made = load_suite(suite_in(tmp_path, case, uncited=(BULLET,)))
    assert [told.partition("): ")[2].partition(":")[0] for told in made.faults()] == ["given.commands[0]"] * 2
    assert f"({ID}@pl-base)" in made.faults()[1]
    with pytest.raises(SpecError, match=r"@fr-horses\): given.commands\[0\]: expected an accepted command"):
        made.chosen(Filter(), ("fr-horses",))


def test_all_parts_of_a_filter_have_to_fit() -> None:
    assert chosen(ids=("fire.*",), clauses=("fire.target",)) == chosen(ids=("fire.*",)) & chosen(
        clauses=("fire.target",)
    )
    assert chosen(ids=("fire.*",), clauses=("punch.loot.purse-unseen",)) == set()


def test_every_round_card_is_asked_with_powers_and_where_powers_are_always_on() -> None:
    """An engine, or an edition, without games without powers must be asked for the turns of each card."""
    runs = {id: suite().runs_of(id) for id in suite().cases if id.startswith("schemin.turns-as-printed/")}
    asked = {run.given.round.card for all_ in runs.values() for run in all_ if run.given.options.powers}
    assert asked == {run.given.round.card for all_ in runs.values() for run in all_}
    assert asked == {
        run.given.round.card for all_ in runs.values() for run in all_ if run.given.options.edition == "pl-base"
    }
