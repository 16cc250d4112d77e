"""Witnesses say what an edition or an agreed answer changes, and really differ."""

from pathlib import Path
from typing import Any

import pytest

from colt_rules.commands import AgreeOnRuling
from colt_rules.conformance.cases.case import Written
from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.suite import Filter, Suite, expand_all, load_suite, suite
from colt_rules.conformance.cases.witness import unwitnessed
from colt_rules.conformance.running.verify import departures
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from tests.conformance.made_up import HIT, HOUSE_RULE, WITNESS, changed_case, read, suite_in, told, with_sides

PLAIN = "ruling.setup.stations-are-happenings=plain-station"
UPWARD = "tuco.upward-only"


def refused(case: dict[str, Any]) -> list[str]:
    with pytest.raises(SpecError) as error:
        expand_all(Written(read(case), "topic.yaml", 7), frozenset())
    return [message for _, message in told(error.value)]


def runs_of(case: dict[str, Any]) -> list[Run]:
    """The runs in the editions of these tests; there may be more."""
    known = ("ru-full", "fr-horses", "pl-base", "ru-base")
    return [run for run in expand_all(Written(read(case), "topic.yaml", 7), frozenset()) if run.edition in known]


def of_form(case: dict[str, Any], **changes: Any) -> list[tuple[str, str]]:
    with pytest.raises(SpecError) as error:
        read(case, **changes)
    return [(path.partition(").")[2], message) for path, message in told(error.value)]


# --- results


@pytest.mark.parametrize(("case", "number"), [(WITNESS, 4), (HOUSE_RULE, 6)], ids=["editions", "house_rule"])
def test_a_witness_is_run_in_each_of_its_settings_and_holds(case: dict[str, Any], number: int) -> None:
    runs = runs_of(case)
    assert len(runs) == len({run.name for run in runs}) == number
    assert [told for run in runs for told in departures(run)] == []


def test_one_side_may_refuse_what_another_accepts() -> None:
    runs = runs_of(WITNESS)
    assert [bool(run.observed.refusals) for run in runs] == [False, False, False, True]
    assert [run.given.options.edition for run in runs] == [run.edition for run in runs]


def test_what_a_side_agrees_on_comes_before_the_commands() -> None:
    runs = runs_of(HOUSE_RULE)
    verdict = decide(NEW, AgreeOnRuling("table", *PLAIN.split("=")))
    assert isinstance(verdict, Accepted)
    assert [run.given for run in runs] == [NEW, verdict.after] * 3


def test_what_a_side_agrees_on_is_in_the_position_that_a_board_shows() -> None:
    first, second = WITNESS["differs"]
    house_rule = "ruling.belle.blocks-sight=transparent"
    case = changed_case(WITNESS, differs=[first, {**second, "rulings": [house_rule]}])
    runs = runs_of(case)
    assert [run.given.options.rulings for run in runs] == [(), (), (), (house_rule,)]


def test_what_comes_of_a_house_rule_rests_on_its_ruling() -> None:
    runs = [run for run in suite().runs if run.case.differs and run.setting.rulings]
    agreed = [(run, house_rule.partition("=")[0]) for run in runs for house_rule in run.setting.rulings]
    assert [(run.name, ruling) for run, ruling in agreed if ruling not in run.observed.everything] == []
    assert len(agreed) > 50


def test_nothing_rests_on_a_ruling_that_the_book_of_the_edition_settles() -> None:
    looked_at = 0
    for ruling in registry().rulings.values():
        if ruling.settled_in:
            filter = Filter(editions=ruling.settled_in, clauses=(ruling.id, *ruling.completes))
            runs = suite().chosen(filter, everywhere=True)
            others = [
                run for run in runs if not any(ruling.id in house_rule for house_rule in run.after.options.rulings)
            ]
            assert [run.name for run in others if ruling.id in run.observed.events] == []
            looked_at += len(others)
    assert looked_at > 50


def test_events_cannot_be_told_of_a_game_in_which_answers_are_agreed_on() -> None:
    (message, *_) = refused(changed_case(HOUSE_RULE, given={"events": []}))
    assert message == "given.events: expected a board or commands where answers are agreed on, got events"


# --- faults


@pytest.mark.parametrize("name", ["clauses", "where", "without", "editions", "then"])
def test_what_belongs_to_a_side_does_not_stand_at_the_top(name: str) -> None:
    value = HIT.get(name, ["fire.target"])
    assert of_form(WITNESS, **{name: value}) == [
        (name, "expected it only on the sides of `differs`, got it at the top too")
    ]


