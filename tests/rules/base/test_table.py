"""The table agrees on a game: which are refused and by what, and which other answers can be claimed."""

from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from colt_rules.commands import ClaimRuling, Deal, StartGame
from colt_rules.decisions import Decision
from colt_rules.events import GameStarted, RulingClaimed
from colt_rules.kernel import NEW, Accepted, Refused, awaiting, decide, legal
from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.registry import spec_folder
from colt_rules.registry.rulings import load_rulings
from colt_rules.rules.base.table import Tables, claims_left
from colt_rules.rules.rulebook import rulebook, rules_of
from tests.tables import BANDITS, CARS, table
from tests.verdicts import accepted, after, refusal

CLAIMABLE = {
    ("ruling.draw.what-is-left", "pass"),
    ("ruling.speeding-up.order-free", "draw-first"),
    ("ruling.neutral-bullets.happenings-too", "as-far-as-they-go"),
    ("ruling.neutral-bullets.group", "one-by-one"),
    ("ruling.belle.blocks-sight", "transparent"),
    ("ruling.gunslinger.nobody-fired", "nobody"),
    ("ruling.gunslinger.nobody-fired", "empty-stack"),
    ("ruling.end.still-level", "seat-order"),
    ("ruling.setup.stations-are-happenings", "plain-station"),
    ("ruling.duo.any-chosen-card", "actions-only"),
    ("ruling.duo.added-card-face-up", "either-way"),
    ("ruling.duo.placement-in-turn", "hidden"),
    ("ruling.expert.discard-secret", "open"),
    ("ruling.rounds.face-down", "face-up"),
    ("ruling.tie-break.to-the-letter", "all"),
    ("ruling.tie-break.meeting-by-happening", "meeting"),
    ("ruling.horses.flasks-in-the-box", "five-and-one"),
    ("ruling.horses.hostages-by-bandits", "players"),
    ("ruling.ride.from-the-stagecoach", "only-from-the-train"),
    ("ruling.hostage.photographer-tunnel", "standard"),
    ("ruling.hostage.photographer-bullets", "mates-too"),
    ("ruling.hostage.photographer-bullets", "deck-only"),
    ("ruling.stagecoach.last-round", "not-any-more"),
    ("ruling.whisky.ghost", "draw-forfeits"),
    ("ruling.melee.ghost", "shown-like-all"),
    ("ruling.sharing-the-loot.levels", "same-car"),
    ("ruling.happenings.stagecoach", "never"),
    ("ruling.shotgun.comes-to-them", "only-who-moves"),
    ("ruling.fire.opponents", "other-sides-only"),
    ("ruling.whisky.melee", "before-the-reveal"),
    ("ruling.pickpocketing.company", "whole-car"),
    ("ruling.setup.mixing", "left-out"),
    ("ruling.marshal-player.rounds-by-bandits", "by-bandits"),
    ("ruling.marshal-player.counted", "with-the-players"),
    ("ruling.prison-car.from-the-tail", "ordinary-cars"),
    ("ruling.prison-car.whisky", "none"),
    ("ruling.marshal-player.company", "not-alone"),
    ("ruling.double-shot.belle-one-cylinder", "to-the-letter"),
    ("ruling.marshal-player.in-between", "seen-past"),
    ("ruling.mailbags.cheyenne", "keeps-it"),
    ("ruling.time-machine.escape", "got-away"),
    ("ruling.time-machine.order", "at-once"),
    ("ruling.time-machine.must-hide", "may-stay"),
    ("ruling.idea.search-shuffle", "only-if-searched"),
    ("ruling.cylinders.kinds", "any-six"),
    ("ruling.mortal-bullet.marshals-bullets", "not-his"),
    ("ruling.cylinders.kinds", "drawn"),
    ("ruling.goal.bullets-of-one-bandit", "two-in-all"),
    ("ruling.arrest.belle", "safe"),
    ("ruling.double-shot.one-cylinder-left", "two-from-one"),
    ("ruling.marshal-bullet.two-mailbags", "both"),
    ("ruling.cell.happenings", "out-of-reach"),
    ("ruling.idea.search-expert", "discard-only"),
    ("ruling.idea.search-shuffle", "only-if-searched"),
    ("ruling.mortal-bullet.marshals-bullets", "not-his"),
    ("ruling.idea.must-free", "may-refuse"),
    ("ruling.mailbags.off-the-train", "nobodys"),
    ("ruling.time-machine.django-inside", "into-it"),
    ("ruling.mortal-bullet.marshals-bullets", "not-his"),
    ("ruling.idea.search-shuffle", "only-if-searched"),
    ("ruling.idea.own-card-shaking", "anothers-only"),
    ("ruling.time-machine.flight", "into-it"),
    ("ruling.time-machine.happenings", "never"),
    ("ruling.cursed.split", "three-of-one"),
    ("ruling.cursed.split", "three-of-two"),
}
"""Every answer that a game may claim."""
SETTLED = [
    ("ruling.neutral-bullets.group", "one-by-one", ["pl-base"]),
    ("ruling.neutral-bullets.happenings-too", "as-far-as-they-go", ["pl-base"]),
    ("ruling.setup.stations-are-happenings", "plain-station", ["pl-base"]),
    ("ruling.rounds.face-down", "face-up", ["ru-base", "pl-base"]),
    ("ruling.horses.flasks-in-the-box", "five-and-one", ["fr-horses"]),
    ("ruling.horses.hostages-by-bandits", "players", ["fr-horses"]),
]
"""Where a book answers the question itself."""
FOUR = (("base",), ("base", "expert"), ("base", "duo"), ("base", "team"))
"""The base game and the variants, where none of them needs another."""
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
"""What goes with everything there: a piece in front of the train, and tokens that look like the others."""
OF_EDITION = {
    "ru-full": {"stations": False},
    "ru-base": {"stations": False},
    "pl-base": {"stations": True},
    "fr-horses": {"stations": True},
}
"""What a table of the base game needs in each edition."""


