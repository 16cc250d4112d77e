"""Cards whose faces no source shows: what a table can say of them before the set-up."""

from itertools import islice

import pytest

from colt_rules.commands import ClaimRuling, Command, DrawCards
from colt_rules.events import Event, HappeningStarted, RoundStarted, TurnStarted
from colt_rules.kernel import NEW, Refused, awaiting, decide, legal
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot, NameSymbols, NameTurns
from colt_rules.rules.marshal.events import (
    BulletsNamed,
    HoldingStarted,
    LootNamed,
    NamingFinished,
    SymbolsNamed,
    TurnsNamed,
)
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.rules.marshal.naming import happenings
from colt_rules.rules.rulebook import rules_of
from tests.rules.marshal.tables import MODULES, NAMING, WITH_HORSES, sitting
from tests.rules.sittings import cited, told, until
from tests.tables import deal, drawn
from tests.verdicts import accepted, after, refusal

FACES = ("ruling.prison.card-faces",)
KINDS = ("ruling.cylinders.kinds",)
LOOT = ("ruling.prison-car.loot",)
SIX = ("golden", "knee", "knee", "gotcha", "drop-the-mail", "disarmed")


def asked(modules: tuple[str, ...] = MODULES) -> Game:
    """The table is asked what its cards show."""
    return after(NEW, sitting(modules=modules))


def test_the_table_is_asked_before_anything_is_laid_out() -> None:
    game = asked()
    assert [(decision.actor, decision.kind) for decision in awaiting(game)] == [("table", NAMING)]
    assert not game.figures


@pytest.mark.clause("ruling.prison.card-faces")
def test_when_all_is_named_the_set_up_begins_and_nothing_can_be_named_any_more() -> None:
    verdict = accepted(asked(), FinishNaming("table"))
    assert cited(verdict, NamingFinished) == (*FACES, *KINDS, *LOOT)
    assert [(decision.actor, decision.kind) for decision in verdict.awaiting] == [("table", "round-choice")]
    assert refusal(verdict.after, NameTurns("table", "rumours.2-4", ("standard",))) == ("ruling.command.form",)


# --- turns


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(
    ("card", "turns"),
    [
        ("rumours.2-4", ("tunnel",)),
        ("points-ahead.5-7", ("shaking", "switching")),
        ("deadly-fall", ("standard", "speeding-up", "tunnel", "shaking", "standard")),
    ],
)
def test_the_turns_of_any_card_and_station_of_the_box_can_be_named_once(card: str, turns: tuple[str, ...]) -> None:
    verdict = accepted(asked(), NameTurns("table", card, turns))
    assert verdict.events == ((TurnsNamed(card, turns), FACES),)
    assert marshal_of(verdict.after).turns == {card: turns}
    assert refusal(verdict.after, NameTurns("table", card, ("standard",))) == FACES


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(
    ("card", "turns"),
    [
        ("rumours.2-4", ()),
        ("rumours.2-4", ("standard",) * 6),
        ("rumours.2-4", ("standard", "fog")),
        ("rumours.2-4", ("melee",)),
        ("rumours.2-4", ("",)),
        ("rumours", ("standard",)),
        ("bridge.2-4", ("standard",)),
        ("conductor", ("standard",)),
        ("", ("standard",)),
    ],
)
def test_no_turns_too_many_unknown_ones_and_cards_of_other_boxes_are_refused(card: str, turns: tuple[str, ...]) -> None:
    assert refusal(asked(), NameTurns("table", card, turns)) == FACES


@pytest.mark.clause("ruling.prison.card-faces")
def test_a_melee_is_a_kind_of_turn_where_the_stagecoach_is_played() -> None:
    accepted(asked(WITH_HORSES), NameTurns("table", "rumours.2-4", ("melee",)))


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(("named", "kind"), [("rumours.2-4", "switching"), ("reflexes.2-4", "standard")])
def test_the_turns_named_are_played_and_others_as_assumed(named: str, kind: str) -> None:
    game = after(asked(), NameTurns("table", named, ("switching", "standard")))
    game = until("round-cards", game)
    rest = [card for card in drawn(game).items if card != "rumours.2-4"]
    game = until("deck", deal(game, "rumours.2-4", *rest[:3]).after)
    while len(game.round.undealt) > 1:
        game = deal(game, *drawn(game).items).after
    assert [turn.kind for turn in told(deal(game, *drawn(game).items), TurnStarted)] == [kind]


