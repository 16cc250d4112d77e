"""A case in one edition, expanded: the whole position, the commands as JSON, every check with all that it expects.

Nothing here needs the harness: an expanded case is plain data, and it is what is exported.
"""

from collections.abc import Iterator
from typing import Any

from attrs import asdict, evolve, frozen

from colt_rules.conformance.cases.board import BadSketch, board
from colt_rules.conformance.cases.case import ANY, Case, Expectation, Given, Options, Sight, command_data, event_pattern
from colt_rules.conformance.protocol.messages import EventMessage, read_events
from colt_rules.conformance.protocol.reference import event_message
from colt_rules.events import Cited
from colt_rules.kernel import Accepted, NotAtRest, awaiting, fold
from colt_rules.log.codec import read_thoroughly, to_data
from colt_rules.log.errors import Malformed
from colt_rules.log.judge import judge
from colt_rules.model.state import NEW, Game
from colt_rules.rules.base.box import BOX
from colt_rules.views import REFEREE, UnknownRole, view, view_reasons


class BadCase(ValueError):
    """A case that the rules cannot make sense of; the message says why."""


@frozen
class Check:
    """One thing that is compared, known within its case by ``id``. ``expected`` is plain data, by kind."""

    id: str
    kind: str
    expected: Any

    @property
    def level(self) -> str:
        """The level an engine must claim to be measured by it."""
        return LEVEL_OF[self.kind]

    @property
    def needs(self) -> str:
        """What an engine must claim to be measured by it, in words."""
        return " or ".join(" and ".join(levels) for levels in NEEDED[self.kind])

    def is_claimed(self, levels: tuple[str, ...]) -> bool:
        """Whether an engine of these levels is measured by it."""
        return any(set(needed) <= set(levels) for needed in NEEDED[self.kind])


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
    "fold": "fold",
}

NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "events": (("decide",),),
    "refused": (("decide",), ("outcome",)),
    "refused-clauses": (("cite", "decide"), ("cite", "outcome")),
    "state": (("outcome",),),
    "legal": (("legal",),),
    "view": (("view",),),
    "hidden": (("view",),),
    "cites": (("cite", "decide"),),
    "clauses": (("cite", "decide"),),
    "view-clauses": (("cite", "view"),),
    "fold": (("fold",),),
}
"""By kind: the sets of levels each of which is enough to be measured by it."""


@frozen
class Observed:
    """The clauses that the reference cites in a case."""

    events: frozenset[str]
    refusals: frozenset[str]
    shown: frozenset[str]
    """By which a view shows something that not all see."""
    hidden: frozenset[str]

    @property
    def everything(self) -> frozenset[str]:
        """All of them."""
        return self.events | self.refusals | self.shown | self.hidden


@frozen
class Run:
    """A case in one edition."""

    case: Case
    edition: str
    given: Game
    commands: tuple[Any, ...]
    after: Game
    """The position after the commands, by the reference."""
    origin: Game
    """Where the log begins: the position given, or the new game if events led to it."""
    log: tuple[EventMessage, ...]
    """Everything that happened since, by the reference."""
    checks: tuple[Check, ...]
    observed: Observed


def expand(case: Case, edition: str) -> Run:
    """The case in this edition."""
    origin, given, before = _position(case.given, edition)
    try:
        awaiting(given)
    except NotAtRest as error:
        raise BadCase(f"given: {error}") from None
    commands = tuple(map(command_data, case.when))
    game, happened, refusals = given, list[Cited](), frozenset[str]()
    for number, command in enumerate(commands, 1):
        verdict = judge(game, command)
        if isinstance(verdict, Accepted):
            game = verdict.after
            happened += verdict.events
        elif number < len(commands):
            raise BadCase(f"when[{number - 1}]: expected every command but the last to stand: {verdict.message}")
        else:
            refusals = frozenset(verdict.clauses)
    log = (*before, *map(event_message, happened))
    sights = [check.view.of for check in case.then if check.view]
    try:
        reasons = [view_reasons(game, role) for role in sights]
    except UnknownRole as error:
        raise BadCase(str(error)) from None
    observed = Observed(
        frozenset(id for _, cites in happened for id in cites),
        refusals,
        frozenset(id for reason in reasons for id in reason.shown),
        frozenset(id for reason in reasons for id in reason.hidden),
    )
    run = Run(case, edition, given, commands, game, origin, log, (), observed)
    return evolve(run, checks=tuple(_checks(run)))


def _position(given: Given, edition: str) -> tuple[Game, Game, tuple[EventMessage, ...]]:
    """Where the log begins, the position given, and the events from the one to the other."""
    if given.board is not None:
        position = position_of(given, edition)
        return position, position, ()
    if given.events is not None:
        return _told(given.events)
    game = NEW
    for number, command in enumerate(given.commands or ()):
        verdict = judge(game, command_data(command))
        if not isinstance(verdict, Accepted):
            raise BadCase(f"given.commands[{number}]: expected a command that stands: {verdict.message}")
        game = verdict.after
    return game, game, ()


