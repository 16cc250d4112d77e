"""The round cards that a table can agree on are described, not made one by one."""

from math import comb

from colt_rules.commands import AgreeOnRoundCards
from colt_rules.kernel import legal
from tests.rules.sittings import sitting, until


def test_every_agreement_is_listed_once_and_all_cards_first() -> None:
    answers = legal(until("round-choice", sitting(variant="stagecoach", stations=True)), "table")
    assert len(answers) == 1 + comb(12, 7) * comb(6, 3)
    assert next(iter(answers)) == AgreeOnRoundCards("table", (), ())
    listed = set(answers)
    assert len(listed) == len(answers)
    assert all(each in answers for each in list(listed)[::97])
    assert "rounds=[] stations=[]; AgreeOnRoundCards by table rounds=(7 of " in str(answers)
