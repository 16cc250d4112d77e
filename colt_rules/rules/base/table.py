"""The table agrees on a game: edition, modules, seats, and house rules for questions that the books leave open."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.decisions import Decision, Described, Either, Rows, Ways
from colt_rules.events import Cited, GameStarted, RulingAgreed
from colt_rules.model.names import TABLE, Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.registry.clause import clause
from colt_rules.registry.published import house_rules_in_use, ruling_in_use, rulings
from colt_rules.rules.editions import EDITIONS, PUBLISHED, holds, settled
from colt_rules.rules.module import Choice, Rules, StepResult, Table
from colt_rules.rules.rulebook import is_module_set, module_sets, rulebook, what_keeps_apart

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6


def await_table(rules: Rules, game: Game) -> StepResult:
    """Before the game, the table says what is to be played."""
    return (Decision(TABLE, "game", ""),)


@clause("setup.players", "setup.character.choice")
def table(rules: Rules, before: Table) -> Table:
    """Three to six players play, each with one bandit, on a train of one car for each player."""
    return Table(
        players=tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
        cars=one_each,
        names=tuple(rules.components.characters),
        chosen=True,
        miscounted=_three_to_six,
        misnamed=("setup.character.choice",),
        cars_cites=_as_many_as_players,
        cites=("setup.players", "setup.character.choice"),
    )


@clause("setup.players")
def _three_to_six(players: int) -> Cites:
    """The clause that limits the number of players."""
    return ("setup.players",)


@clause("setup.train.cars")
def _as_many_as_players(players: int) -> Cites:
    """The clause that says how many cars there are."""
    return ("setup.train.cars",)


@clause("setup.train.cars")
def one_each(players: int) -> int:
    """There is one car for each player."""
    return players


def what_forbids(command: StartGame, house_rules: tuple[str, ...]) -> Reasons:
    """Every clause that forbids the table to play this game."""
    if command.actor != TABLE or command.edition not in EDITIONS or not is_module_set(command.modules):
        return ("ruling.command.form",)
    known = tuple(name for name in command.modules if name in PUBLISHED[command.edition].modules)
    reasons = [*_unpublished(command), *what_keeps_apart(changed(command, modules=known))]
    if not reasons:
        rules = rulebook(command.modules, command.edition, house_rules)
        reasons += _wrong_table(command, rules)
    reasons += [*_not_agreed(command, house_rules), *_settled(command, house_rules)]
    return tuple(dict.fromkeys(reasons))


@clause("ruling.edition.modules")
def _unpublished(command: StartGame) -> Reasons:
    """A variant can be played in the editions whose books contain it."""
    return () if set(command.modules) <= set(PUBLISHED[command.edition].modules) else ("ruling.edition.modules",)


@clause("setup.train.free-choice")
def _wrong_table(command: StartGame, rules: Rules) -> Reasons:
    """The number of players, the names of the seats and the cars must fit the modules.

    Any cars can be chosen, each once.
    """
    wanted = rules.table
    reasons: list[str] = []
    seats, train = command.seats, command.train
    if len(seats) not in wanted.players:
        reasons += wanted.miscounted(len(seats))
    named = len(set(seats)) == len(seats) and set(seats) <= set(wanted.names)
    if not (named if wanted.chosen else seats == wanted.names[: len(seats)]):
        reasons += wanted.misnamed
    if not set(wanted.required) <= set(seats):
        reasons += wanted.missing
    if train and wanted.cars(len(seats)) not in (None, len(train)):
        reasons += wanted.cars_cites(len(seats))
    if len(set(train)) < len(train) or not set(train) <= set(rules.cars_to_choose):
        reasons.append("setup.train.free-choice")
    return tuple(reasons)


@clause(
    "setup.rounds.station-optional",
    "setup.rounds.station-always",
    "setup.advanced.optional",
    "setup.advanced.always",
    "ruling.setup.stations-are-happenings",
)
def _not_agreed(command: StartGame, house_rules: tuple[str, ...]) -> Reasons:
    """The table chooses whether to play with powers, happenings and stations, unless the edition always has them."""
    reasons: list[str] = []
    if holds("setup.advanced.always", command.edition) and not (command.powers and command.happenings):
        reasons.append("setup.advanced.always")
    if holds("setup.rounds.station-always", command.edition) and not command.stations:
        reasons.append("setup.rounds.station-always")
    if _is_plain_station(command) and f"{STATIONS}=plain-station" not in house_rules:
        reasons.append(STATIONS)
    return tuple(reasons)


STATIONS = "ruling.setup.stations-are-happenings"


def _is_plain_station(command: StartGame) -> bool:
    """Whether there are stations without happenings in an edition that leaves this choice to the table."""
    return command.stations and not command.happenings and not holds("setup.advanced.always", command.edition)


# --- house rules: other answers to open questions


def _settled(command: StartGame, house_rules: tuple[str, ...]) -> Reasons:
    """A house rule cannot answer a question that the edition's own book answers."""
    answered = [rulings()[id] for id in _asked(house_rules) if settled(id, command.edition)]
    by_book = [id for ruling in answered for id in ruling.completes if id in PUBLISHED[command.edition].clauses]
    return (*(ruling.id for ruling in answered), *by_book)