def position_of(given: Given, edition: str) -> Game:
    """The position that a drawn board shows."""
    if not given.pile and given.hands is None:
        raise BadCase("given: expected cards on the pile, or hands; got a board on which nobody has to act")
    options = asdict(given, recurse=False)
    for unset in [name for name, value in options.items() if value is None]:
        del options[unset]
    try:
        game = board(options.pop("board"), edition=edition, **options)
    except (BadSketch, NotAtRest) as error:
        raise BadCase(f"given: {error}") from None
    if strange := [car for car in game.train[1:] if car not in BOX.cars]:
        raise BadCase(f"given.board: expected cars of the box, {', '.join(BOX.cars)}; got {', '.join(strange)}")
    return game


def _told(events: tuple[Any, ...]) -> tuple[Game, Game, tuple[EventMessage, ...]]:
    try:
        messages = tuple(read_thoroughly(EventMessage, event, "given.events") for event in events)
        return NEW, fold(read_events(messages)), messages
    except Malformed as error:
        raise BadCase(f"given.events: {error}") from None
    except (LookupError, ValueError) as error:
        raise BadCase(f"given.events: they do not fit together: {error.__class__.__name__} {error}") from None


def _checks(run: Run) -> Iterator[Check]:
    """The checks that are written, each followed by what belongs to it, then those that every case has."""
    for check in run.case.then:
        yield from _written(check, run)
    if run.log:
        yield Check("fold", "fold", {"events": to_data(run.log), "state": to_data(run.after)})
    by_commands = run.observed.events | run.observed.refusals
    by_views = [id for id in run.case.clauses if id in run.observed.everything - by_commands]
    if cited := [id for id in run.case.clauses if id in by_commands]:
        yield Check("clauses", "clauses", cited)
    if by_views:
        yield Check("view-clauses", "view-clauses", by_views)


def _written(check: Expectation, run: Run) -> Iterator[Check]:
    if check.events is not None:
        yield Check(check.name, "events", [_pattern(event) for event in check.events])
    elif check.refused is not None:
        yield Check(check.name, "refused", True)
        yield Check(f"{check.name}.clauses", "refused-clauses", sorted(check.refused))
    elif check.legal is not None:
        yield Check(check.name, "legal", _options(check.legal))
    elif check.state is not None:
        yield Check(check.name, "state", check.state)
    elif check.view is not None:
        yield Check(check.name, "view", {"role": check.view.of, "shows": check.view.shows})
        yield Check(f"{check.name}.hidden", "hidden", _secrets(check.view, run.after))
    elif check.cites is not None:
        yield Check(check.name, "cites", {type: sorted(ids) for type, ids in check.cites.items()})


def _pattern(event: Any) -> Any:
    if event == ANY:
        return {"any": True}
    type, fields = event_pattern(event)
    return {"type": type, "data": fields}


def _options(options: Options) -> dict[str, Any]:
    if options.rows is not None:
        return {"actor": options.of, "rows": asdict(options.rows)}
    if options.are is not None:
        return {"actor": options.of, "are": [command_data(command) for command in options.are]}
    return {
        "actor": options.of,
        "include": [command_data(command) for command in options.include],
        "exclude": [command_data(command) for command in options.exclude],
    }


def _secrets(sight: Sight, game: Game) -> dict[str, Any]:
    """What the role may not see although it is there: the paths of the view that hold nothing for it."""
    theirs, all_ = to_data(view(game, sight.of)), to_data(view(game, REFEREE))
    return {"role": sight.of, "paths": [list(path) for path in _blank(theirs, all_, ())]}


def _blank(theirs: Any, all_: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if theirs is None and all_ is not None:
        yield path
    elif isinstance(all_, dict):
        for key in all_:
            yield from _blank(theirs[key], all_[key], (*path, key))
    elif isinstance(all_, list):
        for index, item in enumerate(all_):
            yield from _blank(theirs[index], item, (*path, str(index)))


def unobserved(run: Run, uncited: frozenset[str]) -> list[str]:
    """What a case says of its clauses and the run does not bear out, in words."""
    everything = run.observed.everything
    told = [
        f"clauses: expected {id} to be cited by an event, a refusal or a view; nothing cites it here"
        for id in run.case.clauses
        if id not in everything and id not in uncited
    ]
    told += [f"without: expected nothing to cite {id}; something does" for id in run.case.without if id in everything]
    return told


def exported(runs: list[Run]) -> dict[str, Any]:
    """A case as plain data for other harnesses: its runs, one an edition, with all they need."""
    case = runs[0].case
    return {
        "id": case.id,
        "title": case.title,
        "clauses": list(case.clauses),
        "without": list(case.without),
        "editions": list(case.editions),
        "modules": list(case.modules),
        "runs": [
            {
                "edition": run.edition,
                "given": to_data(run.given),
                "when": list(run.commands),
                "after": to_data(run.after),
                "origin": to_data(run.origin),
                "then": [
                    {"id": check.id, "kind": check.kind, "level": check.level, "expected": check.expected}
                    for check in run.checks
                ],
            }
            for run in runs
        ],
    }