# --- symbols


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(
    ("card", "symbols"),
    [
        ("rumours.2-4", ()),
        ("points-ahead.5-7", ("plan", "plan")),
        ("rough-track.2-4", ("braking",)),
        ("safe-place.2-4", ("plan", "safe-place")),
    ],
)
def test_the_happening_and_the_plans_of_a_round_card_can_be_named_once(card: str, symbols: tuple[str, ...]) -> None:
    verdict = accepted(asked(), NameSymbols("table", card, symbols))
    assert verdict.events == ((SymbolsNamed(card, symbols), FACES),)
    assert marshal_of(verdict.after).symbols == {card: symbols}
    assert refusal(verdict.after, NameSymbols("table", card, symbols)) == FACES


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(
    ("card", "symbols"),
    [
        ("rumours.2-4", ("fog",)),
        ("rumours.2-4", ("braking", "rumours")),
        ("rumours.2-4", ("plan", "plan", "plan")),
        ("rumours.2-4", ("conductor",)),
        ("rumours.2-4", ("shotgun-rage",)),
        ("bridge.2-4", ("plan",)),
        ("deadly-fall", ("deadly-fall",)),
        ("", ()),
    ],
)
def test_two_happenings_three_plans_those_of_stations_and_of_other_boxes_are_refused(
    card: str, symbols: tuple[str, ...]
) -> None:
    assert refusal(asked(), NameSymbols("table", card, symbols)) == FACES


def test_symbols_are_named_in_the_order_of_their_names() -> None:
    assert refusal(asked(), NameSymbols("table", "rumours.2-4", ("rumours", "plan"))) == ("ruling.command.form",)


@pytest.mark.clause("ruling.prison.card-faces")
def test_with_the_stagecoach_a_card_can_show_one_of_its_happenings() -> None:
    accepted(asked(WITH_HORSES), NameSymbols("table", "rumours.2-4", ("shotgun-rage",)))


@pytest.mark.clause("ruling.prison.card-faces")
def test_the_symbols_named_are_those_of_the_card_and_others_are_as_assumed() -> None:
    game = after(asked(), NameSymbols("table", "rumours.2-4", ("braking", "plan", "plan")))
    playing = changed(game, round=changed(game.round, card="rumours.2-4"))
    shown = rules_of(game).round_card(playing)
    assert (shown.happening, shown.plans, shown.turns) == (
        *("braking", 2),
        EXTRAS.round_cards["rumours.2-4"].turns,
    )
    other = changed(game, round=changed(game.round, card="reflexes.2-4"))
    assert rules_of(game).round_card(other) == EXTRAS.round_cards["reflexes.2-4"]


# --- what is cited


def why(game: Game, event: Event) -> bool:
    """Whether an event rests on the faces that are assumed."""
    rules = rules_of(game)
    return FACES[0] in rules.cited(game, [(event, ())])[0][1]


def playing(game: Game, card: str) -> Game:
    return changed(game, round=changed(game.round, number=1, card=card))


ROUND, TURN = RoundStarted(1, "rumours.2-4", "doc", ()), TurnStarted(0, "standard", False, ())
HAPPENING, PLANS = HappeningStarted("rumours", ()), HoldingStarted(1, (), 1)


@pytest.mark.clause("ruling.prison.card-faces")
def test_what_a_card_shows_by_assumption_cites_the_ruling() -> None:
    game = playing(asked(), "rumours.2-4")
    assert all(why(game, event) for event in (ROUND, TURN, HAPPENING, PLANS))
    known = playing(game, "bridge.2-4")
    assert not any(why(known, event) for event in (RoundStarted(1, "bridge.2-4", "doc", ()), TURN, HAPPENING, PLANS))