def sitting(edition: str, **fields: Any) -> StartGame:
    """A table of four for the base game of this edition, unless the fields say otherwise."""
    return table(4, **{"edition": edition} | OF_EDITION[edition] | fields)


def duo(edition: str, players: int = 2, **fields: Any) -> StartGame:
    """A table with two bandits each."""
    modules = ("base", "expert", "duo") if edition == "pl-base" else ("base", "duo")
    seats = ("player-1", "player-2", "player-3")[:players]
    return sitting(edition, **{"modules": modules, "seats": seats, "train": ()} | fields)


def claimed(*claims: tuple[str, str]) -> Game:
    """A new game in which these answers are claimed."""
    game = NEW
    for ruling, answer in claims:
        game = after(game, ClaimRuling("table", ruling, answer))
    return game


# --- the base game


class TestTable:
    def test_a_new_game_waits_for_the_table(self) -> None:
        assert awaiting(NEW) == (Decision("table", "game", ""),)

    @pytest.mark.clause("setup.players", "setup.character.choice", "setup.advanced.optional")
    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_three_to_six_players_can_play(self, players: int) -> None:
        verdict = accepted(NEW, table(players))
        agreed = verdict.events[0]
        assert agreed == (
            GameStarted(
                "ru-full",
                ("base",),
                BANDITS[:players],
                powers=True,
                happenings=True,
                stations=False,
                train=CARS[:players],
            ),
            ("setup.players", "setup.character.choice", "setup.advanced.optional", "setup.rounds.station-optional"),
        )

    @pytest.mark.clause(
        "setup.players",
        "setup.character.choice",
        "setup.train.cars",
        "setup.train.free-choice",
        "ruling.setup.stations-are-happenings",
        "ruling.command.form",
    )
    @pytest.mark.parametrize(
        ("fields", "clauses"),
        [
            ({"seats": (), "train": ()}, ["setup.players"]),
            ({"seats": ("ghost", "doc"), "train": ()}, ["setup.players"]),
            ({"seats": ("ghost", "doc"), "train": ("mail", "dining")}, ["setup.players"]),
            ({"seats": ("ghost", "doc"), "train": CARS[:3]}, ["setup.players", "setup.train.cars"]),
            ({"seats": (*BANDITS, "mei"), "train": ()}, ["setup.players", "setup.character.choice"]),
            ({"seats": (*BANDITS, "doc"), "train": ()}, ["setup.players", "setup.character.choice"]),
            ({"seats": ("ghost", "doc", "doc"), "train": ()}, ["setup.character.choice"]),
            ({"seats": ("ghost", "doc", "marshal"), "train": ()}, ["setup.character.choice"]),
            ({"seats": ("ghost", "doc", ""), "train": ()}, ["setup.character.choice"]),
            ({"seats": ("player-1", "player-2", "player-3"), "train": ()}, ["setup.character.choice"]),
            ({"train": ("mail", "dining", "baggage")}, ["setup.train.cars"]),
            ({"train": CARS[:5]}, ["setup.train.cars"]),
            ({"train": ("mail", "dining", "baggage", "mail")}, ["setup.train.free-choice"]),
            ({"train": ("mail", "dining", "baggage", "prison")}, ["setup.train.free-choice"]),
            ({"train": ("locomotive", "mail", "dining", "baggage")}, ["setup.train.free-choice"]),
            ({"train": ("locomotive", *CARS[:4])}, ["setup.train.cars", "setup.train.free-choice"]),
            ({"happenings": False, "stations": True}, ["ruling.setup.stations-are-happenings"]),
            ({"edition": "xx"}, ["ruling.command.form"]),
            ({"edition": ""}, ["ruling.command.form"]),
            ({"modules": ()}, ["ruling.command.form"]),
            ({"modules": ("base", "base")}, ["ruling.command.form"]),
            ({"modules": ("unheard-of",)}, ["ruling.command.form"]),
            ({"modules": ("expert",)}, ["ruling.command.form"]),
            ({"modules": ("expert", "base")}, ["ruling.command.form"]),
            ({"actor": "ghost"}, ["ruling.command.form"]),
            ({"actor": "chance"}, ["ruling.command.form"]),
            (
                {"seats": ("doc", "doc"), "train": ("mail",) * 3, "happenings": False, "stations": True},
                [
                    "setup.players",
                    "setup.character.choice",
                    "setup.train.cars",
                    "setup.train.free-choice",
                    "ruling.setup.stations-are-happenings",
                ],
            ),
            (
                {"seats": ("doc", "doc", "tuco"), "train": ("mail",) * 4},
                ["setup.character.choice", "setup.train.cars", "setup.train.free-choice"],
            ),
        ],
    )
    def test_a_table_that_cannot_play_is_told_every_clause(self, fields: dict[str, Any], clauses: list[str]) -> None:
        assert refusal(NEW, table(**fields)) == tuple(clauses)

    @pytest.mark.clause("setup.advanced.optional", "setup.rounds.station-optional")
    @pytest.mark.parametrize("powers", [False, True])
    @pytest.mark.parametrize(("happenings", "stations"), [(False, False), (True, False), (True, True)])
    @pytest.mark.parametrize("edition", ["ru-full", "ru-base"])
    def test_advanced_rules_are_agreed_one_by_one(
        self, edition: str, powers: bool, happenings: bool, stations: bool
    ) -> None:
        start = table(edition=edition, powers=powers, happenings=happenings, stations=stations)
        options = accepted(NEW, start).after.options
        assert (options.powers, options.happenings, options.stations) == (powers, happenings, stations)

    def test_a_game_is_agreed_only_once(self) -> None:
        game = accepted(NEW, table()).after
        assert refusal(game, table()) == ("ruling.command.form",)

    def test_the_tables_that_are_listed_are_counted_and_accepted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        base_tables = import_module("colt_rules.rules.base.table")
        tables = legal(NEW, "table")
        assert all(command in tables for command in islice(tables, 2000))
        for cached in ("_games", "_kinds", "_going_together"):
            monkeypatch.setattr(base_tables, cached, getattr(base_tables, cached).__wrapped__)
        monkeypatch.setattr(base_tables, "EDITIONS", ("ru-full",))
        monkeypatch.setattr(base_tables, "module_sets", lambda: [("base",)])
        # Six bandits on so many seats, and as many of six cars in a row or none named, by six sets of options.
        assert len(tables) == len(CLAIMABLE) + 6 * (120 * 121 + 360 * 361 + 720 * 721 + 720 * 721)
        three = changed(rulebook(("base",)), table=changed(rulebook(("base",)).table, players=(3,)))
        monkeypatch.setattr(base_tables, "rulebook", lambda *_: three)
        listed = list(tables)
        assert len(listed) == len(tables) == len(CLAIMABLE) + 6 * 120 * 121
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
        listed = list(islice(tables, 4000))[len(CLAIMABLE) :]
        assert listed
        assert all(isinstance(decide(NEW, command), Accepted) for command in listed[::97])
        assert all(command in tables for command in listed)
        # Two or three seats, three or four of six cars in a row or none, by six kinds; in Polish two seats, four cars.
        sizes = {
            ("base", "duo"): 2 * 6 * ((1 + 120) + (1 + 360)) + 2 * ((1 + 120) + (1 + 360)),
            ("base", "expert", "duo"): 1 + 360,
            ("base", "team"): (6 + 2) * (360 * (1 + 360) + 720 * (1 + 720)),
        }
        assert len(tables) == len(CLAIMABLE) + sizes[modules]

    def test_what_is_no_table_is_not_listed(self) -> None:
        tables = legal(NEW, "table")
        assert table() in tables
        assert table(seats=("doc",)) not in tables
        assert table(actor="doc") not in tables
        assert Deal("chance", "train", "", ()) not in tables
        assert ClaimRuling("table", "ruling.end.still-level", "seat-order") in tables
        assert ClaimRuling("doc", "ruling.end.still-level", "seat-order") not in tables

    def test_a_table_that_cannot_be_is_told_what_can(self) -> None:
        judged = decide(NEW, table(3, seats=("ghost", "zorro", "doc")))
        assert isinstance(judged, Refused)
        assert "zorro" in judged.message
        assert (
            "expected a StartGame with seats out of ghost, cheyenne, django, tuco, doc, belle, each once"
            in judged.message
        )

    @pytest.mark.parametrize(
        ("fields", "told"),
        [
            ({"modules": ("base", "marshal")}, "modules that go together: add mei;"),
            ({"modules": ("base", "stagecoach")}, "modules that go together: add horses;"),
            ({"modules": ("base", "duo", "team")}, "modules that go together: leave out team;"),
            ({"modules": ("base", "mei"), "edition": "ru-base"}, "modules that go together: leave out mei;"),
            ({"modules": ("mei", "base")}, "modules out of base, expert, duo,"),
            ({"edition": "de"}, "edition ru-full or fr-horses or pl-base or ru-base;"),
            ({"seats": ("doc", "ghost")}, "3 or 4 or 5 or 6 seats;"),
            ({"train": ("mail",)}, "no train or 3 cars;"),
            ({"train": ("mail", "mail", "zeppelin")}, "cars out of baggage,"),
            ({"modules": ("base", "duo"), "train": ()}, "seats player-1, player-2, player-3 in this order;"),
            (
                {"modules": ("base", "mei", "marshal"), "train": ()},
                "seats out of ghost, cheyenne, django, tuco, doc, belle, mei, marshal, each once, marshal among them;",
            ),
            ({"happenings": False}, "what ruling.setup.stations-are-happenings asks for;"),
        ],
    )
    def test_a_refused_game_is_told_what_would_have_to_be_different(self, fields: dict[str, Any], told: str) -> None:
        judged = decide(NEW, changed(table(3), **({"stations": True} | fields)))
        assert isinstance(judged, Refused)
        assert f"expected a StartGame with {told}" in judged.message


