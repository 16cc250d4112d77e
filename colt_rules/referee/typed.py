"""Reads commands that people type, with the names of the game they are about.

People type JSON, as in a log; the names of the wire, ``tuco Fire target=ghost``; or words of their language, such as a
whole sentence. They may leave fields open: ``tuco Fire`` asks about every target.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice, permutations
from typing import Any, TypeAlias

import attrs

from colt_rules import commands as c
from colt_rules.events import ActionIdle
from colt_rules.kernel import awaiting, legal
from colt_rules.log.codec import plain, read_command
from colt_rules.log.errors import closest
from colt_rules.model.names import CHANCE, TABLE, Seat, action_card, inside, owner_of, roof
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game, by_seat
from colt_rules.referee.explain import seen_by
from colt_rules.referee.prose import ENGLISH, tell, text, translated
from colt_rules.referee.spoken import MARKS, Spoken, kind_of, longest
from colt_rules.referee.story import Moment, Story
from colt_rules.referee.telling import describe_command, who_acts
from colt_rules.referee.vocabulary import teller
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.rules.rulebook import rules_of
from colt_rules.safe_text import clipped
from colt_rules.views import REFEREE, View, view_event
from colt_rules.views.roles import known_role

Meanings: TypeAlias = tuple[Any, ...]
"""What a word can mean: mostly one thing, but a purse can be any of them."""
_BY = re.compile(r"\bby\s", re.IGNORECASE)
"""What names the actor after the command: *Fire by tuco*."""
SEARCHED = 10_000
"""The most answers that are searched for those that were typed."""
SHOWN = 5
"""How many answers that fit are named."""
GAP = "…"
"""Stands for a name that is to be typed."""
_NEW = (c.StartGame, c.AgreeOnRuling, c.Deal)
"""Commands that name what the game does not have yet."""


class CannotRead(ValueError):
    """A typed text is not a command of this game; the message, in the reader's language, says what was expected."""

    def __init__(self, lang: str, key: str, **data: Any) -> None:
        super().__init__(tell(lang, f"typed.{key}", **data))


@record
class Typed:
    """A command as it was typed. It may leave fields open and may use words that mean several things."""

    actor: Seat
    types: tuple[type[c.Command], ...]
    """What it can be, best first: an action can be carried out with several types of commands."""
    said: Mapping[str, Meanings]
    """By field."""
    unplaced: tuple[tuple[str, Meanings], ...] = ()
    """Names without a field, each with its kind."""

    @property
    def command(self) -> c.Command | None:
        """The command, if nothing is left open; a missing yes-or-no field is no."""
        cls = self.types[0]
        fields = attrs.fields(cls)[1:]
        for placed in self.placed(cls):
            said = {field.name: (False,) for field in fields if field.type is bool} | placed
            if said.keys() == {field.name for field in fields} and all(len(meant) == 1 for meant in said.values()):
                return cls(self.actor, **{name: meant[0] for name, meant in said.items()})
        return None

    def fits(self, command: c.Command) -> bool:
        """Whether a command is one of those that were typed."""
        return command.actor == self.actor and any(
            all(getattr(command, field) in meant for field, meant in said.items())
            for said in (self.placed(command.__class__) if command.__class__ in self.types else ())
        )

    def placed(self, cls: type[c.Command]) -> Iterator[dict[str, Meanings]]:
        """What was said of the fields of this type, for each way to place the names that were said of none of them."""
        fields = {field.name: field.type for field in attrs.fields(cls)[1:]}
        said = {name: meant for name, meant in self.said.items() if name in fields}
        loose = [*self.unplaced, *((kind_of(name), meant) for name, meant in self.said.items() if name not in fields)]
        free = [name for name, type in fields.items() if name not in said and type in (str, str | None)]
        for names in permutations(free, len(loose)):
            if all(kind_of(name, cls) == kind for name, (kind, _) in zip(names, loose, strict=True)):
                yield said | {name: meant for name, (_, meant) in zip(names, loose, strict=True)}


def read_typed(
    typed: str, game: Game, names: Iterable[str] | None = None, lang: str = ENGLISH, at: Moment | None = None
) -> Typed:
    """Read a command that was typed about this game; raise `CannotRead` with what was expected.

    It is in the language, in English or in the names of the wire; case and diacritics do not matter. Names that do not
    exist in this game are refused, because a judgement about them would be meaningless. ``names`` are those that the
    author may know, all by default; ``at`` is the moment that it is about.
    """
    known = frozenset(names_in(game) if names is None else names)
    if typed.strip().startswith("{"):
        return _from_json(typed.strip(), game, known, lang)
    first: CannotRead | None = None
    for spoken in dict.fromkeys((lang, ENGLISH)):
        try:
            return _Reader(typed, game, at, known, spoken, lang).read()
        except CannotRead as error:
            first = first or error
    assert first is not None, "some language was tried"
    raise first


