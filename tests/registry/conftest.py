"""A small specification: one book of six lines, three clauses, one ruling, two editions."""

from pathlib import Path

import pytest
from attrs import evolve

from colt_rules.registry.books import Book, Passage, PassageKind, digest
from colt_rules.registry.clauses import Clause, ClauseKind
from colt_rules.registry.corrections import Corrections
from colt_rules.registry.editions import Edition, EditionDifference, Wording
from colt_rules.registry.glossary import Synonyms, Term
from colt_rules.registry.registry import Registry, load, spec_folder
from colt_rules.registry.rulings import Ruling
from tests.registry.altered import everywhere

TEXT = "Fire\n\nYou may fire.\nNot at yourself.\n\nPrinted in Utopia.\n"


def passage(lines: str, text: str, kind: PassageKind, *clauses: str, module: str = "") -> Passage:
    return Passage(
        book="ru-full",
        lines=lines,
        kind=kind,
        clauses=clauses,
        module=module,
        section="Fire",
        sha256=digest(text),
    )


def clause(id: str, title: str, exception_to: tuple[str, ...] = ()) -> Clause:
    return Clause(
        id=id,
        kind=ClauseKind.LIMIT,
        title=everywhere(title),
        text=everywhere(f"{title}, in full."),
        exception_to=exception_to,
        module="base",
        topic="fire",
        file="spec/clauses/base/fire.toml",
    )


@pytest.fixture(scope="session")
def real() -> Registry:
    """The specification of the project."""
    return load(spec_folder())


@pytest.fixture
def small(real: Registry) -> Registry:
    """A sound specification."""
    clauses = [
        clause("fire.may", "A bandit may shoot"),
        clause("fire.others", "Shots hit others"),
        clause("ghost.fire", "Ghost hits himself", exception_to=("fire.others",)),
    ]
    box = evolve(
        real.box,
        locomotive=evolve(real.box.locomotive, sources=("ru-full:3-4", "SIBO:train.png")),
        cars={},
        tokens={},
        action_cards={},
        bullet_cards={},
        round_cards={},
        characters={},
    )
    return Registry(
        corrections=Corrections(version="1.0.0"),
        folder=Path("spec"),
        books={
            "ru-full": Book(
                id="ru-full",
                name=everywhere("Six lines"),
                title=everywhere("A book of six lines"),
                language="en",
                year=None,
                file="six.txt",
                lines=6,
                sha256=digest(TEXT),
                passages=(
                    passage("1-2", "Fire", PassageKind.HEADING),
                    passage("3", "You may fire.", PassageKind.RULE, "fire.may"),
                    passage("4-5", "Not at yourself.", PassageKind.RULE, "fire.others", "ghost.fire"),
                    passage("6", "Printed in Utopia.", PassageKind.CREDIT),
                ),
            )
        },
        editions={
            "ru-full": Edition(
                id="ru-full", books=("ru-full",), modules=("base",), name=everywhere("All"), title=everywhere("All")
            ),
            "ru-base": Edition(
                id="ru-base",
                books=("ru-full",),
                modules=("base",),
                name=everywhere("Some"),
                title=everywhere("Some"),
                differences=(
                    EditionDifference(
                        clause="ghost.fire", instead_of=("fire.others",), note=everywhere("Ghost hits himself.")
                    ),
                ),
                wordings=(Wording(clauses=("fire.may",), passages=("ru-full:3",), note=everywhere("It is the same.")),),
            ),
        },
        clauses={one.id: one for one in clauses},
        rulings={
            "ruling.fire.wall": Ruling(
                id="ruling.fire.wall",
                completes=("fire.may",),
                question=everywhere("Do shots go through walls?"),
                answer=everywhere("No."),
                reason=everywhere("Nobody says so."),
            )
        },
        terms={
            "shot": Term(
                id="shot",
                term=everywhere("Knall"),
                synonyms=Synonyms(en=("Report",), pl=("Huk wystrzału",)),
                meaning=everywhere("A loud noise."),
                see=("fire.others",),
            )
        },
        box=box,
    )
