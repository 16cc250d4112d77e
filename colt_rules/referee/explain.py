"""Why something happened: the command behind an event, the clauses it rests on, and what else was possible.

What is explained is what the log says. Whether the rules say the same is the business of an audit; here it is only told
that they do not, and where a log cites nothing, as those of other engines may, the clauses are those of the rules.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice, zip_longest

import attrs

from colt_rules.commands import Command, Fire, Punch
from colt_rules.decisions import Answers
from colt_rules.events import Event, RoundStarted, TurnStarted
from colt_rules.kernel import Accepted, Refused, Verdict, awaiting, decide, legal
from colt_rules.model.names import Bandit, Cites, owner_of
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game, Options
from colt_rules.referee.story import Moment, Step, Story
from colt_rules.referee.telling import name_of, names_of, told_changes
from colt_rules.registry.books import Passage
from colt_rules.registry.clauses import Clause
from colt_rules.registry.divides import Divide, divides
from colt_rules.registry.registry import Citable, UnknownId, registry
from colt_rules.registry.rulings import Rejected, Ruling
from colt_rules.rules.base.box import BOX
from colt_rules.views import REFEREE, SPECTATOR, SeenEvent, View, glimpse, roles, view_event, view_legal
from colt_rules.views.roles import known_role

LISTED = 200
"""So many answers to a decision are listed."""
EXAMPLES = 3
"""So many are if there are more."""


@record
class Elsewhere:
    """Another edition that has something else in the place of a clause."""

    edition: str
    clauses: Cites
    """What holds there instead; nothing if it simply has no such clause."""
    notes: tuple[str, ...]
    """What it comes to in play, compared with the baseline."""


@record
class Citation:
    """A clause or ruling that something rests on."""

    id: str
    """As it was cited."""
    entry: Citable | None
    """What the specification says; nothing if it has no such clause."""
    passages: tuple[Passage, ...]
    elsewhere: tuple[Elsewhere, ...]
    claimed: Rejected | None
    """Of a ruling: the answer that the table claimed instead of ours."""


def places_of(passages: Iterable[Passage]) -> list[str]:
    """A line for each book: the lines of it, by section."""
    books: dict[str, dict[str, list[str]]] = {}
    for passage in passages:
        books.setdefault(passage.book, {}).setdefault(passage.section, []).append(passage.lines)
    told = []
    for book, sections in books.items():
        places = (f"{', '.join(lines)} {section}".rstrip() for section, lines in sections.items())
        told.append(f"{book}: {'; '.join(places)}")
    return told


@record
class Exempting:
    """A clause that is an exception to others, and whether it made a difference here."""

    clause: Clause
    to: Cites
    applied: bool
    why: str


@record
class Open:
    """What one actor could decide."""

    actor: str
    kinds: tuple[str, ...]
    number: int
    """How many commands were legal."""
    shape: str
    """What they are like, where they are too many to be listed."""
    commands: tuple[Command, ...]
    """All of them, or some if they are many; the one that was given is always among them."""
    hidden: bool = False
    """Whether the role may not know them."""


@record
class Explanation:
    """Why an event happened, as a role may know it."""

    role: str
    seq: int
    seen: SeenEvent
    step: Step
    """The command with its events, whole: of those of others a role may know no more than number, actor and type."""
    command: Command | None
    """The command behind it; nothing if it is not for the role to know."""
    clauses: tuple[Citation, ...]
    by_the_rules: bool
    """Whether the clauses are those of the rules, since the log cites none."""
    claims: tuple[Citation, ...]
    """Rulings about these clauses that the event does not cite, and to which the table claimed another answer."""
    exceptions: tuple[Exempting, ...]
    before: Game | View
    """The position right before the event, maybe in the middle of the command."""
    after: Game | View
    changes: tuple[str, ...]
    options: tuple[Open, ...]
    """What could be decided before the command."""
    departs: str
    """How the rules see it otherwise than the log, if they do."""


def explain(story: Story, seq: int, role: str = REFEREE) -> Explanation:
    """Why this event of a story happened; ``OutOfRange`` or ``UnknownRole`` if there is no such event or role."""
    moment = story.moment(seq)
    end = story.position(story.head.events)
    known_role(end, role)
    step, event = moment.step, moment.entry.event
    verdict = judged(step.before, step.command.command)
    all_cites = _all_cites(step, verdict)
    cites = all_cites[seq]
    seen = view_event(event, role, end, cites)
    assert seen is not None, "every event is seen by all, though not all of it"
    own = role in (REFEREE, step.command.actor)
    return Explanation(
        role=role,
        seq=seq,
        seen=seen,
        step=step,
        command=step.command.command if own else None,
        clauses=cited(cites, end.options),
        by_the_rules=cites != moment.entry.cites,
        claims=_claims(cites, end.options),
        exceptions=tuple(_exceptions(moment, verdict, seen, all_cites, end.options)),
        before=seen_by(role, moment.before),
        after=seen_by(role, moment.after),
        changes=told_changes(moment.before, moment.after),
        options=open_to(step, role),
        departs=_departs(moment, verdict, own),
    )


# --- what the rules say


def judged(game: Game, command: Command) -> Verdict | None:
    """The verdict of the rules; nothing in a position that no game leads to, where what they do is not defined."""
    try:
        return decide(game, command)
    except Exception:  # a false log can lead to any position
        return None


def _all_cites(step: Step, verdict: Verdict | None) -> dict[int, Cites]:
    """By number: what each event of a command rests on, by the log or else by the rules, if they have it there."""
    ruled = verdict.events if isinstance(verdict, Accepted) else ()
    return {
        entry.seq: entry.cites or (there[1] if there and there[0] == entry.event else ())
        for entry, there in zip_longest(step.events, ruled[: len(step.events)])
    }


def _departs(moment: Moment, verdict: Verdict | None, own: bool) -> str:
    """How the rules see it otherwise than the log, in words, if they do; a refusal tells of its actor's cards."""
    if verdict is None:
        return "The rules cannot judge this: no game leads to the position before the command."
    if isinstance(verdict, Refused):
        return f"By the rules this command is not allowed{': ' + ', '.join(verdict.clauses) if own else ''}."
    entry, first = moment.entry, moment.step.events[0].seq
    event, cites = next(iter(verdict.events[entry.seq - first :]), (None, ()))
    if event is None:
        return "By the rules the command would not have led to this event."
    if event != entry.event:
        return "By the rules something else would have happened here."
    if entry.cites and set(cites) != set(entry.cites):
        return f"By the rules it rests on other clauses: {', '.join(cites)}."
    if [event for event, _ in verdict.events] != [entry.event for entry in moment.step.events]:
        return "By the rules other events of the same command would have been different."
    return ""


