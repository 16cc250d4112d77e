"""What is told of a choice is true, follows from what the role saw, and is a sentence in every language."""

from random import Random
from typing import Any

import pytest

from colt_rules.commands import COMMAND_NAMES, COMMANDS, Command, DrawCards, Fire, Move, PlayCard, Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.languages import LANGUAGES
from colt_rules.model.names import is_bullet, kind_of
from colt_rules.model.state import Game
from colt_rules.players.bots import outlook_of
from colt_rules.players.evaluation import Reason
from colt_rules.players.play import any_seats, table_of, variants
from colt_rules.playing.reasons import all_reasons, describe_reason
from colt_rules.playing.sitting import NoSuchCommand, Setup, Sitting
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import SPECTATOR, view
from tests.conftest import few_or

KINDS = sorted(variants())
OF_THE_TABLE = {"AgreeOnRuling", "StartGame", "AgreeOnRoundCards", "Deal", "FinishNaming"}
CROWDED = "roof | ghost | | |\ninside | M strongbox | tuco purse jewel | doc |"


def reason_of(game: Game, command: Command, role: str = "") -> Reason:
    return outlook_of(view(game, role or command.actor), command.actor).reason(command)


def told(game: Game, command: Command, lang: str = "en", role: str = "") -> str:
    return describe_reason(reason_of(game, command, role), lang)


# --- on a board


def test_the_most_valuable_loot_is_named_only_where_nothing_unseen_can_be_worth_more() -> None:
    game = board(CROWDED, pile=["tuco-robbery"])
    jewel, purse = sorted(game.floor[game.figures["tuco"].place])
    assert told(game, Rob("tuco", jewel)) == "It is worth $500, and nothing else there is worth more."
    assert told(game, Rob("tuco", purse)) == "Loot counts at the end of the game."


def test_a_single_token_is_the_only_loot() -> None:
    game = board("roof | ghost | | |\ninside | M | tuco jewel | doc |", pile=["tuco-robbery"])
    (jewel,) = game.floor[game.figures["tuco"].place]
    assert told(game, Rob("tuco", jewel)) == "It is the only loot there, worth $500."


def test_purses_that_nobody_can_tell_apart_are_said_to_be_so() -> None:
    game = board("roof | ghost | | |\ninside | M | tuco purse purse | doc |", pile=["tuco-robbery"])
    purse = game.floor[game.figures["tuco"].place][0]
    assert reason_of(game, Rob("tuco", purse)).key == "rob-unseen"


def test_who_carries_most_is_shot_for_it() -> None:
    game = board(
        "roof | | | |\ninside | M | tuco | doc ghost |",
        pile=["tuco-fire"],
        loot={"doc": ["jewel"], "ghost": ["purse"] * 2},
    )
    assert told(game, Fire("tuco", "ghost")) == "No rival carries more loot tokens than Ghost."
    assert told(game, Fire("tuco", "doc")) == "Each bullet takes the place of a useful card in the deck of Doc."


def test_a_move_leads_to_loot_unless_the_marshal_guards_it() -> None:
    game = board("roof | ghost | | |\ninside | M strongbox | tuco | doc jewel |", pile=["tuco-move"])
    ahead, behind = game.train[0], game.train[2]
    assert told(game, Move("tuco", f"{behind}.inside")) == "Loot lies there: jewel 1."
    assert told(game, Move("tuco", f"{ahead}.inside")) == "Later cards start from there."


def test_a_punch_into_the_arms_of_the_marshal() -> None:
    game = board("roof | ghost | |\ninside | M | tuco doc | ", pile=["tuco-punch"])
    assert told(game, Punch("tuco", "doc", None, game.marshal, keep=False)) == "The blow sends Doc to the Marshal."


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Rivals with loot that can be within reach by then: Doc."),
        ("ru", "Рядом к этому времени могут оказаться соперники с добычей: Док."),
        ("fr", "Adversaires avec du butin qui peuvent être à portée de poing\u202f: Doc."),
        ("pl", "W zasięgu pięści mogą się wtedy znaleźć rywale z łupem: Doc."),
    ],
)
def test_a_card_is_told_by_what_it_can_do(lang: str, sentence: str) -> None:
    game = board(
        "roof | ghost | |\ninside | M | tuco doc |",
        hands={"tuco": ["tuco-punch", "tuco-move"]},
        loot={"doc": ["jewel"]},
    )
    assert told(game, PlayCard("tuco", "tuco-punch", face_down=False), lang) == sentence


