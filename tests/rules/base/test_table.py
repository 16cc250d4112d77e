"""The tables that can be agreed on: listed without being made, counted, and told apart from those that cannot."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest
from attrs import evolve

from colt_rules.commands import AgreeOnRuling, Deal
from colt_rules.decisions import Decision
from colt_rules.events import RulingAgreed
from colt_rules.kernel import NEW, Accepted, Refused, decide, legal
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry import published
from colt_rules.registry.registry import spec_folder
from colt_rules.registry.rulings import load_rulings
from colt_rules.rules.base.table import Tables, house_rules_left
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import rulebook, rules_of
from tests.tables import table
from tests.verdicts import accepted, after, refusal

HOUSE_RULES = {
    (ruling.id, other.id)
    for ruling in load_rulings(spec_folder() / "rulings.toml").values()
    for other in ruling.rejected
    if other.house_rule
}
"""Every answer that a table may agree on."""
FOUR = (("base",), ("base", "expert"), ("base", "duo"), ("base", "team"))
"""The base game, alone and with each variant."""
RUSSIAN = (
    *FOUR,
    *((*modules, "horses", "stagecoach") for modules in FOUR),
    *((*modules, "mei") for modules in FOUR if "duo" not in modules),
    *((*modules, "horses", "stagecoach", "mei") for modules in FOUR if "duo" not in modules),
    *((*modules, "mei", "marshal") for modules in FOUR[:2]),
    *((*modules, "horses", "stagecoach", "mei", "marshal") for modules in FOUR[:2]),
)
"""What the Russian compilation plays, each with any of what goes with everything."""
ON_TOP: tuple[tuple[str, ...], ...] = ((), ("time-machine",), ("cursed-loot",), ("time-machine", "cursed-loot"))
"""The modules that can be added to any combination of the Russian compilation."""


def agreed(*house_rules: tuple[str, str]) -> Game:
    """A new game in which these answers are agreed on."""
    game = NEW
    for ruling, answer in house_rules:
        game = after(game, AgreeOnRuling("table", ruling, answer))
    return game


class TestTable:
    def test_the_tables_that_are_listed_are_counted_and_accepted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        base_tables = import_module("colt_rules.rules.base.table")
        tables = legal(NEW, "table")
        assert all(command in tables for command in islice(tables, 2000))
        for cached in ("_games", "_kinds", "_going_together"):
            monkeypatch.setattr(base_tables, cached, getattr(base_tables, cached).__wrapped__)
        monkeypatch.setattr(base_tables, "EDITIONS", ("ru-full",))
        monkeypatch.setattr(base_tables, "module_sets", lambda: [("base",)])
        # Six bandits on so many seats, and as many of six cars in a row or none named, by six sets of options.
        assert len(tables) == len(HOUSE_RULES) + 6 * (120 * 121 + 360 * 361 + 720 * 721 + 720 * 721)
        three = changed(rulebook(("base",)), table=changed(rulebook(("base",)).table, players=(3,)))
        monkeypatch.setattr(base_tables, "rulebook", lambda *_: three)
        listed = list(tables)
        assert len(listed) == len(tables) == len(HOUSE_RULES) + 6 * 120 * 121
        assert len({repr(command) for command in listed}) == len(listed)
        assert all(isinstance(decide(NEW, command), Accepted) for command in listed[::997])

    @pytest.mark.parametrize("modules", [("base", "duo"), ("base", "expert", "duo"), ("base", "team")])
    def test_the_tables_of_variants_are_listed_and_accepted(
        self, modules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        base_tables = import_module("colt_rules.rules.base.table")
        for cached in ("_games", "_kinds", "_going_together"):
            monkeypatch.setattr(base_tables, cached, getattr(base_tables, cached).__wrapped__)
        monkeypatch.setattr(base_tables, "module_sets", lambda: [modules])
        tables = legal(NEW, "table")
        listed = list(islice(tables, 4000))[len(HOUSE_RULES) :]
        assert listed
        assert all(isinstance(decide(NEW, command), Accepted) for command in listed[::97])
        assert all(command in tables for command in listed)
        # Two or three seats, three or four of six cars in a row or none, by six kinds; in Polish two seats, four cars.
        sizes = {
            ("base", "duo"): 2 * 6 * ((1 + 120) + (1 + 360)) + 2 * ((1 + 120) + (1 + 360)),
            ("base", "expert", "duo"): 1 + 360,
            ("base", "team"): (6 + 2) * (360 * (1 + 360) + 720 * (1 + 720)),
        }
        assert len(tables) == len(HOUSE_RULES) + sizes[modules]

    def test_what_is_no_table_is_not_listed(self) -> None:
        tables = legal(NEW, "table")
        assert table() in tables
        assert table(seats=("doc",)) not in tables
        assert table(actor="doc") not in tables
        assert Deal("chance", "train", "", ()) not in tables
        assert AgreeOnRuling("table", "ruling.end.still-level", "seat-order") in tables
        assert AgreeOnRuling("doc", "ruling.end.still-level", "seat-order") not in tables

    @pytest.mark.parametrize(
        ("fields", "told"),
        [
            ({"modules": ("base", "marshal")}, "compatible modules: add mei;"),
            ({"modules": ("base", "stagecoach")}, "compatible modules: add horses;"),
            ({"modules": ("base", "duo", "team")}, "compatible modules: leave out team;"),
            ({"modules": ("base", "mei"), "edition": "ru-base"}, "compatible modules: leave out mei;"),
            ({"modules": ("mei", "base")}, "modules from base, expert, duo,"),
            ({"edition": "moon-base"}, f"edition {' or '.join(EDITIONS)};"),
            ({"seats": ("doc", "ghost")}, "3 or 4 or 5 or 6 seats;"),
            ({"train": ("mail",)}, "no train or 3 cars;"),
            ({"train": ("mail", "mail", "zeppelin")}, "cars from baggage,"),
            ({"modules": ("base", "duo"), "train": ()}, "seats player-1, player-2, player-3 in this order;"),
            (
                {"modules": ("base", "mei", "marshal"), "train": ()},
                "seats from ghost, cheyenne, django, tuco, doc, belle, mei, marshal, each once, marshal among them;",
            ),
            ({"happenings": False}, "what ruling.setup.stations-are-happenings requires;"),
        ],
    )
    def test_a_refused_game_is_told_what_would_have_to_be_different(self, fields: dict[str, Any], told: str) -> None:
        judged = decide(NEW, changed(table(3), **({"stations": True} | fields)))
        assert isinstance(judged, Refused)
        assert f"expected a StartGame with {told}" in judged.message


class TestEditions:
    @pytest.mark.clause("ruling.edition.modules")
    @pytest.mark.parametrize(
        ("edition", "modules"),
        [
            (
                "ru-full",
                [(*modules, *others) for modules in RUSSIAN for others in ON_TOP],
            ),
            ("ru-base", [("base",), ("base", "expert"), ("base", "duo")]),
            ("pl-base", [("base",), ("base", "expert"), ("base", "expert", "duo")]),
            (
                "fr-horses",
                [
                    *FOUR,
                    *((*modules, "horses") for modules in FOUR),
                    *((*modules, "horses", "stagecoach") for modules in FOUR),
                ],
            ),
        ],
    )
    def test_these_games_can_be_played_and_no_others(self, edition: str, modules: list[tuple[str, ...]]) -> None:
        """The combinations of other modules have their own tests."""
        known = {name for some in (*RUSSIAN, *ON_TOP) for name in some}
        every = {start.modules for start, _ in Tables(NEW).kinds() if start.edition == edition}
        assert {each for each in every if set(each) <= known} == set(modules)


class TestHouseRules:
    def test_what_can_be_agreed_on_is_listed_and_nothing_else(self) -> None:
        listed = {
            (each.ruling, each.answer)
            for each in islice(legal(NEW, "table"), 2 * len(HOUSE_RULES))
            if isinstance(each, AgreeOnRuling)
        }
        assert listed == HOUSE_RULES

    @pytest.mark.parametrize(("ruling", "answer"), sorted(HOUSE_RULES))
    def test_an_answer_is_agreed_on_before_the_game_and_kept_in_its_options(self, ruling: str, answer: str) -> None:
        verdict = accepted(NEW, AgreeOnRuling("table", ruling, answer))
        assert verdict.events == ((RulingAgreed(ruling, answer), (ruling,)),)
        assert verdict.awaiting == (Decision("table", "game", ""),)
        started = after(verdict.after, table(3))
        assert started.options.rulings == (f"{ruling}={answer}",)

    @pytest.mark.clause("ruling.command.form")
    @pytest.mark.parametrize(("ruling", "answer"), sorted(HOUSE_RULES))
    def test_a_question_can_be_answered_once_only(self, ruling: str, answer: str) -> None:
        game = agreed((ruling, answer))
        for _, other in {(ruling, answer), *((each, other) for each, other in HOUSE_RULES if each == ruling)}:
            assert refusal(game, AgreeOnRuling("table", ruling, other)) == ("ruling.command.form", ruling)

    def test_several_can_be_agreed_on_in_any_order(self) -> None:
        one, two = ("ruling.end.still-level", "seat-order"), ("ruling.draw.what-is-left", "pass")
        for house_rules in ((one, two), (two, one)):
            game = agreed(*house_rules)
            assert game.options.rulings == tuple("=".join(house_rule) for house_rule in house_rules)
            assert len(legal(NEW, "table")) == len(legal(game, "table")) + 2


@pytest.fixture
def renamed() -> Iterator[None]:
    """Two rulings as a later version may have them: one has a retired id, one an answer that has become ours."""
    mixing, levels = (published.rulings()[id] for id in ("ruling.setup.mixing", "ruling.sharing-the-loot.levels"))
    made_up = (evolve(mixing, aliases=("ruling.horses.mixing",)), evolve(levels, former_house_rules=("same-level",)))
    rulings = {**published.rulings(), **{one.id: one for one in made_up}}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(published, "load_rulings", lambda path: rulings)
        forget_rulings()
        yield
    forget_rulings()


def forget_rulings() -> None:
    published.rulings.cache_clear()
    published._rulings_renamed.cache_clear()


@pytest.mark.usefixtures("renamed")
def test_an_answer_that_has_become_ours_can_still_be_agreed_and_changes_nothing() -> None:
    house_rule = AgreeOnRuling("table", "ruling.sharing-the-loot.levels", "same-level")
    assert house_rule not in house_rules_left(NEW)
    assert house_rule in legal(NEW, "table")
    game = after(NEW, house_rule)
    assert game.options.rulings == ("ruling.sharing-the-loot.levels=same-level",)
    other = AgreeOnRuling("table", "ruling.sharing-the-loot.levels", "same-car")
    assert refusal(game, other) == ("ruling.command.form", "ruling.sharing-the-loot.levels")


@pytest.mark.usefixtures("renamed")
def test_an_answer_can_be_agreed_on_by_the_retired_id_of_its_question_and_is_the_same_answer() -> None:
    old = agreed(("ruling.horses.mixing", "left-out"))
    assert old.options.rulings == ("ruling.horses.mixing=left-out",)
    assert rules_of(old).agreed("ruling.setup.mixing=left-out")
    refusal(old, AgreeOnRuling("table", "ruling.setup.mixing", "left-out"))
    refusal(agreed(("ruling.setup.mixing", "left-out")), AgreeOnRuling("table", "ruling.horses.mixing", "left-out"))
    french = table(edition="fr-horses", modules=("base", "horses", "stagecoach"), stations=True)
    assert "ruling.setup.mixing" in refusal(old, french)
