"""A redacted log shows a role only what it may know, and has its own chain."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules import events as e
from colt_rules.log.codec import to_data
from colt_rules.log.entries import (
    CommandEntry,
    EventEntry,
    Recording,
    Seal,
    closing_of,
    lines_of,
    new_header,
    recording,
)
from colt_rules.log.errors import LogError, Malformed
from colt_rules.log.lines import parse_lines, read_lines
from colt_rules.log.redaction import RedactedHeader, RedactedReader, is_redacted, read_redacted, redacted
from colt_rules.log.replay import replay
from colt_rules.log.verifying import Verified, verify_read
from colt_rules.model.names import is_bullet
from colt_rules.model.record import changed
from colt_rules.registry.published import corrections
from colt_rules.rules.duo.events import CardChosen, PawnsHidden
from colt_rules.rules.horses import events as h
from colt_rules.rules.stagecoach import events as sc
from colt_rules.rules.visibility import everybody
from colt_rules.views.events import AUDIENCES, SOMETIMES
from colt_rules.views.roles import REFEREE, SPECTATOR, UnknownRole
from tests.conftest import THOROUGH
from tests.events.test_schemas import problems
from tests.logs import chained, chained_lines, changed_entry, end_of, played
from tests.views import test_two_worlds as two_worlds
from tests.views.test_two_worlds import Tells, Twist, World

GAMES = {path.stem: path for path in sorted((Path(__file__).parents[2] / "events" / "games").glob("*.jsonl"))}


@cache
def kept(name: str) -> Recording:
    return read_lines(GAMES[name])


def some_seat(name: str) -> str:
    """Who looks at a kept game: another seat in each."""
    seats = kept(name).header.seats
    return seats[list(GAMES).index(name) % len(seats)]


@cache
def seen(name: str, role: str) -> list[bytes]:
    return list(redacted(kept(name), role))


@cache
def ghosts() -> list[bytes]:
    """What ghost has seen of a game with everything in it."""
    return list(redacted(played(1), "ghost"))


def text(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def verified(lines: list[bytes] | bytes) -> Verified:
    return verify_read(RedactedReader([lines if isinstance(lines, bytes) else text(lines)]))


# --- the same log, with less in it


@pytest.mark.parametrize("name", GAMES)
def test_it_verifies_and_has_the_same_lines_with_the_same_numbers(name: str) -> None:
    log = kept(name)
    role = some_seat(name)
    lines = seen(name, role)
    found = verified(lines)
    assert found.sound, found
    assert found.over
    assert (found.head.commands, found.head.events) == (len(log.commands), len(log.events))
    assert found.header is not None
    told = to_data(found.header)
    assert (told["as"], told["seats"]) == (role, list(log.header.seats))
    assert len(lines) == 1 + len(log.entries) + 1
    for line, entry in zip(map(json.loads, lines[1:-1]), map(to_data, log.entries), strict=True):
        for field in ("actor", "cites", "command", "seq"):
            assert line.get(field) == entry.get(field)
        secret = line["hidden"] == ["type"]
        assert (line["type"], line["v"]) == ((None, None) if secret else (entry["type"], entry["v"]))


@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_as_its_schema_says(name: str) -> None:
    """One line of each type is measured, or all where there is time."""
    lines = list(map(json.loads, seen(name, some_seat(name))))
    for line in lines if THOROUGH else {line.get("type"): line for line in lines}.values():
        assert not problems("redacted-line.json", line)


@pytest.mark.parametrize("name", ["russian-expert", "polish-two", "team-four"])
def test_every_role_can_verify_its_own(name: str) -> None:
    ends = set()
    for role in (*kept(name).header.seats, SPECTATOR):
        found = verified(seen(name, role))
        assert found.sound
        ends.add(found.head.hash)
    assert len(ends) == len(kept(name).header.seats) + 1


@pytest.mark.parametrize("name", GAMES)
def test_no_hash_of_the_whole_log_is_in_it(name: str) -> None:
    """Where little is hidden, somebody could guess what until the hash fits."""
    whole = {sha256(line).hexdigest() for line in lines_of(kept(name))}
    for role in kept(name).header.seats:
        told = [json.loads(line) for line in seen(name, role)]
        assert not whole & {line["prev"] for line in told[1:]}


def test_a_seal_of_the_whole_log_is_not_in_it() -> None:
    """A signature would tell as much as a hash, and it is of another log."""
    seal = Seal("ab" * 32, "cd" * 64)
    sealed = changed(played(1), closing=closing_of(end_of(played(1)), (seal,)))
    assert list(redacted(sealed, "ghost")) == ghosts()
    assert json.loads(ghosts()[-1])["seals"] == []


def test_the_log_of_a_game_that_goes_on_is_the_beginning_of_the_later_one() -> None:
    """What a role sees of an event never changes afterwards."""
    log = kept("no-card-for-a-flask")
    for role in (log.header.seats[1], SPECTATOR):
        for number in (1, 12, 40, 90):
            at = next(index for index, entry in enumerate(log.entries) if entry.number == number + 1)
            begun = chained(log.header, log.entries[:at])
            assert list(redacted(begun, role))[:-1] == seen("no-card-for-a-flask", role)[: 1 + at]


# --- what is in a line: by hand, not by the table of `views`

OPEN = {
    "RulingAgreed",
    "SeatTaken",
    "CardRevealed",
    "CardReturned",
    "CardDiscarded",
    "BulletGiven",
    "BulletsDiscarded",
    "MarshalSeated",
    "IdeaFound",
    "PlusCardPlayed",
    "ReflexPlayed",
    "BulletLaidOpen",
    "BulletsReturned",
}
"""Events that name cards in sight of all."""

CHOSEN = {"PawnsHidden": set(), "BoardingSealed": set(), "ChoiceSealed": set(), "CardsKept": {"count"}}
"""What is chosen in secret, by event, and what all others see of it besides whose it is."""


def texts(value: Any) -> set[str]:
    """Every text in a value."""
    match value:
        case str():
            return {value}
        case list():
            return set().union(*map(texts, value))
        case dict():
            return set().union(*map(texts, value.values()))
    return set()


def leaks(log: Recording, role: str, lines: list[bytes]) -> Iterator[str]:
    """What stands in the lines of a redacted log that the role may not know yet."""
    events = [one.event for one in log.events]
    rounds = {card for one in events if isinstance(one, e.RoundCardsDrawn) for card in one.cards}
    rounds |= {one.card for one in events if isinstance(one, e.StationDrawn)}
    cards = {card for one in events if isinstance(one, e.SeatTaken) for card in one.cards}
    mine = {one.bandit for one in events if isinstance(one, e.SeatTaken) and one.seat == role} | {role}
    house_rules = {f"{one.ruling}={one.answer}" for one in events if isinstance(one, e.RulingAgreed)}
    shown: set[str] = set()
    for entry, line in zip(log.entries, map(json.loads, lines[1:-1]), strict=True):
        data, kind = line["data"], line["type"]
        told = texts(data)
        named = told - {"mortal-bullet", "golden-bullet", "dodged-bullets"}  # a station and two goals
        if isinstance(entry, CommandEntry):
            if entry.actor == role:
                if (data, line["hidden"]) != (to_data(entry.data), []):
                    yield f"not all of an own command: {line}"
            elif data:
                yield f"a command of another: {line}"
            continue
        event: Any = entry.event
        if kind in ("RoundStarted", "RoundCardRevealed"):  # where hands come first, the card is shown later
            shown.add(event.card)
        if told & rounds - shown and kind not in ("RoundCardsAgreed", "TurnsNamed"):  # which were drawn they do not say
            yield f"a round to come: {line}"
        if any(card in cards or is_bullet(card) for card in named) and kind not in OPEN:
            owner = "marshal" if kind == "CylinderLoaded" else event.seat
            own = owner == role and kind not in ("DeckShuffled", "DiscardShuffled", "SearchedDeckShuffled")
            face_up = kind in ("CardPlayed", "CardAdded", "FlaskCardPlayed") and not event.face_down
            discarded = kind == "HandKept" and "kept" not in data and "ruling.expert.discard-secret=open" in house_rules
            if not (own or face_up or discarded):
                yield f"a card: {line}"
        owners = {getattr(event, who, "") for who in ("bandit", "by", "liberator")}  # what lies on the train has none
        owners |= {"marshal"} if kind == "FlaskKept" else set()  # he alone takes one so
        if "value" in data and data.get("token", "").startswith("purse") and not owners & mine:
            yield f"the value of a purse: {line}"
        if told & {"classic", "old"} and kind not in ("FlaskUsed", "FlaskDrunk") and not owners & mine:
            yield f"what a flask holds: {line}"
        if kind in CHOSEN and event.seat != role and data.keys() != {"seat"} | CHOSEN[kind]:
            yield f"a secret choice: {line}"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_in_it_that_the_role_may_not_know(name: str) -> None:
    for role in (*kept(name).header.seats, SPECTATOR):
        assert list(leaks(kept(name), role, seen(name, role))) == []


@pytest.mark.parametrize("name", ["six-everything", "russian-expert", "russian-two", "team-four"])
def test_what_a_seat_has_seen_itself_is_all_there(name: str) -> None:
    role, unseen = some_seat(name), {"DeckShuffled", "DiscardShuffled", "RoundCardsDrawn", "StationDrawn"}
    own = 0
    for entry, line in zip(kept(name).entries, map(json.loads, seen(name, role)[1:-1]), strict=True):
        if isinstance(entry, EventEntry) and entry.type not in unseen:
            event = to_data(entry.event)
            if event.get("seat", role) == role and not (event.get("token") or "").startswith("purse"):
                own += 1
                assert line["hidden"] == []
                assert {field: line["data"][field] for field in event} == event
    assert own > 50


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (e.DeckShuffled, "deck"),
        (e.HandDrawn, "cards"),
        (e.LootPlaced, "value"),
        (e.RoundCardsDrawn, "cards"),
        (e.StationDrawn, "card"),
        (e.CardPlayed, "card"),
        (PawnsHidden, "last"),
        (CardChosen, "card"),
        (h.FlaskPlaced, "kind"),
        (h.BoardingSealed, "boards"),
        (h.FlaskCardsDrawn, "cards"),
        (h.FlaskCardPlayed, "card"),
        (sc.ChoiceSealed, "card"),
        (sc.ChoiceSealed, "face_down"),
        (sc.CardsKept, "cards"),
    ],
)
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, kind: type[e.Event], field: str) -> None:
    monkeypatch.setitem(AUDIENCES[kind], field, everybody)
    logs = [
        kept(name)
        for name in (
            "french-expert-stagecoach",
            "polish-two",
            "house-rules-duo",
            "four-everything",
            "no-card-for-a-flask",
        )
    ]
    having = [log for log in logs if any(isinstance(entry.event, kind) for entry in log.events)]
    found = [leak for log in having for leak in leaks(log, SPECTATOR, list(redacted(log, SPECTATOR)))]
    assert found


def test_the_content_of_a_flask_is_known_to_its_taker(monkeypatch: pytest.MonkeyPatch) -> None:
    log = kept("french-team-stagecoach")
    taken = [entry for entry in log.events if isinstance(entry.event, e.LootTaken) and "whisky" in entry.event.token]
    assert taken
    for role in (*log.header.seats, SPECTATOR):
        by_seq = {
            line["seq"]: line for line in map(json.loads, seen("french-team-stagecoach", role)[1:-1]) if "seq" in line
        }
        for entry in taken:
            told = by_seq[entry.seq]
            assert ("kind" in told["data"], "kind" in told["hidden"]) == (role == entry.actor, role != entry.actor)
    monkeypatch.setitem(SOMETIMES[e.LootTaken], "kind", (SOMETIMES[e.LootTaken]["kind"][0], everybody))
    assert list(leaks(log, SPECTATOR, list(redacted(log, SPECTATOR))))


# --- two worlds that differ only in what a role may not know give it the same bytes


def log_of(world: World) -> Recording:
    """The log of a world, as far as its commands were legal."""
    start = world.steps[0].after.options
    header = new_header("world", start.edition, start.modules, start.seats)
    return recording(
        header, [(command, step.events) for command, step in zip(world.commands, world.steps, strict=False)]
    )


def told_apart(one: Recording, other: Recording, role: str, tells: Tells) -> str:
    """The first line that differs before the game itself reveals the secret to the role; empty if no line does."""
    lines = zip(redacted(one, role), redacted(other, role), strict=False)
    assert len(set(next(lines))) == 1
    for entry, counterpart, (line, twin) in zip(one.entries, other.entries, lines, strict=False):
        if (
            isinstance(entry, EventEntry)
            and isinstance(counterpart, EventEntry)
            and (isinstance(entry.event, e.GameEnded) or tells(entry.event, counterpart.event, role))
        ):
            return ""
        if line != twin:
            return f"{line!r} or {twin!r}"
    return "" if len(one.entries) == len(other.entries) else "another number of lines"


def worlds(twist: Callable[[World, Random], Twist | None], number: int) -> Iterator[tuple[World, Twist]]:
    """The first ``number`` random games in which this twist is possible, each with the twist."""
    for seed in range(100):
        world = two_worlds.played(seed)
        if found := twist(world, Random(seed)):
            yield world, found
            number -= 1
        if not number:
            return
    pytest.fail("there is no such twist")


@pytest.mark.parametrize("twist", two_worlds.TWISTS)
def test_two_worlds_give_the_same_bytes_to_roles_that_may_not_know(
    twist: Callable[[World, Random], Twist | None],
) -> None:
    for world, found in worlds(twist, 1):
        one, other = log_of(world), log_of(two_worlds.told(found.commands))
        for role in (*one.header.seats, SPECTATOR):
            apart = told_apart(one, other, role, found.tells)
            assert bool(apart) == (role in found.insiders), f"{role}: {apart}"


def test_an_undrawn_deck_does_not_change_a_byte() -> None:
    for world, found in worlds(two_worlds.deck, 1):
        one, other = log_of(world), log_of(two_worlds.told(found.commands))
        assert one != other
        for role in (*one.header.seats, SPECTATOR):
            assert list(redacted(one, role)) == list(redacted(other, role))


# --- who can ask, and for what


def test_the_referee_sees_the_log_itself() -> None:
    with pytest.raises(UnknownRole, match="the referee sees everything, which is the log itself"):
        next(redacted(played(1), REFEREE))


@pytest.mark.parametrize("role", ["tuco", "", "Ghost", "chance", "table"])
def test_an_unknown_role_is_refused_with_the_known_ones(role: str) -> None:
    with pytest.raises(UnknownRole, match="one of ghost, cheyenne, django, spectator, referee"):
        next(redacted(played(1), role))


def test_a_broken_log_is_not_made_whole_by_a_new_chain() -> None:
    log = played(1)
    at = 40
    entry = log.entries[at]
    tampered = changed(log, entries=(*log.entries[:at], changed_entry(entry, actor="doc"), *log.entries[at + 1 :]))
    with pytest.raises(LogError, match=f"line {at + 2}: "):
        next(redacted(tampered, "ghost"))
    with pytest.raises(LogError, match="as the closing line says"):
        next(redacted(changed(log, entries=log.entries[:-1]), "ghost"))


def test_redacted_and_complete_logs_are_not_interchangeable() -> None:
    whole = b"".join(line + b"\n" for line in lines_of(played(1)))
    assert is_redacted(text(ghosts()))
    assert not is_redacted(whole)
    with pytest.raises(LogError, match="this log is redacted for one role; name a complete log"):
        parse_lines([text(ghosts())])
    assert RedactedReader([whole]).problems


# --- tampering


PLACES = (1, 2, 57, 300, len(played(1).entries) - 1)
"""Lines of commands and events, counted from 0."""


def changed_at(lines: list[bytes], at: int) -> list[bytes]:
    kind = json.loads(lines[at])["cites" if b'"cites"' in lines[at] else "actor"]
    old = json.dumps(kind, separators=(",", ":")).encode()
    new = b'["fire.target"]' if isinstance(kind, list) else b'"doc"'
    return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]


WAYS: dict[str, tuple[int, Callable[[list[bytes], int], list[bytes]]]] = {
    "changed": (0, changed_at),
    "removed": (-1, lambda lines, at: [*lines[:at], *lines[at + 1 :]]),
    "inserted": (0, lambda lines, at: [*lines[:at], lines[at], *lines[at:]]),
    "swapped": (-1, lambda lines, at: [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]),
}
"""Ways to tamper with a line.