def read_command_typed(typed: str, game: Game, lang: str = ENGLISH, at: Moment | None = None) -> c.Command:
    """Read a complete command that was typed about this game, or about a moment of it."""
    found = read_typed(typed, game, lang=lang, at=at)
    command = found.command
    if command:
        return command
    before = at.step.before if at else game
    actor = who_acts(before, found.actor, found.types)
    fitting = list(islice(filter(found.fits, islice(legal(before, found.actor), SEARCHED)), SHOWN)) if at else []
    if len(fitting) == 1:
        return fitting[0]
    some = [f"\n  {describe_command(one, lang, before)} [{c.command_text(one)}]" for one in fitting]
    raise CannotRead(lang, "open", form=_form(found.types[0], lang, actor), got=clipped(typed), some="".join(some))


def _from_json(typed: str, game: Game, known: frozenset[str], lang: str) -> Typed:
    """Read a command as in a log or in the adapter protocol."""
    try:
        given = plain(typed.encode("utf-8", "surrogatepass"), "command")
        if isinstance(given.get("data"), dict):  # a line of a log: drop what only the log needs
            given = {"type": given.get("type"), "actor": given.get("actor")} | given["data"]
        command = read_command(given)
    except ValueError as error:
        raise CannotRead(lang, "json", problem=translated(str(error), lang)) from error
    reader = _Reader("", game, None, known, lang, lang)
    said = {field.name: getattr(command, field.name) for field in attrs.fields(command.__class__)[1:]}
    if not isinstance(command, _NEW):
        said = {name: reader.checked(name, value) for name, value in said.items()}
    return Typed(reader.actor(command.actor), (command.__class__,), {name: (value,) for name, value in said.items()})


