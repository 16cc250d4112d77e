"""A case becomes a whole position, commands as JSON, and checks with their expectations."""

from typing import Any

import msgspec
import pytest

from colt_rules.commands import Fire
from colt_rules.conformance.cases.board import board
from colt_rules.conformance.cases.expand import (
    LEVEL_OF,
    NEEDED,
    BadCase,
    Check,
    Run,
    exported,
    position_of,
    unobserved,
)
from colt_rules.conformance.cases.export import FORMAT
from colt_rules.conformance.cases.published import ExportedCase
from colt_rules.conformance.protocol.messages import LEVELS
from colt_rules.conformance.protocol.reference import event_message
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.log.codec import command_object, to_data, to_json
from tests.conformance.made_up import BOARD, HIDDEN, HIT, expanded_in, read
from tests.tables import table

GIVEN = HIDDEN["given"]
START = "StartGame by table edition=ru-full modules=[base] seats=[tuco, doc, ghost] train=[mail, dining, baggage]"
SCHEMIN = {
    "board": BOARD,
    "hands": {"tuco": ["tuco-fire", "tuco-move"], "doc": ["doc-fire"]},
    "loot": {"tuco": ["purse:300", "jewel"]},
    "rounds": ["conductor"],
}
NOBODY = {"legal": {"of": "tuco", "are": []}}


def expanded(case: dict[str, Any] = HIDDEN, **changes: Any) -> Run:
    return expanded_in(read(case, **changes))


def ids(run: Run) -> list[tuple[str, str, str]]:
    return [(check.id, check.kind, check.level) for check in run.checks]


def check(run: Run, id: str) -> Check:
    (found,) = (check for check in run.checks if check.id == id)
    return found


def bad(case: dict[str, Any] = HIDDEN, **changes: Any) -> str:
    with pytest.raises(BadCase) as error:
        expanded(case, **changes)
    return str(error.value)


# --- the position


def test_a_drawn_board_is_the_position_and_where_the_log_begins() -> None:
    run = expanded()
    assert run.given == run.origin == board(BOARD, pile=GIVEN["pile"])
    assert run.given.train == ("locomotive", "baggage", "dining", "mail")


def test_every_option_of_a_board_reaches_it() -> None:
    options: dict[str, Any] = {
        "seats": ["doc", "tuco", "cheyenne", "ghost"],
        "first": "cheyenne",
        "powers": False,
        "happenings": False,
        "loot": {"tuco": ["jewel"]},
        "bullets": {"tuco": 2},
        "received": {"tuco": ["neutral-bullet"]},
        "neutral": 3,
        "aside": [],
        "card": "braking.2-4",
        "rounds": ["conductor"],
        "number": 2,
        "hands": {"tuco": ["tuco-fire"]},
        "turn": 1,
        "acted": 2,
        "draws": {"tuco": [0]},
        "pile": ["doc-fire?"],
    }
    assert position_of(read(given={"board": BOARD, **options}).given, "ru-full", ("base",)) == board(
        BOARD, edition="ru-full", **options
    )


def test_the_edition_is_the_one_that_is_asked_for() -> None:
    assert expanded_in(read()).given.options.edition == "ru-full"
    assert position_of(read().given, "pl-base", ("base",)).options.edition == "pl-base"


def test_commands_lead_from_the_new_game_to_the_position() -> None:
    assert expanded(given={"commands": []}, when=[START], then=[{"state": {"phase": "setup"}}]).given == NEW
    started = decide(NEW, table(3, seats=("tuco", "doc", "ghost"), train=("mail", "dining", "baggage")))
    assert isinstance(started, Accepted)
    run = expanded(given={"commands": [f"{START} powers=yes happenings=yes"]}, when=[], then=[NOBODY])
    assert run.given == run.origin == run.after == started.after
    assert run.log == ()


