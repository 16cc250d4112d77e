"""What a table agrees on before a game, as options of the commands that play one.

The lists of names are made only when a name is given, so that help is fast.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from colt_rules.modules import MODULES
from colt_rules.safe_text import one_of

if TYPE_CHECKING:
    from colt_rules.commands import AgreeOnRuling, StartGame
    from colt_rules.players.soak import Kind

BANDITS = ("ghost", "cheyenne", "django", "tuco", "doc", "belle")
USUAL_PLAYERS = 4
MOST_PLAYERS = 8
"""No variant takes more players."""


Names: TypeAlias = Callable[[], Iterable[str]]
Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]


def name_option(names: Names, *words: str, unknown: Callable[[str], str] | None = None, **settings: Any) -> Decorator:
    """An option that takes one of some names; ``unknown`` returns the message for any other."""

    def known(value: str) -> str:
        if value in names():
            return value
        raise click.BadParameter(
            unknown(value) if unknown else f"expected {one_of(value, names())}; got {value[:80]!r}"
        )

    def begun(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return click.option(*words, type=known, shell_complete=begun, **settings)


def editions() -> tuple[str, ...]:
    """The editions that can be played, the baseline first."""
    from colt_rules.rules.editions import EDITIONS

    return EDITIONS


def all_variants() -> Iterable[str]:
    """Every variant that any edition has."""
    from colt_rules.players import play

    return play.all_variants()


def no_variant(name: str) -> str:
    """The message for a name that is not a variant."""
    from colt_rules.players import play

    return play.no_variant(name)


VARIANT = f"What is played: {', '.join(MODULES)}, or several that go together, joined by +."
"""The help of an option that names a variant."""


def kinds_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that choose kinds of games; the command gets them as ``wanted`` and ``chosen``."""
    edition = name_option(
        editions, "--edition", "wanted", multiple=True, metavar="ID", help="Only this edition; can be repeated."
    )
    variant = name_option(
        all_variants,
        "--variant",
        "chosen",
        unknown=no_variant,
        multiple=True,
        metavar="NAME",
        help=f"Only this variant; can be repeated. {VARIANT}",
    )
    return edition(variant(command))


def kinds_of(wanted: tuple[str, ...], chosen: tuple[str, ...]) -> "list[Kind]":
    """The kinds of games of these editions and variants; of all, where none is named."""
    from colt_rules.players.play import variants

    kinds = [
        (edition, variant)
        for edition, variant in variants()
        if edition in (wanted or (edition,)) and variant in (chosen or (variant,))
    ]
    if not kinds:
        raise click.UsageError(
            f"{' and '.join(wanted)} cannot be played as {' or '.join(chosen)}: see docs/variants.md"
        )
    return kinds


def kinds_words(wanted: tuple[str, ...], chosen: tuple[str, ...]) -> list[str]:
    """The options that choose these kinds of games again."""
    return [f"--edition {name}" for name in wanted] + [f"--variant {name}" for name in chosen]


one_edition = name_option(
    editions,
    "--edition",
    default=lambda: editions()[0],
    show_default="the baseline",
    metavar="ID",
    help="The edition to play by; docs/variants.md lists them.",
)
"""The option that names an edition."""

_WHO = (
    one_edition,
    name_option(
        all_variants,
        "--variant",
        unknown=no_variant,
        default=MODULES[0],
        show_default=True,
        metavar="NAME",
        help=VARIANT,
    ),
    click.option(
        "--players",
        type=click.IntRange(2, MOST_PLAYERS),
        show_default=f"{USUAL_PLAYERS}, or as many as the variant takes",
        help="Number of players; it depends on the variant.",
    ),
)

_HOW = (
    click.option("--powers/--no-powers", default=True, help="With the bandits' powers, or without."),
    click.option("--happenings/--no-happenings", default=True, help="With happenings on the round cards, or without."),
    click.option(
        "--stations/--no-stations",
        default=None,
        help="With a station at the end, or without; by default as happenings.",
    ),
    click.option(
        "--ruling",
        "house_rules",
        multiple=True,
        metavar="RULING=ANSWER",
        help="Play by this answer to a question that the books leave open; can be repeated.",
    ),
)


def game_options(seed: str) -> Decorator:
    """Add the options that ``game_of`` and ``house_rule_commands`` take, and a seed option with this help."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed((*_WHO, click.option("--seed", type=click.IntRange(0), help=seed), *_HOW)):
            command = option(command)
        return command

    return decorate


def bots_option(usual: str) -> Decorator:
    """The option that chooses the bots."""
    return click.option(
        "--bots",
        type=click.Choice(["mixed", "random", "scheming"]),
        default=usual,
        show_default=True,
        help="Bots that try to win, bots that play at random, or both in turn.",
    )


def game_of(
    edition: str, variant: str, players: int | None, powers: bool, happenings: bool, stations: bool | None
) -> "StartGame":
    """The game that these options set up; its seats go to characters of its modules first, then in the usual order."""
    from colt_rules.players.play import modules_of, new_game, table_of

    modules = modules_of(edition, variant)
    wanted = table_of(edition, modules)
    players = players or (USUAL_PLAYERS if USUAL_PLAYERS in wanted.players else min(wanted.players))
    added = [name for name in wanted.names if name not in BANDITS]
    strangers = tuple(f"player-{number}" for number in range(1, players + 1))
    return new_game(
        wanted.seated((*added, *BANDITS, *strangers), players) if wanted.chosen else strangers,
        edition=edition,
        modules=modules,
        powers=powers,
        happenings=happenings,
        stations=happenings if stations is None else stations,
    )


def house_rule_commands(house_rules: Iterable[str]) -> "tuple[AgreeOnRuling, ...]":
    """The commands that agree on these answers."""
    from colt_rules.kernel import NEW
    from colt_rules.rules.base.table import house_rules_left

    known = {f"{each.ruling}={each.answer}": each for each in house_rules_left(NEW)}
    for house_rule in house_rules:
        if house_rule not in known:
            advice = "docs/variants.md lists what can be agreed on"
            raise click.UsageError(f"--ruling: expected {one_of(house_rule, known)}; got {house_rule[:80]!r}: {advice}")
    return tuple(known[house_rule] for house_rule in house_rules)


def refusal_text(edition: str, clauses: Sequence[str]) -> str:
    """Why a game cannot be played: the texts of the clauses."""
    from colt_rules.registry.clauses import Clause
    from colt_rules.registry.registry import registry

    known = registry()
    reasons = []
    for entry in map(known.find, dict.fromkeys(clauses)):
        if isinstance(entry, Clause):
            reasons.append(f"  {entry.id}: {entry.text.en}")
        elif edition in entry.settled_in:
            reasons.append(
                f"  {entry.id}: the book of {edition} answers this question itself; leave out the house rule."
            )
        else:
            reasons.append(f"  {entry.id}: {entry.question.en} {entry.answer.en}")
    plays = f"{edition} plays {', '.join(known.editions[edition].modules)}."
    advice = "docs/variants.md says what goes together, `colt spec show ID` more about a reason."
    return "\n".join(["the rules refuse this game:", *reasons, plays, advice])
