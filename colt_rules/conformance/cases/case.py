"""A case as written: given a position, when these commands come, then these checks.

This module checks form only: every id is known, every command can be read, no expectation is empty. ``expand`` applies
the rules: it builds the position and derives the checks.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from attrs import asdict, evolve, field, frozen

from colt_rules.commands import StartGame, command_text, parse_command
from colt_rules.conformance.cases.yaml import Document, read_documents
from colt_rules.conformance.notations import OPTIONS
from colt_rules.events import EVENT_NAMES, EVENTS
from colt_rules.kernel import Refused, Verdict
from colt_rules.log.codec import command_object, read_command, to_data
from colt_rules.model.record import changed
from colt_rules.modules import MODULES
from colt_rules.registry.errors import Findings
from colt_rules.registry.registry import Registry, registry
from colt_rules.registry.strict import structure
from colt_rules.rules.editions import EDITIONS

ANY = "..."
"""In a list of events, this matches any number of events of any type."""

OF_THE_RUN = "*"
"""In a ``StartGame``, as the edition or the only module: the edition or the modules of the run."""

NOT = "not "
"""Before a clause in ``where``: the clause must not hold."""

DEAL = "deal"
"""The key of a short deal in ``when``."""

KINDS = ("events", "refused", "legal", "state", "view", "cites")
"""The kinds of checks that a case can state; more are derived."""

_ID = re.compile(r"[a-z0-9.-]+/[a-z0-9]+(-[a-z0-9]+)*")
_CHECK_ID = re.compile(r"(?!(fold|clauses|view-clauses|whole|consistent)$)[a-z0-9]+(-[a-z0-9]+)*")
"""Excludes the ids of derived checks, and the point that joins a derived id to a written one."""


def _with_the_options_of_modules(cls: type) -> type:
    """Add a field for each option that a module defines, before the field ``rulings``."""
    last = {"rulings": cls.__annotations__.pop("rulings")}
    for name, option in OPTIONS.items():
        cls.__annotations__[name] = option.type
        setattr(cls, name, field(factory=dict) if option.ordinary == {} else option.ordinary)
    cls.__annotations__ |= last
    return cls


@frozen(kw_only=True)
@_with_the_options_of_modules
class Given:
    """The position: a drawn board, or a new game and its commands or events. Exactly one of the first three is set."""

    board: str | None = None
    commands: tuple[Any, ...] | None = None
    events: tuple[Mapping[str, Any], ...] | None = None
    pile: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    first: str = ""
    powers: bool = True
    happenings: bool = True
    loot: Mapping[str, tuple[str, ...]] = field(factory=dict)
    bullets: Mapping[str, int] = field(factory=dict)
    received: Mapping[str, tuple[str, ...]] = field(factory=dict)
    neutral: int | None = None
    aside: tuple[str, ...] | None = None
    card: str | None = None
    rounds: tuple[str, ...] = ()
    number: int = 1
    hands: Mapping[str, tuple[str, ...]] | None = None
    decks: Mapping[str, tuple[str, ...]] = field(factory=dict)
    turn: int = 0
    acted: int = 0
    draws: Mapping[str, tuple[int, ...]] = field(factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(factory=dict)
    discards: Mapping[str, tuple[str, ...]] = field(factory=dict)
    borrowed: Mapping[str, tuple[str, ...]] = field(factory=dict)
    uncounted: Mapping[str, int] = field(factory=dict)
    rulings: tuple[str, ...] = ()


@frozen(kw_only=True)
class Rows:
    """The question to chance: an arrangement of ``count`` of these items."""

    what: str
    items: tuple[str, ...]
    count: int
    subject: str = ""


@frozen(kw_only=True)
class OptionsCheck:
    """What an actor can choose: the complete list, or commands that must or must not be in it."""

    of: str
    are: tuple[Any, ...] | None = None
    include: tuple[Any, ...] = ()
    exclude: tuple[Any, ...] = ()
    rows: Rows | None = None


@frozen(kw_only=True)
class ViewCheck:
    """What a role sees: a part of its view."""

    of: str
    shows: Mapping[str, Any]


@frozen(kw_only=True)
class Expectation:
    """One check: exactly one of the kinds is set."""

    id: str = ""
    events: tuple[Any, ...] | None = None
    refused: tuple[str, ...] | None = None
    legal: OptionsCheck | None = None
    state: Mapping[str, Any] | None = None
    view: ViewCheck | None = None
    cites: Mapping[str, tuple[str, ...]] | None = None
    after: int | None = None
    """The number of commands before the check: 0 is the given position. All of them if left out."""

    @property
    def kinds(self) -> list[str]:
        """The kinds that are set: exactly one if the check is well formed."""
        return [kind for kind in KINDS if getattr(self, kind) is not None]

    @property
    def name(self) -> str:
        """The id within the case: as given, or made of the kind, its actor or role, and ``after``."""
        subject = self.legal or self.view
        earlier = [] if self.after is None else ["after", str(self.after)]
        return self.id or "-".join([*self.kinds, *([subject.of] if subject else []), *earlier])


@frozen(kw_only=True)
class Side:
    """What is expected in some editions, or at tables that agree on other answers."""

    where: tuple[str, ...] = ()
    """Clauses that limit the editions without being exercised: ``ID`` must hold there, ``not ID`` must not."""
    editions: tuple[str, ...] = ()
    """The editions; if left out, all in which the clauses and ``where`` hold and the answers can be agreed on."""
    modules: tuple[str, ...] = ()
    """The modules in play; if left out, those of the case."""
    rulings: tuple[str, ...] = ()
    """The other answers that the table agrees on, each ``ruling=answer``."""
    clauses: tuple[str, ...]
    """The clauses that are exercised here."""
    then: tuple[Expectation, ...]
    without: tuple[str, ...] = ()
    """Clauses that do not apply here."""


OF_A_SIDE = ("clauses", "where", "editions", "then", "without")
"""The fields of a side; a case that is not a witness states them itself."""


@frozen(kw_only=True)
class Case:
    """A position, commands and checks, with the clauses that decide.

    The expectation is the same in all editions of the case. A case with ``differs`` is a witness: it shows what an
    edition, or an agreed answer, changes.
    """

    id: str
    title: str
    clauses: tuple[str, ...] = ()
    """The clauses that the case exercises: an event, a refusal or a view cites each of them.

    If left out, the clause in its id. A witness has clauses in its sides instead.
    """
    where: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    modules: tuple[str, ...] = MODULES[:1]
    given: Given
    when: tuple[Any, ...]
    """Commands, in words or as JSON objects. All but the last must be accepted."""
    then: tuple[Expectation, ...] = ()
    without: tuple[str, ...] = ()
    """Clauses that the case shows not to apply: nothing cites them."""
    unknown_names: tuple[str, ...] = ()
    """Names that deliberately do not exist in the game. All other names are checked against it."""
    differs: tuple[Side, ...] = ()
    """Of a witness: expectations by edition or house rule. Replaces ``clauses``, ``where``, ``then``, ``without``."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of a witness, or the single side of any other case."""
        return self.differs or (Side(**{name: getattr(self, name) for name in OF_A_SIDE}),)

    @property
    def exercised(self) -> tuple[str, ...]:
        """The clauses of all sides."""
        return tuple(dict.fromkeys(id for side in self.sides for id in side.clauses))

    @property
    def limited(self) -> tuple[str, ...]:
        """The clauses that do not apply on some side."""
        return tuple(dict.fromkeys(id for side in self.sides for id in side.without))


