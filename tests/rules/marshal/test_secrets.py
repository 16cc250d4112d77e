"""No byte reveals a secret of the Marshal, or one hidden even from him, until a rule reveals it."""

from random import Random

import pytest

from colt_rules.commands import AgreeOnRuling
from colt_rules.kernel import NEW
from colt_rules.rules.marshal.commands import FinishNaming, NameLoot
from colt_rules.rules.visibility import everybody
from colt_rules.views.audiences import NAMED
from tests.conftest import at_least
from tests.rules.sittings import sitting
from tests.test_two_worlds import a_secret_after, from_a_server, played_on, told_apart
from tests.verdicts import after
from tests.views.test_two_worlds import twins_of_a_game

START = sitting(variant="marshal", stations=True)
BY_CHANCE = AgreeOnRuling("table", "ruling.cylinders.kinds", "drawn")
"""What lets chance say in which order the bullets lie."""
KINDS = (
    "card-faces",
    "warrants",
    "special-goals",
    "goals",
    "mailbags",
    "prison-purses",
    "searched-deck",
    "hold",
)
"""The decisions whose answers are secrets."""
LASTING = ("card-faces", "goals", "mailbags")
"""Those of the set-up that are kept for most of the game."""
REST_OF_THE_GAME = 500


@pytest.mark.clause(
    "goal.future-unknown",
    "goal.warrants.two",
    "goal.specials.three",
    "ruling.cylinders.who-knows",
    "ruling.mailbags.face-down",
    "ruling.idea.search-is-a-draw",
)
@pytest.mark.parametrize("kind", at_least("goals", "mailbags", "searched-deck", of=KINDS))
def test_every_kind_of_secret_is_kept(kind: str) -> None:
    named = (NameLoot("table", ("purse", "purse")),) if kind == "prison-purses" else ()
    assert told_apart(a_secret_after((START, *named), kind)) == ""


@pytest.mark.clause(
    "goal.future-unknown",
    "goal.current-known-to-marshal",
    "ruling.cylinders.who-knows",
    "ruling.mailbags.face-down",
    "ruling.reflexes.pass",
)
@pytest.mark.parametrize("kind", LASTING)
def test_a_secret_of_the_set_up_is_kept_until_the_game_tells_it(kind: str) -> None:
    both = played_on(a_secret_after((START,), kind), Random(kind), REST_OF_THE_GAME)
    assert len(both.one) > both.secret + 20
    assert told_apart(both, from_a_server) == ""


@pytest.mark.clause("ruling.cylinders.who-knows", "ruling.cylinders.kinds")
def test_bullets_that_chance_has_laid_the_marshal_alone_knows() -> None:
    begun = a_secret_after((BY_CHANCE, START, FinishNaming("table")), "cylinder")
    assert begun.role != "marshal"
    assert told_apart(begun) == ""
    both = played_on(begun, Random("bullets"), REST_OF_THE_GAME)
    assert len(both.one) > both.secret + 20
    assert told_apart(both, from_a_server) == ""


@pytest.mark.clause("goal.future-unknown", "goal.current-known-to-marshal", "ruling.cylinders.who-knows")
def test_a_position_with_its_secrets_exchanged_looks_the_same() -> None:
    assert twins_of_a_game(after(NEW, START), Random("twins")) > 200


@pytest.mark.parametrize(
    ("kind", "place", "leaky"),
    [
        ("goals", "colt_rules.views.records.NAMED", NAMED | {"nobody": everybody}),
        ("goals", "colt_rules.views.records.NAMED", NAMED | {"the_marshal": everybody}),
        ("card-faces", "colt_rules.views.records.NAMED", NAMED | {"the_marshal": everybody}),
        ("mailbags", "colt_rules.views.records.open_kinds", lambda modules: {"jewel", "strongbox", "mailbag"}),
    ],
)
def test_a_planted_leak_is_caught(kind: str, place: str, leaky: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        both = played_on(a_secret_after((START,), kind, number), Random(number), 60)
        with monkeypatch.context() as leaking:
            leaking.setattr(place, leaky)
            if told_apart(both, from_a_server):
                return
    pytest.fail("the leak was not caught")