# --- clauses


def cited(ids: Cites, options: Options) -> tuple[Citation, ...]:
    """All that is to be said about these clauses in a game that was agreed on like this."""
    return tuple(_citation(id, options) for id in dict.fromkeys(ids))


def _citation(id: str, options: Options) -> Citation:
    spec = registry()
    try:
        entry = spec.find(id)
    except UnknownId:
        return Citation(id, None, (), (), None)
    return Citation(
        id, entry, spec.passages_of(entry.id), _elsewhere(entry.id, options.edition), _claimed(entry, options)
    )


def _claimed(entry: Citable, options: Options) -> Rejected | None:
    """The answer that the table claimed instead of this ruling's."""
    if not isinstance(entry, Ruling):
        return None
    return next((other for other in entry.rejected if f"{entry.id}={other.id}" in options.rulings), None)


def _claims(cites: Cites, options: Options) -> tuple[Citation, ...]:
    claimed = (registry().rulings.get(claim.partition("=")[0]) for claim in options.rulings)
    ids = (one.id for one in claimed if one and one.id not in cites and set(one.completes) & set(cites))
    return cited(tuple(ids), options)


@cache
def _elsewhere(id: str, here: str) -> tuple[Elsewhere, ...]:
    """The editions that have something else in the place of a clause which holds here."""
    return tuple(
        Elsewhere(other, point.second, point.notes)
        for other in registry().editions
        for point in edition_divides(here, other)
        if id in point.first
    )


@cache
def edition_divides(here: str, other: str) -> list[Divide]:
    """Where two editions part; nowhere if one is unknown, as in the log of another engine."""
    spec = registry()
    return divides(spec, here, other) if {here, other} <= spec.editions.keys() else []


# --- exceptions