The number says which line is named: the line itself (0), or the line before it (-1), after which the chain breaks.
"""


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize("way", WAYS)
def test_a_line_that_was_changed_removed_inserted_or_swapped_is_found_and_named(way: str, at: int) -> None:
    named, tamper = WAYS[way]
    lines = tamper(ghosts(), at)
    assert lines != ghosts()
    found = verified(lines).departures
    assert (found[0].kind, found[0].line) == ("chain", at + 1 + named)
    forged = chained_lines(line + b"\n" for line in lines[:-1])
    assert verified(b"".join(forged) + lines[-1] + b"\n").departures, "the end gives it away, if nothing else"


@pytest.mark.parametrize("at", PLACES)
def test_a_cut_is_found(at: int) -> None:
    lines = ghosts()
    (problem,) = verified(lines[:at]).problems
    assert (problem.line, "the file was cut" in problem.message) == (at + 1, True)
    (problem,) = verified(text(lines[:at]) + lines[at][:30]).problems
    assert (problem.line, "expected a line feed" in problem.message) == (at + 1, True)
    found = verified([*lines[:at], lines[-1]])
    assert [(one.kind, one.line) for one in found.departures] == [("chain", at), ("count", at + 1)]


def test_a_changed_header_or_end_is_found() -> None:
    lines = ghosts()
    other = [lines[0].replace(b'"ghost"', b'"doc"'), *lines[1:]]
    assert verified(other).departures[0].line == 1
    for old, new in ((b'"commands":118', b'"commands":117'), (b'"events":391', b'"events":390')):
        assert old in lines[-1]
        (departure,) = verified([*lines[:-1], lines[-1].replace(old, new)]).departures
        assert departure.kind == "count"
    assert "more" in verified([*lines, lines[-1]]).problems[0].message


@cache
def beginning() -> bytes:
    """The first lines of a redacted log, which are a redacted log too."""
    log = played(1)
    cut = [entry for entry in log.entries if entry.number <= 12]
    return text(list(redacted(chained(log.header, cut), "ghost")))


@settings(max_examples=100, deadline=None)
@given(at=st.integers(0, len(beginning()) - 1), bits=st.integers(1, 255))
def test_any_flipped_byte_is_found(at: int, bits: int) -> None:
    flipped = bytearray(beginning())
    flipped[at] ^= bits
    assert verified(beginning()).sound
    assert not is_sound(bytes(flipped))


def is_sound(log: bytes) -> bool:
    try:
        return verified(log).sound
    except LogError:
        return False


# --- the reader

DRAWN = next(line for line in ghosts() if b'"type":"HandDrawn"' in line and b'"hidden":[]' in line)
OTHERS = next(line for line in ghosts() if b'"type":"HandDrawn"' in line and b'"hidden":["cards"]' in line)
SECRET = next(line for line in ghosts() if b'"hidden":["type"]' in line)
OWN = next(line for line in ghosts() if b'"type":"PlayCard"' in line and b'"actor":"ghost"' in line)


@pytest.mark.parametrize(
    ("line", "old", "new", "told"),
    [
        (DRAWN, b'"hidden":[]', b'"hidden":["cards"]', "hidden: expected each of seat, cards, count once"),
        (DRAWN, b'"hidden":[]', b'"hidden":["cards","cards"]', "once, here or in data"),
        (OTHERS, b'"hidden":["cards"]', b'"hidden":[]', "hidden: expected each of seat, cards, count once"),
        (OTHERS, b'"hidden":["cards"]', b'"hidden":["cards","value"]', "once, here or in data"),
        (OTHERS, b'"count":6', b'"count":"6"', "data.count: expected a whole number, got the text '6'"),
        (OTHERS, b'"count":6', b'"count":6,"deck":[]', "once, here or in data"),
        (OTHERS, b'"hidden":["cards"]', b'"hidden":"cards"', "hidden: expected a list"),
        (OTHERS, b'"hidden":["cards"],', b"", "hidden: expected a list, got nothing"),
        (OTHERS, b'"type":"HandDrawn"', b'"type":"HandDrown"', "did you mean HandDrawn?"),
        (OTHERS, b'"type":"HandDrawn"', b'"type":7', "type: expected one of the"),
        (OTHERS, b'"v":1', b'"v":2', "v: expected version 1 of HandDrawn, got the number 2; upgrade colt-rules"),
        (OTHERS, b'"v":1', b'"v":0', "v: expected version 1 of HandDrawn, got the number 0; use an intact copy"),
        (OTHERS, b'"v":1', b'"v": 1', "expected canonical JSON"),
        (OTHERS, b'"v":1', b'"v":1,"x":1', "got the text 'x'; remove it"),
        (OTHERS, b'"seq"', b'"sec"', "did you mean seq?"),
        (SECRET, b'"hidden":["type"]', b'"hidden":[]', "hidden: expected type alone"),
        (SECRET, b'"hidden":["type"]', b'"hidden":["card","type"]', "hidden: expected type alone"),
        (SECRET, b'"data":{}', b'"data":{"card":"x"}', "data: expected nothing, because the type is hidden"),
        (SECRET, b'"v":null', b'"v":1', "v: expected nothing, because the type is hidden, got the number 1"),
        (SECRET, b'"type":null', b'"type":"PlayCard"', "v: expected version 1 of PlayCard"),
        (OTHERS, b'"type":"HandDrawn"', b'"type":null', "type: expected one of the"),
        (OWN, b'"face_down":', b'"face_up":', "hidden: expected each of card, face_down once"),
        (OWN, b'"card":"', b'"card":7,"case":"', "once, here or in data"),
        (OWN, b'"hidden":[]', b'"hidden":["card"]', "once, here or in data"),
        (OWN, b'"hidden":[]', b'"cites":[],"hidden":[]', "no fields but"),
    ],
)
def test_a_malformed_line_is_refused(line: bytes, old: bytes, new: bytes, told: str) -> None:
    assert old in line
    read_redacted(line)
    with pytest.raises(Malformed) as refused:
        read_redacted(line.replace(old, new))
    assert told in str(refused.value)


@pytest.mark.parametrize("line", [b"[]", b"7", b"null", b"{", b"\xff", b"", b"[" * 5000])
def test_what_is_no_object_is_refused(line: bytes) -> None:
    with pytest.raises(Malformed):
        read_redacted(line)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"game":"game-1"', b'"game":"../game"', "game: expected a name of 1 to 100 letters"),
        (b'"as":"ghost"', b'"as":7', "as: expected a text"),
        (b'"as":"ghost",', b"", "as: expected a text, got nothing"),
        (b'"seats":[', b'"seats":["doc",7,', "seats[1]: expected a text"),
        (b'"version":1', b'"version":"1"', "version: expected the number 1, got the text '1'"),
    ],
)
def test_a_malformed_header_is_refused(old: bytes, new: bytes, told: str) -> None:
    first, *others = ghosts()
    assert old in first
    found = verified([first.replace(old, new), *others])
    assert found.header is None
    assert told in found.problems[0].message


def test_a_newer_format_says_what_to_do() -> None:
    first, *others = ghosts()
    with pytest.raises(LogError, match="got the number 2; upgrade colt-rules and read the file again"):
        RedactedReader([text([first.replace(b'"version":1', b'"version":2'), *others])])


def test_the_header_names_the_role() -> None:
    whole = msgspec.structs.replace(played(1).header, made_by="another program")
    log = chained(whole, played(1).entries)
    header: Any = RedactedReader([text(list(redacted(log, "ghost")))]).header
    told = ("ghost", "game-1", whole.edition, whole.modules, whole.seats, whole.spec, "another program")
    assert header == RedactedHeader(*told)
    assert header.spec == corrections().version
    assert header.seats == replay(log).options.seats
