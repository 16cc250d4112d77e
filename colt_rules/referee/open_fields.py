"""What a command with open fields could have been: which values were allowed, and why the others were not."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

import attrs

from colt_rules.commands import COMMAND_NAMES, Command
from colt_rules.events import ActionIdle
from colt_rules.kernel import awaiting, legal
from colt_rules.model.names import Cites, owner_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.referee.explain import Citation, cited, seen_by
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.spoken import kind_of
from colt_rules.referee.story import Moment, Step, Story
from colt_rules.referee.telling import describe_kind, who_acts
from colt_rules.referee.typed import Meanings, Typed, names_in, places_in
from colt_rules.referee.vocabulary import teller
from colt_rules.referee.why_not import SEARCHED, WhyNot, check_role, forbidding, idle_choice, why_forbidden, why_not
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import REFEREE, SeenCommand, View, view_command

NOTHING: Mapping[object, object] = {str: "", str | None: None, tuple[str, ...]: ()}
"""What is tried for a field of a type if nothing in the position can be its value."""
TRIED = 60
"""How many ways to fill the other fields are tried to find out why a value is not allowed."""


@record
class RuledOut:
    """Values of an open field that the same clauses forbid."""

    values: tuple[str, ...]
    """Empty if nothing would have been allowed, whatever the field is."""
    kind: str
    """The kind of word that they are."""
    clauses: tuple[Citation, ...]
    message: str
    """Of the refusal; empty if it depends on the value."""


@record
class WhatCould:
    """What a command with open fields could have been in place of another."""

    step: Step
    """The command that it replaces; its content is not for every role."""
    instead_of: SeenCommand
    typed: Typed
    acts: str
    """The bandit that would have carried it out, or the actor."""
    possible: tuple[Command, ...]
    ruled_out: tuple[RuledOut, ...]
    before: Game | View


def why_not_typed(story: Story, seq: int, typed: Typed, role: str = REFEREE, lang: str = ENGLISH) -> WhyNot | WhatCould:
    """The verdict of the rules on a typed command in place of the one that led to this event."""
    if command := typed.command:
        return why_not(story, seq, command, role, lang)
    moment, end = story.moment(seq), story.position(story.head.events)
    check_role(end, role, typed.actor, lang)
    step = moment.step
    forbidding(moment, step.command.command, lang)  # raises `CannotJudge`
    position = seen_by(role, moment.before if idle_choice(moment, typed.actor, typed.types) else step.before)
    asked = _Open(moment, typed, position, lang)
    given = view_command(step.command.command, role, end, step.events[0].event)
    return WhatCould(step, given, typed, asked.acts, asked.possible(), tuple(asked.ruled_out()), position)


def describe_question(asked: WhatCould, lang: str = ENGLISH) -> str:
    """What was asked: who, and with which action or command."""
    cls, rules = asked.typed.types[0], rules_of(asked.step.before)
    actions = [action for action in rules.actions if cls in rules.choices[action].commands]
    kind = teller(lang).word(actions[0], "action") if actions else describe_kind(COMMAND_NAMES[cls], lang)
    return tell(lang, "explain.could", actor=asked.acts, kind=kind, named=[*_named(asked.typed, lang)])


def _named(typed: Typed, lang: str) -> Iterator[str]:
    """What the question names besides the actor."""
    cls = typed.types[0]
    said = [(kind_of(name, cls) or kind_of(name), meant) for name, meant in typed.said.items()]
    yield from (teller(lang).word(*meant, kind) for kind, meant in (*said, *typed.unplaced) if kind and len(meant) == 1)


class _Open:
    """Judges the ways to fill the open fields of a typed command."""

    def __init__(self, moment: Moment, typed: Typed, position: Game | View, lang: str) -> None:
        self.moment = moment
        self.typed = typed
        self.lang = lang
        self.game = moment.step.before
        self.names = tuple(dict.fromkeys((*places_in(self.game), *names_in(position))))
        choices, idle = rules_of(self.game).choices, idle_choice(moment, typed.actor, typed.types)
        open_now = [idle] if idle else [choices[one.kind] for one in awaiting(self.game) if one.actor == typed.actor]
        idle_bandit = moment.entry.event.bandit if isinstance(moment.entry.event, ActionIdle) else ""
        self.acts = idle_bandit if idle else who_acts(self.game, typed.actor, typed.types)
        self.types = [cls for cls in typed.types if any(cls in choice.commands for choice in open_now)]
        legal_now = islice(() if idle else legal(self.game, typed.actor), SEARCHED)
        self.legal = [one for one in legal_now if one.__class__ in self.types]

    def possible(self) -> tuple[Command, ...]:
        """The legal commands that fit what was typed."""
        return tuple(filter(self.typed.fits, self.legal))

    def ruled_out(self) -> Iterator[RuledOut]:
        """The values of the first open field that were not allowed, by the clauses that forbid them.

        If what was said is forbidden whatever the field is, the other clauses are left out.
        """
        groups: dict[Cites, list[tuple[str, str, Command]]] = {}
        for (value, kind), (clauses, command) in self._forbidden().items():
            groups.setdefault(clauses, []).append((value, kind, command))
        options = self.game.options if self.game.options.seats else self.moment.after.options
        in_common = min(groups, key=len, default=())
        is_said = len(groups) == 1 or self.typed.said or self.typed.unplaced
        if is_said and in_common and not self.possible() and all({*in_common} <= {*one} for one in groups):
            (_, kind, command), *_ = groups[in_common]
            clauses = in_common
            yield RuledOut((), kind, cited(clauses, options), why_forbidden(self.moment, command, self.lang))
            return
        for clauses, group in groups.items():
            yield RuledOut(tuple(value for value, _, _ in group if value), group[0][1], cited(clauses, options), "")

    def _forbidden(self) -> dict[tuple[str, str], tuple[Cites, Command]]:
        """By value and kind: the fewest clauses that forbid it, with a command that they forbid."""
        cls = (self.types or self.typed.types)[0]
        legal_now = [one for one in self.possible() if one.__class__ is cls]
        found: dict[tuple[str, str], tuple[Cites, Command]] = {}
        for said in self.typed.placed(cls):
            field = _questioned(cls, said, bool(self.typed.said or self.typed.unplaced))
            values = [value for value in self._options(cls, said)[field] if value] if field else [""]
            for value in values:
                if any(not field or getattr(one, field) == value for one in legal_now):
                    continue
                ways = self._ways(cls, said | ({field: (value,)} if field else {}))
                judged = [(forbidding(self.moment, one, self.lang), one) for one in ways]
                key = (value, kind_of(field, cls) if field else "")
                best = min(
                    [*judged, *([found[key]] if key in found else [])], key=lambda one: len(one[0]), default=None
                )
                if best and best[0]:
                    found[key] = best
        return found

    def _ways(self, cls: type[Command], said: Mapping[str, Meanings]) -> Iterator[Command]:
        """Some commands with this in their fields."""
        options = self._options(cls, said)
        for values in islice(product(*options.values()), TRIED):
            yield cls(self.typed.actor, **dict(zip(options, values, strict=True)))

    def _options(self, cls: type[Command], said: Mapping[str, Meanings]) -> dict[str, Meanings]:
        """By field: what was said, or else what it could be."""
        return {
            field.name: said.get(field.name) or tuple(dict.fromkeys(self._values(cls, field))) or (NOTHING[field.type],)
            for field in attrs.fields(cls)[1:]
        }

    def _values(self, cls: type[Command], field: "attrs.Attribute[Any]") -> Iterator[Any]:
        if field.type is bool:
            yield from (False, True)
            return
        if field.type == str | None:
            yield None
        if field.type is not str:  # what is optional is mostly about the rest
            yield from (getattr(one, field.name) for one in self.legal if one.__class__ is cls)
        if field.type in (str, str | None):
            yield from self._called(kind_of(field.name, cls))

    def _called(self, kind: str) -> Iterable[str]:
        """The things of a kind that the role sees in the position."""
        if kind == "who":
            return [name for name in self.game.figures if name not in (self.typed.actor, self.acts)]
        called = [name for name in self.names if teller(ENGLISH).names(name, kind)]
        own = {name for name, figure in self.game.figures.items() if figure.seat == self.typed.actor}
        return [name for name in called if kind != "own" or owner_of(name) in own]


def _questioned(cls: type[Command], said: Mapping[str, Meanings], is_narrowed: bool) -> str:
    """The first open field: one that every such command has, or any if nothing was said; empty if there is none."""
    fields = [field for field in attrs.fields(cls)[1:] if len(said.get(field.name, ())) != 1]
    needed = [field.name for field in fields if field.type is str]
    named = [field.name for field in fields if field.type == str | None and not is_narrowed]
    return next(iter((*needed, *named)), "")