def _exceptions(
    moment: Moment, verdict: Verdict | None, seen: SeenEvent, all_cites: Mapping[int, Cites], options: Options
) -> Iterator[Exempting]:
    """The exceptions that this event cites, then all others to the clauses that it cites."""
    clauses = registry().clauses
    for id in seen.cites:
        clause = clauses.get(id)
        if clause and clause.exception_to:
            yield Exempting(clause, _exempted(clause, options.edition), True, "this event rests on it")
    for clause in clauses.values():
        to = tuple(id for id in clause.exception_to if id in seen.cites)
        if to and clause.id not in seen.cites:
            used = _used(clause, moment, all_cites)
            forbids = isinstance(verdict, Refused) and clause.id in verdict.clauses
            why = "by the rules it forbids this command" if forbids else _unused(clause, moment, seen, options)
            if why == UNUSED:
                why = _given_way(clause, moment, all_cites) or why
            yield Exempting(clause, to, bool(used), used or why)


def _exempted(clause: Clause, edition: str) -> Cites:
    """What a clause is an exception to in this edition: it may stand in the place of the exception it is one to."""
    spec = registry()
    if edition not in spec.editions:
        return clause.exception_to
    own = [id for id in clause.exception_to if spec.holds(id, edition)]
    return tuple(own) or tuple(id for one in clause.exception_to for id in spec.clauses[one].exception_to)


def _used(clause: Clause, moment: Moment, all_cites: Mapping[int, Cites]) -> str:
    """Where else the command made use of an exception, if it did."""
    for seq in _about_the_same(moment):
        if clause.id in all_cites[seq]:
            return f"event {seq}, of the same command, rests on it"
    for bandit in _bearers(clause, moment.step.before):
        if _keeps_from_target(clause, moment.step, bandit):
            return f"it kept {name_of(bandit)} from being chosen"
    return ""


def _given_way(clause: Clause, moment: Moment, all_cites: Mapping[int, Cites]) -> str:
    """Which exception to it has kept an exception from showing, if one has."""
    clauses = registry().clauses
    for seq in _about_the_same(moment):
        for id in all_cites[seq]:
            if id in clauses and clause.id in clauses[id].exception_to:
                return f"event {seq}, of the same command, rests on {id}"
    return ""


def _about_the_same(moment: Moment) -> list[int]:
    """The other events of the command in which somebody has a part who has one in this event too.

    What merely comes next, such as another turn, has nothing to do with it.
    """
    known = {*moment.after.figures, *moment.after.options.seats}
    here = known & _named_in(moment.entry.event)
    others = (one for one in moment.step.events if one.seq != moment.entry.seq)
    return [one.seq for one in others if not isinstance(one.event, NEXT) and here & _named_in(one.event)]


def _named_in(event: Event) -> set[str]:
    return {word for name in attrs.fields_dict(event.__class__) for word in _words(getattr(event, name))}


NEXT = (TurnStarted, RoundStarted)
"""Events that begin something new."""


def _keeps_from_target(clause: Clause, step: Step, bandit: Bandit) -> bool:
    """Whether this clause alone forbids to aim at a bandit instead."""
    command = step.command.command
    if not isinstance(command, Fire | Punch) or command.target == bandit:
        return False
    verdict = judged(step.before, changed(command, target=bandit))
    return isinstance(verdict, Refused) and verdict.clauses == (clause.id,)


def _unused(clause: Clause, moment: Moment, seen: SeenEvent, options: Options) -> str:
    """Why an exception did not apply, as far as it can be known."""
    if clause.module not in options.modules:
        return f"the module {clause.module} is not played"
    spec, edition = registry(), options.edition
    if edition in spec.editions and not spec.holds(clause.id, edition):
        instead = [one.clause for one in spec.editions[edition].differences if clause.id in one.instead_of]
        return f"{edition} has {', '.join(instead) or 'no such clause'}{' instead' if instead else ''}"
    if _characters(clause):
        return _power_unused(clause, moment, seen, options)
    turn = clause.id.removeprefix("turn.")
    if turn != clause.id and turn != (played := _turn(moment.after)):
        return f"this turn is {played}" if played else "no turn is being played"
    if clause.topic == "setup" and not options.stations and "station" in clause.id:
        return "the table plays without stations"
    return UNUSED