# --- editions and the modules they play


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
        """A module that is not among these tells in a test of its own with what it goes."""
        known = {name for some in (*RUSSIAN, *ON_TOP) for name in some}
        every = {start.modules for start, _ in Tables(NEW).kinds() if start.edition == edition}
        assert {each for each in every if set(each) <= known} == set(modules)

    @pytest.mark.clause(
        "ruling.edition.modules",
        "ruling.duo.not-with-expert",
        "ruling.duo.not-with-team",
        "ruling.team.not-with-expert",
        "duo.expert-always",
    )
    @pytest.mark.parametrize(
        ("edition", "modules", "clauses"),
        [
            ("ru-base", ("base", "team"), {"ruling.edition.modules"}),
            ("pl-base", ("base", "team"), {"ruling.edition.modules"}),
            ("pl-base", ("base", "duo"), {"duo.expert-always"}),
            ("ru-full", ("base", "expert", "duo"), {"ruling.duo.not-with-expert"}),
            ("ru-base", ("base", "expert", "duo"), {"ruling.duo.not-with-expert"}),
            ("fr-horses", ("base", "expert", "duo"), {"ruling.duo.not-with-expert"}),
            ("ru-full", ("base", "duo", "team"), {"ruling.duo.not-with-team"}),
            ("fr-horses", ("base", "duo", "team"), {"ruling.duo.not-with-team"}),
            ("ru-base", ("base", "duo", "team"), {"ruling.edition.modules"}),
            ("pl-base", ("base", "duo", "team"), {"ruling.edition.modules", "duo.expert-always"}),
            ("ru-full", ("base", "expert", "team"), {"ruling.team.not-with-expert"}),
            ("fr-horses", ("base", "expert", "team"), {"ruling.team.not-with-expert"}),
            ("ru-base", ("base", "expert", "team"), {"ruling.edition.modules"}),
            ("pl-base", ("base", "expert", "team"), {"ruling.edition.modules"}),
            (
                "ru-full",
                ("base", "expert", "duo", "team"),
                {"ruling.duo.not-with-expert", "ruling.duo.not-with-team", "ruling.team.not-with-expert"},
            ),
            ("ru-base", ("base", "horses", "stagecoach"), {"ruling.edition.modules"}),
            ("pl-base", ("base", "expert", "duo", "horses", "stagecoach"), {"ruling.edition.modules"}),
            ("ru-full", ("base", "duo", "team", "horses", "stagecoach"), {"ruling.duo.not-with-team"}),
        ],
    )
    def test_a_combination_that_no_book_tells_is_refused_with_what_says_so(
        self, edition: str, modules: tuple[str, ...], clauses: set[str]
    ) -> None:
        assert set(refusal(NEW, sitting(edition, modules=modules))) == clauses

    @pytest.mark.clause("setup.advanced.always")
    @pytest.mark.parametrize("fields", [{"powers": False}, {"happenings": False}])
    def test_in_polish_powers_and_happenings_are_always_on(self, fields: dict[str, bool]) -> None:
        clauses = refusal(NEW, sitting("pl-base", **fields))
        assert "setup.advanced.always" in clauses
        assert accepted(NEW, sitting("pl-base"))

    @pytest.mark.clause("setup.rounds.station-always", "setup.advanced.always")
    def test_in_polish_and_french_there_is_always_a_station(self) -> None:
        for edition in ("pl-base", "fr-horses"):
            assert refusal(NEW, sitting(edition, stations=False)) == ("setup.rounds.station-always",)
        cites = accepted(NEW, sitting("pl-base")).events[0][1]
        assert {"setup.rounds.station-always", "setup.advanced.always"} <= set(cites)
        assert not {"setup.rounds.station-optional", "setup.advanced.optional"} & set(cites)

    @pytest.mark.clause("setup.advanced.optional")
    def test_in_french_powers_can_still_be_left_out(self) -> None:
        cites = accepted(NEW, sitting("fr-horses", powers=False)).events[0][1]
        assert "setup.advanced.optional" in cites


