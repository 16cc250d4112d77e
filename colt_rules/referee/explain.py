"""Why something happened: the command behind an event, its clauses, and what else was possible.

The explanation follows the log. Whether the rules agree is the subject of an audit; here it is only stated if they do
not. If a log has no citations, as those of other engines may, the clauses are those of the rules.
"""

from functools import cache
from itertools import islice, zip_longest
from typing import Any

from colt_rules.commands import Command
from colt_rules.decisions import how_many
from colt_rules.kernel import Accepted, Refused, Verdict, awaiting
from colt_rules.kernel.fold import MISFITS
from colt_rules.log.choices import ways_of
from colt_rules.log.corrections import HistoricalRules
from colt_rules.log.dating import Remark
from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.model.state import Game, Options
from colt_rules.referee.causes import causes
from colt_rules.referee.exceptions import Exempting, exceptions_to
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.story import Moment, Step, Story
from colt_rules.referee.telling import describe_changes
from colt_rules.referee.verdicts import verdict_on
from colt_rules.registry.books import Passage
from colt_rules.registry.corrections import Correction
from colt_rules.registry.differences import PointOfDifference, differences_between
from colt_rules.registry.localized import Localized
from colt_rules.registry.published import corrections, house_rules_in_use
from colt_rules.registry.registry import Citable, UnknownId, registry
from colt_rules.registry.rulings import Rejected, Ruling
from colt_rules.views import (
    REFEREE,
    SPECTATOR,
    SeenCommand,
    SeenEvent,
    View,
    glimpse,
    roles,
    view_command,
    view_event,
    view_legal,
)
from colt_rules.views.roles import known_role

LISTED = 200
"""Up to this many answers to a decision are listed."""
EXAMPLES = 3
"""How many are listed if there are more."""
DESCRIBED = 100
"""The most objects that describe them then; all games that can be set up take thousands, see ``docs/variants.md``."""


@record
class Replacement:
    """Another edition that replaces a clause."""

    edition: str
    clauses: Cites
    """What holds in that edition instead; empty if the edition just has no such clause."""
    notes: tuple[Localized, ...]
    """The effect in play, compared with the baseline."""


@record
class Citation:
    """A clause or ruling that something cites."""

    id: str
    """The id as it was cited, which may be an alias of the entry's."""
    entry: Citable | None
    """The entry in the specification; None if it has no such clause."""
    passages: tuple[Passage, ...]
    elsewhere: tuple[Replacement, ...]
    agreed: Rejected | None
    """The answer that the table agreed on instead of ours, if this is a ruling."""


@record
class OpenDecision:
    """What one actor could decide."""

    actor: str
    kinds: tuple[str, ...]
    number: int
    """The number of legal commands."""
    shape: str
    """A description if there are too many to list."""
    commands: tuple[Command, ...]
    """All commands, or examples if there are many; the command that was given is always included."""
    ways: tuple[dict[str, Any], ...] = ()
    """The description as data, for too many commands to list; empty if it takes more than ``DESCRIBED`` objects."""
    hidden: bool = False
    """Whether the role may not know them."""


@record
class Explanation:
    """Why an event happened, as a role may know it."""

    role: str
    seq: int
    seen: SeenEvent
    step: Step
    """The command with all its events: of other players' events a role may know only number and actor."""
    given: SeenCommand
    """The command behind it, as far as the role may know."""
    caused_by: int
    """If it happened by itself, the number of the event that brought it about; else 0."""
    cause: SeenEvent | None
    """That event."""
    clauses: tuple[Citation, ...]
    by_the_rules: bool
    """Whether the clauses come from the rules, because the log cites no clauses."""
    house_rules: tuple[Citation, ...]
    """Rulings about these clauses that the event does not cite and to which the table agreed on another answer."""
    exceptions: tuple[Exempting, ...]
    before: Game | View
    """The position right before the event, perhaps in the middle of the command."""
    after: Game | View
    changes: tuple[str, ...]
    options: tuple[OpenDecision, ...]
    """What could be decided before the command."""
    departs: str
    """How the rules differ from the log; empty if they do not."""


