"""Cards whose faces no source shows: what a table can say of them before the set-up."""

from itertools import islice

import pytest

from colt_rules.commands import Command, DrawCards
from colt_rules.kernel import NEW, Refused, decide, legal
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot, NameSymbols, NameTurns
from colt_rules.rules.marshal.naming import happenings
from colt_rules.rules.rulebook import rules_of
from tests.rules.marshal.tables import MODULES, WITH_HORSES, sitting
from tests.verdicts import after

SIX = ("golden", "knee", "knee", "gotcha", "drop-the-mail", "disarmed")


def asked(modules: tuple[str, ...] = MODULES) -> Game:
    """The table is asked what its cards show."""
    return after(NEW, sitting(modules=modules))


def sizes(game: Game) -> tuple[int, int, int]:
    """In how many ways turns, symbols and bullets can be named, for each card or cylinder."""
    rules = rules_of(game)
    turns = sum(len(rules.turns.kinds) ** length for length in range(1, 6))
    return turns, 3 * (1 + len(happenings(rules))), 5**6 + 6 * 5**5


def test_everything_is_counted_and_found_by_its_number() -> None:
    game = asked()
    faces, (turns, symbols, loads) = legal(game, "table"), sizes(game)
    assert len(faces) == 1 + 14 + 13 * turns + 10 * symbols + 2 * loads
    assert [faces[number] for number in range(16)] == list(islice(faces, 16))
    assert faces[0] == FinishNaming("table")
    assert faces[14] == NameLoot("table", ("purse",) * 4)
    assert isinstance(faces[15], NameTurns)
    assert isinstance(faces[-1], NameBullets)
    assert all(faces[number] in faces for number in range(0, len(faces), 5_000))
    first = 15 + 13 * turns
    named = [faces[number] for number in range(first, first + 10 * symbols)]
    assert len(set(named)) == len(named)
    assert all(isinstance(command, NameSymbols) and command in faces for command in named)


def test_what_was_named_is_not_offered_again() -> None:
    game = after(after(asked(), NameLoot("table", ("purse",))), NameBullets("table", "left", SIX))
    game = after(game, NameSymbols("table", "rumours.2-4", ()))
    faces, (_, symbols, loads) = legal(game, "table"), sizes(game)
    assert len(faces) == len(legal(asked(), "table")) - 14 - symbols - loads
    assert NameLoot("table", ("jewel",)) not in faces
    assert NameBullets("table", "left", SIX) not in faces
    assert NameBullets("table", "right", SIX) in faces
    assert NameSymbols("table", "rumours.2-4", ()) not in faces
    assert str(faces).startswith("FinishNaming by table; NameTurns by table card=(one of ")
    assert "; NameSymbols by table card=(one of safe-place.2-4, reflexes.2-4, " in str(faces)
    assert str(faces).endswith(
        "; NameBullets by table cylinder=(one of right) "
        "bullets=(6 of disarmed, knee, shoulder, gotcha, drop-the-mail, golden, golden at most once)"
    )


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            NameTurns("table", "rumours.2-4", ("fog",)),
            "NameTurns by table card=rumours.2-4 turns=(1 to 5 of {kinds}, repeated or not)",
        ),
        (NameTurns("table", "bridge.2-4", ("standard",)), "NameTurns by table card=(one of {cards}) turns=[standard]"),
        (
            NameSymbols("table", "rumours.2-4", ("fog",)),
            "NameSymbols by table card=rumours.2-4 symbols=(at most one of {happenings}, and plan "
            "up to 2 times, sorted)",
        ),
        (NameSymbols("table", "deadly-fall", ()), "NameSymbols by table card=(one of {round_cards}) symbols=("),
        (
            NameBullets("table", "left", ("silver",) * 6),
            "NameBullets by table cylinder=left bullets=(6 of {bullets}, golden at most once)",
        ),
        (NameBullets("table", "middle", SIX), "NameBullets by table cylinder=(one of left, right) bullets=[golden,"),
        (NameLoot("table", ("mailbag",)), "NameLoot by table loot=(1 to 4 of jewel, purse, repeated or not, sorted)"),
    ],
)
def test_a_refusal_lists_all_that_could_be_named_instead(command: Command, expected: str) -> None:
    """With the other box on the table too: the list is not cut."""
    game = asked(WITH_HORSES)
    verdict, rules = decide(game, command), rules_of(game)
    words = {
        "kinds": ", ".join(rules.turns.kinds),
        "cards": ", ".join(EXTRAS.round_cards),
        "round_cards": ", ".join(card.id for card in EXTRAS.round_cards.values() if not card.station),
        "happenings": ", ".join(happenings(rules)),
        "bullets": ", ".join(EXTRAS.marshal_bullets),
    }
    assert isinstance(verdict, Refused)
    assert verdict.message.startswith(f"expected {expected.format(**words)}")
    assert "; got Name" in verdict.message


def test_where_all_is_named_a_refusal_says_what_else_is_open() -> None:
    game = asked()
    for command in (NameLoot("table", ("purse",)), *(NameBullets("table", one, SIX) for one in ("left", "right"))):
        game = after(game, command)
        assert isinstance(decide(game, command), Refused)
    verdict = decide(game, command)
    assert isinstance(verdict, Refused)
    assert verdict.message.startswith("expected FinishNaming by table; NameTurns by table card=(one of ")


def test_nobody_but_the_table_says_it() -> None:
    faces = legal(asked(), "table")
    assert FinishNaming("table") in faces
    assert FinishNaming("marshal") not in faces
    assert DrawCards("table") not in faces
    assert None not in faces
