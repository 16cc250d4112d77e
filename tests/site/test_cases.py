"""The data of the case player: any fold leads from the given position to the one after."""

import json
import zlib
from base64 import b64decode
from typing import Any

import pytest

from colt_rules.kernel import NEW
from colt_rules.log.codec import to_data
from colt_rules.log.submission import judge
from colt_rules.referee.view_fields import unknown_fields
from colt_rules.site.cases import Step, _step_data, data, in_words, own_cases, run_data
from colt_rules.site.sources import Sources
from tests.site.javascript import answers, needs_node

SOME = [
    "fire.roof.line-of-sight/who-climbs-up-hides",
    "tuco.upward-only/no-shot-down-into-his-car",
    "attack.first-player.rearmost/not-in-the-russian-game",
    "setup.train.locomotive-first/toward-the-tail-is-away-from-it",
]
"""A refusal after an event, a witness, a case with given events, and a whole set-up."""


@needs_node
def test_the_fold_of_the_page_leads_to_the_position_after(sources: Sources) -> None:
    runs = [run for id in SOME for run in sources.runs_of(id)]
    given = [json.loads(json.dumps(run_data(run))) for run in runs]
    events = "[...asked.ahead, ...asked.steps.flatMap((step) => step.events)]"
    assert answers(f"(asked) => {events}.reduce(evolve, asked.origin)", given) == [to_data(run.after) for run in runs]
    assert answers("(asked) => asked.ahead.reduce(evolve, asked.origin)", given) == [to_data(run.given) for run in runs]


def test_a_step_has_the_command_and_why_it_is_refused(sources: Sources) -> None:
    [run] = sources.runs_of(SOME[0])
    climbs, fires = run_data(run)["steps"]
    assert climbs["words"] == "", "a page tells it by itself, in its language"
    assert in_words(climbs["command"]) == "Django climbs onto the roof of the baggage car."
    assert in_words(climbs["command"], "ru") == "Джанго забирается на крышу багажного вагона."
    assert [event["type"] for event in climbs["events"]][:2] == ["ActionTaken", "BanditMoved"]
    assert climbs["refused"] is None
    assert fires["events"] == []
    assert list(fires["refused"]["clauses"]) == ["fire.roof.line-of-sight"]


def test_events_that_lead_to_the_position_are_counted(sources: Sources) -> None:
    run = sources.runs_of("attack.first-player.rearmost/not-in-the-russian-game")[0]
    found = run_data(run)
    assert found["before"] == len(found["ahead"]) == len(run.case.given.events or ())


@pytest.mark.parametrize("command", [None, 42, [{"type": "Fire"}], {"type": ["Fire"]}])
def test_what_is_no_command_is_shown_as_it_is(command: Any) -> None:
    assert json.loads(in_words(command)) == json.loads(in_words(command, "pl")) == command
    assert _step_data(Step(command, judge(NEW, command)))["words"] == in_words(command)


def test_every_case_is_in_the_script_of_its_clause(sources: Sources) -> None:
    found = set()
    for path, text in data(sources):
        entry = path.removeprefix("cases/").removesuffix(".js")
        start = f'colt.loaded("cases/{entry}", "'
        assert text.startswith(start)
        cases = json.loads(zlib.decompress(b64decode(text.removeprefix(start).removesuffix('");\n'))))
        assert list(cases) == sorted(own_cases(sources, entry))
        found |= set(cases)
    assert found == set(sources.suite.cases)


def test_every_field_that_a_case_asks_about_has_words(sources: Sources) -> None:
    checks = [(run, check) for run in sources.suite.runs for check in run.checks]
    shown = [check.expected["shows"] for _, check in checks if check.kind == "view"]
    shown += [check.expected for run, check in checks if check.kind == "state" and not run.after.train]
    assert len(shown) > 500
    assert {field for shows in shown for field in unknown_fields(shows)} == set()
