"""Commands and events of all modules stand in one order."""

from types import SimpleNamespace

import pytest

from colt_rules.model import messages


def test_those_of_modules_come_last_or_behind_the_one_that_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    among = SimpleNamespace(EVENTS={"Sat": 3, "Rose": 4, "Left": 5}, AFTER={"Sat": "Began", "Left": "Ended"})
    last = SimpleNamespace(EVENTS={"Flew": 6, "Fell": 7})
    closer = SimpleNamespace(EVENTS={"Slept": 8}, AFTER={"Slept": "Began"})
    parts = {"events": [("one", among), ("two", last), ("three", closer)], "commands": []}
    monkeypatch.setattr(messages, "parts", parts.__getitem__)
    listed = messages.with_those_of_modules("events", {"Began": 1, "Ended": 2})
    assert list(listed) == ["Began", "Slept", "Sat", "Rose", "Ended", "Left", "Flew", "Fell"]
    assert list(listed.values()) == [1, 8, 3, 4, 2, 5, 6, 7]
    assert messages.with_those_of_modules("commands", {"Begin": 1}) == {"Begin": 1}


def test_nothing_stands_behind_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = SimpleNamespace(EVENTS={"Sat": 2}, AFTER={"Sat": "Rose"})
    monkeypatch.setattr(messages, "parts", lambda part: [("one", lost)])
    with pytest.raises(ValueError, match="Rose"):
        messages.with_those_of_modules("events", {"Began": 1})
