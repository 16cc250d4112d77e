"""Each rule of the check holds for a sound specification and tells when it is broken."""

from typing import Any

import pytest
from attrs import evolve

from colt_rules.registry.books import PassageKind
from colt_rules.registry.check import MODULES_TO_COME, check
from colt_rules.registry.claims import Claim
from colt_rules.registry.editions import Difference
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.registry.rulings import Rejected

CLAIM = (Claim("colt_rules.rules.fire", 7, "aim", "colt_rules/rules/fire.py"),)
TEST = ("tests/test_fire.py::test_aim",)
BOOK = "spec/books/ru-full.toml"
CLAUSES = "spec/clauses/base/fire.toml"
RULINGS = "spec/rulings.toml"
EDITION = "spec/editions/ru-base.toml"


def told(registry: Registry) -> list[str]:
    """The problems of a specification that code and tests otherwise do justice to."""
    ids = [entry.id for entry in registry.citable()]
    return [str(problem) for problem in check(registry, dict.fromkeys(ids, CLAIM), dict.fromkeys(ids, TEST))]


def with_clause(registry: Registry, id: str, **changes: Any) -> Registry:
    return evolve(registry, clauses={**registry.clauses, id: evolve(registry.clauses[id], **changes)})


def with_extra(registry: Registry, module: str, **changes: Any) -> Registry:
    return evolve(registry, extras={**registry.extras, module: evolve(registry.extras[module], **changes)})


def with_ruling(registry: Registry, **changes: Any) -> Registry:
    (ruling,) = registry.rulings.values()
    changed = evolve(ruling, **changes)
    return evolve(registry, rulings={changed.id: changed})


def with_edition(registry: Registry, id: str = "ru-base", **changes: Any) -> Registry:
    """The registry with another edition, and clauses that say of themselves where they hold then."""
    edition = evolve(registry.editions[id], **changes)
    other = evolve(registry, editions={**registry.editions, id: edition})
    return evolve(other, clauses={id: evolve(one, only=other.only(one)) for id, one in other.clauses.items()})


def with_difference(registry: Registry, **changes: Any) -> Registry:
    (difference,) = registry.editions["ru-base"].differences
    return with_edition(registry, differences=(evolve(difference, **changes),))


def with_wording(registry: Registry, **changes: Any) -> Registry:
    (wording,) = registry.editions["ru-base"].wordings
    return with_edition(registry, wordings=(evolve(wording, **changes),))


def with_passage(registry: Registry, at: str, /, **changes: Any) -> Registry:
    book = registry.books["ru-full"]
    passages = tuple(evolve(one, **changes) if one.lines == at else one for one in book.passages)
    return evolve(registry, books={book.id: evolve(book, passages=passages)})


def test_a_sound_specification_has_no_problem(small: Registry) -> None:
    assert told(small) == []


class TestCuts:
    def test_a_gap(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="1")) == [
            f"{BOOK}: passage[3].lines: expected line 2 next, got a gap of 1 before it"
        ]

    def test_an_overlap(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="1-3")) == [
            f"{BOOK}: passage[3].lines: expected line 4 next, got lines of the passages above again"
        ]

    def test_the_first_line_left_out(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="2")) == [
            f"{BOOK}: passage[2].lines: expected line 1 next, got a gap of 1 before it"
        ]

    @pytest.mark.parametrize("lines", [5, 7])
    def test_another_end_than_that_of_the_book(self, small: Registry, lines: int) -> None:
        book = evolve(small.books["ru-full"], lines=lines)
        assert told(evolve(small, books={book.id: book})) == [
            f"{BOOK}: lines: expected passages up to line {lines}, got them up to line 6"
        ]


class TestHashes:
    @pytest.mark.parametrize("hash", ["", "12ab", "g" * 64, "A" * 64])
    def test_a_hash_of_another_form(self, small: Registry, hash: str) -> None:
        (problem,) = told(with_passage(small, "3", sha256=hash))
        assert problem.startswith(f'{BOOK}: passage[3].sha256: expected 64 digits of 0-9 and a-f, got "{hash}"')

    def test_that_of_the_book_too(self, small: Registry) -> None:
        book = evolve(small.books["ru-full"], sha256="x")
        (problem,) = told(evolve(small, books={book.id: book}))
        assert problem.startswith(f"{BOOK}: sha256: expected 64 digits")


