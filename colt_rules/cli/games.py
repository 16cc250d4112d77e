"""`colt games`: the kept games, and what they show."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.game_options import Decorator, bots_option, game_of, game_options, house_rule_commands, refusal_text
from colt_rules.cli.output import CannotRun, as_json, checkout, giving_up_on, number_of, print_json, progress

if TYPE_CHECKING:
    from colt_rules.players.coverage import Shown
    from colt_rules.players.kept_games import KeptGame

NAMED = 8
"""How many things of one kind are listed without --json."""

in_folder = click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    show_default="events/games of this checkout",
    help="Where the kept games are.",
)


class NothingNew(click.ClickException):
    """The game shows nothing new, so it was not kept: the exit status is 1."""


def tries(number: int) -> Decorator:
    """The option that limits how many games are played in search of something."""
    return click.option(
        "--tries", type=click.IntRange(1), default=number, show_default=True, help="Games to play at most."
    )


@click.group()
def games() -> None:
    """Keep whole games as regression tests: every later version must read, fold and accept them.

    Together they must show every event, command, happening, kind of turn, number of players and house rule, and every
    pair of modules that can be combined. docs/keep-a-game.md walks you through it.

    \b
    Examples:
      colt games missing                       what does no kept game show?
      colt games missing --keep                find games that show it, and keep them
      colt games index                         do they fold to the states in the index?
      colt games keep polish-six --edition pl-base --players 6
    """


@games.command()
@click.argument("name")
@game_options(seed="Keep the game of this seed; by default the first of 0, 1, 2 and so on that shows something new.")
@bots_option(usual="random")
@click.option("--stacked", is_flag=True, help="Put bullets near the top of every deck, for rare events.")
@click.option("--anyway", is_flag=True, help="Keep the game even if it shows nothing new.")
@tries(100)
@in_folder
@as_json
def keep(
    name: str,
    seed: int | None,
    house_rules: tuple[str, ...],
    bots: str,
    stacked: bool,
    anyway: bool,
    tries: int,
    folder: Path | None,
    json_: bool,
    **options: Any,
) -> None:
    """Play a game with bots and keep it under NAME, if it shows something that no kept game shows yet.

    New can be an event, a command, a happening, a kind of turn, a house rule, a number of players, a pair of modules, a
    module in an edition, or a clause that no event of a kept game cites. The command writes the log, its states in
    index.json and an entry in games.toml. A kept game is never written again.

    \b
    Examples:
      colt games keep polish-six --edition pl-base --players 6
      colt games keep passing --ruling ruling.draw.what-is-left=pass --seed 7
      colt games keep plain --no-powers --no-happenings --anyway

    Exit status: 0 kept, 1 it shows nothing new and was not kept, 2 it could not be played or kept.
    """
    from colt_rules.log.errors import Malformed
    from colt_rules.players.coverage import house_rule_modules, shown, shown_in
    from colt_rules.players.kept_games import KeptGame, NameTaken, check_free, play_kept_game
    from colt_rules.players.play import GameRefused

    at = _folder(folder)
    with giving_up_on(Malformed, NameTaken):
        check_free(at, name)
    start, rulings = game_of(**options), house_rule_commands(house_rules)
    for answer in house_rules:
        if not (about := house_rule_modules()[answer]) <= {*start.modules}:
            raise click.UsageError(f"--ruling: {answer} is about {', '.join(about)}, which is not in this game")
    known = shown_in(at)
    seeds = range(1 if anyway else tries) if seed is None else (seed,)
    try:
        with progress("Playing", len(seeds)) as done:
            for one in seeds:
                kept = KeptGame(start, one, rulings, "stacking" if stacked else "", bots)
                adds = shown(play_kept_game(name, kept)) - known
                done(1)
                if adds:
                    break
    except GameRefused as error:
        raise CannotRun(refusal_text(start.edition, error.clauses)) from error
    if not adds and not anyway:
        raise NothingNew(f"nothing new in {number_of(len(seeds), 'game')}, so none was kept; --anyway keeps one")
    facts = _kept(at, name, kept, adds, json_)
    if json_:
        print_json(facts)


@games.command()
@click.option("--keep", "keep_", is_flag=True, help="Find games that show it, as few as possible, and keep them.")
@tries(500)
@in_folder
@as_json
def missing(keep_: bool, tries: int, folder: Path | None, json_: bool) -> None:
    """List what the kept games must show and do not, or find games that show it and keep them.

    Random bots play games of every kind in turn. For what is too rare, use more --tries, or `colt games keep` with
    suitable options.

    \b
    Examples:
      colt games missing
      colt games missing --keep --tries 5000

    Exit status: 0 nothing is missing, 1 something is, 2 it could not run.
    """
    from colt_rules.players.coverage import demanded, fewest, search, shown_in
    from colt_rules.players.kept_games import free_name
    from colt_rules.players.play import variants

    at = _folder(folder)
    left = demanded() - shown_in(at)
    tried = []
    if keep_ and left:
        with progress("Playing", tries) as done:
            for each in search([*variants()], range(tries), left):
                tried.append(each)
                done(1)
    found = [_kept(at, free_name(at, kept.start), kept, adds, json_) for kept, adds in fewest(tried)]
    left = left.difference(*(adds for _, adds in tried))
    if json_:
        print_json({"kept": found, "missing": _texts(left)})
    elif left:
        _print_by_kind(left)
        click.echo(f"{number_of(len(left), 'thing')} that no game in {at} shows.")
    else:
        click.echo(f"Nothing is missing: the games in {at} show everything they must.")
    raise SystemExit(1 if left else 0)


@games.command()
@click.option("--update", is_flag=True, help="Rewrite the index.")
@in_folder
def index(update: bool, folder: Path | None) -> None:
    """Compare the states of the kept games with index.json, or rewrite it.

    The index has a short hash of the state after every event, for authors of other clients. Rewrite it only when the
    state has gained a field: otherwise a difference is a mistake in a fold.

    Exit status: 0 up to date or written, 1 some games lead to other states, 2 it could not run.
    """
    from colt_rules.players.kept_games import index_drift, write_index

    at = _folder(folder)
    if update:
        write_index(at)
    drift = index_drift(at)
    click.echo("\n".join(drift) or f"The index of {at} is up to date.")
    raise SystemExit(1 if drift else 0)


def _kept(folder: Path, name: str, kept: "KeptGame", adds: "set[Shown]", json_: bool) -> dict[str, Any]:
    """Keep a game, print what is new in it, and return what was printed as data."""
    from colt_rules.log.lines import read_lines
    from colt_rules.players.kept_games import add

    add(folder, name, kept)
    log = read_lines(folder / f"{name}.jsonl")
    commands, events = len(log.commands), len(log.events)
    if not json_:
        _print_by_kind(adds)
        size = f"{number_of(commands, 'command')} and {number_of(events, 'event')}"
        new = f"{number_of(len(adds), 'thing')} new" if adds else "nothing new"
        click.echo(f"Kept {name} with {new} in it: {size} by seed {kept.seed}, in {folder / name}.jsonl.")
    return {"game": name, "seed": kept.seed, "commands": commands, "events": events, "adds": _texts(adds)}


def _texts(things: "Iterable[Shown]") -> list[str]:
    return [" ".join(thing) for thing in sorted(things)]


def _print_by_kind(things: "Iterable[Shown]") -> None:
    by_kind: dict[str, list[str]] = {}
    for kind, thing in sorted(things):
        by_kind.setdefault(kind, []).append(thing)
    for kind, named in by_kind.items():
        more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
        click.echo(f"  {kind:<10} {', '.join(named[:NAMED])}{more}")


def _folder(named: Path | None) -> Path:
    """The folder of the kept games."""
    from colt_rules.players.kept_games import LIST

    absent = "an installed package has no kept games; name a folder: --folder DIR"
    folder = named or checkout(absent) / "events" / "games"
    folder = folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
    if not (folder / LIST).is_file():
        raise CannotRun(f"expected a list of kept games in {folder / LIST}, got none")
    return folder