def explain(story: Story, seq: int, role: str = REFEREE, lang: str = ENGLISH) -> Explanation:
    """Explain this event of a story; raise ``OutOfRange`` or ``UnknownRole`` if there is no such event or role."""
    moment = story.moment(seq)
    end = story.position(story.head.events)
    known_role(end, role)
    step = moment.step
    verdict = verdict_on(step.before, step.command.command, step.events)
    all_cites = _all_cites(step, verdict)
    every = {one.seq: view_event(one.event, role, end, all_cites[one.seq]) for one in step.events}
    cites = all_cites[seq]
    given = view_command(step.command.command, role, end, step.events[0].event)
    told = step.command.command if given.type else None  # a known type reveals all of its events
    caused_by = causes(step).get(seq, 0)
    refused = verdict.clauses if isinstance(verdict, Refused) and given.command else ()
    return Explanation(
        role=role,
        seq=seq,
        seen=every[seq],
        step=step,
        given=given,
        caused_by=caused_by,
        cause=every.get(caused_by),
        clauses=cited(cites, end.options),
        by_the_rules=cites != moment.entry.cites,
        house_rules=_house_rules(cites, end.options),
        exceptions=tuple(exceptions_to(moment, refused, every, told, end.options, lang)),
        before=seen_by(role, moment.before),
        after=seen_by(role, moment.after),
        changes=describe_changes(moment.before, moment.after, lang),
        options=open_to(step, role),
        departs=_departs(moment, verdict, HistoricalRules.of(story.header), given.command is not None, lang),
    )


# --- what the rules say


def _all_cites(step: Step, verdict: Verdict | None) -> dict[int, Cites]:
    """By number: the citations of each event of a command, from the log or else from the same event by the rules."""
    ruled = verdict.events if isinstance(verdict, Accepted) else ()
    return {
        entry.seq: entry.cites or (there[1] if there and there[0] == entry.event else ())
        for entry, there in zip_longest(step.events, ruled[: len(step.events)])
    }


def _departs(moment: Moment, verdict: Verdict | None, day: HistoricalRules, own: bool, lang: str) -> str:
    """How the log departs from today's rules, in words, with the corrections that explain it; empty if it does not."""
    sentence, step = _departs_today(moment, verdict, own, lang), moment.step
    corrected = day.corrected(step.before, step.command, step.events) if sentence else ()
    if not corrected:
        return sentence
    said = describe_corrections(corrected, lang)
    return tell(lang, "departs.of-its-day", sentence=sentence, corrected=said)


def describe_corrections(corrected: tuple[Correction, ...], lang: str = ENGLISH) -> str:
    """What was corrected since, in words."""
    return "; ".join(
        f"{tell(lang, 'departs.corrected', version=one.version)} [{', '.join(one.clauses)}]" for one in corrected
    )


def describe_correction(one: Correction, lang: str = ENGLISH) -> list[str]:
    """What the specification said before and says now."""
    texts = (("log.old-text", one.old), ("log.new-text", one.new))
    return [tell(lang, key, text=text.in_language(lang)) for key, text in texts]


def describe_version(version: str, remark: Remark, lang: str = ENGLISH) -> str:
    """What is odd about the version of the specification in a log."""
    key = "log.spec-later" if remark == "later" else "log.spec-unknown"
    return tell(lang, key, version=version, ours=corrections().version)


def _departs_today(moment: Moment, verdict: Verdict | None, own: bool, lang: str) -> str:
    """How today's rules differ; the clauses of a refusal would reveal its actor's cards."""
    if verdict is None:
        return tell(lang, "departs.unjudged")
    if isinstance(verdict, Refused):
        return tell(lang, "departs.refused", clauses=verdict.clauses if own else ())
    entry, first = moment.entry, moment.step.events[0].seq
    event, cites = next(iter(verdict.events[entry.seq - first :]), (None, ()))
    if event is None:
        return tell(lang, "departs.nothing")
    if event != entry.event:
        return tell(lang, "departs.otherwise")
    if entry.cites and set(cites) != set(entry.cites):
        return tell(lang, "departs.cites", clauses=cites)
    if [event for event, _ in verdict.events] != [entry.event for entry in moment.step.events]:
        return tell(lang, "departs.others")
    return ""


