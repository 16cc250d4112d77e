"""A command can be typed as in a log or in words, with names of the game only."""

from pathlib import Path

import pytest

from colt_rules.commands import ChangeFloor, Command, DrawCards, Fire, Move, PlayCard, Rob
from colt_rules.model.record import changed
from colt_rules.referee.story import Story
from colt_rules.referee.typed import CannotRead, names_seen, read_command_typed, read_typed
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.marshal.commands import FireCylinders
from tests.cli.reading import english_words

GAME = Path(__file__).parents[2] / "events" / "games" / "six-everything.jsonl"
END = Story.read([GAME.read_bytes()]).position(100)
"""A game with Ghost and Tuco in it."""


@pytest.mark.parametrize(
    "text",
    [
        "tuco Fire target=ghost",
        "  Fire by tuco target=ghost ",
        '{"type": "Fire", "actor": "tuco", "target": "ghost"}',
        '{"actor":"tuco","command":9,"data":{"target":"ghost"},"prev":"00","type":"Fire","v":1}',
    ],
)
def test_a_command_can_be_typed_in_four_ways(text: str) -> None:
    assert read_command_typed(text, END) == Fire("tuco", "ghost")


def test_a_command_without_fields_can_be_typed() -> None:
    assert (
        read_command_typed("ghost DrawCards", END)
        == read_command_typed("DrawCards by ghost", END)
        == DrawCards("ghost")
    )


def test_names_may_be_written_large() -> None:
    assert read_command_typed("Tuco Fire target=Ghost", END) == Fire("tuco", "ghost")


def test_somebody_who_is_not_in_the_game_is_told_with_those_who_are() -> None:
    some = changed(END, figures={bandit: END.figures[bandit] for bandit in ("tuco", "ghost")})
    some = changed(some, options=changed(END.options, seats=("tuco", "ghost")), cards={}, ranking=())
    some = changed(some, round=changed(END.round, first="tuco", order=(), undealt=(), draws=(), pile=(), due=()))
    with pytest.raises(ValueError, match="actor: expected an actor of this game, one of tuco, ghost, table, chance; "):
        read_command_typed("django Fire target=tuco", some)
    with pytest.raises(
        ValueError, match="target: expected a bandit in this game, one of tuco, ghost; got django; name one"
    ):
        read_command_typed("tuco Fire target=Django", some)


def test_a_thing_cannot_act_and_a_field_of_the_state_is_not_a_name() -> None:
    with pytest.raises(ValueError, match="'purse-5' names nothing here; write it as 'Belle fires at …'"):
        read_command_typed("purse-5 Fire target=tuco", END)
    with pytest.raises(ValueError, match="target: expected a name that exists in this game, got 'figures'"):
        read_command_typed("tuco Fire target=figures", END)


def test_a_bandit_of_a_player_with_two_is_told_who_decides_for_it() -> None:
    figures = {bandit: changed(figure, seat="player-1") for bandit, figure in END.figures.items()}
    two = changed(END, figures=figures, options=changed(END.options, seats=("player-1", "player-2")))
    with pytest.raises(ValueError, match="player-1, player-2, table, chance; got 'tuco'; player-1 decides for tuco"):
        read_command_typed("tuco DrawCards", two)


def test_an_empty_roof_is_a_place_too() -> None:
    assert read_command_typed("tuco Move to=caboose.roof", changed(END, train=("locomotive", "caboose"))) == Move(
        "tuco", "caboose.roof"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected a command such as"),
        ("tuco Dance target=ghost", "expected a command such as"),
        ("tuco Fire", "expected every name: 'Tuco fires at …' or `Fire by tuco target=...`; got 'tuco Fire'"),
        (
            "tuco fires at the purse",
            "'purse' names nothing here; write it as 'Tuco fires at …' or `Fire by tuco target=...`",
        ),
        ("tuco Fire to=tuco", "expected 'Tuco fires at …' or `Fire by tuco target=...`; got"),
        ("tuco PlayCard card=tuco-fire face_down=perhaps", "face_down: expected `yes` or `no`, got 'perhaps'"),
        ("tuco Fire target=ghost target=doc", "expected each field once"),
        ('{"type": "Fire", "actor": "tuco"}', "target: expected a text, got nothing"),
        ('{"type": "Shoot", "actor": "tuco"}', "type: expected one of the "),
        ('{"type": "Fire"', "expected JSON"),
        ("tuco Fire target=nobody", "target: expected a name that exists in this game, got 'nobody'"),
        ("tuco PlayCard card=tuco-fires", "did you mean tuco-fire"),
        ('{"type": "Fire", "actor": "tuco", "target": "\ud800"}', "expected UTF-8"),
    ],
)
def test_a_command_that_cannot_be_understood_is_told(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected.replace(".", r"\.")):
        read_command_typed(text, END)


