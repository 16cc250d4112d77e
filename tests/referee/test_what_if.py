"""What if: the same commands by other rules, or another choice, fork and end according to the rules."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from colt_rules.commands import AgreeOnRuling, Command, Fire, Move, PlayCard, Punch, Rob, StartGame, command_text
from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, BulletGiven, BulletUncounted, GameEnded, GameStarted, LootTaken
from colt_rules.kernel import NEW, Accepted, decide, legal
from colt_rules.log.corrections import HistoricalRules
from colt_rules.log.entries import EventEntry, Recording, recording
from colt_rules.log.lines import read_lines
from colt_rules.log.replay import replay
from colt_rules.log.schemas import vocabularies
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players.kept_games import KeptGame, play_kept_game
from colt_rules.players.play import new_game
from colt_rules.referee.alternative import _question
from colt_rules.referee.story import OutOfRange, Story
from colt_rules.referee.what_if import (
    OURS,
    NotAllowed,
    OtherChoice,
    OtherRules,
    Parting,
    UnknownRule,
    WhatIf,
    _ending,
    other_choice,
    other_edition,
    other_ruling,
    what_if,
)
from colt_rules.rules.duo.commands import PlaceBandits
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.horses.commands import BoardCar, HidePawns
from tests.logs import chained, changed_entry, text_of
from tests.stores import cut, steps_of

DAY = HistoricalRules()
"""The rules of the kept games."""
GAMES = Path(__file__).parents[2] / "events" / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.jsonl"))
COACH = ("base", "horses", "stagecoach")
EXPERT = ("base", "expert")
SIX = ("tuco", "ghost", "belle", "doc", "django", "cheyenne")
PLAYED = {
    "french-horses": KeptGame(new_game(SIX, edition="fr-horses", modules=("base", "horses")), 2),
    "french-stagecoach": KeptGame(
        new_game(("django", "cheyenne", "ghost", "tuco", "belle"), edition="fr-horses", modules=COACH), 13
    ),
    "stagecoach": KeptGame(new_game(("tuco", "belle", "doc", "ghost"), modules=COACH), 6),
    "polish-expert": KeptGame(new_game(("doc", "belle", "ghost", "cheyenne"), edition="pl-base", modules=EXPERT), 0),
    "to-the-letter": KeptGame(
        new_game(("doc", "belle", "ghost", "cheyenne"), edition="pl-base"),
        0,
        (AgreeOnRuling(TABLE, "ruling.tie-break.to-the-letter", "all"),),
    ),
    "left-behind": KeptGame(new_game(("player-1", "player-2", "player-3"), modules=("base", "duo", *COACH[1:])), 6),
}
"""Games played for a test, each chosen for what happens in it."""
TIE_BREAK = ("end.tie-break.opponents-and-happenings", "end.tie-break.fewest-bullets")
ROOF = ("tuco.through-the-roof", "tuco.upward-only")


@cache
def log(name: str) -> Recording:
    return play_kept_game(name, PLAYED[name]) if name in PLAYED else read_lines(GAMES / f"{name}.jsonl")


def story_of(log: Recording) -> Story:
    return Story.read([text_of(log)])


@cache
def story(name: str) -> Story:
    return story_of(log(name))


@cache
def by_edition(name: str, edition: str) -> WhatIf:
    return what_if(story(name), other_edition(edition))


def fork_of(found: WhatIf) -> Parting:
    assert found.fork is not None
    return found.fork


def end_of_commands(name: str, edition: str) -> Game:
    """The end of a game whose commands another edition all accepts, found by simply playing them."""
    game = NEW
    for entry in log(name).commands:
        command: Command = entry.command
        if isinstance(command, StartGame):
            command = changed(command, edition=edition)
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted)
        game = verdict.after
    return game


# --- nothing changes


@pytest.mark.parametrize("name", NAMES)
def test_the_same_rules_change_nothing(name: str) -> None:
    found = by_edition(name, story(name).header.edition)
    assert (found.fork, found.end, found.stop, found.left_out) == (None, None, None, ())
    assert found.here == found.there
    assert found.here.ranking == story(name).position(story(name).head.events).ranking
    assert found.winner_differs is False


def test_another_edition_that_plays_this_game_alike_changes_nothing() -> None:
    assert by_edition("sealed", "ru-base").fork is None
    assert fork_of(by_edition("sealed", "pl-base"))


@pytest.mark.parametrize("name", NAMES)
def test_every_command_but_a_house_rule_answers_a_question(name: str) -> None:
    steps = [step for step in story(name).steps() if not isinstance(step.command.command, AgreeOnRuling)]
    assert None not in [_question(step, DAY) for step in steps]


def test_a_question_that_comes_again_gets_its_own_answer() -> None:
    """At each car of the horse attack everybody is asked the same, and answers differently."""
    steps = [step for step in story("french-horses").steps() if isinstance(step.command.command, HidePawns)]
    ghost = [step for step in steps if step.command.actor == "ghost"]
    assert [step.command.command for step in ghost] == [HidePawns("ghost", ()), HidePawns("ghost", ("ghost",))]
    assert len({_question(step, DAY) for step in ghost}) == 1


def test_to_run_after_the_last_card_and_again_when_the_stagecoach_falls_back_are_two_answers() -> None:
    start = new_game(("tuco", "belle", "doc", "ghost", "django"), modules=("base", "horses", "stagecoach"))
    runs = story_of(play_kept_game("runs", KeptGame(start, 28)))
    steps = [step for step in runs.steps() if step.command.type == "Run" and step.before.round.number == 4]
    assert [step.command.actor for step in steps if not step.before.round.pile] == ["tuco", "tuco"]
    found = what_if(runs, other_edition(runs.header.edition))
    assert (found.fork, found.stop, found.left_out) == (None, None, ())


# --- a kept game with another winner: the counting differs


def test_the_tie_break_of_another_edition_makes_another_winner() -> None:
    found = by_edition("polish-tie", "ru-base")
    assert found.here.winners == ("belle",)
    assert found.there.winners == ("cheyenne",)
    assert found.winner_differs is True
    assert [(one.rank, one.seat, one.money, one.bullets) for one in found.here.ranking[:2]] == [
        (1, "belle", 1750, 1),
        (2, "cheyenne", 1750, 3),
    ]
    assert [(one.rank, one.seat, one.money, one.bullets) for one in found.there.ranking[:2]] == [
        (1, "cheyenne", 1750, 3),
        (2, "belle", 1750, 4),
    ]


def test_the_fork_is_the_first_event_that_only_one_story_has() -> None:
    fork = fork_of(what_if(story("polish-tie"), other_ruling("ruling.tie-break.to-the-letter", "all")))
    first = next(entry for entry in log("polish-tie").events if isinstance(entry.event, BulletUncounted))
    assert (fork.number, fork.seq) == (first.number, first.seq)
    assert fork.here.events == ((first.event, first.cites),)
    assert fork.there.events == ()
    assert fork.here.asks == fork.there.asks
    assert fork.here.refused is fork.there.refused is None
    assert fork.sound


def test_the_clauses_behind_it_are_named_at_the_fork_and_at_the_end() -> None:
    found = by_edition("polish-tie", "ru-base")
    assert "schemin.hands-first" in fork_of(found).only_here
    assert "schemin.card-revealed" in fork_of(found).only_there
    assert [(point.first, point.second) for point in fork_of(found).points] == [(("schemin.hands-first",), ())]
    assert found.end is not None
    assert (found.end.only_here, found.end.only_there) == ((TIE_BREAK[0],), (TIE_BREAK[1],))
    assert [(point.first, point.second) for point in found.end.points] == [((TIE_BREAK[0],), (TIE_BREAK[1],))]
    assert found.end.number == found.commands == len(log("polish-tie").commands)
    assert [type(event) for side in (found.end.here, found.end.there) for event, _ in side.events] == [GameEnded] * 2


@pytest.mark.parametrize(
    ("name", "edition"), [("polish-tie", "ru-base"), ("polish-base", "ru-full"), ("sealed", "pl-base")]
)
def test_where_every_command_stays_legal_all_are_given(name: str, edition: str) -> None:
    found = by_edition(name, edition)
    assert found.fork is not None
    assert found.stop is None
    assert found.left_out == ()
    assert found.there.ranking == end_of_commands(name, edition).ranking


# --- a kept game with another winner: the story itself differs


def test_a_choice_that_nobody_has_there_is_left_out_and_the_rest_stays_legal() -> None:
    found = by_edition("tuco-from-the-roof", "ru-base")
    fork = fork_of(found)
    assert fork.here.asks == (Decision("tuco", "fire", "tuco"),)
    assert fork.here.events == ()
    assert isinstance(fork.there.events[0][0], ActionIdle)
    assert [(step.command.number, step.command.command) for step in found.left_out] == [
        (fork.number + 1, Fire("tuco", "cheyenne"))
    ]
    assert found.stop is None
    assert (found.here.winners, found.there.winners) == (("tuco",), ("doc",))
    assert found.winner_differs is True


def test_where_one_story_waits_the_clauses_of_the_possible_answers_count() -> None:
    fork = fork_of(by_edition("tuco-from-the-roof", "ru-base"))
    assert ROOF[0] not in {*fork.only_here, *fork.only_there}, "no event cites it yet"
    assert [(point.first, point.second) for point in fork.points] == [((ROOF[0],), (ROOF[1],))]


def test_the_end_tells_what_the_missing_shot_came_to() -> None:
    end = by_edition("tuco-from-the-roof", "ru-base").end
    assert end is not None
    (here, _), (there, _) = end.here.events[0], end.there.events[0]
    assert isinstance(here, GameEnded)
    assert isinstance(there, GameEnded)
    assert [(line.seat, line.line) for line in here.lines if line not in there.lines] == [("tuco", "gunslinger")]
    assert end.only_here == ("scoring.gunslinger.tie",)


def test_the_last_command_of_the_log_may_be_the_one_that_is_left_out() -> None:
    """Then the other game is over with the fork, and both ends are shown all the same."""
    told = story_of(play_kept_game("shot", KeptGame(new_game(("django", "ghost", "tuco", "doc")), 1354)))
    found = what_if(told, other_edition("ru-base"))
    fork = fork_of(found)
    assert [step.command.number for step in found.left_out] == [found.commands] == [fork.number + 1]
    assert (found.here.winners, found.there.winners) == (("tuco",), ("ghost",))
    assert found.end is not None
    assert found.end.here.command == Fire("tuco", "django")
    assert found.end.there.command == fork.there.command
    assert found.end.only_here
    assert found.end.here.events[0][0] != found.end.there.events[0][0]


# --- where it ends


def test_a_command_that_is_forbidden_there_ends_the_story() -> None:
    found = by_edition("four-everything", "ru-base")
    fork = fork_of(found)
    assert fork.here.command == fork.there.command == Fire("tuco", "cheyenne")
    assert fork.there.refused is not None
    assert fork.there.refused.clauses == fork.only_there == (ROOF[1],)
    assert ROOF[0] in fork.only_here
    assert any(isinstance(event, BulletGiven) for event, _ in fork.here.events)
    assert found.stop is not None
    assert (found.stop.number, found.stop.clauses) == (fork.number, (ROOF[1],))
    assert found.left_out == ()


def test_where_it_ends_there_is_no_ranking_but_the_money_of_both_at_that_moment() -> None:
    found = by_edition("four-everything", "ru-base")
    assert found.here.ranking == found.there.ranking == ()
    assert found.here.money == found.there.money == {"belle": 750, "cheyenne": 1250, "django": 550, "tuco": 250}
    assert found.winner_differs is None
    assert found.end is None


def test_a_question_that_the_log_does_not_answer_ends_the_story() -> None:
    found = by_edition("russian-base", "ru-full")
    fork = fork_of(found)
    assert fork.there.asks == (Decision("tuco", "fire", "tuco"),)
    assert [(point.first, point.second) for point in fork.points] == [((ROOF[1],), (ROOF[0],))]
    assert found.stop is not None
    assert (found.stop.number, found.stop.clauses) == (fork.number + 1, ())
    assert "tuco decides (fire)" in found.stop.why


def test_an_unanswered_question_ends_the_story_of_an_unfinished_game_too() -> None:
    found = what_if(story_of(cut(log("russian-base"), 100)), other_edition("ru-full"))
    assert found.stop is not None
    assert found.stop.number == fork_of(found).number + 1


def test_an_unanswered_question_ends_the_story_after_the_last_command() -> None:
    """Tuco's Fire is the last card: in one edition it has no effect, in the other he has a target."""
    told = story_of(play_kept_game("last", KeptGame(new_game(("tuco", "belle", "doc"), edition="ru-base"), 83)))
    found = what_if(told, other_edition("ru-full"))
    assert fork_of(found).number == found.commands
    assert isinstance(fork_of(found).here.events[-1][0], GameEnded)
    assert found.stop is not None
    assert found.stop.number == 0
    assert found.here.ranking
    assert found.there.ranking == ()
    assert found.winner_differs is None