def test_the_hand_speaks_for_drawing_only_to_its_owner() -> None:
    bullets = ["doc-bullet-1", "ghost-bullet-1"]
    game = board("roof | ghost | | |\ninside | M | tuco | doc |", received={"tuco": bullets}, hands={"tuco": bullets})
    assert told(game, DrawCards("tuco")) == "There is nothing but bullets in hand."
    assert told(game, DrawCards("tuco"), role="doc") == "More cards in hand leave more to choose from."


# --- in whole games


def any_game(seed: int) -> Sitting:
    """A game of bots, to its end."""
    random = Random(seed)
    edition, variant = random.choice(KINDS)
    modules = variants()[edition, variant]
    table = table_of(edition, modules)
    seats = any_seats(random, table, random.choice(table.players))
    players = tuple(random.choice(("easy", "medium")) for _ in seats)
    sitting = Sitting(Setup(seats, players, edition, modules), seed)
    while sitting.advance():
        pass
    return sitting


def numbers(sitting: Sitting) -> range:
    last = sitting.moments(SPECTATOR)[-1]["command"]["number"]
    return range(1, last + 1)


@pytest.mark.parametrize("seed", range(few_or(40)))
def test_what_is_told_is_true_and_a_sentence_for_every_role(seed: int) -> None:
    sitting = any_game(seed)
    for number in numbers(sitting):
        for role in (*sitting.setup.seats, SPECTATOR):
            why = sitting.why(role, number)
            if why.reason is None:
                continue
            assert why.seen.command is not None
            assert why.chosen
            assert holds(why.before, why.seen.command, why.reason), why
            sentences = [describe_reason(why.reason, lang) for lang in LANGUAGES]
            assert all(one.lstrip("«„")[0].isupper() and one.endswith(".") and "{" not in one for one in sentences)


def holds(game: Game, command: Any, reason: Reason) -> bool:
    """Whether a fact is true in the position, hidden things included."""
    data, floor = reason.fields, game.floor
    match reason.key:
        case "rob-only":
            return floor[place_of(game, command.token)] == (command.token,)
        case "rob-best":
            lying = floor[place_of(game, command.token)]
            return bool(data["value"] == game.values[command.token] == max(game.values[token] for token in lying))
        case "rob-worth" | "punch-keep" | "punch-lose":
            return data["value"] in (None, game.values[command.token])
        case "rob-unseen":
            return len({kind_of(token) for token in floor[place_of(game, command.token)]}) == 1
        case "fire-richest":
            side = rules_of(game).side(game.options.seats, command.actor)
            carried = [len(figure.loot) for figure in game.figures.values() if figure.seat not in side]
            return len(game.figures[command.target].loot) == max(carried)
        case "punch-marshal":
            return bool(command.to == game.marshal)
        case "marshal-meets" | "go-rivals":
            return all(game.figures[bandit].place == command.to for bandit in data["bandits"])
        case "card-punch":
            return all(game.figures[bandit].loot for bandit in data["bandits"])
        case "draw-bullets":
            return all(map(is_bullet, game.cards[command.actor].hand))
        case "go-loot" | "go-stairs" | "card-loot" | "card-way" | "marshal-leaves":
            return data["tokens"] in floor.values()
    return True


def place_of(game: Game, token: str) -> str:
    return next(place for place, lying in game.floor.items() if token in lying)


def test_a_card_face_down_is_explained_only_to_its_player() -> None:
    sitting = Sitting(Setup(("tuco", "doc", "belle", "ghost"), ("medium",) * 4), 2)
    while sitting.advance():
        pass
    hidden = 0
    for number in numbers(sitting):
        why = sitting.why("ghost", number)
        command = why.seen.command
        if isinstance(command, PlayCard) and command.actor == "ghost" and command.face_down:
            hidden += 1
            assert why.reason is not None
            assert [sitting.why(role, number).reason for role in ("tuco", SPECTATOR)] == [None, None]
    assert hidden


def test_nobody_has_chosen_what_chance_dealt() -> None:
    sitting = any_game(1)
    assert not sitting.why(SPECTATOR, 1).chosen
    with pytest.raises(NoSuchCommand):
        sitting.why(SPECTATOR, 10_000)


def test_every_kind_of_choice_has_a_general_sentence() -> None:
    chosen = {name for name in COMMANDS if name not in OF_THE_TABLE and not name.startswith("Name")}
    assert chosen <= all_reasons().keys()
    assert not {name for name in all_reasons() if name in COMMAND_NAMES.values()} - chosen


def test_a_choice_of_a_module_without_sentences_of_its_own_is_told_too() -> None:
    sentences = {describe_reason(Reason("ThrowSandbag", {"actor": "tuco"}), lang) for lang in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