@pytest.mark.clause("ruling.prison.card-faces")
def test_what_the_table_has_named_does_not() -> None:
    turns = playing(after(asked(), NameTurns("table", "rumours.2-4", ("standard",))), "rumours.2-4")
    assert [why(turns, event) for event in (ROUND, TURN, HAPPENING, PLANS)] == [True, False, True, True]
    symbols = playing(after(asked(), NameSymbols("table", "rumours.2-4", ("rumours",))), "rumours.2-4")
    assert [why(symbols, event) for event in (ROUND, TURN, HAPPENING, PLANS)] == [True, True, False, False]
    both = playing(after(asked(), NameTurns("table", "rumours.2-4", ("standard",))), "rumours.2-4")
    both = after(both, NameSymbols("table", "rumours.2-4", ("rumours",)))
    assert not any(why(both, event) for event in (ROUND, TURN, HAPPENING, PLANS))


@pytest.mark.clause("ruling.prison.card-faces")
def test_of_a_station_only_the_turns_are_assumed() -> None:
    game = playing(asked(), "deadly-fall")
    station = RoundStarted(5, "deadly-fall", "doc", ())
    assert [why(game, event) for event in (station, TURN, HappeningStarted("deadly-fall", ()))] == [True, True, False]
    named = playing(after(asked(), NameTurns("table", "deadly-fall", ("standard",))), "deadly-fall")
    assert not any(why(named, event) for event in (station, TURN))


# --- bullets and loot


@pytest.mark.clause("ruling.cylinders.kinds")
def test_six_bullets_of_any_kinds_can_be_named_for_each_cylinder_once() -> None:
    verdict = accepted(asked(), NameBullets("table", "right", SIX))
    assert verdict.events == ((BulletsNamed("right", SIX), KINDS),)
    assert refusal(verdict.after, NameBullets("table", "right", SIX)) == KINDS
    accepted(verdict.after, NameBullets("table", "left", SIX))


@pytest.mark.clause("ruling.cylinders.kinds")
@pytest.mark.parametrize(
    ("cylinder", "bullets"),
    [
        ("left", SIX[:5]),
        ("left", (*SIX, "knee")),
        ("left", ()),
        ("left", (*SIX[:5], "silver")),
        ("middle", SIX),
        ("left", (*SIX[:5], "golden")),
        ("left", ("golden",) * 6),
    ],
)
def test_fewer_more_unknown_and_several_golden_bullets_are_refused(cylinder: str, bullets: tuple[str, ...]) -> None:
    assert refusal(asked(), NameBullets("table", cylinder, bullets)) == KINDS


@pytest.mark.clause("ruling.prison-car.loot")
@pytest.mark.parametrize("loot", [("purse",), ("jewel", "jewel", "purse", "purse")])
def test_up_to_four_purses_and_jewels_can_be_named_for_the_prison_car_once(loot: tuple[str, ...]) -> None:
    verdict = accepted(asked(), NameLoot("table", loot))
    assert verdict.events == ((LootNamed(loot), LOOT),)
    assert refusal(verdict.after, NameLoot("table", ("purse",))) == LOOT


@pytest.mark.clause("ruling.prison-car.loot")
@pytest.mark.parametrize("loot", [(), ("purse",) * 5, ("strongbox",), ("jewel", "mailbag")])
def test_no_loot_too_much_and_other_kinds_are_refused(loot: tuple[str, ...]) -> None:
    assert refusal(asked(), NameLoot("table", loot)) == LOOT


def test_loot_is_named_by_kind() -> None:
    assert refusal(asked(), NameLoot("table", ("purse", "jewel"))) == ("ruling.command.form",)


# --- all that can be said, without listing it


def sizes(game: Game) -> tuple[int, int, int]:
    """In how many ways turns, symbols and bullets can be named, for each card or cylinder."""
    rules = rules_of(game)
    turns = sum(len(rules.turns) ** length for length in range(1, 6))
    return turns, 3 * (1 + len(happenings(rules))), 5**6 + 6 * 5**5


def test_everything_is_counted_and_found_by_its_number() -> None:
    game = asked()
    faces, (turns, symbols, loads) = legal(game, "table"), sizes(game)
    assert len(faces) == 1 + 14 + 13 * turns + 10 * symbols + 2 * loads
    assert [faces[number] for number in range(16)] == list(islice(faces, 16))
    assert faces[0] == FinishNaming("table")
    assert faces[14] == NameLoot("table", ("purse",) * 4)
    assert isinstance(faces[15], NameTurns)
    assert isinstance(faces[-1], NameBullets)
    assert all(faces[number] in faces for number in range(0, len(faces), 5_000))
    first = 15 + 13 * turns
    named = [faces[number] for number in range(first, first + 10 * symbols)]
    assert len(set(named)) == len(named)
    assert all(isinstance(command, NameSymbols) and command in faces for command in named)


