"""A ruling completes a clause and has a reason; its other answers can be agreed on."""

from typing import Any

import pytest

from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.registry.rulings import Rejected
from tests.registry.altered import RULINGS, everywhere, told, with_ruling


class TestRulings:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"completes": ()}, "completes: expected a clause that it completes, got none"),
            ({"reason": Localized("a", "b", "", "d")}, "reason.fr: expected a text, got nothing"),
            ({"question": Localized("", "b", "c", "d")}, "question.en: expected a text, got nothing"),
            ({"answer": Localized("a", "b", "c", "")}, "answer.pl: expected a text, got nothing"),
        ],
    )
    def test_each_part_must_be_there(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_ruling(small, **changes)) == [f"{RULINGS}: ruling[ruling.fire.wall].{message}"]

    def test_its_id_says_that_it_is_one(self, small: Registry) -> None:
        assert told(with_ruling(small, id="fire.wall")) == [
            f'{RULINGS}: ruling[fire.wall]: expected an id that begins with "ruling."'
        ]

    @pytest.mark.parametrize("id", ["draw first", "Pass", "one.by.one", ""])
    def test_another_answer_has_an_id_in_words(self, small: Registry, id: str) -> None:
        assert told(with_ruling(small, rejected=(Rejected(id=id, answer=everywhere("Yes.")),))) == [
            f'{RULINGS}: ruling[ruling.fire.wall].rejected: expected an id in words as in "draw-first", got "{id}"'
        ]

    def test_another_answer_has_a_text_in_all_languages(self, small: Registry) -> None:
        other = Rejected(id="yes", answer=Localized("Yes.", " ", "Oui.", "Tak."), house_rule=True)
        assert told(with_ruling(small, rejected=(other,))) == [
            f"{RULINGS}: ruling[ruling.fire.wall].rejected[yes].answer.ru: expected a text, got nothing"
        ]

    def test_the_editions_that_settle_it_are_known(self, small: Registry) -> None:
        assert told(with_ruling(small, settled_in=("ru-base",))) == []
        assert told(with_ruling(small, settled_in=("de-base",))) == [
            f'{RULINGS}: ruling[ruling.fire.wall].settled_in: expected one of ru-full, ru-base, got "de-base"'
        ]
