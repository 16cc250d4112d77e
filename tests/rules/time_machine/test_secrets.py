"""No byte reveals to others where a bandit hides, through a whole Schemin' phase; every leak is caught."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from colt_rules.commands import COMMAND_NAMES
from colt_rules.kernel import Accepted, awaiting, decide, legal
from colt_rules.log.redaction import redacted
from colt_rules.model.state import Game
from colt_rules.referee.telling import CHANGES
from colt_rules.rules.time_machine.events import BanditHidden, BanditReappeared
from colt_rules.rules.time_machine.model import machine_of
from colt_rules.rules.visibility import everybody
from colt_rules.site.browser_scripts import SCRIPT
from colt_rules.views import REFEREE, SPECTATOR, SeenCommand, glimpse, view_event
from colt_rules.views.audiences import NAMED
from colt_rules.views.events import AUDIENCES
from tests import test_two_worlds
from tests.conftest import at_least
from tests.kinds import each
from tests.rules.time_machine.hiding import KINDS, steps_to_hiding, table_for, worlds_of
from tests.tables import pick
from tests.test_two_worlds import NODE, REPLAY_PAGE, Step, Worlds, from_a_server, happened, log_of, pages, told_apart
from tests.views.test_two_worlds import twins_of_a_game

PLAIN = table_for("time-machine")
COACH = table_for("stagecoach+time-machine")


@pytest.mark.clause("time-machine.secret", "ruling.time-machine.company")
@pytest.mark.parametrize(("edition", "variant"), each(KINDS, leaving_out=False))
def test_nobody_but_its_player_can_tell_where_a_bandit_hides(edition: str, variant: str) -> None:
    """Neither a partner nor a spectator, as long as cards are played, in every combination of modules."""
    every = worlds_of(table_for(variant, edition))
    here, there = (world[every[0].secret].verdict.after for world in (every[0].one, every[0].other))
    machine, other = machine_of(here), machine_of(there)
    assert machine.hidden == other.hidden
    assert machine.car != other.car
    owner = here.figures[machine.hidden].seat
    assert {both.role for both in every} == {*here.options.seats, SPECTATOR} - {owner}
    for both in every:
        assert both.one[-1].verdict.after.phase == both.other[-1].verdict.after.phase == "schemin"
        assert len(both.one) - both.secret > len(here.options.seats)
        assert told_apart(both, from_a_server) == ""


@pytest.mark.clause("time-machine.secret")
@pytest.mark.parametrize("start", [PLAIN, COACH], ids=["train", "stagecoach"])
def test_no_page_of_the_referee_tells_it(start: Any) -> None:
    both = worlds_of(start)[0]
    assert told_apart(both, pages) == ""


@pytest.mark.clause("time-machine.secret")
def test_how_many_answers_there_are_does_not_depend_on_it() -> None:
    for both in worlds_of(COACH):
        for here, there in zip(both.one[both.secret :], both.other[both.secret :], strict=True):
            one, other = here.verdict.after, there.verdict.after
            assert awaiting(one) == awaiting(other)
            for open_ in awaiting(one):
                assert len(legal(one, open_.actor)) == len(legal(other, open_.actor))


@pytest.mark.clause("time-machine.secret", "time-machine.reappear")
def test_when_the_bandit_has_come_out_the_old_lines_stay_as_they_were() -> None:
    """A log exported later says no more about the hiding than an earlier one; the reappearance is a separate event."""
    steps = list(steps_to_hiding(PLAIN, 0))
    hidden = next(event for event in happened(steps[-1].verdict) if isinstance(event, BanditHidden))
    game = steps[-1].verdict.after
    role = next(seat for seat in game.options.seats if seat != hidden.bandit)
    early = redacted(log_of(steps), role)
    (then,) = [line for line in early if b'"BanditHidden"' in line]
    random = Random(0)
    while game.phase != "stealin":
        command = pick(random, game, awaiting(game)[0].actor)
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted)
        steps.append(Step(command, verdict))
        game = verdict.after
    (now,) = [line for line in redacted(log_of(steps), role) if b'"BanditHidden"' in line]
    assert now == then
    assert b'"hidden":["car"]' in now
    assert hidden.car.encode() not in now
    (out,) = [event for event in happened(steps[-1].verdict) if isinstance(event, BanditReappeared)]
    assert view_event(out, role, game).data["place"] == f"{hidden.car}.inside"


@pytest.mark.clause("time-machine.secret")
def test_a_position_with_its_secrets_exchanged_looks_the_same() -> None:
    game = steps_to_hiding(COACH, 1)[-1].verdict.after
    assert machine_of(game).hidden
    assert twins_of_a_game(game, Random("twins")) > 50


# --- planted leaks


def leaked(event: Any, role: str, game: Game, cites: Any = ()) -> Any:
    """A leak: everybody sees the whole event."""
    return view_event(event, REFEREE, game, cites)


def whole_command(command: Any, role: str, game: Game, led_to: Any) -> SeenCommand:
    """A leak: everybody sees the whole command."""
    return SeenCommand(COMMAND_NAMES[command.__class__], command)


def tells_the_hideout(before: Game, after: Game) -> Any:
    """A leak: a sentence about what changed."""
    if machine_of(after).car:
        yield "lies", {"token": "jewel-1", "place": f"{machine_of(after).car}.inside"}


LEAKY_PAGE = f"""
    {REPLAY_PAGE}
    import {{ VISIBILITY, rolesOf }} from "{SCRIPT.as_uri()}/visibility.mjs";
    VISIBILITY.get("time-machine").audiences.whoever_hides = rolesOf;