def test_events_lead_from_the_new_game_to_the_position_and_are_folded() -> None:
    started = decide(NEW, table(3))
    assert isinstance(started, Accepted)
    messages = tuple(map(event_message, started.events))
    run = expanded(given={"events": to_data(messages)}, when=[], then=[NOBODY])
    assert (run.origin, run.given, run.log) == (NEW, started.after, messages)
    assert check(run, "fold").expected == {"events": to_data(messages), "state": to_data(started.after)}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({**GIVEN, "board": BOARD.replace("mail", "mall")}, "given.board: expected cars of the box, .*; got mall"),
        ({**GIVEN, "board": BOARD.replace("tuco", "tucco")}, "given: expected a bandit, M, or loot .*; got 'tucco'"),
        ({"board": BOARD, "pile": ["tuco-dance"]}, "given: pile: expected no more cards than tuco has"),
        ({"board": BOARD}, "given: expected cards on the pile, or hands; got a board on which nobody has to act"),
        ({"board": BOARD, "hands": {}, "turn": 9}, "given: turn: expected 0 to 4 on tunnel.2-4, got 9"),
        ({"commands": ["DrawCards by tuco"]}, r"given.commands\[0\]: expected an accepted command: .*got tuco"),
        ({"commands": [START, START]}, r"given.commands\[1\]: expected an accepted command"),
        ({"events": [{"type": "PileTurned"}]}, "given.events: v: expected a whole number, got nothing"),
        ({"events": [{"type": "Boom", "v": 1, "data": {}}]}, r"given.events: events\[0\].type: expected one of the"),
        ({"events": [{"type": "PileTurned", "v": 1, "data": {"x": 1}}]}, "given.events: .*expected no fields"),
        ({"events": [{"type": "GameStarted", "v": 1, "data": {}}]}, "given.events: "),
    ],
)
def test_a_position_that_the_rules_do_not_know_is_told(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadCase, match=told):
        expanded(given=given)


def test_events_that_break_off_in_the_middle_of_something_are_told() -> None:
    started = decide(NEW, table(3))
    assert isinstance(started, Accepted)
    events = to_data(tuple(map(event_message, started.events[:3])))
    assert bad(given={"events": events}).startswith("given: expected a state that waits for somebody")


# --- the commands


def test_commands_are_json_and_lead_to_the_position_after() -> None:
    run = expanded(HIT)
    verdict = decide(run.given, Fire("tuco", "ghost"))
    assert isinstance(verdict, Accepted)
    assert run.commands == (command_object(Fire("tuco", "ghost")),)
    assert run.after == verdict.after
    assert run.log == tuple(map(event_message, verdict.events))


def test_after_a_refusal_the_position_is_as_it_was_and_there_is_no_log() -> None:
    run = expanded()
    assert run.after == run.given
    assert run.log == ()


def test_only_the_last_command_may_be_refused() -> None:
    told = bad(when=["Fire by tuco target=cheyenne", "Fire by tuco target=ghost"])
    assert told.startswith(
        "when[0]: expected every command but the last to be accepted: expected Fire by tuco target=ghost"
    )
    run = expanded(when=["Fire by tuco target=ghost", "Fire by tuco target=ghost"])
    assert run.observed.refusals == {"ruling.command.form", "stealin.first-in-first-out"}
    assert run.log


ROUND = {"board": BOARD, "pile": ["tuco-move"], "rounds": ["tunnel.2-4"]}
CROSSED = ["Move by tuco to=mail.roof", {"deal": {"ghost": ["ghost-punch", "ghost-fire"]}}]


def test_a_short_deal_is_all_that_chance_is_asked_for() -> None:
    later = {"state": {"round": {"turn": 0}}}
    run = expanded(HIT, given=ROUND, when=[*CROSSED, "DrawCards by tuco"], then=[{**later, "after": 2}, later])
    assert [command["type"] for command in run.commands] == ["Move", *["Deal"] * 4, "DrawCards"]
    (ghosts,) = (command for command in run.commands if command.get("subject") == "ghost")
    assert ghosts["outcome"][:2] == ["ghost-punch", "ghost-fire"]
    assert (run.ends, [check.after for check in run.checks[:2]]) == ((0, 1, 5, 6), [5, 6])
    assert run.positions[5].cards["ghost"].hand[:2] == ("ghost-punch", "ghost-fire")


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ({"ghost": ["tuco-fire"]}, "expected items of the deck of ghost; got tuco-fire"),
        ({"belle": ["belle-fire"]}, "expected open questions to chance, got belle"),
    ],
)
def test_a_short_deal_of_what_is_not_there_is_told(deal: dict[str, Any], words: str) -> None:
    with pytest.raises(BadCase, match=words):
        expanded(HIT, given=ROUND, when=[CROSSED[0], {"deal": deal}])