# --- claims


class TestClaims:
    def test_what_can_be_claimed_is_listed_and_nothing_else(self) -> None:
        listed = {
            (each.ruling, each.answer)
            for each in islice(legal(NEW, "table"), 2 * len(CLAIMABLE))
            if isinstance(each, ClaimRuling)
        }
        assert listed == CLAIMABLE
        rulings = load_rulings(spec_folder() / "rulings.toml").values()
        told = {(ruling.id, other.id) for ruling in rulings for other in ruling.rejected if other.claim}
        assert told == CLAIMABLE

    @pytest.mark.parametrize(("ruling", "answer"), sorted(CLAIMABLE))
    def test_an_answer_is_claimed_before_the_game_and_kept_in_its_options(self, ruling: str, answer: str) -> None:
        verdict = accepted(NEW, ClaimRuling("table", ruling, answer))
        assert verdict.events == ((RulingClaimed(ruling, answer), (ruling,)),)
        assert verdict.awaiting == (Decision("table", "game", ""),)
        started = after(verdict.after, table(3))
        assert started.options.rulings == (f"{ruling}={answer}",)

    @pytest.mark.clause("ruling.command.form")
    @pytest.mark.parametrize(("ruling", "answer"), sorted(CLAIMABLE))
    def test_a_question_can_be_answered_once_only(self, ruling: str, answer: str) -> None:
        game = claimed((ruling, answer))
        for _, other in {(ruling, answer), *((each, other) for each, other in CLAIMABLE if each == ruling)}:
            assert refusal(game, ClaimRuling("table", ruling, other)) == ("ruling.command.form", ruling)

    @pytest.mark.clause("ruling.command.form", "ruling.duo.starting-purse", "ruling.team.whose-action")
    @pytest.mark.parametrize(
        ("ruling", "answer", "clauses"),
        [
            ("ruling.nobody.asked", "yes", ("ruling.command.form",)),
            ("", "", ("ruling.command.form",)),
            ("setup.players", "two", ("ruling.command.form",)),
            ("ruling.end.still-level", "nobody", ("ruling.command.form", "ruling.end.still-level")),
            ("ruling.duo.starting-purse", "one-a-player", ("ruling.command.form", "ruling.duo.starting-purse")),
            ("ruling.team.whose-action", "own-bandit", ("ruling.command.form", "ruling.team.whose-action")),
            ("ruling.expert.doc", "six", ("ruling.command.form", "ruling.expert.doc")),
        ],
    )
    def test_what_is_no_claimable_answer_is_refused(self, ruling: str, answer: str, clauses: Cites) -> None:
        assert refusal(NEW, ClaimRuling("table", ruling, answer)) == clauses

    def test_only_the_table_claims_and_only_before_the_game(self) -> None:
        claim = ClaimRuling("table", "ruling.end.still-level", "seat-order")
        assert refusal(NEW, changed(claim, actor="doc")) == ("ruling.command.form",)
        assert refusal(after(NEW, table(3)), claim) == ("ruling.command.form",)

    def test_several_can_be_claimed_in_any_order(self) -> None:
        one, two = ("ruling.end.still-level", "seat-order"), ("ruling.draw.what-is-left", "pass")
        for claims in ((one, two), (two, one)):
            game = claimed(*claims)
            assert game.options.rulings == tuple("=".join(claim) for claim in claims)
            assert len(legal(NEW, "table")) == len(legal(game, "table")) + 2

    @pytest.mark.clause(
        "ruling.neutral-bullets.happenings-too",
        "ruling.neutral-bullets.group",
        "ruling.setup.stations-are-happenings",
        "ruling.rounds.face-down",
    )
    @pytest.mark.parametrize(("ruling", "answer", "editions"), SETTLED)
    def test_where_the_book_answers_itself_no_other_answer_goes(
        self, ruling: str, answer: str, editions: list[str]
    ) -> None:
        game = claimed((ruling, answer))
        for edition in OF_EDITION:
            start = sitting(edition)
            if edition in editions:
                assert refusal(game, start)[0] == ruling
                assert start not in legal(game, "table")
                assert edition not in {kind.edition for kind, _ in Tables(game).kinds()}
            else:
                assert accepted(game, start)
            assert accepted(NEW, start)

    @pytest.mark.clause("ruling.setup.stations-are-happenings")
    def test_plain_station_a_station_may_be_played_without_happenings(self) -> None:
        start = table(4, happenings=False, stations=True)
        assert refusal(NEW, start) == ("ruling.setup.stations-are-happenings",)
        game = claimed(("ruling.setup.stations-are-happenings", "plain-station"))
        assert accepted(game, start)
        assert len(Tables(game)) > len(Tables(NEW))


