"""Keys lead through a story, unknown names are reported with the nearest one, and a role sees what it may see."""

from functools import cache
from pathlib import Path

import pytest

from colt_rules.events import BanditMoved, CardPlayed, LootTaken, RoundStarted, SeatTaken
from colt_rules.log.lines import read_lines
from colt_rules.log.redaction import redacted
from colt_rules.model.record import changed
from colt_rules.referee.redacted import RedactedStory
from colt_rules.referee.stepping import ASKING, STEPS, StoryViewer, UnknownName, ViewerState, keys_in, keys_in_words
from colt_rules.referee.story import Story, Wanted
from colt_rules.rules.horses.events import BoardingSealed
from colt_rules.views import REFEREE, SPECTATOR, glimpse, view, view_event
from tests.logs import changed_entry, event_at, forged, lines_of, place_of, played, text_of

LAST = 391
"""Events in the game of ``played``."""


@cache
def walker() -> StoryViewer:
    return StoryViewer(Story.read([text_of(played())]))


def walked(typed: str, at: int = 100, role: str = REFEREE) -> ViewerState:
    """The walk after these keys from an event."""
    walk = ViewerState(at, role)
    for key in keys_in(typed):
        walk = walker().press(walk, key)
    return walk


def numbers(kind: str) -> list[int]:
    return [entry.seq for entry in played().events if entry.type == kind]


# --- stepping


@pytest.mark.parametrize("keys", [" ", "\r", "l", "\x1b[C", "\x1bOC"])
def test_a_key_leads_to_the_next_event(keys: str) -> None:
    assert walked(keys).at == 101
    assert walked(keys * 3).at == 103


@pytest.mark.parametrize("keys", ["b", "h", "\x7f", "\x1b[D", "\x1bOD"])
def test_a_key_leads_to_the_event_before(keys: str) -> None:
    assert walked(keys).at == 99


@pytest.mark.parametrize(("keys", "at"), [("<", 0), ("\x1b[H", 0), (">", LAST), ("\x1b[F", LAST), ("\x1b[4~", LAST)])
def test_the_first_and_the_last_event_are_one_key_away(keys: str, at: int) -> None:
    assert walked(keys).at == at


@pytest.mark.parametrize(("at", "keys"), [(LAST, " "), (LAST, "."), (0, "b"), (0, ","), (0, "<"), (LAST, ">")])
def test_nothing_is_beyond_the_ends(at: int, keys: str) -> None:
    walk = walked(keys, at)
    assert walk.at == at
    assert walk.message == "There is nothing more in that direction."


def test_whole_commands_can_be_walked() -> None:
    ends = [step.events[-1].seq for step in walker().story.steps()]
    at, forward = 0, []
    while at < LAST:
        at = walked(".", at).at
        forward.append(at)
    assert forward == ends
    assert walked(",", ends[10]).at == ends[9]
    middle = next(step for step in walker().story.steps(20) if len(step.events) > 2).events
    assert walked(".", middle[0].seq).at == middle[-1].seq
    assert walked(",", middle[1].seq).at == middle[0].seq - 1


def test_rounds_are_one_key_away() -> None:
    rounds = numbers("RoundStarted")
    assert walked("]", 0).at == rounds[0]
    assert walked("]]", 0).at == rounds[1]
    assert walked("[", rounds[2]).at == rounds[1]


# --- going to an event, searching


def test_a_number_leads_to_its_event() -> None:
    assert walked("120\r").at == 120
    assert walked("g7\r").at == 7
    assert walked("0\r").at == 0
    assert walked("12\x7f5\r").at == 15


def test_while_a_number_is_typed_nothing_moves() -> None:
    walk = walked("120")
    assert (walk.at, walk.asked, walk.typed) == (100, "event", "120")
    assert walked("120\x1b") == ViewerState(100, REFEREE)
    assert walked("1\x7f\x7f") == ViewerState(100, REFEREE)
    assert walked("1" * 500).typed == "1" * 80


@pytest.mark.parametrize("typed", ["392", "99999999999999999999", "1a", "g"])
def test_an_event_that_is_not_there_is_told(typed: str) -> None:
    walk = walked(f"{typed}\r")
    assert walk.at == 100
    assert walk.message.startswith("Expected an event from 0 to 391, got")


def test_the_next_event_of_a_kind_is_found_and_found_again_both_ways() -> None:
    taken = [seq for seq in numbers("LootTaken") if seq > 100]
    assert walked("kLootTaken\r").at == taken[0]
    assert walked("kLootTaken\rn").at == taken[1]
    assert walked("kLootTaken\rnN").at == taken[0]
    assert walked("KLootTaken\r", LAST).at == taken[-1]