# --- in the words of a language

FOUR = Story.read([GAME.with_name("tuco-from-the-roof.jsonl").read_bytes()])
ROOFTOP = FOUR.position(FOUR.head.events)
SHOT = 464
"""Tuco shoots Cheyenne."""


@pytest.mark.parametrize(
    ("lang", "text", "command"),
    [
        ("en", "Tuco fires at Belle.", Fire("tuco", "belle")),
        ("en", "tuco shoots the beauty", Fire("tuco", "belle")),
        ("ru", "Туко стреляет в Красотку.", Fire("tuco", "belle")),
        ("ru", "туко выстрел красотка", Fire("tuco", "belle")),
        ("ru", "tuco Fire target=Красотка", Fire("tuco", "belle")),
        ("fr", "Tuco tire sur Belle.", Fire("tuco", "belle")),
        ("pl", "Tuco strzela do Belle.", Fire("tuco", "belle")),
        ("pl", "tuco strzal belle", Fire("tuco", "belle")),
        ("pl", "Tuco fires at Belle", Fire("tuco", "belle")),
        ("en", "Tuco moves into the second-class car.", Move("tuco", "second-class.inside")),
        ("ru", "Туко переходит на крышу локомотива.", Move("tuco", "locomotive.roof")),
        ("fr", "Tuco passe dans le wagon de premiere classe.", Move("tuco", "first-class.inside")),
        ("pl", "Tuco przechodzi na dach wagonu bagazowego", Move("tuco", "baggage.roof")),
        ("ru", "Туко забирается на крышу багажного вагона.", ChangeFloor("tuco", "baggage.roof")),
        ("fr", "Tuco monte sur le toit du wagon à bagages.", ChangeFloor("tuco", "baggage.roof")),
        ("ru", "Туко забирает драгоценность 2.", Rob("tuco", "jewel-2")),
        ("fr", "Tuco prend la bourse 3.", Rob("tuco", "purse-3")),
        ("pl", "Tuco zagrywa kartę „Strzał”.", PlayCard("tuco", "tuco-fire", False)),
        ("ru", "Туко не играет карту, а добирает карты.", DrawCards("tuco")),
        ("pl", "Tuco nie zagrywa karty, lecz dobiera karty.", DrawCards("tuco")),
    ],
)
def test_a_sentence_of_the_game_can_be_typed(lang: str, text: str, command: Command) -> None:
    assert read_command_typed(text, ROOFTOP, lang) == command


def test_a_field_may_be_left_open_and_a_word_may_mean_several_things() -> None:
    shot = read_typed("tuco Fire", ROOFTOP)
    assert (shot.types[0], shot.said, shot.unplaced, shot.command) == (Fire, {}, (), None)
    ((kind, meant),) = read_typed("Tuco takes a purse", ROOFTOP).unplaced
    assert kind == "token"
    assert {"purse-1", "purse-tuco"} <= set(meant)


@pytest.mark.parametrize("lang", ["ru", "fr", "pl"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "tuco Dance",
        "shoot her",
        "tuco Fire target=nobody",
        "tuco Fire target=ghost",
        "tuco fires at the purse",
        "tuco Fire target=belle target=doc",
        "tuco PlayCard card=tuco-fire face_down=perhaps",
        '{"type": "Fire", "actor": "tuco"}',
        '{"type": "Fire"',
        '{"type": "Fire", "actor": "tuco", "target": 1, "more": 2}',
    ],
)
def test_what_is_wrong_is_told_in_the_language_of_the_reader(lang: str, text: str) -> None:
    with pytest.raises(CannotRead) as told:
        read_typed(text, ROOFTOP, lang=lang)
    assert not english_words(str(told.value).replace(text, "") if text else str(told.value), lang), told.value


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "shoot Doc"),
        ("en", "he could have shot Doc"),
        ("en", "what if Tuco had shot Doc?"),
        ("ru", "Мог ли Туко застрелить Дока?"),
        ("ru", "стрелять в Дока"),
        ("fr", "Pourquoi Tuco ne peut-il pas tirer sur Doc ?"),
        ("fr", "Tuco aurait pu tirer sur Doc"),
        ("pl", "Czy Tuco mógłby strzelić do Doca?"),
    ],
)
def test_a_question_is_understood_and_who_had_to_decide_need_not_be_named(lang: str, text: str) -> None:
    assert read_typed(text, ROOFTOP, lang=lang, at=FOUR.moment(SHOT)).command == Fire("tuco", "doc")