@frozen
class Written:
    """A case with its file and line."""

    case: Case
    file: str
    line: int


def read_cases(path: Path, naming: str = "") -> list[Written]:
    """Read the cases of a YAML file that contain the text ``naming``, one per document.

    Raises a ``SpecError`` with all problems.
    """
    findings = Findings()
    cases = []
    for document in read_documents(path, naming):
        with findings.gather():
            cases.append(Written(read_case(document), document.file, document.line))
    findings.raise_any()
    return cases


def read_case(document: Document) -> Case:
    """Read the case in a document, or raise a ``SpecError`` with everything that is wrong with it."""
    data = document.data
    label = data.get("id") if isinstance(data, dict) else None
    where = f"line {document.line}" + (f" ({label})" if isinstance(label, str) else "")
    case = structure(data, Case, document.file, where)
    if not case.clauses and not case.differs:
        case = evolve(case, clauses=(case.id.partition("/")[0],))
    findings = Findings()
    _check(case, registry(), lambda path, message: findings.add(document.file, f"{where}.{path}", message))
    findings.raise_any()
    return case


def command_data(command: Any, edition: str, modules: tuple[str, ...]) -> Any:
    """A command of a case as JSON: one in words is parsed, anything else is sent unchanged."""
    if not isinstance(command, str):
        return command
    meant = parse_command(command)
    if isinstance(meant, StartGame):
        meant = changed(
            meant,
            edition=edition if meant.edition == OF_THE_RUN else meant.edition,
            modules=modules if meant.modules == (OF_THE_RUN,) else meant.modules,
        )
    return command_object(meant)