def test_a_kind_may_be_shortened_and_written_in_any_case() -> None:
    assert walked("kloott\r").at == walked("kLootTaken\r").at
    assert walked("kMarshalmo\r").wanted == Wanted(kind="MarshalMoved")


def test_a_player_and_a_clause_are_found() -> None:
    assert walked("pdjango\r").at == walker().story.find(Wanted(player="django"), 100)
    assert walked("Pdjango\r").at == walker().story.find(Wanted(player="django"), 100, backward=True)
    assert walked("cfire.bullet-given\r", 0).at == numbers("BulletGiven")[0]
    assert walked("cfire.bullet-given\rn", 0).at == numbers("BulletGiven")[1]


def test_what_is_not_there_is_told_and_can_be_looked_for_the_other_way() -> None:
    walk = walked("kGameStarted\r")
    assert (walk.at, walk.message) == (100, "There is no later event of the kind GameStarted.")
    assert walked("kGameStarted\rN").at == 1
    assert walked("KGameEnded\r").message == "There is no earlier event of the kind GameEnded."


def test_looking_again_for_nothing_is_told() -> None:
    assert walked("n").message.startswith("No search yet")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("kLootTakn\r", "Expected a type of event, got 'LootTakn'; did you mean LootTaken?"),
        ("kLoot\r", "Expected a type of event, got 'Loot'; did you mean LootPlaced or LootSetAside or LootTaken?"),
        ("pdjago\r", "Expected a player, got 'djago'; did you mean django?"),
        ("cfire.targt\r", "Expected a clause, got 'fire.targt'; did you mean fire.target?"),
        ("acheyene\r", "Expected a role, got 'cheyene'; did you mean cheyenne?"),
        ("axyz\r", "Expected a role, got 'xyz'; there are ghost, cheyenne, django, spectator, referee"),
        ("p\r", "Expected a player, got ''; there are ghost, cheyenne, django, table, chance"),
    ],
)
def test_a_name_that_nothing_has_is_told_with_the_nearest(keys: str, words: str) -> None:
    walk = walked(keys)
    assert walk.message == words
    assert (walk.at, walk.role, walk.asked) == (100, REFEREE, "")


# --- roles, and the rest


def test_roles_follow_one_another_or_are_named() -> None:
    assert [walked("r" * number).role for number in range(1, 7)] == [
        "ghost",
        "cheyenne",
        "django",
        SPECTATOR,
        REFEREE,
        "ghost",
    ]
    assert walked("acheyenne\r").role == "cheyenne"
    assert walked("r").at == 100


def test_help_is_shown_until_any_key_and_moves_nothing() -> None:
    assert walked("?").help
    assert walked("? ") == ViewerState(100, REFEREE)


def test_every_key_is_told_in_the_help() -> None:
    told = " ".join(keys for keys, _ in keys_in_words("en"))
    assert all(key in told for key in {*STEPS, *ASKING} if key.isprintable() and key not in " g")


def test_a_key_that_means_nothing_says_where_to_look() -> None:
    assert walked("x") == changed(ViewerState(100, REFEREE), message="? explains the keys.")
    assert walked("x ").message == ""


def test_q_ends_it_and_a_lone_escape_does_not() -> None:
    assert walked("q").over
    assert not walked("\x1b").over


def test_a_page_is_scrolled_and_the_next_one_begins_at_its_top() -> None:
    assert walked("\x1b[B\x1b[B\x1b[A").down == 1
    assert walked("\x1b[A").down == 0
    assert walked("\x1b[B\x1b[B ").down == 0


def test_keys_that_come_in_one_are_told_apart() -> None:
    assert keys_in("a\x1b[C12\r\x1b[6~\x1b") == ["a", "\x1b[C", "1", "2", "\r", "\x1b[6~", "\x1b"]


# --- what is seen


def test_a_look_at_rest_is_the_view_of_the_role_and_tells_who_is_asked() -> None:
    for step in walker().story.steps():
        for role in ("ghost", SPECTATOR, REFEREE):
            look = walker().look(step.events[-1].seq, role)
            assert look.position == view(step.after, role)
            assert look.note == ""


def test_in_the_middle_of_a_command_nobody_is_asked() -> None:
    step = next(step for step in walker().story.steps() if len(step.events) > 2)
    look = walker().look(step.events[0].seq, REFEREE)
    assert look.position == glimpse(walker().story.position(step.events[0].seq), REFEREE)
    assert look.note == f"In the middle of command {step.command.number}: {len(step.events) - 1} events more."