class TestRulePassages:
    def test_a_rule_without_clause(self, small: Registry) -> None:
        bare = with_passage(small, "1-2", kind=PassageKind.RULE)
        assert told(bare) == [
            f"{BOOK}: passage[1-2].clauses: expected a clause for this rule, or a module, got neither"
        ]

    @pytest.mark.parametrize("module", sorted(MODULES_TO_COME))
    def test_a_rule_of_a_module_to_come_needs_none(self, small: Registry, module: str) -> None:
        assert told(with_passage(small, "1-2", kind=PassageKind.RULE, module=module)) == []

    @pytest.mark.parametrize("module", ["base", "horses", "mashral"])
    def test_any_other_module_is_a_slip(self, small: Registry, module: str) -> None:
        (problem,) = told(with_passage(small, "1-2", module=module))
        assert problem.startswith(f"{BOOK}: passage[1-2].module: expected a module still to come (cursed-loot, ")
        assert problem.endswith(f'got "{module}"')


class TestDoubleEntry:
    def test_a_passage_names_a_clause_that_does_not_name_it(self, small: Registry) -> None:
        one_sided = with_passage(small, "6", clauses=("fire.may",))
        assert told(one_sided) == [
            f'{CLAUSES}: clause[fire.may].passages: expected "ru-full:6", as {BOOK} names this clause there: '
            "add it here or take it out there"
        ]

    def test_a_clause_names_a_passage_that_does_not_name_it(self, small: Registry) -> None:
        one_sided = with_clause(small, "fire.may", passages=("ru-full:3", "ru-full:6"))
        assert told(one_sided) == [
            f'{BOOK}: passage[6].clauses: expected "fire.may", as {CLAUSES} names this passage there: '
            "add it here or take it out there"
        ]

    def test_a_passage_names_an_unknown_clause(self, small: Registry) -> None:
        assert told(with_passage(small, "6", clauses=("fire.mya",))) == [
            f'{BOOK}: passage[6].clauses: expected an id of the specification, got "fire.mya"; did you mean fire.may?'
        ]

    @pytest.mark.parametrize(
        ("key", "hint"),
        [
            ("ru-full:5", "; did you mean ru-full:4-5?"),
            ("ru-full:99", ""),
            ("ru-full:x", '; expected lines as "262" or "262-263", got "x"'),
            ("de-base:1", "; the books are ru-full"),
        ],
    )
    def test_a_clause_names_an_unknown_passage(self, small: Registry, key: str, hint: str) -> None:
        lost = with_clause(small, "fire.may", passages=("ru-full:3", key))
        assert told(lost) == [f'{CLAUSES}: clause[fire.may].passages: expected a passage of a book, got "{key}"{hint}']

    def test_either_names_the_other_once(self, small: Registry) -> None:
        twice = with_clause(small, "fire.may", passages=("ru-full:3", "ru-full:3"))
        assert told(twice) == [f'{CLAUSES}: clause[fire.may].passages: expected each once, got "ru-full:3" 2 times']


class TestClauses:
    def test_without_passage_and_note(self, small: Registry) -> None:
        bare = with_clause(with_passage(small, "3", module="marshal", clauses=()), "fire.may", passages=())
        assert told(bare) == [
            f"{CLAUSES}: clause[fire.may].passages: expected a passage, or a note that says why none, got neither"
        ]
        assert told(with_clause(bare, "fire.may", note="From the box.")) == []

    @pytest.mark.parametrize("key", ["title", "text"])
    @pytest.mark.parametrize("lang", ["en", "ru", "fr", "pl"])
    def test_without_a_language(self, small: Registry, key: str, lang: str) -> None:
        text = evolve(Localized("a", "b", "c", "d"), **{lang: " "})
        assert told(with_clause(small, "fire.may", **{key: text})) == [
            f"{CLAUSES}: clause[fire.may].{key}.{lang}: expected a text, got nothing"
        ]

    @pytest.mark.parametrize("id", ["fire", "Fire.May", "fire..may", "fire.may!", "fire.-may"])
    def test_an_id_that_is_not_words(self, small: Registry, id: str) -> None:
        assert told(with_clause(small, "fire.may", aliases=(id,))) == [
            f'{CLAUSES}: clause[fire.may].aliases: expected words as in "fire.roof.line-of-sight", got "{id}"'
        ]

    def test_a_retired_id_that_is_taken(self, small: Registry) -> None:
        assert told(with_clause(small, "ghost.fire", aliases=("fire.may",))) == [
            f'{CLAUSES}: clause[ghost.fire].aliases: expected an id of its own, got "fire.may" of clause[fire.may]'
        ]