def test_chance_is_not_asked_again() -> None:
    found = by_edition("team-four", "fr-horses")
    assert fork_of(found).only_there == ("team.partner-card.joins",)
    assert found.stop is not None
    assert found.stop.number > fork_of(found).number
    command = log("team-four").commands[found.stop.number - 1].command
    assert (command.actor, found.stop.clauses[0]) == ("chance", "schemin.hand-of-six")
    assert "the deck of ghost as in the log, since belle-fire is there as well" in found.stop.why


def test_a_log_that_is_not_over_is_followed_to_its_end() -> None:
    whole = fork_of(by_edition("polish-tie", "ru-base"))
    found = what_if(story_of(cut(log("polish-tie"), whole.number + 20)), other_edition("ru-base"))
    assert fork_of(found).number == whole.number
    assert (found.stop, found.left_out, found.end) == (None, (), None)
    assert found.commands == whole.number + 20
    assert found.here.ranking == found.there.ranking == ()
    assert found.here.money == found.there.money
    assert found.winner_differs is None


def test_answers_are_given_in_the_order_in_which_the_other_story_asks() -> None:
    """Hidden pawns can be chosen in any order; placed openly, the first player comes first."""
    commands = [entry.command for entry in log("polish-two").commands]
    first, second = (at for at, command in enumerate(commands) if isinstance(command, PlaceBandits))
    commands[first], commands[second] = commands[second], commands[first]
    game, steps = NEW, []
    for command in commands:
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted)
        steps.append((command, verdict.events))
        game = verdict.after
    swapped = story_of(recording(log("polish-two").header, steps))
    found = what_if(swapped, other_ruling("ruling.duo.placement-in-turn", OURS))
    fork = fork_of(found)
    assert fork.number == first + 1
    assert fork.there.refused is not None
    assert (found.stop, found.left_out) == (None, ())
    assert found.there.ranking == found.here.ranking == game.ranking