def test_a_witness_has_two_sides() -> None:
    assert of_form(WITNESS, differs=WITNESS["differs"][1:]) == [("differs", "expected two sides or more, got one")]


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        ({"clauses": [], "without": [UPWARD]}, "clauses", "expected at least one clause, got none"),
        ({"clauses": [UPWARD, "tuco.dances"]}, "clauses", "expected the id of a clause or ruling, got 'tuco.dances'"),
        ({"without": ["tuco.dances"]}, "without", "expected the id of a clause or ruling"),
        ({"where": ["not tuco.dances"]}, "where", "expected the id of a clause or ruling, got 'tuco.dances'"),
        ({"editions": ["ru-half"]}, "editions", "got 'ru-half'"),
        ({"modules": ["airships"]}, "modules", "got 'airships'"),
        ({"rulings": ["ruling.draw.what-is-left"]}, "rulings", "expected ruling=answer with an answer that can be"),
        ({"rulings": ["ruling.draw.what-is-left=not-at-all"]}, "rulings", "got 'ruling.draw.what-is-left=not-at-all'"),
        ({"rulings": ["ruling.draws=pass"]}, "rulings", "got 'ruling.draws=pass'"),
        ({"then": []}, "then", "expected at least one check, got none"),
        ({"then": [{"state": {}}]}, "then[state]", "got an empty expectation"),
    ],
)
def test_what_is_wrong_with_a_side_is_told_with_its_number(change: dict[str, Any], where: str, what: str) -> None:
    found = of_form(with_sides(WITNESS, {}, change))
    assert [path for path, _ in found] == [f"differs[1].{where}"]
    assert what in found[0][1]


def test_an_edition_is_on_one_side() -> None:
    both = with_sides(WITNESS, {"editions": ["ru-full", "ru-base"]}, {})
    assert "differs: expected each edition on one side, got ru-base on several" in refused(both)
    twice = with_sides(HOUSE_RULE, {"rulings": [PLAIN]}, {})
    assert f"differs: expected each edition on one side, got ru-full with {PLAIN} on several" in refused(twice)


def test_what_a_case_says_of_its_editions_says_more_than_its_clauses_do() -> None:
    """What follows from the clauses would have to be changed with every new edition."""
    named = with_sides(WITNESS, {}, {"editions": ["ru-base"]})
    assert refused(named) == ["editions: expected none, as ru-base follows from its clauses; remove it"]
    useless = changed_case(HIT, editions=[], where=["not duo.plain-turns", "not whisky.standard-turns-only"])
    assert refused(changed_case(useless, where=["fire.target"])) == [
        "where: expected a clause that rules out an edition, got fire.target, which rules out none"
    ]
    assert expand_all(Written(read(useless), "topic.yaml", 7), frozenset())


def test_sides_that_do_not_differ_are_told() -> None:
    alike = changed_case(WITNESS, when=["Fire by tuco target=doc"])
    alike = with_sides(alike, {"editions": ["ru-full"]}, {"editions": ["pl-base"], "clauses": ["fire.target"]})
    alike["differs"][1].pop("without")
    id = WITNESS["id"]
    assert refused({**alike, "id": "fire.target/x"}) == [
        "differs: expected different results in fire.target/x and fire.target/x@pl-base, got the same"
    ]
    assert id not in refused({**alike, "id": "fire.target/x"})[0]


def test_the_name_of_the_edition_and_of_the_house_rule_is_no_difference() -> None:
    house_rule = "ruling.belle.blocks-sight=transparent"
    start = "StartGame by table edition=* modules=[*] seats=[tuco, doc, ghost] powers=yes happenings=yes train=[]"
    alike = changed_case(
        HOUSE_RULE,
        id="setup.advanced.optional/x",
        when=[start],
        differs=[
            {"editions": ["ru-full"], "clauses": ["setup.advanced.optional"], "then": [{"state": {"phase": "setup"}}]},
            {
                "editions": ["ru-base"],
                "rulings": [house_rule],
                "clauses": ["setup.advanced.optional"],
                "then": [{"state": {"phase": "setup"}}],
            },
        ],
    )
    assert [message.partition(" in ")[0] for message in refused(alike)] == ["differs: expected different results"]