def _asked(house_rules: tuple[str, ...]) -> list[str]:
    """The current ids of the rulings that these house rules answer."""
    return [house_rule.partition("=")[0] for house_rule in house_rules_in_use(house_rules)]


def house_rules_left(game: Game) -> list[AgreeOnRuling]:
    """Every answer that can still be agreed on, one for each ruling."""
    taken = _asked(game.options.rulings)
    return [
        AgreeOnRuling(TABLE, ruling.id, other.id)
        for ruling in rulings().values()
        if ruling.id not in taken
        for other in ruling.rejected
        if other.house_rule
    ]


def _is_ours_by_now(game: Game, command: object) -> bool:
    """Whether a command agrees on a house rule that has since become the ruling's own answer.

    Such an answer is no longer offered, but older logs contain it.
    """
    return (
        isinstance(command, AgreeOnRuling)
        and command.actor == TABLE
        and command.ruling in rulings()
        and command.answer in rulings()[command.ruling].former_house_rules
        and command.ruling not in _asked(game.options.rulings)
    )


def _house_rule_agreed(rules: Rules, game: Game, subject: str, command: AgreeOnRuling) -> list[Cited]:
    """The game uses this answer from now on."""
    return [(RulingAgreed(command.ruling, command.answer), (command.ruling,))]


def _house_rule_refusal(rules: Rules, game: Game, subject: str, command: AgreeOnRuling) -> Cites:
    """Only a listed answer can be agreed on, one for each ruling."""
    known = ruling_in_use(command.ruling) in rulings()
    return ("ruling.command.form", command.ruling) if known else ("ruling.command.form",)


