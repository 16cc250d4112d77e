"""Walking through a story: the current event, the role, and what each key does.

Nothing here depends on a terminal. A key leads from one ``ViewerState`` to the next, and ``look`` returns what to show.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping

from colt_rules.commands import Command
from colt_rules.events import EVENTS
from colt_rules.kernel.decide import NotAtRest
from colt_rules.kernel.fold import MISFITS, fold
from colt_rules.log.codec import to_json
from colt_rules.log.entries import EventEntry, Header
from colt_rules.log.errors import closest
from colt_rules.log.redaction import RedactedHeader
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.referee.causes import causes
from colt_rules.referee.prose import ENGLISH, tell, text
from colt_rules.referee.story import Step, Story, Wanted
from colt_rules.referee.telling import describe_beginning, describe_command, describe_kind, describe_seen_event
from colt_rules.referee.vocabulary import teller
from colt_rules.registry.registry import registry
from colt_rules.safe_text import clipped
from colt_rules.search.words import folded
from colt_rules.views import REFEREE, SPECTATOR, SeenEvent, View, glimpse, roles, view, view_command, view_event

ANY = Wanted()
"""A search for which every event is wanted."""


class UnknownName(ValueError):
    """A name that does not exist in this game; the message states what was expected and the nearest name."""


@record
class ViewerState:
    """The state of a walk through a story."""

    at: int
    """The last event that happened; 0 before the first."""
    role: str
    wanted: Wanted = ANY
    """The last search."""
    asked: str = ""
    """What is being typed: an event, kind, player, clause or role; empty if keys are commands."""
    typed: str = ""
    backward: bool = False
    """Whether the search that is being typed goes backward."""
    message: str = ""
    """The result of the last key, if it is not visible."""
    down: int = 0
    """How many lines of the page are above the screen."""
    help: bool = False
    over: bool = False


@record
class SeenMoment:
    """What a role sees at one moment of a game."""

    at: int
    """The last event that happened; 0 before the first."""
    number: int
    """The number of the command behind the event."""
    actor: str
    type: str | None
    """The type of the command behind it, if the role may know."""
    command: Command | None
    """The command behind it, if the role gave it or is the referee."""
    event: SeenEvent | None
    """The event; None before the first."""
    position: View | None
    """The position; None if it was not requested or cannot be shown."""
    note: str
    """A remark about the position, or empty."""
    lang: str = ENGLISH
    """The language of the texts."""
    caused_by: int = 0
    """If it happened by itself, the number of the event that brought it about, unless that is unknown."""
    given_in: Game | None = None
    """The position in which the command was given, for the bandit that acts; None if it is unknown."""

    @property
    def command_in_words(self) -> str:
        """The command in words, or only its actor and, if the role may know, its type."""
        if self.command:
            return describe_command(self.command, self.lang, self.given_in)
        kind = describe_kind(self.type, self.lang)
        return tell(self.lang, "replay.secret", actor=self.actor, kind=kind) if self.actor else ""

    @property
    def event_in_words(self) -> str:
        """The event in words, with the event that brought it about if it happened by itself."""
        if self.event is None:
            return describe_beginning(self.lang)
        return with_cause(describe_seen_event(self.event, self.lang), self.caused_by, self.lang)


def with_cause(sentence: str, caused_by: int, lang: str) -> str:
    """The sentence of an event with the number of the event that brought it about, if there is one."""
    return tell(lang, "explain.because", sentence=sentence, seq=str(caused_by)) if caused_by else sentence


class Viewer(ABC):
    """Shows a game event by event, and knows its names."""

    lang: str
    """The language of the texts."""
    header: Header | RedactedHeader
    events: int
    """The number of events."""
    broken: str
    """Why the log ends early; empty if it is complete."""
    roles: tuple[str, ...]
    """Every role whose view can be shown."""
    players: tuple[str, ...]
    """Everybody who acts or is affected."""

    @abstractmethod
    def look(self, at: int, role: str) -> SeenMoment:
        """What this role sees right after an event, or at the start for 0."""

    @abstractmethod
    def looks(
        self, role: str, first: int, last: int, wanted: Wanted = ANY, positions: bool = True
    ) -> Iterator[SeenMoment]:
        """What this role sees at each wanted event from the first to the last, with or without positions."""

    @abstractmethod
    def cites(self, clause: str) -> bool:
        """Whether some event cites exactly this clause."""

    def event(self, word: str, least: int = 0) -> int:
        """The number of an event, at least ``least``; raises ``UnknownName`` for anything else."""
        if not word.isdecimal() or not least <= int(word) <= self.events:
            raise UnknownName(f"expected an event from {least} to {self.events}, got {word}")
        return int(word)

    def role(self, word: str) -> str:
        """The role of that name."""
        return named("a role", word, self.roles)

    def kind(self, word: str) -> str:
        """The type of event of that name."""
        return named("a type of event", word, EVENTS)

    def player(self, word: str) -> str:
        """The player, bandit or other actor of that name."""
        return player_named(word, self.players, self.lang)

    def clause(self, word: str) -> str:
        """The clause or ruling of that id: an id that is cited here, even if unknown, or an id of the specification."""
        if word and self.cites(word):
            return word
        return named("a clause", word, [entry.id for entry in registry().citable()])


class StoryViewer(Viewer):
    """Shows a story as any role sees it."""

    def __init__(self, story: Story, lang: str = ENGLISH) -> None:
        self.story = story
        self.lang = lang
        self.header = story.header
        self.events = story.head.events
        self.broken = story.broken
        self._end = story.position(self.events)
        seats = self._end.options.seats or self.header.seats
        self.roles = (*seats, SPECTATOR, REFEREE)
        self.players = tuple(dict.fromkeys((*seats, *sorted(self._end.figures), TABLE, CHANCE)))

    def cites(self, clause: str) -> bool:
        """Whether some event cites exactly this clause."""
        return self.story.find(Wanted(clause=clause), 0) is not None

    # --- looking

    def look(self, at: int, role: str) -> SeenMoment:
        """What this role sees right after an event, or at the start for 0."""
        if at == 0:
            return SeenMoment(
                0, 0, "", None, None, None, *self._position(0, 0, self.story.position(0), role), self.lang
            )
        moment = self.story.moment(at)
        return self._look(moment.step, moment.entry, moment.after, role, causes(moment.step))

    def looks(
        self, role: str, first: int, last: int, wanted: Wanted = ANY, positions: bool = True
    ) -> Iterator[SeenMoment]:
        """What this role sees at each wanted event from the first to the last, with or without positions."""
        if first > last:
            return
        for step in self.story.steps(self.story.moment(first).step.command.number):
            game, caused_by = step.before, causes(step)
            for entry in step.events:
                if entry.seq > last:
                    return
                game = fold([entry.event], game)
                if entry.seq >= first and self._is_wanted(wanted, entry, role):
                    yield self._look(step, entry, game, role, caused_by, positions)

    def _look(
        self, step: Step, entry: EventEntry, game: Game, role: str, caused_by: Mapping[int, int], position: bool = True
    ) -> SeenMoment:
        command = step.command
        eyes = _eyes(self._end, role)
        given = view_command(command.command, eyes, self._end, step.events[0].event)
        event = view_event(entry.event, eyes, self._end, entry.cites)
        seen, note = (
            self._position(step.events[-1].seq - entry.seq, command.number, game, role) if position else NOT_ASKED
        )
        said = (command.number, command.actor, given.type, given.command)
        return SeenMoment(entry.seq, *said, event, seen, note, self.lang, caused_by.get(entry.seq, 0), step.before)

    def _is_wanted(self, wanted: Wanted, entry: EventEntry, role: str) -> bool:
        """Whether a role sees that an event matches: a search must not reveal what is hidden."""
        if wanted == ANY:
            return True
        seen = view_event(entry.event, _eyes(self._end, role), self._end, entry.cites)
        return is_wanted(wanted, entry.actor, seen)

    def _position(self, more: int, command: int, game: Game, role: str) -> tuple[View | None, str]:
        """The position as this role sees it, and a remark about it.

        Open decisions are known only when no more events of the command follow.
        """
        eyes = _eyes(game, role)
        try:
            seen = glimpse(game, eyes)
        except MISFITS:  # an event of a false log can name what does not exist
            return None, tell(self.lang, "replay.not-shown")
        if more:
            return seen, tell(self.lang, "replay.in-the-middle", number=str(command), more=more)
        try:
            return view(game, eyes), ""
        except NotAtRest:
            return seen, tell(self.lang, "replay.nobody-asked")
        except Exception:  # the rules are undefined in an impossible position
            return seen, tell(self.lang, "replay.unknown-position")

    # --- walking

    def press(self, walk: ViewerState, key: str) -> ViewerState:
        """The state after a key."""
        walk = changed(walk, message="", down=walk.down if key in SCROLLING else 0)
        if walk.asked:
            return self._typed(walk, key)
        if walk.help:
            return changed(walk, help=False)
        if key.isdecimal():
            return changed(walk, asked="event", typed=key)
        if key in ASKING:
            return changed(walk, asked=ASKING[key], typed="", backward=key.isupper())
        if key in STEPS:
            to = min(max(STEPS[key](self, walk), 0), self.events)
            return changed(walk, at=to, message="" if to != walk.at else text(self.lang, "replay.no-more"))
        match key:
            case "n" | "N":
                return self._find(walk, walk.wanted, key == "N")
            case "]" | "[":
                return self._find(walk, Wanted(kind="RoundStarted"), key == "[")
            case "r":
                return changed(walk, role=self.roles[(self.roles.index(walk.role) + 1) % len(self.roles)])
            case "?":
                return changed(walk, help=True)
            case "q":
                return changed(walk, over=True)
            case "\x1b[A" | "\x1b[B":
                return changed(walk, down=max(walk.down + (1 if key == "\x1b[B" else -1), 0))
        return changed(walk, message=text(self.lang, "replay.keys"))

    def _typed(self, walk: ViewerState, key: str) -> ViewerState:
        """While something is being typed, a key adds a character to the text or ends it."""
        if key in ("\r", "\n"):
            return self._answered(changed(walk, asked="", typed=""), walk.asked, walk.typed)
        if key == "\x1b" or (key in BACKSPACE and not walk.typed):
            return changed(walk, asked="", typed="")
        if key in BACKSPACE:
            return changed(walk, typed=walk.typed[:-1])
        return changed(walk, typed=walk.typed + key) if key.isprintable() and len(walk.typed) < LONGEST else walk

    def _answered(self, walk: ViewerState, asked: str, word: str) -> ViewerState:
        try:
            if asked == "event":
                return changed(walk, at=self.event(word))
            if asked == "role":
                return changed(walk, role=self.role(word))
            return self._find(walk, Wanted(**{asked: getattr(self, asked)(word)}), walk.backward)
        except UnknownName as error:
            return changed(walk, message=f"{str(error)[:1].upper()}{str(error)[1:]}")

    def _find(self, walk: ViewerState, wanted: Wanted, backward: bool) -> ViewerState:
        """Go to the next wanted event, or the previous one."""
        if wanted == ANY:
            return changed(walk, message=text(self.lang, "replay.not-looked-for"))
        found = self.story.find(wanted, walk.at, backward)
        while found and not self._is_wanted(wanted, self.story.moment(found).entry, walk.role):
            found = self.story.find(wanted, found, backward)
        if found is None:
            looked_for = {"kind": wanted.kind, "player": wanted.player, "clause": wanted.clause}
            message = tell(self.lang, "replay.not-found", backward=backward, **looked_for)
            return changed(walk, wanted=wanted, message=message)
        return changed(walk, wanted=wanted, at=found)

    def _after_command(self, walk: ViewerState) -> int:
        """The last event of the current command, or else of the next one."""
        if walk.at >= self.events:
            return walk.at
        return self.story.moment(walk.at + 1).step.events[-1].seq

    def _before_command(self, walk: ViewerState) -> int:
        """The last event of the previous command."""
        return self.story.moment(walk.at).step.events[0].seq - 1 if walk.at else 0


NOT_ASKED: tuple[View | None, str] = (None, "")
"""No position and no remark."""


def _eyes(game: Game, role: str) -> str:
    """The role, or the spectator while the players of the game are not known yet."""
    return role if role in roles(game) else SPECTATOR


def is_wanted(wanted: Wanted, actor: str, seen: SeenEvent) -> bool:
    """Whether an event, as seen, matches a search."""
    if wanted == ANY:
        return True
    line = to_json({"actor": actor, "cites": seen.cites, "data": seen.data, "type": seen.type})
    return all(sign in line for sign in wanted.signs)


def named(what: str, word: str, names: Iterable[str]) -> str:
    """The name itself, or the only one with this prefix, ignoring case; raises ``UnknownName`` otherwise."""
    known = list(names)
    if word in known:
        return word
    alike = [name for name in known if name.lower().startswith(word.lower())] if word else []
    if len(alike) == 1:
        return alike[0]
    near = f"did you mean {' or '.join(alike[:3])}?" if alike else _near(word, known)
    raise UnknownName(f"expected {what}, got '{clipped(word)}'; {near}")


def player_named(word: str, players: Iterable[str], lang: str = ENGLISH) -> str:
    """The player, bandit or other actor of that name, also as the language calls it."""
    known = list(players)
    names = {folded(name): id for id in known for name in (*teller(lang).names(id, "who"), id)}
    if folded(word) in names:
        return names[folded(word)]
    alike = {id for name, id in names.items() if word and name.startswith(folded(word))}
    return alike.pop() if len(alike) == 1 else named("a player", word, known)


def _near(word: str, known: list[str]) -> str:
    lower = {name.lower(): name for name in known}
    near = closest(word.lower(), lower)
    if near:
        return f"did you mean {lower[near]}?"
    return f"there are {', '.join(known[:8])}{' and others' if len(known) > 8 else ''}"


# --- keys

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)


def keys_in(text: str) -> list[str]:
    """The keys in an input: fast typing and pasting send several at once."""
    return [SAME.get(key, key) for key in _KEY.findall(text)]


SAME = {f"\x1bO{letter}": f"\x1b[{letter}" for letter in "ABCDHF"}
"""Other codes that some terminals send for a key."""

BACKSPACE = ("\x7f", "\x08")
SCROLLING = ("\x1b[A", "\x1b[B")
LONGEST = 80

ASKING = {
    "g": "event",
    "k": "kind",
    "K": "kind",
    "p": "player",
    "P": "player",
    "c": "clause",
    "C": "clause",
    "a": "role",
}
"""The keys after which something is typed; capitals search backward."""

STEPS: dict[str, Callable[[StoryViewer, ViewerState], int]] = {
    **dict.fromkeys(("\x1b[C", " ", "\r", "\n", "l"), lambda walker, walk: walk.at + 1),
    **dict.fromkeys(("\x1b[D", "\x7f", "\x08", "h", "b"), lambda walker, walk: walk.at - 1),
    **dict.fromkeys(("\x1b[6~", "."), StoryViewer._after_command),
    **dict.fromkeys(("\x1b[5~", ","), StoryViewer._before_command),
    **dict.fromkeys(("\x1b[H", "\x1b[1~", "<"), lambda walker, walk: 0),
    **dict.fromkeys(("\x1b[F", "\x1b[4~", ">"), lambda walker, walk: walker.story.head.events),
}
"""The keys that lead to another event, and the target."""

KEYS = (
    *("next", "previous", "command", "command-back", "ends", "round", "number", "find", "find-back", "again", "eyes"),
    *("role", "scroll", "help", "quit"),
)
"""The keys by their names in the file of `replay`."""


def keys_in_words(lang: str) -> list[tuple[str, str]]:
    """The keys, and what each of them does."""
    return [(text(lang, f"keys.{name}"), text(lang, f"keys.{name}-does")) for name in KEYS]