UNUSED = "nothing here rests on it"
"""All that can be said where the data do not say why."""


def _power_unused(clause: Clause, moment: Moment, seen: SeenEvent, options: Options) -> str:
    if not options.powers:
        return "the table plays without powers"
    bearers = _bearers(clause, moment.after)
    if not bearers:
        return f"nobody has the power of {names_of(_characters(clause))}"
    target = getattr(moment.step.command.command, "target", "")
    if target in bearers and "belle" in _characters(clause) and _is_only_target(moment.step, target):
        return f"{name_of(target)} was the only one who could be chosen"
    whom = [target] if target and "belle" in _characters(clause) else _doers(moment, seen)
    if whom and not set(whom) & set(bearers):
        return f"{'the target is' if whom == [target] else 'this is about'} {names_of(whom)}, not {names_of(bearers)}"
    return UNUSED


def _is_only_target(step: Step, target: Bandit) -> bool:
    """Whether nobody else could have been aimed at."""
    try:
        answers = legal(step.before, step.command.actor)
    except Exception:  # see `judged`
        return False
    return {getattr(answer, "target", "") for answer in islice(answers, LISTED)} == {target}


def _characters(clause: Clause) -> list[str]:
    """The bandits whose powers a clause is about, by its id."""
    return [word for word in clause.id.split(".") if word in BOX.characters]


def _bearers(clause: Clause, game: Game) -> list[Bandit]:
    """Who has the power that a clause is about."""
    wanted = set(_characters(clause))
    return [bandit for bandit, figure in game.figures.items() if wanted & set(figure.powers)]


def _doers(moment: Moment, seen: SeenEvent) -> list[Bandit]:
    """Whose powers may count: the bandit whose card is carried out, or those that an event names, or their players."""
    game, current = moment.after, moment.before.round.current
    if current:
        return [owner_of(current.card)]
    words = {word for value in seen.data.values() for word in _words(value)}
    named = [bandit for bandit in game.figures if bandit in words]
    return named or [bandit for bandit, figure in game.figures.items() if figure.seat in words]


def _words(value: object) -> tuple[str, ...]:
    row = value if isinstance(value, tuple) else (value,)
    return tuple(word for word in row if isinstance(word, str))


def _turn(game: Game) -> str:
    """The kind of the turn that is being played, if one is."""
    card, turn = BOX.round_cards.get(game.round.card), game.round.turn
    return card.turns[turn] if card and 0 <= turn < len(card.turns) else ""


# --- positions and options


class NotShown(ValueError):
    """A false log has led to a position of which nobody can say what a role may see."""


def seen_by(role: str, game: Game) -> Game | View:
    """A position as a role may see it."""
    if role == REFEREE:
        return game
    try:
        return glimpse(game, role if role in roles(game) else SPECTATOR)  # before the start there are no seats
    except (LookupError, ValueError) as error:
        told = f"no game leads to this position, so nobody can say what {role} may see of it; look at it as referee"
        raise NotShown(told) from error


def open_to(step: Step, role: str = REFEREE) -> tuple[Open, ...]:
    """What could be decided where this command was given, by whoever had to decide, as far as the role may know."""
    try:
        decisions = awaiting(step.before)
        actors = dict.fromkeys(decision.actor for decision in decisions)
        kinds = {actor: tuple(one.kind for one in decisions if one.actor == actor) for actor in actors}
        return tuple(_open(step, role, actor, kinds[actor]) for actor in actors)
    except Exception:  # see `judged`
        return ()


def _open(step: Step, role: str, actor: str, kinds: tuple[str, ...]) -> Open:
    if role not in (REFEREE, actor):
        return Open(actor, kinds, 0, "", (), hidden=True)
    answers = view_legal(step.before, role, actor)
    number = how_many(answers)
    given = step.command.command
    if number <= LISTED:
        return Open(actor, kinds, number, "", tuple(answers))
    others = [answer for answer in islice(answers, EXAMPLES) if answer != given]
    some = [given, *others] if given in answers else others
    return Open(actor, kinds, number, str(answers), tuple(some[:EXAMPLES]))


def how_many(answers: Answers) -> int:
    """How many answers there are; of a thick deck ``len`` could not tell."""
    number: int | None = getattr(answers, "number", None)
    return len(answers) if number is None else number