def test_before_everything_there_is_a_position_and_no_event() -> None:
    for role in ("ghost", REFEREE):
        look = walker().look(0, role)
        assert (look.at, look.number, look.event, look.command) == (0, 0, None, None)
        assert look.event_in_words == "Before the first event."
        assert look.position
        assert look.position.awaiting[0].actor == "table"


def test_an_event_is_seen_as_the_role_may_see_it_and_only_its_own_command() -> None:
    end = walker().story.position(LAST)
    for entry in played().events:
        for role in ("ghost", REFEREE):
            look = walker().look(entry.seq, role)
            assert look.event == view_event(entry.event, role, end, entry.cites)
            assert (look.command is not None) == (role == REFEREE or entry.actor == role)
            assert (look.actor, look.number) == (entry.actor, entry.number)


def test_a_hidden_card_is_in_no_word_of_what_others_see() -> None:
    entry = next(one for one in played().events if isinstance(one.event, CardPlayed) and one.event.face_down)
    assert isinstance(entry.event, CardPlayed)
    others = [seat for seat in ("ghost", "cheyenne", "django") if seat != entry.actor]
    for role in (*others, SPECTATOR):
        look = walker().look(entry.seq, role)
        assert look.event_in_words.endswith("played a card, face down.")
        assert look.command_in_words == f"{entry.actor.title()}: a command of a secret kind"
    assert " plays " in walker().look(entry.seq, entry.actor).command_in_words


def test_looks_in_a_row_are_the_looks_one_by_one() -> None:
    every = list(walker().looks("cheyenne", 90, 140))
    assert every == [walker().look(at, "cheyenne") for at in range(90, 141)]
    assert list(walker().looks(REFEREE, 1, 0)) == []


def test_looks_can_be_filtered_and_go_without_positions() -> None:
    wanted = Wanted(kind="LootTaken", player="ghost")
    found = list(walker().looks(REFEREE, 1, LAST, wanted, positions=False))
    at, expected = 0, []
    while at := walker().story.find(wanted, at) or 0:
        expected.append(at)
    assert [look.at for look in found] == expected
    assert expected
    assert {look.position for look in found} == {None}


# --- false logs


def test_a_position_before_which_something_is_missing_is_shown_and_told() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    number = entry.number
    step = walker().story.step(number)
    others = [one for one in step.events if one.seq > entry.seq]
    assert others, "something follows from it"
    shortened = Story.read([b"".join(lines_of(played())[: at + 2])])
    look = StoryViewer(shortened).look(entry.seq, "ghost")
    assert look.note == "Nobody is asked: by the rules something else should have happened first."
    assert look.position == glimpse(shortened.position(entry.seq), "ghost")


def test_a_position_that_the_rules_do_not_know_is_shown_and_told() -> None:
    at = place_of(RoundStarted)
    entry = event_at(at)
    assert isinstance(entry.event, RoundStarted)
    false = forged(at, changed_entry(entry, data=changed(entry.event, card="no such card")))
    turns = [line for line, one in enumerate(false.entries, 1) if one.type == "TurnStarted"]
    cut = StoryViewer(Story.read([b"".join(lines_of(false)[: turns[1]])]))
    look = cut.look(cut.events, REFEREE)
    assert look.note == "Nobody can be asked: the rules know no such position."
    assert look.position


def test_a_position_that_cannot_be_drawn_is_told() -> None:
    at = place_of(SeatTaken)
    entry = event_at(at)
    assert isinstance(entry.event, SeatTaken)
    false = StoryViewer(
        Story.read([text_of(forged(at, changed_entry(entry, data=changed(entry.event, seat="nobody"))))])
    )
    look = false.look(entry.seq, REFEREE)
    assert (look.position, look.note) == (None, "This position cannot be shown: no game leads to it.")
    assert look.event_in_words.startswith("Nobody with Ghost sat down")


def test_a_log_without_events_has_the_roles_of_its_header() -> None:
    bare = StoryViewer(Story.read([lines_of(played())[0]]))
    assert bare.roles == ("ghost", "cheyenne", "django", SPECTATOR, REFEREE)
    assert bare.look(0, "ghost").position
    assert list(bare.looks(REFEREE, 1, bare.events)) == []


# --- redacted logs


@cache
def ghosts() -> RedactedStory:
    return RedactedStory([b"".join(line + b"\n" for line in redacted(played(), "ghost"))])