def _check(case: Case, known: Registry, wrong: Any) -> None:
    """Report the problems of a case that its types do not show, each with its path and message."""
    named = (*case.exercised, *case.limited)
    if not _ID.fullmatch(case.id):
        wrong("id", f"expected clause.id/words-with-hyphens, got {case.id!r}")
    elif not _is_known(case.id.partition("/")[0], known):
        wrong("id", f"expected a clause or ruling before the slash, got {case.id!r}")
    elif (
        case.id.partition("/")[0] not in named and case.exercised and all(_is_known(id, known) for id in case.exercised)
    ):
        wrong("id", f"expected one of its clauses before the slash, got {case.id!r}")
    if not case.title.strip() or case.title.endswith("."):
        wrong("title", f"expected a fact in words, without a full stop; got {case.title!r}")
    if not case.modules:
        wrong("modules", f"expected at least one of {', '.join(MODULES)}, got none")
    _name_problems(case.modules, "modules", MODULES, wrong)
    for ruling in case.given.rulings:
        _house_rule_problems(ruling, "given.rulings", known, wrong)
    if case.differs:
        _witness_problems(case, wrong)
    sides = {f"differs[{number}]." if case.differs else "": side for number, side in enumerate(case.sides)}
    for path, side in sides.items():
        _side_problems(side, path, known, wrong)
    _given_problems(case.given, wrong)
    _command_problems(case.when, "when", wrong)
    for path, side in sides.items():
        _check_problems(case, side, path, known, wrong)


def _witness_problems(case: Case, wrong: Any) -> None:
    """A witness states everything in its sides, and has at least two sides."""
    for name in OF_A_SIDE:
        if getattr(case, name):
            wrong(name, "expected it only on the sides of `differs`, got it at the top too")
    if len(case.differs) < 2:
        wrong("differs", "expected two sides or more, got one")


def _side_problems(side: Side, path: str, known: Registry, wrong: Any) -> None:
    if not side.clauses:
        wrong(f"{path}clauses", "expected at least one clause, got none")
    conditions = tuple(condition.removeprefix(NOT) for condition in side.where)
    for name, ids in (("clauses", side.clauses), ("without", side.without), ("where", conditions)):
        for id in ids:
            if not _is_known(id, known):
                wrong(f"{path}{name}", f"expected the id of a clause or ruling, got {id!r}")
    for id in sorted(set(side.clauses) & set(side.without)):
        wrong(f"{path}without", f"expected clauses that do not apply, got {id}, which is among the clauses")
    _name_problems(side.editions, f"{path}editions", EDITIONS, wrong)
    _name_problems(side.modules, f"{path}modules", MODULES, wrong)
    for ruling in side.rulings:
        _house_rule_problems(ruling, f"{path}rulings", known, wrong)


def _name_problems(given: tuple[str, ...], path: str, there: tuple[str, ...], wrong: Any) -> None:
    for id in given:
        if id not in there:
            wrong(path, f"expected one of {', '.join(there)}, got {id!r}")


def _house_rule_problems(house_rule: str, path: str, known: Registry, wrong: Any) -> None:
    id, _, answer = house_rule.partition("=")
    there = [other.id for other in known.rulings[id].rejected if other.house_rule] if id in known.rulings else []
    if answer not in there:
        wrong(path, f"expected ruling=answer with an answer that can be agreed on, got {house_rule!r}")


def _is_known(id: str, known: Registry) -> bool:
    return id in known.clauses or id in known.rulings


def _given_problems(given: Given, wrong: Any) -> None:
    ways = [name for name in ("board", "commands", "events") if getattr(given, name) is not None]
    if len(ways) != 1:
        wrong("given", f"expected one of board, commands, events; got {' and '.join(ways) or 'none'}")
    elif given.board is None and given != Given(**{ways[0]: getattr(given, ways[0])}):
        wrong("given", f"expected nothing but {ways[0]}, got options that go with a board")
    if given.board is not None and not re.search(r"^\s*car\b", given.board, re.MULTILINE):
        wrong("given.board", "expected a row `car` that names the cars, got none")
    _command_problems(given.commands or (), "given.commands", wrong)


def is_short_deal(command: Any) -> bool:
    """Whether an entry of ``when`` is a short deal such as ``deal: {tuco: [tuco-fire]}``.

    It answers all open questions to chance.
    """
    return isinstance(command, dict) and list(command) == [DEAL]


def _command_problems(commands: tuple[Any, ...], path: str, wrong: Any) -> None:
    for number, command in enumerate(commands):
        if is_short_deal(command) and not _are_tops(command[DEAL]):
            wrong(f"{path}[{number}]", f"expected {DEAL}: {{tuco: [tuco-fire, tuco-move]}}, got {command[DEAL]!r}")
        if isinstance(command, str):
            try:
                parse_command(command)
            except ValueError as error:
                wrong(f"{path}[{number}]", str(error))


def _are_tops(tops: Any) -> bool:
    return isinstance(tops, dict) and all(
        isinstance(row, list) and all(isinstance(item, str) for item in row) for row in tops.values()
    )