def test_what_was_left_out_before_a_stop_is_told_apart_from_what_comes_after_it() -> None:
    found = by_edition("polish-expert", "ru-full")
    assert [step.command.number for step in found.left_out] == [88]
    assert found.stop is not None
    assert found.stop.number == 133


def test_a_fork_need_not_lead_to_another_end() -> None:
    found = what_if(story("polish-two"), other_ruling("ruling.duo.placement-in-turn", OURS))
    assert fork_of(found)
    assert found.end is None
    assert found.here == found.there


def test_another_ranking_is_not_another_winner() -> None:
    found = what_if(story("to-the-letter"), other_ruling("ruling.tie-break.to-the-letter", OURS))
    assert found.end is not None
    assert found.here.ranking != found.there.ranking
    assert found.winner_differs is False


def test_the_money_so_far_is_what_the_end_counts_without_its_awards() -> None:
    counted: Counter[str] = Counter()
    for name in (*NAMES, "left-behind"):
        end = log(name).events[-1].event
        assert isinstance(end, GameEnded)
        over, money = replay(log(name)), dict.fromkeys(log(name).header.seats, 0)
        for line in end.lines:
            money[line.seat] += line.amount if line.line in ("tokens", "ransom") else 0
        for seat, lost in left_behind(over):
            money[seat] += lost
            counted["left behind"] += 1
        assert _ending(over).money == money
        counted.update(line.line for line in end.lines)
    assert counted.keys() == {*vocabularies()["ScoreLine.line"], "left behind"}


