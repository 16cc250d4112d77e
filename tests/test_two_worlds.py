"""Two worlds that differ only in what somebody may not know give them the same bytes, whatever they ask for.

A game of any edition, with any modules and house rules, is played to its end. One command is taken whose events differ
from those of another answer in nothing but fields that ``views.events`` hides from somebody: that is a secret,
whichever module it comes from. From there two worlds are played on side by side. As long as nothing open tells a role
which of them it is in, all that the role can get must be the same: views, options, refusals, the numbers for a
program that learns, the redacted log, and every page of the referee's tools, in Python and in the browser. So must be
what it is told of commands that it did not give, wherever it asks about them: they are played on from a position
that hides something (law 16 of the design: a hypothetical is a channel). What
``views.events`` itself may show is held by hand elsewhere (``tests/log/test_redaction.py``); in all the rest leaks are
planted, to show that the property has teeth.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import islice
from operator import eq
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs
import click
import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from colt_rules import events as e
from colt_rules.cli.main import colt
from colt_rules.commands import COMMAND_NAMES, AgreeOnRuling, Command, Deal, DrawCards, PlayCard, Rob, StartGame
from colt_rules.decisions import Answers, Arrangements
from colt_rules.events import Cited
from colt_rules.kernel import NEW, Accepted, Refused, awaiting, decide, legal
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.redaction import redacted
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players.play import new_game
from colt_rules.playing.desk import Desk
from colt_rules.referee.explain import explain
from colt_rules.referee.open_fields import WhatCould, why_not_typed
from colt_rules.referee.story import Story
from colt_rules.referee.telling import describe_seen_event
from colt_rules.referee.typed import CannotRead, names_seen, read_typed
from colt_rules.referee.why_not import NotForRole, WhyNot, why_not
from colt_rules.research.memory import Memory, Remembered
from colt_rules.research.native import native_engine
from colt_rules.research.session import ReferenceSession
from colt_rules.rules.expert.events import BulletsDiscarded, DrawAnnounced
from colt_rules.rules.horses.events import FlaskCardMissing
from colt_rules.rules.visibility import everybody
from colt_rules.site.audiences import records_data, seen_data
from colt_rules.site.browser_scripts import SCRIPT
from colt_rules.site.browser_scripts import sentence_data as words_of
from colt_rules.testing import games
from colt_rules.views import REFEREE, SPECTATOR, SeenCommand, view, view_command, view_event, view_legal
from colt_rules.views.audiences import NAMED
from tests.conftest import THOROUGH, at_least
from tests.logs import text_of
from tests.research.needing import INSTALLED
from tests.rules.sittings import sitting
from tests.secrets import SECRETS
from tests.site.javascript import MODULE_SCRIPTS, ROOT
from tests.site.node import answered
from tests.tables import pick

if TYPE_CHECKING:
    from colt_rules.research.observing import Layout

AUDIENCES = seen_data()
SCHEMAS = ROOT / "events" / "schemas" / "events"
NODE = which("node") is not None
"""Whether the output of the browser scripts can be checked too: needs node."""
LEARNS = find_spec("numpy") is not None
"""Whether the observations of a learner can be checked too: needs the extra ``research``."""
LONGEST = 12
"""The maximum number of commands for which the worlds are played on."""
TRIES = 8
"""How often another answer is tried."""
MOST = 3
"""How many secrets of a kind are looked for in a game."""
BEFORE_THE_SECRET = 10 if THOROUGH else 1000
"""How many moments are skipped before the worlds differ: only a page that looks ahead could reveal anything."""
RECORDS = "colt_rules.views.records"
BY_COMING = (
    *(BulletsDiscarded, FlaskCardMissing, e.CardsDrawn, DrawAnnounced, e.HandReturned),
    *(event for part in SECRETS.values() for event in getattr(part, "BY_COMING", ())),
)
"""Events by which the rules tell something by coming or not: what is in a hand, or, when all have chosen, who draws.

A hand does not go back on the deck where nothing but a partner's card is left in it (`ruling.team.cards-that-stay`)."""


# --- two worlds


class Step(NamedTuple):
    """A command and what it led to."""

    command: Command
    verdict: Accepted


class Worlds(NamedTuple):
    """The same game twice, but for one secret, up to where a role can tell the games apart."""

    kind: str
    """Of the decision that was answered otherwise."""
    role: str
    secret: int
    """At which command they part."""
    one: list[Step]
    other: list[Step]