class _Reader:
    """Reads one text in one language."""

    def __init__(
        self, typed: str, game: Game, at: Moment | None, names: frozenset[str], spoken: str, lang: str
    ) -> None:
        self.typed = typed
        self.game = game
        self.moment = at
        self.position = at.before if at and at.before.figures else game
        self.names = {name.lower(): name for name in names}
        self.actors = (*game.options.seats, TABLE, CHANCE)
        self.spoken = Spoken(spoken, rules_of(game), {*names, *CHARACTERS, *self.actors})
        self.lang = lang
        """Of the messages."""

    def wrong(self, key: str, **data: Any) -> CannotRead:
        """What was expected."""
        return CannotRead(self.lang, key, **data)

    def read(self) -> Typed:
        """The command that the text names."""
        head, *pairs = re.split(r"(?:^|\s)(\w+)=", self.typed.strip())
        tokens = self.spoken.tokens(head)
        actor = self._actor_in(tokens, head)
        types = self._types_in(tokens, actor)
        said: dict[str, Meanings] = {}
        for field, value in zip(pairs[::2], pairs[1::2], strict=True):
            if field in said:
                raise self.wrong("once", got=field)
            said[field] = self._value(field, value.strip(), types)
        typed = Typed(actor, types, said, tuple(self._named(tokens, types, actor)))
        fitting = tuple(cls for cls in types if any(True for _ in typed.placed(cls)))
        if not fitting:
            raise self.wrong("field", form=_form(types[0], self.lang, actor), got=clipped(self.typed))
        return changed(typed, types=fitting)

    # --- who

    def _actor_in(self, tokens: list[str], head: str) -> Seat:
        """The first actor or figure that is named, whose words are taken out; if none is, the one that has to act."""
        who = self.spoken.things("who")
        known = {*self.actors, *self.game.figures}
        verb = next((at for at in range(len(tokens)) if longest(tokens, at, self.spoken.commands.get)), len(tokens))
        for at in range(len(tokens)):
            if size := longest(tokens, at, lambda phrase: known & who.get(phrase, set())):
                named = min(known & who[tuple(tokens[at : at + size])])
                if at > verb and not _BY.search(head) and (acting := self._other_than(named)):
                    return acting
                del tokens[at : at + size]
                return self.actor(named)
        if verb == len(tokens):
            raise self._no_command(tokens)
        return self._other_than("") or self.actor(head.split()[0])

    def _other_than(self, named: str) -> Seat | None:
        """The only one that has to act, unless it is the one named: *shoot Belle* says what was done to Belle."""
        acting = {*self._acting()}
        actors = {actor for actor, _ in acting}
        return None if len(actors) != 1 or any(named in one for one in acting) else min(actors)

    def actor(self, named: str) -> Seat:
        """The actor with this name; of a player with several figures, also the one that has to act."""
        if named.lower() in self.actors:
            return named.lower()
        figure = self.game.figures.get(named.lower())
        acting = dict(self._acting())
        is_out_of_turn = self.moment and figure and figure.seat not in acting
        if figure and (acting.get(figure.seat) == named.lower() or is_out_of_turn):
            return figure.seat
        raise self.wrong("actor", known=self.actors, got=clipped(named.lower(), 60), seat=figure.seat if figure else "")

    def _acting(self) -> Iterator[tuple[Seat, str]]:
        """Who has to decide and for which figure, or whose card had no effect."""
        if self.moment and isinstance(self.moment.entry.event, ActionIdle):
            bandit = self.moment.entry.event.bandit
            yield self.position.figures[bandit].seat, bandit
            return
        with suppress(Exception):  # a false log can lead to any position
            open_now = awaiting(self.moment.step.before if self.moment else self.game)
            yield from ((one.actor, one.subject) for one in open_now)

    # --- what

    def _types_in(self, tokens: list[str], actor: Seat) -> tuple[type[c.Command], ...]:
        """The types of commands that are named first; their words are taken out."""
        commands = self.spoken.commands
        for at in range(len(tokens)):
            if size := longest(tokens, at, commands.get):
                found = {cls for cls in commands[tuple(tokens[at : at + size])] if cls is not c.Deal or actor == CHANCE}
                if not found:
                    break
                del tokens[at : at + size]
                types = self._as_carried_out(found, actor)
                return tuple(sorted(types, key=lambda cls: -len(self.spoken.said_of(cls) & set(tokens))))
        raise self._no_command(tokens)

    def _as_carried_out(self, found: set[type[c.Command]], actor: Seat) -> tuple[type[c.Command], ...]:
        """These types, and the other types of their actions, as the figures of this actor carry them out."""
        rules = self.spoken.rules
        own = [name for name, figure in self.game.figures.items() if figure.seat == actor]
        types: dict[type[c.Command], None] = {}
        others: dict[type[c.Command], None] = {}
        for cls in (cls for cls in c.COMMANDS.values() if cls in found):
            actions = [action for action in rules.actions if cls in rules.choices[action].commands]
            carried = {rules.action_of(self.position, action_card(name, action)) for name in own for action in actions}
            if not carried or carried & set(actions):
                types[cls] = None
            others |= dict.fromkeys(cls for action in sorted(carried) for cls in rules.choices[action].commands)
        return tuple(types | others)

    def _no_command(self, tokens: list[str]) -> CannotRead:
        types = {name.lower(): name for name in c.COMMANDS}
        near = filter(None, (closest(token, types) for token in tokens))
        some = [*self.game.figures, *self.actors][:2]
        sentence = describe_command(c.Fire(some[0], some[1]), self.lang, self.game).removesuffix(".")
        wire = c.command_text(c.Fire(self._seat_of(some[0]), some[1]))
        form = text(self.lang, "typed.forms").replace("{sentence}", sentence).replace("{wire}", wire)
        return self.wrong("command", near=[types[one] for one in near], form=form, got=clipped(self.typed))

    # --- names

    def _value(self, field: str, value: str, types: tuple[type[c.Command], ...]) -> Meanings:
        """What a field can be."""
        cls = next((cls for cls in types if field in attrs.fields_dict(cls)), None)
        known: Any = attrs.fields_dict(cls)[field].type if cls else str
        if known is bool:
            return (self._yes_or_no(field, value),)
        if known == tuple[str, ...]:
            row = filter(None, (one.strip() for one in value.removeprefix("[").removesuffix("]").split(",")))
            return (tuple(self._meant(field, one, cls)[0] for one in row),)
        if known == str | None and value.lower() == c.WORDS[None]:
            return (None,)
        return self._meant(field, value, cls)

    def _yes_or_no(self, field: str, value: str) -> bool:
        for said, key in ((True, "yes"), (False, "no")):
            if value.lower() in (c.WORDS[said], text(self.lang, f"typed.{key}")):
                return said
        raise self.wrong("yes-or-no", field=field, got=clipped(value, 60))

    def _meant(self, field: str, value: str, cls: type[c.Command] | None) -> Meanings:
        """The names of the game that a word can mean."""
        if value.lower() in self.names:
            return (self.names[value.lower()],)
        meant = self.spoken.things(kind_of(field, cls)).get(self.spoken.phrase(value), set())
        return self._known(field, value, meant)

    def _known(self, field: str, value: str, meant: Iterable[str]) -> Meanings:
        """Those of the meanings that exist in this game."""
        known = [id for id in sorted(meant) if id.lower() in self.names]
        if known:
            return tuple(known)
        others = {value.lower(), *meant} & CHARACTERS.keys()
        if others and self.game.figures:
            raise self.wrong("bandit", field=field, known=list(by_seat(self.game)), got=min(others))
        near = closest(value.lower(), self.names)
        raise self.wrong("name", field=field, got=clipped(value, 60), near=self.names[near] if near else "")

    def checked(self, field: str, value: Any) -> Any:
        """The value of a field, with the names of the game."""
        if isinstance(value, tuple):
            return tuple(self.checked(field, one) for one in value)
        return self._meant(field, value, None)[0] if isinstance(value, str) and value else value

    def _named(
        self, tokens: list[str], types: tuple[type[c.Command], ...], actor: Seat
    ) -> Iterator[tuple[str, Meanings]]:
        """The names that are left in a text, each with its kind."""
        fields = {kind_of(field.name, cls): field.name for cls in types[::-1] for field in attrs.fields(cls)[1:]}
        tables = {kind: self.spoken.things(kind) for kind in fields if kind}
        at = 0
        while at < len(tokens):
            kind = max(tables, key=lambda one: longest(tokens, at, tables[one].get), default="")
            size = longest(tokens, at, tables[kind].get) if kind else 0
            if size:
                meant = tables[kind][tuple(tokens[at : at + size])]
                own = {id for id in meant if kind != "own" or self._owner(id) == actor}
                yield kind, self._known(fields[kind], " ".join(tokens[at : at + size]), own or meant)
            elif not any(tokens[at] in self.spoken.said_of(cls) for cls in types):
                raise self._unknown_word(tokens[at], types[0], actor)
            at += size or 1

    def _unknown_word(self, token: str, cls: type[c.Command], actor: Seat) -> CannotRead:
        """A word that names nothing, with the thing of the command that is spelled most like it."""
        typed = next(word for word in self.typed.split() if token in self.spoken.tokens(word)).strip(MARKS)
        kinds = [kind_of(field.name, cls) for field in attrs.fields(cls)[1:]]
        called = {name.lower(): name for kind in kinds if kind for name in self._called(kind)}
        near = closest(typed.lower(), called)
        form = _form(cls, self.lang, actor)
        return self.wrong("word", got=clipped(typed, 60), form=form, near=called[near] if near else "")

    def _called(self, kind: str) -> Iterator[str]:
        """What the known things of a kind are called, in any grammatical form."""
        for ids in self.spoken.things(kind).values():
            for id in ids:
                if id.lower() in self.names:
                    yield from teller(self.spoken.lang).names(id, kind)

    def _seat_of(self, named: str) -> Seat:
        figure = self.game.figures.get(named)
        return figure.seat if figure else named

    def _owner(self, card: str) -> str:
        figure = self.game.figures.get(owner_of(card))
        return figure.seat if figure else ""


