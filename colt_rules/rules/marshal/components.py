"""The kinds of components that only Marshal & Prisoners has."""

from collections.abc import Mapping

from attrs import frozen

from colt_rules.registry.components import Car, Extras, Fact


@frozen(kw_only=True)
class MarshalCard(Fact):
    """An action card of the Marshal's deck."""

    count: int
    with_action: str | None = None
    """The action that the bandits' decks must have for this card to be in the Marshal's deck."""


@frozen(kw_only=True)
class MarshalBullet(Fact):
    """A kind of bullet in the Marshal's cylinders."""

    count: int
    """The number of these bullets in both cylinders; each holds half."""
    bullets: int
    """The number of bullets shown on the card. The highest is on top."""
    spoils: str | None = None
    """The action whose cards have no effect for the rest of the round."""


@frozen(kw_only=True)
class Brawler(Fact):
    """A brawler card on the Marshal's portrait; the top one is first."""

    value: int


@frozen(kw_only=True)
class Goal(Fact):
    """A goal of the Marshal: a warrant against a bandit, or a special goal."""

    against: str | None = None
    """The bandit whose poster a warrant asks for."""
    fewest_bandits: int = 0
    """The fewest bandits with whom a special goal is used."""


@frozen(kw_only=True)
class Mailbag(Fact):
    """A mailbag in the locomotive."""

    value: int


@frozen(kw_only=True)
class Prisoner(Fact):
    """A prisoner: whose companion it is, and what a bandit who has it is paid at the end."""

    companion_of: str
    value: int


@frozen(kw_only=True)
class Poster(Fact):
    """The wanted posters."""

    count: int
    value: int
    """The reward for a bandit who was never arrested."""


@frozen(kw_only=True)
class MarshalExtras(Extras):
    """What Marshal & Prisoners adds to the box."""

    cars: Mapping[str, Car]
    marshal_cards: Mapping[str, MarshalCard]
    marshal_bullets: Mapping[str, MarshalBullet]
    brawlers: Mapping[str, Brawler]
    goals: Mapping[str, Goal]
    mailbags: Mapping[str, Mailbag]
    prisoners: Mapping[str, Prisoner]
    posters: Mapping[str, Poster]


ADDED = MarshalExtras
