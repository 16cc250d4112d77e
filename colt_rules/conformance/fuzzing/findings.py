"""A difference between two engines as a case file, ready to be sent as a bug report."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from attrs import frozen

from colt_rules.commands import Deal
from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.conformance.cases.case import written_command, written_given, written_verdict
from colt_rules.conformance.cases.known import ANYBODY
from colt_rules.conformance.cases.yaml import write_document
from colt_rules.conformance.fuzzing.pair import EngineDifference
from colt_rules.conformance.fuzzing.shrinking import ShrunkDifference
from colt_rules.conformance.protocol.naming import NAMES
from colt_rules.conformance.running.compare import options_parting
from colt_rules.conformance.running.expectations import FOUND
from colt_rules.events import EVENT_NAMES, ActionIdle, ActionTaken, StealinEnded
from colt_rules.kernel import Accepted, NotAtRest, Refused, awaiting
from colt_rules.log.codec import plain, to_data, to_json
from colt_rules.log.submission import judge
from colt_rules.model.names import CHANCE, Cites
from colt_rules.model.state import Game
from colt_rules.registry.registry import registry
from colt_rules.views import SPECTATOR, view_reasons


def clauses_of(found: ShrunkDifference) -> Cites:
    """The clauses that the reference cites where the engines differ, without clauses that always apply.

    Positions keep them: engines may differ in what always applies, such as where a resolved card goes.
    """
    return cited_at(found.scene.position, found.scene.commands, found.difference)


def cited_at(position: Game, commands: tuple[Any, ...], difference: EngineDifference) -> Cites:
    """The clauses of a difference in this position after these commands; see ``clauses_of``."""
    cited = tuple(dict.fromkeys(_cited(position, commands, difference)))
    decide = tuple(id for id in cited if id not in EVERYWHERE)
    return (*decide, *(id for id in cited if id in EVERYWHERE)) if difference.kind == "state" else decide or cited


def events_at(position: Game, commands: tuple[Any, ...]) -> frozenset[str]:
    """The types of the events caused by the last of these commands, without events that nearly all commands cause."""
    _, _, verdict = _played(position, commands)
    events = verdict.events if isinstance(verdict, Accepted) else ()
    return frozenset(
        EVENT_NAMES[event.__class__]
        for event, cites in events
        if not isinstance(event, ActionTaken | ActionIdle) and not EVERYWHERE.issuperset(cites)
    )


def wrongly_cited(found: ShrunkDifference) -> Cites:
    """The clauses that the other engine cites where the two differ, although the reference does not apply them."""
    got, known = found.difference.got, registry()
    said: Iterator[str] = iter(())
    if found.difference.kind == "events":
        own = got[_first_difference(found.difference) :][:1]
        said = (id for event in own for id in event.get("cites", ()))
    elif found.difference.kind == "cites":
        said = iter(got)
    elif found.difference.kind == "verdict":
        said = iter(got.get("clauses", ()))
    position, commands = found.scene.position, found.scene.commands
    _, _, verdict = _played(position, commands)
    right = {*_cited(position, commands, found.difference), *EVERYWHERE, *(_clauses(verdict) if verdict else ())}
    return tuple(id for id in dict.fromkeys(said) if id not in right and (id in known.clauses or id in known.rulings))


def _first_difference(difference: EngineDifference) -> int:
    """The index of the first event that only one engine has, or that differs."""
    pairs = zip(difference.expected, difference.got, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _alike(*pair), pairs))


def _alike(one: Any, other: Any) -> bool:
    """Whether two events are equal apart from their citations."""
    return to_json({**one, "cites": None}) == to_json({**other, "cites": None})


def _cited(position: Game, commands: tuple[Any, ...], difference: EngineDifference) -> Iterator[str]:
    _, after, verdict = _played(position, commands)
    if difference.kind == "legal":
        for command in _parting(difference) or _rows(after, difference):
            yield from _clauses(judge(after, command))
    elif difference.kind == "view":
        reasons = view_reasons(after, difference.subject)
        path = re.findall(r"\w+", difference.message.partition(":")[0])
        yield from [reason.clause for reason in reasons.all if reason.field in path] or (
            *reasons.hidden,
            *reasons.shown,
        )
    elif difference.kind == "events" and isinstance(verdict, Accepted):
        # An event that only the other engine has may come after the last one.
        yield from verdict.events[min(_first_difference(difference), len(verdict.events) - 1)][1]
    elif verdict is not None:
        yield from _clauses(verdict)


def _played(game: Game, commands: tuple[Any, ...]) -> tuple[Game, Game, Accepted | Refused | None]:
    """The positions before and after the last command, and the verdict of the reference on that command."""
    before, verdict = game, None
    for command in commands:
        before, verdict = game, judge(game, command)
        game = verdict.after if isinstance(verdict, Accepted) else game
    return before, game, verdict


def _clauses(verdict: Accepted | Refused) -> Iterator[str]:
    """The clauses behind a verdict, without what follows from the end of Stealin' up to the next round."""
    if isinstance(verdict, Refused):
        yield from verdict.clauses
        return
    for event, cites in verdict.events:
        if isinstance(event, StealinEnded):
            return
        yield from cites


def _parting(difference: EngineDifference) -> list[Any]:
    """The commands that only one of the engines lists."""
    if "rows" in difference.expected or "rows" in difference.got:
        return []
    missing, strange = options_parting(difference.expected, difference.got)
    return [plain(command, "command") for command in (*strange, *missing)]


