"""The desk answers every request with JSON, whatever it is asked."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colt_rules.languages import LANGUAGES
from colt_rules.playing.desk import Desk
from colt_rules.playing.requests import REQUESTS

SETUP = {
    "seats": ["tuco", "doc", "belle"],
    "players": ["person", "medium", "easy"],
    "edition": "ru-full",
    "modules": ["base"],
    "powers": True,
    "happenings": True,
    "stations": True,
    "train": [],
    "house_rules": [],
    "practice": True,
}


def asked(desk: Desk, lang: str = "en", **request: Any) -> Any:
    return json.loads(desk.answer(json.dumps({"lang": lang, **request})))


def begun() -> Desk:
    """A game in which Tuco has to choose."""
    desk = Desk()
    assert asked(desk, ask="begin", setup=SETUP, seed=5) == {"people": ["tuco"]}
    while asked(desk, ask="advance")["advanced"]:
        pass
    return desk


def over() -> Desk:
    """A game that bots have finished."""
    desk = Desk()
    asked(desk, ask="begin", setup={**SETUP, "players": ["medium", "easy", "easy"]}, seed=5)
    while asked(desk, ask="advance")["advanced"]:
        pass
    return desk


def test_a_choice_is_carried_out_and_told() -> None:
    desk = begun()
    now = asked(desk, ask="look", role="tuco")
    assert asked(desk, ask="choose", role="tuco", command=now["choices"][0]) == {"allowed": True}
    told = asked(desk, ask="moments", role="tuco", after=now["number"])["moments"]
    assert told[0]["command"]["data"]["card"] == now["choices"][0]["card"]


@pytest.mark.parametrize(("lang", "word"), [("en", "card or draw"), ("ru", "карт"), ("fr", "carte"), ("pl", "kart")])
def test_a_refusal_has_its_clauses_in_the_language_asked(lang: str, word: str) -> None:
    fire = {"type": "Fire", "actor": "tuco", "target": "doc"}
    desk = begun()
    answers = [asked(desk, lang, ask=ask, role="tuco", command=fire) for ask in ("choose", "why-not")]
    assert answers[0] == answers[1]
    assert not answers[0]["allowed"]
    assert word in answers[0]["text"]
    assert {"schemin.turn-order"} <= {one["id"] for one in answers[0]["clauses"]}
    assert all(one["title"] and one["text"] for one in answers[0]["clauses"])


def test_a_hint_is_a_choice_in_words() -> None:
    hint = asked(begun(), "fr", ask="hint", role="tuco")
    assert hint["command"]["type"] in ("PlayCard", "DrawCards")
    assert hint["text"].startswith("Tuco")
    assert hint["reason"].endswith(".")


def test_a_bot_is_asked_why() -> None:
    desk = over()
    told = [asked(desk, "pl", ask="why", role="belle", number=number) for number in range(1, 200)]
    known = [one for one in told if "problem" not in one]
    assert len({one["reason"] for one in known}) > 10
    assert all(one["text"] and one["reason"] for one in known)
    assert {"Nikt z graczy tego nie wybrał: tak zdecydował los albo tak ustalono przy stole."} < {
        one["reason"] for one in known
    }


def test_what_is_kept_is_the_request_that_goes_on() -> None:
    desk = begun()
    kept = asked(desk, ask="keep")
    other = Desk()
    assert asked(other, **kept) == {"people": ["tuco"]}
    assert asked(other, ask="look", role="tuco") == asked(desk, ask="look", role="tuco")


def test_a_game_that_is_over_has_a_sound_audit_and_a_report() -> None:
    found = asked(over(), "pl", ask="verdict")
    assert found["sound"]
    assert '<html lang="pl"' in found["report"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "request_",
    [
        {"ask": "look", "role": "doc"},
        {"ask": "verdict"},
        {"ask": "take-back", "role": "tuco"},
        {"ask": "why", "role": "tuco", "number": 10_000},
        {"ask": "resume", "log": "nothing", "players": [], "seed": None, "practice": True},
        {"ask": "begin", "setup": {**SETUP, "seats": ["tuco", "doc"], "players": ["person", "easy"]}, "seed": 1},
        {"ask": "dance"},
        {"ask": "look"},
        {"ask": "look", "role": 3},
    ],
    ids=lambda request: str(request["ask"]),
)
def test_what_cannot_be_answered_is_told_in_a_sentence(lang: str, request_: dict[str, Any]) -> None:
    problem = asked(begun(), lang, **request_)["problem"]
    assert problem["text"]
    assert {"text"} <= problem.keys() <= {"text", "clauses"}


@pytest.mark.parametrize("ask", sorted(REQUESTS.keys() - {"begin", "resume", "judge", "redraw", "write-case"}))
def test_without_a_game_there_is_an_answer_too(ask: str) -> None:
    fields: dict[str, Any] = {
        "role": "tuco",
        "after": 0,
        "number": 1,
        "command": {"type": "DrawCards", "actor": "tuco"},
    }
    known = REQUESTS[ask].__struct_fields__
    problem = asked(Desk(), ask=ask, **{name: one for name, one in fields.items() if name in known})["problem"]
    assert problem["text"] == "No game has begun."


ANYTHING = st.recursive(st.none() | st.integers() | st.text(), lambda part: st.lists(part)).map(json.dumps)


@given(st.text() | ANYTHING)
def test_anything_is_answered(text: str) -> None:
    assert json.loads(Desk().answer(text)).keys() == {"problem"}


def test_a_position_is_asked_about_as_in_the_adapter_protocol() -> None:
    desk = Desk()
    assert asked_as_adapter(desk, type="start", seq=1, protocol=1)["type"] == "started"
    assert asked_as_adapter(desk, type="dance", seq=2)["type"] == "failed"


def asked_as_adapter(desk: Desk, **request: Any) -> Any:
    return json.loads(desk.answer(json.dumps(request)))