def _check_problems(case: Case, side: Side, above: str, known: Registry, wrong: Any) -> None:
    if not side.then:
        wrong(f"{above}then", "expected at least one check, got none")
    names = [check.name for check in side.then]
    for number, check in enumerate(side.then):
        path = f"{above}then[{check.name or number}]"
        if len(check.kinds) != 1:
            wrong(path, f"expected one of {', '.join(KINDS)}; got {' and '.join(check.kinds) or 'none'}")
            continue
        if not _CHECK_ID.fullmatch(check.name):
            wrong(path, f"expected an id in words with hyphens, not that of a derived check; got {check.name!r}")
        if names.count(check.name) > 1:
            wrong(path, "expected a unique id, got one that is taken: write `id: words` beside the kind")
        if check.after is not None:
            _after_problems(check, path, len(case.when), wrong)
        elif not case.when and check.kinds[0] in OF_A_COMMAND:
            wrong(path, "expected a command in `when` for this check, got none")
        _content_problems(check, path, known, wrong)


OF_A_COMMAND = ("events", "refused", "state", "cites")
"""The kinds that check the result of a command. The others check a position, which needs no command."""


def _after_problems(check: Expectation, path: str, commands: int, wrong: Any) -> None:
    """``after`` names an existing command other than the last, which needs no number; only the last can be refused."""
    fewest = 1 if check.kinds[0] in OF_A_COMMAND else 0
    if check.refused is not None:
        wrong(f"{path}.after", "expected none, since only the last command can be refused")
    elif check.after is not None and not fewest <= check.after < commands:
        wrong(
            f"{path}.after",
            f"expected {fewest} to {commands - 1} of the {commands} commands, or no `after` for all; got {check.after}",
        )


def _content_problems(check: Expectation, path: str, known: Registry, wrong: Any) -> None:
    """Report an empty expectation, and names of clauses or event types that do not exist."""
    kind = check.kinds[0]
    content = cast(Any, getattr(check, kind))
    empty = not content or (check.state is not None and _says_nothing(check.state))
    if check.events is not None:
        empty = all(event == ANY for event in check.events)
        for event in check.events:
            if event != ANY:
                _event_problems(event, path, wrong)
    if check.view is not None:
        empty = _says_nothing(check.view.shows)
    if check.legal is not None:
        options = check.legal
        given = (options.are is not None, bool(options.include or options.exclude), options.rows is not None)
        empty = not any(given)
        if sum(given) > 1:
            wrong(path, "expected `are`, or `include` and `exclude`, or `rows`; got several of them")
        for part in ("are", "include", "exclude"):
            _command_problems(getattr(options, part) or (), f"{path}.{part}", wrong)
    if empty:
        wrong(path, f"expected content for {kind}, got an empty expectation")
    for id in (*(check.refused or ()), *(id for ids in (check.cites or {}).values() for id in ids)):
        if not _is_known(id, known):
            wrong(path, f"expected the id of a clause or ruling, got {id!r}")
    for type in check.cites or ():
        if type not in EVENTS:
            wrong(path, f"expected an event type, got {type!r}")


def _says_nothing(part: Any) -> bool:
    """Whether an object in it has no keys and would therefore match everything."""
    return isinstance(part, dict) and (not part or any(map(_says_nothing, part.values())))


def _event_problems(event: Any, path: str, wrong: Any) -> None:
    type, fields = event_pattern(event)
    if type not in EVENTS:
        wrong(path, f"expected `...`, an event type or {{Type: {{field: value}}}}; got {event!r}")
        return
    known = {one.name for one in EVENTS[type].__attrs_attrs__}
    for name in fields if isinstance(fields, dict) else ["(no fields)"]:
        if name not in known:
            wrong(path, f"{type}: expected fields out of {', '.join(sorted(known)) or 'none'}; got {name!r}")


def event_pattern(event: Any) -> tuple[str, Any]:
    """The type of an event in a list, and the fields it must have."""
    match event:
        case str():
            return event, {}
        case dict() if len(event) == 1:
            ((type, fields),) = event.items()
            return str(type), fields
    return "", {}


# --- writing cases from positions that a program found


def written_given(given: Given) -> dict[str, Any]:
    """A position in the form of a case, without default values."""
    plain = Given()
    said: dict[str, Any] = to_data(asdict(given, filter=lambda field, value: value != getattr(plain, field.name)))
    return said


def written_command(command: Any) -> Any:
    """A command in words if they express it completely, else unchanged: another engine may have names with blanks."""
    try:
        given = read_command(command)
        return command_text(given) if parse_command(command_text(given)) == given else command
    except ValueError:
        return command


def written_verdict(verdict: Verdict) -> dict[str, Any]:
    """The verdict of the rules on a command, as an expectation of a case."""
    if isinstance(verdict, Refused):
        return {"refused": list(verdict.clauses)}
    return {"events": [{EVENT_NAMES[event.__class__]: to_data(event)} for event, _ in verdict.events]}