def _rows(game: Game, difference: EngineDifference) -> Iterator[Any]:
    """A deal that the reference allows, and a deal that the other engine allows."""
    for rows in (difference.expected.get("rows"), difference.got.get("rows")):
        if rows:
            row = tuple(reversed(rows["items"]))[: rows["count"]]
            yield to_data(Deal(CHANCE, rows["what"], rows["subject"], row)) | {"type": "Deal"}


# --- the file


@frozen
class ComparedPosition:
    """The compared position: the position before the command, or the position that was looked at."""

    phase: str
    open_: tuple[str, ...]
    """The open decisions, such as ``tuco (fire)``."""

    def __str__(self) -> str:
        waited = f"open: {', '.join(self.open_)}" if self.open_ else "no decision is open"
        return f"phase {self.phase}, {waited}"


def moment_of(found: ShrunkDifference) -> ComparedPosition:
    """The phase and the open decisions of the position in which the two differ."""
    before, after, _ = _played(found.scene.position, found.scene.commands)
    game = after if found.difference.kind in ("legal", "view") else before
    try:
        waited = awaiting(game)
    except NotAtRest:
        waited = ()
    return ComparedPosition(game.phase, tuple(f"{decision.actor} ({decision.kind})" for decision in waited))


def case_file(found: ShrunkDifference, engine: str, by: str = "fuzz") -> str:
    """The case as YAML, with comments about its origin; ``by`` is the command that found it."""
    clauses = clauses_of(found)
    _, after, _ = _played(found.scene.position, found.scene.commands)
    lines = [
        f"Found by `colt conformance {by}` against {engine}, in the game of seed {found.game}.",
        f"{found.difference.kind}: {found.difference.message}",
        f"Position: {moment_of(found)}.",
        *(["The reference cites:"] if clauses else []),
        *(f"  {id}: {_says(id, after.options.rulings)}" for id in clauses),
    ]
    return "".join(f"# {' '.join(line.split()) if line[0] != ' ' else line}\n" for line in lines) + write_document(
        case_data(found)
    )


def _says(id: str, house_rules: tuple[str, ...]) -> str:
    """The text of a clause or ruling in this game; for a ruling, the answer that the table has agreed on, if any."""
    known = registry()
    if id in known.clauses:
        return known.clauses[id].title.en
    for other in known.rulings[id].rejected:
        if f"{id}={other.id}" in house_rules:
            return f"(agreed: {other.id}) {other.answer}"
    return known.rulings[id].answer.en


def case_data(found: ShrunkDifference) -> dict[str, Any]:
    """The case as plain data: the scene, and the verdict of the rules on it."""
    scene = found.scene
    clauses = clauses_of(found)
    return {
        "id": f"{clauses[0] if clauses else 'ruling.command.form'}{FOUND}-{found.difference.kind}-{found.game}",
        "title": f"The reference and another engine differ here in {_in_words(found.difference)}",
        "clauses": list(clauses) or ["ruling.command.form"],
        **({"without": list(wrongly)} if (wrongly := wrongly_cited(found)) else {}),
        "editions": [scene.edition],
        "modules": list(scene.modules),
        "unknown_names": [ANYBODY],
        "given": written_given(scene.given),
        "when": list(map(written_command, scene.commands)),
        "then": [_check(found)],
    }


def _in_words(difference: EngineDifference) -> str:
    words = {
        "legal": f"what {difference.subject} can choose",
        "view": f"what {difference.subject} sees",
        "verdict": "whether the command is accepted",
        "events": "the events of the command",
        "state": "the position that the command leads to",
        "cites": "the clauses that forbid the command",
    }
    return words.get(difference.kind, f"a {difference.kind} of that engine")


def _check(found: ShrunkDifference) -> dict[str, Any]:
    difference = found.difference
    if difference.kind == "legal":
        return {"legal": {"of": difference.subject, **_choices(difference)}}
    if difference.kind == "view":
        return {"view": {"of": difference.subject, "shows": _part(difference.expected, difference.got)}}
    if difference.kind == "state":
        return {"state": _part(difference.expected, difference.got)}
    _, after, verdict = _played(found.scene.position, found.scene.commands)
    if verdict is None:  # the engine fails on the position itself
        return {"view": {"of": SPECTATOR, "shows": {"phase": after.phase}}}
    return written_verdict(verdict)


def _choices(difference: EngineDifference) -> dict[str, Any]:
    """The options; if they are described, only the options on which the engines disagree."""
    if "rows" in difference.expected:
        return {"rows": difference.expected["rows"]}
    if "are" in difference.expected:
        return {"are": list(map(written_command, difference.expected["are"]))}
    parts = zip(("include", "exclude"), options_parting(difference.expected, difference.got), strict=True)
    return {name: [written_command(plain(one, "command")) for one in some] for name, some in parts}


def _part(expected: Any, got: Any) -> Any:
    """The smallest part of the expectation that distinguishes it from the answer."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return {
            key: _part(expected.get(key), got.get(key))
            for key in {**expected, **got}
            if to_json(expected.get(key)) != to_json(got.get(key))
        }
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for name in NAMES:
            if all(isinstance(item, dict) and name in item for item in expected):
                parts = {item[name]: _part(item, other) for item, other in zip(expected, got, strict=True)}
                return {key: part for key, part in parts.items() if part}
    return expected
