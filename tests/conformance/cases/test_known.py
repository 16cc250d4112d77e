"""Names in cases are checked against the schema and their own game."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from colt_rules.conformance.cases.suite import load_file
from colt_rules.registry.errors import SpecError
from tests.conformance.made_up import HIDDEN, HIT, changed_case

STATE = "then[state].state"


def told(tmp_path: Path, data: dict[str, Any]) -> str:
    """The problems of a case, or empty."""
    path = tmp_path / "case.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    try:
        load_file(path)
    except SpecError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (
            {"state": {"figures": {"doc": {"plaec": None}}}},
            f"{STATE}.figures.doc: expected an existing name, 'place'",
        ),
        ({"state": {"figures": {"docc": None}}}, f"{STATE}.figures: expected an existing name, 'doc' perhaps"),
        ({"state": {"figurse": None}}, f"{STATE}: expected an existing name, 'figures' perhaps; got 'figurse'"),
        ({"state": {"floor": {"dining.rof": None}}}, f"{STATE}.floor: expected an existing name, 'dining.roof'"),
        (
            {"state": {"round": {"draws": []}}},
            f"{STATE}.round.draws: expected a field that is compared, got bookkeeping",
        ),
        ({"view": {"of": "doc", "shows": {"bandits": {"tuco": {"tokens": {"purse-9": None}}}}}}, "got 'purse-9'"),
        ({"view": {"of": "doc", "shows": {"seats": {"tuco": {"hnad": None}}}}}, "'hand' perhaps; got 'hnad'"),
        ({"legal": {"of": "tucco", "are": []}}, "legal.of: expected an existing name, 'tuco' perhaps"),
        ({"legal": {"of": "doc", "exclude": ["Fire by doc target=gost"]}}, "exclude.target: .*'ghost' perhaps"),
        ({"legal": {"of": "doc", "exclude": ["Move by doc to=dining.rof"]}}, "exclude.to: .*'dining.roof' perhaps"),
        ({"legal": {"of": "doc", "exclude": ["Rob by doc token=purse-9"]}}, "exclude.token: "),
        ({"legal": {"of": "doc", "exclude": ["PlayCard by doc card=doc-fier"]}}, "exclude.card: .*'doc-fire' perhaps"),
        ({"legal": {"of": "doc", "exclude": ["Fire by belle target=doc"]}}, "exclude.actor: .*got 'belle'"),
    ],
)
def test_an_unknown_name_is_reported_with_a_similar_one(tmp_path: Path, then: dict[str, Any], words: str) -> None:
    message = told(tmp_path, changed_case(HIT, then=[*HIT["then"], then]))
    assert re.search(re.escape(words).replace(r"\.\*", ".*"), message), message


def test_known_names_are_not_reported(tmp_path: Path) -> None:
    fine = [
        {"state": {"figures": {"doc": {"place": "dining.roof"}}, "floor": {"baggage.roof": None}}},
        {"view": {"of": "doc", "shows": {"seats": {"tuco": {"hand": None}}}}},
        {"legal": {"of": "ghost", "exclude": ["Fire by ghost target=tuco", "Move by ghost to=locomotive.inside"]}},
    ]
    assert told(tmp_path, changed_case(HIT, then=[*HIT["then"], *fine])) == ""


def test_an_unknown_name_may_be_listed_under_strangers(tmp_path: Path) -> None:
    stranger = changed_case(HIDDEN, when=["Fire by tuco target=belle"], then=[{"refused": ["fire.target"]}])
    stranger |= {"clauses": ["fire.target"], "id": "fire.target/nobody"}
    assert "when[0].target: expected an existing name" in told(tmp_path, stranger)
    assert told(tmp_path, {**stranger, "unknown_names": ["belle"]}) == ""
    assert "unknown_names: expected names that the game does not know, got 'doc'" in told(
        tmp_path, {**stranger, "unknown_names": ["belle", "doc"]}
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"received": {"doc": ["gost-bullet-3"]}}, "received: expected bullet cards of .*got gost-bullet-3"),
        ({"received": {"doc": ["ghost-bullet-9"]}}, "received: expected bullet cards"),
        ({"loot": {"dok": ["purse"]}}, "loot: expected bandits on the train"),
        ({"card": "tunel.2-4"}, "card: expected round cards"),
        ({"brd": "x"}, "brd"),
    ],
)
def test_unknown_names_in_given_are_reported(tmp_path: Path, given: dict[str, Any], words: str) -> None:
    assert re.search(words, told(tmp_path, changed_case(HIT, given={**HIT["given"], **given})))
