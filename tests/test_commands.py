"""Commands can be read out in the words of the wire."""

import pytest

from colt_rules.commands import COMMANDS, Command, DrawCards, Fire, PlayCard, Punch, StartGame, spoken
from colt_rules.conformance.board import board
from colt_rules.kernel import Refused, decide


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (DrawCards("tuco"), "DrawCards by tuco"),
        (Fire("tuco", "ghost"), "Fire by tuco target=ghost"),
        (PlayCard("tuco", "tuco-fire", True), "PlayCard by tuco card=tuco-fire face_down=yes"),
        (
            Punch("tuco", "ghost", None, "mail.roof", False),
            "Punch by tuco target=ghost token=nothing to=mail.roof keep=no",
        ),
        (
            StartGame("table", "ru-full", ("base",), ("tuco", "doc"), True, True, False, ()),
            "StartGame by table edition=ru-full modules=[base] seats=[tuco, doc] "
            "powers=yes happenings=yes stations=no train=[]",
        ),
    ],
)
def test_a_command_is_read_out_with_all_it_says(command: Command, words: str) -> None:
    assert spoken(command) == words


def test_every_command_has_its_own_name_on_the_wire() -> None:
    assert len(set(COMMANDS.values())) == len(COMMANDS)


def test_a_refusal_speaks_of_commands_in_those_words() -> None:
    game = board("roof | tuco | ghost | doc |\ninside | M | | |", pile=["tuco-fire"])
    verdict = decide(game, Fire("tuco", "doc"))
    assert isinstance(verdict, Refused)
    assert verdict.message == "expected Fire by tuco target=ghost; got Fire by tuco target=doc"