def test_a_redacted_log_tells_the_same_as_the_role_sees_but_no_position_and_no_cause() -> None:
    told = list(ghosts().looks("ghost", 1, LAST))
    seen = [changed(look, caused_by=0) for look in walker().looks("ghost", 1, LAST, positions=False)]
    assert ghosts().broken == ""
    assert [look.event_in_words for look in told] == [look.event_in_words for look in seen]
    assert [look.event and sorted(look.event.hidden) for look in told] == [
        look.event and sorted(look.event.hidden) for look in seen
    ]
    assert [(one.at, one.number, one.actor, one.type) for one in told] == [
        (one.at, one.number, one.actor, one.type) for one in seen
    ]
    assert all(one.command == two.command for one, two in zip(told, seen, strict=True) if two.command)
    assert {(look.position, look.note) for look in told} == {
        (None, "No position can be drawn from what one role has seen.")
    }


def test_a_redacted_log_knows_one_role_and_is_filtered_by_what_it_says() -> None:
    assert ghosts().roles == ("ghost",)
    with pytest.raises(UnknownName, match="expected a role, got 'referee'; there are ghost"):
        ghosts().role(REFEREE)
    taken = list(ghosts().looks("ghost", 1, LAST, Wanted(kind="LootTaken")))
    assert [look.at for look in taken] == numbers("LootTaken")
    assert ghosts().clause("fire.target") == "fire.target"
    assert ghosts().look(0, "ghost").event is None
    assert ghosts().look(5, "ghost").at == 5


@pytest.mark.parametrize("end", [3, 120, 400])
def test_a_redacted_log_that_was_cut_or_changed_is_told_up_to_there(end: int) -> None:
    lines = [line + b"\n" for line in redacted(played(), "ghost")]
    cut = RedactedStory([b"".join(lines[:end])])
    assert cut.events == sum(b'"seq"' in line for line in lines[:end])
    assert "the file was cut" in cut.broken
    changed_line = [*lines[:end], lines[end].replace(b'"actor":"', b'"actor":"x'), *lines[end + 1 :]]
    assert RedactedStory([b"".join(changed_line)]).events == cut.events


def test_what_a_role_took_is_worth_something_to_it() -> None:
    entry = next(one for one in played().events if isinstance(one.event, LootTaken) and one.event.bandit == "ghost")
    assert "($" in ghosts().look(entry.seq, "ghost").event_in_words


# --- a search reveals nothing that the role may not know


BOARDED = Path(__file__).parents[2] / "events" / "games" / "no-card-for-a-flask.jsonl"


@cache
def boarding() -> tuple[StoryViewer, int, str, str]:
    """A game in which a player with two bandits hides one in a hand: the event, the seat, and that bandit."""
    log = read_lines(BOARDED)
    sealed = next(one for one in log.events if isinstance(one.event, BoardingSealed) and one.event.boards)
    assert isinstance(sealed.event, BoardingSealed)
    return StoryViewer(Story.read([text_of(log)])), sealed.seq, sealed.event.seat, sealed.event.boards[0]


@pytest.mark.clause("attack.secret-choice")
def test_events_are_filtered_by_what_the_role_sees() -> None:
    walker, seq, seat, bandit = boarding()
    wanted = Wanted(kind="BoardingSealed", player=bandit)
    found = {role: [one.at for one in walker.looks(role, 1, walker.events, wanted, False)] for role in walker.roles}
    assert seq in found[REFEREE]
    assert seq in found[seat]
    assert all(not numbers for role, numbers in found.items() if role not in (REFEREE, seat))
    pieces = [b"".join(line + b"\n" for line in redacted(read_lines(BOARDED), SPECTATOR))]
    assert not list(RedactedStory(pieces).looks(SPECTATOR, 1, walker.events, wanted, False))


@pytest.mark.parametrize(("key", "start"), [("p", -1), ("P", 1)])
def test_keys_find_what_the_role_sees(key: str, start: int) -> None:
    walker, seq, seat, bandit = boarding()

    def found(role: str) -> int:
        walk = ViewerState(seq + start, role)
        for one in keys_in(f"{key}{bandit}\r"):
            walk = walker.press(walk, one)
        return walk.at

    assert found(REFEREE) == found(seat) == seq
    assert found(SPECTATOR) != seq


def test_who_acted_is_found_whatever_is_hidden() -> None:
    walker, seq, seat, _ = boarding()
    wanted = Wanted(kind="BoardingSealed", player=seat)
    assert seq in [one.at for one in walker.looks(SPECTATOR, 1, walker.events, wanted, False)]
