"""What the kept games show of the wire contract."""

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS
from colt_rules.site.kept_games import kept_games
from colt_rules.site.sources import Sources


def test_every_type_comes_up_first_in_the_order_of_the_games(sources: Sources) -> None:
    kept = kept_games(sources.root / "events" / "games")
    assert set(kept.examples) == {*EVENTS, *COMMANDS}
    first = kept.examples["GameStarted"]
    assert first.game == next(iter(sources.games))
    assert first.line["seq"] == first.event


def test_events_are_known_with_their_clauses_and_their_commands(sources: Sources) -> None:
    kept = kept_games(sources.root / "events" / "games")
    assert "fire.bullet-given" in kept.cites["BulletGiven"]
    assert "BulletGiven" in kept.leads_to["Fire"]
    assert "Move" in kept.leads_to