def test_a_board_in_schemin_has_the_cards_that_were_played_before() -> None:
    run = expanded(
        HIT,
        given={"board": BOARD, "hands": {"doc": ["doc-fire"]}, "pile": ["tuco-fire", "ghost-move?"], "acted": 2},
        when=["PlayCard by doc card=doc-fire"],
        then=[{"state": {"phase": "schemin"}}],
    )
    assert [(one.card, one.face_down) for one in run.after.round.pile] == [
        ("tuco-fire", False),
        ("ghost-move", True),
        ("doc-fire", False),
    ]


def test_an_unknown_role_is_reported() -> None:
    told = bad(then=[{"view": {"of": "belle", "shows": {"phase": "stealin"}}}])
    assert told == "expected a role of this game, one of tuco, ghost, doc, cheyenne, spectator, referee; got 'belle'"


# --- the checks


def test_a_case_that_ends_with_a_refusal_has_these_checks() -> None:
    run = expanded()
    assert ids(run) == [
        ("refused", "refused", "decide"),
        ("refused.clauses", "refused-clauses", "cite"),
        ("clauses", "clauses", "cite"),
    ]
    assert check(run, "refused").expected is True
    assert check(run, "refused.clauses").expected == ["fire.roof.line-of-sight"]
    assert check(run, "clauses").expected == {"cited": ["fire.roof.line-of-sight"], "without": []}


def test_a_case_that_ends_well_has_these_checks() -> None:
    run = expanded(HIT)
    assert ids(run) == [
        ("events", "events", "decide"),
        ("fold", "fold", "fold"),
        ("consistent", "consistent", "outcome"),
        ("whole", "whole", "outcome"),
        ("clauses", "clauses", "cite"),
    ]
    assert check(run, "events").expected == [
        {"type": "ActionTaken", "data": {}},
        {"type": "BulletGiven", "data": {"target": "ghost"}},
        {"any": True},
    ]
    assert check(run, "fold").expected == {"events": to_data(run.log), "state": to_data(run.after)}
    assert check(run, "whole").expected == to_data(run.after)
    assert check(run, "clauses").expected == {"cited": ["fire.bullet-given"], "without": []}


def test_every_written_check_is_followed_by_what_belongs_to_it() -> None:
    run = expanded(
        HIT,
        clauses=["fire.bullet-given", "secrecy.decks"],
        then=[
            {"view": {"of": "ghost", "shows": {"phase": "stealin"}}},
            {"id": "bullets", "state": {"figures": {"tuco": {"bullets": 5}}}},
            {"cites": {"BulletGiven": ["fire.target", "fire.bullet-given"]}},
            {"legal": {"of": "ghost", "are": ["Move by ghost to=mail.roof"]}},
            {
                "legal": {
                    "of": "tuco",
                    "include": ["Fire by tuco target=doc"],
                    "exclude": ["DrawCards by tuco"],
                }
            },
            {"legal": {"of": "chance", "rows": {"what": "deck", "subject": "tuco", "items": ["a", "b"], "count": 2}}},
            {"id": "no", "refused": ["fire.target", "fire.bullet-given"]},
        ],
    )
    assert ids(run) == [
        ("view-ghost", "view", "view"),
        ("view-ghost.hidden", "hidden", "view"),
        ("bullets", "state", "outcome"),
        ("cites", "cites", "cite"),
        ("legal-ghost", "legal", "legal"),
        ("legal-tuco", "legal", "legal"),
        ("legal-chance", "legal", "legal"),
        ("no", "refused", "decide"),
        ("no.clauses", "refused-clauses", "cite"),
        ("fold", "fold", "fold"),
        ("consistent", "consistent", "outcome"),
        ("whole", "whole", "outcome"),
        ("clauses", "clauses", "cite"),
        ("view-clauses", "view-clauses", "cite"),
    ]
    assert check(run, "view-ghost").expected == {"role": "ghost", "shows": {"phase": "stealin"}}
    assert check(run, "bullets").expected == {"figures": {"tuco": {"bullets": 5}}}
    assert check(run, "cites").expected == {"BulletGiven": ["fire.bullet-given", "fire.target"]}
    assert check(run, "legal-ghost").expected == {
        "actor": "ghost",
        "are": [{"type": "Move", "actor": "ghost", "to": "mail.roof"}],
    }
    assert check(run, "legal-tuco").expected == {
        "actor": "tuco",
        "include": [{"type": "Fire", "actor": "tuco", "target": "doc"}],
        "exclude": [{"type": "DrawCards", "actor": "tuco"}],
    }
    assert check(run, "legal-chance").expected == {
        "actor": "chance",
        "rows": {"what": "deck", "subject": "tuco", "items": ("a", "b"), "count": 2},
    }
    assert check(run, "no.clauses").expected == ["fire.bullet-given", "fire.target"]
    assert check(run, "clauses").expected == {"cited": ["fire.bullet-given"], "without": []}
    assert check(run, "view-clauses").expected == [
        {"role": "ghost", "after": 1, "clauses": ["ruling.secrecy.open-information", "secrecy.decks"]}
    ]


