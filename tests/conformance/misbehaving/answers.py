"""Wrong answers: each function makes one from the right response, given as plain data."""

from collections.abc import Callable
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]


def _is_right(right: Message) -> Message:
    return right


def _wrong_seq(right: Message) -> Message:
    return {**right, "seq": right["seq"] + 1}


def _seq_as_text(right: Message) -> Message:
    return {**right, "seq": str(right["seq"])}


def _seq_as_truth(right: Message) -> Message:
    return {**right, "seq": True}


def _no_seq(right: Message) -> Message:
    return _without(right, "seq")


def _no_type(right: Message) -> Message:
    return _without(right, "type")


def _unknown_type(right: Message) -> Message:
    return {**right, "type": "agreed"}


def _other_answer(right: Message) -> Message:
    return {"type": "stopped", "seq": right["seq"]}


def _missing_field(right: Message) -> Message:
    return {"type": "skipped", "seq": right["seq"]}


def _unknown_field(right: Message) -> Message:
    return {**right, "colour": "red"}


def _wrong_kind(right: Message) -> Message:
    return {"type": "failed", "seq": right["seq"], "message": 7}


def _skips(right: Message) -> Message:
    return {"type": "skipped", "seq": right["seq"], "reason": "no time for this"}


def _fails(right: Message) -> Message:
    return {"type": "failed", "seq": right["seq"], "message": "out of gunpowder"}


def _refuses(right: Message) -> Message:
    return {"type": "refused", "seq": right["seq"], "clauses": [], "message": "not today"}


def _old_event(right: Message) -> Message:
    return {**right, "events": [{**event, "v": 0} for event in right["events"]]}


def _no_events(right: Message) -> Message:
    return _without(right, "events")


def _no_state(right: Message) -> Message:
    return _without(right, "state")


def _no_cites(right: Message) -> Message:
    """Remove all clauses."""
    bare = _without(_without(right, "cites"), "clauses")
    if "events" in bare:
        bare["events"] = [_without(event, "cites") for event in bare["events"]]
    return bare


def _no_options(right: Message) -> Message:
    return _without(right, "commands")


def _other_protocol(right: Message) -> Message:
    return {**right, "protocol": 2}


def _unknown_level(right: Message) -> Message:
    return {**right, "levels": ["fold", "guess"]}


def _no_level(right: Message) -> Message:
    return {**right, "levels": []}


def _only_fold(right: Message) -> Message:
    return {**right, "levels": ["fold"]}


def _only_view_and_cite(right: Message) -> Message:
    return {**right, "levels": ["view", "cite"]}


def _other_edition(right: Message) -> Message:
    return {**right, "editions": ["moon-2042"]}


def leaking(right: Message, open_: Any, path: Path) -> Message:
    """The right view, with one thing in it that only the referee may see."""
    hidden = right["view"]
    for key in path[:-1]:
        open_, hidden = open_[key], hidden[key]
    assert hidden[path[-1]] is None, f"{path} is no secret here"
    hidden[path[-1]] = open_[path[-1]]
    return right


LEAKS: dict[str, Path] = {
    "leaks-hand": ("seats", 0, "hand"),
    "leaks-deck": ("seats", 0, "deck"),
    "leaks-purse": ("bandits", 0, "tokens", 0, "value"),
    "leaks-purse-on-the-floor": ("floor", "dining.inside", 0, "value"),
    "leaks-rounds": ("rounds",),
    "leaks-pile": ("round", "pile", 0, "card"),
}
"""By name: what a view shows although it must not."""


def _without(message: Message, field: str) -> Message:
    return {name: value for name, value in message.items() if name != field}


ANSWERS: dict[str, Callable[[Message], Message]] = {
    function.__name__.removeprefix("_").replace("_", "-"): function
    for function in (
        _is_right,
        _wrong_seq,
        _seq_as_text,
        _seq_as_truth,
        _no_seq,
        _no_type,
        _unknown_type,
        _other_answer,
        _missing_field,
        _unknown_field,
        _wrong_kind,
        _skips,
        _fails,
        _refuses,
        _old_event,
        _no_events,
        _no_state,
        _no_cites,
        _no_options,
        _other_protocol,
        _unknown_level,
        _no_level,
        _only_fold,
        _only_view_and_cite,
        _other_edition,
    )
}
"""By the name that a test passes to the adapter."""