@pytest.mark.clause("ruling.sharing-the-loot.levels")
def test_an_answer_that_has_become_ours_can_still_be_claimed_and_changes_nothing() -> None:
    claim = ClaimRuling("table", "ruling.sharing-the-loot.levels", "same-level")
    assert claim not in claims_left(NEW)
    assert claim in legal(NEW, "table")
    game = after(NEW, claim)
    assert game.options.rulings == ("ruling.sharing-the-loot.levels=same-level",)
    other = ClaimRuling("table", "ruling.sharing-the-loot.levels", "same-car")
    assert refusal(game, other) == ("ruling.command.form", "ruling.sharing-the-loot.levels")


def test_an_answer_can_be_claimed_by_the_retired_id_of_its_question_and_is_the_same_answer() -> None:
    old = claimed(("ruling.horses.mixing", "left-out"))
    assert old.options.rulings == ("ruling.horses.mixing=left-out",)
    assert rules_of(old).claimed("ruling.setup.mixing=left-out")
    refusal(old, ClaimRuling("table", "ruling.setup.mixing", "left-out"))
    refusal(claimed(("ruling.setup.mixing", "left-out")), ClaimRuling("table", "ruling.horses.mixing", "left-out"))
    french = sitting("fr-horses", modules=("base", "horses", "stagecoach"))
    assert "ruling.setup.mixing" in refusal(old, french)
