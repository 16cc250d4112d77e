"""What brought an event about that happened by itself, such as a flight: an earlier event of the same command.

The command behind such an event is often a stranger's: a bandit flees because the Marshal came, whoever moved him.
"""

from contextlib import suppress

from colt_rules.events import Event
from colt_rules.kernel.fold import fold
from colt_rules.model.state import Game
from colt_rules.referee.story import Step
from colt_rules.rules.rulebook import rules_of


def causes(step: Step) -> dict[int, int]:
    """By number, each event of a command that happened by itself, with the event after which it was due."""
    found: dict[int, int] = {}
    game, due_after = step.before, list[list[Event]]()
    for at, entry in enumerate(step.events):
        due = [number for number, events in enumerate(due_after) if entry.event in events]
        while len(due) > 1 and due[-1] - 1 == due[-2]:
            due.pop()  # it was due since then
        if due:
            found[entry.seq] = step.events[due[-1]].seq
        if at + 1 < len(step.events):
            before, game = game, fold([entry.event], game)
            due_after.append(_due(before, entry.event, game))
    return found


def _due(before: Game, event: Event, after: Game) -> list[Event]:
    """The events that are due right after an event, by a step of the rules or because it triggers them."""
    due: list[Event] = []
    with suppress(Exception):  # a false log can lead to any position
        rules = rules_of(after)
        due += [one for follow in rules.follows for one, _ in follow(rules, before, event)]
        for ask in rules.steps.get(after.phase, {}).values():
            result = ask(rules, after)
            if result is not None:
                due += [one for one, _ in result] if isinstance(result, list) else []
                break
    return due
