"""Checks an adapter with questions that involve no rules, so that a failure is the adapter's fault."""

from collections.abc import Collection, Iterator

from attrs import frozen
from msgspec import UnsetType

from colt_rules.commands import Move
from colt_rules.conformance.cases.board import board
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running.engine import GRACE, START, Engine, ask_once, welcomed
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.questions import Answer, EngineQuestion, Trouble
from colt_rules.conformance.running.results import Status
from colt_rules.events import BanditMoved
from colt_rules.log.codec import command_object, to_data
from colt_rules.modules import MODULES
from colt_rules.players.play import new_game
from colt_rules.rules.editions import EDITIONS

POSITION = board(
    """
    car    |             | mail | dining | baggage |
    roof   |             | tuco |        |         |
    inside | M strongbox |      | ghost  | doc     |
    """,
    pile=["ghost-move", "doc-move"],
)
MOVE = Move("ghost", "baggage.inside")
MOVED = p.EventMessage("BanditMoved", 1, to_data(BanditMoved("ghost", "dining.inside", "baggage.inside", "move")))

BY_LEVEL: dict[str, p.Request] = {
    "fold": p.Log("fold", (MOVED,)),
    "decide": p.Command("decide", command_object(MOVE)),
    "outcome": p.Command("outcome", command_object(MOVE)),
    "legal": p.Legal("legal", "ghost"),
    "view": p.Look("view", "doc"),
    "setup": p.SetUp("setup", command_object(new_game(("tuco", "ghost", "doc")))),
}
"""A question of each level. The seq is a text here and a number elsewhere: an engine must echo either."""


@frozen
class Attempt:
    """One attempt and its result."""

    what: str
    good: bool
    details: str


def smoke(adapter: Adapter) -> Iterator[Attempt]:
    """Try an adapter step by step; raise ``CannotStart`` if it does not start."""
    started, answers = (_once if adapter.one_shot else _lasting)(adapter)
    details = f"{started.name} {started.version}, levels {', '.join(started.levels)}"
    yield Attempt("it starts and names itself", True, details)
    strange = unknown_names(started.editions, started.modules)
    for what, supported in (("editions", started.editions), ("modules", started.modules)):
        yield Attempt(what, what not in strange, strange.get(what) or ", ".join(supported))
    for level, answer in answers.items():
        match answer:
            case Trouble():
                yield Attempt(level, False, f"{answer.status}: {answer.message}")
            case p.Failed():
                yield Attempt(level, False, f"it reported an internal error: {answer.message}")
            case p.Skipped():
                yield Attempt(level, True, f"skipped: {answer.reason}")
            case _:
                lacks = _lacks(level, answer, started)
                yield Attempt(level, not lacks, f"it supports {level} but its answer has no {lacks}" if lacks else "")


def unknown_names(editions: Collection[str], modules: Collection[str]) -> dict[str, str]:
    """What is wrong with the editions and modules that an engine supports: unknown ones are never asked about.

    One known edition is enough, and an engine may know more; but every case needs the base game.
    """
    strange = {}
    if set(editions).isdisjoint(EDITIONS):
        strange["editions"] = _supports(editions, EDITIONS)
    if not set(modules) <= set(MODULES):
        strange["modules"] = _supports(modules, MODULES)
    elif MODULES[0] not in modules:
        strange["modules"] = f"it supports {', '.join(modules) or 'none'}; every case needs {MODULES[0]}"
    return strange


def _supports(supported: Collection[str], known: Collection[str]) -> str:
    return f"it supports {', '.join(supported) or 'none'}; known are {', '.join(known)}"


def _lacks(level: str, answer: Answer, started: p.Started) -> str:
    """The field that the answer lacks at a level that the engine supports; empty if no field is missing."""
    if isinstance(answer, p.Accepted):
        if level == "outcome" and isinstance(answer.state, UnsetType):
            return "state"
        if level == "decide" and isinstance(answer.events, UnsetType):
            return "events"
    if isinstance(answer, p.Seen) and "cite" in started.levels and isinstance(answer.cites, UnsetType):
        return "cites"
    return ""


def _asked(started: p.Started) -> list[EngineQuestion]:
    asked = [EngineQuestion(("new", ""), p.New(1, POSITION))]
    for number, level in enumerate(level for level in started.levels if level in BY_LEVEL):
        asked.append(EngineQuestion((level, ""), BY_LEVEL[level]))
        asked.append(EngineQuestion((f"new after {level}", ""), p.New(number + 2, POSITION)))
    return asked


def _once(adapter: Adapter) -> tuple[p.Started, dict[str, Answer]]:
    answers, stderr = ask_once(adapter.command, [], adapter.timeout)
    started = welcomed(answers[START], stderr)
    answers, _ = ask_once(adapter.command, _asked(started), adapter.timeout)
    return started, {key[0]: answer for key, answer in answers.items() if key != START}


def _lasting(adapter: Adapter) -> tuple[p.Started, dict[str, Answer]]:
    engine = Engine(adapter.command, adapter.timeout)
    answers: dict[str, Answer] = {}
    try:
        started = engine.start()
        for question in _asked(started):
            answer = engine.ask(question.request)
            answers[question.key[0]] = answer
            if isinstance(answer, Trouble) and answer.lost:
                return started, answers
        answers["stop"] = engine.ask(p.Stop("stop"))
        if isinstance(answers["stop"], p.Stopped) and not engine.ends(GRACE):
            answers["stop"] = Trouble(
                Status.TIMEOUT, f"expected it to end within {GRACE:g} s after `stopped`; it did not"
            )
    finally:
        engine.kill()
    return started, answers