def left_behind(end: Game) -> list[tuple[str, int]]:
    """Who lost how much in an escape: those still on the train while the other bandit of their side is not."""
    aboard = [figure for figure in end.figures.values() if figure.place.partition(".")[0] in end.train]
    escaped = {side_of(end, figure.seat) for figure in end.figures.values() if figure not in aboard}
    if end.round.card != "escape":
        return []
    return [
        (figure.seat, sum(map(end.values.__getitem__, figure.loot)) + figure.ransom)
        for figure in aboard
        if side_of(end, figure.seat) in escaped
    ]


def side_of(end: Game, seat: str) -> int:
    """The side of a player: consecutive pairs of seats in teams, else each their own."""
    return end.options.seats.index(seat) // (2 if "team" in end.options.modules else 1)


def test_where_it_stops_the_log_stands_before_the_command_that_was_not_given() -> None:
    """Somebody else has taken the purse before, so it cannot be robbed."""
    found = what_if(story("house-rules-duo"), OtherChoice(Rob("player-1", "purse-2"), 38))
    assert found.stop is not None
    assert story("house-rules-duo").step(found.stop.number).command.command == Rob("player-2", "purse-2")
    assert found.stop.clauses == ("robbery.take-one",)
    assert found.here.money == {"player-1": 800, "player-2": 500, "player-3": 500}
    assert found.there.money == {"player-1": 850, "player-2": 500, "player-3": 500}