def played(opening: tuple[Command, ...], random: Random) -> Iterator[Step]:
    """A whole game in which everybody who is asked, chance included, picks at random."""
    game = NEW
    commands = iter(opening)
    while game.phase != "over":
        command = next(commands, None) or pick(random, game, random.choice(awaiting(game)).actor)
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), verdict
        yield Step(command, verdict)
        game = verdict.after


def otherwise(game: Game, command: Command, random: Random) -> Iterator[Command]:
    """Other answers to the same question, each once; for a draw of chance, the row with two items exchanged."""
    known = {command}
    for _ in range(TRIES):
        other = another(game, command, random)
        if other not in known:
            known.add(other)
            yield other


def another(game: Game, command: Command, random: Random) -> Command:
    """Some answer to the same question, perhaps the same one."""
    if isinstance(command, Deal) and len(command.outcome) > 1 and random.random() < 0.7:
        row = list(command.outcome)
        one, two = random.sample(range(len(row)), 2)
        row[one], row[two] = row[two], row[one]
        return changed(command, outcome=tuple(row))
    return pick(random, game, command.actor)


def seen(verdict: Accepted, role: str) -> Iterator[Any]:
    """What a role sees of all that happened, without the clauses."""
    for event, _ in verdict.events:
        one = view_event(event, role, verdict.after)
        yield (one.type, one.data, one.hidden) if one else None


def looks_alike(one: Accepted, other: Accepted, role: str) -> bool:
    """Whether a role sees the same of all that happened."""
    return len(one.events) == len(other.events) and all(map(eq, seen(one, role), seen(other, role)))


def happened(verdict: Accepted) -> list[e.Event]:
    return [event for event, _ in verdict.events]


def twin(game: Game, step: Step, random: Random) -> tuple[Step, list[str]] | None:
    """Another answer, with all roles that cannot tell it from the given answer; None if there is no such answer."""
    if step.verdict.after.phase in ("new", "over"):
        return None
    for command in otherwise(game, step.command, random):
        verdict = decide(game, command)
        if isinstance(verdict, Refused) or happened(verdict) == happened(step.verdict):
            continue
        if lies_face_up(verdict.after, step.verdict.after):
            continue
        everybody = (*verdict.after.options.seats, SPECTATOR)
        blind = [role for role in everybody if looks_alike(verdict, step.verdict, role)]
        if blind:
            return Step(command, verdict), blind
    return None


def lies_face_up(one: Game, other: Game) -> bool:
    """Whether two round decks differ that all can look at, as a table may agree on: no event tells what lies on top."""
    return "ruling.rounds.face-down=face-up" in one.options.rulings and one.rounds != other.rounds


@st.composite
def worlds(draw: st.DrawFn) -> Worlds:
    """Any game, any secret of it, and somebody who may not know it, up to where the game tells them or ends."""
    opening = draw(games(most=0))
    random = Random(draw(st.integers(0, 2**32)))
    steps = list(played(opening, random))
    found = secrets(steps, len(opening), random)
    kind = draw(st.sampled_from(sorted(found)))
    at, other, blind = draw(st.sampled_from(found[kind]))
    begun = Worlds(kind, draw(st.sampled_from(blind)), at, steps[: at + 1], [*steps[:at], other])
    return played_on(begun, random, draw(st.integers(1, LONGEST)))


def secrets(steps: list[Step], opening: int, random: Random) -> dict[str, list[tuple[int, Step, list[str]]]]:
    """By kind of decision: some commands after the opening in whose place others would look the same to somebody."""
    found: dict[str, list[tuple[int, Step, list[str]]]] = {}
    for at, step in enumerate(steps[opening:], opening):
        game = steps[at - 1].verdict.after
        kind = kind_of(game, step)
        if len(found.get(kind, ())) < MOST and (other := twin(game, step, random)):
            found.setdefault(kind, []).append((at, *other))
    return found


def kind_of(game: Game, step: Step) -> str:
    """The kind of the decision that a command has answered."""
    return next(open_.kind for open_ in awaiting(game) if open_.actor == step.command.actor)