class TestReferences:
    @pytest.mark.parametrize("key", ["exception_to", "see"])
    def test_a_clause_refers_to_an_unknown_one(self, small: Registry, key: str) -> None:
        assert told(with_clause(small, "fire.may", **{key: ("fire.otters",)})) == [
            f'{CLAUSES}: clause[fire.may].{key}: expected an id of the specification, got "fire.otters"; '
            "did you mean fire.others?"
        ]

    def test_see_may_name_a_ruling_but_exception_to_may_not(self, small: Registry) -> None:
        assert told(with_clause(small, "fire.may", see=("ruling.fire.wall",))) == []
        assert len(told(with_clause(small, "fire.may", exception_to=("ruling.fire.wall",)))) == 1

    def test_a_ruling_completes_an_unknown_clause(self, small: Registry) -> None:
        (problem,) = told(with_ruling(small, completes=("fire.may", "fire.walls")))
        assert problem.startswith(f"{RULINGS}: ruling[ruling.fire.wall].completes: expected an id of the specification")

    def test_a_term_refers_to_an_unknown_clause(self, small: Registry) -> None:
        term = evolve(small.terms["shot"], see=("fire.none",))
        (problem,) = told(evolve(small, terms={"shot": term}))
        assert problem.startswith("spec/glossary.toml: term[shot].see: expected an id of the specification")

    def test_a_circle_of_exceptions_is_told_once(self, small: Registry) -> None:
        circle = with_clause(small, "fire.others", exception_to=("ghost.fire",))
        assert told(circle) == [
            f"{CLAUSES}: clause[fire.others].exception_to: expected to end at a rule that is no exception, "
            "got fire.others -> ghost.fire -> fire.others"
        ]

    def test_an_exception_to_itself_is_a_circle(self, small: Registry) -> None:
        (problem,) = told(with_clause(small, "fire.may", exception_to=("fire.may",)))
        assert problem.endswith("got fire.may -> fire.may")


class TestRulings:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"completes": ()}, "completes: expected a clause that it completes, got none"),
            ({"reason": " "}, "reason: expected a reason, got none"),
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
        assert told(with_ruling(small, rejected=(Rejected(id=id, answer="Yes."),))) == [
            f'{RULINGS}: ruling[ruling.fire.wall].rejected: expected an id in words as in "draw-first", got "{id}"'
        ]

    def test_another_answer_has_a_text(self, small: Registry) -> None:
        assert told(with_ruling(small, rejected=(Rejected(id="yes", answer=" ", claim=True),))) == [
            f"{RULINGS}: ruling[ruling.fire.wall].rejected[yes].answer: expected a text, got nothing"
        ]

    def test_the_editions_that_settle_it_are_known(self, small: Registry) -> None:
        assert told(with_ruling(small, settled_in=("ru-base",))) == []
        assert told(with_ruling(small, settled_in=("de-base",))) == [
            f'{RULINGS}: ruling[ruling.fire.wall].settled_in: expected one of ru-full, ru-base, got "de-base"'
        ]


class TestEditions:
    @pytest.mark.parametrize("lang", ["en", "ru", "fr", "pl"])
    def test_a_title_in_all_languages(self, small: Registry, lang: str) -> None:
        title = evolve(Localized("a", "b", "c", "d"), **{lang: ""})
        assert told(with_edition(small, title=title)) == [f"{EDITION}: title.{lang}: expected a text, got nothing"]

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"books": ("ru-full", "de-base")}, 'books: expected one of ru-full, got "de-base"'),
            ({"modules": ("base", "hroses")}, 'modules: expected one of base, got "hroses"'),
            ({"modules": ("base", "base")}, 'modules: expected each once, got "base" 2 times'),
        ],
    )
    def test_its_books_and_modules_are_known(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_edition(small, **changes)) == [f"{EDITION}: {message}"]

    @pytest.mark.parametrize("key", ["books", "modules"])
    def test_it_has_books_and_modules(self, small: Registry, key: str) -> None:
        changes: dict[str, Any] = {"differences": (), "wordings": (), key: ()}
        bare = with_edition(small, **changes)
        known = "ru-full" if key == "books" else "base"
        assert told(bare) == [f"{EDITION}: {key}: expected some of {known}, got none"]

    def test_the_baseline_has_no_difference(self, small: Registry) -> None:
        other = Difference(clause="fire.may", passages=("ru-full:3",), note="No.")
        assert told(with_edition(small, "ru-full", differences=(other,))) == [
            "spec/editions/ru-full.toml: difference: expected none, as the others are compared with this one, got some"
        ]