# --- what cannot be set up


@pytest.mark.parametrize(
    ("name", "edition", "clauses"),
    [
        ("team-four", "pl-base", ("ruling.edition.modules",)),
        ("three-plain", "pl-base", ("setup.advanced.always", "setup.rounds.station-always")),
        ("polish-two", "ru-full", ("ruling.duo.not-with-expert",)),
    ],
)
def test_a_game_that_an_edition_does_not_have_is_not_allowed(name: str, edition: str, clauses: tuple[str, ...]) -> None:
    with pytest.raises(NotAllowed) as refused:
        what_if(story(name), other_edition(edition))
    assert refused.value.refused.clauses == clauses
    assert isinstance(refused.value.command, StartGame)
    assert refused.value.command.edition == edition


def test_what_the_book_settles_cannot_be_agreed_on() -> None:
    with pytest.raises(NotAllowed) as refused:
        what_if(story("polish-tie"), other_ruling("ruling.neutral-bullets.group", "one-by-one"))
    assert "ruling.neutral-bullets.group" in refused.value.refused.clauses


# --- rulings


def test_a_house_rule_comes_right_before_the_start() -> None:
    (start,) = (step for step in story("polish-tie").steps() if step.command.type == "StartGame")
    house_rule = AgreeOnRuling(TABLE, "ruling.tie-break.to-the-letter", "all")
    asked = other_ruling(house_rule.ruling, house_rule.answer)
    assert asked.given(start) == [house_rule, start.command.command]
    other = story("polish-tie").step(20)
    assert asked.given(other) == [other.command.command]