# --- clauses


def cited(ids: Cites, options: Options) -> tuple[Citation, ...]:
    """All details of these clauses in a game with these options."""
    return tuple(_citation(id, options) for id in dict.fromkeys(ids))


def _citation(id: str, options: Options) -> Citation:
    spec = registry()
    try:
        entry = spec.find(id)
    except UnknownId:
        return Citation(id, None, (), (), None)
    return Citation(
        id, entry, spec.passages_of(entry.id), _elsewhere(entry.id, options.edition), _agreed(entry, options)
    )


def _agreed(entry: Citable, options: Options) -> Rejected | None:
    """The answer that the table agreed on instead of this ruling's."""
    if not isinstance(entry, Ruling):
        return None
    house_rules = house_rules_in_use(options.rulings)
    return next((other for other in entry.rejected if f"{entry.id}={other.id}" in house_rules), None)


def _house_rules(cites: Cites, options: Options) -> tuple[Citation, ...]:
    agreed = (
        registry().rulings.get(house_rule.partition("=")[0]) for house_rule in house_rules_in_use(options.rulings)
    )
    ids = (one.id for one in agreed if one and one.id not in cites and set(one.completes) & set(cites))
    return cited(tuple(ids), options)


@cache
def _elsewhere(id: str, here: str) -> tuple[Replacement, ...]:
    """The editions that replace a clause which holds here."""
    return tuple(
        Replacement(other, point.second, point.notes)
        for other in registry().editions
        for point in edition_differences(here, other)
        if id in point.first
    )


@cache
def edition_differences(here: str, other: str) -> list[PointOfDifference]:
    """Where two editions differ; empty if one is unknown, as in the log of another engine."""
    spec = registry()
    return differences_between(spec, here, other) if {here, other} <= spec.editions.keys() else []


# --- positions and options


class NotShown(ValueError):
    """A false log led to a position that cannot be shown to a role."""


def seen_by(role: str, game: Game) -> Game | View:
    """A position as a role may see it."""
    if role == REFEREE:
        return game
    try:
        return glimpse(game, role if role in roles(game) else SPECTATOR)  # before the start there are no seats
    except MISFITS as error:
        message = f"no game leads to this position, so it is undefined what {role} may see of it; look at it as referee"
        raise NotShown(message) from error


def open_to(step: Step, role: str = REFEREE) -> tuple[OpenDecision, ...]:
    """What could be decided where this command was given, by each actor, as far as the role may know."""
    try:
        decisions = awaiting(step.before)
        actors = dict.fromkeys(decision.actor for decision in decisions)
        kinds = {actor: tuple(one.kind for one in decisions if one.actor == actor) for actor in actors}
        return tuple(_open(step, role, actor, kinds[actor]) for actor in actors)
    except Exception:  # see `verdict_on`
        return ()


def _open(step: Step, role: str, actor: str, kinds: tuple[str, ...]) -> OpenDecision:
    if role not in (REFEREE, actor):
        return OpenDecision(actor, kinds, 0, "", (), hidden=True)
    answers = view_legal(step.before, role, actor)
    number = how_many(answers)
    given = step.command.command
    if number <= LISTED:
        return OpenDecision(actor, kinds, number, "", tuple(answers))
    others = [answer for answer in islice(answers, EXAMPLES) if answer != given]
    some = [given, *others] if given in answers else others
    ways = tuple(ways_of(answers))
    return OpenDecision(
        actor, kinds, number, str(answers), tuple(some[:EXAMPLES]), ways if len(ways) <= DESCRIBED else ()
    )
