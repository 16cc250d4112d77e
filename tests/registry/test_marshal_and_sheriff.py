"""In Russian the player of Marshal & Prisoners is маршал, as in the book, and the figure of the base game шериф."""

import re
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from colt_rules.modules import part_files
from colt_rules.registry.clauses import Clause
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import registry
from colt_rules.registry.rulings import Ruling

MODULE = "marshal"
NAME = re.compile(r"«[^»]*»|Маршал\w* и заключённы\w*")
"""Names of cards, happenings and expansions, which are as printed."""
FIGURE = re.compile(r"шериф", re.IGNORECASE)
PLAYER = re.compile(r"маршал", re.IGNORECASE)

OF_BOTH = {
    "mei.base-otherwise",
    "mei.meeting-no-diagonal",
    "time-machine.not-the-marshal",
    "ruling.marshal-player.company",
    "ruling.take-it-all.marshal-player",
    "ruling.drink-for-the-marshal.his-place",
    "ruling.time-machine.comes-out",
    "ruling.whisky.two-bandits",
    "ruling.sharing-the-loot.levels",
}
"""Entries that tell the two apart, or cite a rule of the one for the other."""


def russian(entry: Any) -> Iterator[str]:
    """All Russian texts of an entry, without names."""
    if isinstance(entry, Localized):
        yield NAME.sub("", entry.in_language("ru"))
    elif isinstance(entry, tuple):
        for one in entry:
            yield from russian(one)
    elif attrs.has(type(entry)):
        for field in attrs.fields(type(entry)):
            yield from russian(getattr(entry, field.name))


def is_of_the_module(entry: Clause | Ruling) -> bool:
    if isinstance(entry, Clause):
        return entry.module == MODULE
    return any(registry().clauses[id].module == MODULE for id in entry.completes)


@pytest.mark.parametrize(("of_the_module", "wrong"), [(True, FIGURE), (False, PLAYER)])
def test_clauses_and_rulings_call_each_by_its_own_word(of_the_module: bool, wrong: re.Pattern[str]) -> None:
    entries: tuple[Clause | Ruling, ...] = (*registry().clauses.values(), *registry().rulings.values())
    held = [one for one in entries if one.id not in OF_BOTH and is_of_the_module(one) == of_the_module]
    assert [one.id for one in held if any(map(wrong.search, russian(one)))] == []
    right = PLAYER if of_the_module else FIGURE
    assert any(right.search(text) for one in held for text in russian(one))


def test_every_exception_is_needed() -> None:
    needed = {
        id
        for id in OF_BOTH
        if any(map((FIGURE if is_of_the_module(registry().find(id)) else PLAYER).search, russian(registry().find(id))))
    }
    assert needed == OF_BOTH


def test_sentences_call_each_by_its_own_word() -> None:
    told = {
        module: NAME.sub("", path.read_text(encoding="utf-8")) for module, path in part_files("sentences.toml").items()
    }
    assert not FIGURE.search(told.pop(MODULE))
    assert [module for module, text in told.items() if PLAYER.search(text)] == []