def test_a_bandit_named_after_by_or_before_the_verb_is_the_actor() -> None:
    for text in ("Fire by doc target=tuco", "Doc shoots Tuco"):
        assert read_typed(text, ROOFTOP, at=FOUR.moment(SHOT)).command == Fire("doc", "tuco")


def test_nobody_deals_but_chance_and_who_does_nothing_has_given_no_command() -> None:
    with pytest.raises(CannotRead, match="expected a command such as 'Doc fires at Tuco' or `Fire by doc target=tuco`"):
        read_typed("Tuco does nothing", ROOFTOP, at=FOUR.moment(SHOT))


def test_a_misspelt_name_is_told_with_the_one_that_was_probably_meant() -> None:
    with pytest.raises(CannotRead, match=r"слово 'Шайен' здесь ничего не называет; может быть, 'Шайенн'"):
        read_typed("Туко стреляет в Шайен", ROOFTOP, lang="ru")


COACH = Story.read([GAME.with_name("team-time-machine-four.jsonl").read_bytes()])
RIDE = 113


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Ghost rides to the stagecoach"),
        ("en", "Ghost rode into the stagecoach"),
        ("ru", "Призрак скачет в дилижанс"),
        ("fr", "Ghost chevauche jusqu'à la diligence"),
        ("pl", "Ghost jedzie do dyliżansu"),
    ],
)
def test_an_empty_place_beside_the_train_can_be_named_in_any_form_of_a_verb(lang: str, text: str) -> None:
    names = names_seen(COACH, "ghost")
    end = COACH.position(COACH.head.events)
    assert read_typed(text, end, names, lang, COACH.moment(RIDE)).command == Ride("ghost", "stagecoach.inside")


TWO = Story.read([GAME.with_name("french-two.jsonl").read_bytes()])


def test_out_of_turn_a_bandit_stands_for_the_player_who_has_two() -> None:
    end = TWO.position(TWO.head.events)
    assert read_command_typed("Tuco tire sur Ghost", end, "fr", TWO.moment(58)) == Fire("player-1", "ghost")
    with pytest.raises(CannotRead, match="c'est le joueur 1 qui décide"):
        read_command_typed("Tuco tire sur Ghost", end, "fr", TWO.moment(67))  # his shot would be judged as Doc's


def test_in_place_of_a_command_whatever_fits_is_taken_or_named() -> None:
    end, moment = TWO.position(TWO.head.events), TWO.moment(67)
    assert read_command_typed("Doc tire", end, "fr", moment) == Fire("player-1", "ghost")
    with pytest.raises(CannotRead, match=r"keep=no.\n  Cheyenne frappe Tuco, garde .*keep=yes.$"):
        read_command_typed("Cheyenne frappe Tuco", end, "fr", TWO.moment(58))


MARSHAL = Story.read([GAME.with_name("expert-marshal-three.jsonl").read_bytes()])


@pytest.mark.parametrize("text", ["marshal Fire target=django", "the Marshal fires at Django", "marshal FireCylinders"])
def test_a_fire_of_the_marshal_is_his_double_shot(text: str) -> None:
    assert read_typed(text, MARSHAL.position(MARSHAL.head.events)).types == (FireCylinders,)


@pytest.mark.clause("secrecy.round-deck")
def test_whether_something_hidden_bears_a_name_is_not_told() -> None:
    """To everybody but the referee, a card of the round deck is treated like an unknown name."""
    lines = GAME.read_bytes().split(b"\n")
    story = Story.read([b"\n".join([*lines[:60], b""])])
    end = story.position(story.head.events)
    planned_modules = end.rounds[-1]
    assert read_typed(f"tuco Fire target={planned_modules}", end, names_seen(story, "referee"))
    for role in ("tuco", "spectator"):
        known = list(names_seen(story, role))
        assert read_typed("tuco Fire target=ghost", end, known).command == Fire("tuco", "ghost")
        assert read_typed("tuco PlayCard card=tuco-fire face_down=no", end, known)
        with pytest.raises(ValueError, match="target: expected a name that exists in this game"):
            read_typed(f"tuco Fire target={planned_modules}", end, known)
