"""Expands a case in one setting: the whole position, the commands as JSON, every check with all that it expects.

An expanded case is plain data and needs no harness; it is what is exported.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import asdict, evolve, frozen

from colt_rules.commands import AgreeOnRuling, Deal
from colt_rules.conformance.cases.board import board
from colt_rules.conformance.cases.case import (
    ANY,
    DEAL,
    OF_THE_RUN,
    Case,
    Expectation,
    Given,
    OptionsCheck,
    Side,
    ViewCheck,
    command_data,
    event_pattern,
    is_short_deal,
)
from colt_rules.conformance.cases.reachable import unreachable
from colt_rules.conformance.cases.setting import Setting
from colt_rules.conformance.notation import BadSketch
from colt_rules.conformance.notations import unplayable
from colt_rules.conformance.protocol.messages import EventMessage, read_events
from colt_rules.conformance.protocol.naming import by_name
from colt_rules.conformance.protocol.reference import event_message
from colt_rules.decisions import Arrangements
from colt_rules.events import EVENT_NAMES, Cited, GameStarted
from colt_rules.kernel import Accepted, NotAtRest, awaiting, fold, legal
from colt_rules.log.codec import command_object, read_thoroughly, to_data
from colt_rules.log.errors import Malformed
from colt_rules.log.submission import judge
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.model.state import NEW, Game
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import REFEREE, UnknownRole, view, view_reasons


class BadCase(ValueError):
    """A case that the rules cannot interpret; the message says why."""


@frozen
class Check:
    """One comparison. ``id`` is unique within the case; ``expected`` is plain data whose form depends on ``kind``."""

    id: str
    kind: str
    expected: Any
    after: int = 0
    """The number of commands before the check."""

    @property
    def level(self) -> str:
        """The level under which the check is reported."""
        return LEVEL_OF[self.kind]

    @property
    def needs(self) -> str:
        """The levels that an engine must support for the check to run, in words."""
        return " or ".join(" and ".join(levels) for levels in NEEDED[self.kind])

    def is_supported(self, levels: tuple[str, ...]) -> bool:
        """Whether the check runs for an engine that supports these levels."""
        return any(set(needed) <= set(levels) for needed in NEEDED[self.kind])

    def is_wanted(self, only: tuple[str, ...]) -> bool:
        """Whether the check belongs to the requested levels; empty levels request everything.

        ``cite`` alone requests all citations, whichever other level they belong to.
        """
        return not only or self.level in only or self.is_supported(only)


LEVEL_OF = {
    "events": "decide",
    "refused": "decide",
    "refused-clauses": "cite",
    "state": "outcome",
    "legal": "legal",
    "view": "view",
    "hidden": "view",
    "cites": "cite",
    "clauses": "cite",
    "view-clauses": "cite",
    "whole": "outcome",
    "consistent": "outcome",
    "fold": "fold",
}

NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    **{kind: ((level,),) for kind, level in LEVEL_OF.items()},
    "refused": (("decide",), ("outcome",)),
    "refused-clauses": (("cite", "decide"), ("cite", "outcome")),
    "cites": (("cite", "decide"),),
    "clauses": (("cite", "decide"),),
    "view-clauses": (("cite", "view"),),
    "consistent": (("decide", "outcome"),),
}
"""By kind of check: sets of levels, mostly of one level. An engine that supports one of the sets runs the check."""


@frozen
class Observed:
    """The clauses that the reference cites in a case."""

    events: frozenset[str]
    refusals: frozenset[str]
    shown: frozenset[str]
    """The clauses by which a view shows something that not everybody sees."""
    hidden: frozenset[str]

    @property
    def everything(self) -> frozenset[str]:
        """All clauses that the reference cites in the case."""
        return self.events | self.refusals | self.shown | self.hidden


@frozen
class Run:
    """A case in one setting: the position, the positions after each command, and the checks."""

    setting: Setting
    given: Game
    commands: tuple[Any, ...]
    ends: tuple[int, ...]
    """The number of commands before the first entry of ``when`` and after each: a short deal is several commands."""
    positions: tuple[Game, ...]
    """The given position and the position after each command, according to the reference."""
    origin: Game
    """Where the log begins: the given position, or the new game if events led to it."""
    log: tuple[EventMessage, ...]
    """All events since ``origin``, according to the reference."""
    checks: tuple[Check, ...]
    observed: Observed

    @property
    def after(self) -> Game:
        """The position after all commands."""
        return self.positions[-1]

    @property
    def unreachable(self) -> tuple[str, ...]:
        """Why no game reaches the given position, in words; empty if one may."""
        return unreachable(self.given)

    @property
    def case(self) -> Case:
        """The case."""
        return self.setting.case

    @property
    def side(self) -> Side:
        """The expectations in this setting."""
        return self.setting.side

    @property
    def rules(self) -> Rules:
        """The rules of this setting."""
        return rulebook(self.setting.modules, self.edition, self.setting.rulings)

    @property
    def edition(self) -> str:
        """The edition of the game."""
        return self.setting.edition

    @property
    def name(self) -> str:
        """The name that distinguishes it from all other runs, including other runs of the same case."""
        return self.setting.name


def expand(setting: Setting) -> Run:
    """Expand a case in this setting; raise BadCase if the rules cannot interpret it."""
    origin, given, before = _position(setting)
    try:
        awaiting(given)
    except NotAtRest as error:
        raise BadCase(f"given: {error}") from None
    commands, ends = list[Any](), [0]
    positions, happened, refusals = [given], list[Cited](), frozenset[str]()
    for number, written in enumerate(setting.case.when, 1):
        for command in _meant(written, positions, setting):
            verdict = judge(positions[-1], command)
            commands.append(command)
            if isinstance(verdict, Accepted):
                positions.append(verdict.after)
                happened += verdict.events
            elif number < len(setting.case.when):
                raise BadCase(
                    f"when[{number - 1}]: expected every command but the last to be accepted: {verdict.message}"
                )
            else:
                positions.append(positions[-1])
                refusals = frozenset(verdict.clauses)
        ends.append(len(commands))
    log = (*before, *map(event_message, happened))
    try:
        reasons = [
            view_reasons(positions[ends[-1 if check.after is None else check.after]], check.view.of)
            for check in setting.side.then
            if check.view
        ]
    except UnknownRole as error:
        raise BadCase(str(error)) from None
    observed = Observed(
        frozenset(id for _, cites in happened for id in cites),
        refusals,
        frozenset(id for reason in reasons for id in reason.shown),
        frozenset(id for reason in reasons for id in reason.hidden),
    )
    run = Run(setting, given, tuple(commands), tuple(ends), tuple(positions), origin, log, (), observed)
    return evolve(run, checks=tuple(_checks(run)))


def _meant(written: Any, positions: list[Game], setting: Setting) -> Iterator[Any]:
    """The commands of an entry of ``when``. Each is made only after the ones before it have been played."""
    if not is_short_deal(written):
        yield from _commands([written], setting)
        return
    tops = dict(written[DEAL])
    while any(decision.actor == CHANCE for decision in awaiting(positions[-1])):
        rows = legal(positions[-1], CHANCE)
        assert isinstance(rows, Arrangements)
        yield command_object(_dealt(rows, tuple(tops.pop(rows.subject or rows.what, ()))))
    if tops:
        raise BadCase(f"when: {DEAL}: expected open questions to chance, got {', '.join(tops)}")


def _dealt(rows: Arrangements, top: tuple[str, ...]) -> Deal:
    """A deal that begins with these items; the others follow in alphabetical order."""
    left = Counter(rows.items)
    left.subtract(top)
    if strange := [item for item, count in left.items() if count < 0]:
        raise BadCase(f"when: {DEAL}: expected items of the {rows.what} of {rows.subject}; got {', '.join(strange)}")
    return Deal(CHANCE, rows.what, rows.subject, (*top, *sorted(left.elements()))[: rows.count])


def _commands(commands: Iterable[Any], setting: Setting) -> tuple[Any, ...]:
    return tuple(command_data(command, setting.edition, setting.modules) for command in commands)


def _position(setting: Setting) -> tuple[Game, Game, tuple[EventMessage, ...]]:
    """Where the log begins, the given position, and the events between them."""
    given = setting.case.given
    if given.board is not None:
        position = position_of(given, setting.edition, setting.modules, setting.rulings)
        return position, position, ()
    if given.events is not None:
        if setting.rulings:
            raise BadCase("given.events: expected a board or commands where answers are agreed on, got events")
        return _from_events(tuple(_of_the_run(event, setting) for event in given.events))
    game = NEW
    house_rules = [AgreeOnRuling(TABLE, *house_rule.split("=")) for house_rule in setting.rulings]
    for number, command in enumerate((*map(command_object, house_rules), *_commands(given.commands or (), setting))):
        verdict = judge(game, command)
        if not isinstance(verdict, Accepted):
            raise BadCase(
                f"given.commands[{number - len(house_rules)}]: expected an accepted command: {verdict.message}"
                if number >= len(house_rules)
                else f"rulings: expected an answer that can be agreed on: {verdict.message}"
            )
        game = verdict.after
    return game, game, ()


def position_of(given: Given, edition: str, modules: tuple[str, ...], rulings: tuple[str, ...] = ()) -> Game:
    """The position of a drawn board; raises BadCase if it is not playable."""
    if not given.pile and given.hands is None:
        raise BadCase("given: expected cards on the pile, or hands; got a board on which nobody has to act")
    options = asdict(given, recurse=False)
    for unset in [name for name, value in options.items() if value is None]:
        del options[unset]
    options |= {"edition": edition, "modules": modules, "rulings": rulings}
    try:
        game = board(options.pop("board"), **options)
        if reasons := unplayable(game):
            raise BadCase(f"given: {'; '.join(reasons)}")
        awaiting(game)  # raises NotAtRest: unlike a pile, hands are taken as drawn, and something may still be due
    except (BadSketch, NotAtRest) as error:
        raise BadCase(f"given: {error}") from None
    cars = rulebook(modules, edition).components.cars
    if strange := [car for car in game.train[1:] if car not in cars]:
        raise BadCase(f"given.board: expected cars of the box, {', '.join(cars)}; got {', '.join(strange)}")
    return game


def _of_the_run(event: Mapping[str, Any], setting: Setting) -> Mapping[str, Any]:
    """An event as written; a GameStarted may take edition and modules from the run."""
    data = event.get("data")
    if event.get("type") != EVENT_NAMES[GameStarted] or not isinstance(data, dict):
        return event
    edition = setting.edition if data.get("edition") == OF_THE_RUN else data.get("edition")
    modules = list(setting.modules) if data.get("modules") == [OF_THE_RUN] else data.get("modules")
    return {**event, "data": {**data, "edition": edition, "modules": modules}}


def _from_events(events: tuple[Any, ...]) -> tuple[Game, Game, tuple[EventMessage, ...]]:
    try:
        messages = tuple(read_thoroughly(EventMessage, event, "given.events") for event in events)
        return NEW, fold(read_events(messages)), messages
    except Malformed as error:
        raise BadCase(f"given.events: {error}") from None
    except (LookupError, ValueError) as error:
        raise BadCase(f"given.events: the events are inconsistent: {error.__class__.__name__} {error}") from None


def _checks(run: Run) -> Iterator[Check]:
    """The written checks, each followed by the checks derived from it; then the checks that every case has."""
    for check in run.side.then:
        yield from _written(check, run)
    last, after = len(run.commands), to_data(run.after)
    if run.log:
        yield Check("fold", "fold", {"events": to_data(run.log), "state": after}, last)
    if last > bool(run.observed.refusals):
        yield Check("consistent", "consistent", True, last)
    if last and not run.observed.refusals:
        yield Check("whole", "whole", after, last)
    cited = [id for id in run.side.clauses if id in run.observed.events | run.observed.refusals]
    if last and (cited or run.side.without):
        yield Check("clauses", "clauses", {"cited": cited, "without": list(run.side.without)}, last)
    if sights := [_reasons(check.view.of, at(check, run), run) for check in run.side.then if check.view]:
        yield Check("view-clauses", "view-clauses", sights, last)


def at(check: Expectation, run: Run) -> int:
    """The number of commands before a check."""
    return run.ends[-1 if check.after is None else check.after]


def _reasons(role: str, after: int, run: Run) -> dict[str, Any]:
    """Every clause by which something is shown to a role or hidden from it."""
    reasons = view_reasons(run.positions[after], role)
    return {"role": role, "after": after, "clauses": sorted({*reasons.shown, *reasons.hidden})}


def _written(check: Expectation, run: Run) -> Iterator[Check]:
    name, after = check.name, at(check, run)
    if check.events is not None:
        yield Check(name, "events", [_pattern(event) for event in check.events], after)
    elif check.refused is not None:
        yield Check(name, "refused", True, after)
        yield Check(f"{name}.clauses", "refused-clauses", sorted(check.refused), after)
    elif check.legal is not None:
        yield Check(name, "legal", _options(check.legal, run.setting), after)
    elif check.state is not None:
        yield Check(name, "state", check.state, after)
    elif check.view is not None:
        yield Check(name, "view", {"role": check.view.of, "shows": check.view.shows}, after)
        yield Check(f"{name}.hidden", "hidden", _secrets(check.view, run.positions[after]), after)
    elif check.cites is not None:
        yield Check(name, "cites", {type: sorted(ids) for type, ids in check.cites.items()}, after)


def _pattern(event: Any) -> Any:
    if event == ANY:
        return {"any": True}
    type, fields = event_pattern(event)
    return {"type": type, "data": fields}


def _options(options: OptionsCheck, setting: Setting) -> dict[str, Any]:
    if options.rows is not None:
        return {"actor": options.of, "rows": asdict(options.rows)}
    if options.are is not None:
        return {"actor": options.of, "are": list(_commands(options.are, setting))}
    return {
        "actor": options.of,
        "include": list(_commands(options.include, setting)),
        "exclude": list(_commands(options.exclude, setting)),
    }


def _secrets(sight: ViewCheck, game: Game) -> dict[str, Any]:
    """The paths of the view that are hidden from the role although they hold something."""
    theirs, all_ = to_data(view(game, sight.of)), to_data(view(game, REFEREE))
    return {"role": sight.of, "paths": [list(path) for path in _blank(theirs, all_, ())]}


def _blank(theirs: Any, all_: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if theirs is None and all_ is not None:
        yield path
    elif isinstance(all_, dict):
        for key in all_:
            yield from _blank(theirs[key], all_[key], (*path, key))
    elif isinstance(all_, list):
        names = by_name(all_)
        for index, (seen, item) in enumerate(zip(theirs, all_, strict=False)):  # a role may see only the first items
            yield from _blank(seen, item, (*path, list(names)[index] if len(names) == len(all_) else str(index)))


def unobserved(run: Run, uncited: frozenset[str]) -> list[str]:
    """What a case says about its clauses and the run does not confirm, in words."""
    everything = run.observed.everything
    problems = [
        f"clauses: expected {id} to be cited by an event, a refusal or a view, got nothing that cites it"
        for id in run.side.clauses
        if id not in everything and id not in uncited
    ]
    problems += [
        f"without: expected nothing to cite {id}, got something that does"
        for id in run.side.without
        if id in everything
    ]
    return problems


def exported(runs: list[Run]) -> dict[str, Any]:
    """A case as plain data for other harnesses: its runs, with all data they need."""
    case = runs[0].case
    return {
        "id": case.id,
        "title": case.title,
        "clauses": list(case.exercised),
        "without": list(case.limited),
        "editions": list(dict.fromkeys(run.edition for run in runs)),
        "modules": list(case.modules),
        "runs": [
            {
                "name": run.name,
                "edition": run.edition,
                "modules": list(run.setting.modules),
                "rulings": list(run.setting.rulings),
                "clauses": list(run.side.clauses),
                "without": list(run.side.without),
                "reachable": not run.unreachable,
                "unreachable": list(run.unreachable),
                "given": to_data(run.given),
                "when": list(run.commands),
                "positions": [to_data(position) for position in run.positions[1:]],
                "origin": to_data(run.origin),
                "then": [
                    {
                        "id": check.id,
                        "kind": check.kind,
                        "level": check.level,
                        "after": check.after,
                        "expected": check.expected,
                    }
                    for check in run.checks
                ],
            }
            for run in runs
        ],
    }
