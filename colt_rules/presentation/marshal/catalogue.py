"""The components of the Marshal and his prisoners, for the pages of components."""

from collections.abc import Iterator

from colt_rules.rules.marshal.components import (
    Brawler,
    Goal,
    Mailbag,
    MarshalBullet,
    MarshalCard,
    Poster,
    Prisoner,
)
from colt_rules.site.catalogue import Catalogue, Kind
from colt_rules.site.reader import Reader


def _named(to: Reader, id: str) -> str:
    """The name of a bandit or an action."""
    facts = {fact.id: fact for fact in to.sources.registry.facts()}
    return to.plain(facts[id].name)


def _marshal_card(to: Reader, card: MarshalCard) -> Iterator[str]:
    yield to.say("component.in-his-deck", count=card.count)
    if card.with_action:
        yield to.say("component.only-with", module=_named(to, card.with_action))


def _marshal_bullet(to: Reader, bullet: MarshalBullet) -> Iterator[str]:
    yield to.say("component.in-the-box", count=bullet.count)
    yield to.say("component.bullets", count=bullet.bullets)
    if bullet.spoils:
        yield to.say("component.spoils", action=_named(to, bullet.spoils))


def _worth(to: Reader, thing: Brawler | Mailbag) -> Iterator[str]:
    yield to.say("component.worth", dollars=thing.value)


def _goal(to: Reader, goal: Goal) -> Iterator[str]:
    if goal.against:
        yield to.say("component.warrant-against", bandit=_named(to, goal.against))
    else:
        yield to.say("component.fewest-bandits", count=goal.fewest_bandits)


def _prisoner(to: Reader, prisoner: Prisoner) -> Iterator[str]:
    yield to.say("component.companion-of", bandit=_named(to, prisoner.companion_of))
    yield to.say("component.worth", dollars=prisoner.value)


def _poster(to: Reader, poster: Poster) -> Iterator[str]:
    yield to.say("component.in-the-box", count=poster.count)
    yield to.say("component.worth", dollars=poster.value)


CATALOGUE = Catalogue(
    kinds={
        "marshal-card": Kind("action-card", _marshal_card),
        "marshal-bullet": Kind("bullet-card", _marshal_bullet),
        "brawler": Kind("bullet-card", _worth),
        "mailbag": Kind("token", _worth),
        "goal": Kind("station-card", _goal),
        "prisoner": Kind("station-card", _prisoner),
        "poster": Kind("station-card", _poster),
    }
)
