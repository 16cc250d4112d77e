"""The coverage of kept games, and the search for games that cover what is missing."""

from itertools import combinations, islice

from colt_rules.commands import AgreeOnRuling, StartGame
from colt_rules.modules import MODULES
from colt_rules.players.coverage import demanded, fewest, search, shown
from colt_rules.players.kept_games import KeptGame, play_kept_game
from colt_rules.players.play import new_game, variants
from tests.kinds import pairs, pairs_of, why_never

SEATS = ("tuco", "belle", "doc")


def test_a_pair_is_refused_by_the_editions_that_could_have_it() -> None:
    assert (
        why_never(("duo", "team")).items()
        >= {
            "ru-full": ("ruling.duo.not-with-team",),
            "fr-horses": ("ruling.duo.not-with-team",),
            "pl-base": ("ruling.edition.modules", "duo.expert-always"),
            "ru-base": ("ruling.edition.modules",),
        }.items()
    )
    assert why_never(("ru-base", "team")) == {"ru-base": ("ruling.edition.modules",)}
    assert why_never(("expert", "duo")) == {}, "the Polish book has them together"


def test_what_is_played_and_what_is_refused_are_all_pairs() -> None:
    playable = set().union(*(pairs_of(edition, modules) for (edition, _), modules in variants().items()))
    refused = {pair: why_never(pair) for pair in pairs()}
    assert playable == {pair for pair in pairs() if not refused[pair]}
    assert all(all(by_edition.values()) for by_edition in refused.values()), "each edition that refuses names a clause"
    shown_by_games = playable & {*combinations(MODULES, 2)}
    assert {("pair", " ".join(pair)) for pair in shown_by_games} == {
        thing for thing in demanded() if thing[0] == "pair"
    }


def test_a_game_shows_its_pairs_types_clauses_and_house_rules() -> None:
    house_rules = (
        AgreeOnRuling("table", "ruling.draw.what-is-left", "pass"),
        AgreeOnRuling("table", "ruling.duo.any-chosen-card", "actions-only"),
    )
    log = play_kept_game(
        "any", KeptGame(new_game(SEATS, edition="ru-base", modules=("base", "expert")), 3, house_rules)
    )
    seen = shown(log)
    assert {thing for kind, thing in seen if kind == "pair"} == {"base expert"}
    assert {thing for kind, thing in seen if kind == "house_rule"} == {"ruling.draw.what-is-left=pass"}, (
        "no duo, no house rule"
    )
    assert {thing for kind, thing in seen if kind == "event"} == {entry.type for entry in log.events}
    assert {thing for kind, thing in seen if kind == "command"} == {entry.type for entry in log.commands}
    assert {thing for kind, thing in seen if kind == "clause"} == {id for entry in log.events for id in entry.cites}
    assert ("players", "3") in seen
    assert ("turn", "standard") in seen
    assert {kind for kind, _ in demanded()} == {kind for kind, _ in seen} - {"clause"} | {"happening"}


def test_the_search_ends_when_all_was_seen_and_agrees_on_house_rules_only_where_one_is_missing() -> None:
    missing = {("pair", "expert duo"), ("event", "GameEnded")}
    tried = list(search([("ru-full", "base"), ("pl-base", "duo")], range(100), missing))
    assert [found for _, found in tried] == [{("event", "GameEnded")}, missing]
    assert [kept.house_rules for kept, _ in tried] == [(), ()]
    wanted = {("house_rule", "ruling.draw.what-is-left=pass"), ("event", "NoSuchEvent")}
    tried = list(search([*variants()], range(12), wanted))
    assert len(tried) == 12
    assert any(kept.house_rules for kept, _ in tried)


def test_few_games_are_enough() -> None:
    a, b, c, d = (("event", name) for name in "abcd")
    games = [KeptGame(start(), seed) for seed in range(4)]
    tried = list(zip(games, ({a}, {a, b}, {b, c, d}, {c, d}), strict=True))
    assert list(fewest(tried)) == [(games[2], {b, c, d}), (games[0], {a})]
    assert list(fewest([(games[0], set())])) == []
    assert list(islice(fewest([]), 1)) == []


def start() -> StartGame:
    return new_game(SEATS)
