"""The exceptions to the clauses behind an event: which applied, and why the others did not."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from colt_rules.commands import Command, Fire, Punch
from colt_rules.events import RoundStarted, TurnStarted
from colt_rules.kernel import Refused, legal
from colt_rules.model.names import Bandit, Cites, owner_of
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game, Options
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.story import Moment, Step
from colt_rules.referee.verdicts import verdict_on
from colt_rules.registry.clauses import Clause
from colt_rules.registry.registry import registry
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import SeenEvent


@record
class Exempting:
    """A clause that is an exception to others, and whether it made a difference here."""

    clause: Clause
    to: Cites
    applied: bool
    why: str


def exceptions_to(
    moment: Moment,
    refused: Cites,
    shown: Mapping[int, SeenEvent],
    given: Command | None,
    options: Options,
    lang: str = ENGLISH,
) -> Iterator[Exempting]:
    """The exceptions that this event cites, then all others to the clauses that it cites.

    ``shown`` has, by number, what a role has seen of each event of the command, ``given`` the command if all of it
    follows from what the role has seen, ``refused`` what forbids it if the role may know. Nothing may be concluded from
    anything else.
    """
    clauses, seen = registry().clauses, shown[moment.entry.seq]
    for id in seen.cites:
        clause = clauses.get(id)
        if clause and clause.exception_to:
            yield Exempting(clause, _exempted(clause, options.edition), True, tell(lang, "exception.cited"))
    for clause in clauses.values():
        to = tuple(id for id in clause.exception_to if id in seen.cites)
        if to and clause.id not in seen.cites:
            used = _used(clause, moment, shown, given)
            forbids = clause.id in refused
            why = used or (("forbids", {}) if forbids else _unused(clause, moment, seen, given, options))
            key, data = why or _given_way(clause, moment, shown) or ("unused", {})
            yield Exempting(clause, to, bool(used), tell(lang, f"exception.{key}", **data))


Why: TypeAlias = tuple[str, dict[str, Any]] | None
"""A reason: its key in the file of `explain`, and its data; None if the data do not show why."""


def _exempted(clause: Clause, edition: str) -> Cites:
    """What a clause is an exception to in this edition.

    If none of the clauses that it names hold there, the clauses to which those are exceptions take their place.
    """
    spec = registry()
    if edition not in spec.editions:
        return clause.exception_to
    own = [id for id in clause.exception_to if spec.holds(id, edition)]
    return tuple(own) or tuple(id for one in clause.exception_to for id in spec.clauses[one].exception_to)


def _used(clause: Clause, moment: Moment, shown: Mapping[int, SeenEvent], given: Command | None) -> Why:
    """Where else the command used an exception, or None."""
    for seq in _about_the_same(moment, shown):
        if clause.id in shown[seq].cites:
            return "beside", {"seq": str(seq)}
    for bandit in _bearers(clause, moment.step.before):
        if _keeps_from_target(clause, moment.step, given, bandit):
            return "kept-from", {"bandit": bandit}
    return None


def _given_way(clause: Clause, moment: Moment, shown: Mapping[int, SeenEvent]) -> Why:
    """The clause that is an exception to this exception and kept it from applying, or None."""
    clauses = registry().clauses
    for seq in _about_the_same(moment, shown):
        for id in shown[seq].cites:
            if id in clauses and clause.id in clauses[id].exception_to:
                return "gave-way", {"seq": str(seq), "clause": id}
    return None


def _about_the_same(moment: Moment, shown: Mapping[int, SeenEvent]) -> list[int]:
    """The other events of the command that involve someone of this event.

    Events that merely come next, such as another turn, are unrelated.
    """
    known = {*moment.after.figures, *moment.after.options.seats}
    here = known & _named_in(shown[moment.entry.seq])
    others = (one for one in moment.step.events if one.seq != moment.entry.seq)
    return [one.seq for one in others if not isinstance(one.event, NEXT) and here & _named_in(shown[one.seq])]


def _named_in(seen: SeenEvent) -> set[str]:
    return {word for value in seen.data.values() for word in _words(value)}


NEXT = (TurnStarted, RoundStarted)
"""Events that begin something new."""


def _keeps_from_target(clause: Clause, step: Step, given: Command | None, bandit: Bandit) -> bool:
    """Whether this clause alone forbids choosing this bandit as target."""
    if not isinstance(given, Fire | Punch) or given.target == bandit:
        return False
    verdict = verdict_on(step.before, changed(given, target=bandit))
    return isinstance(verdict, Refused) and verdict.clauses == (clause.id,)


def _unused(clause: Clause, moment: Moment, seen: SeenEvent, given: Command | None, options: Options) -> Why:
    """Why an exception did not apply, as far as it can be known."""
    if clause.module not in options.modules:
        return "module", {"module": clause.module}
    spec, edition = registry(), options.edition
    if edition in spec.editions and not spec.holds(clause.id, edition):
        instead = [one.clause for one in spec.editions[edition].differences if clause.id in one.instead_of]
        return "edition", {"edition": edition, "clauses": instead}
    if _characters(clause):
        return _power_unused(clause, moment, seen, given, options)
    turn = clause.id.removeprefix("turn.")
    if turn != clause.id and turn != (played := _turn(moment.after)):
        return ("turn", {"kind": played}) if played else ("no-turn", {})
    if clause.topic == "setup" and not options.stations and "station" in clause.id:
        return "stations", {}
    return None


MANY = 200
"""More targets than any card has."""


def _power_unused(clause: Clause, moment: Moment, seen: SeenEvent, given: Command | None, options: Options) -> Why:
    if not options.powers:
        return "powers", {}
    bearers = _bearers(clause, moment.after)
    if not bearers:
        return "nobody", {"bandits": _characters(clause)}
    target = getattr(given, "target", "")
    if target in bearers and "belle" in _characters(clause) and _is_only_target(moment.step, target):
        return "only-target", {"target": target}
    whom = [target] if target and "belle" in _characters(clause) else _doers(moment, seen)
    if whom and not set(whom) & set(bearers):
        return "target" if whom == [target] else "about", {"whom": whom, "bearers": bearers}
    return None


def _is_only_target(step: Step, target: Bandit) -> bool:
    """Whether nobody else could have been the target."""
    try:
        answers = legal(step.before, step.command.actor)
    except Exception:  # see `verdict_on`
        return False
    return {getattr(answer, "target", "") for answer in islice(answers, MANY)} == {target}


def _characters(clause: Clause) -> list[str]:
    """The bandits whose powers a clause is about, by its id; empty if it only changes the set-up."""
    clauses = registry().clauses
    if any(clauses[id].topic == "setup" for id in clause.exception_to):
        return []
    return [word for word in clause.id.split(".") if word in CHARACTERS]


def _bearers(clause: Clause, game: Game) -> list[Bandit]:
    """The bandits who have the power that a clause is about."""
    wanted = set(_characters(clause))
    return [bandit for bandit, figure in game.figures.items() if wanted & set(figure.powers)]


def _doers(moment: Moment, seen: SeenEvent) -> list[Bandit]:
    """The bandits whose powers may matter.

    They are the bandit whose card is carried out, else the bandits that an event names, else the bandits of the players
    that it names.
    """
    game, current = moment.after, moment.before.round.current
    if current:
        return [owner_of(current.card)]
    words = _named_in(seen)
    named = [bandit for bandit in game.figures if bandit in words]
    return named or [bandit for bandit, figure in game.figures.items() if figure.seat in words]


def _words(value: object) -> tuple[str, ...]:
    row = value if isinstance(value, tuple) else (value,)
    return tuple(word for word in row if isinstance(word, str))


def _turn(game: Game) -> str:
    """The kind of the current turn; empty if there is none."""
    rules, card, turn = rules_of(game), game.round.card, game.round.turn
    turns = rules.round_card_in(game, card).turns if card in rules.components.round_cards else ()
    return turns[turn] if 0 <= turn < len(turns) else ""
