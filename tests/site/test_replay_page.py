"""The page of the replay: the kept games with descriptive titles, and the keys."""

import re
from html import unescape

import pytest

from colt_rules.site.browser_scripts import names
from colt_rules.site.kept_games import KeptGameOutcome, outcomes
from colt_rules.site.pages import replay
from colt_rules.site.reader import NAMES
from tests.site.reading import reader, some_sources

GAMES = {game.name: game for game in outcomes(some_sources().root / "events" / "games")}


def body(lang: str) -> str:
    (page,) = replay.pages(reader(lang))
    return page.body


def called(name: str) -> str:
    return replay.name_of(reader("en"), GAMES[name])


@pytest.mark.parametrize("lang", NAMES)
def test_every_kept_game_is_listed_once_under_a_name_of_its_own(lang: str) -> None:
    listed = dict(re.findall(r'<a href="#game=([^"]+)"[^>]*>([^<]+)</a>', body(lang)))
    assert set(listed) == set(some_sources().games)
    assert len(set(listed.values())) == len(listed)
    for name, told in listed.items():
        assert re.search(r"\d", told)
        assert not re.search(r"player-|[{}]", told), name


@pytest.mark.parametrize("lang", NAMES)
def test_games_are_grouped_by_what_is_in_play_with_the_base_game_first(lang: str) -> None:
    groups = [unescape(label) for label in re.findall(r"<li><b>([^<]+)</b>", body(lang))]
    base = reader(lang).say("site.module-base")
    assert groups[0] == base
    assert len(groups) == len(set(groups))
    assert not any(base in label and " · " in label and label.split(" · ")[0] != base for label in groups)
    for module in ("team", "duo"):
        assert reader(lang).say(f"site.module-{module}") in groups


def test_the_first_game_is_a_kept_one_of_the_base_game_with_everything_in_it() -> None:
    game = GAMES[replay.FIRST]
    assert game.header.modules == ("base",)
    assert all(game.options[what] for what in ("powers", "happenings", "stations"))
    assert f'data-first="{replay.FIRST}"' in body("en")


def test_a_game_says_what_few_others_show_and_how_many_play() -> None:
    found = {name: (count, see.split()) for name, count, see in re.findall(GAME, body("en"))}
    assert found["tuco-from-the-roof"] == ("4", ["tuco.through-the-roof", "station.marshals-revenge"])
    assert "neutral-bullets.too-few" in found["polish-base"][1]
    assert all(see for _, see in found.values())
    assert not any(id.startswith("setup.") for _, see in found.values() for id in see)


GAME = r'<a href="#game=([^"]+)" data-n=(\d) data-see="([^"]*)"'


def test_a_name_says_who_won_and_what_was_special() -> None:
    assert called("tuco-from-the-roof") == "Tuco wins with $2,250, $650 ahead · 4 players · 7 shots"
    assert called("polish-tie").startswith("Belle wins with $1,750 on the tie-break")
    assert called("three-plain").startswith("Ghost and Django share first place with $1,500 each · 3 players")
    assert called("all-boxes-eight").startswith("Cheyenne wins with $2,000, though others have more")
    assert called("team-four").startswith("Doc and Tuco win together with $2,650, $450 ahead")
    assert "no powers · no happenings · no stations" in called("three-plain")
    assert "a chosen train" in called("french-two")
    assert "rules agreed at the table" in called("house-rules")


def test_a_row_of_three_winners_has_one_and() -> None:
    game = GAMES["six-everything"]
    three = [{"rank": 1, "seat": seat, "money": 5} for seat in ("tuco", "belle", "doc")]
    tied = KeptGameOutcome(
        **{name: getattr(game, name) for name in KeptGameOutcome.__annotations__} | {"ranking": tuple(three)}
    )
    assert replay.name_of(reader("en"), tied).startswith("Tuco, Belle and Doc share first place with $5 each")


def test_sums_are_written_as_the_language_does() -> None:
    game = GAMES["tuco-from-the-roof"]
    assert {lang: sum_ in replay.name_of(reader(lang), game) for lang, sum_ in SUMS.items()} == dict.fromkeys(
        SUMS, True
    )


SUMS = {"en": "$2,250", "ru": "2250 $", "fr": "2250\u00a0$", "pl": "2250 $"}


def test_a_thing_of_two_boxes_is_called_as_in_the_first() -> None:
    called = names(some_sources().registry)
    assert [called[kind].en for kind in ("purse", "jewel", "strongbox")] == ["Purse", "Jewel", "Strongbox"]