class TestDifferences:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            (
                {"clause": "ghost.fier"},
                'difference[ghost.fier].clause: expected an id of the specification, got "ghost.fier"; '
                "did you mean ghost.fire?",
            ),
            (
                {"instead_of": ("fire.otters",)},
                'difference[ghost.fire].instead_of: expected an id of the specification, got "fire.otters"; '
                "did you mean fire.others?",
            ),
            (
                {"instead_of": ("fire.may", "fire.may")},
                'difference[ghost.fire].instead_of: expected each once, got "fire.may" 2 times',
            ),
            (
                {"instead_of": ("ghost.fire",)},
                'difference[ghost.fire].instead_of: expected a clause that would hold here, got "ghost.fire", '
                "which never does",
            ),
            ({"note": " "}, "difference[ghost.fire].note: expected a sentence, got nothing"),
            ({"passages": ()}, "difference[ghost.fire].passages: expected a passage of ru-full that says so, got none"),
            (
                {"passages": ("ru-full:5",)},
                'difference[ghost.fire].passages: expected a passage of a book, got "ru-full:5"; '
                "did you mean ru-full:4-5?",
            ),
            (
                {"passages": ("ru-full:3",)},
                'difference[ghost.fire].passages: expected passages that ghost.fire names, got "ru-full:3"',
            ),
        ],
    )
    def test_each_slip_is_told(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_difference(small, **changes)) == [f"{EDITION}: {message}"]

    @pytest.mark.parametrize(
        ("only", "got"),
        [((), "nothing"), (("ru-full",), '"ru-full"'), (("ru-base", "ru-full"), '"ru-base", "ru-full"')],
    )
    def test_a_clause_says_itself_where_it_holds(self, small: Registry, only: tuple[str, ...], got: str) -> None:
        silent = evolve(small.clauses["ghost.fire"], only=only)
        assert told(evolve(small, clauses={**small.clauses, silent.id: silent})) == [
            f'{CLAUSES}: clause[ghost.fire].only: expected "ru-base", as spec/editions has it, got {got}'
        ]

    def test_a_clause_that_holds_everywhere_names_no_edition(self, small: Registry) -> None:
        chatty = evolve(small.clauses["fire.may"], only=("ru-full", "ru-base"))
        assert told(evolve(small, clauses={**small.clauses, chatty.id: chatty})) == [
            f'{CLAUSES}: clause[fire.may].only: expected nothing, as spec/editions has it, got "ru-full", "ru-base"'
        ]

    def test_a_passage_of_another_book(self, small: Registry) -> None:
        book = evolve(small.books["ru-full"], id="ru-base", lines=0, passages=())
        other = evolve(with_edition(small, books=("ru-base",)), books={**small.books, "ru-base": book})
        assert told(other) == [
            f'{EDITION}: difference[ghost.fire].passages: expected a passage of ru-base, got "ru-full:4-5"',
            f'{EDITION}: wording[0].passages: expected a passage of ru-base, got "ru-full:3"',
        ]

    def test_one_clause_is_one_difference(self, small: Registry) -> None:
        (difference,) = small.editions["ru-base"].differences
        assert told(with_edition(small, differences=(difference, difference))) == [
            f'{EDITION}: difference: expected each once, got "ghost.fire" 2 times'
        ]

    def test_a_clause_of_a_module_that_the_edition_does_not_play(self, small: Registry) -> None:
        assert told(with_clause(small, "ghost.fire", module="team", only=())) == [
            f"{EDITION}: difference[ghost.fire].clause: expected a clause of base, got one of team"
        ]

    def test_what_it_replaces_is_of_a_module_that_the_edition_plays(self, small: Registry) -> None:
        assert told(with_clause(small, "fire.others", module="team", only=())) == [
            f'{EDITION}: difference[ghost.fire].instead_of: expected a clause that would hold here, got "fire.others", '
            "which never does"
        ]