def hidden(role: str, given: dict[str, Any] = SCHEMIN) -> set[str]:
    run = expanded(given=given, when=[], then=[{"view": {"of": role, "shows": {"phase": "schemin"}}}])
    found = check(run, f"view-{role}.hidden").expected
    assert found["role"] == role
    return {".".join(path) for path in found["paths"]}


@pytest.mark.clause("secrecy.decks", "ruling.secrecy.hands", "secrecy.round-deck", "secrecy.purse-values")
def test_the_paths_that_are_hidden_are_all_that_the_referee_sees_and_the_role_does_not() -> None:
    seats = ("tuco", "ghost", "doc", "cheyenne")
    decks = {f"seats.{seat}.deck" for seat in seats}
    hands = {f"seats.{seat}.hand" for seat in seats}
    purse = "bandits.tuco.tokens.purse-1.value"

    assert hidden("tuco") == {"rounds", *decks, *hands} - {"seats.tuco.hand"}
    assert hidden("doc") == {"rounds", *decks, *hands, purse} - {"seats.doc.hand"}
    assert hidden("spectator") == {"rounds", *decks, *hands, purse}
    assert hidden("referee") == set()


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_card_that_lies_face_down_is_hidden_from_all_but_its_player() -> None:
    given = {**SCHEMIN, "pile": ["ghost-fire?"]}
    assert "round.pile.ghost.card" in hidden("tuco", given)
    assert "round.pile.ghost.card" not in hidden("ghost", given)


def test_clauses_that_nothing_cites_are_not_asked_for() -> None:
    case = read(HIT, clauses=["fire.bullet-given", "train.inside-or-roof"])
    run = expanded_in(case)
    assert check(run, "clauses").expected == {"cited": ["fire.bullet-given"], "without": []}
    only = expanded_in(read(HIT, clauses=["train.inside-or-roof"], id="train.inside-or-roof/x"))
    assert "clauses" not in [each.id for each in only.checks]


# --- levels


def test_every_kind_of_check_has_a_level_and_what_it_needs() -> None:
    assert LEVEL_OF.keys() == NEEDED.keys()
    for kind, level in LEVEL_OF.items():
        assert Check("x", kind, None).level == level in LEVELS
        assert all(level in needed or kind == "refused" for needed in NEEDED[kind])


