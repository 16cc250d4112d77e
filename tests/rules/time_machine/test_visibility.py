"""The time machine and a bandit in hiding, in the eyes of each role."""

from typing import Any

import attrs
import pytest

from colt_rules.model.changes import with_part
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.model import BENEATH, NAME, TimeMachine
from colt_rules.views import REFEREE, SPECTATOR, glimpse, roles, view, view_event, view_reasons
from tests.rules.time_machine.position import GAME, OTHER
from tests.rules.visibility import who_sees

EVERYBODY = roles(GAME)
KNOWING = ("belle", REFEREE)


def machine(role: str, game: Game = GAME) -> dict[str, Any]:
    """What a role sees of the time machine."""
    seen: dict[str, Any] = attrs.asdict(part_of(glimpse(game, role), NAME))
    return seen


@pytest.mark.clause("time-machine.secret")
@pytest.mark.parametrize("role", EVERYBODY)
def test_that_a_bandit_hides_everybody_sees_and_where_its_player_alone(role: str) -> None:
    car = "dining" if role in KNOWING else None
    assert machine(role) == {"hidden": "belle", "crowded": 0, "rewarded": "", "car": car}
    (belle,) = [one for one in glimpse(GAME, role).bandits if one.bandit == "belle"]
    assert belle.place == BENEATH
    assert (view(GAME, role) == view(OTHER, role)) == (role not in KNOWING)


@pytest.mark.clause("time-machine.secret")
def test_where_a_bandit_was_hidden_is_seen_by_its_player_and_where_it_comes_out_by_all() -> None:
    hidden = e.BanditHidden("belle", "dining")
    assert who_sees(GAME, "bandit", hidden) == EVERYBODY
    assert set(who_sees(GAME, "car", hidden)) == {*KNOWING}
    seen = view_event(hidden, SPECTATOR, GAME)
    assert seen
    assert (seen.data, seen.hidden) == ({"bandit": "belle"}, ("car",))
    assert who_sees(GAME, "place", e.BanditReappeared("belle", "dining.inside")) == EVERYBODY


@pytest.mark.clause("time-machine.secret")
def test_the_player_of_two_bandits_knows_it_by_the_seat() -> None:
    figures = {**GAME.figures, "belle": changed(GAME.figures["belle"], seat="tuco")}
    game = changed(GAME, figures=figures)
    assert part_of(glimpse(game, "tuco"), NAME).car == "dining"
    assert part_of(glimpse(game, "belle"), NAME).car is None


@pytest.mark.clause("time-machine.alone", "time-machine.end")
def test_all_else_is_open() -> None:
    assert who_sees(GAME, "bandits", e.TimeMachineCrowded(1, ("doc", "tuco"))) == EVERYBODY
    assert who_sees(GAME, "bandit", e.TravellerStayed(1, "doc")) == EVERYBODY
    assert who_sees(GAME, "amount", e.TravellerRewarded("doc", 500)) == EVERYBODY
    nobody = with_part(GAME, NAME, TimeMachine(crowded=2, rewarded="doc"))
    for role in EVERYBODY:
        assert machine(role, nobody) == {"hidden": "", "crowded": 2, "rewarded": "doc", "car": ""}


@pytest.mark.clause("time-machine.secret", "ruling.time-machine.company")
def test_the_reason_for_a_hideout_that_is_known_or_not() -> None:
    for role in EVERYBODY:
        reasons = view_reasons(GAME, role)
        for clause in ("time-machine.secret", "ruling.time-machine.company"):
            assert (clause in reasons.shown, clause in reasons.hidden) == (role in KNOWING, role not in KNOWING)
    nobody = with_part(GAME, NAME, TimeMachine())
    assert "time-machine.secret" not in {*view_reasons(nobody, "belle").shown, *view_reasons(nobody, "tuco").hidden}