def played_on(begun: Worlds, random: Random, length: int) -> Worlds:
    """Both worlds, at most ``length`` commands later, by commands that both worlds allow."""
    one, other = list(begun.one), list(begun.other)
    for _ in range(length):
        here, there = one[-1].verdict.after, other[-1].verdict.after
        for _ in range(TRIES):
            command = pick(random, here, random.choice(awaiting(here)).actor)
            verdicts = decide(here, command), decide(there, command)
            if all(isinstance(verdict, Accepted) for verdict in verdicts):
                break
        else:
            break
        first, second = verdicts
        assert isinstance(first, Accepted)
        assert isinstance(second, Accepted)
        if "over" in (first.after.phase, second.after.phase) or is_told(first, second, begun.role):
            break
        one.append(Step(command, first))
        other.append(Step(command, second))
    return begun._replace(one=one, other=other)


def is_told(first: Accepted, second: Accepted, role: str) -> bool:
    """Whether an event tells a role in which world it is, by a field that is open to it; nothing else may."""
    if looks_alike(first, second, role):
        return False
    here, there = list(seen(first, role)), list(seen(second, role))
    at = next((at for at, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(here), len(there)) if at is None else at
    events = [row[at] for row in (happened(first), happened(second)) if at < len(row)]
    by_a_field = len({type(event) for event in events}) == 1 and len(events) == 2
    assert by_a_field or any(isinstance(event, BY_COMING) for event in events), f"{role} is told by {events}"
    return True


# --- all that a role can get


def written(what: object) -> bytes:
    return msgspec.json.encode(what, order="sorted")


def options(answers: Answers) -> object:
    if isinstance(answers, Arrangements):
        return [answers.what, answers.subject, answers.items, answers.count]
    return [[COMMAND_NAMES[command.__class__], command] for command in answers]


def at_rest(step: Step, role: str, tried: Command) -> Iterator[tuple[str, bytes]]:
    """What a server shows a role after a command: its view, its options, and the outcomes of tried commands."""
    game = step.verdict.after
    yield "view", written(view(game, role))
    for decision in awaiting(game):
        yield f"legal of {decision.actor}", written(options(view_legal(game, role, decision.actor)))
    if role in game.options.seats:
        attempts = (changed(tried, actor=role), PlayCard(role, f"{role}-fire", True), DrawCards(role))
        for attempt in (*attempts, Rob(role, "purse-1")):
            verdict = decide(game, attempt)
            told = [verdict.clauses, verdict.message] if isinstance(verdict, Refused) else "accepted"
            yield f"refusal of {attempt}", written(told)
        yield from for_a_learner(game, role)
    for event, cites in step.verdict.events:
        seen = view_event(event, role, game, cites)
        yield "event", written(seen)
        for lang in LANGUAGES:
            yield f"sentence of an event, {lang}", written(describe_seen_event(seen, lang) if seen else "")


def for_a_learner(game: Game, seat: str) -> Iterator[tuple[str, bytes]]:
    """What a program that learns gets as numbers when it is asked: what its seat sees, and what it may choose."""
    waiting, played = awaiting(game), game.options
    if LEARNS and waiting and waiting[0].actor == seat:
        layout = layout_of(played.edition, played.modules, played.seats)
        at = ReferenceSession(game, waiting, 0, [])
        yield "observation", layout.observation(at.view(seat)).tobytes()
        yield "choices", layout.choices(at.view(seat), at.choices).tobytes()
        yield "actions", actions_of(layout, at, seat)


def remembered(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """What a seat has seen so far after each command from the secret on, for a program that learns."""
    memory = Memory()
    for number, step in enumerate(world):
        memory = memory.after(step.verdict.after, step.verdict.events)
        if number >= worlds.secret:
            yield f"memory after command {number + 1}", written(memory.of(worlds.role))


def from_the_native_engine(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """What the native engine shows a role after each command from the secret on, and a learner's numbers and memory."""
    played, seat = world[-1].verdict.after.options, worlds.role
    if not INSTALLED or not set(played.modules) <= set(native_engine().MODULES):
        return
    begun, package = isinstance(world[0].command, StartGame | AgreeOnRuling), native_engine()
    game = package.Game() if begun else package.Game.from_state(to_data(world[0].verdict.after))
    for number, step in enumerate(world):
        if begun or number:
            game.apply_command(command_object(step.command))
        if number < worlds.secret:
            continue
        yield f"native view after command {number + 1}", written(native_view(game, seat))
        if seat in played.seats:
            yield f"native memory after command {number + 1}", written(game.memory(seat))
            if LEARNS:
                tables, row = native_tables(played.edition, played.modules, played.seats)
                tables.observe(game, seat, row)
                yield f"native numbers after command {number + 1}", row.tobytes()


def native_view(game: Any, role: str) -> Any:
    return game.view(role)


@cache
def native_tables(edition: str, modules: tuple[str, ...], seats: tuple[str, ...]) -> tuple[Any, Any]:
    """How the native engine lays out a learner's numbers in such a game, and room for them."""
    import numpy

    from colt_rules.research.observer import Observer
    from colt_rules.research.observing import Layout

    layout = Layout(new_game(seats, edition=edition, modules=modules), memory=True)
    return Observer(layout).tables(), numpy.empty(len(layout.names), dtype=numpy.float32)


def actions_of(layout: "Layout", at: ReferenceSession, seat: str) -> bytes:
    """The steps by which each choice can be made."""
    from colt_rules.research.actions import Steps

    steps, offered = Steps(layout, at.view(seat), at.choices), []
    while steps.chosen is None:
        offered.append(steps.actions)
        steps.take(steps.actions[-1])
    return written([offered, steps.chosen])


@cache
def layout_of(edition: str, modules: tuple[str, ...], seats: tuple[str, ...]) -> "Layout":
    """How a learner's numbers are laid out in such a game."""
    from colt_rules.research.observing import Layout

    return Layout(new_game(seats, edition=edition, modules=modules))


def log_of(steps: list[Step]) -> Recording:
    start = next(step.command for step in steps if isinstance(step.command, StartGame))
    assert isinstance(start, StartGame)
    header = new_header("a-game", start.edition, start.modules, start.seats)
    told: list[tuple[Command, tuple[Cited, ...]]] = [(step.command, step.verdict.events) for step in steps]
    return recording(header, told)


def spoken(worlds: Worlds) -> tuple[str, ...]:
    """The languages in which the referee's tools are asked: English and another, or just one, each in turn."""
    if not THOROUGH:
        return (LANGUAGES[worlds.secret % len(LANGUAGES)],)
    others = LANGUAGES[1:]
    return LANGUAGES[0], others[worlds.secret % len(others)]


def pages(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """What a role gets from the referee's tools."""
    log, role = log_of(world), worlds.role
    yield "redacted log", b"\n".join(redacted(log, role))
    sealed = next(entry for entry in log.events if entry.command == worlds.secret + 1)
    bandits = sorted(world[-1].verdict.after.figures)
    with TemporaryDirectory() as folder:
        names = ("log.jsonl", "report.html", "part.jsonl", "train.svg")
        path, page, part, picture = (Path(folder) / name for name in names)
        path.write_bytes(text_of(log))
        part.write_bytes(b"\n".join([*redacted(log, role), b""]))

        def run(*words: object) -> tuple[str, bytes]:
            done = CliRunner().invoke(colt, list(map(str, words)))
            told = f"{done.exit_code} {done.output}".replace(folder, "")
            return " ".join(map(str, words[:1] + words[2:])), told.encode()

        as_role = ("--as", role)
        yield run("replay", path, "--at", sealed.seq, *as_role)
        yield run("replay", path, "--json", *as_role)
        for bandit in bandits[:2]:
            yield run("replay", path, "--kind", sealed.type, "--player", bandit, *as_role)
        yield run("log", "show", part)
        yield run("explain", path, "--event", log.events[-1].seq, "--json", *as_role)
        for lang in spoken(worlds):
            in_words = ("--lang", lang, *as_role)
            yield run("replay", path, *in_words)
            yield run("log", "show", part, "--lang", lang)
            yield run("explain", path, "--event", sealed.seq, *in_words)
            if role != SPECTATOR:
                instead = json.dumps(command_object(DrawCards(role)))
                yield run("explain", path, "--event", sealed.seq, "--why-not", instead, *in_words)
            yield run("report", path, "--event", sealed.seq, "-o", page, *in_words)
            yield f"report in {lang}", page.read_bytes()
            yield run("replay", path, "--at", sealed.seq, "--svg", picture, *in_words)
            yield f"picture in {lang}", picture.read_bytes()
        if NODE:
            yield "replay page", in_browser(path, role, sealed.seq, LANGUAGES if THOROUGH else spoken(worlds))


def at_the_table(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """What a page or a server passes to a role, if a person plays its seat and bots play the others."""
    log, role, lang = log_of(world), worlds.role, spoken(worlds)[-1]
    desk = Desk()

    def answer(ask: str, **fields: Any) -> tuple[str, bytes]:
        return f"{ask} {fields}", desk.answer(json.dumps({"ask": ask, "lang": lang, **fields})).encode()

    players = ["person" if seat == role else "easy" for seat in log.header.seats]
    _, begun = answer("resume", log=text_of(log).decode(), players=players, seed=1, practice=True)
    assert b"problem" not in begun, begun
    yield answer("look", role=role)
    before = sum(len(step.verdict.events) for step in world[: worlds.secret])
    yield answer("moments", role=role, after=before)
    yield answer("log", role=role)
    if role == SPECTATOR:
        return
    yield answer("hint", role=role)
    for number in range(worlds.secret, len(world) + 1):
        yield answer("why", role=role, number=number)
    for command in commands_instead(world[-1].verdict.after, role, worlds.one[-1].command, Random(worlds.secret)):
        yield answer("why-not", role=role, command=command_object(command))
    yield answer("take-back", role=role)
    yield answer("look", role=role)


def hypotheticals(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """What a seat is told of commands that it might have given in the place of each command from the secret on."""
    log, role = log_of(world), worlds.role
    story = Story.read([text_of(log)])
    random = Random(worlds.secret)
    yield "names that can be typed", written(sorted({*names_seen(story, role)}))
    for entry in log.events:
        if entry.command <= worlds.secret:
            continue
        step = story.moment(entry.seq).step
        yield f"explanation of event {entry.seq}", written(explained(story, entry.seq, role))
        if role == SPECTATOR or not (entry == step.events[0] or isinstance(entry.event, e.ActionIdle)):
            continue  # at other events the same is said again
        given = worlds.one[entry.command - 1].command  # what the role asks about must not depend on the world
        for instead in commands_instead(step.before, role, given, random):
            found = why_not(story, entry.seq, instead, role, random.choice(LANGUAGES))
            yield f"why not {instead} at event {entry.seq}", written(judged(found))
        for text in texts_typed(role, given, random):
            yield f"why not {text} at event {entry.seq}", written(answered_about(story, entry.seq, text, role, random))


def texts_typed(role: str, given: Command, random: Random) -> Iterator[str]:
    """Texts that a seat may type: types without fields, a sentence with a name, and about the command of another."""
    types = [COMMAND_NAMES[given.__class__], "Fire", "PlayCard", random.choice(list(COMMAND_NAMES.values()))]
    for type in dict.fromkeys(types):
        yield f"{role} {type}"
        yield f"{role} {type} {random.choice(NAMES)}"
    yield f"{given.actor} {types[0]}"


def answered_about(story: Story, seq: int, text: str, role: str, random: Random) -> list[Any]:
    """What a seat is told of a typed text."""
    end, lang = story.position(story.head.events), random.choice(LANGUAGES)
    try:
        typed = read_typed(text, end, names_seen(story, role), lang, story.moment(seq))
        found = why_not_typed(story, seq, typed, role, lang)
    except (CannotRead, NotForRole) as error:
        return [str(error)]
    if not isinstance(found, WhatCould):
        return judged(found)
    ruled_out = [(one.values, one.kind, [each.id for each in one.clauses], one.message) for one in found.ruled_out]
    return [[command_object(one) for one in found.possible], ruled_out, to_data(found.before)]


def commands_instead(game: Game, role: str, given: Command, random: Random) -> Iterator[Command]:
    """Commands of a seat in a position: some that are legal, the same with another name in a field, and the given."""
    is_asked = role in {decision.actor for decision in awaiting(game)}
    some = [pick(random, game, role) for _ in range(HYPOTHETICAL)] if is_asked else []
    for command in dict.fromkeys((*some, changed(given, actor=role), DrawCards(role), Rob(role, "purse-1"))):
        yield command
        fields = [field for field, value in attrs.asdict(command, recurse=False).items() if isinstance(value, str)]
        for field in fields[1:]:
            yield changed(command, **{field: random.choice(NAMES)})


HYPOTHETICAL = 3
"""How many legal commands of a seat are tried in a position."""
NAMES = ("purse-1", "purse-2", "jewel-1", "tuco", "ghost", "belle", "locomotive.inside", "tuco-fire", "nobody")
"""What may stand in a field of a command that is not legal."""


def explained(story: Story, seq: int, role: str) -> list[Any]:
    """An explanation of an event, but for the command and the position, which are looked at elsewhere."""
    found = explain(story, seq, role)
    exceptions = [(one.clause.id, one.applied, one.why) for one in found.exceptions]
    return [
        found.seen,
        [one.id for one in (*found.clauses, *found.house_rules)],
        exceptions,
        found.changes,
        found.departs,
        found.caused_by,
        found.cause,
    ]


def judged(found: WhyNot) -> list[Any]:
    """All that is told about a command that somebody might have given."""
    near = [(to_data(one.command), one.differs, [each.id for each in one.clauses]) for one in found.nearest]
    clauses = [one.id for one in found.clauses]
    return [found.allowed, found.given, found.message, clauses, found.leads_to, near, to_data(found.before)]


def roles_asked() -> set[str]:
    """The subcommands that show something to a role."""
    context = click.Context(colt)
    found = {name: command for name in colt.list_commands(context) if (command := colt.get_command(context, name))}
    for name, command in list(found.items()):
        if isinstance(command, click.Group):
            inside = click.Context(command, parent=context)
            found |= {
                f"{name} {one}": below
                for one in command.list_commands(inside)
                if (below := command.get_command(inside, one))
            }
    return {name for name, command in found.items() if any("--as" in option.opts for option in command.params)}


def test_no_subcommand_shows_a_role_something_that_is_not_looked_at_here() -> None:
    """``log export`` writes the redacted log. `what-if`, `audit` and `compare` play on and are the referee's alone."""
    assert roles_asked() == {"explain", "log export", "replay", "report"}


def in_browser(path: Path, role: str, secret: int, languages: tuple[str, ...]) -> bytes:
    """What the replay page shows a role of every moment from a secret on, and some before, but for how it looks."""
    vocabularies = [words_of(lang) for lang in languages]
    return written(answered(REPLAY_PAGE, [str(path), role, secret, AUDIENCES, records_data(), vocabularies]))


REPLAY_PAGE = f"""
import {{ readFileSync, readdirSync }} from "node:fs";
import {{ chapterSections }} from "{SCRIPT.as_uri()}/chapters.mjs";
import {{ readLog }} from "{SCRIPT.as_uri()}/log.mjs";
import {{ commandRow, kindSeen, namesAt, rowOf, seenAt, spoken }} from "{SCRIPT.as_uri()}/moment.mjs";
import {{ colt }} from "{SCRIPT.as_uri()}/shared.mjs";
import {{ glimpse }} from "{SCRIPT.as_uri()}/view.mjs";
{MODULE_SCRIPTS}
const schemas = {json.dumps(str(SCHEMAS))};
const readIn = (file) => JSON.parse(readFileSync(`${{schemas}}/${{file}}`, "utf8"));
const schemaIn = (file) => [file.replace(".json", ""), readIn(file)];
const files = Object.fromEntries(readdirSync(schemas).map(schemaIn));

async function answer([path, role, secret, seen, records, vocabularies]) {{
  colt.seen = seen;
  const inEach = (tell) => vocabularies.map((vocabulary) => ((colt.told = vocabulary), tell()));
  const {{ story }} = await readLog([new Uint8Array(readFileSync(path))], files);
  const shown = [chapterSections(story)];
  const next = (at) => (at < secret ? Math.min(at + {BEFORE_THE_SECRET}, secret) : at + 1);
  for (let at = 1; at <= story.length; at = next(at)) {{
    const [position, command] = [story.position(at), story.commandOf(at)];
    const eyes = position.options.seats.includes(role) ? role : "spectator";
    const told = [spoken, seenAt, namesAt].map((tell) => tell(story, at, role));
    const rows = inEach(() => [rowOf(story, at, role), commandRow(story, command, role)]);
    shown.push([told, [rows, kindSeen(story, command, role)], glimpse(position, eyes, records)]);
  }}
  return shown;
}}
"""


def bytes_of(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """All that the role gets, each with what it is."""
    yield from from_a_server(world, worlds)
    yield from hypotheticals(world, worlds)
    yield from at_the_table(world, worlds)
    yield from pages(world, worlds)


def from_a_server(world: list[Step], worlds: Worlds) -> Iterator[tuple[str, bytes]]:
    """What the role gets while the game goes on."""
    for at, step in enumerate(world[worlds.secret :], worlds.secret):
        for what, told in at_rest(step, worlds.role, worlds.one[at].command):
            yield f"after command {at + 1}: {what}", told
    yield from remembered(world, worlds)
    yield from from_the_native_engine(world, worlds)


def told_apart(both: Worlds, get: Callable[[list[Step], Worlds], Iterator[tuple[str, bytes]]] = bytes_of) -> str:
    """What tells the role in which of both worlds it is; empty if nothing does."""
    for (what, here), (_, there) in zip(get(both.one, both), get(both.other, both), strict=True):
        if here != there:
            return f"{both.role} can tell a secret {both.kind} by {what}: {here!r} or {there!r}"
    return ""


@pytest.mark.clause(
    "secrecy.purse-values",
    "secrecy.loot-collected",
    "secrecy.round-deck",
    "secrecy.decks",
    "setup.loot.purses-blind",
    "robbery.unseen",
    "punch.loot.purse-unseen",
    "ruling.secrecy.hands",
    "ruling.expert.discard-secret",
    "ruling.expert.kept-in-secret",
    "expert.reshuffle",
    "duo.placement.both-hands",
    "duo.chosen-card",
    "ruling.duo.always-asked",
    "ruling.team.secrets",
    "ruling.rounds.face-down",
    "horses.secrecy.sealed",
    "horses.secrecy.flasks",
    "horses.setup.whisky.blind",
    "attack.secret-choice",
    "melee.at-once",
    "ruling.whisky.who-knows",
    "ruling.melee.draw-sealed",
    "ruling.melee.ghost",
    "ruling.plan.all-at-once",
)
@settings(max_examples=15 if THOROUGH else 4, deadline=None, suppress_health_check=list(HealthCheck))
@given(both=worlds())
def test_no_byte_reveals_a_secret(both: Worlds) -> None:
    assert happened(both.one[both.secret].verdict) != happened(both.other[both.secret].verdict)
    assert told_apart(both) == ""


# --- every kind of secret, and planted leaks

COACH = ("base", "horses", "stagecoach")
WHERE: dict[str, StartGame] = {
    "attack": sitting(variant="duo", modules=("base", "duo", "horses", "stagecoach"), stations=True),
    "chosen-card": sitting(variant="duo"),
    "deck": sitting(),
    "discard": sitting(variant="expert"),
    "flasks": sitting("fr-horses", "horses"),
    "kept-cards": sitting(variant="expert"),
    "melee": sitting(modules=COACH, stations=True),
    "placement": sitting("ru-base", "duo"),
    "plan": sitting(modules=COACH, stations=True),
    "purses": sitting(),
    "round-cards": sitting(),
    "scheme": sitting(players=5),
    "station": sitting("pl-base"),
}
"""By kind of decision: a table at which its answers are secrets."""


def a_secret(kind: str, number: int = 0) -> Worlds:
    """Two worlds that part at a decision of this kind; others with another number."""
    return a_secret_after((WHERE[kind],), kind, number)


@cache
def a_secret_after(opening: tuple[Command, ...], kind: str, number: int = 0) -> Worlds:
    """Two worlds that begin with these commands and part at a decision of this kind."""
    for seed in range(100):
        random = Random(f"{kind} {number} {seed}")
        if found := list(islice(secrets_of_a_kind(kind, opening, random), MOST)):
            begun = random.choice(found)
            return played_on(begun, random, 3)
    pytest.fail(f"there is no secret {kind}")


def secrets_of_a_kind(kind: str, opening: tuple[Command, ...], random: Random) -> Iterator[Worlds]:
    """Two worlds for each decision of this kind in a game at which they can part; it is played as far as is asked."""
    steps: list[Step] = []
    for at, step in enumerate(played(opening, random)):
        if at >= len(opening):
            game = steps[-1].verdict.after
            if kind_of(game, step) == kind and (found := twin(game, step, random)):
                other, blind = found
                yield Worlds(kind, random.choice(blind), at, [*steps, step], [*steps, other])
        steps.append(step)


@pytest.mark.parametrize("kind", at_least("deck", "melee", "purses", "scheme", "station", of=WHERE))
def test_every_kind_of_secret_is_kept(kind: str) -> None:
    assert told_apart(a_secret(kind)) == ""


def open_kinds(command: Command, role: str, game: Game, led_to: e.Event | None) -> SeenCommand:
    """A leak: of which kind a command is everybody sees."""
    kept = view_command(command, role, game, led_to)
    return kept if kept.command else SeenCommand(COMMAND_NAMES[command.__class__], None)


def open_view(at: ReferenceSession, role: str) -> dict[str, Any]:
    """A leak: a program that learns sees the whole position."""
    return {**to_data(view(at.game, REFEREE)), "role": role}


def cards_laid(before: Remembered, game: Game, events: object) -> Remembered:
    """A leak: everybody remembers the cards that were laid, also face down."""
    return changed(before, revealed={played.card: 1 for played in game.round.pile})


LEAKS: dict[str, tuple[str, str, object]] = {
    "kinds in logs": ("melee", "colt_rules.log.redaction.view_command", open_kinds),
    "kinds in replays": ("melee", "colt_rules.referee.stepping.view_command", open_kinds),
    "kinds in explanations": ("melee", "colt_rules.referee.explain.view_command", open_kinds),
    "filters": (
        "attack",
        "colt_rules.referee.stepping.StoryViewer._is_wanted",
        lambda self, wanted, entry, role: all(sign in to_json(entry) for sign in wanted.signs),
    ),
    "options": ("deck", f"{__name__}.view_legal", lambda game, role, actor: legal(game, actor)),
    "events": (
        "purses",
        "colt_rules.referee.report.view_event",
        lambda event, role, game, cites: view_event(event, REFEREE, game, cites),
    ),
    "purses on the floor": ("purses", "colt_rules.views.records.open_kinds", lambda modules: {"purse"}),
    "records all open": ("melee", "colt_rules.views.records.all_open", lambda game, role: True),
    "the audience of a field": ("melee", f"{RECORDS}.NAMED", NAMED | {"player_until_shown": everybody}),
    "the audience of each value": ("attack", f"{RECORDS}.NAMED", NAMED | {"its_player": everybody}),
    "hands and decks": ("deck", "colt_rules.views.state.all_open", lambda game, role: True),
    "rounds to come": ("round-cards", "colt_rules.views.state.all_open", lambda game, role: True),
    **({"numbers for a learner": ("scheme", f"{__name__}.ReferenceSession.view", open_view)} if LEARNS else {}),
    "memory": ("scheme", "colt_rules.research.memory._shown", cards_laid),
    **(
        {"native views": ("deck", f"{__name__}.native_view", lambda game, role: game.view(REFEREE) | {"role": role})}
        if INSTALLED
        else {}
    ),
    "reasons of sealed commands": ("scheme", "colt_rules.playing.sitting.Sitting._sees_whole", lambda *_: True),
    "positions in explanations": ("scheme", "colt_rules.referee.explain.seen_by", lambda role, game: game),
}
"""By name: the kind of secret, what is put in the place of what."""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, place, leaky = LEAKS[leak]
    for number in range(4):
        both = a_secret(kind, number)
        with monkeypatch.context() as leaking:
            leaking.setattr(place, leaky)
            if told_apart(both):
                return
    pytest.fail("the leak was not caught")


def open_outcome(outcome: Accepted, role: str) -> Any:
    """A leak: a seat sees what a command would have led to, as if it had happened.

    That it tells of purses, too, ``tests/views/test_two_worlds.py`` shows.
    """
    return tuple(view_event(event, role, outcome.after, cites) for event, cites in outcome.events)


HYPOTHETICAL_LEAKS: dict[str, tuple[str, int, str, object]] = {
    "cards that would be drawn": ("deck", 15, "colt_rules.referee.why_not.view_outcome", open_outcome),
    "names in hidden decks": ("station", 1, "colt_rules.referee.typed.REFEREE", SPECTATOR),
    "things for open fields": ("deck", 15, "colt_rules.referee.open_fields.seen_by", lambda role, game: game),
}
"""As ``LEAKS``, of what is told about commands that nobody gave, with the number of a secret that the leak tells.

To look for one takes nearly a second each; after a change that exchanges the secrets the others are tried as well."""


@pytest.mark.thorough
@pytest.mark.parametrize("leak", HYPOTHETICAL_LEAKS)
def test_a_leak_in_the_view_of_other_commands_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, likely, place, leaky = HYPOTHETICAL_LEAKS[leak]
    for number in (likely, *range(40)):
        both = played_on(for_whoever_acts_next(a_secret(kind, number)), Random(number), 30)
        with monkeypatch.context() as leaking:
            leaking.setattr(place, leaky)
            caught = told_apart(both, hypotheticals)
        if caught:
            assert told_apart(both, hypotheticals) == ""
            return
    pytest.fail("the leak was not caught")


def for_whoever_acts_next(both: Worlds) -> Worlds:
    """The same secret at its beginning, as a seat sees it that is asked soon, if it may not know the secret either."""
    at, last = both.secret, both.one[-1].verdict
    one, other = both.one[: at + 1], both.other[: at + 1]
    asked = (decision.actor for decision in last.awaiting if decision.actor in last.after.options.seats)
    role = next((seat for seat in asked if looks_alike(one[at].verdict, other[at].verdict, seat)), both.role)
    return both._replace(role=role, one=one, other=other)