class TestWordings:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"clauses": ()}, "clauses: expected a clause that it is about, got none"),
            (
                {"clauses": ("fire.mya",)},
                'clauses: expected an id of the specification, got "fire.mya"; did you mean fire.may?',
            ),
            ({"clauses": ("fire.may", "fire.may")}, 'clauses: expected each once, got "fire.may" 2 times'),
            ({"note": ""}, "note: expected a sentence, got nothing"),
            ({"passages": ()}, "passages: expected a passage of ru-full that says so, got none"),
            ({"passages": ("ru-full:9",)}, 'passages: expected a passage of a book, got "ru-full:9"'),
        ],
    )
    def test_each_slip_is_told(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_wording(small, **changes)) == [f"{EDITION}: wording[0].{message}"]


class TestComponents:
    @pytest.mark.parametrize("source", ["ru-full", "ru-full:", "ru-full:7", "ru-full:5-7", "ru-full:top"])
    def test_a_book_is_cited_inside_its_lines(self, small: Registry, source: str) -> None:
        box = evolve(small.box, locomotive=evolve(small.box.locomotive, sources=(source,)))
        assert told(evolve(small, box=box)) == [
            f'spec/components/cars.toml: locomotive.sources: expected lines of 1-6 after "ru-full:", got "{source}"'
        ]

    def test_an_unknown_source(self, small: Registry) -> None:
        box = evolve(small.box, locomotive=evolve(small.box.locomotive, sources=("NOBODY:1",)))
        (problem,) = told(evolve(small, box=box))
        assert problem.endswith('expected a book or an id of sources.toml, got "NOBODY:1"')

    @pytest.mark.parametrize("slip", [{"turns": ("standard", "swiching")}, {"happening": "breaking"}])
    def test_a_round_card_shows_only_terms_of_the_glossary(self, real: Registry, slip: dict[str, Any]) -> None:
        (name,) = slip
        word = "swiching" if name == "turns" else "breaking"
        card = evolve(real.box.round_cards["braking.2-4"], **slip)
        box = evolve(real.box, round_cards={**real.box.round_cards, card.id: card})
        station = evolve(real.extras["stagecoach"].round_cards["escape"], **slip)
        extras = with_extra(real, "stagecoach", round_cards={station.id: station})
        for spoilt, place in (
            (evolve(real, box=box), "round-cards.toml: braking.2-4"),
            (extras, "stagecoach/station-cards.toml: escape"),
        ):
            found = [str(one) for one in check(spoilt, {}, {}) if one.path.endswith(f".{name}")]
            assert len(found) == 1
            assert found[0].endswith(f'components/{place}.{name}: expected a term of the glossary, got "{word}"')

    @pytest.mark.parametrize(("source", "end"), [("NOBODY:1", "an id of sources.toml"), ("ru-full:9999", '"ru-full:"')])
    def test_what_a_module_adds_has_its_sources_too(self, real: Registry, source: str, end: str) -> None:
        horse = evolve(real.extras["horses"].pieces["horse"], sources=(source,))
        (found,) = [
            str(one)
            for one in check(with_extra(real, "horses", pieces={"horse": horse}), {}, {})
            if one.path == "horse.sources"
        ]
        assert "components/horses/pieces.toml: horse.sources: expected " in found
        assert found.endswith(f'{end}, got "{source}"')

    def test_a_card_of_a_module_has_an_id_of_its_own(self, real: Registry) -> None:
        ride = evolve(real.extras["horses"].action_cards["ride"], id="move")
        braking = evolve(real.extras["stagecoach"].round_cards["shotgun-rage.2-4"], id="braking.2-4")
        spoilt = with_extra(real, "horses", action_cards={"move": ride})
        spoilt = with_extra(spoilt, "stagecoach", round_cards={"braking.2-4": braking})
        found = [str(one) for one in check(spoilt, {}, {}) if "of its own" in one.message]
        folder = (real.folder / "components").as_posix()
        expected = "expected an id of its own, got one that is taken in"
        assert found == [
            f"{folder}/horses/action-cards.toml: move: {expected} {folder}/action-cards.toml",
            f"{folder}/stagecoach/round-cards.toml: braking.2-4: {expected} {folder}/round-cards.toml",
        ]

    def test_what_is_added_is_added_by_a_module(self, small: Registry, real: Registry) -> None:
        emptied: dict[str, Any] = {table: {} for table in ("action_cards", "round_cards", "pieces", "flasks")}
        extras = evolve(real.extras["horses"], **emptied)
        assert told(evolve(small, extras={"base": extras})) == []
        assert told(evolve(small, extras={"hroses": extras})) == [
            'spec/components/hroses: expected the folder of one of base, got "hroses"'
        ]