"""
LEAKS: dict[str, tuple[str, str, object]] = {
    "view": ("view", "colt_rules.views.records.NAMED", NAMED | {"whoever_hides": everybody}),
    "view of an event": ("event", f"{test_two_worlds.__name__}.view_event", leaked),
    "command in a redacted log": ("redacted log", "colt_rules.log.redaction.view_command", whole_command),
    "event in a redacted log": ("redacted log", "colt_rules.log.redaction.view_event", leaked),
    "sentence of a replay": ("replay", "colt_rules.referee.stepping.view_event", leaked),
    "sentence of an explanation": ("explain", "colt_rules.referee.explain.view_event", leaked),
    "what changed": ("explain", "colt_rules.referee.telling.CHANGES", (*CHANGES, tells_the_hideout)),
    "picture in a terminal": ("replay", "colt_rules.referee.stepping.glimpse", lambda game, _: glimpse(game, REFEREE)),
    "picture in a report": ("report", "colt_rules.referee.explain.seen_by", lambda role, game: game),
    "report": ("report", "colt_rules.referee.report.view_event", leaked),
    "replay page": ("replay page", f"{test_two_worlds.__name__}.REPLAY_PAGE", LEAKY_PAGE),
}
"""By name: by what it must be told, and what is put in the place of what."""


@pytest.mark.clause("time-machine.secret")
@pytest.mark.parametrize("leak", at_least("view", "event in a redacted log", "replay page", of=LEAKS))
def test_a_planted_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by, place, leaky = LEAKS[leak]
    if by == "replay page" and not NODE:
        pytest.skip("needs node 18 or newer")
    both = worlds_of(PLAIN)[0]
    monkeypatch.setattr(place, leaky)
    assert any(by == told for told in _told_by(both))


@pytest.mark.clause("time-machine.secret")
def test_an_audience_that_is_too_large_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    both = worlds_of(PLAIN)[0]
    monkeypatch.setitem(AUDIENCES[BanditHidden], "car", everybody)
    assert {"event", "redacted log", "replay", "explain", "report"} <= set(_told_by(both))


def _told_by(both: Worlds) -> Iterator[str]:
    """All by which the role can tell in which world it is, in a word or two; looked for as long as more is asked."""
    for get in (from_a_server, pages):
        for (what, here), (_, there) in zip(get(both.one, both), get(both.other, both), strict=True):
            if here != there:
                told = re.sub(r"^after command \d+: ", "", what)
                yield re.sub(r"^(replay|explain|report)( -.*| \d.*| in ..)$", r"\1", told)
