"""Commands and events of all modules have a fixed order and know their earlier versions."""

from types import SimpleNamespace

import pytest

from colt_rules.model import messages
from colt_rules.model.messages import Earlier, Event, fields_added_since, in_version, newest_names, upcast, versions
from colt_rules.model.record import record


def test_messages_of_modules_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = SimpleNamespace(EVENTS={"Sat": 3, "Left": 4}), SimpleNamespace(EVENTS={"Flew": 5})
    parts = {"events": [("one", one), ("two", two)], "commands": []}
    monkeypatch.setattr(messages, "parts", parts.__getitem__)
    listed = messages.with_those_of_modules("events", {"Began": 1, "Ended": 2})
    assert list(listed.items()) == [("Began", 1), ("Ended", 2), ("Sat", 3), ("Left", 4), ("Flew", 5)]
    assert messages.with_those_of_modules("commands", {"Begin": 1}) == {"Begin": 1}


@record
class FellV1(Event):
    """Version 1."""

    who: str


@record
class FellV2(Event):
    """Version 2 adds a place."""

    who: str
    where: str


@record
class Fell(Event):
    """Version 3 renames fields and adds ``how``."""

    earlier = (
        Earlier(FellV1, added={"where": "somewhere"}),
        Earlier(FellV2, added={"how": ""}, renamed={"where": "place", "who": "bandit"}),
    )

    bandit: str
    place: str
    how: str


def test_each_version_leads_to_the_newest() -> None:
    assert versions({"Fell": Fell}) == {"Fell": 3}
    assert [in_version(Fell, number) for number in (1, 2, 3)] == [FellV1, FellV2, Fell]
    assert upcast(Fell, 1, FellV1("doc")) == Fell("doc", "somewhere", "")
    assert upcast(Fell, 2, FellV2("doc", "mail")) == Fell("doc", "mail", "")
    assert upcast(Fell, 3, Fell("doc", "mail", "hard")) == Fell("doc", "mail", "hard")


def test_the_fields_of_an_earlier_version_are_known() -> None:
    assert [fields_added_since(Fell, number) for number in (1, 2, 3)] == [
        {"place": "somewhere", "how": ""},
        {"how": ""},
        {},
    ]
    assert newest_names(Fell, 1) == {"who": "bandit"}
    assert newest_names(Fell, 2) == {"who": "bandit", "where": "place"}
    assert newest_names(Fell, 3) == {"bandit": "bandit", "place": "place", "how": "how"}


@pytest.mark.parametrize(
    ("earlier", "got"),
    [
        (Earlier(FellV1), "who"),
        (Earlier(FellV1, added={"were": ""}), "who, were"),
        (Earlier(FellV1, added={"where": ""}, renamed={"why": "where"}), "who, where, why"),
    ],
)
def test_a_version_that_does_not_lead_to_the_next_is_an_error(
    earlier: Earlier, got: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fell, "earlier", (earlier, Fell.earlier[1]))
    with pytest.raises(TypeError) as error:
        versions({"Fell": Fell})
    assert str(error.value).startswith("Fell: version 1 plus its added and renamed fields must have the fields of ")
    assert str(error.value).endswith(f"who, where, got {got}")
