"""Failures of one cause have the same shape, whatever names they contain."""

import pytest

from colt_rules.conformance.running.causes import causes, shape_of
from colt_rules.conformance.running.results import CaseResult, Result, Status


@pytest.mark.parametrize(
    ("one", "other", "shape"),
    [
        (
            'cards.django.deck: expected ["django-fire"], got []',
            'cards.belle.deck: expected ["belle-move","neutral-bullet"], got ["belle-move"]',
            "cards.*.deck",
        ),
        (
            'missing {"actor":"tuco","target":"ghost","type":"Fire"}, {"actor":"tuco","target":"doc","type":"Fire"}',
            'missing {"actor":"belle","target":"tuco","type":"Fire"}',
            "missing Fire",
        ),
        (
            "expected BanditStayed bandit=tuco how=knock place=dining.roof as event 3, got CardReturned",
            "expected BanditStayed bandit=doc how=knock place=mail.roof as event 12, got CardReturned; the next "
            'BanditStayed: place: expected "mail.roof", got "mail.inside"',
            "expected BanditStayed, got CardReturned",
        ),
        (
            "expected BanditMoved bandit=tuco to=mail.roof as event 3, got BanditMoved; the next BanditMoved: "
            'to: expected "mail.roof", got "mail.inside"',
            'expected BanditMoved as event 7, got BanditMoved; the next BanditMoved: to: expected "a", got "b"',
            "BanditMoved: to",
        ),
        ('floor.mail.inside: expected ["jewel-1"], got nothing', "floor.dining.roof: expected [], got nothing", ""),
        ('seats[0].hand: expected null, got ["tuco-fire"]', 'seats[3].hand: expected null, got ["doc-move"]', ""),
        ("start 1: mail.inside: expected purse x3, got none", "start 7: dining.inside: expected jewel, got none", ""),
    ],
)
def test_messages_of_one_cause_have_one_shape(one: str, other: str, shape: str) -> None:
    assert shape_of(one) == shape_of(other)
    assert shape in ("", shape_of(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cards.tuco.deck: expected [], got [1]", "cards.tuco.hand: expected [], got [1]"),
        ('missing {"actor":"tuco","type":"Fire"}', 'missing {"actor":"tuco","type":"Rob"}'),
        ('missing {"actor":"tuco","type":"Fire"}', 'not legal but listed: {"actor":"tuco","type":"Fire"}'),
        ("expected BanditMoved as event 3, got BanditStayed", "expected Robbed as event 3, got BanditMoved"),
        ("expected Robbed as event 3, got no more events", "expected Robbed as event 3, got BanditMoved"),
        ("missing fire.target", "missing fire.bullet-given"),
    ],
)
def test_messages_of_different_causes_have_different_shapes(one: str, other: str) -> None:
    assert shape_of(one) != shape_of(other)


def failed(case: str, **kinds: str) -> list[tuple[CaseResult, Result]]:
    results = tuple(Result(kind, "decide", Status.FAIL, message, kind=kind) for kind, message in kinds.items())
    whole = CaseResult(case, "A fact", "ru-full", ("fire.target",), results)
    return [(whole, result) for result in results]


def test_a_case_goes_with_its_failure_that_is_nearest_to_the_cause_and_the_commonest_cause_comes_first() -> None:
    deck = "cards.{}.deck: expected [], got [1]"
    found = causes(
        [
            *failed("a", view="seats[0].hand: expected [], got [1]", events="expected Robbed as event 1, got none"),
            *failed("b", state=deck.format("tuco"), view="seats[1].hand: expected [], got [1]"),
            *failed("c", state=deck.format("doc")),
            *failed("d", fold=deck.format("belle")),
        ]
    )
    assert [[f"{case.case}#{result.check}" for case, result in cause.checks] for cause in found] == [
        ["b#state", "b#view", "c#state", "d#fold"],
        ["a#events", "a#view"],
    ]


def test_what_ended_in_another_way_has_another_cause() -> None:
    case = CaseResult("a", "A fact", "ru-full", (), ())
    crash, fail = (Result("x", "fold", status, "gone") for status in (Status.CRASH, Status.FAIL))
    assert len(causes([(case, crash)])) == 1
    assert len(causes([(case, crash), (CaseResult("b", "A fact", "ru-full", (), ()), fail)])) == 2