def test_another_answer_makes_another_winner() -> None:
    found = what_if(story("polish-tie"), other_ruling("ruling.tie-break.to-the-letter", "all"))
    assert (found.here.winners, found.there.winners) == (("belle",), ("cheyenne",))
    assert "ruling.tie-break.to-the-letter" in fork_of(found).only_here
    assert fork_of(found).points == (), "the edition is the same"


def test_our_own_answer_takes_a_house_rule_back() -> None:
    found = what_if(story("to-the-letter"), other_ruling("ruling.tie-break.to-the-letter", OURS))
    assert [type(event) for event, _ in fork_of(found).there.events] == [BulletUncounted]
    assert found.stop is None
    assert what_if(story("polish-tie"), other_ruling("ruling.tie-break.to-the-letter", OURS)).fork is None


def test_the_house_rule_of_the_log_gives_way_to_another_answer() -> None:
    asked = other_ruling("ruling.gunslinger.nobody-fired", "empty-stack")
    found = what_if(story("house-rules"), asked)
    (agreed,) = (
        step
        for step in story("house-rules").steps()
        if isinstance(step.command.command, AgreeOnRuling) and step.command.command.ruling == asked.ruling
    )
    assert asked.given(agreed) == []
    assert found.end is None, "it is the fork itself"
    ((here, _),), ((there, _),) = fork_of(found).here.events, fork_of(found).there.events
    assert isinstance(here, GameEnded)
    assert isinstance(there, GameEnded)
    lost = [line.line for line in here.lines if line not in there.lines]
    assert set(lost) == {"gunslinger"}


def test_the_same_house_rule_as_in_the_log_changes_nothing() -> None:
    assert what_if(story("house-rules"), other_ruling("ruling.gunslinger.nobody-fired", "nobody")).fork is None


@pytest.mark.parametrize(
    ("ask", "listed"),
    [
        (lambda: other_edition("moon-base"), (", ".join(EDITIONS), "moon-base")),
        (lambda: other_ruling("ruling.nonsense", "all"), ("ruling.end.still-level=ours or seat-order\n", "nonsense")),
        (lambda: other_ruling("ruling.shuffle.once", "twice"), ("ruling.draw.what-is-left=ours or pass\n", "once")),
        (lambda: other_ruling("ruling.end.still-level", "coin"), ("ours or seat-order", "coin")),
        (lambda: other_ruling("ruling.end.still-level", ""), ("ours or seat-order",)),
    ],
)
def test_what_is_unknown_is_told_with_all_that_there_is(ask: object, listed: tuple[str, ...]) -> None:
    assert callable(ask)
    with pytest.raises(UnknownRule) as unknown:
        ask()
    assert all(words in str(unknown.value) for words in listed)


def test_a_ruling_without_an_answer_to_agree_on_is_not_listed() -> None:
    with pytest.raises(UnknownRule) as unknown:
        other_ruling("ruling.nonsense", "all")
    assert "ruling.shuffle.once" not in str(unknown.value)


# --- another choice


def first_with_a_choice(name: str, kind: type[Command]) -> tuple[int, Command, Command]:
    """A command of this type for which there was another choice: its last event, the command, and the other choice."""
    for step in story(name).steps():
        given = step.command.command
        if isinstance(given, kind):
            others = [other for other in legal(step.before, given.actor) if other != given and isinstance(other, kind)]
            if others:
                return step.events[-1].seq, given, others[0]
    raise AssertionError("no such choice in this game")