class TestCode:
    def told(self, registry: Registry, claims: dict[str, tuple[Claim, ...]]) -> list[str]:
        tests = dict.fromkeys((entry.id for entry in registry.citable()), TEST)
        return [str(problem) for problem in check(registry, claims, tests)]

    def test_every_clause_and_ruling_is_claimed(self, small: Registry) -> None:
        problems = self.told(small, {"fire.may": CLAIM, "fire.others": CLAIM})
        assert problems == [
            f'{CLAUSES}: clause[ghost.fire]: expected a function with @clause("ghost.fire"), got none',
            f'{RULINGS}: ruling[ruling.fire.wall]: expected a function with @clause("ruling.fire.wall"), got none',
        ]

    def test_what_only_cites_a_clause_does_not_carry_it_out(self, small: Registry) -> None:
        citing = (evolve(CLAIM[0], acts=False),)
        claims = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
        (problem,) = self.told(small, {**claims, "ghost.fire": citing})
        assert problem.startswith(f"{CLAUSES}: clause[ghost.fire]: expected a function")
        assert problem.endswith("or a component that names it, got only what cites it: colt_rules/rules/fire.py:7 aim")
        assert self.told(small, {**claims, "ghost.fire": citing + CLAIM}) == []

    def test_a_component_can_be_what_carries_it_out(self, small: Registry) -> None:
        claims: dict[str, tuple[Claim, ...]] = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
        assert self.told(naming(small, "ghost.fire"), {**claims, "ghost.fire": ()}) == []
        (problem,) = self.told(naming(small, "ghost.fier"), claims)
        assert 'locomotive.clauses: expected an id of the specification, got "ghost.fier"' in problem

    def test_code_claims_only_what_exists(self, small: Registry) -> None:
        claims = dict.fromkeys((entry.id for entry in small.citable()), CLAIM)
        assert self.told(small, {**claims, "fire.mya": CLAIM}) == [
            'colt_rules/rules/fire.py: line 7, aim: expected an id of the specification, got "fire.mya"; '
            "did you mean fire.may?"
        ]


def naming(registry: Registry, id: str) -> Registry:
    """The registry with a component that names a clause."""
    return evolve(registry, box=evolve(registry.box, locomotive=evolve(registry.box.locomotive, clauses=(id,))))


class TestTests:
    def told(self, registry: Registry, tests: dict[str, tuple[str, ...]]) -> list[str]:
        claims = dict.fromkeys((entry.id for entry in registry.citable()), CLAIM)
        return [str(problem) for problem in check(registry, claims, tests)]

    def test_every_clause_and_every_ruling_is_proved(self, small: Registry) -> None:
        tests: dict[str, tuple[str, ...]] = dict.fromkeys((entry.id for entry in small.citable()), TEST)
        (ruling,) = small.rulings
        assert self.told(small, tests) == []
        for unproved in ("ghost.fire", ruling):
            (told,) = self.told(small, {id: test for id, test in tests.items() if id != unproved})
            assert f'[{unproved}]: expected a test with @pytest.mark.clause("{unproved}"), got none' in told

    def test_tests_name_only_what_exists(self, small: Registry) -> None:
        tests = dict.fromkeys((entry.id for entry in small.citable()), TEST)
        assert self.told(small, {**tests, "fire.mya": TEST}) == [
            'tests/test_fire.py: test_aim: expected an id of the specification, got "fire.mya"; did you mean fire.may?'
        ]


def test_all_problems_are_told_at_once(small: Registry) -> None:
    broken = with_ruling(with_passage(with_clause(small, "fire.may", see=("x.y",)), "6", sha256=""), reason="")
    assert len(told(broken)) == 3
