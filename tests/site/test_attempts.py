"""What was tried from a position, as a tree; how two verdicts differ; what an address can hold."""

import json
import zlib
from base64 import urlsafe_b64encode
from functools import partial
from shutil import which
from typing import Any

import pytest

from colt_rules.playing.setups import setups
from colt_rules.site.browser_scripts import SCRIPT
from tests.site.node import answered

pytestmark = pytest.mark.skipif(not which("node"), reason="needs node: apt-get install nodejs")

PROGRAM = f"""
import {{ Attempts, compared, lackingIn }} from "{(SCRIPT / "attempts.mjs").as_uri()}";
import {{ unpacked }} from "{(SCRIPT / "addressed.mjs").as_uri()}";
import {{ moved, movable, playable }} from "{(SCRIPT / "moved.mjs").as_uri()}";
import {{ packed }} from "{(SCRIPT / "packed.mjs").as_uri()}";
const tree = (steps, sought) => {{
  const attempts = new Attempts("start");
  const byName = new Map([["start", attempts.root]]);
  for (const [from, name, verdict] of steps) {{
    if (from) attempts.go(byName.get(from));
    byName.set(name, attempts.tried({{ name }}) ?? attempts.add({{ name }}, verdict));
  }}
  const names = (commands) => commands.map((one) => one.name);
  return {{
    state: attempts.place.state,
    path: names(attempts.pathTo()),
    from: names(attempts.root.next.map((one) => one.command)),
    next: attempts.nextOf(sought.map((name) => ({{ name }})))?.name ?? null,
  }};
}};
const does = {{
  moved,
  movable,
  playable,
  tree,
  compared,
  lackingIn,
  there: async (value) => unpacked(await packed(value)),
  unpacked: (text) => unpacked(text).catch((error) => error.key),
}};
const answer = ([name, ...given]) => does[name](...given);
"""


def told(name: str, *given: Any) -> Any:
    return answered(PROGRAM, [name, *given])


def accepted(state: str) -> dict[str, Any]:
    return {"accepted": True, "events": [], "state": state}


REFUSED = {"accepted": False, "text": "no", "clauses": []}
tree = partial(told, "tree")


def test_what_follows_stands_below() -> None:
    found = tree([["", "one", accepted("first")], ["", "two", accepted("second")]], ["one", "two", "three"])
    assert found == {"state": "second", "path": ["one", "two"], "from": ["one"], "next": "three"}


def test_going_back_branches_off() -> None:
    found = tree([["", "one", accepted("first")], ["start", "other", accepted("elsewhere")]], ["one", "two"])
    assert found == {"state": "elsewhere", "path": ["other"], "from": ["one", "other"], "next": None}


def test_a_refusal_changes_nothing() -> None:
    found = tree([["", "one", accepted("first")], ["", "no", REFUSED], ["", "two", accepted("second")]], [])
    assert found["path"] == ["one", "two"]
    found = tree([["", "one", accepted("first")], ["", "no", REFUSED]], ["one", "two"])
    assert (found["state"], found["path"], found["next"]) == ("first", ["one", "no"], "two")


def test_the_same_command_is_tried_once() -> None:
    assert tree([["", "one", accepted("a")], ["start", "one", accepted("b")]], [])["from"] == ["one"]


def event(type: str, *cites: str, **data: Any) -> dict[str, Any]:
    return {"type": type, "v": 1, "data": data, "cites": list(cites)}


def test_two_editions_differ_in_events_and_in_clauses() -> None:
    here = [event("Shot", "a", at="doc", by="tuco"), event("Moved", "b"), event("Moved", "b")]
    there = [event("Moved", "c"), event("Shot", "a", by="tuco", at="doc")]
    assert told("compared", here, there) == [["same", "cites", "only"], ["cites", "same"]]


def test_an_edition_lacks_modules() -> None:
    position = {"options": {"modules": ["base", "horses"]}}
    assert told("lackingIn", setups(), "ru-full", position) == []
    assert told("lackingIn", setups(), "pl-base", position) == ["horses"]


POSITION = {
    "marshal": "locomotive.inside",
    "figures": {"tuco": {"place": "mail.inside", "loot": ["purse-1"]}, "doc": {"place": "mail.roof", "loot": []}},
    "floor": {"mail.inside": ["jewel-1"]},
    "aside": ["strongbox-2"],
    "cards": {"tuco": {"hand": ["tuco-move", "doc-bullet-1"], "deck": ["tuco-fire", "tuco-move"], "discard": []}},
}
moved = partial(told, "moved", POSITION)


def test_everything_that_is_somewhere_can_be_moved() -> None:
    assert told("movable", POSITION) == ["marshal", "tuco", "doc", "jewel-1", "purse-1", "strongbox-2"]
    assert told("playable", POSITION) == ["tuco-fire", "tuco-move"]


def test_figures_and_loot_are_moved() -> None:
    assert moved("marshal", "mail.inside")["marshal"] == "mail.inside"
    assert moved("doc", "mail.inside")["figures"]["doc"]["place"] == "mail.inside"
    assert moved("jewel-1", "mail.roof")["floor"] == {"mail.roof": ["jewel-1"]}
    given = moved("purse-1", "doc")
    assert [one["loot"] for one in given["figures"].values()] == [[], ["purse-1"]]
    assert moved("strongbox-2", "tuco")["aside"] == []


def test_what_stays_where_it_is_changes_nothing() -> None:
    assert moved("doc", "mail.roof") is None
    assert moved("marshal", "locomotive.inside") is None


STATE = {"phase": "stealin", "train": ["locomotive", "вагон"]}


def test_an_address_holds_a_position_and_what_was_tried() -> None:
    did = [{"type": "Fire", "actor": "tuco", "target": "doc"}]
    assert told("there", {"state": STATE, "did": did}) == {"state": STATE, "did": did}
    assert told("there", {"state": STATE}) == {"state": STATE, "did": []}


def packed(text: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no-position-link"),
        ("<script>", "no-position-link"),
        ("abcd", "no-position-link"),
        (packed(b"[]")[:-4], "no-position-link"),
        (packed(b"no json"), "no-position-link"),
        (packed(json.dumps({"state": [1]}).encode()), "no-position-link"),
        (packed(json.dumps({"state": {}, "did": "all"}).encode()), "no-position-link"),
        (packed(json.dumps({"state": {}, "did": [None]}).encode()), "no-position-link"),
        (packed(json.dumps({"state": {}, "did": [{}] * 201}).encode()), "too-long"),
        (packed(b" " * 10_000_000), "too-long"),
        ("A" * 40_001, "too-long"),
    ],
)
def test_a_strange_address_is_refused(text: str, problem: str) -> None:
    assert told("unpacked", text) == problem