def test_the_story_forks_at_the_other_choice() -> None:
    seq, given, other = first_with_a_choice("polish-tie", Rob)
    found = what_if(story("polish-tie"), other_choice(story("polish-tie"), seq, other))
    fork = fork_of(found)
    moment = story("polish-tie").moment(seq)
    assert fork.number == moment.step.command.number
    assert (fork.here.command, fork.there.command) == (given, other)
    here, there = (
        [event.token for event, _ in side.events if isinstance(event, LootTaken)] for side in (fork.here, fork.there)
    )
    assert isinstance(given, Rob)
    assert isinstance(other, Rob)
    assert (here, there) == ([given.token], [other.token])
    assert fork.points == ()


def test_the_rest_is_given_as_far_as_it_stays_legal() -> None:
    seq, _, other = first_with_a_choice("polish-tie", PlayCard)
    found = what_if(story("polish-tie"), other_choice(story("polish-tie"), seq, other))
    assert found.stop is not None
    assert found.stop.number > fork_of(found).number + 1
    last = log("polish-tie").commands[found.stop.number - 1].command
    assert last.actor in (other.actor, "chance")


def test_any_event_of_a_command_stands_for_it() -> None:
    step = next(step for step in story("polish-tie").steps() if len(step.events) > 2)
    asked = {other_choice(story("polish-tie"), entry.seq, Move("belle", "x")).number for entry in step.events}
    assert asked == {step.command.number}


def test_the_choice_that_was_made_changes_nothing() -> None:
    seq, given, _ = first_with_a_choice("polish-tie", Rob)
    assert what_if(story("polish-tie"), other_choice(story("polish-tie"), seq, given)).fork is None


def test_a_choice_that_the_rules_forbid_is_not_followed() -> None:
    (left_out,) = by_edition("tuco-from-the-roof", "ru-base").left_out
    with pytest.raises(NotAllowed) as refused:
        what_if(story("tuco-from-the-roof"), OtherChoice(Fire("tuco", "doc"), left_out.command.number))
    assert refused.value.refused.clauses == ("fire.roof.any-distance",)
    assert refused.value.step.command.number == left_out.command.number


@pytest.mark.parametrize("seq", [0, 10_000])
def test_an_event_that_is_not_there_is_refused(seq: int) -> None:
    with pytest.raises(OutOfRange):
        other_choice(story("polish-tie"), seq, Fire("belle", "doc"))


# --- games of an expansion


def test_a_car_of_the_horse_attack_gets_the_answers_for_this_car() -> None:
    """Ghost boards the first car instead of the second; the others act as before at every car."""
    commands = [entry.command for entry in log("french-horses").commands]
    attack = [at for at, command in enumerate(commands, 1) if isinstance(command, HidePawns | BoardCar)]
    rides, boards = HidePawns("ghost", ()), HidePawns("ghost", ("ghost",))
    at, later = commands.index(rides), commands.index(boards)
    found = what_if(story("french-horses"), OtherChoice(boards, at + 1))
    assert fork_of(found).number == at + 1
    assert found.stop is not None
    assert story("french-horses").step(found.stop.number).command.command == Punch(
        "ghost", "cheyenne", "purse-10", "second-class.inside", False
    ), "up to there Cheyenne, who boarded later, robs what lies in the car of the log"
    assert [step.command.number for step in found.left_out if step.command.number in attack] == [later + 1]


def test_what_only_one_edition_asks_the_table_and_chance_is_left_out_or_stops_the_story() -> None:
    found = by_edition("stagecoach", "fr-horses")
    here, there = fork_of(found).here, fork_of(found).there
    assert (here.asks, there.asks[0].kind) == ((Decision(TABLE, "round-choice", ""),), "train")
    assert "setup.rounds.chosen" in {id for point in fork_of(found).points for id in point.first}
    left_out = [step.command.command for step in found.left_out]
    assert [getattr(command, "what", command.__class__.__name__) for command in left_out] == [
        "AgreeOnRoundCards",
        "first-player",
    ]
    assert found.stop is not None
    assert "chance decides (rearmost)" in found.stop.why
    back = by_edition("french-stagecoach", "ru-full")
    assert back.stop is not None
    assert (back.stop.number, "chance decides (first-player)" in back.stop.why) == (8, True)