def _form(cls: type[c.Command], lang: str, actor: Seat) -> str:
    """How a command is typed: its sentence with gaps, and its form on the wire."""
    gaps = {
        field.name: False if field.type is bool else (GAP,) if field.type == tuple[str, ...] else GAP
        for field in attrs.fields(cls)[1:]
    }
    wire = c.text_form(c.COMMAND_NAMES[cls], actor)
    if cls in _NEW:
        return f"`{wire}`"
    sentence = describe_command(cls(actor, **gaps), lang).removesuffix(".")
    return text(lang, "typed.forms").replace("{sentence}", sentence).replace("{wire}", wire)


def names_in(game: Game | View) -> Iterator[str]:
    """Every string in a position and all places of the board, without field names."""
    yield from places_in(game)
    yield from _strings(game)


def names_seen(story: Story, role: str) -> Iterator[str]:
    """The names that a role has seen: in the events, at the end of the story, and all places of the board.

    Unknown names are refused. If hidden ones, such as a round card to come, were treated differently, the refusal would
    reveal them.
    """
    end = story.position(story.head.events)
    if known_role(end, role) == REFEREE:
        yield from names_in(end)
        return
    yield from places_in(end)
    yield from names_in(seen_by(role, end))
    events = (entry.event for step in story.steps() for entry in step.events)
    yield from _strings([view_event(event, role, end).data for event in events])


def places_in(game: Game | View) -> Iterator[str]:
    """All places of the train, and those beside it if the whole position is known."""
    yield from (place(car) for car in game.train for place in (inside, roof))
    if isinstance(game, Game):
        with suppress(Exception):  # a false log can lead to any position
            yield from rules_of(game).graph(game).stairs


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif attrs.has(type(data)):
        yield from (word for field in attrs.fields(type(data)) for word in _strings(getattr(data, field.name)))
    elif isinstance(data, Mapping):
        yield from (word for pair in data.items() for word in _strings(pair))
    elif isinstance(data, list | tuple):
        yield from (word for value in data for word in _strings(value))