class Tables(Described):
    """Every game that can be started with the house rules agreed so far, and every house rule still available."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def ways(self) -> Either:
        """The house rules, then the games."""
        return Either(house_rules_left(self.game), *_games(self.game.options.rulings))

    def __str__(self) -> str:
        return (
            f"an AgreeOnRuling, or a StartGame of edition {' or '.join(EDITIONS)} with compatible modules from "
            f"{', '.join(MODULES)}, as many different seats as they require, and no train or as many different cars as "
            "they require (docs/variants.md lists every kind of game)"
        )

    def instead_of(self, command: Command) -> str:
        """What would have to change in a game that cannot be played."""
        if not isinstance(command, StartGame):
            return str(self)
        wanted = ", ".join(_wanted(command, self.game.options.rulings))
        return f"a StartGame with {wanted}" if wanted else str(self)

    def __contains__(self, command: object) -> bool:
        if isinstance(command, StartGame):
            return not what_forbids(command, self.game.options.rulings)
        if isinstance(command, AgreeOnRuling):
            command = changed(command, ruling=ruling_in_use(command.ruling))
        return command in house_rules_left(self.game) or _is_ours_by_now(self.game, command)

    def kinds(self) -> Iterable[tuple[StartGame, Rules]]:
        """Every kind of game with its rules, whoever plays it."""
        return _kinds(self.game.options.rulings)


def _wanted(command: StartGame, house_rules: tuple[str, ...]) -> Iterator[str]:
    """What a refused game would need, in words, one item each."""
    if command.edition not in EDITIONS:
        yield f"edition {' or '.join(EDITIONS)}"
        return
    if not is_module_set(command.modules):
        yield f"modules from {', '.join(MODULES)}, each once and in this order, {MODULES[0]} first"
    elif advice := what_goes_with(command.edition, command.modules):
        yield f"compatible modules: {advice}"
    else:
        yield from _wanted_at_the_table(command, rulebook(command.modules, command.edition, house_rules))
    for reason in (*_not_agreed(command, house_rules), *_settled(command, house_rules)):
        yield f"what {reason} requires"


def _wanted_at_the_table(command: StartGame, rules: Rules) -> Iterator[str]:
    """The seats and cars that a game of these rules needs, if those of the command are different."""
    wanted, players, train = rules.table, len(command.seats), command.train
    if players not in wanted.players:
        yield f"{' or '.join(map(str, wanted.players))} seats"
    seats = set(command.seats)
    if not wanted.chosen and command.seats != wanted.names[:players]:
        yield f"seats {', '.join(wanted.names[: wanted.players[-1]])} in this order"
    elif len(seats) < players or not seats <= set(wanted.names) or not seats >= set(wanted.required):
        among = f", {' and '.join(wanted.required)} among them" if wanted.required else ""
        yield f"seats from {', '.join(wanted.names)}, each once{among}"
    if train and players in wanted.players and len(train) != wanted.train(players):
        yield f"no train or {wanted.train(players)} cars"
    if len(set(train)) < len(train) or not set(train) <= set(rules.cars_to_choose):
        yield f"cars from {', '.join(rules.cars_to_choose)}, each once"


def what_goes_with(edition: str, modules: tuple[str, ...]) -> str:
    """Which modules to add and which to leave out so that the edition can play these; empty if it already can."""
    played = {start.modules for start in _going_together() if start.edition == edition}
    if modules in played:
        return ""
    named = set(modules)
    nearest = min(played, key=lambda other: (len(named - set(other)), len(set(other) - named), other))
    added, left_out = (
        [name for name in MODULES if name in one and name not in other]
        for one, other in ((nearest, modules), (modules, nearest))
    )
    return " and ".join(
        f"{what} {', '.join(names)}" for what, names in (("leave out", left_out), ("add", added)) if names
    )


@lru_cache(maxsize=64)
def _kinds(house_rules: tuple[str, ...]) -> tuple[tuple[StartGame, Rules], ...]:
    """Every kind of game with these house rules."""
    return tuple(
        (start, rulebook(start.modules, start.edition, house_rules))
        for start in _going_together()
        if not (_not_agreed(start, house_rules) or _settled(start, house_rules))
    )


@cache
def _going_together() -> tuple[StartGame, ...]:
    """Every combination that can be played, whatever house rules are agreed.

    There are hundreds of combinations, out of thousands of candidates.
    """
    no_yes = (False, True)
    starts = (
        StartGame(TABLE, edition, modules, (), powers, happenings, stations, ())
        for edition, modules, powers, happenings, stations in product(EDITIONS, module_sets(), no_yes, no_yes, no_yes)
    )
    return tuple(start for start in starts if not (_unpublished(start) or what_keeps_apart(start)))


@lru_cache(maxsize=64)
def _games(house_rules: tuple[str, ...]) -> tuple[Ways, ...]:
    """Every game with these house rules, by kind and number of players."""
    return tuple(
        _seated(start, rules, players) for start, rules in _kinds(house_rules) for players in rules.table.players
    )


def _seated(start: StartGame, rules: Rules, players: int) -> Ways:
    """Every way in which this many players can start a kind of game, with a train that is drawn or that they choose."""
    wanted = rules.table
    seats = Rows(wanted.names, [players], needed=wanted.required) if wanted.chosen else wanted.names[:players]
    train = Rows(rules.cars_to_choose, [0, wanted.train(players)])
    return Ways(StartGame, TABLE, **{name: getattr(start, name) for name in AGREED_FIRST}, seats=seats, train=train)


AGREED_FIRST = ("edition", "modules", "powers", "happenings", "stations")
"""The fields of ``StartGame`` that define a kind of game, whoever plays it."""


def _start(rules: Rules, game: Game, subject: str, command: StartGame) -> list[Cited]:
    """The agreed game is recorded as the table chose it."""
    agreed = GameStarted(
        command.edition,
        command.modules,
        command.seats,
        command.powers,
        command.happenings,
        command.stations,
        command.train,
    )
    rules = rulebook(command.modules, command.edition, game.options.rulings)
    wanted = rules.table
    always, station = rules.holds("setup.advanced.always"), rules.holds("setup.rounds.station-always")
    cites = (
        *wanted.cites,
        "setup.advanced.always" if always else "setup.advanced.optional",
        "setup.rounds.station-always" if station else "setup.rounds.station-optional",
        *((STATIONS,) if _is_plain_station(command) else ()),
    )
    return [(agreed, tuple(dict.fromkeys(cites)))]


def _agreed(rules: Rules, game: Game, subject: str, command: StartGame | AgreeOnRuling) -> list[Cited]:
    if isinstance(command, AgreeOnRuling):
        return _house_rule_agreed(rules, game, subject, command)
    return _start(rules, game, subject, command)


def _refusal(rules: Rules, game: Game, subject: str, command: StartGame | AgreeOnRuling) -> Cites:
    if isinstance(command, AgreeOnRuling):
        return _house_rule_refusal(rules, game, subject, command)
    return what_forbids(command, game.options.rulings)


CHOICES = {
    "game": Choice(
        commands=(StartGame, AgreeOnRuling),
        answers=lambda rules, game, subject: Tables(game),
        refusal=_refusal,
        happens=_agreed,
    ),
}