@pytest.mark.parametrize(
    ("kind", "enough", "too_little"),
    [
        ("events", [("decide",)], [("outcome", "cite", "fold", "legal", "view")]),
        ("refused", [("decide",), ("outcome",)], [("cite", "legal", "view", "fold")]),
        ("refused-clauses", [("cite", "decide"), ("cite", "outcome")], [("cite",), ("decide", "outcome")]),
        ("state", [("outcome",)], [("decide", "cite", "fold", "legal", "view")]),
        ("cites", [("cite", "decide")], [("cite", "outcome"), ("decide",)]),
        ("clauses", [("cite", "decide")], [("cite",), ("decide", "outcome", "view")]),
        ("view-clauses", [("cite", "view")], [("cite", "decide"), ("view",)]),
        ("hidden", [("view",)], [("cite", "decide", "outcome", "legal", "fold")]),
        ("whole", [("outcome",)], [("decide", "cite", "fold", "legal", "view")]),
        ("consistent", [("decide", "outcome")], [("decide",), ("outcome",)]),
        ("fold", [("fold",)], [("decide", "outcome", "cite", "legal", "view")]),
        ("legal", [("legal",)], [()]),
    ],
)
def test_an_engine_is_measured_by_what_it_supports(
    kind: str, enough: list[tuple[str, ...]], too_little: list[tuple[str, ...]]
) -> None:
    check = Check("x", kind, None)
    assert all(check.is_supported(levels) for levels in (*enough, LEVELS))
    assert not any(check.is_supported(levels) for levels in (*too_little, ()))


# --- the clauses


def test_what_is_observed_is_told_apart() -> None:
    refused, hit = expanded().observed, expanded(HIT).observed
    assert refused.everything == refused.refusals == {"fire.roof.line-of-sight"}
    assert {"fire.bullet-given", "stealin.card-returns"} <= hit.events
    assert hit.refusals == hit.shown == hit.hidden == frozenset()
    seen = expanded(given=SCHEMIN, when=[], then=[{"view": {"of": "tuco", "shows": {"phase": "schemin"}}}]).observed
    assert {"ruling.secrecy.hands", "secrecy.purse-values"} <= seen.shown
    assert {"ruling.secrecy.hands", "secrecy.decks", "secrecy.round-deck"} <= seen.hidden
    assert "secrecy.purse-values" not in seen.hidden
    assert seen.everything == seen.shown | seen.hidden


def test_a_declared_clause_that_nothing_cites_is_told() -> None:
    run = expanded(HIT, clauses=["fire.bullet-given", "punch.loot.purse-unseen"])
    wanted = "expected punch.loot.purse-unseen to be cited by an event, a refusal or a view"
    told = f"clauses: {wanted}, got nothing that cites it"
    assert unobserved(run, frozenset()) == [told]
    assert unobserved(run, frozenset({"punch.loot.purse-unseen"})) == []


def test_a_clause_that_is_said_not_to_apply_and_is_cited_is_told() -> None:
    run = expanded(HIT, without=["fire.target", "fire.inside.adjacent"])
    assert unobserved(run, frozenset()) == ["without: expected nothing to cite fire.target, got something that does"]
    seen = expanded(HIT, without=["secrecy.decks"], then=[{"view": {"of": "tuco", "shows": {"phase": "stealin"}}}])
    assert unobserved(seen, frozenset()) == ["without: expected nothing to cite secrecy.decks, got something that does"]
    assert unobserved(expanded(HIT), frozenset()) == []


# --- the export


@pytest.mark.parametrize(
    "run",
    [
        expanded(),
        expanded(HIT),
        expanded(given=SCHEMIN, when=[], then=[{"view": {"of": "tuco", "shows": {"phase": "schemin"}}}]),
        expanded(given={"commands": []}, when=[START, {"type": 5}], then=[{"refused": ["ruling.command.form"]}]),
    ],
    ids=["refused", "accepted", "seen", "malformed"],
)
def test_an_exported_case_is_just_what_its_schema_says(run: Run) -> None:
    data = to_json({"format": FORMAT, **exported([run])})
    again = msgspec.json.decode(data, type=ExportedCase, strict=True)
    assert to_json(again) == data
    (same,) = again.runs
    assert (same.edition, same.given, same.origin) == ("ru-full", run.given, run.origin)
    assert same.positions == run.positions[1:]
    assert list(same.when) == list(run.commands)
    assert [(one.id, one.kind, one.level) for one in same.then] == ids(run)


def test_an_exported_case_has_a_run_for_each_edition() -> None:
    case = read(HIT)
    data = exported([expanded_in(case), expanded_in(case)])
    assert (data["id"], data["title"], data["clauses"]) == (HIT["id"], HIT["title"], HIT["clauses"])
    assert [run["edition"] for run in data["runs"]] == ["ru-full", "ru-full"]