def test_what_a_side_says_of_its_clauses_must_be_borne_out_there() -> None:
    wrong = with_sides(WITNESS, {"clauses": ["tuco.through-the-roof", "fire.no-target"]}, {})
    assert {message.partition(" to be")[0] for message in refused(wrong)} == {"clauses: expected fire.no-target"}
    cited = with_sides(WITNESS, {"without": ["fire.target"]}, {})
    assert set(refused(cited)) == {"without: expected nothing to cite fire.target, got something that does"}


def test_a_side_for_an_edition_that_cannot_be_is_told() -> None:
    there = {"editions": ["ru-base"], "clauses": ["tuco.through-the-roof"], "without": []}
    missing = with_sides(WITNESS, {}, there)
    assert "editions: tuco.through-the-roof does not hold in ru-base" in refused(
        {**missing, "id": "tuco.through-the-roof/x"}
    )
    settled = "ruling.neutral-bullets.happenings-too=as-far-as-they-go"
    agreed = with_sides(WITNESS, {"editions": ["pl-base"], "rulings": [settled]}, {})
    assert f"editions: {settled} cannot be agreed on in pl-base" in refused(agreed)
    nowhere = with_sides(WITNESS, {"editions": [], "modules": ["base", "expert", "team"]}, {})
    assert refused(nowhere)[0].startswith(
        "editions: no edition fits: ru-full does not play base, expert, team (ruling.team.not-with-expert: "
        "leave out team);"
    )


# --- what witnesses show


def small(folder: Path, *cases: dict[str, Any]) -> Suite:
    return load_suite(suite_in(folder, *cases))


def lacking(made: Suite, *about: str) -> list[str]:
    cases = [written.case for written in made.cases.values()]
    return [told for told in unwitnessed(cases, registry()) if told.startswith(about)]


def test_a_witness_is_found_by_the_clause_that_holds_in_an_edition_and_by_the_house_rule(tmp_path: Path) -> None:
    made = small(tmp_path, WITNESS, HOUSE_RULE, HIT)
    assert [case.id for case in made.witnesses(UPWARD)] == [WITNESS["id"]]
    assert [case.id for case in made.witnesses(PLAIN)] == [HOUSE_RULE["id"]]
    assert made.witnesses("tuco.through-the-roof") == made.witnesses("fire.bullet-given") == []
    assert lacking(made, UPWARD, PLAIN) == []


def test_a_difference_without_a_witness_is_told(tmp_path: Path) -> None:
    assert lacking(small(tmp_path, HOUSE_RULE), UPWARD) == [
        f"{UPWARD}: expected a witness with a side for ru-base and one for ru-full, got none"
    ]
    assert lacking(small(tmp_path / "b", WITNESS), PLAIN) == [
        f"{PLAIN}: expected a witness with a side that agrees on it, got none"
    ]


def test_a_witness_names_the_clause_or_what_it_replaces(tmp_path: Path) -> None:
    side = {"clauses": ["fire.target"], "without": ["tuco.through-the-roof"]}
    refusal = {**side, "clauses": [UPWARD]}
    assert lacking(small(tmp_path / "a", with_sides(WITNESS, {}, refusal)), UPWARD) == []
    upward = changed_case(
        with_sides(WITNESS, {"clauses": ["fire.target"]}, {"clauses": [UPWARD], "without": []}), id=f"{UPWARD}/x"
    )
    assert lacking(small(tmp_path / "b", upward), UPWARD) == []


def test_a_witness_without_the_baseline_is_none(tmp_path: Path) -> None:
    made = small(tmp_path, with_sides(WITNESS, {"editions": ["pl-base", "fr-horses"]}, {}))
    assert lacking(made, UPWARD) == [
        f"{UPWARD}: expected a witness with a side for ru-base and one for ru-full, got none"
    ]
    assert made.witnesses(UPWARD) == []


def test_a_witness_speaks_of_every_edition_that_plays_the_module(tmp_path: Path) -> None:
    made = small(tmp_path, with_sides(WITNESS, {"editions": ["ru-full", "fr-horses"]}, {}))
    (problem,) = lacking(made, UPWARD)
    assert problem.startswith(f"{UPWARD}: expected a side for each edition, got none for ")
    assert "pl-base" in problem


def test_what_is_lacking_is_among_what_is_missing(tmp_path: Path) -> None:
    made = small(tmp_path, WITNESS)
    assert [told for told in made.missing() if told.startswith(f"{PLAIN}:")] == lacking(made, f"{PLAIN}:") != []


def test_the_witnesses_of_this_repository_are_found() -> None:
    for id in (UPWARD, "neutral-bullets.pile-removed", "ruling.draw.what-is-left=pass"):
        assert suite().witnesses(id), id