def test_a_ruling_of_an_expansion_forks_its_games() -> None:
    found = what_if(story("stagecoach"), other_ruling("ruling.ride.from-the-stagecoach", "only-from-the-train"))
    here, there = fork_of(found).here, fork_of(found).there
    assert (here.events, here.asks) == ((), (Decision("tuco", "ride", "tuco"),))
    assert ActionIdle("tuco", "ride") in [event for event, _ in there.events]
    assert "ruling.ride.from-the-stagecoach" in fork_of(found).only_there


# --- faulty logs


def forged(log: Recording, at: int, entry: EventEntry) -> Recording:
    return chained(log.header, (*log.entries[:at], entry, *log.entries[at + 1 :]))


def test_a_fork_where_the_log_breaks_its_own_rules_says_so() -> None:
    game = log("polish-tie")
    at, entry = next(
        (at, entry)
        for at, entry in enumerate(game.entries)
        if isinstance(entry, EventEntry) and isinstance(entry.event, BulletGiven)
    )
    assert isinstance(entry, EventEntry)
    assert isinstance(entry.event, BulletGiven)
    wrong = changed_entry(entry, data=changed(entry.event, left=entry.event.left - 1))
    assert isinstance(wrong, EventEntry)
    found = what_if(story_of(forged(game, at, wrong)), OtherRules())
    fork = fork_of(found)
    assert (fork.number, fork.seq, fork.sound) == (entry.number, entry.seq, False)
    assert fork.here.events[0][0] == wrong.event
    assert fork.there.events[0][0] == entry.event


def test_a_log_without_citations_gets_those_of_its_own_rules() -> None:
    game = log("polish-tie")
    bare = chained(
        game.header, [changed_entry(one, cites=()) if isinstance(one, EventEntry) else one for one in game.entries]
    )
    found, cited = what_if(story_of(bare), other_edition("ru-base")), by_edition("polish-tie", "ru-base")
    assert found.fork == cited.fork
    assert found.end == cited.end


def test_a_game_of_an_edition_that_nobody_knows_can_be_played_by_another() -> None:
    steps = []
    for command, events in steps_of(log("polish-tie")):
        known = isinstance(command, StartGame)
        agreed = [
            (changed(event, edition="moon-base") if isinstance(event, GameStarted) else event, cites)
            for event, cites in events
        ]
        steps.append((changed(command, edition="moon-base") if isinstance(command, StartGame) else command, agreed))
        assert known == (agreed != events)
    found = what_if(story_of(recording(log("polish-tie").header, steps)), other_edition("ru-base"))
    assert found.there == by_edition("polish-tie", "ru-base").there
    assert fork_of(found).points == ()


def test_a_game_of_every_kind_is_followed_to_a_ranking_or_to_a_stop() -> None:
    """Random base games by each edition's rules, judged by those of each other."""
    seats = ("tuco", "belle", "doc")
    for edition in EDITIONS:
        told = story_of(play_kept_game("random", KeptGame(new_game(seats, edition=edition), 11)))
        for other in EDITIONS:
            found = what_if(told, other_edition(other))
            assert (found.winner_differs is None) == (found.stop is not None)
            assert (found.fork is None) <= (found.here == found.there)


def test_what_a_table_was_never_asked_it_has_not_agreed_on() -> None:
    """The Russian book asks which round cards take part, the French one draws from all: nothing was agreed on."""
    found = what_if(story("french-stagecoach"), other_edition("ru-full"))
    assert [command_text(command) for command in found.unagreed] == ["AgreeOnRoundCards by table rounds=[] stations=[]"]
    assert found.stop is not None
    assert "chance decides (first-player)" in found.stop.why, "no draw is made up"
    assert what_if(story("french-stagecoach"), other_edition("fr-horses")).unagreed == ()