def test_what_was_named_is_not_offered_again() -> None:
    game = after(after(asked(), NameLoot("table", ("purse",))), NameBullets("table", "left", SIX))
    game = after(game, NameSymbols("table", "rumours.2-4", ()))
    faces, (_, symbols, loads) = legal(game, "table"), sizes(game)
    assert len(faces) == len(legal(asked(), "table")) - 14 - symbols - loads
    assert NameLoot("table", ("jewel",)) not in faces
    assert NameBullets("table", "left", SIX) not in faces
    assert NameBullets("table", "right", SIX) in faces
    assert NameSymbols("table", "rumours.2-4", ()) not in faces
    assert str(faces).startswith("FinishNaming by table; NameTurns by table card=(one of ")
    assert "; NameSymbols by table card=(one of safe-place.2-4, reflexes.2-4, " in str(faces)
    assert str(faces).endswith(
        "; NameBullets by table cylinder=(one of right) "
        "bullets=(6 of disarmed, knee, shoulder, gotcha, drop-the-mail, golden, golden at most once)"
    )


@pytest.mark.clause("ruling.cylinders.kinds")
def test_by_the_claim_any_six_bullets_can_be_named() -> None:
    game = after(after(NEW, ClaimRuling("table", "ruling.cylinders.kinds", "any-six")), sitting())
    accepted(game, NameBullets("table", "left", ("golden",) * 6))
    assert refusal(game, NameBullets("table", "left", ("golden",) * 5)) == KINDS


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            NameTurns("table", "rumours.2-4", ("fog",)),
            "NameTurns by table card=rumours.2-4 turns=(1 to 5 of {kinds}, repeated or not)",
        ),
        (NameTurns("table", "bridge.2-4", ("standard",)), "NameTurns by table card=(one of {cards}) turns=[standard]"),
        (
            NameSymbols("table", "rumours.2-4", ("fog",)),
            "NameSymbols by table card=rumours.2-4 symbols=(at most one of {happenings}, and plan "
            "up to 2 times, sorted)",
        ),
        (NameSymbols("table", "deadly-fall", ()), "NameSymbols by table card=(one of {round_cards}) symbols=("),
        (
            NameBullets("table", "left", ("silver",) * 6),
            "NameBullets by table cylinder=left bullets=(6 of {bullets}, golden at most once)",
        ),
        (NameBullets("table", "middle", SIX), "NameBullets by table cylinder=(one of left, right) bullets=[golden,"),
        (NameLoot("table", ("mailbag",)), "NameLoot by table loot=(1 to 4 of jewel, purse, repeated or not, sorted)"),
    ],
)
def test_a_refusal_lists_all_that_could_be_named_instead(command: Command, expected: str) -> None:
    """With the other box on the table too: the list is not cut."""
    game = asked(WITH_HORSES)
    verdict, rules = decide(game, command), rules_of(game)
    words = {
        "kinds": ", ".join(rules.turns),
        "cards": ", ".join(EXTRAS.round_cards),
        "round_cards": ", ".join(card.id for card in EXTRAS.round_cards.values() if not card.station),
        "happenings": ", ".join(happenings(rules)),
        "bullets": ", ".join(EXTRAS.marshal_bullets),
    }
    assert isinstance(verdict, Refused)
    assert verdict.message.startswith(f"expected {expected.format(**words)}")
    assert "; got Name" in verdict.message


def test_where_all_is_named_a_refusal_says_what_else_is_open() -> None:
    game = asked()
    for command in (NameLoot("table", ("purse",)), *(NameBullets("table", one, SIX) for one in ("left", "right"))):
        game = after(game, command)
        assert isinstance(decide(game, command), Refused)
    verdict = decide(game, command)
    assert isinstance(verdict, Refused)
    assert verdict.message.startswith("expected FinishNaming by table; NameTurns by table card=(one of ")


def test_nobody_but_the_table_says_it() -> None:
    faces = legal(asked(), "table")
    assert FinishNaming("table") in faces
    assert FinishNaming("marshal") not in faces
    assert DrawCards("table") not in faces
    assert None not in faces
